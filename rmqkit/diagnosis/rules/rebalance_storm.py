"""Does the group's membership keep changing? A crash loop or a shaky network against an ordinary rollout."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import Channel, ip_of
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.alternating_counts import alternations
from rmqkit.diagnosis.rules.make import finding
from rmqkit.diagnosis.wording import count

ID = "rebalance_storm"
# A rollout replaces each client once; the same host coming back a third time within minutes is no rollout.
_COMINGS = 3
_WINDOW = timedelta(minutes=15)
_STILL = timedelta(minutes=2)


def rebalance_storm(case: Case) -> list[Finding]:
    """The cause: clients of the same hosts come and go again and again."""
    loops = {host: found for host, found in _by_host(case).items() if len(found) >= _COMINGS}
    if not loops:
        return [] if case.channels else _by_the_clients(case)
    comings = [channel for found in loops.values() for channel in found]
    ongoing = any(case.recent(c.opened, _STILL) for c in comings if c.opened)
    clients = sorted({channel.client_id for channel in comings if channel.client_id})
    return [
        finding(
            case,
            ID,
            Severity.WARNING if ongoing else Severity.NOTICE,
            PROVEN,
            f"Clients of {', '.join(sorted(loops))} come and go again and again",
            "; ".join(f"{host}: {count(len(found), 'connection')} to one broker" for host, found in loops.items())
            + ". Each change shares out all queues anew.",
            ongoing=ongoing,
            clients=tuple(clients),
            explains=("duplicate_consumption", "orphan_queues"),
            evidence=[channel.opened.place for channel in comings if channel.opened],
            since=min((c.opened_at for c in comings if c.opened_at), default=None),
        )
    ]


def _by_the_clients(case: Case) -> list[Finding]:
    """Suspected where a client's log has the number of clients go up and down again and again, as brokers notified."""
    found = [each for each in alternations(case) if each.told]
    if not found:
        return []
    ongoing = any(case.recent(each.results[-1], _STILL) for each in found)
    most = max(found, key=lambda each: each.turns)
    return [
        finding(
            case,
            ID,
            Severity.WARNING if ongoing else Severity.NOTICE,
            SUSPECTED,
            "Clients seem to come and go again and again",
            f"The number of clients went up and down {most.turns} times in {most.results[0].file}; which clients they "
            "are is not in the evidence.",
            ongoing=ongoing,
            explains=("duplicate_consumption", "orphan_queues"),
            evidence=[event.place for event in most.results[-6:]],
            since=most.results[0].at,
        )
    ]


def _by_host(case: Case) -> dict[str, list[Channel]]:
    """Per host, its longest run of connections to one broker that followed each other, each after the last had gone."""
    found: dict[tuple[str, str], list[Channel]] = defaultdict(list)
    for channel in case.channels:
        if channel.client_id and channel.opened_at:
            found[channel.file, ip_of(channel.client_id)].append(channel)
    runs: dict[str, list[Channel]] = {}
    for (_, host), channels in found.items():
        run = _run(channels)
        if len(run) > len(runs.get(host, ())):
            runs[host] = run
    return runs


def _run(channels: Sequence[Channel]) -> list[Channel]:
    """Connections that came after an earlier one of the host had gone, within the window before the last.

    None where each of the clients that the host runs side by side was replaced just once: that is a rollout.
    """
    last = max((c.opened_at for c in channels if c.opened_at), default=None)
    recent = [c for c in channels if c.opened_at and last and last - c.opened_at <= _WINDOW]
    gone = [c.closed_at for c in recent if c.closed_at]
    returns = [c for c in recent if c.opened_at and any(moment <= c.opened_at for moment in gone)]
    side_by_side = max((sum(_open_at(c, one.opened_at) for c in recent) for one in recent), default=1)
    return recent[:1] + returns if len(returns) > side_by_side else []


def _open_at(channel: Channel, moment: datetime | None) -> bool:
    opened, closed = channel.opened_at, channel.closed_at
    return moment is not None and opened is not None and opened <= moment and (closed is None or closed > moment)
