"""Is any client of the group connected?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import last_roster, saw_the_first
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.logs import Place
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.make import finding

ID = "group_offline"
NOT_ONLINE = 206


def group_offline(case: Case) -> list[Finding]:
    """The cause: proven by mqadmin's CODE 206 for connections, or the last client's leaving with nothing after it."""
    told = [each for each in case.facts.answers if _says_offline(each)]
    places = [Place(each.file, each.line, each.text or f"CODE: {each.code}") for each in told]
    left = _all_left(case)
    if (left and _listed_ones_left(case)) or (told and not case.facts.rosters):
        moment = _newest(each.at for each in told) or _newest(channel.closed_at for channel in case.channels)
        return [_finding(case, SUSPECTED if _seen_since(case, moment) else PROVEN, places + left)]
    if case.facts.rosters:
        return [_finding(case, SUSPECTED, places)] if _after_the_lists(case, told) else []
    listed = [each for each in case.facts.listings if each.count == 0 and each.version == "OFFLINE"]
    if listed and not case.facts.events_named("rebalance_failed", source="client"):
        places = [Place(each.file, each.line, f"{case.group} 0 OFFLINE") for each in listed]
        return [_finding(case, SUSPECTED, places)]
    return []


def _newest(moments: Iterable[datetime | None]) -> datetime | None:
    return max((moment for moment in moments if moment), default=None)


def _listed_ones_left(case: Case) -> bool:
    """Every connection of the newest client list is one that the brokers' logs saw go."""
    roster = last_roster(case.facts)
    gone = {(channel.client_id, channel.address) for channel in case.channels if channel.closed}
    return roster is None or all((each.client_id, each.address) in gone for each in roster.connections)


def _seen_since(case: Case, moment: datetime | None) -> bool:
    """Clients that answered, or were still connected in a log, and not surely before the group was found offline."""
    looks = [snapshot.at for snapshot in case.facts.snapshots if snapshot.owners_shown]
    looks += [info.at for info in case.facts.running]
    return any(c.live for c in case.channels) or any(not moment or not at or at >= moment for at in looks)


def _after_the_lists(case: Case, told: Sequence[Answer]) -> bool:
    """The answer was given after the newest client list, by their times."""
    newest = [roster.at for roster in case.facts.rosters]
    moment = _newest(each.at for each in told)
    return moment is not None and all(at is not None and at < moment for at in newest)


def _says_offline(answer: Answer) -> bool:
    """CODE 206 of consumerConnection or consumerStatus; that of consumerProgress before 5.0 only means no offsets."""
    text = answer.text or ""
    return answer.code == NOT_ONLINE and ("not online" in text or "group connection" in text)


def _all_left(case: Case) -> list[Place]:
    """The end of every broker's log has no open channel of the group, and each saw one go and the group emptied."""
    if not case.channels or any(channel.live for channel in case.channels) or case.facts.running:
        return []
    if not all(_emptied(case, file) for file in {channel.file for channel in case.channels}):
        return []
    return [channel.closed.place for channel in case.channels[-2:] if channel.closed]


def _emptied(case: Case, file: str) -> bool:
    """The broker said that it dropped the group, or its log knows every member: others may have been there before it.

    `ConsumerManager#unregisterConsumer`, `#doChannelCloseEvent` and `#scanNotActiveChannel` say so in all versions.
    """
    said = [e for e in case.facts.events_named("consumer_group_removed", source="broker") if e.file == file]
    closed = _newest(c.closed.last_at for c in case.channels if c.file == file and c.closed)
    dropped = _newest(event.last_at for event in said)
    return saw_the_first(case.facts, file) or (dropped is not None and closed is not None and dropped >= closed)


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
