"""Lines that nobody here knows: outside the catalogue, or of no format, as templates. Nothing is judged here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from rmqkit.formats.prompts import GRAVE

Row = Mapping[str, Any]

NEAR = timedelta(minutes=2)
"""What is written this close to the onset is looked at first."""
_NUMBERED = re.compile(r"(\d+): (.*)", re.DOTALL)


@dataclass(frozen=True)
class UnknownLine:
    """Lines that are alike: how many, in which files, from when to when, and the first of them as it stands.

    `template` is empty for lines of no format, and for records that were too many to be told apart.
    """

    template: str
    times: int
    files: tuple[str, ...]
    line: int | None
    first: datetime | None
    last: datetime | None
    example: str

    @property
    def is_grave(self) -> bool:
        """Whether its words are those of an error or a warning."""
        return re.search(GRAVE, self.example) is not None

    def is_near(self, onset: datetime | None) -> bool:
        """Whether any of them may have been written around a moment."""
        if onset is None or self.first is None or self.last is None:
            return False
        return self.first - NEAR <= onset <= self.last + NEAR

    @property
    def place(self) -> str:
        """The first of them as `file:line`, as editors take it."""
        return self.files[0] if self.line is None else f"{self.files[0]}:{self.line}"

    def to_dict(self) -> dict[str, Any]:
        """The lines as plain JSON values."""
        return {
            "template": self.template,
            "times": self.times,
            "files": list(self.files),
            "line": self.line,
            "first": self.first.isoformat() if self.first else None,
            "last": self.last.isoformat() if self.last else None,
            "example": self.example,
        }


def unknown_lines(records: Iterable[Row], ledger: Iterable[Row], onset: datetime | None = None) -> list[UnknownLine]:
    """Grave ones first, then those around the onset, then the rare ones."""
    alike: dict[str, list[Row]] = {}
    for row in records:
        alike.setdefault(row["kept_detail"] or "", []).append(row)
    lines = [
        UnknownLine(
            template,
            sum(row["times"] for row in rows),
            tuple(dict.fromkeys(row["file"] for row in rows)),
            rows[0]["line_order"],
            min((row["at"] for row in rows if row["at"]), default=None),
            max((row["last_at"] for row in rows if row["last_at"]), default=None),
            rows[0]["raw"],
        )
        for template, rows in alike.items()
    ]
    for row in ledger:
        if row["unparsed"]:  # the ledger keeps the first line that nobody understood of each file
            unparsed = str(row["first_unparsed"] or "")
            numbered = _NUMBERED.match(unparsed)
            number, text = (int(numbered[1]), numbered[2]) if numbered else (None, unparsed)
            lines.append(UnknownLine("", row["unparsed"], (row["file"],), number, None, None, text))

    def order(line: UnknownLine) -> tuple[bool, bool, int, str]:
        return not line.is_grave, not line.is_near(onset), line.times, line.template

    return sorted(lines, key=order)
