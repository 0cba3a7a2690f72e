"""Is the group slower than its topics? Its queues are consumed and fall further behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from math import ceil

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import (
    Movement,
    group_falls_behind,
    keep_up_throughout,
    lag_grows_steadily,
    most_lagging,
    slow_owners_queues,
    waiting_in,
)
from rmqkit.diagnosis.facts.known import distinct, earliest
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, words
from rmqkit.diagnosis.relations.holds import reads_by_lock
from rmqkit.diagnosis.relations.members import queue_named
from rmqkit.diagnosis.wording import count
from rmqkit.language import Phrase, joined
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_defaults import PULL_BATCH
from rmqkit.rocketmq.client_id_meaning import ip_of

# What is consumed of what pulls can bring, where these are what holds it up.
NEARLY_ALL = 0.7

sentence = words("consumer_slow")
# What is wrong with these is limited to the queues that they name.
_NAME_THEIR_QUEUES = frozenset(
    {
        "client_id_collision", "consume_failures", "duplicate_consumption", "mixed_allocation_strategies",
        "not_permitted", "orphan_queues",
    }
)  # fmt: skip
# What a minute's mean of the listener's time may be off by.
_OVER = 1.2


@finding("consumer_slow")
def consumer_slow(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """By queues that are consumed and yet fall further behind at each snapshot, where nothing else explains that.
    Brokers that refuse the group may refuse every queue where nothing says which; a listener that fails hands its
    messages back and goes on."""
    ongoing = [finding for finding in findings if finding.alarming]
    if not all(one.id in _NAME_THEIR_QUEUES and (one.queues or one.id != "not_permitted") for one in ongoing):
        return
    explained = {queue for one in ongoing if one.id != "consume_failures" for queue in one.queues}
    failing = any(one.id == "consume_failures" for one in ongoing)
    # What changed hands meanwhile is slow or quick by those who have it now.
    slow = _slow_among(case, case.movements, explained, failing=failing)
    if slow := slow or _slow_among(case, case.movements_since_handover, explained, failing=failing):
        yield slow


def _slow_among(
    case: Case, movements: Mapping[MessageQueue, Movement], explained: Set[MessageQueue], *, failing: bool
) -> Seen | None:
    fed = [movement for queue, movement in movements.items() if movement.fed and queue not in explained]
    # What moved before and is stuck in the last snapshots is not slow: something stopped it.
    moving = [movement for movement in fed if not (movement.consumed > 0 and movement.stuck_while_growing)]
    as_a_group = group_falls_behind(moving)
    # Where the others fall behind as well, one that is stuck waits for its oldest message.
    slow = most_lagging(fed) if as_a_group else slow_owners_queues(moving)
    others = [movement for queue, movement in movements.items() if queue.is_users and movement not in slow]
    whole = as_a_group and len(slow) == len(fed)
    # Queues of which nothing at all is consumed beside others that are read to their end: something stopped them.
    if not any(movement.consumed > 0 for movement in slow):
        return None
    return _slow(case, slow, others, whole=whole, failing=failing)


def _slow(case: Case, slow: Sequence[Movement], beside: Sequence[Movement], *, whole: bool, failing: bool) -> Seen:
    """All queues that get messages, or those of single owners that are slow among others. A retry topic has one queue
    on each broker by default, and its owner's listener consumes what all of them send back (`retryQueueNums`)."""
    queues = sorted(movement.queue for movement in slow)
    looks, waiting = max(movement.looked for movement in slow), waiting_in(slow)
    # The members at the ips that were shown last; all members where no snapshot shows any.
    ips = distinct(movement.owner for movement in slow)
    owners = sorted(client for client in case.live if not ips or ip_of(client) in ips)
    others = [movement for movement in beside if movement.owner and movement.owner not in ips]
    quick = distinct(movement.owner for movement in others if movement.fed) if keep_up_throughout(others) else ()
    # Where clients report that they hold messages of these queues, or that they stopped pulling since too many lie
    # there; where all that were asked hold none although more wait than a pull brings: those are not slow, they are
    # given nothing.
    waits = {movement.queue for movement in slow if movement.last.diff > PULL_BATCH}
    held = [(info, one) for info in case.asked for one in info.queues if one.queue in waits]
    full = [info.held_place(one) for info, one in held if one.lies_full]
    full += [event.place for event in case.records("offset.paused") if queue_named(case, event) in waits]
    empty = [info.held_place(one) for info, one in held if not one.dropped and one.cached_count == 0]
    # The brokers of these queues, where those that keep up are on other brokers: they may hand out late (a slave that
    # is behind, a disk, pulls that are thrown away).
    brokers = {movement.queue.broker for movement in slow}
    in_time = {movement.queue.broker for movement in beside if movement.fed}
    late = sorted(brokers) if in_time and not brokers & in_time else []
    arrived, consumed = sum(one.arrived for one in slow), sum(one.consumed for one in slow)
    sentences, needs, as_threads_allow = _arithmetic(case, slow, owners, busy=bool(full))
    moved = {"queues": count(len(slow), "queue"), "arrived": arrived, "consumed": consumed, "looks": looks}
    grew = sentence("grew", **moved, first=sum(movement.first.diff for movement in slow), last=waiting)
    # After a pull that brings something the next one is made `pullInterval` later, and gives at most a batch
    # (`DefaultMQPushConsumerImpl#pullMessage`, all versions): where that is less than comes, and what is consumed.
    asked = [info for info in case.asked if info.client_id in owners]
    pause = min((info.pull_interval for info in asked), default=0) if empty and len(asked) == len(owners) else 0
    most = len(slow) * max(info.pull_batch for info in asked) * 1000 / pause if pause else 0
    by_pulls = most * max(one.known_seconds or 0 for one in slow)
    rare_pulls = bool(pause) and not full and NEARLY_ALL * by_pulls <= consumed and by_pulls < arrived
    if rare_pulls:
        sentences, needs = [sentence("rare_pulls", pause=pause, most=most)], {"pause": pause}
    # An ordered listener works with one thread for each queue, where there are as many threads.
    shares = [(info.threads, sum(held.queue in set(queues) for held in info.queues)) for info in asked]
    enough = len(asked) == len(owners) and all(threads >= share for threads, share in shares)
    retried = [one.arrived for one in case.movements.values() if not one.queue.is_users and one.owner in ips]
    # A few failures take no threads from the other queues.
    needs |= {"retries": sum(retried)} if failing and quick and sum(retried) > consumed / 2 else {}
    needs |= {"ordered": True} if enough and reads_by_lock(case) else {}
    return Seen(
        case="" if whole or not owners else "others_keep_up" if quick else "clients",
        signs={
            "falls_behind": slow,
            "each_snapshot": (looks > 2 and lag_grows_steadily(slow)) or (as_threads_allow and bool(full)),
            "in_clients": Witnesses(full, () if full or rare_pulls else empty),
            **({"brokers_late": Witnesses(full, values={"brokers": ", ".join(late)})} if late else {}),
        },
        values={"share": consumed / arrived, "waiting": waiting},
        why=joined(" ", [grew, *sentences]),
        queues=queues,
        clients=owners,
        evidence=case.first_and_last_places(queues[:4]),
        details={
            "quick": quick,
            "needs": needs,
            "first_shown": earliest(one.looks[1].at for one in slow if one.looks[1].has_known_moment),
        },
    )


