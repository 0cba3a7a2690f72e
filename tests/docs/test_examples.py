"""What the README and the tutorial show is what happens: their commands, their Python, their printed lines."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from rmqkit.cli import app

if TYPE_CHECKING:
    from click import Command
    from pyspark.sql import SparkSession

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
TUTORIAL = ROOT / "docs" / "tutorial.md"
CHINESE = ROOT / "docs" / "tutorial.zh.md"
SAMPLE = "data_samples/two-topics-one-group"
STANDS_FOR = {"FOLDER": SAMPLE, "BEFORE": SAMPLE, "AFTER": SAMPLE}
"""What a reader puts in for a word of the README; the other words may stay as they are."""

_BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_TARGET = re.compile(r"\bmake ([a-z]+)\b")


def blocks(page: Path, language: str) -> list[str]:
    return [
        found["body"] for found in _BLOCK.finditer(page.read_text(encoding="utf-8")) if found["language"] == language
    ]


def commands(page: Path) -> Iterator[str]:
    """Every `rmqkit ...` line of the page's shell blocks, without its comment and the files that the shell opens."""
    for block in blocks(page, "sh"):
        yield from (
            re.split("   #| [<>] ", line)[0].strip() for line in block.splitlines() if line.startswith("rmqkit ")
        )


def examples(page: Path) -> Iterator[tuple[str, str]]:
    """Every `$ command` of the page's console blocks, with what it is said to print."""
    for block in blocks(page, "console"):
        command, _, printed = block.partition("\n")
        yield command.removeprefix("$ "), printed


def as_pattern(printed: str) -> re.Pattern[str]:
    """`...` on a line of its own stands for any lines, within a line for anything."""
    lines = [
        "(?:.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + "\n"
        for line in printed.splitlines()
    ]
    return re.compile("".join(lines))


def subcommand(name: str) -> Command:
    group = get_command(app)
    assert name in group.commands, f"rmqkit has no command {name}"  # type: ignore[attr-defined]
    return group.commands[name]  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize("command", [*commands(README), *commands(TUTORIAL)])
def test_a_shown_command_is_one_that_rmqkit_takes(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    _, name, *words = shlex.split(command)
    subcommand(name).make_context(name, [STANDS_FOR.get(word, word) for word in words])


@pytest.mark.parametrize(
    ("command", "printed"),
    [*examples(README), *examples(README.with_name("README.zh.md")), *examples(TUTORIAL), *examples(CHINESE)],
    ids=lambda text: text.split("\n")[0],
)
def test_the_tutorial_prints_what_it_shows(
    command: str, printed: str, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")
    result = CliRunner().invoke(app, shlex.split(command)[1:])
    assert as_pattern(printed).fullmatch(result.stdout), result.stdout


@pytest.mark.parametrize("code", [*blocks(README, "python"), *blocks(TUTORIAL, "python")])
def test_the_python_that_is_shown_runs(code: str, spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(code, "example", "exec"), {})


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/tutorial.md"])
def test_the_make_targets_that_are_named_exist(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    named = set(_TARGET.findall("\n".join(code_of(ROOT / page))))
    assert named - targets == set()


def code_of(page: Path) -> list[str]:
    """The page's code: its blocks, and what stands between backticks in its prose."""
    text = page.read_text(encoding="utf-8")
    return [*(found["body"] for found in _BLOCK.finditer(text)), *re.findall(r"`([^`\n]+)`", _BLOCK.sub("", text))]
