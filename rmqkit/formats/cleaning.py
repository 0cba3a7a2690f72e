"""Takes off a text what tools, chats and documents put around it,
so that the formats see what RocketMQ printed.

One composition of steps, outermost layer first; a step gets all lines and gives as many: line
i stays line i.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from rmqkit.formats.cells import without_cells
from rmqkit.formats.characters import clean_characters
from rmqkit.formats.markup import FRAMED, STRINGS, unescaped, without_markup
from rmqkit.formats.prefixes import Matches, is_ours, without_prefixes
from rmqkit.formats.runs import without_runs

Step = Callable[[list[str]], list[str]]


def _in_plain_characters(lines: list[str]) -> list[str]:
    return [clean_characters(line) for line in lines]


def _without_strings(lines: list[str]) -> list[str]:
    """Lines that are strings of a program's list say what the strings mean."""
    for string in STRINGS:
        inside = without_runs(lines, string, _is_text_of_ours)
        lines = [unescaped(new) if new is not old else old for new, old in zip(inside, lines, strict=True)]
    return lines


def _without_frames(lines: list[str]) -> list[str]:
    """Lines that are set as code, or go on by a shell's mark."""
    for framed in FRAMED:
        lines = without_runs(lines, framed, _is_text_of_ours)
    return lines


def _is_text_of_ours(run: Matches) -> bool:
    return len(run) >= 2 and is_ours(run)


STEPS: tuple[Step, ...] = (
    _in_plain_characters,
    without_markup,
    without_cells,
    _without_strings,
    _without_frames,
    without_prefixes,
)


def clean_lines(lines: Sequence[str]) -> list[str]:
    """The same lines without colours, odd blanks, foreign digits, markup and tools' prefixes."""
    return reduce(lambda cleaned, step: step(cleaned), STEPS, list(lines))
