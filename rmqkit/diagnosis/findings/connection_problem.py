"""Can clients and mqadmin reach brokers and name servers? Per peer: failures, and whether it answered again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from enum import IntEnum
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.collisions import allocation_among
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after
from rmqkit.diagnosis.facts.logs import Event, first_moment, last_moment, places_of, reported_after, span_of, times_of
from rmqkit.diagnosis.facts.transitions import LASTING_FAILURES, LATELY
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding, words
from rmqkit.diagnosis.relations.members import broken_off, likely_writers, shutdowns, writers
from rmqkit.diagnosis.relations.serves import addresses_given, name_servers_given, served_by_slaves
from rmqkit.diagnosis.relations.settings import OtherServers, foreign_name_servers, rare_heartbeats
from rmqkit.diagnosis.wording import count
from rmqkit.language import Phrase, joined
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq import MessageQueue

sentence = words("connection_problem")
# One lost packet or a slow moment makes a few failures within a moment; a dead peer makes more, for longer.
_MANY = 3


class _State(IntEnum):
    """Somebody reached it again; nothing reports any more how it is; it fails to the end."""

    OVER = 0
    SILENT = 1
    BROKEN = 2


class _Peer(NamedTuple):
    """A broker or name server that could not be reached: its address, its broker name where known (of a slave, that of
    its master: clients send it heartbeats, and read from it where its master bids them), the failures."""

    address: str
    broker: str | None
    failures: tuple[Event, ...]
    is_name_server: bool
    slave_of: str | None = None

    @property
    def name(self) -> Phrase | str:
        return sentence("slave", broker=self.slave_of) if self.slave_of else self.broker or ""

    @property
    def prevented_start(self) -> bool:
        """Whether a client gave up its start because of it."""
        return any(event.tells("member.not_started") for event in self.failures)


@finding("connection_problem")
def connection_problem(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """Peers that fail again and again, in clients' logs or for mqadmin; connections that broke off unnoticed."""
    peers = [peer._replace(failures=_lasting_failures(case, peer)) for peer in _peers(case)]
    states = {peer: _state(case, peer) for peer in peers if _lasts(case, peer)}
    unreached = [one for one in case.failing_commands if not (_by_a_client(case, one) and one.said.took_the_connection)]
    if states or len(unreached) > 1:
        worst = max(states.values(), default=_State.OVER)
        of_it = [peer for peer, state in states.items() if state == worst]
        yield _unreachable(case, of_it, unreached, _State.BROKEN if len(unreached) > 1 else worst)
    # A broker counts a connection that is gone until its scan: whoever shares out queues counts its client twice.
    if broken := broken_off(case):
        clients = distinct(one.client_id for one in broken)
        ends = [one.dead.closed for one in broken if one.dead.closed]
        begins = [one.following.opened for one in broken if one.following.opened]
        since, until = first_moment(begins), last_moment(ends)
        unread, waited = _unread_meanwhile(case, clients, since, until)
        yield Seen(
            case="half_open",
            signs={"half_open": broken},
            values={"number": len(broken)},
            ongoing=False,
            queues=unread,
            clients=clients,
            evidence=places_of([*begins[:3], *ends[:3]]),
            since=since,
            until=until,
            details={"harm": waited},
        )
    yield from _rare_heartbeats(case)
    # Where brokers know different clients, that finding names it; where its name servers fail, so does the one above.
    named = any(each.id == "broker_disagreement" for each in findings) or _asked_alone(case, states)
    if not named:
        yield from _other_name_servers(case, {peer.address for peer in states})


def _unread_meanwhile(
    case: Case, clients: Sequence[str], since: datetime | None, until: datetime | None
) -> tuple[list[MessageQueue], tuple[Phrase, ...]]:
    """The share of connections that were counted beside those that follow them, and how much waited there: where
    snapshots of that time show just the owners that such a list of members gives."""
    looks = [look for look in case.snapshots if look.at and since and until and since <= look.at <= until]
    counted = allocation_among(case, sorted([*case.membership.client_ids, *clients]))
    checks = [check for check in counted.checks if any(check.at == look.at for look in looks)]
    alike = any(check.matched for check in checks) and not any(check.mismatched for check in checks)
    queues = counted.orphans() if alike and case.everybody_known else []
    rows = [(look.at, [look.by_queue[one].diff for one in queues if one in look.by_queue]) for look in looks]
    behind = {at: sum(diffs) for at, diffs in rows if at}
    if not any(behind.values()):
        return queues, ()
    at = max(behind, key=behind.__getitem__)
    waited = sentence("waited", messages=count(behind[at], "message"), at=time_of_day(at))
    return queues, (waited,)


