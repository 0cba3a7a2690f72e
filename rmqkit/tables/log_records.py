"""Blocks of log text as frames of records, and the fate of every line. No messages, no Spark."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
import pyarrow as pa

from rmqkit.formats.logs.layout_table import ANY_DATE, BY_NAME, EPOCH_MILLIS, GMT8, NOISE, LogLayout
from rmqkit.formats.logs.layouts import LogShape

RAW_LIMIT = 8192
RAW_MARK = " ...[cut by rmqkit]"
HEAD_COLUMNS = ("at", "fraction", "offset", "level", "thread", "logger")
_LINE_FEED = 10
# Bytes that are compared at once: what comes of it stays in the processor's cache.
_IN_CACHE = 1 << 18
_EIGHT_HOURS = 8 * 3600 * 1_000_000


@dataclass
class Counts:
    """What became of a source's lines; rows + noise + blank + continuation + unparsed = lines."""

    lines: int = 0
    rows: int = 0
    noise: int = 0
    blank: int = 0
    continuation: int = 0
    unparsed: int = 0
    first_unparsed_line: int | None = None
    first_unparsed: str | None = None


@dataclass(frozen=True)
class Lines:
    """The lines of a block: where each begins and ends (behind its line feed), and what a scan knows of them.

    `opened`: the line begins a record in the log's first layout.
    """

    block: bytes
    ends: np.ndarray
    opened: np.ndarray

    @cached_property
    def begins(self) -> np.ndarray:
        """Where each line begins."""
        return np.concatenate((np.zeros(1, np.int64), self.ends[:-1]))

    @cached_property
    def closed(self) -> np.ndarray:
        """Where each line's text ends, in front of its line feed."""
        text = np.frombuffer(self.block, dtype=np.uint8)
        closed: np.ndarray = self.ends - (text[self.ends - 1] == _LINE_FEED)
        return closed

    def text(self, number: int) -> str:
        """One line without its end."""
        return self.block[self.begins[number] : self.closed[number]].decode()

    def texts(self, numbers: np.ndarray) -> pl.DataFrame:
        """Some lines without their ends, as column `raw`."""
        whole = strings(self.block, self.begins[numbers], self.ends[numbers])
        return pl.DataFrame({"raw": whole.str.strip_chars_end("\n")})


def plain_lines(block: bytes) -> Lines:
    """The lines of a block of which nothing is known yet."""
    text = np.frombuffer(block, dtype=np.uint8)
    pieces = []
    for at in range(0, len(text), _IN_CACHE):
        pieces.append(np.flatnonzero(text[at : at + _IN_CACHE] == _LINE_FEED) + (at + 1))
    ends = np.concatenate(pieces) if pieces else np.zeros(0, np.int64)
    if len(block) and (not len(ends) or ends[-1] != len(block)):
        ends = np.append(ends, len(block))
    return Lines(block, ends, np.zeros(len(ends), np.bool_))


def strings(block: bytes, begins: np.ndarray, ends: np.ndarray) -> pl.Series:
    """Pieces of the block."""
    offsets = np.concatenate(([0], np.cumsum(ends - begins))).astype(np.int64)
    together = not len(begins) or (begins[1:] == ends[:-1]).all()
    places = zip(begins.tolist(), ends.tolist(), strict=True)
    first, last = (begins[0], ends[-1]) if len(begins) else (0, 0)
    text = block[first:last] if together else b"".join([block[begin:end] for begin, end in places])
    array = pa.LargeStringArray.from_buffers(len(begins), pa.py_buffer(offsets), pa.py_buffer(text))
    return pl.Series("raw", array)


