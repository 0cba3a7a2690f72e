"""Were offsets put otherwise than by consuming:
reset by somebody, or corrected because the queue does not have them?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise, takewhile

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import MOST_HELD, GoneBack, Movement, brokers_gone_back
from rmqkit.diagnosis.case.members import broker_of, queue_named
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.claims import Claim, Rival, Severity, Sign, about, core, follows, need
from rmqkit.diagnosis.commands import BROKER_LOG, PROGRESS, ROUTE, TOPIC_STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.group import Answer, Snapshot
from rmqkit.diagnosis.facts.handovers import ASKED_RESETS, CORRECTIONS, RESETS
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after, latest
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
from rmqkit.diagnosis.facts.transitions import A_MOMENT_AGO, RESET_TAKEN_UP
from rmqkit.diagnosis.wording import count, enumerated, ranges, short
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import RETRY_PREFIX

ID = "offsets_moved"
_BY_WHOM = say("No log tells who moved them: a reset, or a queue that changed hands.")
# `RocketMQSourceFunction#initializeState` of RocketMQ's connector for Flink (`RocketMQSource` in its first versions).
_RESTORED = "offsets_restored"
_BY_ITS_STATE = say(
    "A Flink job began at the offsets of its own checkpoint or savepoint, whatever brokers have stored: look at which one "
    "it was started from."
)
_MEANING = say("An offset N below the old one R delivers R-N messages again, one above it skips N-R.")


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By what brokers and clients say of a reset or a correction, by the command's own output, else
    by looks at offsets that went back; last by resets of which nobody says that they took hold."""
    yield from (_with_its_broker(case, broker, went) for broker, went in brokers_gone_back(case).items())
    asked, commands, back = resets(case), _reset_commands(case), _went_back(case)
    followed = _is_followed(case, asked, commands, back)
    told = asked if followed else _that_took_hold(case, asked)
    if records := [*told, *corrections(case)]:
        yield _by_logs(case, records)
    elif wrote := commands if followed else _that_wrote(commands):
        yield _by_command(case, wrote)
    else:
        if asked or commands:
            yield _only_asked(case, asked, commands)
        if back:
            yield _by_looks(case, back)
    yield from _by_copies(case)


def _reset_commands(case: Case) -> list[Answer]:
    """Where mqadmin says that it reset offsets, or asked for it."""
    return [answer for answer in case.answers if answer.said.was_reset]


def _that_wrote(commands: Sequence[Answer]) -> list[Answer]:
    """Those that put the offsets into the brokers themselves."""
    return [answer for answer in commands if answer.said.wrote_offsets]


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
        why=joined(" ", [claim.why, _asked_from(said)]),
        severity=Severity.WARNING if lately else Severity.NOTICE,
        ongoing=any(_lately(case, event) for event in repeated_corrections(case)),
        topics=case.own_topics([*topics_in(said), *claim.topics]),
        clients=clients_in(said),
        since=first_moment(said),
        until=last_moment(said),
    )


def _asked_from(said: Iterable[Event]) -> Phrase | str:
    """The hosts that asked brokers for it (`AdminBrokerProcessor#resetOffset`, all versions)."""
    started = [event.address for event in said if event.event == "offset_reset_started"]
    hosts = distinct(address.rpartition(":")[0] or address for address in started if address)
    return say("It was asked for from {hosts}.", hosts=short(hosts)) if hosts else ""


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
    topics = case.own_topics(distinct([*topics_in(asked), *(answer.topic for answer in commands)]))
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
    """A change of hands puts an offset back as well, by what one commit interval holds; what goes back further
    than a client holds comes again."""
    queues = distinct(move.queue for move in back)
    far = [move for move in back if move.reached is not None and move.reached - move.new > MOST_HELD]
    restored = case.events_named(_RESTORED)
    return Claim(
        ID,
        say("Offsets seem to have been moved: {extent}", extent=_extent(case, back, ())),
        joined(" ", [_meaning(back), _moves_text(back), _BY_ITS_STATE if restored else _BY_WHOM]),
        Severity.NOTICE,
        signs=(
            follows(say("a committed offset is lower than at the look before"), len(back)),
            need(say("a broker or a client says that offsets were moved"), met=False, command=BROKER_LOG),
        ),
        ongoing=False,
        **about(queues),
        evidence=(*places_of(restored[:2]), *(move.place for move in back)),
        explains=("duplicate_consumption",) if far else (),
        since=earliest(move.at for move in back),
        details={"windows": _windows(far), "read_again": _read_again(far)},
    )


