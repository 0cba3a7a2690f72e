"""Every finding: a query and a table of words (`<id>.toml`) each, found by looking into this folder. Findings of one
shape share their query."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from rmqkit.diagnosis.explanation import Explanation
from rmqkit.diagnosis.finding_table import explanation

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
_IDS = sorted(path.stem for path in Path(__file__).parent.glob("*.toml"))
_ALL = [explanation(finding_id) for finding_id in _IDS]
EXPLANATIONS: tuple[Explanation, ...] = tuple(sorted(_ALL, key=lambda each: each.rank))
"""In the order in which they are asked: what is fundamental comes first."""
BY_ID: dict[str, Explanation] = {each.id: each for each in EXPLANATIONS}
