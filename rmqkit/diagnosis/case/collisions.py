"""Which ids stand for several processes? From client lists, brokers' logs and clients' logs.

No findings here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import LoggedChannel, dead_channels, host_of, open_by_log, twin_logs
from rmqkit.diagnosis.case.members import channels as channels_of
from rmqkit.diagnosis.case.popped import popped_topics
from rmqkit.diagnosis.case.recomputation import Recomputed, recompute
from rmqkit.diagnosis.facts.group import GroupFacts, Roster, derived
from rmqkit.diagnosis.facts.known import earliest, grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.facts.transitions import LIKELY_TWINS, transitions_of
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import is_masked


@dataclass(frozen=True)
class Collision:
    """One id held by several processes: how many, who says so, and whether it can be anything else.

    `read`: the queues that the logs of at least two of them name as theirs.
    `listed_once`: lists between two that show it several times, and show it once. `weak`: all
    that speaks for it is two open connections from one host, which a client that just
    reconnected has as well. `since`: when the second of them came, None where no record tells
    it; `first_shown`: the first moment at which anything shows them.
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
    first_shown: datetime | None = None


def collisions(case: Case) -> list[Collision]:
    """Every id that several processes hold or held, in the order of the ids."""
    return [collision for client_id in _candidates(case) if (collision := _collision(case, client_id))]


def without_twins(case: Case) -> Recomputed:
    """The allocation as if each id stood in the list once."""
    ids = tuple(dict.fromkeys(case.membership.client_ids))
    return recompute(case, case.shared_topics, ids, case.subscribers, case.strategies, case.observations)


def _candidates(case: Case) -> list[str]:
    """The ids that any source shows several times; a masked one can stand for as many clients."""
    listed = {each for roster in case.rosters for each in roster.client_ids if _repeats(case, roster, each)}
    logged = {each for each, together in _together(case).items() if together}
    ids = {*listed, *logged, *twin_logs(case, LIKELY_TWINS)}
    return sorted(client_id for client_id in ids if not is_masked(client_id))


@derived
def _together(facts: GroupFacts) -> dict[str, list[LoggedChannel]]:
    """Per id, its channels that were open on one broker at one time,
    beyond the half-open rest of a reconnect."""
    named = [channel for channel in channels_of(facts) if channel.client_id and channel.opened]
    on_brokers = grouped(((channel.file, channel.client_id), channel) for channel in named)
    half_open = transitions_of(facts).half_open
    neighbours = chain.from_iterable(map(pairwise, on_brokers.values()))
    pairs = [(one, other) for one, other in neighbours if _both_open(one, other, half_open)]
    return grouped((channel.client_id, channel) for pair in pairs for channel in pair)


def _both_open(one: LoggedChannel, other: LoggedChannel, half_open: timedelta) -> bool:
    """Not if their broker's ends differ: one file can hold the logs of several brokers (of
    several containers)."""
    ends = {channel.opened.carried.own_end for channel in (one, other) if channel.opened}
    on_one_broker = len(ends - {None}) < 2
    return on_one_broker and (one.live or _closed_long_after(one, other, half_open))


def _closed_long_after(one: LoggedChannel, other: LoggedChannel, half_open: timedelta) -> bool:
    return bool(one.closed_at and other.opened_at and one.closed_at - other.opened_at > half_open)


def _collision(case: Case, client_id: str) -> Collision | None:
    rosters = [roster for roster in case.rosters if _repeats(case, roster, client_id)]
    together = list(dict.fromkeys(_together(case).get(client_id, [])))
    logs = twin_logs(case, LIKELY_TWINS).get(client_id, ())
    sure = _lasts(case, client_id, rosters, together)
    weak = not (rosters or logs or sure or _two_hosts_in(together))
    if weak and len(_live(together)) < 2:
        return None
    listed = [roster.client_ids.count(client_id) for roster in rosters]
    since = _second_came(case, client_id)
    return Collision(
        client_id,
        processes=max([*listed, len(_live(together)), len(logs), 2]),
        sure=sure,
        ongoing=case.membership.client_ids.count(client_id) > 1,
        places=tuple(_places(case, client_id, rosters, together, logs)),
        read=_read_by_several(case, client_id, logs),
        listed_once=tuple(_listed_once(case, client_id)),
        weak=weak,
        since=since,
        first_shown=earliest([since, *(roster.at for roster in rosters)]),
    )


def _repeats(case: Case, roster: Roster, client_id: str) -> bool:
    """Whether the list shows an id several times, dead connections left out."""
    dead = dead_channels(case)
    return sum(connection.address not in dead for connection in roster.connections_of(client_id)) > 1


