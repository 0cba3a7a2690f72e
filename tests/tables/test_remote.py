"""What workers read of a store is what is read of the same folder here: rows, ledger and verdict, byte for byte."""

import gzip
import json
import tarfile
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path
from unittest.mock import patch

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

import rmqkit
from rmqkit.errors import EvidenceNotFound
from rmqkit.evidence import Evidence
from rmqkit.evidence.tables import tuples_of
from rmqkit.tables import reading, remote
from rmqkit.tables.files import SourceFile
from rmqkit.tables.places import Place, _literally, name_below
from rmqkit.tables.reading import read_file
from rmqkit.tables.remote import read_remote
from rmqkit.tables.schemas import SCHEMAS
from tests.archived import zipped

SAMPLES = Path(__file__).parents[2] / "data_samples"
TABLE = (
    "#Topic  #Broker Name  #QID  #Broker Offset  #Consumer Offset  #Client IP  #Diff  #LastTime\n"
    "Keys    b-1           0     40              40                10.1.1.1    0      2026-03-05 09:00:00\n"
)
LOG = "2026-03-05 18:29:13 WARN PullMessageThread_1 - the consumer's subscription not exist, group: rent, topic:Keys\n"


def read_as_remote(spark: SparkSession, folder: Path) -> Evidence:
    """The folder read as a store is: no file of it is opened by this process."""
    with patch("rmqkit.evidence.opening.is_local", lambda address: False):
        return rmqkit.read(spark, f"file:{folder}")


def assert_same(spark: SparkSession, folder: Path) -> None:
    here, there = rmqkit.read(spark, str(folder)), read_as_remote(spark, folder)
    assert [file.name for file in there.source_files] == [file.name for file in here.source_files]
    assert not any(file.is_readable for file in there.source_files)
    assert there.ledger_rows() == here.ledger_rows()
    for table in SCHEMAS:
        assert tuples_of(there.rows(table), table) == tuples_of(here.rows(table), table)
    verdicts = [json.dumps(rmqkit.diagnose(evidence).to_dict()) for evidence in (here, there)]
    assert verdicts[0] == verdicts[1]


@pytest.mark.parametrize("sample", ["two-topics-one-group", "pasted-session", "colliding-client-ids"])
def test_a_store_gives_the_verdict_of_the_same_folder_here(spark: SparkSession, sample: str) -> None:
    assert_same(spark, SAMPLES / sample)


def messy(folder: Path) -> None:
    (folder / "sub [1]/{a},b*?").mkdir(parents=True)
    (folder / "sub [1]/{a},b*?/p #%20.txt").write_text(TABLE)
    (folder / "_hidden.txt").write_text(TABLE)
    (folder / ".dot.log").write_text(LOG)
    (folder / "empty.txt").touch()
    (folder / "empty.zip").touch()
    (folder / "marked.log").write_bytes(b"\xef\xbb\xbf" + (LOG * 9).encode())
    (folder / "wide.log").write_bytes((LOG * 9).encode("utf-16"))
    (folder / "chinese.txt").write_bytes(("房租\n" + TABLE).encode("gbk"))
    (folder / "rolled.log.gz").write_bytes(gzip.compress(LOG.encode() * 9))
    (folder / "cut.gz").write_bytes(gzip.compress(LOG.encode() * 9)[:-9])
    (folder / "no-gzip.gz").write_text(LOG * 9)
    (folder / "packed-without-saying.log").write_bytes(gzip.compress(LOG.encode() * 9))
    (folder / "no-end.log").write_text(LOG + LOG.strip())
    (folder / "returns.log").write_bytes((LOG * 9).replace("\n", "\r\n").encode())
    (folder / "binary.bin").write_bytes(bytes(range(32)) * 40)
    (folder / "manifest.json").write_text(
        json.dumps({"commands": [{"file": "chinese.txt", "at": "2026-03-05T10:20:00Z"}]})
    )


def test_a_folder_that_nobody_prepared_is_read_alike(spark: SparkSession, tmp_path: Path) -> None:
    messy(tmp_path)
    assert_same(spark, tmp_path)


def archive_of(folder: Path, target: Path) -> None:
    (folder / "inner.zip").write_bytes(zipped({"p.txt": TABLE.encode(), "broker.log": LOG.encode() * 3}))
    with tarfile.open(target, "w:gz") as packed:
        for path in sorted(folder.rglob("*")):
            packed.add(path, path.relative_to(folder).as_posix(), recursive=False)


