"""Healthy is an explanation like any other: what one would see of it, and what was seen. The judge says the rest.

Healthy is: every readable queue of every subscribed topic is read by exactly one consumer, its offsets move or stand at
the end, and the members stay. The absence of other findings is no part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rmqkit.diagnosis import commands
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import PULLS, GivenOut, behind_a_proxy, grpc_records
from rmqkit.diagnosis.case.lag import (
    Movement,
    distinct_snapshots,
    keep_pace,
    snapshots_contradict,
    worked_off,
)
from rmqkit.diagnosis.case.popped import popped_topics
from rmqkit.diagnosis.case.recomputation import last_seen
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.claims import NO_WEIGHT, Claim, need
from rmqkit.diagnosis.facts.group import derived
from rmqkit.diagnosis.facts.known import earliest, grouped, is_after, latest, not_before
from rmqkit.diagnosis.facts.logs import brokers_of, last_moment
from rmqkit.diagnosis.facts.transitions import SETTLED
from rmqkit.diagnosis.relations.members import writers
from rmqkit.diagnosis.relations.serves import left_unread, lines_with_queues, listed_queues, taken_away
from rmqkit.diagnosis.relations.wants import process_histories
from rmqkit.diagnosis.wording import count
from rmqkit.formats.logs.processes import alone_in_files
from rmqkit.language import Phrase, joined, read_toml, say, say_counted
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import ip_of

ID = "healthy"


_NEEDS = read_toml(Path(__file__).with_suffix(".toml"))


@derived
def healthy(case: Case) -> Claim:
    """What speaks for a healthy group, and what is not known of it."""
    met = _basics(case)
    # What is asked of a group of which the basics are not known would only be guessed.
    if all(met.values()):
        met |= _health(case)
    rows = [(_NEEDS[name], there) for name, there in met.items()]
    signs = [
        need(row["text"].say(), there, command=getattr(commands, row["command"]) if "command" in row else "")
        for row, there in rows
    ]
    return Claim(ID, "", "", NO_WEIGHT, signs=tuple(signs))


def why_healthy(case: Case) -> Phrase:
    """What was seen of a group that is healthy: its readers, its offsets, its members."""
    number = count(len(_wanted_queues(case)), "queue")
    if case.given_out == GivenOut.TO_EACH:
        read = say("{queues}: every client reads each of them and reports that it consumes", queues=number)
    elif case.given_out == GivenOut.BY_POP:
        read = say("{queues}: the broker distributes their messages", queues=number)
    else:
        seen = accepted_allocation(case).agreeing_since(case.members_since)
        read = say("{queues} have one owner each, according to {seen} observations", queues=number, seen=seen)
    # Snapshots from before the end of a standstill tell nothing of today.
    stood = latest(one.standstill.ended for one in case.user_movements if one.standstill)
    times = [sum(look.times for look in one.looks if not_before(look.at, stood)) for one in case.movements.values()]
    looks = max(times, default=0)
    moves = say("every offset advances or has reached the end of its queue, in {looks} snapshots", looks=looks)
    falls = [
        say("the lag falls: from {first:,} to {last:,} messages", first=first, last=last)
        for first, last in filter(None, [worked_off(case)])
    ]
    stay = say_counted(len(case.live), "{number} client stays connected", "{number} clients stay connected")
    # pid#nanoTime (`ClientConfig#changeInstanceNameToPID`, 4.9.0): the pid is 1 in every container, the time is not.
    alike = len({one.partition("#")[0] for one in case.live}) < len(case.live)
    apart = [say("their ids differ after the #, so this is not a client id collision")] if alike else []
    texts = grouped(
        (topic, one.text) for wants in case.live_subscriptions.values() for topic, one in wants.topics.items()
    )
    written = [topic for topic, each in texts.items() if len({text for text in each if text}) > 1]
    same = (
        [say("their expressions for {topics} name the same tags", topics=", ".join(sorted(written)))] if written else []
    )
    return joined("; ", [read, *([moves] if looks > 1 else []), *falls, stay, *apart, *same])


def _basics(case: Case) -> dict[str, bool]:
    """What any judgement rests on, and whether it is there."""
    # Two snapshots; with owners, where clients of this kind report any. Broadcasting clients commit nothing to brokers.
    looks = case.snapshots
    shown = case.given_out != GivenOut.BY_STRATEGIES or any(look.owners_shown for look in looks)
    # mqadmin learns no queues of lite pull consumers before 5.1.1 (`DefaultLitePullConsumerImpl#consumerRunningInfo`).
    if any(roster.consume_type == PULLS for roster in case.rosters):
        shown = shown or accepted_allocation(case).agreeing_since(case.members_since) > 0
    copies_only = len(distinct_snapshots(looks)) < 2 and any(row.diff > 0 for look in looks[-1:] for row in look.rows)
    twice = len(looks) > 1 and not copies_only
    unrouted = bool(case.without_retry_topic) and not grpc_records(case)
    name = "unlisted" if unrouted and case.not_in_list else "name_server"
    any_group = {name: not unrouted, "one_cluster": not snapshots_contradict(case)}
    if (grpc_records(case) and behind_a_proxy(case)) or (unrouted and not (looks or case.rosters)):
        # Brokers keep the offsets alone of clients of a proxy: all else that asks them for the group fails, as without
        # the group's retry topic (`DefaultMQAdminExtImpl`, all versions, asks for its route first).
        return {**any_group, "offsets_by_brokers": False}
    return {
        **any_group,
        "left_out": not broker_left_out(case),
        "owners" if twice and not shown else "offsets": case.reported_broadcasting or (twice and shown),
        "queues_before": not left_unread(case, taken_away(case)) and case.newest_looks.keys() >= set(taken_away(case)),
        "given_up": not _given_up_unseen(case),
        "clients": case.membership.complete,
        "joined": not _never_came(case),
        "subscriptions": case.subscriptions_known,
    }


def broker_left_out(case: Case) -> bool:
    """Whether rows may be missing: mqadmin asks the brokers of the retry topic's route alone, and leaves out the others
    (`DefaultMQAdminExtImpl#examineConsumeStats`, all versions). Another group has rows of a broker that this one lacks,
    and a member owns none of the listed queues although there are enough for all."""
    look = next((look for look in reversed(case.snapshots) if look.owners_shown), None)
    if look is None or case.routes.keys() >= set(case.topics):
        return False
    own = [row for row in look.rows if row.queue.is_users]
    idle = set(map(ip_of, case.live)) - {row.client_ip for row in own}
    unnamed = set(brokers_of(case.ends_in_looks)) - set(brokers_of(row.queue for row in look.rows))
    return bool(idle and unnamed) and len(own) >= len(case.membership.client_ids)


def _never_came(case: Case) -> set[str]:
    """Clients that started by their own logs, did not stop there, and are known to no broker: a wrong name server, or a
    network, keeps them out, and nobody counts on them."""
    # Who was killed says nothing of it: a log that ends long before the others is of the time before.
    end = latest(log.last for log in case.logs.values())
    ended = {event.file: event.last_at for event in case.records("member.ends")}
    running = {
        event.file
        for event in case.records("member.runs")
        if event.file not in ended or is_after(event.last_at, ended[event.file])
        if not is_after(end and end - SETTLED, case.end_of(event.file))
    }
    named = alone_in_files((event.file, event.client_id) for event in case.records("member.process_named"))
    started = {who for file, who in named.items() if file in running}
    return started - case.live - {channel.client_id for channel in case.channels}


def _given_up_unseen(case: Case) -> bool:
    """Whether a member wanted a topic before that none wants now, and nothing shows how far it goes since: what comes
    to it would be read by nobody."""
    said = (report for reports in process_histories(case).values() for report in reports)
    left = {topic for report in said for topic in report.topics} - case.wanted_topics
    # Nothing comes to a topic that has no route, and that nothing shows to have had one.
    missing = {event.topic for event in case.records("refused.route_missing") if event.topic in left}
    left -= {topic for topic in missing if topic and not lines_with_queues(case, topic)}
    in_looks = {end.queue.topic for end in case.ends_in_looks.values() if is_after(end.at, case.members_since)}
    return not left <= in_looks | {queue.topic for queue in case.ends}


def _health(case: Case) -> dict[str, bool]:
    """What one sees of a group in which nothing is wrong."""
    topics = sorted(case.wanted_topics)
    need_of_readers, read_once = _single_consumer(case)
    met = {
        "queues": bool(topics) and all(_all_queues(case, topic) for topic in topics),
        need_of_readers: read_once,
    }
    if case.given_out == GivenOut.TO_EACH:
        # Broadcasting clients keep their offsets to themselves; only their own rates tell that messages reach them.
        consuming = {info.client_id for info in case.running if any(rate.consume_ok_tps for rate in info.rates)}
        met["broadcasting"] = bool(case.live) and case.live <= consuming
    else:
        empty = {queue for queue, end in case.ends.items() if end.max_offset == 0}
        moved = case.movements
        met["moves"] = all(_moves(moved.get(queue), queue in empty) for queue in _wanted_queues(case))
        met["apart"] = not any(movement.left_standing for movement in moved.values())
        met["pace"] = keep_pace([movement for movement in moved.values() if movement.fed])
    return {**met, "stays": _members_stay(case)}


def _wanted_queues(case: Case) -> list[MessageQueue]:
    """All readable queues of the topics that clients subscribe to."""
    return [queue for topic in sorted(case.wanted_topics) for queue in _all_queues(case, topic)]


def _all_queues(case: Case, topic: str) -> Sequence[MessageQueue]:
    """All readable queues of a topic: as a source lists them, else as snapshots and all members together show the same.
    Members that subscribe alike and share out by a stock strategy hold every queue between them: what a snapshot shows
    and nobody holds, or the other way round, would be a difference."""
    listed = listed_queues(case, topic)
    if listed or len(case.running) < len(case.live):
        return listed
    asked = case.newest_running
    held = {queue.queue for info in asked.values() for queue in info.queues if queue.queue.topic == topic}
    shown = {queue for queue in case.movements if queue.topic == topic}
    return sorted(held) if held == shown and case.live <= set(asked) else []


def _single_consumer(case: Case) -> tuple[str, bool]:
    """Each queue is read by exactly one client, where an owner is to be looked for at all; of a topic whose messages
    are popped, by any. With the need that asks for it."""
    if case.given_out in (GivenOut.TO_EACH, GivenOut.BY_POP):
        # Each reads everything, or any of them takes any message.
        return "consumers", True
    if case.given_out == GivenOut.BY_APPLICATION:
        # By what the logs of all of them commit.
        holders = [last_seen(one.queue, case.observations) or () for one in case.user_movements]
        return "application", case.live <= set(writers(case).values()) and {1} == set(map(len, holders))
    accepted, popped = accepted_allocation(case), popped_topics(case)
    owners = {queue: who for allocated in accepted.allocations.values() for queue, who in allocated.owners.items()}
    readers = [(queue, len(owners.get(queue, ()))) for queue in _wanted_queues(case)]
    read_once = all(number == 1 or (number and queue.topic in popped) for queue, number in readers)
    changed = len({frozenset(roster.client_ids) for roster in case.client_lists}) > 1 or case.members_since
    seen = accepted.agreeing_since(case.members_since) > 0
    return "owners_twice" if changed else "owners_differ", read_once and seen


def keeps_up_everywhere(case: Case) -> bool:
    """Whether snapshots show of each queue that they list that it moves or is read to its end, as fast as messages
    arrive: no more than that, and nothing where offsets may have been put elsewhere since the first snapshot."""
    resets = case.records("offset.resets")
    first = earliest(look.at for look in case.snapshots)
    movements = [] if resets and not is_after(first, last_moment(resets)) else case.user_movements
    read = bool(movements) and all(_moves(one, empty=False) and not one.paused for one in movements)
    fed = [movement for movement in movements if movement.fed]
    return read and bool(fed) and all(movement.looked > 1 for movement in movements) and keep_pace(fed)


def _moves(movement: Movement | None, empty: bool) -> bool:
    if movement is None:
        return empty
    return not (movement.stuck_while_growing or (movement.left_standing and not movement.keeps_up))


def _members_stay(case: Case) -> bool:
    """A broker's log tells who comes and goes; else several lists name the same clients, none of them started lately by
    the client's own clock. A list that differs from the members of the end by clients alone that a broker's log saw go
    or come does not count; consumerStatus and running info leave out who does not answer."""
    if any(channel.live for channel in case.channels):
        return True
    gone = {channel.client_id for channel in case.channels if channel.closed}
    came = {channel.client_id for channel in case.channels if channel.opened}
    lists = [(roster.by_broker, frozenset(roster.client_ids)) for roster in case.rosters]
    if case.running:
        lists.append((False, frozenset(case.newest_running)))
    alike = []
    for by_broker, listed in lists:
        before_a_change = listed != case.live and listed - case.live <= gone and case.live - listed <= came
        if not before_a_change:
            alike.append(listed == case.live if by_broker else listed <= case.live)
    started = [(info.started_at, info.asked_at) for info in case.running]
    lately = any(start and asked and asked - start < SETTLED for start, asked in started)
    return len(alike) > 1 and all(alike) and not lately
