"""The subscription timeline: per broker, when each topic stood in the group's table, and whose heartbeat wrote it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import plotly.graph_objects as go

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.case.members import addresses
from rmqkit.diagnosis.facts.group import GroupFacts, is_user_topic
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.figures.appearance import HEALTHY, ORPHAN, hover, label, nothing_to_show, owner_colour, styled
from rmqkit.figures.scope import chosen_group, facts_of

ADDED, REMOVED, WRITTEN = "subscription_topic_added", "subscription_topic_removed", "consumer_info_changed"
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "triangle-down", "star", "hexagon", "pentagon")
WHY_NOTHING = "The evidence shows no topic coming into or leaving the group's subscription table."
SAME_MOMENT = timedelta(seconds=1)
Row = dict[str, Any]


def subscription_timeline_data(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> list[Row]:
    """One row per span of time in which a topic stood, or did not stand, in the table of one broker.

    Fields: `group, where` (the broker's log, or the mqadmin command), `topic, present, start, end` (UTC), `by` (the
    clients or addresses whose registration stands at its start; empty where the log does not tell), `file, line`
    of what opened it. Retry topics are left out. Raises UnknownGroup.
    """
    facts = facts_of(diagnosis, group)
    if facts is None:
        return []
    rows = [*_from_logs(facts), *_from_outputs(facts)]
    rows = [row for row in rows if topic in (None, row["topic"])]
    return sorted(rows, key=lambda row: (row["where"], row["topic"], row["start"]))


def _from_logs(facts: GroupFacts) -> Iterable[Row]:
    changes = [each for each in facts.events_named(ADDED, REMOVED, source="broker") if each.at and each.topic]
    changes = [each for each in changes if each.topic and is_user_topic(each.topic)]
    for file, topic in dict.fromkeys((each.file, each.topic) for each in changes):
        own = [each for each in changes if (each.file, each.topic) == (file, topic)]
        end = _end(facts, file, own)
        for at, change in enumerate(own):
            until = own[at + 1].at if at + 1 < len(own) else end
            present = change.event == ADDED
            by = _writers(facts, change)
            yield _span(facts, file, topic, present, change.at, until, by, (change.file, change.line))


def _end(facts: GroupFacts, file: str, changes: Sequence[Event]) -> datetime | None:
    log = facts.logs.get(file)
    return max(filter(None, (changes[-1].last_at, log.last if log else None)), default=None)


def _writers(facts: GroupFacts, change: Event) -> list[str]:
    known = addresses(facts)
    found = (
        known.get(each.address, each.address)
        for each in facts.events_named(WRITTEN, source="broker")
        if each.file == change.file and each.address and each.at and change.at
        and timedelta(0) <= each.at - change.at < SAME_MOMENT
    )  # fmt: skip
    return sorted(set(found))


def _from_outputs(facts: GroupFacts) -> Iterable[Row]:
    """What mqadmin listed: each look stands until the next one."""
    progress = [(each.at, each.file, each.topics) for each in facts.snapshots if each.at and each.owners_shown]
    connection = [(each.at, each.file, frozenset(each.subscriptions)) for each in facts.rosters if each.at]
    for where, looks in (("consumerProgress", progress), ("consumerConnection", connection)):
        topics = sorted({topic for _, _, listed in looks for topic in listed if is_user_topic(topic)})
        for topic in topics if len(looks) > 1 else ():
            for (at, file, listed), (until, _, _) in zip(looks, [*looks[1:], looks[-1]], strict=True):
                yield _span(facts, where, topic, topic in listed, at, until, [], (file, None))


def _span(
    facts: GroupFacts, where: str, topic: str | None, present: bool, start: datetime | None, end: datetime | None,
    by: list[str], place: tuple[str, int | None],
) -> Row:  # fmt: skip
    return {
        "group": facts.group, "where": where, "topic": topic, "present": present, "start": start, "end": end,
        "by": by, "file": place[0], "line": place[1],
    }  # fmt: skip


def subscription_timeline_figure(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> go.Figure:
    """A line per broker and topic: thick where the topic stood in the table, dotted where it was gone.

    Marks tell whose heartbeat wrote the table at that moment. Raises UnknownGroup.
    """
    rows = subscription_timeline_data(diagnosis, group, topic)
    title = f"The subscription table of {label(chosen_group(diagnosis, group) or 'the group', 40)}, per broker"
    if not rows:
        return nothing_to_show(title, WHY_NOTHING)
    places = list(dict.fromkeys((row["where"], row["topic"]) for row in rows))
    figure = go.Figure([*_spans(rows, places), *_writes(rows, places)])
    names = [f"{label(where, 30)}<br><b>{label(each, 30)}</b>" for where, each in places]
    axis = {"tickvals": list(range(len(places))), "ticktext": names, "range": [len(places) - 0.5, -0.5]}
    return styled(figure, title, 150 + 46 * len(places), yaxis={**axis, "automargin": True, "zeroline": False},
                  xaxis={"type": "date", "automargin": True})  # fmt: skip


def _spans(rows: Sequence[Row], places: Sequence[tuple[str, str]]) -> list[go.Scatter]:
    present = {"width": 14, "color": HEALTHY}
    gone = {"width": 2, "color": ORPHAN, "dash": "dot"}
    return [
        _lines("topic is in the table", [row for row in rows if row["present"]], places, present),
        _lines("topic is gone", [row for row in rows if not row["present"]], places, gone),
    ]


def _lines(name: str, rows: Sequence[Row], places: Sequence[tuple[str, str]], line: dict[str, Any]) -> go.Scatter:
    x: list[str | None] = []
    y: list[int | None] = []
    for row in rows:
        at = places.index((row["where"], row["topic"]))
        x += [row["start"].isoformat(), (row["end"] or row["start"]).isoformat(), None]
        y += [at, at, None]
    return go.Scatter(x=x, y=y, mode="lines", name=name, line=line, hoverinfo="skip", showlegend=bool(rows))


def _writes(rows: Sequence[Row], places: Sequence[tuple[str, str]]) -> list[go.Scatter]:
    """A trace per writing client, the busiest first; those past the number of symbols share the last trace."""
    often = Counter(who for row in rows for who in row["by"])
    ranked = [who for who, _ in sorted(often.items(), key=lambda each: (-each[1], each[0]))]
    own, rest = (
        (ranked, []) if len(ranked) <= len(SYMBOLS) else (ranked[: len(SYMBOLS) - 1], ranked[len(SYMBOLS) - 1 :])
    )
    groups = [([who], label(who)) for who in own] + ([(rest, f"{len(rest)} others")] if rest else [])
    return [_write(at, who, name, rows, places) for at, (who, name) in enumerate(groups)]


def _write(
    number: int, who: Sequence[str], name: str, rows: Sequence[Row], places: Sequence[tuple[str, str]]
) -> go.Scatter:
    own = [row for row in rows if set(who) & set(row["by"])]
    return go.Scatter(
        x=[row["start"].isoformat() for row in own],
        y=[places.index((row["where"], row["topic"])) for row in own],
        text=[_hover(row) for row in own],
        mode="markers",
        name=f"written by {name}",
        marker={"symbol": SYMBOLS[number], "size": 10, "color": owner_colour(number + 1),
                "line": {"width": 1, "color": "#1d2327"}},
        hovertemplate="%{text}<extra></extra>",
    )  # fmt: skip


def _hover(row: Row) -> str:
    what = "comes into the table" if row["present"] else "leaves the table"
    place = row["file"] if row["line"] is None else f"{row['file']}:{row['line']}"
    return hover([("topic", f"{row['topic']} {what}"), ("at", row["start"]), ("written by", row["by"]), ("in", place)])
