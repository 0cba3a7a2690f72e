"""Client ids: what comes out for given settings, and what an id found in evidence tells."""

import pytest

from rmqkit.rocketmq import Client, Interface, client_id, explain_client_id, local_address
from rmqkit.rocketmq.client_id_meaning import (
    has_host_pid,
    is_masked,
    keeps_default,
    likely_cause_of_collision,
    made_alike_elsewhere,
)
from rmqkit.rocketmq.version import Version

DOCKER0 = Interface("docker0", ["172.17.0.1"], bridge=True)
ETH0 = Interface("eth0", ["fe80::fc:ff:fe00:1", "10.3.4.5"])
HOME = Interface("wlan0", ["192.168.1.7"])
PUBLIC = Interface("eth1", ["93.184.216.34"])
TUNNEL = Interface("tun0", ["10.8.0.2"], point_to_point=True)
DOWN = Interface("eth2", ["10.9.9.9"], up=False)
ZERO = Interface("eth3", ["0.1.2.3"])
LO = Interface("lo", ["127.0.0.1", "::1"])


@pytest.mark.parametrize(
    ("interfaces", "expected"),
    [
        pytest.param(
            [DOCKER0, ETH0, LO], ["172.17.0.1", "10.3.4.5", "10.3.4.5", "10.3.4.5"], id="bridge counted to 4.8"
        ),
        pytest.param(
            [HOME, ETH0], ["10.3.4.5", "10.3.4.5", "10.3.4.5", "10.3.4.5"], id="192.168 avoided, then the last"
        ),
        pytest.param(
            [ETH0, HOME], ["10.3.4.5", "10.3.4.5", "10.3.4.5", "192.168.1.7"], id="5.3.1 takes the last private"
        ),
        pytest.param([ETH0, PUBLIC], ["10.3.4.5", "10.3.4.5", "10.3.4.5", "93.184.216.34"], id="5.3.1 prefers public"),
        pytest.param([TUNNEL, ETH0], ["10.8.0.2", "10.8.0.2", "10.3.4.5", "10.3.4.5"], id="tunnels skipped from 5.1.0"),
        pytest.param([DOWN, ETH0], ["10.9.9.9", "10.9.9.9", "10.3.4.5", "10.3.4.5"], id="down ones skipped from 5.1.0"),
        pytest.param([ZERO, ETH0], ["0.1.2.3", "0.1.2.3", "10.3.4.5", "0.1.2.3"], id="0. avoided in 5.1.1 to 5.3.0"),
        pytest.param([LO], ["127.0.0.1"] * 4, id="only loopback: what the host's own name resolves to"),
    ],
)
def test_local_address_by_version(interfaces, expected):
    assert [local_address(interfaces, version) for version in ("4.8.0", "4.9.7", "5.1.4", "5.4.0")] == expected


@pytest.mark.parametrize(
    ("interface", "version", "expected"),
    [
        pytest.param(
            Interface("eth0", ["fe80::1"]), "4.9.7", "[fe80:0:0:0:0:0:0:1%eth0]", id="Java's form, with scope"
        ),
        pytest.param(
            Interface("e", ["fe80::1%eth7"]), "4.9.7", "[fe80:0:0:0:0:0:0:1%eth7]", id="a scope that is given"
        ),
        pytest.param(Interface("e", ["fe80::1", "2001:db8::5"]), "5.3.0", "[fe80:0:0:0:0:0:0:1%e]", id="the first one"),
        pytest.param(
            Interface("e", ["fe80::1", "2001:db8::5"]), "5.3.1", "[2001:db8:0:0:0:0:0:5%e]", id="not link-local"
        ),
    ],
)
def test_an_ipv6_address_is_taken_only_without_ipv4(interface, version, expected):
    assert local_address([interface], version) == expected


