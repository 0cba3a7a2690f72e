"""The bench: when anything happened to the group, as points in time that can be clicked. No judgement here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import plotly.graph_objects as go

from rmqkit.bench.looks import Look
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.figures.appearance import DATES, hover, nothing_to_show, owner_colour, styled
from rmqkit.language import clock, message, say

LOOKS: str = message("snapshots of owners")
MEMBERS, SUBSCRIPTIONS, REBALANCES = message("members"), message("subscriptions"), message("rebalances")
REFUSALS = message("refusals")
LANES: Mapping[str, str] = {
    "consumer_connected": MEMBERS,
    "consumer_disconnected": MEMBERS,
    "consumer_shutdown": MEMBERS,
    "subscription_topic_added": SUBSCRIPTIONS,
    "subscription_topic_removed": SUBSCRIPTIONS,
    "subscription_changed": SUBSCRIPTIONS,
    "consumer_ids_changed": REBALANCES,
    "rebalance_result": REBALANCES,
    "queue_added": REBALANCES,
    "queue_dropped": REBALANCES,
    "pull_rejected": REFUSALS,
    "subscription_not_exist": REFUSALS,
}
"""By log message: the line that it is drawn on. The first of many alike stands for all."""
ORDER = (LOOKS, MEMBERS, SUBSCRIPTIONS, REBALANCES, REFUSALS)


@dataclass(frozen=True)
class Moment:
    """Something that happened, or was looked at."""

    at: datetime
    lane: str
    what: str
    times: int = 1


def moments_of(facts: GroupFacts, looks: Sequence[Look]) -> tuple[Moment, ...]:
    """Every look that tells its time, and what the logs tell of the group, in order."""
    moments = [Moment(look.at, LOOKS, look.name) for look in looks if look.at]
    moments += [
        Moment(event.at, LANES[event.event], event.event, event.times)
        for event in facts.events
        if event.at and event.event in LANES
    ]
    return tuple(sorted(moments, key=lambda moment: (moment.at, moment.lane, moment.what)))


def moments_figure(moments: Sequence[Moment]) -> go.Figure:
    """A line per kind of thing, a point per moment."""
    title = say("When it happened")
    if not moments:
        return nothing_to_show(title, say("Nothing in the evidence tells its time."))
    lanes = [lane for lane in ORDER if any(moment.lane == lane for moment in moments)]
    figure = go.Figure([_points(number, lane, moments) for number, lane in enumerate(lanes)])
    axis = {
        "tickvals": list(range(len(lanes))),
        "ticktext": lanes,
        "range": [len(lanes) - 0.5, -0.5],
        "zeroline": False,
        "automargin": True,
        "fixedrange": True,
    }
    layout: dict[str, Any] = {"yaxis": axis, "xaxis": DATES, "autosize": True}
    return styled(figure, title, 110 + 30 * len(lanes), showlegend=False, **layout)


def _points(number: int, lane: str, moments: Sequence[Moment]) -> go.Scatter:
    own = [moment for moment in moments if moment.lane == lane]
    return go.Scatter(
        x=[clock.local(moment.at).isoformat() for moment in own],
        y=[number] * len(own),
        text=[_hover(moment) for moment in own],
        mode="markers",
        name=lane,
        marker={"size": 11, "color": owner_colour(number), "opacity": 0.8},
        hovertemplate="%{text}<extra></extra>",
    )


def _hover(moment: Moment) -> str:
    at = clock.moment(moment.at)
    return hover([(say("at"), at), (say("what"), moment.what), (say("times"), moment.times)])
