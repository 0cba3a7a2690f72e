"""Events and fields of log records, by polars expressions over whole blocks. No bytes, no Spark.

One pass with all needles of the catalogue classifies a block; then each message's own expression runs, and only over
the records that hold its needle: one by one, as polars takes milliseconds for an expression, however few the records.
"""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from rmqkit.formats.characters import BLANK_IN_NAME
from rmqkit.formats.logs.catalogue import (
    FIELDS,
    Message,
    by_needle,
    match_of,
    most_literal_first,
    needles,
    needles_around,
)
from rmqkit.formats.logs.layout_table import STACK_TRACE

# How much of a record is searched for a message.
HEAD = 400
# Of more characters `re` may go through a record for every combination of a message's holes; polars never does.
_SHORT = 2_000
_TEXT_FIELDS = ("event", "family", *FIELDS)
_EXCEPTION = r"(?m)^(?:Caused by: )?((?:[a-z][a-z0-9_]*\.)+[A-Za-z0-9_$]*(?:Exception|Error|Throwable)\b[^\n]*)"
_CODE = r"CODE: ?(-?[0-9]+)"
_DESCRIPTION = r"CODE: ?-?[0-9]+ +DESC: ([^\n]*)"
# the broker's remarks name the group or the topic in brackets (AdminBrokerProcessor, PullMessageProcessor)
_NAMED_GROUP = r"(?i)(?:consumer|subscription) group ?\[([^\]\s]+)\]"
_NAMED_TOPIC = r"(?i)\btopic ?\[([^\]\s]+)\]"
_PEER = r"(?:BROKER: |<)(?:[^\s/<>]*/)?([^\s/<>]+:[0-9]+)"


def with_fields(records: pl.DataFrame) -> pl.DataFrame:
    """The records with event, family and the fields of the catalogue; null where a record has none."""
    records = records.with_row_index("row")
    found = _found(records, "text")
    wrapped = _wrapped(records)
    if not wrapped.is_empty():
        found = _rejoined(found, wrapped)
    found = pl.concat([found, _cause_fields(records, found)])
    frame = records.join(found, on="row", how="left", maintain_order="left")
    # What the lines below say: a code, its text, the broker, else the exception's first line.
    below = pl.col("below") > 0
    text = pl.when(below).then(pl.col("raw"))
    code = pl.coalesce("code", text.str.extract(_CODE, 1))
    description = text.str.extract(_DESCRIPTION, 1)
    failed = (pl.col("event") == "pull_rejected") & code.is_null() & below
    return frame.with_columns(
        code=code.cast(pl.Int32, strict=False),
        queue=pl.col("queue").cast(pl.Int32, strict=False),
        event=pl.when(failed).then(pl.lit("pull_failed")).otherwise("event"),
        detail=pl.coalesce("detail", description, text.str.extract(_EXCEPTION, 1)),
        address=pl.coalesce(_filled("address"), text.str.extract(_PEER, 1)),
        group=pl.coalesce(_filled("group"), description.str.extract(_NAMED_GROUP, 1)),
        # a valid name has no blanks
        topic=pl.coalesce(
            _filled("topic").str.replace_all(" ", BLANK_IN_NAME, literal=True),
            description.str.extract(_NAMED_TOPIC, 1),
        ),
    )


def _found(records: pl.DataFrame, column: str) -> pl.DataFrame:
    """row, event, family, fields, `whole` (the pattern matched) of records that hold a message, as `find_message` has
    it: of the needle that stands first, else of them all, else what was cut off."""
    if records.is_empty():
        # Looking for needles begins with ten milliseconds that build the automaton of all of them.
        return _none()
    head = pl.col(column).str.slice(0, HEAD)
    held = records.select("row", column).with_columns(
        needle=head.str.extract_many(list(needles()), leftmost=True).list.first()
    )
    held = held.filter(pl.col("needle").is_not_null())
    is_long = pl.col(column).str.len_chars() > _SHORT
    found = []
    for row, text, needle in held.filter(~is_long).rows():
        if of_text := match_of(text, needle, text[:HEAD]):
            message, match, whole = of_text
            fields = match.groupdict() if message.code is None else match.groupdict() | {"code": str(message.code)}
            found.append({"row": row, "whole": whole, "event": message.event, "family": message.family, **fields})
    short, long = pl.DataFrame(found, schema=_none().schema), held.filter(is_long)
    return short if long.is_empty() else pl.concat([short, _found_in_long(long, column)])


def _found_in_long(held: pl.DataFrame, column: str) -> pl.DataFrame:
    """The same of records that hold a needle, by expressions over all of them."""
    pieces = [_none()]
    for (needle,), part in held.partition_by("needle", as_dict=True, include_key=False).items():
        pieces += _in_full(part, column, by_needle()[str(needle)])
    left = held.drop("needle").join(pl.concat(pieces, how="diagonal"), on="row", how="anti")
    if not left.is_empty():
        # The messages of all needles that stand in some of the records, the most literal first.
        head = pl.col(column).str.slice(0, HEAD)
        listed = left.select(head.str.extract_many(list(needles()), overlapping=True).explode())[column].drop_nulls()
        standing = set(listed)
        messages = [message for message in most_literal_first() if message.needle in standing]
        others = _in_full(left, column, messages)
        left = left.join(pl.concat([_none(), *others], how="diagonal"), on="row", how="anti")
        pieces += [*others, *_cut_off(left, column, messages)]
    return pl.concat(pieces, how="diagonal")


