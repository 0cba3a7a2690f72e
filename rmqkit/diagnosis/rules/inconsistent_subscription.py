"""Do the clients of the group want different things? Different topics, tags or expression types; now or in the past."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import combinations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import short
from rmqkit.diagnosis.case.recomputation import Recomputed
from rmqkit.diagnosis.case.running_together import perhaps_one_after_another
from rmqkit.diagnosis.case.subscriptions import ClientSubscription
from rmqkit.diagnosis.facts.logs import Place
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.flapping import Flapping, flappings
from rmqkit.diagnosis.rules.forgotten_subscription import forgotten_subscription
from rmqkit.diagnosis.rules.inferred_subscribers import inferred_subscribers
from rmqkit.diagnosis.rules.make import finding
from rmqkit.diagnosis.rules.mqadmins_words import told_different
from rmqkit.diagnosis.rules.past_inconsistency import past_inconsistency
from rmqkit.diagnosis.rules.subscription_difference import Difference, difference, explained_by, title_of
from rmqkit.diagnosis.wording import count, ranges

ID = "inconsistent_subscription"


def inconsistent_subscription(case: Case) -> list[Finding]:
    """The cause, proven by the clients' own subscriptions or by owners that only it reproduces, else suspected."""
    found = difference(case.live_subscriptions)
    if found:
        return [_ongoing(case, found)]
    inferred = inferred_subscribers(case)
    if inferred:
        return [_inferred(case, inferred)]
    return past_inconsistency(case) or _from_flapping(case) or forgotten_subscription(case) or told_different(case)


def _ongoing(case: Case, found: Difference) -> Finding:
    told = {who: each for who, each in case.live_subscriptions.items() if each.topics or each.exact}
    if perhaps_one_after_another(case, told):
        return _perhaps(case, found, told)
    recomputed = case.recomputed
    orphans = recomputed.orphans(found.whole)
    why = [_what_follows(found), *_recomputed_sentence(case, recomputed, found)]
    return finding(
        case,
        ID,
        Severity.CRITICAL,
        PROVEN,
        title_of(told, found),
        " ".join(why),
        topics=found.topics,
        queues=tuple(orphans),
        brokers=tuple(sorted({queue.broker for queue in orphans})),
        clients=tuple(sorted(told)),
        evidence=[place for each in told.values() for place in each.places],
        contradicts=(),
        since=_since(case, told),
        explains=explained_by(found),
        details={"subscriptions": _table(told)},
    )


def _perhaps(case: Case, found: Difference, told: Mapping[str, ClientSubscription]) -> Finding:
    return finding(
        case,
        ID,
        Severity.WARNING,
        SUSPECTED,
        title_of(told, found),
        "What the clients say of themselves is of different times and no broker tells who is connected: they may have "
        "followed each other, as before and after a release.",
        topics=found.topics,
        clients=tuple(sorted(told)),
        evidence=[place for each in told.values() for place in each.places],
        details={"subscriptions": _table(told)},
    )


def _table(told: Mapping[str, ClientSubscription]) -> dict[str, dict[str, str]]:
    return {who: {topic: str(wanted) for topic, wanted in each.topics.items()} for who, each in told.items()}


def _what_follows(found: Difference) -> str:
    topics = (
        "Each client counts all the others when it shares out the queues of its topics, so the shares of clients that "
        "do not subscribe to a topic are read by nobody, and each heartbeat overwrites the group's subscription table."
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
        case,
        ID,
        Severity.CRITICAL,
        PROVEN if recomputed.reproduces else SUSPECTED,
        f"{short(missing)} {'does' if len(missing) == 1 else 'do'} not subscribe to {', '.join(topics)}, others do",
        why,
        topics=topics,
        queues=tuple(orphans),
        clients=tuple(sorted(case.live)),
        brokers=tuple(sorted({queue.broker for queue in orphans})),
        evidence=[*case.membership.places, *_orphan_places(case, topics)],
        explains=("orphan_queues", "flapping_subscription"),
    )


def _orphan_places(case: Case, topics: tuple[str, ...]) -> list[Place]:
    last = case.facts.snapshots[-1]
    return [
        Place(last.file, row.line, f"{row.queue.topic} {row.queue.broker} {row.queue.queue} N/A, {row.diff} behind")
        for row in last.rows
        if row.queue.topic in topics and row.client_ip is None
    ]


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
            case,
            ID,
            Severity.CRITICAL if ongoing else Severity.NOTICE,
            SUSPECTED,
            f"Clients of the group seem to subscribe to different topics: {', '.join(topics)}",
            "Only a heartbeat without a topic removes it from the group's table, and it came back each time. "
            "Who subscribes to what is not in the evidence.",
            ongoing=ongoing,
            topics=topics,
            clients=known,
            evidence=_flap_places(found),
            explains=("flapping_subscription", "orphan_queues"),
            until=None if ongoing else max((each.last for each in found if each.last), default=None),
        )
    ]


def _flap_places(found: Iterable[Flapping]) -> list[Place]:
    return [place for each in found for place in each.places[:4]]
