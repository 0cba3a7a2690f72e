"""What all tests share: one Spark session, and what `make quick` leaves out. No test and no sample belongs here."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

import rmqkit

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


# The same examples every time, and none fails because the machine is busy: whoever looks for others has `make fuzz`.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")

# Processes, clusters and whole pages: seconds each, and rarely the first to notice a mistake.
SLOW_ROOMS = {"accuracy", "cluster", "docs", "fuzz", "lab", "mcp", "parity", "redact", "report"}
SLOW_MODULES = {
    "test_benchmarks.py",
    "test_cli.py",
    "test_compiler.py",
    "test_explain.py",
    "test_notebooks.py",
    "test_notebooks_in_jupyterlab.py",
    "test_recordings_at_once.py",
    "test_scratch.py",
    "test_wheel.py",
}
SLOW_MARKS = {"browser", "cluster", "live"}
# Minutes each: they come first, so that no process is left alone with one at the end.
LONGEST = {"test_recorded.py", "test_notebooks_in_jupyterlab.py", "test_written.py", "test_notebooks.py"}
# Of the recordings a tenth is diagnosed (test_tenth.py); other tests that read them wait for `make test`.
RECORDING = ".tar.xz"
CHROMIUM_FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                  "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="no Spark, no browser, a tenth of the recordings")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With --quick nothing is imported of what is slow."""
    path, room = collection_path, collection_path.relative_to(config.rootpath).parts[1:2]
    slow = path.name in SLOW_MODULES or (path.suffix == ".py" and SLOW_ROOMS.issuperset(room))
    return (slow and path.name != "test_tenth.py" and config.getoption("--quick")) or None


def pytest_collection() -> None:
    """Nothing that is collected is garbage: it is not looked through for any, neither now nor while tests run."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest first; with --quick without what is slow. A browser on a busy machine is given a second chance."""
    items.sort(key=lambda item: item.path.name not in LONGEST)
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))
    if config.getoption("--quick"):
        left_out = [item for item in items if _is_slow(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not _is_slow(item)]
    else:
        items[:] = [item for item in items if item.path.name != "test_tenth.py"]


def _is_slow(item: pytest.Item) -> bool:
    needs_spark = "spark" in getattr(item, "fixturenames", ())
    return needs_spark or any(map(item.get_closest_marker, SLOW_MARKS)) or RECORDING in item.name


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A Chromium that asks nobody for anything."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        pytest.skip("needs Debian's package chromium")
    with pytest.importorskip("playwright.sync_api").sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS, timeout=300_000)
        yield started
        started.close()


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """One session for all tests: two threads, one shuffle partition, its files in pytest's own folder."""
    scratch = tmp_path_factory.mktemp("spark")
    session = rmqkit.session(
        master="local[2]",
        app="rmqkit tests",
        **{
            "spark.sql.shuffle.partitions": 1,
            "spark.sql.warehouse.dir": str(scratch / "warehouse"),
            "spark.local.dir": str(scratch / "local"),
        },
    )
    yield session
    session.stop()
