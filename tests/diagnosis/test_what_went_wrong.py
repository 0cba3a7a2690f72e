"""What once read OK and was sick, what was once proven and wrong, pictures that showed another state than the proof.

Each incident is written by hand here; tests/accuracy/test_recorded.py reads those that are recorded.
"""

from typing import Any

import pytest

from rmqkit.diagnosis import Diagnosis, Finding, Severity, verdict
from rmqkit.diagnosis.facts.group import GroupFacts, RouteBroker
from rmqkit.figures import allocation_data
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import (
    GROUP,
    IP,
    ONE,
    QUEUES,
    RETRY,
    SHARES,
    THREE,
    TWO,
    client,
    ends,
    goes_on,
    lists,
    looks,
    route,
    twins,
    well,
)
from tests.diagnosis.findings.said import answer, look, queue, record

OWN = "com.shop.NearestFirst@1b2c3d"
NOBODY = dict.fromkeys(QUEUES)
EIGHT = tuple(queue(number) for number in range(8))
ON_B = tuple(queue(number, broker="broker-b") for number in range(2))
FORBIDDEN = "CODE: 1  DESC: the broker[10.0.0.8] pop message is forbidden because timerWheelEnable is false"
NOT_ONLINE = answer(206, "CODE: 206  DESC: the consumer group[orders] not online", "consumer_connection")
RESET = "[reset-offset] reset offset started by 10.0.0.9:1. topic=paid, group=orders, timestamp=1795295987109"


def judged(case: GroupFacts) -> Diagnosis:
    return verdict({GROUP: case})


def named(diagnosis: Diagnosis, finding_id: str) -> list[Finding]:
    return [finding for finding in diagnosis.findings if finding.id == finding_id]


def proven(diagnosis: Diagnosis) -> set[str]:
    return {finding.id for finding in diagnosis.findings if finding.proven}


def pop_refused() -> GroupFacts:
    """Three pop clients; the broker refuses every pop, and nothing is ever consumed."""
    raw = f"execute the pull request exception: {{}}\nMQBrokerException: {FORBIDDEN}"
    told = [
        record("pull_rejected", raw, code=1, source="client", file=f"client-{n}.log", at=1, last=90, times=1000)
        for n in (1, 2, 3)
    ]
    popping = tuple(client(who, *QUEUES, mode="pop") for who in (ONE, TWO, THREE))
    return well(told, running=popping, rosters=lists(ONE, TWO, THREE), snapshots=looks(NOBODY, standing=QUEUES))


def own_strategy_takes_everything() -> GroupFacts:
    """Two push clients with a strategy of the user's own that gives every queue to both."""
    both = tuple(client(who, *QUEUES, strategy=OWN) for who in (ONE, TWO))
    return well(running=both, snapshots=looks(dict.fromkeys(QUEUES, IP[TWO])))


def reset_back() -> GroupFacts:
    """A reset a minute back under a healthy group: the look after it shows lower offsets, which move again."""
    shown = looks(SHARES)
    lower = look(3, 90, {each: (280, 100, owner) for each, owner in SHARES.items()})
    later = look(4, 120, {each: (370, 370, owner) for each, owner in SHARES.items()})
    reset = record("offset_reset_started", RESET, topic="paid", file="broker-a.log", at=75)
    return well([reset, goes_on(at=125)], snapshots=(*shown[:2], lower, later))


def fewer_read_queues() -> GroupFacts:
    """`updateTopic -r 4 -w 8`: half of the messages lie where nobody may read."""
    halved = RouteBroker("broker-a", 4, 6, "topicRoute-paid.txt", 3, None, 8)
    return well(routes={"paid": (halved,)}, status=ends(EIGHT))


def broker_lost() -> GroupFacts:
    """broker-b left the route; both clients dropped it, and its queues are in the first look only."""
    raw = "the broker addr[broker-b 10.0.0.8:10911] is offline, remove it"
    dropped = [
        record("broker_offline", raw, source="client", file=f"client-{n}.log", broker="broker-b", at=40) for n in (1, 2)
    ]
    shown = looks(SHARES)
    before = looks({**SHARES, **dict.fromkeys(ON_B, IP[ONE])}, standing=ON_B)[0]
    return well(dropped, snapshots=(before, *shown[1:]))


@pytest.mark.parametrize(
    ("case", "cause", "words"),
    [
        pytest.param(pop_refused(), "not_permitted", "pop message is forbidden", id="the broker refuses every pop"),
        pytest.param(
            own_strategy_takes_everything(), "mixed_allocation_strategies", "custom strategy", id="every queue to both"
        ),
        pytest.param(reset_back(), "offsets_moved", "messages delivered again", id="a reset under a healthy group"),
        pytest.param(fewer_read_queues(), "unreadable_queues", "4 queues", id="fewer read than write queues"),
        pytest.param(broker_lost(), "broker_lost", "messages were waiting", id="a broker is gone with what it stores"),
    ],
)
def test_once_read_ok_and_is_named(case: GroupFacts, cause: str, words: str) -> None:
    told = judged(case)
    assert told.severity >= Severity.WARNING
    assert cause in proven(told)
    said = named(told, cause)[0]
    assert words in f"{said.title} {said.why}"
    assert said.title in told.headline


