"""Do the clients of the group want different things? Different topics, tags or expression types; now or in the past."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from rmqkit.diagnosis.case import Case
from rmqkit.diagnosis.facts import Place
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.flapping import Flapping, flappings
from rmqkit.diagnosis.inferred_subscribers import inferred_subscribers
from rmqkit.diagnosis.make import count, finding, ranges
from rmqkit.diagnosis.members import Channel, short
from rmqkit.diagnosis.recomputation import Recomputed
from rmqkit.diagnosis.subscriptions import ClientSubscription

ID = "inconsistent_subscription"


@dataclass(frozen=True)
class Difference:
    """Topics on which clients disagree, and whether about having them at all or only about what to filter."""

    whole: tuple[str, ...]
    filtered: tuple[str, ...]

    @property
    def topics(self) -> tuple[str, ...]:
        """All topics on which they disagree."""
        return tuple(sorted({*self.whole, *self.filtered}))

    def __bool__(self) -> bool:
        return bool(self.whole or self.filtered)


def difference(subscriptions: Mapping[str, ClientSubscription]) -> Difference:
    """On what the clients disagree. A topic that a client was merely not seen with is no disagreement."""
    topics = sorted({topic for each in subscriptions.values() for topic in each.topics})
    return Difference(
        tuple(topic for topic in topics if _wanted_by_some(topic, subscriptions.values())),
        tuple(topic for topic in topics if _wanted_differently(topic, subscriptions.values())),
    )


def _wanted_by_some(topic: str, subscriptions: Iterable[ClientSubscription]) -> bool:
    told = list(subscriptions)
    return any(topic in each.topics for each in told) and any(each.exact and topic not in each.topics for each in told)


def _wanted_differently(topic: str, subscriptions: Iterable[ClientSubscription]) -> bool:
    wanted = [each.topics[topic] for each in subscriptions if topic in each.topics]
    return any(not one.same_as(other) for one, other in combinations(wanted, 2))


def inconsistent_subscription(case: Case) -> list[Finding]:
    """The cause, proven by the clients' own subscriptions or by owners that only it reproduces, else suspected."""
    found = difference(case.live_subscriptions)
    if found:
        return [_ongoing(case, found)]
    inferred = inferred_subscribers(case)
    if inferred:
        return [_inferred(case, inferred)]
    return _past(case) or _from_flapping(case)


def _ongoing(case: Case, found: Difference) -> Finding:
    recomputed = case.recomputed
    orphans = recomputed.orphans(found.whole)
    told = {who: each for who, each in case.live_subscriptions.items() if each.topics or each.exact}
    why = [_what_follows(found), *_recomputed_sentence(case, recomputed, found)]
    return finding(
        case, ID, Severity.CRITICAL, PROVEN, _title(told, found), " ".join(why),
        topics=found.topics,
        queues=tuple(orphans),
        brokers=tuple(sorted({queue.broker for queue in orphans})),
        clients=tuple(sorted(told)),
        evidence=[place for each in told.values() for place in each.places],
        contradicts=(),
        since=_since(case, told),
        explains=_explains(found),
        details={"subscriptions": _table(told)},
    )  # fmt: skip


def _title(told: Mapping[str, ClientSubscription], found: Difference) -> str:
    kinds = " and ".join(filter(None, ("topics" if found.whole else "", "expressions" if found.filtered else "")))
    return f"{count(len(told), 'client')} of one group subscribe to different {kinds}: {_who_wants_what(told)}"


def _who_wants_what(told: Mapping[str, ClientSubscription]) -> str:
    by_wish: dict[str, list[str]] = {}
    for who, each in sorted(told.items()):
        wish = ", ".join(f"{topic} {wanted}" for topic, wanted in sorted(each.topics.items())) or "nothing"
        by_wish.setdefault(wish, []).append(who)
    return "; ".join(f"{short(clients)}: {wish}" for wish, clients in by_wish.items())


def _table(told: Mapping[str, ClientSubscription]) -> dict[str, dict[str, str]]:
    return {who: {topic: str(wanted) for topic, wanted in each.topics.items()} for who, each in told.items()}


def _what_follows(found: Difference) -> str:
    topics = (
        "Each client counts all the others when it shares out the queues of its topics, so the shares of clients that do "
        "not subscribe to a topic are read by nobody, and each heartbeat overwrites the group's subscription table."
    )
    tags = (
        "The broker filters by the newest subscription only and each client then filters by its own, so messages that "
        "only other clients want are dropped on its queues, without any lag."
    )
    return " ".join(filter(None, (topics if found.whole else "", tags if found.filtered else "")))


def _recomputed_sentence(case: Case, recomputed: Recomputed, found: Difference) -> list[str]:
    if not found.whole:
        return []
    orphans = recomputed.orphans(found.whole)
    told = f"{count(len(orphans), 'queue')} without a consumer: {ranges(orphans)}." if orphans else ""
    return [recomputed.sentence(case.strategy_text), told]


def _explains(found: Difference) -> tuple[str, ...]:
    return ("orphan_queues", "flapping_subscription") * bool(found.whole) + ("tag_mismatch_silent_loss",) * bool(
        found.filtered
    )


