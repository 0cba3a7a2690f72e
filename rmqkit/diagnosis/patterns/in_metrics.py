"""Patterns of a lag over time, by metrics that Prometheus kept. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.patterns.pattern import Pattern, Where, pattern
from rmqkit.diagnosis.relations.lags import lags_over_time


def lags_by_metrics(case: Case) -> Iterator[Pattern]:
    """A lag that grew up to the end, or stayed the same; who reads what, and why it lags, no metric tells. What
    snapshots show of the queues is newer and tells more."""
    series = [] if case.snapshots else lags_over_time(case)
    for name in ("grows", "constant"):
        since = {one: one.grows_since if name == "grows" else one.constant_since for one in series}
        shown = [(one, begun) for one, begun in since.items() if begun]
        if not shown:
            continue
        start = min(begun.at for _, begun in shown)
        online = max((one.online for one, _ in shown if one.online is not None), default=None)
        yield pattern(
            "lags_by_metrics",
            Where(
                times=sum(len(one.samples) for one, _ in shown),
                topics=tuple(dict.fromkeys(one.topic for one, _ in shown)),
                places=tuple(place for one, begun in shown[:2] for place in (begun.place, one.samples[-1].place)),
                since=start,
            ),
            case=name,
            suspects=("group_offline",) if online == 0 else ("consumer_slow", "consumer_stuck")[name == "constant" :],
            moment=f"{start:%Y-%m-%d %H:%M:%S} UTC",
            first=sum(begun.lag for _, begun in shown),
            last=sum(one.samples[-1].lag for one, _ in shown),
            online="?" if online is None else online,
        )
