"""Which texts of the project want a translation: Babel's extraction for Python files and notebooks. Nothing is
translated here.

Sentences are found at their calls (`say`, `say_counted`), tables by the objects that they become: what a table's row is
read into is what will be looked up.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_python
from typer.main import get_command

from rmqkit.cli.help import texts as help_texts
from rmqkit.diagnosis import commands
from rmqkit.diagnosis.explanation import Explanation
from rmqkit.formats.logs.catalogue.meaning import Meaning, Row, rows_of
from rmqkit.formats.logs.exceptions import ExceptionMeaning
from rmqkit.formats.logs.next_looks import NextLook
from rmqkit.formats.logs.response_codes import CodeMeaning
from rmqkit.formats.settings.meanings import Set
from rmqkit.formats.symptoms import Symptom
from rmqkit.report.engine import PROGRESS
from tests.notebook_twins import comments_of

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))

import python_interface  # noqa: E402

KEYWORDS: Mapping[str, tuple[int, ...] | None] = {"say": None, "message": None, "say_counted": (2, 3)}
"""The functions whose arguments are messages, and which arguments."""
METHODS = [
    ("rmqkit/**.py", "tests.language.extraction:python_texts"),
    ("notebooks/*.ipynb", "tests.language.extraction:notebook_texts"),
    ("docs/python_interface.py", "tests.language.extraction:interface_texts"),
]

Text = tuple[int, str | None, str | tuple[str, ...], list[str]]
"""As Babel has it: line, function, message or messages, comments."""


def everything() -> Catalog:
    """All texts that want a translation, with the files in which they stand."""
    catalogue = Catalog(project="rmqkit", charset="utf-8")
    extracted = extract_from_dir(
        ROOT, method_map=METHODS, keywords=KEYWORDS, directory_filter=lambda path: not Path(path).name.startswith(".")
    )
    for file, _, message, comments, context in extracted:
        catalogue.add(message, locations=[(file, None)], auto_comments=comments, context=context)
    return catalogue


def python_texts(
    file: IO[bytes], keywords: Any, comment_tags: Any, options: Mapping[str, Any]
) -> Iterator[Text]:  # fmt: skip
    """Texts at their calls, then those of the tables that the module holds."""
    yield from extract_python(file, keywords, comment_tags, {**options, "encoding": "utf-8"})  # type: ignore[arg-type]
    path = Path(file.name)
    module = None if path.name == "__main__.py" else _module(path)
    for text in dict.fromkeys(table_texts(module) if module else ()):
        yield 0, None, text, []


def _module(path: Path) -> ModuleType | None:
    """The module; None for one that numba compiles where that extra is not installed: it has no tables of texts."""
    parts = path.resolve().relative_to(ROOT).with_suffix("").parts
    try:
        return importlib.import_module(".".join(part for part in parts if part != "__init__"))
    except ModuleNotFoundError as error:
        if error.name != "numba":
            raise
        return None


def table_texts(module: ModuleType) -> Iterator[str]:
    """The texts of a module's own tables: what stands in it, not what it imports."""
    for name, value in vars(module).items():
        if module.__name__ == "rmqkit.cli" and name == "app":
            yield from help_texts(get_command(value))
        elif name == "MEANINGS" and isinstance(value, str):
            yield from texts_of(rows_of(value))
        elif isinstance(value, Explanation) or name in OWN_TABLES.get(module.__name__, ()):
            yield from texts_of(value)


COMMANDS = tuple(name for name in vars(commands) if name.isupper() and name != "UNNAMED")
OWN_TABLES = {
    "rmqkit.diagnosis.commands": COMMANDS,
    "rmqkit.formats.logs.exceptions": ("EXCEPTIONS",),
    "rmqkit.formats.logs.response_codes": ("CODES",),
    "rmqkit.formats.settings.meanings": ("SET",),
    "rmqkit.formats.symptoms": ("SYMPTOMS",),
    "rmqkit.formats.logs.next_looks": ("LOOKS",),
    "rmqkit.language.phrase": ("PAIRS",),
}
"""By module: its tables of texts."""


def texts_of(value: object) -> Iterator[str]:
    """All texts of a table or of one of its rows."""
    match value:
        case str():
            yield from filter(None, [value])
        case Meaning():
            yield from texts_of((value.says, value.normal, value.remedy))
        case Row() | CodeMeaning() | ExceptionMeaning() | Set() | Symptom():
            yield from texts_of(value.meaning)
        case NextLook():
            yield from texts_of((value.tells, value.command))
        case Explanation():
            yield from texts_of((value.what, value.confirm, value.remedy, value.do_not))
        case Mapping():
            yield from texts_of(value.values())
        case Iterable():
            for row in value:
                yield from texts_of(row)


def notebook_texts(
    file: IO[bytes], keywords: Any, comment_tags: Any, options: Mapping[str, Any]
) -> Iterator[Text]:  # fmt: skip
    """The prose of a notebook, a cell at a time, the comments of its code, and what is told while a cell runs."""
    for cell in json.load(file)["cells"]:
        if cell["cell_type"] == "markdown":
            yield 0, None, "".join(cell["source"]), []
        else:
            yield from ((0, None, comment, []) for comment in comments_of("".join(cell["source"])))
        if PROGRESS in cell["metadata"]:
            yield 0, None, cell["metadata"][PROGRESS], []


def interface_texts(
    file: IO[bytes], keywords: Any, comment_tags: Any, options: Mapping[str, Any]
) -> Iterator[Text]:  # fmt: skip
    """Texts of the page at their calls, then what the docstrings of its names say."""
    yield from extract_python(file, keywords, comment_tags, {**options, "encoding": "utf-8"})  # type: ignore[arg-type]
    for part in python_interface.PARTS:
        yield from ((0, None, says, []) for _, says in part.docstrings())
