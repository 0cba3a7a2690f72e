"""Is anything consumed twice? Queues with several readers now, and messages that came again: after a change of hands,
after offsets were put back, and since nobody returned or acknowledged them in time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Course, Movement
from rmqkit.diagnosis.case.popped import pulls
from rmqkit.diagnosis.case.read_twice import (
    delivered_twice,
    persistent_double_reads,
    read_side_by_side,
    was_dropped_before,
    windows_read_again,
)
from rmqkit.diagnosis.case.worlds import accepted_allocation, doubled_retries
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.handovers import Window
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import (
    Event,
    brokers_of,
    clients_in,
    first_moment,
    last_moment,
    messages_in,
    places_of,
    times_of,
    topics_in,
)
from rmqkit.diagnosis.facts.transitions import A_MOMENT_AGO, DEFAULTS, FAILED_LATELY
from rmqkit.diagnosis.finding import Finding, causes_of
from rmqkit.diagnosis.finding_table import Seen, finding, words
from rmqkit.diagnosis.relations.members import addresses, broker_of, host_of, queue_named
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.diagnosis.wording import count, enumerated, ranges, short
from rmqkit.language import joined
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import ip_of

Offsets = tuple[str, str, int, int, int]
"""Topic, broker, queue, first offset, offset behind the last."""
sentence = words("duplicate_consumption")


@finding("duplicate_consumption")
def duplicate_consumption(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """By several readers at once; where there are none, by windows of offsets that were read again."""
    readers = _several_readers(case, causes_of("duplicate_consumption", findings))
    if readers:
        yield readers
    else:
        for moved in findings:
            if "duplicate_consumption" in moved.explains and moved.details.get("windows"):
                yield _after_moves(case, moved)
        resets = [moved for moved in findings if moved.id == "offsets_moved"]
        windows = [one for one in windows_read_again(case) if not any(_follows_reset(one, reset) for reset in resets)]
        # By clients' logs of the queues, where there are any, else by the commits themselves.
        below = [event for event in case.records("offset.below_stored") if was_dropped_before(case, event)]
        named = {queue_named(case, event) for event in below}
        written_back = [one for one in windows if one.queue in named]
        if written_back:
            yield _written_back(case, written_back, below)
        others = [one for one in windows if one not in written_back]
        starts = _killed_and_started(case)
        restarted = [one for one in others if _follows_start(one, starts.get(one.queue.broker))]
        if after := _after_restart(case, starts, restarted):
            yield after
        if others := [one for one in others if one not in restarted]:
            yield _changed_hands(others)
        yield from _after_broadcasting(case)
    overdue = [event for event in case.records("failed.sent_back") if event.carried.overdue]
    if overdue:
        yield _sent_back(case, overdue)
    if late := case.records("refused.acknowledgements"):
        yield _acknowledged_too_late(case, late)


def _several_readers(case: Case, causes: Sequence[Finding]) -> Seen | None:
    """The queues that several clients get by what all of them divide, or by the word of a cause; else those that they
    commit side by side: whatever the cause, for longer than a change of hands takes."""
    together = read_side_by_side(case) if causes else persistent_double_reads(case)
    if not (causes or together):
        return None
    retries = doubled_retries(case) if pulls(case) else []
    recomputed = accepted_allocation(case)
    doubled = [*recomputed.doubles(), *retries] if causes and case.everybody_known else []
    # Who broadcasts is given everything, whatever its id's share would be.
    doubled = recomputed.excluding(case.broadcasting, doubled)
    # Of several ids, each tells of its own queues; what only an uncertain one tells of is no more certain.
    unsure = {who for cause in causes if cause.details.get("undecided") for who in cause.clients}
    if any(cause.proven for cause in causes):
        doubled = recomputed.excluding(unsure, doubled)
        causes = [cause for cause in causes if not cause.details.get("undecided")]
    by_cause = [queue for cause in causes for queue in cause.details.get("read_by_several", ())]
    predicted, committed = sorted({*doubled, *by_cause}), sorted({one.queue for one in together})
    queues = predicted or committed
    queues = [queue for queue in queues if queue not in recomputed.without_common_messages]
    if not queues:
        return None
    readers = distinct(
        who for one in recomputed.allocations.values() for queue in queues for who in one.owners.get(queue, ())
    )
    side_by_side = [one for one in together if one.queue in queues]
    readers = readers or distinct(claim.client for one in side_by_side for claim in one.claims)
    more = predicted and any(cause.details.get("more_possible") for cause in causes)
    # mqadmin asks one process of an id (`ConsumerGroupInfo#findChannel`, all versions): where it never answers though
    # another one reads on, it may be the connection of a process that died (brokers keep it for two minutes).
    twins = case.membership.duplicates.keys() & set(readers)
    answered = bool(case.records("offset.below_stored") or case.newest_running.keys() & twins)
    unnamed = (one.never_owned and one.owners and one.consumed > 0 for one in case.movements_of(queues))
    silent = bool(twins) and not answered and any(unnamed)
    proven = any(cause.proven for cause in causes) and not silent
    proof = {"cause": proven} if predicted else {"side_by_side": committed}
    logged = sum({one.queue: one.messages for one in side_by_side}.values())
    twice = 0 if silent else delivered_twice(case, queues) if predicted else logged
    processes = sum(case.membership.duplicates.get(who, 1) for who in readers)
    often = "twice" if processes == 2 else "more_than_once"
    twice_said = [sentence(often, messages=count(twice, "message"))] if twice else []
    several = sentence("at_least_several" if more else "several", queues=count(len(queues), "queue"))
    return Seen(
        case="several_readers",
        signs={"several": queues, **proof},
        title=joined("; ", [several, *twice_said]),
        queues=queues,
        clients=readers,
        evidence=places_of(
            [*case.records("offset.below_stored"), *(claim.commits[-1] for one in side_by_side for claim in one.claims)]
        ),
        since=None if causes else earliest(one.since for one in side_by_side),
        details={"harm": twice_said, "unexplained": not causes},
    )


def _after_moves(case: Case, moved: Finding) -> Seen:
    """Offsets that were put back: what lies between comes again once a reader goes on there."""
    windows: Sequence[Offsets] = list(moved.details["windows"])
    again: Mapping[MessageQueue, int] = moved.details.get("read_again", {})
    # The newest snapshot may have a queue on its way through what an earlier one has behind it; where the queue's end
    # went back as well, nobody knows which is the newest. Without snapshots, clients' commits may end on that way, and
    # their logs soon after the move.
    end, ongoing = latest(log.last for log in case.logs.values()), False
    lately = not is_after(end, moved.until and moved.until + A_MOMENT_AGO)
    for topic, broker, queue, first, last in windows:
        place = MessageQueue(topic, broker, queue)
        movement = case.movements.get(place)
        ongoing |= movement is None and lately and 0 < again.get(place, 0) < last - first
        if movement and movement.moved_last and first <= movement.last.consumer_offset < last:
            further = [row for row in movement.rows if row.consumer_offset > movement.last.consumer_offset]
            ends = [row.broker_offset for row in further]
            ongoing |= bool(ends) and max(ends) <= movement.last.broker_offset
    return Seen(
        case="moved_back" if again else "perhaps_moved_back",
        signs={"moved": windows, "read_on": again, "move_proven": moved.proven},
        values={"messages": count(sum(again.values()), "message")},
        severity=Severity.WARNING if ongoing else Severity.NOTICE,
        ongoing=ongoing,
        queues=again or {MessageQueue(*window[:3]) for window in windows},
        topics=moved.topics,
        brokers=(),
        evidence=moved.evidence,
        since=moved.since,
        until=moved.until,
        details={"windows": windows},
    )


def _follows_reset(window: Window, reset: Finding) -> bool:
    """Whether a window is a reset's: a client that still commits its old place, and the reset queue's next owner,
    follow within a rebalance."""
    if window.queue not in reset.queues and window.queue.topic not in reset.details.get("reset_topics", ()):
        return False
    if window.at is None or reset.since is None:
        return True
    return reset.since - DEFAULTS.handover <= window.at <= (reset.until or reset.since) + DEFAULTS.handover


def _killed_and_started(case: Case) -> dict[str, Event]:
    """By broker, its last start while the group's clients were connected, without a shutdown in order before it."""
    starts = {}
    for event in case.records("serves.broker_started"):
        begun = event.at
        opened = [one.opened_at for one in case.channels if one.file == event.file]
        stopped = [one.last_at for one in case.records("serves.stopping", event.file)]
        there = begun and any(at and at < begun for at in opened)
        if begun and there and not any(at and begun - A_MOMENT_AGO <= at <= begun for at in stopped):
            starts[broker_of(case, event.file) or event.file] = event
    return starts


