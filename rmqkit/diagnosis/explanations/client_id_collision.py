"""Do several clients share one id?

From client lists, brokers' logs and the allocation that follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.collisions import Collision, collisions, without_twins
from rmqkit.diagnosis.case.observations import client_count_in
from rmqkit.diagnosis.case.popped import pulls
from rmqkit.diagnosis.case.retries import doubled_retries, is_empty, unread_retries
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.claims import Claim, Rival, Severity, Sign, core, follows, need, refuted_claim
from rmqkit.diagnosis.commands import STAYING
from rmqkit.diagnosis.explanation import (
    CAUSE,
    Explanation,
    Findings,
    nobodys_queues_stand,
    owners_as_given,
    sources_agree_on_members,
)
from rmqkit.diagnosis.facts.known import LONG_AGO, distinct, earliest
from rmqkit.diagnosis.facts.logs import brokers_of, lately, places_of, topics_of
from rmqkit.diagnosis.wording import count, ranges, short
from rmqkit.language import Phrase, joined, say, say_counted
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import likely_cause_of_collision

ID = "client_id_collision"


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By two addresses or two logs of one id, and by the allocation that follows;
    now or in the past."""
    # Broadcasting clients of a host share `ip@DEFAULT` by design (no `changeInstanceNameToPID`,
    # all versions).
    if case.told_broadcasting:
        return
    doubled = collisions(case)
    ongoing = [collision for collision in doubled if collision.ongoing]
    past = [collision for collision in doubled if not collision.ongoing]
    if ongoing:
        yield _ongoing(case, ongoing)
    if past:
        yield _past(past)
    if not doubled and case.membership.each_once:
        yield refuted_claim(ID, say("one id stands several times in the list of members"), case.membership.places)


def _ongoing(case: Case, doubled: Sequence[Collision]) -> Claim:
    doubles, orphans = _read_and_unread(case, doubled)
    ids = [collision.client_id for collision in doubled]
    processes = sum(collision.processes for collision in doubled)
    return Claim(
        ID,
        say_counted(
            len(ids),
            "{processes} share the client id {ids}",
            "{processes} share client ids {ids}",
            processes=count(processes, "client process"),
            ids=short(ids),
        ),
        _why(case, ids, processes - len(ids), doubles, orphans),
        Severity.NOTICE if all(collision.weak for collision in doubled) else Severity.CRITICAL,
        signs=(core(say("one id stands for several processes"), processes), *_consequences(case, doubled, orphans)),
        rivals=(_reconnect(case, doubled),),
        topics=case.own_topics(topics_of((*doubles, *orphans))),
        queues=distinct((*doubles, *orphans)),
        clients=tuple(ids),
        brokers=brokers_of((*doubles, *orphans)),
        evidence=tuple(place for collision in doubled for place in collision.places),
        explains=("orphan_queues", "duplicate_consumption"),
        since=earliest(collision.since for collision in doubled),
        details=_details(case, doubled, doubles),
    )


def _details(case: Case, doubled: Sequence[Collision], doubles: Sequence[MessageQueue]) -> dict[str, object]:
    """What comes twice: of the retry topic where messages were seen in it and a topic is pulled, which feeds it."""
    retries = doubled_retries(case) if pulls(case) else []
    twice = [queue for queue in doubles if queue.is_users or queue in retries]
    return {
        "first_shown": earliest(collision.first_shown for collision in doubled),
        "processes": {collision.client_id: collision.processes for collision in doubled},
        "read_by_several": tuple(twice),
    }


def _read_and_unread(case: Case, doubled: Sequence[Collision]) -> tuple[list[MessageQueue], list[MessageQueue]]:
    """By the allocation where all members are known and it can be recomputed, else what the twins' own
    logs have in common."""
    accepted = accepted_allocation(case)
    if not (case.everybody_known and accepted.allocations):
        return sorted(_read_by_twins(doubled)), []
    # What different subscriptions alone leave to nobody is theirs: without the twins it would be nobody's too.
    others = set(without_twins(case).orphans()) - set(case.recompute({}).orphans())
    orphans = [*accepted.orphans(), *unread_retries(case)]
    read = {queue for queue in _read_by_twins(doubled) if queue.topic == case.retry_topic}
    retries = {queue for queue in read if not is_empty(case, queue)}
    doubles = {*accepted.doubles(), *doubled_retries(case), *retries}
    return sorted(doubles), [queue for queue in orphans if queue not in others]


def _read_by_twins(doubled: Iterable[Collision]) -> set[MessageQueue]:
    return {queue for collision in doubled for queue in collision.read}


