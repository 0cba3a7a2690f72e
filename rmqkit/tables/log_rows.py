"""Blocks of log text as rows: what the scan is sure of, and the general road for the rest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import polars as pl

from rmqkit.formats.logs.catalogue import FIELDS, MESSAGES
from rmqkit.formats.logs.layouts import LogShape
from rmqkit.scan import is_there
from rmqkit.tables.log_fields import with_fields, with_seen_blanks
from rmqkit.tables.log_records import (
    HEAD_COLUMNS,
    Counts,
    Cut,
    Lines,
    count,
    cut,
    layouts_of,
    plain_lines,
    typed_heads,
    with_heads,
)


@dataclass(frozen=True)
class RowReader:
    """Reads blocks of one log.

    `zone`: of layouts that print the writing JVM's local time. `scan`: take the fast road where it leads, if it is
    installed; it costs a second to load, once in a process.
    """

    shape: LogShape
    zone: str
    scan: bool = True

    def rows(self, block: bytes, counts: Counts, torn: bool) -> pl.DataFrame:
        """The block's records with event and fields, in the order of their lines.

        `torn`: lines before the first record belong to a record that began elsewhere.
        """
        pieces = cut(self._lines(block), self.shape)
        chosen = np.flatnonzero(~pieces.noise)
        rows, taken = self._scanned(pieces, self._alone(pieces, chosen))
        rest = np.setdiff1d(chosen, taken, assume_unique=True)
        others = with_heads(pieces.frame(rest), self.shape, self.zone) if len(rest) else None
        count(counts, pieces, len(taken), others, torn)
        if others is None:
            return rows if len(taken) else self._general(_empty_heads(self.shape), 0)
        # Characters of the longest of some records of one line each.
        begins, ends = pieces.places(taken)
        general = self._general(others, int((ends - begins).max()) if len(taken) else 0)
        if not len(taken):
            return general
        return pl.concat([rows, general.select(rows.columns)]).sort("line")

    def _lines(self, block: bytes) -> Lines:
        if not (self.scan and is_there() and self.shape.wrapped is None):
            return plain_lines(block)
        from rmqkit.tables.log_scan import scanned_lines

        return scanned_lines(block, self.shape)

    def _alone(self, pieces: Cut, chosen: np.ndarray) -> np.ndarray:
        """Records of one ASCII line that begins as the log's first layout does."""
        opened = pieces.lines.opened[pieces.opens[chosen]]
        alone: np.ndarray = chosen[opened & (pieces.below[chosen] == 0)]
        if pieces.lines.block.isascii():
            return alone
        # Which of the pieces hold ASCII only.
        text = np.frombuffer(pieces.lines.block, dtype=np.uint8)
        others = np.concatenate(([0], np.cumsum(text > 127)))
        begins, ends = pieces.places(alone)
        plain: np.ndarray = others[ends] == others[begins]
        ascii_only: np.ndarray = alone[plain]
        return ascii_only

    def _scanned(self, pieces: Cut, alone: np.ndarray) -> tuple[pl.DataFrame, np.ndarray]:
        """Rows of the records that the scan understood, and which they are."""
        if not len(alone):
            return pl.DataFrame(), alone
        from rmqkit.tables.log_scan import ASK, scanned_heads, scanned_messages

        block, places = pieces.lines.block, pieces.places(alone)
        messages = scanned_messages(block, *places)
        looked = np.flatnonzero(messages.numbers != ASK)
        begins, ends = (bounds[looked] for bounds in places)
        matched, heads = scanned_heads(block, begins, ends, self.shape)
        looked = looked[matched]
        numbers, captures = messages.numbers[looked], messages.captures[looked]
        rows = self._rows(pieces, alone[looked], heads[matched], numbers, captures)
        return rows, alone[looked]

    def _general(self, heads: pl.DataFrame, longest: int) -> pl.DataFrame:
        """Rows of the records that the scan left, and none of lines that no layout's head fits."""
        whole = heads.filter(pl.col("at_text").is_not_null()).drop("at_text")
        if self.shape.wrapped:
            # A wrapped text's own line ends, which were marked so that it stayed one line.
            inner = pl.col("raw").str.count_matches("\v", literal=True)
            texts = pl.col("raw", "text").str.replace_all("\v", "\n", literal=True)
            whole = whole.with_columns(texts, below=pl.col("below") + inner)
        return with_fields(whole, longest)

    def _rows(
        self, pieces: Cut, chosen: np.ndarray, heads: np.ndarray, numbers: np.ndarray, captures: np.ndarray
    ) -> pl.DataFrame:
        """Rows of records that the scan understood, as the general road would make them."""
        from rmqkit.tables.log_scan import pieces as texts

        block = pieces.lines.block
        whole = np.column_stack(pieces.places(chosen)).astype(np.int32)
        columns = {"line": pl.Series(pieces.opens[chosen]), "raw": texts(block, whole)}
        columns |= {name: _meant(numbers, name) for name in ("event", "family")}
        columns |= {name: texts(block, heads, number) for number, name in enumerate(HEAD_COLUMNS)}
        columns |= {name: texts(block, captures, number) for number, name in enumerate(FIELDS)}
        return self._typed(pl.DataFrame(columns), numbers)

    def _typed(self, frame: pl.DataFrame, numbers: np.ndarray) -> pl.DataFrame:
        """Text as times, levels and numbers; an empty name as none."""
        filled = {name: pl.when(pl.col(name) != "").then(pl.col(name)) for name in ("address", "group", "topic")}
        frame = frame.with_columns(**filled | {"topic": with_seen_blanks(filled["topic"])}, code=_code(numbers))
        frame = frame.with_columns(pl.col("queue").cast(pl.Int32, strict=False))
        typed = typed_heads(frame, layouts_of(self.shape)[0], self.shape, self.zone)
        return typed.drop("at_text", "fraction", "offset")


@cache
def _empty_heads(shape: LogShape) -> pl.DataFrame:
    """What `with_heads` makes of no records."""
    none = pl.DataFrame(schema={"raw": pl.String, "line": pl.Int64, "below": pl.Int64})
    return with_heads(none, shape, "UTC")


@cache
def _message_meanings() -> dict[str, pl.Series]:
    """What each message of the catalogue means; and at the end nothing, for none."""
    return {
        "event": pl.Series([*(message.event for message in MESSAGES), None], dtype=pl.String),
        "family": pl.Series([*(message.family for message in MESSAGES), None], dtype=pl.String),
        "code": pl.Series([*(message.code for message in MESSAGES), None], dtype=pl.Int32),
    }


def _meant(numbers: np.ndarray, name: str) -> pl.Series:
    """What messages mean, by their number; null for none."""
    return _message_meanings()[name].gather(pl.Series(np.where(numbers < 0, len(MESSAGES), numbers)))


def _code(numbers: np.ndarray) -> pl.Expr:
    """The code that a message stands for, else the one that it prints."""
    return pl.coalesce(pl.lit(_meant(numbers, "code")), pl.col("code").cast(pl.Int32, strict=False))
