"""What mqadmin prints of Go clients (rocketmq-client-go v2, ConsumerRunningInfo in internal/model.go)."""

from datetime import UTC, datetime

from rmqkit.formats import Kind, parse, recognise_blocks
from tests.formats.mqadmin import mqadmin_prints as prints

# six properties, none of them the group; "never" is Go's zero time, whose nanoseconds overflow into 1754
PROPERTIES = [
    ("PROP_NAMESERVER_ADDR", "127.0.0.1:9876;"),
    ("PROP_CONSUME_TYPE", "CONSUME_PASSIVELY"),
    ("PROP_CLIENT_VERSION", "v2.1.1"),
    ("PROP_CONSUMEORDERLY", "false"),
    ("PROP_THREADPOOL_CORE_SIZE", "-1"),
    ("PROP_CONSUMER_START_TIMESTAMP", "1795292295214"),
]
QUEUE = {"topic": "orders", "broker": "broker-a", "queue": 3, "offset": 600, "low": 0, "high": 0, "count": 0}
QUEUE |= {"locked": "false", "dropped": "false", "unlock": 0}
SUBSCRIPTIONS = [("orders", "*"), ("%RETRY%go-group", "*")]
STACK = """

#Consumer jstack#
goroutine 1 [running]:
runtime/pprof.writeGoroutineStacks({0xc45e60, 0xc0001b4000})
\t/usr/local/go/src/runtime/pprof/pprof.go:703 +0x6a

goroutine 18 [chan receive, 2 minutes]:
main.main()
"""


def running_info() -> str:
    text = prints.running_info("5.3.3", PROPERTIES, SUBSCRIPTIONS, [QUEUE])
    text = text.replace("lastPullTimestamp=20261121104044378", "lastPullTimestamp=20261121202000641")
    return text.replace("lastConsumeTimestamp=20261121103853503", "lastConsumeTimestamp=17540830224346128") + STACK


def test_running_info_of_a_go_client_is_read_without_a_line_left():
    (block,) = recognise_blocks(running_info(), "1795292300000/10.20.0.11@consumer-1")
    parsed = parse(block, UTC)
    assert (block.kind, block.group, block.client_id) == (Kind.RUNNING_INFO, "go-group", "10.20.0.11@consumer-1")
    assert parsed.unparsed == []
    properties = {row["key"]: row["value"] for row in parsed.tables["client_properties"]}
    assert properties == dict(PROPERTIES)
    (queue,) = parsed.tables["client_queues"]
    assert queue["last_pull"] == datetime(2026, 11, 21, 20, 20, 0, 641000, UTC)
    assert queue["last_consume"] is None


def test_consumer_connection_shows_the_language():
    client = ("10.20.0.11@consumer-1", "10.20.0.11:50022", "GO", "V4_5_2")
    for render in (prints.connection_with_headers, prints.connection_without_headers):
        (block,) = recognise_blocks(render([client], SUBSCRIPTIONS, ("CONSUME_PASSIVELY", "CLUSTERING", "X")), "x.txt")
        (row,) = parse(block, UTC).tables["connections"]
        assert (row["client_id"], row["language"], row["version"]) == ("10.20.0.11@consumer-1", "GO", "V4_5_2")
