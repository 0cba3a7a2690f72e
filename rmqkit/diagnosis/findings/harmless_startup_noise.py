"""Which lines look alarming and are normal: refused pulls and version changes around a start, a client's commits that
overtook each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.read_twice import late_commits
from rmqkit.diagnosis.facts.known import is_after
from rmqkit.diagnosis.facts.logs import Event, places_of, times_of
from rmqkit.diagnosis.facts.transitions import SAME_MOMENT
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding, words
from rmqkit.diagnosis.relations.holds import shares
from rmqkit.language import joined

_AROUND_STARTS = (24, 25)
# Findings that account for commits below the stored offset themselves.
_EXPLAIN_COMMITS = frozenset({"duplicate_consumption", "offsets_moved"})


@finding("harmless_startup_noise")
def harmless_startup_noise(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """CODE 24 and 25 that stopped, with a start nearby, OLD/NEW pairs with equal subscriptions; not where something is
    wrong. A few pasted lines do not show that nobody came or went."""
    if any(finding.alarming for finding in findings):
        return
    rejected = case.records("refused.pulls")
    refused = [event for event in rejected if event.code in _AROUND_STARTS and not case.recent(event)]
    changed = case.records("wants.changed")
    explained = case.is_post or any(finding.id in _EXPLAIN_COMMITS for finding in findings)
    # Rebalances before the broker has the client's first heartbeat: it knows no list, or one without this client
    # (`MQClientInstance#doRebalance`, all versions). The share that the client took afterwards ends them; that a topic
    # has no route, only a share of that topic ends. Of a list that was not got, the rebalance that lacks it is logged.
    taken = {(one.file, topic): one.at for one in shares(case) if one.at and one.size for topic in (one.topic, None)}
    asked = [one for one in case.records("refused.not_listed") if not one.tells("refused.lists")]
    by = [(event, event.topic if event.carried.lacks_route else None) for event in asked]
    ended = [event for event, topic in by if is_after(taken.get((event.file, topic)), event.last_at)]
    near = [] if case.is_post else _near_start(case, ended)
    normal = {
        "refused": _near_start(case, refused),
        "not_listed_yet": [event for event in near if not event.carried.lacks_route],
        "no_route_yet": [event for event in near if event.carried.lacks_route],
        "unchanged": [one for one in changed if one.carried.only_version_differs and not one.carried.written_otherwise],
        "written_otherwise": [event for event in changed if event.carried.written_otherwise],
        "late": [] if explained else late_commits(case),
    }
    sentence, times = words("harmless_startup_noise"), {name: times_of(events) for name, events in normal.items()}
    if any(times.values()):
        yield Seen(
            signs={"stopped": sum(map(len, normal.values()))},
            values={"lines": joined("; ", [sentence(name, number=number) for name, number in times.items() if number])},
            ongoing=False,
            evidence=places_of(chain.from_iterable(events[:2] for events in normal.values())),
        )


def _near_start(case: Case, stopped: Sequence[Event]) -> list[Event]:
    """Those that came with a start, or in the heartbeats after it; a clock may be a moment off."""
    starts = case.records("member.around_a_start") if stopped else []
    around = [
        (start.at - SAME_MOMENT, start.last_at + case.transitions.repeated)
        for start in starts
        if start.at and start.last_at
    ]
    return [event for event in stopped if event.at and any(since <= event.at <= until for since, until in around)]