def _with_its_broker(case: Case, broker: str, went: GoneBack) -> Claim:
    """A broker whose store went back: what it had stored since is gone, and its numbers are given anew."""
    queues = distinct(earlier.queue for earlier, _ in went.rows)
    return Claim(
        ID,
        say(
            "{broker} came back with an older store: its queues end {lost} before where they had ended",
            broker=broker,
            lost=count(went.lost, "message"),
        ),
        say(
            "All queues of {broker} that changed end lower than at the look before, the group's offsets went back with "
            "them, and the other brokers went on. A copy of the store was put back, its end was lost, or a slave took "
            "over that lacked it. What lay between is gone, up to {unread} of it not yet consumed by the group; new "
            "messages are given the same offsets. The consumers did not lose it.",
            broker=broker,
            unread=count(went.unread, "message"),
        ),
        Severity.WARNING,
        signs=(
            core(say("all queues of one broker end lower, and the others do not"), len(went.rows)),
            need(say("the broker was away in between"), met=True),
        ),
        rivals=(
            Rival(
                say("the topics were deleted on the broker and made anew"),
                _had_messages_deleted(case, queues),
                TOPIC_STATUS,
            ),
            Rival(
                say("a slave answers while its master is away"),
                bool(went.starts) or _is_routed_by_its_master(case, broker),
                ROUTE,
            ),
        ),
        ongoing=False,
        **about(queues),
        evidence=tuple(
            look.place(row)
            for earlier, later in went.rows[:3]
            for look, row in ((went.before, earlier), (went.after, later))
        )
        + places_of(went.starts[:2]),
        details={"gone_back": broker},
        since=went.before.at,
        until=went.after.at,
    )


def _had_messages_deleted(case: Case, queues: Iterable[MessageQueue]) -> bool:
    """Whether one of them begins behind 0, as no queue does that was just made."""
    ends = [case.ends.get(queue) for queue in queues]
    return any(end.min_offset for end in ends if end)


def _is_routed_by_its_master(case: Case, broker: str) -> bool:
    return any(held.master for route in case.routes.values() for held in route if held.broker == broker)


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
    whole = all(known.issuperset(queues_of(case, topic)) for topic in reset)
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


# Offsets that were copied from another group, which went on.


def _by_copies(case: Case) -> Iterable[Claim]:
    """cloneGroupOffset writes for one group where another one stands at that moment (`CloneGroupOffsetCommand`, 4.9.3
    and later): what that one consumes afterwards comes to both."""
    for source, looks in case.copied_from.items():
        moves = [move for movement in case.user_movements if (move := _left_behind(movement, looks))]
        copied = [answer for answer in case.answers if answer.said.copied_from == source]
        if any(move.back for move in moves) or (copied and moves):
            yield _by_copy(case, source, copied, moves)


def _left_behind(movement: Movement, others: Sequence[Snapshot]) -> OffsetMove | None:
    """A queue whose offset stood at first, from look to look, while messages came; `old` is how far the other group had
    come by then, `again` how much of that this one was seen to pass."""
    new = movement.first.consumer_offset
    rows = zip(movement.looks, movement.rows, strict=True)
    standing = list(takewhile(lambda seen: seen[1].consumer_offset == new, rows))
    look, row = standing[-1]
    if row.broker_offset <= movement.first.broker_offset:
        return None
    reached = _reached(others, movement.queue, look.at)
    passed = [later.consumer_offset for later in movement.rows[len(standing) :]]
    goes_through = reached is not None and any(new < offset < reached for offset in passed)
    again = min(max(passed), reached) - new if goes_through and reached is not None else 0
    return OffsetMove(movement.queue, reached, new, movement.looks[0].at, look.place(row), again)


