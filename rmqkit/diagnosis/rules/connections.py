"""Can clients and mqadmin reach brokers and name servers? Per peer: failures, and whether it answered again."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import writers
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.make import answer_place, finding
from rmqkit.diagnosis.wording import count

ID = "connection_problem"
_FAILED = ("connection_failed", "heartbeat_failed", "route_failed")
_NOT_STARTED = "consumer_start_failed"
# A broker also answers that it knows no consumer of the group; that is no failure to reach it.
_NOT_LISTED = "consumer_list_failed"
UNREACHED = re.compile(
    r"connect to <?[^>]*>? failed|wait response on the channel|RemotingConnectException|RemotingTimeout"
)
_TRIED = re.compile(r"connect to <?([^\s<>]+:\d+)>? failed")
# One lost packet or a slow moment makes a few failures within a moment; a dead peer makes more, for longer.
_MANY = 3
_LASTING = timedelta(seconds=10)
# Heartbeats go to every broker in the route every 30 s: what still fails, failed within the last of them.
_STILL = timedelta(seconds=35)
# A log of warnings alone ends with the last failure; looks that long after it tell whether the peer came back.
_LONG_AFTER = timedelta(minutes=5)


@dataclass(frozen=True)
class Peer:
    """A broker or name server that could not be reached: its address, its broker name where known, the failures."""

    address: str
    broker: str | None
    failures: tuple[Event, ...]

    @property
    def times(self) -> int:
        """How often it failed."""
        return sum(event.times for event in self.failures)

    @property
    def lasting(self) -> bool:
        """Often enough, and for longer than a moment or for several clients."""
        times = [moment for event in self.failures for moment in (event.at, event.last_at) if moment]
        long = bool(times) and max(times) - min(times) >= _LASTING
        several = long or len({event.file for event in self.failures}) > 1
        return self.kept_from_starting or (self.times >= _MANY and several)

    @property
    def kept_from_starting(self) -> bool:
        """Whether a client gave up its start because of it."""
        return any(event.event == _NOT_STARTED for event in self.failures)


def connection_problem(case: Case) -> list[Finding]:
    """The cause: peers that fail again and again, in clients' logs or for mqadmin itself."""
    peers = [peer for peer in _peers(case) if peer.lasting]
    unreached = [each for each in case.facts.answers if UNREACHED.search(each.text or "")]
    if not peers and len(unreached) < 2:
        return []
    broken = [peer for peer in peers if _still_broken(case, peer)]
    ongoing = bool(broken or len(unreached) > 1)
    proven = any(len({e.file for e in peer.failures}) > 1 or unreached for peer in broken) if ongoing else bool(peers)
    return [_finding(case, broken or peers, unreached, ongoing, proven)]


def _peers(case: Case) -> list[Peer]:
    failures: dict[str, list[Event]] = defaultdict(list)
    unanswered = [e for e in case.facts.events_named(_NOT_LISTED, source="client") if UNREACHED.search(e.raw)]
    for event in (*case.facts.events_named(*_FAILED, _NOT_STARTED, source="client"), *unanswered):
        address = _address(event)
        if address:
            failures[address].append(event)
    return [Peer(address, _broker_at(case, address, found), tuple(found)) for address, found in failures.items()]


def _address(event: Event) -> str | None:
    """Whom the client tried to reach: of the record's line, else of the exception below it."""
    found = _TRIED.search(event.raw)
    return (event.address if event.address != "null" else None) or (found[1] if found else None)


def _broker_at(case: Case, address: str, failures: Sequence[Event]) -> str | None:
    told = (*failures, *case.facts.events_named("broker_offline"))
    named = (event.broker for event in told if event.address == address)
    routed = (each.broker for route in case.facts.routes.values() for each in route if each.address == address)
    return next((broker for broker in (*named, *routed) if broker), None)


def _still_broken(case: Case, peer: Peer) -> bool:
    """It still fails where the log ends, or its broker was dropped from the routes and nothing committed there since.

    A client stops trying once the name server has taken the broker out of the route (`cleanOfflineBroker`).
    """
    if not peer.kept_from_starting and case.works_since(
        peer.failures, _LONG_AFTER, [peer.broker] if peer.broker else ()
    ):
        return False
    if peer.kept_from_starting or any(case.recent(event, _STILL) for event in peer.failures):
        return True
    last = max((event.last_at for event in peer.failures if event.last_at), default=None)
    dropped = [e for e in case.facts.events_named("broker_offline", source="client") if e.broker == peer.broker]
    commits = case.facts.events_named("offset_committed", source="client")
    back = any(e.broker == peer.broker and e.last_at and last and e.last_at > last for e in commits)
    return bool(peer.broker and dropped) and not back


def _finding(case: Case, peers: Sequence[Peer], unreached: Sequence[Answer], ongoing: bool, proven: bool) -> Finding:
    failures = [event for peer in peers for event in peer.failures]
    wrote = writers(case.facts)
    names = [f"{peer.broker} ({peer.address})" if peer.broker else peer.address for peer in peers]
    told = [
        f"{count(sum(peer.times for peer in peers), 'failure')} in the clients' logs" if peers else "",
        f"{count(len(unreached), 'mqadmin command')} could not get through" if unreached else "",
        "" if ongoing else "later it could be reached again",
    ]
    return finding(
        case,
        ID,
        Severity.WARNING if ongoing else Severity.NOTICE,
        PROVEN if proven else SUSPECTED,
        f"{' and '.join(names[:3]) or 'A broker or name server'} {'cannot' if ongoing else 'could not'} be reached",
        "; ".join(filter(None, told)) + ".",
        ongoing=ongoing,
        brokers=tuple(sorted({peer.broker for peer in peers if peer.broker})),
        clients=tuple(sorted({who for event in failures if (who := event.client_id or wrote.get(event.file))})),
        evidence=[*(event.place for event in failures[:6]), *(answer_place(each) for each in unreached[:4])],
        since=min((event.at for event in failures if event.at), default=None),
        explains=("orphan_queues", "group_offline", "consumer_stuck"),
    )
