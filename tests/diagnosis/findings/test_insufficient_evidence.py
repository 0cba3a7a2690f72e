"""insufficient_evidence: what cannot be decided, and what is known all the same."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.facts.group import GroupFacts, QueueProgress, QueueStatus, Snapshot
from rmqkit.formats.prompts import sub_command
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import (
    GROUP,
    IP,
    ONE,
    QUEUES,
    SHARES,
    TWO,
    client,
    lists,
    looks,
    route,
    twins,
    well,
)
from tests.diagnosis.findings.said import after, answer, facts, found, how_sure, look, record

Reached = tuple[int, int, str | None]

ID = "insufficient_evidence"


test_how_sure = how_sure(
    ID,
    pytest.param(well(snapshots=looks(SHARES, times=1)), "proven", id="agrees: one look"),
    pytest.param(well(rosters=()), "proven", id="agrees: no list of members"),
    pytest.param(facts(), "proven", id="agrees: nothing but a name"),
    pytest.param(well(), None, id="contradicted: the group can be called healthy"),
    pytest.param(twins(), None, id="contradicted: a cause is proven"),
    pytest.param(
        well(rosters=lists(ONE, ONE)[:1], running=(), snapshots=()),
        "proven",
        id="agrees: a cause is only suspected",
    ),
)


@pytest.mark.parametrize(
    ("case", "known"),
    [
        pytest.param(
            well(running=()), "caught up on all 4 listed queues at 10:01:30; 2 clients connected", id="all is read"
        ),
        pytest.param(
            well(running=(), rosters=(), snapshots=looks(SHARES, standing=QUEUES[:1])),
            "lag in 1 of 4 listed queues: 270 messages at 10:01:30",
            id="a queue is behind",
        ),
        pytest.param(
            facts(snapshots=[look(n, 30 * n, {QUEUES[0]: (900, 200 * n, None)}) for n in (1, 2, 3)]),
            "lag in 1 of 1 listed queue: 300 messages at 10:01:30; the lag fell steadily over 3 snapshots, from 700 to "
            "300",
            id="a backlog that is worked off",
        ),
        pytest.param(facts(rosters=lists(ONE, TWO)), "2 clients connected", id="a list alone"),
        pytest.param(
            facts(rosters=[replace(each, subscriptions={"paid": "a || b"}) for each in lists(ONE, TWO)]),
            "2 clients connected; the broker filters by paid a || b, so all other messages of these topics count as "
            "consumed, and no lag shows it",
            id="what the broker filters by",
        ),
        pytest.param(
            facts(running=(client(ONE, *QUEUES[:2]),)),
            "queues reported by 1 client (paid broker-a 0-1)",
            id="what a client reports of itself",
        ),
    ],
)
def test_what_is_known_all_the_same_is_told(case: GroupFacts, known: str) -> None:
    assert found(case, ID)[0].why.startswith(f"Known: {known}. ")


NOT_KNOWN = facts(answers=(answer(17, f"CODE: 17  DESC: No topic route info for the topic: %RETRY%{GROUP}"),))


@pytest.mark.parametrize(
    ("case", "title", "commands"),
    [
        pytest.param(
            replace(NOT_KNOWN, spelt_alike=("GID-Orders",), not_in_list=True),
            f"The evidence contains GID-Orders but not {GROUP}: check the spelling, since "
            "group names are case-sensitive",
            {"brokerConsumeStats"},
            id="agrees: another spelling is there",
        ),
        pytest.param(
            replace(well(answers=NOT_KNOWN.answers, running=()), spelt_alike=("GID-Orders",)),
            "No messages wait in",
            {"consumerProgress", "consumerStatus"},
            id="contradicted: it was made since",
        ),
        pytest.param(
            replace(NOT_KNOWN, not_in_list=True),
            "Not enough evidence",
            {"brokerConsumeStats"},
            id="silent: no other spelling; what has failed is not asked again, nor the list that lacks it",
        ),
        pytest.param(
            NOT_KNOWN,
            "Not enough evidence",
            {"consumerProgress", "brokerConsumeStats"},
            id="too little: which groups there are",
        ),
    ],
)
def test_a_group_that_is_not_there(case: GroupFacts, title: str, commands: set[str]) -> None:
    told = verdict({GROUP: case})
    assert found(case, ID)[0].title.startswith(title)
    assert {sub_command(row.command) for row in told.missing} == commands


def test_nothing_known_is_said_to_be_known() -> None:
    assert found(facts(), ID)[0].why.startswith("Evidence still needed to call the group healthy")


RETRIES = MessageQueue(f"%RETRY%{GROUP}", "broker-a", 0)
READ = dict.fromkeys(QUEUES, (90, 90, IP[ONE]))


@pytest.mark.parametrize(
    ("last", "title"),
    [
        pytest.param(READ, "No messages wait in 4 listed queues at 10:00:30; not enough", id="all is read"),
        pytest.param({**READ, QUEUES[0]: (90, 80, IP[ONE])}, "Not enough evidence to diagnose", id="a queue is behind"),
        pytest.param({**READ, RETRIES: (9, 0, IP[ONE])}, "Not enough evidence to diagnose", id="retries wait"),
        pytest.param({RETRIES: (9, 9, IP[ONE])}, "Not enough evidence to diagnose", id="no topic is listed"),
    ],
)
def test_that_nothing_waits_is_told_first(last: Mapping[MessageQueue, Reached], title: str) -> None:
    assert found(well(running=(), snapshots=(look(1, 30, last),)), ID)[0].title.startswith(title)


@pytest.mark.parametrize(
    ("shown", "title"),
    [
        pytest.param(
            looks(SHARES), "Each of the 4 listed queues is consumed as fast as messages arrive", id="all move"
        ),
        pytest.param(looks({QUEUES[0]: ONE}), "The only listed queue is consumed as fast", id="the only one moves"),
        pytest.param(looks(SHARES, standing=QUEUES[:1]), "Not enough evidence to diagnose", id="one stands"),
        pytest.param(looks(SHARES, times=1), "Not enough evidence to diagnose", id="one look"),
    ],
)
def test_that_all_is_read_as_it_comes_is_told_where_several_looks_show_it(
    shown: tuple[Snapshot, ...], title: str
) -> None:
    behind = tuple(replace(each, rows=tuple(map(_a_little_behind, each.rows))) for each in shown)
    assert found(well(running=(), snapshots=behind), ID)[0].title.startswith(title)


@pytest.mark.parametrize(
    ("reset_at", "title"),
    [
        pytest.param(45, "Not enough evidence to diagnose", id="a reset between them moves offsets as well"),
        pytest.param(5, "Each of the 4 listed queues", id="the reset was before the first"),
    ],
)
def test_offsets_that_were_reset_between_looks_tell_nothing_of_what_was_read(reset_at: float, title: str) -> None:
    behind = tuple(replace(each, rows=tuple(map(_a_little_behind, each.rows))) for each in looks(SHARES))
    case = well([record("offset_reset_started", at=reset_at)], running=(), snapshots=behind)
    assert found(case, ID)[0].title.startswith(title)


def _a_little_behind(row: QueueProgress) -> QueueProgress:
    return replace(row, broker_offset=row.broker_offset + 3, diff=row.diff + 3)


@pytest.mark.parametrize(
    ("retried", "title", "known"),
    [
        pytest.param(9, "No messages wait in 4 listed queues at 10:00:30", "caught up on all 4", id="no retry waits"),
        pytest.param(0, "Not enough evidence to diagnose", "caught up on all 4", id="a retry waits"),
    ],
)
def test_a_look_at_the_retry_topic_alone_does_not_hide_the_one_at_the_topic(
    retried: int, title: str, known: str
) -> None:
    looks_apart = (look(1, 30, READ), look(2, 31, {RETRIES: (9, retried, IP[ONE])}))
    [told] = found(well(running=(), rosters=(), snapshots=looks_apart), ID)
    assert told.title.startswith(title)
    assert known in told.why


def test_a_headline_without_a_cause_tells_what_stands_most_often_in_the_lines() -> None:
    slow = record("store_put_slow", "[NOTIFYME]putMessage in lock cost time(ms)=1421", file="store.log", times=98)
    headline = verdict({GROUP: well([slow], running=(), snapshots=(look(1, 30, READ),))}).headline
    assert headline.startswith(f"{GROUP}: No messages wait in 4 listed queues")
    assert "98 unexplained log lines: Storing a message took a long time" in headline


ON_B = {
    MessageQueue("sent", "broker-b", 0): QueueStatus(MessageQueue("sent", "broker-b", 0), 9, after(90), "other.txt", 2)
}


def all_of_one(**changed: Any) -> GroupFacts:
    """ONE owns all four queues, TWO is listed and owns none; another group has rows of broker-b."""
    told = {"snapshots": looks(dict.fromkeys(QUEUES, IP[ONE])), "running": (), "routes": {}, "ends_in_looks": ON_B}
    return well(**{**told, **changed})


@pytest.mark.parametrize(
    ("case", "left_out"),
    [
        pytest.param(all_of_one(), True, id="agrees: a member owns nothing, and another group has one broker more"),
        pytest.param(all_of_one(routes=route()), False, id="contradicted: the route shows which brokers have queues"),
        pytest.param(all_of_one(snapshots=looks(SHARES)), False, id="contradicted: each member owns queues"),
        pytest.param(
            all_of_one(snapshots=looks({QUEUES[0]: IP[ONE]})),
            False,
            id="contradicted: there are fewer queues than members",
        ),
        pytest.param(all_of_one(ends_in_looks={}), False, id="silent: no other broker is seen"),
        pytest.param(
            all_of_one(snapshots=looks(dict.fromkeys(QUEUES))), False, id="too little: nobody was asked who owns what"
        ),
    ],
)
def test_rows_of_a_broker_may_be_missing(case: GroupFacts, left_out: bool) -> None:
    (finding,) = found(case, ID)
    assert finding.title.startswith("Rows of ") is left_out
    wanted = [str(row.command) for row in verdict({GROUP: case}).missing]
    assert any("topicStatus" in command for command in wanted) is left_out
