"""Was nothing consumed for longer than a rebalance takes, and is again since?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from statistics import median
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.known import LONG_AGO, all_known
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding, words
from rmqkit.diagnosis.relations.serves import queues_of, served_by_slaves
from rmqkit.language import joined
from rmqkit.language.clock import time_of_day

sentence = words("consumption_paused")


class _Pause(NamedTuple):
    """From when until when, and the lines at both ends."""

    since: datetime
    until: datetime
    places: tuple[EvidenceLine, ...]

    @property
    def seconds(self) -> float:
        return (self.until - self.since).total_seconds()


@finding("consumption_paused")
def consumption_paused(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By the commits in clients' logs, which are exact; else by snapshots, which show a part of it. Who broadcasts commits to no broker."""
    logged = _without_commits(case)
    pauses = sorted(logged or _between_snapshots(case), key=lambda one: -one.seconds)
    if not pauses or case.ever_broadcasting:
        return
    longest = pauses[0]
    others = [sentence("other", start=time_of_day(one.since), end=time_of_day(one.until)) for one in pauses[1:4]]
    yield Seen(
        case="" if logged else "in_snapshots",
        signs={"stood": pauses},
        values={
            "seconds": longest.seconds,
            "start": time_of_day(longest.since),
            "end": time_of_day(longest.until),
            "others": joined(" ", others),
        },
        ongoing=False,
        evidence=longest.places,
        since=longest.since,
        until=longest.until,
    )


def _without_commits(case: Case) -> list[_Pause]:
    """Spans in which no client committed an offset, though all were there to be seen. A client commits each of its
    queues every 5 s, those that stand as well, and prints it once it was sent (`RemoteBrokerOffsetStore#persistAll`,
    all versions; 5.x may print what no broker took, and then a pause is not seen here); what prints it less often does
    so all the time. Every client that is listed or was connected has to have its log here, whole in that span, and
    together they commit every queue.
    """
    commits = [event for event in case.records("offset.committed") if event.message_queue and event.at]
    queues = {queue for topic in case.topics for queue in queues_of(case, topic)}
    came = {*case.listed_ids, *(channel.client_id for channel in case.channels)}
    named = {event.client_id for event in case.records("member.named")}
    if not (queues and came and came <= named and queues <= {event.message_queue for event in commits}):
        return []
    told = [(event.at, event.last_at or event.at, event.place) for event in commits if event.at]
    spans = sorted([*told, *((one.at, one.at, None) for one in case.commits)], key=itemgetter(0, 1))
    gaps: list[tuple[float, _Pause]] = []
    end = spans[0][1]
    for begins, round_of in groupby(spans, key=itemgetter(0)):
        _, ends, places = zip(*round_of, strict=True)
        pause = _Pause(end, begins, tuple(filter(None, places[:1])))
        gaps.append((pause.seconds, pause))
        end = max(end, *ends)
    usual = median(length for length, _ in gaps) if gaps else 0
    least = (case.transitions.rebalance + case.transitions.commit).total_seconds() + max(0, usual)
    logs = {event.file for event in commits}
    return [pause for length, pause in gaps if length > least and all(_whole(case, log, pause) for log in logs)]


def _whole(case: Case, log: str, pause: _Pause) -> bool:
    """Whether a client's log lacks nothing of a span, but for a time in which the client was not running."""
    first, last = case.logs[log].first, case.logs[log].last
    began = {event.file for event in case.records("member.log_begins")}
    ended = {event.file for event in case.records("member.ends")}
    from_then = bool(first and first <= pause.since) or log in began
    return from_then and (bool(last and last >= pause.until) or log in ended)


def _between_snapshots(case: Case) -> list[_Pause]:
    """Where snapshots show every queue stuck at one time (L28). Not of brokers without a master, whose slaves show older
    offsets."""
    slaves = served_by_slaves(case)
    queues = [one for one in case.user_movements if one.queue.broker not in slaves]
    stood = all_known(one.standstill for one in queues)
    since = max((one.first_shown for one in stood), default=LONG_AGO)
    until = min((one.last_shown for one in stood), default=LONG_AGO)
    places = tuple(look.place(row) for look, row in zip(queues[0].looks, queues[0].rows, strict=True)) if stood else ()
    return [_Pause(since, until, places)] if until - since > case.transitions.many_commits else []
