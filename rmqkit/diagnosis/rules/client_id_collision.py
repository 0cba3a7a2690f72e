"""Do several clients share one id? From client lists, brokers' logs and the allocation that follows."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import Channel, roster_place, short
from rmqkit.diagnosis.case.observations import queues_in
from rmqkit.diagnosis.case.twin_logs import LIKELY, twin_logs
from rmqkit.diagnosis.facts.group import Roster
from rmqkit.diagnosis.facts.logs import Place
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.make import finding
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.rocketmq import MessageQueue

ID = "client_id_collision"
# A broker forgets a dead channel after two minutes (CHANNEL_EXPIRED_TIMEOUT); until then a reconnect looks like two.
_HALF_OPEN = timedelta(seconds=130)
_NANO_TIME = re.compile(r"#\d+")
# Netty prints a channel's two ends; the local one is the broker's own.
_BROKERS_END = re.compile(r"L:[^\s/]*/(\S+)")


@dataclass(frozen=True)
class Collision:
    """One id held by several processes: how many, who says so, and whether it can be anything else.

    `read`: the queues of user topics that the logs of at least two of them name as theirs.
    """

    client_id: str
    processes: int
    sure: bool
    ongoing: bool
    places: tuple[Place, ...]
    read: frozenset[MessageQueue] = frozenset()


def client_id_collision(case: Case) -> list[Finding]:
    """The cause, proven by two addresses at one time in several looks or by the allocation that it predicts."""
    # Broadcasting clients of a host share `ip@DEFAULT` by design (no `changeInstanceNameToPID`, all versions).
    if case.told_broadcasting:
        return []
    found = [each for client_id in _candidates(case) if (each := _collision(case, client_id))]
    ongoing = [each for each in found if each.ongoing]
    past = [each for each in found if not each.ongoing]
    return ([_ongoing(case, ongoing)] if ongoing else []) + ([_past(case, past)] if past else [])


def _candidates(case: Case) -> list[str]:
    listed = {each for roster in case.facts.rosters for each, times in Counter(roster.client_ids).items() if times > 1}
    logged = {each for each, together in _together(case.channels).items() if together}
    return sorted({*listed, *logged, *twin_logs(case.facts, LIKELY)})


def _together(channels: Sequence[Channel]) -> dict[str, list[Channel]]:
    """Per id, its channels that were open on one broker at one time, beyond the half-open rest of a reconnect."""
    by_id: dict[tuple[str, str], list[Channel]] = defaultdict(list)
    for channel in channels:
        if channel.client_id and channel.opened:
            by_id[channel.file, channel.client_id].append(channel)
    found: dict[str, list[Channel]] = defaultdict(list)
    for (_, client_id), opened in by_id.items():
        for one, other in pairwise(opened):
            if _on_one_broker(one, other) and (one.live or _closed_long_after(one, other)):
                found[client_id] += [one, other]
    return found


def _on_one_broker(one: Channel, other: Channel) -> bool:
    """Not if their broker's ends differ: one file can hold the logs of several brokers (of several containers)."""
    ends = {
        found[1] for channel in (one, other) if channel.opened and (found := _BROKERS_END.search(channel.opened.raw))
    }
    return len(ends) < 2


def _closed_long_after(one: Channel, other: Channel) -> bool:
    return bool(one.closed_at and other.opened_at and one.closed_at - other.opened_at > _HALF_OPEN)


def _collision(case: Case, client_id: str) -> Collision | None:
    rosters = [each for each in case.facts.rosters if each.client_ids.count(client_id) > 1]
    channels = list(dict.fromkeys(_together(case.channels).get(client_id, [])))
    logs = twin_logs(case.facts, LIKELY).get(client_id, ())
    sure = _seen_twice(rosters, client_id) or _still_open_long_after(case, channels)
    sure = sure or client_id in twin_logs(case.facts)
    ongoing = case.membership.client_ids.count(client_id) > 1
    places = [roster_place(r, c) for r in rosters[-1:] for c in r.connections if c.client_id == client_id]
    places += [roster_place(r, c) for r in rosters[:1] for c in r.connections if c.client_id == client_id]
    places += [channel.opened.place for channel in channels if channel.opened]
    places += [_last_result(case, client_id, file) for file in logs]
    processes = max([*(r.client_ids.count(client_id) for r in rosters), len(_live(channels)), len(logs), 2])
    if not (rosters or logs or sure or any(_of_two_hosts(one, other) for one, other in pairwise(channels))):
        return None
    return Collision(client_id, processes, sure, ongoing, tuple(places), _read_by_several(case, client_id, logs))


def _read_by_several(case: Case, client_id: str, logs: Sequence[str]) -> frozenset[MessageQueue]:
    """What the newest results of at least two logs have in common, topic by topic."""
    shares: dict[tuple[str, str], frozenset[MessageQueue]] = {}
    for event in case.facts.events_named("rebalance_result", source="client"):
        if event.client_id == client_id and event.file in logs and event.topic in case.facts.topics and event.topic:
            shares[event.file, event.topic] = queues_in(event)
    held = Counter(queue for share in shares.values() for queue in share)
    return frozenset(queue for queue, times in held.items() if times > 1)


