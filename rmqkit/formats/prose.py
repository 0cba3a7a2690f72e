"""Sentences that people write, told from what programs print. One line in, yes or no out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rmqkit.formats.data import rows_of
from rmqkit.formats.logs.layouts import is_record_start
from rmqkit.formats.mqadmin.command_failed import HEAD

_LEAD = re.compile(r"^\s*(?:[-*+•>#]+|\d{1,3}[.)、]|\([a-z0-9]\)|[Qq&A][:：.]|\[[ x]\])*\s*")
_OTHER_SCRIPT = re.compile(r"[^\W\d_a-zA-Z\u00c0-\u024f]")
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f][A-Za-z\u00c0-\u024f'’-]*[.,:;!?)\"]*")
_OF_PEOPLE = frozenset(word for row in rows_of("people.tsv", "words") for word in row["words"].split())
_FEWEST = 2
_MOST_IN_SHORT = 8
# What programs print is no sentence, whatever its words: an object in JSON, the head of Python's
# traces and the exception at their end, the second line of java.util.logging.
_PRINTED = re.compile(
    r"\s*(?:\{\s*\"[^\"]{1,80}\"\s*:.*[}\],]\s*$|Traceback \(most recent call last\):"
    r"|(?:\w+\.)*\w+(?:Error|Exception|Warning): |(?:SEVERE|WARNING|INFO|CONFIG|FINE|FINER|FINEST): |See https?://)",
    re.ASCII,
)


def is_prose(line: str) -> bool:
    """Whether a line is written by a person, in any script: a sentence, a heading, a greeting."""
    if is_record_start(line.strip()) or HEAD.match(line) or _PRINTED.match(line):
        return False
    text = _LEAD.sub("", line).strip().strip("*_~`")
    in_other_script = len(_OTHER_SCRIPT.findall(text)) >= _FEWEST
    return in_other_script or _is_english(text, begins_as_list=line.lstrip()[:1] in "#*-")


def _is_english(text: str, *, begins_as_list: bool) -> bool:
    """Whether most of it are words, some of them people's; a short text may end as a sentence."""
    words = text.split()
    plain = [word for word in words if _WORD.fullmatch(word.strip("(\"'“”‘’*_`"))]
    if not plain or 10 * len(plain) < 6 * len(words):
        return False
    of_people = sum(word.lower().strip(".,:;!?()\"'") in _OF_PEOPLE for word in plain)
    if len(words) > _MOST_IN_SHORT:
        return of_people >= _FEWEST
    return of_people > 0 or begins_as_list or text[-1] in ".!?:,;"


def says(lines: Iterable[str], shape: str) -> bool:
    """Whether a line has what an expression in small letters looks for. A word ends where another script begins."""
    return any(re.search(shape, line.casefold(), re.ASCII) for line in lines)


def without(lines: Iterable[str], shape: str) -> list[str]:
    """The lines in small letters, without what an expression finds in them."""
    return [re.sub(shape, " ", line.casefold(), flags=re.ASCII) for line in lines]


def times_named(name: str, text: str) -> int:
    """How often a text has a name, and not as a part of another one."""
    return len(re.findall(rf"(?<![\w.]){re.escape(name)}(?!\w)", text, re.ASCII))
