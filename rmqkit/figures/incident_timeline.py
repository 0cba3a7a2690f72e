"""Everything that happened to a group on one axis of time, a lane per kind of happening.

What it means is not asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import plotly.graph_objects as go

from rmqkit.diagnosis import Diagnosis, Severity
from rmqkit.diagnosis.case.thrown import failures_once
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.render.names import names_of
from rmqkit.diagnosis.render.parts import file_and_line
from rmqkit.figures.appearance import (
    DATES,
    hover,
    in_two_lines,
    in_zone,
    looks_of,
    marked,
    marks_in_time,
    nothing_to_show,
    spans_of_time,
    styled,
)
from rmqkit.figures.scope import facts_of, group_label
from rmqkit.language import clock, say
from rmqkit.rocketmq.internal_topics import is_user_topic

WHY_NOTHING = say("Nothing in the evidence has a timestamp.")
FAILED = "mark.listener_failed"
MOST_MARKS = 240
"""In a lane: a screen has no room for more, so that marks nearer than a pixel or two are one."""
Row = dict[str, Any]


LANES = looks_of("lanes")
"""By name, from above."""
EPOCHS, FINDINGS = LANES["epochs"], LANES["findings"]
MARKS = {name: {**mark, "lane": LANES[mark["lane"]]} for name, mark in looks_of("marks").items()}
"""By what records report (`records.tsv`), and three that none reports: what they are on the timeline, how they look."""
_OF_NO_RECORD = ("change", "caught_up", "behind")
_SPANS = looks_of("spans")
_TOPIC_CHANGES = ("mark.topic_added", "mark.topic_removed")


def incident_timeline_data(diagnosis: Diagnosis, group: str | None = None) -> list[Row]:
    """One row per mark of a group (default: the worst), in the order of lanes and time; first the epochs, each a span
    from one change to the next, with what was found in it.

    Fields: `lane, kind` (its label), `event`, `at, until` (UTC), `times` (records behind the mark), `who` (short names
    of clients), `topics, brokers`, `messages` (behind, in a snapshot), `file, line` of the first record, `finding` (the
    id, in the lane of the findings; for an epoch all of them), `change` (what changed when an epoch began),
    `exceptions` (what listeners threw, each once). Nearby marks of one kind are merged so that a lane has at most
    MOST_MARKS spans of time. Raises UnknownGroup.
    """
    facts = facts_of(diagnosis, group)
    if facts is None:
        return []
    marks = _thinned(list(_marks_of(facts)))
    end = max((mark["until"] for mark in marks), default=None)
    rows = [*_epoch_rows(diagnosis, facts.group, end), *_finding_rows(diagnosis, facts.group, end), *marks]
    in_order = list(LANES.values())
    return sorted(rows, key=lambda row: (in_order.index(row["lane"]), row["at"], row["kind"], row["file"] or ""))


def _row(lane: str, kind: str, at: datetime, until: datetime, **told: Any) -> Row:  # noqa: ANN401
    """A row of the timeline, with nothing in the fields that are not given."""
    lists: Row = {"who": [], "topics": [], "brokers": [], "exceptions": []}
    unknown = dict.fromkeys(("messages", "file", "line", "finding"))
    return {"lane": lane, "kind": kind, "event": "", "at": at, "until": until, "times": 1, **lists, **unknown, **told}


def _marks_of(facts: GroupFacts) -> Iterable[Row]:
    """What belongs on the axis and has a time: no mere repetition of a subscription, a failure once, the snapshots."""
    names = names_of(facts)
    for reported, kind in MARKS.items():
        events = facts.records(reported) if reported not in _OF_NO_RECORD else ()
        for event in failures_once(events) if reported == FAILED else events:
            retry = reported in _TOPIC_CHANGES and not is_user_topic(event.topic or "")
            repeated = reported == "mark.expression_changed" and not event.carried.other_expression
            if not event.at or event.group not in (None, facts.group) or retry or repeated:
                continue
            thrown = event.carried.thrown if reported == FAILED else None
            where = say("{exception} at {frame}", exception=str(thrown), frame=thrown.frame) if thrown else ""
            yield _row(
                kind["lane"], kind["words"], event.at, event.last_at or event.at, event=event.event, times=event.times,
                who=[names.of(event.client_id)] if event.client_id else [event.address] if event.address else [],
                topics=[event.topic] if event.topic else [], brokers=[event.broker] if event.broker else [],
                file=event.file, line=event.line,
                exceptions=[where if thrown.frame else str(thrown)] if thrown else [],
            )  # fmt: skip
    for snapshot in facts.snapshots:
        if snapshot.at:
            behind = sum(row.diff for row in snapshot.rows)
            kind = MARKS["behind" if behind > 0 else "caught_up"]
            line = min((row.line for row in snapshot.rows), default=None)
            yield _row(
                kind["lane"], kind["words"], snapshot.at, snapshot.at, event="consumer_progress",
                topics=sorted(snapshot.topics), messages=behind, file=snapshot.file, line=line,
            )  # fmt: skip


def _epoch_rows(diagnosis: Diagnosis, group: str, end: datetime | None) -> Iterable[Row]:
    """From change to change, where anything changed."""
    for entry in diagnosis.timeline:
        if entry.group == group and entry.since:
            file, number = next(((line.file, line.line) for line in entry.evidence), (None, None))
            until = max(entry.since, entry.until or end or entry.since)
            found = {"finding": ", ".join(entry.findings) or None, "healthy": entry.healthy or None}
            told = {"change": entry.change, "file": file, "line": number, **found}
            yield _row(EPOCHS, MARKS["change"]["words"], entry.since, until, **told)


def _finding_rows(diagnosis: Diagnosis, group: str, end: datetime | None) -> Iterable[Row]:
    """From when to when each finding that weighs something goes on."""
    for finding in diagnosis.of_group(group):
        if finding.since and finding.severity > Severity.UNKNOWN:
            until = max(finding.since, (end if finding.ongoing else finding.until) or finding.since)
            about = {"topics": list(finding.topics), "brokers": list(finding.brokers), "finding": finding.id}
            yield _row(FINDINGS, finding.id, finding.since, until, **about)


def _thinned(marks: Sequence[Row]) -> list[Row]:
    """Marks of one kind within the same small part of the whole time are one mark that counts them."""
    if not marks:
        return []
    first = min(mark["at"] for mark in marks)
    part = max((max(mark["at"] for mark in marks) - first) / MOST_MARKS, timedelta(milliseconds=1))
    near: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for mark in sorted(marks, key=lambda mark: (mark["at"], mark["file"], mark["line"] or 0)):
        near[mark["kind"], (mark["at"] - first) // part].append(mark)
    merged = []
    for own in near.values():
        named = {name: sorted({each for mark in own for each in mark[name]}) for name in ("who", "topics", "brokers")}
        merged.append({
            **own[0], **named, "until": max(mark["until"] for mark in own), "times": sum(mark["times"] for mark in own),
            "messages": own[-1]["messages"],
            "exceptions": list(dict.fromkeys(each for mark in own for each in mark["exceptions"])),
        })  # fmt: skip
    return merged


def incident_timeline_figure(diagnosis: Diagnosis, group: str | None = None) -> go.Figure:
    """The timeline: lanes from findings to brokers, a symbol per kind; hover shows who, what and which line.

    Raises UnknownGroup.
    """
    rows = incident_timeline_data(diagnosis, group)
    title = say("What happened in {group}", group=group_label(diagnosis, group))
    if not rows:
        return nothing_to_show(title, WHY_NOTHING)
    # A line for each finding, then one for each kind of happening that there is.
    findings = [row["kind"] for row in rows if row["lane"] == FINDINGS]
    others = {row["lane"] for row in rows} - {EPOCHS, FINDINGS}
    epochs = [EPOCHS] if any(row["lane"] == EPOCHS for row in rows) else []
    lanes = [*epochs, *dict.fromkeys(findings), *(lane for lane in LANES.values() if lane in others)]
    figure = go.Figure([trace for trace in (*_spans(rows, lanes), *_marks(rows, lanes)) if trace.x])
    names = [marked("<b>{}</b>", lane if lane in LANES.values() else in_two_lines(lane)) for lane in lanes]
    axis = {"tickvals": list(range(len(lanes))), "ticktext": names, "range": [len(lanes) - 0.4, -0.6]}
    return styled(figure, title, 150 + 44 * len(lanes), in_zone(), xaxis=DATES,
                  yaxis={**axis, "automargin": True, "zeroline": False, "fixedrange": True})  # fmt: skip


def _lane_of(row: Row, lanes: Sequence[str]) -> int:
    return lanes.index(row["kind"] if row["lane"] == FINDINGS else row["lane"])


def _spans(rows: Sequence[Row], lanes: Sequence[str]) -> Iterable[go.Scatter]:
    """Epochs coloured by what was found in them, the spans of the findings, and a thin line for records that repeat.

    What takes no time is as long as a reader can see.
    """
    whole: timedelta = max(row["until"] for row in rows) - min(row["at"] for row in rows)
    shortest = whole / 200
    own: dict[str, list[Row]] = {name: [] for name in _SPANS}
    for row in rows:
        if row["lane"] == EPOCHS:
            own["wrong" if row["finding"] else "healthy" if row["healthy"] else "unknown"].append(row)
        elif row["lane"] == FINDINGS:
            own["finding"].append(row)
        elif row["until"] - row["at"] > 2 * shortest:
            own["repeated"].append(row)
    for name, span in _SPANS.items():
        least = timedelta() if name == "repeated" else shortest
        drawn = ((row["at"], max(row["until"], row["at"] + least), _lane_of(row, lanes)) for row in own[name])
        yield spans_of_time(span["words"], drawn, line={"width": span["width"], "color": span["colour"]})


def _marks(rows: Sequence[Row], lanes: Sequence[str]) -> Iterable[go.Scatter]:
    """A trace for each kind; kinds of one lane are a little above each other, so that marks of one moment do not hide
    each other."""
    shown = grouped(((row["lane"], row["kind"]), row) for row in rows)
    for kind in MARKS.values():
        lane, words = kind["lane"], kind["words"]
        neighbours = [other["words"] for other in MARKS.values() if (lane, other["words"]) in shown]
        own, shift = shown.get((lane, words), []), 0.0
        if own and len(neighbours) > 1:
            shift = round(0.5 * neighbours.index(words) / (len(neighbours) - 1) - 0.25, 3)
        marks = ((row["at"], _lane_of(row, lanes) + shift, _hover(row)) for row in own)
        yield marks_in_time(words, marks, {"symbol": kind["symbol"], "size": 10, "color": kind["colour"]})


def _hover(row: Row) -> str:
    place = file_and_line(row["file"], row["line"])
    until = row["until"] if row["until"] > row["at"] else None
    return hover(
        [
            (row["lane"], row["kind"]),
            (say("at"), clock.moment(row["at"])),
            (say("what changed"), row.get("change")),
            (say("what was found"), row["finding"] if row["lane"] == EPOCHS else None),
            (say("why it is healthy"), row.get("healthy")),
            (say("until"), clock.moment(until) if until else None),
            (say("records"), row["times"] if row["times"] > 1 else None),
            (say("thrown"), row["exceptions"][:3]),
            (say("who"), row["who"][:8]),
            (say("topics"), row["topics"][:8]),
            (say("brokers"), row["brokers"][:8]),
            (say("messages behind"), row["messages"]),
            (say("first in"), place),
        ]
    )
