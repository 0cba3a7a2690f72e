"""tag_mismatch_silent_loss: what the broker's filter and the members' own filters let nobody have."""

from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.finding import Act, Deed
from tests.diagnosis.findings.groups import ONE, QUEUES, RETRY, SHARES, TWO, client, lists, looks, rates, well
from tests.diagnosis.findings.said import GROUP, answer, found, how_sure, record

ID = "tag_mismatch_silent_loss"


def group(one: str = "red", other: str = "blue", table: str | None = "blue", **changed: Any) -> GroupFacts:
    """ONE and TWO want these tags; the group's table holds that expression."""
    words = (client(ONE, *QUEUES[:2], topics={"paid": one}), client(TWO, *QUEUES[2:], topics={"paid": other}))
    shown = lists(ONE, TWO, table={"paid": table, RETRY: "*"} if table else {})
    return well(**{"running": words, "rosters": shown, **changed})


def asked(track: str, message: str = "") -> GroupFacts:
    """Members that agree, and what mqadmin says of one message."""
    text = f"MessageTrack [consumerGroup={GROUP}, trackType={track}{message}"
    told = replace(answer(None, text, kind="other_mqadmin"), topic="paid" if message else None)
    return group("red", "red", "red", answers=(told,))


def given(tags: str, *a_second: float | None, ok_tps: float | None = 0.0, **changed: Any) -> GroupFacts:
    """Members that agree; below each look what the brokers hand out in a second, and what each client counts."""
    shown = looks(SHARES, times=len(a_second))
    below = [
        replace(answer(None, ""), file=one.file, consume_tps=tps) for one, tps in zip(shown, a_second, strict=True)
    ]
    counted = () if ok_tps is None else rates(ok_tps=ok_tps)
    words = tuple(replace(info, rates=counted) for info in group(tags, tags, tags).running)
    return group(tags, tags, tags, **{"running": words, "snapshots": shown, "answers": tuple(below), **changed})


def one_after_another() -> GroupFacts:
    old = client(ONE, *QUEUES[:2], topics={"paid": "red"}, asked=90)
    new = client(TWO, *QUEUES[2:], topics={"paid": "blue"}, asked=900, started=500)
    return well(running=(old, new), rosters=(), snapshots=())


test_how_sure = how_sure(
    ID,
    pytest.param(group(), "proven", id="agrees: two tags, and the broker's filter is known"),
    pytest.param(group("red", "red || blue", "red"), "proven", id="agrees: one tag against two"),
    pytest.param(group("red", "*", "*"), "suspected", id="too little: one tag against all, perhaps the only one"),
    pytest.param(group("red", "a > 1", "a > 1"), "suspected", id="too little: SQL92 that may let the tag through"),
    pytest.param(
        group("a > 79", "a > 19", "a > 19"),
        "suspected",
        id="too little: one SQL92 expression may let through all that another one does",
    ),
    pytest.param(group("red", "TAGS = 'blue'", "red"), "proven", id="agrees: a tag against SQL92 of another tag"),
    pytest.param(
        group("red", "TAGS is not null and TAGS in ('blue')", "red"), "proven", id="agrees: as the documentation has it"
    ),
    pytest.param(group("red", "TAGS = 'red'", "TAGS = 'red'"), None, id="silent: SQL92 asks for the same tag"),
    pytest.param(group(table=None), "suspected", id="too little: the broker's filter is not known"),
    pytest.param(group(one="*", other="*", table="old"), "suspected", id="too little: why the table is so"),
    pytest.param(one_after_another(), "suspected", id="too little: they may have followed each other"),
    pytest.param(
        group("red || blue", "blue||red", "red || blue"), None, id="contradicted: the same tags, in any order"
    ),
    pytest.param(group(running=()), None, id="silent: nobody says what it wants"),
    pytest.param(asked("CONSUMED_BUT_FILTERED"), "suspected", id="too little: one message was filtered out"),
    pytest.param(given("red|blue", 0, 0, 0), "suspected", id="too little: it may be a tag that is rare by intent"),
    pytest.param(given("red|blue", 0, 0, 0, ok_tps=None), "suspected", id="too little: a slave may hand it out"),
    pytest.param(
        given("red|blue", 0, 0), "suspected", id="too little: the first messages of a counter are not counted"
    ),
    pytest.param(
        given("red|blue", 0, 0, 0, snapshots=tuple(replace(one, at=None) for one in looks(SHARES))),
        "suspected",
        id="too little: for how long nothing is handed out",
    ),
    pytest.param(given("red|blue", None, None, None), "suspected", id="too little: whether anything is handed out"),
    pytest.param(given("red|blue", 0, 0, 2.5), None, id="contradicted: messages have the tag with the bar"),
    pytest.param(given("red|blue", 0, 0, 0, ok_tps=2.0), None, id="contradicted: listeners get messages"),
    pytest.param(given("red || green|blue", 2.5, 2.5, 2.5), "suspected", id="too little: those handed out may be red"),
    pytest.param(given("red", 0, 0, 0), "suspected", id="too little: a tag that is rare may be meant"),
    pytest.param(given("red", 0, 0, 2.5), None, id="contradicted: some messages are red"),
    pytest.param(given("*", 0, 0, 0), None, id="silent: nothing is filtered"),
    pytest.param(
        given("red", 0, 0, 0, snapshots=looks(SHARES, rate=0)),
        None,
        id="silent: no message comes that could be handed out",
    ),
    pytest.param(asked("CONSUMED"), None, id="silent: the message that was asked for was consumed"),
)