@pytest.mark.parametrize("below", [pytest.param("", id="itself"), pytest.param("sub", id="in a folder")])
def test_an_archive_is_read_alike(spark: SparkSession, tmp_path: Path, below: str) -> None:
    for name in ("content", "evidence/sub"):
        (tmp_path / name).mkdir(parents=True)
    messy(tmp_path / "content")
    archive = tmp_path / "evidence" / below / "all.tar.gz"
    archive_of(tmp_path / "content", archive)
    assert_same(spark, tmp_path / "evidence" if below else archive)


def test_a_large_log_is_recognised_by_its_head_and_read_in_ranges(spark: SparkSession, tmp_path: Path) -> None:
    name = "spark.sql.files.maxPartitionBytes"
    before = spark.conf.get(name)
    record = LOG + "java.io.IOException: broken\n\tat a.b.C(D.java:1)\n" + LOG.replace("rent", "loan")
    (tmp_path / "broker.log").write_text(record * (34_000_000 // len(record)))
    spark.conf.set(name, "5m")
    try:
        there = read_as_remote(spark, tmp_path)
        here = rmqkit.read(spark, str(tmp_path))
        assert there.reading.logs[0].content is None
        assert there.log_summary == here.log_summary
        counted = [sorted(evidence.event_counts("event", "group").collect()) for evidence in (here, there)]
        assert counted[0] == counted[1]
        assert there.log_events.count() == sum(row["times"] for row in counted[0])
    finally:
        spark.conf.set(name, before)


ADDRESSES = [
    pytest.param("file:/nowhere/at/all", "Path does not exist.*Give the folder", id="no such folder"),
    pytest.param("gibberish://x/y", "Spark does not know this file system", id="a file system that nobody knows"),
    pytest.param("s3a://bucket/x", r"Add the jars.*spark\.jars\.packages", id="a file system without its jars"),
]


@pytest.mark.parametrize(("address", "told"), ADDRESSES)
def test_an_address_that_cannot_be_read_says_why_and_what_to_do(spark: SparkSession, address: str, told: str) -> None:
    with pytest.raises(EvidenceNotFound, match=told) as raised:
        read_remote(spark, address, UTC)
    assert str(raised.value).startswith(f"{address} cannot be read by Spark: ")
    assert "\n" not in str(raised.value)


NAMES = [
    pytest.param("hdfs://n:1/a/b/c.log", "hdfs://n:1/a", "b/c.log", id="below a folder"),
    pytest.param("hdfs://n:1/a/b/c.log", "hdfs:///a/", "b/c.log", id="below the cluster's own store"),
    pytest.param("s3a://bucket/c.log", "s3a://bucket", "c.log", id="below a bucket"),
    pytest.param("file:/a/c.log", "file:///a/c.log", "c.log", id="the file itself"),
]


@pytest.mark.parametrize(("address", "root", "name"), NAMES)
def test_a_file_is_called_by_what_is_below_the_root(address: str, root: str, name: str) -> None:
    assert name_below(address, root) == name


def test_signs_that_stand_for_several_files_are_escaped() -> None:
    assert _literally("hdfs://n/a[1]/{b}*?") == r"hdfs://n/a\[1\]/\{b\}\*\?"


def batches(text: str, more: bool) -> Iterator[pa.RecordBatch]:
    for line in text.encode().splitlines(keepends=True):
        columns = [pa.array([7]), pa.array([0]), pa.array([more]), pa.array([line])]
        yield pa.RecordBatch.from_arrays(columns, ["mark", "start", "more", "text"])


def head_read(text: str, more: bool) -> reading.Reading:
    place = Place("x:/a/large.txt", 7, 1 << 30)
    (batch,) = remote._head_reader({7: place}, "x:/a", UTC)(batches(text, more))
    import pickle

    ((file, found),) = pickle.loads(batch["pickled"][0].as_py())
    assert file == SourceFile("large.txt", size=1 << 30, place=place)
    return found


def test_no_more_of_a_large_log_is_read_than_its_head(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "HEAD_BYTES", 300)
    taken = 0

    def counted() -> Iterator[pa.RecordBatch]:
        nonlocal taken
        for batch in batches(LOG * 90, more=True):
            taken += 1
            yield batch

    read = remote._head_reader({7: Place("x:/a/b.log", 7, 1 << 30)}, "x:/a", UTC)
    assert len(list(read(counted()))) == 1
    assert taken < 6


def test_a_large_text_that_is_no_log_says_how_much_of_it_was_read() -> None:
    found = head_read(TABLE * 20, more=True)
    assert len(found.tables["progress"]) == 20
    assert f"only its first {len(TABLE) * 20:,} bytes were read" in str(found.ledger[-1]["problem"])
    whole = head_read(TABLE * 20, more=False)
    content = SourceFile("large.txt", content=(TABLE * 20).encode())
    assert whole.ledger == read_file(content, UTC).ledger
