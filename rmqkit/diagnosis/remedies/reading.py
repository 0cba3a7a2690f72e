"""What ends causes that lie in how a client reads: it hangs, is slow, fails, is gone, or its offsets were moved."""

from __future__ import annotations

from collections.abc import Mapping

from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.stuck_queues import listener_threads
from rmqkit.diagnosis.finding import Act, Deed
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.relations.members import dumped_threads, not_online
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.diagnosis.remedies.advice import Values, advises
from rmqkit.diagnosis.remedies.situation import FindingInCase
from rmqkit.diagnosis.timeline.changes import LEFT, changes_of
from rmqkit.diagnosis.wording import short
from rmqkit.rocketmq.client_id_meaning import ip_of
from rmqkit.rocketmq.internal_topics import is_user_topic


@advises("consumer_stuck")
def _stuck(at: FindingInCase) -> Values:
    """Where nobody else is left, a restarted client gets its own queues back; they move only to others that work."""
    clients = at.finding.clients
    others = set(at.case.membership.client_ids) - set(clients)
    frames = sorted({thread.frame for thread in listener_threads(at.case, clients) if thread.frame})
    return {
        "pops": at.case.given_out == GivenOut.BY_POP,
        "others": short(sorted(others), 3) if others else "",
        "alone": bool(clients) and not others and at.case.membership.complete,
        "moment": at.moment(at.finding.since) or "?",
        "frame": next(iter(frames), ""),
    }


@advises("offset_held_back")
def _held_back(at: FindingInCase) -> Values:
    """Where the readers' threads are in the listener: one of them has the unfinished message. Of several places a dump
    does not tell which."""
    hosts = {movement.owner for movement in at.case.movements_of(at.finding.queues)}
    dumped = {thread.client_id for thread in dumped_threads(at.case) if thread.client_id}
    readers = [client for client in dumped if client in at.finding.clients or ip_of(client) in hosts]
    frames = {thread.frame for thread in listener_threads(at.case, readers)}
    return {"frame": frames.pop() if len(frames) == 1 else ""}


@advises("consumer_slow")
def _slow(at: FindingInCase) -> Values:
    """A queue is read by one client, so more clients than queues help nothing; but popping clients share each queue."""
    members = at.case.membership
    most = max((len(queues_of(at.case, topic)) for topic in at.finding.topics), default=0)
    now = len(members.client_ids)
    known = members.complete and at.case.given_out is GivenOut.BY_STRATEGIES
    room = most - now if known else 0
    needs = at.finding.details.get("needs", {})
    clients = needs.get("like_these", 0)
    return {
        **needs,
        "enough_queues": 0 < clients <= needs.get("queues", 0),
        "too_few_queues": clients > needs.get("queues", 0),
        "room": room if room > 0 else 0,
        "most": most,
        "now": now,
        "full": known and bool(most) and room <= 0,
        "idle": max(0, -room) if most else 0,
    }


@advises("consume_failures")
def _failures(at: FindingInCase) -> Values:
    thrown = at.finding.details.get("exceptions", ())
    first: Mapping[str, str] = thrown[0] if thrown else {}
    return {
        "exception": first.get("exception", ""),
        "frame": first.get("frame") or "",
        "came_again": any(queue.topic == at.case.retry_topic for queue in at.finding.queues),
    }


@advises("group_offline")
def _offline(at: FindingInCase) -> Values:
    """What lies in the clients themselves is there again when they are; of those who wanted different things, only some
    may start, and the others elsewhere."""
    before = [finding for finding in at.findings if finding.proven and finding.until and finding.id in _COMES_BACK]
    left = [change for change in changes_of(at.case) if change.kind == LEFT]
    moves = at.case.user_movements
    values: dict[str, object] = {
        "nothing_waits": bool(moves) and not any(move.last.diff or move.arrived for move in moves),
        "only_asked": not (left or moves or at.finding.proven) and bool(not_online(at.case)),
        "comes_back": BY_ID[before[0].id].name if before else "",
        "last": left[-1].subject if left else "",
        "moment": at.moment(left[-1].at) if left else "",
        "instead": short(sorted(other.group for other in at.case.begun), 3) if at.case.begun else "",
    }
    read = [set(at.case.also_read.get(topic, ())) for topic in at.finding.topics if is_user_topic(topic)]
    beside = set.intersection(*read) if read and not values["instead"] else set()
    values["beside"] = short(sorted(beside)) if beside else ""
    if at.causes or values["instead"] or beside or not before:
        return values
    told = before[0].details.get("subscriptions", {})
    alike = tuple(client for client, wants in sorted(told.items()) if wants == told[min(told)])
    return values | ({"deeds": [Deed(Act.START, alike)]} if alike else {})


_COMES_BACK = frozenset(
    {"client_id_collision", "inconsistent_subscription", "message_model_mismatch", "mixed_allocation_strategies"}
)


@advises("offsets_moved")
def _moved(at: FindingInCase) -> Values:
    reset = bool(at.case.records("offset.resets")) or any(answer.said.was_reset for answer in at.case.answers)
    corrected = bool(at.case.records("offset.corrections"))
    return {"reset": reset or not corrected, "corrected": not reset}