@pytest.mark.parametrize(
    ("case", "lost"),
    [
        pytest.param(
            group(), {ONE: ["blue", "red"], TWO: ["red"]}, id="the broker lets blue through, ONE drops it on its queues"
        ),
        pytest.param(group(table="red"), {ONE: ["blue"], TWO: ["blue", "red"]}, id="the broker lets red through"),
        pytest.param(group("red", "*", "*"), {ONE: [], TWO: []}, id="what ONE does not want is not known by a name"),
        pytest.param(
            group("red", "TAGS in ('red', 'blue')", "red"),
            {ONE: ["blue"], TWO: ["blue"]},
            id="a client does not look at SQL92 itself, and the broker lets one of its tags through",
        ),
        pytest.param(
            group("red", "red || blue", "red || blue"), {ONE: ["blue"], TWO: []}, id="the wider filter is newer"
        ),
    ],
)
def test_what_reaches_nobody(case: GroupFacts, lost: dict[str, list[str]]) -> None:
    assert [finding.details["lost"] for finding in found(case, ID)] == [lost]


SQL = {"one": "amount > 50", "other": "amount <= 50"}


@pytest.mark.parametrize(
    ("case", "told"),
    [
        pytest.param(
            group(**SQL, table="amount > 50"),
            {ONE: "amount > 50 is delivered", TWO: "amount > 50 is delivered"},
            id="a client does not look at SQL92 itself: it gets what the broker lets through",
        ),
        pytest.param(
            group("red", "amount > 50", "amount > 50"),
            {ONE: "only what passes both filters", TWO: "amount > 50 is delivered"},
            id="tags are looked at again, and the broker's SQL92 is no tag",
        ),
        pytest.param(
            group("red", "amount > 50", "red"),
            {ONE: "only what passes both filters", TWO: "red is delivered"},
            id="where tags are the broker's filter, a client with SQL92 gets these",
        ),
    ],
)
def test_what_is_delivered_where_a_member_filters_by_sql92(case: GroupFacts, told: dict[str, str]) -> None:
    [finding] = found(case, ID)
    assert all(who in finding.why and what in finding.why for who, what in told.items())


@pytest.mark.parametrize(("offset", "state"), [(10, "filtered"), (None, "owned")])
def test_only_the_queues_of_whoever_loses_are_named_and_what_waits_there_is_not_lost(
    offset: int | None, state: str
) -> None:
    """Where their client commits the offset that stands and holds nothing, all arriving messages are filtered out."""
    case = group("red", "red || blue", "red || blue", snapshots=looks(SHARES, standing=QUEUES[:1]))
    told = tuple(
        replace(info, queues=tuple(replace(held, consumer_offset=offset) for held in info.queues))
        for info in case.running
    )
    diagnosis = verdict({GROUP: replace(case, running=told)})
    lost = diagnosis.finding(ID)
    assert lost and lost.queues == QUEUES[:2]
    assert "270 messages waiting in paid broker-a 0 are not lost yet" in str(lost.details["harm"][0])
    assert any("not the messages waiting in paid broker-a 0" in deed for deed in lost.remedy)
    assert [row.state for row in diagnosis.allocation[GROUP][:2]] == [state, "owned"]


def test_clients_that_are_many_are_told_by_what_they_want() -> None:
    """Those that are fewer come first."""
    many = [f"10.0.1.{number}@1#{number}" for number in range(1, 12)]
    words = [client(who, topics={"paid": "red"}) for who in many]
    case = group(
        running=(client(ONE, topics={"paid": "blue"}), *words), rosters=lists(ONE, *many, table={"paid": "blue"})
    )
    [told] = found(case, ID)
    assert f"{ONE}: blue; {', '.join(sorted(many)[:4])} and 7 more: red" in told.title
    assert told.why.count("On the queues of") <= 2


