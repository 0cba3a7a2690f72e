"""Consumers that are no Java: what is missing is said, where scripts log, and which library a truth names."""

import pytest

from . import other_programs
from .clients import ClientProcess
from .errors import LabError
from .scenario import Client, Incident, Subscription, Topic


def test_without_go_an_incident_with_go_clients_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    other_programs.go_program.cache_clear()
    with pytest.raises(LabError, match="need `go`"):
        other_programs.go_program()


def test_the_version_in_the_truth_is_the_one_that_is_built():
    required = f"rocketmq-client-go/v2 v{other_programs.GO_VERSION.removeprefix('go-')}"
    assert required in (other_programs.GO_SOURCE / "go.mod").read_text()


def test_a_script_logs_below_its_own_home(tmp_path):
    client = Client((Subscription("orders"),), program="python")
    incident = Incident("n", "story", "g", (client,), (Topic("orders"),))
    process = ClientProcess(1, client, incident, "5.3.3", tmp_path)
    assert process.log == tmp_path / "client-1" / "logs" / "rocketmq_python" / "rocketmq_client.log"
    assert process.version == other_programs.version("python") == "python-5.1.2"


def test_every_kind_of_script_has_a_library_a_log_and_a_source():
    assert set(other_programs.LIBRARIES) == set(other_programs.LOGS) == {"python", "node"}
    assert {file.name for file in other_programs.SCRIPTS.iterdir()} == {"consumer.py", "consumer.js"}
