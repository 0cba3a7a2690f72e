"""environment.yml resolves: asked of conda itself where there is one and conda-forge can be reached."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UNREACHABLE = ("CondaHTTPError", "Could not resolve host", "Download error", "Connection", "ProxyError", "403")
"""What conda, mamba and micromamba say where the channel cannot be had."""


def solver() -> list[str]:
    """The command that resolves an environment file and creates nothing."""
    for name, words in (
        ("micromamba", ["create", "--dry-run", "--yes", "--name", "rmqkit-try", "--file"]),
        ("mamba", ["env", "create", "--dry-run", "--name", "rmqkit-try", "--file"]),
        ("conda", ["env", "create", "--dry-run", "--name", "rmqkit-try", "--file"]),
    ):
        if path := shutil.which(name):
            return [path, *words, "environment.yml"]
    pytest.skip("neither micromamba, mamba nor conda is installed; test_packaging compares with pyproject.toml")


def test_the_environment_resolves() -> None:
    asked = subprocess.run(solver(), cwd=ROOT, capture_output=True, text=True, timeout=900)
    said = asked.stdout + asked.stderr
    if asked.returncode and any(word in said for word in UNREACHABLE):
        pytest.skip(f"conda-forge cannot be reached: {said.strip().splitlines()[-1]}")
    assert asked.returncode == 0, said
