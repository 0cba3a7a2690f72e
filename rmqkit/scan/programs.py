"""Patterns as tables of numbers, for the machine that runs them; regular expressions of layouts and messages are read
from their text as trees first. What runs them is none of this.

The dialect is what layouts and the catalogue use: literals, classes, groups, alternatives, greedy and lazy repeats,
`^`, `$` and `\\b`, all of them on ASCII text, with the meaning that Rust's `regex` gives them. Beside what it does, an
instruction knows with which bytes a match can go on behind it. So the machine need not try what the next byte rules
out, nor remember a choice that is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

import numpy as np

UNBOUNDED = -1
Bytes = frozenset[int]

_ALL: Bytes = frozenset(range(256))
_DIGITS: Bytes = frozenset(b"0123456789")
_SPACES: Bytes = frozenset(b"\t\n\v\f\r ")
_WORD: Bytes = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_CLASSES: dict[str, Bytes] = {
    "d": _DIGITS,
    "s": _SPACES,
    "S": _ALL - _SPACES,
    "w": _WORD,
    "n": frozenset(b"\n"),
    "t": frozenset(b"\t"),
    "r": frozenset(b"\r"),
}
NOT_NEWLINE = _ALL - frozenset(b"\n")


class Unsupported(Exception):
    """A pattern outside the dialect: the general road has to run it."""


@dataclass(frozen=True)
class Node:
    """A part of a pattern: one of `bytes` (a class), a `sequence`, `branches`, a repeat, a group, or an assertion."""

    kind: str
    bytes: Bytes = frozenset()
    parts: tuple[Node, ...] = ()
    least: int = 1
    most: int = 1
    lazy: bool = False
    name: str = ""


_ANY = Node("one", NOT_NEWLINE)
_REPEATS = frozenset("*+?{")


class _Parser:
    """One pattern, read from left to right."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0

    def parse(self) -> Node:
        """The whole pattern. Raises Unsupported."""
        node = self._branches()
        if self.at < len(self.pattern):
            raise Unsupported(self.pattern)
        return node

    def _take(self, text: str) -> bool:
        if not self.pattern.startswith(text, self.at):
            return False
        self.at += len(text)
        return True

    def _next(self) -> str:
        if self.at >= len(self.pattern):
            raise Unsupported(self.pattern)
        self.at += 1
        return self.pattern[self.at - 1]

    def _branches(self) -> Node:
        branches = [self._sequence()]
        while self._take("|"):
            branches.append(self._sequence())
        return branches[0] if len(branches) == 1 else Node("branches", parts=tuple(branches))

    def _sequence(self) -> Node:
        parts: list[Node] = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            atom = self._atom()
            bounds = self._bounds()
            if bounds is not None:
                least, most = bounds
                atom = Node("repeat", parts=(atom,), least=least, most=most, lazy=self._take("?"))
            parts.append(atom)
        return Node("sequence", parts=tuple(parts))

    def _atom(self) -> Node:
        if self._take("("):
            name = ""
            if self._take("?P<"):
                end = self.pattern.index(">", self.at)
                name, self.at = self.pattern[self.at : end], end + 1
            elif not self._take("?:"):
                raise Unsupported(self.pattern)
            inner = self._branches()
            if not self._take(")"):
                raise Unsupported(self.pattern)
            return Node("group", parts=(inner,), name=name) if name else inner
        if self._take("["):
            return Node("one", self._class())
        character = self._next()
        if character == "\\":
            escaped = self._next()
            return Node("boundary") if escaped == "b" else Node("one", _escape(escaped))
        if character in "^$":
            return Node("begin" if character == "^" else "end")
        return _ANY if character == "." else _plain(character)

    def _class(self) -> Bytes:
        negated = self._take("^")
        members: set[int] = set()
        first = True
        while first or not self._take("]"):
            first = False
            one = self._class_member()
            if self.pattern[self.at] == "-" and self.pattern[self.at + 1] != "]" and len(one) == 1:
                self.at += 1
                one = frozenset(range(min(one), min(self._class_member()) + 1))
            members |= one
        return _ALL - members if negated else frozenset(members)

    def _class_member(self) -> Bytes:
        character = self._next()
        return _escape(self._next()) if character == "\\" else _byte(character)

    def _bounds(self) -> tuple[int, int] | None:
        if self.pattern[self.at : self.at + 1] not in _REPEATS:
            return None
        for sign, bounds in (("*", (0, UNBOUNDED)), ("+", (1, UNBOUNDED)), ("?", (0, 1))):
            if self._take(sign):
                return bounds
        self.at += 1
        end = self.pattern.index("}", self.at)
        least, _, most = self.pattern[self.at : end].partition(",")
        exact = "," not in self.pattern[self.at : end]
        self.at = end + 1
        return int(least), int(least) if exact else int(most or UNBOUNDED)


