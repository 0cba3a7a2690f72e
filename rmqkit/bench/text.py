"""A hypothesis as text: one small language, in YAML or JSON, for what may be so of a group. Nothing is judged here.

Everything that it does not say is as the evidence tells it. `docs/hypotheses.md` has the language with examples.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import yaml

from rmqkit.bench.hypothesis import Hypothesis, Process, UnknownPart
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.errors import Error
from rmqkit.language import say
from rmqkit.rocketmq import MessageQueue

HAPPENING: Mapping[str, tuple[str, ...]] = {
    "blocked": ("consumer_stuck", "listener_blocked"),
    "slow": ("consumer_slow",),
    "failing": ("consume_failures",),
    "wrong clock": ("clock_skew",),
    "start refused": ("start_refused",),
    "cut off": ("connection_problem",),
}
"""What may be so of a client beside its share, and the explanations that are about it."""
MODELS = ("CLUSTERING", "BROADCASTING")
GONE, SLAVE = "gone", "slave"
_KEYS = {
    "": ("group", "from", "until", "clients", "brokers", "queues", "reset", "causes", "healthy"),
    "clients": ("client", "id", "subscribes", "strategy", "model", "gone", "state"),
    "causes": ("id", "clients", "topics", "brokers", "from", "until"),
}

_PARTS = {"subscribes": "topics", "strategy": "strategy", "gone": "gone", "id": "client_id"}
"""By key of a client: the part of its process."""


class BadHypothesis(Error, ValueError):
    """The text is no hypothesis: a key, a name or a value that the language does not have."""


@dataclass(frozen=True)
class Cause:
    """One of some explanations is supposed, of these clients, topics and brokers where any are named."""

    ids: tuple[str, ...]
    clients: frozenset[str] = frozenset()
    topics: frozenset[str] = frozenset()
    brokers: frozenset[str] = frozenset()
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True)
class Supposed:
    """What a text says: of clients by the names or ids that it gives them, of brokers, queues and causes."""

    group: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    clients: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    brokers: Mapping[str, str] = field(default_factory=dict)
    queues: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    causes: tuple[Cause, ...] = ()
    healthy: bool = False

    @property
    def lost_brokers(self) -> frozenset[str]:
        """The brokers that are supposed to be gone."""
        return frozenset(name for name, state in self.brokers.items() if state == GONE)

    def is_new(self, name: str, told: Hypothesis) -> bool:
        """Whether it is supposed to be a member that the evidence does not know: named with an id of its own."""
        known = {one for process in told.processes for one in (process.name, process.seen_as)}
        return name not in known and "id" in self.clients[name]

    def of(self, told: Hypothesis) -> Hypothesis:
        """The group as the evidence tells it, with what is supposed of its shares changed. Raises BadHypothesis."""
        changed = told
        for name, words in self.clients.items():
            if self.is_new(name, told):
                changed = changed.with_another(name, words["id"])
            if words.keys() - {"state"}:
                parts = {part: words[key] for key, part in _PARTS.items() if key in words}
                if "model" in words:
                    parts["broadcasting"] = words["model"] == "BROADCASTING"
                try:
                    changed = changed.changed(process_called(changed, name).name, **parts)
                except UnknownPart as error:
                    raise BadHypothesis(*error.args) from error
        for topic, brokers in self.queues.items():
            listed = [MessageQueue(topic, broker, number) for broker, many in brokers.items() for number in range(many)]
            changed = replace(changed, queues={**changed.queues, topic: tuple(sorted(listed))})
        return changed.without_brokers(self.lost_brokers & set(changed.brokers))


def process_called(hypothesis: Hypothesis, name: str) -> Process:
    """The process of that name (C1) or id. Raises BadHypothesis."""
    found = [one for one in hypothesis.processes if name in (one.name, one.seen_as)]
    if not found:
        known = ", ".join(f"{one.name} {one.seen_as}" for one in hypothesis.processes[:12]) or say("none")
        raise BadHypothesis("The evidence has no client {name!r}. It has: {known}.", name=name, known=known)
    return found[0]


def read_hypothesis(text: str) -> Supposed:
    """What a text in YAML or JSON supposes. Raises BadHypothesis."""
    try:
        told = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise BadHypothesis("The hypothesis is not valid YAML: {error}", error=error) from error
    whole = _mapping(told, say("the hypothesis"), _KEYS[""])
    clients = {str(name): _client(name, words) for name, words in _mapping(whole.get("clients"), "clients").items()}
    brokers = {
        str(name): _choice(state, (GONE, SLAVE)) for name, state in _mapping(whole.get("brokers"), "brokers").items()
    }
    causes = []
    for name, words in clients.items():
        causes += [Cause(HAPPENING[state], clients=frozenset({name})) for state in words.get("state", ())]
    if topics := frozenset(_names(whole.get("reset"))):
        causes.append(Cause(("offsets_moved",), topics=topics))
    if gone := frozenset(name for name, state in brokers.items() if state == GONE):
        causes.append(Cause(("broker_lost",), brokers=gone))
    listed = whole.get("causes")
    for entry in listed if isinstance(listed, list) else [] if listed is None else [listed]:
        words = _mapping({"id": entry} if isinstance(entry, str) else entry, "causes", _KEYS["causes"])
        named = {key: frozenset(_names(words.get(key))) for key in ("clients", "topics", "brokers")}
        ids = (_choice(words.get("id"), BY_ID),)
        causes.append(Cause(ids, **named, since=_moment(words.get("from")), until=_moment(words.get("until"))))
    return Supposed(
        group=None if whole.get("group") is None else str(whole["group"]),
        since=_moment(whole.get("from")),
        until=_moment(whole.get("until")),
        clients=clients,
        brokers=brokers,
        queues={str(topic): _counts(topic, of) for topic, of in _mapping(whole.get("queues"), "queues").items()},
        causes=tuple(causes),
        healthy=whole.get("healthy") is True,
    )


def _client(name: object, told: object) -> Mapping[str, Any]:
    words = dict(_mapping(told, str(name), _KEYS["clients"]))
    subscribes = words.get("subscribes")
    if subscribes is not None:
        of_topics = subscribes if isinstance(subscribes, Mapping) else dict.fromkeys(_names(subscribes))
        words["subscribes"] = {str(topic): None if text is None else str(text) for topic, text in of_topics.items()}
    if "model" in words:
        _choice(words["model"], MODELS)
    if "state" in words:
        words["state"] = [_choice(state, HAPPENING) for state in _names(words["state"])]
    for key, kind in (("id", str), ("strategy", str), ("client", str), ("gone", bool)):
        if key in words:
            words[key] = kind(words[key])
    return words


def _mapping(told: object, where: str, keys: Collection[str] = ()) -> Mapping[Any, Any]:
    """`keys`: those that it may have; any where none are named."""
    if told is None:
        return {}
    if not isinstance(told, Mapping):
        raise BadHypothesis("{where} has to be a list of `name: value`, not {given!r}", where=where, given=told)
    if strange := [str(key) for key in told if keys and key not in keys]:
        known = ", ".join(keys)
        raise BadHypothesis("{where} has no {key!r}. It has: {known}.", where=where, key=strange[0], known=known)
    return told


def _choice(value: object, choices: Collection[str]) -> str:
    if not isinstance(value, str) or value not in choices:
        known = ", ".join(sorted(choices))
        raise BadHypothesis("{given!r} is not one of: {known}.", given=value, known=known)
    return value


def _names(value: object) -> list[str]:
    listed = value if isinstance(value, (list, tuple)) else [] if value is None else [value]
    return [str(one) for one in listed]


def _counts(topic: object, of: object) -> Mapping[str, int]:
    counts = _mapping(of, str(topic))
    for broker, many in counts.items():
        if isinstance(many, bool) or not isinstance(many, int) or not 0 <= many <= MOST_QUEUES:
            raise BadHypothesis(
                "{topic} on {broker} needs a number of queues, not {given!r}", topic=topic, broker=broker, given=many
            )
    return {str(broker): many for broker, many in counts.items()}


MOST_QUEUES = 65_536


def _moment(value: object) -> datetime | None:
    if value is None:
        return None
    try:
        at = datetime.fromisoformat(str(value).removesuffix(" UTC"))
    except ValueError as error:
        raise BadHypothesis(
            "{given!r} is not a time: write it as 2026-11-21 10:30:00, in UTC.", given=str(value)
        ) from error
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at


def hypothesis_text(hypothesis: Hypothesis, causes: Iterable[Cause] = ()) -> str:
    """A state of the group, and what else is supposed, in the language: whole, so that one thing can be changed."""
    clients: dict[str, dict[str, Any]] = {}
    for process in hypothesis.processes:
        words: dict[str, Any] = {"client": process.seen_as}
        if process.client_id != process.seen_as:
            words["id"] = process.client_id
        words |= {"subscribes": sorted(process.topics), "strategy": str(process.strategy)}
        words["model"] = MODELS[process.broadcasting]
        clients[process.name] = words | ({"gone": True} if process.gone else {})
    named: list[dict[str, Any]] = []
    for cause in causes:
        words = {"id": cause.ids[0]}
        parts = {"clients": cause.clients, "topics": cause.topics, "brokers": cause.brokers}
        words |= {key: sorted(names) for key, names in parts.items() if names}
        moments = {"from": cause.since, "until": cause.until}
        words |= {key: at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S") for key, at in moments.items() if at}
        named.append(words)
    brokers = dict.fromkeys(sorted(hypothesis.lost_brokers), GONE)
    told = {"group": hypothesis.group, "clients": clients, "brokers": brokers, "causes": named}
    return yaml.safe_dump({key: value for key, value in told.items() if value}, sort_keys=False, allow_unicode=True)
