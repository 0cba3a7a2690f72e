"""Lines for a terminal: Chinese breaks between characters, and never before what closes a phrase."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmqkit.language.wrapping import columns, wrapped


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        pytest.param("one two three", 8, ["one two", "three"], id="English between words"),
        pytest.param("队列无人消费", 8, ["队列无人", "消费"], id="Chinese between characters"),
        pytest.param("队列无人。消费", 8, ["队列无", "人。消费"], id="a full stop never begins a line"),
        pytest.param("队列无（消费）", 8, ["队列无", "（消费）"], id="a bracket never ends a line"),
        pytest.param("客户端 clientId 重复", 10, ["客户端", "clientId", "重复"], id="a Latin word is kept whole"),
    ],
)
def test_lines_of_a_width(text: str, width: int, lines: list[str]) -> None:
    assert wrapped(text, width).splitlines() == lines


def test_what_stands_before_the_lines() -> None:
    assert wrapped("队列无人消费", 10, "处理  ", "      ").splitlines() == ["处理  队列", "      无人", "      消费"]


@given(st.text(alphabet="ab 队列，。（）", max_size=60), st.integers(min_value=6, max_value=40))
def test_no_letter_is_lost(text: str, width: int) -> None:
    assert "".join(wrapped(text, width).split()) == "".join(text.split())


@given(st.lists(st.sampled_from(["队", "列", "a", "bc", " "]), max_size=40), st.integers(min_value=8, max_value=30))
def test_no_line_is_too_wide(words: list[str], width: int) -> None:
    text = " ".join("".join(words).split())
    if max((len(word) for word in text.split()), default=0) <= width // 2:
        assert all(columns(line) <= width for line in wrapped(text, width).splitlines())
