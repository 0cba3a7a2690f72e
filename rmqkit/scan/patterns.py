"""Regular expressions of layouts and messages as trees, read from their text. What runs them is none of this.

The dialect is what layouts and the catalogue use: literals, classes, groups, alternatives, greedy
and lazy repeats, `^`, `$` and `\\b`, all of them on ASCII text, with the meaning that Rust's
`regex` gives them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

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