def _reached(looks: Sequence[Snapshot], queue: MessageQueue, until: datetime | None) -> int | None:
    """How far another group had consumed the queue by a moment, by looks at it."""
    before = [look for look in looks if look.at and until and look.at <= until and queue in look.queues]
    return max((look.by_queue[queue].consumer_offset for look in before), default=None)


def _by_copy(case: Case, source: str, copied: Sequence[Answer], moves: Sequence[OffsetMove]) -> Claim:
    retries = [movement for queue, movement in case.movements.items() if queue.topic == RETRY_PREFIX + source]
    ahead = [move for move in moves if move.back]
    signs = (
        core(say("mqadmin says that it copied offsets"), len(copied)),
        follows(say("the group has offsets of the other one's retry topic"), len(retries)),
        need(say("the other group consumed on while these offsets stood"), len(ahead), command=PROGRESS),
        need(say("a reader goes on from there"), len(_read_again(ahead)), command=PROGRESS),
    )
    claim = _claim(case, ahead or moves, signs, (*places_of(copied), *places_of(retries[:2])), ())
    return replace(
        claim,
        title=_copied_title(case, source, ahead),
        why=joined(
            " ",
            [
                say(
                    "A copy stands where {source} stood when it was made; what {source} consumed later comes to this "
                    "group as well.",
                    source=source,
                ),
                _moves_text(ahead),
            ],
        ),
        ongoing=any(case.newest_looks[move.queue][1].consumer_offset < (move.old or 0) for move in ahead),
        since=earliest(move.at for move in moves),
        details={**claim.details, "copied_from": source},
    )


def _copied_title(case: Case, source: str, ahead: Sequence[OffsetMove]) -> Phrase:
    if ahead:
        extent = _extent(case, ahead, ())
        return say("Offsets were copied from {source}, which went on consuming: {extent}", source=source, extent=extent)
    return say("Offsets may have been copied from {source} long before anybody went on from them", source=source)


# Where offsets were put otherwise than by consuming: by resets, by corrections, by a look.


@dataclass(frozen=True)
class OffsetMove:
    """A queue's offset that went from one place to another, by whom it was told, and when.

    `old` is None where only the new place is known. `again`: how many offsets, seen to be committed
    before, a reader was seen to pass again from the new place on. `pulled`: the old place is how far
    the reader had pulled, so that it had consumed as much at most.

    `end`: where the queue ended, if the old place lay behind it (`DefaultMessageStore#getMessage`,
    OFFSET_OVERFLOW_BADLY; to the end, in older versions also to a first offset of 0). Such a queue was
    made anew or lost messages: from its end on, old numbers are given to new messages.
    `first`: the queue's first offset, where it is told. `anew`: the broker's log tells that the topic was
    deleted before, so that this is another queue of that name, of which the group has read nothing.
    """

    queue: MessageQueue
    old: int | None
    new: int
    at: datetime | None
    place: EvidenceLine
    again: int = 0
    pulled: bool = False
    end: int | None = None
    first: int | None = None
    anew: bool = False

    @property
    def reached(self) -> int | None:
        """The old place, or the queue's end where that comes first: what is behind it is not stored."""
        return self.old if self.end is None or self.old is None else min(self.old, self.end)

    @property
    def ahead(self) -> bool:
        """Whether messages are skipped."""
        return self.old is not None and self.new > self.old

    @property
    def past_the_end(self) -> bool:
        """Whether the old place lay behind the queue's end."""
        return self.end is not None

    @property
    def back(self) -> bool:
        """Whether messages come again."""
        return not self.anew and self.reached is not None and self.new < self.reached