@pytest.mark.parametrize(
    ("ok_tps", "told"),
    [
        pytest.param(
            2.0,
            "offsets advance by 12 messages a second, but listeners get only 4",
            id="listeners get less than is passed",
        ),
        pytest.param(6.0, "", id="they get as much"),
    ],
)
def test_what_is_lost_is_named_and_measured_by_what_listeners_get(ok_tps: float, told: str) -> None:
    words = tuple(replace(info, rates=rates(ok_tps=ok_tps)) for info in group().running)
    [lost] = found(group(running=words), ID)
    named, *measured = map(str, lost.details["harm"])
    assert named.endswith(
        ": those with tag blue, red, on the queues of 10.0.0.1@7#1; those with tag red, on the queues of 10.0.0.2@8#2"
    )
    assert measured == [told] * bool(told)


def test_two_bars_are_written_by_all_clients() -> None:
    [lost] = found(given("red|blue", 0, 0, 0), ID)
    assert lost.deeds == (Deed(Act.SUBSCRIBE, (ONE, TWO), subscriptions={"paid": "red || blue"}),)
    assert any("red || blue instead of red|blue" in line for line in lost.remedy)


def replaced(*turns: tuple[float, str, str]) -> list[Event]:
    """A broker's log: at which second the table's expression was replaced, and by which one."""
    wanted = "SubscriptionData [classFilterMode=false, topic=paid, subString={}, tagsSet=[], codeSet=[], subVersion={}]"
    return [
        record(
            "subscription_changed",
            f"subscription changed, group: {GROUP} OLD: {wanted.format(old, n)} NEW: {wanted.format(new, n + 1)}",
            at=at,
            topic="paid",
        )
        for n, (at, old, new) in enumerate(turns)
    ]


TOOK, BACK = (36.0, "blue", "red"), (38.0, "red", "blue")


@pytest.mark.parametrize(
    ("events", "table", "told"),
    [
        pytest.param(
            replaced(TOOK, BACK),
            "blue",
            "by red from 10:00:36 to 10:00:38:",
            id="agrees: it was replaced, and replaced back",
        ),
        pytest.param(
            replaced(TOOK, BACK, (39.0, "blue", "red"), (41.0, "red", "blue")),
            "blue",
            "by red at times between 10:00:36 and 10:00:41:",
            id="agrees: so it was twice",
        ),
        pytest.param(
            replaced(TOOK, (36.4, "red", "blue")), "blue", "", id="silent: within one second, as when clients start"
        ),
        pytest.param(replaced(TOOK), "red", "", id="contradicted: it is in force at the end, as the list shows"),
        pytest.param(replaced(TOOK, BACK), None, "", id="too little: what the table holds at the end is not known"),
        pytest.param(replaced((36.0, "blue", "*"), (38.0, "*", "blue")), "blue", "", id="silent: it left out nothing"),
        pytest.param(
            replaced((36.0, "blue", "blue"), (38.0, "blue", "blue")),
            "blue",
            "",
            id="silent: only the version was replaced",
        ),
    ],
)
def test_another_filter_that_a_broker_went_by_for_a_while(events: list[Event], table: str | None, told: str) -> None:
    (seen,) = found(group(table=table, events=events), ID)
    ruled = [str(one) for one in seen.details["harm"] if "filtered paid by" in one]
    assert [told in one for one in ruled] == [True] * bool(told)


@pytest.mark.parametrize(
    ("tag", "title", "differs"),
    [
        pytest.param("Red", "tag Red was filtered out: the group subscribes to paid red", True, id="another case"),
        pytest.param("blue", "tag blue was filtered out: the group subscribes to paid red", False, id="another tag"),
    ],
)
def test_the_tag_of_a_filtered_message_is_named_and_its_producer_corrected(tag: str, title: str, differs: bool) -> None:
    case = asked("CONSUMED_BUT_FILTERED", f"; Topic: paid; Tags: [{tag}]; Born Host: 10.0.0.9:60324")
    (seen,) = found(case, ID)
    assert title in str(seen.title)
    assert ("only in case" in str(seen.why)) is differs
    advice = " ".join(map(str, verdict({GROUP: case}).findings[0].remedy))
    assert ("leave the consumers unchanged" in advice) is differs
    assert "same tags" not in advice
