"""The stacks inside running info (`#Consumer jstack#`): every line begins with its thread's name.
Text in, rows out.

`UtilAll#jstack`: `%-40sTID: %d STATE: %s`, then `%-40s%s` for each frame; a longer name touches
what follows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rmqkit.formats.threads.thread import Thread, row_of

_WIDTH = 40
_HEAD = re.compile(r"^(?P<name>\S.*?) *TID: (?P<id>[0-9]+) STATE: (?P<state>[A-Z_]+)\s*$")


def stack_at(lines: Sequence[str], i: int) -> tuple[Thread, int] | None:
    """The thread that line i begins, and how many lines it takes; None where no thread begins."""
    head = _HEAD.match(lines[i])
    if head is None:
        return None
    beginning = f"{head['name']:<{_WIDTH}}"
    frames: list[str] = []
    for line in lines[i + 1 :]:
        if not line.startswith(beginning) or _HEAD.match(line):
            break
        frames.append(line[len(beginning) :].strip())
    return Thread(head["name"], head["state"], tuple(frames)), 1 + len(frames)


def row_at(
    lines: Sequence[str], i: int, line: int, group: str | None, client_id: str | None
) -> tuple[dict[str, Any], int] | None:
    """The row of table `threads` that line i begins, and how many lines it takes."""
    found = stack_at(lines, i)
    if found is None:
        return None
    thread, taken = found
    return row_of(thread, line, group, client_id), taken
