"""Rollout plans: simulate every way to make a change, compare, recommend.

What the CLI and the notebook call.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from rmqkit.plan.measure import StepResult, measure
from rmqkit.plan.situation import BadPlan, Change, Situation, after, read_change, read_situation
from rmqkit.plan.ways import ways

# What a way is, what it costs beside its effects on queues, and whether the stock client can do it.
WAYS: dict[str, tuple[str, str]] = {
    "rolling": ("roll pod by pod in the same group", "nothing to prepare"),
    "all_at_once": ("stop all pods, then start all new ones", "nothing is consumed in between"),
    "blue_green": ("start all new pods beside the old ones in the same group, then stop the old", "twice the pods"),
    "new_group": ("give the new pods a consumer group of their own", "a new group with its own offsets to set"),
    "superset": ("subscribe to old and new together first, roll the code, drop the rest last", "two or three releases"),
    "subscription_aware": (
        "roll with a subscription-aware strategy in every pod",
        "all pods need that strategy before",
    ),
    "one_by_one": ("change the number of pods one by one", "nothing to prepare"),
    "together": ("change the number of pods at once", "nothing to prepare"),
    "stock_client": ("let the client rebalance", "nothing to do"),
}
# A pause that is over before the next heartbeat delays messages and does no more.
PATIENCE_SECONDS = 30.0
_HEAD = f"{'way':20}{'orphans':>9}{'longest s':>11}{'stalled s':>11}{'repeated':>10}{'lost':>8}{'moved':>7}"


@dataclass(frozen=True)
class WayResult:
    """One way with its steps counted."""

    name: str
    steps: tuple[StepResult, ...]

    @property
    def orphans(self) -> int:
        """The most queues that stood without a reader in one step."""
        return max(step.orphans for step in self.steps)

    @property
    def orphan_queue_seconds(self) -> float:
        """Over all queues and steps."""
        return round(sum(step.orphan_queue_seconds for step in self.steps if step.orphans), 1)

    @property
    def longest_orphan_seconds(self) -> float:
        """The longest time of one queue in one step."""
        return max(step.longest_orphan_seconds for step in self.steps)

    @property
    def stalled_queue_seconds(self) -> float:
        """Over all queues and steps."""
        return round(sum(step.stalled_queue_seconds for step in self.steps), 1)

    @property
    def repeated_messages(self) -> int:
        """Over all steps."""
        return sum(step.repeated_messages for step in self.steps)

    @property
    def lost_messages(self) -> int:
        """Over all steps."""
        return sum(step.lost_messages for step in self.steps)

    @property
    def queues_moved(self) -> int:
        """Over all steps."""
        return sum(step.queues_moved for step in self.steps)

    @property
    def unread_queue_seconds(self) -> float:
        """Stalled, or without a reader for longer than PATIENCE_SECONDS:
        what nobody can call a pause."""
        long = (step for step in self.steps if step.longest_orphan_seconds > PATIENCE_SECONDS)
        return round(sum(step.orphan_queue_seconds for step in long) + self.stalled_queue_seconds, 1)

    @property
    def harm(self) -> tuple[float, ...]:
        """What counts, the worst first: lost messages, unread queues, messages read again,
        pauses, queues moved."""
        repeated, pauses, moved = self.repeated_messages, self.orphan_queue_seconds, self.queues_moved
        return (float(self.lost_messages), self.unread_queue_seconds, float(repeated), pauses, float(moved))

    def line(self) -> str:
        """One line of the comparison."""
        return (
            f"{self.name:20}{self.orphans:>9}{self.longest_orphan_seconds:>11.1f}{self.stalled_queue_seconds:>11.1f}"
            f"{self.repeated_messages:>10}{self.lost_messages:>8}{self.queues_moved:>7}"
        )


@dataclass(frozen=True)
class Plan:
    """Every way, simulated, and the recommended one."""

    situation: Situation
    change: Change
    ways: tuple[WayResult, ...]

    @property
    def recommended(self) -> WayResult:
        """The way with the least harm; of equal ones the first,
        which needs the least preparation."""
        return min(self.ways, key=lambda way: way.harm)

    def to_dict(self) -> dict[str, Any]:
        """The plan as plain data."""
        return {
            "schema": 1,
            "group": self.situation.group,
            "recommended": self.recommended.name,
            "steps": [step.label for step in self.recommended.steps],
            "ways": [{"name": way.name, "steps": [asdict(step) for step in way.steps]} for way in self.ways],
        }

    def __str__(self) -> str:
        best = self.recommended
        what, cost = WAYS[best.name]
        lines = [f"{self.situation.group}: {what} ({cost})", "", _HEAD, *(way.line() for way in self.ways), "", "Steps"]
        lines += [f"{number}  {_step_text(step)}" for number, step in enumerate(best.steps, 1)]
        return "\n".join([*lines, "", *_warnings(self)])


def make_plan(situation: Situation, change: Change, seed: int = 0) -> Plan:
    """Simulate every way that makes sense; BadPlan where nothing changes
    or the change does not fit."""
    same = after(situation, change) == replace(situation, topics={**situation.topics, **change.topics})
    if same and not change.lose_broker:
        raise BadPlan("nothing changes: give subscribe, unsubscribe, pods, strategy or lose_broker under change")
    results = (WayResult(way.name, tuple(measure(situation, change, way, seed))) for way in ways(situation, change))
    return Plan(situation, change, tuple(results))


def plan_from_data(data: Mapping[str, Any], seed: int = 0) -> Plan:
    """The plan for a description as YAML or JSON holds it."""
    return make_plan(*read_situation(data), seed)


def plan_from_file(path: str | Path, seed: int = 0) -> Plan:
    """The plan for a YAML or JSON file (by its ending); BadPlan if it cannot be read."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadPlan(f"cannot read {path}: {error}") from error
    return plan_from_data(_mapping(_parsed(text, path), str(path)), seed)


