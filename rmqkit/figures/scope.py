"""Which group, topics and clients a picture is about. Nothing is drawn here."""

from __future__ import annotations

from typing import Any

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.relations.members import last_roster
from rmqkit.diagnosis.render.names import ClientNames, names_in, names_of
from rmqkit.errors import UnknownGroup
from rmqkit.figures.appearance import label, sentence
from rmqkit.language import say
from rmqkit.rocketmq.internal_topics import is_user_topic


def chosen_group(diagnosis: Diagnosis, group: str | None) -> str | None:
    """The group that was asked for, else that of the first, which is the worst, finding, else the first group; None
    where the evidence names none. Raises UnknownGroup."""
    if group and group not in diagnosis.facts:
        raise UnknownGroup(sentence("unknown_group", group=group, groups=", ".join(sorted(diagnosis.facts))))
    worst = diagnosis.findings[0].group if diagnosis.findings else min(diagnosis.facts, default=None)
    return group or worst


def group_label(diagnosis: Diagnosis, group: str | None) -> str:
    """What a title calls the group that was asked for, else the worst. Raises UnknownGroup."""
    chosen = chosen_group(diagnosis, group)
    return label(chosen, 40) if chosen else say("the group")


def facts_of(diagnosis: Diagnosis, group: str | None) -> GroupFacts | None:
    """The facts of the group that was asked for, else of the worst. Raises UnknownGroup."""
    chosen = chosen_group(diagnosis, group)
    return diagnosis.facts.get(chosen) if chosen else None


def topic_order(topic: str) -> tuple[bool, str]:
    """Topics of applications first, retry and dead-letter topics after them."""
    return not is_user_topic(topic), topic


def client_names(diagnosis: Diagnosis, group: str | None = None) -> ClientNames:
    """The names in a group (default: the worst). Raises UnknownGroup."""
    return names_in(diagnosis, chosen_group(diagnosis, group) or "")


def clients_data(diagnosis: Diagnosis, group: str | None = None) -> list[dict[str, Any]]:
    """One row per client of a group (default: the worst), with its short name.

    Fields: `name`, `client_id`, `processes` (0: gone at the end), `addresses`, `version` (as its connection reports
    it), `subscribes` (as it reports itself; None if it was not queried). Raises UnknownGroup.
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
