"""Lines of a text, and each without its colours, odd blanks and foreign digits. Nothing here looks at two lines."""

from __future__ import annotations

import re

from rmqkit.formats.logs.layout_table import replaced

_COLOURS = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_SPACES = dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")
_NOTHING = dict.fromkeys((0xFEFF, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0x61C, 0xAD, 0x0))
_DIGITS = {base + i: str(i) for base in (0x660, 0x6F0, 0xFF10) for i in range(10)}
# the full width of letters and of the signs in names, dates and headings; other signs are those of Chinese prose
_WIDE = {
    code: chr(code - 0xFEE0)
    for code in range(0xFF01, 0xFF5F)
    if chr(code - 0xFEE0).isalpha() or chr(code - 0xFEE0) in "#%:@_-./*"
}
_SIGNS = {0x2212: "-", 0xFF5C: "|", 0x2502: "|", 0x2503: "|", 0x66B: ".", 0x66C: ","}
_CHARACTERS = _SPACES | _NOTHING | _WIDE | _DIGITS | _SIGNS

# Signs for what a name has at its end and nobody sees: clients take any name that is not empty (`FilterAPI`,
# `SubscriptionData`, all versions), as a file with Windows' line ends or a value in quotes gives it to them.
RETURN_IN_NAME, BLANK_IN_NAME = "\u240d", "\u2420"
# Within a line, behind a name and before what ends one: other carriage returns are a terminal's.
RETURN_BEHIND_NAME = r"(?<=[A-Za-z0-9_%|-])\r+(?=[\]'\",)}]|[ \t]+[^\s])"
_RETURN = re.compile(RETURN_BEHIND_NAME)


def split_lines(text: str) -> list[str]:
    """The physical lines of a text: ends are LF, CRLF, or CR alone if there is no LF at all.

    Other characters that Unicode calls line ends do not end one, so numbers agree with editors and grep.
    """
    if "\n" not in text and "\r" in text:
        text = text.replace("\r", "\n")
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def clean_characters(line: str) -> str:
    """A line without its line end, colours, invisible characters;
    every blank a space, every digit ASCII, a carriage return behind a name a sign that is seen."""
    if "\x1b" in line:
        line = _COLOURS.sub("", line)
    if not line.isascii() or "\0" in line:
        line = line.translate(_CHARACTERS)
    if "&" in line or not line.isascii():
        line = replaced(line)
    line = line.rstrip("\r\n")
    return _RETURN.sub(RETURN_IN_NAME, line) if "\r" in line else line
