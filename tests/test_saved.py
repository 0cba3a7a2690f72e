"""Evidence that was saved is opened as it was read: same tables, same verdict, and a word where files changed."""

from __future__ import annotations

import json
import os
import shutil
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

import rmqkit
from benchmarks.generate import Traffic, write_client_log, write_looks
from rmqkit.cli import app
from rmqkit.errors import Error, EvidenceChanged
from rmqkit.evidence import SavedEvidence
from rmqkit.tables import log_parse, snapshots, text_workers
from rmqkit.tables.saved import MANIFEST
from rmqkit.tables.schemas import SCHEMAS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from rmqkit.evidence import Evidence

SAMPLES = Path(__file__).parents[1] / "data_samples"


def verdict(evidence: Evidence) -> str:
    return json.dumps(rmqkit.diagnose(evidence).to_dict(), ensure_ascii=False, sort_keys=True)


def rows(frame: DataFrame) -> list[str]:
    return sorted(str(row) for row in frame.collect())


def _told(table: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows without what they do not tell: a column in which nothing stands may be left out."""
    return [{name: value for name, value in row.items() if value is not None} for row in table]


def opened(spark: SparkSession, folder: Path) -> Evidence:
    """Saved evidence of which no file has changed."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", EvidenceChanged)
        return rmqkit.read(spark, str(folder))


@pytest.mark.parametrize("name", ["two-topics-one-group", "stuck-consumer", "pasted-session"])
def test_a_saved_bundle_gives_the_same_verdict_without_its_source(
    name: str, spark: SparkSession, tmp_path: Path
) -> None:
    source = tmp_path / "source"
    shutil.copytree(SAMPLES / name, source)
    read = rmqkit.read(spark, str(source), zone="Asia/Shanghai")
    expected, ledger = verdict(read), read.ledger_rows()
    read.save(str(tmp_path / "saved"))
    shutil.rmtree(source)
    saved = opened(spark, tmp_path / "saved")
    assert isinstance(saved, SavedEvidence)
    assert saved.zone == "Asia/Shanghai"
    assert saved.ledger_rows() == ledger
    assert verdict(saved) == expected


@pytest.fixture(scope="module")
def incident(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> tuple[Evidence, Path]:
    """Evidence with more commits than a summary keeps, and where it was saved."""
    folder = tmp_path_factory.mktemp("incident")
    shutil.copytree(SAMPLES / "two-topics-one-group", folder / "source")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log_parse, "COMMITS", 20)
        write_client_log(folder / "source" / "rocketmq_client.log", 60_000, Traffic(groups=2))
        evidence = rmqkit.read(spark, str(folder / "source"))
        assert evidence.log_summary.commits_left == {"rocketmq_client.log"}
        evidence.save(str(folder / "saved"))
    return evidence, folder / "saved"


@pytest.mark.parametrize("table", SCHEMAS)
def test_every_table_is_as_it_was(table: str, incident: tuple[Evidence, Path], spark: SparkSession) -> None:
    evidence, folder = incident
    assert rows(getattr(opened(spark, folder), table)) == rows(getattr(evidence, table))


def test_events_of_saved_evidence_are_counted_and_divided_alike(
    incident: tuple[Evidence, Path], spark: SparkSession
) -> None:
    evidence, folder = incident
    saved = opened(spark, folder)
    assert saved.log_summary == evidence.log_summary
    counted = rows(evidence.event_counts("event", "group"))
    assert len(counted) > 5
    assert rows(saved.event_counts("event", "group")) == counted
    some = ["queue_added", "queue_dropped"]
    assert rows(saved.event_counts("event", only=some)) == rows(evidence.event_counts("event", only=some))
    part = ["rocketmq_client.log"]
    assert rows(saved.only(part).log_events) == rows(evidence.only(part).log_events)
    span = evidence.log_summary.spans["rocketmq_client.log"]
    assert span.first and span.last
    commits = evidence.commits_between([(span.first, span.last)])
    assert len(commits) > 20
    assert sorted(map(str, saved.commits_between([(span.first, span.last)]))) == sorted(map(str, commits))


