"""Twice as much of anything costs the rules at most twice the work, counted in lines of Python that they run."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.facts.group import GroupFacts, QueueProgress, Roster, Snapshot
from rmqkit.diagnosis.facts.logs import Commit, Event, LogFile
from rmqkit.rocketmq import MessageQueue
from tests.figures.diagnoses import START, event, roster, snapshot
from tests.measured import growth

GROUP = "groupA"
CLIENTS = [f"10.0.0.{number}@{4000 + number}#1" for number in range(12)]
# Twice the work, and what does not grow at all must not hide it: sizes are large enough for that.
TWICE = 2.2


def broker_log(size: int) -> GroupFacts:
    """Clients that come and go, and a subscription table that they overwrite."""
    kinds = (
        ("consumer_connected", None),
        ("subscription_topic_added", "topicA"),
        ("consumer_info_changed", None),
        ("subscription_topic_removed", "topicB"),
        ("subscription_changed", "topicA"),
        ("consumer_disconnected", None),
        ("offset_moved_back", "topicA"),
        ("pull_rejected", "topicB"),
    )
    events = [_of_broker(number, *kinds[number % len(kinds)]) for number in range(size)]
    return _with_logs(events)


def _of_broker(number: int, name: str, topic: str | None) -> Event:
    who = number // 8 % len(CLIENTS)
    raw = f"requestOffset={100 + number}, storeOffset={110 + number}"
    return event(
        name, number, topic, f"broker-{number % 2}.log",
        client_id=CLIENTS[who], address=f"10.0.0.{who}:{30_000 + number // 8}", queue=number % 4, raw=raw,
    )  # fmt: skip


def client_logs(size: int) -> GroupFacts:
    """Queues that go from client to client, with their commits."""
    names = ("queue_added", "rebalance_result", "offset_committed", "queue_dropped", "consumer_ids_changed")
    events = [_of_client(number, names[number % len(names)]) for number in range(size)]
    commits = [
        Commit(f"client-{number % 3}.log", MessageQueue("topicA", "broker-a", number % 4), _moment(number), number)
        for number in range(size)
    ]
    return replace(_with_logs(events), commits=tuple(commits))


def _of_client(number: int, name: str) -> Event:
    raw = (
        "allocateMessageQueueStrategyName=AVG, group=groupA, topic=topicA, clientId=x, mqAllSize=4, cidAllSize=3, "
        "rebalanceResultSize=1, rebalanceResultSet=[MessageQueue [topic=topicA, brokerName=broker-a, queueId=1]]"
    )
    made = event(
        name, 7 * number, "topicA", f"client-{number // 5 % 3}.log",
        client_id=CLIENTS[number // 5 % 3], broker="broker-a", queue=number // 15 % 4, raw=raw,
    )  # fmt: skip
    return replace(made, source="client")


def _moment(number: int) -> datetime:
    return START + timedelta(seconds=5 * number)


def _with_logs(events: list[Event]) -> GroupFacts:
    files = dict.fromkeys(one.file for one in events)
    end = events[-1].at
    logs = {file: LogFile(file, events[0].source, START, end) for file in files}
    return GroupFacts(GROUP, events=tuple(events), logs=logs)


def looks(size: int) -> GroupFacts:
    """Looks of which some show a queue that stands, that goes back, or that nobody owns."""
    queues = [MessageQueue("topicA", f"broker-{number % 2}", number // 2) for number in range(8)]
    return GroupFacts(GROUP, snapshots=tuple(_look(number, queues) for number in range(size)), rosters=_lists())


def _lists() -> tuple[Roster, ...]:
    """Two lists of the clients, of which the last is the newest thing that is known."""
    members = [f"10.0.0.{number}@1" for number in range(4)]
    return tuple(roster(*members, at=START + timedelta(seconds=second)) for second in (0, 30))


def _look(number: int, queues: list[MessageQueue]) -> Snapshot:
    rows = [
        QueueProgress(queue, 1000 + 5 * number, _offset(place, number), None if place == 7 else f"10.0.0.{place % 3}",
                      1000 + 5 * number - _offset(place, number), 0, None, place + 2)
        for place, queue in enumerate(queues)
    ]  # fmt: skip
    return replace(snapshot(number, {}), rows=tuple(rows))


def _offset(place: int, number: int) -> int:
    standing, going_back = place == 0, place == 1 and number % 10 == 9
    return 900 if standing else 990 + 5 * number - 100 * going_back


def flapping_looks(size: int) -> GroupFacts:
    """Looks that list the one topic and then the other."""
    shown = [
        {MessageQueue(f"topic{'AB'[number % 2]}", "broker-a", place): 5 for place in range(4)} for number in range(size)
    ]
    return GroupFacts(GROUP, snapshots=tuple(snapshot(number, diffs) for number, diffs in enumerate(shown)))


def queues(size: int) -> GroupFacts:
    """Two looks at many queues."""
    listed = [MessageQueue("topicA", f"broker-{number % 4}", number // 4) for number in range(size)]
    return GroupFacts(GROUP, snapshots=tuple(_look(number, listed) for number in (1, 2, 3)), rosters=_lists())


@pytest.mark.parametrize(
    ("facts", "size"),
    [
        pytest.param(broker_log, 600, id="events of brokers' logs"),
        pytest.param(client_logs, 600, id="events of clients' logs"),
        pytest.param(looks, 150, id="looks"),
        pytest.param(flapping_looks, 150, id="looks that list other topics each time"),
        pytest.param(queues, 200, id="queues"),
    ],
)
def test_twice_the_evidence_is_at_most_twice_the_work(facts: Callable[[int], GroupFacts], size: int) -> None:
    def judged(count: int) -> Callable[[], object]:
        made = facts(count)
        return lambda: verdict({GROUP: made})

    assert verdict({GROUP: facts(size)}).findings, "rules that find nothing do not do their work"
    assert growth(judged, size) < TWICE
