"""Every finding: a query, found by looking into this folder, and a table of words (`<id>.toml`) beside it. Findings of
one shape share their query."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from rmqkit.diagnosis.explanation import Explanation
from rmqkit.diagnosis.finding_table import explanation, finding_ids

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
_ALL = [explanation(finding_id) for finding_id in finding_ids()]
EXPLANATIONS: tuple[Explanation, ...] = tuple(sorted(_ALL, key=lambda each: each.rank))
"""In the order in which they are asked: what is fundamental comes first."""
BY_ID: dict[str, Explanation] = {each.id: each for each in EXPLANATIONS}
