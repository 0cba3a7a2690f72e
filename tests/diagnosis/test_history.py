"""When what goes on began: a table of groups by hand, each with the moment, or the bounds, that the evidence gives."""

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.history import AskedEpoch, dated
from rmqkit.diagnosis.timeline.changes import JOINED, DatedChange
from rmqkit.diagnosis.timeline.epochs import Epoch, state_at_end
from tests.diagnosis.findings.groups import (
    ONE,
    QUEUES,
    SHARES,
    TWO,
    broker_start,
    client,
    connected,
    goes_on,
    left,
    looks,
    registered,
    twins,
    well,
)
from tests.diagnosis.findings.said import GROUP, after, record
from tests.diagnosis.findings.test_unreadable_queues import set_to

POD = "10.0.0.9@9#9"
RELEASE = [
    broker_start(),
    *(event for who, tags, at in ((ONE, "a", 0), (TWO, "a || b", 60), (POD, "a || b", 200))
      for event in (connected(who, at), registered(who, tags, at=at))),
    left(TWO, 230),
    goes_on(at=400),
]  # fmt: skip
FORGOTTEN = [
    broker_start(), connected(ONE, 0), connected(POD, 60), registered(POD, topic="bonus", at=60),
    *(record(f"subscription_topic_{what}", topic=topic, address=f"{who.partition('@')[0]}:5000", file="broker-a.log",
             at=at + n)
      for at in range(60, 600, 30)
      for n, who, what, topic in ((0, POD, "removed", "paid"), (0, POD, "added", "bonus"),
                                  (1, ONE, "removed", "bonus"), (1, ONE, "added", "paid"))),
    connected(TWO, 200), registered(TWO, at=200), goes_on(),
]  # fmt: skip
HEALED = [broker_start(), connected(ONE, 0), connected(TWO, 1), connected(ONE, 5, port=6000), left(ONE, 80, port=6000)]
TWICE = [broker_start(), connected(ONE, 0), connected(ONE, 5, port=6000), goes_on()]


@pytest.mark.parametrize(
    ("case", "finding_id", "since", "bounds"),
    [
        pytest.param(
            twins(events=TWICE),
            "orphan_queues",
            5,
            None,
            id="what nobody reads is left when the second process with the id came",
        ),
        pytest.param(
            twins(events=[*HEALED, connected(ONE, 200, port=7000), goes_on(at=300)]),
            "client_id_collision",
            200,
            None,
            id="a second process with the id went, and another one came two minutes later",
        ),
        pytest.param(
            well(RELEASE, rosters=(), running=(), snapshots=()),
            "inconsistent_subscription",
            60,
            None,
            id="one pod of a release follows the other, and an old client stays all the time",
        ),
        pytest.param(
            well(
                [
                    broker_start(),
                    *(event for who in (ONE, TWO) for event in (connected(who, 0), registered(who))),
                    record("subscription_topic_added", topic="bonus", file="broker-a.log", at=50),
                    goes_on(at=300),
                ],
                running=(client(ONE, *QUEUES[:2], topics={"paid": "*", "bonus": "*"}), client(TWO, *QUEUES[2:])),
            ),
            "inconsistent_subscription",
            50,
            None,
            id="a client says at last that it wants a topic that came into the group's table after its heartbeat",
        ),
        pytest.param(
            well(FORGOTTEN, rosters=(), running=(), snapshots=looks(SHARES)),
            "inconsistent_subscription",
            60,
            None,
            id="what it brings about goes on since before the second of the clients came that tell it",
        ),
        pytest.param(set_to(4), "unreadable_queues", 0, None, id="a broker's log dates the change of its queues"),
        pytest.param(
            well(
                snapshots=looks(SHARES, standing=QUEUES[:2]),
                running=(client(ONE, *QUEUES[:2], cached=9, consumed=-20), client(TWO, *QUEUES[2:])),
            ),
            "consumer_stuck",
            None,
            (-20, 30),
            id="after the last message that the client finished, before the first snapshot",
        ),
    ],
)
def test_when_it_began(case: GroupFacts, finding_id: str, since: float | None, bounds: tuple[float, float] | None):
    told = [one for one in verdict({GROUP: case}).findings if one.id == finding_id and one.ongoing]
    assert [one.since for one in told] == [None if since is None else after(since)]
    shown = [(one.details.get("not_before"), one.details.get("first_shown")) for one in told]
    assert bounds is None or shown == [tuple(map(after, bounds))]


def test_the_change_told_is_that_of_the_moment():
    """A release is rolled back in all but one pod: the change is the forgotten pod, not the one that came back."""
    case = state_at_end(well(FORGOTTEN, rosters=(), running=(), snapshots=looks(SHARES)))
    cause = next(one for one in verdict({GROUP: case}).findings if one.id == "inconsistent_subscription")
    cause = cause.with_(clients=(POD, TWO), since=after(200), explains=("flapping_subscription",))
    effect = cause.with_(id="flapping_subscription", since=after(60), status="proven", queues=(), explains=())
    epochs = [
        Epoch(GROUP, (DatedChange(JOINED, who, "paid", after(at)),), since=after(at), until=until)
        for who, at, until in ((POD, 60, after(200)), (TWO, 200, None))
    ]
    asked = [AskedEpoch(epochs[0], case, (), ()), AskedEpoch(epochs[1], case, (), (cause, effect))]
    told = next(dated(asked))
    assert (told.since, told.details["began_with"]) == (after(60), DatedChange(JOINED, POD, "paid", after(60)).text)
