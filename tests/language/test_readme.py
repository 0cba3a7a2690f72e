"""The README in both languages: the same parts, the same commands, the same figures."""

import re
from itertools import groupby
from pathlib import Path

import pytest

from tests.language.english import english_in

ROOT = Path(__file__).parents[2]
ENGLISH = (ROOT / "README.md").read_text(encoding="utf-8")
CHINESE = (ROOT / "README.zh.md").read_text(encoding="utf-8")
# Numbers that are words in English, and stand as figures in Chinese, and the other way round.
FIGURES = re.compile(r"\d[\d,.]*\d|\d")


def parts(text: str) -> list[tuple[str, str]]:
    """Code, tables, headings and paragraphs in their order."""
    pieces = re.split(r"(```.*?```)", text, flags=re.DOTALL)
    blocks = [block for piece in pieces for block in ([piece] if piece.startswith("```") else piece.split("\n\n"))]
    return [(kind(block), block.strip()) for block in blocks if block.strip()]


def kind(block: str) -> str:
    first = block.strip()[0]
    return "code" if block.startswith("```") else {"|": "table", "#": "heading"}.get(first, "prose")


def of_kind(text: str, wanted: str) -> list[str]:
    return [block for name, block in parts(text) if name == wanted]


def without_comments(code: str) -> list[str]:
    return [line.split("# ")[0].rstrip() for line in code.splitlines()]


def test_the_parts_follow_each_other_alike() -> None:
    assert [name for name, _ in groupby(name for name, _ in parts(CHINESE))] == [
        name for name, _ in groupby(name for name, _ in parts(ENGLISH))
    ]


def code(text: str) -> list[str]:
    """Without what is printed, which `tests/docs/test_examples.py` holds against what happens in each language."""
    given = [block for block in of_kind(text, "code") if not block.startswith("```console")]
    return [line for block in given for line in without_comments(block)]


def test_the_code_is_the_same() -> None:
    assert code(CHINESE) == code(ENGLISH)


def rows(text: str) -> list[str]:
    return [row for table in of_kind(text, "table") for row in table.splitlines()]


def test_the_tables_hold_the_same_figures_and_names() -> None:
    """A row may put its figures in another order."""
    for chinese, english in zip(rows(CHINESE), rows(ENGLISH), strict=True):
        assert chinese.count("|") == english.count("|")
        assert sorted(FIGURES.findall(chinese)) == sorted(FIGURES.findall(english)), english
        assert sorted(re.findall(r"`[^`]+`", chinese)) == sorted(re.findall(r"`[^`]+`", english)), english


def prose(text: str) -> str:
    return "\n".join(of_kind(text, "prose"))


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(r"`[^`]+`", id="names"),
        pytest.param(r"\]\(([^)]*\.png)\)", id="pictures"),
        pytest.param(r"\b\d\.\d+(?:\.\d+)?\b", id="versions"),
        pytest.param(r"\b\d+,\d{3}\b", id="large figures"),
    ],
)
def test_the_prose_names_the_same(pattern: str) -> None:
    assert sorted(set(re.findall(pattern, prose(CHINESE)))) == sorted(set(re.findall(pattern, prose(ENGLISH))))


def test_each_points_to_its_twin() -> None:
    assert "[中文](README.zh.md)" in ENGLISH
    assert "[English](README.md)" in CHINESE


def test_no_english_sentence_is_left() -> None:
    told = [block for name, block in parts(CHINESE) if name != "code"]
    assert [left for block in told for left in english_in(block)] == []
