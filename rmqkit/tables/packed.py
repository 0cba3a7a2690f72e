"""Arrow tables that travel through Spark as one value each.

What they hold is for others. Spark turns what it gets of a worker into rows of its own and back
again for the next one: seconds for some ten thousand wide rows. What only Python reads goes packed,
in Arrow's own format, so that Spark carries it unopened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from pyspark.sql.types import BinaryType, LongType, StringType, StructField, StructType

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

PACKED = StructType(
    [StructField("file", StringType()), StructField("start", LongType()), StructField("rows", BinaryType())]
)
"""Rows of a table: the file that they tell of, the first byte of what they tell of there, and the rows."""


_ROWS_AT_ONCE = 1 << 13
_ROWS_IN_ONE = 1 << 15
"""So many rows travel as one value, some 4 MB: the JVM doubles a buffer until a value fits, and its heap has no room
for several of a hundred."""


def packed(table: pa.Table) -> bytes:
    """The table in Arrow's format for streams."""
    import pyarrow as pa

    written = pa.BufferOutputStream()
    compressed = pa.ipc.IpcWriteOptions(compression="lz4")
    with pa.ipc.new_stream(written, table.schema, options=compressed) as stream:
        stream.write_table(table, max_chunksize=_ROWS_AT_ONCE)
    whole: bytes = written.getvalue().to_pybytes()
    return whole


def packed_rows(table: pa.Table, file: str, start: int) -> Iterator[pa.RecordBatch]:
    """The table as rows of `PACKED`, at least one."""
    for at in range(0, max(len(table), 1), _ROWS_IN_ONE):
        yield row_of(file=file, start=start, rows=packed(table.slice(at, _ROWS_IN_ONE)))


def unpacked(values: Iterable[pa.Scalar], schema: pl.Schema) -> pl.DataFrame:
    """The packed tables, one below the other; nulls are none. By polars, which takes half of Arrow's time for it."""
    import polars as pl

    tables = (pl.read_ipc_stream(BytesIO(value.as_buffer())) for value in values if value.is_valid)
    return pl.concat([pl.DataFrame(schema=schema), *tables])


def batches(packed: pa.Buffer | bytes) -> Iterator[pa.RecordBatch]:
    """A packed table, some rows at a time: all of a large one unpacked take six times its memory."""
    import pyarrow as pa

    yield from pa.ipc.open_stream(packed)


def row_of(**values: object) -> pa.RecordBatch:
    """One row as a worker returns it: numbers of eight bytes, texts, and what is packed."""
    import polars as pl
    import pyarrow as pa

    # Not by `pyarrow.array`, which loads pandas, a third of a second in every worker.
    table = pl.DataFrame([values]).to_arrow(compat_level=pl.CompatLevel.oldest())
    types = {int: pa.int64(), str: pa.string(), bytes: pa.binary(), type(None): pa.binary()}
    schema = pa.schema([(name, types[type(value)]) for name, value in values.items()])
    (batch,) = table.cast(schema).to_batches()
    return batch
