"""The subscription timeline: per broker, when each topic stood in the group's table,
and whose heartbeat wrote it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

import plotly.graph_objects as go

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.group import GroupFacts, derived
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.relations.members import addresses
from rmqkit.diagnosis.render.parts import file_and_line
from rmqkit.figures.appearance import (
    DATES,
    HEALTHY,
    ORPHAN,
    hover,
    in_zone,
    label,
    nothing_to_show,
    owner_colour,
    styled,
)
from rmqkit.figures.client_names import ClientNames, client_names
from rmqkit.figures.scope import facts_of, group_label
from rmqkit.figures.thinning import share_of, stretches
from rmqkit.language import joined, say
from rmqkit.language.clock import local
from rmqkit.rocketmq.internal_topics import is_user_topic

ADDED, REMOVED, WRITTEN = "subscription_topic_added", "subscription_topic_removed", "consumer_info_changed"
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "triangle-down", "star", "hexagon", "pentagon")
WHY_NOTHING = say("The evidence shows no topic coming into or leaving the group's subscription table.")
SAME_MOMENT = timedelta(seconds=1)
Row = dict[str, Any]
# When an output was printed, its file, and the topics that it lists.
_List = tuple[datetime | None, str, frozenset[str]]
# What has a line of its own.
_PLACE = itemgetter("where", "topic")


def subscription_timeline_data(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> list[Row]:
    """One row per span of time in which a topic stood, or did not stand,
    in the table of one broker.

    Fields: `group, where` (the broker's log, or the mqadmin command), `topic, present, start, end`
    (UTC), `by` (the clients or addresses whose registration stands at its start; empty where the
    log does not tell), `file, line` of what opened it. Retry topics are left out. Raises
    UnknownGroup.
    """
    facts = facts_of(diagnosis, group)
    if facts is None:
        return []
    rows = [*_from_logs(facts), *_from_outputs(facts)]
    rows = [row for row in rows if topic in (None, row["topic"])]
    return sorted(rows, key=lambda row: (row["where"], row["topic"], row["start"]))


def _from_logs(facts: GroupFacts) -> Iterable[Row]:
    changes: dict[tuple[str, str], list[Event]] = defaultdict(list)
    for change in facts.events_named(ADDED, REMOVED, source="broker"):
        if change.at and change.topic and is_user_topic(change.topic):
            changes[change.file, change.topic].append(change)
    for (file, topic), own in changes.items():
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
    """The clients whose registration was logged in the second after a change."""
    if change.at is None:
        return []
    known, written = addresses(facts), _written(facts, change.file)
    first = bisect_left(written, change.at, key=itemgetter(0))
    behind = bisect_left(written, change.at + SAME_MOMENT, key=itemgetter(0))
    return sorted({known.get(address, address) for _, address in written[first:behind]})


@derived
def _written(facts: GroupFacts, file: str) -> list[tuple[datetime, str]]:
    """When which address registered, by one broker's log, in the order of time."""
    events = facts.events_named(WRITTEN, source="broker", file=file)
    return sorted((event.at, event.address) for event in events if event.at and event.address)


def _from_outputs(facts: GroupFacts) -> Iterable[Row]:
    """What mqadmin listed: each look stands until the next one."""
    looks = [look for look in facts.snapshots if look.owners_shown]
    progress = [(look.at, look.file, look.topics) for look in looks if look.at]
    rosters = [roster for roster in facts.rosters if roster.at]
    connection = [(roster.at, roster.file, frozenset(roster.subscriptions)) for roster in rosters]
    yield from _from_lists(facts, "consumerProgress", progress)
    yield from _from_lists(facts, "consumerConnection", connection)


def _from_lists(facts: GroupFacts, where: str, lists: Sequence[_List]) -> Iterable[Row]:
    if len(lists) < 2:
        return
    topics = frozenset[str]().union(*(listed for _, _, listed in lists))
    for topic in sorted(filter(is_user_topic, topics)):
        for (at, file, listed), (until, _, _) in zip(lists, [*lists[1:], lists[-1]], strict=True):
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
    """A line per broker and topic: thick where the topic stood in the table,
    dotted where it was gone.

    Marks tell whose heartbeat wrote the table at that moment. Raises UnknownGroup.
    """
    spans = subscription_timeline_data(diagnosis, group, topic)
    rows = _thinned(spans)
    title = say("The subscription table of {group}, per broker", group=group_label(diagnosis, group))
    if not rows:
        return nothing_to_show(title, WHY_NOTHING)
    places = {place: line for line, place in enumerate(dict.fromkeys(map(_PLACE, rows)))}
    figure = go.Figure([*_spans(rows, places), *_writes(rows, places, client_names(diagnosis, group))])
    names = [f"{label(where, 30)}<br><b>{label(each, 30)}</b>" for where, each in places]
    axis = {"tickvals": list(range(len(places))), "ticktext": names, "range": [len(places) - 0.5, -0.5]}
    note = joined(". ", (in_zone(), _left_out(len(rows), len(spans))))
    return styled(figure, title, 150 + 46 * len(places), note, yaxis={**axis, "automargin": True, "zeroline": False},
                  xaxis=DATES)  # fmt: skip


def _thinned(spans: Sequence[Row]) -> list[Row]:
    """All spans of a line; where they are too many, of each stretch the longest
    with the topic and without it."""
    lines = [list(line) for _, line in groupby(spans, key=_PLACE)]
    share = share_of(len(lines))
    return [row for line in lines for row in (line if len(line) <= share else _longest(line, share))]


def _longest(line: Sequence[Row], most: int) -> list[Row]:
    kept: set[int] = set()
    for stretch in stretches(0, len(line), most // 2):
        longest: dict[bool, int] = {}
        for at in sorted(stretch, key=lambda at: _length(line[at])):
            longest[line[at]["present"]] = at
        kept.update(longest.values())
    return [line[at] for at in sorted(kept)]


def _length(row: Row) -> timedelta:
    length: timedelta = (row["end"] or row["start"]) - row["start"]
    return length


def _left_out(drawn: int, spans: int) -> str:
    if drawn == spans:
        return ""
    return say("{drawn:,} of {spans:,} spans are drawn: of each stretch the longest", drawn=drawn, spans=spans)


def _spans(rows: Sequence[Row], places: Mapping[tuple[str, str], int]) -> list[go.Scatter]:
    present = {"width": 14, "color": HEALTHY}
    gone = {"width": 2, "color": ORPHAN, "dash": "dot"}
    return [
        _lines(say("topic is in the table"), [row for row in rows if row["present"]], places, present),
        _lines(say("topic is gone"), [row for row in rows if not row["present"]], places, gone),
    ]


def _lines(name: str, rows: Sequence[Row], places: Mapping[tuple[str, str], int], line: dict[str, Any]) -> go.Scatter:
    x: list[str | None] = []
    y: list[int | None] = []
    for row in rows:
        at = places[_PLACE(row)]
        x += [local(row["start"]).isoformat(), local(row["end"] or row["start"]).isoformat(), None]
        y += [at, at, None]
    return go.Scatter(x=x, y=y, mode="lines", name=name, line=line, hoverinfo="skip", showlegend=bool(rows))


def _writes(rows: Sequence[Row], places: Mapping[tuple[str, str], int], names: ClientNames) -> list[go.Scatter]:
    """A trace per writing client, the busiest first;
    those past the number of symbols share the last trace."""
    often = Counter(who for row in rows for who in row["by"])
    ranked = [who for who, _ in sorted(often.items(), key=lambda each: (-each[1], each[0]))]
    own, rest = (
        (ranked, []) if len(ranked) <= len(SYMBOLS) else (ranked[: len(SYMBOLS) - 1], ranked[len(SYMBOLS) - 1 :])
    )
    groups: list[tuple[Sequence[str], str]] = [([who], label(names.of(who))) for who in own]
    groups += [(rest, say("{number} others", number=len(rest)))] if rest else []
    return [_write(at, who, name, rows, places) for at, (who, name) in enumerate(groups)]


def _write(
    number: int, who: Sequence[str], name: str, rows: Sequence[Row], places: Mapping[tuple[str, str], int]
) -> go.Scatter:
    writers = set(who)
    own = [row for row in rows if not writers.isdisjoint(row["by"])]
    return go.Scatter(
        x=[local(row["start"]).isoformat() for row in own],
        y=[places[_PLACE(row)] for row in own],
        text=[_hover(row) for row in own],
        mode="markers",
        name=say("written by {name}", name=name),
        marker={"symbol": SYMBOLS[number], "size": 10, "color": owner_colour(number + 1),
                "line": {"width": 1, "color": "#1d2327"}},
        hovertemplate="%{text}<extra></extra>",
    )  # fmt: skip


def _hover(row: Row) -> str:
    topic = row["topic"]
    came, left = say("{topic} comes into the table", topic=topic), say("{topic} leaves the table", topic=topic)
    return hover(
        [
            (say("topic"), came if row["present"] else left),
            (say("at"), row["start"]),
            (say("written by"), row["by"]),
            (say("in"), file_and_line(row["file"], row["line"])),
        ]
    )
