"""Patterns of looks (consumerProgress): which queues wait, which are read, and whose they are. No verdicts here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from itertools import groupby

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import POP
from rmqkit.diagnosis.case.settings_written import compacted_topics
from rmqkit.diagnosis.case.worlds import common_one_fits, told_apart
from rmqkit.diagnosis.commands import CLIENT_LOG, CONNECTION, EACH_BROKER, PROGRESS, STATUS
from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.transitions import DEFAULTS
from rmqkit.diagnosis.patterns.pattern import Pattern
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import joined, say
from rmqkit.rocketmq import Averagely, AveragelyByCircle, MessageQueue, allocation

# Members beyond those that are seen: more would be a group of which nearly nobody is seen.
_MORE = 8
_RULES = (Averagely(), AveragelyByCircle())
# One or two messages may have come this moment, after a long pause.
_SOME = 3


@dataclass(frozen=True)
class Waiting:
    """The user topics' queues of one look: those that wait for longer than a commit takes,
    and those that are read."""

    look: Snapshot
    waiting: tuple[QueueProgress, ...]
    read: tuple[QueueProgress, ...]

    @property
    def named(self) -> bool:
        """Whether any of these queues shows its client."""
        return any(row.client_ip for row in (*self.waiting, *self.read))

    @property
    def used(self) -> tuple[QueueProgress, ...]:
        """Those of these queues to which any message ever came."""
        return tuple(row for row in (*self.waiting, *self.read) if row.broker_offset > 0)

    @property
    def nothing_read(self) -> bool:
        """Whether messages wait in every queue to which any came."""
        return bool(self.used) and all(row.diff >= _SOME for row in self.used)


def _newest_look(case: Case) -> Waiting | None:
    return next(_looks(case), None)


def _looks(case: Case) -> Iterator[Waiting]:
    """The looks at a group whose clients share out queues, the newest first;
    none where its clients own no queues.

    Those that name clients, if any does.
    """
    popping = any(roster.consume_type == POP for roster in case.rosters)
    if not case.given_out.to_one_client_each or popping or case.told_broadcasting or case.looks_contradict:
        return
    shown = [look for look in case.snapshots if look.owners_shown] or list(case.snapshots)
    yield from (_sorted_out(case, look) for look in reversed(shown))


def _sorted_out(case: Case, look: Snapshot) -> Waiting:
    rows = [row for row in look.rows if row.queue.is_users]
    late = {row.queue for row in rows if _waits(look, row) and not _leaps(case, row)}
    waiting = tuple(row for row in rows if row.queue in late)
    return Waiting(look, waiting, tuple(row for row in rows if row.queue not in late))


def _leaps(case: Case, row: QueueProgress) -> bool:
    """Whether its reader moves on in a compacted topic, where old messages and large differences are no lag."""
    return row.queue.topic in compacted_topics(case) and _moved(case, row)


def _waits(look: Snapshot, row: QueueProgress) -> bool:
    """Messages wait, and the last one that was read is older than commits take,
    by the look's own moment."""
    late = look.at is None or row.last_time is None or look.at - row.last_time > DEFAULTS.committed
    return row.diff >= _SOME and late


def _moved(case: Case, row: QueueProgress) -> bool:
    """Whether other looks show that the queue's committed offset moves."""
    movement = case.movements.get(row.queue)
    return movement is not None and movement.moves_on


# Everybody counts all members, so what one of them does not read nobody reads: whole shares are
# left. Where no number of members gives the shares, they are not cut by one rule, or not from one
# list.
_NOT_SUBSCRIBED = {
    "inconsistent_subscription": say("members that do not subscribe to the topic leave their shares of it unread")
}
_ONE_ID = {"client_id_collision": say("processes with one id take its first share, all of them, and leave its others")}
_OTHER_RULES = {
    "mixed_allocation_strategies": say("members that go by different strategies leave some queues, and share some")
}
_OTHER_LISTS = {
    "broker_disagreement": say("members that count different members cut the shares differently"),
}


class Fit(StrEnum):
    """How well one rule gives the queues to those who were seen with them."""

    ONE_SHARE_EACH = "one share for each owner"
    SEVERAL_SHARES = "only if some owner stands for several clients of its host"
    NONE = "no number of members gives these shares"


_LEFT_BY: Mapping[Fit, Mapping[str, str]] = {
    Fit.ONE_SHARE_EACH: _NOT_SUBSCRIBED | _ONE_ID,
    Fit.SEVERAL_SHARES: _NOT_SUBSCRIBED | _ONE_ID | _OTHER_RULES,
    Fit.NONE: _OTHER_RULES | _OTHER_LISTS | _NOT_SUBSCRIBED,
}


