"""Which ids stand for several processes? From client lists, brokers' logs and clients' logs. No findings here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.popped import popped_topics
from rmqkit.diagnosis.case.recomputation import Recomputed, recompute
from rmqkit.diagnosis.facts.group import Roster
from rmqkit.diagnosis.facts.known import earliest, is_after, latest
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, last_moment, reported_after
from rmqkit.diagnosis.facts.transitions import LIKELY_TWINS, NOTIFIED
from rmqkit.diagnosis.relations.holds import shares
from rmqkit.diagnosis.relations.members import (
    LoggedChannel,
    closed_later,
    dead_channels,
    host_of,
    open_channels,
    presences,
    twin_channels,
    twin_logs,
)
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import is_masked, keeps_default

Pair = tuple[LoggedChannel, LoggedChannel]
"""Two channels of one id that were open at the same time, at one broker."""


@dataclass(frozen=True)
class Collision:
    """One id held by several processes: how many, who says so, and whether it can be anything else.

    `read`: the queues that the logs of at least two of them name as theirs. `listed_once`: lists between two that show
    it several times, and show it once. `weak`: all that speaks for it is two open connections from one host, which a
    client that just reconnected has as well. `since`: when the second of them came, `until`: when one was left; None
    where no record tells it; `first_shown`: the first moment at which anything shows them.
    """

    client_id: str
    processes: int
    sure: bool
    ongoing: bool
    places: tuple[EvidenceLine, ...]
    read: frozenset[MessageQueue] = frozenset()
    listed_once: tuple[EvidenceLine, ...] = ()
    weak: bool = False
    since: datetime | None = None
    until: datetime | None = None
    first_shown: datetime | None = None


def collisions(case: Case) -> list[Collision]:
    """Every id that several processes hold or held, in the order of the ids; a masked one can stand for as many
    clients, and ids that only broadcasting clients make share no queues out, whatever the others do."""
    listed = {each for roster in case.rosters for each in roster.client_ids if _repeats(case, roster, each)}
    ids = {*listed, *twin_channels(case), *twin_logs(case, LIKELY_TWINS)}
    ids -= {each for each in case.ever_broadcasting if keeps_default(each)}
    found = (_collision(case, each) for each in sorted(ids) if not is_masked(each))
    return [collision for collision in found if collision]


def allocation_with_unique_ids(case: Case) -> Recomputed:
    """The allocation as if each id stood in the list once."""
    return allocation_among(case, tuple(dict.fromkeys(case.membership.client_ids)))


def allocation_among(case: Case, ids: Sequence[str]) -> Recomputed:
    """The allocation as if these were the members."""
    return recompute(case, case.shared_topics, ids, case.subscribers, case.strategies, case.observations)


def _collision(case: Case, client_id: str) -> Collision | None:
    rosters = [roster for roster in case.rosters if _repeats(case, roster, client_id)]
    of_now = case.membership.client_ids.count(client_id)
    ongoing = of_now > 1
    times = twin_channels(case).get(client_id, [])
    # One that came to an end is not the one that goes on.
    pairs = list(chain.from_iterable(times[-1:] if ongoing else times))
    together = list(dict.fromkeys(chain.from_iterable(pairs)))
    live = max(open_channels(together).values(), key=len, default=[])
    logs = twin_logs(case, LIKELY_TWINS).get(client_id, ())
    # When the second of two came, where a record tells it.
    opened = [(one.opened_at, other.opened_at) for one, other in pairs]
    since = earliest(max(one, other) for one, other in opened if one and other)
    # At least two lists show the id at the same two addresses. Where a record tells when the second came, the first may
    # be of a process whose host vanished, until a broker has forgotten it: unless it is listed for longer than that.
    listed = chain.from_iterable(roster.connections_of(client_id) for roster in rosters)
    seen = Counter(connection.address for connection in listed if connection.address)
    outlived = any(is_after(roster.at, since + case.transitions.half_open) for roster in rosters) if since else True
    seen_twice = outlived and sum(times > 1 for times in seen.values()) > 1
    in_logs = {event.file: event.place for event in case.records("member.with_id") if event.client_id == client_id}
    used = _older_channel_used(case, pairs) or _stayed_open(case, pairs) or _connected_by_another(case, pairs, in_logs)
    sure = seen_twice or used or client_id in twin_logs(case)
    weak = not (rosters or logs or sure or any(_two_hosts(*pair) for pair in pairs))
    if weak and len(live) < 2:
        return None
    if not any(channel.client_id == client_id for channel in case.channels):
        # No broker's log names it: when the second of the processes started, by their own logs.
        came = [stay.came for stay in presences(case) if stay.client == client_id]
        since = sorted(at for at in came if at)[1] if len(came) > 1 and None not in came else since
    # Lists between the first and the last that show the id several times, but show it less often; while one process
    # alone was left they do.
    lists = case.client_lists
    repeating = [at for at, roster in enumerate(lists) if roster.repeats(client_id)]
    between = lists[repeating[0] : repeating[-1]] if repeating else ()
    fewer = [one for one in between if not one.repeats(client_id) and (len(times) < 2 or is_after(one.at, since))]
    # What the newest results of at least two logs have in common, topic by topic; what they pop they share.
    pulled = {case.retry_topic, *case.topics} - popped_topics(case)
    own = [one for one in shares(case) if one.client == client_id and one.file in logs and one.topic in pulled]
    newest = {(share.file, share.topic): share.queues for share in own}
    held = Counter(queue for share in newest.values() for queue in share)
    return Collision(
        client_id,
        # As many as are members now; of what is over, the most that anything shows.
        processes=of_now
        if ongoing
        else max([*(roster.client_ids.count(client_id) for roster in rosters), len(live), len(logs), 2]),
        sure=sure,
        ongoing=ongoing,
        # The newest and the oldest list that show it, the channels, and the logs' own lines.
        places=(
            *(place for roster in (*rosters[-1:], *rosters[:1]) for place in roster.places_of(client_id)),
            *(channel.opened.place for channel in together if channel.opened),
            *(in_logs[log] for log in logs),
        ),
        read=frozenset(queue for queue, times in held.items() if times > 1),
        listed_once=tuple([place for roster in fewer for place in roster.places_of(client_id) or roster.first_place]),
        weak=weak,
        since=since,
        until=latest(earliest(one.closed_at for one in pair) for pair in pairs),
        first_shown=earliest([since, *(roster.at for roster in rosters)]),
    )


def _repeats(case: Case, roster: Roster, client_id: str) -> bool:
    """Whether the list shows an id several times, dead connections left out."""
    dead = dead_channels(case)
    return sum(connection.address not in dead for connection in roster.connections_of(client_id)) > 1


def _older_channel_used(case: Case, pairs: Sequence[Pair]) -> bool:
    """Whether a broker heard from the older channel, by a heartbeat that changed its table or by a commit, when the
    other had been open for more than a moment: a client that reconnects never uses its old channel again
    (`NettyRemotingClient#getAndCreateChannel`, all versions), and a dead one says nothing."""
    for one, other in pairs:
        told = (*case.records("wants.registered", one.file), *case.records("offset.below_stored", one.file))
        heard = last_moment(event for event in told if event.address and event.address == one.address)
        if other.opened_at and is_after(heard, other.opened_at + NOTIFIED):
            return True
    return False


def _stayed_open(case: Case, pairs: Sequence[Pair]) -> bool:
    """Two channels of the id stayed open longer than a broker keeps a dead one, and no reconnect can look like that.
    Among lines that somebody picked the end of a dead channel may be missing: a log is whole where it holds what the
    broker prints every half minute."""
    half_open = case.transitions.half_open
    for one, other in pairs:
        end, since = case.end_of(other.file), other.opened_at
        whole = bool(reported_after(case.records("serves.every_half_minute", other.file), since))
        outlived = end and since and end - since > half_open and (whole or _two_hosts(one, other))
        if outlived or closed_later(one, other, half_open):
            return True
    return False


def _connected_by_another(case: Case, pairs: Sequence[Pair], logs: Collection[str]) -> bool:
    """Whether the log of a process with the id connects when the older channel opens, is notified when the newer one
    does, and connects to nobody in between: the newer one is another process'. Clients log every connection
    (`NettyRemotingClient.NettyConnectManageHandler#connect`, all versions)."""
    for one, other in pairs:
        older, newer = one.opened_at, other.opened_at
        if older is None or newer is None or newer - older <= NOTIFIED:
            continue
        for log in logs:
            made, notified = case.records("member.connects", log), case.records("member.notified", log)
            again = any(
                is_after(one.last_at, older + NOTIFIED) and not is_after(one.at, newer + NOTIFIED) for one in made
            )
            if _said_at(made, older) and _said_at(notified, newer) and not again:
                return True
    return False


def _said_at(events: Sequence[Event], moment: datetime) -> bool:
    """Whether one of the records, or the first or last of many alike, is of that moment."""
    moments = chain.from_iterable((event.at, event.last_at) for event in events)
    return any(at and abs(at - moment) <= NOTIFIED for at in moments)


def _two_hosts(one: LoggedChannel, other: LoggedChannel) -> bool:
    return len({host_of(channel.address) for channel in (one, other) if channel.address}) == 2
