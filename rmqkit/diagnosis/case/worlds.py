"""The allocation that the case is drawn by: the first of the possible ones that no
observation contradicts.

The findings' lists, the pictures, `plan` and the report all take it from here: what is drawn is
what was proven.
"""

from __future__ import annotations

from collections.abc import Iterator

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.inferred_strategies import inferred_strategies, recomputed_with
from rmqkit.diagnosis.case.inferred_subscribers import inferred_subscribers
from rmqkit.diagnosis.case.recomputation import NOTHING, Recomputed, as_told
from rmqkit.diagnosis.facts.derived import derived


@derived
def accepted_allocation(case: Case) -> Recomputed:
    """The allocation that holds against everything in reach;
    an empty one where none does, or none can be known."""
    return next((world for world in _worlds(case) if _holds(case, world)), NOTHING)


def _worlds(case: Case) -> Iterator[Recomputed]:
    """As the sources name subscriptions and strategies; as owners alone tell them;
    as the clients say themselves."""
    if case.given_out == GivenOut.BY_STRATEGIES:
        yield case.recomputed
        if subscribers := inferred_subscribers(case):
            yield case.recompute(subscribers)
        elif strategies := inferred_strategies(case):
            yield recomputed_with(case, strategies)
    if case.given_out.to_one_client_each:
        told = told_by_members(case)
        if told.allocations:
            yield told


def computed_or_told(case: Case) -> Recomputed:
    """What the strategies give, where all of them can be computed;
    else what the members say of themselves."""
    return case.recomputed if case.recomputed.allocations else told_by_members(case)


def told_by_members(case: Case) -> Recomputed:
    """What every member says that it holds; nothing where one was not asked."""
    return as_told(case.facts, case.membership.client_ids, case.shared_topics, case.observations)


def _holds(case: Case, world: Recomputed) -> bool:
    return not world.contradictions_since(case.members_since)
