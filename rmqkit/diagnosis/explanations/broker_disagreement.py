"""Do the brokers know the same members? Each client asks one broker at random for the list."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import broker_of, host_of, likely_writers, lists_apart, open_by_log, saw_its_start
from rmqkit.diagnosis.case.observations import (
    AlternatingCounts,
    alternations,
    client_count_in,
    counted,
    rebalance_results,
)
from rmqkit.diagnosis.case.popped import popped_topics
from rmqkit.diagnosis.case.read_twice import commits_back_again_and_again
from rmqkit.diagnosis.case.recomputation import strategies_for
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.claims import Claim, Rival, Severity, core, follows, need, refuted_claim
from rmqkit.diagnosis.commands import BROKER_LOG, CLIENT_LOG, EACH_BROKER
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.group import Roster
from rmqkit.diagnosis.facts.known import LONG_AGO, distinct, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, first_moment, places_of, span_of, times_of
from rmqkit.diagnosis.facts.transitions import HOSTS_APART, SETTLED
from rmqkit.diagnosis.wording import count, short
from rmqkit.formats.logs.writers import alone_in_files
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq import Allocation, MessageQueue, allocation
from rmqkit.rocketmq.client_id_meaning import ip_of

ID = "broker_disagreement"
_EFFECTS = ("orphan_queues", "duplicate_consumption")
# So many answers of brokers asked at random: of two brokers, one that lacks a client gave none of them in 6 of 100.
_ASKED_AT_RANDOM = 4
_AT_RANDOM = say("Each client asks one broker at random for the list.")


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By what name servers tell, else by the brokers' logs, else by lists that differ,
    else by counts in clients' logs that no broker announced."""
    lacking = _brokers_lacking(case)
    if lacking:
        return [_by_name_servers(case, lacking)]
    members = _members_by_broker(case)
    if len(members) > 1:
        return [_by_logs(case, members)]
    by_lists = _by_lists_apart(case) or _by_lists(case) or _by_asked_lists(case)
    told = by_lists or _by_failing_heartbeats(case) or _by_counts(case)
    return filter(None, [told])


def _brokers_lacking(case: Case) -> dict[str, list[str]]:
    """By name server, the brokers that its route of one of the group's topics lacks and another's has."""
    lacking: dict[str, set[str]] = {}
    for topic in case.topics:
        known = {
            server: {broker.broker for broker in route if broker.readable_queues}
            for server, route in case.routes_by_server.get(topic, {}).items()
        }
        for server, brokers in _lacking(known).items():
            lacking.setdefault(server, set()).update(brokers)
    return {server: sorted(brokers) for server, brokers in lacking.items()}


def _by_name_servers(case: Case, lacking: Mapping[str, Sequence[str]]) -> Claim:
    """A client shares out the queues of the brokers that its name server knows, and sends heartbeats to these alone
    (`MQClientInstance#updateTopicRouteInfoFromNameServer`, `#sendHeartbeatToAllBroker`, all versions)."""
    brokers = distinct(chain.from_iterable(lacking.values()))
    turning = next((log.results for log in _unannounced(case)), ())
    return Claim(
        ID,
        joined(
            "; ",
            [
                say("Name server {server} does not know {brokers}, others do", server=server, brokers=short(unknown))
                for server, unknown in lacking.items()
            ],
        ),
        say(
            "A client that asks it sees no queue of {brokers} and sends no heartbeat there: it shares out fewer "
            "queues than the others do, and these brokers do not count it. {at_random}",
            brokers=short(brokers),
            at_random=_AT_RANDOM,
        ),
        Severity.WARNING,
        signs=(
            core(say("name servers that were asked one at a time tell different brokers of a topic"), len(lacking)),
            need(
                say("the number of members goes up and down and no broker says so"), len(turning), command=EACH_BROKER
            ),
        ),
        brokers=brokers,
        evidence=(*_routes_lines(case), *places_of(turning[-4:])),
        explains=_EFFECTS,
        topics=tuple(topic for topic in case.topics if topic in case.routes_by_server),
        details={"unknown_at": dict(lacking)},
    )


def _routes_lines(case: Case) -> list[EvidenceLine]:
    """What each of the name servers told, broker by broker."""
    told = (route for topic in case.topics for route in case.routes_by_server.get(topic, {}).values())
    return [held.place for route in told for held in route]


