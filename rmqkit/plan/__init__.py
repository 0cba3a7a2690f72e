"""Rollout plans: what a release, a scaling step or a lost broker does to a group's queues, before it is done."""

from rmqkit.plan.planning import Plan, WayResult, make_plan, plan_from_data, plan_from_file
from rmqkit.plan.situation import BadPlan, Change, Situation, read_situation

__all__ = [
    "BadPlan",
    "Change",
    "Plan",
    "Situation",
    "WayResult",
    "make_plan",
    "plan_from_data",
    "plan_from_file",
    "read_situation",
]
