"""Do the clients share out queues by rules that do not fit together:
different strategies, or an unsound one?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.members import perhaps_one_after_another
from rmqkit.diagnosis.case.minutes import minutes_by_client
from rmqkit.diagnosis.case.observations import rebalance_results
from rmqkit.diagnosis.case.recomputation import Recomputed
from rmqkit.diagnosis.case.strategy_labels import strategies_text, strategy_label, surely_different
from rmqkit.diagnosis.case.thrown import FAILED
from rmqkit.diagnosis.case.topic_queues import listed_queues
from rmqkit.diagnosis.case.worlds import (
    accepted_allocation,
    computed_or_told,
    inferred_strategies,
    inferred_subscribers,
    leaves_no_doubt,
    told_by_members,
)
from rmqkit.diagnosis.claims import Claim, Rival, Severity, Sign, core, follows, need, refuted_claim
from rmqkit.diagnosis.commands import CONNECTION, PROGRESS, ROUTE, STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings, consequences
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.known import distinct, grouped
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, brokers_of, places_of, topics_of
from rmqkit.diagnosis.wording import ranges, short, who_says_what
from rmqkit.language import Phrase, say
from rmqkit.rocketmq import MessageQueue, Strategy

ID = "mixed_allocation_strategies"
_COLLISION = "client_id_collision"
_FIXED_LIST = strategy_label("CONFIG")
# Strategies of RocketMQ's that give what the application configures: rooms, how a room is told, a list of queues.
_BY_CONFIGURATION = frozenset(map(strategy_label, ("MACHINE_ROOM", "CONFIG", "AllocateMachineRoomNearby")))


def claims(case: Case, findings: Findings) -> Iterable[Claim]:
    """By the strategies that the members name, by owners that only different ones give,
    or by what members hold."""
    strategies = {who: name for who, name in case.strategy_names.items() if who in case.live}
    named = dict(zip(strategies, map(strategy_label, strategies.values()), strict=True))
    if surely_different(strategies.values()):
        return [_named_differently(case, named)]
    if case.given_out == GivenOut.BY_OWN_STRATEGY or (case.by_rooms and told_by_members(case).allocations):
        return _by_their_own_words(case, findings, named)
    inferred = {} if inferred_subscribers(case) else inferred_strategies(case)
    if inferred:
        return [_inferred(case, inferred)]
    if not _everybody_tells(case, named):
        return []
    return [refuted_claim(ID, say("two members name different strategies"), _own_words(case))]


def _by_their_own_words(case: Case, findings: Findings, named: Mapping[str, str]) -> list[Claim]:
    """Of a strategy whose rule is not known: by what the members hold, else by what their lists lack."""
    if _ids_collide(findings):
        return []
    unsound = _own_strategy(case, named) or _no_retries_held(case, named) or _no_retries_logged(case, named)
    return [unsound] if unsound else []


def _ids_collide(findings: Findings) -> bool:
    """Colliding ids give any strategy one client too many."""
    colliding = [finding for finding in findings if finding.id == _COLLISION and finding.ongoing]
    return any(finding.proven or finding.queues for finding in colliding)


def _everybody_tells(case: Case, named: Mapping[str, str]) -> bool:
    """Whether all members name their strategy: who is not known may have another."""
    return bool(case.live) and case.membership.complete and named.keys() == case.live


def _named_differently(case: Case, named: Mapping[str, str]) -> Claim:
    """A strategy of the user's own cannot be computed:
    there the members' own words say what each of them takes."""
    apart = perhaps_one_after_another(case, named)
    world = computed_or_told(case)
    signs = (
        core(say("two members name different strategies"), len(named)),
        need(say("they were members at the same time"), not apart, command=CONNECTION),
        need(say("what each of them takes can be computed, or it says so itself"), world.allocations, command=STATUS),
        *consequences(case, world, world.orphans(), given_by=say("these strategies give")),
    )
    return _claim(case, named, accepted_allocation(case), say("Each client computes its share by its own rule."), signs)


