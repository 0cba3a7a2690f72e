"""What the program says in Chinese, whole: help, explanations, the ledger. Needs no Java."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner, Result

from rmqkit.cli import COMMANDS, app
from rmqkit.cli.explain import explanation, said
from rmqkit.cli.scan import ledger_text
from rmqkit.diagnosis.texts import TEXTS
from rmqkit.formats.logs.catalogue import MEANINGS
from rmqkit.formats.logs.explained import explain_text
from rmqkit.formats.logs.response_codes import CODES
from rmqkit.language.wrapping import columns
from tests.language.english import english_in

NAMES = [command.__name__ for command in COMMANDS]


def run(*words: str) -> Result:
    return CliRunner().invoke(app, [*words])


def lines_with_english(text: str) -> list[str]:
    return [line for line in text.splitlines() if english_in(line)]


@pytest.mark.parametrize("words", [[], *([name] for name in NAMES)], ids=["rmqkit", *NAMES])
def test_help_is_chinese_wherever_the_language_is_named(words: list[str]) -> None:
    first = run("--lang", "zh", *words, "--help")
    assert (first.exit_code, lines_with_english(first.stdout)) == (0, [])
    assert first.stdout.startswith("用法：")
    assert lines_with_english(run(*words, "--help", "--lang=zh").stdout) == []
    assert "Usage:" in run(*words, "--help").stdout


@pytest.mark.parametrize("finding_id", sorted(TEXTS))
def test_a_finding_is_explained_in_chinese(finding_id: str) -> None:
    told = run("explain", finding_id, "--lang", "zh")
    # A quoted line of a log may be broken over two lines of the terminal.
    assert (told.exit_code, english_in(" ".join(told.stdout.split()))) == (0, [])
    assert told.stdout.rstrip("\n") == explanation(finding_id, TEXTS[finding_id], "zh")


def test_every_message_and_code_is_explained_in_chinese() -> None:
    explained = [one for text in (*MEANINGS, *(str(row.code) for row in CODES)) for one in explain_text(text)[0]]
    assert len(explained) >= len(MEANINGS)
    assert {one.name: left for one in explained if (left := lines_with_english(said(one, "zh")))} == {}


def test_the_programs_language_is_the_commands_unless_it_has_its_own() -> None:
    chinese = run("explain", "orphan_queues", "--lang", "zh").stdout
    assert run("--lang", "zh", "explain", "orphan_queues").stdout == chinese
    assert run("--lang", "zh", "explain", "orphan_queues", "--lang", "en").stdout != chinese


def test_what_is_unknown_is_told_in_chinese_too() -> None:
    told = run("--lang", "zh", "explain", "nonsense")
    assert (told.exit_code, lines_with_english(told.stderr)) == (2, [])
    assert told.stderr.startswith("rmqkit: 没有关于 'nonsense' 的内容")


def test_the_ledger_stands_in_columns_though_chinese_is_wide() -> None:
    row = {"file": "a.log", "kind": "broker_log", "lines": 9, "rows": 1, "noise": 2, "blank": 3, "continuation": 3}
    lines = ledger_text([{**row, "unparsed": 0, "first_unparsed": None, "problem": None}], "zh").splitlines()
    assert len({columns(line) for line in lines}) == 1
    assert "未识别" in lines[0]
