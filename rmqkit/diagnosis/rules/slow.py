"""Is the group slower than its topics? Queues move and yet fall behind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import ip_of
from rmqkit.diagnosis.case.movement import Movement
from rmqkit.diagnosis.facts.group import is_user_topic
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.make import finding, first_and_last_looks
from rmqkit.diagnosis.wording import count

ID = "consumer_slow"
# Lag of a healthy group is what arrives between commits (5 s); three intervals leave room for the look itself.
HEALTHY_LAG_SECONDS = 15.0
# What is wrong with these stays with the queues that they name.
_NAME_THEIR_QUEUES = frozenset(
    {
        "client_id_collision",
        "consume_failures",
        "duplicate_consumption",
        "mixed_allocation_strategies",
        "orphan_queues",
    }
)
# A queue's offset waits for its oldest message, so with slow listeners a few queues stand for a while.
_MOST = 0.6


def consumer_slow(case: Case, causes: list[Finding]) -> list[Finding]:
    """The cause: the queues that get messages are consumed, and yet most of them fall further behind at each look."""
    ongoing = [each for each in causes if each.ongoing and each.severity >= Severity.WARNING]
    if any(each.id not in _NAME_THEIR_QUEUES for each in ongoing):
        return []
    # A listener that fails hands its messages back and goes on: that keeps no queue of another topic waiting.
    explained = {queue for each in ongoing if each.id != "consume_failures" for queue in each.queues}
    fed = [m for m in case.movements.values() if _fed(m) and m.queue not in explained]
    if not (_most_move(fed) and _falls_behind(fed)):
        fed = [m for each in _by_owner(fed) if _all_grow(each) and _falls_behind(each) for m in each]
    if not fed:
        return []
    arrived, consumed = sum(m.arrived for m in fed), sum(m.consumed for m in fed)
    first, last = sum(m.first.diff for m in fed), sum(m.last.diff for m in fed)
    owners = {m.owners[-1] for m in fed if m.owners and m.owners[-1]}
    clients = sorted(each for each in case.live if ip_of(each) in owners or not owners)
    looks = max(len(movement.rows) for movement in fed)
    return [
        finding(
            case,
            ID,
            Severity.WARNING,
            PROVEN if looks > 2 and _grows(fed) else SUSPECTED,
            f"The group consumes {consumed / arrived:.0%} of what arrives; {last:,} messages behind",
            f"{count(len(fed), 'queue')} get messages: {arrived:,} came, {consumed:,} were consumed from the first to "
            f"the last of {looks} looks; the difference grew from {first:,} to {last:,}.",
            topics=tuple(sorted({m.queue.topic for m in fed})),
            queues=tuple(sorted(m.queue for m in fed)),
            brokers=tuple(sorted({m.queue.broker for m in fed})),
            clients=tuple(clients),
            evidence=first_and_last_looks(case, [m.queue for m in fed[:4]]),
        )
    ]


def _falls_behind(fed: Collection[Movement]) -> bool:
    """Most of what moves lags by more than at first, in all by more than messages that wait for a commit."""
    if not fed or not _most_fall_behind(fed):
        return False
    arrived, seconds = sum(m.arrived for m in fed), max((m.seconds or 0 for m in fed), default=0)
    first, last = sum(m.first.diff for m in fed), sum(m.last.diff for m in fed)
    tolerated = arrived / seconds * HEALTHY_LAG_SECONDS if seconds else arrived
    return last - first > arrived * 0.1 and last > tolerated


def _by_owner(fed: Collection[Movement]) -> list[list[Movement]]:
    """The queues of each owner that had all of its own at every look: one slow client among quick ones."""
    owned: dict[str, list[Movement]] = defaultdict(list)
    for movement in fed:
        owners = set(movement.owners)
        if len(owners) == 1 and (owner := next(iter(owners))):
            owned[owner].append(movement)
    return list(owned.values())


def _all_grow(owned: Collection[Movement]) -> bool:
    """Each of an owner's queues moves, and their difference grows from look to look, over three at least."""
    return min(len(m.rows) for m in owned) > 2 and all(m.consumed > 0 for m in owned) and _grows(owned)


def _fed(movement: Movement) -> bool:
    return is_user_topic(movement.queue.topic) and movement.arrived > 0 and len(movement.rows) > 1


def _most_move(fed: Collection[Movement]) -> bool:
    """Most queues are consumed, and each standing one belongs to an owner that consumes others."""
    moving = [movement for movement in fed if movement.consumed > 0]
    busy = {owner for movement in moving for owner in movement.owners if owner}
    standing = [movement for movement in fed if movement.consumed <= 0]
    owned = all(movement.owners and movement.owners[-1] in busy for movement in standing)
    return bool(moving) and len(moving) >= _MOST * len(fed) and owned


def _most_fall_behind(fed: Collection[Movement]) -> bool:
    """Most of the moving queues lag by more at the end than at the beginning; a single one is a matter of its own."""
    moving = [movement for movement in fed if movement.consumed > 0]
    behind = [movement for movement in moving if movement.last.diff > movement.first.diff]
    return len(behind) >= _MOST * len(moving)


def _grows(fed: Collection[Movement]) -> bool:
    """Whether the total difference is larger at each look than at the one before."""
    looks = min(len(movement.rows) for movement in fed)
    totals = [sum(m.rows[index - looks].diff for m in fed) for index in range(looks)]
    return all(later > earlier for earlier, later in pairwise(totals))
