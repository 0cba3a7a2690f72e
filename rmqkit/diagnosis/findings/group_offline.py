"""Is no client of the group connected any more?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import takewhile

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import snapshots_while_offline
from rmqkit.diagnosis.case.lag import moves, none_moves
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.known import distinct, earliest, is_after, latest, not_before
from rmqkit.diagnosis.facts.logs import EvidenceLine, brokers_of, places_of, topics_of
from rmqkit.diagnosis.facts.transitions import LATELY
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, words
from rmqkit.diagnosis.relations.members import (
    counted_members,
    not_online,
    saw_the_first,
    unknown_owners,
    writers,
)

sentence = words("group_offline")


@finding("group_offline")
def group_offline(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By the departure of the last client in all brokers' logs; by brokers that know no client (CODE 206), once
    offsets show that none consumes behind a proxy; by the list of all groups."""
    left, answers = _last_departures(case), not_online(case)
    listed = [listing for listing in case.listings if listing.count == 0 and listing.version == "OFFLINE"]
    if left or answers or case.rosters or counted_members(case) or case.records("refused.rebalances"):
        listed = []
    if not (left or answers or listed):
        return
    closed = latest(channel.closed_at for channel in case.channels)
    answered = latest(answer.at for answer in answers)
    moment = answered or closed
    moved, queues = case.moved_after(moment), tuple(sorted(case.newest_looks))
    # At its end a client commits once more.
    well_after = moment + case.transitions.repeated if moment and (left or not answered) else moment
    there = _consuming_after(case, moment, well_after, answers, left=bool(left))
    looks = [look for look in case.snapshots if look is case.snapshots[-1] or not_before(look.at, moment)]
    owned = [look.place(row) for look in looks for row in look.rows if row.client_ip]
    # All departures are known only of a group whose owners are.
    owned += unknown_owners(case) if left else ()
    # An undated snapshot of a group without clients takes its time from old messages: the order tells. Owners in older
    # ones than the last change are not told.
    asked = any(look.owners_asked for look in case.snapshots[-1:])
    newest = takewhile(lambda look: look.owners_asked == asked and not look.owners_shown, reversed(case.snapshots))
    unowned = list(newest)[::-1]
    connected = any(channel.live for channel in case.channels)
    signs: dict[str, object] = {
        "unknown": Witnesses([*answers, *left], (*(moved if moment else ()), *there)),
        "listed": listed,
        "alone": not connected and not any(not_before(info.at, moment) for info in case.running),
        "stuck": Witnesses([*answers, *left], (*(moved if moment else ()), *owned, *moves(unowned))),
        "proxy": bool(left) or none_moves(case.movements.values()),
    }
    if case.rosters and not left:
        signs["departure"] = False
    waiting = sum(max(0, row.diff) for _, row in case.newest_looks.values())
    hit = queues if any(row.diff for _, row in case.newest_looks.values()) else ()
    yield Seen(
        case=_backlog_case(case, closed if left else None, earliest(answer.at for answer in answers))
        or ("asked" if answers and not left else ""),
        signs=signs,
        values={"number": waiting},
        severity=Severity.NOTICE if moved else None,
        topics=case.own_topics(topics_of(queues)),
        queues=hit,
        brokers=brokers_of(hit),
        clients=distinct(channel.client_id for channel in case.channels if channel.closed),
        evidence=(*places_of([*answers, *listed]), *left),
        since=closed,
        details={} if hit or not queues else {"harm": (sentence("nothing_waits"),)},
    )