def test_an_address_that_cannot_be_found_prints_null():
    assert client_id(Client(version="4.3.0", local_host=None)) == "null@1"


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        pytest.param(Client(version="4.8.0", pid=9, client_ip="1.2.3.4"), "1.2.3.4@9", id="the pid until 4.8.0"),
        pytest.param(
            Client(version="4.9.0", pid=9, client_ip="a", nano_time=7), "a@9#7", id="pid and nano time from 4.9.0"
        ),
        pytest.param(
            Client(version="5.0.0-PREVIEW", client_ip="a", nano_time=7), "a@1#7", id="and in the 5.0.0 preview"
        ),
        pytest.param(Client(client_ip="a", instance_name="app"), "a@app", id="a name of one's own is kept"),
        pytest.param(Client(client_ip="a", message_model="BROADCASTING"), "a@DEFAULT", id="broadcasting keeps DEFAULT"),
        pytest.param(
            Client("4.3.0", 3, client_ip="a", message_model="BROADCASTING", kind="producer"), "a@3", id="not a producer"
        ),
        pytest.param(Client(client_ip="a", instance_name="n", unit_name="u"), "a@n@u", id="unit name"),
        pytest.param(Client(client_ip="a", instance_name="n", unit_name="  "), "a@n", id="a blank unit name is none"),
        pytest.param(
            Client("4.9.4", client_ip="a", instance_name="n", kind="lite_pull"), "a@n@STREAM", id="pull, 4.9.4"
        ),
        pytest.param(
            Client("4.9.3", client_ip="a", instance_name="n", kind="lite_pull"), "a@n", id="pull before 4.9.4"
        ),
        pytest.param(
            Client("5.0.0-ALPHA", client_ip="a", instance_name="n", stream=True), "a@n", id="not in the 5.0.0 alpha"
        ),
        pytest.param(Client("4.3.0", 9, [DOCKER0, ETH0, LO]), "172.17.0.1@9", id="host network with docker0 in front"),
    ],
)
def test_client_id(client, expected):
    assert client_id(client) == expected


def test_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="unknown"):
        client_id(Client(kind="x"))


@pytest.mark.parametrize(
    ("text", "kind", "pid", "collides", "words"),
    [
        pytest.param(
            "172.17.0.1@9", "pid", 9, True, ["docker0", "before 4.9.0", "setInstanceName", "0 or later"], id="docker0"
        ),
        pytest.param("10.20.0.11@7092#80854440", "pid_and_nano_time", 7092, False, ["nano time"], id="4.9 and later"),
        pytest.param("10.0.0.1@DEFAULT", "default", None, False, ["by design"], id="broadcasting"),
        pytest.param("10.0.0.1@1795257300737", "admin", None, False, ["mqadmin"], id="an admin client"),
        pytest.param(
            "10.0.0.1@order-app", "set_by_program", None, True, ["without setInstanceName"], id="a fixed name"
        ),
        pytest.param(
            "10.0.0.1@6f1ad6f0-2f0b-4f3c-9f3e-1c2d3e4f5a6b", "unique_name", None, False, ["a UUID"], id="a UUID"
        ),
        pytest.param("10.0.0.1@pay-7d9f8b6c5-x2x4z", "unique_name", None, False, ["a pod's name"], id="a pod's name"),
        pytest.param(
            "${IP}@${NAME}", "placeholder", None, True, ["unresolved placeholder"], id="placeholders of a shell"
        ),
        pytest.param("10.0.0.1@$(POD_NAME)", "placeholder", None, True, ["template"], id="a placeholder of Kubernetes"),
        pytest.param("10.0.0.1@{{ pod }}-1", "placeholder", None, True, ["template"], id="a placeholder of a template"),
        pytest.param("10.0.0.1@%COMPUTERNAME%", "placeholder", None, True, ["script"], id="a placeholder of Windows"),
        pytest.param(
            "10.0.0.1@100%-app", "set_by_program", None, True, ["without setInstanceName"], id="a percent sign"
        ),
        pytest.param("null@7", "pid", 7, True, ["could not determine its address"], id="no address found"),
        pytest.param(
            "10.0.0.1@12@blue@STREAM", "set_by_program", None, True, ["unit name blue", "STREAM"], id="all parts"
        ),
        pytest.param("web-1@44@0@2rx3", "grpc", 44, False, ["gRPC"], id="a gRPC client"),
        pytest.param("[fe80:0:0:0:0:0:0:1%eth0]@5", "pid", 5, True, ["link-local IPv6"], id="IPv6 with a scope"),
    ],
)
def test_explain_client_id(text, kind, pid, collides, words):
    meaning = explain_client_id(text)
    assert (meaning.kind, meaning.pid, meaning.collides) == (kind, pid, collides)
    assert bool(meaning.remedies) >= collides
    for word in words:
        assert word in str(meaning)