def _by_a_client(case: Case, answer: Answer) -> bool:
    """Whether an application printed it: in a post an exception without its command is no tool's."""
    return case.is_post and answer.command is None and (answer.printed_alone or answer.quoted)


def _unreachable(case: Case, peers: Sequence[_Peer], unreached: Sequence[Answer], state: _State) -> Seen:
    """Where nothing is reported of it any more, it may be ongoing; then it accounts for nothing."""
    failures = [event for peer in peers for event in peer.failures]
    broken = state == _State.BROKEN
    queues = _left_behind(case, peers) if broken else []
    several = any(len({event.file for event in peer.failures}) > 1 for peer in peers)
    addresses = [peer.address for peer in peers] or distinct(answer.said.peer_not_reached for answer in unreached)
    slaves = {peer.address: peer.name for peer in peers if peer.slave_of}
    named = [f"{name} ({at})" if (name := slaves.get(at) or case.broker_at(at)) else at for at in addresses]
    alone = _asked_alone(case, peers)
    commands = sum(not _by_a_client(case, one) for one in unreached)
    printed = times_of(failures) + len(unreached) - commands
    since = first_moment(failures)
    seen: list[Phrase] = [sentence("failures", failures=count(printed, "failure"))] if printed else []
    seen += [sentence("commands", commands=count(commands, "mqadmin command"))] if commands else []
    if alone:
        seen.append(sentence("alone", clients=alone.client_id, others=";".join(sorted(alone.of_others))))
    if state == _State.OVER:
        seen.append(sentence("again"))
    elif state == _State.SILENT:
        last = last_moment(failures)
        seen.append(sentence("silent", moment=time_of_day(last)) if last else sentence("unknown"))
    signs: dict[str, object] = {
        "fails": times_of(failures) + len(unreached),
        # One client's failures may be its own network's.
        "several": bool(peers) and (several or bool(unreached or alone) or state == _State.OVER),
    }
    if broken and failures and all(event.carried.unanswered for event in failures):
        # Whoever takes connections is there: it is to be silent to the same client for longer than a slow moment.
        by_file = grouped((event.file, event) for event in failures).values()
        signs["silent_for_long"] = any(span_of(events) >= LASTING_FAILURES for events in by_file)
    return Seen(
        case="broken" if broken else "",
        signs=signs,
        values={"names": joined(", ", named[:3]) or sentence("nameless"), "seen": joined("; ", seen)},
        severity=Severity.CRITICAL if queues else Severity.WARNING if broken else Severity.NOTICE,
        ongoing=state != _State.OVER,
        queues=queues,
        brokers=distinct(peer.broker for peer in peers),
        clients=distinct(event.client_id or likely_writers(case).get(event.file) for event in failures),
        evidence=(*places_of(failures[:6]), *places_of(unreached[:4])),
        since=since,
        until=last_moment(failures),
        explains=() if state == _State.SILENT else None,
        details={"peers": {peer.address: peer.name for peer in peers}},
    )


