"""The subscription timeline: per broker, when each topic stood in the group's table, and whose heartbeat wrote it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

import plotly.graph_objects as go

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.relations.members import addresses
from rmqkit.diagnosis.render.names import ClientNames
from rmqkit.diagnosis.render.parts import file_and_line
from rmqkit.figures.appearance import (
    DATES,
    HEALTHY,
    ORPHAN,
    hover,
    in_zone,
    label,
    left_out,
    marks_in_time,
    nothing_to_show,
    owner_colour,
    share_of,
    spans_of_time,
    styled,
    with_peaks,
)
from rmqkit.figures.scope import client_names, facts_of, group_label
from rmqkit.language import joined, say
from rmqkit.rocketmq.internal_topics import is_user_topic

SYMBOLS = ("circle", "square", "diamond", "triangle-up", "triangle-down", "star", "hexagon", "pentagon")
WHY_NOTHING = say("The evidence shows no topic added to or removed from the group's subscription table.")
SAME_MOMENT = timedelta(seconds=1)
Row = dict[str, Any]
# What has a line of its own.
_PLACE = itemgetter("where", "topic")


def subscription_timeline_data(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> list[Row]:
    """One row per span of time in which a topic was, or was not, in the subscription table of one broker.

    Fields: `group, where` (the broker's log, or the mqadmin command), `topic, present, start, end` (UTC), `by` (the
    clients or addresses whose registration is at its start; empty if the log does not show it), `file, line` of the
    record at its start. Retry topics are left out. Raises UnknownGroup.
    """
    facts = facts_of(diagnosis, group)
    if facts is None:
        return []
    rows = [row for row in (*_log_rows(facts), *_output_rows(facts)) if topic in (None, row["topic"])]
    return sorted(rows, key=lambda row: (row["where"], row["topic"], row["start"]))


def _log_rows(facts: GroupFacts) -> Iterable[Row]:
    listed = (one for one in facts.records("wants.table") if one.at and one.topic and is_user_topic(one.topic))
    changes = grouped(((one.file, one.topic), one) for one in listed)
    known = addresses(facts)
    for (file, topic), own in changes.items():
        log = facts.logs.get(file)
        end = max(filter(None, (own[-1].last_at, log.last if log else None)), default=None)
        written = _written(facts, file)
        for at, change in enumerate(own):
            assert change.at is not None, "changes without a time were left out"
            # The clients whose registration was logged in the second after a change.
            first = bisect_left(written, change.at, key=itemgetter(0))
            behind = bisect_left(written, change.at + SAME_MOMENT, key=itemgetter(0))
            yield {
                "group": facts.group, "where": file, "topic": topic, "present": not change.tells("wants.removed"),
                "start": change.at, "end": own[at + 1].at if at + 1 < len(own) else end,
                "by": sorted({known.get(address, address) for _, address in written[first:behind]}),
                "file": change.file, "line": change.line,
            }  # fmt: skip


@derived
def _written(facts: GroupFacts, file: str) -> list[tuple[datetime, str]]:
    """When which address registered, by one broker's log, in the order of time."""
    events = facts.records("wants.registered", file=file)
    return sorted((event.at, event.address) for event in events if event.at and event.address)


def _output_rows(facts: GroupFacts) -> Iterable[Row]:
    """What mqadmin listed: each output holds until the next one."""
    progress = [(one.at, one.file, one.topics) for one in facts.snapshots if one.owners_shown and one.at]
    connections = [(one.at, one.file, frozenset(one.subscriptions)) for one in facts.rosters if one.at]
    for where, lists in (("consumerProgress", progress), ("consumerConnection", connections)):
        topics = frozenset[str]().union(*(listed for _, _, listed in lists)) if len(lists) > 1 else ()
        for topic in sorted(filter(is_user_topic, topics)):
            for (at, file, listed), (until, _, _) in zip(lists, [*lists[1:], lists[-1]], strict=True):
                yield {
                    "group": facts.group, "where": where, "topic": topic, "present": topic in listed, "start": at,
                    "end": until, "by": [], "file": file, "line": None,
                }  # fmt: skip


