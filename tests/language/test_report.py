"""The report in Chinese, sections, pictures and prose: no English sentence is left but what a log printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import rmqkit
from rmqkit import figures
from rmqkit.diagnosis import Diagnosis
from rmqkit.figures.appearance import spoken
from rmqkit.language import Phrase, say
from rmqkit.report import questions, sections
from tests.language.english import english_in
from tests.report.incidents import INCIDENTS, executed_incident, incident_page

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SAMPLE = Path(__file__).parents[2] / "data_samples" / "two-topics-one-group"
SCRIPTS = re.compile(r"<script\b.*?</script>|<style>.*?</style>", re.DOTALL)
PRINTED = re.compile(r"<code>.*?</code>", re.DOTALL)
"""Lines of the evidence, as they stand in the page."""
FIGURES = [figures.subscription_timeline_figure]
"""Pictures of notebooks that the report does not have."""


def strings(part: Any) -> Iterator[str]:
    """All texts of a figure but its ids and colours, which are no sentences anyway."""
    match part:
        case str():
            yield from re.split(r"<br>|\n", part)
        case dict():
            for value in part.values():
                yield from strings(value)
        case list() | tuple():
            for value in part:
                yield from strings(value)


def texts_of_page(html: str) -> list[str]:
    """What a reader sees, a piece of text at a time."""
    body = PRINTED.sub("", SCRIPTS.sub("", html))
    labels = re.findall(r'(?:data-label|title)="([^"]*)"', body)
    pieces = [unescape(piece).strip() for piece in re.split(r"<[^>]*>", body)]
    return [piece for piece in (*labels, *pieces) if piece]


def texts_of_figures(diagnosis: Diagnosis) -> list[str]:
    cells = executed_incident(diagnosis, "zh").cells
    shown = [output.data for cell in cells for output in cell.get("outputs", ())]
    drawn = [data["application/vnd.plotly.v1+json"] for data in shown if "application/vnd.plotly.v1+json" in data]
    assert len(drawn) == 3
    others = [spoken(draw(diagnosis), "zh").to_plotly_json() for draw in FIGURES]
    return [text for figure in (*drawn, *others) for text in strings(figure)]


def left_in(texts: list[str]) -> list[str]:
    return [text for text in texts if english_in(text)]


@pytest.mark.parametrize("name", sorted(INCIDENTS))
def test_no_english_sentence_is_left_in_a_report(name: str) -> None:
    assert_chinese(INCIDENTS[name]().spoken("zh"))


def test_no_english_sentence_is_left_in_the_report_of_a_recording(spark: SparkSession) -> None:
    assert_chinese(rmqkit.diagnose(rmqkit.read(spark, str(SAMPLE))).spoken("zh"))


def assert_chinese(diagnosis: Diagnosis) -> None:
    page, pictures = texts_of_page(incident_page(diagnosis, "zh")), texts_of_figures(diagnosis)
    assert (left_in(page), left_in(pictures)) == ([], [])
    assert not {"nobody", "seen", "predicted", "queue 0"} & {*page, *pictures}
    chinese = [text for text in (*page, *pictures) if re.search(r"[\u4e00-\u9fff]", text)]
    assert len(chinese) > 100


@pytest.mark.parametrize("name", sorted(INCIDENTS))
def test_no_english_sentence_is_left_in_an_answer(name: str) -> None:
    diagnosis = INCIDENTS[name]().spoken("zh")
    blocks = [questions.overwrites(diagnosis, lang="zh")]
    blocks += [sections.verdict(questions.about(diagnosis, question), "zh") for question in questions.QUESTIONS]
    assert left_in([text for block in blocks for text in texts_of_page(block.html)]) == []


@pytest.mark.parametrize("name", sorted(INCIDENTS))
def test_the_test_sees_the_english_of_the_english_report(name: str) -> None:
    assert len(left_in(texts_of_page(incident_page(INCIDENTS[name]())))) > 10


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param(say("Seen and predicted: {group}", group="groupA"), "观察到的与预测的：groupA", id="a phrase"),
        pytest.param("nobody", "nobody", id="a name from the evidence stays, though the catalogue has such a word"),
    ],
)
def test_a_figure_is_said_in_chinese(text: str, shown: str) -> None:
    drawn = figures.spoken(figures.appearance.nothing_to_show(text, "why"), "zh")
    assert drawn.layout.title.text == shown
    assert not any(isinstance(part, Phrase) for part in strings(drawn.to_plotly_json()))


def test_english_figures_are_as_they_were_drawn() -> None:
    drawn = figures.owners_figure(INCIDENTS["inconsistent"]())
    assert spoken(drawn, "en") is drawn
