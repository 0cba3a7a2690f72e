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
FINDINGS: tuple[Explanation, ...] = tuple(explanation(finding_id) for finding_id in _IDS)
