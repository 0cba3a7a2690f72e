"""Diagnoses made by hand for tests of pictures: any number of groups, topics, queues and clients. No test here."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.drawn import QueueAllocation
from rmqkit.diagnosis.facts.group import Connection, GroupFacts, QueueProgress, Roster, Snapshot
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.finding import Status
from rmqkit.rocketmq import MessageQueue

START = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)


def finding(finding_id: str, group: str = "groupA", queues: Sequence[MessageQueue] = (), **more: Any) -> Finding:
    values: dict[str, Any] = {"queues": tuple(queues), "status": Status.PROVEN, **more}
    return Finding(finding_id, "title", "why", Severity.CRITICAL, group=group, **values)


def row(
    queue: MessageQueue, client: str | None, state: str = "owned", *, times: int = 1, **more: Any
) -> QueueAllocation:
    consumers = () if state == "orphan" or client is None else (client,) * times
    values: dict[str, Any] = {"seen": None, "broker_offset": 12, "consumer_offset": 10, "diff": 2, **more}
    return QueueAllocation(queue=queue, consumers=consumers, state=state, **values)


def roster(*client_ids: str, at: datetime | None = None, topics: Sequence[str] = ()) -> Roster:
    connections = tuple(Connection(each, f"10.0.0.1:{n}", "V5_3_3", n) for n, each in enumerate(client_ids))
    wanted = dict.fromkeys(topics, "*")
    return Roster("connection.txt", 1, at, "consumer_connection", connections, wanted, {}, "CLUSTERING", "PASSIVELY")


def snapshot(
    look: int, diffs: Mapping[MessageQueue, int], timed: bool = True, client: str | None = "10.0.0.1"
) -> Snapshot:
    at = START + timedelta(seconds=15 * look) if timed else None
    rows = tuple(QueueProgress(q, 100 + d, 100, client, d, 0, None, n) for n, (q, d) in enumerate(diffs.items(), 2))
    return Snapshot(f"progress-{look}.txt", 1, at, rows)


def event(name: str, second: float, topic: str | None = None, file: str = "broker.log", **more: Any) -> Event:
    at = START + timedelta(seconds=second)
    values: dict[str, Any] = dict.fromkeys(("client_id", "address", "broker", "queue", "code", "detail", "last_detail"))
    values |= {"raw": "raw", "line": 7, "group": "groupA", **more}
    return Event(file=file, source="broker", event=name, at=at, last_at=at, times=1, topic=topic, **values)


def diagnosis(
    rows: Mapping[str, Sequence[QueueAllocation]] | None = None,
    findings: Sequence[Finding] = (),
    facts: Mapping[str, GroupFacts] | None = None,
) -> Diagnosis:
    groups = dict(facts or {})
    for group in rows or {}:
        groups.setdefault(group, GroupFacts(group))
    return Diagnosis(Severity.CRITICAL, "headline", tuple(findings), facts=groups, allocation=dict(rows or {}))