def _since(case: Case, told: Mapping[str, ClientSubscription]) -> datetime | None:
    """From when on two clients with different wishes were connected, as the brokers saw it."""
    opened = {c.client_id: c.opened_at for c in case.channels if c.client_id in told and c.live and c.opened_at}
    pairs = (
        max(opened[one], opened[other])
        for one, other in combinations(sorted(filter(None, opened)), 2)
        if opened[one] and opened[other] and difference({one: told[one], other: told[other]})
    )
    return min((moment for moment in pairs if moment), default=None)


def _inferred(case: Case, subscribers: Mapping[str, frozenset[str]]) -> Finding:
    """Owners that only different subscriptions reproduce, where no source tells the subscriptions themselves."""
    recomputed = case.recompute(subscribers)
    topics = tuple(sorted(topic for topic, who in subscribers.items() if who != case.live))
    orphans = recomputed.orphans(topics)
    missing = sorted({client for topic in topics for client in case.live - subscribers[topic]})
    why = (
        f"Every queue in the share of {short(missing)} has no owner and does not move, while these clients are in the "
        f"client list and hold their shares of other topics. {recomputed.sentence(case.strategy_text)}"
    )
    return finding(
        case, ID, Severity.CRITICAL, PROVEN if recomputed.reproduces else SUSPECTED,
        f"{short(missing)} {'does' if len(missing) == 1 else 'do'} not subscribe to {', '.join(topics)}, others of the group do",
        why,
        topics=topics, queues=tuple(orphans), clients=tuple(sorted(case.live)),
        brokers=tuple(sorted({queue.broker for queue in orphans})),
        evidence=[*case.membership.places, *_orphan_places(case, topics)],
        explains=("orphan_queues", "flapping_subscription"),
    )  # fmt: skip


def _orphan_places(case: Case, topics: tuple[str, ...]) -> list[Place]:
    last = case.facts.snapshots[-1]
    return [
        Place(last.file, row.line, f"{row.queue.topic} {row.queue.broker} {row.queue.queue} N/A, {row.diff} behind")
        for row in last.rows
        if row.queue.topic in topics and row.client_ip is None
    ]


def _past(case: Case) -> list[Finding]:
    """Clients that are gone wanted something else than others that were connected at the same time."""
    pair = next(_clashes(case), None)
    if pair is None:
        return []
    told = {each.who: each for each in pair[:2]}
    found, until = difference(told), pair[2]
    return [
        finding(
            case, ID, Severity.NOTICE, PROVEN, f"It is over: {_title(told, found)}",
            "Clients with different subscriptions were connected at the same time; the last of them is gone, and "
            "the clients that are left agree.",
            ongoing=False, topics=found.topics, clients=tuple(sorted(told)), until=until,
            evidence=[place for each in told.values() for place in each.places],
            explains=_explains(found),
        )
    ]  # fmt: skip


def _clashes(case: Case) -> Iterable[tuple[ClientSubscription, ClientSubscription, datetime | None]]:
    spans = _spans(case.channels)
    for one, other in combinations(case.subscriptions.values(), 2):
        if one.who in spans and other.who in spans and difference({one.who: one, other.who: other}):
            together = _together(spans[one.who], spans[other.who])
            if together:
                yield one, other, together


def _spans(channels: Iterable[Channel]) -> dict[str, list[Channel]]:
    spans: dict[str, list[Channel]] = {}
    for channel in channels:
        for name in filter(None, (channel.client_id, channel.address)):
            spans.setdefault(name, []).append(channel)
    return spans


def _together(ones: Iterable[Channel], others: Iterable[Channel]) -> datetime | None:
    """When two clients that shared a broker at one time stopped doing so."""
    ends = [
        min(end for end in (one.closed_at, other.closed_at) if end)
        for one in ones
        for other in others
        if one.file == other.file and (one.closed_at or other.closed_at) and _overlap(one, other)
    ]
    return max(ends, default=None)


def _overlap(one: Channel, other: Channel) -> bool:
    def before(end: datetime | None, start: datetime | None) -> bool:
        return end is not None and start is not None and end <= start

    return not before(one.closed_at, other.opened_at) and not before(other.closed_at, one.opened_at)


def _from_flapping(case: Case) -> list[Finding]:
    """The broker's table changes again and again: somebody disagrees, but no source says who."""
    found = flappings(case)
    if not found:
        return []
    ongoing = any(each.ongoing for each in found)
    topics = tuple(sorted({topic for each in found for topic in each.topics}))
    known = tuple(sorted(case.live))
    return [
        finding(
            case, ID, Severity.CRITICAL if ongoing else Severity.NOTICE, SUSPECTED,
            f"Clients of the group seem to subscribe to different topics: {', '.join(topics)}",
            "Only a heartbeat without a topic removes it from the group's table, and it came back each time. "
            "Who subscribes to what is not in the evidence.",
            ongoing=ongoing, topics=topics, clients=known, evidence=_flap_places(found),
            explains=("flapping_subscription", "orphan_queues"),
            until=None if ongoing else max((each.last for each in found if each.last), default=None),
        )
    ]  # fmt: skip


def _flap_places(found: Iterable[Flapping]) -> list[Place]:
    return [place for each in found for place in each.places[:4]]