def _by_logs(case: Case, members: Mapping[str, set[str]]) -> Claim:
    """Where the brokers' logs end, they hold different clients of the group.

    A log from which a line is lost looks the same: what a broker's table lacks is proven by an answer from it.
    """
    lacking = _lacking(members)
    if not lacking:
        return _refuted(case, members)
    missing = distinct(chain.from_iterable(lacking.values()))
    names = {file: broker_of(case, file) or file for file in members}
    asked = _asked(case, missing, frozenset().union(*members.values()))
    lists = [say("{file}: without {clients}", file=file, clients=short(clients)) for file, clients in lacking.items()]
    opened = [channel.opened for channel in case.channels if channel.opened and channel.client_id in missing]
    return Claim(
        ID,
        say("Brokers know different clients of the group"),
        say("{lists}. {at_random}", lists=joined("; ", lists), at_random=_AT_RANDOM),
        Severity.WARNING,
        signs=(
            core(
                say("brokers' logs end with different members"),
                len(lacking),
                against=asked.against,
            ),
            need(
                say("a list that was asked of a broker lacks them too"),
                asked.fewer,
                command=EACH_BROKER,
            ),
            need(
                say("each of these logs saw the first client come"),
                _whole_story(case, members),
                command=EACH_BROKER,
            ),
        ),
        clients=missing,
        brokers=tuple(sorted(names.values())),
        evidence=places_of(opened),
        explains=_EFFECTS,
        details={"lacking": {names[file]: clients for file, clients in lacking.items()}},
    )


def _lacking(members: Mapping[str, set[str]]) -> dict[str, list[str]]:
    """By broker, the clients that only others know; brokers that know everybody are not named."""
    everybody = frozenset().union(*members.values())
    return {file: sorted(everybody - known) for file, known in members.items() if everybody - known}


@dataclass(frozen=True)
class _AtRandom:
    """What brokers that were asked at random answered since all clients had come: with everybody, or with fewer."""

    whole: tuple[EvidenceLine, ...]
    fewer: tuple[EvidenceLine, ...]

    @property
    def against(self) -> tuple[EvidenceLine, ...]:
        """What says that all brokers hold everybody: so many answers, and none with fewer."""
        return self.whole[:4] if not self.fewer and len(self.whole) >= _ASKED_AT_RANDOM else ()


def _asked(case: Case, missing: Collection[str], everybody: Collection[str]) -> _AtRandom:
    """What was answered once the clients that a log lacks had come."""
    opened = latest(channel.opened_at for channel in case.channels if channel.client_id in missing)
    known = (opened or LONG_AGO) + case.transitions.heartbeat
    since = [(number, place) for at, number, place in _answers(case) if is_after(at, known)]
    whole = tuple(place for number, place in since if number >= len(everybody))
    return _AtRandom(whole, tuple(place for number, place in since if number < len(everybody)))


def _answers(case: Case) -> Iterable[tuple[datetime | None, int, EvidenceLine]]:
    """How many clients the lists name that mqadmin was given, and how many each client counted."""
    for listed in case.client_lists:
        if listed.connections:
            yield listed.at, len(set(listed.client_ids)), listed.first_place[0]
    for event in case.own_events("rebalance_result", source="client"):
        yield event.at, client_count_in(event) or 0, event.place


def _refuted(case: Case, members: Mapping[str, set[str]]) -> Claim:
    """Logs that saw everybody come, and that end with the same members."""
    channels = [channel for channel in case.channels if channel.file in members and channel.live]
    places = [channel.opened.place for channel in channels if channel.opened]
    return refuted_claim(ID, say("brokers' logs end with different members"), places)


