"""Who is in the group: client lists, the channels that brokers saw come and go, and what clients' own logs tell of
processes that share an id or follow each other. No judgement here."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import chain, combinations, pairwise, permutations
from typing import NamedTuple

from rmqkit.diagnosis.facts.clients_words import ConsumingThread
from rmqkit.diagnosis.facts.group import Answer, GroupFacts, Roster, came_later, derived
from rmqkit.diagnosis.facts.known import FOR_EVER, LONG_AGO, earliest, grouped, is_after, latest, runs, undated_first
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, first_moment, last_moment, places_of, reported_after
from rmqkit.diagnosis.facts.names import folder_of
from rmqkit.diagnosis.facts.transitions import (
    CHANNEL_EXPIRY,
    COMMIT,
    LIKELY_TWINS,
    SAME_STEP,
    SETTLED,
    ZONES,
    transitions_of,
)
from rmqkit.formats.logs.processes import alone_in_files, broker_of_log, host_of_log
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import ip_of, is_masked


@dataclass(frozen=True)
class LoggedChannel:
    """One TCP channel of the group on one broker, from the broker's log (`ConsumerGroupInfo`, all versions). `opened`
    is null when the log starts later; `closed` is null while it is open."""

    file: str
    client_id: str | None
    address: str | None
    opened: Event | None
    closed: Event | None = None

    @property
    def opened_at(self) -> datetime | None:
        return self.opened.at if self.opened else None

    @property
    def closed_at(self) -> datetime | None:
        return self.closed.at if self.closed else None

    @property
    def own_end(self) -> object:
        return self.opened.carried.own_end if self.opened else None

    @property
    def scanned_at(self) -> datetime | None:
        """When the broker's scan for channels without a heartbeat dropped it."""
        return self.closed_at if self.closed and self.closed.carried.by_scan else None

    @property
    def places(self) -> tuple[EvidenceLine, ...]:
        return tuple(event.place for event in (self.opened, self.closed) if event)

    @property
    def live(self) -> bool:
        """Whether it was open where the log ends."""
        return self.closed is None


@dataclass(frozen=True)
class Membership:
    """The clients of the group at the end of the evidence. `client_ids` as a broker's list has them, duplicates kept.
    `complete`: the list comes from a broker (its answer or its log), so that nobody is missing from it; else it is only
    who left traces."""

    client_ids: tuple[str, ...]
    complete: bool
    places: tuple[EvidenceLine, ...] = ()

    def places_of(self, client_ids: Collection[str]) -> list[EvidenceLine]:
        """The lines that list these clients; none where the source has no line for each."""
        listed = zip(self.client_ids, self.places, strict=False)
        return [place for client_id, place in listed if client_id in client_ids]

    @cached_property
    def duplicates(self) -> dict[str, int]:
        """Ids that stand in the list more than once, with how often."""
        return {client_id: times for client_id, times in Counter(self.client_ids).items() if times > 1}

    @property
    def each_once(self) -> bool:
        """Whether nobody is missing from the list and each id stands in it once."""
        return self.complete and not self.duplicates


@derived
def channels(facts: GroupFacts) -> list[LoggedChannel]:
    """Every channel of the group that the brokers' logs tell of, in the order of the logs."""
    found: list[LoggedChannel] = []
    # Where those that were opened are in the list, by address and by client; one without an address also by its client
    # alone.
    opened: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for event in facts.records("member.channels"):
        keys = [(event.file, "address", event.address)] if event.address else []
        if event.tells("serves.broker_started"):
            # A broker's start ends all channels that its log had shown before: nothing else does.
            for place, channel in enumerate(found):
                if channel.file == event.file and channel.live:
                    found[place] = replace(channel, closed=event)
        elif event.tells("member.channel_opened"):
            if event.client_id is not None:
                keys.append((event.file, "client", event.client_id))
                if not event.address:
                    keys.append((event.file, "client without address", event.client_id))
            for key in keys:
                opened[key].append(len(found))
            found.append(LoggedChannel(event.file, event.client_id, event.address, event))
        else:
            # It ends the newest open channel that it can be: an address decides where both tell one, else the client.
            if event.client_id is not None:
                keys.append((event.file, "client without address" if event.address else "client", event.client_id))
            newest = -1
            for places in (opened.get(key, []) for key in keys):
                while places and not found[places[-1]].live:
                    places.pop()
                newest = max([newest, *places[-1:]])
            if newest >= 0:
                found[newest] = replace(found[newest], closed=event)
            elif not event.tells("member.not_written_to"):
                # It was opened before the log begins; the channel that a pull waited on may have been another group's
                # (`PullMessageProcessor#executeRequestWhenWakeup`, all versions).
                found.append(LoggedChannel(event.file, event.client_id, event.address, None, event))
    return found


