"""What one process compiled of the scan is kept for the next, wherever the package lies."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rmqkit
from rmqkit.scan import compiler
from rmqkit.scan.compiler import kept
from rmqkit.tables.workers import _package

PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from rmqkit.scan import loops
from rmqkit.scan.machine import room_for
from rmqkit.scan.programs import Programs, bytes_of, code_of

programs = Programs(())
start = programs.add("new consumer")
code, places = code_of(programs), np.array([0, 13, 27])
matched, captures = np.empty(2, np.bool_), np.empty((2, 0), np.int32)
text = bytes_of(b"new consumer something else")
loops.beginnings(text, places[:-1], places[1:], start, code, room_for(code), matched, captures)
held = matched.tolist()
stats = loops.beginnings.stats
print(json.dumps([loops.__file__, held, sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))
"""
SOURCES = Path(rmqkit.__file__).parent


def compiled_in(package: Path, kept: Path) -> tuple[int, int]:
    """How many functions a new process found compiled, and how many it compiled."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(package)],
        env=environment | {"NUMBA_CACHE_DIR": str(kept)},
        cwd=package.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    file, held, found, made = json.loads(done.stdout)
    assert Path(file).is_relative_to(package)
    assert held == [True, False]
    return found, made


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A folder with this package, to be changed."""
    shutil.copytree(SOURCES, tmp_path / "copied" / "rmqkit", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "copied"


def test_what_a_zip_compiled_is_kept_for_every_place_of_the_same_package(tmp_path: Path, copied: Path) -> None:
    assert compiled_in(_package(), tmp_path / "kept") == (0, 1)
    assert compiled_in(_package(), tmp_path / "kept") == (1, 0)
    assert compiled_in(copied, tmp_path / "kept") == (1, 0)


def test_a_change_of_what_a_function_calls_is_noticed(tmp_path: Path, copied: Path) -> None:
    assert compiled_in(copied, tmp_path / "kept") == (0, 1)
    with (copied / "rmqkit/scan/needles.py").open("a") as called:
        called.write("# changed\n")
    assert compiled_in(copied, tmp_path / "kept") == (0, 1)


def test_where_nothing_can_be_written_every_process_compiles(tmp_path: Path, copied: Path) -> None:
    (tmp_path / "file").touch()
    assert compiled_in(copied, tmp_path / "file" / "kept") == (0, 1)
    assert compiled_in(copied, tmp_path / "file" / "kept") == (0, 1)


def test_a_folder_that_is_lost_costs_time_only(tmp_path: Path, copied: Path) -> None:
    assert compiled_in(copied, tmp_path / "kept") == (0, 1)
    for file in (tmp_path / "kept").glob("compiled-*/*.nbc"):
        file.unlink()
    assert compiled_in(copied, tmp_path / "kept") == (0, 1)


def test_what_was_made_of_the_same_texts_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "_folder", lambda: tmp_path)
    made = []

    def make() -> int:
        made.append(len(made))
        return made[-1]

    assert [kept("table", texts, make) for texts in (["a", "b"], ["a", "b"], ["ab"])] == [0, 0, 1]
    assert [kept(name, ["a", "b"], make) for name in ("table", "other")] == [0, 2]


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\x80\x05half", id="half of it"),
        pytest.param(b"no", id="no pickle"),
    ],
)
def test_what_is_not_whole_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: bytes) -> None:
    monkeypatch.setattr(compiler, "_folder", lambda: tmp_path)
    kept("table", ["a"], lambda: 1)
    (file,) = tmp_path.iterdir()
    file.write_bytes(written)
    assert kept("table", ["a"], lambda: 2) == 2
    assert kept("table", ["a"], lambda: 3) == 2


def test_where_nothing_can_be_written_it_is_made_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "_folder", lambda: None)
    assert kept("table", ["a"], lambda: 1) == 1
    assert kept("table", ["a"], lambda: 2) == 2