def _cause_fields(records: pl.DataFrame, found: pl.DataFrame) -> pl.DataFrame:
    """What the last exception below says of a record of which nothing else is known: frames and whoever wraps an
    exception (Spring) stand before it, so that it mostly lies behind HEAD."""
    unsaid = records.filter(pl.col("below") > 0).join(found, on="row", how="anti")
    causes = unsaid.with_columns(text=pl.col("raw").str.extract_all(_EXCEPTION).list.last())
    return _found(causes.filter(pl.col("text").is_not_null()), "text").filter("whole")


def _none() -> pl.DataFrame:
    schema = {"row": pl.UInt32, "whole": pl.Boolean, **dict.fromkeys(_TEXT_FIELDS, pl.String)}
    return pl.DataFrame(schema=schema)


def _in_full(part: pl.DataFrame, column: str, messages: Iterable[Message]) -> list[pl.DataFrame]:
    """What the first of the messages that matches in full says of each record."""
    pieces: list[pl.DataFrame] = []
    for message in messages:
        if part.is_empty():
            break
        held = part.filter(_holds(column, message.needle))
        if len(held) and len(found := _matched(held, column, message, message.pattern)):
            pieces.append(found)
            part = part.join(found, on="row", how="anti")
    return pieces


def _cut_off(part: pl.DataFrame, column: str, messages: Iterable[Message]) -> list[pl.DataFrame]:
    """What a record that ends too early still tells."""
    pieces: list[pl.DataFrame] = []
    for message in messages:
        longer = [_holds(column, needle) for needle in needles_around(message.needle)]
        held = part.filter(_holds(column, message.needle) & ~pl.any_horizontal(pl.lit(False), *longer))
        for pattern in message.partials if len(held) else ():
            found = _matched(held, column, message, pattern).with_columns(whole=pl.lit(False))
            pieces.append(found)
            held, part = (each.join(found, on="row", how="anti") for each in (held, part))
    return pieces


def _holds(column: str, needle: str) -> pl.Expr:
    return pl.col(column).str.contains(needle, literal=True)


def _matched(part: pl.DataFrame, column: str, message: Message, pattern: str) -> pl.DataFrame:
    """row, event, family, fields of the records that the pattern matches; `whole` is true."""
    groups = pl.col(column).str.extract_groups(f"{pattern}(?P<whole>)").alias("groups")
    fields = {name: pl.col("groups").struct.field(name) for name in FIELDS if f"(?P<{name}>" in pattern}
    if message.code is not None:
        fields["code"] = pl.lit(str(message.code))
    known = pl.lit(message.event).alias("event"), pl.lit(message.family).alias("family")
    matched = part.lazy().select("row", groups).filter(pl.col("groups").struct.field("whole").is_not_null())
    return matched.select("row", pl.lit(True).alias("whole"), *known, **fields).collect()


def _wrapped(records: pl.DataFrame) -> pl.DataFrame:
    """Records whose second line is no stack trace: they may be one line that a terminal or a chat wrapped.

    `full`: the first line is about as long as any line of these, so that it may end where the terminal did.
    """
    several = records.filter(pl.col("below") > 0)
    second = pl.col("raw").str.extract(r"\n([^\n]*)", 1)
    broken = several.filter(second.str.contains(r"\S") & ~second.str.contains(STACK_TRACE))
    lines = records["raw"].str.split("\n").explode() if len(broken) else records["raw"]
    first = pl.col("raw").str.extract(r"^([^\n]*)", 1).str.len_chars()
    return broken.with_columns(full=first + _LAST_WORD >= pl.lit(lines.str.len_chars().max(), pl.Int64))


def _rejoined(found: pl.DataFrame, wrapped: pl.DataFrame) -> pl.DataFrame:
    """Prefer what the joined lines say where a message matches them in full (without, then with a blank between).

    What a first line says in full by itself stays, unless the line is as long as lines get: a remark may stand below.
    """
    said = found.filter("whole").join(wrapped.filter(~pl.col("full")), on="row", how="semi")
    wrapped = wrapped.join(said, on="row", how="anti")
    for glue in (" ", ""):
        joined = wrapped.with_columns(text=pl.col("raw").str.replace_all("\n", glue, literal=True))
        better = _found(joined, "text").filter("whole")
        found = pl.concat([found.join(better, on="row", how="anti"), better])
    return found


# A line that is wrapped at a blank is shorter by a word.
_LAST_WORD = 24


def _filled(name: str) -> pl.Expr:
    return pl.when(pl.col(name) != "").then(pl.col(name))
