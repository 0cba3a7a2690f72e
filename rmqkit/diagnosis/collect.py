"""From evidence tables to `GroupFacts`: sorting rows by group, snapshot and client. No judgement here."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from rmqkit.diagnosis.facts import (
    RETRY_PREFIX,
    Answer,
    Commit,
    Connection,
    Event,
    GroupFacts,
    HeldQueue,
    Listing,
    LogFile,
    QueueProgress,
    QueueStatus,
    Roster,
    RouteBroker,
    RunningInfo,
    Snapshot,
    TopicRates,
)
from rmqkit.diagnosis.handovers import handovers, spans_of
from rmqkit.evidence import Evidence
from rmqkit.rocketmq import MessageQueue

Row = Mapping[str, Any]
Block = tuple[str, int]

# Groups that RocketMQ itself makes; nobody investigates them.
_INTERNAL_GROUP = re.compile(
    r"^(?:CLIENT_INNER_PRODUCER|TOOLS_CONSUMER|FILTERSRV_CONSUMER|SELF_TEST_C_GROUP|__MONITOR_CONSUMER"
    r"|CID_ONS-HTTP-PROXY|CID_ONSAPI_.*|CID_(?:RMQ_SYS|SYS_RMQ)_.*|rmq_sys_.*|.*_PROXY_SM|SCHEDULE_CONSUMER)$"
)
UNNAMED = "(group not named)"


def facts_by_group(evidence: Evidence) -> dict[str, GroupFacts]:
    """The facts of every group that the evidence names, by group, internal groups left out."""
    rows = {name: evidence.rows(name) for name in _TABLES}
    events = [_event(row) for row in evidence.log_summary.events]
    groups = _group_names(rows, events)
    rows = {name: _named(table, groups) for name, table in rows.items()}
    logs = {
        file: LogFile(file, each.source, each.first, each.last) for file, each in evidence.log_summary.spans.items()
    }
    commits = [_commit(row) for row in evidence.commits_between(spans_of(handovers(events))) if _is_commit(row)]
    shared = _Shared(rows, events, logs, commits)
    return {group: shared.facts(group) for group in sorted(groups or _unnamed(rows))}


_TABLES = (
    "progress", "groups", "connections", "subscriptions", "client_queues", "client_properties", "client_topics",
    "topic_queues", "answers",
)  # fmt: skip


def _group_names(rows: Mapping[str, list[Row]], events: Iterable[Event]) -> set[str]:
    named = {row["group"] for table in rows.values() for row in table if row.get("group")}
    named |= {event.group for event in events if event.group}
    return {group for group in named if not _INTERNAL_GROUP.match(group)}


def _unnamed(rows: Mapping[str, list[Row]]) -> set[str]:
    return {UNNAMED} if any(rows[name] for name in ("progress", "connections", "client_queues", "answers")) else set()


def _named(table: list[Row], groups: set[str]) -> list[Row]:
    """Rows whose command did not say the group belong to the only group there is."""
    only = next(iter(groups)) if len(groups) == 1 else UNNAMED if not groups else None
    return [row if row.get("group") or "group" not in row else {**row, "group": only} for row in table]


_GroupCommit = tuple[str | None, Commit]


def _is_commit(row: Row) -> bool:
    return all(row[name] is not None for name in ("topic", "broker", "queue")) and (row["detail"] or "").isdigit()


def _commit(row: Row) -> _GroupCommit:
    queue = MessageQueue(row["topic"], row["broker"], row["queue"])
    return row["group"], Commit(row["file"], queue, row["at"], int(row["detail"]))


class _Shared:
    """The rows of all groups, ready to be asked for one group at a time."""

    def __init__(
        self, rows: Mapping[str, list[Row]], events: list[Event], logs: dict[str, LogFile], commits: list[_GroupCommit]
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
            snapshots=_snapshots(self.of("progress", group)),
            rosters=_rosters(self, group),
            running=running,
            routes=self.routes,
            status=self.status,
            answers=tuple(_answer(row) for row in self.of("answers", group)),
            listings=tuple(_listing(row) for row in self.of("groups", group)),
            events=tuple(_events_of(self.events, group, ids)),
            logs=self.logs,
            commits=tuple(commit for named, commit in self.commits if named == group),
        )


def _blocks(rows: Iterable[Row]) -> dict[Block, list[Row]]:
    """Rows by file and block, files in the natural order of their names (-2 before -10), timed blocks by time."""
    blocks: dict[Block, list[Row]] = defaultdict(list)
    for row in rows:
        blocks[row["file"], row["block"]].append(row)
    ordered = sorted(blocks, key=lambda place: (_natural(place[0]), place[1]))
    if all(blocks[place][0]["at"] is not None for place in ordered):
        ordered.sort(key=lambda place: blocks[place][0]["at"])
    return {place: blocks[place] for place in ordered}


def _natural(name: str) -> list[tuple[int, int, str]]:
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", name) if part]


def _snapshots(rows: Iterable[Row]) -> tuple[Snapshot, ...]:
    return tuple(
        Snapshot(file, block, found[0]["at"], tuple(_progress(row) for row in found))
        for (file, block), found in _blocks(rows).items()
    )


def _progress(row: Row) -> QueueProgress:
    return QueueProgress(
        queue=MessageQueue(row["topic"], row["broker"], row["queue"]),
        broker_offset=row["broker_offset"],
        consumer_offset=row["consumer_offset"],
        client_ip=row.get("client_ip"),
        diff=row["diff"] if row.get("diff") is not None else row["broker_offset"] - row["consumer_offset"],
        inflight=row.get("inflight"),
        last_time=row.get("last_time"),
        line=row["line"],
    )


def _rosters(shared: _Shared, group: str) -> tuple[Roster, ...]:
    merged = [row for row in shared.of("subscriptions", group) if row["client_id"] is None]
    subscriptions, answers = _blocks(merged), _blocks(shared.of("answers", group))
    return tuple(
        _roster(place, found, subscriptions.get(place, []), answers.get(place, []))
        for place, found in _blocks(shared.of("connections", group)).items()
    )


def _roster(place: Block, found: list[Row], subscriptions: list[Row], answers: list[Row]) -> Roster:
    told = answers[0] if answers else {}
    return Roster(
        file=place[0],
        block=place[1],
        at=found[0]["at"],
        kind=found[0]["kind"],
        connections=tuple(
            Connection(row["client_id"], row.get("address"), row.get("version"), row.get("language"), row["line"])
            for row in found
        ),
        subscriptions={row["topic"]: row["expression"] for row in subscriptions},
        subscription_lines={row["topic"]: row["line"] for row in subscriptions},
        message_model=told.get("message_model"),
        consume_type=told.get("consume_type"),
    )


def _running(shared: _Shared, group: str) -> tuple[RunningInfo, ...]:
    tables = {
        name: _blocks(row for row in shared.of(name, group) if row["client_id"] is not None)
        for name in ("client_properties", "subscriptions", "client_queues", "client_topics")
    }
    places = dict.fromkeys(place for blocks in tables.values() for place in blocks)
    return tuple(
        _running_info(place, {name: blocks.get(place, []) for name, blocks in tables.items()}) for place in places
    )


def _running_info(place: Block, tables: Mapping[str, list[Row]]) -> RunningInfo:
    first = next(rows[0] for rows in tables.values() if rows)
    properties, subscriptions = tables["client_properties"], tables["subscriptions"]
    return RunningInfo(
        file=place[0],
        block=place[1],
        client_id=first["client_id"],
        at=first["at"] or max((row["at"] for rows in tables.values() for row in rows if row["at"]), default=None),
        properties={row["key"]: row["value"] for row in properties},
        property_lines={row["key"]: row["line"] for row in properties},
        subscriptions={row["topic"]: row["expression"] for row in subscriptions},
        subscription_lines={row["topic"]: row["line"] for row in subscriptions},
        queues=tuple(_held(row) for row in tables["client_queues"]),
        rates=tuple(
            TopicRates(
                row["topic"], row.get("consume_ok_tps"), row.get("consume_failed_tps"),
                row.get("consume_failed_in_hour"), row["line"],
            )
            for row in tables["client_topics"]
        ),
    )  # fmt: skip


def _held(row: Row) -> HeldQueue:
    return HeldQueue(
        queue=MessageQueue(row["topic"], row["broker"], row["queue"]),
        mode=row.get("mode") or "pull",
        cached_count=row.get("cached_count"),
        dropped=row.get("dropped"),
        locked=row.get("locked"),
        last_pull=row.get("last_pull"),
        last_consume=row.get("last_consume"),
        line=row["line"],
    )


def _answer(row: Row) -> Answer:
    return Answer(
        row["file"], row["line"], row["kind"], row.get("command"), row.get("topic"), row["at"], row.get("code"),
        row.get("text"), row.get("subscription_verdict"),
    )  # fmt: skip


def _listing(row: Row) -> Listing:
    return Listing(
        row["file"],
        row["line"],
        row["count"],
        row.get("version"),
        row.get("type"),
        row.get("model"),
        row.get("diff_total"),
    )


def _routes(rows: Iterable[Row]) -> dict[str, tuple[RouteBroker, ...]]:
    """The newest route of each topic."""
    routes: dict[str, tuple[RouteBroker, ...]] = {}
    for found in _blocks(row for row in rows if row["kind"] == "topic_route" and row["topic"]).values():
        routes[found[0]["topic"]] = tuple(
            RouteBroker(
                row["broker"],
                row["read_queues"] or 0,
                6 if row["perm"] is None else row["perm"],
                row["file"],
                row["line"],
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


def _event(row: Row) -> Event:
    return Event(
        **{
            name: row[name]
            for name in (
                "file", "source", "event", "at", "last_at", "times", "group", "topic", "client_id", "address",
                "broker", "queue", "code", "detail", "last_detail",
            )
        },
        raw=row["raw"] or "",
        line=row["line_order"],
    )  # fmt: skip


def _events_of(events: Iterable[Event], group: str, client_ids: set[str]) -> Iterable[Event]:
    """The group's own events, and those of its clients or logs that name no group at all."""
    retry = RETRY_PREFIX + group
    return (
        event
        for event in events
        if event.group == group or (event.group is None and (event.client_id is None or event.client_id in client_ids))
        or event.topic == retry
    )  # fmt: skip
