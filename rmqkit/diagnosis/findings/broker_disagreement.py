"""Do the brokers hold the same members of the group? Each client asks one of them, at random, for the list
(`MQClientInstance#findConsumerIdList`, all versions)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.observations import AlternatingCounts, alternations
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import Roster
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import EvidenceLine, places_of
from rmqkit.diagnosis.facts.transitions import HOSTS_APART, SETTLED
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, refuted, words
from rmqkit.diagnosis.relations.holds import shares
from rmqkit.diagnosis.relations.members import (
    disjoint_lists,
    likely_writers,
    open_channels,
    process_name,
    saw_its_start,
)
from rmqkit.diagnosis.relations.serves import brokers_lacked, logged_routes
from rmqkit.diagnosis.wording import short
from rmqkit.language import joined

sentence = words("broker_disagreement")


@finding("broker_disagreement")
def broker_disagreement(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By what name servers say of the brokers; by brokers' answers to who asked each of them; else by counts in clients'
    logs that go up and down and that no broker announced. Brokers' logs that end with the same members refute it.

    Two answers differ where somebody came between them, too: a second witness, of another kind, proves it.
    """
    turning = [log for log in alternations(case) if not log.told and case.recent(log.results[-1].event)]
    logs = _logged_members(case)
    lists = {} if len(logs) > 1 else _answered_lists(case)
    # By holder, the clients that only others hold; who holds everybody is not named.
    everybody = frozenset[str]().union(*(listed.client_ids for listed in lists.values()))
    lacking = {
        who: sorted(lacks) for who, listed in lists.items() if (lacks := everybody.difference(listed.client_ids))
    }
    # By name server that was asked alone, or that a client asks, the brokers that its route of a topic lacks.
    unknown: dict[str, set[str]] = {}
    for server, lacked in brokers_lacked(case).values():
        unknown.setdefault(server, set()).update(lacked)
    for topic in case.topics:
        routes = case.routes_by_server.get(topic, {})
        readable = {server: {held.broker for held in route if held.readable_queues} for server, route in routes.items()}
        for server, brokers in readable.items():
            unknown.setdefault(server, set()).update(set().union(*readable.values()) - brokers)
    unknown_at = {server: sorted(brokers) for server, brokers in unknown.items() if brokers}
    if unknown_at:
        yield _name_servers_differ(case, unknown_at, turning)
    elif lacking:
        yield _compared(case, lists, lacking)
    elif len(logs) > 1:
        alike = all(members == logs[0][0] for members, _ in logs)
        yield refuted("broker_disagreement", "differ", [line for _, line in logs] if alike else ())
    elif turning:
        most = max(turning, key=lambda log: log.turns)
        yield Seen(
            case="counts",
            signs={"turning": most.turns, "differ": ()},
            values={"file": most.results[0].file, "turns": most.turns, "notified": most.notified},
            evidence=places_of(most.results[-6:]),
        )


def _compared(case: Case, lists: Mapping[str, Roster], lacking: Mapping[str, Sequence[str]]) -> Seen:
    """What some brokers lack and others hold. Whom a broker does not know for a network's sake cannot send it heartbeats
    either."""
    missing, wrote = distinct(chain.from_iterable(lacking.values())), likely_writers(case)
    failed = [(event, wrote.get(event.file)) for event in case.records("refused.heartbeats") if case.recent(event)]
    unheard = [event for event, client in failed if client in lacking.get(event.address or "", ())]
    names = {holder: case.broker_at(holder) or holder for holder in lacking}
    called = {holder: holder if name == holder else f"{name} ({holder})" for holder, name in names.items()}
    told = [sentence("without", holder=called[holder], clients=short(clients)) for holder, clients in lacking.items()]
    return Seen(
        signs={"differ": lacking, "both_answer": unheard},
        values={"clients": short(missing), "lists": joined("; ", told)},
        clients=missing,
        brokers=sorted(names.values()),
        evidence=[*(listed.first_place[0] for listed in lists.values()), *places_of(unheard[-2:])],
        details={"lacking": lacking},
    )


