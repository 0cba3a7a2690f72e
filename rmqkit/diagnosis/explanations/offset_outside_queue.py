"""Does the group's committed offset lie below the first message of its queue, or beyond the last?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Movement
from rmqkit.diagnosis.case.topic_queues import without_master
from rmqkit.diagnosis.claims import Claim, Rival, Severity, about, core, need
from rmqkit.diagnosis.commands import CLUSTER, CONNECTION, PROGRESS, TOPIC_STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.group import QueueStatus
from rmqkit.diagnosis.facts.logs import EvidenceLine, topics_of
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import say
from rmqkit.rocketmq import MessageQueue

ID = "offset_outside_queue"
# Both offsets are read in one request, one after the other: a busy queue may be consumed between.
_BETWEEN = 3


@dataclass(frozen=True)
class _Outside:
    """A queue whose offset lies outside, by how much, and whether that was seen more than once."""

    movement: Movement
    by: int
    again: bool
    places: tuple[EvidenceLine, ...]


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By consumerProgress alone (beyond the end), and with topicStatus (below the first message)."""
    if case.told_broadcasting:
        return
    movements = [movement for movement in case.movements.values() if _is_judged(case, movement.queue)]
    beyond = [found for movement in movements if (found := _beyond(movement))]
    below = [found for movement in movements if (found := _below(case, movement))]
    if beyond:
        yield _past_the_end(case, beyond)
    if below:
        yield _before_the_first(case, below)


def _is_judged(case: Case, queue: MessageQueue) -> bool:
    """A slave whose master is gone ends where it had come to: what the group had read beyond lies on the master."""
    return queue.is_users and queue.broker not in without_master(case, queue.topic)


def _beyond(movement: Movement) -> _Outside | None:
    """Where a queue is busy, its end is read before the offset at every look: only an end that has
    not come up to the offset of an earlier look is seen again."""
    last = movement.last
    by = last.consumer_offset - last.broker_offset
    again = len(movement.rows) > 1 and movement.rows[-2].consumer_offset > last.broker_offset
    if by <= 0 or (by <= _BETWEEN and not again):
        return None
    places = tuple(look.place(row) for look, row in zip(movement.looks, movement.rows, strict=True))
    return _Outside(movement, by, again, places[-2:])


def _below(case: Case, movement: Movement) -> _Outside | None:
    """What was never committed is shown as 0, and lies below the first message of any old queue."""
    status = _status(case, movement)
    first = status.min_offset if status else None
    offset = movement.last.consumer_offset
    if status is None or first is None or not 0 < offset < first:
        return None
    stands = len(movement.rows) > 1 and movement.rows[-2].consumer_offset == offset
    return _Outside(movement, first - offset, stands, (movement.place, status.place))


def _status(case: Case, movement: Movement) -> QueueStatus | None:
    listed = case.status.get(movement.queue.topic, ())
    return next((status for status in listed if status.queue == movement.queue), None)


def _past_the_end(case: Case, found: Sequence[_Outside]) -> Claim:
    queues = sorted(one.movement.queue for one in found)
    again = [one for one in found if one.again]
    return Claim(
        ID,
        say("{queues} with a committed offset beyond the last message", queues=count(len(queues), "queue")),
        say(
            "{queues}: the group's offset lies up to {by:,} beyond the queue's end. The queue was "
            "made anew or lost its end, or the offset was put there; new messages are skipped "
            "until the end has come up to it, or until a client corrects the offset.",
            queues=ranges(queues),
            by=max(one.by for one in found),
        ),
        Severity.WARNING,
        signs=(
            core(say("a look shows the committed offset beyond the end of its queue"), len(found)),
            need(say("a second look shows it as well"), len(again), command=PROGRESS),
            need(say("looks at one cluster: no queue's end goes back"), not case.looks_contradict, command=CLUSTER),
        ),
        rivals=(
            Rival(
                say("a slave answered for a master that was gone: it ends before what the master had"),
                refuted=not _dropped_addresses(case, queues),
                command=CLUSTER,
            ),
        ),
        **about(queues),
        evidence=tuple(place for one in found[:4] for place in one.places),
        details={"by": max(one.by for one in found)},
    )


