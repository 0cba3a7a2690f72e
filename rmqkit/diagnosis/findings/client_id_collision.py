"""Do several client processes share one id, or have ids that are unique only by luck? Each process takes the share of
its id's first place in the sorted list."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from operator import attrgetter

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.collisions import Collision, allocation_with_unique_ids, collisions
from rmqkit.diagnosis.case.popped import pulls
from rmqkit.diagnosis.case.worlds import accepted_allocation, doubled_retries, is_empty, unread_retries
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.known import LONG_AGO, distinct, earliest, latest
from rmqkit.diagnosis.facts.logs import lately, places_of, topics_of
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, consequences, finding, refuted, words
from rmqkit.diagnosis.relations.holds import held_otherwise, shares
from rmqkit.diagnosis.relations.serves import brokers_lacked
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import joined
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import likely_cause_of_collision, repeats_in_containers
from rmqkit.rocketmq.version import Version

sentence = words("client_id_collision")


@finding("client_id_collision")
def client_id_collision(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By two addresses or two logs of one id, and by the allocation that follows; now or in the past. Broadcasting
    clients of a host share `ip@DEFAULT` by design (no `changeInstanceNameToPID`, all versions)."""
    doubled = [] if case.reported_broadcasting else collisions(case)
    ongoing = [collision for collision in doubled if collision.ongoing]
    sure = [collision for collision in ongoing if collision.sure]
    if sure and not _lastingly_doubled(case):
        # An id of which that is not certain takes nothing away from those of which it is.
        unsure = [collision for collision in ongoing if not collision.sure]
        yield _ongoing(case, sure, [one.client_id for one in unsure])
        if unsure:
            yield _ongoing(case, unsure, [one.client_id for one in sure])
    elif ongoing:
        yield _ongoing(case, ongoing)
    if past := [collision for collision in doubled if not collision.ongoing]:
        ids = [collision.client_id for collision in past]
        yield Seen(
            case="over",
            signs={
                "doubled": ids,
                "had_reconnected": all(collision.sure for collision in past),
                "same_broker": not any(_listed_elsewhere(case, client_id) for client_id in ids),
            },
            values={"likely": likely_cause_of_collision(ids[0], _oldest_version(case, ids[0]))},
            ongoing=False,
            clients=ids,
            evidence=chain.from_iterable(collision.places for collision in past),
            since=earliest(collision.since for collision in past),
            until=latest(collision.until for collision in past),
        )
    if not doubled and case.membership.each_once and not case.reported_broadcasting:
        yield refuted("client_id_collision", "doubled", case.membership.places)


