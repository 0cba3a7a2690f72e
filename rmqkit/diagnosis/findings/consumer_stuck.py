"""Does a live owner leave its queue's offset where it is while messages wait? A blocked listener, a blocked client."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Standstill, waiting_in
from rmqkit.diagnosis.case.stuck_queues import (
    Stuck,
    called_blocked,
    failing_in_place,
    failures_in_place,
    listener_threads,
    owners_of,
    predicted_owners,
    processes_stood_still,
    queues_of_suspended,
    stuck_queues,
    suspended,
    unacknowledged,
    unanswered,
    whole_share,
)
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.known import distinct, earliest, is_after
from rmqkit.diagnosis.facts.logs import Event, first_moment, places_of, times_of
from rmqkit.diagnosis.facts.transitions import BLOCKED, DEFAULTS
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, words
from rmqkit.diagnosis.relations.members import presences
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.diagnosis.wording import count, ranges, short
from rmqkit.language import Phrase, joined
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq import MessageQueue

_STOP_EVERY_QUEUE = frozenset({"message_model_mismatch", "not_permitted", "group_offline"})
_CONCERN_WHOLE_TOPICS = frozenset({"inconsistent_subscription", "flapping_subscription", "tag_mismatch_silent_loss"})
_say = words("consumer_stuck")


@finding("consumer_stuck")
def consumer_stuck(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """By snapshots and what clients report of their queues, or by what they popped; else by mqadmin's word. Not where no
    member got through its start."""
    ongoing = [cause for cause in findings if cause.ongoing]
    refused = {client for cause in ongoing if cause.id == "start_refused" for client in cause.clients}
    if case.reported_broadcasting or (case.live and case.live <= refused):
        return
    # Some causes stop or slow every queue of their topics, not only those that they name; that a queue is read by
    # nobody explains nothing where no cause says why.
    caused, explained = {effect for cause in ongoing for effect in cause.explains}, set[MessageQueue]()
    for cause in ongoing:
        if cause.id != "orphan_queues" or "orphan_queues" in caused:
            explained.update(cause.queues)
        if cause.id in _STOP_EVERY_QUEUE:
            explained.update(case.movements)
        if cause.id in _CONCERN_WHOLE_TOPICS:
            explained.update(queue for topic in cause.topics for queue in queues_of(case, topic))
    # Of queues that a slave alone has and whose messages their clients had pulled before, snapshots show the slave's
    # offsets (`SlaveSynchronize`): only the client's own clock tells that it does not consume.
    in_memory = {queue for cause in ongoing for queue in cause.details.get("from_memory", ())}
    if paused := suspended(case):
        seen = _paused(case, paused)
        explained.update(seen.queues)
        yield seen
    stuck, (popped, held_by) = stuck_queues(case, explained, in_memory), unacknowledged(case, explained)
    if stuck.queues:
        yield _stuck(case, stuck, failing_in_place(case, explained, stuck.queues))
    if popped:
        yield _unacknowledged(case, popped, held_by)
    if stuck.queues or popped or paused:
        return
    stood = {one.queue: one.standstill for one in case.user_movements if one.standstill}
    if blocked := called_blocked(case, explained):
        yield Seen(
            case="called_blocked",
            signs={"reported": blocked, "stuck": False},
            queues=list(blocked),
            clients=distinct(answer.said.blocked_client for answer in blocked.values()),
            evidence=places_of(blocked.values()),
        )
    elif 0 < len(stood) < len(case.user_movements) and not (
        any(_overlaps(one, stood) for one in findings) or case.recomputed.contradictions_since(case.members_since)
    ):
        yield _stood(case, stood)


_Standstills = Mapping[MessageQueue, Standstill]


def _overlaps(other: Finding, stood: _Standstills) -> bool:
    """Whether something else was found that may have stopped these queues meanwhile."""
    first, last = min(one.begun for one in stood.values()), max(one.ended for one in stood.values())
    end, elsewhere = None if other.ongoing else other.until, other.queues and stood.keys().isdisjoint(other.queues)
    return not elsewhere and not is_after(other.since, last) and not is_after(first, end and end + DEFAULTS.handover)


def _stayed(case: Case, clients: Collection[str], since: datetime, until: datetime) -> bool:
    """Whether none of these clients is known to have come or gone meanwhile: who was not there did not hang."""
    own = [stay for stay in presences(case) if stay.client in clients]
    return not any(at and since <= at <= until for stay in own for at in (stay.came, stay.went))


def _stood(case: Case, stood: _Standstills) -> Seen:
    """Queues that were stuck between snapshots that show them moving. A client that is frozen for less than the two
    minutes after which brokers drop it (`ClientChannelInfo`, `ConsumerManager#scanNotActiveChannel`) loses no queue:
    nobody reads its share until it goes on."""
    shares = predicted_owners(case) if case.everybody_known else {}
    owners = distinct(owner for queue in stood for owner in shares.get(queue, ()))
    whole = [owner for owner in owners if whole_share(case, owner, stood)]
    movements = case.movements_of(list(stood))
    most = [max(row.diff for row in movement.rows) for movement in movements]
    since, until = min(one.begun for one in stood.values()), max(one.ended for one in stood.values())
    pauses = [(who, *pause) for who in whole for pause in processes_stood_still(case).get(who, ())]
    pauses = [(who, begun, ended) for who, begun, ended in pauses if begun < until and ended > since]
    if pauses and {who for who, _, _ in pauses} == set(owners):
        since, until = min(begun for _, begun, _ in pauses), max(ended for _, _, ended in pauses)
    how = [
        _say("no_record", clients=who, begun=time_of_day(begun), ended=time_of_day(ended))
        for who, begun, ended in pauses
    ]
    if whole and not pauses:
        how = [_say("whole_share", number=len(whole), clients=short(whole))]
    longest = max((ended - begun for _, begun, ended in pauses), default=None)
    seconds = _say("stood_still", seconds=round(longest.total_seconds())) if longest else ""
    return Seen(
        case="stood",
        signs={
            "stuck": stood,
            "long": (bool(whole) and _stayed(case, whole, since, until)) or all(one.often for one in stood.values()),
            "alike": case.subscribe_alike,
            "messages_come": any(movement.consumed > 0 for movement in movements),
        },
        values={"most": sum(most), "whole": joined(" ", how), "seconds": seconds},
        severity=Severity.NOTICE,
        ongoing=False,
        queues=list(stood),
        clients=owners,
        evidence=case.first_and_last_places(list(stood)),
        since=since,
        until=until,
        details={"stood_still": bool(pauses)},
    )


def _paused(case: Case, paused: Mapping[str | None, tuple[datetime | None, Sequence[Event]]]) -> Seen:
    """A reset suspends a client as well, for 10 s (`MQClientInstance#resetOffset`, all versions)."""
    events = [event for _, told in paused.values() for event in told]
    clients, queues = sorted(filter(None, paused)), queues_of_suspended(case, paused)
    movements = case.movements_of(queues)
    waiting = waiting_in(movements)
    began = {client: since for client, (since, _) in paused.items()}
    moments = [f"{client or ''} {time_of_day(at)}".strip() for client, at in began.items() if at]
    lasts = [is_after(told[-1].last_at, since and since + DEFAULTS.rebalance) for since, told in paused.values()]
    return Seen(
        case="paused" if waiting else "suspended",
        signs={
            "paused": times_of(events),
            "lasts": all(lasts),
            "none_moves": Witnesses((), [one.place for one in movements if one.moved_last and one.arrived > 0]),
        },
        values={"waiting": waiting},
        why=_say("suspended", number=len(paused), moments=joined(", ", moments)),
        severity=Severity.CRITICAL if waiting else Severity.WARNING,
        queues=queues,
        clients=clients,
        evidence=(
            *(place for _, told in paused.values() for place in places_of((told[0], told[-1]))),
            *case.first_and_last_places(queues),
        ),
        since=earliest(began.values()),
        details={"paused": True},
    )


def _stuck(case: Case, stuck: Stuck, failing: Set[MessageQueue]) -> Seen:
    """`failing`: the queues of which an ordered client reports that its listener fails, on one message again and again.

    Different tags, a broadcasting owner and refused pulls leave owned queues behind as well; an owner that the
    newest list leaves out may be such a client. Who pulls by itself commits what it likes: an offset may be one that
    nobody commits. A member with another strategy than the others leaves what would be its share to nobody as well."""
    owners, silent = owners_of(case, stuck), sorted(set(stuck.silent.values()))
    movements = case.movements_of(stuck.queues)
    # Between heartbeats that overwrite each other pulls are refused for as long as from one to the next; who does not
    # answer mqadmin either is no such client.
    pause = case.transitions.heartbeat
    long = bool(stuck.blocked) or any(
        movement.stuck_snapshots > 2 and (silent or movement.stuck_for is None or movement.stuck_for > pause)
        for movement in stuck.standing.values()
    )
    in_place = failing >= set(stuck.queues)
    long |= in_place and all(one.stuck_for is None or one.stuck_for > pause for one in movements)
    models = {told.message_model for told in case.subscriptions.values()}
    others = [movement for queue, movement in case.movements.items() if queue not in stuck.queues]
    # A listener that fails on a message was given it.
    logged = [one for queue in stuck.queues if in_place for one in failures_in_place(case).get(queue, ())]
    pulled = bool(stuck.blocked or logged) or any(movement.inflight > 0 for movement in movements)
    signs: dict[str, object] = {
        "stuck": stuck.standing,
        "long": long,
        "alike": case.subscribe_alike and models <= {"CLUSTERING", None},
        "none_moves": Witnesses(long, [movement.place for movement in movements if movement.moved_last]),
        "messages_come": pulled or any(movement.consumed > 0 for movement in others),
    }
    if silent:
        signs["no_answer"] = unanswered(case, silent)
        signs["strategy_known"] = case.strategy_names.keys() >= set(silent)
    if in_place:
        signs["reported"] = failing
    return Seen(
        case="fails_in_place" if in_place else "stuck",
        signs=signs,
        values={"waiting": waiting_in(movements)},
        why=None if in_place else _why(case, stuck, owners),
        queues=stuck.queues,
        clients=owners,
        evidence=(
            *places_of((*listener_threads(case, owners)[:4], *logged[:2])),
            *case.first_and_last_places(stuck.queues),
            *(info.held_place(held) for info, held in stuck.blocked.values()),
            *(unanswered(case, silent)[:2] if silent else ()),
        ),
        # The same failures are no finding of their own.
        explains=(
            *(("orphan_queues",) if silent else ()),
            *(("consume_failures",) if logged and len(logged) == len(case.records("failed.any")) else ()),
        ),
        since=first_moment(logged),
        details={
            "silent": silent,
            "fails": [one.awaited for one in movements[:1]] if in_place else [],
            **_by_clients_clocks(stuck),
        },
    )


def _by_clients_clocks(stuck: Stuck) -> Mapping[str, datetime | None]:
    """When it began, where clients themselves tell it of all queues: after the last message that one of them finished
    (`ProcessQueue#removeMessage` sets lastConsumeTimestamp, all versions), before they were asked."""
    if stuck.blocked.keys() != set(stuck.queues):
        return {}
    finished = earliest(held.last_consume for _, held in stuck.blocked.values())
    return {"not_before": finished, "first_shown": earliest(info.asked_at for info, _ in stuck.blocked.values())}


def _why(case: Case, stuck: Stuck, owners: Sequence[str]) -> Phrase:
    sentences = [_say("owned", queues=ranges(stuck.queues))]
    if stuck.silent:
        silent = short(sorted(set(stuck.silent.values())))
        sentences.append(_say("silent", queues=ranges(stuck.silent), clients=silent))
    if whole := [owner for owner in owners if whole_share(case, owner, stuck.queues)]:
        sentences.append(_say("whole_client", number=len(whole), clients=short(whole)))
    if stuck.blocked:
        blocked = count(len(stuck.blocked), "queue")
        sentences.append(_say("no_call", queues=blocked, seconds=BLOCKED.default.seconds))
    if frames := sorted({thread.frame for thread in listener_threads(case, owners) if thread.frame}):
        sentences.append(_say("in_frames", frames=joined(", ", frames[:3])))
    return joined(" ", sentences)


def _unacknowledged(
    case: Case, popped: Sequence[MessageQueue], held: Mapping[str, tuple[RunningInfo, HeldQueue]]
) -> Seen:
    """A slow listener acknowledges one after the other, and the offsets move on."""
    moved, clients = case.movements_of(popped), sorted(held) or sorted(case.live)
    return Seen(
        case="unacknowledged",
        signs={
            "stuck": popped,
            "hold_all": bool(case.live) and case.live <= held.keys(),
            "long": all(movement.stuck_snapshots > 2 for movement in moved),
        },
        values={"waiting": waiting_in(moved), "queues": ranges(popped)},
        queues=popped,
        clients=clients,
        evidence=(
            *(info.held_place(one) for info, one in held.values()),
            *case.first_and_last_places(popped),
        ),
    )
