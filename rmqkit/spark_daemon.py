"""With what Spark starts its Python workers in a session of this machine: the PySpark that is installed, not its zip.

Spark puts PySpark as a zip file in front of all that Python finds. A zip file keeps no bytecode, so that every session
would compile PySpark anew, half a second before the first row. The installed one is the same, and has its bytecode.

No tables here; `session` names this module to Spark (`spark.python.daemon.module`, PythonWorkerFactory of Spark 4).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import PathFinder
from pathlib import Path

_PACKED = ("pyspark", "py4j")


def without_zips(path: Sequence[str]) -> list[str]:
    """The places where Python looks for modules, but for the zip files of the PySpark that is installed in another.

    All of them where none is, or where Spark is another than that.
    """
    folders = [place for place in path if not place.endswith(".zip")]
    installed = [PathFinder.find_spec(name, folders) for name in _PACKED]
    if not all(installed):
        return list(path)
    spark = installed[0]
    assert spark is not None
    zips = Path(spark.origin or "").parent / "python" / "lib"
    return [place for place in path if Path(place).parent != zips]


def main() -> None:
    """Start workers when Spark asks for them, until it ends."""
    sys.path[:] = without_zips(sys.path)
    # Arrow's own allocator gets new pages of the system for every table: half of what unpacking large ones takes.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    from pyspark.daemon import manager

    manager()


if __name__ == "__main__":
    main()
