"""Every finding: one query (`<id>.py`) and one table of words (`<id>.toml`) each, found by looking into this folder."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from rmqkit.diagnosis.explanation import Explanation
from rmqkit.diagnosis.finding_table import explanation

_IDS = sorted(path.stem for path in Path(__file__).parent.glob("*.toml"))
for _id in _IDS:
    import_module(f"{__name__}.{_id}")
FINDINGS: tuple[Explanation, ...] = tuple(explanation(finding_id) for finding_id in _IDS)
