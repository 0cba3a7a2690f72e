"""Is the group slower than its topics? Queues move and yet fall behind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import ip_of
from rmqkit.diagnosis.case.movement import Movement
from rmqkit.diagnosis.claims import Claim, core, need
from rmqkit.diagnosis.commands import PROGRESS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Text
from rmqkit.diagnosis.facts.logs import brokers_of, topics_of
from rmqkit.diagnosis.facts.witnesses import (
    first_and_last_looks,
)
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.severity import Severity
from rmqkit.diagnosis.wording import count
from rmqkit.language import say
from rmqkit.rocketmq.internal_topics import is_user_topic

ID = "consumer_slow"
# Lag of a healthy group is what arrives between commits (5 s); three intervals leave room for
# the look itself.
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
# A queue's offset waits for its oldest message, so with slow listeners a few queues
# stand for a while.
_MOST = 0.6


def claims(case: Case, findings: Sequence[Finding]) -> list[Claim]:
    """By queues that are consumed and yet fall further behind at each look."""
    ongoing = [finding for finding in findings if finding.ongoing and finding.severity >= Severity.WARNING]
    if any(finding.id not in _NAME_THEIR_QUEUES for finding in ongoing):
        return []
    fed = _falling_behind([movement for movement in _fed_queues(case, ongoing) if _fed(movement)])
    return [_claim(case, fed)] if fed else []


def _fed_queues(case: Case, ongoing: Sequence[Finding]) -> list[Movement]:
    """A listener that fails hands its messages back and goes on:
    that keeps no queue of another topic waiting."""
    naming = [finding for finding in ongoing if finding.id != "consume_failures"]
    explained = {queue for finding in naming for queue in finding.queues}
    return [movement for movement in case.movements.values() if movement.queue not in explained]


def _falling_behind(fed: list[Movement]) -> list[Movement]:
    """All queues that get messages, or those of single owners that are slow among quick ones."""
    if _most_move(fed) and _falls_behind(fed):
        return fed
    slow = [owned for owned in _by_owner(fed) if _all_grow(owned) and _falls_behind(owned)]
    return [movement for owned in slow for movement in owned]


def _claim(case: Case, fed: list[Movement]) -> Claim:
    queues = sorted(movement.queue for movement in fed)
    arrived = sum(movement.arrived for movement in fed)
    consumed = sum(movement.consumed for movement in fed)
    first = sum(movement.first.diff for movement in fed)
    last = sum(movement.last.diff for movement in fed)
    looks = max(movement.looked for movement in fed)
    return Claim(
        ID,
        say(
            "The group consumes {share:.0%} of what arrives; {last:,} messages behind",
            share=consumed / arrived,
            last=last,
        ),
        say(
            "{queues} get messages: {arrived:,} came, {consumed:,} were consumed from the "
            "first to the last of {looks} looks; the difference grew from {first:,} to "
            "{last:,}.",
            queues=count(len(fed), "queue"),
            arrived=arrived,
            consumed=consumed,
            looks=looks,
            first=first,
            last=last,
        ),
        Severity.WARNING,
        signs=(
            core(say("queues are consumed and fall further behind"), len(fed)),
            need(say("at each of three looks or more"), looks > 2 and _grows(fed), command=PROGRESS),
        ),
        topics=topics_of(queues),
        queues=tuple(queues),
        brokers=brokers_of(queues),
        clients=_owners(case, fed),
        evidence=tuple(first_and_last_looks(case.facts.snapshots, queues[:4])),
    )


def _owners(case: Case, fed: Collection[Movement]) -> tuple[str, ...]:
    """The members at the ips that were shown last; all members where no look shows any."""
    ips = {movement.owners[-1] for movement in fed if movement.owners and movement.owners[-1]}
    return tuple(sorted(client for client in case.live if not ips or ip_of(client) in ips))


def _falls_behind(fed: Collection[Movement]) -> bool:
    """Most of what moves lags by more than at first, in all by more than messages that
    wait for a commit."""
    if not fed or not _most_fall_behind(fed):
        return False
    arrived, seconds = sum(m.arrived for m in fed), max((m.seconds or 0 for m in fed), default=0)
    first, last = sum(m.first.diff for m in fed), sum(m.last.diff for m in fed)
    tolerated = arrived / seconds * HEALTHY_LAG_SECONDS if seconds else arrived
    return last - first > arrived * 0.1 and last > tolerated


def _by_owner(fed: Collection[Movement]) -> list[list[Movement]]:
    """The queues of each owner that had all of its own at every look:
    one slow client among quick ones."""
    owned: dict[str, list[Movement]] = defaultdict(list)
    for movement in fed:
        owners = set(movement.owners)
        if len(owners) == 1 and (owner := next(iter(owners))):
            owned[owner].append(movement)
    return list(owned.values())


def _all_grow(owned: Collection[Movement]) -> bool:
    """Each of an owner's queues moves, and their difference grows from look to look,
    over three at least."""
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
    """Most of the moving queues lag by more at the end than at the beginning;
    a single one is a matter of its own."""
    moving = [movement for movement in fed if movement.consumed > 0]
    behind = [movement for movement in moving if movement.last.diff > movement.first.diff]
    return len(behind) >= _MOST * len(moving)


def _grows(fed: Collection[Movement]) -> bool:
    """Whether the total difference is larger at each look than at the one before."""
    looks = min(len(movement.rows) for movement in fed)
    totals = [sum(m.rows[index - looks].diff for m in fed) for index in range(looks)]
    return all(later > earlier for earlier, later in pairwise(totals))


EXPLANATION = Explanation(
    id=ID,
    rank=160,
    claims=claims,
    command=PROGRESS,
    messages=frozenset({"flow_control"}),
    suspected=say("A client may be slower than its messages come"),
    shown_by=need(say("three looks at which it falls further behind"), met=False, command=PROGRESS),
    text=Text(
        CAUSE,
        "Every queue is consumed, but slower than messages arrive.",
        "Compare the growth of #Broker Offset and #Consumer Offset in two outputs of mqadmin consumerProgress -g GROUP.",
        (
            "Make the listener faster or consume more at once (consumeThreadMin/Max, consumeMessageBatchMaxSize).",
            "Add consumers up to the number of queues; beyond it add queues first.",
        ),
        (),
    ),
)
