"""Are messages filtered away for everybody? Clients of one group with different expressions for one topic."""

from __future__ import annotations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import last_roster
from rmqkit.diagnosis.case.subscriptions import Expression
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.make import finding
from rmqkit.rocketmq import MessageQueue

ID = "tag_mismatch_silent_loss"
ALL = frozenset({"*"})


def tag_mismatch_silent_loss(case: Case, causes: list[Finding]) -> list[Finding]:
    """The effect, per topic whose clients want different messages, or whose table holds what none of them wants."""
    blamed = [each for each in causes if ID in each.explains and each.ongoing]
    if not blamed:
        return []
    topics = [topic for topic in case.facts.topics if _differs(case.wanted(topic), _brokers_expression(case, topic))]
    return [_finding(case, topic, any(each.proven for each in blamed)) for topic in topics]


def _differs(wanted: dict[str, Expression], at_broker: Expression | None) -> bool:
    each = [*wanted.values(), *([at_broker] if at_broker and wanted else [])]
    return any(not one.same_as(each[0]) for one in each[1:])


def _finding(case: Case, topic: str, proven: bool) -> Finding:
    wanted = case.wanted(topic)
    at_broker = _brokers_expression(case, topic)
    lost = _lost(wanted, at_broker)
    recomputed = case.recomputed.allocations.get(topic)
    queues: tuple[MessageQueue, ...] = tuple(queues_of(case.facts, topic))
    if recomputed:
        queues = tuple(
            sorted(q for q, who in recomputed.owners.items() if not who or any(lost.get(each, True) for each in who))
        )
    rule = (
        f"The broker lets through {at_broker}, the newest subscription. "
        if at_broker
        else "Which subscription is the newest, and so the broker's filter, is not in the evidence. "
    )
    return finding(
        case,
        ID,
        Severity.CRITICAL,
        PROVEN if proven and at_broker else SUSPECTED,
        f"Messages of {topic} are filtered away without lag: {_wishes(wanted)}",
        rule
        + " ".join(f"On the queues of {who} {what}." for who, what in _told(wanted, at_broker, lost).items())
        + " Filtered messages are not consumed by anybody, and a queue of which only filtered messages come shows lag "
        "under a client that is not stuck.",
        topics=(topic,),
        queues=queues,
        clients=tuple(sorted(wanted)),
        brokers=tuple(sorted({queue.broker for queue in queues})),
        evidence=[p for each in case.live_subscriptions.values() for p in each.places if topic in p.text],
        details={"lost": {who: sorted(tags) for who, tags in lost.items()}},
    )


def _brokers_expression(case: Case, topic: str) -> Expression | None:
    """What the group's table holds: the client list's merged table, or the newest change in a broker's log."""
    roster = last_roster(case.facts)
    text = roster.subscriptions.get(topic) if roster else None
    if text is None:
        listed = [each.subscriptions[topic] for each in case.facts.rosters if topic in each.subscriptions]
        text = listed[-1] if listed else None
    return Expression(text) if text is not None else None


def _lost(wanted: dict[str, Expression], at_broker: Expression | None) -> dict[str, frozenset[str]]:
    """Per client, the tags that somebody wants and that nobody gets on its queues."""
    everything = frozenset().union(*(each.tags or frozenset() for each in wanted.values())) - ALL
    return {who: everything - _delivered(each, at_broker, everything) for who, each in wanted.items()}


def _delivered(own: Expression, at_broker: Expression | None, everything: frozenset[str]) -> frozenset[str]:
    mine = everything if own.tags == ALL or own.tags is None else own.tags
    brokers = everything if at_broker is None or at_broker.tags in (ALL, None) else at_broker.tags
    return mine & (brokers or frozenset())


def _told(
    wanted: dict[str, Expression], at_broker: Expression | None, lost: dict[str, frozenset[str]]
) -> dict[str, str]:
    return {
        who: f"{', '.join(sorted(lost[who]))} reaches nobody"
        if lost[who]
        else "only what passes both filters is delivered"
        for who in sorted(wanted)
    }


def _wishes(wanted: dict[str, Expression]) -> str:
    return ", ".join(f"{who} wants {each}" for who, each in sorted(wanted.items()))
