"""JSON as RocketMQ's files have it, each value with its line: fastjson 1 prints numeric keys
without quotes and objects as keys. No knowledge of any file here.
"""

from __future__ import annotations

import re
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
    may come twice and need not be a text."""

    line: int
    value: Any


class _JsonReader:
    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.line = 0

    def token(self) -> re.Match[str]:
        match = _TOKEN.match(self.text, self.at)
        if match is None:
            raise ValueError("the JSON ends before it is closed")
        start = match.end() - len(match[0].lstrip())
        self.line += self.text.count("\n", self.at, start)
        self.at = match.end()
        return match

    def value(self, token: re.Match[str], depth: int = 0) -> Value:
        """What the token begins."""
        if depth > _DEEPEST:
            raise ValueError("the JSON is nested too deeply")
        line = self.line
        if token["sign"] == "{":
            members: list[tuple[Any, Value]] = []
            while (token := self.token())["sign"] != "}":
                if token["sign"] != ",":
                    key = self.value(token, depth + 1)
                    if self.token()["sign"] != ":":
                        raise ValueError("a key without a value")
                    members.append((key.value, self.value(self.token(), depth + 1)))
            return Value(line, members)
        if token["sign"] == "[":
            items: list[Value] = []
            while (token := self.token())["sign"] != "]":
                if token["sign"] != ",":
                    items.append(self.value(token, depth + 1))
            return Value(line, tuple(items))
        if token["sign"]:
            raise ValueError(f"no value, but {token['sign']}")
        quoted = token["text"] if token["text"] is not None else token["single"]
        if quoted is not None:
            return Value(line, _ESCAPED.sub(_meant, quoted))
        bare = token["bare"]
        is_number = re.fullmatch(r"-?\d+", bare, re.ASCII) is not None
        return Value(line, int(bare) if is_number else _PLAIN.get(bare, bare))


def _meant(match: re.Match[str]) -> str:
    sign = match[1]
    return chr(int(sign[1:], 16)) if len(sign) == 5 else _SHORT.get(sign, sign)


def read_json(text: str, at: int = 0) -> tuple[Value, int] | None:
    """The object or list that a text begins with from a place on, and the character behind it; None for anything
    else."""
    reader = _JsonReader(text, at)
    try:
        value = reader.value(reader.token())
    except (ValueError, RecursionError):
        return None
    return (value, reader.at) if isinstance(value.value, (list, tuple)) else None


def members(value: Value | None) -> list[tuple[Any, Value]]:
    """What an object holds; nothing for another value."""
    return value.value if value is not None and isinstance(value.value, list) else []


def member(value: Value | None, name: str) -> Value | None:
    """One member of an object; None where it has none of this name."""
    return next((inner for key, inner in members(value) if key == name), None)


def plain(value: Value) -> Any:  # noqa: ANN401
    """A value without lines; keys that are objects are left as lists of pairs."""
    if isinstance(value.value, list):
        return {str(key): plain(inner) for key, inner in value.value}
    if isinstance(value.value, tuple):
        return list(map(plain, value.value))
    return value.value
