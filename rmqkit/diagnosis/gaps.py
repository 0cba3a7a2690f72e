"""What is missing: which evidence would decide what is open, and whether there is enough to call a group healthy."""

from __future__ import annotations

from rmqkit.diagnosis.case import Case
from rmqkit.diagnosis.facts import is_user_topic
from rmqkit.diagnosis.finding import PROVEN, Finding, Missing, Severity
from rmqkit.diagnosis.make import finding
from rmqkit.diagnosis.observations import queues_of

ID = "insufficient_evidence"
_PROGRESS = "mqadmin consumerProgress -n NAMESRV -g {group} -s true   (at least twice, 30 s apart)"
_CONNECTION = "mqadmin consumerConnection -n NAMESRV -g {group}"
_STATUS = "mqadmin consumerStatus -n NAMESRV -g {group}   (and the files that it writes)"
_BROKER_LOG = "broker.log of every broker (~/logs/rocketmqlogs/broker.log)"


def missing_for(case: Case) -> list[Missing]:
    """What would have to be known to call the group healthy or to name its cause, and how to get it."""
    needs = [
        (
            _progress_known(case) or case.broadcasting,
            "how offsets move and who owns each queue, at two moments or more",
            _PROGRESS,
        ),
        (case.membership.complete, "the list of connected clients", _CONNECTION),
        (case.subscriptions_known, "each client's own subscriptions, strategy and queues", _STATUS),
    ]
    return [
        Missing(f"{case.group}: {need}", command.format(group=case.group))
        for known, need, command in needs
        if not known
    ]


def _progress_known(case: Case) -> bool:
    """Two looks with owners at least; one look cannot tell standing from moving."""
    with_owners = [each for each in case.facts.snapshots if each.owners_shown]
    return len(case.facts.snapshots) > 1 and bool(with_owners)


def looks_healthy(case: Case) -> bool:
    """Everything needed is known, every queue of every subscribed topic has its owner and none falls behind."""
    if missing_for(case):
        return False
    if case.broadcasting:
        return _everybody_reads_everything(case)
    if not case.recomputed.settled:
        return False
    return _all_topics_seen(case) and all(not _worrying(case, topic) for topic in case.facts.topics)


def _everybody_reads_everything(case: Case) -> bool:
    """Broadcasting clients keep their offsets themselves; each must hold every queue of its topics."""
    held = {info.client_id: {each.queue for each in info.queues} for info in case.facts.running}
    return all(
        set(queues_of(case.facts, topic)) <= held.get(who, set())
        for who, each in case.live_subscriptions.items()
        for topic in each.topics
    )


def _all_topics_seen(case: Case) -> bool:
    """Each subscribed topic's queues are known and were looked at, unless nothing was ever sent to them."""
    wanted = {topic for each in case.live_subscriptions.values() for topic in each.topics}
    return all(queues_of(case.facts, topic) for topic in wanted) and bool(wanted)


def _worrying(case: Case, topic: str) -> bool:
    moves = [m for m in case.movements.values() if m.queue.topic == topic and is_user_topic(topic)]
    return any(m.arrived > 0 and m.consumed <= 0 and m.last.diff > 0 for m in moves)


def insufficient_evidence(case: Case, found: list[Finding]) -> list[Finding]:
    """The note, unless something proven is going on or the group can be called healthy."""
    if any(each.ongoing and each.proven and each.severity > Severity.NOTICE for each in found) or looks_healthy(case):
        return []
    needs = missing_for(case)
    open_suspicion = any(each.ongoing and each.severity > Severity.NOTICE for each in found)
    if open_suspicion and not needs:
        return []
    what = "; ".join(each.need.split(": ", 1)[1] for each in needs) or _doubt(case)
    return [
        finding(
            case,
            ID,
            Severity.UNKNOWN,
            PROVEN,
            f"Not enough evidence to judge {case.group}",
            f"Nothing here shows that the group is healthy. Missing: {what}.",
            details={"needs": [each.to_dict() for each in needs]},
        )
    ]


def _doubt(case: Case) -> str:
    if not case.recomputed.settled:
        return "an explanation why the observed owners differ from the recomputed allocation"
    return "looks far enough apart to see every queue move"
