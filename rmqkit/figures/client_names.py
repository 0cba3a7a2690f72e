"""Short names of a group's clients for pictures and tables, those of the bench, and their legend.

No drawing.
"""

from __future__ import annotations

from typing import Any

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.relations.members import last_roster
from rmqkit.diagnosis.render.names import ClientNames, names_of
from rmqkit.figures.scope import facts_of
from rmqkit.rocketmq.internal_topics import is_user_topic

Row = dict[str, Any]
__all__ = ["ClientNames", "client_names", "clients_data", "names_of"]


def client_names(diagnosis: Diagnosis, group: str | None = None) -> ClientNames:
    """The names in a group (default: the worst). Raises UnknownGroup."""
    facts = facts_of(diagnosis, group)
    return names_of(facts) if facts else ClientNames()


def clients_data(diagnosis: Diagnosis, group: str | None = None) -> list[Row]:
    """One row per client of a group (default: the worst): the legend of the short names.

    Fields: `name`, `client_id`, `processes` (0: gone at the end), `addresses`, `version` (as
    its connection says), `subscribes` (as it says itself; None where it was not asked).
    Raises UnknownGroup.
    """
    facts = facts_of(diagnosis, group)
    if facts is None:
        return []
    names, roster = names_of(facts), last_roster(facts)
    rows = []
    for client, name in names.by_id.items():
        lines = [one for one in roster.connections if one.client_id == client] if roster else []
        # Topics and expressions, as the client's newest answer has them.
        answers = [info.subscriptions for info in facts.running if info.client_id == client]
        newest = answers[-1] if answers else {}
        topics = sorted(filter(is_user_topic, newest))
        rows.append({
            "name": name, "client_id": client, "processes": names.processes.get(client, 0),
            "addresses": sorted({line.address for line in lines if line.address}),
            "version": next((line.version for line in lines if line.version), None),
            "subscribes": ", ".join(f"{topic} {newest[topic]}" for topic in topics) or None,
        })  # fmt: skip
    return rows
