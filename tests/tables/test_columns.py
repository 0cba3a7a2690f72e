"""Logs become columns once: every later question reads these, half a file is never read, and a full disk is said."""

import os
import resource
import signal
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import pytest

from benchmarks.generate import write_broker_log
from rmqkit.errors import ColumnsNotKept
from rmqkit.scratch import FOLDER, MOST, scratch_folder
from rmqkit.tables import log_tables, logs
from rmqkit.tables.columns import SUMMARY_FILE, ColumnFile, kept_logs
from rmqkit.tables.files import source_files
from rmqkit.tables.log_parse import SCHEMA, parsed_batches
from rmqkit.tables.log_tables import ReadLogs, Ways
from rmqkit.tables.logs import LogSource, plain, ranges_of
from rmqkit.tables.reading import read_files


@pytest.fixture(autouse=True, scope="module")
def ranges_are_small():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logs, "RANGE_BYTES", 60_000)
        yield


def a_log_below(folder: Path) -> Path:
    """A folder with a broker's log of several ranges, always the same."""
    (folder / "evidence").mkdir()
    write_broker_log(folder / "evidence" / "broker.log", 150_000)
    return folder / "evidence"


@pytest.fixture
def evidence(tmp_path: Path) -> Path:
    return a_log_below(tmp_path)


def sources(folder: Path) -> list[LogSource]:
    from zoneinfo import ZoneInfo

    return read_files(source_files(str(folder)), ZoneInfo("UTC")).logs


def asked(read: ReadLogs) -> list[object]:
    """Some questions, and what they are answered."""
    counted = read.counts(("event", "group")).collect()
    commits = read.commits_between(())
    return [sorted(map(str, counted)), read.events.count(), read.summary, commits]


@pytest.fixture(scope="module")
def expected(spark, tmp_path_factory) -> list[object]:
    """The answers of this process, without workers."""
    return asked(ReadLogs(spark, sources(a_log_below(tmp_path_factory.mktemp("expected")))))


def no_more(*_: object) -> None:
    raise AssertionError("the logs are read once more")


def test_a_log_is_parsed_once(spark, evidence, expected, monkeypatch):
    read = ReadLogs(spark, sources(evidence), ways=Ways(workers_above=0))
    assert read.records.count() == expected[1] > 500
    monkeypatch.setattr(log_tables, "read_by_workers", no_more)
    (evidence / "broker.log").unlink()
    assert asked(read) == expected


def test_the_same_content_is_parsed_once_for_all_who_name_a_cache(spark, evidence, expected, tmp_path, monkeypatch):
    ways = Ways(workers_above=0, cache=str(tmp_path / "cache"))
    assert asked(ReadLogs(spark, sources(evidence), ways=ways)) == expected
    evidence.rename(tmp_path / "moved")
    os.utime(tmp_path / "moved" / "broker.log", (1, 1))
    with monkeypatch.context() as patch:
        patch.setattr(log_tables, "read_by_workers", no_more)
        assert asked(ReadLogs(spark, sources(tmp_path / "moved"), ways=ways)) == expected
    with (tmp_path / "moved" / "broker.log").open("a") as file:
        file.write("2026-03-05 18:29:13 WARN main - one line more\n")
    more = ReadLogs(spark, sources(tmp_path / "moved"), ways=ways)
    assert more.events.count() == expected[1] + 1


