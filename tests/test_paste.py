"""Pastes on the command line and in a notebook: from a pipe, by hand, and without a Java process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rmqkit
from rmqkit.cli import app
from rmqkit.cli.diagnose import until_two_empty_lines
from tests.lab.recorded import RECORDED, unpack

LINES = """we see this, every minute:
> MQBrokerException: CODE: 24  DESC: the consumer's group info not exist
> BROKER: 10.0.0.1:10911
what can we do?
"""
NO_JAVA = """
import sys, subprocess, os
started = []
def refused(event, args):
    if event in ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty"):
        started.append((event, str(args[:2])))
sys.addaudithook(refused)
from rmqkit.cli import app
try:
    app(sys.argv[1:])
except SystemExit as end:
    code = end.code
heavy = sorted({"pandas", "polars", "pyarrow", "plotly"} & sys.modules.keys())
print("ENDED", code, "STARTED", started, "LOADED", heavy)
"""


def run_without_java(*words: str, given: str = "") -> str:
    """What a command prints in a process of its own; its last line says which processes it started."""
    done = subprocess.run(
        [sys.executable, "-c", NO_JAVA, *words],
        input=given,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "JAVA_HOME": "/nowhere"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_piped_paste_is_diagnosed_and_no_process_is_started() -> None:
    told = run_without_java("diagnose", "-", given=LINES)
    assert "paste:2" in told
    assert "CODE 24" in told
    assert "ENDED 3 STARTED [] LOADED []" in told


def test_explain_starts_no_process() -> None:
    told = run_without_java("explain", "the consumer's subscription not exist")
    assert told.startswith("subscription_not_exist")
    assert "STARTED []" in told


def test_a_recorded_incident_is_diagnosed_and_no_process_is_started(tmp_path: Path) -> None:
    folder = unpack(RECORDED / "gray_release-4.5.2.tar.xz", tmp_path)
    told = run_without_java("diagnose", str(folder / "evidence"))
    assert "[proven]" in told
    assert "STARTED []" in told


def test_what_is_typed_ends_with_two_empty_lines() -> None:
    assert list(until_two_empty_lines(["a\n", "\n", "b\n", "\n", "\n", "c\n"])) == ["a\n", "\n", "b\n", "\n"]
    result = CliRunner().invoke(
        app, ["diagnose", "--paste"], input=f"{LINES}\n\n\nnot read: the consumer [g] start OK\n"
    )
    assert result.exit_code == 3
    assert "CODE 24" in result.stdout
    assert "consumer_started" not in result.stdout


def test_a_notebook_pastes_by_a_function() -> None:
    diagnosis = rmqkit.paste(LINES)
    assert "CODE 24" in diagnosis.to_text()
    assert str(diagnosis.severity) == "UNKNOWN"


WITHOUT_A_TOPIC = """broker   queue   consumerClient   brokerOffset   consumerOffset   diffTotal   lastTimestamp
broker-a   0   10.0.0.11@4711   1200   1200   0   2026-11-20 10:00:01
broker-a   1   10.0.0.11@4711   1190   1190   0   2026-11-20 10:00:01
broker-a   2      1210   1000   210   2026-11-20 09:40:01
broker-a   3      1205   1001   204   2026-11-20 09:40:01
"""


def test_a_dashboards_table_that_names_neither_topic_nor_group_names_the_queues_and_no_movement() -> None:
    diagnosis = rmqkit.paste(WITHOUT_A_TOPIC)
    (unread,) = (finding for finding in diagnosis.findings if finding.id == "orphan_queues")
    assert not unread.proven
    assert unread.why.startswith(
        "broker-a 2-3. The snapshot shows no client for these queues. Their last consumed messages"
    )
    assert str(diagnosis.spoken("zh")).startswith("CRITICAL  （没有指明消费者组）：2 个队列没有消费者")


def test_tables_of_a_paste_are_made_when_they_are_asked_for() -> None:
    from rmqkit.evidence import read_pasted

    evidence = read_pasted(LINES)
    assert [row["name"] for row in evidence.rows("statements")] == ["MQBrokerException", "24"]
    assert "_session" not in vars(evidence.spark)


@pytest.mark.parametrize("words", [["diagnose", "folder", "--paste"], ["diagnose"]], ids=["both", "neither"])
def test_either_a_folder_or_a_paste(words: list[str]) -> None:
    assert CliRunner().invoke(app, words).exit_code == 2
    assert "请给出证据" in CliRunner().invoke(app, [*words, "--lang", "zh"]).stderr


def test_the_version_is_told() -> None:
    assert CliRunner().invoke(app, ["--version"]).stdout.startswith("rmqkit ")


TWO_LINES_OF_A_LOG = """\
2026-11-20 10:12:03,120 WARN RocketmqClient - doRebalance, orders, but the topic[refunds] not exist.
2026-11-20 10:12:05,551 ERROR RocketmqClient - execute the pull request exception
org.apache.rocketmq.client.exception.MQBrokerException: CODE: 24  DESC: the consumer's subscription not exist
"""


def test_a_code_beside_a_line_that_is_explained_is_named_with_the_causes_that_it_may_have() -> None:
    screen = str(rmqkit.paste(TWO_LINES_OF_A_LOG))
    assert "CODE 24 (SUBSCRIPTION_NOT_EXIST)" in screen
    assert "(inconsistent_subscription)" in screen


NEWER_THAN_MQADMIN = """\
#ClientId                            #ClientAddr            #Language  #Version
172.17.0.1@9                         10.0.0.1:43248         JAVA       HIGHER_VERSION
172.17.0.1@9                         10.0.0.2:43270         JAVA       HIGHER_VERSION

Below is subscription:
#Topic               #SubExpression
paid                 *

ConsumeType: CONSUME_PASSIVELY
MessageModel: CLUSTERING
ConsumeFromWhere: CONSUME_FROM_FIRST_OFFSET
"""


def test_clients_newer_than_mqadmin_have_no_known_version() -> None:
    first = rmqkit.paste(NEWER_THAN_MQADMIN).findings[0]
    assert (first.id, first.proven) == ("client_id_collision", False)