def parsed(pattern: str) -> Node:
    """The pattern as a tree. Raises Unsupported where it leaves the dialect."""
    return _Parser(pattern).parse()


@cache
def _plain(character: str) -> Node:
    """A byte that stands for itself; one node for all places, as the catalogue has sixty thousand of them."""
    return Node("one", _byte(character))


def _byte(character: str) -> Bytes:
    if not character.isascii():
        raise Unsupported(character)
    return frozenset(character.encode())


def _escape(character: str) -> Bytes:
    if character in _CLASSES:
        return _CLASSES[character]
    if character.isalnum():
        raise Unsupported(f"\\{character}")
    return _byte(character)


MATCH, LITERAL, ONE, SAVE, SPLIT, JUMP, MANY, FEW, BEGIN, END, BOUNDARY, ALL = range(12)
WIDTH = 6
"""Numbers per instruction: what it does and five operands.

LITERAL: place and size in the pool. ONE: class. SAVE: slot. JUMP: where to. SPLIT: the first and the
second choice, the classes of the bytes that each can begin with. MANY (greedy, takes choices
back), FEW (lazy), ALL (greedy, with nothing to take back): class, least, most, the class of the
bytes that can follow. `WHOLE` for a class: any byte of a line; for what can follow: anything.
"""

WHOLE = -1


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
        program = [*self._emitted(parsed(pattern)), Instruction(MATCH)]
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

    def _emitted(self, node: Node) -> list[Instruction]:
        match node.kind:
            case "sequence":
                steps: list[Instruction] = []
                literal = bytearray()
                for part in node.parts:  # neighbouring single bytes become one literal
                    if part.kind == "one" and len(part.bytes) == 1:
                        literal += bytes(part.bytes)
                        continue
                    steps += self._literal(literal)
                    literal = bytearray()
                    steps += self._emitted(part)
                return steps + self._literal(literal)
            case "one":
                is_literal = len(node.bytes) == 1
                return self._literal(bytes(node.bytes)) if is_literal else [Instruction(ONE, self._class(node.bytes))]
            case "branches":
                rest = self._emitted(node.parts[-1])
                for part in reversed(node.parts[:-1]):
                    one = self._emitted(part)
                    split = Instruction(SPLIT, 1, len(one) + 2)
                    rest = [split, *one, Instruction(JUMP, len(rest) + 1), *rest]
                return rest
            case "group":
                slot = 2 * self.slots.index(node.name)
                inner = self._emitted(node.parts[0])
                return [Instruction(SAVE, slot), *inner, Instruction(SAVE, slot + 1)]
            case "repeat":
                return self._repeat(node)
        return [Instruction({"begin": BEGIN, "end": END, "boundary": BOUNDARY}[node.kind])]

    def _literal(self, text: bytes | bytearray) -> list[Instruction]:
        if not text:
            return []
        self.literals += text
        return [Instruction(LITERAL, len(self.literals) - len(text), len(text))]

    def _class(self, members: Bytes) -> int:
        if members not in self.classes:
            self.classes.append(members)
        return self.classes.index(members)

    def _repeat(self, node: Node) -> list[Instruction]:
        part = node.parts[0]
        if part.kind == "one":
            does, members = FEW if node.lazy else MANY, self._class(part.bytes)
            return [Instruction(does, members, node.least, node.most)]
        steps: list[Instruction] = []
        for _ in range(node.least):
            steps += self._emitted(part)
        one = self._emitted(part)
        inside, behind = 1, len(one) + 1
        if node.most == UNBOUNDED:
            behind += 1
            one = [*one, Instruction(JUMP, -len(one) - 1)]
        elif node.most - node.least != 1:
            raise Unsupported("a bounded repeat of a group")
        choices = (behind, inside) if node.lazy else (inside, behind)
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