@derived
def twin_channels(facts: GroupFacts) -> dict[str, list[list[tuple[LoggedChannel, LoggedChannel]]]]:
    """Per id, in pairs, its channels that were open on one broker at one time, beyond the half-open rest of a
    reconnect; a list of pairs for each time in which one process at least was too many: where one alone was left, the
    others shared the queues out anew. One file can hold the logs of several brokers (of several containers), which
    differ in their own ends."""
    named = [channel for channel in channels(facts) if channel.client_id and channel.opened]
    spans = transitions_of(facts)
    found: dict[str, list[tuple[LoggedChannel, LoggedChannel]]] = defaultdict(list)
    for own in grouped(((channel.file, channel.client_id), channel) for channel in named).values():
        still: list[LoggedChannel] = []
        for other in own:
            still = [one for one in still if one.live or closed_later(one, other, spans.half_open)]
            brokers = [({one.own_end, other.own_end} - {None}, one) for one in still]
            found[other.client_id or ""] += [(one, other) for ends, one in brokers if len(ends) < 2][-1:]
            still.append(other)
    return {
        client_id: runs(
            pairs,
            spans.settling,
            lambda pair: latest(one.opened_at for one in pair) or LONG_AGO,
            lambda pair: earliest(one.closed_at for one in pair) or FOR_EVER,
        )
        for client_id, pairs in found.items()
        if pairs
    }


def closed_later(one: LoggedChannel, other: LoggedChannel, half_open: timedelta) -> bool:
    return bool(one.closed_at and other.opened_at and one.closed_at - other.opened_at > half_open)


@derived
def addresses(facts: GroupFacts) -> dict[str, str]:
    """Which client id stands behind an address, from client lists and the brokers' logs."""
    known = {channel.address: channel.client_id for channel in channels(facts) if channel.address and channel.client_id}
    for roster in facts.rosters:
        known |= {connection.address: connection.client_id for connection in roster.connections if connection.address}
    return known


