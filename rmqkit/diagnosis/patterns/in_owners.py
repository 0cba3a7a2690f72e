"""Patterns of owners in looks (consumerProgress -s): queues without a client, clients that are counted and not named,
shares that no rule gives. No verdicts here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.stuck_queues import answering
from rmqkit.diagnosis.facts.group import QueueProgress
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import topics_of
from rmqkit.diagnosis.patterns.in_looks import Waiting, most_named, newest_look
from rmqkit.diagnosis.patterns.pattern import Pattern, in_look, pattern
from rmqkit.diagnosis.relations.members import counted_members
from rmqkit.diagnosis.wording import ranges
from rmqkit.rocketmq import Averagely, AveragelyByCircle, MessageQueue, allocation
from rmqkit.rocketmq.client_id_meaning import ip_of

# Members beyond those that are seen: more would be a group of which nearly nobody is seen.
_MORE = 8
_RULES = (Averagely(), AveragelyByCircle())

# Everybody counts all members, so what one of them does not read nobody reads: whole shares are left. Where no number
# of members gives the shares, they are not cut by one rule, or not from one list.
_WHOLE_SHARES = ("inconsistent_subscription", "client_id_collision")
_OTHER_RULES, _OTHER_LISTS = "mixed_allocation_strategies", "broker_disagreement"


class Fit(StrEnum):
    """How well one rule gives the queues to those who were seen with them."""

    ONE_SHARE_EACH = "one share for each owner"
    SEVERAL_SHARES = "only if some owner stands for several clients of its host"
    NONE = "no number of members gives these shares"


_LEFT_BY: Mapping[Fit, tuple[str, ...]] = {
    Fit.ONE_SHARE_EACH: _WHOLE_SHARES,
    Fit.SEVERAL_SHARES: (*_WHOLE_SHARES, _OTHER_RULES),
    Fit.NONE: (_OTHER_RULES, _OTHER_LISTS, "inconsistent_subscription"),
}


def queues_without_client(case: Case) -> Iterator[Pattern]:
    """Queues that wait and name no client, beside queues that name one and are read: one pattern
    for all such queues of the newest look that names clients."""
    look = newest_look(case)
    gaps = []
    for row in look.waiting if look else ():
        movement = case.movements.get(row.queue)
        if not row.client_ip and (movement is None or (movement.never_owned and not movement.moves_on)):
            gaps.append(row)
    if look and look.named and gaps:
        where, queues = in_look(look.look, gaps), ranges(row.queue for row in gaps)
        yield pattern("queues_without_client", where, suspects=_gap_suspects(case, look, gaps), queues=queues)


def _gap_suspects(case: Case, look: Waiting, gaps: Sequence[QueueProgress]) -> tuple[str, ...]:
    """By how well the shares fit, and by whether one look shows as many clients of each such topic as the broker
    counts: who is seen with queues of a topic subscribes to it, has an id of its own, and answers. A single client has
    all queues by every rule. Of members that are all counted one may hang, where whole shares are left that were read
    before: it is listed, named nowhere, and did not answer either."""
    gapped_topics = topics_of(row.queue for row in gaps)
    counted, shown = counted_members(case), min((most_named(case, {one}) for one in gapped_topics), key=len)
    read_before = all(row.consumer_offset > 0 for row in gaps)
    if counted is not None and counted <= len(shown):
        locked = ("lock_held",) if read_before else ()
        return (_OTHER_RULES, _OTHER_LISTS, *locked) if counted > 1 else (*locked, _OTHER_LISTS)
    listed = {ip_of(client) for roster in case.client_lists[-1:] for client in roster.client_ids}
    heard = {*most_named(case), *map(ip_of, answering(case))}
    strangers = _strangers_queues(look)
    # Of the only one that is not named: then it reads.
    reads = bool(strangers) and counted == len(shown) + 1
    hangs = read_before and (not listed or not listed <= heard) and not reads
    if hangs and strangers:
        return "consumer_stuck", _OTHER_LISTS, "inconsistent_subscription"
    # How well each topic's owners and gaps are whole shares of one rule; what nobody named reads may be either.
    unread = {row.queue for row in gaps}
    by_topic = grouped((row.queue.topic, row) for row in (*look.waiting, *look.read))
    gapped = [rows for rows in by_topic.values() if any(row.queue in unread for row in rows)]
    fit = max((_rule_fit(rows, unread) for rows in gapped), key=list(Fit).index)
    if counted is None or not hangs or fit is Fit.NONE:
        return _LEFT_BY[fit]
    return ("consumer_stuck", *_WHOLE_SHARES) if case.unreached else (*_WHOLE_SHARES, "consumer_stuck")


def _rule_fit(rows: Sequence[QueueProgress], unread: Collection[MessageQueue]) -> Fit:
    """Whether the average, or the average by circle, among so many members gives every share to one
    owner or to nobody; of a topic's rows, of which some show queues that are read by nobody.

    Shares go by the sorted ids (`RebalanceImpl#rebalanceByTopic`, all versions),
    which begin with the owner's ip, so owners come in their order.
    """
    owners = {row.queue: row.client_ip for row in rows}
    unknown = frozenset(row.queue for row in rows if not row.client_ip and row.queue not in unread)
    least = len(set(filter(None, owners.values())))
    possible: list[Fit] = []
    for members in range(max(least, 1), least + _MORE):
        ids = [f"{number:03}" for number in range(members)]
        for rule in _RULES:
            shared = allocation("", list(owners), ids, rule)
            takers = [{owners[queue] for queue in shared.share_of(who) if queue not in unknown} for who in ids]
            order = [owner for who in takers for owner in who if owner]
            runs = [owner for owner, _ in groupby(order)]
            if any(len(who) > 1 for who in takers) or runs != sorted(set(order)):
                continue
            # On a single host all clients show one ip. On several, shares cut small enough would fit anything.
            possible.append(Fit.ONE_SHARE_EACH if len(runs) == 1 or order == runs else Fit.SEVERAL_SHARES)
    return next((fit for fit in Fit if fit in possible), Fit.NONE)


def queues_read_by_strangers(case: Case) -> Iterator[Pattern]:
    """Queues that are read and name no client, while others name theirs: one pattern for all such
    queues of the newest look, several, to which messages come and which keep up. mqadmin asks whom one broker lists
    (`DefaultMQAdminExtImpl#examineConsumerConnectionInfo`, one broker of the route)."""
    look = newest_look(case)
    read = _strangers_queues(look) if look else []
    if look and look.named and len(read) > 1:
        yield pattern("queues_read_by_strangers", in_look(look.look, read), queues=ranges(row.queue for row in read))


def _strangers_queues(look: Waiting) -> list[QueueProgress]:
    """The queues that are read and name no client."""
    return [row for row in look.read if not row.client_ip and row.consumer_offset > 0]