def queues_without_client(case: Case) -> Iterator[Pattern]:
    """Queues that wait and name no client, beside queues that name one and are read: one pattern
    for all such queues of the newest look that names clients."""
    look = _newest_look(case)
    gaps = [row for row in look.waiting if not row.client_ip and _never_owned(case, row)] if look else []
    if look and look.named and gaps:
        what = say(
            "{queues}: messages wait and no client is named, while other queues of the group have one",
            queues=ranges(row.queue for row in gaps),
        )
        innocent = say(
            "a client that just left or did not answer mqadmin: until the next rebalance its queues show nobody",
        )
        suspects = _LEFT_BY[_worst_fit(look, gaps)]
        yield Pattern(what, suspects, innocent, PROGRESS).in_look(look.look, gaps)


def _never_owned(case: Case, row: QueueProgress) -> bool:
    movement = case.movements.get(row.queue)
    return movement is None or (movement.never_owned and not _moved(case, row))


def _worst_fit(look: Waiting, gaps: Sequence[QueueProgress]) -> Fit:
    """How well each topic's owners and gaps are whole shares of one rule;
    what nobody named reads may be either."""
    unread = {row.queue for row in gaps}
    by_topic = grouped((row.queue.topic, row) for row in (*look.waiting, *look.read))
    gapped = [rows for rows in by_topic.values() if any(row.queue in unread for row in rows)]
    return max((_fit_of_one_rule(rows, unread) for rows in gapped), key=list(Fit).index)


def _fit_of_one_rule(rows: Sequence[QueueProgress], unread: Collection[MessageQueue]) -> Fit:
    """Whether the average, or the average by circle, among so many members gives every share to one
    owner or to nobody; of a topic's rows, of which some show queues that are read by nobody.

    Shares go by the sorted ids (`RebalanceImpl#rebalanceByTopic`, all versions),
    which begin with the owner's ip, so owners come in their order.
    """
    owners = {row.queue: row.client_ip for row in rows}
    unknown = frozenset(row.queue for row in rows if not row.client_ip and row.queue not in unread)
    seen = set(filter(None, owners.values()))
    possible = [_fit_of_shares(shares, owners, unknown) for shares in _possible_shares(list(owners), len(seen))]
    return next((fit for fit in Fit if fit in possible), Fit.NONE)


def _possible_shares(queues: Sequence[MessageQueue], least: int) -> Iterator[list[tuple[MessageQueue, ...]]]:
    for members in range(max(least, 1), least + _MORE):
        ids = [f"{number:03}" for number in range(members)]
        for rule in _RULES:
            shared = allocation("", queues, ids, rule)
            yield [shared.share_of(client_id) for client_id in ids]


