"""Collecting where mqadmin and logs are in pods: by rmqkit and by its script, of a program that is like kubectl."""

import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rmqkit.cli import app
from rmqkit.collect import Order, pods_of, script
from rmqkit.collect.elsewhere import files_taken_out
from rmqkit.errors import Error
from tests.collect.kubectl_of_paper import kubectl
from tests.collect.test_collect import NAME_SERVER, SHELLS, commands, read, run_script

LOGS = {
    "rocketmq-0/rocketmqlogs/broker.log",
    "orders-7d9f6c5b4-x2x9k/rocketmqlogs/rocketmq_client.log",
    "rocketmq-0-1.log",
    "orders-7d9f6c5b4-x2x9k-1.log",
}


def options(program: Path) -> dict[str, str]:
    return {
        "--exec": f"{program} -n mq exec rocketmq-0 --",
        "--pods": "app in (rocketmq,orders)",
        "--logs": f"{program} -n mq logs {{pod}} --prefix",
    }


def ordered(given: dict[str, str]) -> Order:
    pods = pods_of(given["--pods"], given["--logs"], given["--exec"])
    return Order(NAME_SERVER, "groupA", rounds=2, every=0.0, pods=pods)


@pytest.mark.parametrize("shell", [pytest.param(None, id="rmqkit"), *SHELLS])
def test_mqadmin_and_logs_are_taken_out_of_their_pods(shell, tmp_path: Path):
    given, folder = options(kubectl(tmp_path)), tmp_path / "evidence"
    if shell:
        text = script(ordered(given), shlex.split(given["--exec"]))
        done = run_script(shell, text, folder, None)
        assert done.returncode == 0, done.stderr
    else:
        words = [word for pair in given.items() for word in pair]
        done = CliRunner().invoke(
            app, ["collect", "-n", NAME_SERVER, "-g", "groupA", str(folder), *words, "--rounds", "2", "--every", "0"]
        )
        assert done.exit_code == 0, done.stderr
        assert "with the logs of the pods" in done.stdout
    assert {str(file.relative_to(folder)) for file in folder.rglob("*.log")} == LOGS
    reading = read(folder)
    assert {row["client_id"] for row in reading.tables["client_properties"]} == {
        "10.20.0.11@11274#1155099680083",
        "10.20.0.12@11789#1161563682427",
    }
    assert {row["topic"] for row in reading.tables["topic_queues"]} >= {"topicA", "topicB"}
    assert [row["file"] for row in reading.ledger if row["unparsed"] or row["problem"]] == []
    assert any("getConsumerConfig" in command for command in commands(folder)), "the version was not seen"
    assert not list((tmp_path / "pods").glob("*/1795257153133")), "consumerStatus left its files in the pod"


WRONG = [
    pytest.param({"--exec": "kubectl-of-nobody exec x --"}, "could not be run", id="a program that is not there"),
    pytest.param({"--exec": "{kubectl} exec rocketmq-9 --"}, "NotFound", id="a pod that is not there"),
    pytest.param({"--exec": "{kubectl} exec orders-7d9f6c5b4-x2x9k --"}, "--mqadmin", id="a pod without mqadmin"),
    pytest.param({"--pods": "app=x"}, "--pods needs kubectl", id="pods of an unknown kubectl"),
    pytest.param({"--pods": "app=x", "--logs": "{kubectl} logs x"}, "{pod}", id="the log of one pod for all"),
]


@pytest.mark.parametrize(("given", "expected"), WRONG)
def test_what_cannot_be_done_is_said_before_anything_is_collected(given, expected, tmp_path: Path):
    program, folder = kubectl(tmp_path), tmp_path / "evidence"
    words = [word.replace("{kubectl}", str(program)) for pair in given.items() for word in pair]
    done = CliRunner().invoke(app, ["collect", "-n", NAME_SERVER, "-g", "groupA", str(folder), *words])
    assert done.exit_code == 2
    assert expected in " ".join(done.stderr.split())
    assert not folder.exists()


@pytest.mark.parametrize("name", ["../out", "/etc/out", "a/../../out", "a b", ""])
def test_no_name_leads_out_of_the_folder(name: str, tmp_path: Path):
    (tmp_path / "e").mkdir()
    output = tmp_path / "e" / "output"
    content = b"own\n\x1e" + name.encode() + b"\ntext\n"
    output.write_bytes(content)
    assert files_taken_out(output, tmp_path / "e") == []
    assert output.read_bytes() == content
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "e", output]


def test_without_kubectl_nothing_is_asked_of_pods():
    assert pods_of("", "", "docker exec broker") is None
    with pytest.raises(Error, match="--pods"):
        pods_of("", "kubectl logs {pod}", "")
