"""Which texts of the project want a translation in the catalogues: found by walking Python sources, tables and
notebooks, so that no version of a library decides what a text is. Nothing is translated here.

Sentences are found at their calls (`say`, `message`, `say_counted`, an error), tables by the objects that they become:
what a table's row is read into is what will be looked up. Sentences of data files carry their Chinese beside them and
need no catalogue: `data_texts` finds those, wherever a file is.
"""

import ast
import importlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from babel.messages.catalog import Catalog
from typer.main import get_command

from rmqkit.cli.help import texts as help_texts
from rmqkit.language import Text, read_rows, read_toml
from rmqkit.report.engine import PROGRESS
from tests.notebook_files import comments_of

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))

import python_interface  # noqa: E402

KEYWORDS = {"say": (0,), "message": (0,), "say_counted": (1, 2)}
"""The functions whose arguments are texts, and which arguments: singular and plural are one message."""
_ERROR = re.compile(r"^class (\w+)\((?:errors\.)?(?:Error|EvidenceNotFound)\b", re.MULTILINE)
JAVAS = {"IllegalArgument", "NullPointer"}
"""Errors in Java's own words."""
ERRORS = {name for path in (ROOT / "rmqkit").rglob("*.py") for name in _ERROR.findall(path.read_text("utf-8"))} - JAVAS
KEYWORDS |= dict.fromkeys(("Error", *ERRORS), (0,))
TABLES = {
    "rmqkit.cli.explain": ("STATES",),
    "rmqkit.cli.commands": ("COLUMNS",),
    "rmqkit.diagnosis.commands": ("*",),
    "rmqkit.language.phrase": ("PAIRS",),
}
"""By module: its tables of texts; * is every name in capitals."""
SENTENCES = {
    "Explanation": ("what", "confirm", "remedy", "do_not"),
    "Meaning": ("says", "normal", "remedy"),
}
"""By the class of a table's rows: the fields that are sentences. A row of another class has them in its `meaning`."""

Message = str | tuple[str, ...]


def everything() -> Catalog:
    """All texts that want a translation, with the files in which they stand."""
    catalogue = Catalog(project="rmqkit", charset="utf-8")
    interface = ROOT / "docs" / "python_interface.py"
    for path in sorted((ROOT / "rmqkit").rglob("*.py"), key=lambda path: (path.parent.parts, path.name)):
        _add(catalogue, path, (*called_texts(path), *table_texts(path)))
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        _add(catalogue, path, notebook_texts(path))
    _add(catalogue, interface, (*called_texts(interface), *docstrings()))
    return catalogue


def _add(catalogue: Catalog, path: Path, messages: Iterable[Message]) -> None:
    for message in messages:
        catalogue.add(message, locations=[(path.relative_to(ROOT).as_posix(), None)])


@cache
def calls(path: Path) -> list[tuple[str, list[ast.expr]]]:
    """Each call of a function of `KEYWORDS` by its bare name, in the order of the lines, and the arguments that are
    texts."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    found = [(node.func.id, node) for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    in_order = sorted(found, key=lambda named: (named[1].lineno, named[1].col_offset))
    return [(name, [call.args[at] for at in KEYWORDS[name]]) for name, call in in_order if name in KEYWORDS]


def called_texts(path: Path) -> Iterator[Message]:
    """What is written out at the calls; a variable is a row of a table, which is found where the table stands."""
    for _, arguments in calls(path):
        texts = tuple(node.value for node in arguments if isinstance(node, ast.Constant) and node.value)
        if len(texts) == len(arguments):
            yield texts if len(texts) > 1 else texts[0]


def table_texts(path: Path) -> Iterator[str]:
    """The texts of a module's own tables: what stands in it, not what it imports."""
    module = None if path.name == "__main__.py" else _module(path)
    if module is None:
        return
    tables = TABLES.get(module.__name__, ())
    for name, value in vars(module).items():
        if module.__name__ == "rmqkit.cli" and name == "app":
            yield from help_texts(get_command(value))
        elif type(value).__name__ == "Explanation" or name in tables or ("*" in tables and _is_own(name)):
            yield from texts_of(value)


def _is_own(name: str) -> bool:
    return name.isupper() and name != "UNNAMED"


def _module(path: Path) -> ModuleType:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return importlib.import_module(".".join(part for part in parts if part != "__init__"))


def texts_of(value: object) -> Iterator[str]:
    """All texts of a table or of one of its rows; a `Text` has its Chinese beside it."""
    if isinstance(value, Text):
        return
    if isinstance(value, str):
        yield from filter(None, [value])
    elif fields := SENTENCES.get(type(value).__name__):
        yield from texts_of([getattr(value, field) for field in fields])
    elif hasattr(value, "meaning"):
        yield from texts_of(value.meaning)
    elif isinstance(value, Mapping):
        yield from texts_of(value.values())
    elif isinstance(value, Iterable):
        for row in value:
            yield from texts_of(row)


def notebook_texts(path: Path) -> Iterator[str]:
    """The prose of a notebook, a cell at a time, the comments of its code, and what is told while a cell runs."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        yield from [source] if cell["cell_type"] == "markdown" else comments_of(source)
        if PROGRESS in cell["metadata"]:
            yield cell["metadata"][PROGRESS]


def docstrings() -> Iterator[str]:
    """What the page of the Python interface says of each name."""
    for part in python_interface.PARTS:
        yield from (says for _, says in part.docstrings())


TRANSLATION = "_zh"
"""A column `says` of a tab-separated file has its Chinese in the column `says_zh`."""


class Pair(NamedTuple):
    """A sentence where it stands, in both languages; either is empty where nobody wrote it."""

    place: str
    en: str
    zh: str


def data_texts(folder: Path = ROOT / "rmqkit") -> Iterator[Pair]:
    """All sentences of the TOML files below a folder, and all translated cells of the tab-separated ones."""
    for path in sorted(folder.rglob("*.toml")):
        yield from _of_table(read_toml(path), path.relative_to(folder).as_posix())
    for path in sorted(folder.rglob("*.tsv")):
        yield from _of_rows(path, path.relative_to(folder).as_posix())


def _of_table(value: object, place: str) -> Iterator[Pair]:
    if isinstance(value, Text):
        yield Pair(place, value.en, value.zh)
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield from _of_table(part, f"{place} {name}")
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _of_table(part, f"{place} {number}")


def _of_rows(path: Path, place: str) -> Iterator[Pair]:
    lines = path.read_text(encoding="utf-8").splitlines()
    columns = tuple(next(line for line in lines if line.strip() and not line.startswith("#")).split("\t"))
    translated = [name.removesuffix(TRANSLATION) for name in columns if name.endswith(TRANSLATION)]
    for row in read_rows(path, columns):
        for name in translated:
            if row[name] or row[name + TRANSLATION]:
                yield Pair(f"{place} {next(iter(row.values()))} {name}", row[name], row[name + TRANSLATION])
