"""Making findings: the parts that every rule fills in the same way. No rules here."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.group import Answer, QueueProgress
from rmqkit.diagnosis.facts.logs import Event, Place
from rmqkit.diagnosis.finding import EvidenceLine, Finding, Severity
from rmqkit.diagnosis.texts import do_not_of, remedy_of
from rmqkit.rocketmq import MessageQueue

MOST_LINES = 12


def finding(case: Case, finding_id: str, severity: Severity, status: str, title: str, why: str, **more: Any) -> Finding:  # noqa: ANN401
    """A finding of this case with its unchanging texts; `evidence` may be given as places."""
    evidence = cite(more.pop("evidence", ()))
    return Finding(
        id=finding_id,
        severity=severity,
        status=status,
        group=case.group,
        title=title,
        why=why,
        evidence=evidence,
        remedy=remedy_of(finding_id, case.group),
        do_not=do_not_of(finding_id, case.group),
        **more,
    )


def cite(places: Iterable[Place | EvidenceLine]) -> tuple[EvidenceLine, ...]:
    """Places as evidence lines, each once, as many as a person reads."""
    lines = dict.fromkeys(
        each if isinstance(each, EvidenceLine) else EvidenceLine(each.file, each.line, each.text) for each in places
    )
    return tuple(lines)[:MOST_LINES]


def progress_place(file: str, row: QueueProgress) -> Place:
    """A queue's line in a snapshot."""
    text = f"{row.queue.topic} {row.queue.broker} {row.queue.queue}: broker offset {row.broker_offset}, "
    return Place(
        file, row.line, f"{text}consumer offset {row.consumer_offset}, client {row.client_ip or 'N/A'}, diff {row.diff}"
    )


def first_and_last_looks(case: Case, queues: Collection[MessageQueue]) -> list[Place]:
    """The queues' lines in the first and in the last snapshot."""
    snapshots = (*case.facts.snapshots[:1], *case.facts.snapshots[-1:])
    return [progress_place(each.file, row) for each in snapshots for row in each.rows if row.queue in queues]


def answer_place(answer: Answer) -> Place:
    """What a failed command said."""
    return Place(answer.file, answer.line, answer.text or f"CODE: {answer.code}")


def reason_of(event: Event) -> str:
    """What a broker answered, of the exception below a record's first line."""
    lines = [line for line in event.raw.split("\n") if "DESC" in line] or [event.raw.split("\n")[0]]
    return lines[0].split("Exception: ")[-1].strip()


def place_with_reason(event: Event) -> Place:
    """A record's first line with what the broker answered."""
    return Place(event.file, event.line, f"{event.raw.split(chr(10))[0].strip()} ... {reason_of(event)}")
