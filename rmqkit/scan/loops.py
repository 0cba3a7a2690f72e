"""Compiled loops over the records of a block: heads, messages, needles, pieces; what they look for stands in tables."""

from __future__ import annotations

from typing import NamedTuple

from rmqkit.scan.compiler import compiled, inlined
from rmqkit.scan.machine import (
    MATCHED,
    UNSURE,
    Array,
    Machine,
    Room,
    clear,
    machine_of,
    match_at,
    search,
)
from rmqkit.scan.needles import Needles, first_needle, table_of
from rmqkit.scan.programs import Code

NO_MESSAGE, ASK = -1, -2
"""A record's message where it has none, and where the general road has to say."""


class Candidates(NamedTuple):
    """The messages that a needle may stand for: those of needle n are `firsts[n]` to `firsts[n + 1]`.

    For each: its number, where its program starts (-1: it has none), place and size of the literal
    with which it begins, and how far in front of the needle that begins (-1: anywhere).
    """

    firsts: Array
    numbers: Array
    starts: Array
    literals: Array
    sizes: Array
    leads: Array


@compiled
def beginnings(
    text: Array,
    begins: Array,
    ends: Array,
    start: int,
    code: Code,
    room: Room,
    matched: Array,
    captures: Array,
) -> None:
    """Per piece text[begin:end]: whether the program at `start` matches its beginning, and what it captures."""
    machine, saved = machine_of(text, code, room), room.saved
    for piece in range(len(begins)):
        begin = begins[piece]
        clear(machine)
        matched[piece] = match_at(machine, begin, ends[piece], begin, start) == MATCHED
        for slot in range(captures.shape[1]):
            captures[piece, slot] = saved[slot]


@inlined
def _message(machine: Machine, begin: int, end: int, needle: int, place: int, candidates: Candidates) -> int:
    """The first of a needle's messages that matches the record; ASK where none does or that is not sure."""
    for entry in range(candidates.firsts[needle], candidates.firsts[needle + 1]):
        start, lead = candidates.starts[entry], candidates.leads[entry]
        if start < 0:
            return ASK
        at = begin if lead < 0 else max(begin, place - lead)
        literal, size = candidates.literals[entry], candidates.sizes[entry]
        fared = search(machine, begin, end, at, start, literal, size)
        if fared == UNSURE:
            return ASK
        if fared == MATCHED:
            return int(candidates.numbers[entry])
    return ASK


@compiled
def classified(
    text: Array,
    begins: Array,
    ends: Array,
    longest: int,
    needles: Needles,
    candidates: Candidates,
    code: Code,
    room: Room,
    message: Array,
    captures: Array,
) -> None:
    """Per record the number of the message that it holds, NO_MESSAGE or ASK, and its captures.

    A needle stands in the first `longest` bytes.
    """
    machine, saved, table = machine_of(text, code, room), room.saved, table_of(needles)
    for record in range(len(begins)):
        begin, end = begins[record], ends[record]
        needle, place = first_needle(machine.text, begin, min(end, begin + longest), table)
        clear(machine)
        message[record] = NO_MESSAGE
        if needle >= 0:
            message[record] = _message(machine, begin, end, needle, place, candidates)
        for slot in range(captures.shape[1]):
            captures[record, slot] = saved[slot]


@compiled
def views(text: Array, places: Array, column: int, out: Array, words: Array) -> None:
    """Arrow's string views (16 bytes each: size, then the text itself or its first four bytes and its place).

    A text begins at the number in the column of `places`, and ends at the next one. `words`: `out` as numbers of four
    bytes.
    """
    for row in range(len(places)):
        begin, size = places[row, column], places[row, column + 1] - places[row, column]
        if begin < 0 or size < 0:
            words[4 * row] = 0
            continue
        words[4 * row] = size
        place = 16 * row + 4
        for number in range(size if size <= 12 else 4):
            out[place + number] = text[begin + number]
        if size > 12:
            words[4 * row + 2] = 0
            words[4 * row + 3] = begin
