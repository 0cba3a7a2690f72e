"""Every output of mqadmin, behind whatever precedes its lines and broken at any width, gives the rows it printed."""

import json
import re
from collections import Counter
from datetime import UTC

import pytest

from rmqkit.formats import LOG_KINDS, Kind, parse, recognise_blocks, split_lines
from tests.formats.mqadmin import mqadmin_prints as prints
from tests.measured import STEEPEST, steepness

AT = "2026-11-21 10:40:0%d"


def queue(topic, broker, number, broker_offset, consumer_offset, client, at):
    offsets = {"broker_offset": broker_offset, "consumer_offset": consumer_offset, "inflight": 0}
    return {"topic": topic, "broker": broker, "queue": number, **offsets, "client": client, "time": at}


QUEUES = [
    queue("%RETRY%order-group", "broker-a", 0, 0, 0, "N/A", "N/A"),
    queue("orders", "broker-a", 0, 537, 500, "10.20.0.11@1", AT % 1),
    queue("orders", "broker-b", 1, 12, 990, "10.20.0.12@7#8", "N/A"),
    queue("shop%orders-of-a-name-longer-than-the-column", "broker-b", 3, 2**53 - 1, 7, "host-7.local", AT % 3),
    queue("%LMQ%lite", "broker-b", 1, 5, -1, "[fe80:0:0:0:42:acff:fe11:2%eth0]@7", AT % 4),
]
CLIENTS = [
    ("10.20.0.11@7092#80854440001", "10.20.0.11:50611", "JAVA", "V4_9_7"),
    ("10.20.0.13@order-1@unit1", "[fe80:0:0:0:42:acff:fe11:2]:4000", "GO", "V4_4_0"),
    ("host-7%x@DEFAULT", "10.20.0.7:60001", "CPP", "HIGHER_VERSION"),
]
SUBSCRIPTIONS = [("%RETRY%order-group", "*"), ("orders", "TagA || TagB"), ("bills", "a > 3 AND b = 'x'")]
TRAILER = ("CONSUME_PASSIVELY", "CLUSTERING", "CONSUME_FROM_LAST_OFFSET")
STATUS = [(client[0], client[3], f"1795257528579/{client[0]}") for client in CLIENTS]
BLOCKED = (
    "10.20.0.11@7092#80854440001 MessageQueue [topic=orders, brokerName=broker-a, queueId=0] "
    "can't consume for a while, maybe blocked, 597688ms\n"
)
DETAIL = {"low": 1, "high": 37, "count": 37, "locked": "true", "unlock": 0, "dropped": "false"}
PROPERTIES = [
    ("consumerGroup", "order-group"),
    ("allocateMessageQueueStrategy", "org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragely@4a5"),
    ("PROP_CONSUMER_START_TIMESTAMP", "1795257000000"),
]
OFFLINE = (
    "org.apache.rocketmq.client.exception.MQBrokerException: CODE: 206  DESC: the consumer group[order-group] "
    "not online BROKER: 10.20.0.1:10911\nFor more information, please visit the url, http://rocketmq.apache.org/docs/faq/"
)
ROUTES = [("DefaultCluster", "broker-a", {0: "10.20.0.1:10911", 1: "10.20.0.2:10911"}, 8, 8, 6)]
LISTED = [
    ("order-group", 2, "V4_9_7", "PUSH", "CLUSTERING", 12, 3170),
    ("gone-group", 0, "OFFLINE", "", "", 0, 22653),
    ("pull-group", 1, "V5_3_3", "PULL", "", 0, -7),
]
DETAILS = [{"topic": "orders", "broker": "broker-a", "queue": n, "offset": 500 + n, **DETAIL} for n in range(2)]
STATS = [{**row, "group": "order-group", "time": AT % 5} for row in QUEUES[:2]]

OUTPUTS = {
    "consumerProgress of 4.2": prints.consumer_progress(prints.PROGRESS_LAYOUTS[1], QUEUES),
    "consumerProgress of 4.9": prints.consumer_progress(prints.PROGRESS_LAYOUTS[5], QUEUES),
    "consumerProgress of 5.3": prints.consumer_progress(prints.PROGRESS_LAYOUTS[6], QUEUES),
    "consumerProgress of all groups": prints.all_groups(64, LISTED),
    "consumerConnection up to 4.9.2": prints.connection_without_headers(CLIENTS, SUBSCRIPTIONS, TRAILER),
    "consumerConnection": prints.connection_with_headers(CLIENTS, SUBSCRIPTIONS, TRAILER),
    "consumerStatus up to 4.9.3": prints.consumer_status(STATUS, False, True, BLOCKED),
    "consumerStatus": prints.consumer_status(STATUS, True, False),
    "running info of 4.1": prints.running_info("4.1.0", PROPERTIES, SUBSCRIPTIONS[:2], DETAILS),
    "running info of 5.3": prints.running_info("5.3.3", PROPERTIES, SUBSCRIPTIONS[:2], DETAILS),
    "topicRoute": prints.topic_route_json(ROUTES),
    "topicRoute -l": prints.topic_route_list(ROUTES),
    "topicStatus": prints.topic_status([("broker-a", 0, 0, 614, AT % 1 + ",790"), ("broker-b", 1, 0, 0, "")]),
    "brokerConsumeStats": prints.broker_consume_stats(64, STATS, 99),
    "a failure": prints.failure("ConsumerConnectionSubCommand", "connection", OFFLINE),
}


