"""Small files read by workers hold what they hold when they are read here."""

from datetime import UTC
from pathlib import Path

import pytest

from rmqkit.tables import text_workers
from rmqkit.tables.files import SourceFile, source_files
from rmqkit.tables.reading import read_file
from rmqkit.tables.snapshots import Snapshots, set_apart
from rmqkit.tables.text_workers import readings

SAMPLES = Path(__file__).parents[2] / "data_samples"


@pytest.mark.parametrize(
    ("sample", "workers_here"),
    [
        pytest.param("pastes", True, id="any pastes"),
        pytest.param("two-topics-one-group", True, id="logs and looks"),
        pytest.param("pasted-session", True, id="a session in one file"),
        pytest.param("two-topics-one-group", False, id="workers elsewhere, which are sent the bytes, some at a time"),
    ],
)
def test_workers_read_what_one_process_reads(spark, monkeypatch, sample, workers_here):
    monkeypatch.setattr(text_workers, "HERE_BYTES", 0)
    monkeypatch.setattr(text_workers, "TASK_BYTES", 20_000)
    monkeypatch.setattr(text_workers, "SENT_BYTES", 20_000)
    monkeypatch.setattr(text_workers, "are_here", lambda _: workers_here)
    files = source_files(str(SAMPLES / sample))

    readings_of_files, kept = readings(spark, files, UTC)
    found = list(readings_of_files)
    expected = [read_file(file, UTC) for file in files]
    looks = [set_apart(reading) for reading in expected]

    assert found == expected
    assert any(reading.tables or reading.logs for reading in found)
    seen = [look for reading in expected for look in reading.snapshots]
    assert Snapshots(kept, seen).table.count() == sum(map(len, looks))


def test_large_unreadable_and_lost_files_are_read_here(spark, monkeypatch, tmp_path):
    monkeypatch.setattr(text_workers, "HERE_BYTES", 0)
    monkeypatch.setattr(text_workers, "SMALL_FILE", 50)
    (tmp_path / "large.txt").write_text("x" * 51)
    files = [
        SourceFile("large.txt", path=str(tmp_path / "large.txt"), size=51),
        SourceFile("refused", problem="cannot be opened: Permission denied"),
        SourceFile("lost.txt", path=str(tmp_path / "lost.txt"), size=3),
        SourceFile("small.txt", content=b"nothing", size=7),
    ]
    assert [reading.ledger[0]["problem"] for reading in readings(spark, files, UTC)[0]] == [
        None,
        "cannot be opened: Permission denied",
        "cannot be read: No such file or directory",
        None,
    ]
