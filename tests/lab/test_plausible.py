"""A folder that does not show what was ordered is not kept."""

import json

import pytest

from .plausible import doubts

TRUTH = {
    "name": "made_up",
    "causes": [],
    "effects": [],
    "past": [],
    "tolerated": [],
    "ids": [],
    "topics": ["orders"],
    "brokers": ["broker-a"],
    "clients": [{"client": "client-1", "model": "CLUSTERING", "lives": [{"id": "10.0.0.1@7"}]}],
    "commands": [{"file": "consumerProgress-g-1.txt"}, {"file": "consumerProgress-g-2.txt"}],
    "queues_read_by_nobody": [],
    "queues_read_by_several": [],
    "messages_lost": [],
    "reconsumed": [],
}
QUEUE = {"topic": "orders", "broker": "broker-a", "queue": 3}


@pytest.fixture
def folder(tmp_path):
    files = {
        "consumerProgress-g-1.txt": "orders broker-a 0 100 90 10.0.0.1 10 N/A\n",
        "consumerProgress-g-2.txt": "orders broker-a 0 300 95 10.0.0.1 205 N/A\n",
        "consumerConnection-g-1.txt": "10.0.0.1@7  127.0.0.1:5  JAVA  V4_9_7\n",
        "broker-a/broker.log": "2026-11-21 12:00:00 INFO main - started\n",
        "client-1/rocketmq_client.log": "2026-11-21 12:00:00,000 INFO RocketmqClient - started\n",
    }
    for name, text in files.items():
        (tmp_path / "evidence" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "evidence" / name).write_text(text)

    def with_truth(**changes):
        (tmp_path / "truth.json").write_text(json.dumps(TRUTH | changes))
        return tmp_path

    return with_truth


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({}, id="a healthy folder without harm is plausible"),
        pytest.param({"causes": ["consumer_slow"]}, id="a lag that grows shows a slow consumer"),
        pytest.param(
            {"effects": ["orphan_queues"], "queues_read_by_nobody": [QUEUE]}, id="an unread queue shows an orphan"
        ),
        pytest.param(
            {"tolerated": ["duplicate_consumption"], "queues_read_by_several": [QUEUE]},
            id="harm that is tolerated was ordered",
        ),
    ],
)
def test_plausible(folder, changes):
    assert doubts(folder(**changes)) == []


@pytest.mark.parametrize(
    ("changes", "doubt"),
    [
        pytest.param({"effects": ["orphan_queues"]}, "nothing shows orphan_queues", id="every queue was read"),
        pytest.param({"causes": ["consumer_stuck"]}, "nothing shows consumer_stuck", id="every offset moved"),
        pytest.param(
            {"causes": ["client_id_collision"], "ids": ["10.0.0.1@7"]},
            "nothing shows client_id_collision",
            id="the id stands there once",
        ),
        pytest.param({"causes": ["not_permitted"]}, "nothing shows not_permitted", id="nobody was refused"),
        pytest.param(
            {"past": ["duplicate_consumption"]}, "nothing shows duplicate_consumption", id="nothing read again"
        ),
        pytest.param({"queues_read_by_nobody": [QUEUE]}, "nothing of it was ordered", id="harm in a healthy group"),
        pytest.param({"messages_lost": [QUEUE]}, "nothing of it was ordered", id="losses in a healthy group"),
        pytest.param({"brokers": ["broker-a", "broker-b"]}, "no log of broker-b", id="a broker without a log"),
    ],
)
def test_doubtful(folder, changes, doubt):
    assert any(doubt in found for found in doubts(folder(**changes)))


ROUTE = """{{
	"brokerDatas":[{{"brokerName":"{broker}"}}],
	"queueDatas":[{{"brokerName":"{broker}", "perm":{perm}, "readQueueNums":{read}, "writeQueueNums":8}}]
}}"""
WINDOW = QUEUE | {"messages": 70}
CONNECTED = (
    "2026-11-21 12:00:10 INFO Thread_1 - new consumer connected, group: g CONSUME_PASSIVELY CLUSTERING channel: "
    "ClientChannelInfo [channel=[id: 0x1, R:/127.0.0.1:{port}], clientId=10.0.0.1@7, language=JAVA, version=1]\n"
)
RESET = "2026-11-21 12:00:30 INFO AdminBrokerThread_1 - [reset-offset] reset offset started by 127.0.0.1:5.\n"


