"""Names that mqadmin cut to a column's width, made whole again where the evidence
names them in full.

No judgement.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

Row = dict[str, Any]

# `UtilAll#frontStringAtLeast`: topics and groups are cut at 32 (up to 4.9.2) or 64 characters,
# brokers at 32.
CUT_AT = {"topic": (32, 64), "group": (32, 64), "broker": (32,)}
_CUT_TABLES = ("progress", "groups", "topic_queues")


def whole_names(rows: Mapping[str, list[Row]], also: Mapping[str, Collection[str]]) -> dict[str, list[Row]]:
    """The tables with cut names replaced by the only longer name that begins with them.

    `also` holds names that other sources (logs) tell in full, by column.
    """
    whole = {column: _longer(rows, column, also.get(column, ())) for column in CUT_AT}
    if not any(whole.values()):
        return dict(rows)
    return {
        name: [_whole(row, whole) for row in table] if name in _CUT_TABLES else table for name, table in rows.items()
    }


def _longer(rows: Mapping[str, list[Row]], column: str, also: Collection[str]) -> dict[str, str]:
    """Cut names of a column with the one longer name each can stand for."""
    names = {row[column] for table in rows.values() for row in table if row.get(column)} | set(also)
    cut = {name for name in names if len(name) in CUT_AT[column]}
    return {name: found[0] for name in cut if len(found := _beginning_with(name, names)) == 1}


def _beginning_with(start: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if len(name) > len(start) and name.startswith(start)]


def _whole(row: Row, whole: Mapping[str, Mapping[str, str]]) -> Row:
    changed = {column: names[row[column]] for column, names in whole.items() if row.get(column) in names}
    return {**row, **changed} if changed else row
