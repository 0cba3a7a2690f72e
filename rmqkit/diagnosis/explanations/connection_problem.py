"""Can clients and mqadmin reach brokers and name servers?

Per peer: failures, and whether it answered again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import broken_off, host_of, likely_writers, writers
from rmqkit.diagnosis.case.minutes import COUNTERS
from rmqkit.diagnosis.case.topic_queues import without_master
from rmqkit.diagnosis.claims import Claim, Severity, Sign, core, need
from rmqkit.diagnosis.commands import CLIENT_LOG
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.known import distinct, latest
from rmqkit.diagnosis.facts.logs import (
    Event,
    first_moment,
    last_moment,
    places_of,
    said_after,
    span_of,
    times_of,
    topics_of,
)
from rmqkit.diagnosis.facts.transitions import LASTING_FAILURES, LATELY
from rmqkit.diagnosis.wording import count, short
from rmqkit.language import Phrase, joined, say, say_counted
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import ip_of

ID = "connection_problem"
_FAILED = ("connection_failed", "heartbeat_failed", "route_failed")
_TLS_DIFFERS: Mapping[str, Callable[[Phrase], Phrase]] = {
    "clients_intend_establish_ssl_connection_while": lambda clients: say(
        "{clients} connects with TLS and the server has it off: it is closed at once", clients=clients
    ),
    "clients_intend_establish_insecure_connection_while": lambda clients: say(
        "{clients} connects without TLS and the server requires it: it is closed at once", clients=clients
    ),
}
_NOT_STARTED = "consumer_start_failed"
# A broker also answers that it knows no consumer of the group; that is no failure to reach it.
_NOT_LISTED = "consumer_list_failed"
# What goes to a broker by an address of the route; whose exception names the address did not get there.
_ON_THE_WAY = ("pull_kernel_failed", "offset_commit_failed")
_ANSWERED = "heartbeat_sent"
_CONNECTED = ("connection_opened", _ANSWERED)
# What a client that stops, or was refused at its start, says last: its sends fail then by its own doing.
_STOPS = ("consumer_start_failed", "consumer_shutdown", "client_shutdown")
_SENDS = ("send_failed", "send_slow")
# What only a client that consumes writes, whichever its group is.
_CONSUMES = (
    "consumer_started",
    "consumer_starting",
    "consumer_start_failed",
    "consumer_list_failed",
    "queue_added",
    "queue_dropped",
    "rebalance_failed",
    "rebalance_result",
    "pull_failed",
    "pull_rejected",
    "offset_committed",
    "stats_printed",
    *COUNTERS,
)
# One lost packet or a slow moment makes a few failures within a moment; a dead peer makes
# more, for longer.
_MANY = 3


class _State(IntEnum):
    """Somebody reached it again; nobody says any more how it is; it fails to the end."""

    OVER = 0
    SILENT = 1
    BROKEN = 2


@dataclass(frozen=True)
class Peer:
    """A broker or name server that could not be reached:
    its address, its broker name where known, the failures."""

    address: str
    broker: str | None
    failures: tuple[Event, ...]

    @property
    def times(self) -> int:
        """How often it failed."""
        return times_of(self.failures)

    @property
    def is_name_server(self) -> bool:
        """Whether it listens where name servers do (`NettyServerConfig`, set by `NamesrvStartup`, all versions)."""
        return self.address.endswith(":9876")

    @property
    def lasting(self) -> bool:
        """Often enough, and for longer than a moment or for several clients."""
        several = span_of(self.failures) >= LASTING_FAILURES or len({event.file for event in self.failures}) > 1
        return self.kept_from_starting or (self.times >= _MANY and several)

    @property
    def unanswered(self) -> bool:
        """Whether connections to it stood and requests went without an answer."""
        return any(event.carried.unanswered for event in self.failures)

    @property
    def kept_from_starting(self) -> bool:
        """Whether a client gave up its start because of it."""
        return any(event.event == _NOT_STARTED for event in self.failures)


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """The cause: peers that fail again and again, in clients' logs or for mqadmin itself; and
    connections that ended without the broker's notice."""
    return filter(None, [_by_peers(case), _by_dead_connections(case), _by_tls(case)])


