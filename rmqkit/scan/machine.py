"""The machine that runs patterns over a block's bytes, compiled by numba. No lines, no records, no strings.

All numbers are of 64 bits: numba makes a function anew for each width that it is called with.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import types
from numba.core.extending import intrinsic
from numba.np.arrayobj import make_array

from rmqkit.scan.compiler import ZERO, called, inlined
from rmqkit.scan.programs import (
    ALL,
    BEGIN,
    END,
    FEW,
    JUMP,
    LITERAL,
    MANY,
    MATCH,
    ONE,
    SAVE,
    SPLIT,
    WIDTH,
    Code,
)

Array = np.ndarray[Any, Any]
Pointer = MutableSequence[int]
"""An array's numbers without the array: no size, no owner."""

_STACK = 256
_FRAME = 4
_STEPS = 20_000
# What a frame on the stack of choices is.
_OTHER, _LESS, _MORE, _UNDO = 0, 1, 2, 3

MATCHED, MISSED, UNSURE = 1, 0, -1
"""How a pattern fared; UNSURE: more choices than the machine keeps, ask the general road."""


if TYPE_CHECKING:

    def pointer(array: Array) -> Pointer:
        """Where an array's numbers stand."""

else:

    @intrinsic
    def pointer(typing, array):  # noqa: ANN001, ANN201
        """Where an array's numbers stand: an array handed on has its references counted every time."""

        def data(context, builder, signature, arguments):  # noqa: ANN001, ANN202
            return make_array(signature.args[0])(context, builder, arguments[0]).data

        return types.CPointer(array.dtype)(array), data


class Machine(NamedTuple):
    """A text and the code that runs on it, as pointers; `saved`: where groups begin and end; `stack`: choices left."""

    text: Pointer
    steps: Pointer
    pool: Pointer
    classes: Pointer
    slots: int
    saved: Pointer
    stack: Pointer


class Room(NamedTuple):
    """Where a machine keeps places and choices. Its maker has to hold it while the machine runs."""

    saved: Array
    stack: Array


def room_for(code: Code) -> Room:
    """Room for a machine that runs this code."""
    return Room(np.empty(code.slots, np.int64), np.empty(_STACK * _FRAME, np.int64))


@inlined
def machine_of(text: Array, code: Code, room: Room) -> Machine:
    """The code at work on a text; the arrays have to outlive it."""
    return Machine(
        pointer(text),
        pointer(code.steps),
        pointer(code.pool),
        pointer(code.classes),
        code.slots,
        pointer(room.saved),
        pointer(room.stack),
    )


@inlined
def holds(text: Pointer, at: int, end: int, pool: Pointer, offset: int, size: int) -> bool:
    """Whether a literal of the pool stands at a place."""
    if at + size > end:
        return False
    same = 0
    while same < size and text[at + same] == pool[offset + same]:
        same += 1
    return same == size


@inlined
def clear(m: Machine) -> None:
    """Forget what was saved."""
    for slot in range(m.slots):
        m.saved[slot] = -1


@inlined
def _in(m: Machine, members: int, at: int, end: int) -> bool:
    """Whether a byte of the class stands at a place; any place is in the class WHOLE."""
    return members < 0 or (at < end and m.classes[256 * members + m.text[at]] != 0)


@inlined
def _is_word(m: Machine, begin: int, end: int, at: int) -> bool:
    if at < begin or at >= end:
        return False
    byte = int(m.text[at])
    return 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122 or byte == 95


@inlined
def _asserted(m: Machine, does: int, begin: int, end: int, at: int) -> bool:
    """Whether a place is the beginning, the end or, for any other instruction, a word's boundary."""
    if does == BEGIN:
        return at == begin
    if does == END:
        return at == end
    return _is_word(m, begin, end, at - 1) != _is_word(m, begin, end, at)


@inlined
def _one(m: Machine, step: int, begin: int, end: int, at: int) -> int:
    """Where an instruction without a choice leads; -1 where it does not match."""
    does, operand = m.steps[step], m.steps[step + 1]
    if does == LITERAL:
        size = m.steps[step + 2]
        return at + size if holds(m.text, at, end, m.pool, operand, size) else -1
    if does == ONE:
        return at + 1 if at < end and _in(m, operand, at, end) else -1
    return at if _asserted(m, does, begin, end, at) else -1


@inlined
def _run(m: Machine, at: int, limit: int, members: int) -> int:
    """Where a run of a class's members ends."""
    if members < 0:
        return limit
    while at < limit and m.classes[256 * members + m.text[at]] != 0:
        at += 1
    return at


@inlined
def _until(m: Machine, at: int, limit: int, members: int, following: int) -> int:
    """The next place of a run at which it may end, because a byte that can follow stands there."""
    if following < 0:
        return at
    while at < limit and m.classes[256 * following + m.text[at]] == 0:
        if members >= 0 and m.classes[256 * members + m.text[at]] == 0:
            break
        at += 1
    return at


@inlined
def _back(m: Machine, at: int, low: int, end: int, following: int) -> int:
    """The last place of a run, from `at` back to `low`, at which it may end; below `low` when there is none."""
    while at >= low and not _in(m, following, at, end):
        at -= 1
    return at


@inlined
def _push(m: Machine, depth: int, kind: int, step: int, at: int, bound: int) -> int:
    frame = _FRAME * depth
    m.stack[frame] = step
    m.stack[frame + 1] = at
    m.stack[frame + 2] = bound
    m.stack[frame + 3] = kind
    return depth + 1


@inlined
def _limit(m: Machine, step: int, at: int, end: int) -> int:
    """How far a repeat may go."""
    most = m.steps[step + 3]
    return end if most < 0 or at + most > end else at + most