def _peers(case: Case) -> list[_Peer]:
    """Each address with the failures to reach it; what two files have in the same words at the same moment is one
    record and its copy. An answer, a refusal too, comes from whom it reached."""
    stopped = shutdowns(case)
    failures: dict[str, dict[tuple[datetime | None, str], Event]] = defaultdict(dict)
    for event in case.records("refused.unreached"):
        not_reached = event.carried.peer_not_reached
        address = (event.address if event.address != "null" else None) or not_reached
        end = stopped.get(event.file)
        by_itself = not event.tells("member.not_started") and end and event.at and event.at >= end
        answered = event.code is not None or (event.tells("refused.lists") and not event.carried.unreachable)
        if address and not by_itself and not answered and (not_reached or not event.tells("refused.on_the_way")):
            failures[address].setdefault(event.copied_as, event)
    # A name server listens on 9876 (`NamesrvStartup`, all versions), or where clients were told that one does.
    told = set().union(*name_servers_given(case).values())
    newest = {address: (broker, number) for broker, number, address in addresses_given(case)}
    slaves = {address: broker for address, (broker, number) in newest.items() if number}
    peers = []
    for address, failed in failures.items():
        broker = None if address in slaves else case.broker_at(address)
        of_names = address.endswith(":9876") or address in told
        peers.append(_Peer(address, broker, tuple(failed.values()), of_names, slaves.get(address)))
    return peers


def _lasting_failures(case: Case, peer: _Peer) -> tuple[Event, ...]:
    """A name server's failures without those that a client had for a moment before it was answered: whoever is slow is
    not gone. That one of them answered, a route shows, or the first share of a client that starts; a route that did not
    change is stored without a word, and then mqadmin has to have been answered by it since."""
    if peer.broker or peer.slave_of:
        return peer.failures
    # When mqadmin got an answer of the name server that it had asked in vain, where no client was told of another.
    by_mqadmin: list[datetime | None] = []
    if all(given <= {peer.address} for given in name_servers_given(case).values()) and any(
        answer.said.peer_not_reached == peer.address for answer in case.unreached
    ):
        by_mqadmin = [*(look.at for look in case.snapshots), *(info.at for info in case.running)]
    kept: list[Event] = []
    for file, failed in grouped((event.file, event) for event in peer.failures).items():
        created = case.records("member.process_created", file)
        answers = [*case.records("serves.routes", file)]
        shares = case.records("holds.given", file)
        if not any(is_after(first_moment(failed), share.at) for share in shares):
            answers += shares
        if any(";" in event.carried.name_servers for event in created):
            answers = []
        moments = sorted(event.at for event in answers if event.at)
        runs = grouped(((next((m for m in moments if is_after(m, e.last_at)), None),), e) for e in failed)
        slow = [run for run in runs.values() if span_of(run) < LASTING_FAILURES]
        slow = [
            run
            for run in slow
            if run is not runs.get((None,)) or any(is_after(at, last_moment(run)) for at in by_mqadmin)
        ]
        # Many of them are a connection that is lost again and again.
        kept += [event for run in runs.values() if run not in slow or len(slow) >= _MANY for event in run]
    return tuple(kept)


def _lasts(case: Case, peer: _Peer) -> bool:
    """Whether it failed often enough, for longer than a moment or for several clients; and not only for such as send: a
    slow store makes their sends wait longer than `sendMsgTimeout` (3 s), which is no trouble of the group. Where nobody
    looked at the group, they are what is asked about."""
    files = {event.file for event in peer.failures}
    sending = {event.file for event in case.records("refused.sends")}
    consuming = {event.file for event in case.records("member.consumes")}
    senders = sending - consuming if case.from_mqadmin or consuming else set()
    if files <= senders and not _left_behind(case, [peer]):
        return False
    for_long = span_of(peer.failures) >= LASTING_FAILURES or len(files) > 1
    return peer.prevented_start or (times_of(peer.failures) >= _MANY and for_long)


