"""Were offsets put otherwise than by consuming: reset by somebody, or corrected since the queue does not have them?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.offset_moves import OffsetMove, logged_moves, seen_moves
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import (
    Event,
    brokers_of,
    clients_in,
    first_moment,
    last_moment,
    places_of,
    reported_after,
    times_of,
    topics_in,
)
from rmqkit.diagnosis.facts.transitions import A_MOMENT_AGO, RESET_PAUSES, SAME_MOMENT
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, words
from rmqkit.diagnosis.relations.members import queue_named
from rmqkit.diagnosis.relations.offsets import corrections, resets
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.diagnosis.wording import count, enumerated, ranges, short
from rmqkit.language import Phrase, joined
from rmqkit.language.clock import moment
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_defaults import MOST_HELD

_say = words("offsets_moved")


@finding("offsets_moved")
def offsets_moved(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By what brokers, clients and mqadmin say of a reset or a correction, else by snapshots of offsets that went back;
    last by resets of which nobody says that they took hold."""
    reset, corrected, seen = resets(case), corrections(case), list(seen_moves(case))
    commands = [answer for answer in case.answers if answer.said.was_reset]
    back = [move for move in seen if move.back]
    since = earliest([first_moment(reset.asked), *(answer.at for answer in commands)])
    lower = [move for move in back if not is_after(since, move.at)]
    took_hold = not reset.ignored and bool(lower or reset.followed)
    # Where no client ignored it, the records of who asked for it tell when, and of whom.
    everything = took_hold or (reset.taken_up and not reset.ignored)
    said = [*(reset.asked if everything else reset.taken_up), *corrected]
    wrote = [answer for answer in commands if took_hold or answer.said.wrote_offsets]
    if said or wrote:
        yield _moved(case, said, wrote, [*logged_moves(case, reset), *seen])
        return
    if reset.asked or commands:
        # A broker that does not write offsets itself sends a reset to the clients, one-way, and calls that success
        # (`Broker2Client#resetOffset`, all versions); mqadmin prints what was sent (`ResetOffsetByTimeCommand`).
        sent = [event for event in reset.asked if event.tells("offset.reset_sent")]
        ignored_by_all = times_of(reset.ignored) >= times_of(sent)
        yield Seen(
            case="only_asked",
            signs={
                "asked": times_of(reset.asked) + len(commands),
                "taken_up": Witnesses((), places_of(reset.ignored) if ignored_by_all else ()),
            },
            ongoing=False,
            topics=case.own_topics([*topics_in(reset.asked), *(answer.topic for answer in commands)]),
            clients=clients_in(sent),
            evidence=places_of((*reset.asked[:6], *commands[:6])),
            since=since,
            until=latest([last_moment(reset.asked), *(answer.at for answer in commands)]),
        )
    if back:
        yield _only_seen(case, back)


