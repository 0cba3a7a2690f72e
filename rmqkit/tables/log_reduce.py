"""Many log rows made few, on the worker that read them: what repeats is counted, what is too much is thinned.

Events that tell a story one by one (who registered, which topic was added or removed, who got which queues) keep their
own time; the others, which repeat by the thousand, are counted per minute. Where that leaves more rows than a log may
have, each kind of event keeps its first and last rows, and what lies between is counted in coarser rows.
"""

from __future__ import annotations

import polars as pl

_STORIES = """
subscription_topic_added subscription_topic_removed subscription_changed consumer_connected
consumer_disconnected consumer_group_removed consumer_info_changed consumer_ids_changed
consumer_started consumer_shutdown client_created rebalance_result queue_added queue_dropped
offset_moved_back pull_dropped pull_request_added listener_container_running
"""
TOLD_ONE_BY_ONE = tuple(_STORIES.split())
_TOLD = pl.col("event").is_in(TOLD_ONE_BY_ONE).fill_null(False)
# The detail of these is needed; that of the others differs on every line and would keep them apart.
# A failure is told apart by its exception, whatever numbers stand in the message.
_FAILED = "consume_failed"
# A message that is sent back is named by it: it may be sent back several times.
_DETAIL_KEPT = (*TOLD_ONE_BY_ONE, "not_in_client_list", "heartbeat_sent", "sent_back")

SAME = ("file", "source", "event", "group", "topic", "client_id", "address", "broker", "queue", "code")
_KEYS = (*SAME, "kept_detail", "moment")
EVENT_COLUMNS = (*_KEYS, "times", "at", "last_at", "raw", "detail", "last_detail", "line_order")
"""The columns of event rows."""
_KIND = ("file", "event", "group")
# What still keeps rows apart between the first and the last of a kind, from the finest to the coarsest.
Levels = tuple[tuple[tuple[str, ...], str], ...]
LEVELS: Levels = (
    (SAME, "1h"),
    (("file", "source", "event", "group", "topic", "client_id", "code"), "1h"),
    (("file", "source", "event", "group", "topic", "code"), "1h"),
    (("file", "source", "event", "group", "topic", "code"), "1d"),
    (("file", "source", "event", "group"), "1d"),
)
# A part of a log tells its topics however many rows that takes: what is forgotten here is forgotten of all of it.
LEVELS_OF_A_PART = LEVELS[:-1]
# Of the rows that a kind may keep, the first and the last quarter stand for themselves.
_SHARE = 4
_RAW_BETWEEN = 1024


def reduced(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of `log_events` with `line_order`, counted: `times`, time and detail of the last beside the first.

    Equal rows that tell a story are left for `merged` to put together: there are few, and looking for them takes long.
    """
    minute = pl.when(pl.col("event").is_not_null()).then(pl.col("at").dt.truncate("1m"))
    marked = rows.with_columns(
        moment=pl.when(_TOLD).then(pl.col("at")).otherwise(minute),
        kept_detail=pl.when(pl.col("event").is_in(_DETAIL_KEPT))
        .then(pl.col("detail"))
        .when(pl.col("event") == _FAILED)
        .then(pl.col("detail").str.replace_all(r"\d+", "#")),
        times=pl.lit(1, pl.Int64),
        last_at=pl.col("at"),
        last_detail=pl.col("detail"),
    )
    return repeated_merged(marked)


def repeated_merged(rows: pl.DataFrame) -> pl.DataFrame:
    """What repeats with equal keys as one row, what tells a story as it is, in the lines' order."""
    repeated = merged(rows.filter(~_TOLD))
    return pl.concat([rows.filter(_TOLD).select(repeated.columns), repeated]).sort("line_order")


def merged(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows with equal keys as one, in the order of their first lines."""
    rest = {
        "times": pl.col("times").sum(),
        "at": pl.col("at").min(),
        "last_at": pl.col("last_at").max(),
        "raw": pl.col("raw").first(),
        "detail": pl.col("detail").first(),
        "last_detail": pl.col("last_detail").last(),
        "line_order": pl.col("line_order").first(),
    }
    return rows.group_by(_KEYS, maintain_order=True).agg(**rest).select(EVENT_COLUMNS)


def thinned(rows: pl.DataFrame, limit: int, levels: Levels = LEVELS) -> pl.DataFrame:
    """No more than about `limit` rows: kinds of events with more than their share keep their ends and are counted.

    More rows stay where the last of the levels leaves more.
    """
    if len(rows) <= limit:
        return rows
    share = max(2 * _SHARE, limit // rows.select(pl.struct(_KIND).n_unique()).item())
    size, place = pl.len().over(_KIND), pl.int_range(pl.len()).over(_KIND)
    end = share // _SHARE
    stays = pl.col("event").is_null() | (size <= share) | (place < end) | (place >= size - end)
    split = rows.with_columns(stays=stays)
    kept = split.filter("stays").drop("stays")
    between = split.filter(~pl.col("stays")).drop("stays")
    return pl.concat([kept, *_coarser(between, share - 2 * end, levels)]).sort("line_order")


def _coarser(rows: pl.DataFrame, limit: int, levels: Levels) -> list[pl.DataFrame]:
    """Each kind on the finest level that leaves few enough rows, else on the coarsest; what no longer tells is null.
    From the coarsest on: what has too many rows on a level has no fewer on a finer one."""
    done: list[pl.DataFrame] = []
    coarser = _on_level(rows, *levels[-1])
    for keys, every in reversed(levels[:-1]):
        finer = _on_level(rows, keys, every)
        kinds = finer.select(_KEYS).unique().group_by(_KIND).len().filter(pl.col("len") <= limit)
        few = rows.select(_KIND).join(kinds, on=_KIND, how="left", nulls_equal=True, maintain_order="left")["len"]
        done.append(merged(coarser.filter(few.is_null())))
        rows, coarser = rows.filter(few.is_not_null()), finer.filter(few.is_not_null())
    done.append(merged(coarser))
    return [part.with_columns(pl.col("raw").str.head(_RAW_BETWEEN)) for part in done]


def _on_level(rows: pl.DataFrame, keys: tuple[str, ...], every: str) -> pl.DataFrame:
    """The rows without what a level does not tell apart."""
    forgotten = [pl.lit(None, rows.schema[name]).alias(name) for name in _KEYS if name not in keys]
    return rows.with_columns(*forgotten).with_columns(moment=pl.col("at").dt.truncate(every))
