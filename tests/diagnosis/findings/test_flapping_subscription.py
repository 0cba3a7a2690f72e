"""flapping_subscription: topics that leave the group's table and come back."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rmqkit.diagnosis.case.giving_out import PULLS
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.findings.groups import IP, ONE, QUEUES, broker_start, goes_on, looks, well
from tests.diagnosis.findings.said import found, how_sure, look, queue, record

ID = "flapping_subscription"
SENT = tuple(queue(number, "sent") for number in range(4))


def cycles(times: int, topic: str = "paid") -> list[Event]:
    """A broker's log: the topic is added once, then removed and added again so often, every half minute."""
    added = [record("subscription_topic_added", topic=topic, at=0, file="broker-a.log")]
    for number in range(times):
        added += [
            record("subscription_topic_removed", topic=topic, at=30 * number + 10, file="broker-a.log"),
            record("subscription_topic_added", topic=topic, at=30 * number + 25, file="broker-a.log"),
        ]
    return added


def unknown(*events: Event) -> GroupFacts:
    """Nobody says what it subscribes to."""
    return well(events, running=(), rosters=(), snapshots=())


def alternating(
    *topics: str, owner: str | None = IP[ONE], retry: bool = True, logged: Sequence[Event] = ()
) -> GroupFacts:
    """Looks at a group that is online, each with one topic, or with both, beside the retry topic."""
    owned = {"paid": dict.fromkeys(QUEUES, owner), "sent": dict.fromkeys(SENT, owner)}
    owned["both"] = owned["paid"] | owned["sent"]
    also = {queue(0, "%RETRY%orders"): owner} if retry else {}
    shown = [
        look(number, 30 * number, {each: (9, 9, owner) for each, owner in (owned[topic] | also).items()})
        for number, topic in enumerate(topics, start=1)
    ]
    return well(logged, running=(), rosters=(), snapshots=tuple(shown))


def both_or_one() -> GroupFacts:
    """Looks at a group that is online: both topics, the first alone, both again."""
    owned = [dict.fromkeys(queues, IP[ONE]) for queues in ((*QUEUES, *SENT), QUEUES, (*QUEUES, *SENT))]
    shown = [
        look(number, 30 * number, {each: (9, 9, owner) for each, owner in queues.items()})
        for number, queues in enumerate(owned, start=1)
    ]
    return well(running=(), rosters=(), snapshots=tuple(shown))


test_how_sure = how_sure(
    ID,
    pytest.param(unknown(*cycles(4)), "proven", id="agrees: a topic leaves the table and comes back four times"),
    pytest.param(alternating("paid", "sent", "paid"), "proven", id="agrees: looks show one topic and the other"),
    pytest.param(
        alternating("paid", "sent", "paid", owner=None), "proven", id="agrees: looks that were asked for no owners"
    ),
    pytest.param(
        alternating("paid", "sent", "paid", retry=False),
        "suspected",
        id="too little: each look may have been asked for one topic",
    ),
    pytest.param(
        alternating("paid", "sent", "paid", retry=False, logged=[broker_start(), goes_on()]),
        None,
        id="silent: and the broker, which logs each change of the table, logged none",
    ),
    pytest.param(
        alternating("paid", "sent", "paid", retry=False, logged=[broker_start(), goes_on(at=45)]),
        "suspected",
        id="too little: its log ends before the looks do",
    ),
    pytest.param(
        alternating("paid", "both", "paid", owner=None), None, id="silent: while nobody is there all are shown"
    ),
    pytest.param(well(cycles(4)), "suspected", id="contradicted: all members say that they want the same"),
    pytest.param(unknown(*cycles(1)), "suspected", id="too little: it came back once"),
    pytest.param(alternating("paid", "sent"), "suspected", id="too little: two looks"),
    pytest.param(unknown(*cycles(0)), None, id="silent: a topic is added when its first client starts"),
    pytest.param(alternating("paid", "paid"), None, id="silent: looks show the same topic"),
    pytest.param(unknown(*cycles(4, "%RETRY%orders")), None, id="silent: only the retry topic comes and goes"),
    pytest.param(well(snapshots=looks(dict.fromkeys((*QUEUES, *SENT), IP[ONE]))), None, id="silent: both topics"),
)


