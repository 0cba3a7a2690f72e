"""Rollout plans: what a release, a scaling step or a lost broker does to a group's queues, before it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rmqkit.plan.planning import Plan, WayResult, change_from_text, make_plan, plan_from_file, plan_from_text
from rmqkit.plan.situation import BadPlan, Change, Situation, read_change, read_situation

if TYPE_CHECKING:
    from rmqkit.evidence import Evidence

__all__ = [
    "BadPlan",
    "Change",
    "Plan",
    "Situation",
    "WayResult",
    "change_from_text",
    "make_plan",
    "plan_from_file",
    "plan_from_text",
    "read_change",
    "read_situation",
    "situation_from_evidence",
]


def situation_from_evidence(evidence: Evidence, group: str | None = None) -> Situation:
    """The group as some evidence shows it last.

    Raises BadPlan if the evidence does not tell pods and queues, with the command that would.
    """
    from rmqkit.plan.from_evidence import situation_at_end

    return situation_at_end(evidence, group)
