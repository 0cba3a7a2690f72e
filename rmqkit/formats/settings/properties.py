"""`key=value`, a line each: broker.conf, namesrv.properties, application.properties, `export`s."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rmqkit.formats.settings.keys import (
    SERVERS_OWN,
    WrittenKey,
    is_environment,
    is_of_rocketmq,
    masked,
    program_of,
    unquoted,
)

_LINE = re.compile(r"^\s*(?:export\s+|ENV\s+|set\s+|-D)?(?P<key>[A-Za-z][\w.\-\[\]]*)\s*=(?!=)\s*(?P<value>.*?)\s*$")
# getBrokerConfig's own way of printing; its header and prompt are mqadmin's, and so are its lines
_HEADER = re.compile(r"^=+[^=\s]+=+$|.*\bget\w+Config\b")
_COMMENT = re.compile(r"^\s*(?:[#;!]|//)")


def is_line(line: str) -> bool:
    """Whether a line sets a key."""
    return _LINE.match(line) is not None


def runs(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """From where to where keys are set line by line, with one of RocketMQ's among them; comments
    and blank lines between them belong to it."""
    i = 0
    while i < len(lines):
        if not is_line(lines[i]):
            i += 1
            continue
        end = _end(lines, i)
        first = _with_comments(lines, i)
        if _holds_ours(lines[i:end]) and not _printed_by_mqadmin(lines, i):
            yield first, end
        i = end


def _end(lines: Sequence[str], begin: int) -> int:
    """Behind the last line that sets a key and is not further than comments from the one before."""
    end = begin + 1
    for i in range(begin + 1, len(lines)):
        if is_line(lines[i]):
            end = i + 1
        elif lines[i].strip() and not _COMMENT.match(lines[i]):
            break
    return end


def _with_comments(lines: Sequence[str], begin: int) -> int:
    """Where the comments right above begin (a licence, a heading)."""
    first = begin
    while first > 0 and _COMMENT.match(lines[first - 1]):
        first -= 1
    return first


def _holds_ours(lines: Sequence[str]) -> bool:
    return any(_is_ours(match["key"]) for line in lines if (match := _LINE.match(line)))


def _is_ours(key: str) -> bool:
    return key in SERVERS_OWN or is_environment(key) or (is_of_rocketmq(key) and "." in key)


def _printed_by_mqadmin(lines: Sequence[str], begin: int) -> bool:
    above = next((line for line in reversed(lines[:begin]) if line.strip()), "")
    return _HEADER.match(above.strip()) is not None


def settings(lines: Sequence[str], first: int = 0) -> list[WrittenKey]:
    """The settings of such lines; `first` is where they stand in a text.

    A server's file is taken whole; of another program's only what names RocketMQ.
    """
    matches = ((i, match) for i, line in enumerate(lines) if (match := _LINE.match(line)))
    pairs = [(i, match["key"], unquoted(match["value"])) for i, match in matches]
    keys = {key for _, key, _ in pairs}
    program = "environment" if all(map(is_environment, keys)) else program_of(keys)
    whole = program in ("broker", "namesrv", "proxy")
    return [
        WrittenKey(first + i, program, key, masked(key, value))
        for i, key, value in pairs
        if whole or is_of_rocketmq(key) or is_environment(key)
    ]
