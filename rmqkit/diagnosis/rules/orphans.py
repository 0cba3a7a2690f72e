"""Which queues does nobody consume? By recomputation where a cause is known, else by what was observed."""

from __future__ import annotations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.movement import Movement
from rmqkit.diagnosis.facts.group import QueueStatus
from rmqkit.diagnosis.facts.logs import Place
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.make import finding, progress_place
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.rocketmq import MessageQueue

ID = "orphan_queues"


def orphan_queues(case: Case, causes: list[Finding]) -> list[Finding]:
    """The effect; `causes` are the findings so far, whose predictions say which queues have no consumer."""
    if _without_owner_by_design(case):
        return []
    blamed = [each for each in causes if ID in each.explains and each.ongoing]
    # Without a single known member every queue would be nobody's.
    predicted = set(case.recomputed.orphans()) if blamed and case.live and case.everybody_known else set()
    if not predicted:
        inferred = (each for each in blamed if each.id == "inconsistent_subscription")
        predicted = {queue for each in inferred for queue in each.queues if _never_owned(case, queue)}
    seen = {movement.queue for movement in case.movements.values() if _observed(case, movement)}
    queues = sorted(predicted | seen)
    if not queues:
        return []
    # Without a client list nobody knows whether the clients pull or pop, which shows no owner either.
    proven = (bool(seen) and bool(case.facts.rosters)) or any(each.proven for each in blamed)
    return [_finding(case, queues, proven, bool(predicted))]


def _without_owner_by_design(case: Case) -> bool:
    """Pop and broadcasting groups own no queues exclusively; pull clients do not report theirs."""
    kinds = {roster.consume_type for roster in case.facts.rosters} | {
        roster.message_model for roster in case.facts.rosters
    }
    return bool(kinds & {"CONSUME_POP", "BROADCASTING", "CONSUME_ACTIVELY"})


def _never_owned(case: Case, queue: MessageQueue) -> bool:
    movement = case.movements.get(queue)
    return movement is None or movement.never_owned


def _observed(case: Case, movement: Movement) -> bool:
    """No owner at any look, the offset stands, messages keep coming; others of the group do have owners."""
    asked = bool(movement.owners) and movement.never_owned
    others = any(each.client_ip for snapshot in case.facts.snapshots for each in snapshot.rows)
    return asked and others and movement.stands and movement.arrived > 0


def _finding(case: Case, queues: list[MessageQueue], proven: bool, recomputed: bool) -> Finding:
    found = [case.movements[queue] for queue in queues if queue in case.movements]
    behind = sum(movement.last.diff for movement in found)
    seconds = max((movement.seconds or 0 for movement in found), default=0)
    rate = sum(movement.arrived for movement in found) / seconds if seconds else None
    growth = f", {rate:+.0f} a second" if rate else ""
    lag = f"; {behind:,} messages behind{growth}" if found else ""
    sent = _sent_unlisted(case, queues)
    unlisted = f" consumerProgress does not list all of them; {sent:,} messages were sent to those." if sent else ""
    how = (
        "By recomputation these queues fall to clients that do not read them."
        if recomputed
        else "No client was named for these queues at any look, their committed offsets stand and messages keep coming."
    )
    return finding(
        case,
        ID,
        Severity.CRITICAL,
        PROVEN if proven else SUSPECTED,
        f"{count(len(queues), 'queue')} read by nobody{lag}",
        f"{ranges(queues)}. {how}{unlisted}",
        topics=tuple(sorted({queue.topic for queue in queues})),
        queues=tuple(queues),
        brokers=tuple(sorted({queue.broker for queue in queues})),
        evidence=_places(case, queues),
        details={"behind": behind, "rate": rate},
    )


def _sent_unlisted(case: Case, queues: list[MessageQueue]) -> int:
    """Messages in queues of which consumerProgress shows no row, by topicStatus."""
    newest = _newest_status(case)
    return sum(newest[queue].max_offset for queue in queues if queue not in case.movements and queue in newest)


def _newest_status(case: Case) -> dict[MessageQueue, QueueStatus]:
    return {each.queue: each for status in case.facts.status.values() for each in status}


def _places(case: Case, queues: list[MessageQueue]) -> list[Place]:
    """Each queue's newest line in a snapshot, else in topicStatus."""
    newest = {row.queue: (snapshot.file, row) for snapshot in case.facts.snapshots for row in snapshot.rows}
    status = _newest_status(case)
    shown = [progress_place(*newest[queue]) for queue in queues if queue in newest]
    unlisted = [status[queue] for queue in queues if queue not in newest and queue in status]
    return shown + [Place(e.file, e.line, f"{ranges([e.queue])}: max offset {e.max_offset}") for e in unlisted]