def test_without_the_fault_each_of_these_groups_is_well() -> None:
    """So that the cases above are about the fault: the group that they change reads OK."""
    both = tuple(client(who, *share, strategy=OWN) for who, share in ((ONE, QUEUES[:2]), (TWO, QUEUES[2:])))
    popping = tuple(client(who, *QUEUES, mode="pop") for who in (ONE, TWO, THREE))
    assert str(judged(well()).severity) == "OK"
    assert str(judged(well(status=ends(QUEUES))).severity) == "OK"
    popped = well(running=popping, rosters=lists(ONE, TWO, THREE), snapshots=looks(NOBODY))
    # What works and is worth knowing: no strategy of RocketMQ's decides there.
    assert {str(judged(case).severity) for case in (popped, well(running=both))} == {"NOTICE"}


def test_what_a_reset_delivers_again_is_told_with_its_offsets() -> None:
    told = named(judged(reset_back()), "offsets_moved")[0]
    assert told.details["windows"] == [("paid", "broker-a", number, 100, 190) for number in range(4)]


def test_only_the_queues_that_nobody_may_read_are_named() -> None:
    assert [finding.queues for finding in named(judged(fewer_read_queues()), "unreadable_queues")] == [EIGHT[4:]]


def holding(*shares: tuple[MessageQueue, ...], **changed: Any) -> GroupFacts:
    words = tuple(client(who, *share) for who, share in zip((ONE, TWO), shares, strict=True))
    return well(**{"running": words, **changed})


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            holding(
                QUEUES[:2], QUEUES[3:], routes={}, snapshots=looks({**SHARES, QUEUES[2]: None}, standing=[QUEUES[2]])
            ),
            id="one of four queues is held by nobody, and no route lists them",
        ),
        pytest.param(
            holding(QUEUES[:2], QUEUES[2:], routes={}, snapshots=(), rosters=lists(ONE, ONE, TWO)),
            id="nothing lists the queues but what the clients hold, and one id stands twice",
        ),
    ],
)
def test_no_queue_that_a_client_itself_holds_is_proven_an_orphan(case: GroupFacts) -> None:
    held = {each.queue for info in case.running for each in info.queues}
    proofs = [finding for finding in named(judged(case), "orphan_queues") if finding.proven]
    assert not held & {each for finding in proofs for each in finding.queues}


def by_circle() -> GroupFacts:
    """Three clients, six queues, owners only: THREE takes 2 and 5 by circle, so 2 is read twice and 4 by nobody."""
    six = tuple(queue(number) for number in range(6))
    owners = dict(zip(six, (IP[ONE], IP[ONE], IP[THREE], IP[TWO], None, IP[THREE]), strict=True))
    rosters = lists(ONE, TWO, THREE)
    return well(snapshots=looks(owners, [six[4]]), rosters=rosters, running=(), routes=route(queues=6))


def different_topics() -> GroupFacts:
    sent = tuple(queue(number, "sent") for number in range(4))
    owners = {**SHARES, **dict.fromkeys(QUEUES[2:]), **dict.fromkeys(sent[:2]), **dict.fromkeys(sent[2:], IP[TWO])}
    words = (client(ONE, *QUEUES[:2]), client(TWO, *sent[2:], topics={"sent": "*"}))
    standing = [each for each, owner in owners.items() if owner is None]
    return well(running=words, routes={**route(), **route("sent")}, snapshots=looks(owners, standing))


@pytest.mark.parametrize(
    ("case", "orphans", "doubles"),
    [
        pytest.param(by_circle(), 1, 0, id="three clients, one by circle: owners alone do not tell who reads twice"),
        pytest.param(twins(), 2, 2, id="two processes with one id"),
        pytest.param(different_topics(), 4, 0, id="clients of different topics"),
        pytest.param(own_strategy_takes_everything(), 0, 4, id="a strategy that gives every queue to both"),
        pytest.param(well(), 0, 0, id="a healthy group"),
    ],
)
def test_the_picture_is_the_proof(case: GroupFacts, orphans: int, doubles: int) -> None:
    told = judged(case)
    picture = _picture(told)
    assert picture == _lists(told)
    assert (len(picture["orphan"]), len(picture["double"])) == (orphans, doubles)


def _picture(diagnosis: Diagnosis) -> dict[str, set[MessageQueue]]:
    rows = [row for row in allocation_data(diagnosis) if row["topic"] != RETRY]
    return {
        state: {MessageQueue(row["topic"], row["broker"], row["queue"]) for row in rows if row["state"] == state}
        for state in ("orphan", "double")
    }


def _lists(diagnosis: Diagnosis) -> dict[str, set[MessageQueue]]:
    ids = {"orphan": "orphan_queues", "double": "duplicate_consumption"}
    return {
        state: {each for finding in named(diagnosis, one) if finding.ongoing for each in finding.queues}
        for state, one in ids.items()
    }
