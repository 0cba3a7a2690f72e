"""From evidence tables to `GroupFacts`: sorting rows by group, snapshot and client. No judgement here."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from rmqkit.diagnosis.facts.group import (
    RETRY_PREFIX,
    UNNAMED,
    WITHOUT_ID,
    GroupFacts,
    QueueStatus,
    Roster,
    RouteBroker,
    RunningInfo,
)
from rmqkit.diagnosis.facts.handovers import handovers, spans_of
from rmqkit.diagnosis.facts.logs import Event, LogFile
from rmqkit.diagnosis.facts.rows import (
    Block,
    GroupCommit,
    Row,
    answer,
    blocks,
    event_of,
    group_commit,
    is_commit,
    listing,
    roster,
    running_info,
    snapshots,
)
from rmqkit.diagnosis.facts.whole_names import whole_names
from rmqkit.evidence import Evidence
from rmqkit.rocketmq import MessageQueue

# Groups that RocketMQ itself makes; nobody investigates them.
_INTERNAL_GROUP = re.compile(
    r"^(?:CLIENT_INNER_PRODUCER|TOOLS_CONSUMER|FILTERSRV_CONSUMER|SELF_TEST_C_GROUP|__MONITOR_CONSUMER"
    r"|null|CID_ONS-HTTP-PROXY|CID_ONSAPI_.*|CID_(?:RMQ_SYS|SYS_RMQ)_.*|rmq_sys_.*|.*_PROXY_SM|SCHEDULE_CONSUMER)$"
)


def facts_by_group(evidence: Evidence) -> dict[str, GroupFacts]:
    """The facts of every group that the evidence names, by group, internal groups left out."""
    events = [event_of(row) for row in evidence.log_summary.events]
    in_logs = {"topic": {e.topic for e in events if e.topic}, "group": {e.group for e in events if e.group}}
    rows = whole_names({name: evidence.rows(name) for name in _TABLES}, in_logs)
    groups = _group_names(rows, events)
    numbered = _numbered_files(rows, groups, in_logs["group"])
    groups -= set(numbered)
    rows = {name: _named(table, groups, numbered) for name, table in rows.items()}
    logs = {
        file: LogFile(file, each.source, each.first, each.last) for file, each in evidence.log_summary.spans.items()
    }
    commits = [group_commit(row) for row in evidence.commits_between(spans_of(handovers(events))) if is_commit(row)]
    shared = _Shared(rows, events, logs, commits)
    return {group: shared.facts(group) for group in sorted(groups or _unnamed(rows))}


_TABLES = (
    "progress",
    "groups",
    "connections",
    "subscriptions",
    "client_queues",
    "client_properties",
    "client_topics",
    "topic_queues",
    "answers",
)


def _group_names(rows: Mapping[str, list[Row]], events: Iterable[Event]) -> set[str]:
    named = {row["group"] for table in rows.values() for row in table if row.get("group")}
    named |= {event.group for event in events if event.group}
    return {group for group in named if not _INTERNAL_GROUP.match(group)}


def _unnamed(rows: Mapping[str, list[Row]]) -> set[str]:
    return {UNNAMED} if any(rows[name] for name in ("progress", "connections", "client_queues", "answers")) else set()


def _numbered_files(rows: Mapping[str, list[Row]], groups: set[str], in_logs: Collection[str | None]) -> dict[str, str]:
    """`orders-3` where only consumerStatus tells of it and `orders` is a group: the number of a look in a file's name.

    consumerStatus prints no group, so its file's name is all there is, and a group's name may end like that as well.
    """
    elsewhere = {row.get("group") for table in rows.values() for row in table if row.get("kind") != "consumer_status"}
    bases = {name: re.sub(r"[-_.]\d+$", "", name) for name in groups - elsewhere - set(in_logs)}
    return {name: base for name, base in bases.items() if base != name and base in groups}


def _named(table: list[Row], groups: set[str], numbered: Mapping[str, str]) -> list[Row]:
    """Rows whose command did not say the group belong to the only group there is."""
    only = next(iter(groups)) if len(groups) == 1 else UNNAMED if not groups else None
    if table and "group" not in table[0]:
        return table
    return [{**row, "group": numbered.get(row["group"], row["group"]) or only} for row in table]


class _Shared:
    """The rows of all groups, ready to be asked for one group at a time."""

    def __init__(
        self, rows: Mapping[str, list[Row]], events: list[Event], logs: dict[str, LogFile], commits: list[GroupCommit]
    ) -> None:
        self.rows = rows
        self.events = events
        self.logs = logs
        self.commits = commits
        self.routes = _routes(rows["topic_queues"])
        self.status = _status(rows["topic_queues"])

    def of(self, table: str, group: str) -> list[Row]:
        return [row for row in self.rows[table] if row.get("group") == group]

    def facts(self, group: str) -> GroupFacts:
        running = _running(self, group)
        ids = {info.client_id for info in running} | {row["client_id"] for row in self.of("connections", group)}
        return GroupFacts(
            group=group,
            snapshots=snapshots(self.of("progress", group)),
            rosters=_rosters(self, group),
            running=running,
            routes=self.routes,
            status=self.status,
            answers=tuple(answer(row) for row in self.of("answers", group)),
            listings=tuple(listing(row) for row in self.of("groups", group)),
            events=tuple(_events_of(self.events, group, ids)),
            logs=self.logs,
            commits=tuple(commit for named, commit in self.commits if named == group),
        )


def _rosters(shared: _Shared, group: str) -> tuple[Roster, ...]:
    merged = [row for row in shared.of("subscriptions", group) if row["client_id"] is None]
    subscriptions, answers = blocks(merged), blocks(shared.of("answers", group))
    return tuple(
        roster(place, found, subscriptions.get(place, []), answers.get(place, []))
        for place, found in blocks(shared.of("connections", group)).items()
    )


def _running(shared: _Shared, group: str) -> tuple[RunningInfo, ...]:
    unnamed = _stand_ins(shared.of("client_properties", group))
    tables = {
        name: blocks(
            {**row, "client_id": who}
            for row in shared.of(name, group)
            if (who := row["client_id"] or unnamed.get((row["file"], row["block"])))
        )
        for name in ("client_properties", "subscriptions", "client_queues", "client_topics")
    }
    places = dict.fromkeys(place for blocks in tables.values() for place in blocks)
    return tuple(
        running_info(place, {name: blocks.get(place, []) for name, blocks in tables.items()}) for place in places
    )


def _stand_ins(properties: Iterable[Row]) -> dict[Block, str]:
    """A name for clients whose running info tells no id (before 5.1.0 it holds none): the moment of their start.

    Two outputs of one process agree in it to the millisecond, and two processes do not.
    """
    started = (row for row in properties if not row["client_id"] and row["key"] == "PROP_CONSUMER_START_TIMESTAMP")
    return {
        (row["file"], row["block"]): f"{WITHOUT_ID}{datetime.fromtimestamp(int(row['value']) / 1000, UTC).isoformat()}"
        for row in started
        if (row["value"] or "").isdigit()
    }


def _routes(rows: Iterable[Row]) -> dict[str, tuple[RouteBroker, ...]]:
    """The newest route of each topic."""
    routes: dict[str, tuple[RouteBroker, ...]] = {}
    for found in blocks(row for row in rows if row["kind"] == "topic_route" and row["topic"]).values():
        routes[found[0]["topic"]] = tuple(
            RouteBroker(
                row["broker"],
                row["read_queues"] or 0,
                6 if row["perm"] is None else row["perm"],
                row["file"],
                row["line"],
                row.get("address"),
            )
            for row in found
        )
    return routes


def _status(rows: Iterable[Row]) -> dict[str, tuple[QueueStatus, ...]]:
    status: dict[str, list[QueueStatus]] = defaultdict(list)
    for row in rows:
        if row["kind"] == "topic_status" and row["topic"]:
            queue = MessageQueue(row["topic"], row["broker"], row["queue"])
            status[row["topic"]].append(QueueStatus(queue, row["max_offset"], row["at"], row["file"], row["line"]))
    return {topic: tuple(found) for topic, found in status.items()}


def _events_of(events: Iterable[Event], group: str, client_ids: set[str]) -> Iterable[Event]:
    """The group's own events, and those of its clients or logs that name no group at all."""
    retry, consumer = RETRY_PREFIX + group, f"ConsumerData [groupName={group},"
    for event in events:
        if event.event == "heartbeat_content":
            # One heartbeat carries all groups of its client.
            if consumer in event.raw:
                yield replace(event, group=group)
        elif event.group == group or event.topic == retry or _of_no_group(event, client_ids):
            yield event


def _of_no_group(event: Event, client_ids: set[str]) -> bool:
    return event.group is None and (event.client_id is None or event.client_id in client_ids)
