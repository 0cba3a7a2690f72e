"""Two verdicts in, their differences out, in the order in which a person asks, and as text for a
terminal: what each group's state is where its evidence ends is asked of its case. No judgement here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import Any

from rmqkit.diagnosis import Diagnosis, Finding
from rmqkit.diagnosis.case.strategy_labels import class_name, surely_different
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.relations.members import last_roster
from rmqkit.diagnosis.render.text import text_template
from rmqkit.diagnosis.timeline.epochs import state_at_end
from rmqkit.language import Words, message, say
from rmqkit.rocketmq.client_id_meaning import ip_of
from rmqkit.rocketmq.internal_topics import is_user_topic

ALL = message("all")
"""In place of a client: the table that a broker has merged."""
MOST_OF_A_KIND = 20


class Subject(StrEnum):
    """What can differ, in the order in which it is told."""

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
class Difference:
    """One thing that differs; `before` is None for what came, `after` for what went. `group` is
    None for the whole folder.
    """

    subject: Subject
    group: str | None
    what: str
    before: str | None
    after: str | None

    def to_dict(self) -> dict[str, Any]:
        """The difference as plain JSON values."""
        return {**asdict(self), "subject": str(self.subject)}


def differences(before: Diagnosis, after: Diagnosis, group: str | None = None) -> list[Difference]:
    """Everything that differs, the verdict first; of one group, where one is named."""
    differing: list[Difference] = []
    if before.severity != after.severity:
        levels = str(before.severity), str(after.severity)
        differing.append(Difference(Subject.VERDICT, None, message("severity"), *levels))
    for name in sorted(before.facts.keys() | after.facts.keys()):
        if group in (None, name):
            differing += _group_differences(name, before, after)
    queues = _changes(_queues(before), _queues(after), both_tell=True)
    differing += [Difference(Subject.QUEUES, None, what, old, new) for what, old, new in queues]
    return sorted(differing, key=lambda difference: list(Subject).index(difference.subject))


def _state(verdict: Diagnosis, group: str) -> dict[Subject, Mapping[str, Any]]:
    """What is compared of a group where its evidence ends: each client's version (nobody's where the list may lack
    somebody), who subscribes to what (clients of whom all is known, and the table that a broker merged), ..."""
    case = state_at_end(verdict.facts.get(group, GroupFacts(group)))
    listed, looks = last_roster(case), case.newest_looks
    versions: dict[str, str] = {}
    if case.membership.complete:
        known = {client.client_id: client.version or "" for client in listed.connections} if listed else {}
        versions = dict.fromkeys(case.membership.client_ids, "") | known
    wishes = {
        who: {topic: wanted.text or "*" for topic, wanted in words.topics.items()}
        for who, words in case.subscriptions.items()
        if words.exact
    }
    if listed and listed.subscriptions:
        of_users = filter(is_user_topic, listed.subscriptions)
        wishes[ALL] = {topic: listed.subscriptions[topic] or "*" for topic in of_users}
    model = f"{listed.message_model}, {listed.consume_type or '?'}" if listed and listed.message_model else None
    shown = [row for look, row in looks.values() if look.owners_asked and is_user_topic(row.queue.topic)]
    behind: Counter[str] = Counter()
    for queue, (_, row) in looks.items():
        behind[queue.topic] += row.diff
    return {
        Subject.VERSION: versions,
        Subject.SUBSCRIPTION: wishes,
        Subject.STRATEGY: {who: class_name(name) for who, name in case.strategy_names.items()},
        Subject.MODEL: {message("model"): model} if model else {},
        Subject.OWNER: {row.queue.name: row.client_ip or say("nobody") for row in shown},
        Subject.LAG: {topic: str(messages) for topic, messages in behind.items()},
    }


def _group_differences(group: str, before: Diagnosis, after: Diagnosis) -> Iterator[Difference]:
    for what, old, new in _changes(_findings(before.of_group(group)), _findings(after.of_group(group))):
        yield Difference(Subject.FINDING, group, what, old, new)
    earlier, later = _state(before, group), _state(after, group)
    versions, wishes = ([one[of] for one in (earlier, later)] for of in (Subject.VERSION, Subject.SUBSCRIPTION))
    yield from _clients(group, *versions)
    new_ids = _successors(*versions)
    before_by_id = {new_ids.get(who, who): wished for who, wished in wishes[0].items()}
    for who in sorted(before_by_id.keys() & wishes[1].keys()):
        for topic, old, new in _changes(before_by_id[who], wishes[1][who]):
            wish = say("{client}: {topic}", client=who, topic=topic)
            yield Difference(Subject.SUBSCRIPTION, group, wish, old, new)
    yield from _strategies(group, earlier[Subject.STRATEGY], later[Subject.STRATEGY])
    for subject in (Subject.MODEL, Subject.OWNER, Subject.LAG):
        for what, old, new in _changes(earlier[subject], later[subject], both_tell=True):
            yield Difference(subject, group, what, old, new)


def _findings(findings: Iterable[Finding]) -> dict[str, str]:
    """The first, that is the worst, of each id."""
    states: dict[str, str] = {}
    for finding in findings:
        words = {"severity": str(finding.severity), "status": message(str(finding.status))}
        over = say("{severity}, {status}, over", **words)
        states.setdefault(finding.id, say("{severity}, {status}", **words) if finding.ongoing else over)
    return states


def _clients(group: str, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Difference]:
    """Who went and who came; a restarted client is one that is another now. A look without clients tells nothing."""
    if not before or not after:
        return
    successors = _successors(before, after)
    for client in sorted(before.keys() - after.keys()):
        yield Difference(Subject.CLIENT, group, "client", client, successors.get(client))
    for client in sorted(after.keys() - before.keys() - set(successors.values())):
        yield Difference(Subject.CLIENT, group, "client", None, client)
    for client in sorted(before):
        later = successors.get(client, client)
        old, new = before[client], after.get(later)
        if old and new and old != new:
            yield Difference(Subject.VERSION, group, later, old, new)


def _successors(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """A client that went to one that came with the same address: restarted, it has another process and nano time."""
    came = sorted(after.keys() - before.keys())
    successors: dict[str, str] = {}
    for client in sorted(before.keys() - after.keys()):
        successor = next((other for other in came if ip_of(other) == ip_of(client)), None)
        if successor is not None:
            successors[client] = successor
            came.remove(successor)
    return successors


def _strategies(group: str, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Difference]:
    """By client where both looks know it, else as the set that the group uses: restarted clients
    have new ids. Logs print another name of a strategy than running info: two names are no change.
    """
    for client, old, new in _changes(before, after, both_tell=True):
        if surely_different(name for name in (old, new) if name):
            yield Difference(Subject.STRATEGY, group, client, old, new)
    earlier, later = set(before.values()), set(after.values())
    if earlier and later and (_others(earlier, later) or _others(later, earlier)):
        used = ("; ".join(sorted(names)) for names in (earlier, later))
        yield Difference(Subject.STRATEGY, group, message("all clients"), *used)


def _others(names: Iterable[str], known: Collection[str]) -> bool:
    """Whether one of the names means none of the known strategies."""
    return any(all(surely_different((name, other)) for other in known) for name in names)


def _queues(verdict: Diagnosis) -> dict[str, str]:
    """The queues that consumers share, by topic and broker, by the route."""
    routes = [route for facts in verdict.facts.values() for route in facts.routes.items()]
    held = [(topic, broker) for topic, brokers in routes for broker in brokers]
    return {say("{topic} on {broker}", topic=topic, broker=of.broker): str(of.read_queues) for topic, of in held}


def _changes(
    before: Mapping[str, str], after: Mapping[str, str], *, both_tell: bool = False
) -> Iterator[tuple[str, str | None, str | None]]:
    """What differs by key; with `both_tell` only keys of both, for a look that lacks one tells nothing of it."""
    keys = before.keys() & after.keys() if both_tell else before.keys() | after.keys()
    for key in sorted(keys):
        if before.get(key) != after.get(key):
            yield key, before.get(key), after.get(key)


def differences_text(differing: Sequence[Difference], before: Diagnosis, after: Diagnosis, lang: str = "en") -> str:
    """The two verdicts, then what differs, by subject and group; many of a kind are counted."""
    by_kind = groupby(differing, key=lambda difference: (difference.subject, difference.group))
    parts = [(subject, group, list(of_kind)) for (subject, group), of_kind in by_kind]
    say, path = Words(Path(__file__).with_suffix(".toml")).of("words", lang), Path(__file__).with_suffix(".txt.j2")
    told = {"before": before, "after": after, "parts": parts, "lang": lang, "say": say, "most": MOST_OF_A_KIND}
    return text_template(path.read_text("utf-8")).render(told).strip("\n")
