"""Processes and ports of the lab: nothing outlives it, and clusters do not clash."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from . import ports, processes
from .errors import LabError, wait_until

ROOT = Path(__file__).parents[2]
STUBBORN = ["sh", "-c", "trap '' TERM; echo ready; while true; do sleep 0.1; done"]


def alive(pid: int) -> bool:
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def test_a_process_that_ignores_a_polite_end_is_ended_by_force(tmp_path):
    process = processes.start(STUBBORN, tmp_path, "stubborn", {})
    wait_until(lambda: (tmp_path / "stubborn.out").read_text() == "ready\n", 5, "the process to be ready")
    processes.stop(process, grace=0.3)
    assert process.returncode == -signal.SIGKILL


def test_a_frozen_process_can_be_ended(tmp_path):
    process = processes.start(["sleep", "60"], tmp_path, "sleep", {})
    processes.freeze(process)
    processes.stop(process, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGTERM, id="a lab that is told to end takes its processes with it"),
        pytest.param(signal.SIGKILL, id="a lab that is killed takes its processes with it"),
    ],
)
def test_nothing_outlives_the_lab(number, tmp_path):
    program = (
        "import time\nfrom pathlib import Path\nfrom tests.lab import processes\nprocesses.clean_up_on_signals()\n"
        f"child = processes.start(['sleep', '60'], Path({str(tmp_path)!r}), 'sleep', {{}})\n"
        "print(child.pid, flush=True)\ntime.sleep(60)\n"
    )
    lab = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    child = int(lab.stdout.readline())
    # Before that the child is still on its way through setpriv, and the kernel not yet told.
    wait_until(lambda: Path(f"/proc/{child}/comm").read_text() == "sleep\n", 10, "the child to run its program")
    os.kill(lab.pid, number)
    lab.wait(10)
    lab.stdout.close()
    wait_until(lambda: not alive(child), 5, "the child to end")


def test_waiting_is_bounded_and_says_for_what():
    with pytest.raises(LabError, match="in vain: a broker"):
        wait_until(lambda: False, 0.1, "a broker")


@pytest.fixture
def own_marks(tmp_path, monkeypatch):
    monkeypatch.setattr(ports, "RESERVED", tmp_path)
    return tmp_path


def test_two_clusters_get_blocks_of_their_own(own_marks):
    first, second = ports.reserve(), ports.reserve()
    assert abs(first - second) >= ports.BLOCK
    ports.release(first)
    assert [mark.name for mark in own_marks.iterdir()] == [str(second)]


def test_a_block_where_something_listens_is_not_taken(own_marks, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = server.getsockname()[1]
        monkeypatch.setattr(ports, "FIRST", taken)
        monkeypatch.setattr(ports, "LAST", taken + 1)
        with pytest.raises(LabError, match="no free block"):
            ports.reserve()


def test_the_mark_of_a_process_that_is_gone_does_not_hold_a_block(own_marks):
    process = subprocess.Popen(["true"])
    process.wait()
    (own_marks / "15000").write_text(str(process.pid))
    assert ports._take(15000)


def test_a_listening_port_is_seen():
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert ports.listens(server.getsockname()[1])