def _inferred(case: Case, strategies: Mapping[str, Strategy]) -> Claim:
    told = {who: strategy_label(strategy.name) for who, strategy in strategies.items()}
    accepted = accepted_allocation(case)
    why = say(
        "No source names the strategies, but no common one gives the owners that were seen, and these give them all.",
    )
    signs = (
        need(say("every look shows the owners of these strategies"), accepted.reproduces, command=STATUS),
        *consequences(case, accepted, accepted.orphans(), given_by=say("these strategies give")),
    )
    unsound = bool(accepted.doubles() or accepted.orphans())
    rivals = (
        Rival(say("clients that could not take all of their queues"), leaves_no_doubt(case), STATUS),
        Rival(say("one strategy of the user's own, sound as it is"), unsound, STATUS),
    )
    return _claim(case, told, accepted, why, signs, rivals=rivals)


def _own_strategy(case: Case, named: Mapping[str, str]) -> Claim | None:
    """A strategy of the user's own that gives a queue to several clients, or to none,
    by the clients' own words."""
    accepted = accepted_allocation(case)
    doubles, orphans = accepted.doubles(), (accepted.orphans() or accepted.orphans([case.retry_topic]))
    if not (doubles or orphans):
        return None
    topics = {queue.topic for queue in (*doubles, *orphans)}
    whole = doubles or all(listed_queues(case, topic) for topic in topics)
    signs = (
        core(say("the members themselves hold a queue several times, or not at all"), len(doubles) + len(orphans)),
        need(say("the list of members is complete"), case.membership.complete, command=CONNECTION),
        need(say("the list of the topic's queues is complete"), whole, command=ROUTE),
        need(say("they subscribe to the same topics"), case.subscribe_alike),
        need(say("each of them has an id of its own"), not case.membership.duplicates),
        *consequences(case, accepted, orphans, given_by=say("these strategies give")),
    )
    rival = Rival(say("a rebalance that was going on when they were asked"), _settled(case, accepted), PROGRESS)
    why = (
        say("The strategy goes by its configuration, which is not in the evidence; what each client holds is.")
        if case.live <= named.keys() and _BY_CONFIGURATION.issuperset(named.values())
        else say("The strategy is none of RocketMQ's own: its rule is not in the evidence, what each client holds is.")
    )
    return _claim(case, named, accepted, why, signs, rivals=(rival,))


def _lack_retries(case: Case, lists: Iterable[Iterable[MessageQueue]]) -> bool:
    """Whether no fixed list has a queue of the group's retry topic: its client reads what is on it, the same for every
    topic, and nothing else (`AllocateMessageQueueByConfig#allocate`, all versions), and so no retries."""
    return all(queue.topic != case.retry_topic for queues in lists for queue in queues)


def _no_retries_held(case: Case, named: Mapping[str, str]) -> Claim | None:
    """Fixed lists, by what their clients hold, of which none has retries though the clients subscribe to them."""
    asked = [info for info in case.asked if named.get(info.client_id) == _FIXED_LIST and info.queues]
    subscribe = all(case.retry_topic in info.subscriptions for info in asked)
    if not (asked and subscribe and _lack_retries(case, map(_held_by, asked))):
        return None
    clients = [info.client_id for info in asked]
    return Claim(
        ID,
        say("Retries seem to be read by nobody: {clients} takes a fixed list of queues", clients=short(clients)),
        say(
            "Each client takes the queues of its list, whatever the topic, and {retry} is on none that is known: what "
            "fails is sent there and waits.",
            retry=case.retry_topic,
        ),
        Severity.WARNING,
        signs=(
            follows(say("a client with a fixed list holds no retry queue"), len(clients)),
            need(say("the list of members is complete"), case.membership.complete, command=CONNECTION),
            need(say("the list of the topic's queues is complete"), met=False, command=ROUTE),
        ),
        topics=(case.retry_topic,),
        clients=tuple(clients),
        evidence=tuple(info.strategy_place for info in asked),
        explains=("orphan_queues",),
    )


def _held_by(info: RunningInfo) -> list[MessageQueue]:
    return [held.queue for held in info.queues]


