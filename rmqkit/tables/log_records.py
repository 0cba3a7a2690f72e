"""Blocks of log text as polars frames of records, and the fate of every line. No messages, no Spark."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
import pyarrow as pa

from rmqkit.formats.logs.bare import layout_named
from rmqkit.formats.logs.layout import EPOCH_MILLIS, GMT8, Layout
from rmqkit.formats.logs.layout_table import BY_NAME
from rmqkit.formats.logs.layouts import LogShape
from rmqkit.formats.logs.prefixes import NOISE

RAW_LIMIT = 8192
RAW_MARK = " ...[cut by rmqkit]"
_HEAD_COLUMNS = ("at", "fraction", "offset", "level", "thread", "logger")
_EIGHT_HOURS = 8 * 3600 * 1_000_000


@dataclass
class Counts:
    """What became of the lines of a source; rows + noise + blank + continuation + unparsed = lines."""

    lines: int = 0
    rows: int = 0
    noise: int = 0
    blank: int = 0
    continuation: int = 0
    unparsed: int = 0
    first_unparsed_line: int | None = None
    first_unparsed: str | None = None


def records(block: bytes, shape: LogShape, zone: str, counts: Counts, torn: bool) -> pl.DataFrame:
    """One row per record: raw, text (what messages are looked for in), below (lines under the first), at, level, ...

    `torn`: lines before the first record belong to a record that began elsewhere.
    """
    lines, ends = _lines(block)
    marks = _marks(lines, shape)
    opens = np.flatnonzero(marks["start"] | marks["noise"])
    first = int(opens[0]) if len(opens) else len(lines)
    frame = _sliced(block, ends, opens, marks)
    heads = _with_heads(frame.filter(~pl.col("noise")), shape, zone)
    _count(counts, lines, marks, first, frame, heads, torn)
    return heads.filter(pl.col("at_text").is_not_null()).drop("at_text")


def _lines(block: bytes) -> tuple[pl.Series, np.ndarray]:
    """The lines without their ends, and for each line where it ends (behind its line feed)."""
    ends = np.flatnonzero(np.frombuffer(block, dtype=np.uint8) == 10) + 1
    if not len(ends) or ends[-1] != len(block):
        ends = np.append(ends, len(block))
    series = _strings(block, np.concatenate(([0], ends)))
    return series.str.strip_chars_end("\n"), ends


def _strings(block: bytes, offsets: np.ndarray) -> pl.Series:
    array = pa.LargeStringArray.from_buffers(
        len(offsets) - 1, pa.py_buffer(offsets.astype(np.int64)), pa.py_buffer(block)
    )
    return pl.Series("raw", array)


def _layouts(shape: LogShape) -> list[Layout]:
    return [layout_named(name) for name in shape.layouts or (shape.layout,)]


def _marks(lines: pl.Series, shape: LogShape) -> dict[str, np.ndarray]:
    """Per line: whether it starts a record, is a tool's noise, is blank."""
    start = pl.any_horizontal(*(pl.col("raw").str.contains(layout.start) for layout in _layouts(shape)))
    marks = lines.to_frame().select(start=start).to_series().to_numpy().copy()
    others = np.flatnonzero(~marks)
    rest = lines.gather(others).to_frame() if len(others) else lines.head(0).to_frame()
    rest = rest.select(noise=pl.col("raw").str.contains(NOISE), blank=~pl.col("raw").str.contains(r"\S"))
    noise, blank = np.zeros(len(marks), dtype=bool), np.zeros(len(marks), dtype=bool)
    noise[others], blank[others] = rest["noise"].to_numpy(), rest["blank"].to_numpy()
    return {"start": marks, "noise": noise, "blank": blank}


def _sliced(block: bytes, ends: np.ndarray, opens: np.ndarray, marks: dict[str, np.ndarray]) -> pl.DataFrame:
    """The block cut at the lines that open a record or are noise; `line` is the index of that line."""
    begins = np.concatenate(([0], ends[:-1]))
    first = begins[opens[0]] if len(opens) else len(block)
    offsets = np.append(begins[opens], len(block)) - first
    raw = _strings(block[first:] if first else block, offsets).str.strip_chars_end("\n")
    below = np.diff(np.append(opens, len(ends))) - 1
    return pl.DataFrame({"raw": raw, "line": opens, "below": below, "noise": marks["noise"][opens]})


def _with_heads(frame: pl.DataFrame, shape: LogShape, zone: str) -> pl.DataFrame:
    """The frame with the head's columns; a head that a hard wrap broke is tried on the joined lines."""
    done: list[pl.DataFrame] = []
    left = frame.drop("noise").with_columns(text=pl.col("raw"))
    for layout in _layouts(shape):
        if left.is_empty():
            break
        found = _heads(left, layout, shape, zone)
        done.append(found.filter(pl.col("at_text").is_not_null()))
        left = left.filter(found["at_text"].is_null())
    if not left.is_empty():
        joined = left.with_columns(text=pl.col("raw").str.replace_all("\n", "", literal=True))
        done.append(_heads(joined, _layouts(shape)[0], shape, zone))
    return (
        pl.concat(done).sort("line")
        if len(done) > 1
        else (done[0] if done else _heads(left, BY_NAME["server"], shape, zone))
    )


