"""Takes off a line what documents and programs write around it:
HTML, Markdown's escapes, strings, remarks.

Never drops or joins lines. What stands before lines for other reasons is in `prefixes`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

_ENTITY = re.compile(r"&(?:amp|lt|gt|nbsp|quot|apos|#\d{1,5}|#x[0-9a-fA-F]{1,4});")
_OPENED = re.compile(r"^\s*(?:<(?:pre|code)\b[^<>]*>\s*)+(?=\S)")
_CLOSED = re.compile(r"(?<!\s)\s*(?:</(?:code|pre)>|<br ?/?>)+\s*$")
# a person's pointer behind a row
_POINTER = re.compile(r"(?<!\s)\s+(?:<[-=]{2,}|[\u2190\u21d0\u27f5\u2b05\u25c4\u25c0\U0001f448]).*$")
# Markdown's escape of a heading's mark, and another that some sites write
_ESCAPED_HEADING = re.compile(r"^\W{0,12}(?:\\|/)#(?=[A-Z])")
_ESCAPE = re.compile(r"\\([#_*%|<>~`.\[\](){}+!-])")
_SLASHED = re.compile(r"/#(?=[A-Z])")
# lines that are strings of JSON or Python
STRINGS = (
    re.compile(r"\s*\"(?P<rest>(?:[^\"\\]|\\.)*)\",?\s*$"),
    re.compile(r"\s*'(?P<rest>(?:[^'\\]|\\.)*)',?\s*$"),
)
# lines that are set as code, or go on by a shell's mark
FRAMED = (re.compile(r"\s*`(?P<rest>[^`]*)`\s*$"), re.compile(r"(?!.*mqadmin)(?P<rest>(?:.*\S)?)\s*\\$"))
_IN_STRING = re.compile(r"\\([\"'\\tn])")
_MEANT = {"t": "\t", "n": " "}


def without_markup(lines: Sequence[str]) -> list[str]:
    """The same lines without HTML, pointers and escapes."""
    plain = [_plain(line) for line in lines]
    if any(_ESCAPED_HEADING.match(line) for line in plain):
        return [_SLASHED.sub("#", _ESCAPE.sub(r"\1", line)) for line in plain]
    return plain


def _plain(line: str) -> str:
    if "&" in line and _ENTITY.search(line):
        line = html.unescape(line).replace("\u00a0", " ")
    if "<" in line:
        line = _CLOSED.sub("", _OPENED.sub("", line))
    return _POINTER.sub("", line)


def unescaped(text: str) -> str:
    """What a string of a program means."""
    return _IN_STRING.sub(lambda match: _MEANT.get(match[1], match[1]), text)
