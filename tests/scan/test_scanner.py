"""The scanner beside Python's `re`: the same matches, the same groups, the same first needle."""

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rmqkit.scan.compiler import compiled
from rmqkit.scan.machine import MATCHED, UNSURE, Room, machine_of, room_for, search
from rmqkit.scan.needles import first_needle, needles_of, table_of
from rmqkit.scan.programs import Code, Programs, Unsupported, bytes_of, code_of

NAMES = ("whole", "first", "second")
PATTERNS = [
    pytest.param(r"a(?P<first>[^,]+), b", id="greedy, then a literal"),
    pytest.param(r"(?P<first>.*?)b(?P<second>.*)", id="lazy, then the rest"),
    pytest.param(r"(?P<first>a|ab)(?P<second>c|bcd)?", id="the first alternative that fits, not the longest"),
    pytest.param(r"(?:x(?P<first>[0-9]{2,3}))?y", id="a group that may be missing"),
    pytest.param(r"(?:a(?P<first>b)?)+c", id="a repeated group keeps its last capture"),
    pytest.param(r"\b(?P<first>[a-c]+?)\b,", id="lazy between word boundaries"),
    pytest.param(r"^(?P<first>a*)(?P<second>[ab]*?)$", id="from the beginning to the end"),
    pytest.param(r"(?P<first>[ab]+)(?P<second>[bc]+)d", id="a run that has to give back"),
    pytest.param(r"(?P<first>[^,]+?)(?:,|(?P<second>b)|cd)x", id="lazy until one of several can follow"),
    pytest.param(r"(?P<first>[a-c]*)(?:x(?P<second>[a-c]*))?(?:y|, )", id="what follows may be missing"),
    pytest.param(r"(?:(?P<first>a)|(?P<second>a)b)c", id="two ways that begin alike"),
    pytest.param(r"(?P<first>[ab]{2,3})(?P<second>[a-d]{1,2})x", id="counted runs"),
]


@compiled
def searched(text: np.ndarray, code: Code, room: Room, start: int, literal: int, size: int) -> int:
    return search(machine_of(text, code, room), 0, len(text), 0, start, literal, size)


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=st.text("abcdxy0123, ", max_size=14))
@settings(max_examples=150, deadline=None)
def test_a_pattern_matches_as_pythons_does(pattern: str, text: str) -> None:
    assert_same(pattern, text)


BYTES = st.sampled_from(["a", "b", "c", ",", r"\.", ".", r"\d", r"\w", r"\S", "[a-c]", "[^,]", "[ab,]"])
REPEATS = st.sampled_from(["", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{2,}"])


@st.composite
def made_patterns(draw: st.DrawFn) -> str:
    """Bytes and their repeats, in two named groups with alternatives and without."""
    pieces = [draw(BYTES) + draw(REPEATS) for _ in range(draw(st.integers(2, 6)))]
    first, second = sorted(draw(st.integers(0, len(pieces))) for _ in range(2))
    pieces.insert(second, f"(?P<second>{draw(BYTES)}|{draw(BYTES)}{draw(BYTES)})")
    pieces.insert(first, f"(?P<first>{draw(BYTES)}{draw(REPEATS)})")
    return "".join(pieces)


@given(made_patterns(), st.text("abc,.1 ", max_size=16))
@settings(max_examples=400, deadline=None)
def test_a_made_pattern_matches_as_pythons_does(pattern: str, text: str) -> None:
    assert_same(pattern, text)


def assert_same(pattern: str, text: str) -> None:
    programs = Programs(NAMES)
    start = programs.add(f"(?P<whole>{pattern})")
    code, data = code_of(programs), bytes_of(text.encode())
    room = room_for(code)
    fared, saved = searched(data, code, room, start, *programs.first_literal(start)), room.saved
    expected = re.search(f"(?P<whole>{pattern})", text, re.ASCII)
    assert fared != UNSURE
    assert (fared == MATCHED) == (expected is not None)
    if expected:
        groups = expected.re.groupindex
        spans = [expected.span(name) if name in groups else (-1, -1) for name in NAMES]
        found = [(int(saved[2 * n]), int(saved[2 * n + 1])) for n in range(len(NAMES))]
        # a beginning without an end belongs to a capture that was given up
        assert [span if -1 not in span else (-1, -1) for span in found] == spans


@pytest.mark.parametrize("pattern", ["(?=a)", "(?i)a", r"\p{L}", "(a", "(?:ab){3,7}", "é"])
def test_a_pattern_outside_the_dialect_is_refused(pattern: str) -> None:
    with pytest.raises(Unsupported):
        Programs(NAMES).add(pattern)


@compiled
def needle_in(text: np.ndarray, needles: Any) -> tuple[int, int]:
    return first_needle(text, 0, len(text), table_of(needles))


@given(
    st.lists(st.text("abc", min_size=4, max_size=9), min_size=1, max_size=8, unique=True),
    st.text("abc", max_size=60),
)
@settings(max_examples=150, deadline=None)
def test_the_needle_that_stands_first_is_found_the_longest_of_several(words: list[str], text: str) -> None:
    number, place = needle_in(bytes_of(text.encode()), needles_of([word.encode() for word in words]))
    longest = sorted(words, key=len, reverse=True)
    expected = re.search("|".join(longest), text)
    found = (words[number], place) if number >= 0 else None
    assert found == (expected and (expected[0], expected.start()))


def test_a_needle_that_is_too_short_is_refused() -> None:
    with pytest.raises(ValueError, match="abc"):
        needles_of([b"abc", b"abcdef"])
