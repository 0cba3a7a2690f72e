"""What the names of evidence files tell of their order and kinship. Names in, values out; no contents here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TypeVar

# The number of a look at the end of a file's name; a group's name may end like that as well.
_LOOK = re.compile(r"[-_.]\d+$")
# `ConsumerStatusSubCommand` writes to <milliseconds since 1970>/<client id>, all versions.
_FOLDER = re.compile(r"(?:^|/)([0-9]{13})/[^/]+$")
_NUMBER = re.compile(r"(\d+)")


def natural_order(name: str) -> list[tuple[int, int, str]]:
    """A key that sorts names as people count: look-2 before look-10."""
    parts = filter(None, _NUMBER.split(name))
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


Output = TypeVar("Output")


def oldest_first(
    outputs: Iterable[Output], place: Callable[[Output], tuple[str, int]], at: Callable[[Output], datetime | None]
) -> list[Output]:
    """Outputs in the natural order of their files' names, and of their blocks within a file; those with a moment change
    places among themselves, by it."""
    ordered = sorted(outputs, key=lambda output: (natural_order(place(output)[0]), place(output)[1]))
    dated = [(moment, output) for output in ordered if (moment := at(output)) is not None]
    by_time = iter([output for _, output in sorted(dated, key=lambda pair: pair[0])])
    return [output if at(output) is None else next(by_time) for output in ordered]


def series_of(name: str) -> str:
    """What the looks of one series have in common: their name with its numbers left open."""
    return _NUMBER.sub("#", name)


def moment_of_folder(name: str) -> datetime | None:
    """When mqadmin wrote a client's running info, by the folder that consumerStatus makes for it."""
    folder = _FOLDER.search(name)
    return datetime.fromtimestamp(int(folder[1]) / 1000, UTC) if folder else None


def without_number(name: str) -> str:
    """The name without the number of a look behind it."""
    return _LOOK.sub("", name)
