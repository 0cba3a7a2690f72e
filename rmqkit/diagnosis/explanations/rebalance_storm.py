"""Does the group's membership keep changing?

A crash loop or a shaky network against an ordinary rollout.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Course
from rmqkit.diagnosis.case.members import LoggedChannel
from rmqkit.diagnosis.case.observations import alternations
from rmqkit.diagnosis.claims import Claim, Severity, core, follows, need
from rmqkit.diagnosis.commands import BROKER_LOG
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.known import LONG_AGO, distinct, earliest, grouped, is_after, latest, runs
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.facts.transitions import REPLACED, ROLLOUT, SETTLED
from rmqkit.diagnosis.wording import count
from rmqkit.language import Phrase, joined, say
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq.client_id_meaning import ip_of

ID = "rebalance_storm"
_EFFECTS = ("duplicate_consumption", "orphan_queues")
# A rollout replaces each client once; the same host coming back a third time within minutes
# is no rollout.
_COMINGS = 3


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By clients of the same hosts that come and go again and again."""
    loops = {host: channels for host, channels in _by_host(case).items() if len(channels) >= _COMINGS}
    if loops:
        return [_by_channels(case, loops)]
    return filter(None, [_by_newcomers(case) if case.channels else _by_counts(case)])


def _by_channels(case: Case, loops: Mapping[str, Sequence[LoggedChannel]]) -> Claim:
    comings = [channel for channels in loops.values() for channel in channels]
    opened = [channel.opened for channel in comings if channel.opened]
    lately = any(case.recent(event, SETTLED) for event in opened)
    course = Course(opened, lately, over=not lately and all(map(_stays, loops.values())))
    return Claim(
        ID,
        say("Clients of {hosts} come and go again and again", hosts=joined(", ", sorted(loops))),
        joined(" ", [_counts(loops), _not_again(course)]),
        Severity.WARNING if lately else Severity.NOTICE,
        signs=(core(say("clients of a host come back for the third time, more often than a rollout"), len(comings)),),
        ongoing=not course.over,
        clients=distinct(channel.client_id for channel in comings),
        explains=() if course.silent else _EFFECTS,
        evidence=places_of(opened),
        since=course.since,
        until=course.until,
        details={"hosts": sorted(loops)},
    )


def _by_newcomers(case: Case) -> Claim | None:
    """Whoever came left again, with nobody in their place, and others came: an autoscaler that follows the lag, or
    processes that do not live long, each time at another address."""
    by_broker = grouped((channel.file, channel) for channel in case.channels).values()
    rounds = max(map(_rounds, by_broker), key=len, default=[])
    if len(rounds) < _COMINGS:
        return None
    lately = any(channel.closed and case.recent(channel.closed, ROLLOUT) for channel in rounds[-1])
    claim = _in_rounds(rounds, Severity.WARNING if lately else Severity.NOTICE)
    if lately:
        return replace(claim, explains=_EFFECTS)
    over = latest(channel.closed_at for channel in rounds[-1])
    return replace(claim, title=say("It is over: {title}", title=claim.title), ongoing=False, until=over)


def _in_rounds(rounds: Sequence[Sequence[LoggedChannel]], severity: Severity) -> Claim:
    gone = list(chain.from_iterable(rounds))
    return Claim(
        ID,
        say("Clients come and leave again, round after round"),
        say(
            "{newcomers} came and left again within {span} minutes, in {rounds} rounds, and nobody came in their place when "
            "they left: that is no rollout. Each change shares out all queues anew.",
            newcomers=count(len(gone), "client"),
            span=ROLLOUT // timedelta(minutes=1),
            rounds=len(rounds),
        ),
        severity,
        signs=(core(say("clients that came leave again, round after round"), len(gone)),),
        clients=distinct(channel.client_id for channel in gone),
        evidence=tuple(chain.from_iterable(leaving[0].places for leaving in rounds)),
        since=earliest(channel.opened_at for channel in gone),
        details={"rounds": len(rounds)},
    )


def _rounds(channels: Sequence[LoggedChannel]) -> list[list[LoggedChannel]]:
    """Of one broker's log: newcomers that left together, soon after they came; none of those in whose place somebody
    came."""
    came = [channel.opened_at for channel in channels if channel.opened_at]
    rounds = runs(filter(_left_soon, channels), REPLACED, lambda channel: channel.closed_at or LONG_AGO)
    return [leaving for leaving in rounds if not any(_replaces(moment, leaving) for moment in came)]


def _left_soon(channel: LoggedChannel) -> bool:
    opened, closed = channel.opened_at, channel.closed_at
    return bool(opened and closed and closed - opened <= ROLLOUT)


