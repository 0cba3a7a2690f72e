"""The scratch folder of a process: its own, gone with it, and cleared by the next one after a kill."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rmqkit.scratch import FOLDER, MOST, clear_left, room_in

HOLDER = """
import sys
from rmqkit.scratch import scratch_folder

folder = scratch_folder()
(folder / "kept").write_text("x" * 1000)
print(folder, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return tmp_path


def holder() -> tuple[subprocess.Popen[str], Path]:
    """Another process, and its scratch folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ}
    )
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def test_a_folder_goes_with_its_process_and_after_a_kill_with_the_next(root: Path) -> None:
    ends, is_killed, lives = holder(), holder(), holder()
    folders = [folder for _, folder in (ends, is_killed, lives)]
    assert len({*folders}) == 3
    assert all((folder / "kept").is_file() and folder.is_relative_to(root) for folder in folders)
    ends[0].communicate()
    is_killed[0].kill()
    is_killed[0].communicate()
    assert [folder.exists() for folder in folders] == [False, True, True]
    clear_left()
    assert [folder.exists() for folder in folders] == [False, False, True]
    lives[0].communicate()
    assert [folder.exists() for folder in folders] == [False, False, False]


def test_room_is_half_of_what_is_free_or_what_was_named(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(MOST, raising=False)
    assert room_in(root) > 1 << 20
    monkeypatch.setenv(MOST, "1")
    (root / "kept").write_bytes(b"x" * 1000)
    assert room_in(root) == (1 << 20) - 1000


def test_nobody_elses_folder_is_taken(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rmqkit.scratch import scratch_folder

    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert scratch_folder.__wrapped__() is None