@derived
def membership(facts: GroupFacts) -> Membership:
    """Who is in the group where the evidence ends, from the best source there is: the newest list (of lists that have
    nobody in common everybody, and there may be further parts); else the broker's log that holds most clients at its
    end, for a client connects to every broker of its topics; else running infos and client logs: those who are there,
    perhaps not all; twice only where two logs tell so."""
    roster = last_roster(facts)
    if roster is not None and (apart := disjoint_lists(facts)):
        ids = tuple(client for listed in apart for client in listed.client_ids)
        lines = tuple(listed.place(one) for listed in apart for one in listed.connections)
        return Membership(ids, False, lines)
    if roster is not None:
        # A list that shows a connection was made before the broker logs its end, be it without a date; whoever is
        # connected anew has only another port (`ConsumerManager#doChannelCloseEvent`, all versions).
        anew = {one.client_id for one in channels(facts) if one.live and one.address not in roster.addresses}
        closed = [one for one in channels(facts) if one.closed and not (one.live or is_after(roster.at, one.closed_at))]
        ended = {(one.client_id, one.address) for one in closed if one.client_id not in anew}
        there = [one for one in roster.connections if (one.client_id, one.address) not in ended]
        # Where others came meanwhile as well, the list is of before, and the log tells.
        came = {one.client_id for one in channels(facts) if one.live} - set(roster.client_ids)
        if len(there) == len(roster.connections) or not came:
            there = [one for one in there if one.address not in dead_channels(facts)]
            ids = tuple(connection.client_id for connection in there)
            return Membership(ids, True, tuple(map(roster.place, there)))
    best = max(open_channels(channels(facts)).values(), key=len, default=None)
    if best is not None:
        ids = tuple(channel.client_id for channel in best if channel.client_id)
        places = tuple(channel.opened.place for channel in best if channel.opened)
        return Membership(ids, saw_the_first(facts, best[0].file), places)
    traces = dict.fromkeys([*(info.client_id for info in facts.running), *logged_client_ids(facts)])
    logs = twin_logs(facts, LIKELY_TWINS)
    # Who has shut down since it started is a member no more.
    stopped = {one.file: one.at for one in facts.records("member.stopped")}
    again = {one.file for one in facts.records("member.started") if is_after(one.at, stopped.get(one.file))}
    twins = {who: sum(log in again or log not in stopped for log in own) - 1 for who, own in logs.items()}
    twins = {who: more for who, more in twins.items() if who in traces and more > 0}
    return Membership((*traces, *Counter(twins).elements()), False)


def last_roster(facts: GroupFacts) -> Roster | None:
    """The newest client list; consumerConnection before consumerStatus, which leaves out who does not answer. A list is
    of one broker, at which each client has a port of its own: earlier ones with more processes of the same ids, and
    without a connection of the newest, are another broker's where that one's log ends with all of them connected."""
    lists = facts.client_lists or facts.rosters
    if not lists or not_online(facts):
        return None
    open_at = open_channels(channels(facts)).values()
    # Of lists without a moment in several folders, whose names tell no order, that is the newest which names those whom
    # a broker's log has connected at its end.
    at_the_end = [sorted(one.client_id or "" for one in log) for log in open_at]
    newest = lists[-1]
    if not any(one.at for one in lists):
        apart = [one for one in lists if folder_of(one.file) != folder_of(newest.file)]
        matching = [one for one in (*apart, newest) if sorted(one.client_ids) in at_the_end]
        newest = matching[-1] if matching else newest
    ids = set(newest.client_ids)
    more = [one for one in lists if set(one.client_ids) == ids and len(one.client_ids) > len(newest.client_ids)]
    if any(not one.addresses.isdisjoint(newest.addresses) for one in more):
        return newest
    connected = [{channel.address for channel in log} for log in open_at]
    still = [one for one in more if one.addresses and any(one.addresses <= log for log in connected)]
    return still[-1] if still else newest


@derived
def not_online(facts: GroupFacts) -> tuple[Answer, ...]:
    """The answers that a broker knows no client of the group (CODE 206), where they came after every client list, or
    there is none; a broker that was not asked for these tells nothing of them. Answers without a date are later by
    their files' numbers where the newest snapshot names no owner any more: numbers may be those of brokers."""
    said = tuple(answer for answer in facts.answers if answer.says_offline)
    asked = {roster.asked for roster in facts.rosters}
    of_lists = [answer for answer in said if None in asked or answer.said.answered_by in {None, *asked}]
    if facts.rosters and not any(look.owners_asked and not look.owners_shown for look in facts.snapshots[-1:]):
        of_lists = [answer for answer in of_lists if answer.at]
    return said if all(any(came_later(one, listed) for one in of_lists) for listed in facts.rosters) else ()


def counted_members(facts: GroupFacts) -> int | None:
    """How many clients the asked broker counts: by the newest client list, else by `#Count` in the newest list of all
    groups, where the retry topics of pop stand as groups without clients."""
    if facts.client_lists:
        return len(facts.client_lists[-1].connections)
    newest = [listing.count for listing in facts.listings if listing.file == facts.listings[-1].file]
    return max(newest, default=None)