def _second_came(facts: GroupFacts, client_id: str) -> datetime | None:
    """When, by a broker's log, the second of two connections was opened that stood side by side.

    A list that shows the id twice does not tell it: they may have stood there for days.
    """
    channels = _together(facts).get(client_id, [])
    pairs = zip(channels[::2], channels[1::2], strict=True)
    opened = [(one.opened_at, other.opened_at) for one, other in pairs]
    return earliest(max(one, other) for one, other in opened if one and other)


def _lasts(
    case: Case,
    client_id: str,
    rosters: Sequence[Roster],
    channels: Sequence[LoggedChannel],
) -> bool:
    """Whether nothing that passes within two minutes can look like it."""
    twice = _seen_twice(rosters, client_id) or _still_open_long_after(case, channels)
    return twice or client_id in twin_logs(case)


def _two_hosts_in(channels: Sequence[LoggedChannel]) -> bool:
    return any(_of_two_hosts(one, other) for one, other in pairwise(channels))


def _places(
    case: Case,
    client_id: str,
    rosters: Sequence[Roster],
    channels: Sequence[LoggedChannel],
    logs: Sequence[str],
) -> list[EvidenceLine]:
    """The newest and the oldest list that show it, the channels, and the logs' own lines."""
    lists = [*rosters[-1:], *rosters[:1]]
    lines = [place for roster in lists for place in roster.places_of(client_id)]
    opened = [channel.opened.place for channel in channels if channel.opened]
    return [*lines, *opened, *(_last_result(case, client_id, file) for file in logs)]


def _listed_once(case: Case, client_id: str) -> list[EvidenceLine]:
    """Lists between the first and the last that show the id several times,
    but show it less often."""
    lists = case.client_lists
    repeating = [at for at, roster in enumerate(lists) if roster.repeats(client_id)]
    between = lists[repeating[0] : repeating[-1]] if repeating else ()
    fewer = [roster for roster in between if not roster.repeats(client_id)]
    return [place for roster in fewer for place in roster.places_of(client_id) or roster.first_place]


def _read_by_several(case: Case, client_id: str, logs: Sequence[str]) -> frozenset[MessageQueue]:
    """What the newest results of at least two logs have in common, topic by topic; what they pop they share."""
    pulled = {case.retry_topic, *case.topics} - popped_topics(case)
    shares: dict[tuple[str, str], frozenset[MessageQueue]] = {}
    for event in case.events_named("rebalance_result", source="client"):
        if event.client_id == client_id and event.log in logs and event.topic in pulled:
            shares[event.log, event.topic] = event.queues_given
    held = Counter(queue for share in shares.values() for queue in share)
    return frozenset(queue for queue, times in held.items() if times > 1)


def _last_result(case: Case, client_id: str, log: str) -> EvidenceLine:
    records = case.events_named("heartbeat_content", "rebalance_result", source="client")
    return [event.place for event in records if event.client_id == client_id and event.log == log][-1]


def _live(channels: Sequence[LoggedChannel]) -> list[LoggedChannel]:
    """Those that are open at the end of the log that shows most of them open."""
    return max(open_by_log(channels).values(), key=len, default=[])


def _seen_twice(rosters: Sequence[Roster], client_id: str) -> bool:
    """At least two lists show the id at the same two addresses:
    a dead connection would have gone in between."""
    listed = chain.from_iterable(roster.connections_of(client_id) for roster in rosters)
    seen = Counter(connection.address for connection in listed if connection.address)
    return sum(times > 1 for times in seen.values()) > 1


def _still_open_long_after(case: Case, channels: Sequence[LoggedChannel]) -> bool:
    """Two channels of the id stayed open longer than a broker keeps a dead one,
    and no reconnect can look like that."""
    return any(
        _closed_long_after(one, other, case.transitions.half_open)
        or (_outlived(case, other) and (_of_two_hosts(one, other) or _whole(case, other)))
        for one, other in pairwise(channels)
        if one.file == other.file
    )


def _outlived(case: Case, channel: LoggedChannel) -> bool:
    end = case.end_of(channel.file)
    return bool(end and channel.opened_at and end - channel.opened_at > case.transitions.half_open)


def _of_two_hosts(one: LoggedChannel, other: LoggedChannel) -> bool:
    hosts = {host_of(channel.address) for channel in (one, other) if channel.address}
    return len(hosts) == 2


def _whole(case: Case, channel: LoggedChannel) -> bool:
    """Whether the log holds what the broker prints every half minute,
    and not only lines that somebody picked.

    Among picked lines the end of a dead channel may be missing, and a client that reconnects
    looks like two.
    """
    printed = case.events_named("broker_registered", file=channel.file)
    since = channel.opened_at
    return any(record.last_at and since and record.last_at > since for record in printed)
