"""Events of logs counted in one job: what keeps its own time, what is counted per minute, whose lines, the ledger."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import chain

import pyarrow as pa
import pytest

from rmqkit.errors import NotSeenByWorkers
from rmqkit.formats.logs.layouts import recognise_log
from rmqkit.tables import log_parse, log_summary, logs, packed
from rmqkit.tables.log_summary import LogSummary
from rmqkit.tables.log_tables import ReadLogs, Ways
from rmqkit.tables.logs import LogSource, plain, split
from rmqkit.tables.workers import collected

WORKERS = [
    pytest.param(Ways(workers_above=0), id="kept as columns"),
    pytest.param(Ways(workers_above=0, keeps=False), id="and nothing kept"),
]

REFUSED = "2026-03-05 18:{} WARN PullMessageThread_1 - the consumer's subscription not exist, group: rent, topic:Keys"
REMOVED = (
    "2026-03-05 18:{} WARN HeartbeatThread_1 - subscription changed, group: rent remove topic Keys SubscriptionData "
    "[classFilterMode=false, topic=Keys, subString=*, tagsSet=[], codeSet=[], subVersion=1, expressionType=TAG]"
)
COMMITTED = (
    "2026-03-05 10:{},000 INFO RocketmqClient - [persistAll] Group: rent ClientId: 10.1.1.1@7 "
    "updateConsumeOffsetToBroker MessageQueue [topic=Keys, brokerName=b-1, queueId=2] {}"
)


def source(name: str, *lines: str) -> LogSource:
    shape = recognise_log(lines)
    return LogSource(name, 1, shape.kind, shape, content=("\n".join(lines) + "\n").encode())


@pytest.fixture(scope="module")
def summary(spark) -> LogSummary:
    broker = source(
        "b.log",
        *(REFUSED.format(f"10:{second:02}") for second in (1, 30, 59)),
        REFUSED.format("11:00"),
        REMOVED.format("11:02"),
        "",
        REMOVED.format("11:32"),
        "2026-03-05 18:12:00 INFO main - outside the catalogue",
    )
    client = source("c.log", COMMITTED.format("10:05", 40), COMMITTED.format("10:10", 45))
    return summarise(spark, [broker, client])


def summarise(spark, sources, ways: Ways | None = None) -> LogSummary:
    return ReadLogs(spark, sources, ways=ways).summary


def at(minute: int, second: int) -> datetime:
    return datetime(2026, 3, 5, 10, minute, second, tzinfo=UTC)


def test_events_that_repeat_are_counted_per_minute(summary):
    refused = [row for row in summary.events if row["event"] == "subscription_not_exist"]
    assert [(row["times"], row["at"], row["last_at"], row["line_order"]) for row in refused] == [
        (3, at(10, 1), at(10, 59), 1),
        (1, at(11, 0), at(11, 0), 4),
    ]
    assert refused[0]["raw"] == REFUSED.format("10:01")


def test_events_that_tell_a_story_keep_their_own_time_and_line(summary):
    removed = [row for row in summary.events if row["event"] == "subscription_topic_removed"]
    assert [(row["times"], row["at"], row["line_order"]) for row in removed] == [(1, at(11, 2), 5), (1, at(11, 32), 7)]
    assert all("topic=Keys" in row["detail"] for row in removed)


def test_a_log_that_was_exported_newest_first_is_told_from_its_beginning():
    lines = [REFUSED.format("12:01"), REMOVED.format("11:32"), REFUSED.format("11:30"), REFUSED.format("11:05")]
    newest_first = log_summary.summary_here([source("b.log", *lines)], "UTC").events
    assert [row["last_at"] for row in newest_first] == [at(11, 30), at(11, 32), at(12, 1)]
    assert [row["line_order"] for row in newest_first] == [3, 2, 1]


def test_records_outside_the_catalogue_count_for_the_span_and_the_ledger_only(summary):
    assert (summary.spans["b.log"].first, summary.spans["b.log"].last) == (at(10, 1), at(12, 0))
    assert summary.spans["b.log"].source == "broker"
    rows = {row["file"]: (row["lines"], row["rows"], row["blank"], row["unparsed"]) for row in summary.counts}
    assert rows == {"b.log": (8, 7, 1, 0), "c.log": (2, 2, 0, 0)}


def test_only_keeps_events_counts_and_spans_of_the_files_named(summary):
    part = summary.only({"c.log"})
    assert {row["file"] for row in part.events} == {row["file"] for row in part.counts} == set(part.spans) == {"c.log"}
    assert summary.only(()) == LogSummary()


@pytest.mark.parametrize("most", [pytest.param(9, id="in the summary"), pytest.param(0, id="in the records")])
def test_commits_within_a_span_are_found_with_their_offsets(spark, monkeypatch, most):
    monkeypatch.setattr(log_parse, "COMMITS", most)
    log = source("c.log", *(COMMITTED.format(f"10:{s:02}", s) for s in (5, 10, 15, 20)))
    rows = ReadLogs(spark, [log]).commits_between(((at(10, 10), at(10, 15)), (at(11, 0), at(12, 0))))
    assert sorted((row["at"], row["detail"], row["queue"]) for row in rows) == [
        (at(10, 10), "10", 2),
        (at(10, 15), "15", 2),
    ]


def test_a_file_in_ranges_has_one_ledger_row_and_true_line_numbers(spark, tmp_path):
    lines = [
        REMOVED.format(f"{n // 60:02}:{n % 60:02}") + ("\n\tat x.Y.z(Y.java:1)" if n % 3 else "") for n in range(90)
    ]
    text = "\n".join(["torn from an earlier file", *lines])
    path = tmp_path / "b.log"
    path.write_text(text + "\n")
    shape = recognise_log(text.split("\n"))
    ranges = split(LogSource("b.log", 1, shape.kind, shape, path=str(path)), 2_000)
    assert len(ranges) > 4

    found = summarise(spark, ranges)

    (row,) = found.counts
    assert (row["lines"], row["rows"], row["continuation"], row["unparsed"]) == (151, 90, 60, 1)
    assert row["first_unparsed"] == "1: torn from an earlier file"
    written = text.split("\n")
    assert len(found.events) == 90
    for event in found.events:
        assert event["raw"].startswith(written[event["line_order"] - 1])


def test_a_log_over_the_range_size_is_read_in_ranges(spark, tmp_path, monkeypatch):
    path = tmp_path / "b.log"
    path.write_text("".join(REMOVED.format(f"00:{n % 60:02}") + "\n" for n in range(100)))
    shape = recognise_log(path.read_text().split("\n"))
    monkeypatch.setattr(logs, "RANGE_BYTES", 5_000)
    source = LogSource("b.log", 1, shape.kind, shape, path=str(path))
    assert len(logs.ranges_of([source])) >= 4
    for way in WORKERS:
        assert ReadLogs(spark, [source], ways=way.values[0]).records.count() == 100


def test_commits_travel_with_the_summary_and_too_many_do_not(spark, monkeypatch):
    log = source("c.log", *(COMMITTED.format(f"{n // 60:02}:{n % 60:02}", n) for n in range(100)))
    whole = summarise(spark, [log])
    assert [row["detail"] for row in whole.commits] == [str(n) for n in range(100)]
    assert whole.commits_left == frozenset()

    monkeypatch.setattr(log_parse, "COMMITS", 99)
    less = summarise(spark, [log])
    assert (less.commits, less.commits_left) == ([], {"c.log"})
    assert less.events == whole.events


@pytest.fixture
def storm(tmp_path) -> LogSource:
    """Two groups whose subscription is overwritten 5,000 times in three hours, and one line of a third."""
    lines = [
        REMOVED.format("{:02}:{:02}").replace("18:", f"{18 + n // 3600}:", 1).format(n // 60 % 60, n % 60)
        for n in range(10_000)
    ]
    lines = [line.replace("rent", "loan") if n % 2 else line for n, line in enumerate(lines)]
    lines.insert(5_000, REFUSED.format("59:59").replace("rent", "once"))
    path = tmp_path / "b.log"
    path.write_text("".join(f"{line}\n" for line in lines))
    shape = recognise_log(lines[:400])
    return LogSource("b.log", 1, shape.kind, shape, path=str(path))


def test_a_storm_is_a_big_number_in_few_rows(spark, storm, monkeypatch):
    monkeypatch.setattr(log_summary, "MOST_ROWS", 300)
    monkeypatch.setattr(log_summary, "LEAST_ROWS", 300)
    found = summarise(spark, [storm])

    assert len(found.events) <= 300
    times = Counter()
    for row in found.events:
        times[row["group"]] += row["times"]
    assert times == {"rent": 5_000, "loan": 5_000, "once": 1}
    rent = [row for row in found.events if row["group"] == "rent"]
    ends = [row["line_order"] for row in rent if row["times"] == 1]
    assert ends[:3] == [1, 3, 5] and ends[-1] == 10_000
    assert (rent[0]["at"], rent[-1]["last_at"]) == (at(0, 0), at(0, 0) + timedelta(seconds=9_998))


@pytest.mark.parametrize("ways", WORKERS)
def test_workers_and_ranges_count_a_log_like_one_process(spark, storm, monkeypatch, ways):
    here = summarise(spark, [storm])
    monkeypatch.setattr(logs, "RANGE_BYTES", 200_000)
    assert summarise(spark, [storm], ways) == here
    assert len(here.events) == 10_001


def test_ranges_that_are_put_together_step_by_step_in_any_order_tell_the_same(storm, monkeypatch):
    bounds = log_summary.Bounds(20_000, parts=(12,))
    parts = [log_parse.packed_summary(plain(part), "UTC", bounds.rows) for part in split(storm, 200_000)]
    ranges = pa.Table.from_batches(chain.from_iterable(reversed(parts)))
    at_once = log_summary._meeting(bounds)(ranges)
    monkeypatch.setattr(log_summary, "ROWS_MEETING", 0)
    assert log_summary._meeting(bounds)(ranges) == at_once


def test_a_log_in_ranges_whose_newest_record_stands_first_is_told_as_it_happened(monkeypatch):
    monkeypatch.setattr(packed, "_ROWS_AT_ONCE", 4)
    lines = [REFUSED.format(f"{minute}:00") for minute in range(30, 10, -1)]
    log, bounds = source("b.log", *lines), log_summary.Bounds(100, parts=(3,))
    parts = [log_parse.packed_summary(plain(part), "UTC", bounds.rows) for part in split(log, 700)]
    together = log_summary._meeting(bounds)(pa.Table.from_batches(chain.from_iterable(parts)))
    summary = log_summary.summary_of([together], bounds)
    assert summary == log_summary.summary_here([log], "UTC")
    assert [row["line_order"] for row in summary.events] == list(range(20, 0, -1))


@pytest.mark.parametrize("ways", WORKERS)
def test_a_log_that_is_read_whole_tells_a_worker_what_it_tells_here(spark, storm, monkeypatch, ways):
    monkeypatch.setattr(log_summary, "MOST_ROWS", 6_000)
    here = summarise(spark, [storm])
    assert summarise(spark, [storm], ways) == here
    assert len(here.events) > 6_000


def test_the_ranges_of_a_storm_together_tell_little_more_than_the_whole(storm, monkeypatch):
    monkeypatch.setattr(log_parse, "LEAST_ROWS", 10)
    ranges = split(storm, 100_000)
    told = [
        sum(
            row["part"] == "event"
            for batch in log_parse.summary_batches(plain(part), "UTC", 400)
            for row in batch.to_pylist()
        )
        for part in ranges
    ]
    assert len(ranges) > 8
    assert sum(told) <= 2 * 400 + len(ranges) * 10
    assert told[0] > told[1] and told[-1] > told[-2], "the ends of the file are told in more detail"


@pytest.mark.parametrize("ways", WORKERS)
def test_a_log_that_workers_cannot_see_is_an_error_with_its_name(spark, storm, ways):
    elsewhere = replace(storm, file="broker-b/broker.log", path="/nowhere/broker.log", end=100)
    with pytest.raises(NotSeenByWorkers, match=r"cannot see broker-b/broker\.log \(/nowhere/broker\.log\)"):
        summarise(spark, [storm, elsewhere], ways)


@pytest.mark.parametrize("ways", WORKERS)
def test_a_log_that_workers_cannot_see_is_never_counted_as_none(spark, storm, ways):
    elsewhere = [replace(storm, file="broker-b/broker.log", path="/nowhere/broker.log", end=100)]
    for question in (lambda logs: logs.counts(["event"]), lambda logs: logs.events):
        with pytest.raises(NotSeenByWorkers, match=r"cannot see broker-b/broker\.log"):
            collected(question(ReadLogs(spark, elsewhere, ways=ways)))
