"""The notebooks in Chinese: twins of the English ones, whose prose, code and stored outputs leave no English sentence.

That the stored outputs are what a run gives is compared in `tests/test_notebooks.py`.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import papermill
import pytest

from rmqkit.language import in_language
from tests.language.english import english_in
from tests.notebook_files import ALL, comments_of, twin_of, twin_path

CHINESE = re.compile(r"[\u4e00-\u9fff]")
CITED = re.compile(r"\S+\.\w+(?::\d+)?  .*")
"""A file, a line, and what is printed there."""


def cells(path: Path) -> list[Any]:
    return list(nbformat.read(twin_path(path, "zh"), as_version=4).cells)


def told(path: Path) -> Iterator[str]:
    """The prose, comments and outputs of a twin; what SQL shows is the evidence itself, and so is a cited line."""
    for cell in cells(path):
        if cell.cell_type == "markdown":
            yield from cell.source.splitlines()
        else:
            yield from comments_of(cell.source)
            outputs = () if "spark.sql" in cell.source else cell.outputs
            for output in outputs:
                text = output.get("text") or output.data["text/plain"]
                yield from (CITED.sub("", line) for line in text.splitlines())


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_twin_is_the_notebook_said_in_chinese(path: Path) -> None:
    """Where this fails: python -m tests.accept prose; where code was changed: python -m tests.accept notebooks."""
    made = [(cell.cell_type, cell.source, cell.metadata.get("tags")) for cell in twin_of(path, "zh").cells]
    kept = [(cell.cell_type, cell.source, cell.metadata.get("tags")) for cell in cells(path)]
    assert kept == made


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_no_english_sentence_is_left_in_a_twin(path: Path) -> None:
    texts = list(told(path))
    assert [text for text in texts if english_in(text)] == []
    assert sum(bool(CHINESE.search(text)) for text in texts) > 10


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_twin_stores_what_the_notebook_stores(path: Path) -> None:
    english = {cell.id: len(cell.get("outputs", ())) for cell in nbformat.read(path, as_version=4).cells}
    assert {cell.id: len(cell.get("outputs", ())) for cell in cells(path)} == english


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_the_language_is_a_parameter_and_the_twins_own_language_its_default(path: Path) -> None:
    for lang, notebook in (("en", path), ("zh", twin_path(path, "zh"))):
        parameter = papermill.inspect_notebook(str(notebook))["lang"]
        assert parameter["default"] == f'"{lang}"'
        assert parameter["help"] == in_language("the language of tables and charts: en or zh", lang)


def test_english_would_be_noticed() -> None:
    english = [line for cell in nbformat.read(ALL[0], as_version=4).cells for line in cell.source.splitlines()]
    assert sum(bool(english_in(line)) for line in english) > 10