def _heads(frame: pl.DataFrame, layout: Layout, shape: LogShape, zone: str) -> pl.DataFrame:
    groups = pl.col("text").str.extract_groups(layout.head)
    found = frame.with_columns(groups.alias("head")).unnest("head")
    missing = [pl.lit(None, dtype=pl.String).alias(name) for name in _HEAD_COLUMNS if name not in layout.fields]
    found = found.with_columns(*missing).rename({"at": "at_text"})
    return (
        found.with_columns(
            at=_instant(layout, shape, zone),
            level=pl.col("level") if layout.program == "server" else _level(),
            thread=pl.col("thread").str.strip_chars(" ") if layout.program == "app" else pl.col("thread"),
        )
        .drop("fraction", "offset")
        .select("raw", "line", "below", "text", "at_text", "at", "level", "thread", "logger")
    )


# How Go, .NET, Serilog and java.util.logging name a level of log4j's.
_LEVELS = {
    **dict.fromkeys(("WARNING", "WRN"), "WARN"),
    **dict.fromkeys(("ERRO", "ERR", "SEVERE", "FAIL"), "ERROR"),
    **dict.fromkeys(("FATA", "FTL", "PANI", "CRIT", "CRITICAL", "DPANIC", "PANIC"), "FATAL"),
    **dict.fromkeys(("DEBU", "DBG", "DBUG", "FINE"), "DEBUG"),
    **dict.fromkeys(("TRAC", "TRCE", "VRB", "FINER"), "TRACE"),
    **dict.fromkeys(("INF", "CONFIG", "NOTICE"), "INFO"),
}


def _level() -> pl.Expr:
    """The level by log4j's names."""
    return pl.col("level").str.to_uppercase().replace(_LEVELS)


def _instant(layout: Layout, shape: LogShape, zone: str) -> pl.Expr:
    """Time of the record in UTC; null where its layout prints no date."""
    if not layout.dated:
        return pl.lit(None, dtype=pl.Datetime("us", "UTC"))
    text = pl.col("at_text")
    if layout.date == EPOCH_MILLIS:
        return (
            pl.from_epoch(text.cast(pl.Int64, strict=False), "ms").cast(pl.Datetime("us")).dt.replace_time_zone("UTC")
        )
    if layout.date.startswith("%Y-%m-%d") and layout.program == "app":
        text = text.str.replace("T", " ", literal=True).str.replace_all("/", "-", literal=True)
    local = text.str.to_datetime(layout.date, time_unit="us", strict=False)
    if "fraction" in layout.fields and not shape.doubled_seconds:
        digits = pl.col("fraction").fill_null("0").str.head(6).str.pad_end(6, "0")
        local = local + pl.duration(microseconds=digits.cast(pl.Int64))
    if layout.zone == GMT8:
        return (local - pl.duration(microseconds=_EIGHT_HOURS)).dt.replace_time_zone("UTC")
    here = local.dt.replace_time_zone(zone, ambiguous="earliest", non_existent="null").dt.convert_time_zone("UTC")
    return (
        here
        if "offset" not in layout.fields
        else pl.when(pl.col("offset").is_null()).then(here).otherwise(_shifted(local))
    )


def _shifted(local: pl.Expr) -> pl.Expr:
    digits = pl.col("offset").str.replace("Z", "+0000", literal=True).str.replace(":", "", literal=True)
    minutes = digits.str.slice(1, 2).cast(pl.Int64) * 60 + digits.str.slice(3, 2).cast(pl.Int64)
    sign = pl.when(digits.str.starts_with("-")).then(-1).otherwise(1)
    return (local - pl.duration(minutes=minutes * sign)).dt.replace_time_zone("UTC")


def _count(
    counts: Counts,
    lines: pl.Series,
    marks: dict[str, np.ndarray],
    first: int,
    frame: pl.DataFrame,
    heads: pl.DataFrame,
    torn: bool,
) -> None:
    """Add the block's lines to the counts: each line is exactly one of row, noise, blank, continuation, unparsed."""
    blank = int(marks["blank"].sum())
    noise = int(marks["noise"].sum())
    rows = int(heads["at_text"].is_not_null().sum())
    unparsed = np.zeros(len(lines), dtype=bool)
    if not torn:
        unparsed[:first] = True
    lost = pl.concat([heads.filter(pl.col("at_text").is_null()).select("line", "below"), _after_noise(frame)])
    for line, below in lost.iter_rows():
        unparsed[line : line + below + 1] = True
    unparsed &= ~marks["blank"] & ~marks["noise"]
    if counts.first_unparsed is None and unparsed.any():
        number = int(np.flatnonzero(unparsed)[0])
        counts.first_unparsed_line, counts.first_unparsed = counts.lines + number + 1, lines[number][:500]
    counts.lines += len(lines)
    counts.rows += rows
    counts.noise += noise
    counts.blank += blank
    counts.unparsed += int(unparsed.sum())
    counts.continuation += len(lines) - rows - noise - blank - int(unparsed.sum())


def _after_noise(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.filter(pl.col("noise") & (pl.col("below") > 0)).select("line", "below")


def cut_raw(raw: pl.Expr) -> pl.Expr:
    """The record as written, without more than `RAW_LIMIT` bytes of it."""
    long = raw.str.len_bytes() > RAW_LIMIT
    return pl.when(long).then(raw.str.head(RAW_LIMIT - len(RAW_MARK)) + RAW_MARK).otherwise(raw)
