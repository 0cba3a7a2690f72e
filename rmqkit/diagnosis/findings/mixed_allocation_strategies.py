"""Do the clients share out queues by rules that do not fit together: different strategies, or an unsound one?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import combinations
from typing import Any

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.recomputation import Recomputed
from rmqkit.diagnosis.case.strategy_labels import strategies_text, strategy_label, surely_different
from rmqkit.diagnosis.case.worlds import FIXED_LIST, accepted_allocation, reported_by_members
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import brokers_of, places_of, topics_of
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, consequences, finding, refuted, words
from rmqkit.diagnosis.relations.holds import newest_shares, shares
from rmqkit.diagnosis.relations.members import may_not_have_overlapped, together_since
from rmqkit.diagnosis.relations.minutes import minutes_by_client
from rmqkit.diagnosis.relations.serves import listed_queues
from rmqkit.diagnosis.wording import named_parties, ranges
from rmqkit.language import joined
from rmqkit.rocketmq.machine_room import ByMachineRoom

# Strategies of RocketMQ's that give what the application configures: rooms, how a room is told, a list of queues.
_BY_CONFIGURATION = frozenset(map(strategy_label, ("MACHINE_ROOM", "CONFIG")))
_WITHOUT_SETTINGS = frozenset(map(strategy_label, ("AVG", "AVG_BY_CIRCLE")))
_NEARBY = ("MACHINE_ROOM_NEARBY", "AllocateMachineRoomNearby")
_say = words("mixed_allocation_strategies")


@finding("mixed_allocation_strategies")
def mixed_allocation_strategies(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """By the strategies that the members name; of a strategy whose rule is not known, by what the members hold, else by
    what their lists lack. Colliding ids give any strategy one client too many."""
    strategies = {who: name for who, name in case.strategy_names.items() if who in case.live}
    named = dict(zip(strategies, map(strategy_label, strategies.values()), strict=True))
    colliding = [one for one in findings if one.id == "client_id_collision" and one.ongoing]
    if surely_different(strategies.values()):
        # A custom strategy cannot be computed: there the members' own reports show what each of them takes.
        world = case.recomputed if case.recomputed.allocations else reported_by_members(case)
        signs = {
            "different": named,
            "together": not may_not_have_overlapped(case, named),
            "computed": world.allocations or (case.follows_known_rules and case.counted_more),
            **consequences(case, world, world.orphans(), _say("these_give")),
        }
        yield _mixed(case, "different", named, accepted_allocation(case), signs)
    elif case.given_out == GivenOut.BY_OWN_STRATEGY:
        if not any(one.proven or one.queues for one in colliding):
            yield from list(_unsound(case, named)) or _fixed_lists_without_retries(case, named)
    elif case.live and case.membership.complete and named.keys() == case.live:
        # Who is not known may have another strategy.
        places = [info.strategy_place for info in case.running if info.strategy is not None]
        if _WITHOUT_SETTINGS.issuperset(named.values()):
            places = places or list(places_of(newest_shares(case).values()))
        yield refuted("mixed_allocation_strategies", "different", places)


def _unsound(case: Case, named: Mapping[str, str]) -> Iterator[Seen]:
    """A strategy, custom or configured, that gives a queue to several clients, or to none, by the clients' own reports.
    Another source, at another moment, has to show the same owners: a rebalance may have been going on."""
    accepted = accepted_allocation(case)
    doubles, orphans = accepted.doubles(), accepted.orphans() or accepted.orphans([case.retry_topic])
    if not (doubles or orphans):
        return
    asked = case.newest_running.keys() >= set(case.membership.client_ids)
    signs = {
        "held_by_several_or_none": [*doubles, *orphans],
        "everybody": case.membership.complete,
        "all_queues": doubles or all(listed_queues(case, topic) for topic in topics_of(orphans)),
        # Who logs its share of a topic subscribes to it.
        "alike": case.subscribe_alike or not asked,
        "own_ids": not case.membership.duplicates,
        "settled": _shown_elsewhere(case, accepted),
        **consequences(case, accepted, orphans, _say("these_give")),
    }
    configured = case.live <= named.keys() and all(
        label in _BY_CONFIGURATION or label.startswith(_NEARBY) for label in named.values()
    )
    listed = set(named.values()) == {FIXED_LIST}
    kind = "fixed_lists" if listed else "configured" if configured else "custom"
    seen = _mixed(case, kind, named, accepted, signs)
    if listed or not configured:
        yield seen
        return
    # By logs alone one setting may be what all of them have, and be meant.
    by_settings = _by_settings(case, seen, named, accepted)
    if asked or by_settings.case == "settings":
        yield by_settings


def _by_settings(case: Case, seen: Seen, named: Mapping[str, str], accepted: Recomputed) -> Seen:
    """Whether one setting of the strategy, the same for all, can give what the clients hold."""
    rooms = rooms_given(case, accepted)
    by_rooms = grouped((", ".join(given) or "-", who) for who, given in sorted(rooms.items()))
    differ = len(by_rooms) > 1
    strategy = joined(", ", distinct(named.values()))
    apart = min(by_rooms.values(), key=len, default=[])
    told = [_say("rooms", rooms=named_parties(by_rooms))] if rooms else []
    values: Mapping[str, Any] = seen.values
    values = {**values, "strategy": strategy, "taken": joined(" ", [*told, values["taken"]])}
    details = {
        "settings": strategy,
        "apart": tuple(apart) if 2 * len(apart) < len(named) else (),
        "named": _say("settings_differ"),
    }
    return replace(
        seen,
        case="settings" if differ else "configured",
        values=values,
        details={**seen.details, **(details if differ else {})},
    )


def _shown_elsewhere(case: Case, told: Recomputed) -> bool:
    """Whether a source beside those that the allocation is made of agrees with it: a snapshot in every queue."""
    pairs = zip(case.observations, told.checks, strict=False)
    return any(check.matched and not check.mismatched for look, check in pairs if look.by_ip)


# More rooms make more lists of them than a diagnosis should try.
_MOST_ROOMS = 6


def rooms_given(case: Case, told: Recomputed) -> dict[str, tuple[str, ...]]:
    """The rooms that each client's queues follow from (`AllocateMessageQueueByMachineRoom#allocate`, all versions),
    where just one list of those that the brokers are in gives all of them."""
    machine_room = strategy_label("MACHINE_ROOM")
    clients = {who for who, name in case.strategy_names.items() if strategy_label(name) == machine_room}
    allocations = [one for one in told.allocations.values() if clients <= set(one.client_ids)]
    brokers = brokers_of(queue for one in allocations for queue in one.queues)
    rooms = sorted({broker.partition("@")[0] for broker in brokers if broker.count("@") == 1})
    if not allocations or len(rooms) > _MOST_ROOMS or clients != case.live:
        return {}
    listed = {one.client_id: one.version for roster in case.rosters for one in roster.connections if one.version}
    # Until 4.7.1 blocks were cut from the queues of all rooms.
    known = [who for who in sorted(clients) if who in listed]
    lists = [some for size in range(len(rooms) + 1) for some in combinations(rooms, size)]
    given = {}
    for who in known:
        fitting = [
            some
            for some in lists
            if all(
                sorted(ByMachineRoom(some, listed[who]).allocate(case.group, who, one.queues, one.client_ids))
                == sorted(one.share_of(who))
                for one in allocations
            )
        ]
        if len(fitting) == 1:
            given[who] = fitting[0]
    return given


def _changed_to(case: Case) -> dict[str, datetime | None]:
    """By client whose logs name another strategy before: when it first shared out by the newest one. Some ids stay what
    they are when their process is replaced; processes that have one id at once did not change theirs."""
    known = [one for one in shares(case) if one.strategy and one.at and one.client not in case.membership.duplicates]
    told = grouped((one.client, one) for one in known)
    changed: dict[str, datetime | None] = {}
    for client, own in told.items():
        before = [one.at for one in own if one.strategy != own[-1].strategy]
        if before:
            changed[client] = earliest(one.at for one in own if is_after(one.at, latest(before)))
    return changed


def _mixed(
    case: Case,
    words_of: str,
    named: Mapping[str, str],
    world: Recomputed,
    signs: Mapping[str, object],
) -> Seen:
    """What these strategies give, in an allocation that nothing contradicts."""
    retries = world.orphans([case.retry_topic]) if case.given_out == GivenOut.BY_OWN_STRATEGY else []
    doubles, orphans = world.doubles(), [*world.orphans(), *retries]
    taken = {"by_several": doubles, "by_nobody": orphans}
    labels = grouped(sorted((label, client_id) for client_id, label in named.items()))
    asked = [info.strategy_place for info in case.running if info.strategy is not None]
    logged = places_of(list(newest_shares(case).values())[:6])
    readers = [set(share.owners.get(queue, ())) for share in world.allocations.values() for queue in doubles]

    def apart(one: str, other: str) -> bool:
        return named[one] != named[other] or any({one, other} <= several for several in readers)

    return Seen(
        case=words_of,
        signs=signs,
        values={
            "strategies": named_parties(labels),
            "taken": joined(" ", [_say(by, queues=ranges(some)) for by, some in taken.items() if some]),
        },
        recomputed=world.sentence(strategies_text(labels)),
        severity=Severity.CRITICAL if doubles or world.orphans() else Severity.WARNING,
        topics=case.own_topics(topics_of((*doubles, *orphans))),
        queues=sorted({*doubles, *orphans}),
        clients=sorted(named),
        evidence=asked or logged or case.first_and_last_places(orphans),
        since=together_since(case, named, apart, _changed_to(case)),
        details={"read_by_several": tuple(doubles), "on_no_list": tuple(orphans), "first_shown": case.members_since},
    )


def _fixed_lists_without_retries(case: Case, named: Mapping[str, str]) -> Iterator[Seen]:
    """Fixed lists, as their clients hold or log them, of which none has a queue of the group's retry topic: a client
    reads what is on its list, the same for every topic, and nothing else (`AllocateMessageQueueByConfig#allocate`, all
    versions), and so no retries. By logs alone only where messages fail, and all clients have such lists."""
    asked = [info for info in case.asked if named.get(info.client_id) == FIXED_LIST and info.queues]
    logged = [share for share in newest_shares(case).values() if named.get(share.client) == FIXED_LIST]
    counted = [minute for minutes in minutes_by_client(case).values() for minute in minutes if minute.failed]
    failing = [*case.records("failed.listener"), *(event for one in counted for event in one.failures)]
    held = {held.queue.topic for info in asked for held in info.queues}
    given = {queue.topic for share in logged for queue in share.queues}
    by_logs = logged and failing and set(named.values()) == {FIXED_LIST} and not asked
    subscribe = asked and all(case.retry_topic in info.subscriptions for info in asked)
    if not (subscribe or by_logs) or case.retry_topic in held | given:
        return
    clients = [info.client_id for info in asked] or sorted(named)
    yield Seen(
        case="no_retries",
        signs={"no_retry_queue": clients, "everybody": case.membership.complete, "all_queues": False},
        values={"retry": case.retry_topic},
        severity=Severity.WARNING if asked else Severity.NOTICE,
        topics=(case.retry_topic,),
        clients=clients,
        evidence=[info.strategy_place for info in asked] or places_of([*logged[:4], *failing[-2:]]),
    )
