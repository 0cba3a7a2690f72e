"""A log that Spark cuts into ranges gives the rows, the counts and the line numbers of the log read at once."""

from collections.abc import Iterator
from unittest.mock import patch

import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyspark.sql.types import BinaryType, BooleanType, LongType, StructType

from rmqkit.formats.logs.layouts import recognise_log
from rmqkit.tables import remote_logs
from rmqkit.tables.log_parse import parsed_batches
from rmqkit.tables.log_summary import LogSummary, _by_log, _events, _summary
from rmqkit.tables.logs import LogSource, plain
from rmqkit.tables.places import Place
from rmqkit.tables.remote_logs import WholeRecords, _end_reader, _mended, _range_reader, _Reader
from rmqkit.tables.schemas import PARSED, SUMMARY

HEAD = "2026-03-05 18:29:14 WARN PullMessageThread_1 - "
SHAPE = recognise_log([f"{HEAD}the consumer's subscription not exist, group: rent, topic:orders"])
SUBSCRIPTION = (
    "SubscriptionData [classFilterMode=false, topic=orders, subString=*, tagsSet=[], codeSet=[], subVersion=7]"
)
LINES = st.sampled_from(
    [
        HEAD + f"subscription changed, group: rent remove topic orders {SUBSCRIPTION}",
        HEAD + f"subscription changed, group: loan add topic orders {SUBSCRIPTION}",
        HEAD + "nothing of RocketMQ's",
        "java.io.IOException: broken pipe",
        "\tat a.b.C(D.java:1)",
        "2026-03-05 that is no record",
        "",
        "消息",
        "\r",
    ]
)
Cut = tuple[list[bytes], list[int], int]


def cut_logs() -> st.SearchStrategy[Cut]:
    """Lines of a log, the lines at which ranges begin, and how many rows a batch holds."""
    lines = st.lists(LINES.map(str.encode), min_size=1, max_size=40)
    return lines.flatmap(
        lambda some: st.tuples(
            st.just(some),
            st.lists(st.integers(1, max(1, len(some) - 1)), max_size=8).map(lambda cuts: sorted({0, *cuts})),
            st.integers(1, 50),
        )
    )


def source(text: bytes) -> LogSource:
    assert SHAPE is not None
    return LogSource("b.log", 1, SHAPE.kind, SHAPE, content=text, place=Place("x:/b.log", 7, len(text)))


def batches(lines: list[bytes], cuts: list[int], rows: int) -> Iterator[pa.RecordBatch]:
    """What Spark's text reader hands to a worker, range by range; a range begins somewhere in the line before it."""
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line) + 1)
    cells = []
    for first, end in zip(cuts, [*cuts[1:], len(lines)], strict=True):
        start = max(1, offsets[first] - 1) if first else 0
        cells += [(7, start, end < len(lines), line + b"\n") for line in lines[first:end]]
    for first in range(0, len(cells), rows):
        columns = zip(*cells[first : first + rows], strict=True)
        yield pa.RecordBatch.from_arrays([pa.array(column) for column in columns], ["mark", "start", "more", "text"])


def read_in_ranges(cut: Cut, schema: StructType, read: str, *arguments: object) -> pa.Table:
    log = source(b"\n".join(cut[0]) + b"\n")
    reader = _Reader(read, arguments)
    ends = StructType(list(schema.fields)).add("end_mark", LongType()).add("end_start", LongType())
    ends.add("end_is_tail", BooleanType()).add("end_bytes", BinaryType())
    ranges = _range_reader({7: log}, reader, ends)(batches(*cut))
    return pa.Table.from_batches(list(_end_reader({7: log}, reader, schema)(ranges)))


@given(cut_logs(), st.sampled_from([0, 300]))
@settings(max_examples=40, deadline=None)
def test_the_rows_are_those_of_the_whole_log(cut: Cut, neighbours: int) -> None:
    text = b"\n".join(cut[0]) + b"\n"
    whole = pa.Table.from_batches(list(parsed_batches(plain(source(text)), "UTC"))).to_pylist()
    with patch.object(remote_logs, "NEIGHBOURS", neighbours):
        ranges = read_in_ranges(cut, PARSED, "parsed_batches", "UTC").to_pylist()

    def records(rows: list[dict]) -> list[dict]:
        ordered = sorted((row for row in rows if not row["counts"]), key=lambda row: row["line_order"])
        return [{**row, "line_order": None} for row in ordered]

    assert records(ranges) == records(whole)


@given(cut_logs(), st.sampled_from([0, 300]))
@settings(max_examples=40, deadline=None)
def test_events_lines_and_the_ledger_are_those_of_the_whole_log(cut: Cut, neighbours: int) -> None:
    text = b"\n".join(cut[0]) + b"\n"
    whole = read_in_ranges((cut[0], [0], 1000), SUMMARY, "summary_batches", "UTC", 5000)
    summary = summed(whole)
    assert sum(row["lines"] for row in summary.counts) == text.count(b"\n")
    with patch.object(remote_logs, "NEIGHBOURS", neighbours):
        ranges = read_in_ranges(cut, SUMMARY, "summary_batches", "UTC", 5000)
    assert summed(ranges) == summary


def summed(ranges: pa.Table) -> LogSummary:
    told = list(map(pl.DataFrame, ranges.to_batches()))
    return _summary(told, _by_log(_events(told)))


TORN = [
    pytest.param([(5, True, b"a"), (9, False, b"b")], [(5, b"ab")], id="a tail and the head of the next range"),
    pytest.param(
        [(5, True, b"a"), (9, False, b"b"), (12, False, b"c"), (14, True, b"d")],
        [(5, b"abc"), (14, b"d")],
        id="a range without any record goes on with the tail before it",
    ),
    pytest.param([(5, True, b"a"), (9, True, b"b")], [(5, b"a"), (9, b"b")], id="tails that ended with their ranges"),
    pytest.param([(9, False, b"b"), (5, True, b"a")], [(5, b"ab")], id="ends that come in any order"),
    pytest.param([(5, False, b"b"), (5, True, b"c")], [(5, b"b"), (5, b"c")], id="a head is before its range's tail"),
]


@pytest.mark.parametrize(("ends", "records"), TORN)
def test_torn_records_are_mended(ends, records):
    assert list(_mended(ends)) == records


def test_a_range_keeps_what_is_torn(monkeypatch):
    monkeypatch.setattr(remote_logs, "NEIGHBOURS", 0)
    assert SHAPE is not None
    record = HEAD.encode() + b"x\n"
    parts = iter([b"\tat a\n", b"\tat b\n" + record + b"\tat c\n" + record, b"\tat d\n"])
    part = WholeRecords(parts, SHAPE, begins=False, ends=False)
    assert part.read(1 << 20) == record + b"\tat c\n"
    assert part.read(1 << 20) == b""
    assert (part.head, part.tail) == (b"\tat a\n\tat b\n", record + b"\tat d\n")
