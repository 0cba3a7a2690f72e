"""Arrow tables that travel through Spark as one value each.

What they hold is for others. Spark turns what it gets of a worker into rows of its own and back again for the next
one: seconds for some ten thousand wide rows. What only Python reads goes packed, in Arrow's own format, so that Spark
carries it unopened.
"""

from __future__ import annotations

import polars as pl
import pyarrow as pa
from pyspark.sql.types import BinaryType, StringType, StructField, StructType

PACKED = StructType([StructField("file", StringType()), StructField("rows", BinaryType())])
"""One row per table: the file that it tells of, and the table."""

_SCHEMA = pa.schema([("file", pa.string()), ("rows", pa.binary())])
_COMPRESSED = pa.ipc.IpcWriteOptions(compression="lz4")


def packed(file: str, table: pa.Table) -> pa.RecordBatch:
    """The table as one row of `PACKED`."""
    written = pa.BufferOutputStream()
    with pa.ipc.new_stream(written, table.schema, options=_COMPRESSED) as stream:
        stream.write_table(table)
    row = pl.DataFrame({"file": [file], "rows": [written.getvalue().to_pybytes()]})
    (batch,) = row.to_arrow(compat_level=pl.CompatLevel.oldest()).cast(_SCHEMA).to_batches()
    return batch


def unpacked(rows: pa.Table, schema: pa.Schema) -> pa.Table:
    """The tables of some rows of `PACKED`, one below the other."""
    tables = (pa.ipc.open_stream(value.as_buffer()).read_all() for value in rows["rows"])
    return pa.concat_tables([schema.empty_table(), *tables])