def _consequences(case: Case, doubled: Sequence[Collision], orphans: Sequence[MessageQueue]) -> Iterable[Sign]:
    if case.everybody_known:
        yield owners_as_given(case, case.recomputed, say("the doubled list gives"))
    yield nobodys_queues_stand(case, orphans)
    listed_once = [place for collision in doubled for place in collision.listed_once]
    yield follows(say("no list in between shows the id once"), len(doubled), against=listed_once)
    if not case.membership.complete:
        yield _counted_on(case)
    yield sources_agree_on_members(case)


def _counted_on(case: Case) -> Sign:
    """Of members that their logs alone tell of, one may have gone: with the next rebalance the others count one less
    (`RebalanceImpl#rebalanceByTopic`)."""
    counted = [event for event in case.own_events("rebalance_result", source="client") if client_count_in(event)]
    last = {event.file: event for event in sorted(counted, key=lambda event: event.at or LONG_AGO)}
    newest = lately(list(last.values()), case.transitions.rebalance)
    members = len(case.membership.client_ids)
    fewer = [event for event in newest if (client_count_in(event) or 0) < members]
    return follows(say("clients go on counting as many members"), len(newest), against=places_of(fewer))


def _reconnect(case: Case, doubled: Sequence[Collision]) -> Rival:
    """A connection that broke off stays in the broker's list for two minutes beside
    the one that followed it.

    It is refuted where both live on for longer: at two addresses over several looks, in two logs
    side by side, or by owners of a doubled list over a longer time. While the dead connection is
    listed, the one process that is left takes the share of the first place only, so that owners of
    one moment look the same.
    """
    lasting = all(collision.sure for collision in doubled) or _doubled_for_long(case)
    return Rival(say("one process that reconnected, its old connection not yet gone"), lasting, STAYING)


def _doubled_for_long(case: Case) -> bool:
    """Looks further apart than a dead connection lives show the owners of a doubled
    list, and of no other."""
    alone = without_twins(case)
    moments = [check.at for check in case.recomputed.checks if check.at and check.matched]
    apart = bool(moments) and max(moments) - min(moments) > case.transitions.half_open
    return apart and case.recomputed.reproduces and bool(alone.contradictions_since(case.members_since))


def _why(
    case: Case, ids: Sequence[str], more: int, doubles: Sequence[MessageQueue], orphans: Sequence[MessageQueue]
) -> Phrase:
    shares = say_counted(
        more,
        "All processes with one id take the share of its first place in the sorted client list; "
        "the share of its other place belongs to nobody.",
        "All processes with one id take the share of its first place in the sorted client list; "
        "the {number:,} other shares belong to nobody.",
    )
    read = say(
        "Read by several: {doubles}. Read by nobody: {orphans}.",
        doubles=ranges(doubles) or say("none"),
        orphans=ranges(orphans) or (say("none") if accepted_allocation(case).allocations else say("not known")),
    )
    recomputed = case.recomputed.sentence(case.strategy_text)
    return joined(" ", [shares, recomputed, read, likely_cause_of_collision(ids[0])])


def _past(doubled: Sequence[Collision]) -> Claim:
    ids = [collision.client_id for collision in doubled]
    return Claim(
        ID,
        say("It is over: several client processes shared the client id {ids}", ids=short(ids)),
        joined(" ", [say("The newest client list has each id once."), likely_cause_of_collision(ids[0])]),
        Severity.NOTICE,
        signs=(core(say("one id stood for several processes"), len(ids)),),
        rivals=(Rival(say("one process that reconnected"), all(collision.sure for collision in doubled)),),
        ongoing=False,
        since=earliest(collision.since for collision in doubled),
        clients=tuple(ids),
        evidence=tuple(place for collision in doubled for place in collision.places),
    )


EXPLANATION = Explanation(
    id=ID,
    rank=30,
    claims=claims,
    command=STAYING,
    messages=frozenset({"offset_moved_back"}),
    suspected=say("Several client processes may share one client id"),
    shown_by=need(say("one id stands several times in a list"), met=False, command=STAYING),
    kind=CAUSE,
    what="Several client processes use the same client id. Each finds the first place of its id in the sorted client "
    "list, so all of them take the same share of the queues, and the shares of the other places belong to nobody.",
    confirm="mqadmin consumerConnection -g GROUP: one client id on several lines with different addresses.",
    remedy=(
        "Make client ids unique: upgrade clients to 4.9.0 or later (pid and nano time), or set an instance name "
        "that differs per process (-Drocketmq.client.name=<pod name>, or setInstanceName).",
        "Under Docker's host network set the client ip explicitly (setClientIP with the pod's or host's own address).",
        "Restart the colliding clients one after the other after the change.",
    ),
    do_not=(
        "Do not add consumers: with colliding ids every further process adds a share that nobody reads.",
        "Do not reset offsets: messages in the unread queues would be lost, those read twice would be read again.",
    ),
)