@pytest.mark.parametrize(
    ("text", "version", "words"),
    [
        pytest.param("172.18.0.2@1", None, "clients before 4.9.0", id="a process id, of whatever version"),
        pytest.param("172.18.0.2@1", "4.7.1", "clients before 4.9.0", id="a process id of 4.7.1"),
        pytest.param(
            "172.18.0.2@1", "5.0.0", "instance name was set to 1", id="no process id: 5.0.0 makes longer ones"
        ),
        pytest.param("${IP}@1", "4.7.1", "did not expand ${IP}", id="a placeholder before all else"),
    ],
)
def test_how_an_id_came_to_be_shared(text, version, words):
    cause = likely_cause_of_collision(text, Version.of(version) if version else None)
    assert words in cause
    assert ("before 4.9.0" in cause) == ("before 4.9.0" in words)


def test_a_text_without_at_sign_is_no_client_id():
    with pytest.raises(ValueError, match="not a client id"):
        explain_client_id("10.0.0.1")


@pytest.mark.parametrize("version", ["4.3.0", "4.9.7", "5.4.0"])
def test_what_is_made_is_what_is_explained(version):
    meaning = explain_client_id(client_id(Client(version, 77, [ETH0], unit_name="blue", nano_time=5)))
    assert (meaning.ip, meaning.pid, meaning.unit_name, meaning.collides) == (
        "10.3.4.5",
        77,
        "blue",
        version == "4.3.0",
    )


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        pytest.param("10.x.x.x@DEFAULT", True, id="numbers of the address"),
        pytest.param("10.3.xx.XXX@77#5", True, id="the last numbers"),
        pytest.param("10.3.*.*@DEFAULT", True, id="stars in the address"),
        pytest.param("10.3.4.5@***", True, id="stars in the instance name"),
        pytest.param("10.3.4.5@77#5", False, id="an address"),
        pytest.param("box.example.com@77@0@xx", False, id="a host's name, and an id of a gRPC client"),
        pytest.param("10.3.4.5@max.x", False, id="an instance name that ends with x"),
    ],
)
def test_a_masked_id_is_known_as_one(text, masked):
    assert is_masked(text) is masked


@pytest.mark.parametrize(
    ("text", "broadcasts"),
    [
        pytest.param("10.3.4.5@DEFAULT", True, id="DEFAULT is kept"),
        pytest.param("10.3.4.5@DEFAULT@gz", True, id="beside a unit name"),
        pytest.param("10.3.4.5@77#5", False, id="a pid took its place"),
        pytest.param("4431-10.3.4.5@DEFAULT", False, id="a C++ client, which puts its pid first"),
        pytest.param("10.x.x.x@DEFAULT", False, id="masked"),
    ],
)
def test_who_keeps_the_default_name_broadcasts(text: str, broadcasts: bool) -> None:
    assert keeps_default(text) is broadcasts


@pytest.mark.parametrize(
    ("text", "alike"),
    [
        pytest.param("172.17.0.2@consumer", True, id="Docker's bridge and a name that the program sets"),
        pytest.param("172.18.0.2@1", True, id="a network of compose and a container's first process"),
        pytest.param("172.17.0.2@21456", False, id="a process id of a whole host"),
        pytest.param("10.20.0.11@1", False, id="a pod's own address"),
        pytest.param("192.168.1.20@worker", False, id="a host's own address"),
        pytest.param("172.17.0.2@7#123", False, id="a nano time"),
        pytest.param("172.17.0.2@DEFAULT", False, id="broadcasting clients share it by design"),
        pytest.param("app-7@42@0@1dn1y9n13", False, id="a gRPC client"),
        pytest.param("no id", False, id="no client id"),
    ],
)
def test_whether_other_hosts_make_the_same_id(text, alike):
    assert made_alike_elsewhere(text) is alike


@pytest.mark.parametrize(
    ("text", "one"),
    [
        pytest.param("10.60.4.21@6236", True, id="a host's address and process id"),
        pytest.param("10.60.4.21@7", False, id="a container's process id"),
        pytest.param("172.17.0.1@6236", False, id="the address of Docker's bridge"),
        pytest.param("10.60.4.21@6236#99", False, id="a nano time"),
        pytest.param("10.60.4.21@settle", False, id="a name that the program set"),
    ],
)
def test_which_shared_ids_may_be_of_one_process(text, one):
    assert has_host_pid(text) is one
