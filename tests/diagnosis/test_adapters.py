"""Only adapters know what a log message, an output of mqadmin or a property of a client is called: all other rules ask
relations. What still breaks this stands in `outside_adapters.tsv`, and leaves it with the code that it names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import rmqkit.diagnosis
from rmqkit.formats.block import Kind
from rmqkit.formats.logs.catalogue import MEANINGS, MESSAGES

DIAGNOSIS = Path(rmqkit.diagnosis.__file__).parent
ADAPTERS = ("facts", "relations")
EXCEPTIONS = Path(__file__).with_name("outside_adapters.tsv")
# Words of any sentence as well; and an anomaly of that name.
_KINDS = {str(kind) for kind in Kind} - {"settings", "unknown", "command_failed"}
_NAMES = {message.event for message in MESSAGES} | MEANINGS.keys() | _KINDS
# What gives records by their names, and a client's words by theirs.
_READERS = {"events_named", "own_events", "properties"}


def _named(module: Path) -> Iterator[str]:
    """Names of events, of kinds of files and of clients' properties that a module writes out, and readers that take
    such a name."""
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value in _NAMES or node.value.startswith("PROP_"):
                yield node.value
        elif isinstance(node, ast.Attribute) and node.attr in _READERS:
            yield f".{node.attr}"


def outside_adapters() -> list[tuple[str, str]]:
    """Each such module with each such name."""
    modules = ((file.relative_to(DIAGNOSIS), file) for file in DIAGNOSIS.rglob("*.py"))
    named = {(str(path), name) for path, file in modules if path.parts[0] not in ADAPTERS for name in _named(file)}
    return sorted(named)


def test_only_adapters_name_events_files_and_properties() -> None:
    known = [tuple(line.split("\t")) for line in EXCEPTIONS.read_text().splitlines()]
    assert outside_adapters() == known


def test_no_finding_imports_another() -> None:
    for module in sorted((DIAGNOSIS / "findings").glob("*.py")):
        imported = [node.module for node in ast.walk(ast.parse(module.read_text())) if isinstance(node, ast.ImportFrom)]
        assert not [name for name in imported if name and name.startswith("rmqkit.diagnosis.findings")], module.name
