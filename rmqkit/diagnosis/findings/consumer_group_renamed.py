"""Did clients of a group come back under another group's name: all, away from what it had not read, or only some?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.known import earliest, grouped, is_after, latest, not_before
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.facts.transitions import ROLLOUT
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, words
from rmqkit.diagnosis.relations.members import channels, short_id
from rmqkit.diagnosis.relations.offsets import beginnings
from rmqkit.diagnosis.relations.wants import client_subscriptions, difference
from rmqkit.diagnosis.wording import short
from rmqkit.rocketmq.client_id_meaning import ip_of

sentence = words("consumer_group_renamed")


@finding("consumer_group_renamed")
def consumer_group_renamed(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """By brokers' logs that saw the last client of the group leave and, within one rollout, another group of the same
    topics begin. What it skips or reads again, its first offsets tell beside those that the old group left behind."""
    yield from _some_moved(case)
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


def _some_moved(case: Case) -> Iterator[Seen]:
    """By a broker's log that saw clients leave a group which goes on, and their hosts join, within one rollout, another
    one that began then and subscribes to the same. Offsets are of a topic and a group (`ConsumerOffsetManager`, all
    versions), so each group gets every message. Who subscribes to anything else has a group of its own, as it should.
    """
    staying = {ip_of(who) for who in case.live}
    gone = [one for one in case.channels if one.closed_at and one.client_id and ip_of(one.client_id) not in staying]
    for other in case.begun if case.subscriptions_known else ():
        came = [one for one in channels(other) if one.live and one.client_id]
        hosts = {ip_of(one.client_id) for one in came if one.client_id}
        moved = [one for one in gone if one.client_id and ip_of(one.client_id) in hosts]
        first, last = earliest(one.opened_at for one in came), latest(one.closed_at for one in moved)
        old, new = ({one.client_id for one in each if one.client_id} for each in (moved, came))
        wanted = [case.subscriptions[who] for who in {*case.live, *old} if who in case.subscriptions]
        wants = [words for who, words in client_subscriptions(other).items() if who in new]
        alike = bool(wants) and all(one.exact and not one.differs_from(them) for one in wants for them in wanted)
        if not (first and last and timedelta() <= first - last <= ROLLOUT and alike):
            continue
        made = [event for event in other.beginning if not_before(event.at, last)]
        spelling = sentence("spelt_alike") if other.group in case.spelt_alike else ""
        yield Seen(
            case="in_both",
            signs={
                "moved": came,
                "stays": case.membership.complete,
                "new": {event.file for event in made} >= {one.file for one in moved},
                "hosts": hosts <= {ip_of(who) for who in old},
                "alike": len(wants) == len(new),
            },
            values={
                "other": other.group,
                "clients": short([short_id(other, who) for who in sorted(new)]),
                "others": short(sorted(case.live)),
                "spelling": spelling,
            },
            topics=case.topics,
            clients=sorted(new),
            evidence=(*(one.closed.place for one in moved if one.closed), *places_of(made[:2]), *came[0].places),
            since=first,
            details={"in_both": sentence("in_both", other=other.group)},
        )
