"""Moments in commands."""

import time

import pytest

from .run import _moment


def test_a_moment_ago_is_written_in_epoch_milliseconds():
    before = (time.time() - 20) * 1000
    moment = int(_moment("{ago:20}"))
    assert before - 1 <= moment <= before + 2000


@pytest.mark.parametrize("word", ["now", "{cluster}", "-s", "{ago:soon}"])
def test_any_other_word_stays_as_it_is(word):
    assert _moment(word) == word
