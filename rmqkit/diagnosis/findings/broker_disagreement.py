"""Do the brokers hold the same members of the group? Each client asks one of them, at random, for the list
(`MQClientInstance#findConsumerIdList`, all versions)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.collisions import collisions
from rmqkit.diagnosis.case.observations import AlternatingCounts, alternations, counted
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import Roster
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import EvidenceLine, places_of
from rmqkit.diagnosis.facts.transitions import HOSTS_APART, SETTLED
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, refuted, words
from rmqkit.diagnosis.relations.holds import Share, shares
from rmqkit.diagnosis.relations.members import (
    broker_of,
    dead_channels,
    disjoint_lists,
    likely_writers,
    open_channels,
    process_name,
    saw_its_start,
)
from rmqkit.diagnosis.relations.serves import brokers_lacked, logged_routes
from rmqkit.diagnosis.wording import count, short
from rmqkit.language import Phrase, joined

ASKED_AT_RANDOM = 4
"""So many answers of brokers asked at random: of two brokers, one that lacks a client gave none of them in 6 of 100."""
sentence = words("broker_disagreement")


class _Member(NamedTuple):
    """One client process: the first of its id, or a further one. Each of them is a member of its own
    (`ConsumerGroupInfo#getAllClientId` lists an id as often as it has channels, all versions)."""

    client_id: str
    number: int = 1

    @property
    def name(self) -> Phrase | str:
        return self.client_id if self.number == 1 else sentence("further", client=self.client_id)


class _View(NamedTuple):
    """Whom one broker was seen to hold, and a line that shows it."""

    holder: str
    members: frozenset[_Member]
    line: EvidenceLine


def _named(members: Sequence[_Member]) -> Phrase:
    return short([member.name for member in members])


def _members(client_ids: Iterable[str]) -> frozenset[_Member]:
    counted = Counter(client_ids).items()
    return frozenset(_Member(client, number) for client, times in counted for number in range(1, times + 1))


@finding("broker_disagreement")
def broker_disagreement(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By what name servers say of the brokers; by what brokers' logs, else their answers, say of the members; else by
    counts in clients' logs that go up and down and that no broker announced.

    Two views differ where a line is lost, too: a second witness, of another kind, proves it.
    """
    turning = [log for log in alternations(case) if not log.told and case.recent(log.results[-1].event)]
    logs = _logged_views(case)
    views, asked = (_with_common_members(logs), []) if len(logs) > 1 else _answered_views(case)
    # By holder, the processes that only others hold; who holds everybody is not named.
    everybody = frozenset().union(*(view.members for view in views))
    lacking = {view.holder: sorted(everybody - view.members) for view in views if everybody - view.members}
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
        yield _compared(case, views, lacking, asked)
    elif len(logs) > 1:
        yield refuted("broker_disagreement", "differ", [view.line for view in views])
    elif left_out := _left_out(case):
        clients = distinct(member.client_id for member, _ in left_out)
        yield Seen(
            case="left_out",
            signs={"differ": left_out, "both_answer": len(left_out) > 1},
            values={
                "clients": _named(distinct(member for member, _ in left_out)),
                "lists": count(len(left_out), "client list"),
            },
            clients=clients,
            evidence=chain.from_iterable(lines for _, lines in left_out),
        )
    elif turning:
        most = max(turning, key=lambda log: log.turns)
        yield Seen(
            case="counts",
            signs={"turning": most.turns, "differ": ()},
            values={"file": most.results[0].file, "turns": most.turns, "notified": most.notified},
            evidence=places_of(most.results[-6:]),
        )


def _compared(
    case: Case, views: Sequence[_View], lacking: Mapping[str, Sequence[_Member]], asked: Sequence[Roster]
) -> Seen:
    """What some brokers lack and others hold. `asked`: the lists that the views are of, no second witnesses of it."""
    members = distinct(chain.from_iterable(lacking.values()))
    missing = distinct(member.client_id for member in members)
    everybody = frozenset().union(*(view.members for view in views))
    # What brokers asked at random, by mqadmin and by clients, answered since whoever is missing somewhere had come.
    came = latest(channel.opened_at for channel in case.channels if channel.client_id in missing)
    others = [listed for listed in case.client_lists if listed.connections and listed not in asked]
    answers = [(listed.at, len(listed.client_ids), listed.first_place[0]) for listed in others]
    answers += [(share.at, share.members or 0, share.place) for share in shares(case)]
    later = [(number, line) for at, number, line in answers if came and is_after(at, came + case.transitions.heartbeat)]
    fewer = [line for number, line in later if number < len(everybody)]
    whole = [line for number, line in later if number >= len(everybody)]
    # Results of a client that counted just these numbers of members in turn, and back again, with nobody coming.
    sizes, turning = {len(view.members) for view in views}, list[Share]()
    for log in counted(case):
        counts = {share.members for share in log.results}
        if not turning and not log.told and log.turns > 1 and counts == sizes and case.recent(log.results[-1].event):
            turning = list(log.results)
    wrote = likely_writers(case)
    unheard = [
        event
        for event in case.records("refused.heartbeats")
        if _Member(wrote.get(event.file, "")) in lacking.get(event.address or "", ()) and case.recent(event)
    ]
    # A second connection of one id is a second process only where it outlives a reconnect.
    sure = {collision.client_id for collision in collisions(case) if collision.sure}
    lasting = any(member.number == 1 or member.client_id in sure for member in members)
    names = {holder: case.broker_at(holder) or holder for holder in lacking}
    called = {holder: holder if name == holder else f"{name} ({holder})" for holder, name in names.items()}
    lists = [sentence("without", holder=called[holder], clients=_named(clients)) for holder, clients in lacking.items()]
    theirs = [channel for channel in case.channels if channel.client_id in missing]
    opened = [channel.opened.place for channel in theirs if channel.opened]

    def apart_since(client: str) -> datetime | None:
        """When it came to a broker that holds it; when one that lacks it had dropped it."""
        own = [one for one in theirs if one.client_id == client]
        return latest([earliest(one.opened_at for one in own if one.live), *(one.closed_at for one in own)])

    return Seen(
        signs={
            "differ": Witnesses(lacking, against=() if fewer or len(whole) < ASKED_AT_RANDOM else whole[:4]),
            "both_answer": (*fewer, *turning, *unheard) if lasting else (),
        },
        values={"clients": _named(members), "lists": joined("; ", lists)},
        clients=missing,
        brokers=sorted(names.values()),
        evidence=[*opened, *(view.line for view in views), *fewer[:2], *places_of((*turning[-4:], *unheard[-2:]))],
        since=earliest(map(apart_since, missing)),
        details={"lacking": {holder: [one.client_id for one in clients] for holder, clients in lacking.items()}},
    )


