"""Which of many literals stands first in a text: tables made of the literals, and the compiled search. No records.

All needles are looked for at once, without a look at most bytes (Wu and Manber): the last four bytes of
a window tell how far the window can move before it can hold a needle's beginning.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rmqkit.scan.compiler import inlined
from rmqkit.scan.machine import Array, Pointer, holds, pointer

GRAM = 4
_BUCKETS = 1 << 16
_SPREAD = 0x9E3779B1
_WORD = 0xFFFFFFFF
NO_NEEDLE = -1


class Needles(NamedTuple):
    """Literals, ready to be looked for.

    `window`: bytes of the shortest. `moves`: per hash of the window's last bytes how far the window can
    move. `firsts`, `numbers`: per hash of the window's ends the needles that begin so, the longest
    first. `pool`, `offsets`, `sizes`: their bytes.
    """

    window: int
    moves: Array
    firsts: Array
    numbers: Array
    pool: Array
    offsets: Array
    sizes: Array


class NeedleTable(NamedTuple):
    """What `Needles` holds, as pointers for the search."""

    window: int
    moves: Pointer
    firsts: Pointer
    numbers: Pointer
    pool: Pointer
    offsets: Pointer
    sizes: Pointer


def needles_of(words: Sequence[bytes]) -> Needles:
    """Tables for the words, of which none may be shorter than `GRAM`."""
    window = min(map(len, words))
    if window < GRAM:
        raise ValueError(f"a needle needs {GRAM} bytes: {min(words, key=len)!r}")
    sizes = np.array([len(word) for word in words], np.int64)
    last = window - GRAM
    moves = np.full(_BUCKETS, last + 1, np.uint8)
    for word in words:
        for at in range(last + 1):
            key = _hashed(_gram(word, at))
            moves[key] = min(moves[key], last - at)
    buckets: dict[int, list[int]] = defaultdict(list)
    for number in sorted(range(len(words)), key=lambda number: -len(words[number])):
        ends = _gram(words[number], 0) ^ (_gram(words[number], last) * _SPREAD & _WORD)
        buckets[_hashed(ends)].append(number)
    many = np.zeros(_BUCKETS, np.int64)
    many[list(buckets)] = [len(numbers) for numbers in buckets.values()]
    numbers = [number for _, numbers in sorted(buckets.items()) for number in numbers]
    return Needles(
        window,
        moves,
        np.concatenate(([0], np.cumsum(many))),
        np.array(numbers, np.int64),
        np.frombuffer(b"".join(words), dtype=np.uint8),
        np.concatenate(([0], np.cumsum(sizes)[:-1])).astype(np.int64),
        sizes,
    )


def _gram(word: bytes, at: int) -> int:
    return int.from_bytes(word[at : at + GRAM], "little")


def _hashed(gram: int) -> int:
    return (gram * _SPREAD & _WORD) >> 16


@inlined
def table_of(needles: Needles) -> NeedleTable:
    """The needles' tables as pointers; the arrays have to outlive it."""
    return NeedleTable(
        needles.window,
        pointer(needles.moves),
        pointer(needles.firsts),
        pointer(needles.numbers),
        pointer(needles.pool),
        pointer(needles.offsets),
        pointer(needles.sizes),
    )


@inlined
def _gram_at(text: Pointer, at: int) -> int:
    gram = 0
    for byte in range(GRAM):
        gram |= int(text[at + byte]) << 8 * byte
    return gram


@inlined
def _bucket(gram: int) -> int:
    return (gram * _SPREAD & _WORD) >> 16


@inlined
def _needle_at(text: Pointer, at: int, end: int, table: NeedleTable) -> int:
    """The longest needle that begins at a place."""
    last = _gram_at(text, at + table.window - GRAM) * _SPREAD & _WORD
    bucket = _bucket(_gram_at(text, at) ^ last)
    for entry in range(table.firsts[bucket], table.firsts[bucket + 1]):
        number = table.numbers[entry]
        if holds(text, at, end, table.pool, table.offsets[number], table.sizes[number]):
            return number
    return NO_NEEDLE


@inlined
def first_needle(text: Pointer, at: int, end: int, table: NeedleTable) -> tuple[int, int]:
    """The needle that stands first in text[at:end], the longest of several at one place, and where."""
    last = table.window - GRAM
    while at + table.window <= end:
        move = int(table.moves[_bucket(_gram_at(text, at + last))])
        if move == 0:
            number = _needle_at(text, at, end, table)
            if number >= 0:
                return number, at
            move = 1
        at += move
    return NO_NEEDLE, end
