"""Recordings diagnosed again in other ways: what is compared, by cases, and some of them for real."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from rmqkit.diagnosis import Finding, Severity
from rmqkit.diagnosis.finding import Status
from rmqkit.rocketmq import MessageQueue
from tests.accuracy.again import Again, changed_lines, opened, roads
from tests.accuracy.buried import among_others, buried, records
from tests.accuracy.earlier import (
    claims_the_end,
    cut,
    false_later,
    has_an_end,
    lines_until,
    moments,
    prefix,
    silence,
)
from tests.accuracy.run import again_lines, again_total
from tests.accuracy.scoring import Truth
from tests.lab.recorded import RECORDED

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
ENDED = (NOON + timedelta(minutes=2)).timestamp()
SICK = Truth(frozenset({"client_id_collision"}), frozenset(), frozenset(), frozenset(), False, "g")
QUEUE = MessageQueue("orders", "broker-a", 0)


def finding(id_: str, *, ongoing: bool = True, proven: bool = True, **changes: object) -> Finding:
    status = Status.PROVEN if proven else Status.SUSPECTED
    made = Finding(id_, "title", "why", Severity.WARNING, ongoing=ongoing, status=status, group="g")
    return made.with_(**changes)


@pytest.mark.parametrize(
    ("log", "ahead"),
    [
        pytest.param("{:%Y-%m-%d %H:%M:%S,000} INFO a", 0, id="a 4.x client logs in UTC"),
        pytest.param("{:%Y-%m-%d %H:%M:%S} INFO a", 8 * 3600, id="a broker logs in UTC+8"),
        pytest.param('time="{:%Y-%m-%dT%H:%M:%SZ}" level=info', 0, id="a Go client's line begins otherwise"),
        pytest.param("{:%Y-%m-%d %H:%M:%S,000} INFO a", 600, id="a clock that runs ahead"),
    ],
)
def test_a_log_ends_at_the_moment_by_its_own_clock(log, ahead):
    lines = [log.format(NOON + timedelta(seconds=n + ahead)) + "\n\tat x.Y\n" for n in (0, 60, 119)]
    clock = 600 if ahead == 600 else 0
    cut_off = "".join(lines_until("".join(lines), NOON.timestamp() + 61, ENDED, clock))
    assert cut_off == "".join(lines[:2])


def test_what_tells_no_moment_is_there_at_the_end_only():
    printed = "Exception in thread main\n\tat x.Y\n"
    assert "".join(lines_until(printed, ENDED - 1, ENDED)) == ""
    assert "".join(lines_until(printed, ENDED, ENDED)) == printed


def test_captures_are_there_when_they_were_answered(tmp_path: Path):
    evidence, target = tmp_path / "evidence", tmp_path / "cut"
    running = evidence / f"{round(ENDED * 1000)}"
    running.mkdir(parents=True)
    for file in (evidence / "early.txt", evidence / "late.txt", running / "10.0.0.1@7"):
        file.write_text("text")
    commands = [{"file": "early.txt", "at": ENDED - 60}, {"file": "late.txt", "at": ENDED - 31}]
    cut(evidence, {"commands": commands, "clients": [], "ended": ENDED}, ENDED - 30, target)
    assert [file.name for file in target.rglob("*") if file.is_file()] == ["early.txt"]


def test_moments_begin_when_the_group_has_settled_and_end_with_the_incident():
    told = {"ended": ENDED, "clients": [{"lives": [{"started": ENDED - 130}]}]}
    assert moments(told, 4) == [ENDED - 75, ENDED - 50, ENDED - 25, ENDED]


@pytest.mark.parametrize(
    ("then", "whole", "problem"),
    [
        pytest.param(finding("client_id_collision"), [], None, id="the truth has it"),
        pytest.param(
            finding("group_offline"), [finding("group_offline", ongoing=False)], None, id="what went on may be over"
        ),
        pytest.param(finding("group_offline"), [], "knows nothing of it", id="proven, and never heard of again"),
        pytest.param(finding("group_offline", proven=False), [], None, id="a suspicion may be dropped"),
        pytest.param(finding("idle_consumers"), [], None, id="a note is neither cause nor effect"),
        pytest.param(
            finding("group_offline", ongoing=False, until=NOON),
            [finding("group_offline", since=NOON - timedelta(minutes=1))],
            "it went on",
            id="called over, and it went on",
        ),
        pytest.param(
            finding("group_offline", ongoing=False, until=NOON),
            [finding("group_offline", since=NOON + timedelta(minutes=1))],
            None,
            id="over, and again later",
        ),
        pytest.param(
            finding("orphan_queues", ongoing=False, until=NOON, queues=(QUEUE,)),
            [finding("orphan_queues", since=NOON - timedelta(minutes=1), queues=(MessageQueue("a", "b", 1),))],
            None,
            id="another queue went on",
        ),
    ],
)
def test_what_was_proven_in_the_light_of_the_whole(then, whole, problem):
    found = list(false_later(then, SICK, whole))
    assert [problem in text for text in found] == ([True] if problem else [])


@pytest.mark.parametrize(
    ("over", "claimed"),
    [
        pytest.param(finding("group_offline", ongoing=False, until=NOON), True, id="over by now"),
        pytest.param(finding("group_offline"), False, id="going on"),
        pytest.param(finding("group_offline", ongoing=False, proven=False), False, id="not said again"),
        pytest.param(
            finding("group_offline", ongoing=False, until=NOON - timedelta(minutes=5)), False, id="an earlier stretch"
        ),
    ],
)
def test_an_end_that_is_claimed(over, claimed):
    assert claims_the_end(over, NOON) is claimed


def test_ends_are_of_states_and_not_of_moments():
    assert has_an_end(finding("group_offline", ongoing=False, until=NOON))
    assert not has_an_end(finding("offsets_moved", ongoing=False, until=NOON))
    assert not has_an_end(finding("group_offline", ongoing=False))


def test_others_are_written_around_and_between_the_incidents_own_records():
    own = "2026-11-22 20:00:00 INFO main - boot\n2026-11-22 20:00:05 WARN t - group: ours topic: orders\n\tat x.Y\n"
    own += "2026-11-22 20:01:05 WARN t - group: ours /127.0.0.1:44366\n"
    told = {"group": "ours", "topics": ["orders"], "name": "n"}
    text = "".join(among_others(own, told, size=4_000))
    assert len(text) > 3_500
    lines = records(text)
    assert [line for line in lines if "neighbour_" not in line] == records(own)
    assert [line[:19] for line in lines] == sorted(line[:19] for line in lines)
    others = "".join(line for line in lines if "neighbour_" in line)
    assert not any(name in others for name in ("ours", "orders", "127.0.0.1"))
    assert others.startswith("2026-11-21 20:00:00")


def test_conclusions_differ_by_the_lines_that_one_of_them_has():
    assert list(changed_lines(["OK", "a"], ["OK", "b"])) == ["no more: a", "new: b"]


def test_of_a_recording_kept_aside_only_the_number_of_differences_is_printed():
    outcome = Again("harvest-5.3.3", 19, ("37 s before the end: client_id_collision",))
    assert again_lines("prefix", outcome, aside=True) == ["prefix harvest-5.3.3: 1 differences"]
    assert again_lines("prefix", outcome, aside=False)[0].endswith("client_id_collision")
    assert again_total("prefix", "known", [outcome, Again("b", 19)]) == (
        "prefix, known: 38 diagnoses (4 moments), 1 differences in 1 of 2 incidents"
    )


@pytest.mark.parametrize("name", ["broker_restarted-4.9.7", "levels_taken_away-4.9.7"])
def test_an_end_that_was_seen_is_claimed_and_without_its_witnesses_is_not(name: str):
    """Failures that stop being said: of peers, of listeners, of members that come and go."""
    with opened(RECORDED / f"{name}.tar.xz") as recording:
        without_witnesses = silence(recording)
        assert without_witnesses.diagnoses > 0
        assert without_witnesses.differences == ()


@pytest.mark.parametrize("name", ["two_topics-5.4.0", "gray_finished-4.5.2"])
def test_a_sample_of_recordings_comes_out_alike_in_every_way(name: str, spark: SparkSession):
    """`make accuracy` does all of them: at twenty moments, with 24 MB a broker."""
    with opened(RECORDED / f"{name}.tar.xz") as recording:
        assert prefix(recording, count=4).differences == ()
        assert silence(recording).differences == ()
        assert buried(recording, size=400_000).differences == ()
        assert roads(recording, spark).differences == ()
