"""Facts written by hand: looks, routes and records as few lines as a case needs; a test of how sure a finding is."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rmqkit.diagnosis import Finding, verdict
from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.facts.group import Answer, GroupFacts, QueueProgress, Snapshot
from rmqkit.diagnosis.facts.logs import Event, LogFile
from rmqkit.rocketmq import MessageQueue

GROUP = "orders"
LOG = "client-1/rocketmq_client.log"
START = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


def after(seconds: float) -> datetime:
    """A moment of the case."""
    return START + timedelta(seconds=seconds)


def queue(number: int, topic: str = "paid", broker: str = "broker-a") -> MessageQueue:
    """A queue of the case's topic."""
    return MessageQueue(topic, broker, number)


def record(event: str, raw: str = "", *, at: float = 0, times: int = 1, **fields: Any) -> Event:
    """A log record; the broker's log unless another file and source are given."""
    given = {"file": "broker.log", "source": "broker", "group": GROUP, **fields}
    unsaid = dict.fromkeys(("topic", "client_id", "address", "broker", "queue", "code", "detail", "last_detail"))
    moments = {"at": after(at), "last_at": after(given.pop("last", at))}
    return Event(**{**unsaid, **moments, "event": event, "raw": raw or event, "times": times, **given})


def rebalanced(
    client_id: str,
    *share: MessageQueue,
    members: int = 2,
    of: int = 4,
    strategy: str = "AVG",
    topic: str = "paid",
    **fields: Any,
) -> Event:
    """A client's own log tells which queues a rebalance gave it, of how many, among how many members."""
    raw = (
        f"rebalanced result changed. allocateMessageQueueStrategyName={strategy}, group={GROUP}, topic={topic}, "
        f"clientId={client_id}, mqAllSize={of}, cidAllSize={members}, rebalanceResultSize={len(share)}, "
        f"rebalanceResultSet=[{', '.join(map(str, share))}]"
    )
    mine = {"source": "client", "file": "client.log", "client_id": client_id, "topic": topic}
    return record("rebalance_result", raw, **{**mine, **fields})


def beat(*topics: str, at: float, client: str = "10.0.0.1@7#1", file: str = LOG) -> Event:
    """A heartbeat as a client writes it into its own log: it wants all of these topics."""
    wanted = ", ".join(
        f"SubscriptionData [classFilterMode=false, topic={topic}, subString=*, tagsSet=[], codeSet=[], "
        "subVersion=1, expressionType=TAG]"
        for topic in topics
    )
    raw = (
        f"HeartbeatData [clientID={client}, producerDataSet=[], consumerDataSet=[ConsumerData [groupName={GROUP}, "
        f"consumeType=CONSUME_PASSIVELY, messageModel=CLUSTERING, consumeFromWhere=CONSUME_FROM_LAST_OFFSET, "
        f"unitMode=false, subscriptionDataSet=[{wanted}]]]]"
    )
    return record("heartbeat_content", raw, at=at, file=file, source="client", client_id=client)


def look(number: int, at: float, offsets: Mapping[MessageQueue, tuple[int, int, str | None]]) -> Snapshot:
    """consumerProgress: per queue the broker's offset, the consumer's, and the client's ip."""
    rows = [
        QueueProgress(shown, broker, consumer, ip, broker - consumer, None, None, line)
        for line, (shown, (broker, consumer, ip)) in enumerate(offsets.items(), start=2)
    ]
    return Snapshot(f"consumerProgress-{number}.txt", 0, after(at), tuple(rows))


def answer(code: int | None, text: str, kind: str = "command_failed") -> Answer:
    """What a command answered; as a rule that it failed."""
    return Answer("answer.txt", 1, kind, None, None, None, code, text, None)


def facts(events: Sequence[Event] = (), **more: Any) -> GroupFacts:
    """The group's facts; every log that an event stands in ends with the last event of all."""
    moments = [event.last_at for event in events if event.last_at]
    ends = {event.file: LogFile(event.file, event.source, START, max(moments)) for event in events}
    return GroupFacts(**{"group": GROUP, "events": tuple(events), "logs": ends, **more})


def found(case: GroupFacts, finding_id: str) -> list[Finding]:
    """The findings with this id."""
    return [finding for finding in verdict({GROUP: case}).findings if finding.id == finding_id]


def status_of(case: GroupFacts, finding_id: str) -> str | None:
    """The status of the first finding with this id, of what was considered where none was accepted."""
    diagnosis = verdict({GROUP: case})
    told = [entry for entry in (*diagnosis.findings, *diagnosis.considered) if entry.id == finding_id]
    return str(told[0].status) if told else None


def how_sure(finding_id: str, *rows: object) -> Callable[[GroupFacts, str | None], None]:
    """A test of a row each: which status the finding has in a case; None where it is not even considered."""

    @pytest.mark.parametrize(("case", "status"), rows)
    def test(case: GroupFacts, status: str | None) -> None:
        told = status_of(case, finding_id)
        assert told == status, f"{told}, not {status}"

    return test


def figures(name: str, *looks: tuple[float, str], broker: str = "10.0.0.1:10911") -> tuple[Figure, ...]:
    """One figure of a broker at some moments, each in a file of its own."""
    return tuple(
        Figure(f"look-{number}.txt", 2, after(at), "brokerStatus", name, value, broker)
        for number, (at, value) in enumerate(looks, start=1)
    )
