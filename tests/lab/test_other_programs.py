"""What clients are made of: jars of one Java source for every version; consumers that are no Java."""

import zipfile

import pytest

from . import jars, other_programs
from .clients import ClientProcess
from .errors import LabError
from .scenario import Client, Incident, Subscription, Topic

SOURCE = "import org.apache.rocketmq.common.protocol.heartbeat.MessageModel;\n"
MOVED = "import org.apache.rocketmq.remoting.protocol.heartbeat.MessageModel;\n"


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


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        pytest.param("org/apache/rocketmq/remoting/protocol/heartbeat/MessageModel.class", MOVED, id="moved class"),
        pytest.param("org/apache/rocketmq/remoting/RPCHook.class", SOURCE, id="class where it always was"),
    ],
)
def test_imports_follow_the_jars(entry, expected, tmp_path):
    with zipfile.ZipFile(tmp_path / "rocketmq-remoting-9.9.9.jar", "w") as jar:
        jar.writestr(entry, b"")
    assert jars._for_this_version(SOURCE, tmp_path) == expected


def test_a_client_asks_for_no_jar_of_the_broker():
    assert "rocketmq-broker" not in jars._pom("5.3.3", "client")
    assert "<artifactId>rocketmq-tools</artifactId><version>5.3.3</version>" in jars._pom("5.3.3", "server")


@pytest.mark.parametrize("kind", jars.SOURCES_OF)
def test_every_kind_of_class_path_has_its_jars_and_its_sources(kind):
    assert jars.ARTIFACTS[jars.JARS_OF.get(kind, kind)]
    assert all((jars.SOURCES / f"{name}.java").is_file() for name in jars.SOURCES_OF[kind])
