"""rebalance_storm: clients of one host that come and go again and again, against a rollout."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event, LogFile
from tests.diagnosis.findings.groups import ONE, TWO, broker_start, connected, goes_on, left, registered, well
from tests.diagnosis.findings.said import after, found, how_sure, rebalanced
from tests.diagnosis.findings.test_broker_disagreement import TURNING, counted

ID = "rebalance_storm"


def lives(host: str, times: int, every: float = 40, tags: str = "") -> list[Event]:
    """Processes of one host, one after the other; the last one stays. `tags`: what each of them wants."""
    events: list[Event] = []
    for number in range(times):
        name, at = f"{host}@{60 + number}#9", 60 + every * number
        events.append(connected(name, at, port=7000 + number))
        if tags:
            events.append(registered(name, tags[number], at=at, port=7000 + number))
        if number < times - 1:
            events.append(left(name, at + every - 10, port=7000 + number))
    return events


def of_another_service() -> GroupFacts:
    """A host's processes want another tag than the others, and the last one has just gone as well."""
    steady = [registered(who, "a", at=at) for who, at in ((ONE, 1), (TWO, 6))]
    return group(*steady, *lives("10.7.7.7", 5, tags="bbbbb"), left("10.7.7.7@64#9", 258, port=7004))


def rolled(until: float) -> GroupFacts:
    """A client that stayed counts the releases of two others; another one's log ends at a moment."""
    stayed = counted(3, 2, 3, 2, 3, 2, notified=9)
    old = [rebalanced(TWO, members=3, at=at, file="old.log") for at in (-9, until)]
    log = LogFile("old.log", "client", after(-9), after(until))
    return replace(stayed, events=(*stayed.events, *old), logs={**stayed.logs, "old.log": log})


def group(*events: Event) -> GroupFacts:
    steady = [broker_start(), connected(ONE, 0), connected(TWO, 5)]
    return well([*steady, *events, goes_on(at=260)], rosters=(), running=(), snapshots=())


test_how_sure = how_sure(
    ID,
    pytest.param(group(*lives("10.7.7.7", 5)), "proven", id="agrees: a host comes back again and again"),
    pytest.param(counted(*TURNING, notified=9), "suspected", id="too little: one client's counts, as notified"),
    pytest.param(counted(*TURNING), "open", id="contradicted: no broker saw anybody come or go"),
    pytest.param(counted(*TURNING, notified=9, every=0.05), "open", id="silent: who came registers broker by broker"),
    pytest.param(rolled(until=-5), "open", id="silent: a rollout that began with one whose log ends before it"),
    pytest.param(rolled(until=200), "suspected", id="too little: that one ran on, and others came and went"),
    pytest.param(group(), "open", id="silent: everybody stays"),
    pytest.param(group(*lives("10.7.7.7", 2)), "open", id="silent: one restart"),
    pytest.param(group(*lives("10.7.7.7", 3, tags="aaa")), "proven", id="agrees: what comes back wants the same"),
    pytest.param(group(*lives("10.7.7.7", 3, tags="aba")), "open", id="silent: a release, and its rollback"),
    pytest.param(
        group(
            left(ONE, 60),
            connected("10.0.0.1@70#3", 70, port=7001),
            left(TWO, 80),
            connected("10.0.0.2@80#4", 90, port=7002),
        ),
        "open",
        id="silent: a rollout replaces each client once",
    ),
    pytest.param(
        group(*(event for number in range(5) for event in lives(f"10.7.7.{number}", 1))),
        "open",
        id="silent: five hosts come, each once",
    ),
    pytest.param(group(*lives("10.7.7.7", 3, every=3600)), "open", id="silent: a restart every hour"),
)


def test_a_loop_whose_last_process_is_gone_may_go_on() -> None:
    events = [*lives("10.7.7.7", 5), left("10.7.7.7@64#9", 400, port=7004), goes_on(at=3000)]
    told = found(group(*events), ID)[0]
    assert (told.ongoing, str(told.severity), told.explains) == (True, "NOTICE", ())
    assert "No client has joined since" in told.why


def test_a_loop_that_stopped_is_told_as_over() -> None:
    over = found(group(*lives("10.7.7.7", 5), goes_on(at=3000)), ID)
    assert [(finding.ongoing, str(finding.severity)) for finding in over] == [(False, "NOTICE")]


def test_what_comes_again_with_a_client_is_not_over() -> None:
    told = found(of_another_service(), "inconsistent_subscription")
    assert [(one.proven, one.ongoing) for one in told] == [(True, True)]
