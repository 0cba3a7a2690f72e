"""What the admin API answers, as the web console, a script and a monitor write it down."""

from datetime import UTC, datetime

import pytest

from rmqkit.formats import Kind, parse, recognise_blocks
from rmqkit.formats.block import Parsed

CONSOLE_QUEUES = """\
GET /consumer/queryTopicByConsumer.query?consumerGroup=bill-push
{"status":0,"data":[{"topic":"bill","diffTotal":7,"lastTimestamp":1796060446404,"queueStatInfoList":[
{"brokerName":"broker-a","queueId":0,"brokerOffset":12,"consumerOffset":5,"clientInfo":"10.0.0.7",
"lastTimestamp":1796060446404},
{"brokerName":"broker-a","queueId":1,"brokerOffset":9,"consumerOffset":9,"clientInfo":null,"lastTimestamp":0}]}],"errMsg":null}
"""
CONSOLE_CLIENTS = """\
2026-11-30 17:40:46 GET /consumer/consumerConnection.query?consumerGroup=bill-push
{"status":0,"data":{"connectionSet":[{"clientId":"10.0.0.7@12","clientAddr":"10.0.0.7:41002",
"language":"JAVA","version":407,"versionDesc":"V4_9_7"}],
"subscriptionTable":{"bill":{"topic":"bill","subString":"paid || sent","codeSet":[1,2],"subVersion":1796060446352}},
"consumeType":"CONSUME_PASSIVELY","messageModel":"CLUSTERING","consumeFromWhere":"CONSUME_FROM_LAST_OFFSET"}}
"""
MONITOR = """\
{
 "group": "bill-push",
 "samples": [
  {
   "collectedAt": "2026-12-01T01:41:28+08:00",
   "rows": [
    {"topic": "bill", "brokerName": "broker-a", "queueId": 0, "brokerOffset": 12, "consumerOffset": 5, "lag": 7}
   ]
  },
  {
   "collectedAt": "2026-12-01T01:41:48+08:00",
   "rows": [
    {"topic": "bill", "brokerName": "broker-a", "queueId": 0, "brokerOffset": 14, "consumerOffset": 6, "lag": 8}
   ]
  }
 ]
}
"""
ROW = '{"time": "%s", "consumerGroup": "bill-push", "offsetTable": {%s:{"brokerOffset":12,"consumerOffset":5}}}'
QUEUE = '{"brokerName":"broker-a","queueId":3,"topic":"bill"}'
EACH_LINE = "\n".join(ROW % (f"2026-12-01 01:41:{second}", QUEUE) for second in (10, 20)) + "\n"


def read(text: str) -> list[Parsed]:
    blocks = recognise_blocks(text, "saved.json")
    assert [line for block in blocks for line in range(block.first_line, block.first_line + len(block.lines))] == list(
        range(1, text.count("\n") + 1)
    )
    return [parse(block, UTC) for block in blocks]


def test_the_web_console_s_answer_gives_a_row_for_each_queue() -> None:
    (answer,) = [parsed for parsed in read(CONSOLE_QUEUES) if parsed.tables]
    first, second = answer.tables["progress"]
    assert (first["group"], first["topic"], first["queue"], first["diff"], first["client_ip"], first["line"]) == (
        "bill-push", "bill", 0, 7, "10.0.0.7", 3,
    )  # fmt: skip
    assert first["last_time"] == datetime(2026, 12, 1, 1, 40, 46, 404000, UTC) - (
        datetime(2026, 12, 1, 8) - datetime(2026, 12, 1)
    )
    assert (second["client_ip"], second["client_ip_shown"], second["last_time"]) == (None, True, None)


def test_the_web_console_s_clients_come_with_the_subscription() -> None:
    (answer,) = [parsed for parsed in read(CONSOLE_CLIENTS) if parsed.tables]
    assert answer.at == datetime(2026, 11, 30, 17, 40, 46, tzinfo=UTC)
    assert [(row["client_id"], row["version"]) for row in answer.tables["connections"]] == [("10.0.0.7@12", "V4_9_7")]
    assert [(row["topic"], row["expression"]) for row in answer.tables["subscriptions"]] == [("bill", "paid || sent")]
    assert answer.tables["answers"][0]["consume_from_where"] == "CONSUME_FROM_LAST_OFFSET"


@pytest.mark.parametrize("text", [MONITOR, EACH_LINE], ids=["an object around each sample", "a sample on each line"])
def test_samples_of_a_monitor_are_snapshots_of_their_own(text: str) -> None:
    samples = [parsed for parsed in read(text) if parsed.tables]
    assert len(samples) == 2
    assert samples[0].at is not None
    assert samples[1].at is not None
    assert samples[0].at < samples[1].at
    assert {row["group"] for parsed in samples for row in parsed.tables["progress"]} == {"bill-push"}


def test_samples_that_share_a_line_are_not_read_as_one() -> None:
    assert not any(parsed.tables for parsed in read(f"[{EACH_LINE.strip().replace(chr(10), ',')}]\n"))


def test_other_json_is_no_answer() -> None:
    (block,) = recognise_blocks('{"clientAddr": "10.0.0.7:80", "path": "/"}\n', "access.json")
    assert block.kind is not Kind.CONSUMER_CONNECTION


def test_a_number_of_no_java_type_is_no_row() -> None:
    (block,) = recognise_blocks(ROW % ("2026-12-01 01:41:10", QUEUE.replace("3", "9" * 30)), "saved.json")
    parsed = parse(block, UTC)
    assert parsed.tables == {}
    assert parsed.unparsed == [1]
