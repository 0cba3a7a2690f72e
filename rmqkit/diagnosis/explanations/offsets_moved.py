"""Were offsets put otherwise than by consuming:
reset by somebody, or corrected because the queue does not have them?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.offset_moves import (
    OffsetMove,
    commits_below_after,
    corrections,
    repeated_corrections,
    resets,
    resets_ignored,
    resets_taken_up,
    seen_moves,
    told_moves,
)
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.claims import Claim, Severity, Sign, about, core, follows, need
from rmqkit.diagnosis.commands import BROKER_LOG, PROGRESS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.handovers import CORRECTIONS, RESETS
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, latest
from rmqkit.diagnosis.facts.logs import (
    Event,
    EvidenceLine,
    clients_in,
    first_moment,
    last_moment,
    places_of,
    times_of,
    topics_in,
)
from rmqkit.diagnosis.facts.transitions import A_MOMENT_AGO
from rmqkit.diagnosis.wording import count, enumerated, ranges
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq import MessageQueue

ID = "offsets_moved"
_BY_WHOM = say("No log tells who moved them: a reset, or a queue that changed hands.")
_MEANING = say("An offset N below the old one R delivers R-N messages again, one above it skips N-R.")


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By what brokers and clients say of a reset or a correction, by the command's own output, else
    by looks at offsets that went back; last by resets of which nobody says that they took hold."""
    asked, commands, back = resets(case), _reset_commands(case), _went_back(case)
    followed = _is_followed(case, asked, commands, back)
    told = asked if followed else _that_took_hold(case, asked)
    if records := [*told, *corrections(case)]:
        yield _by_logs(case, records)
    elif wrote := [answer for answer in commands if followed or answer.said.wrote_offsets]:
        yield _by_command(case, wrote)
    else:
        if asked or commands:
            yield _only_asked(case, asked, commands)
        if back:
            yield _by_looks(case, back)


def _reset_commands(case: Case) -> list[Answer]:
    """Where mqadmin says that it reset offsets, or asked for it."""
    return [answer for answer in case.facts.answers if answer.said.was_reset]


def _went_back(case: Case) -> list[OffsetMove]:
    return [move for move in seen_moves(case) if move.back]


def _that_took_hold(case: Case, asked: Sequence[Event]) -> Sequence[Event]:
    """What proves that a reset moved something; where no client ignored it, with the records of who
    asked for it: they tell when, and of whom."""
    taken_up = resets_taken_up(case)
    return asked if taken_up and not resets_ignored(case) else taken_up


def _is_followed(case: Case, asked: Sequence[Event], commands: Sequence[Answer], back: Sequence[OffsetMove]) -> bool:
    """Whether offsets are lower after somebody asked for a reset, and no client says that it ignores it."""
    since = earliest([first_moment(asked), *(answer.at for answer in commands)])
    lower = [move for move in back if not (since and move.at and move.at < since)]
    return not resets_ignored(case) and bool(lower or commits_below_after(case, asked))


def _by_logs(case: Case, said: Sequence[Event]) -> Claim:
    moves, reset = [*told_moves(case), *seen_moves(case)], topics_in(resets(case))
    lately = any(_lately(case, event) for event in said)
    signs = (
        core(say("a broker or a client says that offsets were moved"), times_of(said)),
        follows(say("queues go on at another offset"), len(moves)),
    )
    claim = _claim(case, moves, signs, places_of(said[:6]), reset)
    was_reset = any(event.event in RESETS for event in said)
    return replace(
        claim,
        title=_title(_extent(case, moves, reset), was_reset=was_reset),
        severity=Severity.WARNING if lately else Severity.NOTICE,
        ongoing=any(_lately(case, event) for event in repeated_corrections(case)),
        topics=case.facts.own_topics([*topics_in(said), *claim.topics]),
        clients=clients_in(said),
        since=first_moment(said),
        until=last_moment(said),
    )


def _by_command(case: Case, commands: Sequence[Answer]) -> Claim:
    """mqadmin wrote the offsets into the brokers (`ResetOffsetByTimeOldCommand`), or looks show that they moved."""
    moves = [move for move in seen_moves(case) if move.old is not None]
    moments = [answer.at for answer in commands]
    reset = distinct(answer.topic for answer in commands)
    signs = (
        core(say("mqadmin says that it reset offsets"), len(commands)),
        follows(say("queues go on at another offset"), len(moves)),
    )
    claim = _claim(case, moves, signs, places_of(commands[:6]), reset)
    return replace(claim, topics=distinct([*reset, *claim.topics]), since=earliest(moments), until=latest(moments))