def _follows_start(window: Window, start: Event | None) -> bool:
    """Whether a queue changed hands as its broker was started: what was committed or stored last tells no bound then."""
    if start is None or start.at is None or window.at is None:
        return False
    return abs(window.at - start.at) <= DEFAULTS.handover


def _after_restart(case: Case, starts: Mapping[str, Event], windows: Sequence[Window]) -> Seen | None:
    """A broker writes its offsets now and then (`flushConsumerOffsetInterval`, 5 s) and when it is shut down in order;
    one that was killed starts with those that it wrote last (`ConsumerOffsetManager`, all versions). Whoever takes a
    queue of its afterwards begins there."""
    queues = [queue for topic in case.topics for queue in queues_of(case, topic) if queue.broker in starts]
    if not queues:
        return None
    events = [starts[broker] for broker in brokers_of(queues)]
    return Seen(
        case="after_restart",
        signs={"restarted": events, "both_committed": 0},
        ongoing=False,
        queues=queues,
        evidence=places_of([*events, *(window.event for window in windows)]),
        since=first_moment(events),
        until=latest([last_moment(events), *(window.at for window in windows)]),
        details={"windows": list(map(_offsets, windows))},
    )


def _changed_hands(windows: Sequence[Window]) -> Seen:
    """Proven where two clients committed the same offsets, which bounds it from below; from above it is bounded by how
    far the first reader of every queue had pulled."""
    sure = [window for window in windows if window.by_both]
    concerned = sure or windows
    bounds = [window.most for window in windows if window.most is not None]
    # One message that holds the offset back at several changes of hands brings the same offsets each time.
    again = grouped(((window.queue, window.first), window.by_both) for window in windows)
    least, most = sum(map(max, again.values())), sum(bounds) if len(bounds) == len(windows) else None
    bounded = ("from_below" if least else "unbounded") if most is None else ("between" if least else "from_above")
    bounded = "exactly" if least and least == most else bounded
    return Seen(
        case="changed_hands" if sure else "perhaps_changed_hands",
        signs={"handed_over": windows, "both_committed": len(sure)},
        title=sentence(bounded, lowest=f"{least:,}", least=count(least, "message"), most=count(most or 0, "message")),
        values=_listed(concerned),
        ongoing=False,
        queues=distinct(window.queue for window in concerned),
        evidence=places_of(window.event for window in concerned),
        since=earliest(window.at for window in concerned),
        until=latest(window.at for window in concerned),
        details={"windows": list(map(_offsets, windows))},
    )


