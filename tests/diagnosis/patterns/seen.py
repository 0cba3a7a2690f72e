"""A case and the ids that one pattern points at; looks by hand. Nothing is asserted here."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.group import Answer, GroupFacts, QueueProgress, Snapshot
from rmqkit.diagnosis.patterns import Pattern
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import IP, ONE, THREE, TWO
from tests.diagnosis.findings.said import after, queue

A, B, C = IP[ONE], IP[TWO], IP[THREE]
READ, LATE = (0, 0.0), (300, 60.0)

Row = tuple[int, str | None, float]
"""What a look shows of a queue: how many messages wait, the client's ip, how old the last message read is."""


def suspects(find: Callable[[Case], Iterable[Pattern]], case: GroupFacts) -> list[str]:
    """The ids that the pattern names of the case, the best fit first."""
    return [finding_id for pattern in find(Case.of(case)) for finding_id in pattern.suspects]


def look(
    rows: dict[MessageQueue, Row], number: int = 1, at: float = 90, inflight: int | None = None, asked: bool = True
) -> Snapshot:
    """consumerProgress at a moment: each queue ends at 1000, later looks 100 further on."""
    end = 900 + 100 * number
    shown = [
        QueueProgress(queue, end, end - diff, ip, diff, inflight, _last(at, age), line)
        for line, (queue, (diff, ip, age)) in enumerate(rows.items(), start=2)
    ]
    return Snapshot(f"consumerProgress-{number}.txt", 0, after(at), tuple(shown), asked)


def _last(at: float, age: float) -> datetime:
    return after(at - age)


def shown(*owners: str | None, waiting: Sequence[int] = (), **more: object) -> Snapshot:
    """One look at so many queues: those waiting are a minute late, the others read to their end."""
    rows: dict[MessageQueue, Row] = {}
    for number, owner in enumerate(owners):
        diff, age = LATE if number in waiting else READ
        rows[queue(number)] = (diff, owner, age)
    return look(rows, **more)  # type: ignore[arg-type]


def rate(tps: float | None, number: int = 1) -> Answer:
    """What consumerProgress prints below its table."""
    file = f"consumerProgress-{number}.txt"
    return Answer(file, 9, "consumer_progress", None, None, None, None, None, None, consume_tps=tps)
