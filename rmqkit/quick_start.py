"""What makes a session of this machine start sooner, and that a plain PySpark does not do: each its reason and gain.

They are choices: `rmqkit.session(quick_start=False)`, or RMQKIT_QUICK_START=0 in the environment, does
without all of them, and whatever one of them needs and does not find, it does without. Sessions that
run already, clusters, Spark Connect servers elsewhere and Windows never see any. Gains are seconds of
the wall on two processors (benchmarks/README.md).
"""

from __future__ import annotations

import importlib.metadata
import os
import sys
from pathlib import Path

VARIABLE = "RMQKIT_QUICK_START"
FLAG = "spark.rmqkit.quickStart"
"""The setting of a session by which its workers know that they are rmqkit's alone."""

FIRST_COMPILER = "-XX:TieredStopAtLevel=1"
SHELL = Path("/bin/sh")


def is_wanted(master: str, asked: bool | None = None) -> bool:
    """Whether a session takes them: as it was asked, else as the environment says, else where this is no surprise."""
    if not master.startswith("local") or sys.platform == "win32":
        return False
    return os.environ.get(VARIABLE, "1") != "0" if asked is None else asked


def settings() -> dict[str, str]:
    """What a session's settings get."""
    return {FLAG: "true", **installed_pyspark_daemon()}


def installed_pyspark_daemon() -> dict[str, str]:
    """Python workers start from the PySpark that is installed: Spark's zip of it holds no bytecode. 2 s.

    Not where rmqkit was put on the path by hand, as a worker would not find it, nor with a PySpark
    whose own daemon is another.
    """
    try:
        from pyspark.daemon import manager  # noqa: F401
    except ImportError:
        return {}
    installed = any(importlib.metadata.distributions(name="rmqkit"))
    return {"spark.python.daemon.module": "rmqkit.spark_daemon"} if installed else {}


def quick_launcher() -> dict[str, str]:
    """For the short-lived Java program with which Spark works out its own command line. 0.2 s."""
    options = f"{FIRST_COMPILER} -XX:+UseSerialGC -Xshare:auto"
    return {"SPARK_LAUNCHER_OPTS": os.environ.get("SPARK_LAUNCHER_OPTS", options)}


def has_shell() -> bool:
    """Whether a script can stand in Java's place, and leave out the module that only MLlib has. 0.3 s, and a
    warning."""
    return os.access(SHELL, os.X_OK)
