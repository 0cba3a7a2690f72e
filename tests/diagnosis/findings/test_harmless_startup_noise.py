"""harmless_startup_noise: refusals that stopped, changes that changed nothing."""

import pytest

from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.findings.groups import ONE, QUEUES, SHARES, lists, looks, well
from tests.diagnosis.findings.said import found, how_sure, queue, rebalanced, record

ID = "harmless_startup_noise"


def refused(code: int, at: float = 10) -> Event:
    raw = f"execute the pull request exception\nCODE: {code}  DESC: the consumer's subscription not latest"
    named = {"topic": "paid", "broker": "broker-a", "queue": 0}
    return record("pull_rejected", raw, code=code, source="client", file="client.log", at=at, times=3, **named)


def started(at: float = 5) -> Event:
    return record("consumer_started", source="client", file="client.log", at=at)


def goes_on() -> Event:
    return record("client_started", source="client", file="client.log", at=900)


def changed(old: str, new: str) -> Event:
    one, other = (
        f"SubscriptionData [topic=paid, subString={text}, tagsSet=[], codeSet=[], subVersion={version}]"
        for text, version in ((old, 1795295987109), (new, 1795296007312))
    )
    raw = f"subscription changed, group: orders OLD: {one} NEW: {other}"
    return record("subscription_changed", raw, topic="paid", file="broker-a.log")


test_how_sure = how_sure(
    ID,
    pytest.param(well([started(), refused(25), goes_on()]), "proven", id="agrees: CODE 25 around a start"),
    pytest.param(well([started(), refused(24), goes_on()]), "proven", id="agrees: CODE 24 around a start"),
    pytest.param(well([changed("*", "*")]), "proven", id="agrees: OLD and NEW differ in their version alone"),
    pytest.param(well([changed("red", "blue")]), None, id="contradicted: OLD and NEW want different tags"),
    pytest.param(
        well([started(870), refused(24, at=880), goes_on()]),
        None,
        id="contradicted: it is still said at the log's end",
    ),
    pytest.param(
        well(
            [started(), refused(25), goes_on()],
            rosters=lists(ONE, ONE),
            snapshots=looks(SHARES, standing=QUEUES[2:]),
        ),
        None,
        id="contradicted: something is wrong with the group",
    ),
    pytest.param(well([refused(24), goes_on()]), None, id="too little: no start is in sight"),
    pytest.param(
        well([started(), refused(24, at=400), goes_on()]), None, id="contradicted: the last start was long before"
    ),
    pytest.param(well([started(), refused(16), goes_on()]), None, id="silent: another refusal"),
    pytest.param(well(), None, id="silent: nothing was said"),
)


def test_it_weighs_nothing() -> None:
    assert [str(finding.severity) for finding in found(well([started(), refused(25), goes_on()]), ID)] == ["OK"]


LIST_MISSING, ROUTE_MISSING = "orders, get consumer id list failed", "orders, but the topic[paid] not exist."


@pytest.mark.parametrize(
    ("failed", "shared_out", "told"),
    [
        pytest.param(LIST_MISSING, "paid", ["proven"], id="the client has its share of the topic since"),
        pytest.param(LIST_MISSING, "other", ["proven"], id="it is in the list since, by its share of another topic"),
        pytest.param(ROUTE_MISSING, "paid", ["proven"], id="it has a route of the topic since"),
        pytest.param(ROUTE_MISSING, "other", [], id="it has a route of another topic only"),
    ],
)
def test_a_share_ends_what_came_before_it(failed: str, shared_out: str, told: list[str]) -> None:
    of_log = {"source": "client", "file": "client.log"}
    events = [
        started(),
        record("rebalance_failed", f"doRebalance, {failed}", topic="paid", at=6, **of_log),
        rebalanced(ONE, queue(0, shared_out), members=1, of=1, topic=shared_out, at=26),
        goes_on(),
    ]
    assert [finding.status for finding in found(well(events), ID)] == told
