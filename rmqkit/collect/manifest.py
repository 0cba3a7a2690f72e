"""`manifest.json`: when each command was run, how it ended, and which file holds what it printed.

The reader takes a snapshot's time from it. Each of its lines holds a whole command line, so that the ledger counts it
as what it is: words around the evidence, understood, and no evidence by itself.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

NAME = "manifest.json"


@dataclass(frozen=True)
class Taken:
    """One command that was run: `at` and `until` in UTC by ISO 8601; no exit code where it was ended for its length."""

    file: str
    at: str
    until: str
    exit_code: int | None
    command: str


def utc(moment: datetime) -> str:
    """A moment in UTC, to the millisecond, by ISO 8601."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def write(folder: Path, about: dict[str, str], taken: list[Taken]) -> None:
    """Write the manifest, a command a line; an interrupted collection keeps the manifest of what it has."""
    unfinished = folder / f".{NAME}.unfinished"
    head = json.dumps(about, ensure_ascii=False).removesuffix("}")
    commands = ",\n".join(json.dumps(asdict(each), ensure_ascii=False) for each in taken)
    unfinished.write_text(f'{head}, "commands": [{commands}]}}\n', encoding="utf-8")
    unfinished.replace(folder / NAME)


def earlier(folder: Path) -> list[Taken]:
    """What an earlier collection into the same folder took; nothing where its manifest is another program's."""
    file = folder / NAME
    if not file.exists():
        return []
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))["commands"]
        return [Taken(**row) for row in rows]
    except (ValueError, KeyError, TypeError):
        return []
