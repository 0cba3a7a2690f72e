"""What a report shows beside the verdict: lines that nobody knows, and what somebody supposes."""

from pathlib import Path

import pytest

import rmqkit
from rmqkit.bench.text import BadHypothesis
from rmqkit.report import sections, write_report

SAMPLE = Path(__file__).parents[2] / "data_samples" / "two-topics-one-group"
COLLISION = "{clients: {C2: {id: 10.20.0.11@11274#1155099680083}}}"


@pytest.fixture(scope="module")
def evidence():
    return rmqkit.read(None, str(SAMPLE))


@pytest.fixture(scope="module")
def diagnosis(evidence):
    return rmqkit.diagnose(evidence)


@pytest.mark.parametrize(
    ("hypothesis", "word"),
    [
        pytest.param(COLLISION, "refuted", id="what the client list contradicts is refuted"),
        pytest.param("{causes: [inconsistent_subscription]}", "proven", id="what the diagnosis proves is proven"),
        pytest.param("{group: groupA, causes: [inconsistent_subscription]}", "proven", id="with its group named"),
    ],
)
def test_what_somebody_supposes_stands_there_as_theirs_with_the_judges_word(evidence, diagnosis, hypothesis, word):
    block = sections.supposed(evidence, hypothesis, diagnosis)
    assert block is not None
    heading, first, *_ = block.text.splitlines()
    assert heading.startswith("A hypothesis, tested")
    assert first.startswith(f"{word}: groupA: hypothesis:")
    assert f"<b>{word}: groupA: hypothesis:" in block.html


def test_a_refuted_one_names_the_line_against_it_and_every_queue(evidence, diagnosis):
    block = sections.supposed(evidence, COLLISION, diagnosis)
    assert block is not None
    assert "against: consumerConnection-groupA-6.txt:2" in block.html
    assert "contradicts" in block.html


def test_in_chinese_the_word_is_chinese(evidence, diagnosis):
    block = sections.supposed(evidence, COLLISION, diagnosis.spoken("zh"), "zh")
    assert block is not None
    assert "已排除" in block.html


def test_where_nobody_supposes_anything_nothing_is_shown(evidence, diagnosis):
    assert sections.supposed(evidence, "", diagnosis) is None


def test_lines_that_nobody_knows_come_with_how_often_and_where(evidence, diagnosis):
    lines = evidence.unknown_lines()
    block = sections.unknown(evidence, diagnosis)
    assert lines
    assert all(line.place in block.html for line in lines)
    head, first, *_ = block.text.splitlines()
    assert head.split()[:3] == ["times", "first", "last"]
    assert int(first.split()[0].replace(",", "")) > 0


def test_a_hypothesis_that_is_none_stops_the_report_before_it_starts(tmp_path):
    with pytest.raises(BadHypothesis):
        write_report(str(SAMPLE), tmp_path / "r.html", hypothesis="{clients: 7}")
    assert not (tmp_path / "r.html").exists()
