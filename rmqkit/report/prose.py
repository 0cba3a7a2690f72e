"""A notebook's prose in a language: its markdown, and the comments that explain its code. Nothing is run here.

The code is the same in every language, but for the parameter `lang`, whose default is the notebook's own language.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from rmqkit.language import in_language
from rmqkit.language.catalogue import SOURCE

_LANG = re.compile(rf'^(lang: str = )"{SOURCE}"', re.MULTILINE)


def prose_in(notebook: Any, lang: str) -> Any:  # noqa: ANN401
    """A copy of a notebook whose markdown is said in the language, where the catalogue has it."""
    spoken = deepcopy(notebook)
    for cell in spoken.cells:
        if cell.cell_type == "markdown":
            cell.source = in_language(cell.source, lang)
    return spoken


def notebook_in(notebook: Any, lang: str) -> Any:  # noqa: ANN401
    """A copy of a notebook for readers of a language: its markdown and comments, and the tables and pictures that a
    run of it makes."""
    spoken = prose_in(notebook, lang)
    for cell in spoken.cells:
        if cell.cell_type == "code":
            cell.source = _LANG.sub(rf'\1"{lang}"', _with_comments_in(cell.source, lang))
    return spoken


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
