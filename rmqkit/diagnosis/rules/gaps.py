"""What is missing: which evidence would decide what is open, and whether there is enough to call a group healthy."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.movement import Movement, without_copies
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.facts.group import UNNAMED, RunningInfo, is_user_topic
from rmqkit.diagnosis.finding import PROVEN, Finding, Missing, Severity
from rmqkit.diagnosis.rules.make import finding

ID = "insufficient_evidence"
_PROGRESS = "mqadmin consumerProgress -n NAMESRV -g {group} -s true   (twice, 30 s apart; before 4.3 without -s)"
_CONNECTION = "mqadmin consumerConnection -n NAMESRV -g {group}"
_STATUS = "mqadmin consumerStatus -n NAMESRV -g {group}   (and the files that it writes)"
_EACH_BROKER = (
    "mqadmin consumerConnection -n NAMESRV -g {group} -b BROKER   "
    "(for each broker's address, with its broker.log; -b from mqadmin 4.9.4 on)"
)
_CLUSTER = "date; mqadmin clusterList -n NAMESRV   (with every look, so that it tells its cluster and its moment)"
_GROUPS = "mqadmin consumerProgress -n NAMESRV   (lists the groups that the cluster behind this name server knows)"
_STAYING = "mqadmin consumerConnection -n NAMESRV -g {group}   (twice, two minutes apart, or broker.log of a broker)"
# A client that keeps crashing is back within this time; a list made before tells nothing about it.
_SETTLED = timedelta(minutes=2)


def missing_for(case: Case) -> list[Missing]:
    """What would have to be known to call the group healthy or to name its cause, and how to get it.

    Nothing: each queue of each subscribed topic has its owner, none falls behind, and the clients stay.
    """
    return _of(case, _needs(case)) or _of(case, _doubts(case))


_Need = tuple[bool, str, str]


def missing_without_group() -> list[Missing]:
    """What to bring where nothing names a consumer group."""
    return [
        Missing("the name of the consumer group and its state", command.format(group="GROUP"))
        for command in (_PROGRESS, _CONNECTION, _STATUS)
    ]


def _of(case: Case, needs: Iterable[_Need]) -> list[Missing]:
    group = "GROUP" if case.group == UNNAMED else case.group
    return [
        Missing(f"{case.group}: {need}", command.format(group=group)) for known, need, command in needs if not known
    ]


def _needs(case: Case) -> Iterable[_Need]:
    """What any judgement rests on."""
    unrouted = any(each.code == 17 and case.facts.retry_topic in (each.text or "") for each in case.facts.answers)
    yield not unrouted, "whether it is the right name server and name: it knows no retry topic of the group", _GROUPS
    yield not case.looks_contradict, "looks at one cluster, in their order: the end of a queue goes back", _CLUSTER
    yield _progress_known(case), "how offsets move and who owns each queue, at two moments or more", _PROGRESS
    yield case.membership.complete, "the list of connected clients", _CONNECTION
    yield case.subscriptions_known, "each client's own subscriptions, strategy and queues", _STATUS


def _doubts(case: Case) -> Iterable[_Need]:
    """What speaks against calling a group healthy of which everything needed is known."""
    yield _owners_as_computed(case), *_why_not_as_computed(case)
    yield not _broadcasting(case) or _each_consumes(case), "whether the broadcasting clients consume", _STATUS
    moving = not any(_waits(movement) for movement in case.movements.values())
    yield moving or _broadcasting(case), "looks far enough apart to see every queue move", _PROGRESS
    yield _members_stay(case), "whether the same clients stay connected", _STAYING


def _owners_as_computed(case: Case) -> bool:
    """Every queue has one owner: as recomputed for the present members, or as the clients say themselves."""
    reproduced = case.recomputed.reproduces or case.recomputed.reproduces_since(case.members_since)
    return _all_topics_seen(case) and (_without_owners(case) or reproduced or _held_once(case))


def _why_not_as_computed(case: Case) -> tuple[str, str]:
    lists = {frozenset(each.client_ids) for each in case.facts.rosters if each.kind == "consumer_connection"}
    if len(lists) > 1 or case.members_since:
        return "two looks at the owners while the same clients were connected", _PROGRESS
    return "why the observed owners differ from the recomputed allocation", _EACH_BROKER


def _held_once(case: Case) -> bool:
    """The clients hold every queue of every topic that they subscribe to, each queue one of them.

    That needs no recomputation, so it holds for strategies that cannot be recomputed as well.
    """
    queues = [queue for topic in _wanted(case) for queue in queues_of(case.facts, topic)]
    asked = [each.owners for each in case.observations if not each.by_ip]
    return any(all(len(owners.get(queue, ())) == 1 for queue in queues) for owners in asked)


def _progress_known(case: Case) -> bool:
    """Two looks with owners at least; one look cannot tell standing from moving.

    Broadcasting clients commit nothing to the brokers, so no look at these would tell more.
    """
    with_owners = _without_owners(case) or _never_shown(case) or any(each.owners_shown for each in case.facts.snapshots)
    return case.told_broadcasting or (_looked_twice(case) and with_owners)


def _looked_twice(case: Case) -> bool:
    """Two outputs at least; copies of one tell no less where nothing waits."""
    looks = case.facts.snapshots
    return len(looks) > 1 and (len(without_copies(looks)) > 1 or not any(row.diff > 0 for row in looks[-1].rows))


def _never_shown(case: Case) -> bool:
    """Clients that pop hold no queues, and DefaultMQPullConsumer does not report its own: -s shows N/A for both."""
    listed = {each.consume_type for each in case.facts.rosters if each.consume_type}
    return bool(listed) and "CONSUME_PASSIVELY" not in listed


def _broadcasting(case: Case) -> bool:
    """Every client is known to be broadcasting: offsets and owners are nowhere but in the clients."""
    return _all_are(case, {each.message_model for each in case.live_subscriptions.values()}, "BROADCASTING")


def _without_owners(case: Case) -> bool:
    """Every client is known to broadcast, to pop, or to pull without reporting: no queue has an owner that shows."""
    kinds = {each.consume_type for each in case.live_subscriptions.values()}
    pulls = _all_are(case, kinds, "CONSUME_ACTIVELY") and not any(each.owners for each in case.observations)
    return _broadcasting(case) or _all_are(case, kinds, "CONSUME_POP") or pulls


def _all_are(case: Case, kinds: set[str | None], kind: str) -> bool:
    return kinds == {kind} and set(case.live_subscriptions) == case.live


def _all_topics_seen(case: Case) -> bool:
    """Each subscribed topic's queues are known and were looked at, unless nothing was ever sent to them."""
    wanted = _wanted(case)
    return _broadcasting(case) or (bool(wanted) and all(queues_of(case.facts, topic) for topic in wanted))


