"""Looks of several clusters under one group's name, by the name servers that were asked and by whom they show."""

from __future__ import annotations

from typing import Any

import pytest

from rmqkit.diagnosis.facts.collect import clusters_apart

EAST, WEST, BOTH = "10.1.0.2:9876", "10.2.0.2:9876", "10.1.0.2:9876;10.2.0.2:9876"


def listed(block: int, client: str, asked: str | None) -> dict[str, Any]:
    """One client in one client list."""
    return {"file": "terminal.txt", "block": block, "group": "orders", "client_id": client, "name_server": asked}


def told(*rows: dict[str, Any], routes: tuple[dict[str, Any], ...] = ()) -> list[tuple[str, list[int]]]:
    """The name servers and the lists of each cluster."""
    tables = {"connections": list(rows), "topic_queues": list(routes)}
    return [
        (servers, [row["block"] for table in own.values() for row in table])
        for servers, own in clusters_apart(tables, "orders")
    ]


@pytest.mark.parametrize(
    ("rows", "clusters"),
    [
        pytest.param(
            [listed(1, "10.1.0.7@1", EAST), listed(2, "10.2.0.7@1", WEST), listed(3, "10.1.0.7@1", EAST)],
            [("", [1, 3]), (WEST, [2])],
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
    assert told(*lists, routes=routes) == [("", [2, 3, 4]), (EAST, [1, 4])]
