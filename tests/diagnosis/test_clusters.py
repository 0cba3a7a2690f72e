"""Looks of several clusters under one group's name, by the name servers that were asked and by whom they show."""

import shutil
from pathlib import Path
from typing import Any

import pytest

import rmqkit
from rmqkit.diagnosis.facts.clusters import LogsByCluster, cluster_folders, distinct_clusters
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.findings.said import after, record
from tests.lab.recorded import RECORDED, unpacked

EAST, WEST, BOTH = "10.1.0.2:9876", "10.2.0.2:9876", "10.1.0.2:9876;10.2.0.2:9876"


def listed(block: int, client: str, asked: str | None) -> dict[str, Any]:
    """One client in one client list."""
    return {"file": "terminal.txt", "block": block, "group": "orders", "client_id": client, "name_server": asked}


def told(*rows: dict[str, Any], routes: tuple[dict[str, Any], ...] = ()) -> list[tuple[str, list[int]]]:
    """The name servers of each cluster where there are several, and the outputs that are about it."""
    tables = {"connections": list(rows), "topic_queues": list(routes)}
    return [
        (cluster.servers, [row["block"] for table in cluster.rows.values() for row in table])
        for cluster in distinct_clusters(tables, "orders")
    ]


@pytest.mark.parametrize(
    ("rows", "clusters"),
    [
        pytest.param(
            [listed(1, "10.1.0.7@1", EAST), listed(2, "10.2.0.7@1", WEST), listed(3, "10.1.0.7@1", EAST)],
            [(EAST, [1, 3]), (WEST, [2])],
            id="other name servers and other clients are another cluster",
        ),
        pytest.param(
            [listed(1, "10.1.0.7@1", EAST), listed(2, "10.1.0.7@9", WEST)],
            [("", [1, 2])],
            id="two name servers of one cluster list the same hosts",
        ),
        pytest.param(
            [listed(1, "10.1.0.7@1", EAST), listed(2, "10.2.0.7@1", WEST), listed(3, "10.1.0.9@1", BOTH)],
            [("", [1, 2, 3])],
            id="a command that asks both says that they are of one cluster",
        ),
        pytest.param(
            [listed(1, "10.1.0.7@1", None), listed(2, "10.2.0.7@1", None)],
            [("", [1, 2])],
            id="without name servers nothing tells of two clusters",
        ),
        pytest.param(
            [listed(1, "10.1.0.7@1", "NAMESRV"), listed(2, "10.2.0.7@1", "$NS")],
            [("", [1, 2])],
            id="placeholders are no name servers",
        ),
    ],
)
def test_which_looks_are_of_one_cluster(rows: list[dict[str, Any]], clusters: list[tuple[str, list[int]]]) -> None:
    assert told(*rows) == clusters


def test_a_route_goes_to_the_cluster_whose_name_servers_were_asked_and_to_each_if_none_were() -> None:
    lists = (listed(1, "10.1.0.7@1", EAST), listed(2, "10.2.0.7@1", WEST))
    routes = tuple({"file": "terminal.txt", "block": n, "name_server": asked} for n, asked in ((3, WEST), (4, None)))
    assert told(*lists, routes=routes) == [(WEST, [2, 3, 4]), (EAST, [1, 4])]


def test_two_name_servers_that_lead_to_one_broker_are_of_one_cluster() -> None:
    """Each part of a group may be known to another proxy: two lists that name nobody in common are no two clusters."""
    lists = (listed(1, "10.1.0.7@1", EAST), listed(2, "10.2.0.7@1", WEST))
    routes = tuple(
        {"file": "terminal.txt", "block": n, "name_server": asked, "broker": "a", "address": "10.1.0.3:10911"}
        for n, asked in ((3, WEST), (4, EAST))
    )
    assert told(*lists, routes=routes) == [("", [1, 2, 3, 4])]


def client_log(host: str, asks: str, broker: str) -> list[Event]:
    """A client's log from its start on."""
    of_log = {"group": None, "source": "client", "file": f"{host}.log"}
    return [
        record("name_server_given", f"user specified name server address: {asks}", **of_log),
        record("heartbeat_sent", client_id=f"{host}@7", broker=broker, **of_log),
    ]


def heard(address: str) -> Event:
    """A broker's record of the group that names an address."""
    return record("offset_moved_back", group="orders", source="broker", file="broker.log", address=address)


NOBODY = {
    "file": "terminal.txt", "block": 2, "group": "orders", "name_server": WEST, "code": 206,
    "text": "the consumer group[orders] not online",
}  # fmt: skip


def progress(block: int, broker: str, asked: str, group: str = "orders") -> dict[str, Any]:
    return {"file": "terminal.txt", "block": block, "group": group, "broker": broker, "name_server": asked}


