"""The Spark session: quick, quiet, on the loopback interface, in UTC.

Nothing here knows about RocketMQ.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import warnings
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, cast

from rmqkit import quick_start
from rmqkit.environment import variables_set
from rmqkit.errors import Error
from rmqkit.java import Java, find_java, spark_java_home
from rmqkit.scratch import clear_left

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EVERY_SESSION = {"spark.sql.session.timeZone": "UTC", "spark.sql.execution.arrow.pyspark.enabled": "true"}
"""What holds on every kind of session, Spark Connect included."""

NEW_DRIVER = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.driver.memory": "2g"}
"""What holds where the driver is started here."""

LOOPBACK = {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}

OWN_CONNECT_SERVER = {"spark.connect.grpc.binding.address": "127.0.0.1"}
"""What holds for a Spark Connect server that is started here; it would listen on every address of the machine."""

LOG_CONFIGURATION = Path(__file__).with_name("log4j2.properties")
JAVA_OPTIONS = "spark.driver.extraJavaOptions"


def session(
    *,
    master: str | None = None,
    remote: str | None = None,
    app: str = "rmqkit",
    quick_start: bool | None = None,
    **conf: str | int | bool,
) -> SparkSession:
    """The running Spark session if there is one, otherwise a new one.

    master: a Spark master such as ``local[4]`` or ``spark://host:7077``; by default this machine with all its cores.
    remote: a Spark Connect address, ``sc://host:15002``, or ``local[2]`` for a server of its own. quick_start: use
    settings that make a local session start faster (`rmqkit.quick_start`); by default as RMQKIT_QUICK_START says (0 or
    1), otherwise on for local sessions except on Windows. conf: further settings,
    ``session(**{"spark.driver.memory": "8g"})``; they override rmqkit's own.

    A running session is returned as it is, settings included; asking for a different master raises Error.
    Raises JavaNotFound if a driver has to be started and no Java 17 or 21 is found. ``RMQKIT_SPARK_LOG=info`` in the
    environment shows Spark's own log on stderr.
    """
    if master and remote:
        raise Error(
            "Give a Spark master or a Spark Connect address, not both (master {master}, remote {remote}).",
            master=master,
            remote=remote,
        )
    running = _running_session()
    if running is not None:
        own = running.conf.get("spark.master", None)
        if master and own and master != own:
            raise Error(
                "A Spark session on {own} is running, so none can be started on {master}: stop it first.",
                own=own,
                master=master,
            )
        return running
    remote = remote or os.environ.get("SPARK_REMOTE")
    settings = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in conf.items()}
    if remote:
        return _connect(remote, app, settings, quick_start)
    return _start(master or default_master(), app, settings, quick_start)


class LazySession:
    """A session that starts, or joins the one that runs, when anything is first asked of it.

    What is read and judged in this process never asks, so no Java starts for it. Handed to whatever takes a
    SparkSession.
    """

    @cached_property
    def _session(self) -> SparkSession:
        return session()

    def __getattr__(self, name: str) -> object:
        return getattr(self._session, name)


def lazy_session() -> SparkSession:
    """A session as `session` gives it, started when it is first needed."""
    return cast("SparkSession", LazySession())


def is_started(spark: SparkSession) -> bool:
    """Whether nothing starts when it is asked."""
    return not isinstance(spark, LazySession) or "_session" in vars(spark)


def default_master() -> str:
    """All cores of this machine, and at least two threads, so that one slow task does not stop all others."""
    return f"local[{max(2, _cores())}]"


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _running_session() -> SparkSession | None:
    from pyspark.errors import PySparkRuntimeError
    from pyspark.sql import SparkSession

    try:
        return SparkSession.active()
    except PySparkRuntimeError:  # how PySpark says that there is none
        return None


def _start(master: str, app: str, settings: Mapping[str, str], quick_start: bool | None = None) -> SparkSession:
    from pyspark.sql import SparkSession

    java = find_java()
    clear_left()
    builder = SparkSession.builder.master(master).appName(app)
    for name, value in _driver_settings(master, java, settings, quick_start).items():
        builder = builder.config(name, value)
    Thread(target=_load_libraries, daemon=True).start()
    with variables_set(_driver_environment(master, java, quick_start)):
        return builder.getOrCreate()


def _load_libraries() -> None:
    """What the first table needs and takes a second to load: this process has nothing else to do while Java starts."""
    import pandas  # noqa: F401
    import pyarrow  # noqa: F401


def _connect(remote: str, app: str, settings: Mapping[str, str], quick_start: bool | None = None) -> SparkSession:
    from pyspark.sql import SparkSession

    # A server elsewhere takes settings of the session only; one that is started here
    # takes a driver's.
    java = find_java() if remote.startswith("local") else None
    own = {**OWN_CONNECT_SERVER, **settings}
    wanted = _driver_settings(remote, java, own, quick_start) if java else {**EVERY_SESSION, **settings}
    try:
        builder = SparkSession.builder.remote(remote).appName(app)
        for name, value in wanted.items():
            builder = builder.config(name, value)
        with variables_set(_driver_environment(remote, java, quick_start) if java else {}), warnings.catch_warnings():
            # PySpark gives a server of its own its settings, then sets each once more and warns
            # where that is too late.
            warnings.filterwarnings("ignore", message=r".*CANNOT_MODIFY_\w*CONFIG")
            return builder.getOrCreate()
    except ImportError as error:
        raise Error(
            "Spark Connect needs more packages ({error}): pip install 'rmqkit[connect]'", error=error
        ) from error


def _driver_settings(master: str, java: Java, settings: Mapping[str, str], quick: bool | None = None) -> dict[str, str]:
    partitions = {"spark.sql.shuffle.partitions": str(min(_cores(), 8))}
    wanted = {
        **EVERY_SESSION,
        **NEW_DRIVER,
        **(LOOPBACK if is_local_master(master) else {}),
        **(partitions if _has_own_workers(master) else {}),
        **(quick_start.settings() if quick_start.is_wanted(master, quick) else {}),
        **settings,
    }
    quiet = shlex.quote(f"-Dlog4j2.configurationFile={LOG_CONFIGURATION.as_uri()}")
    compiler = [quick_start.FIRST_COMPILER] if quick_start.is_wanted(master, quick) else []
    wanted[JAVA_OPTIONS] = " ".join([quiet, *compiler, settings.get(JAVA_OPTIONS, "")]).strip()
    return wanted


def _has_own_workers(master: str) -> bool:
    return master.startswith("local")


def is_local_master(master: str) -> bool:
    """Whether a master's workers run here, so that the driver needs no address that others can reach."""
    return re.match(r"local\b|spark://(127\.[\d.]+|localhost|\[::1\])(:\d+)?$", master) is not None


def _driver_environment(master: str, java: Java, quick: bool | None = None) -> dict[str, str]:
    is_quick = quick_start.is_wanted(master, quick)
    here = is_local_master(master)
    # Workers of a cluster have the Python that they were given; those of a local master are
    # started by this one.
    python = sys.executable if _has_own_workers(master) else os.environ.get("PYSPARK_PYTHON", sys.executable)
    loopback = {"SPARK_LOCAL_IP": "127.0.0.1"} if here else {}
    return {
        "JAVA_HOME": str(spark_java_home(java, quiet=is_quick)),
        "PYSPARK_PYTHON": python,
        "PYSPARK_DRIVER_PYTHON": sys.executable,
        **(quick_start.quick_launcher() if is_quick else {}),
        **loopback,
    }
