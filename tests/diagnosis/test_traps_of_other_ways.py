"""Traps of other ways to consume and of other evidence: one test for each, named after it."""

from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis import Diagnosis, Severity, verdict
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import UNNAMED, GroupFacts
from rmqkit.diagnosis.facts.names import groups_in, names_of, with_names
from rmqkit.diagnosis.relations.serves import listed_queues
from tests.diagnosis.findings.groups import (
    GROUP,
    IP,
    ONE,
    QUEUES,
    THREE,
    TWO,
    client,
    listed,
    lists,
    looks,
    well,
)
from tests.diagnosis.findings.groups import twins as twins_of
from tests.diagnosis.findings.said import after, answer, look, queue, record

NOBODY = dict.fromkeys(QUEUES)
OWN = "com.shop.NearestFirst@1b2c3d"
NOT_ONLINE = answer(206, "CODE: 206  DESC: the consumer group[orders] not online", "consumer_connection")
NO_RETRY = answer(17, "CODE: 17  DESC: No topic route info in name server for the topic: %RETRY%orders")
# What argues from RocketMQ's strategies, from owners that are missing, or from brokers that know nobody.
BY_STRATEGIES = {"orphan_queues", "idle_consumers", "group_offline", "mixed_allocation_strategies", "consumer_stuck"}


def judged(case: GroupFacts) -> Diagnosis:
    return verdict({GROUP: case})


def proven(case: GroupFacts) -> set[str]:
    return {finding.id for finding in judged(case).findings if finding.proven}


def both(*queues: Any, **said: Any) -> tuple[RunningInfo, ...]:
    return client(ONE, *queues, **said), client(TWO, *queues, **said)


def pulling(*queues: Any, **said: Any) -> GroupFacts:
    words = both(*queues, kind="CONSUME_ACTIVELY", **said)
    return well(running=words, rosters=lists(ONE, TWO, kind="CONSUME_ACTIVELY"), snapshots=looks(NOBODY))


def unknown_to_brokers(*answers: Any) -> GroupFacts:
    return well(running=(), rosters=(), snapshots=looks(NOBODY), answers=answers)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(well(running=both(*QUEUES, mode="pop"), snapshots=looks(NOBODY)), id="pop: no queue has an owner"),
        pytest.param(pulling(), id="a pull consumer reports no queue while it consumes"),
        pytest.param(pulling(topics={}), id="lite pull with assign subscribes to no topic"),
        pytest.param(pulling(*QUEUES[:2], topics={}), id="lite pull with assign reports what it was assigned"),
        pytest.param(
            well(
                running=(client(ONE, *QUEUES[:1], strategy=OWN), client(TWO, *QUEUES[1:], strategy=OWN)),
                snapshots=looks({**dict.fromkeys(QUEUES[1:], IP[TWO]), QUEUES[0]: IP[ONE]}),
            ),
            id="a strategy of the user's own gives one queue to ONE and three to TWO",
        ),
        pytest.param(unknown_to_brokers(NOT_ONLINE), id="behind a proxy: CODE 206"),
        pytest.param(unknown_to_brokers(NO_RETRY), id="behind a proxy: CODE 17 for the retry topic"),
    ],
)
def test_not_every_group_shares_out_queues_by_strategies(case: GroupFacts) -> None:
    assert not BY_STRATEGIES & proven(case)
    assert "not_shared_out_by_clients" in proven(case)
    assert not {"orphan_queues", "idle_consumers"} & {finding.id for finding in judged(case).findings}


def test_a_list_of_queues_taken_from_what_clients_hold_is_not_the_topics_list() -> None:
    """No route, no look: ONE holds 0 and TWO holds 2. Nobody knows how many queues the topic has, or who lacks one."""
    case = well(
        running=(client(ONE, QUEUES[0]), client(TWO, QUEUES[2])), routes={}, snapshots=(), rosters=lists(ONE, TWO)
    )
    assert listed_queues(case, "paid") == []
    assert not {"orphan_queues", "idle_consumers", "mixed_allocation_strategies"} & proven(case)
    assert str(judged(case).severity) == "UNKNOWN"


TWELVE = tuple(queue(number) for number in range(12))
OWNERS = {**dict.fromkeys(TWELVE[:6], IP[ONE]), **dict.fromkeys(TWELVE[6:])}


def twins(owners: dict[Any, str | None], **changed: Any) -> GroupFacts:
    """The list has ONE twice: its first place takes 0 to 5, the second place's 6 to 11 are nobody's."""
    shown = looks(owners, standing=TWELVE[6:])
    return well(**{"rosters": lists(ONE, ONE), "running": (), "routes": {}, "snapshots": shown, **changed})


def test_a_prediction_that_one_observation_contradicts_proves_nothing() -> None:
    assert {"client_id_collision", "orphan_queues"} <= proven(twins(OWNERS))
    eleven_of_twelve = twins({**OWNERS, TWELVE[6]: IP[TWO]})
    told = judged(eleven_of_twelve)
    against = [finding.contradicts for finding in told.findings if finding.id == "client_id_collision"]
    assert not {"client_id_collision", "duplicate_consumption"} & proven(eleven_of_twelve)
    assert TWELVE[6] not in {each for finding in told.findings if finding.proven for each in finding.queues}
    assert [{line.text.partition(":")[0] for line in lines} for lines in against] == [{"paid broker-a 6"}]