def _logged_members(case: Case) -> list[tuple[list[str], EvidenceLine]]:
    """The live processes' ids by each broker's log that saw all of them come, had settled, and ends when the others do."""
    ends = distinct(case.end_of(file) for file in open_channels(case.channels))
    apart = not ends or ends[-1] - ends[0] > SETTLED
    if apart or any(channel.opened is None for channel in case.channels):
        return []
    came = [channel.opened_at for channel in case.channels if channel.live and channel.opened_at]
    found = []
    for file, channels in open_channels(case.channels).items():
        first, end = case.logs[file].first, case.end_of(file)
        moved = [at for one in case.channels if one.file == file for at in (one.opened_at, one.closed_at) if at]
        ids = sorted(channel.client_id for channel in channels if channel.client_id)
        # The dead connection of a client that reconnects stays for a while and looks like a process of its own.
        least = case.transitions.heartbeat if len(ids) == len(set(ids)) else case.transitions.half_open
        settled = end is not None and all(end - at > least for at in moved)
        begins_before = first is not None and min(came) - first > HOSTS_APART
        if settled and (begins_before or saw_its_start(case, file)):
            found.append((ids, channels[0].places[0]))
    return found


def _answered_lists(case: Case) -> dict[str, Roster]:
    """The newest list of each broker that was asked by its address and that may have the group's topics; the newest of
    each name server or proxy, where these lists have nobody in common.

    Clients are connected to the brokers of their topics' routes alone (`MQClientInstance#sendHeartbeatToAllBroker`).
    """
    routes = [case.routes.get(topic) for topic in case.topics]
    known = {held.address for route in routes for held in route or ()}
    any_may = not routes or None in routes or None in known
    newest = {listed.asked: listed for listed in case.client_lists if listed.asked and listed.connections}
    asked = {address: listed for address, listed in newest.items() if any_may or address in known}
    return asked | {";".join(sorted(listed.name_servers)): listed for listed in disjoint_lists(case)}


def _name_servers_differ(
    case: Case, unknown_at: Mapping[str, Sequence[str]], turning: Sequence[AlternatingCounts]
) -> Seen:
    """A client divides the queues of the brokers that its name server knows, and sends heartbeats to these alone
    (`MQClientInstance#updateTopicRouteInfoFromNameServer`, `#sendHeartbeatToAllBroker`, all versions)."""
    brokers = distinct(chain.from_iterable(unknown_at.values()))
    results = turning[0].results[-4:] if turning else ()
    asking, wrote = brokers_lacked(case), likely_writers(case)
    by = sentence("asking", clients=short([process_name(wrote.get(file, ""), file).strip() for file in asking]))
    told = [route for topic in case.topics for route in logged_routes(case, topic) if asking]
    newest = {route.event.file: route.event for route in told}
    logged = sorted(newest.values(), key=lambda event: event.file not in asking)[:2]
    first = [earliest(route.at for route in told if (route.event.file in asking) is theirs) for theirs in (True, False)]
    routes = [route for topic in case.topics for route in case.routes_by_server.get(topic, {}).values()]
    repaired = None if asking else _counts_all_again(case)
    unknown = [sentence("unknown_at", server=server, brokers=short(names)) for server, names in unknown_at.items()]
    return Seen(
        case="name_servers",
        signs={"routes_differ": unknown_at, **({} if asking else {"turning": Witnesses(results)})},
        values={"unknown": joined("; ", unknown), "brokers": short(brokers), "asking": by if asking else ""},
        clients=distinct(map(wrote.get, asking)),
        topics=[topic for topic in case.topics if asking or topic in case.routes_by_server],
        brokers=brokers,
        evidence=[*places_of(chain.from_iterable(routes)), *places_of(logged), *places_of(results)],
        severity=Severity.NOTICE if repaired else None,
        ongoing=repaired is None,
        since=latest(first) if all(first) else None,
        until=repaired,
        details={"unknown_at": {} if repaired else dict(unknown_at)},
    )


def _counts_all_again(case: Case) -> datetime | None:
    """When a client that had shared out fewer queues than the name servers together list, by its own log, while another
    one shared out all of them, did so as well and kept to it: its name server knows all brokers since."""
    moments = []
    for topic, routes in case.routes_by_server.items():
        listed = sum({held.broker: held.readable_queues for route in routes.values() for held in route}.values())
        counting = [one for one in shares(case) if one.topic == topic and one.of_queues and one.at]
        all_counted = {one.file: one.at for one in reversed(counting) if one.of_queues == listed}
        for file, own in grouped((one.file, one) for one in counting).items():
            last_less = latest(one.at for one in own if (one.of_queues or 0) < listed)
            others = any(is_after(last_less, at) for other, at in all_counted.items() if other != file)
            if others and own[-1].of_queues == listed:
                moments.append(earliest(one.at for one in own if is_after(one.at, last_less)))
    return latest(moments)
