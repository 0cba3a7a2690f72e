"""The hypothesis bench: suppose something of a group, and see which observation contradicts it. Only the names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rmqkit.errors import UnknownGroup
from rmqkit.language import in_language, say

if TYPE_CHECKING:
    from rmqkit.bench.widget import Bench
    from rmqkit.diagnosis import Diagnosis
    from rmqkit.evidence import Evidence

__all__ = ["needs_a_kernel", "open"]


def needs_a_kernel(lang: str = "en") -> str:
    """What stands in the bench's place where nobody runs the notebook."""
    return in_language(say("The bench needs a running kernel."), lang)


def open(evidence: Evidence, diagnosis: Diagnosis | None = None, group: str | None = None, lang: str = "en") -> Bench:
    """The bench for a group of the evidence, to be shown in a notebook; by default for the worst group.

    If no diagnosis is given, one is made. Needs the `notebook` extra. Raises NothingUsable and UnknownGroup.
    """
    from rmqkit.bench.widget import Bench
    from rmqkit.diagnosis import diagnose
    from rmqkit.figures.scope import chosen_group

    diagnosis = diagnosis or diagnose(evidence, group)
    chosen = chosen_group(diagnosis, group)
    if chosen is None:
        raise UnknownGroup(
            "The evidence mentions no consumer group, so there is no group on which a hypothesis can be tested."
        )
    return Bench(evidence, diagnosis, chosen, lang)