def plan_from_text(text: str, seed: int = 0) -> Plan:
    """The plan for a description in YAML."""
    return plan_from_data(_mapping(_yaml(text, "the plan"), "the plan"), seed)


def change_from_text(text: str) -> Change:
    """A change in YAML, such as `{pods: 6}`."""
    return read_change(_mapping(_yaml(text, "the change"), "the change"))


def _parsed(text: str, path: Path) -> object:
    if path.suffix.lower() != ".json":
        return _yaml(text, str(path))
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadPlan(f"{path} is no JSON: {error}") from error


def _yaml(text: str, where: str) -> object:
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise BadPlan(f"{where} is no YAML: {error}") from error


def _mapping(data: object, where: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise BadPlan(f"{where} holds no mapping; it needs group, topics, pods, subscriptions and change")
    return data


def _step_text(step: StepResult) -> str:
    effects = []
    if step.orphans:
        effects.append(f"{step.orphans} queues unread for up to {step.longest_orphan_seconds:g} s")
    if step.stalled_queue_seconds:
        effects.append(f"{step.stalled_queue_seconds:g} queue-seconds of refused pulls")
    if step.lost_messages:
        effects.append(f"about {step.lost_messages} messages lost ({', '.join(step.lost_tags)})")
    if step.repeated_messages:
        effects.append(f"about {step.repeated_messages} messages read again")
    return f"{step.label}: {'; '.join(effects) or 'no queue unread, nothing read twice'}"


def _warnings(plan: Plan) -> list[str]:
    lost = plan.change.lose_broker
    return _broker_warnings(plan.situation, lost) if lost else _rolling_warnings(plan)


def _broker_warnings(situation: Situation, lost: str) -> list[str]:
    only = [topic for topic in situation.subscriptions if set(situation.topics[topic]) == {lost}]
    warnings = [f"What is stored on {lost} waits until it is back; its queues are not counted above."]
    return [*warnings, *(f"All queues of {topic} are on {lost}: nothing of it is read meanwhile." for topic in only)]


def _rolling_warnings(plan: Plan) -> list[str]:
    rolling = next((way for way in plan.ways if way.name == "rolling"), None)
    if rolling is None or rolling is plan.recommended or not (rolling.lost_messages or rolling.unread_queue_seconds):
        return []
    return [
        f"Do not roll pod by pod in this group: {rolling.orphans} queues unread at the worst moment, "
        f"{rolling.unread_queue_seconds:g} queue-seconds without progress, about {rolling.lost_messages} messages lost."
    ]
