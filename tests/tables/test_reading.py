"""From files to rows and log sources: one ledger row per block, times of snapshots, what is left for Spark."""

import json
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from rmqkit.tables import reading
from rmqkit.tables.files import SourceFile
from rmqkit.tables.reading import read_file, read_files

LOG = "2026-03-05 18:29:13 WARN PullMessageThread_1 - the consumer's subscription not exist, group: rent, topic:Keys\n"
TABLE = (
    "#Topic  #Broker Name  #QID  #Broker Offset  #Consumer Offset  #Client IP  #Diff  #LastTime\n"
    "Keys    b-1           0     40              40                10.1.1.1    0      {last}\n"
)


def file(content: str | bytes, name: str = "x.txt") -> SourceFile:
    raw = content if isinstance(content, bytes) else content.encode()
    return SourceFile(name, content=raw, size=len(raw))


def table(last: str = "N/A") -> str:
    return TABLE.format(last=last)


def test_a_log_alone_is_left_to_spark_and_a_table_is_parsed_at_once():
    found = read_files([file(LOG, "b.log"), file(table(), "p.txt")], UTC)
    assert [(source.file, source.kind) for source in found.logs] == [("b.log", "broker_log")]
    assert [(row["file"], row["kind"], row["lines"]) for row in found.ledger] == [("p.txt", "consumer_progress", 2)]


def test_a_table_above_a_log_makes_two_blocks_and_each_knows_its_place():
    found = read_file(file("mqadmin consumerProgress -g rent\n" + table() + "\n" + LOG), UTC)
    (row,), (source,) = found.ledger, found.logs
    assert (row["block"], row["lines"]) == (1, 4)
    assert (source.block, source.first_line, source.content.decode()) == (2, 5, LOG)


def test_a_log_over_the_limit_is_not_read_whole(monkeypatch):
    monkeypatch.setattr(reading, "WHOLE_BYTES", 100)
    (source,) = read_file(file(LOG * 3, "b.log"), UTC).logs
    assert (source.block, source.content.decode()) == (1, LOG * 3)


TIMES = [
    pytest.param("N/A", {"at": "2026-03-05T18:20:00+08:00"}, datetime(2026, 3, 5, 10, 20, tzinfo=UTC), id="ISO 8601"),
    pytest.param(
        "N/A",
        {"at": "2026-03-05T10:20:00"},
        datetime(2026, 3, 5, 10, 20, tzinfo=UTC),
        id="a date without a zone is UTC",
    ),
    pytest.param(
        *("2026-03-05 09:00:00", {"at": "2026-03-05T10:20:00Z"}, datetime(2026, 3, 5, 10, 20, tzinfo=UTC)),
        id="the manifest is before the newest LastTime",
    ),
    pytest.param(
        "2026-03-05 17:00:00", None, datetime(2026, 3, 5, 9, 0, tzinfo=UTC), id="the newest LastTime, in its zone"
    ),
    pytest.param("N/A", None, None, id="nothing tells the time"),
]


@pytest.mark.parametrize(("last", "command", "at"), TIMES)
def test_a_snapshot_s_time(last, command, at):
    files = [file(table(last), "day/p.txt")]
    if command:
        files.append(file(json.dumps({"commands": [{"file": "p.txt", **command}]}), "day/manifest.json"))
    found = read_files(files, ZoneInfo("Asia/Shanghai"))
    assert [row["at"] for row in found.tables["progress"]] == [at]


FIRST, LATER = datetime(2026, 3, 5, 9, 0, tzinfo=UTC), datetime(2026, 3, 5, 9, 1, tzinfo=UTC)
OUTPUTS_OF_ONE_FILE = [
    pytest.param(("09:01:00", 40), ("09:00:00", 40), [LATER, LATER], id="what stands below was printed after it"),
    pytest.param(("09:00:00", 40), ("09:01:00", 50), [FIRST, LATER], id="newer messages tell a later time"),
    pytest.param(
        *(("09:01:00", 50), ("09:00:00", 40)),
        [LATER, FIRST],
        id="a broker offset that goes back tells that the outputs are not in order",
    ),
]


@pytest.mark.parametrize(("one", "other", "times"), OUTPUTS_OF_ONE_FILE)
def test_the_times_of_outputs_without_a_date(one, other, times):
    outputs = [table(f"2026-03-05 {last}").replace("40 ", f"{offset} ", 1) for last, offset in (one, other)]
    found = read_files([file("$ mqadmin consumerProgress -g rent\n".join(["", *outputs]), "p.txt")], UTC)
    assert [row["at"] for row in sorted(found.tables["progress"], key=lambda row: row["block"])] == times


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param("not json", "prose", id="not json"),
        pytest.param("[]", "unknown", id="an empty list"),
        pytest.param("{}", "unknown", id="an empty object"),
        pytest.param('{"commands": [{"command": "x"}]}', "unknown", id="commands without files"),
    ],
)
def test_another_program_s_manifest_is_only_a_file_that_tells_nothing(text, kind):
    found = read_files([file(text, "manifest.json"), file(table(), "p.txt")], UTC)
    assert {row["file"]: row["kind"] for row in found.ledger}["manifest.json"] == kind
    assert len(found.tables["progress"]) == 1


BROKEN_MANIFESTS = [
    pytest.param({"commands": [{"file": "p.txt", "at": "yesterday"}]}, id="a time in words"),
    pytest.param({"commands": [{"file": "p.txt", "at": None}]}, id="no time"),
    pytest.param({"commands": ["consumerProgress"]}, id="commands that are no objects"),
    pytest.param({"commands": {"p.txt": 1}}, id="commands that are no list"),
    pytest.param({"commands": None}, id="no commands"),
    pytest.param({"commands": [{"file": 3, "at": "2026-03-05T10:20:00Z"}]}, id="a file that is no name"),
    pytest.param({"commands": [{"file": "p.txt", "at": "2026-02-30T10:20:00Z"}]}, id="a time that no calendar has"),
]


@pytest.mark.parametrize("manifest", BROKEN_MANIFESTS)
def test_a_damaged_manifest_costs_only_its_times(manifest):
    found = read_files([file(json.dumps(manifest), "manifest.json"), file(table(), "p.txt")], UTC)
    assert [row["at"] for row in found.tables["progress"]] == [None]


def test_only_keeps_what_comes_from_the_files_named():
    whole = read_files([file(LOG, "b.log"), file(table(), "p.txt"), file("why\n", "q.txt")], UTC)
    part = whole.only({"p.txt", "b.log"})
    assert [row["file"] for row in part.ledger] == ["p.txt"]
    assert [source.file for source in part.logs] == ["b.log"]
    assert part.tables["progress"] == whole.tables["progress"]
    assert whole.only(()).tables["progress"] == []