def read(text):
    """The rows without their lines; the ledger must add up on the way."""
    rows = Counter()
    lines = 0
    for block in recognise_blocks(text, "paste.txt"):
        lines += len(block.lines)
        if block.kind in LOG_KINDS:
            continue
        parsed = parse(block, UTC)
        fates = parsed.rows + parsed.noise + parsed.blank + parsed.continuation + len(parsed.unparsed)
        assert fates == len(block.lines)
        for table, found in parsed.tables.items():
            for row in found:
                told = {key: str(value) for key, value in row.items() if key not in ("line", "command")}
                rows[table, json.dumps(told, sort_keys=True)] += 1
    assert lines == len(split_lines(text))
    return rows


PRINTED = {name: read(text) for name, text in OUTPUTS.items()}


def before(text, lead):
    return "".join(f"{lead}{line}\n" for line in text.splitlines())


def counted(text, form):
    return "".join(form.format(n, line) + "\n" for n, line in enumerate(text.splitlines(), 1))


LEADS = [
    pytest.param(">", id="a quote mark without a blank"),
    pytest.param("- ", id="a dash"),
    pytest.param("         * ", id="a comment of Java"),
    pytest.param("• ", id="a bullet"),
    pytest.param("$ ", id="a prompt before every line"),
    pytest.param("#", id="a comment mark that touches the text"),
    pytest.param("# ", id="a comment mark"),
    pytest.param("##### ", id="a heading's marks"),
    pytest.param("-- ", id="a comment of SQL"),
    pytest.param("REM ", id="a comment of a batch file"),
    pytest.param("`", id="a backtick"),
    pytest.param("[mq-0 tools] ", id="a container's name in brackets"),
    pytest.param("mq-0 tools ", id="a pod and a container"),
    pytest.param("mq-0: ", id="a host"),
    pytest.param("[10.20.0.1] out: ", id="an address and a stream"),
    pytest.param("10.20.0.1 | ", id="an address and a bar"),
    pytest.param("2026-11-21T10:31:00.1234567Z ", id="a container's time"),
    pytest.param("2026-11-21 10:31:00 ", id="a date"),
    pytest.param("[2026-11-21 10:31:00] ", id="a date in brackets"),
    pytest.param("10:31:00 ", id="a clock"),
    pytest.param("out.txt:", id="a file's name"),
    pytest.param("\t", id="a tab"),
    pytest.param("＞", id="a full-width quote mark"),
    pytest.param("【输出】", id="a label in Chinese"),
    pytest.param("[stdout] ", id="a stream in brackets"),
]


def same(name, text):
    assert read(text) == PRINTED[name], name


@pytest.mark.parametrize("lead", LEADS)
def test_what_stands_before_every_line_is_taken_off(lead):
    for name, text in OUTPUTS.items():
        same(name, before(text, lead))


FORMS = [
    pytest.param("{}. {}", id="a list"),
    pytest.param("{:6d}\t{}", id="cat -n"),
    pytest.param("{:3d} {}", id="an editor's numbers"),
    pytest.param("{:>4} | {}", id="an editor's numbers and a bar"),
    pytest.param("[{}] {}", id="numbers in brackets"),
    pytest.param("out/progress.txt-{}-{}", id="grep's lines of context"),
]


@pytest.mark.parametrize("form", FORMS)
def test_numbers_before_every_line_are_taken_off(form):
    for name, text in OUTPUTS.items():
        same(name, counted(text, form))


def broken(text, width, *, strip=False):
    parts = [line[at : at + width] for line in text.splitlines() for at in range(0, max(len(line), 1), width)]
    return "".join(f"{part.rstrip() if strip else part}\n" for part in parts)


@pytest.mark.parametrize("strip", [False, True])
@pytest.mark.parametrize("width", [80, 100, 120, 132, 160])
def test_an_output_broken_at_a_terminals_width_is_whole_again(width, strip):
    for name, text in OUTPUTS.items():
        same(name, broken(text, width, strip=strip))
        same(name, before(broken(text, width, strip=strip), "> "))


