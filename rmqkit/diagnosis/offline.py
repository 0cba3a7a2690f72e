"""Is any client of the group connected?"""

from __future__ import annotations

from rmqkit.diagnosis.case import Case
from rmqkit.diagnosis.facts import Answer
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.log_facts import Place
from rmqkit.diagnosis.make import finding

ID = "group_offline"
NOT_ONLINE, NO_ROUTE = 206, 17


def group_offline(case: Case) -> list[Finding]:
    """The cause: proven by mqadmin's CODE 206 for connections, or the last client's leaving with nothing after it."""
    if case.facts.rosters:
        return []
    told = [each for each in case.facts.answers if _says_offline(each)]
    listed = [each for each in case.facts.listings if each.count == 0 and each.version == "OFFLINE"]
    left = _all_left(case)
    if told or left:
        places = [Place(each.file, each.line, each.text or f"CODE: {each.code}") for each in told]
        return [_finding(case, PROVEN, places + left)]
    if (listed or _never_seen(case)) and not case.facts.events_named("rebalance_failed", source="client"):
        places = [Place(each.file, each.line, f"{case.group} 0 OFFLINE") for each in listed]
        return [_finding(case, SUSPECTED, places + _never_seen(case))]
    return []


def _says_offline(answer: Answer) -> bool:
    """CODE 206 of consumerConnection or consumerStatus; that of consumerProgress before 5.0 only means no offsets."""
    text = answer.text or ""
    return answer.code == NOT_ONLINE and ("not online" in text or "group connection" in text)


def _all_left(case: Case) -> list[Place]:
    """The end of every broker's log has no open channel of the group, and each saw one go."""
    if not case.channels or any(channel.live for channel in case.channels) or case.facts.running:
        return []
    return [channel.closed.place for channel in case.channels[-2:] if channel.closed]


def _never_seen(case: Case) -> list[Place]:
    return [
        Place(each.file, each.line, each.text or "")
        for each in case.facts.answers
        if each.code == NO_ROUTE and case.facts.retry_topic in (each.text or "")
    ]


def _finding(case: Case, status: str, places: list[Place]) -> Finding:
    last = {row.queue: row for snapshot in case.facts.snapshots for row in snapshot.rows}
    behind = sum(row.diff for row in last.values())
    gone = [channel for channel in case.channels if channel.closed]
    since = max((channel.closed_at for channel in gone if channel.closed_at), default=None)
    return finding(
        case,
        ID,
        Severity.CRITICAL,
        status,
        f"No client of the group is connected{f'; {behind:,} messages wait' if last else ''}",
        "While a group is offline, consumerProgress lists every topic that it ever committed an offset for.",
        topics=tuple(topic for topic in case.facts.topics if any(queue.topic == topic for queue in last)),
        queues=tuple(sorted(last)),
        clients=tuple(sorted({c.client_id for c in gone if c.client_id})),
        brokers=tuple(sorted({queue.broker for queue in last})),
        evidence=places,
        since=since,
    )
