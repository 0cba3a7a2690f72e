"""Each look compared with the one before: the same changes however the rows are spread over workers."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from typing import Any

import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rmqkit.tables.snapshots_compared import (
    changes_in,
    chosen_in,
    dealt,
    for_spark,
    packed_changes,
    packed_chosen,
    packed_snapshots,
    snapshots_in,
)

NOON = datetime(2026, 3, 5, 12, tzinfo=UTC)
Row = dict[str, Any]


def row(look: int, queue: int | None = 0, **columns: object) -> Row:
    own = {"file": f"look-{look}.txt", "block": 1, "line": 2 + (queue or 0), "group": "rent", "topic": "orders"}
    standing = {"client_ip": "10.0.0.1", "broker_offset": 100, "consumer_offset": 100, "diff": 0}
    return {**own, "broker": "broker-a", "queue": queue, **standing, **columns}


def places(count: int) -> pl.DataFrame:
    looks = [(f"look-{look}.txt", 1, NOON + timedelta(minutes=look), look) for look in range(count)]
    schema = {"file": pl.String, "block": pl.Int32, "dated": pl.Datetime("us", "UTC"), "place": pl.Int32}
    return pl.DataFrame(looks, schema=schema, orient="row")


def changes(batches: list[list[Row]], count: int) -> list[tuple[str | None, int, int, int]]:
    """Series, place, rows and changes of each look, as workers with these batches tell."""
    parts: dict[int, list[bytes]] = defaultdict(list)
    for rows in batches:
        for part, packed in dealt(snapshots_in(pa.array([packed_snapshots(rows)], pa.binary()), places(count))):
            parts[part].append(packed)
    told = [packed_changes(pa.chunked_array([pa.array(values, pa.binary())])) for values in parts.values()]
    found = changes_in(pa.chunked_array([pa.array(told, pa.binary())]))
    return found.select("series", "place", "rows", "changes").rows()


@pytest.mark.parametrize(
    ("rows", "changed"),
    [
        pytest.param([row(0), row(1, broker_offset=120, consumer_offset=120)], [0, 0], id="offsets that go on"),
        pytest.param([row(0), row(1, client_ip="10.0.0.2")], [0, 1], id="another owner"),
        pytest.param([row(0), row(1, client_ip=None)], [0, 1], id="an owner that is gone"),
        pytest.param([row(0, client_ip=None), row(1, client_ip=None)], [0, 0], id="nobody's, and still nobody's"),
        pytest.param([row(0), row(1, consumer_offset=90, diff=10)], [0, 1], id="an offset that goes back"),
        pytest.param(
            [row(0), row(1, broker_offset=105, diff=5), row(2, broker_offset=110, diff=10)],
            [0, 1, 0],
            id="a queue that begins to stand, and stands on",
        ),
        pytest.param([row(0), row(1), row(1, queue=1)], [0, 0], id="a queue that comes is told by what is listed"),
        pytest.param(
            [row(0, topic=None, broker=None, queue=None), row(1, topic=None, broker=None, queue=None, client_ip="b")],
            [0, 1],
            id="a queue without a name is one queue",
        ),
        pytest.param(
            [row(0, group="rent-1", named_by_file="rent-1"), row(1, group="rent-2", named_by_file="rent-2")],
            [0, 0],
            id="files that are numbered one by one are one series",
        ),
    ],
)
def test_what_changed_since_the_look_before(rows: list[Row], changed: list[int]) -> None:
    found = changes([rows], 3)
    assert [count for *_, count in found] == changed
    assert {series for series, *_ in found} == {"rent"}


@given(
    st.lists(
        st.builds(
            row,
            st.integers(0, 5),
            st.integers(0, 3),
            client_ip=st.sampled_from(["a", "b", None]),
            consumer_offset=st.integers(0, 3),
            diff=st.integers(0, 1),
            group=st.sampled_from(["rent", None]),
        ),
        min_size=1,
        max_size=25,
        unique_by=lambda made: (made["file"], made["queue"]),
    ),
    st.integers(1, 9),
)
@settings(max_examples=60, deadline=None)
def test_however_the_rows_are_spread(rows: list[Row], size: int) -> None:
    together = changes([rows], 6)
    spread = changes([rows[first : first + size] for first in range(0, len(rows), size)], 6)
    assert spread == together
    assert sum(count for _, _, count, _ in together) == len(rows)


def test_rows_come_back_as_they_were() -> None:
    rows = [row(1, queue=2, last_time=NOON), row(0, client_ip=None)]
    looks = snapshots_in(pa.array([None, packed_snapshots(rows)], pa.binary()), places(2))
    chosen = pl.DataFrame({"series": ["rent"], "file": ["look-1.txt"], "block": [1], "times": [7]})
    values = [packed_chosen(looks, None), packed_chosen(looks, chosen.cast({"block": pl.Int32, "times": pl.Int32}))]
    whole, few = (chosen_in(pa.chunked_array([pa.array([value], pa.binary())])).to_dicts() for value in values)
    assert [(one["file"], one["client_ip"], one["times"]) for one in whole] == [
        ("look-0.txt", None, 1),
        ("look-1.txt", "10.0.0.1", 1),
    ]
    assert [(one["file"], one["at"], one["last_time"], one["times"]) for one in few] == [
        ("look-1.txt", NOON + timedelta(minutes=1), NOON, 7)
    ]
    assert for_spark(looks).num_rows == 2


def test_no_rows_are_no_value() -> None:
    assert packed_snapshots([]) is None
