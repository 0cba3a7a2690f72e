"""The line of progress: what it says, who sees it, and that nobody else does."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rmqkit.formats.logs.layouts import recognise_log
from rmqkit.tables import logs, progress
from rmqkit.tables.files import SourceFile
from rmqkit.tables.log_tables import ReadLogs, Ways
from rmqkit.tables.logs import LogSource
from rmqkit.tables.progress import WANTED, counted, line_here, note, noted, shown_by

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LINE = "2026-03-05 18:29:14 WARN PullMessageThread_1 - the consumer's subscription not exist, group: rent, topic:o\n"


class _Terminal:
    def isatty(self) -> bool:
        return True


PLACES = [
    pytest.param({}, False, False, False, id="output that is kept"),
    pytest.param({}, True, False, True, id="a terminal"),
    pytest.param({WANTED: "0"}, True, False, False, id="a terminal where nobody wants it"),
    pytest.param({WANTED: "1"}, False, False, True, id="a pipe of which somebody wants it"),
    pytest.param({}, False, True, False, id="a kernel that papermill or nbval started"),
    pytest.param({"JPY_SESSION_NAME": "a.ipynb"}, False, True, True, id="a person's notebook"),
    pytest.param({"JPY_SESSION_NAME": "a", WANTED: "0"}, False, True, False, id="a report made in one"),
]


@pytest.mark.parametrize(("variables", "terminal", "kernel", "shown"), PLACES)
def test_the_line_is_where_a_person_looks(
    variables: dict[str, str], terminal: bool, kernel: bool, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (WANTED, "JPY_SESSION_NAME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    if kernel:
        monkeypatch.setitem(sys.modules, "ipykernel", sys)
    if terminal:
        monkeypatch.setattr(sys, "stderr", _Terminal())
    assert (line_here() is not None) == shown


def test_who_asks_for_the_line_has_it_where_nobody_else_looks() -> None:
    said: list[str] = []
    with shown_by(said.append):
        assert line_here() == said.append
    assert line_here() is None


def test_files_and_bytes_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_EVERY", -1.0)
    files = [SourceFile("a", size=1 << 20), SourceFile("b", size=3 << 20)]
    said: list[str] = []
    assert list(counted(files, ["x", "y"], said.append)) == ["x", "y"]
    assert said == ["Read 1 of 2 files, 1 MB of 4 MB", "Read 2 of 2 files, 4 MB of 4 MB", ""]


def test_what_workers_note_is_added_up(tmp_path: Path) -> None:
    note(str(tmp_path), 5)
    note(str(tmp_path), 7)
    note(None, 9)
    note(str(tmp_path / "gone"), 9)
    assert noted(tmp_path) == 12


def test_the_line_tells_how_much_workers_have_read(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "broker.log"
    path.write_text(LINE * 12_000)
    size = path.stat().st_size
    shape = recognise_log([LINE.strip()])
    assert shape is not None
    source = LogSource("broker.log", 1, shape.kind, shape, path=str(path))
    said: list[str] = []
    totals: list[int] = []
    monkeypatch.setattr(logs, "RANGE_BYTES", size // 3)
    monkeypatch.setattr(progress, "_EVERY", 0.01)
    monkeypatch.setattr(progress, "line_here", lambda: said.append)
    monkeypatch.setattr(progress, "noted", lambda folder: totals.append(noted(folder)) or totals[-1])
    summary = ReadLogs(spark, [source], ways=Ways(workers_above=1000)).summary
    assert summary.counts[0]["rows"] == 12_000
    assert said[0] == "Asking Spark for 1 logs, 1 MB"
    assert said[1].startswith("Reading 1 logs: 0 KB of 1 MB")
    assert said[-1] == ""
    assert totals == sorted(totals)
    assert totals[-1] <= size
    assert max(totals) > 0
