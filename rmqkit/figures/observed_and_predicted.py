"""Who was seen with each queue, and who must read it, by the allocation that was accepted.

Drawn by `strips`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.case.members import ip_of, membership
from rmqkit.diagnosis.case.process_names import names_by_id, process_names
from rmqkit.figures.allocation import allocation_data
from rmqkit.figures.appearance import (
    label,
)
from rmqkit.figures.scope import chosen_group, group_label
from rmqkit.figures.strips import AGREES, CONTRADICTS, LOST, SILENT, Row, strips_figure
from rmqkit.language import say
from rmqkit.rocketmq import sorted_client_ids


def observed_and_predicted_data(diagnosis: Diagnosis, group: str | None = None, topic: str | None = None) -> list[Row]:
    """One row per queue: who was seen with it last, and who reads it by the allocation
    that was accepted.

    Fields: `topic, broker, queue`; `seen` and `predicted`, short names of clients, none for nobody,
    None where nobody looked or nothing follows; `says`: whether what was seen agrees, contradicts,
    is silent, or was lost with its broker. Raises UnknownGroup.
    """
    ids = _members(diagnosis, group)
    return [_row(row, ids) for row in allocation_data(diagnosis, group, topic)]


def _members(diagnosis: Diagnosis, group: str | None) -> list[str]:
    facts = diagnosis.facts.get(chosen_group(diagnosis, group) or "")
    return sorted_client_ids(membership(facts).client_ids) if facts else []


def _row(row: Row, ids: Sequence[str]) -> Row:
    known = row["state"] not in ("unknown", LOST) or row["consumers"]
    consumers = row["consumers"] if known else None
    return {
        "topic": row["topic"],
        "broker": row["broker"],
        "queue": row["queue"],
        "seen": seen_names(row["seen"], consumers or (), names_by_id(ids)),
        "predicted": None if consumers is None else _processes(consumers, ids),
        "says": LOST if row["state"] == LOST else _says(row["seen"], consumers),
    }


def _processes(consumers: Sequence[str], ids: Sequence[str]) -> list[str]:
    """Every process whose id is among the consumers."""
    names = zip(process_names(ids), ids, strict=True)
    return [name for name, client_id in names if client_id in consumers]


def _says(seen: Sequence[str] | None, consumers: Sequence[str] | None) -> str:
    if seen is None or consumers is None:
        return SILENT
    names = {name for client_id in consumers for name in (client_id, ip_of(client_id))}
    return AGREES if set(seen) <= names and bool(seen) == bool(consumers) else CONTRADICTS


def seen_names(seen: Sequence[str] | None, expected: Sequence[str], names: Mapping[str, str]) -> list[str] | None:
    """The short names of whom a source names, by id or by the part before the @;
    of several alike the expected one."""
    if seen is None:
        return None
    named = []
    for name in seen:
        matching = [client_id for client_id in names if name in (client_id, ip_of(client_id))]
        chosen = [client_id for client_id in matching if client_id in expected] or matching
        named.append(names[chosen[0]] if chosen else label(name, 12))
    return named


def observed_and_predicted_figure(
    diagnosis: Diagnosis, group: str | None = None, topic: str | None = None
) -> go.Figure:
    """For every broker's queues of a topic two strips:
    who was seen with each, and below it who must read it.

    A cross stands where they contradict each other. Raises UnknownGroup.
    """
    rows = observed_and_predicted_data(diagnosis, group, topic)
    ids = _members(diagnosis, group)
    title = say("Seen and predicted: {group}", group=group_label(diagnosis, group))
    return strips_figure(rows, dict(zip(process_names(ids), ids, strict=True)), title)
