"""Epochs between changes, what of the evidence belongs to one, and what a verdict makes of them."""

from dataclasses import replace
from datetime import datetime

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.facts.group import GroupFacts, QueueStatus
from rmqkit.diagnosis.facts.logs import Event, LogFile
from rmqkit.diagnosis.timeline.epochs import MOST_EPOCHS, Epoch, epochs_of, older_incident_logs, state_at_end, within
from tests.diagnosis.findings.groups import ONE, QUEUES, SHARES, THREE, TWO, client, goes_on, lists, looks, route
from tests.diagnosis.findings.said import GROUP, START, after, facts, look, queue, rebalanced, record
from tests.diagnosis.findings.test_clock_skew import came as came_by_its_clock
from tests.diagnosis.findings.test_clock_skew import group, started
from tests.diagnosis.timeline.test_changes import came, config, told, went


@pytest.mark.parametrize("ends", [pytest.param(80, id="within the time"), pytest.param(400, id="for longer than that")])
def test_who_does_not_share_out_new_queues_yet_is_no_witness_of_them(ends: float) -> None:
    """ONE's line counts the four queues of before; a route takes 30 s to reach a client, a rebalance 20 s more."""
    lines = [
        rebalanced(who, *own, at=at, file=f"{who}.log") for who, own, at in ((ONE, QUEUES[:2], 4), (TWO, QUEUES[2:], 5))
    ]
    grown = (told(), config(0, 4, name="topic_created"), config(60, 12), *lines, goes_on(at=ends))
    case = state_at_end(facts(grown, rosters=lists(ONE, TWO), routes=route(queues=12)))
    assert {look.source for look in case.observations} == (set() if ends < 120 else {f"{ONE}.log", f"{TWO}.log"})


def bounds(case: GroupFacts) -> list[tuple[float | None, float | None]]:
    def seconds(moment: datetime | None) -> float | None:
        return (moment - START).total_seconds() if moment else None

    return [(seconds(epoch.since), seconds(epoch.until)) for epoch in epochs_of(case)]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param((), [(None, None)], id="nothing is known to have changed: one epoch without bounds"),
        pytest.param((came(ONE, 5), came(TWO, 14)), [(5, None)], id="a start within a change of hands is one step"),
        pytest.param((came(ONE, 5), came(TWO, 45)), [(5, 45), (45, None)], id="two steps, an epoch between them"),
        pytest.param(
            (went(ONE, 50),), [(None, 50), (50, None)], id="somebody was there before the first change: an epoch"
        ),
        pytest.param(
            tuple(event for turn in range(6) for event in (came(ONE, 9 * turn), came(TWO, 9 * turn + 4))),
            [(0, None)],
            id="no peace between changes: one step",
        ),
    ],
)
def test_epochs_lie_between_steps(events: tuple[Event, ...], expected: list[tuple[float | None, float | None]]) -> None:
    assert bounds(facts(events)) == expected


def test_a_long_log_keeps_its_newest_epochs_and_says_how_many_changes_lie_before() -> None:
    clients = [f"10.0.0.1@{number}" for number in range(MOST_EPOCHS + 6)]
    epochs = epochs_of(facts([came(one, 100 * place, address=f"h:{place}") for place, one in enumerate(clients)]))
    assert len(epochs) == MOST_EPOCHS
    assert epochs[0].text.startswith("6 earlier changes; ")


def test_the_last_epoch_keeps_its_own_looks_and_takes_the_owners_from_older_ones() -> None:
    case = facts((came(ONE, 0), came(TWO, 45)), snapshots=looks(SHARES))
    last = within(case, epochs_of(case)[-1])
    assert [snapshot.owners_shown for snapshot in last.snapshots] == [False, True, True]
    assert [snapshot.rows[0].consumer_offset for snapshot in last.snapshots] == [
        snapshot.rows[0].consumer_offset for snapshot in case.snapshots
    ]


def test_an_earlier_epoch_has_what_was_logged_up_to_its_end_and_the_looks_from_within_it() -> None:
    case = facts((came(ONE, 0), came(TWO, 45)), snapshots=looks(SHARES), running=(client(ONE, asked=90),))
    first = within(case, epochs_of(case)[0])
    assert [event.client_id for event in first.events] == [ONE]
    assert [snapshot.at for snapshot in first.snapshots] == [after(30)]
    assert first.running == ()
    assert first.logs["broker-a/broker.log"].last == after(45)


