"""What ends causes that lie in how a client reads: it hangs, is slow, fails, is gone, or its offsets were moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.stuck_queues import listener_threads
from rmqkit.diagnosis.finding import Act, Deed
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.diagnosis.remedies.advice import Values, advises
from rmqkit.diagnosis.remedies.situation import FindingInCase
from rmqkit.diagnosis.timeline.changes import LEFT, changes_of
from rmqkit.diagnosis.wording import short


@advises("consumer_stuck")
def _stuck(at: FindingInCase) -> tuple[Values, Sequence[Deed]]:
    """Where nobody else is left, a restarted client gets its own queues back; they move only to others that work."""
    clients, pops = at.finding.clients, at.case.given_out == GivenOut.BY_POP
    others = set(at.case.membership.client_ids) - set(clients)
    values: dict[str, object] = {"pops": pops, "pulls": not pops, "others": short(sorted(others), 3) if others else ""}
    values |= {"alone": bool(clients) and not others and at.case.membership.complete}
    if at.finding.details.get("paused"):
        values |= {"suspended": True, "moment": at.moment(at.finding.since) or "?"}
        return values, (Deed(Act.RESUME, clients), Deed(Act.RESTART, clients))
    if silent := at.finding.details.get("silent"):
        values |= {"silent": short(silent, 3), "stays": at.finding.ongoing}
        return values, (Deed(Act.STOP, tuple(silent)),)
    client = next(iter(clients), "")
    frames = sorted({thread.frame for thread in listener_threads(at.case, clients) if thread.frame})
    values |= {"hangs": True, "frame": next(iter(frames), ""), "dump": "" if frames else client}
    values |= {"BROKER": client, "anybody": not frames and not client}
    return values, () if pops else (Deed(Act.RESTART, clients),)


@advises("offset_held_back")
def _held_back(at: FindingInCase) -> tuple[Values, Sequence[Deed]]:
    if at.finding.details.get("uncommitted"):
        return {"uncommitted": short(at.finding.clients, 3)}, ()
    client = next(iter(at.finding.clients), "")
    return {"dump": client, "BROKER": client}, ()


@advises("consumer_slow")
def _slow(at: FindingInCase) -> tuple[Values, Sequence[Deed]]:
    """A queue is read by one client, so more clients than queues help nothing."""
    members = at.case.membership
    most = max((len(queues_of(at.case, topic)) for topic in at.finding.topics), default=0)
    now = len(members.client_ids)
    room = most - now if members.complete else 0
    quick, needs = at.finding.details.get("quick", ()), at.finding.details.get("needs", {})
    clients = needs.get("like_these", 0)
    return {
        **needs,
        "enough_queues": 0 < clients <= needs.get("queues", 0),
        "too_few_queues": clients > needs.get("queues", 0),
        "quick": short(quick, 3) if quick else "",
        "room": room if room > 0 else 0,
        "most": most,
        "now": now,
        "full": members.complete and bool(most) and room <= 0,
    }, ()


@advises("consume_failures")
def _failures(at: FindingInCase) -> tuple[Values, Sequence[Deed]]:
    thrown = at.finding.details.get("exceptions", ())
    first: Mapping[str, str] = thrown[0] if thrown else {}
    return {
        "exception": first.get("exception", ""),
        "frame": first.get("frame") or "",
        "came_again": any(queue.topic == at.case.retry_topic for queue in at.finding.queues),
        "retry": at.case.retry_topic,
        "dead": "" if at.finding.details.get("none_given_up") else f"%DLQ%{at.group}",
    }, ()


@advises("group_offline")
def _offline(at: FindingInCase) -> tuple[Values, Sequence[Deed]]:
    """What lies in the clients themselves is there again when they are; of those who wanted different things, only some
    may start, and the others elsewhere."""
    before = [finding for finding in at.findings if finding.proven and finding.until and finding.id in _COMES_BACK]
    left = [change for change in changes_of(at.case) if change.kind == LEFT]
    moves = at.case.user_movements
    values: dict[str, object] = {
        "nothing_waits": bool(moves) and not any(move.last.diff or move.arrived for move in moves),
        "comes_back": BY_ID[before[0].id].name if before else "",
        "last": left[-1].subject if left else "",
        "moment": at.moment(left[-1].at) if left else "",
    }
    if at.causes:
        return values, ()
    if not before:
        return values, (Deed(Act.START),)
    told = before[0].details.get("subscriptions", {})
    alike = tuple(client for client, wants in sorted(told.items()) if wants == told[min(told)])
    return values, (Deed(Act.START, alike),) if alike else ()


_COMES_BACK = frozenset(
    {"client_id_collision", "inconsistent_subscription", "message_model_mismatch", "mixed_allocation_strategies"}
)


@advises("offsets_moved")
def _moved(at: FindingInCase) -> tuple[Values, Sequence[Deed]]:
    reset = bool(at.case.records("offset.resets")) or any(answer.said.was_reset for answer in at.case.answers)
    corrected = bool(at.case.records("offset.corrections"))
    of_moves = {"again": at.finding.details.get("windows"), "deleted": at.finding.details.get("deleted")}
    return {"reset": reset or not corrected, "corrected": not reset, **of_moves}, ()