def _no_retries_logged(case: Case, named: Mapping[str, str]) -> Claim | None:
    """Fixed lists, as their clients log them, of which none has retries while messages fail: what failed goes there."""
    results = [event for (who, _), event in rebalance_results(case).items() if named.get(who) == _FIXED_LIST]
    failing = _failures_told(case)
    lists_alone = set(named.values()) == {_FIXED_LIST}
    lack = _lack_retries(case, (event.queues_given for event in results))
    if not (results and failing and lists_alone and lack):
        return None
    return Claim(
        ID,
        say("The clients' fixed lists of queues may leave the retry topic to nobody"),
        say(
            "{clients} read what their lists have, and these lack {retry}, while messages fail: what failed waits there.",
            clients=short(sorted(named)),
            retry=case.retry_topic,
        ),
        Severity.NOTICE,
        signs=(
            follows(say("messages fail, and no list has the retry topic"), len(failing)),
            need(say("the list of members is complete"), case.membership.complete, command=CONNECTION),
            need(say("messages wait in the retry topic"), met=False, command=PROGRESS),
        ),
        topics=(case.retry_topic,),
        clients=tuple(sorted(named)),
        evidence=places_of([*results[:4], *failing[-2:]]),
    )


def _failures_told(case: Case) -> list[Event]:
    """What clients count as failed every minute, and what they log of it."""
    counted = [minute for minutes in minutes_by_client(case).values() for minute in minutes if minute.failed]
    events = [event for minute in counted for event in minute.failures]
    return [*case.events_named(FAILED, source="client"), *events]


def _settled(case: Case, told: Recomputed) -> bool:
    """Another source, at another moment, shows the same owners."""
    return sum(1 for check in told.checks if check.matched) > len(case.live)


def _claim(
    case: Case,
    told: Mapping[str, str],
    world: Recomputed,
    why: str,
    signs: tuple[Sign, ...],
    rivals: tuple[Rival, ...] = (),
) -> Claim:
    configured = case.given_out == GivenOut.BY_OWN_STRATEGY or case.by_rooms
    retries = world.orphans([case.retry_topic]) if configured else []
    doubles, orphans = world.doubles(), [*world.orphans(), *retries]
    labels = grouped(sorted((label, client_id) for client_id, label in told.items()))
    return Claim(
        ID,
        _title(labels),
        say(
            "{why} {recomputed} Taken by several: {doubles}. Taken by nobody: {orphans}.",
            why=why,
            recomputed=world.sentence(strategies_text(labels)),
            doubles=ranges(doubles) or say("none"),
            orphans=ranges(orphans) or say("none"),
        ),
        Severity.CRITICAL if doubles or world.orphans() else Severity.WARNING,
        signs=signs,
        rivals=rivals,
        topics=case.own_topics(topics_of((*doubles, *orphans))),
        queues=distinct((*doubles, *orphans)),
        clients=tuple(sorted(told)),
        brokers=brokers_of((*doubles, *orphans)),
        evidence=tuple(_places(case, orphans)),
        explains=("orphan_queues", "duplicate_consumption"),
        details={"read_by_several": tuple(doubles)},
    )


def _title(labels: Mapping[str, Sequence[str]]) -> Phrase:
    strategies = who_says_what(labels)
    if len(labels) > 1:
        return say("Clients share out queues by different strategies: {strategies}", strategies=strategies)
    if _BY_CONFIGURATION.issuperset(labels):
        return say("The clients' strategy is not configured soundly: {strategies}", strategies=strategies)
    return say(
        "The clients' own strategy does not share out the queues soundly: {strategies}",
        strategies=strategies,
    )


def _places(case: Case, orphans: Collection[MessageQueue]) -> list[EvidenceLine]:
    """What the clients say of themselves, else the looks at queues that nobody takes."""
    logged = [event.place for event in case.events_named("rebalance_result", source="client")]
    return _own_words(case) or logged[:6] or case.first_and_last_places(orphans)


def _own_words(case: Case) -> list[EvidenceLine]:
    return [info.strategy_place for info in case.running if info.strategy is not None]


EXPLANATION = Explanation(
    id=ID,
    rank=40,
    claims=claims,
    command=STATUS,
    suspected=say("Clients may share out queues by different strategies"),
    shown_by=need(say("two members name different strategies"), met=False, command=STATUS),
    kind=CAUSE,
    what="Clients of one group share out queues by different strategies. Each computes its share by "
    "its own rule, so some queues are taken twice and others by nobody.",
    confirm="Compare allocateMessageQueueStrategy in the running info of each client (mqadmin consumerStatus -g GROUP -s).",
    remedy=("Set the same AllocateMessageQueueStrategy in all clients of the group, then restart those that differ.",),
    do_not=("Do not add consumers or reset offsets before the strategies agree.",),
)