@pytest.mark.parametrize("ahead", [pytest.param(-720, id="behind"), pytest.param(720, id="ahead")])
def test_an_epoch_ends_in_a_client_s_log_when_it_ended_by_that_client_s_clock(ahead: float) -> None:
    own = [
        record("rebalance_result", source="client", file=f"{ONE}.log", client_id=ONE, at=at + ahead)
        for at in (850, 950)
    ]
    case = group(*came_by_its_clock(ONE, 800, ahead), started(ONE, 800 + ahead), *own, came(TWO, 900))
    first = within(case, epochs_of(case)[-2])
    assert [event.at for event in first.events if event in own] == [after(850 + ahead)]


def test_what_has_no_moment_proves_nothing_of_an_earlier_epoch() -> None:
    undated = looks(SHARES)[0].__class__("consumerProgress.txt", 0, None, looks(SHARES)[0].rows)
    case = facts((came(ONE, 0), came(TWO, 45)), snapshots=(undated,))
    first, last = epochs_of(case)
    assert within(case, first).snapshots == ()
    assert within(case, last).snapshots == (undated,)


def test_the_route_of_the_end_says_nothing_of_queues_before_they_were_added() -> None:
    grown = (told(), config(0, 4, name="topic_created"), config(60, 12))
    case = facts((came(ONE, 0), *grown), routes=route(queues=12))
    first, last = epochs_of(case)
    assert within(case, first).routes == {}
    assert within(case, last).routes == route(queues=12)


def healthy(*events: Event) -> GroupFacts:
    """Two clients that share four queues, from the start on."""
    return facts(
        (came(ONE, -60, address="10.0.0.1:1"), came(TWO, -58, address="10.0.0.2:1"), *events),
        snapshots=looks(SHARES),
        rosters=lists(ONE, TWO),
        running=(client(ONE, *QUEUES[:2]), client(TWO, *QUEUES[2:])),
        routes=route(),
    )


def test_a_healthy_epoch_says_why() -> None:
    (entry,) = verdict({GROUP: healthy()}).timeline
    assert "4 queues have one owner each" in entry.healthy
    assert "2 clients stay connected" in entry.healthy


def test_queues_that_were_added_under_a_healthy_group_make_no_disagreement() -> None:
    """With one broker nothing can disagree, and the queues of the end do not judge looks of the beginning."""
    more = {queue(number): "10.0.0.1" if number < 6 else "10.0.0.2" for number in range(12)}
    later = tuple(
        look(4 + turn, 160 + 30 * turn, {one: (300 + 90 * turn, 300 + 90 * turn, ip) for one, ip in more.items()})
        for turn in range(3)
    )
    events = (told(), config(-90, 4, name="topic_created"), config(100, 12))
    grown = [queue(number) for number in range(12)]
    case = facts(
        (came(ONE, -60, address="10.0.0.1:1"), came(TWO, -58, address="10.0.0.2:1"), *events),
        snapshots=(*looks(SHARES), *later),
        rosters=lists(ONE, TWO),
        running=(client(ONE, *grown[:6], asked=220), client(TWO, *grown[6:], asked=220)),
        routes=route(queues=12),
    )
    diagnosis = verdict({GROUP: case})
    assert str(diagnosis.severity) == "OK"
    assert "paid went from 4 to 12 queues on broker-a" in diagnosis.timeline[-1].change
    assert not [finding for finding in diagnosis.findings if finding.id == "broker_disagreement"]


HOUR = 3600.0