def _backlog_case(case: Case, closed: datetime | None, answered: datetime | None) -> str:
    """What snapshots show of the time without clients: messages that wait; an offset beyond its queue's end, behind
    which anything may wait; nothing that waits, and nothing that comes, by some that list every topic and show the same
    ends for long enough. The rest is unknown. A snapshot without a date of its own takes that of the message that was
    read last: no order."""
    if not case.snapshots:
        return ""
    newest = case.snapshots[-1]
    dated = newest.at if newest.at != latest(row.last_time for row in newest.rows) else None
    online = is_after(closed, dated)
    differences = [row.diff for _, row in case.newest_looks.values()]
    if any(differences) and not online:
        return "waiting" if max(differences) > 0 else "beyond"
    since = closed or (answered and answered - case.transitions.heartbeat)
    listed = newest.whole and set(case.topics) <= newest.topics and not any(differences)
    ends = [{queue: row.broker_offset for queue, row in look.by_queue.items()} for look in reversed(case.snapshots)]
    pairs = takewhile(lambda pair: pair[0] == ends[0], zip(ends, reversed(case.snapshots), strict=True))
    alike = [look for _, look in pairs]
    if not (listed and since):
        return ""
    if dated is None:
        # Those in which no client answers (-s) are of the time without clients; what each queue got last is of before.
        nobody = all(look.owners_asked and not look.owners_shown for look in case.snapshots)
        several = sum(look.times for look in alike) > 1 and len(alike) == len(case.snapshots)
        return "drained" if nobody and several and is_after(closed, newest.newest_read) else ""
    first = alike[-1].at
    return "drained" if dated > since and first and dated - first >= case.transitions.several_commits else ""


def _last_departures(case: Case) -> list[EvidenceLine]:
    """The departures of the last clients, where no broker's log ends with an open channel of the group, each log knows
    every member or has the group dropped at the end, and nobody answers or is listed besides. A broker's start ends
    its connections, and who had one does not come back where the broker has no topic of the group's any more: that is
    no departure. Nor is a connection that broke (`ClientHousekeepingService#onChannelClose`, all versions) before a log
    that ends within a heartbeat: until then its client may be back."""
    roster = (case.client_lists or case.rosters)[-1:]
    gone = {(channel.client_id, channel.address) for channel in case.channels if channel.closed}
    if (
        case.running
        or any(channel.live for channel in case.channels)
        or any(not listed.at_addresses <= gone for listed in roster)
    ):
        return []
    for file in {channel.file for channel in case.channels}:
        closed = latest(channel.closed_at for channel in case.channels if channel.file == file)
        dropped = latest(event.last_at for event in case.records("member.emptied", file))
        ends = [one.closed for one in case.channels if one.file == file and one.closed_at == closed]
        by_its_start = any(end and end.tells("serves.broker_started") for end in ends)
        broken = any(end and end.carried.by_its_connection for end in ends)
        if broken and closed and not is_after(case.end_of(file), closed + case.transitions.heartbeat):
            return []
        if by_its_start or (not saw_the_first(case, file) and not (dropped and closed and dropped >= closed)):
            return []
    return [channel.closed.place for channel in case.channels[-2:] if channel.closed]


def _consuming_after(
    case: Case, moment: datetime | None, well_after: datetime | None, answers: Sequence[Answer], *, left: bool
) -> list[EvidenceLine]:
    """Clients whose own logs go on: a broker that has left the routes loses all clients, while the others keep them.
    Unless all were seen to have left: owners of queues on brokers that did not answer, in a snapshot of that time; a
    group that moves in later ones."""
    consuming = case.records("member.at_work")
    own = [e for e in consuming if e.group == case.group or (e.group is None and e.file not in case.shared_logs)]
    shut = {event.file for event in case.records("member.stopped")}
    sent = case.records("member.heartbeats_sent")
    beats = [event for event in sent if event.file in writers(case) and event.file not in shut]
    alive = places_of(event for event in (*own, *beats[-2:]) if is_after(event.last_at, well_after))
    if left:
        return list(alive)
    asked = {case.broker_at(answer.said.answered_by or "") for answer in answers}
    newest = [look for look in case.snapshots[-1:] if moment is None or not_before(look.at, moment - LATELY)]
    rows = [(look, row) for look in newest if None not in asked for row in look.rows]
    owned = [look.place(row) for look, row in rows if row.client_ip and row.queue.broker not in asked]
    offline = snapshots_while_offline(case)
    later = case.snapshots[case.snapshots.index(offline[-1]) + 1 :] if offline else ()
    return [*alive, *owned, *moves(later)]