def _only_asked(case: Case, asked: Sequence[Event], commands: Sequence[Answer]) -> Claim:
    """A broker that does not write offsets itself sends a reset to the clients, one-way, and calls
    that success (`Broker2Client#resetOffset`, all versions); mqadmin prints what was sent
    (`ResetOffsetByTimeCommand`). Only push consumers take it up."""
    ignored, sent = resets_ignored(case), [event for event in asked if event.event == "offset_reset_sent"]
    by_all = times_of(ignored) >= times_of(sent)
    topics = case.facts.own_topics(distinct([*topics_in(asked), *(answer.topic for answer in commands)]))
    return Claim(
        ID,
        say("Offsets were to be reset: whether clients took it up is not in the evidence"),
        say(
            "A broker sends a reset to the group's clients and does not wait for them. Push "
            "consumers take it up within 10 s; pull and lite pull consumers ignore it."
        ),
        Severity.NOTICE,
        signs=(
            follows(say("a broker or mqadmin says that a reset was asked for"), times_of(asked) + len(commands)),
            core(
                say("a client takes the reset up, or queues go on at another offset"),
                0,
                command=PROGRESS,
                against=places_of(ignored) if by_all else (),
            ),
        ),
        ongoing=False,
        topics=topics,
        clients=clients_in(sent),
        evidence=(*places_of(asked[:6]), *places_of(commands[:6])),
        since=earliest([first_moment(asked), *(answer.at for answer in commands)]),
        until=latest([last_moment(asked), *(answer.at for answer in commands)]),
    )


def _claim(
    case: Case,
    moves: Sequence[OffsetMove],
    signs: tuple[Sign, ...],
    said: tuple[EvidenceLine, ...],
    reset: tuple[str, ...],
) -> Claim:
    """Offsets that somebody says were put elsewhere. A reset is of a topic: it moves each of its
    queues, also those of which no record tells."""
    queues = distinct(move.queue for move in moves)
    return Claim(
        ID,
        _title(_extent(case, moves, reset), was_reset=True),
        joined(" ", [_meaning(moves), _moves_text(moves)]),
        Severity.WARNING,
        signs=signs,
        ongoing=False,
        **about(queues),
        evidence=(*said, *(move.place for move in moves[:6])),
        explains=("duplicate_consumption",),
        details={"windows": _windows(moves), "read_again": _read_again(moves), "reset_topics": reset},
    )


def _by_looks(case: Case, back: Sequence[OffsetMove]) -> Claim:
    """A change of hands puts an offset back as well, by what one commit interval holds."""
    queues = distinct(move.queue for move in back)
    return Claim(
        ID,
        say("Offsets seem to have been moved: {extent}", extent=_extent(case, back, ())),
        joined(" ", [_meaning(back), _moves_text(back), _BY_WHOM]),
        Severity.NOTICE,
        signs=(
            follows(say("a committed offset is lower than at the look before"), len(back)),
            need(say("a broker or a client says that offsets were moved"), met=False, command=BROKER_LOG),
        ),
        ongoing=False,
        **about(queues),
        evidence=tuple(move.place for move in back),
        since=earliest(move.at for move in back),
    )


def _lately(case: Case, event: Event) -> bool:
    return event.last_at is None or case.recent(event, A_MOMENT_AGO)


def _windows(moves: Sequence[OffsetMove]) -> list[tuple[str, str, int, int, int]]:
    """Per queue, the offsets that were delivered again:
    from the lowest it went back to, up to where it had been."""
    windows: dict[tuple[str, str, int], tuple[int, int]] = {}
    for move in moves:
        if move.back and move.reached is not None:
            queue = (move.queue.topic, move.queue.broker, move.queue.queue)
            first, last = windows.get(queue, (move.new, move.reached))
            windows[queue] = (min(first, move.new), max(last, move.reached))
    return [(*queue, first, last) for queue, (first, last) in sorted(windows.items())]


def _read_again(moves: Sequence[OffsetMove]) -> dict[MessageQueue, int]:
    """Per queue, how many offsets a reader was seen to pass again; several sources tell of one move."""
    again: dict[MessageQueue, int] = {}
    for move in moves:
        if move.again:
            again[move.queue] = max(again.get(move.queue, 0), move.again)
    return again


def _title(extent: Phrase, was_reset: bool) -> Phrase:
    if was_reset:
        return say("Offsets were reset: {extent}", extent=extent)
    return say("Offsets were corrected: {extent}", extent=extent)