def _by_lists_apart(case: Case) -> Claim | None:
    """Lists of clients that name nobody in common: each part shares out all queues that it sees among itself."""
    parts = lists_apart(case)
    if not parts:
        return None
    shares = [_shares_of_its_own(case, part) for part in parts]
    alike = [share for of_part in shares for share in of_part]
    doubles = _given_in_each_part(case, parts) if all(shares) else ()
    by_servers = {";".join(sorted(part.name_servers)): list(part.client_ids) for part in parts}
    lists = [say("{servers}: {clients}", servers=servers, clients=short(ids)) for servers, ids in by_servers.items()]
    return Claim(
        ID,
        say("The group is in {number} parts whose clients do not know each other", number=len(parts)),
        say(
            "Who is a member depends on who was asked: {lists}. Each part shares out the queues among itself alone. "
            "A proxy (cluster mode) counts the clients that are connected to it or to its like, and brokers count theirs.",
            lists=joined("; ", lists),
        ),
        Severity.WARNING,
        signs=(
            core(say("lists of one time name nobody in common"), len(parts)),
            need(
                say("a client of each part has the share that its own list gives it, of as many members"),
                all(shares),
                command=CLIENT_LOG,
            ),
        ),
        rivals=(
            Rival(
                say("the clients of one list had gone before those of the other came"),
                _commit_side_by_side(case, parts),
                BROKER_LOG,
            ),
        ),
        topics=case.topics,
        clients=distinct(chain.from_iterable(by_servers.values())),
        evidence=(*(place for part in parts for place in part.first_place), *places_of(alike[:4])),
        explains=_EFFECTS,
        details={"read_by_several": doubles, "parts": by_servers},
    )


def _shares_of_its_own(case: Case, part: Roster) -> list[Event]:
    """What clients of the part were given last, where that is just what follows from its list and from all queues."""
    results = [event for (who, _), event in rebalance_results(case).items() if who in part.client_ids]
    return [event for event in results if event.topic and event.queues_given == _share_by_its_list(case, part, event)]


def _share_by_its_list(case: Case, part: Roster, event: Event) -> frozenset[MessageQueue] | None:
    share, queues = event.carried.share, queues_of(case, event.topic or "")
    counted = share is not None and (share.clients_in_group, share.queues_in_topic) == (
        len(part.client_ids),
        len(queues),
    )
    if not counted or event.client_id is None:
        return None
    return frozenset(_allocated(case, part, queues).share_of(event.client_id))


def _allocated(case: Case, part: Roster, queues: Sequence[MessageQueue]) -> Allocation:
    return allocation(
        case.group, queues, part.client_ids, strategies_for(part.client_ids, case.strategy_names, case.fixed_lists)
    )


def _given_in_each_part(case: Case, parts: Sequence[Roster]) -> tuple[MessageQueue, ...]:
    """The queues that somebody of every part is given, of the topics that all lists have."""
    pulled = [topic for topic in case.topics if topic not in popped_topics(case)]
    topics = [topic for topic in pulled if all(topic in part.subscriptions for part in parts)]
    queues = [queues_of(case, topic) for topic in topics]
    owned = [_given_in(case, part, queues) for part in parts]
    return tuple(sorted(set[MessageQueue].intersection(*owned)))


def _given_in(case: Case, part: Roster, topics: Iterable[Sequence[MessageQueue]]) -> set[MessageQueue]:
    """The queues that somebody of the part is given by its list; `topics`: the queues of each."""
    allocated = (_allocated(case, part, queues) for queues in topics)
    return {queue for of_topic in allocated for queue, who in of_topic.owners.items() if who}


def _commit_side_by_side(case: Case, parts: Sequence[Roster]) -> bool:
    """Whether commits go back again and again that came from hosts of every part; those of a proxy's clients come from
    the proxy."""
    hosts = {host_of(event.address) for event in commits_back_again_and_again(case) if event.address}
    return all(hosts & _hosts(part) for part in parts)


def _hosts(part: Roster) -> set[str]:
    return {*map(ip_of, part.client_ids), *map(host_of, part.name_servers)}


def _by_lists(case: Case) -> Claim | None:
    """Client lists of one broker and another: a connection that one shows before and after
    is not in the other."""
    left_out = _vanished(case)
    if not left_out:
        return None
    clients = sorted({client_id for client_id, _ in left_out})
    return Claim(
        ID,
        say("Brokers know different clients of the group: some do not know {clients}", clients=short(clients)),
        say(
            "{lists} without {clients} came between lists that show the same connection, "
            "address and port, before and after. {at_random}",
            lists=count(len(left_out), "client list"),
            clients=short(clients),
            at_random=_AT_RANDOM,
        ),
        Severity.WARNING,
        signs=(
            core(say("lists before and after show a connection that a list leaves out"), len(left_out)),
            need(say("it is left out more than once"), len(left_out) > 1, command=EACH_BROKER),
        ),
        clients=tuple(clients),
        evidence=tuple(place for _, places in left_out for place in places),
        explains=_EFFECTS,
    )


