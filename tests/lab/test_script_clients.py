"""The scripts behind a proxy: where their logs are, and which library a truth names."""

from . import script_clients
from .clients import ClientProcess
from .scenario import Client, Incident, Subscription, Topic


def test_a_script_logs_below_its_own_home(tmp_path):
    client = Client((Subscription("orders"),), program="python")
    incident = Incident("n", "story", "g", (client,), (Topic("orders"),))
    process = ClientProcess(1, client, incident, "5.3.3", tmp_path)
    assert process.log == tmp_path / "client-1" / "logs" / "rocketmq_python" / "rocketmq_client.log"
    assert process.version == script_clients.version("python") == "python-5.1.2"


def test_every_kind_of_script_has_a_library_a_log_and_a_source():
    assert set(script_clients.LIBRARIES) == set(script_clients.LOGS) == {"python", "node"}
    assert {file.name for file in script_clients.SCRIPTS.iterdir()} == {"consumer.py", "consumer.js"}