def _fit_of_shares(
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


# Inflight (5.0 and later) counts what was pulled and is not committed: without any, the listener
# has nothing to do.
_REFUSED = {"not_permitted": say("the broker refuses every request for messages, which no output of mqadmin shows")}
_UNREADABLE = {"unreadable_queues": say("without the read permission what clients hold stays with them and stands")}
_STUCK = {"consumer_stuck": say("listeners that do not return, or suspended clients, keep their offsets standing")}


def nothing_is_pulled(case: Case) -> Iterator[Pattern]:
    """Messages wait in every queue, clients hold them, and none is pulled or read: by looks between
    which nothing moved although messages came, or by one that shows nothing on its way."""
    look = _newest_look(case)
    if look is None or not look.named or not _nothing_was_read(case, look):
        return
    queues = ranges(row.queue for row in look.used)
    if all(row.inflight == 0 for row in look.used):
        what = say("{queues}: messages wait in every queue and none is on its way", queues=queues)
    elif _all_stand(case, look.used):
        what = say("{queues}: messages wait in every queue and no offset moves", queues=queues)
    else:
        return
    pulled = any(row.inflight for row in look.used)
    suspects = _STUCK | _REFUSED if pulled else _REFUSED | _UNREADABLE | _STUCK
    innocent = say("a group that was started this moment")
    yield Pattern(what, suspects, innocent, CLIENT_LOG).in_look(look.look, look.used)


def _nothing_was_read(case: Case, look: Waiting) -> bool:
    """Messages wait in each of several queues, and other looks show none of these move."""
    return look.nothing_read and len(look.used) > 1 and not any(_moved(case, row) for row in look.used)


def _all_stand(case: Case, rows: Sequence[QueueProgress]) -> bool:
    """Messages came between the looks and no committed offset moved, be it back: a reset group consumes again."""
    seen = case.movements_of([row.queue for row in rows])
    came = any(movement.arrived > 0 for movement in seen)
    return came and all(movement.stands for movement in seen)


_BACKLOG_BY = {
    "consumer_slow": say("listeners that take longer than messages come keep every queue behind"),
    "consumer_stuck": say("listeners that do not return keep every offset standing while clients pull ahead of them"),
}
# A broker's rate is the average of the last minute (`BrokerStatsManager#tpsGroupGetNums`):
# clients that keep up have pulled everything that is older than half of it.
_PULLED_IN = 30


def everybody_lags(case: Case) -> Iterator[Pattern]:
    """Messages wait in every queue, each has its client, and there are more of them than the group
    pulls in half a minute: by one look, where no other tells whether the offsets move."""
    look = _newest_look(case)
    if look is None or not _all_wait_at_clients(look) or _looked_again(case, look):
        return
    rate = case.pulled_a_second(look.look)
    behind = sum(row.diff for row in look.used)
    if rate is None or behind < rate * _PULLED_IN:
        return
    what = say(
        "{queues}: messages wait in every queue, {behind:,} in all, at {rate:,.0f} a second that are pulled",
        queues=ranges(row.queue for row in look.used),
        behind=behind,
        rate=rate,
    )
    innocent = say("a group that works off what came while it was stopped, or before it was there")
    yield Pattern(what, _BACKLOG_BY, innocent, PROGRESS).in_look(look.look, look.used)


def _all_wait_at_clients(look: Waiting) -> bool:
    """Whether messages wait in each of several queues, and each names its client."""
    return len(look.used) > 1 and look.nothing_read and all(row.client_ip for row in look.used)


def _looked_again(case: Case, look: Waiting) -> bool:
    return any(movement.looked > 1 for movement in case.movements_of([row.queue for row in look.used]))


# The offset moves only when a message passes the client's own filter, so each queue waits for as
# long as it happens.
_LAGS_BY = {
    "consumer_stuck": say("a listener that does not return, or a suspended client, keeps its offsets standing"),
    "inconsistent_subscription": say("where the members want different tags, some drop what comes to them"),
    "consumer_slow": say("one client that is slower than the others falls behind on all of its queues"),
    "offset_held_back": say("one unfinished message holds its queue's offset while later ones are consumed"),
    "message_model_mismatch": say("what is counted on a broadcasting or popping client is not committed"),
}
# All queues of a client wait and others' do not: it is the client. What moves between the looks
# is not blocked.
_WHOLE_CLIENT = ("consumer_stuck", "inconsistent_subscription", "consumer_slow")
_MOVING = ("inconsistent_subscription", "consumer_slow")
_ONE_QUEUE = ("consumer_stuck", "offset_held_back")
_STOPPED_TOGETHER = ("consumer_stuck", "message_model_mismatch", "offset_held_back")
_STOPPED_APART = ("consumer_stuck", "inconsistent_subscription", "offset_held_back")
_MOST = 0.5


def clients_that_lag(case: Case) -> Iterator[Pattern]:
    """Queues of one client that wait while those of the others, or its own others, are read: one
    pattern for all owned queues that wait in the newest look at which any do."""
    for look in _looks(case):
        owned = [row for row in look.waiting if row.client_ip]
        if owned and any(row.client_ip for row in look.read):
            yield _lagging(case, look, owned)
            return


def _lagging(case: Case, look: Waiting, owned: Sequence[QueueProgress]) -> Pattern:
    what = say(
        "{queues}: messages wait at {clients}, and the last one read is older than commits "
        "take, while other queues are read to their end",
        queues=ranges(row.queue for row in owned),
        clients=joined(", ", sorted(_by_client(owned))),
    )
    suspects = {finding_id: _LAGS_BY[finding_id] for finding_id in _who_lags(case, owned, look.read)}
    innocent = say("a queue that changed hands a moment ago, and a burst of messages")
    return Pattern(what, suspects, innocent, PROGRESS).in_look(look.look, owned)


def _who_lags(case: Case, waiting: Sequence[QueueProgress], read: Sequence[QueueProgress]) -> tuple[str, ...]:
    if all(_moved(case, row) for row in waiting):
        return _MOVING
    if _whole_client(waiting, read):
        return _WHOLE_CLIENT
    if len(waiting) == 1:
        return _ONE_QUEUE
    return _STOPPED_TOGETHER if _spread(waiting) <= case.transitions.committed else _STOPPED_APART


def _whole_client(waiting: Sequence[QueueProgress], read: Sequence[QueueProgress]) -> bool:
    """Most queues of a client wait, and none of another's."""
    lagging, quick = _by_client(waiting), _by_client(read)
    whole = [ip for ip, rows in lagging.items() if len(rows) > _MOST * (len(rows) + len(quick.get(ip, ())))]
    return bool(whole) and any(ip not in lagging for ip in quick)


def _by_client(rows: Sequence[QueueProgress]) -> Mapping[str, list[QueueProgress]]:
    """The rows by the client that they show."""
    return grouped((row.client_ip, row) for row in rows if row.client_ip)


def _spread(waiting: Sequence[QueueProgress]) -> timedelta:
    """How far apart the moments are at which they were read last."""
    moments = [row.last_time for row in waiting if row.last_time]
    return max(moments) - min(moments) if moments else timedelta()


_NOBODY = {"group_offline": say("without any client nothing is read, and nobody is named")}
# All lines show the same.
_LINES = 6


def nobody_named(case: Case) -> Iterator[Pattern]:
    """Messages wait in every queue and no client is named for any: by a look that asked for the
    clients (-s true), where nothing else shows any."""
    look = _newest_look(case)
    if look and look.nothing_read and _shows_nobody(case, look):
        waits = say(
            "messages wait in all of {queues}, and no client is named for any",
            queues=count(len(look.used), "queue"),
        )
        innocent = say(
            "clients that did not answer mqadmin, that pop, that pull by themselves, or that are behind a proxy"
        )
        seen = Pattern(waits, _NOBODY, innocent, CONNECTION).in_look(look.look, look.used)
        yield replace(seen, places=seen.places[:_LINES])


def _shows_nobody(case: Case, look: Waiting) -> bool:
    """The look asked for clients and got none, no other output or log is a client's,
    and no offset moved."""
    unnamed = look.look.owners_asked and not look.named
    somebody = case.rosters or case.running or case.logs
    moved = any(movement.consumed > 0 for movement in case.movements.values())
    return unnamed and not somebody and not moved


_OTHER_SHARES_BY = {
    "mixed_allocation_strategies": say("members that go by different strategies, or one of their own, take more"),
    "message_model_mismatch": say("a broadcasting client is named for the queues that the others read as well"),
    **_OTHER_LISTS,
}


def shares_of_nobodys_rule(case: Case) -> Iterator[Pattern]:
    """Every queue has its client, and the clients' shares are not what the list of members gives:
    by several looks while the listed members stay, where no strategy that all of them might use
    gives the owners."""
    if _newest_look(case) is None or not _members_are_told(case):
        return
    since = [check for check in case.checks_of_members if check.by_ip]
    against = tuple(place for check in since for place in check.places)
    if len(since) < 2 or not against or common_one_fits(case):
        return
    yield Pattern(
        say(
            "{lines} show a queue at another client than a list of {live} gives it",
            lines=count(len(against), "line"),
            live=len(case.live),
        ),
        _OTHER_SHARES_BY,
        say("a strategy of the user's own, sound as it is"),
        STATUS,
        times=len(against),
        clients=tuple(sorted(case.live)),
        topics=tuple(case.recomputed.allocations),
        places=against,
    )


def _members_are_told(case: Case) -> bool:
    """Several clients, which can be told apart by what looks name, and of which all lists agree."""
    return len(case.live) > 1 and told_apart(case) and _one_list(case)


def _one_list(case: Case) -> bool:
    """All lists name the same clients: with others, other shares were right at their time."""
    return len({frozenset(roster.client_ids) for roster in case.client_lists}) == 1


# mqadmin asks whom one broker lists (`DefaultMQAdminExtImpl#examineConsumerConnectionInfo`, one
# broker of the route).
_STRANGERS = {
    "broker_disagreement": say("the broker that mqadmin asked does not know the client that reads them"),
    "message_model_mismatch": say("a popping client takes messages from queues that nobody holds"),
}


def queues_read_by_strangers(case: Case) -> Iterator[Pattern]:
    """Queues that are read and name no client, while others name theirs: one pattern for all such
    queues of the newest look, several, to which messages come and which keep up."""
    look = _newest_look(case)
    read = [row for row in look.read if not row.client_ip and row.consumer_offset > 0] if look else []
    if look and look.named and len(read) > 1:
        what = say("{queues}: no client is named and yet they are read", queues=ranges(row.queue for row in read))
        innocent = say(
            "a client that did not answer mqadmin in time: its queues, and those of clients asked after it, show nobody"
        )
        yield Pattern(what, _STRANGERS, innocent, EACH_BROKER).in_look(look.look, read)
