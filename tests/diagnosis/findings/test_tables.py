"""Every finding's table of words: each row is used by its query, and nothing is named that is not there."""

import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from rmqkit.diagnosis import commands, findings
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.finding_table import ROLES, table
from rmqkit.diagnosis.findings import BY_ID

ROOM = Path(findings.__file__).parent
TABLES = sorted(path.stem for path in ROOM.glob("*.toml"))
FIELDS = {
    "kind", "name", "loses", "leaves_nothing", "ends_with_clients", "brought_about_by", "rank", "severity", "command",
    "messages", "explains", "shown_by", "what", "confirm", "suspected", "title", "why", "remedy", "do_not", "cases",
    "signs", "sentences", "reasons", "unnamed",
}  # fmt: skip
CASE_FIELDS = {"title", "why", "severity", "explains"}


def query_of(finding_id: str) -> str:
    """Its own module, else the one that names it, else that of the levels, whose kinds are called so."""
    sources = [
        path.read_text(encoding="utf-8") for path in (ROOM / f"{finding_id}.py", *ROOM.glob("*.py")) if path.exists()
    ]
    levels = (ROOM / "broker_levels.py").read_text(encoding="utf-8")
    return next((source for source in sources if f'"{finding_id}"' in source), levels)


def commands_in(words: dict[str, Any]) -> list[str]:
    rows = [words, *words.get("signs", {}).values()]
    named = [row.get("command", []) for row in rows]
    return list(chain.from_iterable([one] if isinstance(one, str) else one for one in named))


@pytest.mark.parametrize("finding_id", TABLES)
def test_a_table_names_what_there_is(finding_id: str) -> None:
    words = dict(table(finding_id))
    assert words.keys() - FIELDS == set()
    assert words["kind"] in ("cause", "effect", "note")
    cases = words.get("cases", {}).values()
    assert set(chain.from_iterable(case.keys() for case in cases)) - CASE_FIELDS == set()
    assert {row["role"] for row in words["signs"].values()} - set(ROLES) == set()
    assert [name for name in commands_in(words) if not hasattr(commands, name)] == []
    explained = chain.from_iterable(part.get("explains", ()) for part in (words, *cases))
    assert set(explained) - BY_ID.keys() == set()
    assert {part["severity"] for part in (words, *cases) if "severity" in part} - set(Severity.__members__) == set()
    assert words.get("shown_by", next(iter(words["signs"]), "")) in {*words["signs"], ""}


@pytest.mark.parametrize("finding_id", TABLES)
def test_every_row_is_used_and_every_name_has_its_row(finding_id: str) -> None:
    words, query = table(finding_id), query_of(finding_id)
    named = set(re.findall(r"\"([a-z_0-9]+)\"", query))
    for part in ("cases", "signs", "sentences"):
        assert words.get(part, {}).keys() - named == set(), part