def test_an_ellipsis_between_rows_is_no_part_of_them():
    text = OUTPUTS["consumerProgress of 5.3"].replace("\norders ", "\n...\norders ")
    assert read(text) == PRINTED["consumerProgress of 5.3"]
    assert read(text.replace("...", "--More--")) == PRINTED["consumerProgress of 5.3"]
    assert read(text.replace("...", "（省略三行）")) == PRINTED["consumerProgress of 5.3"]
    assert read(text.replace("...", "看这里")) == PRINTED["consumerProgress of 5.3"]


def test_a_word_before_rows_without_a_header_makes_no_row_of_another_command():
    rows = OUTPUTS["consumerProgress of 4.2"].splitlines()[2:4]
    for block in recognise_blocks("\n".join(f"tools {row}" for row in rows), "paste.txt"):
        assert block.kind is Kind.UNKNOWN


def test_a_long_drawn_line_with_an_end_is_looked_at_once():
    def recognise(length):
        return recognise_blocks("-" * length + "\\\n" + "= " * length + "x", "paste.txt")

    assert steepness(recognise, 1_200) < STEEPEST


def test_a_listing_after_a_verdict_is_a_block_of_its_own():
    text = OUTPUTS["consumerStatus up to 4.9.3"]
    blocks = recognise_blocks(text * 2, "paste.txt")
    assert [len(parse(block, UTC).tables["connections"]) for block in blocks] == [len(STATUS)] * 2


def test_rows_of_every_output_are_told():
    assert all(PRINTED.values())
    assert not re.search(r"\.\.\.", "".join(row for rows in PRINTED.values() for _, row in rows))


def escaped(text):
    return re.sub(r"([#_*])", r"\\\1", text)


MARKUP = [
    pytest.param(lambda text: text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"), id="as HTML"),
    pytest.param(lambda text: f"<pre><code>{text}</code></pre>\n", id="in a page's code"),
    pytest.param(lambda text: text.replace("\n", "<br>\n"), id="with HTML's line ends"),
    pytest.param(lambda text: re.sub(r"(?m)^(orders .*)$", r"\1   <-- look", text), id="with a person's pointer"),
    pytest.param(lambda text: re.sub(r"(?m)$", "\n", text.rstrip("\n")), id="with a blank line after every line"),
]


@pytest.mark.parametrize("dress", MARKUP)
def test_what_documents_write_around_lines_is_taken_off(dress):
    for name, text in OUTPUTS.items():
        same(name, dress(text))


@pytest.mark.parametrize("name", ["consumerProgress of 5.3", "consumerStatus", "running info of 5.3"])
def test_the_escapes_of_markdown_are_undone(name):
    same(name, escaped(OUTPUTS[name]))


def table(text, sign, *, quoted=False):
    """An output whose cells are parted by a sign, as programs export tables."""
    rows = [re.split(r"\s+(?=#)" if line.startswith("#") else r"\s{2,}", line.strip()) for line in text.splitlines()]
    cells = ([f'"{cell}"' for cell in row] if quoted and len(row) > 2 else row for row in rows)
    return "".join(sign.join(row) + "\n" for row in cells)


PLAIN = prints.consumer_progress(prints.PROGRESS_LAYOUTS[6], QUEUES[:4])


@pytest.mark.parametrize("sign", [",", ";", "\t", " | "])
@pytest.mark.parametrize("quoted", [False, True])
def test_an_exported_table_is_read(sign, quoted):
    assert read(table(PLAIN, sign, quoted=quoted and sign in ",;")) == read(PLAIN)


def test_the_empty_cells_that_a_spreadsheet_puts_behind_a_table_are_none():
    assert read(re.sub(r"(?m)^(.*;.*)$", r"\1;;;", table(PLAIN, ";"))) == read(PLAIN)


def test_an_expression_keeps_its_bars_in_a_markdown_table():
    text = "| #Topic | #SubExpression |\n|---|---|\n| `orders` | TagA || TagB |\n"
    (block,) = recognise_blocks(text, "paste.txt")
    (row,) = parse(block, UTC).tables["subscriptions"]
    assert (row["topic"], row["expression"]) == ("orders", "TagA || TagB")


LACKING = [
    pytest.param(
        "gone-group  0  OFFLINE  0\n", "#Group  #Count  #Version  #Type  #Model  #TPS  #Diff Total", id="a total"
    ),
    pytest.param(
        "orders broker-a 1 170 18 N/A                0 2026-11-21 10:40:02\n", PLAIN.split("\n")[0], id="a difference"
    ),
    pytest.param(
        "DefaultCluster broker-a {0=10.20.0.1:10911} 8 8\n", OUTPUTS["topicRoute -l"].split("\n")[0], id="a permission"
    ),
]


@pytest.mark.parametrize(("row", "header"), LACKING)
def test_a_row_that_lacks_a_number_stays_unparsed(row, header):
    (block,) = recognise_blocks(f"{header}\n{row}", "paste.txt")
    parsed = parse(block, UTC)
    assert (parsed.tables, parsed.unparsed) == ({}, [2])
