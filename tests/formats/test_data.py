"""The data files of the formats: every row is there once, and what it names is known."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import rmqkit
from rmqkit.formats import data
from rmqkit.formats.logs.catalogue import MEANINGS
from rmqkit.formats.logs.response_codes import LOOKS
from rmqkit.language import read_rows

PACKAGE = Path(rmqkit.__file__).parent
RECORDS = PACKAGE / "diagnosis/facts/records.tsv"
KEYS = {
    "answers.tsv": ("shape",),
    "codes.tsv": ("code", "request", "words", "says"),
    "columns.tsv": ("column",),
    "exceptions.tsv": ("name", "words", "says"),
    "facts.tsv": ("fact", "shape"),
    "json_keys.tsv": ("part",),
    "layouts.tsv": ("name",),
    "looks.tsv": ("name",),
    "looks_after.tsv": ("looks",),
    "meanings.tsv": ("event", "if", "says"),
    "members.tsv": ("mode", "column"),
    "named_in_failures.tsv": ("names", "shape"),
    "names.tsv": ("kind", "name"),
    "noise.tsv": ("program",),
    "offset_changes.tsv": ("mark",),
    "people.tsv": ("words",),
    "pieces.tsv": ("of", "piece"),
    "prefixes.tsv": ("use", "shape"),
    "printed.tsv": ("command", "prints"),
    "refused_starts.tsv": ("words",),
    "tables.tsv": ("table",),
    "told.tsv": ("command", "name", "value"),
    "wordings.tsv": ("family", "template"),
}
"""The columns that no two rows of a file share."""


def rows(file: str) -> list[dict[str, str]]:
    path = Path(data.__file__).parent / file
    header = next(line for line in path.read_text(encoding="utf-8").split("\n") if line and line[0] != "#")
    return read_rows(path, tuple(header.split("\t")))


FILES = {path.name: rows(path.name) for path in Path(data.__file__).parent.glob("*.tsv")}


def test_every_file_has_its_key() -> None:
    assert FILES.keys() == KEYS.keys()


@pytest.mark.parametrize("file", FILES)
def test_no_row_stands_twice(file: str) -> None:
    times = Counter(tuple(row[column] for column in KEYS[file]) for row in FILES[file])
    assert [key for key, number in times.items() if number > 1] == []


@pytest.mark.parametrize("file", ["exceptions.tsv", "codes.tsv", "looks_after.tsv"])
def test_what_is_to_be_looked_at_is_known(file: str) -> None:
    assert {name for row in FILES[file] for name in row["looks"].split()} <= LOOKS.keys()


def test_a_row_is_marked_only_by_what_marks_mean() -> None:
    assert {mark for row in FILES["exceptions.tsv"] for mark in row["marks"].split()} == {"general", "shared"}


def test_every_event_that_a_rule_asks_for_is_in_the_catalogue() -> None:
    asked = {(name, path.name) for path in PACKAGE.rglob("*.py") for name in events_asked_for(path)}
    rows = read_rows(RECORDS, ("told", "by", "own", "events"))
    asked |= {(name, RECORDS.name) for row in rows for name in row["events"].split()}
    assert len(asked) > 100
    assert {(name, file) for name, file in asked if name not in MEANINGS} == set()


def events_asked_for(module: Path) -> Iterator[str]:
    """The names in `x.event == "a"` and `x.event in _TABLE`."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    tables = {
        target.id: node.value for node in tree.body if isinstance(node, ast.Assign) for target in node.targets
        if isinstance(target, ast.Name)
    }  # fmt: skip
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=ast.Attribute(attr="event"), comparators=named):
                pass
            case _:
                continue
        for one in named:
            value = tables.get(one.id) if isinstance(one, ast.Name) else one
            if isinstance(value, (ast.Constant, ast.Tuple, ast.Set)):
                yield from (part.value for part in ast.walk(value) if isinstance(part, ast.Constant))
