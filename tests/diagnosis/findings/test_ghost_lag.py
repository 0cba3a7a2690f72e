"""ghost_lag: offsets of a deleted group or topic still count."""

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import Answer
from tests.diagnosis.findings.groups import ONE, TWO, client, listed, lists
from tests.diagnosis.findings.said import GROUP, facts, how_sure, look, queue, status_of

NO_TOPIC = Answer("topicRoute.txt", 1, "command_failed", "topicRoute", "old", None, 17, "No topic route info", None)
DELETED = Answer(
    "session.txt", 2, "other_mqadmin", "deleteSubGroup", None, None, None,
    f"delete subscription group [{GROUP}] from broker [10.0.0.1:10911] success.", None,
)  # fmt: skip
NOT_ONLINE = Answer(
    "session.txt", 4, "consumer_connection", None, None, None, 206, f"the consumer group[{GROUP}] not online", None
)
COUNTED = Figure("session.txt", 6, None, "statsAll", "accumulation", "70", None, GROUP, "paid")
LAG = Figure("metrics.txt", 3, None, "metrics", "rocketmq_group_diff", "70", None, GROUP, "old")
STORED = Figure("consumerOffset.json", 3, None, "consumerOffset.json", "consumer offset", "7", None, GROUP, "old", 0)


test_how_sure = how_sure(
    "ghost_lag",
    pytest.param(facts(answers=(NO_TOPIC,), figures=(LAG,)), "proven", id="agrees: no name server knows the topic"),
    pytest.param(
        facts(answers=(NO_TOPIC,), figures=(STORED,)),
        "proven",
        id="agrees: its offset is stored, and it is not there",
    ),
    pytest.param(
        facts(answers=(DELETED, NOT_ONLINE), figures=(COUNTED,)),
        "proven",
        id="agrees: mqadmin deleted the group and nobody is connected",
    ),
    pytest.param(
        facts(answers=(DELETED,), figures=(COUNTED,)), "suspected", id="too little: somebody may be connected"
    ),
    pytest.param(facts(answers=(DELETED,), figures=(LAG,)), None, id="silent: nothing tells which came first"),
    pytest.param(facts(figures=(LAG,)), None, id="too little: nothing tells that it is gone"),
    pytest.param(
        facts(answers=(NO_TOPIC,), figures=(LAG,), running=(client(ONE, topics={"old": "*"}),)),
        "suspected",
        id="contradicted: a client subscribes to the topic",
    ),
    pytest.param(
        facts(answers=(NO_TOPIC,), snapshots=(look(1, 0, {queue(0): (9, 9, None)}),)), None, id="silent: no lag"
    ),
)


BEFORE = listed(1, "10.0.0.9@5#5", at=0)
LEFT_OVER = (look(1, 0, {queue(0): (9, 9, None)}), look(2, 60, {queue(0): (70, 9, None)}))


def broadcasting(*models: str) -> tuple[RunningInfo, ...]:
    return tuple(client(who, queue(0), model=model) for who, model in zip((ONE, TWO), models, strict=False))


@pytest.mark.parametrize(
    ("running", "model", "status"),
    [
        pytest.param(broadcasting("BROADCASTING", "BROADCASTING"), "BROADCASTING", "proven", id="agrees: each says so"),
        pytest.param((), "BROADCASTING", "suspected", id="too little: the list has the newest heartbeat's model alone"),
        pytest.param(broadcasting("CLUSTERING", "BROADCASTING"), "BROADCASTING", None, id="silent: one is clustering"),
        pytest.param((), "CLUSTERING", None, id="silent: the group is clustering"),
    ],
)
def test_lag_of_a_broadcasting_group(running: tuple[RunningInfo, ...], model: str, status: str | None) -> None:
    """A clustering client left; its list tells nothing of those that are there, nor do the offsets that it left."""
    case = facts(snapshots=LEFT_OVER, running=running, rosters=(BEFORE, *lists(ONE, TWO, model=model)))
    assert status_of(case, "ghost_lag") == status
    stands = any(said.event == "offset_stands" for said in verdict({GROUP: case}).messages)
    assert not (stands and status)