def resets(case: Case) -> list[Event]:
    """What brokers and clients say of resets, those that are or may be of other groups left out."""
    return [event for event in case.events_named(*RESETS) if _is_own(case, event)]


def resets_ignored(case: Case) -> list[Event]:
    """What clients say of resets that they were sent and did not take up: only a push consumer does
    (`MQClientInstance#resetOffset`, all versions)."""
    return [event for event in case.events_named("offset_reset_ignored") if _is_own(case, event)]


def resets_taken_up(case: Case) -> list[Event]:
    """Records of resets that moved something: a broker's that wrote the offsets itself (`useServerSideResetOffset`,
    from 5.2.0 on by default), or a client's that received one and did not say that it ignores it."""
    ignoring = {event.file for event in resets_ignored(case)}
    return [
        event
        for event in resets(case)
        if event.event not in ASKED_RESETS and not (event.event == "offset_reset_received" and event.file in ignoring)
    ]


def commits_below_after(case: Case, asked: Sequence[Event]) -> list[Event]:
    """Commits below the stored offset that follow a reset: one client took it up, whichever way, and one had not yet;
    or it went back."""
    below = case.events_named("offset_moved_back", source="broker")
    return [event for event in below if any(_follows(event, reset) for reset in asked)]


def _is_own(case: Case, event: Event) -> bool:
    """A client's record without a group is of its own; a broker's where it knows no other."""
    alone = event.source == "client" or event.file not in case.shared_logs
    return event.group == case.group or (event.group is None and alone)


def corrections(case: Case) -> list[Event]:
    """Records of offsets that a queue did not have and that were replaced."""
    return [event for event in case.events_named(*CORRECTIONS) if event.group in (None, case.group)]


def repeated_corrections(case: Case) -> list[Event]:
    """Corrections that tell a reader of one queue the same offset a second time, later: it did not take the offset, and
    is refused anew."""
    return [event for event in corrections(case) if _is_later_again(event) and event.carried.told_the_same_again]


def _is_later_again(event: Event) -> bool:
    return event.times > 1 and is_after(event.last_at, event.at) and event.queue is not None


def told_moves(case: Case) -> list[OffsetMove]:
    """Moves with their queue and new offset, as clients' and brokers' records tell them."""
    corrected = [_corrected(case, event) for event in corrections(case)]
    return [*(move for move in corrected if move is not None), *_put_back(case)]


def _corrected(case: Case, event: Event) -> OffsetMove | None:
    """Nothing where the record does not tell the queue and both places, or where they are one."""
    change, queue = event.carried.offset_change, queue_named(case, event)
    if change is None or queue is None or change.old is None or change.new is None or change.old == change.new:
        return None
    # A client pulls ahead of what it has consumed: what was committed tells how far that was.
    before = _before(case, queue, event.at)
    end = change.highest if change.highest is not None and change.old > change.highest else None
    return OffsetMove(
        queue,
        before or change.old,
        change.new,
        event.at,
        event.place,
        again=_passed_again(case, queue, change.new, event.at) if end is None else 0,
        pulled=not before,
        end=end,
        first=change.lowest,
        anew=_made_anew(case, queue, event.at),
    )


def _made_anew(case: Case, queue: MessageQueue, at: datetime | None) -> bool:
    """Whether somebody deleted the queue's topic on its broker before; a slave that takes its master's settings
    over writes the same of topics that stay, but for the request."""
    deleted = case.events_named("topic_deleted", source="broker")
    of_topic = [event for event in deleted if event.topic == queue.topic]
    there = [event for event in of_topic if broker_of(case, event.file) == queue.broker]
    asked = [event for event in there if case.events_named("topic_deleted_by", file=event.file)]
    return any(event.at and at and event.at <= at for event in asked)


