"""`rmqkit scan`: the ledger of a folder as a table.
What became of each line is decided in tables/."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rmqkit.cli.run import SPARK, Run, command
from rmqkit.language import in_language, say, say_counted
from rmqkit.language.wrapping import aligned

if TYPE_CHECKING:
    from rmqkit.evidence.unknown import UnknownLine

COLUMNS = ("file", "kind", "lines", "rows", "noise", "blank", "continuation", "unparsed")
"""For every file: rows + noise + blank + continuation + unparsed = lines."""
UNKNOWN = say("Unrecognised lines, the most relevant first:")
MOST_UNKNOWN = 8


@command(*SPARK, "show_zone", "cache", "as_json")
def scan(folder: str, run: Run, save: Path | None = None) -> None:
    """Show what each file in FOLDER is and what was read from it.

    With --save, everything read is saved to a new folder, which every command can open instead of FOLDER, without
    reading the files again.

    Exit code: 0, or 2 if FOLDER has nothing usable.
    """
    evidence = run.read(folder, keeps=save is not None, templates=not run.as_json)
    rows = evidence.ledger_rows()
    run.show(lambda: rows, lambda lang: ledger_text(rows, lang) + unknown_text(evidence.unknown_lines(), lang))
    evidence.require_usable()
    if save is not None:
        evidence.save(str(save))


def ledger_text(rows: Sequence[Mapping[str, Any]], lang: str = "en") -> str:
    """The ledger as aligned columns, the sums below, and the first line that nobody
    understood of each file."""
    table = [[in_language(name, lang) for name in COLUMNS], *([str(row[name]) for name in COLUMNS] for row in rows)]
    files = say("{number} files", number=len({row["file"] for row in rows}))
    sums = (str(sum(row[name] for row in rows)) for name in COLUMNS[2:])
    lines = aligned([*table, [in_language(files, lang), "", *sums]], range(2, len(COLUMNS)))
    remarks = [f"{row['file']}: {in_language(row['problem'], lang)}" for row in rows if row.get("problem")]
    for row in rows:
        if row["unparsed"]:
            first = say("{file}: first unparsed line: {line}", file=row["file"], line=row["first_unparsed"])
            remarks.append(in_language(first, lang))
    return "\n".join([*lines, *(["", *remarks] if remarks else [])])


def unknown_text(lines: Sequence[UnknownLine], lang: str = "en") -> str:
    """Records that nobody here knows, below the ledger, which has the lines of no format already."""
    lines = [line for line in lines if line.template]
    if not lines:
        return ""
    from rmqkit.briefing import unknown_line

    shown = [UNKNOWN, *(f"  {unknown_line(line, lang)}" for line in lines[:MOST_UNKNOWN])]
    more = len(lines) - MOST_UNKNOWN
    shown += [say_counted(more, "  {number:,} more kind", "  {number:,} more kinds")] if more > 0 else []
    return "\n\n" + "\n".join(in_language(line, lang) for line in shown)
