"""The same collection as a POSIX shell script, for a host that has mqadmin and no Python. Its commands are the table's.

The frame stands in `collect.sh`, with places of the form @name@.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from rmqkit.collect.collecting import Order
from rmqkit.collect.commands import CAPTURES, OLDEST, Capture, Each, Version, When, captures_for
from rmqkit.collect.elsewhere import FIND, LOGS, MOST_BYTES, RUN, Pods

_STEPS = {When.START: 0, When.ROUND: 4, When.ENDS: 8, When.END: 0}
"""How far the commands of each moment are indented."""

_LOOPS = {
    Each.GROUP: "{take}",
    Each.BROKER: "brokers | while read -r broker_name broker; do {take}; done",
    Each.TOPIC: "for topic in $(topics); do {take}; done",
}
_VARIABLES = {"group": "$group", "topic": "$topic", "broker": "$broker"}


def script(order: Order, inside: Sequence[str] = ()) -> str:
    """The whole script; where words say how, it runs mqadmin `inside` a container.

    It finds the version of mqadmin by itself and asks what that version can answer.
    """
    # What any version may be asked, for the script learns the version only where it runs.
    borders = {OLDEST, *(capture.since for capture in CAPTURES)}
    wanted = {capture for version in borders for capture in captures_for(version, order.only)}
    chosen = [capture for capture in CAPTURES if capture in wanted]
    parts = {str(when): _steps(chosen, when) for when in When}
    pods = order.pods or Pods((), "")
    values: dict[str, object] = {
        **parts, "rounds": order.rounds, "every": round(order.every), "seconds": round(order.seconds),
        "most_bytes": MOST_BYTES,
    }  # fmt: skip
    texts = {
        "name_server": order.name_server, "group": order.group, "inside": " ".join(inside),
        "kubectl": " ".join(pods.kubectl), "pods": pods.selector, "logs": " ".join(pods.logs),
        "find": FIND, "run": RUN, "logs_there": LOGS,
    }  # fmt: skip
    values |= {name: shlex.quote(text) for name, text in texts.items()}
    frame = Path(__file__).with_name("collect.sh").read_text(encoding="utf-8")
    return re.sub(r"@([a-z_]+)@", lambda place: str(values[place[1]]), frame)


def _steps(captures: list[Capture], when: When) -> str:
    lines = []
    for capture in captures:
        if capture.when is when:
            stem = _shell_word(capture.stem.replace("{broker}", "{broker_name}"))
            words = " ".join([stem, capture.command, *map(_shell_word, capture.options)])
            loop = _LOOPS[capture.each].format(take=f"take {words}")
            since = [f'[ "$number" -ge {_number(capture.since)} ]'] if capture.since > OLDEST else []
            before = [f'[ "$number" -lt {_number(capture.before)} ]'] if capture.before else []
            conditions = " && ".join(since + before)
            lines.append(f"if {conditions}; then {loop}; fi" if conditions else loop)
    return "\n".join(" " * _STEPS[when] + line for line in lines or [":"])


def _number(version: Version) -> int:
    major, minor, patch = version
    return major * 10_000 + minor * 100 + patch


def _shell_word(word: str) -> str:
    """A word of the table as the shell takes it, its names as quoted variables."""
    named = word.format(**{**_VARIABLES, "broker_name": "$broker_name"}) if "{" in word else word
    return f'"{named}"' if "{" in word else named
