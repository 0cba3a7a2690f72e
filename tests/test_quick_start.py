"""What makes a session start sooner: who gets it, and that every part does without what it does not find."""

import json
import subprocess
import sys
from pathlib import Path

import pyspark.daemon
import pytest

from rmqkit import java, quick_start
from rmqkit.java import Java, lacks_module, spark_java_home
from rmqkit.session import _driver_environment, _driver_settings

JAVA = Java(Path("/opt/java 17"), 17)

WANTED = [
    pytest.param("local[2]", None, None, "linux", True, id="a session of this machine"),
    pytest.param("local[2]", False, None, "linux", False, id="who asked for none"),
    pytest.param("local[2]", None, "0", "linux", False, id="an environment that says no"),
    pytest.param("local[2]", True, "0", "linux", True, id="who asks wins over the environment"),
    pytest.param("spark://10.0.0.5:7077", True, None, "linux", False, id="a cluster never"),
    pytest.param("local[2]", True, "1", "win32", False, id="Windows never"),
]


@pytest.mark.parametrize(("master", "asked", "variable", "system", "wanted"), WANTED)
def test_who_gets_it(
    master: str,
    asked: bool | None,
    variable: str | None,
    system: str,
    wanted: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(quick_start.VARIABLE, raising=False)
    if variable is not None:
        monkeypatch.setenv(quick_start.VARIABLE, variable)
    monkeypatch.setattr(quick_start.sys, "platform", system)
    assert quick_start.is_wanted(master, asked) is wanted
    settings, environment = _driver_settings(master, JAVA, {}, asked), _driver_environment(master, JAVA, asked)
    assert (quick_start.FIRST_COMPILER in settings["spark.driver.extraJavaOptions"]) is wanted
    assert (quick_start.FLAG in settings) is wanted
    assert ("spark.python.daemon.module" in settings) is wanted
    assert ("SPARK_LAUNCHER_OPTS" in environment) is wanted
    assert (environment["JAVA_HOME"] == str(JAVA.home)) is not wanted


def test_a_pyspark_with_another_daemon_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert quick_start.installed_pyspark_daemon()
    monkeypatch.delattr(pyspark.daemon, "manager")
    assert quick_start.installed_pyspark_daemon() == {}


def test_without_a_shell_java_stands_in_its_own_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(quick_start, "SHELL", tmp_path / "no" / "sh")
    assert spark_java_home(JAVA) == JAVA.home


def test_where_no_disk_takes_a_script_java_stands_in_its_own_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refused(*_: object, **__: object) -> str:
        raise OSError("Read-only file system")

    (tmp_path / "file").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "file"))
    monkeypatch.setattr(java.tempfile, "mkdtemp", refused)
    java._launcher_home.cache_clear()
    assert spark_java_home(JAVA) == JAVA.home
    java._launcher_home.cache_clear()


@pytest.mark.parametrize(
    ("release", "lacks"),
    [
        pytest.param('MODULES="java.base java.sql"', True, id="a small runtime"),
        pytest.param('MODULES="java.base jdk.incubator.vector"', False, id="a whole one"),
        pytest.param(None, False, id="one that does not say"),
    ],
)
def test_a_runtime_without_the_module_gets_the_script_all_the_same(
    release: str | None, lacks: bool, tmp_path: Path
) -> None:
    if release:
        (tmp_path / "release").write_text(release)
    runtime = Java(tmp_path, 17)
    assert lacks_module(runtime) is lacks
    assert (spark_java_home(runtime, quiet=False) != runtime.home) is lacks


SLOWLY = """
import gc, json
import rmqkit

def told(batches):
    import gc
    import pyspark.daemon
    import pyarrow
    for _ in batches:
        yield pyarrow.RecordBatch.from_pydict({"frozen": [gc.get_freeze_count()]})

spark = rmqkit.session(quick_start=False)
sample = "data_samples/two-topics-one-group"
slow = rmqkit.diagnose(rmqkit.read(spark, sample, workers_above=0)).to_dict()
frozen = spark.range(4).mapInArrow(told, "frozen long").toArrow()["frozen"].to_pylist()
here = rmqkit.diagnose(rmqkit.read(spark, sample)).to_dict()
print(json.dumps([spark.conf.get("spark.python.daemon.module", None), sum(frozen), slow == here]))
"""


@pytest.mark.usefixtures("spark")  # its processes start Java
def test_without_any_of_it_the_verdict_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", SLOWLY], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == [None, 0, True]