def test_a_log_alone_says_nothing_of_snapshots() -> None:
    """Members that all report the same speak against its topics; no snapshot lists one topic each."""
    [differ] = found(well(cycles(4), snapshots=()), "inconsistent_subscription")
    assert not str(differ.title).startswith("Each snapshot")


def test_the_members_words_that_speak_against_it_are_named() -> None:
    against = [line.file for finding in found(well(cycles(4)), ID) for line in finding.contradicts]
    assert against
    assert all(file.startswith("running/") for file in against)


def removed(at: float) -> Event:
    return record("subscription_topic_removed", topic="paid", at=at, file="broker-a.log")


@pytest.mark.parametrize(
    ("events", "ongoing"),
    [
        pytest.param([removed(140), goes_on(at=180)], False, id="nobody put it back with the next heartbeat"),
        pytest.param([removed(140), goes_on(at=170)], False, id="who put it there last came again without it"),
        pytest.param([removed(140), goes_on(at=148)], True, id="the next heartbeat has not come yet"),
        pytest.param([goes_on(at=180)], True, id="it is in the table"),
        pytest.param(
            [
                record("consumer_info_changed", "heartBeatV2 registerConsumer", file="broker-a.log"),
                removed(140),
                goes_on(at=180),
            ],
            True,
            id="members send heartbeats without subscriptions",
        ),
    ],
)
def test_a_topic_that_is_not_put_back_has_no_subscriber(events: list[Event], *, ongoing: bool) -> None:
    told = found(unknown(*cycles(4), *events), ID)
    assert [finding.ongoing for finding in told] == [ongoing]


@pytest.mark.parametrize(
    ("case", "told"),
    [
        pytest.param(
            alternating("paid", "sent", "paid"),
            "lists one of paid, sent in one output and another in the next.",
            id="looks show one topic and the other",
        ),
        pytest.param(both_or_one(), "lists sent in one output and not in another.", id="one topic comes and goes"),
    ],
)
def test_outputs_that_differ_are_told_by_what_comes_and_goes(case: GroupFacts, told: str) -> None:
    assert [finding.why for finding in found(case, ID) if told in finding.why]


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(unknown(*cycles(4), goes_on(at=900)), id="the log goes on without it"),
        pytest.param(
            replace(well(), snapshots=alternating("sent", "paid", "paid").snapshots), id="one topic gave way to another"
        ),
    ],
)
def test_what_stopped_is_told_as_over(case: GroupFacts) -> None:
    over = found(case, ID)
    assert [(finding.ongoing, str(finding.severity)) for finding in over] == [(False, "NOTICE")]


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        pytest.param([(0, 15), (30, 45)], "30 of 45 s", id="as long each time"),
        pytest.param([(0, 15), (30, 45), (60, 80)], "50 of 80 s", id="longer at last"),
    ],
)
def test_queues_with_a_reader_pause_while_their_topic_is_missing(turns: list[tuple[float, float]], told: str) -> None:
    names = "subscription_topic_removed", "subscription_topic_added"
    events = [
        record(name, topic="paid", at=at, file="broker-a/broker.log")
        for turn in turns
        for name, at in zip(names, turn, strict=True)
    ]
    [flapping] = found(well(events), ID)
    assert [str(one).partition(": ")[2] for one in flapping.details["harm"]] == [f"paid broker-a 0-3 ({told})"]
    [flapping] = found(well(events, running=(), snapshots=(), routes={}), ID)
    assert [str(one) for one in flapping.details["harm"]] == [
        f"pulls of paid are refused while the topic is missing from the table ({told})"
    ]
    pulling = [replace(each, properties={**each.properties, "PROP_CONSUME_TYPE": PULLS}) for each in well().running]
    [flapping] = found(well(events, running=tuple(pulling)), ID)
    assert flapping.details["harm"] == ()  # They send their subscription with each pull.
