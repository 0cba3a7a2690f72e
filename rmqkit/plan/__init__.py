"""Rollout plans: what a release, a scaling step or a lost broker does to a group's queues,
before it is done."""

from rmqkit.plan.from_evidence import situation_from_evidence, situation_from_rows
from rmqkit.plan.planning import (
    Plan,
    WayResult,
    change_from_text,
    make_plan,
    plan_from_data,
    plan_from_file,
    plan_from_text,
)
from rmqkit.plan.situation import BadPlan, Change, Situation, read_change, read_situation

__all__ = [
    "BadPlan",
    "Change",
    "Plan",
    "Situation",
    "WayResult",
    "change_from_text",
    "make_plan",
    "plan_from_data",
    "plan_from_file",
    "plan_from_text",
    "read_change",
    "read_situation",
    "situation_from_evidence",
    "situation_from_rows",
]
