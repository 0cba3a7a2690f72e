"""Only adapters know what a log message, an output of mqadmin or a property of a client is called: all other rules ask
relations, and records by what they tell."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rmqkit.diagnosis
from rmqkit.figures.incident_timeline import MARKS
from rmqkit.formats.block import Kind
from rmqkit.formats.logs.catalogue import MEANINGS, MESSAGES
from rmqkit.language import read_rows

DIAGNOSIS = Path(rmqkit.diagnosis.__file__).parent
ADAPTERS = ("facts", "relations")
ALL = sorted(file.relative_to(DIAGNOSIS) for file in DIAGNOSIS.rglob("*.py"))
DRAWN = sorted(file for room in ("figures", "bench") for file in (DIAGNOSIS.parent / room).rglob("*.py"))
MODULES = [DIAGNOSIS / path for path in ALL if path.parts[0] not in ADAPTERS] + DRAWN
# Words of any sentence as well; and an anomaly of that name.
_KINDS = {str(kind) for kind in Kind} - {"settings", "unknown", "command_failed"}
_NAMES = {message.event for message in MESSAGES} | MEANINGS.keys() | _KINDS
# What gives a client's words by their names.
_READERS = {"properties"}


def _named(module: Path) -> Iterator[str]:
    """Names of events, of kinds of files and of clients' properties that a module writes out, and readers that take
    such a name."""
    names = _NAMES if module.is_relative_to(DIAGNOSIS) else _NAMES - _KINDS
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value in names or node.value.startswith("PROP_"):
                yield node.value
        elif isinstance(node, ast.Attribute) and node.attr in _READERS:
            yield f".{node.attr}"


@pytest.mark.parametrize("module", [str(path.relative_to(DIAGNOSIS.parent)) for path in MODULES])
def test_only_adapters_name_events_files_and_properties(module: str) -> None:
    assert sorted(set(_named(DIAGNOSIS.parent / module))) == []


def test_rules_ask_for_what_records_tell() -> None:
    """Every row of `records.tsv` is asked for, and every row that is asked for is there."""
    asked = {name for path in (*(DIAGNOSIS / path for path in ALL), *DRAWN) for name in _asked_for(path)}
    asked |= {name for name in MARKS if "." in name}
    rows = read_rows(DIAGNOSIS / "facts/records.tsv", ("told", "by", "own", "events"))
    assert asked == {row["told"] for row in rows}


def _asked_for(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text())):
        match node:
            case ast.Call(func=ast.Attribute(attr="records" | "tells"), args=[ast.Constant(value=str() as name), *_]):
                yield name
            case ast.Call(func=ast.Name(id="_own"), args=[_, ast.Constant(value=str() as name)]):
                yield name
            case ast.Call(func=ast.Name(id="told" | "messages_that_tell"), args=[ast.Constant(value=str() as name)]):
                yield name
            case ast.Constant(value=str() as name) if name.startswith(("mark.", "level.")):
                yield name


def test_no_finding_imports_another() -> None:
    for module in sorted((DIAGNOSIS / "findings").glob("*.py")):
        imported = [node.module for node in ast.walk(ast.parse(module.read_text())) if isinstance(node, ast.ImportFrom)]
        assert not [name for name in imported if name and name.startswith("rmqkit.diagnosis.findings")], module.name
