"""Two pictures in, their differences out, in the order in which a person asks. No words of a
language here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from rmqkit.comparison.picture import GroupPicture, Picture
from rmqkit.language import message, say


class Subject(StrEnum):
    """What can change, in the order in which it is told."""

    VERDICT = "verdict"
    FINDING = "finding"
    CLIENT = "client"
    VERSION = "version"
    SUBSCRIPTION = "subscription"
    STRATEGY = "strategy"
    MODEL = "model"
    OWNER = "owner"
    LAG = "lag"
    QUEUES = "queues"


@dataclass(frozen=True)
class Change:
    """One difference; `before` is None for what came, `after` for what went. `group` is None for
    the whole folder.
    """

    subject: Subject
    group: str | None
    what: str
    before: str | None
    after: str | None

    def to_dict(self) -> dict[str, Any]:
        """The change as plain JSON values."""
        return {**asdict(self), "subject": str(self.subject)}


def changes(before: Picture, after: Picture) -> list[Change]:
    """Everything that differs, the verdict first."""
    found: list[Change] = []
    if before.severity != after.severity:
        found.append(Change(Subject.VERDICT, None, message("severity"), before.severity, after.severity))
    for group in sorted(before.groups.keys() | after.groups.keys()):
        earlier = before.groups.get(group, GroupPicture())
        found += _of_group(group, earlier, after.groups.get(group, GroupPicture()))
    queues = _differences(_texts(before.queues), _texts(after.queues), both_told=True)
    found += [Change(Subject.QUEUES, None, what, old, new) for what, old, new in queues]
    return sorted(found, key=lambda change: list(Subject).index(change.subject))


def _of_group(group: str, before: GroupPicture, after: GroupPicture) -> Iterator[Change]:
    for what, old, new in _differences(before.findings, after.findings):
        yield Change(Subject.FINDING, group, what, old, new)
    yield from _clients(group, before.clients, after.clients)
    earlier = _by_new_ids(before.subscriptions, before.clients, after.clients)
    for who in sorted(earlier.keys() & after.subscriptions.keys()):
        for topic, old, new in _differences(earlier[who], after.subscriptions[who]):
            yield Change(Subject.SUBSCRIPTION, group, say("{client}: {topic}", client=who, topic=topic), old, new)
    yield from _strategies(group, before, after)
    if before.models and after.models and before.models != after.models:
        yield Change(Subject.MODEL, group, message("model"), _listed(before.models), _listed(after.models))
    for queue, old, new in _differences(before.owners, after.owners, both_told=True):
        yield Change(Subject.OWNER, group, queue, old, new)
    for topic, old, new in _differences(_texts(before.lag), _texts(after.lag), both_told=True):
        yield Change(Subject.LAG, group, topic, old, new)


def _clients(group: str, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Change]:
    """Who went and who came; a restarted client is one that is another now. A look without clients
    tells nothing.
    """
    if not before or not after:
        return
    successors = _successors(before, after)
    for client in sorted(before.keys() - after.keys()):
        yield Change(Subject.CLIENT, group, "client", client, successors.get(client))
    for client in sorted(after.keys() - before.keys() - set(successors.values())):
        yield Change(Subject.CLIENT, group, "client", None, client)
    for client in sorted(before):
        later = successors.get(client, client)
        yield from _version(group, later, before[client], after.get(later, ""))


def _successors(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """A client that went to one that came with the same address: restarted, it has another process
    and nano time.
    """
    came = sorted(after.keys() - before.keys())
    found: dict[str, str] = {}
    for client in sorted(before.keys() - after.keys()):
        successor = next((other for other in came if _address(other) == _address(client)), None)
        if successor is not None:
            found[client] = successor
            came.remove(successor)
    return found


def _by_new_ids(
    told: Mapping[str, Mapping[str, str]], before: Mapping[str, str], after: Mapping[str, str]
) -> dict[str, Mapping[str, str]]:
    successors = _successors(before, after)
    return {successors.get(who, who): wanted for who, wanted in told.items()}


def _version(group: str, client: str, before: str, after: str) -> Iterator[Change]:
    if before and after and before != after:
        yield Change(Subject.VERSION, group, client, before, after)


def _strategies(group: str, before: GroupPicture, after: GroupPicture) -> Iterator[Change]:
    """By client where both looks know it, else as the set that the group uses: restarted clients
    have new ids.
    """
    for client, old, new in _differences(before.strategies, after.strategies, both_told=True):
        yield Change(Subject.STRATEGY, group, client, old, new)
    earlier, later = set(before.strategies.values()), set(after.strategies.values())
    if earlier and later and earlier != later:
        yield Change(Subject.STRATEGY, group, message("all clients"), _listed(earlier), _listed(later))


def _differences(
    before: Mapping[str, str], after: Mapping[str, str], *, both_told: bool = False
) -> Iterator[tuple[str, str | None, str | None]]:
    """What differs by key; with `both_told` only keys of both, for a look that lacks one tells
    nothing of it.
    """
    keys = before.keys() & after.keys() if both_told else before.keys() | after.keys()
    for key in sorted(keys):
        if before.get(key) != after.get(key):
            yield key, before.get(key), after.get(key)


def _address(client: str) -> str:
    return client.split("@", 1)[0]


def _listed(texts: set[str]) -> str:
    return "; ".join(sorted(texts))


def _texts(numbers: Mapping[str, int]) -> dict[str, str]:
    return {name: str(number) for name, number in numbers.items()}
