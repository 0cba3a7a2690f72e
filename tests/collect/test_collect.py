"""Collecting from an mqadmin that answers from a sample: the table, the folder, the script that
does the same.
"""

import json
import os
import re
import select
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pyspark.sql import SparkSession
from typer.testing import CliRunner

import rmqkit
from rmqkit.cli import app
from rmqkit.collect import Order, collect, find_mqadmin, script
from rmqkit.collect.commands import CAPTURES, NAMES, captures_for
from rmqkit.errors import Error
from rmqkit.tables.files import SourceFile
from rmqkit.tables.reading import Reading, read_files
from tests.collect.cluster_of_paper import distribution

NAME_SERVER = "127.0.0.1:9876"
QUICK = {"rounds": 2, "every": 0.0}
COLLECT = ["collect", "-n", NAME_SERVER, "-g", "groupA"]

# MQAdminStartup's commands that change nothing on a cluster; from its list of all commands in 5.3.3
READING = frozenset(
    [
        "brokerConsumeStats",
        "brokerStatus",
        "clusterList",
        "consumerConnection",
        "consumerProgress",
        "consumerStatus",
        "getBrokerConfig",
        "getConsumerConfig",
        "getNamesrvConfig",
        "producerConnection",
        "queryCq",
        "statsAll",
        "topicClusterList",
        "topicList",
        "topicRoute",
        "topicStatus",
    ]
)
SHELLS = [pytest.param(["dash"], id="dash"), pytest.param(["busybox", "sh"], id="busybox")]


