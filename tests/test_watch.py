"""What `rmqkit watch` prints: the whole verdict once, then what changed and when."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

import rmqkit
from rmqkit.cli.watch import _Judge

SAMPLES = Path(__file__).parents[1] / "data_samples"
LATER = datetime(2026, 11, 21, 10, 42, 39, tzinfo=UTC)


def test_the_first_look_tells_all_and_a_later_one_what_changed_and_when():
    judge = _Judge(SAMPLES, None, "UTC", None, None)
    judge.judge(rmqkit.read(None, str(SAMPLES / "two-topics-one-group")))
    first = judge.changed(LATER, "en")
    judge.judge(rmqkit.read(None, str(SAMPLES / "healthy")))
    second = judge.changed(LATER, "en")

    assert first == judge_text("two-topics-one-group")
    assert second.startswith("Changed at 2026-11-21 10:42:39 UTC\nbefore  CRITICAL")
    assert "\nafter   OK" in second
    assert "- inconsistent_subscription" in second
    assert len(second.splitlines()) < len(first.splitlines())


def test_the_moment_is_told_in_the_zone_that_was_chosen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rmqkit.language.clock._shown", [ZoneInfo("Asia/Shanghai")])
    judge = _Judge(SAMPLES, None, "UTC", None, None)
    for name in ("two-topics-one-group", "healthy"):
        judge.judge(rmqkit.read(None, str(SAMPLES / name)))
        text = judge.changed(LATER, "en")

    assert text.startswith("Changed at 2026-11-21 18:42:39 UTC+8\n")


def test_the_moment_is_said_in_chinese_too():
    judge = _Judge(SAMPLES, None, "UTC", None, None)
    for name in ("two-topics-one-group", "healthy"):
        judge.judge(rmqkit.read(None, str(SAMPLES / name)))
        text = judge.changed(LATER, "zh")

    assert "2026-11-21 10:42:39" in text
    assert "Changed" not in text


def judge_text(name: str) -> str:
    return rmqkit.diagnose(rmqkit.read(None, str(SAMPLES / name))).to_text()
