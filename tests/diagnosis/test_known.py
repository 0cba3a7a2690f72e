"""Values that evidence may leave untold (`facts.known`), and the course of what was said often (`case.course`)."""

from datetime import datetime, timedelta

import pytest

from rmqkit.diagnosis.case.lag import Course
from rmqkit.diagnosis.facts.known import all_known, distinct, earliest, is_after, latest
from rmqkit.diagnosis.facts.logs import Event

AT = datetime.fromisoformat("2026-11-21T10:00:00+00:00")
LATER = AT + timedelta(minutes=1)


def record(at: datetime | None, last_at: datetime | None = None) -> Event:
    told = (None,) * 9
    return Event("client.log", "client", "consume_failed", at, last_at or at, 1, *told, raw="")


def test_of_many_values_the_known_ones_are_kept_once_and_sorted() -> None:
    assert distinct(["topicB", None, "topicA", "", "topicB"]) == ("topicA", "topicB")


def test_values_of_which_one_is_not_known_are_none() -> None:
    assert all_known([0.0, 1.0]) == [0.0, 1.0]
    assert all_known([0.0, None]) == all_known([]) == []


def test_the_first_and_the_last_are_of_the_moments_that_are_known() -> None:
    assert earliest([None, LATER, AT]) == AT
    assert latest([LATER, None, AT]) == LATER
    assert earliest([None]) is latest([]) is None


@pytest.mark.parametrize(
    ("at", "moment", "after"),
    [
        pytest.param(LATER, AT, True, id="later"),
        pytest.param(AT, AT, False, id="at the same moment"),
        pytest.param(AT, LATER, False, id="earlier"),
        pytest.param(None, AT, False, id="a moment that nobody tells is not after another"),
        pytest.param(AT, None, False, id="nor is any after it"),
    ],
)
def test_a_moment_is_after_another_where_both_are_known(
    at: datetime | None, moment: datetime | None, after: bool
) -> None:
    assert is_after(at, moment) is after


@pytest.mark.parametrize(
    ("lately", "over", "silent"),
    [
        pytest.param(True, False, False, id="it goes on"),
        pytest.param(False, True, False, id="it is over"),
        pytest.param(False, False, True, id="it fell silent, which is no end"),
    ],
)
def test_what_was_said_again_and_again_has_a_course(lately: bool, over: bool, silent: bool) -> None:
    course = Course([record(AT), record(AT, LATER)], lately, over)
    assert course.silent is silent
    assert (course.since, course.last) == (AT, LATER)
