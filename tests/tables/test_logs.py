"""Logs through Spark: one DataFrame of records and counts, read here or by workers, whole or in ranges."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.sql import functions as F

from rmqkit.formats.logs.layouts import recognise_log
from rmqkit.tables import logs
from rmqkit.tables.logs import LogSource, event_counts, log_counts, log_events, parsed_logs, split
from rmqkit.tables.schemas import LEDGER, LOG_EVENTS

LINES = [
    "2026-11-21 18:29:13 WARN PullMessageThread_1 - the consumer's subscription not exist, group: g, topic:orders",
    "java.io.IOException: broken pipe",
    "2026-11-21 18:29:14 INFO main - a message of the year 2030",
    "",
    "==> b <==",
    "lost",
]


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "broker.log"
    path.write_text("\n".join(LINES * 50))
    shape = recognise_log(LINES)
    return LogSource("broker-a/broker.log", 2, shape.kind, shape, path=str(path))


@pytest.fixture(params=["here", "by workers"])
def place(request, monkeypatch):
    monkeypatch.setattr(logs, "HERE_BYTES", 1 << 20 if request.param == "here" else 0)
    return request.param


def test_events_and_counts_are_the_public_tables(spark, source, place):
    parsed = parsed_logs(spark, [source])
    events, counts = log_events(parsed), log_counts(parsed)

    assert events.schema.fieldNames() == LOG_EVENTS.fieldNames()
    assert [f.dataType for f in events.schema] == [f.dataType for f in LOG_EVENTS]
    assert counts.schema.fieldNames() == LEDGER.fieldNames()
    assert events.groupBy("event").count().orderBy("event").collect() == [(None, 50), ("subscription_not_exist", 50)]
    (row,) = counts.collect()
    assert row.asDict() == {
        "file": "broker-a/broker.log",
        "block": 2,
        "kind": "broker_log",
        "lines": 300,
        "rows": 100,
        "noise": 50,
        "blank": 50,
        "continuation": 50,
        "unparsed": 50,
        "first_unparsed": "6: lost",
        "problem": None,
    }


def test_ranges_add_up_to_the_file(spark, source, place):
    ranges = split(source, 1000)
    assert len(ranges) > 5

    whole, parts = parsed_logs(spark, [source]), parsed_logs(spark, ranges)

    assert log_counts(parts).collect() == log_counts(whole).collect()
    columns = ["at", "event", "raw"]
    assert log_events(parts).select(columns).exceptAll(log_events(whole).select(columns)).count() == 0


def test_records_keep_their_order_and_in_one_piece_their_line_numbers(spark, source, place):
    parsed = parsed_logs(spark, [source]).where(~F.col("counts")).orderBy("line_order")

    assert [row.line_order for row in parsed.limit(3).collect()] == [1, 3, 7]


def test_only_wanted_events_are_passed_on_but_all_lines_are_counted(spark, source, place):
    parsed = parsed_logs(spark, [source], events=["subscription_not_exist"])

    assert log_events(parsed).count() == 50
    assert log_counts(parsed).first().rows == 100


def test_no_logs_are_empty_tables(spark):
    parsed = parsed_logs(spark, [])

    assert (log_events(parsed).count(), log_counts(parsed).count()) == (0, 0)


COUNTED = [
    pytest.param(("event", "group"), None, id="each event and group"),
    pytest.param(("file", "event", "topic", "code"), None, id="by numbers and the file"),
    pytest.param(("level", "source"), None, id="without an event"),
    pytest.param(("group", "topic"), "subscription_not_exist", id="one event, of which one stands in two lines"),
    pytest.param(("event",), "queue_added", id="an event that is not there"),
]


@pytest.mark.parametrize(("by", "only"), COUNTED)
def test_counting_gives_what_grouping_gives(spark, source, place, by, only):
    broken = [LINES[0][:70], LINES[0][70:], LINES[0].replace("g,", "h,")]
    Path(source.path).write_text("\n".join((LINES + broken) * 20))
    table = log_events(parsed_logs(spark, [source]))
    if only:
        table = table.where(F.col("event") == only)
    expected = {tuple(row) for row in table.groupBy(*by).count().collect()}
    counted = event_counts(spark, [source], "UTC", by, [only] if only else None)
    assert {tuple(row) for row in counted.collect()} == expected