@derived
def disjoint_lists(facts: GroupFacts) -> tuple[Roster, ...]:
    """The newest lists that several name servers or proxies led to, made within moments of each other, where no two of
    them have a client in common; else none.

    A proxy that keeps its own clients (`ProxyConfig#proxyMode` CLUSTER, its remoting port, 5.1.0 and later) answers
    with these alone, and brokers do not know them (`ConsumerManagerActivity#getConsumerListByGroup`).
    """
    newest: dict[frozenset[str], Roster] = {}
    for listed in facts.client_lists:
        if listed.at and listed.connections and listed.name_servers and listed.asked is None:
            newest = {place: other for place, other in newest.items() if not place & listed.name_servers}
            newest[listed.name_servers] = listed
    last = latest(listed.at for listed in newest.values())
    lists = tuple(listed for listed in newest.values() if last and listed.at and last - listed.at <= SETTLED)
    ids = list(chain.from_iterable(set(listed.client_ids) for listed in lists))
    return lists if len(lists) > 1 and len(set(ids)) == len(ids) else ()


@derived
def comparable_lists(facts: GroupFacts) -> list[list[Roster]]:
    """The client lists that can be compared one after the other: of each part of a group, its own."""
    apart = disjoint_lists(facts)
    if not apart:
        return [list(facts.client_lists)]
    return [[one for one in facts.client_lists if one.name_servers & part.name_servers] for part in apart]


def changed_lists(facts: GroupFacts) -> list[datetime]:
    """The moments of the client lists that name others than the list before them."""
    pairs = [pair for lists in comparable_lists(facts) for pair in pairwise(listed for listed in lists if listed.at)]
    return [later.at for one, later in pairs if later.at and sorted(one.client_ids) != sorted(later.client_ids)]


class BrokenOff(NamedTuple):
    """A connection that ended without a word, and the one that its client opened then."""

    client_id: str
    dead: LoggedChannel
    following: LoggedChannel


@derived
def broken_off(facts: GroupFacts) -> list[BrokenOff]:
    """Connections that a broker listed until its scan dropped them, although their clients had connected anew: nothing
    was heard on them for two minutes then (`ConsumerManager#scanNotActiveChannel`), since before the new ones came.
    Whose a connection is, its own record tells, or a list that shows its address."""
    unheard = transitions_of(facts).of(CHANNEL_EXPIRY)
    opened = grouped(((channel.file, channel.client_id), channel) for channel in channels(facts))
    found = []
    for dead in channels(facts):
        client_id, dropped = dead.client_id or addresses(facts).get(dead.address or ""), dead.scanned_at
        for other in opened.get((dead.file, client_id), ()) if client_id and dropped else ():
            came = other.opened_at
            if other is not dead and came and dropped and came < dropped < came + unheard:
                found.append(BrokenOff(client_id or "", dead, other))
    return found


@derived
def dead_channels(facts: GroupFacts) -> frozenset[str]:
    """Addresses of connections that had broken off when a list shows them beside the one that followed."""
    pairs = [(one.dead.address, one.following.address) for one in broken_off(facts)]
    return frozenset(dead for dead, new in pairs if dead and any({dead, new} <= one.addresses for one in facts.rosters))


@derived
def lists_contradicting_logs(facts: GroupFacts) -> tuple[EvidenceLine, ...]:
    """Lines of client lists that leave out a client which every broker's log shows connected at that moment: for a
    heartbeat before and after it, which is more than the clocks of one cluster are apart."""
    around = transitions_of(facts).heartbeat
    places: list[EvidenceLine] = []
    for listed, at in ((listed, listed.at) for listed in facts.client_lists if listed.at):
        connected: dict[str, set[str]] = {channel.file: set() for channel in channels(facts)}
        for channel in channels(facts):
            opened, closed = channel.opened_at, channel.closed_at
            came = opened is not None and opened + around <= at
            if channel.client_id and came and (closed is None or closed - around >= at):
                connected[channel.file].add(channel.client_id)
        everywhere = set.intersection(*connected.values()) if connected else set()
        if everywhere - set(listed.client_ids):
            places += listed.first_place
    return tuple(places)