def _wanted(case: Case) -> set[str]:
    return {topic for each in case.live_subscriptions.values() for topic in each.topics}


def _each_consumes(case: Case) -> bool:
    """Broadcasting clients keep their offsets to themselves; only their own rates tell that messages reach them."""
    consuming = {info.client_id for info in case.facts.running if any(rate.consume_ok_tps for rate in info.rates)}
    return bool(case.live) and case.live <= consuming


def _waits(movement: Movement) -> bool:
    """Messages waited through the last looks; a queue that was never committed may just be shown from its start."""
    known = movement.last.consumer_offset > 0 or movement.arrived > 0
    return is_user_topic(movement.queue.topic) and known and movement.stands_at_the_end > 1


def _members_stay(case: Case) -> bool:
    """A broker's log tells who comes and goes; else several lists name the same clients, none of them started lately.

    consumerStatus and running info leave out who does not answer.
    """
    if any(channel.live for channel in case.channels):
        return True
    lists = [(roster.kind, frozenset(roster.client_ids)) for roster in case.facts.rosters]
    lists += [("running_info", frozenset(info.client_id for info in case.facts.running))] * bool(case.facts.running)
    newest = [(kind, each) for kind, each in lists if not _before_a_change(case, each)]
    agree = all(each == case.live if kind == "consumer_connection" else each <= case.live for kind, each in newest)
    return len(newest) > 1 and agree and not any(map(_started_lately, case.facts.running))


def _before_a_change(case: Case, listed: frozenset[str]) -> bool:
    """The list differs from the members of the end by clients alone that a broker's log saw go or come."""
    gone = {channel.client_id for channel in case.channels if channel.closed}
    came = {channel.client_id for channel in case.channels if channel.opened}
    return listed != case.live and listed - case.live <= gone and case.live - listed <= came


def _started_lately(info: RunningInfo) -> bool:
    """By the client's own clock: when it started and when it last pulled."""
    return bool(info.started_at and info.asked_at and info.asked_at - info.started_at < _SETTLED)


def insufficient_evidence(case: Case, found: list[Finding]) -> list[Finding]:
    """The note, unless something proven is going on or the group can be called healthy."""
    needs = missing_for(case)
    if not needs or any(each.ongoing and each.proven and each.severity > Severity.NOTICE for each in found):
        return []
    what = "; ".join(each.need.split(": ", 1)[1] for each in needs)
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