def _by_tls(case: Case) -> Claim | None:
    """A server that closes what connects without TLS, or with it, says so and names no address; who came at that
    moment is in the lines before (`NettyRemotingServer.TlsModeHandler`, 4.3.0 to 5.4)."""
    refusals = [event for event in case.events_named(*_TLS_DIFFERS) if case.recent(event)]
    hosts = _own_hosts_in(case, {event.file for event in refusals})
    if not hosts:
        return None
    closed = case.events_named("connection_closed", "pull_failed", *_FAILED, source="client")
    in_the_logs = say("the clients' own logs have their connections closed")
    return Claim(
        ID,
        _TLS_DIFFERS[refusals[-1].event](short(hosts)),
        say("The server says so of {times} connections.", times=times_of(refusals)),
        Severity.CRITICAL,
        signs=(
            core(say("the server refuses connections for their TLS"), times_of(refusals)),
            need(in_the_logs, times_of(closed) >= _MANY, command=CLIENT_LOG),
        ),
        queues=tuple(sorted(movement.queue for movement in case.user_movements if movement.left_standing)),
        clients=tuple(sorted(client for client in case.live if ip_of(client) in hosts)),
        evidence=places_of([*refusals[:3], *closed[:3]]),
        since=first_moment(refusals),
        explains=("consumer_stuck",),
        details={"tls": True},
    )


def _own_hosts_in(case: Case, files: Collection[str]) -> tuple[str, ...]:
    """The hosts of the group's clients that these logs show to connect."""
    opened = (event for event in case.events_named("connection_opened") if event.file in files)
    came = {host_of(event.address) for event in opened if event.address}
    own = {ip_of(client) for client in case.live} | {movement.owner for movement in case.user_movements}
    return distinct(came & own)


def _by_dead_connections(case: Case) -> Claim | None:
    """A broker counts a connection that is gone until its scan: whoever shares out queues counts its client twice."""
    broken = broken_off(case)
    if not broken:
        return None
    clients = distinct(one.client_id for one in broken)
    ends = [one.dead.closed for one in broken if one.dead.closed]
    begins = [one.following.opened for one in broken if one.following.opened]
    return Claim(
        ID,
        say_counted(
            len(broken),
            "A broker went on counting a lost connection of {clients} beside the one that followed",
            "Brokers went on counting {number} lost connections of {clients} beside those that followed",
            clients=short(clients),
        ),
        say(
            "The connection ended without a word (a NAT or firewall that forgot it, a host that vanished), its client "
            "connected again, and the broker dropped the old one when it had been silent for two minutes. Until then "
            "the id stood in the list twice: everybody shared out queues for one client more than there was, and "
            "nobody read its share."
        ),
        Severity.NOTICE,
        signs=(core(say("a scan drops a connection beside the one that followed it"), len(broken)),),
        ongoing=False,
        clients=clients,
        evidence=places_of([*begins[:3], *ends[:3]]),
        since=first_moment(begins),
        until=last_moment(ends),
        explains=("orphan_queues",),
    )


def _by_peers(case: Case) -> Claim | None:
    sending = _logs_of_senders(case)
    lasting = [peer for peer in _peers(case) if peer.lasting and not _is_the_senders(case, peer, sending)]
    states = {peer: _state(case, peer) for peer in lasting}
    unreached = case.unreached
    if not states and len(unreached) < 2:
        return None
    worst = max(states.values(), default=_State.OVER)
    peers = [peer for peer, state in states.items() if state == worst]
    return _claim(case, peers, unreached, _State.BROKEN if len(unreached) > 1 else worst)


def _signs(
    peers: Sequence[Peer], unreached: Sequence[Answer], unknown: Collection[str], state: _State
) -> tuple[Sign, ...]:
    """One client's failures may be its own network's; several clients, or mqadmin as well, tell of the peer, and so does
    a peer that does not know the client."""
    several = any(len({event.file for event in peer.failures}) > 1 for peer in peers)
    told_twice = bool(peers) and (several or bool(unreached) or bool(unknown) or state == _State.OVER)
    return (
        core(say("attempts to reach a peer fail again and again"), sum(peer.times for peer in peers) + len(unreached)),
        need(
            say("its own list of clients leaves out who could not reach it")
            if unknown
            else say("more than one of those who tried could not reach it"),
            told_twice,
            command=CLIENT_LOG,
        ),
    )