@derived
def unknown_owners(facts: GroupFacts) -> tuple[EvidenceLine, ...]:
    """Rows of snapshots whose owner no client list and no log knows, made while every broker's log with clients of the
    group was being written: whoever held a queue then would have been seen to come or to go, or be there at the end."""
    seen, by_address = channels(facts), addresses(facts)
    ids = {one.client_id or by_address.get(one.address or "", "") for one in seen}
    begun = latest(log.first for one in seen if (log := facts.logs.get(one.file)))
    if begun is None or not all(ids) or any(map(is_masked, ids)):
        return ()
    ids.update(chain(facts.newest_running, logged_client_ids(facts), *(one.client_ids for one in facts.rosters)))
    known = {None, *map(ip_of, ids)}
    looks = [look for look in facts.snapshots if look.at and look.at >= begun]
    return tuple(look.place(row) for look in looks for row in look.rows if row.client_ip not in known)


def open_channels(seen: Iterable[LoggedChannel]) -> dict[str, list[LoggedChannel]]:
    """The channels of known clients that are open where a broker's log ends, by log."""
    return grouped((channel.file, channel) for channel in seen if channel.live and channel.client_id)


@derived
def saw_the_first(facts: GroupFacts, file: str) -> bool:
    """Whether the log saw the broker start or the group begin; older members of a log that begins later are silent.
    Every clustering client subscribes to the retry topic, so it is added to a group's table only when that is new."""
    added = facts.records("wants.added", file)
    return saw_its_start(facts, file) or any(event.topic == facts.retry_topic for event in added)


def saw_its_start(facts: GroupFacts, file: str) -> bool:
    """Whether the log holds the start of the broker that wrote it."""
    return bool(facts.records("serves.broker_started", file))


@derived
def writers(facts: GroupFacts) -> dict[str, str]:
    """Which client wrote a client log, for the logs in which only one names itself."""
    return alone_in_files((event.file, event.client_id) for event in facts.records("member.named"))


@derived
def likely_writers(facts: GroupFacts) -> dict[str, str]:
    """The same, and for a log in which nobody names itself the only client that was ever listed of the host that its
    path names."""
    named = {event.file for event in facts.records("member.named")}
    alone = _alone_at_host(facts)
    hosts = ((file, alone.get(host_of_log(file))) for file in sorted(facts.logs_of("client") - named))
    return {**{file: client for file, client in hosts if client}, **writers(facts)}


@derived
def _alone_at_host(facts: GroupFacts) -> dict[str | None, str]:
    """Per host of which only one client was ever listed, that client."""
    listed = chain.from_iterable(roster.client_ids for roster in facts.rosters)
    at_hosts = grouped((ip_of(client), client) for client in {*membership(facts).client_ids, *listed})
    return {host: clients[0] for host, clients in at_hosts.items() if host and len(clients) == 1}


@derived
def dumped_threads(facts: GroupFacts) -> tuple[ConsumingThread, ...]:
    """The threads that dumps show in a listener. A dump that does not name its client is of the only one of the host
    that its path names; where it names none, of the only one whose log lies in its folder."""
    beside = grouped((folder_of(file), client) for file, client in likely_writers(facts).items() if folder_of(file))
    alone = {folder: clients[0] for folder, clients in beside.items() if len(set(clients)) == 1}
    unnamed = {thread.file for thread in facts.threads if thread.client_id is None}
    at_host = _alone_at_host(facts)
    known = {file: at_host.get(host) if (host := host_of_log(file)) else alone.get(folder_of(file)) for file in unnamed}
    return tuple(replace(one, client_id=one.client_id or known.get(one.file)) for one in facts.threads)