def _last_result(case: Case, client_id: str, file: str) -> Place:
    told = case.facts.events_named("heartbeat_content", "rebalance_result", source="client")
    return [event.place for event in told if event.file == file and event.client_id == client_id][-1]


def _live(channels: Sequence[Channel]) -> list[Channel]:
    by_file = Counter(channel.file for channel in channels if channel.live)
    return [channel for channel in channels if channel.live and by_file.most_common(1)[0][0] == channel.file]


def _seen_twice(rosters: Sequence[Roster], client_id: str) -> bool:
    """At least two lists show the id at the same two addresses: a dead connection would have gone in between."""
    seen = Counter(
        connection.address
        for roster in rosters
        for connection in roster.connections
        if connection.client_id == client_id and connection.address
    )
    return sum(1 for times in seen.values() if times > 1) > 1


def _still_open_long_after(case: Case, channels: Sequence[Channel]) -> bool:
    """Two channels of the id stayed open longer than a broker keeps a dead one, and no reconnect can look like that."""
    return any(
        _closed_long_after(one, other)
        or (_outlived(case, other) and (_of_two_hosts(one, other) or _whole(case, other)))
        for one, other in pairwise(channels)
        if one.file == other.file
    )


def _outlived(case: Case, channel: Channel) -> bool:
    end = case.end_of(channel.file)
    return bool(end and channel.opened_at and end - channel.opened_at > _HALF_OPEN)


def _of_two_hosts(one: Channel, other: Channel) -> bool:
    hosts = {channel.address.rpartition(":")[0] for channel in (one, other) if channel.address}
    return len(hosts) == 2


def _whole(case: Case, channel: Channel) -> bool:
    """Whether the log holds what the broker prints every half minute, and not only lines that somebody picked.

    Among picked lines the end of a dead channel may be missing, and a client that reconnects looks like two.
    """
    printed = case.facts.events_named("broker_registered")
    since = channel.opened_at
    return any(each.file == channel.file and each.last_at and since and each.last_at > since for each in printed)


def _ongoing(case: Case, found: Sequence[Collision]) -> Finding:
    recomputed = case.recomputed
    doubles, orphans = recomputed.doubles(), recomputed.orphans()
    if not case.everybody_known:
        doubles, orphans = sorted({queue for each in found for queue in each.read}), []
    ids = [each.client_id for each in found]
    proven = all(each.sure for each in found) or recomputed.reproduces
    processes = sum(each.processes for each in found)
    more = processes - len(ids)
    why = (
        f"All processes with one id take the share of its first place in the sorted client list; the "
        f"{count(more, 'other share')} {'belongs' if more == 1 else 'belong'} to nobody. "
        f"{recomputed.sentence(case.strategy_text)} "
        f"Read by several: {ranges(doubles) or 'none'}. Read by nobody: {ranges(orphans) or 'none'}. "
        f"{likely_cause(ids[0])}"
    )
    return finding(
        case,
        ID,
        Severity.CRITICAL,
        PROVEN if proven else SUSPECTED,
        f"{count(processes, 'client process')} share {'the client id' if len(ids) == 1 else 'client ids'} {short(ids)}",
        why,
        topics=tuple(sorted({queue.topic for queue in (*doubles, *orphans)} & set(case.facts.topics))),
        queues=tuple(sorted({*doubles, *orphans})),
        clients=tuple(ids),
        brokers=tuple(sorted({queue.broker for queue in (*doubles, *orphans)})),
        evidence=[place for each in found for place in each.places],
        explains=("orphan_queues", "duplicate_consumption"),
        details={
            "processes": {each.client_id: each.processes for each in found},
            "read_by_several": tuple(doubles),
        },
    )


def _past(case: Case, found: Sequence[Collision]) -> Finding:
    ids = [each.client_id for each in found]
    return finding(
        case,
        ID,
        Severity.NOTICE,
        PROVEN if all(each.sure for each in found) else SUSPECTED,
        f"It is over: several client processes shared the client id {short(ids)}",
        f"The newest client list has each id once. {likely_cause(ids[0])}",
        ongoing=False,
        clients=tuple(ids),
        evidence=[place for each in found for place in each.places],
    )


def likely_cause(client_id: str) -> str:
    """What in the id tells how it came to be shared (`ClientConfig#buildMQClientId`)."""
    ip, _, instance = client_id.partition("@")
    if ip.startswith("172.17."):
        where = (
            f"{ip} is an address of Docker's default bridge, the same on every host and in every host-network container"
        )
    elif ip in ("127.0.0.1", "localhost", "null"):
        where = f"{ip} is no address that tells one host from another"
    else:
        where = f"several processes took {ip} for their address"
    if instance.startswith("DEFAULT"):
        return f"Likely why: {where}, and the instance name was left at DEFAULT."
    if _NANO_TIME.search(instance):
        return f"Likely why: {where}; the id holds a nano time, so it was copied or set by hand."
    if instance.split("@")[0].isdigit():
        pid = instance.split("@")[0]
        return f"Likely why: {where}, and {pid} is a process id, the same in many containers (clients before 4.9.0)."
    return f"Likely why: {where}, and the instance name {instance!r} was set to the same value in each."