@pytest.mark.parametrize(
    ("changes", "files", "doubt"),
    [
        pytest.param(
            {"causes": ["unreadable_queues"], "queues_read_by_nobody": [QUEUE]},
            {"topicRoute-orders.txt": ROUTE.format(broker="broker-a", perm=6, read=4)},
            None,
            id="fewer read than write queues hide messages",
        ),
        pytest.param(
            {"causes": ["unreadable_queues"], "queues_read_by_nobody": [QUEUE]},
            {"topicRoute-orders.txt": ROUTE.format(broker="broker-a", perm=2, read=8)},
            None,
            id="a topic that may only be written hides messages",
        ),
        pytest.param(
            {"causes": ["unreadable_queues"], "queues_read_by_nobody": [QUEUE]},
            {"topicRoute-orders.txt": ROUTE.format(broker="broker-a", perm=6, read=8)},
            "unreadable_queues",
            id="a route that lets everything be read hides nothing",
        ),
        pytest.param(
            {"causes": ["broker_lost"], "brokers": ["broker-a", "broker-b"]},
            {
                "topicRoute-orders.txt": ROUTE.format(broker="broker-a", perm=6, read=8),
                "broker-b/broker.log": RESET,
            },
            None,
            id="a broker that the route lacks is lost",
        ),
        pytest.param(
            {"causes": ["broker_lost"]},
            {"topicRoute-orders.txt": ROUTE.format(broker="broker-a", perm=6, read=8)},
            "broker_lost",
            id="no broker is lost that the route has",
        ),
        pytest.param(
            {"past": ["offsets_moved"], "reconsumed": [WINDOW]},
            {"broker-a/broker.log": RESET},
            None,
            id="a reset after which messages came again",
        ),
        pytest.param(
            {"past": ["offsets_moved"]},
            {"broker-a/broker.log": RESET},
            "offsets_moved",
            id="a reset that moved nothing",
        ),
        pytest.param(
            {"causes": ["offset_held_back"], "receivers_in_the_last_40s": [QUEUE | {"queue": 0}]},
            {"consumerProgress-g-2.txt": "orders broker-a 0 300 90 10.0.0.1 210 N/A\n"},
            None,
            id="an offset that stands while its queue is consumed is held back",
        ),
        pytest.param(
            {"causes": ["offset_held_back"], "receivers_in_the_last_40s": [QUEUE | {"queue": 0}]},
            {},
            "offset_held_back",
            id="no offset that moves is held back",
        ),
        pytest.param(
            {"past": ["client_id_collision"], "ids": ["10.0.0.1@7"]},
            {"consumerConnection-g-0.txt": "10.0.0.1@7  127.0.0.1:5\n10.0.0.1@7  127.0.0.1:6\n"},
            None,
            id="a collision that is over stood in an earlier list",
        ),
        pytest.param(
            {"past": ["client_id_collision"], "ids": ["10.0.0.1@7"]},
            {"broker-a/broker.log": CONNECTED.format(port=5) + CONNECTED.format(port=6)},
            None,
            id="a collision that is over stands in a broker's log",
        ),
        pytest.param(
            {"past": ["client_id_collision"], "ids": ["10.0.0.1@7"]},
            {"broker-a/broker.log": CONNECTED.format(port=5)},
            "client_id_collision",
            id="an id that connected once did not collide",
        ),
        pytest.param(
            {"past": ["client_id_collision"], "ids": ["10.0.0.1@7"]},
            {},
            "client_id_collision",
            id="a collision that neither a list nor a log shows was none",
        ),
        pytest.param(
            {"past": ["consumer_stuck"]},
            {"consumerProgress-g-3.txt": "orders broker-a 0 400 95 10.0.0.1 305 N/A\n"},
            None,
            id="an offset stood between two looks",
        ),
        pytest.param(
            {"past": ["unreadable_queues"], "operations": [{"command": "mqadmin updateTopic -t orders -p 2 -n x"}]},
            {},
            None,
            id="the right to read was taken away",
        ),
        pytest.param(
            {"past": ["unreadable_queues"], "operations": [{"command": "mqadmin updateTopic -t orders -p 6 -n x"}]},
            {},
            "unreadable_queues",
            id="no right was taken away",
        ),
        pytest.param(
            {"effects": ["orphan_queues"], "orphans": ["%RETRY%g broker-a 0"]},
            {},
            None,
            id="a retry queue without a reader is in no producer's ledger",
        ),
        pytest.param(
            {
                "causes": ["not_permitted"],
                "messages_received": 5,
                "clients": [TRUTH["clients"][0] | {"pop": True}],
            },
            {"client-1/rocketmq_client.log": "pop message is forbidden because timerWheelEnable is false\n"},
            "not_permitted",
            id="a pop that gave messages was not refused",
        ),
    ],
)
def test_other_worlds(folder, changes, files, doubt):
    home = folder(**changes)
    for name, text in files.items():
        (home / "evidence" / name).parent.mkdir(exist_ok=True)
        (home / "evidence" / name).write_text(text)
    assert doubts(home) == ([] if doubt is None else [f"nothing shows {doubt}"])


def test_a_command_that_printed_nothing_is_doubtful(folder):
    home = folder()
    (home / "evidence" / "consumerProgress-g-2.txt").write_text("")
    assert "consumerProgress-g-2.txt is empty" in doubts(home)
