"""The allocation that the case is drawn by: the first of the possible ones that no observation contradicts: as the
sources name subscriptions and strategies, as owners alone tell who subscribes, as clients say.

The findings' lists, the pictures, `plan` and the report all take it from here: what is drawn is what was proven.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.observations import takers
from rmqkit.diagnosis.case.recomputation import NOTHING, Recomputed, checked_allocations
from rmqkit.diagnosis.case.strategy_labels import strategy_label
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import derived
from rmqkit.diagnosis.facts.known import grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import brokers_of
from rmqkit.diagnosis.relations.holds import held_by, newest_shares
from rmqkit.diagnosis.relations.serves import listed_in_part, listed_queues, queues_of
from rmqkit.rocketmq import Allocation, MessageQueue
from rmqkit.rocketmq.client_id_meaning import ip_of


@derived
def accepted_allocation(case: Case) -> Recomputed:
    """The allocation that holds against everything in reach; an empty one where none does, or none can be known."""
    since = case.members_since

    # As the sources name subscriptions and strategies; as owners alone tell who subscribes; as the clients say.
    if case.follows_known_rules and not case.recomputed.contradictions_since(since):
        return case.recomputed
    if case.given_out == GivenOut.BY_STRATEGIES:
        subscribers = inferred_subscribers(case)
        inferred = case.recompute(subscribers) if subscribers else NOTHING
        if inferred is not NOTHING and not inferred.contradictions_since(since):
            return inferred
    if case.given_out.divides_queues and not (told := reported_by_members(case)).contradictions_since(since):
        return told
    return NOTHING


def reported_by_members(case: Case) -> Recomputed:
    """What the members say that they hold: all of them in their running info, else each in its log, of the topics that
    all of them divided by as many members as there are. It needs no strategy, so it holds for those that cannot be
    recomputed as well; but who was given a list speaks for no other with its id."""
    if case.configured & case.membership.duplicates.keys():
        return NOTHING
    client_ids = case.membership.client_ids
    if case.newest_running.keys() >= set(client_ids):
        return _as_asked(case, [case.newest_running[client_id] for client_id in client_ids])
    if not case.membership.each_once:
        return NOTHING
    return _held(case, _of_fixed_lists(case, sorted(client_ids)) or _as_logged(case, sorted(client_ids)))


def _as_asked(case: Case, infos: Iterable[RunningInfo]) -> Recomputed:
    asked = sorted(infos, key=lambda info: info.client_id)
    held = [queue for info in asked for queue in info.queues]
    if not held or any(queue.mode != "pull" for queue in held):
        return NOTHING
    ids, holding = tuple(info.client_id for info in asked), [held_by(info) for info in asked]
    return _held(case, dict.fromkeys(case.shared_topics, (ids, holding)))


_Held = Mapping[str, tuple[tuple[str, ...], Sequence[Collection[MessageQueue]]]]
FIXED_LIST = strategy_label("CONFIG")


def _of_fixed_lists(case: Case, client_ids: Sequence[str]) -> _Held:
    """By topic what clients hold that take a list of their own, whoever else is there and whatever queues there are
    (`AllocateMessageQueueByConfig#allocate`, all versions): as each logged it, and of those that logged nothing what
    all looks show at their address. Nothing unless that is so of all members."""
    shares, told = newest_shares(case), {}
    shown = [look.owners for look in case.observations if look.by_ip]
    alone = {ip for ip, ids in grouped((ip_of(who), who) for who in client_ids).items() if len(ids) == 1}
    for topic in case.shared_topics:
        logged = {who: shares[who, topic] for who in client_ids if (who, topic) in shares}
        holding: list[Collection[MessageQueue]] = []
        for who in client_ids:
            ip, share = ip_of(who), logged.get(who)
            seen = {frozenset(one for one in owners if one.topic == topic and ip in owners[one]) for owners in shown}
            if share and share.whole and strategy_label(share.strategy) == FIXED_LIST:
                holding.append(share.queues)
            elif share is None and ip in alone and len(seen) == 1:
                holding += seen
        if logged and len(holding) == len(client_ids) and all(holding):
            told[topic] = tuple(client_ids), holding
    return told


def _as_logged(case: Case, client_ids: Sequence[str]) -> _Held:
    shares, told = newest_shares(case), {}
    last = latest(share.at for (who, _), share in shares.items() if who in client_ids)
    # A client logs its share when it changes, at its next rebalance at the latest: a log that ends before tells of
    # before.
    settled = last and last + case.transitions.rebalance
    for topic in case.shared_topics:
        own = [shares[who, topic] for who in client_ids if (who, topic) in shares]
        whole = all(share.whole and not share.popped and share.members == len(client_ids) for share in own)
        of_now = not any(is_after(settled, case.end_of(share.file)) for share in own)
        alike = len({share.of_queues for share in own}) == 1
        if len(own) == len(client_ids) and whole and of_now and alike:
            told[topic] = tuple(client_ids), [share.queues for share in own]
    return told


def _held(case: Case, told: _Held) -> Recomputed:
    """The allocation of each topic in which these clients hold these queues."""
    allocations = {}
    for topic, (ids, holding) in told.items():
        if queues := queues_of(case, topic):
            shares = tuple(tuple(queue for queue in queues if queue in own) for own in holding)
            allocations[topic] = Allocation(tuple(queues), ids, shares)
    return checked_allocations(case, allocations, case.observations)


# Who subscribes to what, told by owners alone: the shares of which clients are never taken.


@derived
def inferred_subscribers(case: Case) -> dict[str, frozenset[str]]:
    """Subscribers by topic, where owners and orphans allow just one reading; else empty.

    That is so when every client's share of a topic is either all its own or all nobody's, the ids
    are distinct, all owners that were seen are then the predicted ones, and whoever lacks its share
    was seen with other queues by the same look, so that it lives, answers and shares out queues. Clients of different
    strategies or models leave queues without owners for reasons of their own, and no client may report that it
    subscribes to a topic of which it does not take its share, or take one of a topic that its subscription lacks.
    """
    strategies = {strategy_label(name) for name in case.strategy_names.values()}
    models = {wants.message_model for wants in case.live_subscriptions.values() if wants.message_model}
    listed = {roster.message_model for roster in case.rosters if roster.message_model}
    mixed = max(len(strategies), len(models), len(listed)) > 1
    if mixed or not members_distinct(case) or case.subscriptions_known:
        return {}
    subscribers, at_most = {}, case.subscribers_at_most
    for topic in case.topics:
        if queues_of(case, topic) and not listed_in_part(case, topic):
            taking = takers(case.whole_shares(topic), case.live, case.observations)
            if taking is None:
                return {}
            # At shares that nobody looked at, what a client reports tells.
            taking &= at_most.get(topic, case.live)
            if taking and taking != case.live:
                subscribers[topic] = taking
    said = ((words.topics, who) for who, words in case.live_subscriptions.items() if words.exact)
    if any(topic in subscribers and who not in subscribers[topic] for topics, who in said for topic in topics):
        return {}
    return subscribers if subscribers and case.recompute(subscribers).reproduces else {}


def members_distinct(case: Case) -> bool:
    """Whether all members are known, each by an id and an ip of its own."""
    ips = {ip_of(client) for client in case.live}
    return case.membership.each_once and len(ips) == len(case.live)


# Which queues of the group's retry topic does nobody read, or do several clients read?


@derived
def unread_retries(case: Case) -> list[MessageQueue]:
    """Those that fall to nobody and that nobody was seen to read: what failed and lies there never comes again.
    Colliding ids leave some; so does a list of queues that the application configures (`AllocateMessageQueueByConfig`)
    and that does not name them."""
    lost = accepted_allocation(case).orphans([case.retry_topic]) if _shared_out(case) else []
    moved = {queue: case.movements.get(queue) for queue in lost if _got_messages(case, queue)}
    # No look shows an owner of it, nor that it is read.
    return [queue for queue, one in moved.items() if one is None or (one.never_owned and one.consumed <= 0)]


@derived
def doubled_retries(case: Case) -> list[MessageQueue]:
    """Those that several clients read: what failed once comes again to each of them."""
    doubled = accepted_allocation(case).doubles([case.retry_topic]) if _shared_out(case) else []
    return [queue for queue in doubled if _got_messages(case, queue)]


def _shared_out(case: Case) -> bool:
    """Whether all members are known, and the whole topic: by a list of it, or as each broker of the group has one."""
    brokers = {queue.broker for topic in case.topics for queue in queues_of(case, topic)}
    whole = listed_queues(case, case.retry_topic) or brokers.issubset(brokers_of(queues_of(case, case.retry_topic)))
    return case.everybody_known and bool(whole)


def is_empty(case: Case, queue: MessageQueue) -> bool:
    """Whether looks, or topicStatus, show that nothing was ever sent to the queue."""
    return (queue in case.movements or queue in case.ends) and not _got_messages(case, queue)


def _got_messages(case: Case, queue: MessageQueue) -> bool:
    movement, end = case.movements.get(queue), case.ends.get(queue)
    return bool((movement and movement.last.broker_offset) or (end and end.max_offset))