@pytest.mark.parametrize(
    ("rows", "logs", "clusters"),
    [
        pytest.param(
            [listed(1, "10.1.0.7@7", EAST), NOBODY, progress(3, "west-a", WEST)],
            client_log("10.1.0.7", EAST, "east-a"),
            [(WEST, [2, 3]), (EAST, [1])],
            id="where nobody of the group is connected, and the brokers are others, is another cluster",
        ),
        pytest.param(
            [listed(1, "10.1.0.7@7", EAST), NOBODY, progress(3, "west-a", WEST), progress(4, "east-a", EAST, "paid")],
            [],
            [(WEST, [2, 3, 4]), (EAST, [1, 4])],
            id="the brokers of name servers are told by what was asked of another group",
        ),
        pytest.param(
            [listed(1, "10.1.0.7@7", EAST), NOBODY, progress(3, "west-a", WEST)],
            [],
            [("", [1, 2, 3])],
            id="of name servers whose brokers nobody saw it is not told",
        ),
        pytest.param(
            [listed(1, "10.1.0.7@7", EAST), NOBODY, progress(3, "east-a", WEST)],
            client_log("10.1.0.7", EAST, "east-a"),
            [("", [1, 2, 3])],
            id="two name servers that lead to one broker are of one cluster",
        ),
        pytest.param(
            [listed(1, "10.1.0.7@7", EAST), progress(2, "west-a", WEST)],
            client_log("10.1.0.7", EAST, "east-a"),
            [("", [1, 2])],
            id="other brokers alone tell nothing",
        ),
        pytest.param(
            [listed(1, "10.1.0.7@7", EAST), NOBODY, progress(3, "west-a", WEST)],
            client_log("10.1.0.7", BOTH, "east-a"),
            [("", [1, 2, 3])],
            id="a client that has both as its name servers says that they are of one cluster",
        ),
        pytest.param(
            [listed(1, "10.1.0.7@7", EAST), listed(2, "10.2.0.7@7", "10.2.0.9:8080")],
            [heard("10.1.0.7:4711"), heard("10.2.0.9:4712")],
            [("", [1, 2])],
            id="a broker that hears from clients and from a proxy that was asked is the broker of both",
        ),
    ],
)
def test_what_logs_tell_of_clusters(
    rows: list[dict[str, Any]], logs: list[Event], clusters: list[tuple[str, list[int]]]
) -> None:
    apart = distinct_clusters({"connections": rows}, "orders", LogsByCluster(logs))
    assert [(cluster.servers, [row["block"] for row in cluster.rows["connections"]]) for cluster in apart] == clusters


def test_a_log_is_of_the_cluster_whose_name_servers_its_client_has() -> None:
    rows = [listed(1, "10.1.0.7@7", EAST), listed(2, "10.2.0.7@7", WEST)]
    logs = LogsByCluster([*client_log("10.1.0.9", EAST, "a"), heard("10.3.0.1:4711")])
    clusters = distinct_clusters({"connections": rows}, "orders", logs)
    assert {cluster.servers: set(cluster.not_its_logs) for cluster in clusters} == {EAST: set(), WEST: {"10.1.0.9.log"}}


def routed(file: str, address: str, asked: str | None = None, at: float | None = None) -> dict[str, Any]:
    """One broker of a route, in a file of a folder."""
    moment = None if at is None else after(at)
    return {"file": file, "broker": "broker-a", "address": address, "name_server": asked, "at": moment}


@pytest.mark.parametrize(
    ("rows", "apart"),
    [
        pytest.param(
            [routed("prod/r.txt", "10.1.0.3:13911", EAST), routed("staging/r.txt", "10.1.0.3:14911", WEST)],
            ("prod", "staging"),
            id="agrees: one broker name, two addresses, two name servers",
        ),
        pytest.param(
            [
                routed("prod/r.txt", "10.1.0.3:13911", at=0),
                routed("prod/s.txt", "10.1.0.3:13911", at=90),
                routed("staging/r.txt", "10.1.0.3:14911", at=60),
            ],
            ("prod", "staging"),
            id="agrees: two addresses at one time",
        ),
        pytest.param(
            [routed("before/r.txt", "10.1.0.3:10911", EAST), routed("after/r.txt", "10.1.0.3:10911", WEST)],
            (),
            id="contradicted: the broker is the same",
        ),
        pytest.param(
            [routed("before/r.txt", "10.1.0.3:10911", EAST, 0), routed("after/r.txt", "10.1.0.9:10911", EAST, 900)],
            (),
            id="too little: a broker that moved between two collections",
        ),
        pytest.param(
            [routed("old/r.txt", "10.1.0.3:13911", EAST, 0), routed("r/r.txt", "10.1.0.3:14911", WEST, 90_000)],
            (),
            id="contradicted: one folder's evidence ended a day before the other's began",
        ),
        pytest.param(
            [
                routed("broker-a/r.txt", "10.1.0.3:10911", EAST),
                routed("broker-b/r.txt", "10.1.0.4:10911", EAST) | {"broker": "broker-b"},
                routed("old/r.txt", "10.1.0.3:14911", WEST),
                routed("old/s.txt", "10.1.0.4:14911", WEST) | {"broker": "broker-b"},
            ],
            ("broker-a, broker-b", "old"),
            id="agrees: folders of two brokers of one cluster, and another cluster's with both names",
        ),
        pytest.param(
            [routed("r.txt", "10.1.0.3:10911", EAST, 0), routed("s.txt", "10.1.0.9:10911", WEST, 0)],
            (),
            id="silent: nothing lies in folders",
        ),
    ],
)
def test_folders_with_other_brokers_of_one_name_are_clusters(
    rows: list[dict[str, Any]], apart: tuple[str, ...]
) -> None:
    assert tuple(cluster_folders({"topic_queues": rows}, ())) == apart


