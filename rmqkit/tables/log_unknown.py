"""Records that no message of the catalogue fits, as templates: of what is read, and of records kept as columns.

A verdict needs none of them, and they cost time: they are made where somebody asks for them.

A template is a record's first line in which every word with a digit is `<*>`, so that ids, times, addresses and offsets
tell no two lines apart. It depends on the line alone, so ranges of a log and its workers need not know of each other.
(A tree that learns its templates, drain3 0.9.11, was tried on 2,487 such records of seven recordings: it made 2,159 of
them one template, `<*>`; here they were 376, before settings that are printed at a start became one.)
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import polars as pl

from rmqkit.formats.prompts import GRAVE

MOST_TEMPLATES = 200
"""Of one range of a log; the records of all others are counted together."""
LONGEST = 300

_VARIABLE = r"""[^\s=,:;()\[\]{}<>"'|/@#]*\d[^\s=,;()\[\]{}<>"'|]*"""
_VARIABLES = r"<\*>(?:[\s,:./@#-]*<\*>)+"
_HEAD = r"^(?:<\*>|[\s\[\]-])+"
_SETTING = r"( -|^)\s[-\w.]+\s?=\s?\S*$"

COLUMNS = ("file", "source", "kept_detail", "raw", "times", "at", "last_at", "line_order")
_READ = ("file", "source", "event", "raw", "at", "line_order")
_ROWS = 100_000


def _first_line(raw: pl.Expr) -> pl.Expr:
    # cut before it is searched: a capture would cost more than all that follows
    return raw.str.slice(0, LONGEST).str.replace(r"\n[\s\S]*$", "")


def template_of(raw: pl.Expr) -> pl.Expr:
    """The template of each record."""
    masked = _first_line(raw).str.replace(_SETTING, "$1 <key>=<value>")
    masked = masked.str.replace_all(_VARIABLE, "<*>")
    return masked.str.replace_all(_VARIABLES, "<*>").str.replace(_HEAD, "")


def templates_of(rows: pl.DataFrame) -> pl.DataFrame:
    """The records of `rows` outside the catalogue, one row for each template."""
    unknown = rows.filter(pl.col("event").is_null())
    raw = pl.col("raw")
    marked = unknown.with_columns(raw=_first_line(raw), kept_detail=template_of(raw))
    marked = marked.with_columns(times=pl.lit(1, pl.Int64), last_at=pl.col("at"))
    return few_templates(marked.select(COLUMNS))


def merge_templates(rows: pl.DataFrame, before: pl.DataFrame) -> pl.DataFrame:
    """The templates of `rows` together with those of what was read before."""
    return few_templates(pl.concat([before, templates_of(rows)], how="diagonal"))


def templates_in(files: Iterable[Path]) -> pl.DataFrame:
    """The templates of records kept as columns: so many of each Parquet file, whatever its size."""
    import pyarrow.parquet as pq

    each = [pl.DataFrame()]
    for path in files:
        told = pl.DataFrame()
        with pq.ParquetFile(path) as kept:
            for batch in kept.iter_batches(_ROWS, columns=list(_READ)):
                told = merge_templates(pl.DataFrame(batch), told)
        each.append(told)
    return pl.concat(each, how="diagonal")


def few_templates(rows: pl.DataFrame) -> pl.DataFrame:
    """Equal templates as one, grave ones first; beyond MOST_TEMPLATES records are only counted."""
    together = _together(rows)
    if len(together) <= MOST_TEMPLATES:
        return together
    mild = ~pl.col("raw").str.contains(GRAVE)
    place = pl.struct(pl.col("kept_detail").is_null(), mild, pl.col("line_order")).rank("ordinal")
    named = pl.when(place <= MOST_TEMPLATES).then(pl.col("kept_detail"))
    return _together(together.with_columns(kept_detail=named))


def _together(rows: pl.DataFrame) -> pl.DataFrame:
    return (
        rows.group_by("file", "source", "kept_detail", maintain_order=True)
        .agg(
            raw=pl.col("raw").first(),
            times=pl.col("times").sum(),
            at=pl.col("at").min(),
            last_at=pl.col("last_at").max(),
            line_order=pl.col("line_order").first(),
        )
        .select(COLUMNS)
    )
