"""One folder as what can be compared: each group at its newest look. No comparing and no words
here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rmqkit.language import message, say
from rmqkit.rocketmq.internal_topics import is_user_topic

Row = Mapping[str, Any]
Rows = Callable[[str], Sequence[Row]]

STRATEGY = "allocateMessageQueueStrategy"
ALL = message("all")
"""In place of a client: the table that a broker has merged."""


@dataclass
class GroupPicture:
    """A group at its newest look. `clients` holds each client's version; `strategies` the class
    without its package.

    `subscriptions`: who (a client id, or `all` for a broker's merged table) to topic and
    expression.
    `owners`: `topic broker queue` to the addresses that hold it. `lag`: topic to messages.
    """

    clients: dict[str, str] = field(default_factory=dict)
    subscriptions: dict[str, dict[str, str]] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    strategies: dict[str, str] = field(default_factory=dict)
    models: set[str] = field(default_factory=set)
    lag: dict[str, int] = field(default_factory=dict)
    findings: dict[str, str] = field(default_factory=dict)


@dataclass
class Picture:
    """A folder: its severity, its groups, and the queues of its topics."""

    severity: str
    headline: str
    groups: dict[str, GroupPicture]
    queues: dict[str, int]


def picture(rows: Rows, verdict: Mapping[str, Any], group: str | None = None) -> Picture:
    """The picture of one folder: `rows` gives a table's rows by its name, `verdict` is
    `Diagnosis.to_dict()`.
    """
    groups: dict[str, GroupPicture] = defaultdict(GroupPicture)
    for fill in (_clients, _subscriptions, _progress, _strategies, _models):
        fill(rows, groups)
    for finding in verdict["findings"]:
        groups[finding["group"]].findings.setdefault(finding["id"], _state(finding))
    chosen = {name: each for name, each in groups.items() if name and group in (None, name)}
    return Picture(verdict["severity"], verdict["headline"], chosen, _queues(rows("topic_queues")))


def _state(finding: Row) -> str:
    status = message(finding["status"])
    if finding["ongoing"]:
        return say("{severity}, {status}", severity=finding["severity"], status=status)
    return say("{severity}, {status}, over", severity=finding["severity"], status=status)


def _newest(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Each group's rows of its newest look: those of the last time, and where none is told those of
    the last file.
    """
    by_group: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.get("group"):
            by_group[row["group"]].append(row)
    return {group: _last_look(found) for group, found in by_group.items()}


def _newest_of_topics(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The same topic by topic: a group whose subscriptions alternate shows other topics at each
    look.
    """
    by_topic: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        if row.get("group") and row.get("topic"):
            by_topic[row["group"], row["topic"]].append(row)
    newest: dict[str, list[Row]] = defaultdict(list)
    for (group, _), found in by_topic.items():
        newest[group] += _last_look(found)
    return newest


def _last_look(rows: Sequence[Row]) -> list[Row]:
    timed = [row for row in rows if row.get("at") is not None]
    last = max(timed, key=lambda row: row["at"]) if timed else rows[-1]
    if last.get("at") is not None:
        return [row for row in timed if row["at"] == last["at"]]
    return [row for row in rows if (row["file"], row["block"]) == (last["file"], last["block"])]


def _clients(rows: Rows, groups: dict[str, GroupPicture]) -> None:
    connected = [row for row in rows("connections") if row.get("kind") == "consumer_connection"]
    for group, found in _newest(connected or rows("connections")).items():
        groups[group].clients |= {row["client_id"]: row.get("version") or "" for row in found if row.get("client_id")}


def _subscriptions(rows: Rows, groups: dict[str, GroupPicture]) -> None:
    by_who: dict[str, list[Row]] = defaultdict(list)
    for row in rows("subscriptions"):
        by_who[row.get("client_id") or ALL].append(row)
    for who, told in by_who.items():
        for group, found in _newest(told).items():
            wanted = {row["topic"]: row.get("expression") or "*" for row in found if _is_users(row)}
            groups[group].subscriptions[who] = wanted


def _progress(rows: Rows, groups: dict[str, GroupPicture]) -> None:
    for group, found in _newest_of_topics(rows("progress")).items():
        lag: dict[str, int] = defaultdict(int)
        for row in found:
            lag[row["topic"]] += row.get("diff") or 0
            if row.get("client_ip_shown") and _is_users(row):
                queue = f"{row['topic']} {row['broker']} {row['queue']}"
                groups[group].owners[queue] = row.get("client_ip") or say("nobody")
        groups[group].lag |= lag


def _strategies(rows: Rows, groups: dict[str, GroupPicture]) -> None:
    told = [row for row in rows("client_properties") if row["key"] == STRATEGY]
    for row in sorted(told, key=lambda row: str(row.get("at"))):
        if row.get("group") and row.get("client_id"):
            name = str(row["value"]).rsplit(".", 1)[-1].split("@")[0]
            groups[row["group"]].strategies[row["client_id"]] = name


def _models(rows: Rows, groups: dict[str, GroupPicture]) -> None:
    told = [row for row in rows("answers") if row.get("message_model")]
    for group, found in _newest(told).items():
        groups[group].models |= {f"{row['message_model']}, {row.get('consume_type') or '?'}" for row in found}


def _queues(rows: Iterable[Row]) -> dict[str, int]:
    """The queues that consumers share, by topic and broker, by the route."""
    routes = [row for row in rows if row.get("read_queues") is not None and row.get("topic")]
    return {say("{topic} on {broker}", topic=row["topic"], broker=row["broker"]): row["read_queues"] for row in routes}


def _is_users(row: Row) -> bool:
    return bool(row.get("topic")) and is_user_topic(str(row["topic"]))
