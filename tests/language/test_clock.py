"""Times in the zone that a person chose: everywhere the same moment, in cited lines and JSON as they are."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from typer.testing import CliRunner

from rmqkit import figures, show_zone
from rmqkit.cli import app
from rmqkit.language import clock
from rmqkit.report import sections
from rmqkit.time_zones import zone_named
from tests.report.incidents import inconsistent

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
A_FOLDER = "data_samples/two-topics-one-group"


@pytest.fixture(autouse=True)
def utc_afterwards() -> Iterator[None]:
    yield
    show_zone("UTC")


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        pytest.param("UTC", "2026-11-21 12:00:00 UTC", id="UTC is called so"),
        pytest.param("Asia/Shanghai", "2026-11-21 20:00:00 UTC+8", id="whole hours ahead"),
        pytest.param("Asia/Kolkata", "2026-11-21 17:30:00 UTC+5:30", id="half an hour"),
        pytest.param("America/St_Johns", "2026-11-21 08:30:00 UTC-3:30", id="behind"),
        pytest.param("Asia/Tokyo", "2026-11-21 21:00:00 UTC+9", id="another zone"),
    ],
)
def test_a_moment_is_told_in_the_zone_that_was_chosen(zone: str, told: str) -> None:
    show_zone(zone)
    assert clock.moment(NOON) == told


def test_a_verdict_its_report_and_its_pictures_tell_one_zone_and_name_the_other_once() -> None:
    show_zone("Asia/Shanghai")
    diagnosis = inconsistent()
    text = diagnosis.to_text()
    assert text.count("Times are in Asia/Shanghai. Quoted lines keep their original time zone: UTC+8") == 1
    heading = sections.heading(diagnosis)
    assert heading.text.endswith("18:32:00 UTC+8")
    assert heading.html.count("Times are in Asia/Shanghai") == 1
    for told in (text, diagnosis.to_brief(), heading.text, sections.lag(diagnosis).text):
        assert "UTC" not in told.replace("UTC+8", "")
    timeline = figures.incident_timeline_figure(diagnosis)
    assert timeline.layout.title.subtitle.text == "times in Asia/Shanghai"
    assert {at[:13] for trace in timeline.data for at in trace.x if at} == {"2026-11-21T18"}


@pytest.mark.parametrize(
    ("kind", "named"),
    [
        pytest.param("broker_log", 1, id="cited lines of a log have its own clock"),
        pytest.param("consumer_progress", 0, id="no log is there"),
    ],
)
def test_where_logs_are_cited_their_clock_is_named_beside_utc(kind: str, named: int) -> None:
    diagnosis = replace(
        inconsistent(), files=({"file": "f", "kind": kind, "lines": 1, "unparsed": 0, "problem": None},)
    )
    told = "Times are in UTC. Quoted lines keep their original time zone: UTC+8"
    assert diagnosis.to_text().count(told) == named
    assert sections.heading(diagnosis).html.count(told) == named


def test_json_and_data_keep_utc() -> None:
    here = inconsistent()
    show_zone("Asia/Shanghai")
    there = inconsistent()
    assert [row["at"] for row in figures.lag_data(there)] == [row["at"] for row in figures.lag_data(here)]
    findings = zip(there.to_dict()["findings"], here.to_dict()["findings"], strict=True)
    assert all((one["since"], one["until"]) == (other["since"], other["until"]) for one, other in findings)


# What else the command wants to be called with.
TAKE_A_ZONE = {"diagnose": (), "report": (), "brief": (), "scan": (), "watch": (), "try": ("hypothesis.yaml",)}


@pytest.mark.parametrize("command", TAKE_A_ZONE)
def test_the_command_line_says_how_to_choose_a_zone_and_refuses_what_is_none(command: str) -> None:
    assert "--show-zone" in CliRunner().invoke(app, [command, "--help"]).stdout
    refused = CliRunner().invoke(app, [command, A_FOLDER, *TAKE_A_ZONE[command], "--show-zone", "CST"])
    assert refused.exit_code == 2
    assert "'CST' is not a time zone; write it as UTC, UTC+8 or Asia/Shanghai." in refused.stderr


@pytest.mark.parametrize(
    ("name", "hours"),
    [
        pytest.param("UTC+8", 8, id="as rmqkit itself prints it"),
        pytest.param("+08:00", 8, id="as ISO 8601 has it"),
        pytest.param("GMT-3", -3, id="west of Greenwich"),
        pytest.param("Asia/Shanghai", 8, id="a name"),
        pytest.param("UTC", 0, id="UTC"),
    ],
)
def test_a_zone_is_known_by_name_and_by_offset(name: str, hours: int) -> None:
    assert datetime(2026, 11, 22, tzinfo=zone_named(name)).utcoffset() == timedelta(hours=hours)