def _vanished(case: Case) -> list[tuple[str, tuple[EvidenceLine, ...]]]:
    """Every client that a consumerConnection leaves out, with the lists before and after it that show it
    at the same address.

    A client that reconnects comes from another port, so the connection was there all the time: the
    list between is another broker's, which does not know the client.
    """
    lists = case.client_lists
    everybody = {client_id for listed in lists for client_id in listed.client_ids}
    return [
        (client_id, places)
        for index, between in enumerate(lists)
        for client_id in sorted(everybody - set(between.client_ids))
        if (places := _before_and_after(client_id, lists[:index], lists[index + 1 :]))
    ]


def _before_and_after(client_id: str, before: Sequence[Roster], after: Sequence[Roster]) -> tuple[EvidenceLine, ...]:
    earlier, later = _seen(client_id, before), _seen(client_id, after)
    both = earlier.keys() & later.keys()
    return tuple(place for address in sorted(both)[:1] for place in (earlier[address], later[address]))


def _seen(client_id: str, lists: Sequence[Roster]) -> dict[str, EvidenceLine]:
    return {
        connection.address: roster.place(connection)
        for roster in lists
        for connection in roster.connections
        if connection.client_id == client_id and connection.address
    }


def _listed_without(asked: str, broker: str | None, clients: Sequence[str]) -> Phrase:
    called = f"{broker} ({asked})" if broker else asked
    return say("{file}: without {clients}", file=called, clients=short(clients))


def _by_asked_lists(case: Case) -> Claim | None:
    """Client lists of which the commands say which broker they asked: each broker's newest one.

    A client that has just come is known to one broker a heartbeat before the other.
    """
    newest = _asked_lists(case)
    lacking = _lacking({asked: set(listed.client_ids) for asked, listed in newest.items()})
    if not lacking:
        return None
    missing = distinct(chain.from_iterable(lacking.values()))
    names = {asked: case.broker_at(asked) for asked in lacking}
    texts = [_listed_without(asked, names[asked], lacking[asked]) for asked in lacking]
    turning = _turning_between(case, {len(listed.client_ids) for listed in newest.values()})
    refused = _heartbeats_that_fail(case, lacking)
    return Claim(
        ID,
        say("Brokers know different clients of the group: some do not know {clients}", clients=short(missing)),
        say("{lists}. {at_random}", lists=joined("; ", texts), at_random=_AT_RANDOM),
        Severity.WARNING,
        signs=(
            core(say("lists that were asked of different brokers differ"), len(lacking)),
            need(
                say("clients count now as many as the one broker knows, now as many as the other")
                if not refused
                else say("heartbeats of whom a broker does not know fail there"),
                len(turning) + len(refused),
                command=EACH_BROKER,
            ),
        ),
        clients=missing,
        brokers=tuple(sorted(names[asked] or asked for asked in lacking)),
        evidence=(
            *(listed.first_place[0] for listed in newest.values()),
            *places_of(turning[-4:]),
            *places_of(refused[-2:]),
        ),
        explains=_EFFECTS,
        details={"lacking": lacking},
    )


def _asked_lists(case: Case) -> dict[str, Roster]:
    """The newest list of each broker that was asked and that may have the group's topics."""
    newest = {listed.asked: listed for listed in case.client_lists if listed.asked and listed.connections}
    return {asked: listed for asked, listed in newest.items() if _may_have_its_topics(case, asked)}


def _may_have_its_topics(case: Case, address: str) -> bool:
    """Clients are connected to the brokers of their topics' routes alone (`MQClientInstance#sendHeartbeatToAllBroker`),
    and ask these for the list: another broker knows whoever has other topics there."""
    routes = [case.routes.get(topic) for topic in case.topics]
    known = {held.address for route in routes for held in route or ()}
    return not routes or None in routes or None in known or address in known


def _heartbeats_that_fail(case: Case, lacking: Mapping[str, Sequence[str]]) -> list[Event]:
    """To the end of their logs, those of clients that the broker does not know, to its address."""
    wrote = likely_writers(case)
    return [
        event
        for event in case.events_named("heartbeat_failed", source="client")
        if wrote.get(event.file) in lacking.get(event.address or "", ()) and case.recent(event)
    ]


