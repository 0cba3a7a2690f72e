"""began_at_the_end: a new group whose first pulls began behind messages that are stored."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.findings.groups import GROUP, ONE, QUEUES, RETRY, TWO, connected, ends, well
from tests.diagnosis.findings.said import found, how_sure, rebalanced, record

ID = "began_at_the_end"


def pulls(offset: int = 100, at: float = 1) -> list[Event]:
    """Each queue's first pull request, as a client logs it."""
    return [
        record(
            "pull_request_added",
            f"doRebalance, {GROUP}, add a new pull request PullRequest [consumerGroup={GROUP}, messageQueue={each}, "
            f"nextOffset={offset}]",
            source="client", file="client.log", at=at, topic=each.topic, broker=each.broker, queue=each.queue,
        )
        for each in QUEUES
    ]  # fmt: skip


def group(*events: Event, made: bool = True, first: int = 0) -> GroupFacts:
    """The broker made the retry topic with the first heartbeat; topicStatus tells from where on messages are stored."""
    retry = record(
        "topic_created",
        f"create new topic TopicConfig [topicName={RETRY}, readQueueNums=1, writeQueueNums=1, perm=RW-]",
        file="broker-a.log",
        topic=RETRY,
    )
    told = {topic: tuple(replace(row, min_offset=first) for row in rows) for topic, rows in ends().items()}
    return well([*([retry] if made else []), *events], status=told)


test_how_sure = how_sure(
    ID,
    pytest.param(group(*pulls()), "proven", id="agrees: its first pulls began at 100, and 0 is stored"),
    pytest.param(group(*pulls(), first=100), None, id="contradicted: nothing older is stored"),
    pytest.param(group(*pulls(offset=0)), None, id="contradicted: it began at the first message"),
    pytest.param(group(*pulls(), made=False), None, id="too little: the group may have offsets of before"),
    pytest.param(group(*pulls(at=30)), None, id="too little: half a minute later somebody may have committed"),
    pytest.param(group(), None, id="silent: no pull request is logged"),
    pytest.param(
        group(rebalanced(ONE, at=1), connected(ONE, 0), *pulls()), "proven", id="agrees: who came tells of it"
    ),
    pytest.param(
        group(rebalanced(ONE, at=1), connected(ONE, 0), connected(TWO, 0), *pulls()),
        "suspected",
        id="too little: another one had come, and may have committed what it gave away",
    ),
)


def test_the_messages_are_counted() -> None:
    [told] = found(group(*pulls()), ID)
    assert f"skipped {100 * len(QUEUES)} messages that were stored before it started" in told.title