@dataclass(frozen=True)
class Cut:
    """A block cut at the lines that open a record or are a tool's noise.

    `opens`: numbers of these lines; `below`: how many lines follow each; `noise`: which of them are
    noise. `blank` and `noisy` tell of every line of the block whether it is.
    """

    lines: Lines
    opens: np.ndarray
    below: np.ndarray
    noise: np.ndarray
    blank: np.ndarray
    noisy: np.ndarray

    @property
    def first(self) -> int:
        """The first line that opens anything; the number of lines when none does."""
        return int(self.opens[0]) if len(self.opens) else len(self.lines.ends)

    def places(self, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where some of the pieces begin and end, the last line feed left out."""
        opens = self.opens[chosen]
        return self.lines.begins[opens], self.lines.closed[opens + self.below[chosen]]

    def frame(self, chosen: np.ndarray) -> pl.DataFrame:
        """Some of the pieces: raw (as written), the number of its line, the lines below it."""
        opens, below = self.opens[chosen], self.below[chosen]
        raw = strings(self.lines.block, self.lines.begins[opens], self.lines.ends[opens + below])
        return pl.DataFrame({"raw": raw.str.strip_chars_end("\n"), "line": opens, "below": below})


def cut(lines: Lines, shape: LogShape) -> Cut:
    """Cut a block into records."""
    start, noise, blank = _marks(lines, shape)
    opens = np.flatnonzero(start | noise)
    below = np.diff(np.append(opens, len(lines.ends))) - 1
    return Cut(lines, opens, below, noise[opens], blank, noise)


def layouts_of(shape: LogShape) -> list[LogLayout]:
    """The layouts that the log's lines have, the definite ones first."""
    return [BY_NAME[name] for name in shape.layouts or (shape.layout,)]


def _marks(lines: Lines, shape: LogShape) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Per line: whether it starts a record, is a tool's noise, is blank."""
    starts = [pl.col("raw").str.contains(layout.start) for layout in layouts_of(shape)]
    start = lines.opened.copy()
    others = np.flatnonzero(~start)
    if not len(others):
        return start, ~start, ~start
    unknown = lines.texts(others)
    start[others] = unknown.select(pl.any_horizontal(*starts)).to_series().to_numpy()
    others = np.flatnonzero(~start)
    text = pl.col("raw").str
    rest = lines.texts(others).select(noise=text.contains(NOISE), blank=~text.contains(r"\S"))
    noise, blank = np.zeros(len(start), dtype=bool), np.zeros(len(start), dtype=bool)
    noise[others], blank[others] = rest["noise"].to_numpy(), rest["blank"].to_numpy()
    return start, noise, blank


def with_heads(frame: pl.DataFrame, shape: LogShape, zone: str) -> pl.DataFrame:
    """The frame with the head's columns; where a hard wrap broke it, of the joined lines."""
    done: list[pl.DataFrame] = []
    left = frame.with_columns(text=pl.col("raw"))
    for layout in layouts_of(shape):
        if left.is_empty():
            break
        found = _heads(left, layout, shape, zone)
        done.append(found.filter(pl.col("at_text").is_not_null()))
        left = left.filter(found["at_text"].is_null())
    if not left.is_empty():
        joined = left.with_columns(text=pl.col("raw").str.replace_all("\n", "", literal=True))
        done.append(_heads(joined, layouts_of(shape)[0], shape, zone))
    if not done:
        return _heads(left, BY_NAME["server"], shape, zone)
    return pl.concat(done).sort("line") if len(done) > 1 else done[0]


def _heads(frame: pl.DataFrame, layout: LogLayout, shape: LogShape, zone: str) -> pl.DataFrame:
    groups = pl.col("text").str.extract_groups(layout.head)
    found = frame.with_columns(groups.alias("head")).unnest("head")
    lacking = [name for name in HEAD_COLUMNS if name not in layout.fields]
    missing = [pl.lit(None, dtype=pl.String).alias(name) for name in lacking]
    typed = typed_heads(found.with_columns(*missing), layout, shape, zone)
    return typed.select("raw", "line", "below", "text", "at_text", "at", "level", "thread", "logger")


def typed_heads(found: pl.DataFrame, layout: LogLayout, shape: LogShape, zone: str) -> pl.DataFrame:
    """Records with their head's columns as text: times as instants, levels by log4j's names.

    `at_text` is the time as written.
    """
    typed = {"at": _instant(layout, shape, zone)}
    if layout.program != "server":
        typed["level"] = pl.col("level").str.to_uppercase().replace(_LEVELS)
    if layout.program == "app":
        typed["thread"] = pl.col("thread").str.strip_chars(" ")
    return found.rename({"at": "at_text"}).with_columns(**typed)


# How Go, .NET, Serilog, spdlog and java.util.logging name a level of log4j's.
_LEVELS = {
    **dict.fromkeys(("WARNING", "WRN", "W"), "WARN"),
    **dict.fromkeys(("ERRO", "ERR", "SEVERE", "FAIL", "E"), "ERROR"),
    **dict.fromkeys(("FATA", "FTL", "PANI", "CRIT", "CRITICAL", "DPANIC", "PANIC", "C"), "FATAL"),
    **dict.fromkeys(("DEBU", "DBG", "DBUG", "FINE", "D"), "DEBUG"),
    **dict.fromkeys(("TRAC", "TRCE", "VRB", "FINER", "T"), "TRACE"),
    **dict.fromkeys(("INF", "CONFIG", "NOTICE", "I"), "INFO"),
}


def _instant(layout: LogLayout, shape: LogShape, zone: str) -> pl.Expr:
    """Time of the record in UTC; null where its layout prints no date."""
    if not layout.dated:
        return pl.lit(None, dtype=pl.Datetime("us", "UTC"))
    text = pl.col("at_text")
    if layout.date == EPOCH_MILLIS:
        at = pl.from_epoch(text.cast(pl.Int64, strict=False), "ms")
        return at.cast(pl.Datetime("us")).dt.replace_time_zone("UTC")
    if layout.date.startswith("%Y-%m-%d") and (layout.program == "app" or ANY_DATE in layout.head):
        text = text.str.replace("T", " ", literal=True).str.replace_all("/", "-", literal=True)
    local = text.str.to_datetime(layout.date, time_unit="us", strict=False)
    if "fraction" in layout.fields and not shape.doubled_seconds:
        digits = pl.col("fraction").fill_null("0").str.head(6).str.pad_end(6, "0")
        local = local + pl.duration(microseconds=digits.cast(pl.Int64))
    # A record of no definite layout, as the last one of a log that was copied while it grew, is of the log's own zone.
    if (shape.zone if layout.general else layout.zone) == GMT8:
        here = (local - pl.duration(microseconds=_EIGHT_HOURS)).dt.replace_time_zone("UTC")
    else:
        in_zone = local.dt.replace_time_zone(zone, ambiguous="earliest", non_existent="null")
        here = in_zone.dt.convert_time_zone("UTC")
    if "offset" not in layout.fields:
        return here
    return pl.when(pl.col("offset").is_null()).then(here).otherwise(_shifted(local))


def _shifted(local: pl.Expr) -> pl.Expr:
    digits = pl.col("offset").str.replace("Z", "+0000", literal=True)
    digits = digits.str.replace(":", "", literal=True)
    minutes = digits.str.slice(1, 2).cast(pl.Int64) * 60 + digits.str.slice(3, 2).cast(pl.Int64)
    sign = pl.when(digits.str.starts_with("-")).then(-1).otherwise(1)
    return (local - pl.duration(minutes=minutes * sign)).dt.replace_time_zone("UTC")


def count(counts: Counts, pieces: Cut, sure: int, heads: pl.DataFrame | None, torn: bool) -> None:
    """Add the block's lines to the counts: each line is exactly one of row, noise, blank, continuation, unparsed.

    `sure`: records that the scan took; `heads`: all other records (None: there are none), those without a head
    included. `torn`: lines before the first record belong to one that began elsewhere.
    """
    unparsed = _unparsed(pieces, heads, torn)
    lines = len(pieces.lines.ends)
    found = {
        "rows": sure + (0 if heads is None else int(heads["at_text"].is_not_null().sum())),
        "noise": int(pieces.noisy.sum()),
        "blank": int(pieces.blank.sum()),
        "unparsed": int(unparsed.sum()),
    }
    if counts.first_unparsed is None and unparsed.any():
        number = int(np.flatnonzero(unparsed)[0])
        counts.first_unparsed_line = counts.lines + number + 1
        counts.first_unparsed = pieces.lines.text(number)[:500]
    counts.lines += lines
    counts.continuation += lines - sum(found.values())
    for name, number in found.items():
        setattr(counts, name, getattr(counts, name) + number)


def _unparsed(pieces: Cut, heads: pl.DataFrame | None, torn: bool) -> np.ndarray:
    """Whether nobody understood each line: it begins no record, or one without a known head."""
    unparsed = np.zeros(len(pieces.lines.ends), dtype=bool)
    if not torn:
        unparsed[: pieces.first] = True
    # Records whose head fits no layout.
    lost = [] if heads is None else heads.filter(pl.col("at_text").is_null()).select("line", "below").rows()
    noise = pieces.noise & (pieces.below > 0)
    below_noise = zip(pieces.opens[noise].tolist(), pieces.below[noise].tolist(), strict=True)
    for line, below in [*lost, *below_noise]:
        unparsed[line : line + below + 1] = True
    unparsed &= ~pieces.blank & ~pieces.noisy
    return unparsed


def cut_raw(raw: pl.Expr) -> pl.Expr:
    """The record as written, without more than `RAW_LIMIT` bytes of it."""
    long = raw.str.len_bytes() > RAW_LIMIT
    return pl.when(long).then(raw.str.head(RAW_LIMIT - len(RAW_MARK)) + RAW_MARK).otherwise(raw)
