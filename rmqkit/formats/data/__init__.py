"""The tables of what RocketMQ prints and means, a file each and English beside Chinese; and how their rows are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rmqkit.language import Text, read_rows

MEANING = ("gravity", "says", "says_zh", "normal", "normal_zh", "remedy", "remedy_zh")
"""The columns of a row that says what something means; the last ones, as all rows end with them."""


def rows_of(file: str, *columns: str) -> list[dict[str, str]]:
    """The rows of one of the tables. Raises MalformedData."""
    return read_rows(Path(__file__).parent / file, columns)


def expression(file: str, cell: str) -> str:
    """A regular expression of one of the tables, with what its {PIECES} stand for (`pieces.tsv`)."""
    pieces = _pieces(file.removesuffix(".tsv"))
    return _PIECE.sub(lambda piece: pieces[piece[1]], cell)


@cache
def _pieces(of: str) -> Mapping[str, str]:
    pieces: dict[str, str] = {}
    for row in rows_of("pieces.tsv", "of", "piece", "shape"):
        if row["of"] in ("any", of):
            pieces[row["piece"]] = _PIECE.sub(lambda piece: pieces[piece[1]], row["shape"])
    return pieces


_PIECE = re.compile(r"\{([A-Z][A-Z_0-9]+)\}")


def sentence(row: Mapping[str, str], column: str) -> str:
    """The sentence of a row in both languages, its places open; empty where the row has none."""
    return Text(row[column], row[f"{column}_zh"]).unfilled if row[column] else ""
