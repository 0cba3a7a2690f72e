"""Does the group's membership keep changing? A crash loop or a shaky network against an ordinary rollout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Course
from rmqkit.diagnosis.case.observations import alternations
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.known import LONG_AGO, distinct, earliest, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.facts.transitions import ROLLOUT, SETTLED
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding, words
from rmqkit.diagnosis.relations.members import LoggedChannel
from rmqkit.diagnosis.relations.wants import process_histories
from rmqkit.diagnosis.wording import count
from rmqkit.language import joined
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq.client_id_meaning import ip_of

_say = words("rebalance_storm")
# A rollout replaces each client once; the same host coming back a third time within minutes is no rollout.
_COMINGS = 3


@finding("rebalance_storm")
def rebalance_storm(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By clients of the same hosts that come and go again and again; without a broker's log by the number of clients,
    as a client's log has it. It is over where the last process of each host stays: one that is gone may come again, for
    what restarts a crashed process waits longer each time."""
    if not case.channels:
        yield from _alternating_counts(case)
    # Per host, its longest run of connections to one broker that followed each other, each after the last had gone,
    # where it came back for the third time.
    dated = [channel for channel in case.channels if channel.client_id and channel.opened_at]
    dated.sort(key=lambda channel: channel.opened_at or LONG_AGO)
    by_host = grouped(((channel.file, ip_of(channel.client_id or "")), channel) for channel in dated)
    runs_of = grouped((host, _run(case, channels)) for (_, host), channels in by_host.items())
    longest = {host: max(each, key=len) for host, each in runs_of.items()}
    loops = {host: run for host, run in longest.items() if len(run) >= _COMINGS}
    if not loops:
        return
    comings = list(chain.from_iterable(loops.values()))
    opened = [channel.opened for channel in comings if channel.opened]
    last = [max(of_host, key=lambda channel: channel.opened_at or LONG_AGO) for of_host in loops.values()]
    lately = any(case.recent(event, SETTLED) for event in opened)
    course = Course(opened, lately, over=not lately and all(channel.closed_at is None for channel in last))
    wanted = {topic for topic in case.topics if not case.subscribers or case.subscribers.get(topic)}
    connections = [(host, count(len(of_host), "connection")) for host, of_host in loops.items()]
    yield Seen(
        case="silent" if course.silent else "",
        signs={"returns": comings},
        values={
            "hosts": ", ".join(sorted(loops)),
            "counts": joined("; ", [_say("to_one_broker", host=host, connections=each) for host, each in connections]),
            "moment": time_of_day(course.last) if course.last else "",
        },
        course=course,
        # Queues of a topic that no member subscribes to have no consumer between two rebalances either.
        explains=None if wanted == set(case.topics) else ("duplicate_consumption",),
        clients=distinct(channel.client_id for channel in comings),
        evidence=places_of(opened),
        details={"hosts": sorted(loops)},
    )


def _run(case: Case, channels: Sequence[LoggedChannel]) -> list[LoggedChannel]:
    """Connections within the window before the last one that came after an earlier one of the host had gone.

    None where each of the clients that the host runs side by side was replaced just once: that is a rollout. A crash
    brings the same program back: one that subscribes otherwise than its predecessor is a release, or its rollback.
    """
    last = latest(channel.opened_at for channel in channels)
    recent = [one for one in channels if one.opened_at and last and last - one.opened_at <= ROLLOUT]
    first_gone = earliest(channel.closed_at for channel in recent)
    returns = [channel for channel in recent if first_gone and not is_after(first_gone, channel.opened_at)]
    spans = [(one.opened_at, one.closed_at) for one in recent if one.opened_at]
    open_at = [sum(begins <= at and (ends is None or ends > at) for begins, ends in spans) for at, _ in spans]
    side_by_side = max(open_at, default=1)
    if side_by_side == 1:
        said = [process_histories(case).get(f"{one.file} {one.address}") for one in recent]
        pairs = zip(pairwise(said), recent[1:], strict=True)
        released = {one.address for (old, new), one in pairs if old and new and new[-1].differs_from(old[-1])}
        returns = [channel for channel in returns if channel.address not in released]
    return recent[:1] + returns if len(returns) > side_by_side else []


def _alternating_counts(case: Case) -> Iterator[Seen]:
    """A client's log has the number of clients go up and down again and again, as brokers notified."""
    turning = [log for log in alternations(case) if log.told]
    if turning:
        most = max(turning, key=lambda log: log.turns)
        lately = any(case.recent(log.results[-1].event, SETTLED) for log in turning)
        yield Seen(
            case="counts",
            signs={"counts": most.turns, "returns": False},
            values={"turns": most.turns, "file": most.results[0].file},
            severity=Severity.WARNING if lately else Severity.NOTICE,
            explains=None if lately else (),
            evidence=places_of(most.results[-6:]),
            since=most.results[0].at,
        )