def _state(case: Case, peer: _Peer) -> _State:
    """Whether it fails to the end or was dropped, and nobody reached it since. A client stops trying once the name
    server has taken the address out of the route (`cleanOfflineBroker`): that failures stop shows no recovery."""
    if peer.prevented_start:
        return _State.BROKEN
    wrote, failed = writers(case), {event.file for event in peer.failures}
    own = failed | {file for file, client in wrote.items() if client in {wrote.get(name) for name in failed}}
    # Connections to the address, and commits to its broker.
    reaching = [event for event in case.records("refused.reached") if event.address == peer.address]
    reaching += [event for event in case.records("offset.sent") if peer.broker and event.broker == peer.broker]
    first, last = first_moment(peer.failures), last_moment(peer.failures)
    mine = [event for event in reaching if event.file in own]
    by_others = reported_after((event for event in reaching if event.file not in own), first)
    open_to_others = any(event.at and last and event.at <= last for event in by_others)
    # Whether snapshots show its broker consumed since, or every broker where its name is not known.
    brokers = {peer.broker} if peer.broker else {movement.queue.broker for movement in case.user_movements}
    read = bool(brokers) and all(case.works_since(peer.failures, LATELY, [broker]) for broker in brokers)
    consumed = read and not open_to_others
    still = any(case.recent(event, case.transitions.heartbeat) for event in peer.failures)
    since = reached = reported_after(mine, last)
    if still and any(event.carried.unanswered for event in peer.failures):
        # It takes connections, and what is sent one way into them: only a heartbeat that fails no more is an answer.
        since = [event for event in since if event.tells("member.heartbeats_sent")]
    drops = case.records("serves.dropped")
    dropped = peer.broker in served_by_slaves(case) or any(
        event.address == peer.address or (not event.address and event.broker == peer.broker) for event in drops
    )
    # A slave takes commits under the same name; who has its routes consumes without any name server.
    alive = (
        (since or consumed) and not dropped if peer.broker else consumed and not (peer.is_name_server or peer.slave_of)
    )
    if alive or any(event.tells("refused.reached") for event in since):
        return _State.OVER
    if not still:
        return _State.BROKEN if dropped else _State.SILENT
    # Connections before brought no answer; a log of whoever missed a name server may end before the group consumed.
    for_the_first_time = bool(reached) and len(reached) == len(reported_after(mine, first))
    return _State.SILENT if for_the_first_time or (peer.is_name_server and consumed) else _State.BROKEN


def _left_behind(case: Case, peers: Sequence[_Peer]) -> list[MessageQueue]:
    """The queues of brokers that cannot be reached at which messages wait and nothing was read for long."""
    brokers = {peer.broker for peer in peers}
    own = [movement for movement in case.user_movements if movement.queue.broker in brokers]
    return sorted(movement.queue for movement in own if movement.left_standing or movement.left_long_ago)


def _rare_heartbeats(case: Case) -> Iterator[Seen]:
    """What a client prints of itself is the cause of what is seen of it: no crash and no network is needed."""
    rare = rare_heartbeats(case)
    clients = sorted(printed.client_id for printed, _ in rare)
    dropped = [channel for _, channels in rare for channel in channels]
    if rare:
        yield Seen(
            case="heartbeat",
            signs={"rare": rare, "unheard": dropped},
            values={"seconds": int(max(printed.value for printed, _ in rare).total_seconds())},
            clients=clients,
            evidence=(*(printed.place for printed, _ in rare[:4]), *(c.closed.place for c in dropped[:6] if c.closed)),
            since=earliest(channel.closed_at for channel in dropped),
            details={"interval": "heartbeatBrokerInterval"},
        )


def _asked_alone(case: Case, peers: Iterable[_Peer]) -> OtherServers | None:
    """The client that has one of these peers as its name server, which no other client of the group has."""
    addresses = {peer.address for peer in peers}
    return next((one for one in foreign_name_servers(case) if one.name_servers & addresses), None)


def _other_name_servers(case: Case, gone: Collection[str]) -> Iterator[Seen]:
    """Each cluster, or each half of one whose name servers know different brokers, knows its own clients alone. Several
    name servers of one cluster do so as well: without a list of clients it is a notice. Name servers that are `gone`
    are nobody's to go over to."""
    foreign = [one for one in foreign_name_servers(case) if not one.of_others <= set(gone)]
    apart = [one for one in foreign if one.unknown or not case.client_lists]
    if apart:
        clients = sorted(one.client_id for one in apart)
        yield Seen(
            case="name_servers",
            signs={"other_servers": apart, "not_known": [line for one in apart for line in one.unknown]},
            values={
                "servers": ";".join(sorted({server for one in apart for server in one.name_servers})),
                "others": ";".join(sorted(apart[0].of_others)),
            },
            severity=None if case.client_lists else Severity.NOTICE,
            clients=clients,
            evidence=[*(one.place for one in apart), *(line for one in apart for line in one.unknown[:2])],
            details={"name_servers_of_others": ";".join(sorted(apart[0].of_others))},
        )