@derived
def broker_of(facts: GroupFacts, file: str) -> str | None:
    """Which broker wrote a log, by what it says of itself, else by the log's path."""
    started = (event.broker for event in facts.records("serves.broker_started", file))
    return broker_of_log(file, started, facts.brokers)


def queue_named(facts: GroupFacts, event: Event) -> MessageQueue | None:
    """The queue that a record names; brokers leave out their own name."""
    broker = event.broker or broker_of(facts, event.file)
    if event.topic is None or broker is None or event.queue is None:
        return None
    return MessageQueue(event.topic, broker, event.queue)


@derived
def logged_client_ids(facts: GroupFacts) -> list[str]:
    """Ids that client logs of this group name and whose client did not shut down at the end."""
    gone = {event.file: event.last_at for event in facts.records("member.stopped")}
    named = facts.records("member.named_own")
    there = [event for event in named if event.file not in gone or is_after(event.last_at, gone[event.file])]
    return list(dict.fromkeys(event.client_id for event in there if event.client_id))


@derived
def named_clients(facts: GroupFacts) -> frozenset[str]:
    """Whoever is a member at the end, and whom lists, logs and the clients' own answers name."""
    named = {info.client_id for info in facts.running}
    named.update(client for roster in facts.rosters for client in roster.client_ids)
    named.update(channel.client_id for channel in channels(facts) if channel.client_id)
    named.update(event.client_id for event in facts.events if event.client_id and event.group == facts.group)
    return frozenset(named).union(membership(facts).client_ids)


def process_of(client_id: str) -> str:
    """An id without the nanoseconds behind the process's number (4.9.0 and later)."""
    return client_id.split("#", 1)[0]


def short_id(facts: GroupFacts, client_id: str) -> str:
    """The same where one client alone begins so; else the id."""
    begin = process_of(client_id)
    return client_id if sum(process_of(client) == begin for client in named_clients(facts)) > 1 else begin


@derived
def shutdowns(facts: GroupFacts) -> dict[str, datetime]:
    """When the client of a log began to shut down, of those that did not start again: what fails then, fails by
    itself."""
    begun: dict[str, datetime] = {}
    for event in facts.records("member.ends"):
        if event.at and not reported_after(facts.records("member.started", event.file), event.at):
            begun[event.file] = min(event.at, begun.get(event.file, event.at))
    return begun


def host_of(address: str) -> str:
    return address.rpartition(":")[0]


# Client logs that several processes wrote under one id at one time.


@derived
def twin_logs(facts: GroupFacts, least: timedelta | None = None) -> dict[str, tuple[str, ...]]:
    """Ids under which several clients wrote logs side by side for at least that long, with those logs. By default
    longer than a heartbeat: no clock and no restart makes one process look like two. A rotated log continues where the
    other ends, and a copy, be it in another layout, has the same records at the same moments: neither is a second
    process."""
    long = transitions_of(facts).heartbeat if least is None else least
    twins = {}
    for client_id, told in _logs_of_ids(facts).items():
        kept: list[Event] = []
        for one in told:
            if all(_apart(facts, one, other, long) for other in kept):
                kept.append(one)
        if len(kept) > 1:
            twins[client_id] = tuple(one.file for one in kept)
    return twins


def _logs_of_ids(facts: GroupFacts) -> dict[str, list[Event]]:
    """By client id, the first record with it of each log."""
    logs: dict[str, dict[str, Event]] = {}
    for event in facts.records("member.with_own_id"):
        if event.client_id:
            logs.setdefault(event.client_id, {}).setdefault(event.file, event)
    return {client_id: list(told.values()) for client_id, told in logs.items()}


