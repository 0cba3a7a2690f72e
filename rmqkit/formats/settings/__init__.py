"""Configuration as people paste it: properties, YAML, what containers are given, and code that sets
up clients. Text in, rows of table `settings` out.

Which shape a text has is asked in a fixed order: code, YAML, properties, a command of a container.

No judgement: a setting says what somebody wrote down, not that any process runs with it. Values of
keys and passwords are masked here, so that they are in no table.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from rmqkit.formats.block import Block, Parsed
from rmqkit.formats.moments import localise
from rmqkit.formats.settings import code, properties, yaml_text
from rmqkit.formats.settings.keys import WrittenKey
from rmqkit.formats.threads import DumpSpan

__all__ = ["parse", "spans"]

_SHAPES = (code, yaml_text, properties)


def spans(lines: Sequence[str]) -> list[DumpSpan]:
    """The configurations in a file's lines, in their order; a file without any has none."""
    return [DumpSpan(first, end, 0) for first, end, _ in _runs(lines)]


def _runs(lines: Sequence[str]) -> list[tuple[int, int, list[WrittenKey]]]:
    """Each run with what it sets; where shapes overlap, the one that tells more."""
    found = [
        (first, end, told)
        for shape in _SHAPES
        for first, end in shape.runs(lines)
        if (told := shape.settings(lines[first:end], first))
    ]
    chosen: list[tuple[int, int, list[WrittenKey]]] = []
    for run in sorted(found, key=lambda run: (-len(run[2]), run[0])):
        if all(run[1] <= first or end <= run[0] for first, end, _ in chosen):
            chosen.append(run)
    return sorted(chosen, key=lambda run: run[0])


def parse(block: Block, zone: tzinfo) -> Parsed:
    """One row of `settings` per key that is RocketMQ's; other keys, comments and code are noise."""
    parsed = Parsed(at=localise(block.at, zone))
    told = [setting for _, _, run in _runs(block.lines) for setting in run]
    for setting in told:
        parsed.add("settings", row_of(setting, block.first_line))
    parsed.count(block.lines, {setting.line for setting in told})
    return parsed


def row_of(setting: WrittenKey, first_line: int) -> dict[str, object]:
    """A setting as a row of the table; its text's first line is `first_line` of the file."""
    return {
        "line": first_line + setting.line, "program": setting.program, "part": setting.part, "key": setting.key,
        "value": setting.value, "group": setting.group, "topic": setting.topic,
    }  # fmt: skip
