"""The page of the Python interface: its names are the public ones, its examples use them and run, in each language."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

import rmqkit
from rmqkit.language import LANGUAGES
from tests.language.english import english_in

from .test_docs import ROOT, generated

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

python_page = generated.python_interface.python_page
PARTS = generated.python_interface.PARTS


@pytest.fixture
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where a reader runs the examples; times are told in UTC again behind them."""
    monkeypatch.chdir(ROOT)
    yield
    rmqkit.show_zone("UTC")


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.title)
def test_an_example_runs(part: Any, spark: SparkSession, at_the_root: None) -> None:
    exec(compile(part.example, "example", "exec"), {})


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.title)
def test_the_names_are_public_and_stand_in_the_example(part: Any) -> None:
    assert set(part.names) <= set(importlib.import_module(part.module).__all__)
    assert set(part.names) <= set(re.findall(r"\w+", part.example))


def test_everything_that_the_package_itself_exports_is_told() -> None:
    page = python_page("en")
    assert [name for name in rmqkit.__all__ if f"rmqkit.{name}" not in page] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_name_stands_on_the_page_as_it_is_called(language: str) -> None:
    page = python_page(language)
    assert "`rmqkit.bench.open(evidence: Evidence, diagnosis: Diagnosis | None = None, group" in page
    assert "`rmqkit.Error`\n: " in page
    assert page.count("\n: ") == sum(len(part.names) for part in PARTS)


def test_the_chinese_page_leaves_no_english_sentence() -> None:
    told = [line for line in python_page("zh").splitlines() if line.startswith((": ", "#"))]
    assert [left for line in told for left in english_in(line)] == []