def _put_back(case: Case) -> Iterable[OffsetMove]:
    """Commits below the stored offset that follow a reset to the past:
    up to 4.9 no record names its queues.

    A reset to what is still ahead makes such a commit as well, when a client still commits its old
    place. So it is one only where the group was seen beyond it before.
    """
    backward = [event for event in resets(case) if _goes_back(event)]
    for event in commits_below_after(case, backward):
        commit, queue = event.carried.commit_below_stored, queue_named(case, event)
        if not (commit and queue):
            continue
        if _before(case, queue, event.at) > commit.requested:
            again = _passed_again(case, queue, commit.requested, event.at)
            yield OffsetMove(queue, commit.stored, commit.requested, event.at, event.place, again)


@dataclass(frozen=True)
class _Position:
    """How far a queue was committed at a moment, by a client's own commit or by a look."""

    at: datetime
    offset: int
    own_word: bool

    def shows_reader_from(self, new: int) -> bool:
        """Whether somebody reads from that offset on: a look that shows just it only shows that it was put there."""
        return self.offset > new or (self.own_word and self.offset == new)


def _positions(case: Case, queue: MessageQueue) -> list[_Position]:
    movement = case.movements.get(queue)
    rows = zip(movement.looks, movement.rows, strict=True) if movement else ()
    dated = ((look.at, row) for look, row in rows if look.at and look.is_of_its_time)
    looks = [_Position(at, row.consumer_offset, own_word=False) for at, row in dated]
    commits = [commit for commit in case.commits if commit.queue == queue]
    return looks + [_Position(commit.at, commit.offset, own_word=True) for commit in commits]


def _before(case: Case, queue: MessageQueue, at: datetime | None) -> int:
    """How far the queue was seen to be committed before a moment; 0 where nobody tells."""
    positions = _positions(case, queue) if at else []
    return max((position.offset for position in positions if at and position.at < at), default=0)


def _passed_again(case: Case, queue: MessageQueue, new: int, at: datetime | None) -> int:
    """How many offsets from the new place on were committed before it and are passed once more.

    That a reader goes on there is seen by a look between the new place and the old one, or by a
    client that commits the new place itself, or one behind it, and goes on.
    """
    old = _before(case, queue, at)
    after = [position for position in _positions(case, queue) if at and position.at >= at]
    goes_on = any(position.shows_reader_from(new) and position.offset < old for position in after)
    reached = max((position.offset for position in after), default=new)
    return max(0, min(old, reached) - new) if goes_on else 0


def _goes_back(event: Event) -> bool:
    asked = event.carried.reset_request
    return bool(asked and asked.to and event.at and asked.to < event.at)


def _follows(event: Event, reset: Event) -> bool:
    soon = bool(event.at and reset.at and timedelta() <= event.at - reset.at <= RESET_TAKEN_UP)
    return soon and reset.topic in (None, event.topic)


def seen_moves(case: Case) -> Iterable[OffsetMove]:
    """Looks at a user topic's queue whose committed offset is below that of the look before."""
    for movement in case.movements.values():
        if not movement.queue.is_users:
            continue
        offsets = [row.consumer_offset for row in movement.rows]
        for number, (look, (earlier, later)) in enumerate(
            zip(movement.looks[1:], pairwise(movement.rows), strict=True), start=1
        ):
            if later.consumer_offset < earlier.consumer_offset:
                place = look.place(later)
                old, new = earlier.consumer_offset, later.consumer_offset
                end = later.broker_offset if later.broker_offset < max(old, earlier.broker_offset) else None
                again = min(old, max(offsets[number:])) - new if end is None else 0
                anew = _made_anew(case, movement.queue, look.at)
                yield OffsetMove(movement.queue, old, new, look.at, place, again, end=end, anew=anew)


EXPLANATION = Explanation(
    id=ID,
    rank=85,
    claims=claims,
    command=BROKER_LOG,
    messages=frozenset(
        {
            *RESETS,
            *CORRECTIONS,
            _RESTORED,
            "offset_moved_back",
            "offset_commit_rejected",
            "offset_went_back",
            "consumer_suspended",
        }
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