def _peers(case: Case) -> list[Peer]:
    """Each address with the failures to reach it; what two files say in the same words of the same
    moment is one record, and one of the files a copy."""
    failures: dict[str, dict[tuple[datetime | None, str], Event]] = defaultdict(dict)
    not_listed = case.events_named(_NOT_LISTED, source="client")
    unanswered = [event for event in not_listed if event.carried.unreachable]
    on_the_way = [event for event in case.events_named(*_ON_THE_WAY, source="client") if event.carried.peer_not_reached]
    stopped = _stopped(case)
    for event in (*case.events_named(*_FAILED, _NOT_STARTED, source="client"), *unanswered, *on_the_way):
        address = _address(event)
        # An answer, a refusal too, comes from whom it reached.
        if address and event.code is None and not _by_itself(event, stopped):
            failures[address].setdefault(event.copied_as, event)
    return [Peer(address, case.broker_at(address), tuple(failed.values())) for address, failed in failures.items()]


def _logs_of_senders(case: Case) -> frozenset[str]:
    """Logs of clients that send and of which nothing shows that they consume: a slow store makes their sends wait
    longer than `sendMsgTimeout` (3 s), which is no trouble of the group. Where nobody looked at the group, they are
    what is asked about."""
    sending = {event.file for event in case.events_named(*_SENDS, source="client")}
    consuming = {event.file for event in case.events_named(*_CONSUMES, source="client")}
    return frozenset(sending - consuming if case.from_mqadmin or consuming else ())


def _is_the_senders(case: Case, peer: Peer, sending: Collection[str]) -> bool:
    """Whether only senders met it, and nothing of the group stands at it."""
    return all(event.file in sending for event in peer.failures) and not _left_behind(case, [peer])


def _by_itself(event: Event, stopped: Mapping[str, datetime]) -> bool:
    """Whether it failed because its own client was stopping."""
    end = stopped.get(event.file)
    return event.event != _NOT_STARTED and bool(end and event.at and event.at >= end)


def _stopped(case: Case) -> dict[str, datetime]:
    """When the clients whose logs end with it stopped, by their own word."""
    stopped: dict[str, datetime] = {}
    for event in case.events_named(*_STOPS, source="client"):
        started = case.events_named("consumer_started", source="client", file=event.file)
        if event.at and not said_after(started, event.at):
            stopped[event.file] = min(event.at, stopped.get(event.file, event.at))
    return stopped


def _address(event: Event) -> str | None:
    """Whom the client tried to reach: of the record's line, else of the exception below it."""
    named = event.address if event.address != "null" else None
    return named or event.carried.peer_not_reached


def _state(case: Case, peer: Peer) -> _State:
    """It still fails where the log ends, or its address was dropped and nobody connected to it since.

    A client stops trying once the name server has taken the address out of the route
    (`cleanOfflineBroker`): that failures stop shows no recovery.
    """
    if peer.kept_from_starting:
        return _State.BROKEN
    if _reached_again(case, peer):
        return _State.OVER
    if _fails_still(case, peer):
        # The log of whoever could not reach a name server may end long before the group was seen to consume.
        quiet = peer.is_name_server and _is_consumed_again(case, peer)
        return _State.SILENT if quiet or _connected_once_more(case, peer) else _State.BROKEN
    return _State.BROKEN if _was_dropped(case, peer) else _State.SILENT


def _fails_still(case: Case, peer: Peer) -> bool:
    """Whether its last failure is no older than a heartbeat where the log ends."""
    return any(case.recent(event, case.transitions.heartbeat) for event in peer.failures)


def _connected_once_more(case: Case, peer: Peer) -> bool:
    """Whether those who failed connected since, for the first time: connections before brought no answer."""
    own = _own_reach(case, peer)
    since = said_after(own, last_moment(peer.failures))
    return bool(since) and len(since) == len(said_after(own, first_moment(peer.failures)))


def _was_dropped(case: Case, peer: Peer) -> bool:
    """Whether clients took its address out of the route, or routes name slaves alone of its broker."""
    if any(peer.broker in without_master(case, topic) for topic in case.topics):
        return True
    dropped = case.events_named("broker_offline", source="client")
    return any(
        event.address == peer.address or (not event.address and event.broker == peer.broker) for event in dropped
    )