def _dropped_addresses(case: Case, queues: Sequence[MessageQueue]) -> bool:
    """Whether clients dropped an address of one of these brokers."""
    dropped = case.events_named("broker_offline", source="client")
    return bool({event.broker for event in dropped} & {queue.broker for queue in queues})


def _is_later(case: Case, one: _Outside) -> bool:
    """Whether topicStatus is of a later moment than the looks: by then its queue had grown by more than while the
    offset was seen to stand, so that the offset may have come up to the first message as well."""
    status = _status(case, one.movement)
    grown = status.max_offset - one.movement.last.broker_offset if status else 0
    return grown > one.movement.arrived


def _is_left(case: Case, topics: Sequence[str]) -> bool:
    """Whether the group's clients are known and none subscribes to the topic any more: nobody wants what it holds."""
    return case.subscriptions_known and not case.wanted_topics & set(topics)


def _severity(case: Case, found: Sequence[_Outside]) -> Severity:
    """What may be innocent is worth knowing."""
    topics = topics_of(one.movement.queue for one in found)
    innocent = _is_left(case, topics) or any(_is_later(case, one) for one in found)
    return Severity.NOTICE if innocent else Severity.CRITICAL


def _before_the_first(case: Case, found: Sequence[_Outside]) -> Claim:
    queues = sorted(one.movement.queue for one in found)
    lost = sum(one.by for one in found)
    return Claim(
        ID,
        say("{queues} with a committed offset below the first message", queues=count(len(queues), "queue")),
        say(
            "{queues}: {lost:,} messages behind the group's offset are not on the broker any more: "
            "they were deleted unread, by age or for room.",
            queues=ranges(queues),
            lost=lost,
        ),
        _severity(case, found),
        signs=(
            core(say("the committed offset lies below the queue's first message"), len(found)),
            need(
                say("the offset stands there at a second look"),
                all(one.again for one in found),
                command=f"{PROGRESS}; {TOPIC_STATUS}",
            ),
        ),
        rivals=(
            Rival(
                say("the offset had not moved up yet when the look was made, before the first messages were deleted"),
                refuted=all(one.again for one in found),
                command=TOPIC_STATUS,
            ),
            Rival(
                say("topicStatus is of a later moment than the looks: the group may have read on before the deletion"),
                refuted=not any(_is_later(case, one) for one in found),
                command=f"{PROGRESS}; {TOPIC_STATUS}",
            ),
            Rival(
                say("the group does not read the topic any more, and the offset is what was left of it"),
                refuted=not _is_left(case, topics_of(queues)),
                command=CONNECTION,
            ),
        ),
        **about(queues),
        evidence=tuple(place for one in found[:4] for place in one.places),
        details={"lost": lost},
    )


EXPLANATION = Explanation(
    id=ID,
    rank=82,
    claims=claims,
    command=TOPIC_STATUS,
    kind=CAUSE,
    what="The group's committed offset lies outside its queue: below the first message (what lay "
    "between was deleted unread) or beyond the last one (the queue was made anew or lost its "
    "end: new messages are skipped until it has grown up to the offset).",
    confirm="mqadmin consumerProgress -g GROUP: a Diff below 0; mqadmin topicStatus -t TOPIC: Min Offset above the group's offset.",
    remedy=(
        "Beyond the end: reset the group's offset to where it should go on (mqadmin "
        "resetOffsetByTime -g GROUP -t TOPIC -s TIME), with its clients running.",
        "Below the first message: what is deleted cannot be had again; keep messages longer "
        "(fileReservedTime) than a group may stand.",
    ),
    do_not=(
        "Do not delete and make a topic anew while groups keep offsets of it: delete the group's offsets as well.",
    ),
)