def _replaces(moment: datetime, leaving: Sequence[LoggedChannel]) -> bool:
    """Whether who came then took the place of one that left."""
    return any(channel.closed_at and abs(moment - channel.closed_at) <= REPLACED for channel in leaving)


def _counts(loops: Mapping[str, Sequence[LoggedChannel]]) -> Phrase:
    counts = [
        say("{host}: {connections} to one broker", host=host, connections=count(len(channels), "connection"))
        for host, channels in loops.items()
    ]
    return say("{counts}. Each change shares out all queues anew.", counts=joined("; ", counts))


def _stays(channels: Sequence[LoggedChannel]) -> bool:
    """Whether the last connection of the host is still open where the broker's log ends: one that
    is gone may come again, for what restarts a crashed process waits longer each time."""
    return max(channels, key=lambda channel: channel.opened_at or LONG_AGO).closed_at is None


def _not_again(course: Course) -> Phrase | str:
    if not course.silent or course.last is None:
        return ""
    return say(
        "None came again since {moment}, and the last one is gone: nothing shows that it ended.",
        moment=time_of_day(course.last),
    )


def _by_counts(case: Case) -> Claim | None:
    """A client's log has the number of clients go up and down again and again,
    as brokers notified."""
    turning = [log for log in alternations(case) if log.told]
    if not turning:
        return None
    lately = any(case.recent(log.results[-1], SETTLED) for log in turning)
    most = max(turning, key=lambda log: log.turns)
    return Claim(
        ID,
        say("Clients seem to come and go again and again"),
        say(
            "The number of clients went up and down {turns} times in {file}; which clients "
            "they are is not in the evidence.",
            turns=most.turns,
            file=most.results[0].file,
        ),
        Severity.WARNING if lately else Severity.NOTICE,
        signs=(
            follows(say("the number of members goes up and down"), most.turns),
            need(say("clients of a host come back again and again"), met=False, command=BROKER_LOG),
        ),
        explains=_EFFECTS if lately else (),
        evidence=places_of(most.results[-6:]),
        since=most.results[0].at,
    )


def _by_host(case: Case) -> dict[str, list[LoggedChannel]]:
    """Per host, its longest run of connections to one broker that followed each other,
    each after the last had gone."""
    connections = grouped(
        ((channel.file, ip_of(channel.client_id)), channel)
        for channel in case.channels
        if channel.client_id and channel.opened_at
    )
    runs: dict[str, list[LoggedChannel]] = {}
    for (_, host), channels in connections.items():
        run = _run(channels)
        if len(run) > len(runs.get(host, ())):
            runs[host] = run
    return runs


def _run(channels: Sequence[LoggedChannel]) -> list[LoggedChannel]:
    """Connections that came after an earlier one of the host had gone,
    within the window before the last.

    None where each of the clients that the host runs side by side was replaced just once:
    that is a rollout.
    """
    recent = _recent(channels)
    first_gone = earliest(channel.closed_at for channel in recent)
    returns = [channel for channel in recent if first_gone and not is_after(first_gone, channel.opened_at)]
    side_by_side = max((sum(_open_at(c, one.opened_at) for c in recent) for one in recent), default=1)
    return recent[:1] + returns if len(returns) > side_by_side else []


def _recent(channels: Sequence[LoggedChannel]) -> list[LoggedChannel]:
    """Those that came within the window before the last one."""
    last = latest(channel.opened_at for channel in channels)
    return [channel for channel in channels if channel.opened_at and last and last - channel.opened_at <= ROLLOUT]


def _open_at(channel: LoggedChannel, moment: datetime | None) -> bool:
    opened, closed = channel.opened_at, channel.closed_at
    return moment is not None and opened is not None and opened <= moment and (closed is None or closed > moment)


EXPLANATION = Explanation(
    id=ID,
    rank=100,
    claims=claims,
    command=BROKER_LOG,
    messages=frozenset(
        {
            "consumer_connected",
            "consumer_disconnected",
            "consumer_ids_changed",
            "consumer_group_removed",
            "offset_moved_back",
            "pull_rejected",
        }
    ),
    suspected=say("Clients may come and go again and again"),
    shown_by=need(say("connects and disconnects in a broker's log"), met=False, command=BROKER_LOG),
    kind=CAUSE,
    what="The group's membership keeps changing, so queues change hands all the time; each change "
    "may deliver messages of the last commit interval again.",
    confirm="The broker's log: consumers connecting and leaving again and again.",
    remedy=(
        "Find why the clients come and go (crash loop, memory limit, network, liveness probe, an autoscaler that follows the lag) and stop it.",
    ),
)
