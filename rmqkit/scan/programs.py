"""Patterns as tables of numbers, for the machine that runs them. What runs them is none of this.

Python's own parser reads the expressions of layouts and messages. The dialect is what these use of
it: literals, classes, groups, alternatives, greedy and lazy repeats, `^`, `$` and `\\b`, all of them
on ASCII text, with the meaning that Rust's `regex` gives them. Beside what it does, an instruction
knows with which bytes a match can go on behind it. So the machine need not try what the next byte
rules out, nor remember a choice that is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from re import _constants as of_re  # type: ignore[attr-defined]
from re import _parser as parser_of_re  # type: ignore[attr-defined]
from typing import Any, NamedTuple

import numpy as np

UNBOUNDED = -1
Bytes = frozenset[int]
Part = tuple[Any, Any]
"""A part of an expression as Python's parser gives it: what it is, and what it is made of."""

_ALL: Bytes = frozenset(range(256))
_SPACES: Bytes = frozenset(b"\t\n\v\f\r ")
_CATEGORIES: dict[object, Bytes] = {
    of_re.CATEGORY_DIGIT: frozenset(b"0123456789"),
    of_re.CATEGORY_SPACE: _SPACES,
    of_re.CATEGORY_NOT_SPACE: _ALL - _SPACES,
    of_re.CATEGORY_WORD: frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"),
}
NOT_NEWLINE = _ALL - frozenset(b"\n")


class Unsupported(Exception):
    """A pattern outside the dialect: the general road has to run it."""


def _bytes_of(what: object, inside: Any) -> Bytes | None:  # noqa: ANN401
    """The bytes of which a part stands for one; None for a part of another kind. Raises Unsupported."""
    match what:
        case of_re.ANY:
            return NOT_NEWLINE
        case of_re.LITERAL | of_re.NOT_LITERAL | of_re.RANGE:
            first, last = inside if what is of_re.RANGE else (inside, inside)
            if last > 127:
                raise Unsupported(chr(last))
            members = frozenset(range(first, last + 1))
            return _ALL - members if what is of_re.NOT_LITERAL else members
        case of_re.CATEGORY if inside in _CATEGORIES:
            return _CATEGORIES[inside]
        case of_re.IN:
            is_negated = inside[0][0] is of_re.NEGATE
            each = [_bytes_of(*one) for one in inside[is_negated:]]
            if None in each:
                raise Unsupported(str(inside))
            members = frozenset[int]().union(*filter(None, each))
            return _ALL - members if is_negated else members
    return None


MATCH, LITERAL, ONE, SAVE, SPLIT, JUMP, MANY, FEW, BEGIN, END, BOUNDARY, ALL = range(12)
WIDTH = 6
"""Numbers per instruction: what it does and five operands.

LITERAL: place and size in the pool. ONE: class. SAVE: slot. JUMP: where to. SPLIT: the first and the
second choice, the classes of the bytes that each can begin with. MANY (greedy, takes choices
back), FEW (lazy), ALL (greedy, with nothing to take back): class, least, most, the class of the
bytes that can follow. `WHOLE` for a class: any byte of a line; for what can follow: anything.
"""

WHOLE = -1
_ASSERTIONS: dict[object, int] = {of_re.AT_BEGINNING: BEGIN, of_re.AT_END: END, of_re.AT_BOUNDARY: BOUNDARY}


class Code(NamedTuple):
    """Programs of patterns: instructions, the pool of their literals, their classes (256 numbers each: whether the
    byte is in it), how many slots they save."""

    steps: np.ndarray
    pool: np.ndarray
    classes: np.ndarray
    slots: int


@dataclass(frozen=True)
class Instruction:
    """One step of the machine; where SPLIT and JUMP lead is counted from the instruction itself."""

    does: int
    a: int = 0
    b: int = 0
    c: int = 0
    d: int = WHOLE


