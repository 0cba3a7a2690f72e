"""A folder of evidence with all that can be wrong with files: clear words, the rest read, a ledger that adds up."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

import rmqkit
from rmqkit.cli import app
from rmqkit.errors import EvidenceNotFound, NotEvidence, NothingUsable, NoTimeZone
from rmqkit.tables import log_bytes, logs, reading
from rmqkit.tables.schemas import SCHEMAS, VIEWS
from tests.archived import tarred, zipped

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rmqkit.evidence import Evidence

COUNTS = ("rows", "noise", "blank", "continuation", "unparsed")
LOG = (
    "2026-03-05 18:29:13 WARN PullMessageThread_1 - the consumer's subscription not exist, group: rent, topic:Keys\n"
    "2026-03-05 18:29:14 WARN PullMessageThread_2 - the consumer's subscription not exist, group: lease, topic:Keys\n"
)
HEADER = "#Topic  #Broker Name  #QID  #Broker Offset  #Consumer Offset  #Client IP  #Diff  #LastTime\n"
ROWS = "Keys    b-1           0     40              40                10.1.1.1    0      2026-03-05 10:29:00\n" * 1
TABLE = (
    "mqadmin consumerProgress -g rent -s true\n"
    + HEADER
    + ROWS
    + ROWS.replace("  0     40", "  1     41")
    + "\nConsume TPS: 0.10\nDiff Total: 1\n"
)
FAILURE = (
    "org.apache.rocketmq.tools.command.SubCommandException: ConsumerStatusSubCommand command failed\n"
    "Caused by: org.apache.rocketmq.client.exception.MQBrokerException: CODE: 206  DESC: Not found the consumer group"
    " connection\n"
)
OTHER = "2026-03-05 10:00:00.001 [main] INFO  com.letting.Boot - started\n" * 4
CHINESE = "sh mqadmin consumerProgress -g rent -s true 查询结果如下，请看\n" + TABLE.split("\n", 1)[1]


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def adds_up(evidence: Evidence) -> bool:
    return all(row["lines"] == sum(row[name] for name in COUNTS) for row in evidence.ledger_rows())


# name, content, then what the ledger says of the file: kinds, lines, rows, unparsed, a word of its problem
FILES: list[tuple[str, str | bytes, list[str], int, int, int, str | None]] = [
    ("plain.log", LOG, ["broker_log"], 2, 2, 0, None),
    ("old/otherdays/broker.1.log.gz", gzip.compress(LOG.encode()), ["broker_log"], 2, 2, 0, None),
    ("gz-without-its-ending.log", gzip.compress(LOG.encode()), ["broker_log"], 2, 2, 0, None),
    ("table.txt", TABLE, ["consumer_progress"], 7, 2, 0, None),
    ("windows.txt", TABLE.replace("\n", "\r\n"), ["consumer_progress"], 7, 2, 0, None),
    ("windows.log", LOG.replace("\n", "\r\n"), ["broker_log"], 2, 2, 0, None),
    ("old-mac.txt", TABLE.replace("\n", "\r"), ["consumer_progress"], 7, 2, 0, None),
    ("bom.txt", b"\xef\xbb\xbf" + TABLE.encode(), ["consumer_progress"], 7, 2, 0, None),
    ("bom.log", b"\xef\xbb\xbf" + LOG.encode(), ["broker_log"], 2, 2, 0, None),
    ("utf-16-marked.txt", TABLE.encode("utf-16"), ["consumer_progress"], 7, 2, 0, None),
    ("utf-16-le.log", LOG.encode("utf-16-le"), ["broker_log"], 2, 2, 0, None),
    ("utf-16-be.txt", TABLE.encode("utf-16-be"), ["consumer_progress"], 7, 2, 0, None),
    ("gbk.txt", CHINESE.encode("gbk"), ["consumer_progress"], 7, 2, 0, None),
    ("cut-in-a-row.txt", TABLE[: TABLE.index("41 ") + 1], ["consumer_progress"], 4, 1, 1, None),
    ("cut-in-a-line.log", LOG[:-60], ["broker_log"], 2, 2, 0, None),
    ("header-alone.txt", HEADER, ["consumer_progress"], 1, 0, 0, None),
    ("exception-alone.txt", FAILURE, ["command_failed"], 2, 1, 0, None),
    ("another-product.log", OTHER, ["unknown"], 4, 0, 4, None),
    ("prose.txt", "half of it is not read\nwhy?\n", ["prose"], 2, 0, 0, None),
    ("empty.txt", "", ["unknown"], 0, 0, 0, "an empty file"),
    ("binary.hprof", bytes(range(256)) * 40, ["unknown"], 0, 0, 0, "a binary file"),
    ("truncated.log.gz", gzip.compress((LOG * 400).encode())[:-20], ["broker_log"], 0, 0, 0, "truncated"),
    ("damaged.txt.gz", b"\x1f\x8b" + b"not gzip at all", ["unknown"], 0, 0, 0, "damaged"),
    ("name with spaces.log", LOG, ["broker_log"], 2, 2, 0, None),
    ("#1 @host%20 [a]{b}*.log", LOG, ["broker_log"], 2, 2, 0, None),
    ("_hidden-from-hadoop.log", LOG, ["broker_log"], 2, 2, 0, None),
    (".dot.txt", TABLE, ["consumer_progress"], 7, 2, 0, None),
    ("经纪人/日志.log", LOG, ["broker_log"], 2, 2, 0, None),
    ("a/b/c/d/e/deep.txt", TABLE, ["consumer_progress"], 7, 2, 0, None),
]


@pytest.fixture(scope="module")
def messy(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    folder = tmp_path_factory.mktemp("messy folder #1 %41")
    for name, content, *_ in FILES:
        write(folder, name, content)
    (folder / "a/b/loop").symlink_to(folder)
    (folder / "gone.txt").symlink_to(folder / "nowhere.txt")
    inner = {"inner/broker.log": LOG.encode(), "inner/progress.txt": TABLE.encode()}
    write(folder, "from-a-colleague.zip", zipped(inner))
    write(folder, "host.tar.gz", tarred({"logs/broker.log": LOG.encode()}))
    write(folder, "damaged.zip", b"PK\x03\x04 and no more")
    write(folder, "damaged.tar.gz", (folder / "host.tar.gz").read_bytes()[:90])
    return rmqkit.read(spark, str(folder))


def of(evidence: Evidence, name: str) -> list[dict[str, Any]]:
    return [row for row in evidence.ledger_rows() if row["file"] == name]


CASES = [pytest.param(*case, id=case[0]) for case in FILES if case[0] != "truncated.log.gz"]


@pytest.mark.parametrize(("name", "content", "kinds", "lines", "rows", "unparsed", "problem"), CASES)
def test_each_file_is_read_for_what_it_is(messy, name, content, kinds, lines, rows, unparsed, problem):
    found = of(messy, name)
    assert [row["kind"] for row in found] == kinds
    assert sum(row["lines"] for row in found) == lines
    assert sum(row["rows"] for row in found) == rows
    assert sum(row["unparsed"] for row in found) == unparsed
    told = [row["problem"] for row in found if row["problem"]]
    assert bool(told) == bool(problem)
    assert problem is None or problem in told[0]


def test_a_truncated_gzip_gives_what_came_before_the_cut(messy):
    (row,) = of(messy, "truncated.log.gz")
    assert row["kind"] == "broker_log"
    assert 400 < row["rows"] <= 800
    assert row["problem"]


ODD = [
    pytest.param("from-a-colleague.zip/inner/broker.log", "broker_log", None, id="a log in a zip file"),
    pytest.param("from-a-colleague.zip/inner/progress.txt", "consumer_progress", None, id="a table in a zip file"),
    pytest.param("host.tar.gz/logs/broker.log", "broker_log", None, id="a log in a tar file"),
    pytest.param("damaged.zip", "unknown", "the archive is damaged", id="a damaged zip file"),
    pytest.param("damaged.tar.gz", "unknown", "the archive is damaged", id="a damaged tar file"),
    pytest.param("a/b/loop", "unknown", "a link back to a folder that has already been read", id="a link to the top"),
    pytest.param("gone.txt", "unknown", "No such file", id="a link to nothing"),
]


@pytest.mark.parametrize(("name", "kind", "problem"), ODD)
def test_archives_and_links_are_told(messy, name, kind, problem):
    (row,) = of(messy, name)
    assert row["kind"] == kind
    assert (problem in row["problem"]) if problem else row["problem"] is None


def test_the_ledger_adds_up_and_names_the_first_unparsed_line(messy):
    assert adds_up(messy)
    assert of(messy, "another-product.log")[0]["first_unparsed"].startswith("1: ")
    assert of(messy, "cut-in-a-row.txt")[0]["first_unparsed"].startswith("4: Keys")
    assert all(bool(row["unparsed"]) == bool(row["first_unparsed"]) for row in messy.ledger_rows())


def test_the_public_ledger_says_the_same(messy):
    shown = {(row.file, row.block): row.asDict() for row in messy.ledger.collect()}
    assert shown == {(row["file"], row["block"]): row for row in messy.ledger_rows()}


def test_two_groups_are_told_apart_and_no_file_is_left_out(messy):
    assert messy.lines_total()["files"] == len(messy.source_files) == len({file.name for file in messy.source_files})
    groups = {row.group for row in messy.log_events.select("group").distinct().collect()}
    assert {"rent", "lease"} <= groups
    assert rmqkit.diagnose(messy, group="lease").findings


def test_a_chinese_text_in_gbk_keeps_its_characters(spark, tmp_path):
    text = LOG.replace("rent", "房租").replace("Keys", "钥匙")
    write(tmp_path, "broker.log", (text * 3).encode("gbk"))
    (event, *_) = rmqkit.read(spark, str(tmp_path)).log_events.collect()
    assert (event.group, event.topic) == ("房租", "钥匙")


def nothing(folder: Path) -> None:
    """An empty folder."""


UNUSABLE: list[tuple[Callable[[Path], Any], str, str]] = [
    (nothing, "The folder is empty", "an empty folder"),
    (lambda f: write(f, "a.log", OTHER), "a.log: 1: 2026-03-05 10:00:00.001", "only another product's log"),
    (lambda f: write(f, "core", bytes(range(256))), "core: a binary file", "only a binary"),
    (lambda f: write(f, "x.gz", b"\x1f\x8bno"), "x.gz: the gzip file is", "only a damaged gzip"),
    (lambda f: write(f, "x.zip", b"PK\x03\x04"), "the archive is damaged", "only a damaged archive"),
    (lambda f: (f / "loop").symlink_to(f), "a link back to a folder", "only a link to itself"),
    (lambda f: write(f, "n.txt", ""), "n.txt: an empty file", "only an empty file"),
]


@pytest.mark.parametrize(("make", "word"), [pytest.param(make, word, id=name) for make, word, name in UNUSABLE])
def test_nothing_usable_is_one_clear_error_and_exit_code_2(spark, tmp_path, make, word):
    make(tmp_path)
    evidence = rmqkit.read(spark, str(tmp_path))
    with pytest.raises(NothingUsable, match=None) as failure:
        evidence.require_usable()
    assert word in str(failure.value)
    assert adds_up(evidence)
    result = CliRunner().invoke(app, ["scan", str(tmp_path), "--master", "local[2]"])
    assert result.exit_code == 2
    assert word in result.stderr


def test_a_missing_path_says_what_to_name(spark, tmp_path):
    with pytest.raises(EvidenceNotFound, match=r"nowhere does not exist\. Give the folder"):
        rmqkit.read(spark, str(tmp_path / "nowhere"))


def test_an_exception_alone_is_usable_and_unknown(spark, tmp_path):
    write(tmp_path, "status.txt", FAILURE.replace("206", "1"))
    evidence = rmqkit.read(spark, str(tmp_path))
    evidence.require_usable()
    assert str(rmqkit.diagnose(evidence).severity) == "UNKNOWN"


def test_a_single_file_is_a_folder_of_one(spark, tmp_path):
    path = write(tmp_path, "progress of today.txt", TABLE)
    write(tmp_path, "other.txt", TABLE)
    evidence = rmqkit.read(spark, str(path))
    assert [row["file"] for row in evidence.ledger_rows()] == ["progress of today.txt"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_told_and_the_rest_is_read(spark, tmp_path):
    write(tmp_path, "closed.log", LOG).chmod(0)
    write(tmp_path, "open.txt", TABLE)
    evidence = rmqkit.read(spark, str(tmp_path))
    assert "Permission denied" in of(evidence, "closed.log")[0]["problem"]
    assert of(evidence, "open.txt")[0]["rows"] == 2


def test_a_manifest_dates_the_snapshots_that_do_not_date_themselves(spark, tmp_path):
    undated = TABLE.replace("2026-03-05 10:29:00", "N/A")
    for number in (1, 2):
        write(tmp_path, f"day/progress-{number}.txt", undated)
    commands = [
        {"file": "progress-1.txt", "at": "2026-03-05T10:20:00Z"},
        {"file": "progress-2.txt", "at": "2026-03-05T10:21:00Z"},
    ]
    write(tmp_path, "day/manifest.json", json.dumps({"commands": commands}))
    rows = rmqkit.read(spark, str(tmp_path)).rows("progress")
    assert {(row["file"], row["at"]) for row in rows} == {
        ("day/progress-1.txt", datetime(2026, 3, 5, 10, 20, tzinfo=UTC)),
        ("day/progress-2.txt", datetime(2026, 3, 5, 10, 21, tzinfo=UTC)),
    }


RECORD = (
    "2026-03-05 18:29:13 WARN PullMessageThread_{n} - the consumer's subscription not exist, group: g{n}, topic:t\n"
    "java.io.IOException: broken pipe\n\tat a.b.C.d(C.java:{n})\n"
)


RANGES = (logs, "RANGE_BYTES", 20_000)


def test_a_log_over_the_limit_is_split_and_loses_and_doubles_nothing(spark, tmp_path, monkeypatch):
    write(tmp_path, "broker.log", "".join(RECORD.format(n=n) for n in range(600)))
    for module, name, size in (
        (reading, "WHOLE_BYTES", 4096),
        (log_bytes, "BLOCK", 2000),
        RANGES,
    ):
        monkeypatch.setattr(module, name, size)
    evidence = rmqkit.read(spark, str(tmp_path), workers_above=0)
    (row,) = evidence.ledger_rows()
    assert {name: row[name] for name in ("lines", "rows", "continuation", "unparsed")} == {
        "lines": 1800,
        "rows": 600,
        "continuation": 1200,
        "unparsed": 0,
    }
    assert len(logs.ranges_of(evidence.reading.logs)) > 3
    groups = [event.group for event in evidence.log_events.select("group").collect()]
    assert sorted(groups) == sorted(f"g{n}" for n in range(600))
    lines = {event["group"]: event["line_order"] for event in evidence.log_summary.events}
    assert lines == {f"g{n}": 3 * n + 1 for n in range(600)}


def test_the_line_of_a_log_below_a_table_counts_from_the_top_of_the_file(spark, tmp_path):
    write(tmp_path, "pasted.txt", TABLE + "\n" + LOG + "\n" + TABLE + "\n" + LOG.replace("Keys", "Doors"))
    evidence = rmqkit.read(spark, str(tmp_path))
    lines = (tmp_path / "pasted.txt").read_text().splitlines()
    assert len(evidence.log_summary.events) == 4
    for event in evidence.log_summary.events:
        assert lines[event["line_order"] - 1] == event["raw"]


def test_only_is_what_reading_those_files_alone_gives(spark, messy, tmp_path):
    kept = ["plain.log", "table.txt", "exception-alone.txt", "prose.txt"]
    for name, content, *_ in FILES:
        if name in kept:
            write(tmp_path, name, content)
    part, alone = messy.only(kept), rmqkit.read(spark, str(tmp_path))
    assert [file.name for file in part.source_files] == sorted(kept)
    assert part.ledger_rows() == alone.ledger_rows()
    assert part.reading.tables == alone.reading.tables
    assert part.log_summary.events == alone.log_summary.events
    assert rmqkit.diagnose(part).to_dict() == rmqkit.diagnose(alone).to_dict()
    assert part.log_events.count() == 2


def test_only_of_no_file_is_empty_and_unusable(messy):
    part = messy.only([])
    assert part.ledger_rows() == []
    with pytest.raises(NothingUsable):
        part.require_usable()


def test_views_of_two_evidences_stand_beside_each_other(spark):
    samples = Path(__file__).parents[1] / "data_samples"
    before, after = (rmqkit.read(spark, str(samples / name)) for name in ("group-offline", "two-topics-one-group"))
    assert "before_progress" in before.create_views("before_")
    after.create_views(prefix="after_")
    rows = [spark.sql(f"select count(*) from {name}_progress").first()[0] for name in ("before", "after")]
    assert rows == [before.progress.count(), after.progress.count()]


def test_a_path_in_the_place_of_evidence_is_named_with_what_to_do():
    with pytest.raises(NotEvidence, match=r"rmqkit.diagnose\(rmqkit.read\(spark, 'incident'\)\)"):
        rmqkit.diagnose("incident")


@pytest.mark.parametrize("zone", ["CST", "", "../etc/passwd"])
def test_a_zone_that_is_none_is_named_with_how_to_write_it(zone):
    with pytest.raises(NoTimeZone, match="is not a time zone; write it as UTC, UTC\\+8 or Asia/Shanghai"):
        rmqkit.read(None, "data_samples/healthy", zone=zone)


def test_tables_are_views_by_their_names(spark):
    evidence = rmqkit.read(spark, str(Path(__file__).parents[1] / "data_samples" / "two-topics-one-group"))
    assert set(evidence.create_views()) == {*SCHEMAS, *VIEWS}
    joined = spark.sql("select count(*) from progress p join ledger l on p.file = l.file where l.kind like 'consumer%'")
    assert joined.first()[0] == evidence.progress.count() > 0
    changed = spark.sql("select count(*) from log_events where event = 'subscription_topic_removed'").first()[0]
    assert changed == evidence.event_counts("event", only=["subscription_topic_removed"]).first().times


def test_a_question_that_wants_no_decided_column_joins_nothing(spark, capsys):
    evidence = rmqkit.read(spark, str(Path(__file__).parents[1] / "data_samples" / "two-topics-one-group"))

    def joins(*columns: str) -> int:
        evidence.log_events.groupBy(*columns).count().explain()
        return capsys.readouterr().out.count("BroadcastHashJoin")

    assert joins("event", "group") == 0
    assert joins("client_id") > 0
