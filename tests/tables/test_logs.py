"""Logs through Spark: records, counts and the ledger, read here or by workers, whole or in ranges, kept or not."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from pyspark.sql import functions as F

from rmqkit.formats.logs.layouts import recognise_log
from rmqkit.tables import log_unknown
from rmqkit.tables.log_tables import ReadLogs, Ways
from rmqkit.tables.logs import LogSource, split
from rmqkit.tables.schemas import LOG_EVENTS

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


WAYS = {
    "here": Ways(workers_above=1 << 20),
    "by workers, kept as columns": Ways(workers_above=0),
    "by workers, read at every question": Ways(workers_above=0, keeps=False),
    "by workers, templates made beside the summary": Ways(workers_above=0, keeps=False, templates=True),
}


@pytest.fixture(params=WAYS)
def ways(request):
    return WAYS[request.param]


def test_events_and_the_ledger_are_the_public_tables(spark, source, ways):
    logs = ReadLogs(spark, [source], ways=ways)

    assert logs.events.schema.fieldNames() == LOG_EVENTS.fieldNames()
    assert [f.dataType for f in logs.events.schema] == [f.dataType for f in LOG_EVENTS]
    grouped = logs.events.groupBy("event").count().orderBy("event")
    assert grouped.collect() == [(None, 50), ("subscription_not_exist", 50)]
    first = logs.events.orderBy("line").select("line", "event").take(3)
    assert first == [(1, "subscription_not_exist"), (3, None), (7, "subscription_not_exist")]
    assert logs.summary.counts == [
        {
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
    ]


def test_ranges_add_up_to_the_file(spark, source, ways):
    ranges = split(source, 1000)
    assert len(ranges) > 5

    whole, parts = ReadLogs(spark, [source], ways=ways), ReadLogs(spark, ranges, ways=ways)

    assert parts.summary.counts == whole.summary.counts
    columns = ["at", "event", "raw"]
    assert parts.events.select(columns).exceptAll(whole.events.select(columns)).count() == 0
    assert parts.events.count() == whole.events.count()
    # Blanks after a range's last record may lie above or below the cut; records do not.
    assert [row.line for row in parts.events.sort("line").collect()] == [
        row.line for row in whole.events.sort("line").collect()
    ]


def test_records_keep_their_order_and_in_one_piece_their_line_numbers(spark, source, ways):
    records = ReadLogs(spark, [source], ways=ways).records.orderBy("line_order")

    assert [row.line_order for row in records.limit(3).collect()] == [1, 3, 7]


@pytest.mark.parametrize("size", [None, 1000], ids=["whole", "in ranges"])
def test_what_nobody_knows_is_one_template_with_its_first_line_and_its_times(spark, source, ways, size):
    sources = split(source, size) if size else [source]

    unknown = ReadLogs(spark, sources, ways=ways).unknown

    (row,) = unknown
    moment = datetime(2026, 11, 21, 10, 29, 14, tzinfo=UTC)
    assert {name: row[name] for name in ("file", "source", "times", "line_order")} == {
        "file": "broker-a/broker.log",
        "source": "broker",
        "times": 50,
        "line_order": 3,
    }
    assert row["kept_detail"] == "INFO main - a message of the year <*>"
    assert row["raw"] == LINES[2]
    assert (row["at"], row["last_at"]) == (moment, moment)


def test_a_summary_makes_no_templates_that_nobody_asked_for(monkeypatch, source):
    monkeypatch.setattr(log_unknown, "template_of", None)
    logs = ReadLogs(None, [source])

    assert logs.summary.events
    with pytest.raises(TypeError):
        assert logs.unknown


def test_no_logs_are_empty_tables(spark):
    logs = ReadLogs(spark, [])

    assert (logs.events.count(), logs.summary.counts, logs.unknown) == (0, [], [])


COUNTED = [
    pytest.param(("event", "group"), None, id="each event and group"),
    pytest.param(("file", "event", "topic", "code"), None, id="by numbers and the file"),
    pytest.param(("level", "source"), None, id="without an event"),
    pytest.param(("group", "topic"), "subscription_not_exist", id="one event, of which one stands in two lines"),
    pytest.param(("event",), "queue_added", id="an event that is not there"),
]


@pytest.mark.parametrize(("by", "only"), COUNTED)
def test_counting_gives_what_grouping_gives(spark, source, ways, by, only):
    broken = [LINES[0][:70], LINES[0][70:], LINES[0].replace("g,", "h,")]
    Path(source.path).write_text("\n".join((LINES + broken) * 20))
    table = ReadLogs(spark, [source]).events
    if only:
        table = table.where(F.col("event") == only)
    expected = {tuple(row) for row in table.groupBy(*by).count().collect()}
    counted = ReadLogs(spark, [source], ways=ways).counts(by, [only] if only else None)
    assert {tuple(row) for row in counted.collect()} == expected
