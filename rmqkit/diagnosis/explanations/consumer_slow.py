"""Is the group slower than its topics? Queues move and yet fall behind."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import (
    PULL_BATCH,
    Movement,
    behind_quick_ones,
    fall_behind_as_a_group,
    fall_behind_at_each_look,
    keep_up_throughout,
    most_of_what_waits,
    waiting_in,
)
from rmqkit.diagnosis.case.members import queue_named
from rmqkit.diagnosis.claims import Claim, Rival, Severity, about, core, follows, need
from rmqkit.diagnosis.commands import PROGRESS, STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.known import distinct
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.wording import count, short
from rmqkit.language import Phrase, joined, say, say_counted
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import ip_of

ID = "consumer_slow"
# What is wrong with these stays with the queues that they name.
_NAME_THEIR_QUEUES = frozenset(
    {
        "client_id_collision",
        "consume_failures",
        "duplicate_consumption",
        "mixed_allocation_strategies",
        "not_permitted",
        "orphan_queues",
    }
)


def claims(case: Case, findings: Findings) -> list[Claim]:
    """By queues that are consumed and yet fall further behind at each look."""
    ongoing = [finding for finding in findings if finding.alarming]
    if not all(map(_stays_with_its_queues, ongoing)):
        return []
    fed = [movement for movement in _not_explained(case, ongoing) if movement.fed]
    moving = [movement for movement in fed if not _stopped(movement)]
    # Where the others fall behind as well, one that stands waits for its oldest message.
    if fall_behind_as_a_group(moving):
        late = most_of_what_waits(fed)
        return [_claim(case, late, whole=len(late) == len(fed))]
    slow = behind_quick_ones(moving)
    return [_claim(case, slow, whole=False)] if slow else []


def _stopped(movement: Movement) -> bool:
    """What moved before and stands at the last looks is not slow: something stopped it."""
    return movement.consumed > 0 and movement.stands_with_more_behind


def _stays_with_its_queues(finding: Finding) -> bool:
    """Brokers that refuse the group may refuse every queue, where nothing tells which."""
    return finding.id in _NAME_THEIR_QUEUES and bool(finding.queues or finding.id != "not_permitted")


def _not_explained(case: Case, ongoing: Sequence[Finding]) -> list[Movement]:
    """A listener that fails hands its messages back and goes on:
    that keeps no queue of another topic waiting."""
    naming = [finding for finding in ongoing if finding.id != "consume_failures"]
    explained = {queue for finding in naming for queue in finding.queues}
    return [movement for movement in case.movements.values() if movement.queue not in explained]


def _claim(case: Case, fed: list[Movement], *, whole: bool) -> Claim:
    """All queues that get messages, or those of single owners that are slow among others."""
    queues = sorted(movement.queue for movement in fed)
    arrived = sum(movement.arrived for movement in fed)
    consumed = sum(movement.consumed for movement in fed)
    first = sum(movement.first.diff for movement in fed)
    last, skipped = waiting_in(fed), sum(movement.reached[-1].skipped for movement in fed)
    looks = max(movement.looked for movement in fed)
    owners, others = _owners(case, fed), _quick_ones(case, fed)
    full, empty = _lying_in_clients(case, fed)
    return Claim(
        ID,
        _title(() if whole else owners, consumed / arrived, last, quick=bool(others)),
        joined(
            " ",
            [
                say(
                    "{queues} get messages: {arrived:,} came, {consumed:,} were consumed from the first to "
                    "the last of {looks} looks; the difference grew from {first:,} to {last:,}.",
                    queues=count(len(fed), "queue"),
                    arrived=arrived,
                    consumed=consumed,
                    looks=looks,
                    first=first,
                    last=last + skipped,
                ),
                _not_consumed(skipped, last),
            ],
        ),
        Severity.WARNING,
        signs=(
            core(say("queues are consumed and fall further behind"), len(fed)),
            need(say("at each of three looks or more"), looks > 2 and fall_behind_at_each_look(fed), command=PROGRESS),
            follows(say("messages lie in the clients and wait for their listeners"), full, against=empty),
        ),
        rivals=_of_their_brokers(case, fed, held=bool(full)),
        **about(queues),
        clients=owners,
        evidence=tuple(case.first_and_last_places(queues[:4])),
        details={"quick": others},
    )


def _not_consumed(skipped: int, last: int) -> Phrase | str:
    """What makes the difference that is printed smaller."""
    if not skipped:
        return ""
    return say(
        "{skipped:,} of these are not waiting any more, and nobody consumed them: they were deleted, and the offsets "
        "set forward past them; {last:,} wait.",
        skipped=skipped,
        last=last,
    )


def _lying_in_clients(case: Case, fed: Collection[Movement]) -> tuple[list[EvidenceLine], list[EvidenceLine]]:
    """Where clients say that they hold messages of these queues; where all that were asked hold none although more
    wait than a pull brings: those are not slow, they are given nothing."""
    waiting = _more_than_a_pull_brings(fed)
    held = [(info, one) for info in case.asked for one in info.queues if one.queue in waiting]
    full = [info.held_place(one) for info, one in held if one.lies_full] + _flow_control(case, waiting)
    return full, [] if full else [info.held_place(one) for info, one in held if one.lies_empty]


def _more_than_a_pull_brings(fed: Collection[Movement]) -> set[MessageQueue]:
    return {movement.queue for movement in fed if movement.last.diff > PULL_BATCH}


def _flow_control(case: Case, queues: Collection[MessageQueue]) -> list[EvidenceLine]:
    """Where a client says that it waits with pulling one of them, since too much of it lies there."""
    return [event.place for event in case.events_named("flow_control") if queue_named(case, event) in queues]


def _of_their_brokers(case: Case, fed: Collection[Movement], *, held: bool) -> tuple[Rival, ...]:
    """Where those that keep up lie on other brokers, the broker of these may hand out late (a slave that is behind, a
    disk, pulls that are thrown away), unless the messages are seen in the clients."""
    slow = {movement.queue.broker for movement in fed}
    quick = {movement.queue.broker for movement in case.user_movements if movement.fed and movement not in fed}
    apart = bool(quick) and not slow & quick
    if not apart:
        return ()
    late = say("{brokers} may hand out messages late", brokers=", ".join(sorted(slow)))
    return (Rival(late, held, STATUS),)


def _title(slow: Sequence[str], share: float, behind: int, *, quick: bool) -> Phrase:
    """Where not the whole group is slow, those are named that are."""
    if not slow:
        return say("The group consumes {share:.0%} of what arrives; {last:,} messages behind", share=share, last=behind)
    if not quick:
        return say_counted(
            len(slow),
            "{clients} consumes {share:.0%} of what arrives in its queues; {last:,} messages behind",
            "{clients} consume {share:.0%} of what arrives in their queues; {last:,} messages behind",
            clients=short(slow),
            share=share,
            last=behind,
        )
    return say_counted(
        len(slow),
        "{clients} consumes {share:.0%} of what arrives in its queues, the others keep up; {last:,} messages behind",
        "{clients} consume {share:.0%} of what arrives in their queues, the others keep up; {last:,} messages behind",
        clients=short(slow),
        share=share,
        last=behind,
    )


def _quick_ones(case: Case, fed: Collection[Movement]) -> tuple[str, ...]:
    """The addresses of those whose queues get messages too and are read as they come, where that is
    so of everybody else; a queue that the newest look does not list any more tells of nobody."""
    slow = {movement.owner for movement in fed}
    others = [movement for movement in case.user_movements if movement.owner and movement.owner not in slow]
    quick = keep_up_throughout(others)
    return distinct(movement.owner for movement in others if movement.fed) if quick else ()


def _owners(case: Case, fed: Collection[Movement]) -> tuple[str, ...]:
    """The members at the ips that were shown last; all members where no look shows any."""
    ips = distinct(movement.owner for movement in fed)
    return tuple(sorted(client for client in case.live if not ips or ip_of(client) in ips))


EXPLANATION = Explanation(
    id=ID,
    rank=160,
    claims=claims,
    command=PROGRESS,
    messages=frozenset({"flow_control"}),
    suspected=say("A client may be slower than its messages come"),
    shown_by=need(say("three looks at which it falls further behind"), met=False, command=PROGRESS),
    kind=CAUSE,
    what="Every queue is consumed, but slower than messages arrive.",
    confirm="Compare the growth of #Broker Offset and #Consumer Offset in two outputs of mqadmin consumerProgress -g GROUP.",
    remedy=(
        "Make the listener faster or consume more at once (consumeThreadMin/Max, consumeMessageBatchMaxSize).",
        "Add consumers up to the number of queues; beyond it add queues first.",
    ),
)