def subscription_timeline_figure(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> go.Figure:
    """A line per broker and topic: thick while the topic was in the subscription table, dotted while it was not.

    Marks show whose heartbeat wrote the table at that moment. Raises UnknownGroup.
    """
    spans = subscription_timeline_data(diagnosis, group, topic)
    # All spans of a line; where they are too many, of each stretch the longest with the topic and without it.
    lines = [list(line) for _, line in groupby(spans, key=_PLACE)]
    rows = [row for line in lines for row in with_peaks(line, share_of(len(lines)), _seconds)]
    title = say("The subscription table of {group}, per broker", group=group_label(diagnosis, group))
    if not rows:
        return nothing_to_show(title, WHY_NOTHING)
    places = {place: line for line, place in enumerate(dict.fromkeys(map(_PLACE, rows)))}
    figure = go.Figure([*_spans(rows, places), *_writes(rows, places, client_names(diagnosis, group))])
    names = [f"{label(where, 30)}<br><b>{label(each, 30)}</b>" for where, each in places]
    axis = {"tickvals": list(range(len(places))), "ticktext": names, "range": [len(places) - 0.5, -0.5]}
    note = joined(". ", (in_zone(), left_out(len(rows), len(spans), "spans")))
    return styled(figure, title, 150 + 46 * len(places), note, yaxis={**axis, "automargin": True, "zeroline": False},
                  xaxis=DATES)  # fmt: skip


def _seconds(row: Row) -> float:
    """How long a span is; less than nothing where the topic was gone."""
    seconds: float = ((row["end"] or row["start"]) - row["start"]).total_seconds()
    return seconds if row["present"] else -seconds


def _spans(rows: Sequence[Row], places: Mapping[tuple[str, str], int]) -> Iterable[go.Scatter]:
    for name, is_present, line in (
        (say("topic is in the table"), True, {"width": 14, "color": HEALTHY}),
        (say("topic is not in the table"), False, {"width": 2, "color": ORPHAN, "dash": "dot"}),
    ):
        own = [row for row in rows if row["present"] == is_present]
        spans = ((row["start"], row["end"] or row["start"], places[_PLACE(row)]) for row in own)
        yield spans_of_time(name, spans, line=line, showlegend=bool(own))


def _writes(rows: Sequence[Row], places: Mapping[tuple[str, str], int], names: ClientNames) -> Iterable[go.Scatter]:
    """A trace per writing client, the busiest first; those past the number of symbols share the last trace."""
    often = Counter(who for row in rows for who in row["by"])
    ranked = [who for who, _ in sorted(often.items(), key=lambda each: (-each[1], each[0]))]
    alone = len(ranked) if len(ranked) <= len(SYMBOLS) else len(SYMBOLS) - 1
    groups: list[tuple[Sequence[str], str]] = [([who], label(names.of(who))) for who in ranked[:alone]]
    rest = ranked[alone:]
    groups += [(rest, say("{number} others", number=len(rest)))] if rest else []
    for number, (who, name) in enumerate(groups):
        own = [row for row in rows if not set(who).isdisjoint(row["by"])]
        marks = ((row["start"], places[_PLACE(row)], _hover(row)) for row in own)
        looks = {"symbol": SYMBOLS[number], "size": 10, "color": owner_colour(number + 1)}
        edge = {"line": {"width": 1, "color": "#1d2327"}}
        yield marks_in_time(say("written by {name}", name=name), marks, looks | edge)


def _hover(row: Row) -> str:
    added = say("{topic} is added to the table", topic=row["topic"])
    removed = say("{topic} is removed from the table", topic=row["topic"])
    return hover(
        [
            (say("topic"), added if row["present"] else removed),
            (say("at"), row["start"]),
            (say("written by"), row["by"]),
            (say("in"), file_and_line(row["file"], row["line"])),
        ]
    )
