"""The evidence of an incident as it was at an earlier moment: what was there by then."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

# Brokers, proxies and 5.x clients log in UTC+8, 4.x clients and Go clients in UTC.
SHANGHAI = 8 * 3600.0
# A command that had just been started had not answered.
ANSWERED = 2.0
_MOMENT = re.compile(r'(?:time=")?(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:[.,](\d{3}))?')
_RUNNING_INFO = re.compile(r"\d{13}")


def moments(told: Mapping[str, Any], count: int) -> list[float]:
    """So many moments (epoch seconds), evenly from half a minute after the first start to the end."""
    first = min(life["started"] for client in told["clients"] for life in client["lives"]) + 30
    step = (told["ended"] - first) / count
    return [first + step * (number + 1) for number in range(count)]


def cut(evidence: Path, told: Mapping[str, Any], moment: float, target: Path) -> None:
    """Write into `target` what of `evidence` was there at `moment` (epoch seconds)."""
    captured = {command["file"]: command["at"] + ANSWERED for command in told["commands"]}
    ahead = {client["client"]: client["clock_ahead"] for client in told["clients"]}
    for file in sorted(path for path in evidence.rglob("*") if path.is_file()):
        name = file.relative_to(evidence)
        if file.suffix == ".log":
            text = file.read_text(errors="replace")
            _write(
                target / name,
                "".join(lines_until(text, moment, told["ended"], ahead.get(name.parts[0], 0))),
            )
        elif _captured_at(name, captured) <= moment:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target / name)


def _captured_at(name: Path, captured: Mapping[str, float]) -> float:
    """Running info lies in a folder whose name is the moment."""
    if _RUNNING_INFO.fullmatch(name.parts[0]):
        return int(name.parts[0]) / 1000
    return captured[name.name]


def _write(file: Path, text: str) -> None:
    if text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def lines_until(text: str, moment: float, ended: float, ahead: float = 0) -> Iterator[str]:
    """The records of a log that were written by `moment`; `ahead`: how far its clock ran ahead.

    A log without a moment in it was printed by the end, and nobody knows when.
    """
    lines = text.splitlines(keepends=True)
    shift = _zone(lines, ended + ahead) + ahead
    is_there = moment >= ended
    for line in lines:
        at = _at(line)
        is_there = is_there if at is None else at - shift <= moment
        if is_there:
            yield line


def _zone(lines: list[str], ended: float) -> float:
    """How far a log's clock shows another hour than UTC, by its last moment."""
    last = next((at for at in map(_at, reversed(lines)) if at is not None), ended)
    return SHANGHAI if last - ended > SHANGHAI / 2 else 0.0


def _at(line: str) -> float | None:
    """The moment at the beginning of a record, as if it were UTC."""
    match = _MOMENT.match(line)
    if match is None:
        return None
    moment = datetime.fromisoformat(f"{match[1]}T{match[2]}").replace(tzinfo=UTC)
    return moment.timestamp() + int(match[3] or 0) / 1000
