"""Whole diagnoses for tests of pages: facts made by hand, judged by the real rules. No test here."""

import ast
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_output

from rmqkit import figures
from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, QueueProgress, RouteBroker, Snapshot
from rmqkit.diagnosis.verdict import verdict
from rmqkit.evidence import Evidence
from rmqkit.report import sections
from rmqkit.report.notebooks import notebook
from rmqkit.report.page import html_page
from rmqkit.rocketmq import Averagely, MessageQueue
from tests.figures.diagnoses import START, event, roster

A, B = "10.20.0.11@11274#1155099680083", "10.20.0.12@11789#1161563682427"
ROUTE = (RouteBroker("broker-a", 8, 6, "topicRoute.txt", 1), RouteBroker("broker-b", 8, 6, "topicRoute.txt", 2))
LIBRARY = ("parameters", "session", "diagnosis", "junit")
OF_EVIDENCE = ("supposed-shown", "unknown-shown")
"""The cells of the incident notebook that make the diagnosis, and those that read evidence: here both may be given."""


def _info(client: str, *topics: str) -> RunningInfo:
    return RunningInfo(
        f"infos/{client}", 1, client, START, {}, {}, dict.fromkeys(topics, "*"), dict.fromkeys(topics, 5), (), ()
    )


def _looks(owners: dict[str, str | None], topics: tuple[str, ...]) -> tuple[Snapshot, ...]:
    return tuple(_look(number, owners, topics) for number in range(2))


def _look(number: int, owners: dict[str, str | None], topics: tuple[str, ...]) -> Snapshot:
    queues = [MessageQueue(topic, route.broker, at) for topic in topics for route in ROUTE for at in range(8)]
    return _look_at(number, {queue: owners.get(f"{queue.topic} {queue.broker}") for queue in queues})


def _look_at(number: int, owners: Mapping[MessageQueue, str | None]) -> Snapshot:
    rows = [_row(queue, owner, 100 + 50 * number, line) for line, (queue, owner) in enumerate(owners.items(), start=2)]
    return Snapshot(f"consumerProgress-{number}.txt", 1, START.replace(minute=31 + number), tuple(rows))


def _row(queue: MessageQueue, owner: str | None, end: int, line: int) -> QueueProgress:
    read = end if owner else 10
    return QueueProgress(queue, end, read, owner, end - read, 0, None, line)


def inconsistent() -> Diagnosis:
    """Two clients, two topics: half of the queues is read by nobody."""
    owners = {"topicA broker-a": "10.20.0.11", "topicB broker-b": "10.20.0.12"}
    return _judged((A, B), {A: ("topicA",), B: ("topicB",)}, owners)


def collision(note: str = "") -> Diagnosis:
    """Two processes under one id: half of the topic is read twice, half by nobody. The note is part of its name."""
    topic = f"topicA{note}"
    events = (event("consumer_connected", 1, client_id=A, raw=f"new consumer connected {note}"),)
    return _judged((A, A), {A: (topic,)}, {f"{topic} broker-a": "10.20.0.11"}, events)


def healthy() -> Diagnosis:
    """Two clients that subscribe alike, every queue read to its end."""
    owners = {"topicA broker-a": "10.20.0.11", "topicA broker-b": "10.20.0.12"}
    return _judged((A, B), {A: ("topicA",), B: ("topicA",)}, owners)


def failing() -> Diagnosis:
    """Two clients read everything, and the listener of one throws at each message."""
    owners = {"topicA broker-a": "10.20.0.11", "topicA broker-b": "10.20.0.12"}
    threw = "java.lang.IllegalStateException: order not found: {}, com.shop.Orders.book(Orders.java:161)"
    logged = {"file": "client.log", "client_id": A}
    failures = (event("consume_failed", at, "topicA", detail=threw.format(at), **logged) for at in range(1, 40))
    events = tuple(replace(failure, source="client") for failure in failures)
    return _judged((A, B), {A: ("topicA",), B: ("topicA",)}, owners, events)