@finding("risky_client_id")
def risky_client_id(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """Ids that work now and collide with those of a second container: an address and a pid, and nothing else in them.
    Beside what ails the group now it would read as its cause."""
    risky = sorted(client_id for client_id in case.live if repeats_in_containers(client_id))
    if risky and not any(finding.id == "client_id_collision" or finding.alarming for finding in findings):
        yield Seen(
            signs={"repeats": risky},
            clients=risky,
            evidence=case.membership.places_of(risky),
        )


def _listed_elsewhere(case: Case, client_id: str) -> bool:
    """Whether the list that shows the id once may be of another broker than those that show it twice: no connection is
    in both, and no broker's log tells that one of the two ended."""
    lists = [listed for listed in case.client_lists if listed.connections]
    twice = [listed for listed in lists if len(listed.connections_of(client_id)) > 1]
    ended = any(channel.client_id == client_id and channel.closed for channel in case.channels)
    if not twice or ended:
        return False
    both, newest = twice[-1].addresses, lists[-1].addresses
    return bool(both and newest) and both.isdisjoint(newest)


def _ongoing(case: Case, doubled: Sequence[Collision], others: Collection[str] = ()) -> Seen:
    """`others`: ids that are doubled beside these, each of which has queues of its own that are read twice."""
    doubles, orphans = _affected_queues(case, doubled)
    doubles = accepted_allocation(case).excluding(others, doubles)
    retries = doubled_retries(case) if pulls(case) else []
    given = consequences(case, case.recomputed, orphans, sentence("given_by"))
    if not _same_routes(case):
        given.pop("expected_owners")
    ids, processes = [one.client_id for one in doubled], sum(one.processes for one in doubled)
    recomputable = bool(accepted_allocation(case).allocations)
    undecided = not (all(one.sure for one in doubled) or _lastingly_doubled(case))
    signs: dict[str, object] = {
        "doubled": processes,
        "listed_twice": Witnesses(doubled, against=chain.from_iterable(one.listed_once for one in doubled)),
        "reconnected": not undecided,
    }
    if brokers_lacked(case):
        # Whose name servers lack brokers shares out fewer queues: each process by its own log.
        signs["as_logged"] = Witnesses(shares(case), held_otherwise(case, case.live, case.members_since))
    if not case.membership.complete:
        # Of members that their logs alone tell of, one may have gone: with the next rebalance the others count one
        # less (`RebalanceImpl#rebalanceByTopic`).
        counting = sorted(filter(attrgetter("members"), shares(case)), key=lambda share: share.at or LONG_AGO)
        newest = lately(list({share.file: share for share in counting}.values()), case.transitions.rebalance)
        members = len(case.membership.client_ids)
        signs["counted"] = Witnesses(newest, places_of(share for share in newest if (share.members or 0) < members))
    by_nobody = ranges(orphans) or ("" if recomputable else sentence("unknown"))
    read = {"by_several": ranges(doubles), "by_nobody": by_nobody}
    read_by = [sentence(name, queues=queues) for name, queues in read.items() if queues]
    by_lists = case.configured.issuperset(ids)
    # Where nothing tells which queues it hits, that it hits some is harm none the less.
    likely = likely_cause_of_collision(ids[0], _oldest_version(case, ids[0]))
    unnamed = not (doubles or orphans or undecided or by_lists)
    twice = sentence("some_queues", processes=count(processes, "client process"), shares=processes - len(ids))
    return Seen(
        case="by_lists" if by_lists else "",
        signs=signs | given,
        values={
            "processes": count(processes, "client process"),
            "shares": processes - len(ids),
            "read_by": joined(" ", read_by),
            "likely": joined(" ", [*([sentence("readings")] if undecided else []), likely]),
        },
        recomputed=sentence("apart") if brokers_lacked(case) else case.recomputed.sentence(case.strategy_text),
        severity=Severity.NOTICE if by_lists or all(one.weak for one in doubled) else None,
        topics=case.own_topics(topics_of((*doubles, *orphans))),
        queues=distinct((*doubles, *orphans)),
        clients=ids,
        evidence=chain.from_iterable(one.places for one in doubled),
        since=earliest(one.since for one in doubled),
        # Of the retry topic where messages were seen in it and a topic is pulled, which feeds it.
        details={
            "first_shown": earliest(one.first_shown for one in doubled),
            "undecided": undecided,
            "harm": (twice,) if unnamed else (),
            "read_by_several": tuple(queue for queue in doubles if queue.is_users or queue in retries),
        },
    )


def _oldest_version(case: Case, client_id: str) -> Version | None:
    """Of the connections that lists show with the id; None where any of them does not tell it."""
    listed = [connection.version for roster in case.rosters for connection in roster.connections_of(client_id)]
    return min((Version.of(text) for text in listed if text), default=None) if all(listed) else None


def _same_routes(case: Case) -> bool:
    """Whether all members are known, and share out the same queues: one whose name servers lack brokers has fewer."""
    return case.everybody_known and not brokers_lacked(case)


def _affected_queues(case: Case, doubled: Sequence[Collision]) -> tuple[list[MessageQueue], list[MessageQueue]]:
    """By the allocation where all members are known and it can be recomputed, else what the logs of the processes have
    in common."""
    accepted, read = accepted_allocation(case), {queue for one in doubled for queue in one.read}
    if not (_same_routes(case) and accepted.allocations):
        return sorted(read), []
    retries = {queue for queue in read if queue.topic == case.retry_topic and not is_empty(case, queue)}
    # What different subscriptions alone leave to nobody is theirs: with unique ids it would be nobody's too.
    others = set(allocation_with_unique_ids(case).orphans()) - set(case.recompute({}).orphans())
    orphans = [queue for queue in (*accepted.orphans(), *unread_retries(case)) if queue not in others]
    return sorted({*accepted.doubles(), *doubled_retries(case), *retries}), orphans


def _lastingly_doubled(case: Case) -> bool:
    """Snapshots further apart than a dead connection lives show the owners of a doubled list, and of no other: while it
    is listed, the one process that is left takes the share of the first place only, so one moment looks the same. So
    does a client that another one replaced on its host, in whatever language, until its connection expires."""
    moments = [check.at for check in case.recomputed.checks if check.at and check.matched]
    apart = bool(moments) and max(moments) - min(moments) > case.transitions.half_open
    return (
        apart
        and case.recomputed.reproduces
        and bool(allocation_with_unique_ids(case).contradictions_since(case.members_since))
    )