def test_what_names_a_clusters_servers_brokers_or_clients_is_of_that_cluster() -> None:
    rows = [
        routed("prod/r.txt", "10.1.0.3:13911", EAST),
        routed("staging/r.txt", "10.1.0.3:14911", WEST),
        routed("routes/r.txt", "10.1.0.3:14911"),
    ]
    listed = [
        {"file": "prod/l.txt", "client_id": "10.1.0.7@7"},
        {"file": "lists/l.txt", "client_id": "10.1.0.7@7"},
        {"file": "p.txt", "client_id": "10.1.0.9@9", "name_server": EAST},
        {"file": "of-nobody/p.txt"},
    ]
    assert cluster_folders({"topic_queues": rows, "connections": listed}, ()) == {
        "prod": {"prod", "lists", ""},
        "staging": {"staging", "routes"},
    }


def test_logs_of_master_and_slave_are_of_one_cluster() -> None:
    raw = "new consumer connected, channel: ClientChannelInfo [channel=[id: 0x1, L:/10.1.0.{}:10911 - R:/10.1.0.7:4012]"
    events = [
        record("consumer_connected", raw.format(n), file=f"10.1.0.{n}/broker-a/broker.log", address="10.1.0.7:4012")
        for n in (3, 4)
    ]
    assert cluster_folders({"topic_queues": [routed("r.txt", "10.1.0.3:10911")]}, events) == {}


@pytest.mark.parametrize(
    ("prod", "staging"),
    [
        pytest.param("collision_two_of_three-4.3.0", "collision_two_of_three-5.4.0", id="a collision in both"),
        pytest.param("two_topics-4.3.0", "two_topics-5.4.0", id="different subscriptions in both"),
        pytest.param("group_twice-4.5.2", "slave_stands-5.3.3", id="another cause in each"),
        pytest.param("gray_finished-4.5.2", "gray_finished-5.1.0", id="healthy in both"),
    ],
)
def test_two_clusters_side_by_side_are_judged_as_if_alone(prod: str, staging: str, tmp_path: Path) -> None:
    alone: set[tuple[object, ...]] = set()
    for name, folder in ((prod, "prod"), (staging, "staging")):
        with unpacked(RECORDED / f"{name}.tar.xz") as recording:
            shutil.copytree(recording / "evidence", tmp_path / folder)
        alone |= {(folder, *state) for state in states(tmp_path / folder)}
    together = {(group.rpartition("(")[2].rstrip(")"), *rest) for group, *rest in states(tmp_path, named=True)}
    assert together == alone


@pytest.mark.parametrize(
    ("question", "first"),
    [
        pytest.param("Why does PROD lag? Staging is being tested, prod is not.", "prod", id="it names prod twice"),
        pytest.param(
            "生产没有问题，staging 为什么积压？prod 与 staging 的组同名。", "staging", id="it names staging twice"
        ),
        pytest.param("Both prod and staging lag.", "", id="too little: it names both"),
        pytest.param("The product service lags.", "", id="silent: it names neither"),
    ],
)
def test_the_cluster_that_is_asked_about_comes_first(question: str, first: str, tmp_path: Path) -> None:
    for name, folder in (("two_topics-4.3.0", "prod"), ("two_topics-5.4.0", "staging")):
        with unpacked(RECORDED / f"{name}.tar.xz") as recording:
            shutil.copytree(recording / "evidence", tmp_path / folder)
    unasked = rmqkit.diagnose(rmqkit.read(None, str(tmp_path))).findings
    (tmp_path / "question.txt").write_text(question)
    told = rmqkit.diagnose(rmqkit.read(None, str(tmp_path))).findings
    assert f"({first})" in told[0].group or (not first and told[0].group == unasked[0].group)
    assert {one.title for one in told} == {one.title for one in unasked}


def states(folder: Path, *, named: bool = False) -> set[tuple[Any, ...]]:
    findings = rmqkit.diagnose(rmqkit.read(None, str(folder))).findings
    told = [(one.id, str(one.status), str(one.severity), one.ongoing, one.queues, one.clients) for one in findings]
    return {(one.group, *state) if named else state for one, state in zip(findings, told, strict=True)}
