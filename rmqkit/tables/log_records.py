"""Blocks of log text as frames of records, and the fate of every line. No messages, no Spark."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from rmqkit.formats.logs.layout_table import ANY_DATE, BY_NAME, EPOCH_MILLIS, GMT8, NOISE, LogLayout
from rmqkit.formats.logs.layouts import LogShape

RAW_LIMIT = 8192
RAW_MARK = " ...[cut by rmqkit]"
HEAD_COLUMNS = ("at", "fraction", "offset", "level", "thread", "logger")
_NO_RECORD = -1
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


def records_in(block: bytes, shape: LogShape, zone: str, counts: Counts, torn: bool) -> pl.DataFrame:
    """The records of a block in the order of their lines: `raw` (as written), `text` (the same, but where a terminal
    broke a head), the number of the first `line`, how many are `below` it, and what the head tells. What became of the
    block's lines is added to the counts.

    `zone`: of layouts that print the writing JVM's local time. `torn`: lines before the first record belong to one that
    began elsewhere.
    """
    lines = _lines(block, shape)
    below = lines.filter(pl.col("record") >= 0, ~pl.col("start")).group_by("record", maintain_order=True)
    rest = below.agg(rest=pl.col("raw").str.join("\n"), below=pl.len().cast(pl.Int64))
    whole = (
        lines.filter("start")
        .join(rest, on="record", how="left", maintain_order="left")
        .select(
            pl.concat_str("raw", "rest", separator="\n", ignore_nulls=True).str.strip_chars_end("\n"),
            "line",
            pl.col("below").fill_null(0),
        )
    )
    heads = with_heads(whole, shape, zone)
    known = pl.col("at_text").is_not_null()
    _count(counts, lines, heads.filter(~known)["line"], torn)
    records = heads.filter(known).drop("at_text")
    if shape.wrapped is None:
        return records
    # A wrapped text's own line ends, which were marked so that it stayed one line.
    inner = pl.col("raw").str.count_matches("\v", literal=True)
    texts = pl.col("raw", "text").str.replace_all("\v", "\n", literal=True)
    return records.with_columns(texts, below=pl.col("below") + inner)


def _lines(block: bytes, shape: LogShape) -> pl.DataFrame:
    """The lines of a block: whether each starts a record, is a tool's noise, or blank; and `record`, the number of the
    line with which its record starts: -1 below noise, null above all records."""
    text = block.decode().removesuffix("\n")
    lines = pl.DataFrame({"raw": [text]}).select(pl.col("raw").str.split("\n").explode()).with_row_index("line")
    starts = [pl.col("raw").str.contains(layout.start) for layout in layouts_of(shape)]
    lines = lines.with_columns(pl.col("line").cast(pl.Int64), start=pl.any_horizontal(*starts))
    other = pl.when(~pl.col("start")).then("raw").str
    lines = lines.with_columns(
        noise=other.contains(NOISE).fill_null(False), blank=~other.contains(r"\S").fill_null(True)
    )
    return lines.with_columns(record=pl.when("start").then("line").when("noise").then(_NO_RECORD).forward_fill())


def _count(counts: Counts, lines: pl.DataFrame, lost: pl.Series, torn: bool) -> None:
    """Each line is exactly one of row, noise, blank, continuation, unparsed. `lost`: records whose head fits no layout;
    nobody understood what stands below noise either, nor above the first record."""
    record = pl.col("record")
    unknown = (record.is_null() & (not torn)) | (record == _NO_RECORD) | record.is_in(lost.implode())
    unparsed = lines.filter(unknown, ~pl.col("blank"), ~pl.col("noise"))
    found = {
        "rows": int(lines["start"].sum()) - len(lost),
        "noise": int(lines["noise"].sum()),
        "blank": int(lines["blank"].sum()),
        "unparsed": len(unparsed),
    }
    if counts.first_unparsed is None and len(unparsed):
        counts.first_unparsed_line = counts.lines + unparsed["line"][0] + 1
        counts.first_unparsed = unparsed["raw"][0][:500]
    counts.lines += len(lines)
    counts.continuation += len(lines) - sum(found.values())
    for name, number in found.items():
        setattr(counts, name, getattr(counts, name) + number)


def layouts_of(shape: LogShape) -> list[LogLayout]:
    """The layouts that the log's lines have, the definite ones first."""
    return [BY_NAME[name] for name in shape.layouts or (shape.layout,)]


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
    """With what one layout reads of a head: the time as written (`at_text`) and as an instant, levels by log4j's
    names."""
    groups = pl.col("text").str.extract_groups(layout.head)
    found = frame.with_columns(groups.alias("head")).unnest("head")
    lacking = [name for name in HEAD_COLUMNS if name not in layout.fields]
    missing = [pl.lit(None, dtype=pl.String).alias(name) for name in lacking]
    typed = {"at": _instant(layout, shape, zone)}
    if layout.program != "server":
        typed["level"] = pl.col("level").str.to_uppercase().replace(_LEVELS)
    if layout.program == "app":
        typed["thread"] = pl.col("thread").str.strip_chars(" ")
    typed_heads = found.with_columns(*missing).rename({"at": "at_text"}).with_columns(**typed)
    return typed_heads.select("raw", "line", "below", "text", "at_text", "at", "level", "thread", "logger")


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
        in_zone = local.dt.replace_time_zone(shape.jvm_zone or zone, ambiguous="earliest", non_existent="null")
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


def with_cut_raw(records: pl.DataFrame) -> pl.DataFrame:
    """The records as written, without more than `RAW_LIMIT` bytes of each."""
    raw = pl.col("raw")
    cut = raw.str.head(RAW_LIMIT - len(RAW_MARK)) + RAW_MARK
    return records.with_columns(raw=pl.when(raw.str.len_bytes() > RAW_LIMIT).then(cut).otherwise(raw))
