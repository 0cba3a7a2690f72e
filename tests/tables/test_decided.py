"""What the evidence decides of a record that it does not say itself; what it leaves open stays open."""

from datetime import UTC, datetime, timedelta

import pytest

from rmqkit.tables.decided import decided, filled

START = datetime(2026, 11, 21, 10, tzinfo=UTC)
BROKER, CLIENT = "broker-a/broker.log", "client-1/rocketmq_client.log"
KINDS = {BROKER: "broker_log", CLIENT: "client_log"}
NOTHING = dict.fromkeys(("group", "client_id", "address", "broker", "queue", "raw", "event"))


def record(file: str, seconds: int = 0, **fields: object) -> dict[str, object]:
    source = "broker" if "broker" in file else "client"
    return {**NOTHING, "file": file, "source": source, "at": START + timedelta(seconds=seconds), **fields}


def connected(client_id: str, seconds: int = 0, address: str = "10.0.0.7:4011") -> dict[str, object]:
    return record(BROKER, seconds, event="consumer_connected", client_id=client_id, address=address)


def committed(client_id: str, group: str = "g") -> dict[str, object]:
    return record(CLIENT, event="offset_committed", client_id=client_id, group=group)


BOOT = record(BROKER, event="broker_started", broker="broker-a")
AT_THE_ADDRESS = record(BROKER, 5, event="offset_moved_back", address="10.0.0.7:4011")
IN_THE_CLIENTS_LOG = record(CLIENT, event="queue_added", group="g")
TWO_QUEUES = "MessageQueue [topic=t, brokerName=a, queueId=1] MessageQueue [topic=t, brokerName=a, queueId=2]"


@pytest.mark.parametrize(
    ("naming", "row", "expected"),
    [
        pytest.param(
            [connected("c1")], AT_THE_ADDRESS, {"client_id": "c1"}, id="the one that registered from the address"
        ),
        pytest.param(
            [connected("c1"), connected("c2", 9)], AT_THE_ADDRESS, {}, id="two that registered from it decide nothing"
        ),
        pytest.param(
            [connected("c1", 60)], AT_THE_ADDRESS, {}, id="what was said before it registered is another's port"
        ),
        pytest.param(
            [committed("c1")], IN_THE_CLIENTS_LOG, {"client_id": "c1"}, id="the one client that names itself wrote it"
        ),
        pytest.param([committed("c1"), committed("c2")], IN_THE_CLIENTS_LOG, {}, id="a log of two clients is nobody's"),
        pytest.param(
            [committed("c1")],
            record(CLIENT, event="queue_added", group="another"),
            {},
            id="a record of a group that the writer does not name is not taken for its own",
        ),
        pytest.param([BOOT], record(BROKER), {"broker": "broker-a"}, id="the broker that started in this log wrote it"),
        pytest.param(
            [BOOT, record(BROKER, event="broker_started", broker="broker-b")],
            record(BROKER),
            {},
            id="a log in which two brokers start is nobody's",
        ),
        pytest.param([BOOT], record(BROKER, broker="broker-b"), {}, id="what a record says itself is not replaced"),
        pytest.param(
            [],
            record(CLIENT, raw="failed MessageExt [brokerName=broker-a, queueId=3, storeSize=280"),
            {"queue": 3},
            id="the one queue that the text names",
        ),
        pytest.param([], record(CLIENT, raw=TWO_QUEUES), {}, id="of two queues in a text neither is the record's"),
    ],
)
def test_a_record_gets_what_is_decided_and_says_so(naming, row, expected):
    made = filled(row, decided(naming, lambda _: [], KINDS))

    assert made == {**row, **expected, "derived": ", ".join(expected) or None}


@pytest.mark.parametrize(
    ("file", "broker"),
    [
        pytest.param("broker-a/broker.log", "broker-a", id="the folder is called after the broker"),
        pytest.param("logs/broker-a.broker.log", "broker-a", id="the file is"),
        pytest.param("my-broker-a/broker.log", None, id="a part of a name is none"),
    ],
)
def test_a_log_without_a_start_is_the_brokers_after_which_it_is_called(file, broker):
    known = decided([], lambda _: [{"broker": "broker-a"}], {file: "broker_log"})

    assert known.brokers.get(file) == broker