@derived
def succeeded(facts: GroupFacts) -> frozenset[str]:
    """Ids that stand for as many processes as there are logs, where each process had said its last before the next one
    started: brokers list a process whose host vanished until its channel expires, and it reads nothing."""
    found = set()
    for client_id, number in membership(facts).duplicates.items():
        logs = [facts.logs[one.file] for one in _logs_of_ids(facts).get(client_id, ()) if one.file in facts.logs]
        spans = sorted((log.first, log.last) for log in logs if log.first and log.last)
        if len(spans) == number and all(one[1] < other[0] for one, other in pairwise(spans)):
            found.add(client_id)
    return frozenset(found)


def _apart(facts: GroupFacts, one: Event, other: Event, least: timedelta) -> bool:
    """Whether both were written over a common time, and each tells there what
    the other does not; two processes of one file are no copies of each other."""
    if one.process and other.process and one.printed_in == other.printed_in:
        return one.process.beside(other.process) > least.total_seconds()
    logs = [facts.logs[event.file] for event in (one, other) if event.file in facts.logs]
    begins, ends = [log.first for log in logs if log.first], [log.last for log in logs if log.last]
    if len(begins) < 2 or len(ends) < 2 or min(ends) - max(begins) <= least:
        return False
    ones, others = (_marks(facts, event, max(begins), min(ends)) for event in (one, other))
    return not (ones <= others or others <= ones) or _out_of_step(facts, one.file, other.file)


def _out_of_step(facts: GroupFacts, one: str, other: str) -> bool:
    """Whether both logs commit the same queues in between each other's commits, at their first ones and at their last:
    a process commits all its queues at a fixed rate (`MQClientInstance#startScheduledTask`, all versions), and so does
    a copy of its log, however it was cut."""
    interval = transitions_of(facts).of(COMMIT)
    first: dict[str, dict[MessageQueue, datetime]] = {one: {}, other: {}}
    last: dict[str, dict[MessageQueue, datetime]] = {one: {}, other: {}}
    for event in facts.records("offset.committed"):
        if event.file in first and event.message_queue and event.at and event.last_at:
            first[event.file].setdefault(event.message_queue, event.at)
            last[event.file][event.message_queue] = event.last_at
    steps = [
        abs(moments[one][queue] - moments[other][queue]) % interval
        for moments in (first, last)
        for queue in moments[one].keys() & moments[other].keys()
    ]
    return len(steps) > 2 and all(SAME_STEP < step < interval - SAME_STEP for step in steps)


def _marks(facts: GroupFacts, of_log: Event, start: datetime, end: datetime) -> set[tuple[object, ...]]:
    """What the log of a record tells between two moments, to the second: layouts differ in what they print below it."""
    return {
        (event.event, event.topic, event.broker, event.queue, event.at.replace(microsecond=0))
        for event in facts.records("member.marks", of_log.file)
        if event.at and start <= event.at <= end
    }


# Did clients of which only their own words are known run at one time?


@dataclass(frozen=True)
class Presence:
    """A client from when to when; None: from before the evidence, or to its end."""

    client: str
    came: datetime | None
    went: datetime | None
    places: tuple[EvidenceLine, ...] = ()


@derived
def presences(facts: GroupFacts) -> tuple[Presence, ...]:
    """Every stay of every client, by the brokers' logs; by its own log where these are silent."""
    known = [(channel.client_id, channel) for channel in channels(facts) if channel.client_id]
    by_client = grouped((who, Presence(who, one.opened_at, one.closed_at, one.places)) for who, one in known)
    if not by_client:
        return tuple(_logged_stays(facts))
    gap = transitions_of(facts).second_heartbeat
    stays: list[Presence] = []
    for of_client in by_client.values():
        # Channels of one client that overlap, or follow each other within two heartbeats, are one stay.
        own: list[Presence] = []
        for later in sorted(of_client, key=lambda stay: undated_first(stay.came)):
            before = own[-1] if own else None
            if before is None or (before.went and later.came and later.came - before.went > gap):
                own.append(later)
            else:
                went = max(before.went, later.went) if before.went and later.went else None
                own[-1] = replace(before, went=went, places=(*before.places, *later.places))
        stays += own
    return tuple(stays)


