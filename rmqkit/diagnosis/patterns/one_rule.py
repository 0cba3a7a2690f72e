"""Could one strategy have given out these queues, some shares left unread? By owners alone.

No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby

from rmqkit.rocketmq import Averagely, AveragelyByCircle, MessageQueue, allocation

# Members beyond those that are seen: more would be a group of which nearly nobody is seen.
_MORE = 8
_RULES = (Averagely(), AveragelyByCircle())


class Fit(StrEnum):
    """How well one rule gives the queues to those who were seen with them."""

    ONE_SHARE_EACH = "one share for each owner"
    SEVERAL_SHARES = "only if some owner stands for several clients of its host"
    NONE = "no number of members gives these shares"


def fit_of_one_rule(owners: Mapping[MessageQueue, str | None], unknown: frozenset[MessageQueue]) -> Fit:
    """Whether the average, or the average by circle, among so many members gives every share to one
    owner or to nobody.

    `owners`: who was seen with each queue of a topic, None for nobody; `unknown`: queues of which
    that is not told. Shares go by the sorted ids (`RebalanceImpl#rebalanceByTopic`, all versions),
    which begin with the owner's ip, so owners come in their order.
    """
    seen = {owner for owner in owners.values() if owner}
    possible = [_fit(shares, owners, unknown) for shares in _possible_shares(list(owners), len(seen))]
    return next((fit for fit in Fit if fit in possible), Fit.NONE)


def _possible_shares(queues: Sequence[MessageQueue], least: int) -> Iterator[list[tuple[MessageQueue, ...]]]:
    for members in range(max(least, 1), least + _MORE):
        ids = [f"{number:03}" for number in range(members)]
        for rule in _RULES:
            shared = allocation("", queues, ids, rule)
            yield [shared.share_of(client_id) for client_id in ids]


def _fit(
    shares: Sequence[tuple[MessageQueue, ...]],
    owners: Mapping[MessageQueue, str | None],
    unknown: frozenset[MessageQueue],
) -> Fit:
    takers = [{owners[queue] for queue in share if queue not in unknown} for share in shares]
    if any(len(who) > 1 for who in takers):
        return Fit.NONE
    return _fit_of_order([owner for who in takers for owner in who if owner])


def _fit_of_order(order: Sequence[str]) -> Fit:
    """How well the owners of the shares, in the order of these, agree with the order of ids."""
    runs = [owner for owner, _ in groupby(order)]
    if runs != sorted(set(order)):
        return Fit.NONE
    # On a single host all clients show one ip. On several, shares cut small enough
    # would fit anything.
    return Fit.ONE_SHARE_EACH if len(runs) == 1 or order == runs else Fit.SEVERAL_SHARES
