"""Tables that travel as one value come out as they went in."""

import polars as pl
import pyarrow as pa
import pytest
from polars.testing import assert_frame_equal

from rmqkit.tables.packed import packed, row_of, unpacked

SCHEMA = pl.Schema({"group": pl.String, "times": pl.Int64})


def table(*rows: tuple[str | None, int]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


@pytest.mark.parametrize(
    ("tables", "rows"),
    [
        pytest.param([], [], id="none"),
        pytest.param([table()], [], id="an empty one"),
        pytest.param([table(("rent", 2), (None, 1))], [("rent", 2), (None, 1)], id="a name that is missing"),
        pytest.param([table(("rent", 2)), None, table(("rent", 3))], [("rent", 2), ("rent", 3)], id="two, and a null"),
    ],
)
def test_tables_come_out_one_below_the_other(
    tables: list[pl.DataFrame | None], rows: list[tuple[str | None, int]]
) -> None:
    values = pa.array([None if each is None else packed(each.to_arrow()) for each in tables], pa.binary())
    assert_frame_equal(unpacked(values, SCHEMA), table(*rows))
    assert_frame_equal(unpacked(pa.chunked_array([values]), SCHEMA), table(*rows))


def test_a_row_has_the_types_that_spark_was_promised() -> None:
    row = row_of(part=7, file="broker.log", rows=packed(table(("rent", 2)).to_arrow()), looks=None)
    assert row.schema == pa.schema(
        [("part", pa.int64()), ("file", pa.string()), ("rows", pa.binary()), ("looks", pa.binary())]
    )
    assert_frame_equal(unpacked(row["rows"], SCHEMA), table(("rent", 2)))
    assert row["looks"].to_pylist() == [None]