def _logged_views(case: Case) -> list[_View]:
    """The live clients of each broker's log that saw all of them come, had settled, and ends when the others do."""
    ends = distinct(case.end_of(file) for file in open_channels(case.channels))
    apart = not ends or ends[-1] - ends[0] > SETTLED
    if apart or any(channel.opened is None for channel in case.channels):
        return []
    came = [channel.opened_at for channel in case.channels if channel.live and channel.opened_at]
    views = []
    for file, channels in open_channels(case.channels).items():
        first, end = case.logs[file].first, case.end_of(file)
        moved = [at for one in case.channels if one.file == file for at in (one.opened_at, one.closed_at) if at]
        ids = [channel.client_id for channel in channels if channel.client_id]
        # The dead connection of a client that reconnects stays for a while and looks like a process of its own.
        least = case.transitions.heartbeat if len(ids) == len(set(ids)) else case.transitions.half_open
        settled = end is not None and all(end - at > least for at in moved)
        begins_before = first is not None and min(came) - first > HOSTS_APART
        if settled and (begins_before or saw_its_start(case, file)):
            views.append(_View(broker_of(case, file) or file, _members(ids), channels[0].places[0]))
    return views


def _with_common_members(views: Sequence[_View]) -> Sequence[_View]:
    """The views that differ among brokers which have members in common. A client asks the brokers of its own routes, so
    that nobody asks two brokers without a common member, as those of two clusters are: no client counts otherwise."""
    for view in views:
        reached = view.members
        while (further := reached.union(*(one.members for one in views if one.members & reached))) != reached:
            reached = further
        if view.members != reached:
            return [one for one in views if one.members & reached]
    return views if all(view.members == views[0].members for view in views) else ()


def _answered_views(case: Case) -> tuple[list[_View], list[Roster]]:
    """The newest list of each broker that was asked by its address and that may have the group's topics; the newest of
    each name server or proxy, where these lists have nobody in common.

    Clients are connected to the brokers of their topics' routes alone (`MQClientInstance#sendHeartbeatToAllBroker`).
    """
    routes = [case.routes.get(topic) for topic in case.topics]
    known = {held.address for route in routes for held in route or ()}
    any_may = not routes or None in routes or None in known
    newest = {listed.asked: listed for listed in case.client_lists if listed.asked and listed.connections}
    asked = {address: listed for address, listed in newest.items() if any_may or address in known}
    asked |= {";".join(sorted(listed.name_servers)): listed for listed in disjoint_lists(case)}
    dead = dead_channels(case)
    views = [
        _View(
            who, _members(one.client_id for one in listed.connections if one.address not in dead), listed.first_place[0]
        )
        for who, listed in asked.items()
    ]
    return views, list(asked.values())


def _left_out(case: Case) -> list[tuple[_Member, list[EvidenceLine]]]:
    """Processes that a list leaves out between lists that show them at the same address, with these lists' lines.

    A client that reconnects comes from another port, so the connection was there all the time: the list between is
    another broker's. Not where the logs of several brokers all end with them: then it was made before they came.
    """
    lists, left_out = case.client_lists, []
    logs = [_members(one.client_id for one in log if one.client_id) for log in open_channels(case.channels).values()]
    everywhere = frozenset.intersection(*logs) if len(logs) > 1 else frozenset()
    for place, between in enumerate(lists):
        before = {seen: listed for listed in lists[:place] for seen in listed.at_addresses}
        after = {seen: listed for listed in lists[place + 1 :] for seen in listed.at_addresses}
        lasting = sorted(seen for seen in before.keys() & after.keys() if seen[1])
        # A client has a port of its own at each broker: only those that one list shows together are processes.
        together: Counter[str] = Counter()
        for listed in lists[:place]:
            together |= Counter(client for client, address in lasting if (client, address) in listed.at_addresses)
        for member in sorted(_members(together.elements()) - _members(between.client_ids) - everywhere):
            client = member.client_id
            seen = next(one for one in lasting if one[0] == client)
            left_out.append((member, [*before[seen].places_of(client), *after[seen].places_of(client)]))
    return left_out


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
