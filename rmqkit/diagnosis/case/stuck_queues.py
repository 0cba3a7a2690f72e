"""Which queues have a live owner that does not consume? By looks, clients' own clocks and mqadmin.

No findings here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import ip_of
from rmqkit.diagnosis.case.movement import Movement
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.facts.transitions import BLOCKED
from rmqkit.diagnosis.facts.witnesses import progress_place
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic

# Offsets are committed every 5 s (`persistConsumerOffsetInterval`); what stands for five commits
# does not move.
STANDING_SECONDS = 25.0


@dataclass(frozen=True)
class Stuck:
    """Queues whose owner lives and does not consume:
    those that stand, and those that hold messages unread."""

    queues: tuple[MessageQueue, ...]
    standing: Mapping[MessageQueue, Movement]
    blocked: Mapping[MessageQueue, tuple[RunningInfo, HeldQueue]]


def stuck_queues(case: Case, explained: Collection[MessageQueue]) -> Stuck:
    """All such queues of user topics, but for those that another cause explains."""
    standing = {
        movement.queue: movement
        for movement in case.movements.values()
        if _stands(movement) and movement.queue not in explained
    }
    blocked = _blocked(case)
    queues = {*standing, *(queue for queue in blocked if queue not in explained)}
    return Stuck(tuple(sorted(queue for queue in queues if is_user_topic(queue.topic))), standing, blocked)


def _stands(movement: Movement) -> bool:
    owned = bool(movement.owners) and bool(movement.owners[-1])
    return owned and movement.stands_at_the_end > 1 and _long_enough(movement) and _grew_while_standing(movement)


def _long_enough(movement: Movement) -> bool:
    looks = movement.looked
    if movement.seconds is None:
        return movement.stands_at_the_end >= 3
    return movement.seconds * (movement.stands_at_the_end - 1) / max(1, looks - 1) >= STANDING_SECONDS


def _grew_while_standing(movement: Movement) -> bool:
    standing = movement.standing
    return standing[-1].broker_offset > standing[0].broker_offset or (standing[-1].diff > 0 and len(standing) > 2)


def _blocked(case: Case) -> dict[MessageQueue, tuple[RunningInfo, HeldQueue]]:
    """Queues whose client holds messages and has called its listener for none
    of them for a minute."""
    return {
        held.queue: (info, held)
        for info in case.facts.running
        if info.client_id in case.live or not case.live
        for held in info.queues
        if held.cached_count
        and not held.dropped
        and held.last_consume
        and held.last_pull
        and info.asked_at
        and info.asked_at - held.last_consume > BLOCKED.default
    }


def owners_of(case: Case, stuck: Stuck) -> list[str]:
    """The owners' client ids; where only an ip was shown,
    the id of the only member with it, else the ip."""
    named = {stuck.blocked[queue][0].client_id for queue in stuck.queues if queue in stuck.blocked}
    for queue in stuck.queues:
        ip = stuck.standing[queue].owners[-1] if queue in stuck.standing else None
        if ip:
            named.add(_client_at(case, queue, ip))
    return sorted(named)


def _client_at(case: Case, queue: MessageQueue, ip: str) -> str:
    allocations = case.recomputed.allocations.values()
    predicted = [owner for allocated in allocations for owner in allocated.owners.get(queue, ()) if ip_of(owner) == ip]
    members = [client for client in case.live if ip_of(client) == ip]
    if predicted:
        return predicted[0]
    return members[0] if len(members) == 1 else ip


def all_of(case: Case, owner: str, queues: Collection[MessageQueue]) -> bool:
    """Whether these are all queues of an owner that has several."""
    mine = [q for each in case.recomputed.allocations.values() for q, who in each.owners.items() if owner in who]
    mine = [queue for queue in mine if is_user_topic(queue.topic)]
    return len(mine) > 1 and set(mine) <= set(queues)


def called_blocked(case: Case, explained: Collection[MessageQueue]) -> dict[MessageQueue, Answer]:
    """Queues that mqadmin called blocked (by the clock of its own host),
    unless snapshots show them move."""
    said = [answer for answer in case.facts.answers if answer.said.blocked_client]
    moving = {queue for queue, movement in case.movements.items() if movement.consumed > 0}
    named = {queue: answer for answer in said for queue in answer.queues}
    return {
        queue: answer
        for queue, answer in named.items()
        if is_user_topic(queue.topic) and queue not in moving and queue not in explained
    }


def moved_at_the_end(case: Case, stuck: Stuck) -> list[EvidenceLine]:
    """Newest looks at such a queue that find it read to its end,
    or further than at the look before."""
    moved = [case.movements[queue] for queue in stuck.queues if queue in case.movements]
    return [
        progress_place(case.facts.snapshots[-1].file, movement.last)
        for movement in moved
        if movement.last.diff <= 0 or (len(movement.rows) > 1 and movement.stands_at_the_end < 2)
    ]


def messages_come(case: Case, stuck: Stuck) -> bool:
    """Whether messages reach the clients of these queues, or any other queue's."""
    moved = [case.movements[queue] for queue in stuck.queues if queue in case.movements]
    pulled = bool(stuck.blocked) or any((movement.last.inflight or 0) > 0 for movement in moved)
    others = (movement for queue, movement in case.movements.items() if queue not in stuck.queues)
    return pulled or any(movement.consumed > 0 for movement in others)


def suspended(case: Case) -> list[Event]:
    """What clients say at their logs' end of being suspended
    (`DefaultMQPushConsumerImpl#suspend`, all versions)."""
    told = case.facts.events_named("consumer_suspended", source="client")
    return [event for event in told if case.recent(event)]
