"""Windows that are read again when a queue changes hands, from the clients' own logs alone."""

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.handovers import ToldOfQueues, handovers, reconsumed, start_completed
from rmqkit.diagnosis.facts.logs import Commit, Event
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.said import GROUP, after, record

QUEUE = MessageQueue("bill", "broker-c", 6)
GIVER, TAKER = "old/rocketmq_client.log", "new/rocketmq_client.log"


def told(file: str, event: str, seconds: float, next_offset: int | None = None) -> Event:
    raw = f"PullRequest [consumerGroup={GROUP}, messageQueue={QUEUE}, nextOffset={next_offset}]" if next_offset else ""
    where = {"topic": QUEUE.topic, "broker": QUEUE.broker, "queue": QUEUE.queue}
    return record(event, raw, at=seconds, file=file, source="client", **where)


def committed(file: str, *offsets: tuple[float, int]) -> list[Commit]:
    return [Commit(file, QUEUE, after(seconds), offset) for seconds, offset in offsets]


def window(events: list[Event], commits: list[Commit]) -> tuple[int, int] | None:
    taken = [told(GIVER, "queue_added", -60), told(TAKER, "queue_added", 0), *events]
    facts = GroupFacts(GROUP, events=tuple(taken), commits=tuple(commits))
    read = reconsumed(handovers(facts.events)[0], ToldOfQueues.of(facts))
    return (read.first, read.last) if read and read.last > read.first else None


EVERY_FIVE = committed(GIVER, (-13, 100), (-8, 140), (-3, 180))


@pytest.mark.parametrize(
    ("events", "commits", "expected"),
    [
        pytest.param([], EVERY_FIVE, (180, 220), id="a giver that died read on for at most one commit interval"),
        pytest.param(
            [told(GIVER, "pull_dropped", 0.1, 196)],
            EVERY_FIVE,
            (180, 196),
            id="a giver that noticed had pulled no further than it says",
        ),
        pytest.param(
            [*[told(GIVER, "consume_dropped", 0.1)] * 6, told(GIVER, "pull_dropped", 0.1, 196)],
            EVERY_FIVE,
            (180, 190),
            id="what a giver threw away in its hands it had pulled and not consumed",
        ),
        pytest.param(
            [told(TAKER, "consume_dropped", 0.1), told(GIVER, "pull_dropped", 0.1, 196)],
            EVERY_FIVE,
            (180, 196),
            id="what the taker throws away says nothing of the giver",
        ),
        pytest.param(
            [told(GIVER, "queue_dropped", -0.01), told(GIVER, "pull_dropped", 0.1, 196)],
            [*EVERY_FIVE, *committed(GIVER, (-0.01, 195))],
            (180, 196),
            id="the commit that came with dropping the queue may have come too late for the taker",
        ),
        pytest.param(
            [told(TAKER, "pull_request_added", 0, 195), told(GIVER, "pull_dropped", 0.1, 196)],
            [*EVERY_FIVE, *committed(GIVER, (-0.01, 195))],
            (195, 196),
            id="the taker's own first offset decides where it is written",
        ),
        pytest.param(
            [],
            [*EVERY_FIVE, *committed(GIVER, (2, 210))],
            (180, 220),
            id="a commit of the giver after the taker came lies inside",
        ),
        pytest.param(
            [],
            [*committed(GIVER, (-40, 0), (-13, 140), (-8, 150), (-3, 160))],
            (160, 170),
            id="commits that are no neighbours tell no pace",
        ),
        pytest.param(
            [],
            [*committed(GIVER, (-3, 160)), *committed(TAKER, (4, 200), (9, 230))],
            (160, 190),
            id="the taker's pace stands in for the giver's",
        ),
        pytest.param(
            [told(GIVER, "queue_dropped", 20), told(GIVER, "pull_dropped", 20, 350)],
            [*EVERY_FIVE, *committed(GIVER, (2, 220), (7, 260), (12, 300), (20, 340))],
            (180, 350),
            id="a giver that noticed at its next rebalance only read on for so long",
        ),
        pytest.param(
            [told(GIVER, "queue_added", 8), told(GIVER, "queue_dropped", 15), told(GIVER, "pull_dropped", 15, 320)],
            [*EVERY_FIVE, *committed(GIVER, (11, 290), (15, 319))],
            (180, 220),
            id="what a giver that gets the queue again says later does not count",
        ),
        pytest.param([], [], None, id="without any commit nothing is known"),
        pytest.param([], committed(GIVER, (-3, 160)), None, id="one commit bounds nothing"),
    ],
)  # fmt: skip
def test_the_window_that_is_read_again(events: list[Event], commits: list[Commit], expected: tuple[int, int] | None):
    assert window(events, commits) == expected


@pytest.mark.parametrize(
    ("left", "completed"),
    [
        pytest.param((), 45, id="all that start one after the other, and a rebalance after the last"),
        pytest.param((12,), 12, id="a rolling restart: who starts after the first that left takes its place"),
        pytest.param((300,), 45, id="who leaves long after that changes nothing"),
    ],
)
def test_a_groups_start_ends_with_the_first_client_that_leaves(left: tuple[float, ...], completed: float) -> None:
    starts = [record("consumer_started", file=f"{at}.log", source="client", at=at) for at in (0, 10, 25)]
    leaves = [record("consumer_shutdown", file="0.log", source="client", at=at) for at in left]
    assert start_completed(GroupFacts(GROUP, events=(*starts, *leaves))) == after(completed)