def _reached_again(case: Case, peer: Peer) -> bool:
    """Whether one of those who failed connected to the address after its last failure; where it was
    never dropped, commits to its broker tell so too. A slave takes commits under the same name.

    Looks that show the broker consumed tell it only where nobody is known to whom it was open all the time.
    """
    reached = _reached_since(case, peer)
    if any(event.event in _CONNECTED for event in reached):
        return True
    if peer.broker is None:
        # Who has its routes consumes without any name server.
        return not peer.is_name_server and _is_consumed_again(case, peer)
    return not _was_dropped(case, peer) and (bool(reached) or _is_consumed_again(case, peer))


def _reached_since(case: Case, peer: Peer) -> list[Event]:
    """What those who failed tell of reaching it after its last failure."""
    reached = said_after(_own_reach(case, peer), last_moment(peer.failures))
    if peer.unanswered and _fails_still(case, peer):
        # It takes connections, and what is sent one way into them: only a heartbeat that fails no more tells.
        return [event for event in reached if event.event == _ANSWERED]
    return reached


def _is_consumed_again(case: Case, peer: Peer) -> bool:
    """Whether looks show its broker consumed, and it was open to nobody else while these failed."""
    brokers = [peer.broker] if peer.broker else ()
    again = case.works_since(peer.failures, LATELY, brokers) or _is_read_since(case, peer)
    return again and not _open_to_others(case, peer)


def _is_read_since(case: Case, peer: Peer) -> bool:
    """The same by one look: what was read last of it, or of every broker where its name is not known, came since."""
    last = last_moment(peer.failures)
    brokers = [peer.broker] if peer.broker else sorted({movement.queue.broker for movement in case.user_movements})
    return bool(last and brokers) and all(last and case.read_after(last, broker) for broker in brokers)


def _own_reach(case: Case, peer: Peer) -> list[Event]:
    """What of it is told by the logs of those who could not reach it."""
    own = _logs_of(case, peer)
    return [event for event in _reaching(case, peer) if event.file in own]


def _reaching(case: Case, peer: Peer) -> list[Event]:
    """Connections to the address, and commits to its broker."""
    connected = case.events_named(*_CONNECTED, source="client")
    commits = case.events_named("offset_committed", source="client") if peer.broker else ()
    return [
        *(event for event in connected if event.address == peer.address),
        *(event for event in commits if event.broker == peer.broker),
    ]


def _open_to_others(case: Case, peer: Peer) -> bool:
    """Whether somebody else reached it while these failed."""
    own = _logs_of(case, peer)
    first, last = first_moment(peer.failures), last_moment(peer.failures)
    by_others = [event for event in _reaching(case, peer) if event.file not in own]
    return any(event.at and last and event.at <= last for event in said_after(by_others, first))


def _logs_of(case: Case, peer: Peer) -> set[str]:
    """The logs of those who could not reach it, rotated ones of the same clients as well."""
    failed = {event.file for event in peer.failures}
    wrote = writers(case)
    clients = {wrote[file] for file in failed if file in wrote}
    return failed | {file for file, client_id in wrote.items() if client_id in clients}


def _claim(case: Case, peers: Sequence[Peer], unreached: Sequence[Answer], state: _State) -> Claim:
    """Where nothing is said of it any more, it may go on; then it accounts for nothing."""
    failures = [event for peer in peers for event in peer.failures]
    broken = state == _State.BROKEN
    queues = _left_behind(case, peers) if broken else ()
    unknown = _unknown_to(case, peers) if broken else ()
    return Claim(
        ID,
        _title(_names(case, peers, unreached), unknown, state),
        _why(case, peers, unreached, state),
        _severity(state, queues),
        signs=_signs(peers, unreached, unknown, state),
        ongoing=state != _State.OVER,
        topics=topics_of(queues),
        queues=queues,
        brokers=distinct(peer.broker for peer in peers),
        clients=_clients(case, failures),
        evidence=(*places_of(failures[:6]), *places_of(unreached[:4])),
        since=first_moment(failures),
        until=last_moment(failures) if state == _State.OVER else None,
        explains=() if state == _State.SILENT else ("orphan_queues", "group_offline", "consumer_stuck"),
        details={"peers": {peer.address: peer.broker or "" for peer in peers}},
    )