@dataclass
class Programs:
    """Patterns in one table of numbers. `slots`: the names whose beginning and end every pattern may save."""

    slots: Sequence[str]
    code: list[Instruction] = field(default_factory=list)
    literals: bytearray = field(default_factory=bytearray)
    classes: list[Bytes] = field(default_factory=list)

    def add(self, pattern: str) -> int:
        """Compile a pattern; returns where it starts. Raises Unsupported."""
        try:
            whole = parser_of_re.parse(pattern)
        except re.error as error:
            raise Unsupported(pattern) from error
        if whole.state.flags != re.UNICODE:
            raise Unsupported(pattern)
        names = {number: name for name, number in whole.state.groupdict.items()}
        program = [*self._emitted(whole, names), Instruction(MATCH)]
        start = len(self.code)
        self.code += [self._informed(program, number) for number in range(len(program))]
        return start

    def first_literal(self, start: int) -> tuple[int, int]:
        """Offset and length of the literal with which every match begins; (0, 0) where there is none."""
        while self.code[start].does == SAVE:
            start += 1
        step = self.code[start]
        return (step.a, step.b) if step.does == LITERAL else (0, 0)

    def table(self) -> np.ndarray:
        """The code as numbers, `WIDTH` for each instruction; jumps are made absolute."""
        rows = np.zeros((len(self.code), WIDTH), dtype=np.int64)
        for number, step in enumerate(self.code):
            moves = number if step.does in (SPLIT, JUMP) else 0
            rows[number, :5] = step.does, step.a + moves, step.b + moves, step.c, step.d
        return rows.reshape(-1)

    def _emitted(self, parts: Iterable[Part], names: Mapping[int, str]) -> list[Instruction]:
        """What runs some parts, one behind the other; neighbouring single bytes become one literal."""
        steps: list[Instruction] = []
        literal = bytearray()
        for what, inside in parts:
            members = _bytes_of(what, inside)
            if members is not None and len(members) == 1:
                literal += bytes(members)
                continue
            steps += self._literal(literal)
            literal = bytearray()
            if members is not None:
                steps.append(Instruction(ONE, self._class(members)))
            else:
                steps += self._one(what, inside, names)
        return steps + self._literal(literal)

    def _one(self, what: object, inside: Any, names: Mapping[int, str]) -> list[Instruction]:  # noqa: ANN401
        """What runs a part that stands for more or less than one byte."""
        match what:
            case of_re.BRANCH:
                *firsts, last = inside[1]
                rest = self._emitted(last, names)
                for part in reversed(firsts):
                    one = self._emitted(part, names)
                    split = Instruction(SPLIT, 1, len(one) + 2)
                    rest = [split, *one, Instruction(JUMP, len(rest) + 1), *rest]
                return rest
            case of_re.SUBPATTERN:
                group, added, removed, part = inside
                if not added and not removed and group is None:
                    return self._emitted(part, names)
                if group in names:
                    slot = 2 * self.slots.index(names[group])
                    return [Instruction(SAVE, slot), *self._emitted(part, names), Instruction(SAVE, slot + 1)]
            case of_re.MAX_REPEAT | of_re.MIN_REPEAT:
                least, most, part = inside
                return self._repeat(least, most, part, names, is_lazy=what is of_re.MIN_REPEAT)
            case of_re.AT if inside in _ASSERTIONS:
                return [Instruction(_ASSERTIONS[inside])]
        raise Unsupported(str(what))

    def _literal(self, text: bytes | bytearray) -> list[Instruction]:
        if not text:
            return []
        self.literals += text
        return [Instruction(LITERAL, len(self.literals) - len(text), len(text))]

    def _class(self, members: Bytes) -> int:
        if members not in self.classes:
            self.classes.append(members)
        return self.classes.index(members)

    def _repeat(
        self, least: int, most: int, part: Sequence[Part], names: Mapping[int, str], *, is_lazy: bool
    ) -> list[Instruction]:
        most = UNBOUNDED if most is of_re.MAXREPEAT else most
        members = _bytes_of(*part[0]) if len(part) == 1 else None
        if members is not None:
            return [Instruction(FEW if is_lazy else MANY, self._class(members), least, most)]
        one = self._emitted(part, names)
        steps = one * least
        inside, behind = 1, len(one) + 1
        if most == UNBOUNDED:
            behind += 1
            one = [*one, Instruction(JUMP, -len(one) - 1)]
        elif most - least != 1:
            raise Unsupported("a bounded repeat of a group")
        choices = (behind, inside) if is_lazy else (inside, behind)
        return [*steps, Instruction(SPLIT, *choices), *one]

    def _informed(self, program: Sequence[Instruction], number: int) -> Instruction:
        """The instruction with the classes of what can follow it."""
        step = program[number]
        if step.does == SPLIT:
            first, second = (self._first(program, number + way) for way in (step.a, step.b))
            return replace(step, c=self._class_or_whole(first), d=self._class_or_whole(second))
        if step.does not in (MANY, FEW):
            return step
        following, members = self._first(program, number + 1), self.classes[step.a]
        alone = step.does == MANY and following is not None and not following & members
        return replace(
            step,
            does=ALL if alone else step.does,
            a=WHOLE if members == NOT_NEWLINE else step.a,
            d=self._class_or_whole(following),
        )

    def _class_or_whole(self, members: Bytes | None) -> int:
        return WHOLE if members is None else self._class(members)

    def _first(self, program: Sequence[Instruction], number: int) -> Bytes | None:
        """The bytes with which a match can go on at an instruction; None where it may end there."""
        members: set[int] = set()
        seen, waiting = {number}, [number]
        while waiting:
            place = waiting.pop()
            step = program[place]
            ways_on: tuple[int, ...] = ()  # where it can lead without a byte, counted from itself
            if step.does == LITERAL:
                members.add(self.literals[step.a])
            elif step.does in (ONE, MANY, FEW):
                members |= self.classes[step.a]
                ways_on = () if step.does == ONE or step.b else (1,)
            elif step.does == SPLIT:
                ways_on = step.a, step.b
            elif step.does in (SAVE, JUMP):
                ways_on = (1 if step.does == SAVE else step.a,)
            else:
                return None
            ways = {place + way for way in ways_on} - seen
            seen |= ways
            waiting += ways
        return frozenset(members)


def bytes_of(text: bytes) -> np.ndarray:
    """A text as numbers, not copied."""
    return np.frombuffer(text, dtype=np.uint8)


def code_of(programs: Programs) -> Code:
    """The programs' tables."""
    pool = bytes_of(bytes(programs.literals) or b"\0")
    classes = np.zeros((max(1, len(programs.classes)), 256), dtype=np.uint8)
    for number, members in enumerate(programs.classes):
        classes[number, list(members)] = 1
    return Code(programs.table(), pool, classes.reshape(-1), 2 * len(programs.slots))
