"""The lab against real RocketMQ: mqadmin's own words, an incident from nothing to its folder, nothing left behind."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from . import jars, jvm, log_settings, ports
from .live import recorded_incident
from .mqadmin import Mqadmin

pytestmark = pytest.mark.live

NOBODY = "127.0.0.1:1"


@pytest.mark.parametrize("version", ["4.3.0", "5.4.0"])
def test_mqadmin_in_one_jvm_prints_what_a_process_of_its_own_prints(version, tmp_path):
    words = ("consumerConnection", "-g", "nobody", "-n", NOBODY)
    admin = Mqadmin(version, tmp_path, tmp_path / "tools")
    try:
        taken = admin.run(tmp_path / "one-jvm.txt", words)
        admin.run(tmp_path / "again.txt", words)
    finally:
        admin.stop()
    home = tmp_path / "own"
    options = log_settings.options(version, "tools", home)
    classes = jars.class_path(version, "server")
    main = "org.apache.rocketmq.tools.command.MQAdminStartup"
    command = jvm.command(jvm.SMALL, home, options, classes, main, *words)
    own = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False).stdout
    assert taken["command"] == f"mqadmin {' '.join(words)}"
    assert b"Caused by" in own
    assert (tmp_path / "one-jvm.txt").read_bytes() == own == (tmp_path / "again.txt").read_bytes()


@pytest.mark.parametrize("version", ["4.9.7"])
def test_an_incident_leaves_its_folder_and_nothing_else(version):
    with recorded_incident("collision_all", version, snapshots=2) as folder:
        truth = json.loads((folder / "truth.json").read_text())
        assert truth["causes"] == ["client_id_collision"]
        assert len(truth["queues_read_by_several"]) == 3
        assert len(truth["queues_read_by_nobody"]) == 6
        assert _processes_below("rmqkit-lab-") == []
        assert str(os.getpid()) not in [mark.read_text() for mark in ports.RESERVED.glob("*")]
    assert not folder.exists()


def _processes_below(home: str) -> list[str]:
    """The lab's processes of this session: those whose parent is this process."""
    children = Path("/proc/self/task").glob("*/children")
    pids = " ".join(file.read_text() for file in children).split()
    lines = [Path(f"/proc/{pid}/cmdline").read_bytes().decode().replace("\0", " ") for pid in pids]
    return [line for line in lines if home in line]