def _extent(case: Case, moves: Sequence[OffsetMove], reset: Sequence[str]) -> Phrase:
    """How much came again and was skipped. `reset`: the topics whose every queue was moved; an
    upper bound needs all of them accounted for."""
    known = {move.queue for move in moves}
    whole = all(known.issuperset(queues_of(case.facts, topic)) for topic in reset)
    back = [move for move in moves if move.back]
    ahead = [move for move in moves if move.ahead]
    parts = [
        _delivered_again(back, whole=whole) if back else "",
        _skipped(ahead, whole=whole) if ahead else "",
        _past_the_end(moves),
    ]
    return joined(", ", parts) or say("how far is not in the evidence")


def _delivered_again(back: Sequence[OffsetMove], *, whole: bool) -> Phrase:
    """By readers that passed the same offsets again, from below; by how far one had pulled, from above.

    How far a queue was committed bounds it from neither side: more was consumed since, and what is
    to come again has not come yet.
    """
    passed = sum(_read_again(back).values())
    if passed:
        return say("at least {messages} delivered again", messages=count(passed, "message"))
    if whole and all(move.pulled for move in back):
        most = sum(last - first for *_, first, last in _windows(back))
        return say("up to {messages} delivered again", messages=count(most, "message"))
    return say("messages of {queues} or more delivered again", queues=_queues(back))


def _skipped(ahead: Sequence[OffsetMove], *, whole: bool) -> Phrase:
    """Up to as many as lie between the old place and the new one: what was consumed and not yet
    committed was not skipped."""
    if not whole:
        return say("messages of {queues} or more skipped", queues=_queues(ahead))
    skipped = sum(move.new - (move.old or 0) for move in ahead)
    return say("up to {messages} skipped", messages=count(skipped, "message"))


def _past_the_end(moves: Sequence[OffsetMove]) -> Phrase | str:
    """What a queue that was made anew held before the place that its reader was sent to, nobody was given."""
    past = [move for move in moves if move.past_the_end and not move.back]
    anew = [move for move in past if move.anew]
    shorter = [move for move in past if not move.anew]
    ended = say("{queues} ended before the group's offset", queues=_queues(shorter)) if shorter else ""
    return joined(", ", [_skipped_anew(anew), ended])


def _skipped_anew(anew: Sequence[OffsetMove]) -> Phrase | str:
    """Nothing where a queue's first offset is not told."""
    before = grouped((move.queue, move.new - move.first) for move in anew if move.first is not None)
    if not anew or before.keys() != {move.queue for move in anew}:
        return ""
    skipped = sum(max(0, *of_queue) for of_queue in before.values())
    return say(
        "up to {messages} of {queues} made anew skipped", messages=count(skipped, "message"), queues=_queues(anew)
    )


def _queues(moves: Sequence[OffsetMove]) -> Phrase:
    return count(len({move.queue for move in moves}), "queue")


def _meaning(moves: Sequence[OffsetMove]) -> Phrase:
    """What a move amounts to; a queue that ends before the old place is not the one that was read, or not whole."""
    if not moves or not all(move.past_the_end for move in moves):
        return _MEANING
    return say(
        "An offset beyond its queue's end is replaced by a place within it: the topic was made anew, or the broker lost "
        "messages. Numbers behind that end are given to new messages, so that nothing comes again by them; of a queue "
        "made anew, what was stored before that place is skipped."
    )


def _moves_text(moves: Sequence[OffsetMove]) -> Phrase | str:
    return enumerated(
        [say("{queue} from {old} to {new}", queue=ranges([move.queue]), old=move.old, new=move.new) for move in moves]
    )


EXPLANATION = Explanation(
    id=ID,
    rank=85,
    claims=claims,
    command=BROKER_LOG,
    messages=frozenset(
        {*RESETS, *CORRECTIONS, "offset_moved_back", "offset_commit_rejected", "offset_went_back", "consumer_suspended"}
    ),
    kind=CAUSE,
    what="The group's offsets were moved otherwise than by consuming: somebody reset them, or a broker corrected an offset "
    "that its queue does not have. Back delivers messages again, ahead skips them.",
    confirm="The broker's log: '[reset-offset]' or 'PULL_OFFSET_MOVED'; the client's: 'reset offset operation', OFFSET_ILLEGAL.",
    remedy=(
        "Ask who reset the offsets, and whether what was delivered again or skipped was meant to be.",
        "Where they were corrected: messages were deleted before the group read them, or the offset is beyond the "
        "queue's end, since its store is younger or a slave behind its master answered. Look at fileReservedTime and at store.log.",
    ),
    do_not=("Do not reset once more before it is known which messages were skipped or delivered again.",),
)
