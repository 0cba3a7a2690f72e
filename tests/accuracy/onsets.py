"""When a finding began, against what the lab did and when (truth.json). Pure."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from rmqkit.diagnosis import Finding
from tests.accuracy.against_ledgers import SEEN_WITHIN, Ledger

# Logs are dated in whole seconds up to 5.0, and clocks of processes differ by less.
EARLY = 2.0
Span = tuple[float, float]
"""From the first to the last moment at which it can have begun."""
Told = Mapping[str, Any]

ALIKE: Mapping[str, Callable[[Told], Hashable]] = {
    "inconsistent_subscription": lambda client: frozenset(tuple(one.values()) for one in client["subscriptions"]),
    "mixed_allocation_strategies": lambda client: client.get("strategy"),
    "message_model_mismatch": lambda client: (client.get("model"), client.get("pop")),
}
"""In what clients have to agree; where those that are there do not, it begins."""
DONE_BY: Mapping[str, tuple[str, ...]] = {
    "not_permitted": ("updateTopic", "deleteTopic"),
    "unreadable_queues": ("updateTopic",),
    "offsets_moved": ("resetOffsetByTime", "deleteTopic"),
    "offset_outside_queue": ("deleteTopic", "updateTopic"),
    "topic_missing": ("deleteTopic",),
    "broker_lost": ("kill",),
    "slave_behind": ("freeze",),
}
"""Which commands, or deeds at servers, bring it about."""
LISTENERS = ("consumer_stuck", "consumer_slow", "consume_failures", "listener_blocked", "offset_held_back")
EFFECTS = ("orphan_queues", "flapping_subscription", "tag_mismatch_silent_loss")


def onsets(told: Told, finding: Finding, ledger: Ledger) -> list[Span]:
    """When it can have begun, by the truth; nothing where that does not tell."""
    own = [client for client in told["clients"] if client["group"] == told["group"]]
    started = [life["started"] for client in own for life in client["lives"]]
    if finding.id in ALIKE or finding.id == "client_id_collision":
        return [(at, at) for at in _differing(own, ALIKE.get(finding.id))]
    if finding.id == "clock_skew":
        return [(life["started"],) * 2 for client in own if client.get("clock_ahead") for life in client["lives"]]
    if finding.id == "group_offline":
        return [(at, at) for at in [max(life["ended"] or 0 for client in own for life in client["lives"])] if at]
    if finding.id in DONE_BY:
        deeds = [(deed["at"], deed["command"].split()[1]) for deed in told.get("operations", ())]
        deeds += [(deed["at"], deed["what"]) for deed in told.get("servers", ())]
        by_deed = [(at, at) for at, what in deeds if what in DONE_BY[finding.id] and at > min(started)]
        # What was so before the group began with its clients, each asks soon after its start.
        return by_deed or ([(min(started), max(started))] if finding.id not in ("broker_lost", "offsets_moved") else [])
    if finding.id in LISTENERS:
        sick = [client for client in own if client.get("listener", "ok") != "ok"]
        given = [receipt.at for receipt in ledger.received if receipt.client in {one["client"] for one in sick}]
        return [(min(one["lives"][0]["started"] for one in sick), max(given))] if given else []
    if finding.id == "duplicate_consumption" and not finding.ongoing and finding.proven:
        again = [receipt.at for got in ledger.deliveries.values() for rows in got.values() for receipt in rows[1:]]
        # A queue changes hands first.
        return [(at - SEEN_WITHIN, at) for at in again]
    if topic := finding.details.get("given_up"):
        # Nobody reads it since the last that subscribed to it went.
        readers = [one for one in own if any(wanted["topic"] == topic for wanted in one["subscriptions"])]
        return [(at, at) for at in [max(life["ended"] or 0 for one in readers for life in one["lives"])] if at]
    if finding.id in EFFECTS or (finding.id == "duplicate_consumption" and finding.ongoing):
        causes = [finding.with_(id=cause) for cause in (*told["causes"], *told["past"])]
        return [span for cause in causes if cause.id != finding.id for span in onsets(told, cause, ledger)]
    return []


def _differing(own: Sequence[Told], value: Callable[[Told], Hashable] | None) -> Iterator[float]:
    """Each moment from which on clients that are there differ; without a value, from which on two have one id."""
    lives = [(client, life) for client in own for life in client["lives"]]
    moments = sorted({at for _, life in lives for at in (life["started"], life["ended"]) if at})
    apart = [False]
    for at in moments:
        there = [(one, life) for one, life in lives if life["started"] <= at and (life["ended"] or at + 1) > at]
        kinds = {value(one) if value else life["id"] for one, life in there}
        apart.append(len(kinds) > 1 if value else len(kinds) < len(there))
    yield from (at for at, (before, now) in zip(moments, pairwise(apart), strict=True) if now and not before)


def wrong_onset(told: Told, finding: Finding, ledger: Ledger) -> str | None:
    """What is wrong with the moment that a finding states; empty: it holds; None: it states none, or nobody knows."""
    stated: datetime | None = finding.since or finding.details.get("first_shown")
    spans = onsets(told, finding, ledger)
    if stated is None or not spans:
        return None
    at = stated.timestamp()
    for first, last in spans:
        begun = at >= first - EARLY
        if begun and (finding.since is None or at <= last + SEEN_WITHIN):
            return ""
    first, last = min(spans, key=lambda span: abs(at - span[0]))
    bound = "" if finding.since else " at the latest"
    return f"{finding.id}: since {at - first:+.0f} s{bound}, and it can have begun by {last - first:.0f} s"
