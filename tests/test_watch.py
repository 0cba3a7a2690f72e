"""What `rmqkit watch` prints: the whole verdict once, then what changed and when."""

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

import rmqkit
from rmqkit.cli.commands import news
from rmqkit.diagnosis import Diagnosis

SAMPLES = Path(__file__).parents[1] / "data_samples"
LATER = datetime(2026, 11, 21, 10, 42, 39, tzinfo=UTC)


@pytest.fixture(scope="module")
def sick() -> Diagnosis:
    return rmqkit.diagnose(rmqkit.read(None, str(SAMPLES / "two-topics-one-group")))


@pytest.fixture(scope="module")
def healthy() -> Diagnosis:
    return rmqkit.diagnose(rmqkit.read(None, str(SAMPLES / "healthy")))


def test_the_first_verdict_is_shown_whole_and_a_later_one_by_what_changed_and_when(sick: Diagnosis, healthy: Diagnosis):
    second = news(sick, healthy, None, "en", LATER)

    assert news(None, sick, None, "en", LATER) == sick.to_text("en")
    assert second.startswith("Changed at 2026-11-21 10:42:39 UTC\nFixed: ")
    assert "\nbefore  CRITICAL" in second
    assert "\nafter   OK" in second
    assert "- inconsistent_subscription" in second
    assert len(second.splitlines()) < len(sick.to_text().splitlines())


def test_the_moment_is_in_the_zone_that_was_chosen(
    monkeypatch: pytest.MonkeyPatch, sick: Diagnosis, healthy: Diagnosis
):
    monkeypatch.setattr("rmqkit.language.clock._shown", [ZoneInfo("Asia/Shanghai")])
    assert news(sick, healthy, None, "en", LATER).startswith("Changed at 2026-11-21 18:42:39 UTC+8\n")


def test_the_moment_is_in_chinese_too(sick: Diagnosis, healthy: Diagnosis):
    text = news(sick, healthy, None, "zh", LATER)

    assert "2026-11-21 10:42:39" in text
    assert "Changed" not in text
