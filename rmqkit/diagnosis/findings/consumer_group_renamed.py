"""Did the clients of an offline group come back under another group's name, away from what it had not read?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.known import earliest, grouped, is_after, latest, not_before
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.facts.transitions import ROLLOUT
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, words
from rmqkit.diagnosis.relations.members import channels
from rmqkit.diagnosis.relations.offsets import beginnings
from rmqkit.diagnosis.relations.wants import client_subscriptions, difference
from rmqkit.rocketmq.client_id_meaning import ip_of

sentence = words("consumer_group_renamed")


@finding("consumer_group_renamed")
def consumer_group_renamed(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """By brokers' logs that saw the last client of the group leave and, within one rollout, another group of the same
    topics begin. What it skips or reads again, its first offsets tell beside those that the old group left behind."""
    offline = next((one for one in findings if one.id == "group_offline" and one.ongoing), None)
    closings = grouped((channel.file, channel.closed_at) for channel in case.channels)
    left = {file: moment for file, moments in closings.items() if (moment := latest(moments))}
    gone = latest(left.values())
    rows = [(look, row) for look, row in case.newest_looks.values() if row.queue.is_users]
    waiting = sum(max(0, row.diff) for _, row in rows)
    if offline is None or gone is None or not waiting:
        return
    # A snapshot without a date takes that of the message that was read last; 0 stands for no offset as well.
    since = [row for look, row in rows if is_after(look.at, gone) or (look.owners_asked and not look.owners_shown)]
    stored = {row.queue: row.consumer_offset for row in since if row.consumer_offset}
    for other in (one for one in case.begun if set(one.topics) == set(case.topics)):
        came = [channel for channel in channels(other) if channel.file in left]
        first = earliest(channel.opened_at for channel in came)
        if first is None or first - gone > ROLLOUT:
            continue
        together = [one for one in came if one.opened_at is None or one.opened_at < left[one.file]]
        new = [event for event in other.beginning if event.file in left and not_before(event.at, left[event.file])]
        hosts, now = ({ip_of(one.client_id) for one in each if one.client_id} for each in (case.channels, came))
        wanted, wants = client_subscriptions(case), client_subscriptions(other)
        began = {queue: one for queue, one in beginnings(other).items() if queue in stored}
        skipped = {queue: one.offset - stored[queue] for queue, one in began.items() if one.offset > stored[queue]}
        again = {queue: stored[queue] - one.offset for queue, one in began.items() if one.offset < stored[queue]}
        proven = again or {queue: number for queue, number in skipped.items() if began[queue].exact}
        ended = [one.place for queue, one in began.items() if one.exact and one.offset == stored[queue]]
        change = "again" if again else "skipped" if proven else "open"
        yield Seen(
            case=change,
            signs={
                "after": Witnesses(came, [line for one in together for line in one.places[:1]]),
                "offline": offline.proven,
                "new": {event.file for event in new} >= left.keys(),
                "hosts": now <= hosts and now,
                "alike": wanted and wants and not difference(wanted | wants),
                "began": Witnesses(proven, () if proven or skipped else ended),
            },
            values={"other": other.group, "number": sum((proven or skipped).values()) or waiting},
            severity=offline.severity,
            queues=sorted(proven or stored),
            clients=sorted({one.client_id for one in came if one.client_id}),
            evidence=(
                *(one.closed.place for one in case.channels[-1:] if one.closed),
                *places_of(new[:1]),
                *(began[queue].place for queue in sorted(proven or skipped)[:3]),
                *(look.place(row) for look, row in rows if row.queue in sorted(proven or stored)[:3]),
            ),
            since=first,
            details={"change": sentence(change, other=other.group)},
        )
