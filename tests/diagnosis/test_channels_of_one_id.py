"""What several channels of one client id in a broker's log prove, and what only looks like two processes."""

from itertools import chain

import pytest

from rmqkit.diagnosis.facts.logs import Event, LogFile
from tests.diagnosis.findings.said import START, after, facts, found, record

ID = "client_id_collision"
CLIENT = "10.1.0.7@orders#1"


def connected(second: float, address: str, broker: str = "10.1.0.1:10911") -> Event:
    """The id on a new channel."""
    raw = f"new consumer connected, group: orders channel: [id: 0x1, L:/{broker} - R:/{address}], clientId={CLIENT}"
    return record("consumer_connected", raw, at=second, client_id=CLIENT, address=address)


def gone(second: float, address: str) -> Event:
    """A channel's end."""
    return record("consumer_disconnected", at=second, client_id=CLIENT, address=address)


def not_answered(second: float, address: str) -> Event:
    """An answer that could not be written to a channel: the record names no group and no client."""
    return record("response_failed", at=second, group=None, address=address)


def committed(second: float, address: str) -> Event:
    """A commit over a channel, below what the broker has."""
    return record("offset_moved_back", at=second, topic="paid", queue=0, address=address)


def of_one(event: str, second: float) -> Event:
    """A record of one of the processes, in its own log."""
    named = event == "heartbeat_content"
    own = {"client_id": CLIENT} if named else {"group": None}
    return record(event, at=second, file="client.log", source="client", **own)


REGISTERED = record("broker_registered", at=290, group=None)
TWO = [connected(10, "10.1.0.7:5001"), connected(150, "10.1.0.7:5002")]
ONE = [of_one("connection_opened", 9), of_one("heartbeat_content", 10), of_one("consumer_ids_changed", 150)]
CASES = [
    pytest.param(TWO, False, id="picked lines of one host: a client that reconnects, the ends left out"),
    pytest.param([*TWO, REGISTERED], True, id="a whole log holds no end of either: two processes on one host"),
    pytest.param(
        [connected(10, "10.1.0.7:5001"), connected(150, "10.1.0.8:5002")], True,
        id="one id from two hosts, longer than a broker keeps a dead channel",
    ),
    pytest.param([*TWO, gone(295, "10.1.0.7:5001")], True, id="the first ended long after the second had begun"),
    pytest.param([*TWO, gone(270, "10.1.0.7:5001")], False, id="the first expired as a dead channel does"),
    pytest.param(
        [*TWO, committed(170, "10.1.0.7:5001")], True, id="the first is still used when the second has long been open"
    ),
    pytest.param([*TWO, committed(151, "10.1.0.7:5001")], False, id="what the first had sent came with the second"),
    pytest.param([*TWO, committed(170, "10.1.0.7:5002")], False, id="the second alone is used"),
    pytest.param(
        [TWO[0], not_answered(148, "10.1.0.7:5001"), TWO[1], REGISTERED], False,
        id="nothing could be written to the first any more when the second began",
    ),
    pytest.param(
        [TWO[0], not_answered(148, "10.1.0.9:5009"), TWO[1], REGISTERED], True,
        id="nothing could be written to somebody else's",
    ),
    pytest.param(
        [connected(10, "10.1.0.7:5001"), connected(11, "10.1.0.8:5002", "10.1.0.2:10911"), REGISTERED], False,
        id="one client on two brokers whose logs stand in one file",
    ),
    pytest.param([*TWO, *ONE], True, id="one process' own log, which goes on, connected for the first alone"),
    pytest.param(
        [*TWO, *ONE, of_one("connection_opened", 149)], False, id="one process' own log connected for the second too"
    ),
    pytest.param([*TWO, *ONE[1:]], False, id="one process' own log tells of no connection: it may print none"),
    pytest.param([*TWO, *ONE[:-1]], False, id="one process' own log is silent when the second opens"),
]  # fmt: skip


@pytest.mark.parametrize(("events", "proven"), CASES)
def test_channels_of_one_id(events: list[Event], proven: bool) -> None:
    """A proof leaves no room for a reconnect."""
    log = LogFile("broker.log", "broker", START, after(300))
    told = found(facts(events, logs={"broker.log": log}), ID)
    assert any(each.proven for each in told) is proven


def test_a_process_that_comes_again_collides_each_time() -> None:
    """A timer starts it for half a minute: in between the one that is left has the id for itself."""
    log = LogFile("broker.log", "broker", START, after(300))
    runs = [(50, 80), (110, 140), (170, None)]
    others = [(connected(begin, f"10.1.0.7:600{at}"), end and gone(end, f"10.1.0.7:600{at}"))
              for at, (begin, end) in enumerate(runs)]  # fmt: skip
    told = found(facts([TWO[0], *filter(None, chain(*others)), REGISTERED], logs={"broker.log": log}), ID)
    assert [(one.ongoing, one.since) for one in told if one.ongoing] == [(True, after(170))]
