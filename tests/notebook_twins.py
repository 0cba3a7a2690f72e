"""Each notebook as another language has it: notebooks/zh/NAME.ipynb, made of the English one. No test belongs here."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat

from rmqkit.language import in_language
from rmqkit.language.catalogue import LANGUAGES, SOURCE
from rmqkit.report.page import prose_in

ALL = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
"""The English ones."""
TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
_LANG = re.compile(rf'^(lang: str = )"{SOURCE}"', re.MULTILINE)


def twin_path(path: Path, lang: str) -> Path:
    """Where the twin of a notebook lies."""
    return path.parent / lang / path.name


def twin_of(path: Path, lang: str) -> Any:
    """The twin as it is before it runs: its prose and comments said in the language, its code the same."""
    twin = prose_in(nbformat.read(path, as_version=4), lang)
    for cell in twin.cells:
        if cell.cell_type == "code":
            cell.source = _LANG.sub(rf'\1"{lang}"', _with_comments_in(cell.source, lang))
            cell.outputs = []
    return twin


def comments_of(code: str) -> Iterator[str]:
    """What the comments in a cell say."""
    for _, _, text in _comments(code):
        yield text


def _with_comments_in(code: str, lang: str) -> str:
    lines = code.split("\n")
    for line, column, text in _comments(code):
        lines[line] = f"{lines[line][:column]}# {in_language(text, lang)}"
    return "\n".join(lines)


def _comments(code: str) -> Iterator[tuple[int, int, str]]:
    """Line and column, from 0, and the words of each comment."""
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0] - 1, token.start[1], token.string.removeprefix("#").strip()