def _logged_stays(facts: GroupFacts) -> Iterator[Presence]:
    """A client that no broker's log names: it tells of its own start and of its shutdown. In a log of several each may
    have started, under an id of its own, when the one before had said its last."""
    for file, client in writers(facts).items():
        starts = _dated(facts.records("member.started", file), facts)
        if facts.records("holds.shares", file):
            # A Go client says that it starts, and not that it has; whoever shares out queues has.
            starts = starts or _dated(facts.records("member.any_start", file), facts)
        ends = _dated(facts.records("member.stopped", file), facts)
        came, gone = starts[:1], ends[-1:]
        if is_after(first_moment(starts[-1:]), first_moment(gone)):
            gone = []
        if came or gone:
            yield Presence(client, first_moment(came), first_moment(gone), places_of((*came, *gone)))
    for file in sorted(facts.logs_of("client") - writers(facts).keys()):
        named = [event for event in _dated(facts.records("member.named", file), facts) if event.group]
        by_client = grouped((event.client_id or None, event) for event in named)
        in_turn = sorted(by_client.items(), key=lambda told: undated_first(first_moment(told[1])))
        starts = _dated(facts.records("member.started", file), facts)
        between: list[Event] = []
        for (_, one), (_, other) in pairwise(in_turn):
            ended, began = last_moment(one), first_moment(other)
            between += [start for start in starts if is_after(start.at, ended) and is_after(began, start.at)][:1]
        if between and len(between) == len(in_turn) - 1:
            for (client, _), (start, end) in zip(in_turn, pairwise([None, *between, None]), strict=True):
                places = places_of(event for event in (start, end) if event)
                yield Presence(client, start.at if start else None, end.at if end else None, places)


def _dated(events: Sequence[Event], facts: GroupFacts) -> list[Event]:
    return [event for event in events if event.group in (None, facts.group) and event.at]


def process_name(client_id: str, process: str | None) -> str:
    """One of several processes with one id: by its address, else by its log."""
    return f"{client_id} ({process})"


def together_since(
    facts: GroupFacts,
    clients: Iterable[str],
    apart: Callable[[str, str], object],
    changed: Mapping[str, datetime | None] | None = None,
) -> datetime | None:
    """From when on two of these clients that are `apart` were there. None where that may have been so before the
    evidence, or where nothing tells since when one of them is there. `changed`: since when each is as it is now."""
    came = {stay.client: stay.came for stay in presences(facts)}
    came |= {process_name(one.client_id, one.address): one.opened_at for one in channels(facts) if one.client_id}
    came = {who: latest([at, (changed or {}).get(who)]) for who, at in came.items()}
    pairs = [pair for pair in combinations(sorted(set(clients)), 2) if apart(*pair)]
    moments = [latest([came[one], came[other]]) if {one, other} <= came.keys() else None for one, other in pairs]
    return None if None in moments else earliest(moments)


def may_not_have_overlapped(facts: GroupFacts, clients: Collection[str]) -> bool:
    """Whether one of them may have gone before another one came, and no broker tells who is connected. Of running
    infos: one was taken before another's client started. How long a client had run when it was asked is known but for
    mqadmin's zone, so its remainder is the least. Of logs: one ends earlier than another, for longer than a client that
    has queues is silent; a killed client leaves no word of its end."""
    if membership(facts).complete:
        return False
    wrote = writers(facts)
    ends = grouped((wrote.get(file), log.last) for file, log in facts.logs.items() if log.last)
    last = [max(moments) for client_id, moments in ends.items() if client_id in clients]
    if last and max(last) - min(last) > transitions_of(facts).heartbeat:
        return True
    infos = {info.client_id: info for info in facts.running if info.client_id in clients}
    if facts.logs or set(infos) != set(clients):
        return False
    dated = [(info.asked_at, info.started_at) for info in infos.values()]
    return any(
        asked - before > (asked - started) % ZONES
        for (before, _), (asked, started) in permutations(dated, 2)
        if before and asked and started
    )