def read(folder: Path) -> Reading:
    """What rmqkit reads of a folder, without Spark."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return read_files([SourceFile(str(f.relative_to(folder)), path=str(f), size=f.stat().st_size) for f in files], UTC)


def commands(folder: Path) -> list[str]:
    """The command lines of a manifest, quotes apart."""
    rows = json.loads((folder / "manifest.json").read_text())["commands"]
    return [row["command"].replace("'", "") for row in rows]


def test_every_command_only_reads():
    assert {capture.command for capture in CAPTURES} <= READING


def test_every_command_says_what_it_shows_and_names_a_file_of_its_own():
    assert all(capture.why and capture.stem.startswith(capture.command) for capture in CAPTURES)


VERSIONS = [
    pytest.param((4, 2, 0), "consumerProgress -g {group}", True, id="before 4.3.0 no owner can be asked for"),
    pytest.param((4, 3, 0), "consumerProgress -g {group} -s true", True, id="since 4.3.0 it can"),
    pytest.param((4, 9, 3), "consumerConnection -g {group} -b {broker}", False, id="4.9.3 asks one broker at random"),
    pytest.param((4, 9, 4), "consumerConnection -g {group} -b {broker}", True, id="4.9.4 asks the broker named"),
    pytest.param((5, 3, 3), "consumerConnection -g {group} -b {broker}", True, id="5.3.3 does too"),
    pytest.param((4, 9, 1), "getConsumerConfig -g {group}", False, id="4.9.1 has no getConsumerConfig"),
    pytest.param(None, "consumerConnection -g {group}", True, id="an unknown version is asked what all know"),
    pytest.param(None, "consumerConnection -g {group} -b {broker}", False, id="and nothing that is new"),
]


@pytest.mark.parametrize(("version", "command", "asked"), VERSIONS)
def test_a_version_is_asked_what_it_knows(version, command, asked):
    lines = {" ".join([capture.command, *capture.options]) for capture in captures_for(version)}
    assert (command in lines) is asked


ONLY = [
    pytest.param("consumerConnection", {"topicRoute", "consumerConnection"}, id="with what names the brokers"),
    pytest.param("topicStatus", {"consumerProgress", "topicStatus"}, id="with what names the topics"),
    pytest.param("consumerStatus", {"consumerStatus"}, id="alone"),
    pytest.param("mqadmin consumerStatus -n NAMESRV -g GROUP -s", {"consumerStatus"}, id="as `missing` has it"),
    pytest.param("CONSUMERSTATUS", {"consumerStatus"}, id="mqadmin takes any case"),
]


@pytest.mark.parametrize(("name", "run"), ONLY)
def test_only_some_commands(name, run):
    assert {capture.command for capture in captures_for((5, 3, 3), [name])} == run


WRONG = [
    pytest.param({"group": "a b"}, "not a valid group name", id="a blank in the group"),
    pytest.param({"group": "$(id)"}, "not a valid group name", id="a group that is a command"),
    pytest.param({"name_server": "h:1; rm -rf x"}, "not a name server address", id="a name server that is a command"),
    pytest.param({"name_server": "-h"}, "not a name server address", id="a name server that is an option"),
    pytest.param({"only": ("resetOffsetByTime",)}, "not collected", id="a command that writes"),
]


@pytest.mark.parametrize(("words", "told"), WRONG)
def test_a_wrong_order_is_refused_before_anything_runs(words, told):
    with pytest.raises(Error, match=told):
        Order(**{"name_server": NAME_SERVER, "group": "groupA", **words})


def test_what_is_collected_is_read_and_nothing_stays_open(tmp_path: Path):
    folder, began = tmp_path / "evidence", datetime.now(UTC)
    told: list[str] = []
    taken = collect(
        Order(NAME_SERVER, "groupA", **QUICK), find_mqadmin(distribution(tmp_path / "home")), folder, told.append
    )
    reading = read(folder)
    assert [row for row in reading.ledger if row["unparsed"] or row["problem"]] == []
    assert {row["group"] for row in reading.tables["progress"]} == {"groupA"}
    assert {row["topic"] for row in reading.tables["topic_queues"]} >= {"topicA", "topicB"}
    assert {row["client_id"] for row in reading.tables["client_properties"]} == {
        "10.20.0.11@11274#1155099680083",
        "10.20.0.12@11789#1161563682427",
    }
    looks = {(row["file"], row["at"]) for row in reading.tables["progress"]}
    assert len(looks) == 3
    assert all(abs((at - began).total_seconds()) < 60 for _, at in looks)
    assert (tmp_path / "asked").read_text().split()[:2] == ["127.0.0.1:11911", "127.0.0.1:12011"]
    assert len(told) == len(taken) == len(commands(folder))


def test_without_its_prompts_a_snapshot_takes_its_time_from_the_manifest(tmp_path: Path):
    folder = tmp_path / "evidence"
    collect(Order(NAME_SERVER, "groupA", **QUICK), find_mqadmin(distribution(tmp_path / "home")), folder, print)
    for file in folder.glob("*.txt"):
        file.write_bytes(file.read_bytes().split(b"\n", 1)[1])
    manifest = {row["file"]: row["at"] for row in json.loads((folder / "manifest.json").read_text())["commands"]}
    rows = read(folder).tables["progress"]
    assert {row["file"] for row in rows} <= manifest.keys()
    assert all(row["at"] == datetime.fromisoformat(manifest[row["file"]]) for row in rows)


def test_a_later_collection_adds_to_the_folder(tmp_path: Path):
    folder, mqadmin = tmp_path / "evidence", find_mqadmin(distribution(tmp_path / "home"))
    first = collect(Order(NAME_SERVER, "groupA", rounds=1), mqadmin, folder, print)
    second = collect(Order(NAME_SERVER, "groupA", only=("consumerStatus",), rounds=1), mqadmin, folder, print)
    assert [taken.file for taken in second] == ["consumerStatus-groupA-2.txt"]
    assert len(commands(folder)) == len(first) + 1
    assert all((folder / taken.file).is_file() for taken in first)


def test_a_command_that_hangs_is_ended_and_the_rest_goes_on(tmp_path: Path):
    mqadmin = find_mqadmin(distribution(tmp_path / "home", slow="consumerStatus"))
    os.mkfifo(tmp_path / "held")
    held = os.open(tmp_path / "held", os.O_RDONLY | os.O_NONBLOCK)
    taken = collect(Order(NAME_SERVER, "groupA", rounds=1, seconds=3.0), mqadmin, tmp_path / "e", print)
    assert {each.command.split()[1] for each in taken if each.exit_code is None} == {"consumerStatus"}
    assert {each.exit_code for each in taken} == {None, 0}
    assert select.select([held], [], [], 60)[0], "what mqadmin started still runs"
    os.close(held)


def test_a_cluster_that_answers_nothing_is_an_error(tmp_path: Path):
    program = distribution(tmp_path / "home")
    program.write_text(
        "#!/bin/sh\necho 'org.apache.rocketmq.tools.command.SubCommandException: ConsumerStatusSubCommand command "
        "failed'\necho 'Caused by: org.apache.rocketmq.remoting.exception.RemotingConnectException: connect to "
        "127.0.0.1:9876 failed'\n"
    )
    with pytest.raises(Error, match=r"None of the \d+ commands got an answer"):
        collect(Order(NAME_SERVER, "groupA", rounds=1), find_mqadmin(program), tmp_path / "e", print)


FOUND = [
    pytest.param(lambda home: {"PATH": str(home / "bin")}, id="on the PATH"),
    pytest.param(lambda home: {"PATH": "", "ROCKETMQ_HOME": str(home)}, id="in ROCKETMQ_HOME"),
]


@pytest.mark.parametrize("environment", FOUND)
def test_mqadmin_is_found_and_tells_its_version(environment, tmp_path: Path):
    program = distribution(tmp_path / "home", "4.9.7")
    found = find_mqadmin(None, environment(tmp_path / "home"))
    assert (found.path, found.version) == (program, (4, 9, 7))


def test_without_mqadmin_the_error_says_what_to_do():
    with pytest.raises(Error, match="--script"):
        find_mqadmin(None, {"PATH": ""})


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("version", ["4.2.0", "4.9.3", "4.9.7", "5.3.3"])
def test_the_script_runs_the_same_commands(shell, version, tmp_path: Path):
    _require(shell)
    program = distribution(tmp_path / "home", version)
    order = Order(NAME_SERVER, "groupA", **QUICK)
    collect(order, find_mqadmin(program), tmp_path / "by-python", print)
    done = run_script(shell, script(order), tmp_path / "by-script", program)
    assert done.returncode == 0, done.stderr
    assert commands(tmp_path / "by-script") == commands(tmp_path / "by-python")
    ours, theirs = read(tmp_path / "by-python"), read(tmp_path / "by-script")
    assert [row["kind"] for row in theirs.ledger] == [row["kind"] for row in ours.ledger]
    assert [row for row in theirs.ledger if row["unparsed"]] == []
    assert len(theirs.tables["progress"]) == len(ours.tables["progress"])
    assert None not in {row["at"] for row in theirs.tables["progress"]}


def run_script(shell: list[str], text: str, folder: Path, program: Path | None) -> subprocess.CompletedProcess[str]:
    """The script's end; only the shell's own tools and coreutils' are on its PATH."""
    file = folder.with_suffix(".sh")
    file.write_text(text)
    return subprocess.run(
        [*shell, str(file), str(folder)],
        env={"PATH": "/usr/bin:/bin", "MQADMIN": str(program or "")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def _require(shell: list[str]) -> None:
    if shutil.which(shell[0]) is None:
        pytest.skip(f"{shell[0]} is not installed")


def test_the_script_asks_only_what_the_table_has():
    asked = set(re.findall(r'take "?[^ ]+ ([a-z]\w+)', script(Order(NAME_SERVER, "groupA"))))
    assert asked == set(NAMES)


def test_the_script_says_where_mqadmin_is_missing(tmp_path: Path):
    done = run_script(["sh"], script(Order(NAME_SERVER, "groupA")), tmp_path / "e", tmp_path / "nowhere")
    assert done.returncode == 2
    assert "MQADMIN=" in done.stderr
    assert not (tmp_path / "e").exists()


def test_the_command_line_collects_and_says_what_is_next(tmp_path: Path):
    program = distribution(tmp_path / "home")
    words = [*COLLECT, str(tmp_path / "e"), "--mqadmin", str(program)]
    done = CliRunner().invoke(app, [*words, "--rounds", "1", "--only", "consumerConnection,consumerStatus"])
    assert done.exit_code == 0, done.stderr
    assert "round 1 of 1: consumerStatus" in done.stderr
    assert done.stdout.startswith("5 outputs in")
    assert list((tmp_path / "e").iterdir())


def test_the_command_line_prints_the_script_alone():
    done = CliRunner().invoke(app, [*COLLECT, "--script"])
    assert done.exit_code == 0
    assert done.stdout.startswith("#!/bin/sh\n")


def test_the_command_line_needs_a_folder_or_asks_for_the_script():
    assert CliRunner().invoke(app, COLLECT).exit_code == 2


def test_what_a_cluster_answers_steers_no_terminal(tmp_path: Path):
    program = distribution(tmp_path / "home")
    text = "CODE: 17  DESC: \\033]0;title\\007\\033[2J gone"
    program.write_text(
        "#!/bin/sh\nprintf 'org.apache.rocketmq.tools.command.SubCommandException: x command failed\\n"
        f"Caused by: org.apache.rocketmq.client.exception.MQClientException: {text}\\n'\n"
    )
    words = [*COLLECT, str(tmp_path / "e"), "--mqadmin", str(program)]
    done = CliRunner().invoke(app, [*words, "--rounds", "1"])
    assert done.exit_code == 2
    assert "None of" in done.stderr
    assert not {"\x1b", "\x07"} & set(done.stderr)


PASTES = Path(__file__).parents[2] / "data_samples" / "pastes"
THIN = ["one-line-alone.txt", "masked-addresses.txt"]


@pytest.mark.parametrize("paste", THIN)
def test_what_a_diagnosis_misses_is_collected(paste: str, spark: SparkSession):
    told = rmqkit.diagnose(rmqkit.read(spark, str(PASTES / paste))).to_dict()
    lines = [need["command"] for need in told["missing"] if need["command"].startswith("mqadmin")]
    assert lines
    assert all(captures_for((5, 3, 3), [line]) for line in lines)