def _moved(case: Case, said: Sequence[Event], wrote: Sequence[Answer], moves: Sequence[OffsetMove]) -> Seen:
    """By whoever says so; the moves tell how far. It goes on where a reader of one queue is told the same offset again,
    later: it did not take it, and is refused anew."""
    lately = [event for event in said if event.last_at is None or case.recent(event, A_MOMENT_AGO)]
    again = [one for one in lately if one.times > 1 and one.queue is not None and is_after(one.last_at, one.at)]
    unplaced = _without_queue(case, said)
    of_resets = [event for event in said if event.tells("offset.resets")]
    topics = distinct([*topics_in(of_resets), *(answer.topic for answer in wrote)])
    moves, accounted_for = [move for move in moves if move.old != move.new], {move.queue for move in moves}
    queues = distinct(move.queue for move in moves)
    # The hosts that asked brokers for it (`AdminBrokerProcessor#resetOffset`, all versions).
    started = [event.address for event in said if event.tells("offset.reset_started")]
    hosts = distinct(address.rpartition(":")[0] or address for address in started if address)
    asked_from = _say("asked_from", hosts=short(hosts)) if hosts else ""
    # The times that the orders name: what was stored from then on.
    times = sorted({wish.to for event in said if (wish := event.carried.reset_request) and wish.to})
    wanted = _say("to_time", times=joined(", ", map(moment, times))) if times else _meaning_of(unplaced)
    suspended = reported_after(case.records("member.suspended"), first_moment(of_resets))
    last = last_moment(of_resets)
    ends = last and last + RESET_PAUSES * len(brokers_of(queues))
    paused = [event for event in suspended if not is_after(event.at, ends)]
    since = earliest([first_moment(said), *(answer.at for answer in wrote)])
    return Seen(
        case="" if of_resets or wrote else "corrected",
        signs={"said": times_of(said) + len(wrote), "elsewhere": moves},
        values={"extent": _extent(case, moves, topics, accounted_for, unplaced)},
        why=_why(moves, asked_from, _say("paused") if paused else "", wanted, unplaced),
        severity=Severity.WARNING if lately or not said else Severity.NOTICE,
        ongoing=any(event.carried.told_the_same_again for event in again if not event.tells("offset.resets")),
        topics=case.own_topics([*topics_in(said), *topics, *(queue.topic for queue in queues)]),
        queues=queues,
        clients=clients_in(said),
        evidence=places_of((*said[:6], *wrote[:6], *moves[:6])),
        since=since,
        until=latest([last_moment([*said, *paused]), *(answer.at for answer in wrote)]),
        details={
            **_details(moves),
            "reset_topics": topics,
            "may_repeat": any(move.back for move in moves) or (not moves and bool(times)),
            "may_skip": not all(move.back or move.deleted for move in moves) if moves else not unplaced,
            "stored_from": moment(times[0]) if times and since and since - times[0] > SAME_MOMENT else "",
            "stored_until": moment(since) if since else "",
        },
    )


def _only_seen(case: Case, back: Sequence[OffsetMove]) -> Seen:
    """A change of hands puts an offset back as well, by what one commit interval holds; what goes back further than a
    client holds comes again."""
    far = [move for move in back if move.reached - move.new > MOST_HELD]
    return Seen(
        case="only_seen",
        signs={"lower": back, "said": False},
        values={"extent": _extent(case, back, (), ())},
        why=_why(back, _say("by_whom")),
        ongoing=False,
        queues=distinct(move.queue for move in back),
        evidence=places_of(back),
        explains=None if far else (),
        since=earliest(move.at for move in back),
        details={**_details(far), "may_repeat": True},
    )


def _details(moves: Sequence[OffsetMove]) -> Mapping[str, Any]:
    """Per queue, the offsets that were delivered again, from the lowest it went back to, up to where it had been; and
    how many of them a reader was seen to pass again, for several sources tell of one move."""
    back = grouped((move.queue, (move.new, move.reached)) for move in moves if move.back)
    windows = {queue: (min(new for new, _ in own), max(old for _, old in own)) for queue, own in back.items()}
    again = grouped((move.queue, move.again) for move in moves if move.again)
    return {
        "windows": [(queue.topic, queue.broker, queue.queue, *window) for queue, window in sorted(windows.items())],
        "read_again": {queue: max(passed) for queue, passed in again.items()},
    }


def _without_queue(case: Case, said: Sequence[Event]) -> list[tuple[str, int, int]]:
    """What a broker corrected without naming the queue, each correction once: topic, old and new offset
    (`PullMessageProcessor#processRequest`, PULL_OFFSET_MOVED, all versions)."""
    changes = [(event, event.carried.offset_change) for event in said if queue_named(case, event) is None]
    known = [(event.topic, one.old, one.new) for event, one in changes if one]
    whole = ((topic, old, new) for topic, old, new in known if topic and old is not None and new is not None)
    return list(distinct(whole))


def _meaning_of(unplaced: Sequence[tuple[str, int, int]]) -> Phrase | str:
    """Only a queue that begins later puts an offset up, and only one that ends before it puts it down
    (`DefaultMessageStore#getMessage`, all versions)."""
    if not unplaced:
        return ""
    higher = {new > old for _, old, new in unplaced}
    return "" if len(higher) > 1 else _say("were_deleted" if higher == {True} else "beyond_and_back")