def _arithmetic(
    case: Case, slow: Sequence[Movement], owners: Sequence[str], *, busy: bool
) -> tuple[list[Phrase], dict[str, float], bool]:
    """How many messages come and are consumed in a second, against what threads and the time of a listener call allow:
    threads x messages a call / RT; what would keep up; and whether what is consumed is what they allow, and less than
    comes. Where no moments are known and the listeners are `busy` all the time, what is consumed is what the threads
    allow, and what comes is more by the same ratio.

    The pool never grows beyond its core size, since its queue has no bound; an ordered listener has one thread for each
    queue (`ConsumeMessageConcurrentlyService`, `ConsumeMessageOrderlyService`, all versions). What is measured to be
    more than that refutes the RT, and nothing is said of it."""
    queues = {movement.queue for movement in slow}
    # Nothing unless the same first and last snapshot show all of them, each with a moment of its own.
    spans = {movement.known_seconds for movement in slow}
    seconds = spans.pop() if len(spans) == 1 else None
    came, consumed = sum(movement.arrived for movement in slow), sum(movement.consumed for movement in slow)
    arrivals, pace = (came / seconds, consumed / seconds) if seconds else (0.0, 0.0)
    sentences = [sentence("pace", arrivals=arrivals, pace=pace, growth=arrivals - pace)] if arrivals > pace else []
    calls, ordered = [], False
    for info in (info for info in case.asked if info.client_id in owners):
        core, batch = info.threads, info.batch
        held = len([held for held in info.queues if held.queue in queues])
        ordered = info.ordered
        threads = min(core, held) if ordered else core
        topics = {queue.topic for queue in queues}
        taken = max((rate.consume_rt or 0 for rate in info.rates if rate.topic in topics), default=0)
        if threads and taken:
            calls.append((threads, taken, max(1, batch)))
    if not calls or len(calls) < len(owners):
        return sentences, {}, False
    capacity = sum(threads * batch * 1000 / taken for threads, taken, batch in calls)
    threads, slowest = sum(threads for threads, _, _ in calls), max(taken for _, taken, _ in calls)
    if pace > capacity * _OVER:
        return sentences, {}, False
    as_they_allow = pace > capacity / _OVER and arrivals > capacity * _OVER
    asked = count(len(calls), "client")
    sentences.append(sentence("capacity", threads=threads, taken=slowest, capacity=capacity, clients=asked))
    if arrivals and capacity > arrivals * _OVER:
        sentences.append(sentence("not_threads"))
    if busy and not arrivals and consumed:
        arrivals = capacity * came / consumed
    if arrivals <= capacity or ordered:
        return sentences, {}, as_they_allow
    # Where others keep up, more clients take queues from them as well, and how many would do is not known.
    needs = {
        "needed": ceil(threads * arrivals / capacity), "threads": threads, "taken": slowest,
        "call": slowest * capacity / arrivals, "done_in": ceil(waiting_in(slow) / arrivals / 60),
        "waiting": waiting_in(slow), "queues": len(queues), "asked": len(calls),
        "like_these": ceil(len(calls) * arrivals / capacity) if len(owners) == len(case.live) else 0,
    }  # fmt: skip
    return sentences, needs, as_they_allow
