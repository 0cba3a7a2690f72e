"""Jars of the lab: one Java source for every version."""

import zipfile

import pytest

from . import jars

SOURCE = "import org.apache.rocketmq.common.protocol.heartbeat.MessageModel;\n"
MOVED = "import org.apache.rocketmq.remoting.protocol.heartbeat.MessageModel;\n"


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
