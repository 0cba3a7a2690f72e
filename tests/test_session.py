"""The Spark session: what is set, what is reused, what is refused."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import rmqkit
from rmqkit import session as public_session
from rmqkit.environment import variables_set
from rmqkit.java import Java
from rmqkit.quick_start import FIRST_COMPILER
from rmqkit.session import (
    _driver_environment,
    _driver_settings,
    default_master,
    is_local_master,
)

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

JAVA = Java(Path("/opt/java 17"), 17)


def test_a_running_session_is_reused(spark: SparkSession) -> None:
    assert rmqkit.session() is spark
    assert rmqkit.session(master="local[2]") is spark


def test_another_master_than_the_running_one_is_refused(spark: SparkSession) -> None:
    with pytest.raises(rmqkit.Error, match=r"session on local\[2\] is running"):
        rmqkit.session(master="local[7]")


def test_a_master_and_a_connect_address_exclude_each_other() -> None:
    with pytest.raises(rmqkit.Error, match="not both"):
        rmqkit.session(master="local[2]", remote="sc://127.0.0.1")


def test_the_session_reads_and_writes_times_in_utc(spark: SparkSession) -> None:
    assert spark.sql("select string(timestamp_seconds(0))").first()[0] == "1970-01-01 00:00:00"


def test_workers_run_the_python_of_the_driver(spark: SparkSession) -> None:
    def versions(batches):
        import pandas

        for _ in batches:
            yield pandas.DataFrame({"python": [sys.executable]})

    assert spark.range(1).mapInPandas(versions, "python string").first()[0] == sys.executable


def test_the_environment_is_as_before_once_spark_runs(spark: SparkSession) -> None:
    assert "SPARK_LAUNCHER_OPTS" not in os.environ
    assert "rmqkit" not in Path(os.environ.get("JAVA_HOME", "")).parts


def test_variables_are_put_back_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RMQKIT_TEST_OLD", "before")
    with pytest.raises(ZeroDivisionError), variables_set({"RMQKIT_TEST_OLD": "during", "RMQKIT_TEST_NEW": "during"}):
        assert os.environ["RMQKIT_TEST_NEW"] == os.environ["RMQKIT_TEST_OLD"] == "during"
        raise ZeroDivisionError
    assert os.environ["RMQKIT_TEST_OLD"] == "before"
    assert "RMQKIT_TEST_NEW" not in os.environ


@pytest.mark.parametrize(
    ("master", "here"),
    [
        pytest.param("local[2]", True, id="local threads"),
        pytest.param("local", True, id="one local thread"),
        pytest.param("local-cluster[2,1,1024]", True, id="local processes"),
        pytest.param("spark://127.0.0.1:7077", True, id="a cluster on the loopback address"),
        pytest.param("spark://localhost:7077", True, id="a cluster on localhost"),
        pytest.param("spark://localhost.example.com:7077", False, id="a host whose name only begins like localhost"),
        pytest.param("spark://10.0.0.5:7077", False, id="a cluster elsewhere"),
        pytest.param("yarn", False, id="YARN"),
    ],
)
def test_only_what_runs_here_is_bound_to_the_loopback_address(master: str, here: bool) -> None:
    assert is_local_master(master) is here
    assert ("spark.driver.bindAddress" in _driver_settings(master, JAVA, {})) is here
    assert ("SPARK_LOCAL_IP" in _driver_environment(master, JAVA)) is here


def test_a_cluster_elsewhere_keeps_the_python_that_was_named_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYSPARK_PYTHON", "/cluster/python3")
    for master in ("spark://10.0.0.5:7077", "spark://127.0.0.1:7077"):
        assert _driver_environment(master, JAVA)["PYSPARK_PYTHON"] == "/cluster/python3"
    assert _driver_environment("local[2]", JAVA)["PYSPARK_PYTHON"] == sys.executable


def test_settings_of_the_caller_win_and_java_options_add_up() -> None:
    wanted = _driver_settings(
        "local[2]", JAVA, {"spark.driver.memory": "9g", "spark.driver.extraJavaOptions": "-Dmine=1"}
    )
    assert wanted["spark.driver.memory"] == "9g"
    assert wanted["spark.driver.extraJavaOptions"].endswith(" -Dmine=1")
    assert "log4j2.configurationFile=file:///" in wanted["spark.driver.extraJavaOptions"]


@pytest.mark.parametrize(
    ("master", "alone"),
    [
        pytest.param("local[2]", True, id="a driver whose workers are Python's here is compiled once"),
        pytest.param("spark://10.0.0.5:7077", False, id="a cluster's driver is compiled as Java sees fit"),
    ],
)
def test_the_first_compiler_is_enough_for_a_local_driver(master: str, alone: bool) -> None:
    mine = "-XX:TieredStopAtLevel=4"
    options = _driver_settings(master, JAVA, {"spark.driver.extraJavaOptions": mine})["spark.driver.extraJavaOptions"]
    assert (FIRST_COMPILER in options) is alone
    assert options.endswith(f" {mine}")


@pytest.mark.parametrize(
    ("master", "installed", "own"),
    [
        pytest.param("local[2]", True, True, id="threads of this machine"),
        pytest.param("local[2]", False, False, id="a package that another Python would not find"),
        pytest.param("spark://10.0.0.5:7077", True, False, id="a cluster, which has its own"),
    ],
)
def test_workers_of_this_machine_are_started_by_rmqkit(
    monkeypatch: pytest.MonkeyPatch, master: str, installed: bool, own: bool
) -> None:
    monkeypatch.setattr(importlib.metadata, "distributions", lambda **_: ["rmqkit"] if installed else [])
    assert ("spark.python.daemon.module" in _driver_settings(master, JAVA, {})) is own


def test_the_default_master_has_at_least_two_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["rmqkit.session"], "_cores", lambda: 1)
    assert default_master() == "local[2]"


def test_the_function_stays_public_whatever_is_imported_first() -> None:
    code = "import rmqkit.session, rmqkit; from rmqkit.session import is_local_master; print(callable(rmqkit.session))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.strip() == "True"
    assert callable(public_session)
