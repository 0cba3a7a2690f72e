"""What once read OK and was sick, what was once proven and wrong, pictures that showed another state than the proof.

Each incident is written by hand here; tests/accuracy/test_recorded.py reads those that are recorded.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis import Diagnosis, Finding, Severity, verdict
from rmqkit.diagnosis.facts.clients_words import RunningInfo
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
    well,
)
from tests.diagnosis.findings.said import after, answer, look, queue, record

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


def test_every_queue_that_two_clients_read_is_named_as_read_twice() -> None:
    told = named(judged(own_strategy_takes_everything()), "duplicate_consumption")
    assert [(finding.proven, finding.queues) for finding in told] == [(True, QUEUES)]


def test_what_a_reset_delivers_again_is_told_with_its_offsets() -> None:
    told = named(judged(reset_back()), "offsets_moved")[0]
    assert told.details["windows"] == [("paid", "broker-a", number, 100, 190) for number in range(4)]


def test_only_the_queues_that_nobody_may_read_are_named() -> None:
    assert [finding.queues for finding in named(judged(fewer_read_queues()), "unreadable_queues")] == [EIGHT[4:]]


def behind_a_proxy(at: float | None) -> GroupFacts:
    """Brokers know no client of the group, and its offsets move all the time."""
    said = replace(NOT_ONLINE, at=None if at is None else after(at))
    return well(running=(), rosters=(), snapshots=looks(NOBODY), answers=(said,))


@pytest.mark.parametrize(
    "at", [pytest.param(None, id="CODE 206 without a date"), pytest.param(10, id="CODE 206 before the looks")]
)
def test_code_206_while_offsets_advance_proves_no_group_offline(at: float | None) -> None:
    told = judged(behind_a_proxy(at))
    assert "group_offline" not in proven(told)
    against = [line for entry in told.considered if entry.id == "group_offline" for line in entry.contradicts]
    assert {line.file for line in against} == {"consumerProgress-2.txt", "consumerProgress-3.txt"}
    assert "not_shared_out_by_clients" in proven(told)


def holding(*shares: tuple[MessageQueue, ...], **changed: Any) -> GroupFacts:
    words = tuple(client(who, *share) for who, share in zip((ONE, TWO), shares, strict=True))
    return well(**{"running": words, **changed})


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            holding(QUEUES[:2], QUEUES[2:], snapshots=looks({**SHARES, QUEUES[3]: None}, standing=[QUEUES[3]])),
            id="no look shows the owner of a queue that its client holds",
        ),
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


def test_eleven_of_twelve_predicted_owners_prove_no_collision_and_no_orphan() -> None:
    """The list has one id twice; twelve owners are shown, and one of them is not what the list predicts."""
    twelve = tuple(queue(number) for number in range(12))
    twins = (*dict.fromkeys(twelve[:4], IP[ONE]).items(), *dict.fromkeys(twelve[4:8]).items())
    owners = {**dict(twins), **dict.fromkeys(twelve[8:], IP[TWO])}
    shown = {**owners, twelve[4]: IP[TWO]}
    rosters, standing = lists(ONE, ONE, TWO), twelve[4:8]
    agreeing = well(rosters=rosters, running=(), routes=route(queues=12), snapshots=looks(owners, standing))
    one_off = well(rosters=rosters, running=(), routes=route(queues=12), snapshots=looks(shown, standing))
    assert {"client_id_collision", "orphan_queues"} <= proven(judged(agreeing))
    assert "client_id_collision" not in proven(judged(one_off))
    told = named(judged(one_off), "client_id_collision")[0]
    assert {line.text.partition(":")[0] for line in told.contradicts} == {"paid broker-a 4"}


def pulling(*queues: MessageQueue, subscribed: bool) -> tuple[RunningInfo, ...]:
    topics = {"paid": "*"} if subscribed else {}
    return tuple(client(who, *queues, topics=topics, kind="CONSUME_ACTIVELY") for who in (ONE, TWO))


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(pulling(subscribed=False), id="lite pull that was assigned its queues, up to 5.1.0"),
        pytest.param(pulling(*QUEUES[:2], subscribed=False), id="lite pull that reports what it was assigned"),
        pytest.param(pulling(subscribed=True), id="pull consumers that registered their topic"),
    ],
)
def test_clients_that_pull_by_themselves_are_no_idle_consumers(words: tuple[RunningInfo, ...]) -> None:
    told = judged(well(running=words, rosters=lists(ONE, TWO, kind="CONSUME_ACTIVELY"), snapshots=looks(NOBODY)))
    assert not named(told, "idle_consumers")
    assert not named(told, "orphan_queues")
    assert "not_shared_out_by_clients" in proven(told)


def test_a_reset_to_now_is_no_change_of_hands() -> None:
    """Behind by thousands, then at the end at once; a client still commits its old place, and is put right."""
    shown = [look(n, 30 * n, {each: (9000 + n, 100, owner) for each, owner in SHARES.items()}) for n in (1, 2)]
    shown += [look(n, 30 * n, {each: (9000 + n, 9000 + n, owner) for each, owner in SHARES.items()}) for n in (3, 4)]
    reset = record("offset_reset_started", RESET, topic="paid", file="broker-a.log", at=75)
    raw = "[NOTIFYME]update consumer offset less than store. requestOffset=100, storeOffset=9002"
    late = [record("offset_moved_back", raw, file="broker-a.log", topic="paid", queue=n, at=76) for n in range(4)]
    told = judged(well([reset, *late, goes_on(at=125)], snapshots=tuple(shown)))
    assert "offsets_moved" in proven(told)
    assert not [finding for finding in told.findings if "changed hands" in finding.title]


def by_circle() -> GroupFacts:
    """Three clients, six queues, owners only: THREE takes 2 and 5 by circle, so 2 is read twice and 4 by nobody."""
    six = tuple(queue(number) for number in range(6))
    owners = dict(zip(six, (IP[ONE], IP[ONE], IP[THREE], IP[TWO], None, IP[THREE]), strict=True))
    rosters = lists(ONE, TWO, THREE)
    return well(snapshots=looks(owners, [six[4]]), rosters=rosters, running=(), routes=route(queues=6))


def twins() -> GroupFacts:
    shown = looks({**dict.fromkeys(QUEUES[:2], IP[ONE]), **dict.fromkeys(QUEUES[2:])}, standing=QUEUES[2:])
    return well(rosters=lists(ONE, ONE), running=(client(ONE, *QUEUES[:2]),), snapshots=shown)


def different_topics() -> GroupFacts:
    sent = tuple(queue(number, "sent") for number in range(4))
    owners = {**SHARES, **dict.fromkeys(QUEUES[2:]), **dict.fromkeys(sent[:2]), **dict.fromkeys(sent[2:], IP[TWO])}
    words = (client(ONE, *QUEUES[:2]), client(TWO, *sent[2:], topics={"sent": "*"}))
    standing = [each for each, owner in owners.items() if owner is None]
    return well(running=words, routes={**route(), **route("sent")}, snapshots=looks(owners, standing))


@pytest.mark.parametrize(
    ("case", "orphans", "doubles"),
    [
        pytest.param(by_circle(), 1, 1, id="three clients, one by circle, owners only"),
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


def test_the_picture_draws_who_was_seen_where_one_goes_by_circle() -> None:
    """The default recomputation would give queue 2 to TWO alone."""
    consumers = {row["queue"]: set(row["consumers"]) for row in allocation_data(judged(by_circle()))}
    assert consumers == {0: {ONE}, 1: {ONE}, 2: {TWO, THREE}, 3: {TWO}, 4: set(), 5: {THREE}}


def test_commands_quote_a_group_whose_name_a_shell_would_run() -> None:
    group = "shop$(reboot)"
    told = verdict({group: replace(well(rosters=(), running=(), snapshots=looks(NOBODY)[:1]), group=group)})
    texts = [text for finding in told.findings for text in finding.remedy] + [each.command for each in told.missing]
    commands = [text for text in texts if "-g " in text]
    assert commands
    assert all(f"-g '{group}'" in text for text in commands)