def _turning_between(case: Case, sizes: Collection[int]) -> list[Event]:
    """Results of a client that counted just these numbers of clients in turn, and back again, with nobody coming."""
    for log in counted(case):
        counts = {client_count_in(event) for event in log.results}
        if not log.told and log.turns > 1 and counts == set(sizes) and case.recent(log.results[-1]):
            return list(log.results)
    return []


def _by_failing_heartbeats(case: Case) -> Claim | None:
    """A client that cannot reach one broker for longer than that keeps it (`ClientHousekeepingService`,
    `ConsumerManager#scanNotActiveChannel`, all versions), while the others count it and do not count it in turns."""
    turning = _unannounced(case)
    for address, failing in _unheard(case).items():
        missing = tuple(sorted(failing))
        everybody = {*case.membership.client_ids, *missing}
        sizes = {len(everybody), len(everybody) - len(missing)}
        fitting = [log for log in turning if {client_count_in(event) for event in log.results} == sizes]
        if fitting:
            return _unheard_claim(case, address, failing, max(fitting, key=lambda log: log.turns))
    return None


def _unheard(case: Case) -> dict[str, dict[str, list[Event]]]:
    """By a broker's address the clients that could not connect to it with a heartbeat, for longer than it keeps them and
    to the end of their logs; a log in which no client names itself is that of the one whom this broker dropped."""
    named = case.own_events("rebalance_result", source="client")
    wrote, dropped = alone_in_files((event.log, event.client_id) for event in named), _dropped_at(case)
    failed = grouped(((event.address or "", event.log), event) for event in _not_connecting(case))
    unheard: dict[str, dict[str, list[Event]]] = {}
    for (address, log), events in failed.items():
        client = wrote.get(log) or dropped.get(address)
        if client and span_of(events) > case.transitions.half_open and case.recent(events[-1]):
            unheard.setdefault(address, {})[client] = events
    return unheard


def _not_connecting(case: Case) -> list[Event]:
    """Heartbeats for which no connection came about: what is sent over one may arrive, though no answer comes."""
    failed = case.events_named("heartbeat_failed", source="client")
    return [event for event in failed if event.carried.peer_not_reached]


def _dropped_at(case: Case) -> dict[str, str]:
    """By its own address in its log, the one client that a broker dropped and that did not come back."""
    came_and_went = case.own_events("consumer_disconnected", "consumer_connected")
    last = {(event.carried.own_end, event.client_id): event.event for event in came_and_went}
    gone = [pair for pair, said in last.items() if said == "consumer_disconnected"]
    by_address = grouped((address, client) for address, client in gone if address and client)
    return {address: clients[0] for address, clients in by_address.items() if len(clients) == 1}


def _unheard_claim(case: Case, address: str, failing: Mapping[str, Sequence[Event]], log: AlternatingCounts) -> Claim:
    missing, broker = tuple(sorted(failing)), case.broker_at(address) or address
    events = list(chain.from_iterable(failing.values()))
    return Claim(
        ID,
        say("Brokers know different clients of the group: some do not know {clients}", clients=short(missing)),
        say(
            "No heartbeat of {clients} reaches {broker}, which forgets it after two minutes; other brokers keep it. In "
            "{file} the number of clients went up and down {turns} times, brokers notified of {notified} changes. "
            "{at_random}",
            clients=short(missing),
            broker=broker,
            file=log.results[0].log,
            turns=log.turns,
            notified=log.notified,
            at_random=_AT_RANDOM,
        ),
        Severity.WARNING,
        signs=(
            core(say("heartbeats of a client to one broker fail for longer than it is kept there"), times_of(events)),
            need(
                say("clients count now as many as the one broker knows, now as many as the other"),
                log.turns,
                command=EACH_BROKER,
            ),
        ),
        rivals=(
            Rival(say("another client of the group comes and goes"), _is_they(case, missing, log), command=EACH_BROKER),
        ),
        clients=missing,
        brokers=(broker,),
        evidence=(*places_of(events[:2]), *places_of(events[-1:]), *places_of(log.results[-4:])),
        since=first_moment(events),
        explains=_EFFECTS,
        details={"lacking": {broker: list(missing)}},
    )


def _is_they(case: Case, missing: Sequence[str], log: AlternatingCounts) -> bool:
    """Whether each share by the lower count, of every client, is what follows from the list without this one, and from
    the list without any other some are not; of several that are missing nothing is told."""
    everybody = sorted({*case.membership.client_ids, *missing})
    left, since = len(everybody) - len(missing), log.results[0].at
    own = [event for event in case.own_events("rebalance_result", source="client") if client_count_in(event) == left]
    fewer = [event for event in own if event.client_id not in missing and not is_after(since, event.at)]
    fits = [client for client in everybody if all(_follows_from(case, everybody, client, event) for event in fewer)]
    return bool(fewer) and fits == list(missing)


