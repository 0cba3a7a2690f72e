"""JSON as RocketMQ's files have it, each value with its line: fastjson 1 prints numeric keys
without quotes and objects as keys. No knowledge of any file here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_TOKEN = re.compile(
    r"\s*(?:(?P<sign>[{}\[\]:,])|\"(?P<text>(?:[^\"\\]|\\.)*)\"|'(?P<single>(?:[^'\\]|\\.)*)'|(?P<bare>[^\s{}\[\]:,\"']+))"
)
_PLAIN = {"true": True, "false": False, "null": None}
_ESCAPED = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
_SHORT = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_DEEPEST = 60


@dataclass(frozen=True)
class Value:
    """A value and the line on which it begins, from 0. Objects are lists of (key, value), for a key
    may come twice and need not be a text. One that is not whole ends where the text ends or breaks."""

    line: int
    value: Any
    whole: bool = True


class _JsonReader:
    """Reads from a place on. One that is lenient keeps what came before the place where the text breaks."""

    def __init__(self, text: str, at: int = 0, *, lenient: bool = False) -> None:
        self.text = text
        self.at = at
        self.line = 0
        self.lenient = lenient
        self.broken = False

    def token(self) -> re.Match[str]:
        match = None if self.broken else _TOKEN.match(self.text, self.at)
        if match is None:
            raise ValueError("the JSON ends before it is closed")
        start = match.end() - len(match[0].lstrip())
        self.line += self.text.count("\n", self.at, start)
        self.at = match.end()
        return match

    def value(self, depth: int = 0) -> Value:
        return self._of(self.token(), depth)

    def _of(self, token: re.Match[str], depth: int) -> Value:
        if depth > _DEEPEST:
            raise ValueError("the JSON is nested too deeply")
        line = self.line
        if token["sign"] == "{":
            members: list[tuple[Any, Value]] = []
            return Value(line, members, self._is_filled(self._fill_members, members, depth))
        if token["sign"] == "[":
            items: list[Value] = []
            whole = self._is_filled(self._fill_items, items, depth)
            return Value(line, tuple(items), whole)
        if token["sign"]:
            raise ValueError(f"no value, but {token['sign']}")
        quoted = token["text"] if token["text"] is not None else token["single"]
        if quoted is not None:
            return Value(line, _ESCAPED.sub(_meant, quoted))
        bare = token["bare"]
        is_number = re.fullmatch(r"-?\d+", bare, re.ASCII) is not None
        return Value(line, int(bare) if is_number else _PLAIN.get(bare, bare))

    def _is_filled(self, fill: Callable[[list[Any], int], None], inside: list[Any], depth: int) -> bool:
        """Whether an object or a list was read to its end."""
        try:
            fill(inside, depth)
        except ValueError:
            if not self.lenient:
                raise
            last = inside[-1] if inside else None
            value = last[1] if isinstance(last, tuple) else last
            is_scalar = value is not None and not isinstance(value.value, (list, tuple))
            # the text ends right behind a value that nothing closes: of a number the rest may be lost
            if not self.broken and is_scalar and self.text[self.at - 1 : self.at] not in ('"', "'"):
                inside.pop()
            self.broken = True
        return not self.broken

    def _fill_members(self, members: list[tuple[Any, Value]], depth: int) -> None:
        while (token := self.token())["sign"] != "}":
            if token["sign"] == ",":
                continue
            key = self._of(token, depth + 1)
            if self.token()["sign"] != ":":
                raise ValueError("a key without a value")
            members.append((key.value, self.value(depth + 1)))

    def _fill_items(self, items: list[Value], depth: int) -> None:
        while (token := self.token())["sign"] != "]":
            if token["sign"] != ",":
                items.append(self._of(token, depth + 1))


def _meant(match: re.Match[str]) -> str:
    sign = match[1]
    return chr(int(sign[1:], 16)) if len(sign) == 5 else _SHORT.get(sign, sign)


def read_json(text: str, at: int = 0) -> tuple[Value, int] | None:
    """The object or list that a text begins with from a place on, and the character behind it; None for anything
    else."""
    return _read(_JsonReader(text, at))


def read_json_so_far(text: str, at: int = 0) -> tuple[Value, int] | None:
    """The same from a place on, as far as the text holds it where that is cut or damaged."""
    return _read(_JsonReader(text, at, lenient=True))


def _read(reader: _JsonReader) -> tuple[Value, int] | None:
    try:
        value = reader.value()
    except (ValueError, RecursionError):
        return None
    return (value, reader.at) if isinstance(value.value, (list, tuple)) else None


def members(value: Value | None) -> list[tuple[Any, Value]]:
    """What an object holds; nothing for another value."""
    return value.value if value is not None and isinstance(value.value, list) else []


def member(value: Value | None, name: str) -> Value | None:
    """One member of an object; None where it has none of this name."""
    return next((inner for key, inner in members(value) if key == name), None)


def plain(value: Value | None) -> Any:  # noqa: ANN401
    """A value without lines; keys that are objects are left as lists of pairs."""
    if value is None:
        return None
    if isinstance(value.value, list):
        return {str(key): plain(inner) for key, inner in value.value}
    if isinstance(value.value, tuple):
        return list(map(plain, value.value))
    return value.value
