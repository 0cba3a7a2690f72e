"""Does one unfinished message hold a queue's committed offset while later ones are consumed?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Movement, waiting_in
from rmqkit.diagnosis.claims import Claim, Severity, about, core, follows, need
from rmqkit.diagnosis.commands import PROGRESS, STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.known import distinct, is_after
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.facts.transitions import CALLED_LATELY
from rmqkit.diagnosis.wording import count, ranges, short
from rmqkit.language import say
from rmqkit.rocketmq import MessageQueue

ID = "offset_held_back"


@dataclass(frozen=True)
class HeldBack:
    """A queue whose offset stands while its client consumes:
    what the looks, the client and its log show of it."""

    movement: Movement
    info: RunningInfo | None
    held: HeldQueue | None
    spans: tuple[Event, ...]

    @property
    def consumed_on(self) -> bool:
        """By the client's own word: its listener was just called for this queue, and few of the waiting messages lie
        in the client, the unfinished one among them. A queue that was just taken anew says that it was just consumed
        (`ProcessQueue#lastConsumeTimestamp` begins with its making, all versions), and holds nothing yet."""
        held, info = self.held, self.info
        if not (held and info and info.asked_at and held.last_consume) or held.cached_count == 0:
            return False
        few = (held.cached_count or 0) < self.movement.last.diff // 2
        return few and info.asked_at - held.last_consume <= CALLED_LATELY

    @property
    def goes_on(self) -> bool:
        """Whether its client consumes later messages: by its own word, or by what it logs."""
        return self.consumed_on or bool(self.spans)

    @property
    def witnesses(self) -> int:
        """How often it was seen at this place: by looks, and by its client that was asked after them."""
        asked = self.info.asked_at if self.info and self.at_the_lowest else None
        looks = self.movement.stands_at_the_end
        return looks + bool(asked and is_after(asked, self.movement.looks[-1].at))

    @property
    def at_the_lowest(self) -> bool:
        """Whether the lowest message that the client has not finished is the one that
        the offset waits for."""
        return self.held is not None and self.held.cached_min == self.movement.last.consumer_offset


def claims(case: Case, findings: Findings) -> Iterable[Claim]:
    """By an offset that stands while its client goes on consuming the queue;
    broadcasting clients commit none."""
    if case.told_broadcasting:
        return
    explained = {queue for finding in findings if finding.ongoing for queue in finding.queues}
    held_back = [queue for queue in _standing(case) if queue.goes_on and queue.movement.queue not in explained]
    if held_back:
        yield _claim(case, held_back)


def _standing(case: Case) -> list[HeldBack]:
    holders: dict[MessageQueue, tuple[RunningInfo | None, HeldQueue | None]] = {
        held.queue: (info, held) for info in case.asked for held in info.queues if not held.dropped
    }
    movements = [one for one in case.movements.values() if one.stands_while_fed or one.stands_with_its_owner]
    return [
        HeldBack(movement, *holders.get(movement.queue, (None, None)), tuple(_span_warnings(case, movement.queue)))
        for movement in movements
    ]


def _span_warnings(case: Case, queue: MessageQueue) -> Iterable[Event]:
    """`the queue's messages, span too long`: the lowest unfinished message is 2,000
    behind the highest.

    `DefaultMQPushConsumerImpl#pullMessage` (consumeConcurrentlyMaxSpan), all versions, and
    the Go client.
    """
    warned = case.events_named("flow_control", source="client")
    of_queue = (event for event in warned if event.message_queue == queue)
    return (event for event in of_queue if event.carried.is_held_by_one)


def _claim(case: Case, held_back: Sequence[HeldBack]) -> Claim:
    queues = tuple(sorted(queue.movement.queue for queue in held_back))
    clients = distinct(queue.info.client_id for queue in held_back if queue.info)
    behind = waiting_in(queue.movement for queue in held_back)
    looks = min(queue.witnesses for queue in held_back)
    lowest = all(queue.at_the_lowest or queue.spans for queue in held_back)
    return Claim(
        ID,
        say(
            "One unfinished message holds the offset of {queues} back while later ones are "
            "consumed; {behind:,} messages would come again after a restart",
            queues=count(len(queues), "queue"),
            behind=behind,
        ),
        say(
            "{queues}: the committed offset is that of the lowest unfinished message. {clients} "
            "goes on with the messages behind it, so the difference grows while little waits; when "
            "the queue changes hands, everything behind the offset is delivered again.",
            queues=ranges(queues),
            clients=short(clients) or say("Its client"),
        ),
        Severity.WARNING,
        signs=(
            core(say("the offset stands while its client consumes this queue"), len(held_back)),
            need(say("at three looks or more"), looks > 2, command=PROGRESS),
            need(say("the offset waits for the lowest message in hand"), lowest, command=STATUS),
            follows(
                say("the client warns that its messages span too far"), sum(len(queue.spans) for queue in held_back)
            ),
        ),
        **about(queues),
        clients=clients,
        evidence=tuple(_places(case, held_back, queues)),
        explains=("duplicate_consumption",),
    )


def _places(
    case: Case,
    held_back: Sequence[HeldBack],
    queues: Sequence[MessageQueue],
) -> Iterable[EvidenceLine]:
    yield from case.first_and_last_places(queues)
    for queue in held_back:
        if queue.info and queue.held:
            yield queue.info.held_place(queue.held)
        yield from (event.place for event in queue.spans[-2:])


EXPLANATION = Explanation(
    id=ID,
    rank=155,
    claims=claims,
    command=STATUS,
    messages=frozenset({"flow_control", "offset_stands"}),
    suspected=say("One unfinished message may hold a queue's offset back"),
    shown_by=need(say("its client consumes this queue"), met=False, command=STATUS),
    kind=CAUSE,
    what="One message of a queue is not finished, and the committed offset waits for it while later messages are consumed. "
    "The difference grows although little waits; a restart or a rebalance delivers everything behind it again.",
    confirm="mqadmin consumerStatus -g GROUP -i CLIENT: cachedMsgMinOffset stands while lastConsumeTimestamp goes on.",
    remedy=(
        "Take a thread dump of the client: one ConsumeMessageThread has been inside the "
        "listener for long; free what it waits for, with a time limit on outside calls.",
        "consumeTimeout (15 minutes) hands such a message back by itself; make the listener idempotent before then.",
    ),
    do_not=("Do not restart the client before the listener is idempotent: all messages behind the offset come again.",),
)