def test_unless_what_contradicts_it_is_older_than_the_state() -> None:
    """The look that shows queue 6 with TWO is of the time before the second process came."""
    before = look(0, 10, {each: (90, 90, IP[ONE] if n < 6 else IP[TWO]) for n, each in enumerate(TWELVE)})
    rosters = (listed(0, ONE, TWO, at=12), *(replace(one, at=after(60 + n)) for n, one in enumerate(lists(ONE, ONE))))
    later = tuple(
        replace(one, at=after(120 + 30 * n), file=f"consumerProgress-{n + 5}.txt")
        for n, one in enumerate(looks(OWNERS, standing=TWELVE[6:]))
    )
    case = twins(OWNERS, rosters=rosters, snapshots=(before, *later))
    assert Case.of(case).members_since is not None
    assert "client_id_collision" in proven(case)


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(99999999999999999999, id="twenty digits"),
        pytest.param(2**63 - 1, id="the largest long"),
        pytest.param(-(2**63), id="the smallest long"),
        pytest.param(0, id="zero"),
    ],
)
def test_timestamps_in_evidence_may_be_any_number(number: int) -> None:
    odd = client(ONE, *QUEUES[:2])
    odd = replace(odd, properties={**odd.properties, "PROP_CONSUMER_START_TIMESTAMP": str(number)})
    case = well(running=(odd, client(TWO, *QUEUES[2:])))
    assert "clock_skew" not in proven(case)
    assert judged(case).to_dict()


def seen_in(file: str, *, by_name: str | None = None, group: str | None = None) -> dict[str, Any]:
    """A row of a look: its group by its own text, or by its file's name alone."""
    return {"file": file, "group": group or by_name, "topic": None, "named_by_file": by_name}


def named_in(*rows: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The groups to judge, and each row's group."""
    tables = {name: [] for name in ("progress", "connections", "client_queues", "client_properties", "answers")}
    tables["progress"] = list(rows)
    names = names_of(tables, [])
    named = with_names(tables, names)
    return groups_in(named, names), [row["group"] for row in named["progress"]]


def test_a_group_that_a_broker_counts_tells_the_retry_topic_of_its_pop_clients_from_a_groups_name() -> None:
    looks = {"progress": [seen_in("a.txt", group="GID-coupon_issue") | {"topic": "issue"}]}

    assert names_of(looks, []).groups == {"GID-coupon_issue"}
    assert names_of(looks, [], counted=["GID-coupon"]).groups == {"GID-coupon"}


LOOKS = [seen_in(f"consumerProgress-{number}.txt", by_name=str(number)) for number in (1, 2, 3)]


@pytest.mark.parametrize(
    ("rows", "groups", "of_each"),
    [
        pytest.param(LOOKS, [UNNAMED], [UNNAMED] * 3, id="three looks at a group that nothing names"),
        pytest.param(
            [*LOOKS, seen_in("pasted.txt", group="orders")], ["orders"], ["orders"] * 4, id="looks at the one group"
        ),
        pytest.param(
            [seen_in("pasted.txt", group="orders"), seen_in("consumerProgress-orders-2.txt", by_name="orders-2")],
            ["orders"],
            ["orders", "orders"],
            id="a second look at a group that the evidence names",
        ),
        pytest.param(
            [LOOKS[0], seen_in("a.txt", group="orders"), seen_in("b.txt", group="bills")],
            ["(group not named)", "bills", "orders"],
            [UNNAMED, "orders", "bills"],
            id="a look that may be at either of two groups",
        ),
    ],
)
def test_consumer_progress_1_is_a_look_and_not_a_group_called_1(
    rows: list[dict[str, Any]], groups: list[str], of_each: list[str]
) -> None:
    assert named_in(*rows) == (sorted(groups), of_each)


@pytest.mark.parametrize(
    ("who", "healthy"),
    [
        pytest.param(TWO, True, id="a member's own log"),
        pytest.param(THREE, False, id="a client that started but is registered at no broker"),
    ],
)
def test_who_started_by_its_own_log_and_never_came_leaves_the_group_undecided(who: str, healthy: bool) -> None:
    said = [record(name, file="own.log", source="client", client_id=who, at=-60) for name in STARTED]
    assert (judged(well(said)).severity == Severity.OK) == healthy


STARTED = ("consumer_started", "client_started")


def test_an_id_that_never_answers_may_be_a_dead_process_beside_the_one_that_reads() -> None:
    silent = {**dict.fromkeys(QUEUES[:2]), QUEUES[2]: None, QUEUES[3]: IP[TWO]}
    told = judged(twins_of(rosters=lists(ONE, ONE, TWO), running=(), snapshots=looks(silent, standing=QUEUES[2:3])))
    assert [one.proven for one in told.findings if one.id == "duplicate_consumption"] == [False]
    assert [one.proven for one in told.findings if one.id == "orphan_queues"] == [True]
