"""`rmqkit scan`: the ledger of a folder as a table. What became of each line is decided in tables/."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import typer

from rmqkit.cli.evidence import read_evidence
from rmqkit.cli.options import Debug, Folder, Json, Master, Remote, Zone
from rmqkit.cli.outcome import failures_in_one_line, progress_printer

COUNTS = ("lines", "rows", "noise", "blank", "continuation", "unparsed")
"""For every file: rows + noise + blank + continuation + unparsed = lines."""


def scan(
    folder: Folder,
    as_json: Json = False,
    zone: Zone = "UTC",
    master: Master = None,
    remote: Remote = None,
    debug: Debug = False,
) -> None:
    """Tell what each file in FOLDER is and what was read from it.

    Exit code: 0, or 2 if nothing in FOLDER is of use.
    """
    with failures_in_one_line(debug):
        evidence = read_evidence(folder, zone, master, remote, progress_printer())
        rows = evidence.ledger_rows()
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=2) if as_json else ledger_text(rows))
        evidence.require_usable()


def ledger_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """The ledger as aligned columns, the sums below, and the first line that nobody understood of each file."""
    table: list[tuple[str, ...]] = [("file", "kind", *COUNTS)]
    table += [(str(row["file"]), str(row["kind"]), *(str(row[name]) for name in COUNTS)) for row in rows]
    table.append((f"{len({row['file'] for row in rows})} files", "", *(str(sum(r[n] for r in rows)) for n in COUNTS)))
    return "\n".join([*_aligned(table), *_remarks(rows)])


def _aligned(table: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if at < 2 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in table
    ]


def _remarks(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    problems = [f"{row['file']}: {row['problem']}" for row in rows if row.get("problem")]
    unparsed = [f"{row['file']}: first unparsed line: {row['first_unparsed']}" for row in rows if row["unparsed"]]
    return ["", *problems, *unparsed] if problems or unparsed else []
