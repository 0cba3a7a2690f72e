"""Text for a terminal: its width, and colours where it shows any."""

import sys

import pytest

from rmqkit.cli.diagnose import coloured, fit, for_terminal
from rmqkit.language.wrapping import columns

TEXT = (
    "CRITICAL  orders: 2 clients of one group subscribe to different topics   [proven]\n"
    "   Fix       Give all clients of the group the same subscriptions, or each a group of its own.\n"
    "             Restart them."
)


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(width: int) -> None:
    fitted = fit(TEXT, width)
    assert max(map(columns, fitted.split("\n"))) <= width
    assert fitted.split() == TEXT.split()


def test_a_line_goes_on_where_its_own_text_begins() -> None:
    row = "   Fix       one two three four five six seven eight"
    assert fit(row, 40).split("\n")[1].startswith(" " * 13 + "seven")


def test_what_is_piped_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    assert for_terminal(TEXT, {}) == TEXT


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        pytest.param({}, True, id="a terminal shows colours"),
        pytest.param({"NO_COLOR": "1"}, False, id="NO_COLOR"),
        pytest.param({"TERM": "dumb"}, False, id="a dumb terminal"),
    ],
)
def test_colour_only_where_it_shows(monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], colours: bool) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert ("\x1b[" in for_terminal(TEXT, environ)) is colours


def test_severities_alone_are_coloured() -> None:
    assert coloured("OK  fine") != "OK  fine"
    assert coloured("it is OK to wait") == "it is OK to wait"