def _follows_from(case: Case, everybody: Sequence[str], missing: str, event: Event) -> bool:
    ids = [client for client in everybody if client != missing]
    if event.client_id not in ids:
        return False
    strategies = strategies_for(ids, case.strategy_names, case.fixed_lists)
    given = allocation(case.group, queues_of(case, event.topic or ""), ids, strategies)
    return event.queues_given == frozenset(given.share_of(event.client_id))


def _by_counts(case: Case) -> Claim | None:
    """A client counts now more, now fewer clients, and no broker notified it of a change."""
    turning = _unannounced(case)
    if not turning:
        return None
    most = max(turning, key=lambda log: log.turns)
    return Claim(
        ID,
        say("Brokers seem to know different clients of the group"),
        say(
            "In {file} the number of clients went up and down {turns} times, brokers notified "
            "of {notified} changes. {at_random}",
            file=most.results[0].log,
            turns=most.turns,
            notified=most.notified,
            at_random=_AT_RANDOM,
        ),
        Severity.WARNING,
        signs=(
            follows(say("the number of members goes up and down and no broker says so"), most.turns),
            need(say("brokers' lists of members differ"), met=False, command=EACH_BROKER),
        ),
        evidence=places_of(most.results[-6:]),
        explains=_EFFECTS,
    )


def _unannounced(case: Case) -> list[AlternatingCounts]:
    """Logs whose count goes up and down to their end, and no broker says so."""
    return [log for log in alternations(case) if not log.told and case.recent(log.results[-1])]


def _members_by_broker(case: Case) -> dict[str, set[str]]:
    """Live clients per broker log, for the logs that cover every connect and end
    at about the same time."""
    open_ones = open_by_log(case.channels)
    if not _end_together(case, open_ones) or any(channel.opened is None for channel in case.channels):
        return {}
    whole = [file for file in open_ones if _settled(case, file) and _covers(case, file)]
    return {file: {channel.client_id for channel in open_ones[file] if channel.client_id} for file in whole}


def _end_together(case: Case, files: Iterable[str]) -> bool:
    ends = distinct(case.end_of(file) for file in files)
    return bool(ends) and ends[-1] - ends[0] <= SETTLED


def _covers(case: Case, file: str) -> bool:
    """The log holds the broker's own start, or begins well before any client that is live now
    came to any broker."""
    if saw_its_start(case, file):
        return True
    log = case.logs.get(file)
    opened = [channel.opened_at for channel in case.channels if channel.live and channel.opened_at]
    return log is not None and log.first is not None and bool(opened) and min(opened) - log.first > HOSTS_APART


def _settled(case: Case, file: str) -> bool:
    """No client came or went in the log's last half minute:
    heartbeats reach all brokers within 30 s."""
    end = case.end_of(file)
    moments = [m for c in case.channels if c.file == file for m in (c.opened_at, c.closed_at) if m]
    return end is not None and all(end - moment > case.transitions.heartbeat for moment in moments)


def _whole_story(case: Case, members: Iterable[str]) -> bool:
    """Whether each of these logs saw the group's first client come."""
    return all(any(c.file == file and c.opened for c in case.channels) for file in members)


EXPLANATION = Explanation(
    id=ID,
    rank=80,
    claims=claims,
    command=EACH_BROKER,
    messages=frozenset({"consumer_disconnected", "offset_moved_back"}),
    suspected=say("Brokers may know different clients of the group"),
    shown_by=need(say("brokers' lists of members differ"), met=False, command=EACH_BROKER),
    kind=CAUSE,
    what="Brokers hold different members or subscriptions of the group; each client asks one broker "
    "at random, so the clients share out the queues by different lists.",
    confirm="mqadmin consumerConnection -g GROUP -b BROKER for each broker.",
    remedy=(
        "Find why some clients are not connected to every broker: the network, clients whose "
        "name servers do not know a broker (compare namesrvAddr and topicRoute of each), or a "
        "broker that joined later.",
    ),
    do_not=("Do not add consumers before all brokers know the same clients.",),
)
