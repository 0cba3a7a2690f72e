"""Lag over time: how far behind each queue is, which queues fall behind together, and which groups of many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from datetime import datetime
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import GroupFacts, QueueProgress
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.finding import as_json
from rmqkit.diagnosis.relations.lags import LagOverTime, lags_over_time
from rmqkit.diagnosis.wording import ranges
from rmqkit.figures.appearance import (
    DATES,
    MOST_POINTS,
    hover,
    in_zone,
    label,
    left_out,
    looks_of,
    nothing_to_show,
    owner_colour,
    share_of,
    styled,
    with_peaks,
)
from rmqkit.figures.scope import chosen_group, facts_of, group_label, topic_order
from rmqkit.language import joined, say, say_counted
from rmqkit.language.clock import local
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic

LOOKS = looks_of("lag")
MOST_PANELS, MOST_GROUPS_DRAWN = 8, 10
WHY_NOTHING = say("The evidence has neither consumerProgress output with offsets nor lag metrics.")
Row = dict[str, Any]


def lag_data(
    diagnosis: Diagnosis, group: str | None = None, topic: str | None = None, most: int | None = None
) -> list[Row]:
    """One row per queue and snapshot of a group (default: the worst), optionally of one topic, and one per topic and
    metrics sample.

    `most`: about this many rows at most; each queue then keeps its first and last row and the lowest and highest lag in
    between.

    Fields: `group, topic, broker, queue, file, look` (1 for the oldest snapshot), `at` (None if the snapshot has no
    time), `broker_offset, consumer_offset, diff` (messages), `client` (the Client IP shown), `state` (owned, orphan,
    double, stuck, filtered, unknown, metrics). For metrics `queue` and the offsets are None. Raises UnknownGroup.
    """
    facts = facts_of(diagnosis, group)
    if facts is None:
        return []
    states = _states(diagnosis, facts)
    counted = [one for one in lags_over_time(facts) if topic in (None, one.topic)]
    # Each queue's row in every snapshot, beside the snapshot's number.
    lines: dict[MessageQueue, list[tuple[int, QueueProgress]]] = defaultdict(list)
    for look, snapshot in enumerate(facts.snapshots, start=1):
        for each in snapshot.rows:
            if topic in (None, each.queue.topic):
                lines[each.queue].append((look, each))
    longest = max([len(facts.snapshots), *(len(one.samples) for one in counted)])
    share = share_of(len(lines) + len(counted), most) if most else longest
    rows: list[Row] = []
    for queue in sorted(lines, key=lambda queue: (topic_order(queue.topic), queue.broker, queue.queue)):
        for look, each in with_peaks(lines[queue], share, lambda point: point[1].diff):
            snapshot = facts.snapshots[look - 1]
            rows.append({
                "group": facts.group, **as_json(queue), "file": snapshot.file, "look": look, "at": snapshot.at,
                "broker_offset": each.broker_offset, "consumer_offset": each.consumer_offset, "diff": each.diff,
                "client": each.client_ip, "state": states.get(queue, "unknown"),
            })  # fmt: skip
    return rows + [row for one in counted for row in _metric_rows(facts, one, share)]


def _metric_rows(facts: GroupFacts, series: LagOverTime, share: int) -> list[Row]:
    """A topic as metrics count it: all queues together, of one broker where brokers count."""
    place = {"group": facts.group, "topic": series.topic, "broker": series.broker, "queue": None}
    unknown = {"broker_offset": None, "consumer_offset": None, "client": None}
    samples = with_peaks(list(enumerate(series.samples, start=1)), share, lambda point: point[1].lag)
    return [
        {**place, "file": one.place.file, "look": number, "at": one.at, **unknown, "diff": one.lag, "state": "metrics"}
        for number, one in samples
    ]


def lag_by_group_data(diagnosis: Diagnosis, most: int = MOST_GROUPS_DRAWN) -> list[Row]:
    """One row per group and moment, of the groups that are most behind where the evidence ends, the first of these
    first: by the snapshots with a time, or by metrics where these have more moments.

    Fields: `group, severity, at, lag` (messages in all queues of applications' topics).
    """
    behind = sorted((-(state.lag or 0), group) for group, state in diagnosis.groups.items() if state.lag)
    found = diagnosis.by_group()
    return [
        {"group": group, "severity": diagnosis.state_of(group).severity(found[group]), "at": at, "lag": lag}
        for _, group in behind[:most]
        for at, lag in with_peaks(_totals(diagnosis.facts[group]), share_of(most), lambda point: point[1])
    ]


def _totals(facts: GroupFacts) -> list[tuple[datetime, int]]:
    """At each moment how many messages a group was behind. A queue that a snapshot leaves out, since a broker's table
    lacks its topic at that moment, counts as it was listed last. Of metrics each series counts from its first sample
    on."""
    listed: dict[MessageQueue, int] = {}
    looks = []
    for look in facts.snapshots:
        listed |= {row.queue: max(0, row.diff) for row in look.rows if row.queue.is_users}
        if look.at:
            looks.append((look.at, sum(listed.values())))
    series = lags_over_time(facts)
    samples = sorted((sample.at, at, sample.lag) for at, one in enumerate(series) for sample in one.samples)
    newest: dict[int, int] = {}
    counted: dict[datetime, int] = {}
    for moment, at, lag in samples:
        newest[at] = lag
        counted[moment] = sum(newest.values())
    return max(looks, list(counted.items()), key=len)


def _states(diagnosis: Diagnosis, facts: GroupFacts) -> dict[MessageQueue, str]:
    states = {row.queue: row.state for row in diagnosis.allocation.get(facts.group, ())}
    for found, state in (("orphan_queues", "orphan"), ("consumer_stuck", "stuck")):
        ongoing = (one for one in diagnosis.of_group(facts.group) if one.id == found and one.ongoing)
        states.update({queue: state for one in ongoing for queue in one.queues})
    return states


def lag_figure(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> go.Figure:
    """Messages behind: a line per queue, a panel per topic, coloured by what is known about the queue's owner.

    Queues that no snapshot lists are named under the title: they may be the worst ones. Raises UnknownGroup.
    """
    rows = lag_data(diagnosis, group, topic, MOST_POINTS)
    title = say("Messages behind in {group}, per queue", group=group_label(diagnosis, group))
    unlisted = _unlisted(diagnosis, group, topic, rows)
    if not rows:
        return nothing_to_show(title, WHY_NOTHING)
    topics, more = _panels(rows)
    drawn = [row for row in rows if row["topic"] in topics]
    height = 130 + 210 * len(topics)
    figure = _drawn(drawn, topics, height)
    utc = in_zone() if all(row["at"] for row in drawn) else ""
    notes = (unlisted, more, _left_out(facts_of(diagnosis, group), topic, len(rows)), utc)
    shown: set[str] = set()
    for trace in figure.data:
        trace.showlegend = trace.legendgroup not in shown
        shown.add(trace.legendgroup)
    return styled(figure, title, height, joined(". ", notes))


def lag_by_group_figure(diagnosis: Diagnosis) -> go.Figure:
    """Messages behind, a line per group, of the groups that are most behind; those of sick groups are solid."""
    rows, title = lag_by_group_data(diagnosis), say("Messages behind, per group")
    if not rows:
        return nothing_to_show(title, WHY_NOTHING)
    figure, groups = go.Figure(), list(dict.fromkeys(row["group"] for row in rows))
    for place, group in enumerate(groups):
        own = [row for row in rows if row["group"] == group]
        name = f"{label(group, 40)} ({own[0]['severity']})"
        figure.add_scatter(
            x=[local(row["at"]).isoformat() for row in own],
            y=[row["lag"] for row in own],
            mode="lines+markers",
            name=name,
            line={"color": owner_colour(place), "dash": "solid" if own[0]["severity"] >= Severity.NOTICE else "dot"},
            marker={"symbol": place, "size": 7},
        )
    figure.update_yaxes(rangemode="tozero", tickformat=",d", automargin=True)
    figure.update_xaxes(**DATES)
    left = sum(1 for state in diagnosis.groups.values() if state.lag is not None) - len(groups)
    more = say("{number:,} more groups have less lag", number=left) if left else ""
    return styled(figure, title, 420, joined("; ", [more, in_zone()]))


def _drawn(rows: Sequence[Row], topics: Sequence[str], height: int) -> go.Figure:
    """Each topic's lines in a panel of its own."""
    figure = make_subplots(
        rows=len(topics), cols=1, shared_xaxes=True, vertical_spacing=60 / height if len(topics) > 1 else 0,
        subplot_titles=[label(topic, 60) for topic in topics],
    )  # fmt: skip
    names = _names(rows)
    for at, topic in enumerate(topics, start=1):
        for trace in _traces([row for row in rows if row["topic"] == topic], names):
            figure.add_trace(trace, row=at, col=1)
    figure.update_yaxes(rangemode="tozero", tickformat=",d", automargin=True)
    for at, topic in enumerate(topics, start=1):
        # Whole messages: a scale of a few would get the same number several times.
        if max(row["diff"] for row in rows if row["topic"] == topic) < 5:
            figure.update_yaxes(range=[-0.3, 5], row=at, col=1)
    timed = all(row["at"] for row in rows)
    return figure.update_xaxes(**DATES if timed else {"dtick": 1, "tickprefix": say("snapshot "), "automargin": True})


def _left_out(facts: GroupFacts | None, topic: str | None, drawn: int) -> str:
    """What to say where not every look at every queue is drawn."""
    looks = facts.snapshots if facts else ()
    points = sum(look.times * sum(topic in (None, row.queue.topic) for row in look.rows) for look in looks)
    points += sum(len(one.samples) for one in lags_over_time(facts) if topic in (None, one.topic)) if facts else 0
    return left_out(drawn, points, "points")


def _panels(rows: Sequence[Row]) -> tuple[list[str], str]:
    """The topics that get a panel, in order, and what to say of the others (those least behind)."""
    # Of each topic, in order, the most messages that a queue was ever behind.
    most: dict[str, int] = {}
    for row in rows:
        most[row["topic"]] = max(most.get(row["topic"], 0), row["diff"])
    topics = [topic for topic in most if is_user_topic(topic) or most[topic]] or list(most)
    # A panel of a flat line at zero tells no more than its name does.
    behind = [topic for topic in topics if most[topic]] or topics
    even = [topic for topic in topics if topic not in behind]
    worst = sorted(behind, key=lambda topic: -most[topic])[:MOST_PANELS]
    less = len(behind) - len(worst)
    notes = (
        say("{number} more topics have less lag", number=less) if less else "",
        say("never behind: {topics}", topics=label(", ".join(even), 110)) if even else "",
    )
    return sorted(worst, key=topics.index), joined(". ", notes)


def _names(rows: Sequence[Row]) -> dict[str, str]:
    """By state: its words, and how many queues there are of it, since lines may lie on one another."""
    queues = grouped({(row["state"], _key(row)) for row in rows})
    return {
        state: words
        if state == "metrics"
        else say_counted(len(own), "{state} ({number:,} queue)", "{state} ({number:,} queues)", state=words)
        for state, own in queues.items()
        for words in [LOOKS[state]["words"]]
    }


def _traces(rows: Sequence[Row], names: Mapping[str, str]) -> list[go.Scatter]:
    """One trace per state; the lines of its queues are kept apart by gaps."""
    traces = []
    for state, look in LOOKS.items():
        lines = _lines([row for row in rows if row["state"] == state])
        if lines["x"]:
            traces.append(
                go.Scatter(
                    **lines,
                    mode="lines+markers",
                    name=names[state],
                    legendgroup=state,
                    connectgaps=False,
                    line={"color": look["colour"], "dash": look["dash"], "width": 1.5},
                    marker={"symbol": look["symbol"], "size": 6},
                    hovertemplate="%{text}<extra></extra>",
                )
            )
    return traces


def _lines(rows: Sequence[Row]) -> dict[str, list[Any]]:
    x: list[Any] = []
    y: list[int | None] = []
    text: list[str] = []
    timed = all(row["at"] for row in rows)
    for at, row in enumerate(rows):
        if at and _key(row) != _key(rows[at - 1]):
            x.append(None)
            y.append(None)
            text.append("")
        x.append(local(row["at"]).isoformat() if timed else row["look"])
        y.append(row["diff"])
        text.append(_hover(row))
    return {"x": x, "y": y, "text": text}


def _key(row: Row) -> tuple[str, str, int | None]:
    return row["topic"], row["broker"], row["queue"]


def _hover(row: Row) -> str:
    return hover(
        [
            (say("queue"), " ".join(str(part) for part in _key(row) if part not in (None, ""))),
            (say("messages behind"), row["diff"]),
            (say("broker offset"), row["broker_offset"]),
            (say("consumer offset"), row["consumer_offset"]),
            (say("client"), None if row["state"] == "metrics" else row["client"] or "N/A"),
            (say("snapshot"), row["file"]),
        ]
    )


def _unlisted(diagnosis: Diagnosis, group: str | None, topic: str | None, rows: Sequence[Row]) -> str:
    """Orphan queues that no snapshot lists: mqadmin shows only topics that stand in the table at that moment."""
    listed = {_key(row) for row in rows}
    drawn = diagnosis.allocation.get(chosen_group(diagnosis, group) or "", ())
    orphans = [row.queue for row in drawn if row.state == "orphan" and topic in (None, row.queue.topic)]
    hidden = [queue for queue in orphans if queue.is_users and astuple(queue) not in listed]
    return say("No consumer, and in no snapshot: {queues}", queues=label(ranges(hidden), 110)) if hidden else ""
