"""call: one server answers every call of a trial, and ends when it is told to."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.trial.call import STOP, asked

SAMPLE = Path("data_samples/pastes")


@pytest.fixture
def door() -> Iterator[Path]:
    """A socket's path, which has to be short."""
    with tempfile.TemporaryDirectory(prefix="mcp-") as folder:
        yield Path(folder) / "mcp.sock"


def test_calls_are_answered_by_one_server_until_it_is_stopped(door: Path, tmp_path: Path) -> None:
    shutil.copytree(SAMPLE, tmp_path / "case-01")
    question = {"tool": "scan", "given": {"folder": str(tmp_path / "case-01")}}
    assert "brief" in asked(door, tmp_path, {"tool": "", "given": {}})
    server = door.stat().st_ino
    assert "files" in asked(door, tmp_path, question)
    assert door.stat().st_ino == server
    asked(door, tmp_path, {"tool": STOP, "given": {}})
    until = time.monotonic() + 30
    while door.exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not door.exists()
