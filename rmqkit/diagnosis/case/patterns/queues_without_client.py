"""Queues that wait and name no client, beside queues that name one and are
read. No verdicts here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.one_rule import Fit, fit_of_one_rule
from rmqkit.diagnosis.case.pattern import Pattern, Reading, Suspect, seen_in_look
from rmqkit.diagnosis.case.waiting import Waiting, moved, newest_look
from rmqkit.diagnosis.commands import PROGRESS
from rmqkit.diagnosis.facts.group import QueueProgress
from rmqkit.diagnosis.wording import ranges
from rmqkit.language import say
from rmqkit.rocketmq import MessageQueue

FIT = 10
# Everybody counts all members, so what one of them does not read nobody reads: whole
# shares are left.
NOT_SUBSCRIBED = Suspect(
    "inconsistent_subscription", say("members that do not subscribe to the topic leave their shares of it unread")
)
ONE_ID = Suspect(
    "client_id_collision", say("processes with one id take its first share, all of them, and leave its others")
)
# Where no number of members gives the shares, they are not cut by one rule, or not from one list.
OTHER_RULES = Suspect(
    "mixed_allocation_strategies", say("members that go by different strategies leave some queues, and share some")
)
OTHER_LISTS = Suspect("broker_disagreement", say("members that count different members cut the shares differently"))
SUSPECTS: Mapping[Fit, tuple[Suspect, ...]] = {
    Fit.ONE_SHARE_EACH: (NOT_SUBSCRIBED, ONE_ID),
    Fit.SEVERAL_SHARES: (NOT_SUBSCRIBED, ONE_ID, OTHER_RULES),
    Fit.NONE: (OTHER_RULES, OTHER_LISTS, NOT_SUBSCRIBED),
}
_INNOCENT = say(
    "a client that just left or did not answer mqadmin: until the next rebalance its queues show nobody",
)


def patterns(case: Case) -> Iterator[Pattern]:
    """One pattern for all such queues of the newest look that names clients."""
    look = newest_look(case)
    gaps = [row for row in look.waiting if not row.client_ip and _never_owned(case, row)] if look else []
    if look and look.named and gaps:
        what = say(
            "{queues}: messages wait and no client is named, while other queues of the group have one",
            queues=ranges(row.queue for row in gaps),
        )
        reading = Reading(SUSPECTS[_worst_fit(look, gaps)], _INNOCENT, PROGRESS)
        yield seen_in_look(look.look, gaps, what, reading)


def _never_owned(case: Case, row: QueueProgress) -> bool:
    movement = case.movements.get(row.queue)
    return movement is None or (movement.never_owned and not moved(case, row))


def _worst_fit(look: Waiting, gaps: Sequence[QueueProgress]) -> Fit:
    """How well each topic's owners and gaps are whole shares of one rule;
    what nobody named reads may be either."""
    unread = {row.queue for row in gaps}
    by_topic: dict[str, list[QueueProgress]] = defaultdict(list)
    for row in (*look.waiting, *look.read):
        by_topic[row.queue.topic].append(row)
    fits = [_fit(rows, unread) for rows in by_topic.values() if any(row.queue in unread for row in rows)]
    return max(fits, key=list(Fit).index)


def _fit(rows: Sequence[QueueProgress], unread: Collection[MessageQueue]) -> Fit:
    owners = {row.queue: row.client_ip for row in rows}
    unknown = frozenset(row.queue for row in rows if not row.client_ip and row.queue not in unread)
    return fit_of_one_rule(owners, unknown)