def _offsets(window: Window) -> Offsets:
    return window.queue.topic, window.queue.broker, window.queue.queue, window.first, window.last


def _listed(windows: Sequence[Window]) -> Mapping[str, object]:
    each, listed = Counter(window.queue for window in windows), []
    for one in windows:
        offsets = sentence("one_offset" if one.last - one.first == 1 else "offsets", first=one.first, last=one.last - 1)
        listed.append(
            sentence(
                "open_window" if one.open else "window" if one.by_both else "window_at_most",
                queue=ranges([one.queue]),
                at=sentence("at", start=time_of_day(one.at)) if one.at and each[one.queue] > 1 else "",
                offsets=offsets,
                first=one.first,
            )
        )
    return {"windows": enumerated(listed)}


def _after_broadcasting(case: Case) -> Iterator[Seen]:
    """Clients that are clustering again go on from the brokers' offsets (`RemoteBrokerOffsetStore`), which nobody
    committed while the group was broadcasting (`LocalFileOffsetStore`, all versions): by snapshots of queues that stood
    with messages coming, and went on later. At most what there was when they had gone on comes again."""
    left = case.ever_broadcasting - case.live if not case.broadcasting else ()
    since = latest(channel.closed_at for channel in case.channels if channel.client_id in left)
    windows, shown = {}, []
    for movement in case.user_movements if left else ():
        for (one, other), later, look in zip(
            pairwise(movement.rows), movement.rows[2:], movement.looks[1:], strict=False
        ):
            stood = one.consumer_offset == other.consumer_offset < later.consumer_offset
            if stood and one.broker_offset < other.broker_offset and not is_after(look.at, since):
                windows[movement.queue] = other.consumer_offset, min(later.broker_offset, movement.last.consumer_offset)
                shown.append(look.place(other))
    if windows:
        who = [case.subscriptions[client] for client in sorted(left)]
        yield Seen(
            case="after_broadcasting",
            signs={"was_broadcasting": left, "stood": windows, "read_meanwhile": False},
            values={"messages": count(sum(last - first for first, last in windows.values()), "message")},
            ongoing=False,
            queues=windows,
            clients=sorted(left),
            evidence=(*(place for words in who[:2] for place in words.places[:1]), *shown[:4]),
            since=since,
            until=since,
        )


