"""The table of what is asked of a cluster: each command, since which version, when and for what. No
running here; the rows stand in `commands.tsv`.

Everything in it reads. A command that changes anything has no place in this table.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from rmqkit.errors import Error
from rmqkit.language import read_rows

Version = tuple[int, ...]

OLDEST: Version = (4, 0, 0)


class When(StrEnum):
    """When a command is run: before the first round, in every round, in the first and last, after the last."""

    START = "start"
    ROUND = "round"
    ENDS = "ends"
    END = "end"


class Each(StrEnum):
    """What a command is repeated for."""

    GROUP = "group"
    BROKER = "broker"
    TOPIC = "topic"


@dataclass(frozen=True)
class Capture:
    """One command of mqadmin. `{group}`, `{topic}` and `{broker}` stand for names, `{broker}` for an address.

    `since` is the first version of the tool that takes these options, `before` the first that has a better way. `stem`
    names the output's file; a number follows. `why` tells what it shows. `makes_known`: what later commands are
    repeated for, so that these need this one.
    """

    command: str
    options: tuple[str, ...]
    stem: str
    when: When
    why: str
    each: Each = Each.GROUP
    since: Version = OLDEST
    before: Version | None = None
    makes_known: frozenset[Each] = frozenset()


def _version(text: str) -> Version | None:
    return tuple(map(int, text.split("."))) if text else None


CAPTURES: tuple[Capture, ...] = tuple(
    Capture(
        command=row["command"],
        options=tuple(row["options"].split()),
        stem=row["stem"],
        when=When(row["when"]),
        why=row["why"],
        each=Each(row["each"] or Each.GROUP),
        since=_version(row["since"]) or OLDEST,
        before=_version(row["before"]),
        makes_known=frozenset(map(Each, row["makes_known"].split())),
    )
    for row in read_rows(
        Path(__file__).with_suffix(".tsv"),
        ("command", "options", "stem", "when", "each", "since", "before", "makes_known", "why"),
    )
)
"""In the order in which a round runs them."""

NAMES = tuple(dict.fromkeys(capture.command for capture in CAPTURES))
"""What `--only` takes."""

_MQADMIN = re.compile(r"(?:\S*mqadmin\s+)?(?P<command>[A-Za-z]\w*)")


def captures_for(version: Version | None, only: Collection[str] = ()) -> tuple[Capture, ...]:
    """The commands for a version of mqadmin; for an unknown one, those that every version takes.

    `only` names some of them: `consumerConnection`, or a whole command line as `missing` gives it. What tells over
    which names these are repeated comes with them. Raises Error for a command that is not collected.
    """
    asked = version or OLDEST
    suitable = [one for one in CAPTURES if one.since <= asked and (one.before is None or asked < one.before)]
    wanted = set(map(_named, only)) or set(NAMES)
    repeated = {capture.each for capture in suitable if capture.command in wanted}
    return tuple(one for one in suitable if one.command in wanted or repeated & one.makes_known)


def _named(words: str) -> str:
    match = _MQADMIN.match(words.strip())
    by_name = {name.lower(): name for name in NAMES}
    command = by_name.get(match["command"].lower()) if match else None
    if command is None:
        raise Error("{name!r} is not collected. --only takes: {known}.", name=words, known=", ".join(NAMES))
    return command