def test_two_who_write_into_one_folder_at_once_get_the_same(spark, evidence, expected, tmp_path):
    ways = Ways(workers_above=0, cache=str(tmp_path / "cache"))
    answers: list[object] = []
    writers = [
        threading.Thread(target=lambda: answers.append(asked(ReadLogs(spark, sources(evidence), ways=ways))))
        for _ in range(2)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert answers == [expected, expected]
    assert not list((tmp_path / "cache").glob("*/_draft-*"))


KILLED = """
import os, signal, sys
from rmqkit.tables import columns, log_bytes, log_parse

def add(file, records, add=columns.ColumnFile.add):
    add(file, records)
    os.kill(os.getpid(), signal.SIGKILL)

columns.ColumnFile.add = add
list(log_parse.packed_summary(eval(sys.argv[1]), "UTC", 40_000, {"broker.log": sys.argv[2]}))
"""


def test_what_a_killed_worker_was_writing_is_never_read(spark, evidence, expected, tmp_path):
    cache = tmp_path / "cache"
    ranges = ranges_of(sources(evidence))
    ways = Ways(workers_above=0, cache=str(cache))
    read = ReadLogs(spark, sources(evidence), ways=ways)
    (log,) = kept_logs(cache, ranges, *read._made_of, by_content=True).values()
    command = [sys.executable, "-c", KILLED, repr(plain(ranges[0])), str(log.folder)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert [path.name[:7] for path in log.folder.iterdir()] == ["_draft-"]
    assert not log.is_whole
    assert asked(read) == expected


def test_ranges_without_their_summary_are_written_anew(spark, evidence, expected, tmp_path):
    ways = Ways(workers_above=0, cache=str(tmp_path / "cache"))
    assert asked(ReadLogs(spark, sources(evidence), ways=ways)) == expected
    (summary,) = (tmp_path / "cache").glob(f"*/{SUMMARY_FILE}")
    summary.unlink()
    next(summary.parent.glob("*.parquet")).write_bytes(b"half of it")
    assert asked(ReadLogs(spark, sources(evidence), ways=ways)) == expected


def taken(folder: Path, read: ReadLogs, evidence: Path, patch: pytest.MonkeyPatch) -> str:
    """Somebody else's file stands where a log's folder has to be."""
    root = scratch_folder()
    assert root is not None
    (log,) = kept_logs(root, ranges_of(sources(evidence)), *read._made_of, by_content=False).values()
    log.folder.touch()
    return "is full"


def without_room(folder: Path, read: ReadLogs, evidence: Path, patch: pytest.MonkeyPatch) -> str:
    patch.setenv(MOST, "0")
    return "0 MB are free"


def not_to_be_written(folder: Path, read: ReadLogs, evidence: Path, patch: pytest.MonkeyPatch) -> str:
    (folder / "file").touch()
    patch.setenv(FOLDER, str(folder / "file" / "scratch"))
    patch.setattr(log_tables, "scratch_folder", scratch_folder.__wrapped__)
    return "0 MB are free"


def elsewhere(folder: Path, read: ReadLogs, evidence: Path, patch: pytest.MonkeyPatch) -> str:
    patch.setattr(log_tables, "are_here", lambda spark: False)
    return "share no folder"


@pytest.mark.parametrize("broken", [taken, without_room, not_to_be_written, elsewhere])
def test_where_nothing_can_be_kept_the_answers_are_the_same_and_it_is_said(
    spark, evidence, expected, tmp_path, monkeypatch, broken
):
    read = ReadLogs(spark, sources(evidence), ways=Ways(workers_above=0))
    words = broken(tmp_path, read, evidence, monkeypatch)
    with pytest.warns(ColumnsNotKept, match=words):
        assert asked(read) == expected


def test_who_has_one_question_keeps_nothing_and_is_not_warned(spark, evidence):
    with warnings.catch_warnings():
        warnings.simplefilter("error", ColumnsNotKept)
        read = ReadLogs(spark, sources(evidence), ways=Ways(workers_above=0, keeps=False))
        assert read.summary.counts[0]["rows"] > 500


def test_a_disk_that_becomes_full_leaves_no_file(evidence, tmp_path):
    (source,) = sources(evidence)
    records = list(parsed_batches(plain(source), "UTC"))
    import pyarrow as pa

    table = pa.Table.from_batches(records)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, before[1]))
    try:
        with ColumnFile(str(tmp_path / "kept"), "1-0.parquet", SCHEMA) as file:
            for _ in range(3):
                file.add(table)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list((tmp_path / "kept").iterdir()) == []
