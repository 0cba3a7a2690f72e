"""index_behind: its dispatch; slave_behind: a slave; delay_delivery_stands: a delay level; revive_behind: pop."""

from dataclasses import replace
from functools import partial

import pytest

from rmqkit.diagnosis import Severity, verdict
from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.findings.said import GROUP, facts, figures, found, how_sure, record

ONE_SECOND_EACH = Setting("broker.conf", 1, "broker", None, "messageDelayLevel", "1s 1s 1s")
ENOUGH, MORE = 5 << 20, 6 << 20


def at_moments(name: str, *looks: tuple[float, str]) -> GroupFacts:
    """A figure that brokerStatus, or haStatus of the master, prints at some moments."""
    return facts(figures=figures(name, *looks))


dispatch, slave = partial(at_moments, "dispatchBehindBytes"), partial(at_moments, "slave 10.0.0.2:51234 diff")


def logged(*amounts: int, slave: str = "broker-a/store.log", of: str = "ha_slave_lost") -> GroupFacts:
    """A master's broker.log, a minute between the lines, and what a store.log says of a slave."""
    behind = [f"{amount} bytes" for amount in amounts]
    lines = [
        record("slave_behind_told", each, detail=each, last_detail=each, at=60 * n, file="broker-a/broker.log")
        for n, each in enumerate(behind)
    ]
    seen = [record(of, at=30, file=slave, source="other")] if slave else []
    return facts([*lines, *seen])


def level(number: int, *looks: tuple[float, str], settings: tuple[Setting, ...] = ()) -> GroupFacts:
    """brokerStatus at some moments: `delivered,end` of one level."""
    return facts(figures=figures(f"scheduleMessageOffset_{number}", *looks), settings=settings)


def revival(*lags: tuple[float, str], latency: str = "") -> GroupFacts:
    """A broker's metrics at some moments."""
    late = figures("rocketmq_pop_revive_latency", (lags[-1][0], latency)) if latency else ()
    return facts(figures=(*figures("rocketmq_pop_revive_lag", *lags), *late))


test_how_sure_a_dispatch_is_behind = how_sure(
    "index_behind",
    pytest.param(dispatch((0, "5000"), (60, "9000")), "proven", id="agrees: it grows"),
    pytest.param(dispatch((0, "5000"), (60, "5000")), "proven", id="agrees: it stays"),
    pytest.param(dispatch((0, "9000000"), (60, "2000000")), "suspected", id="contradicted: it catches up"),
    pytest.param(dispatch((0, "9000000")), "suspected", id="too little: one look at much"),
    pytest.param(dispatch((0, "300")), "open", id="silent: what is on its way at one look"),
    pytest.param(dispatch((0, "0"), (60, "0")), "open", id="silent: nothing is behind"),
)
test_how_sure_a_slave_is_behind = how_sure(
    "slave_behind",
    pytest.param(slave((0, "5000"), (60, "9000")), "proven", id="agrees: it grows"),
    pytest.param(slave((0, "9000000"), (60, "2000000")), "suspected", id="contradicted: it catches up"),
    pytest.param(slave((0, "9000000")), "suspected", id="too little: one look"),
    pytest.param(slave((0, "300")), "open", id="silent: what is on its way at one look"),
    pytest.param(slave((0, "0"), (60, "0")), "open", id="silent: it has everything"),
    pytest.param(logged(ENOUGH, MORE), "proven", id="agrees: the master's log says so, and lost its slave"),
    pytest.param(
        logged(ENOUGH, MORE, slave="other/store.log", of="ha_client_lost"), "proven", id="agrees: so says the slave"
    ),
    pytest.param(logged(ENOUGH), "suspected", id="too little: one line of the master's log"),
    pytest.param(logged(MORE, ENOUGH), "suspected", id="contradicted: it catches up, as the log says"),
    pytest.param(logged(ENOUGH, MORE, slave=""), "open", id="silent: no slave is seen, and a master alone says so"),
    pytest.param(logged(ENOUGH, MORE, slave="broker-b/store.log"), "open", id="silent: another master lost its slave"),
    pytest.param(logged(ENOUGH, 0), "open", id="silent: the log ends with nothing behind"),
)
test_how_sure_delayed_messages_wait = how_sure(
    "delay_delivery_stands",
    pytest.param(level(3, (0, "5,9"), (120, "5,12")), "proven", id="agrees: due long ago, and none is delivered"),
    pytest.param(level(3, (0, "4,9"), (60, "5,9"), (180, "5,12")), "proven", id="agrees: stuck since the second one"),
    pytest.param(level(18, (0, "5,9"), (60, "5,9")), "suspected", id="too little: two hours are not over"),
    pytest.param(level(3, (0, "5,9")), "open", id="too little: one snapshot shows what waits, and no move"),
    pytest.param(level(3, (0, "5,9"), (120, "8,12")), "refuted", id="contradicted: it delivers"),
    pytest.param(level(3, (0, "9,9"), (120, "9,9")), "open", id="silent: nothing waits"),
    pytest.param(
        level(3, (0, "5,9"), (40, "5,9"), settings=(ONE_SECOND_EACH,)),
        "proven",
        id="agrees: by the delays that the configuration sets",
    ),
    pytest.param(
        level(5, (0, "5,9"), (40, "5,9"), settings=(ONE_SECOND_EACH,)),
        "proven",
        id="agrees: the configuration has no such level",
    ),
)
test_how_sure_popped_messages_are_not_given_back = how_sure(
    "revive_behind",
    pytest.param(
        revival((0, "50"), (120, "90"), latency="300000"), "proven", id="agrees: it grows, and waits for minutes"
    ),
    pytest.param(revival((0, "50"), (120, "90")), "suspected", id="too little: no word of how long it waits"),
    pytest.param(revival((0, "90"), latency="300000"), "suspected", id="too little: one look"),
    pytest.param(revival((0, "90"), (120, "50"), latency="300000"), "suspected", id="contradicted: it gets nearer"),
    pytest.param(revival((0, "0"), (120, "0")), "open", id="silent: nothing waits"),
)


def test_the_messages_that_wait_are_counted() -> None:
    named = found(level(3, (0, "5,9"), (120, "5,12")), "delay_delivery_stands")[0]
    assert (named.details["messages"], named.brokers) == (7, ("10.0.0.1:10911",))


def test_each_revive_queue_is_behind_by_its_own_figure() -> None:
    """Two queues of which each falls behind: seen one after the other, the second is nearer its end."""
    lags = [
        replace(figure, queue=queue)
        for queue, looks in enumerate([((0, "90"), (120, "99")), ((0, "10"), (120, "20"))])
        for figure in figures("rocketmq_pop_revive_lag", *looks)
    ]
    findings = verdict({GROUP: facts(figures=tuple(lags))}).findings
    (claim,) = [finding for finding in findings if finding.id == "revive_behind"]

    assert (claim.details["messages"], claim.severity) == (119, Severity.WARNING)
