"""Sorting rows by group: what a file's name, a cut name or a line without a group belongs to."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rmqkit.diagnosis.facts.collect import facts_by_group
from rmqkit.tables.log_summary import LogSummary

STATUS, CONNECTION = "consumer_status", "consumer_connection"


def listed(group: str | None, file: str, kind: str) -> dict[str, Any]:
    """A client in a client list."""
    return {
        "file": file, "line": 2, "block": 1, "at": None, "kind": kind, "group": group, "client_id": "10.1.0.7@order",
        "address": None, "version": None, "language": None,
    }  # fmt: skip


def rosters(*rows: dict[str, Any], events: tuple[dict[str, Any], ...] = ()) -> dict[str, int]:
    """How many client lists each group has."""
    tables = {"connections": list(rows)}
    evidence = SimpleNamespace(
        log_summary=LogSummary(events=list(events)),
        rows=lambda name: tables.get(name, []),
        commits_between=lambda spans: [],
    )
    return {group: len(facts.rosters) for group, facts in facts_by_group(evidence).items()}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rows", "groups"),
    [
        pytest.param(
            [listed("order", "consumerConnection-order-1.txt", CONNECTION), listed("order-2", "b", STATUS)],
            {"order": 2},
            id="consumerStatus-order-2.txt is a second look at the group order",
        ),
        pytest.param(
            [listed("order", "a", CONNECTION), listed("order-2", "b", CONNECTION), listed("order-2", "c", STATUS)],
            {"order": 1, "order-2": 2},
            id="a group named order-2 by another command is a group of its own",
        ),
        pytest.param(
            [listed("order-2", "consumerStatus-order-2.txt", STATUS)],
            {"order-2": 1},
            id="without a group order the number stays in the name",
        ),
    ],
)
def test_numbers_in_file_names(rows: list[dict[str, Any]], groups: dict[str, int]) -> None:
    """consumerStatus prints no group; the number of a look makes no group of its own."""
    assert rosters(*rows) == groups