@pytest.mark.parametrize(
    ("logs", "older"),
    [
        pytest.param(
            {"b.log": (0, 600), "b.log.1": (-7200, -5)}, [], id="a log that was rotated leads on to the newest"
        ),
        pytest.param({"b.log": (0, 600), "old/b.log": (-5 * HOUR, -4.2 * HOUR)}, ["old/b.log"], id="hours before"),
        pytest.param({"b.log": (0, 600), "old/b.log": (-49 * HOUR, -48 * HOUR)}, ["old/b.log"], id="days before"),
        pytest.param(
            {"b.log": (0, 600), "a.log": (-5 * HOUR, -4 * HOUR), "c.log": (-4.5 * HOUR, 590)},
            [],
            id="a process that ended hours ago, while another one went on",
        ),
        pytest.param(
            {"b.log": (0, 600), "a.log": (-8 * HOUR, 610 - 8 * HOUR)}, [], id="a zone is half hours, to the minute"
        ),
    ],
)
def test_logs_of_an_earlier_incident(logs: dict[str, tuple[float, float]], older: list[str]) -> None:
    spans = [LogFile(file, "broker", after(first), after(last)) for file, (first, last) in logs.items()]
    assert sorted(older_incident_logs(spans)) == older


def test_how_far_queues_went_later_is_not_what_waited_in_an_earlier_epoch() -> None:
    """consumerProgress of afterwards lists more messages than there were."""
    told = {each: QueueStatus(each, 300, after(at), "a.txt", 3) for each, at in zip(QUEUES, (30, 60), strict=False)}
    case = facts((came(ONE, 5), came(TWO, 45)), ends_in_looks=told)
    assert [len(within(case, epoch).ends_in_looks) for epoch in epochs_of(case)] == [1, 2]


def test_who_never_left_in_an_earlier_incident_s_log_is_not_there_now() -> None:
    old = [
        came(THREE, -5 * HOUR, file="old/broker-a.log"),
        came(THREE, -5 * HOUR + 9, file="old/broker-a.log", address="10.0.0.3:6"),
    ]
    now = [
        came(ONE, 0),
        came(TWO, 0, address="10.0.0.2:6000"),
        record("broker_registered", at=600, file="broker-a.log", group=None),
    ]
    logs = {
        "old/broker-a.log": LogFile("old/broker-a.log", "broker", after(-5 * HOUR), after(-4.2 * HOUR)),
        "broker-a.log": LogFile("broker-a.log", "broker", START, after(600)),
    }
    diagnosis = verdict({GROUP: facts([*old, *now], logs=logs)})
    assert not [finding for finding in diagnosis.findings if finding.ongoing and THREE in finding.clients]


def test_one_epoch_without_a_change_is_told_as_one_entry() -> None:
    (entry,) = verdict({GROUP: facts(snapshots=looks(SHARES))}).timeline
    assert entry.to_dict() == {
        "group": GROUP, "from": None, "until": None, "change": "", "evidence": [], "findings": [], "healthy": "",
    }  # fmt: skip


def test_changes_alike_are_named_together() -> None:
    case = facts(tuple(came(one, at, address=f"h:{at}") for at, one in enumerate((ONE, TWO, THREE))))
    assert epochs_of(case)[0].text == "10.0.0.1@7, 10.0.0.2@8, 10.0.0.3@6 joined"


def test_the_schema_is_the_third() -> None:
    assert verdict({GROUP: facts()}).to_dict()["schema"] == 3


def test_an_epoch_is_the_last_where_nothing_follows() -> None:
    assert Epoch(GROUP).last
    assert not Epoch(GROUP, until=START).last


@pytest.mark.parametrize(
    ("started", "epochs"),
    [
        pytest.param(-600, 2, id="another one had started long before: the group was there"),
        pytest.param(40, 1, id="it started with the one that came"),
    ],
)
def test_who_says_that_it_started_before_a_change_was_there(started: float, epochs: int) -> None:
    asked = str(int(after(90).timestamp() * 1000))
    info = replace(client(ONE, *QUEUES[:2], started=started), file=f"{asked}/{ONE}")
    case = facts((came(TWO, 45),), running=(info, client(TWO, *QUEUES[2:], started=45)))
    assert len(epochs_of(case)) == epochs


def test_who_joined_later_within_one_step_has_its_own_moment() -> None:
    [epoch] = epochs_of(facts((came(ONE, 5), came(TWO, 6), came(THREE, 14))))
    assert epoch.text == "10.0.0.1@7, 10.0.0.2@8, 10.0.0.3@6 (10:00:14) joined"
