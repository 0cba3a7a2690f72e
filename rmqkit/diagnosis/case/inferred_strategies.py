"""Which strategy does each client use, told by owners alone? No findings here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.inferred_subscribers import told_apart
from rmqkit.diagnosis.case.members import ip_of
from rmqkit.diagnosis.case.observations import Observation
from rmqkit.diagnosis.case.recomputation import Recomputed, recompute
from rmqkit.diagnosis.case.strategy_labels import strategy_label
from rmqkit.diagnosis.facts.derived import derived
from rmqkit.rocketmq import Averagely, AveragelyByCircle, ConsistentHash, MessageQueue, Strategy, allocation
from rmqkit.rocketmq.internal_topics import is_user_topic

# The strategies that need no configuration and so can be recomputed.
_KNOWN: tuple[Strategy, ...] = (Averagely(), AveragelyByCircle(), ConsistentHash())
# Two looks; one alone may be made in the middle of a rebalance.
_LOOKS = 2


@derived
def inferred_strategies(case: Case) -> dict[str, Strategy]:
    """A strategy for each client, where owners allow just one reading: different ones; else empty.

    That is so when no common strategy gives the owners that were seen, each client's queues
    are what just one strategy gives it, and all of these together give every owner and every
    gap of every look.
    """
    if not told_apart(case) or len(case.live) < 2 or not _looks(case) or common_one_fits(case):
        return {}
    possible = {client_id: _possible(case, client_id) for client_id in case.live}
    if not all(len(strategies) == 1 for strategies in possible.values()):
        return {}
    chosen = {client_id: strategies[0] for client_id, strategies in possible.items()}
    return chosen if _as_seen(case, chosen) else {}


def common_one_fits(case: Case) -> bool:
    """Whether one of the known strategies, used by all members, gives every owner that was seen."""
    return any(_as_seen(case, dict.fromkeys(case.live, strategy)) for strategy in _KNOWN)


def _possible(case: Case, client_id: str) -> list[Strategy]:
    """The strategies that give a client what it was seen with;
    only its own where a source names it."""
    named = case.strategy_names.get(client_id)
    known = [strategy for strategy in _KNOWN if named is None or strategy_label(strategy.name) == strategy_label(named)]
    return [strategy for strategy in known if _fits(case, client_id, strategy)]


def recomputed_with(case: Case, strategies: Mapping[str, Strategy]) -> Recomputed:
    """The allocation by these strategies, everybody subscribing to everything."""
    ids = case.membership.client_ids
    return recompute(case.facts, case.facts.topics, ids, case.subscribers, strategies, _observed(case))


def _observed(case: Case) -> list[Observation]:
    """Who held which queue of a user topic.

    The retry topic tells no strategy: its route reaches the clients at different times, so that for
    a while two of them hold its only queue.
    """
    kept = (
        replace(look, owners={queue: who for queue, who in look.owners.items() if is_user_topic(queue.topic)})
        for look in case.observations
    )
    return [look for look in kept if look.owners]


def leaves_no_doubt(case: Case) -> bool:
    """Whether under each common strategy some client holds what is not its own.

    Where clients merely lack queues, they may have failed to take them: a lock that another one
    keeps, for example.
    """
    return all(_takes_more(case, strategy) for strategy in _KNOWN)


def _takes_more(case: Case, strategy: Strategy) -> bool:
    shares = {ip_of(client_id): set(_share(case, client_id, strategy)) for client_id in case.live}
    shown = (
        (queue, owner) for seen in _observed(case) if seen.by_ip for queue, who in seen.owners.items() for owner in who
    )
    return any(owner in shares and queue not in shares[owner] for queue, owner in shown)


def _as_seen(case: Case, strategies: Mapping[str, Strategy]) -> bool:
    return recomputed_with(case, strategies).reproduces


def _looks(case: Case) -> bool:
    """Several looks with owners, all showing each client with queues:
    who does not answer leaves gaps as well."""
    looks = [look for look in _observed(case) if look.by_ip]
    names = {ip_of(client) for client in case.live}
    return len(looks) >= _LOOKS and all(names <= look.holders for look in looks)


def _fits(case: Case, client_id: str, strategy: Strategy) -> bool:
    """Whether the client has no other queues than the strategy gives it,
    and none of these has nobody."""
    share = set(_share(case, client_id, strategy))
    return all(
        (queue in share) if ip_of(client_id) in owners else (bool(owners) or queue not in share)
        for seen in _observed(case)
        if seen.by_ip
        for queue, owners in seen.owners.items()
    )


def _share(case: Case, client_id: str, strategy: Strategy) -> Iterable[MessageQueue]:
    ids = case.membership.client_ids
    for allocated in case.recomputed.allocations.values():
        yield from allocation(case.group, allocated.queues, ids, dict.fromkeys(case.live, strategy)).share_of(client_id)
