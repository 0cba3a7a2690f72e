"""Configuration as people paste it: properties, YAML, the environment of containers, and code that sets up clients.
Text in, rows of table `settings` out.

No judgement: a setting says what somebody wrote down, not that any process runs with it. Values of keys and passwords
are masked here, so that they are in no table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import tzinfo
from typing import NamedTuple

from rmqkit.formats.block import Block, Parsed
from rmqkit.formats.moments import localise
from rmqkit.formats.settings import code, documents
from rmqkit.formats.settings.keys import WrittenKey, names_rocketmq
from rmqkit.formats.threads import DumpSpan

__all__ = ["parse", "spans"]


class _Shape(NamedTuple):
    """One way to write configuration: the lines that begin it, go on with it, and set nothing between such lines, and
    those that only RocketMQ's has. `read` takes the lines and the number of the first."""

    begins: re.Pattern[str]
    goes_on: re.Pattern[str]
    nothing: re.Pattern[str]
    own: re.Pattern[str]
    read: Callable[[Sequence[str], int], list[WrittenKey]]


_SHAPES = (
    _Shape(code.CODE, code.CODE, re.compile(r"\s*$"), code.OWN_CODE, code.keys_of_code),
    _Shape(documents.YAML, documents.WITHIN_YAML, documents.COMMENT, documents.OWN_YAML, documents.keys_of_yaml),
    _Shape(
        documents.PROPERTY, documents.PROPERTY, documents.COMMENT, documents.OWN_PROPERTY, documents.keys_of_properties
    ),
)
# getBrokerConfig and its like: the lines below their command or their heading are read as mqadmin's output
_MQADMINS = re.compile(r"^\s*=+[^=\s]+=+\s*$|.*\bget\w+Config\b")


def spans(lines: Sequence[str]) -> list[DumpSpan]:
    """The configurations in a file's lines, in their order; a file without any has none."""
    return [DumpSpan(first, end, 0) for first, end, _ in _runs(lines, 1, any(map(names_rocketmq, lines)))]


def parse(block: Block, zone: tzinfo) -> Parsed:
    """One row of `settings` per key that is RocketMQ's; other keys, comments and code are noise."""
    parsed = Parsed(at=localise(block.at, zone))
    keys = [key for _, _, keys in _runs(block.lines, block.first_line, True) for key in keys]
    for key in keys:
        parsed.add("settings", asdict(key))
    parsed.count(block.lines, {key.line - block.first_line for key in keys})
    return parsed


def _runs(lines: Sequence[str], first_line: int, is_about_rocketmq: bool) -> list[tuple[int, int, list[WrittenKey]]]:
    """Each run with what it sets; where shapes overlap, the one that tells more. The first is line `first_line`."""
    found = [
        (first, end, keys)
        for shape in _SHAPES
        for first, end in _shape_runs(shape, lines, is_about_rocketmq)
        if (keys := shape.read(lines[first:end], first_line + first))
    ]
    chosen: list[tuple[int, int, list[WrittenKey]]] = []
    for run in sorted(found, key=lambda run: (-len(run[2]), run[0])):
        if all(run[1] <= first or end <= run[0] for first, end, _ in chosen):
            chosen.append(run)
    return sorted(chosen, key=lambda run: run[0])


def _shape_runs(shape: _Shape, lines: Sequence[str], is_about_rocketmq: bool) -> Iterator[tuple[int, int]]:
    """From where to where lines are of a shape and one of them is RocketMQ's, with the comments right above."""
    binds = documents.BINDING.search
    own = [i for i, line in enumerate(lines) if shape.own.match(line) or (is_about_rocketmq and binds(line))]
    i = 0
    while own and i <= own[-1]:
        if not shape.begins.match(lines[i]):
            i += 1
            continue
        first, end = i, i + 1
        for i in range(first + 1, len(lines)):
            if shape.goes_on.match(lines[i]):
                end = i + 1
            elif not shape.nothing.match(lines[i]):
                break
        above = next((line for line in reversed(lines[:first]) if line.strip()), "")
        if any(first <= place < end for place in own) and not _MQADMINS.match(above):
            while first > 0 and lines[first - 1].strip() and shape.nothing.match(lines[first - 1]):
                first -= 1
            yield first, end
        i = end