def _severity(state: _State, queues: Collection[MessageQueue]) -> Severity:
    if state != _State.BROKEN:
        return Severity.NOTICE
    return Severity.CRITICAL if queues else Severity.WARNING


def _left_behind(case: Case, peers: Sequence[Peer]) -> tuple[MessageQueue, ...]:
    """The queues of brokers that cannot be reached at which messages wait and nothing was read for long."""
    brokers = {peer.broker for peer in peers}
    own = [movement for movement in case.user_movements if movement.queue.broker in brokers]
    return tuple(sorted(movement.queue for movement in own if movement.left_standing or movement.left_long_ago))


def _unknown_to(case: Case, peers: Iterable[Peer]) -> tuple[str, ...]:
    return distinct(chain.from_iterable(_left_out_by(case, peer) for peer in peers))


def _left_out_by(case: Case, peer: Peer) -> list[str]:
    """Those who could not reach a broker and whom its own newest list of clients leaves out, while it lists others and
    the lists of other brokers have them: a client is listed where its heartbeats come (`ConsumerManager`)."""
    lists = [listed for listed in case.client_lists if listed.asked and listed.connections]
    its_own = [listed.client_ids for listed in lists if listed.asked == peer.address]
    elsewhere = {who for listed in lists if listed.asked != peer.address for who in listed.client_ids}
    failed = elsewhere.intersection(_clients(case, peer.failures))
    return sorted(failed.difference(its_own[-1])) if its_own else []


def _title(names: Phrase, unknown: Sequence[str], state: _State) -> Phrase:
    if unknown:
        return say("{names} cannot be reached by {clients}", names=names, clients=short(unknown))
    if state == _State.BROKEN:
        return say("{names} cannot be reached", names=names)
    return say("{names} could not be reached", names=names)


def _names(case: Case, peers: Sequence[Peer], unreached: Sequence[Answer]) -> Phrase:
    asked = distinct(answer.said.peer_not_reached for answer in unreached) if not peers else ()
    named = [(peer.address, peer.broker) for peer in peers] or [(at, case.broker_at(at)) for at in asked]
    names = [f"{broker} ({address})" if broker else address for address, broker in named]
    return joined(" and ", names[:3]) or say("A broker or name server")


def _why(case: Case, peers: Sequence[Peer], unreached: Sequence[Answer], state: _State) -> Phrase:
    failures = count(sum(peer.times for peer in peers), "failure")
    sentences = [
        say("{failures} in the clients' logs", failures=failures) if peers else "",
        say("{commands} could not get through", commands=count(len(unreached), "mqadmin command")) if unreached else "",
        "" if state == _State.BROKEN else _since_then(case, peers),
    ]
    return say("{text}.", text=joined("; ", sentences))


def _since_then(case: Case, peers: Sequence[Peer]) -> Phrase:
    """That failures stop proves no recovery."""
    if all(_reached_again(case, peer) for peer in peers):
        return say("later it could be reached again")
    last = latest(last_moment(peer.failures) for peer in peers)
    if last is None:
        return say("nothing shows that it could be reached again")
    return say(
        "not said again since {moment}, and nothing shows that it could be reached again", moment=time_of_day(last)
    )


def _clients(case: Case, failures: Iterable[Event]) -> tuple[str, ...]:
    wrote = likely_writers(case)
    return distinct(event.client_id or wrote.get(event.file) for event in failures)


EXPLANATION = Explanation(
    id=ID,
    rank=110,
    claims=claims,
    command=CLIENT_LOG,
    messages=frozenset(
        {
            "connection_failed",
            "heartbeat_failed",
            "route_failed",
            "consumer_start_failed",
            "consumer_list_failed",
            "broker_offline",
            "rebalance_failed",
        }
    ),
    suspected=say("Clients may not reach an address that they are told"),
    shown_by=need(say("attempts to connect that go on failing"), met=False, command=CLIENT_LOG),
    kind=CAUSE,
    what="Clients cannot reach a broker or name server, or lose the connection again and again.",
    confirm="The client's log: createChannel failures, heartbeat failures, closed channels.",
    remedy=(
        "Check that the broker's address in the route (brokerIP1) can be reached from the client, ports 10911 and 10909.",
    ),
)