def _written_back(case: Case, windows: Sequence[Window], below: Sequence[Event]) -> Seen:
    """Commits below the stored offset by a client that had been dropped: others had consumed what lies between."""
    again = [window for window in windows if window.by_both]
    named = addresses(case)
    clients = distinct(named.get(event.address or "") or host_of(event.address or "") for event in below)
    messages = sum(window.by_both for window in again) or sum(window.last - window.first for window in windows)
    return Seen(
        case="written_back" if again else "perhaps_written_back",
        signs={"written_below": windows, "passed_again": again},
        values={"clients": short(clients), "messages": count(messages, "message"), **_listed(windows)},
        ongoing=False,
        queues=distinct(window.queue for window in windows),
        clients=distinct(who for who in case.listed_ids | case.live if who in clients or ip_of(who) in clients),
        evidence=places_of([*below[:6], *(window.event for window in windows)]),
        since=earliest(window.at for window in windows),
        until=latest(window.at for window in windows),
        details={"windows": list(map(_offsets, windows))},
    )


def _sent_back(case: Case, overdue: Sequence[Event]) -> Seen:
    """What clients sent back while their listeners were still at it comes again after 10 s, to any client of the group
    (`ProcessQueue#cleanExpiredMsg`, every consumeTimeout, all versions). The listener is not stopped."""
    ongoing = any(case.recent(event, FAILED_LATELY) for event in overdue)
    ids, exact = messages_in(overdue)
    times = count(times_of(overdue), "time")
    retried = [movement for queue, movement in case.movements.items() if queue.topic == case.retry_topic]
    return Seen(
        case="overdue",
        signs={
            "overdue": times_of(overdue),
            "read_to_end": sum(one.last.consumer_offset for one in retried if not one.last.diff),
        },
        values={"times": joined(", ", [times, count(len(ids), "message")]) if exact else times},
        course=Course(overdue, ongoing, over=not ongoing),
        topics=topics_in(overdue),
        evidence=(*places_of((*overdue[:3], *overdue[3:][-2:])), *places_of(retried[:2])),
    )


def _acknowledged_too_late(case: Case, late: Sequence[Event]) -> Seen:
    """What a client of 5.x took and acknowledged when its invisible time was over: the proxy refuses that
    (`AbstractProcessor#validateReceiptHandle`), and the broker gives out again what is not acknowledged, through retry
    topics (`PopReviveService#reviveRetry`, 5.0.0 and later)."""
    first, last = first_moment(late), last_moment(late)
    # Snapshots made well after that moment may show the retry topics read to their end, and what was stored there last
    # as old: client logs of which lines were picked out end with the last refusal.
    shown = [seen for queue, seen in case.newest_looks.items() if case.is_retry_topic(queue.topic)]
    quiet = [
        look.at - max(last, row.last_time) > case.transitions.repeated
        for look, row in shown
        if last and look.at and row.last_time and not row.diff
    ]
    none_came = bool(shown) and len(quiet) == len(shown) and all(quiet)
    ongoing = any(map(case.recent, late)) and not none_came

    def meanwhile(movement: Movement) -> bool:
        oldest, newest = movement.looks[0].at, movement.looks[-1].at
        return bool(first and last and oldest and newest) and not is_after(first, newest) and is_after(last, oldest)

    retried = [one for queue, one in case.movements.items() if case.is_retry_topic(queue.topic) and one.consumed > 0]
    again = list(filter(meanwhile, retried))
    return Seen(
        case="acknowledged_too_late",
        signs={"too_late": times_of(late), "given_out_again": sum(movement.consumed for movement in again)},
        values={"answers": count(times_of(late), "acknowledgement")},
        course=Course(late, ongoing, over=not ongoing),
        topics=topics_in(late),
        clients=clients_in(late),
        evidence=(*places_of((*late[:2], *late[2:][-2:])), *case.first_and_last_places([one.queue for one in again])),
    )