def _extent(
    case: Case,
    moves: Sequence[OffsetMove],
    reset: Sequence[str],
    accounted_for: Collection[MessageQueue],
    unplaced: Sequence[tuple[str, int, int]] = (),
) -> Phrase:
    """How much came again and was skipped: by how far queues were committed, from below, which is to come again where
    no reader was seen to pass it; by how far one had pulled, from above, where every queue is accounted for of the
    topics that were reset."""
    whole = set(accounted_for).issuperset(queue for topic in reset for queue in queues_of(case, topic))
    back, deleted = [move for move in moves if move.back], [move for move in moves if move.deleted]
    ahead = [move for move in moves if move.ahead and not move.deleted]
    shorter = [move for move in moves if move.end is not None and not move.back]
    parts: list[Phrase | str] = []
    details, committed = _details(back), [move for move in back if not move.pulled and move.end is None]
    passed, set_back = sum(details["read_again"].values()), _between(_details(committed)["windows"])
    if passed < set_back:
        parts.append(_say("set_back", queues=_number(committed), messages=count(set_back, "message")))
    elif passed:
        parts.append(_say("again_at_least", messages=count(passed, "message")))
    elif back and whole and all(move.pulled for move in back):
        parts.append(_say("again_at_most", messages=count(_between(details["windows"]), "message")))
    elif back:
        parts.append(_say("again", queues=_number(back)))
    lost = sum(move.new - move.old for move in {move.queue: move for move in deleted}.values())
    lost += sum(new - old for _, old, new in unplaced if new > old)
    if lost:
        parts.append(_say("deleted", messages=count(lost, "message")))
    if ahead and whole:
        parts.append(_say("skipped_at_most", messages=count(sum(move.new - move.old for move in ahead), "message")))
    elif ahead:
        parts.append(_say("skipped", queues=_number(ahead)))
    # What a queue that was created anew held before the place that its reader was sent to, nobody was given; nothing is
    # said where a queue's first offset is not known.
    anew = [move for move in shorter if move.anew]
    held_before = grouped((move.queue, move.new - move.first) for move in anew if move.first is not None)
    if anew and held_before.keys() == {move.queue for move in anew}:
        lost = sum(max(0, *of_queue) for of_queue in held_before.values())
        parts.append(_say("skipped_anew", messages=count(lost, "message"), queues=_number(anew)))
    if ended := [move for move in shorter if not move.anew]:
        parts.append(_say("ended_before", queues=_number(ended)))
    return joined(", ", parts) or _say("unknown")


def _between(windows: Sequence[tuple[Any, ...]]) -> int:
    return sum(last - first for *_, first, last in windows)


def _number(moves: Sequence[OffsetMove]) -> Phrase:
    return count(len({move.queue for move in moves}), "queue")


def _why(
    moves: Sequence[OffsetMove],
    more: Phrase | str,
    paused: Phrase | str = "",
    wanted: Phrase | str = "",
    unplaced: Sequence[tuple[str, int, int]] = (),
) -> Phrase:
    """What a move amounts to; a queue that ends before the old place is not the one that was read, or not whole."""
    meaning = wanted or _say("meaning")
    if moves and all(move.end is not None for move in moves):
        # A reader is sent to the first message of a queue that still has it, else to the end
        # (`DefaultMessageStore#getMessage`, OFFSET_OVERFLOW_BADLY, all versions).
        meaning = _say("beyond_and_back" if any(move.back for move in moves) else "beyond_the_end")
    of_queues = {move.queue: move for move in reversed(moves)}
    ordered = [of_queues[queue] for queue in distinct(move.queue for move in moves)]
    each = [_say("move", queue=ranges([move.queue]), old=move.old, new=move.new) for move in ordered]
    each += [_say("move", queue=topic, old=old, new=new) for topic, old, new in unplaced]
    moved = _say("moved", moves=enumerated(each)) if each else ""
    return joined(" ", [meaning, paused, moved, more])
