"""Whose a line is, of a log that several processes wrote."""

import json
from datetime import timedelta

import pytest

from rmqkit.formats.logs.processes import process_of, processes_of

JOURNALD = {"_HOSTNAME": "disp-07", "SYSLOG_IDENTIFIER": "picker", "_PID": "2214", "MESSAGE": [97, 98]}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        pytest.param("2025-02-26T06:59:33.212000+0100 disp-08 picker[1877]: a", "disp-08 picker[1877]", id="short-iso"),
        pytest.param("Feb 26 06:59:33 disp-08 picker@1.service[1877]: a", "disp-08 picker@1.service[1877]", id="short"),
        pytest.param("Wed 2025-02-26 06:59:33 CET disp-08 picker[1877]: a", "disp-08 picker[1877]", id="short-full"),
        pytest.param(json.dumps(JOURNALD), "disp-07 picker 2214", id="journalctl -o json"),
        pytest.param("[pod/worker-6c9f-2xkqp/app] 2025-01-15 a", "worker-6c9f-2xkqp/app", id="kubectl logs --prefix"),
        pytest.param("label-1  | 2025-04-16 06:02:10 a", "label-1", id="docker compose"),
        pytest.param('{"log": "a", "kubernetes": {"pod_name": "p", "container_name": "c"}}', "p c", id="fluentd"),
        pytest.param(
            '{"message": "a", "kubernetes": {"pod": {"name": "p"}}}', "p", id="filebeat without the container"
        ),
        pytest.param('{"log": "a", "stream": "stdout"}', None, id="an object that names none"),
        pytest.param("2025-04-16 06:02:10,118 INFO RocketmqClient - a[1]: b", None, id="a client's own log"),
        pytest.param('{"log": ', None, id="an object that is cut"),
    ],
)
def test_the_process_of_a_line(line: str, name: str | None) -> None:
    assert process_of(line) == name


def line(pid: int, minute: int) -> str:
    return f"2025-02-26T07:{minute:02}:00+0100 disp-08 picker[{pid}]: a"


def test_how_long_two_processes_were_seen_beside_each_other() -> None:
    told = processes_of([line(1, 0), line(2, 5), line(1, 9), "\tat a.B.c(D.java)", line(2, 30)])
    assert sorted(told) == [1, 2, 3, 5]
    assert told[1].beside(told[2]) == timedelta(minutes=4).total_seconds()


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([line(1, 0), line(1, 9)], id="one process"),
        pytest.param(["a", "b"], id="no names"),
        pytest.param([], id="no lines"),
    ],
)
def test_a_log_of_one_process_is_left_alone(lines: list[str]) -> None:
    assert processes_of(lines) == {}


def test_one_after_the_other_are_not_beside_each_other() -> None:
    told = processes_of([line(1, 0), line(1, 9), line(2, 10), line(2, 30)])
    assert told[1].beside(told[3]) < 0
