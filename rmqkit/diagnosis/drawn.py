"""The allocation as it is drawn: every queue by the accepted allocation, its state by the accepted findings.

So that a picture, the notebooks and the report never show another state than the one that was proven.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.popped import popped_topics
from rmqkit.diagnosis.case.recomputation import last_seen
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.relations.serves import left_unread, queues_of
from rmqkit.rocketmq import MessageQueue

OWNED, ORPHAN, DOUBLE, LOST, UNREADABLE, UNKNOWN = "owned", "orphan", "double", "lost", "unreadable", "unknown"
FILTERED = "filtered"
_STATED_BY = {
    LOST: "broker_lost",
    ORPHAN: "orphan_queues",
    DOUBLE: "duplicate_consumption",
    UNREADABLE: "unreadable_queues",
}
"""By state: the finding that lists such queues. The first that lists a queue tells its state."""


@dataclass(frozen=True)
class QueueAllocation:
    """One queue: who should hold it by recomputation, who was seen with it, and how far behind it is.

    `consumers` are those who consume it by recomputation: none for an orphan, several where it is read twice. `seen`
    are client ids or, from consumerProgress, the ids' first parts; null where nobody looked. `state`: owned, orphan,
    double, lost (with its broker: nobody holds it), unreadable (the topic's settings let nobody read it), filtered
    (only messages come that its consumer filters out, and the offset does not move) or unknown.
    """

    queue: MessageQueue
    consumers: tuple[str, ...]
    seen: tuple[str, ...] | None
    state: str
    broker_offset: int | None
    consumer_offset: int | None
    diff: int | None


def reader_unknown(case: Case, queue: MessageQueue) -> bool:
    """Whether snapshots list the topic without this queue, and nobody was seen with it: a broker's table lacked the
    topic then, and whether the client whose share it is subscribes to it is not known unless it says so
    (`AdminBrokerProcessor#getConsumeStats`, all versions)."""
    unlisted = queue not in case.newest_looks and any(one.topic == queue.topic for one in case.newest_looks)
    return unlisted and not (case.subscriptions_known or last_seen(queue, case.observations))


def drawn_allocation(case: Case, findings: Sequence[Finding]) -> list[QueueAllocation]:
    """Every queue of the shared topics, with its predicted and its observed owners and its newest offsets."""
    if case.given_out == GivenOut.TO_EACH:
        return []
    listed = {}
    for state, finding_id in _STATED_BY.items():
        ongoing = (finding for finding in findings if finding.id == finding_id and finding.ongoing)
        listed[state] = frozenset(queue for finding in ongoing for queue in finding.queues)
    left_out = (finding.details.get("left_out", ()) for finding in findings if finding.ongoing)
    listed[FILTERED] = frozenset(chain.from_iterable(left_out))
    left = left_unread(case, listed[LOST])
    given_up = {finding.details.get("given_up") for finding in findings if finding.ongoing}
    allocations = accepted_allocation(case).allocations
    rows = []
    for topic in case.shared_topics:
        # Clients leave out a broker that may not be read (`MQClientInstance#topicRouteData2TopicSubscribeInfo`, all
        # versions), and share out the rest; its queues and what waits in them are there all the same. So are those of
        # a broker that is lost and those that only producers may use.
        of_findings = {queue for queues in listed.values() for queue in queues if queue.topic == topic}
        for queue in sorted(of_findings.union(queues_of(case, topic))):
            consumers = allocations[topic].owners.get(queue) if topic in allocations else None
            # No finding says that an unread or doubly read queue is one: nothing that was seen confirms it. Several
            # that pop a queue share its messages.
            owned = consumers and (len(consumers) == 1 or topic in popped_topics(case))
            if reader_unknown(case, queue):
                consumers = owned = None
            state = next((state for state, queues in listed.items() if queue in queues), OWNED if owned else UNKNOWN)
            readers = () if state in (ORPHAN, LOST, UNREADABLE) else consumers
            _, progress = case.newest_looks.get(queue, (None, None))
            # No snapshot lists a topic any more that was given up: how far behind it was when one did is no backlog.
            unread = state in (ORPHAN, UNREADABLE)
            behind = case.left_waiting(queue) if unread else progress.diff if progress else None
            behind = left.get(queue, 0) if progress and state == LOST else behind
            rows.append(
                QueueAllocation(
                    queue=queue,
                    consumers=readers or (),
                    seen=None if state == LOST else last_seen(queue, case.observations, case.may_read(queue.topic)),
                    state=state,
                    broker_offset=progress.broker_offset if progress else None,
                    consumer_offset=progress.consumer_offset if progress else None,
                    diff=None if topic in given_up else behind,
                )
            )
    return rows