def large() -> Diagnosis:
    """A hundred clients, four of which lack a topic, share out a thousand queues of ten topics; six looks."""
    clients = [f"10.20.{number // 50}.{number % 50 + 10}@{7000 + number}#{number}" for number in range(100)]
    topics = tuple(f"topic-of-orders-{number}" for number in range(10))
    brokers = tuple(RouteBroker(f"broker-{name}", 25, 6, "topicRoute.txt", at) for at, name in enumerate("abcd", 1))
    wants = {client: topics[1:] if number < 4 else topics for number, client in enumerate(clients)}
    owners = {}
    for topic in topics:
        queues = [MessageQueue(topic, route.broker, at) for route in brokers for at in range(25)]
        for client in clients:
            reads = topic in wants[client]
            shared = Averagely().allocate("groupA", client, queues, clients)
            owners |= dict.fromkeys(shared, client.partition("@")[0] if reads else None)
    looks = tuple(_look_at(number, owners) for number in range(6))
    facts = GroupFacts(
        "groupA",
        rosters=(roster(*clients),),
        running=tuple(_info(client, *wanted) for client, wanted in wants.items()),
        routes=dict.fromkeys(topics, brokers),
        snapshots=looks,
        events=tuple(event("consumer_connected", at % 50, client_id=client) for at, client in enumerate(clients)),
    )
    return verdict({"groupA": facts}, FILES)


def _judged(
    clients: tuple[str, ...], wants: dict[str, tuple[str, ...]], owners: dict[str, str | None], events: tuple = ()
) -> Diagnosis:
    topics = tuple(sorted({topic for wanted in wants.values() for topic in wanted}))
    facts = GroupFacts(
        "groupA",
        rosters=(roster(*clients),),
        running=tuple(_info(client, *wanted) for client, wanted in wants.items()),
        routes=dict.fromkeys(topics, ROUTE),
        snapshots=_looks(owners, topics),
        events=events,
    )
    return verdict({"groupA": facts}, FILES)


FILES = tuple(
    {
        "file": f"consumerProgress-{number}.txt", "kind": "consumer_progress", "lines": 40, "rows": 32, "noise": 6,
        "blank": 2, "continuation": 0, "unparsed": 0, "first_unparsed": None, "problem": None,
    }
    for number in range(2)
)  # fmt: skip

INCIDENTS = {"inconsistent": inconsistent, "collision": collision, "healthy": healthy}


def executed_incident(
    diagnosis: Diagnosis, lang: str = "en", evidence: Evidence | None = None
) -> nbformat.NotebookNode:
    """The incident notebook with the outputs of its cells for a diagnosis and, where it is given, its evidence."""
    made = nbformat.read(notebook("incident"), as_version=4)
    names = {"diagnosis": diagnosis, "group": "", "lang": lang, "figures": figures, "sections": sections}
    names |= {"evidence": evidence, "hypothesis": ""}
    left_out = LIBRARY if evidence else (*LIBRARY, *OF_EVIDENCE)
    for cell in made.cells:
        if cell.cell_type == "code":
            cell.outputs = [] if cell.id in left_out else _shown(eval(_expression(cell.source), names))
    return made


def _expression(source: str) -> Any:
    return compile(ast.Expression(ast.parse(source).body[-1].value), "cell", "eval")  # type: ignore[attr-defined]


def _shown(value: Any) -> list[Any]:
    if value is None:
        return []
    if hasattr(value, "to_plotly_json"):
        figure = {"application/vnd.plotly.v1+json": json.loads(value.to_json()), "text/plain": "figure"}
        return [new_output("display_data", data=figure)]
    return [new_output("display_data", data={"text/plain": repr(value), "text/html": value._repr_html_()})]


def incident_page(diagnosis: Diagnosis, lang: str = "en", evidence: Evidence | None = None) -> str:
    """The whole report of a diagnosis as one page."""
    return html_page(executed_incident(diagnosis, lang, evidence), folder="evidence", lang=lang)


def written(diagnosis: Diagnosis, path: Path) -> Path:
    """The report as a file."""
    path.write_text(incident_page(diagnosis), encoding="utf-8")
    return path
