"""Blocks of plain log text on the fast road: lines, heads, messages and fields by one compiled scan. No Spark.

The scan reads what a program wrote undisturbed: a record of one ASCII line in the log's first layout, with a message
that matches in full. It leaves every other line to the general road (`log_records`, `log_fields`), which decides alone
what is broken, wrapped, of several lines or in another script; so both give the same rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa

from rmqkit.formats.logs.catalogue import FIELDS, MESSAGES, by_needle, needles
from rmqkit.formats.logs.layout_table import BY_NAME
from rmqkit.formats.logs.layouts import LogShape
from rmqkit.scan import loops
from rmqkit.scan.compiler import kept
from rmqkit.scan.loops import ASK, NO_MESSAGE, Candidates
from rmqkit.scan.machine import room_for
from rmqkit.scan.needles import Needles, needles_of
from rmqkit.scan.programs import Code, Programs, Unsupported, bytes_of, code_of
from rmqkit.tables.log_fields import HEAD
from rmqkit.tables.log_records import HEAD_COLUMNS, Lines, layouts_of, plain_lines

__all__ = ["ASK", "NO_MESSAGE", "scanned_heads", "scanned_lines", "scanned_messages"]

Array = np.ndarray[Any, Any]

# A needle that stands in no fixed place of its message's first literal.
_ANYWHERE = -1


@dataclass(frozen=True)
class _Heads:
    """The compiled start and head of one layout."""

    start: int
    head: int
    code: Code


@cache
def _layout_heads(layout: str) -> _Heads:
    programs = Programs(HEAD_COLUMNS)
    start = programs.add(BY_NAME[layout].start)
    head = programs.add(BY_NAME[layout].head)
    return _Heads(start, head, code_of(programs))


@dataclass(frozen=True)
class _Catalogue:
    """The needles, the messages that each may stand for, and every message's program."""

    needles: Needles
    candidates: Candidates
    code: Code


@cache
def _catalogue() -> _Catalogue:
    """The whole catalogue; making its tables takes half a second, reading them none."""
    texts = ((message.event, message.template, message.pattern) for message in MESSAGES)
    made_of = list(chain.from_iterable(texts))
    return kept("catalogue", made_of, _made_catalogue)


def _made_catalogue() -> _Catalogue:
    programs = Programs(FIELDS)
    entries: list[tuple[int, ...]] = []
    firsts = [0]
    starts = [_added(programs, message.pattern) for message in MESSAGES]
    numbers = {id(message): number for number, message in enumerate(MESSAGES)}
    for needle in needles():
        for message in by_needle()[needle]:
            number = numbers[id(message)]
            entries.append((number, *_first_literal(programs, starts[number], needle.encode())))
        firsts.append(len(entries))
    columns = np.array(entries, np.int64).T.copy()
    candidates = Candidates(np.array(firsts, np.int64), *columns)
    encoded = [needle.encode() for needle in needles()]
    return _Catalogue(needles_of(encoded), candidates, code_of(programs))


def _added(programs: Programs, pattern: str) -> int:
    try:
        return programs.add(pattern)
    except Unsupported:
        return -1


def _first_literal(programs: Programs, start: int, needle: bytes) -> tuple[int, int, int, int]:
    """A program's start, where its first literal stands and its size, and how far in front of the needle it begins.

    No literal that holds the needle can stand in front of the first needle by more than that.
    """
    if start < 0:
        return -1, 0, 0, _ANYWHERE
    place, size = programs.first_literal(start)
    return start, place, size, bytes(programs.literals[place : place + size]).find(needle)


def scanned_lines(block: bytes, shape: LogShape) -> Lines:
    """The lines of a block, and which of them begin a record in the log's first layout."""
    lines = plain_lines(block)
    program = _layout_heads(layouts_of(shape)[0].name)
    opened = lines.opened
    none = np.empty((len(opened), 0), np.int32)
    places, code = (lines.begins, lines.closed), program.code
    loops.beginnings(bytes_of(block), *places, program.start, code, room_for(code), opened, none)
    return lines


def scanned_heads(block: bytes, begins: Array, ends: Array, shape: LogShape) -> tuple[Array, Array]:
    """Per record whether the head of the log's first layout matches, and the places of its fields.

    Two numbers for each of HEAD_COLUMNS: where the field begins and ends, -1 for a field that it does not have.
    """
    program = _layout_heads(layouts_of(shape)[0].name)
    matched = np.empty(len(begins), np.bool_)
    captures = np.empty((len(begins), 2 * len(HEAD_COLUMNS)), np.int32)
    code = program.code
    loops.beginnings(bytes_of(block), begins, ends, program.head, code, room_for(code), matched, captures)
    return matched, captures


@dataclass(frozen=True)
class Messages:
    """Per record the number of its message in the catalogue (or NO_MESSAGE, or ASK), and the places of its fields.

    Two numbers for each of FIELDS: where it begins and ends, -1 for one that it does not have.
    """

    numbers: Array
    captures: Array


def scanned_messages(block: bytes, begins: Array, ends: Array) -> Messages:
    """The messages of records of one ASCII line each."""
    tables = _catalogue()
    numbers = np.empty(len(begins), np.int32)
    captures = np.empty((len(begins), 2 * len(FIELDS)), np.int32)
    records, found = (bytes_of(block), begins, ends, HEAD), (numbers, captures)
    code = (tables.code, room_for(tables.code))
    loops.classified(*records, tables.needles, tables.candidates, *code, *found)
    return Messages(numbers, captures)


def pieces(block: bytes, places: Array, number: int = 0) -> pl.Series:
    """Pieces of the block without copying them; null where a piece begins below 0.

    `places`: numbers of four bytes, two columns for each kind of piece; `number`: which of the kinds.
    """
    out = np.zeros(16 * len(places), np.uint8)
    loops.views(bytes_of(block), places, 2 * number, out, out.view(np.int32))
    missing = places[:, 2 * number] < 0
    valid = pa.py_buffer(np.packbits(~missing, bitorder="little")) if missing.any() else None
    array = pa.Array.from_buffers(pa.string_view(), len(places), [valid, pa.py_buffer(out), pa.py_buffer(block)])
    return pl.Series(array)