def _changed(folder: Path) -> None:
    with (folder / "a.txt").open("a") as file:
        file.write("more\n")


def _same_size(folder: Path) -> None:
    (folder / "a.txt").write_text("b\n" * 10)
    os.utime(folder / "a.txt", (1, 1))


def _touched(folder: Path) -> None:
    os.utime(folder / "a.txt", (1, 1))


CHANGES = [
    pytest.param(_changed, ("a.txt has changed",), id="a file that grew"),
    pytest.param(_same_size, ("a.txt has changed",), id="another content of the same size"),
    pytest.param(_touched, (), id="another time, the same content"),
    pytest.param(lambda f: (f / "a.txt").unlink(), ("a.txt is gone",), id="a file that is gone"),
    pytest.param(lambda f: (f / "b.txt").write_text("b"), ("b.txt is new",), id="a new file"),
    pytest.param(shutil.rmtree, (), id="no source here: another machine"),
]


@pytest.mark.parametrize(("change", "told"), CHANGES)
def test_a_source_that_changed_is_noticed(change, told, spark: SparkSession, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "a.txt").write_text("a\n" * 10)
    saved = rmqkit.read(spark, str(source)).save(str(tmp_path / "saved"))
    change(source)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        evidence = rmqkit.read(spark, str(saved))
    assert isinstance(evidence, SavedEvidence)
    assert evidence.changes == told
    words = [str(warning.message) for warning in warned if warning.category is EvidenceChanged]
    assert len(words) == bool(told)
    assert all(change in words[0] and f"Read {source} again" in words[0] for change in told)


def test_evidence_is_saved_in_a_new_folder_only(spark: SparkSession, tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(SAMPLES / "group-offline", source)
    evidence = rmqkit.read(spark, str(source))
    with pytest.raises(Error, match="not empty"):
        evidence.save(str(tmp_path))
    with pytest.raises(Error, match="inside the evidence"):
        evidence.save(str(source / "saved"))
    saved = evidence.save(str(tmp_path / "saved"))
    with pytest.raises(Error, match="already saved"):
        rmqkit.read(spark, str(saved)).save(str(tmp_path / "again"))


def test_a_bundle_of_another_format_says_what_to_do(spark: SparkSession, tmp_path: Path) -> None:
    saved = rmqkit.read(spark, str(SAMPLES / "group-offline")).save(str(tmp_path / "saved"))
    manifest = json.loads((saved / MANIFEST).read_text())
    (saved / MANIFEST).write_text(json.dumps({**manifest, "format": 99}))
    with pytest.raises(Error, match="again"):
        rmqkit.read(spark, str(saved))


def test_scan_saves_and_every_command_opens_it(spark: SparkSession, tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(SAMPLES / "group-offline", source)
    saved = str(tmp_path / "saved")
    scanned = CliRunner().invoke(app, ["scan", str(source), "--save", saved])
    assert scanned.exit_code == 0, scanned.output
    (source / "new.txt").write_text("new")
    again = CliRunner().invoke(app, ["scan", saved])
    assert again.exit_code == 0, again.output
    assert again.stdout == scanned.stdout
    assert "new.txt is new" in again.stderr


def test_looks_that_workers_keep_are_saved_too(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_looks(tmp_path / "source", looks=120, queues=4)
    monkeypatch.setattr(text_workers, "HERE_BYTES", 1000)
    monkeypatch.setattr(snapshots, "MOST_ROWS", 100)
    read = rmqkit.read(spark, str(tmp_path / "source"))
    assert read.snapshots is not None
    assert len(read.rows("progress")) < read.progress.count() == 120 * 5
    saved = opened(spark, read.save(str(tmp_path / "saved")))
    assert rows(saved.progress) == rows(read.progress)
    assert _told(saved.rows("progress")) == _told(read.rows("progress"))
    part = [read.source_files[0].name]
    assert rows(saved.only(part).progress) == rows(read.only(part).progress)
    assert verdict(saved) == verdict(read)