@inlined
def _greedy(m: Machine, step: int, end: int, at: int, depth: int) -> tuple[int, int]:
    """Where a greedy repeat leads first (-1: nowhere), and the stack's depth with what it can give back."""
    low = at + m.steps[step + 2]
    place = _run(m, at, _limit(m, step, at, end), m.steps[step + 1])
    if m.steps[step] == MANY:
        place = _back(m, place, low, end, m.steps[step + 4])
        if place > low:
            depth = _push(m, depth, _LESS, step, place, low)
    return (place if place >= low else -1), depth


@inlined
def _lazy(m: Machine, step: int, end: int, at: int, depth: int) -> tuple[int, int]:
    """Where a lazy repeat leads first (-1: nowhere), and the stack's depth with what it can take more."""
    members = m.steps[step + 1]
    limit, low = _limit(m, step, at, end), at + m.steps[step + 2]
    place = _run(m, at, min(low, limit), members)
    if place < low:
        return -1, depth
    place = _until(m, place, limit, members, m.steps[step + 4])
    if place < limit and _in(m, members, place, end):
        depth = _push(m, depth, _MORE, step, place, limit)
    return place, depth


@inlined
def _choice(m: Machine, step: int, end: int, at: int, depth: int) -> tuple[int, int]:
    """The way that a split takes first, and the stack's depth with the other one if that can match too."""
    first = _in(m, m.steps[step + 3], at, end)
    if first and _in(m, m.steps[step + 4], at, end):
        depth = _push(m, depth, _OTHER, WIDTH * m.steps[step + 2], at, 0)
    return WIDTH * (m.steps[step + 1] if first else m.steps[step + 2]), depth


@inlined
def _save(m: Machine, step: int, at: int, depth: int) -> int:
    """Keep a place; the stack's depth with the one of before, if anything can be taken back at all."""
    slot = m.steps[step + 1]
    if depth:
        depth = _push(m, depth, _UNDO, slot, m.saved[slot], 0)
    m.saved[slot] = at
    return depth


@inlined
def _less(m: Machine, step: int, at: int, bound: int, end: int, depth: int) -> tuple[int, int]:
    """Where a greedy repeat leads with fewer (-1: nowhere), and the stack's depth with what is left."""
    at = _back(m, at - 1, bound, end, m.steps[step + 4])
    if at > bound:
        depth = _push(m, depth, _LESS, step, at, bound)
    return (at if at >= bound else -1), depth


@inlined
def _more(m: Machine, step: int, at: int, limit: int, end: int, depth: int) -> tuple[int, int]:
    """Where a lazy repeat leads with more, and the stack's depth with what is left."""
    members = m.steps[step + 1]
    at = _until(m, at + 1, limit, members, m.steps[step + 4])
    if at < limit and _in(m, members, at, end):
        depth = _push(m, depth, _MORE, step, at, limit)
    return at, depth


@inlined
def _again(m: Machine, end: int, depth: int) -> tuple[int, int, int]:
    """The instruction and the place of the last choice that is left (-1: none), and the stack's depth without it."""
    while depth:
        depth -= 1
        frame = _FRAME * depth
        step, at = m.stack[frame], m.stack[frame + 1]
        bound, kind = m.stack[frame + 2], m.stack[frame + 3]
        if kind == _OTHER:
            return step, at, depth
        if kind == _UNDO:
            m.saved[step] = at
            continue
        if kind == _LESS:
            place, depth = _less(m, step, at, bound, end, depth)
        else:
            place, depth = _more(m, step, at, bound, end, depth)
        if place >= 0:
            return step + WIDTH, place, depth
    return -1, -1, 0


@inlined
def _taken(m: Machine, step: int, begin: int, end: int, at: int, depth: int) -> tuple[int, int]:
    """Where an instruction about the text leads (-1: nowhere), and the stack's depth with its other ways."""
    does = m.steps[step]
    if does in (MANY, ALL):
        return _greedy(m, step, end, at, depth)
    if does == FEW:
        return _lazy(m, step, end, at, depth)
    return _one(m, step, begin, end, at), depth


@called
def match_at(m: Machine, begin: int, end: int, at: int, start: int) -> int:
    """Whether the program at `start` matches text[begin:end] from `at`; groups are saved.

    The text is a line without its end. A backtracking matcher: alternatives and repeats are tried
    in the order of the pattern, as Perl and Rust's leftmost-first do.
    """
    depth, place, step = ZERO, at, WIDTH * start
    for _ in range(_STEPS):
        does = m.steps[step]
        if does == MATCH:
            return MATCHED
        if depth >= _STACK:
            return UNSURE
        if does == SPLIT:
            step, depth = _choice(m, step, end, place, depth)
        elif does == JUMP:
            step = WIDTH * m.steps[step + 1]
        elif does == SAVE:
            depth = _save(m, step, place, depth)
            step += WIDTH
        else:
            place, depth = _taken(m, step, begin, end, place, depth)
            step += WIDTH
            if place < 0:
                step, place, depth = _again(m, end, depth)
                if step < 0:
                    return MISSED
    return UNSURE


@inlined
def search(m: Machine, begin: int, end: int, at: int, start: int, literal: int, size: int) -> int:
    """The leftmost match in text[begin:end] from `at`; `literal`, `size`: where its first literal stands in the pool.

    `size` 0: every place is tried.
    """
    for place in range(at, end + 1 - size):
        if holds(m.text, place, end, m.pool, literal, size):
            clear(m)
            fared = match_at(m, begin, end, place, start)
            if fared != MISSED:
                return fared
    return MISSED
