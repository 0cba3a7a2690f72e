"""Blocks of pasted files: their kinds, what their prompts tell, and the failures among them."""

from datetime import UTC, datetime

import pytest

from rmqkit.formats import Kind, parse, recognise_blocks
from tests.formats.mqadmin import mqadmin_prints as prints

ROW = {
    **{"topic": "orders", "broker": "broker-a", "queue": 0, "broker_offset": 537, "consumer_offset": 500},
    **{"client": "10.20.0.11@1", "inflight": 3, "time": "2026-11-21 10:40:41"},
}
TABLE = prints.consumer_progress(prints.PROGRESS_LAYOUTS[6], [ROW, {**ROW, "queue": 1}])
HEADER = TABLE.split("\n")[0]
FAILURE = prints.failure(
    *("ConsumerStatusSubCommand", "consumer"),
    "org.apache.rocketmq.client.exception.MQBrokerException: CODE: 206  DESC: the consumer group[groupA] not online "
    "BROKER: 127.0.0.1:11911\nFor more information, please visit the url, http://rocketmq.apache.org/docs/faq/",
)
DIFFERENT = prints.consumer_status([("10.0.0.1@1", "V4_3_0", "1795257528579/10.0.0.1@1")], False, False)

PROMPTS = [
    pytest.param("[root@mq bin]# sh mqadmin consumerProgress -n 1:9876 -g groupA -t orders", id="a root prompt"),
    pytest.param("$ ./mqadmin consumerProgress --groupName=groupA --topicName orders", id="long options"),
    pytest.param("$ while date; do mqadmin consumerProgress -t orders -g groupA; sleep 9; done", id="within a loop"),
    pytest.param("bash-4.2$ sh mqadmin consumerprogress -g 'groupA' -t \"orders\"", id="quotes and another case"),
    pytest.param("PS C:\\rocketmq\\bin> .\\mqadmin.cmd consumerProgress -g groupA -t orders", id="PowerShell"),
    pytest.param("kubectl exec mq-0 -- sh mqadmin consumerProgress -g groupA -t orders 2>/dev/null", id="kubectl exec"),
    pytest.param("mac:tmp jo$ bin/mqadmin consumerProgress -g groupA -t orders", id="a prompt of macOS"),
    pytest.param("bin % sh mqadmin consumerProgress -g groupA -t orders", id="a prompt of zsh"),
    pytest.param("jo@mq bin]$ ./mqadmin consumerProgress -g groupA -t orders", id="a prompt whose first sign was cut"),
    pytest.param("bastion$ date; mqadmin consumerProgress -g groupA -t orders", id="an unknown prompt, date before it"),
    pytest.param("date && sh mqadmin consumerProgress -g groupA -t orders", id="no prompt, date before it"),
    pytest.param("$  ${ROCKETMQ_HOME}/bin/mqadmin consumerProgress -g groupA -t orders", id="a path in a variable"),
    pytest.param(
        "执行命令：sh mqadmin consumerProgress -g groupA -t orders", id="a sentence that announces the command"
    ),
    pytest.param("$ sh mqadmin consumerProgress \\\n  -g groupA \\\n  -t orders", id="a command on several lines"),
]


@pytest.mark.parametrize("prompt", PROMPTS)
def test_a_prompt_names_command_group_and_topic(prompt):
    (block,) = recognise_blocks(f"{prompt}\n{TABLE}", "paste.txt")
    assert (block.command.lower(), block.group, block.topic) == ("consumerprogress", "groupA", "orders")
    assert parse(block, UTC).rows == 2


DATES = [
    pytest.param("=== 2026-11-21 10:31:00", datetime(2026, 11, 21, 10, 31), id="a drawn line with a date"),
    pytest.param("Sat Nov 21 10:31:00 UTC 2026", datetime(2026, 11, 21, 10, 31, tzinfo=UTC), id="date in the C locale"),
    pytest.param("Sat Nov 21 10:31:00 CST 2026", datetime(2026, 11, 21, 10, 31), id="CST may be China's or Chicago's"),
    pytest.param("2026年 11月 21日 星期六 10:31:00 CST", datetime(2026, 11, 21, 10, 31), id="date in Chinese"),
    pytest.param(
        *(
            "Every 2.0s: mqadmin consumerProgress -g groupA  m1: Sat Nov 21 10:31:00 2026",
            datetime(2026, 11, 21, 10, 31),
        ),
        id="watch",
    ),
]


@pytest.mark.parametrize(("line", "at"), DATES)
def test_a_date_line_dates_the_output_below_it(line, at):
    (block,) = recognise_blocks(f"{line}\n{TABLE}", "paste.txt")
    assert block.at == at
    assert parse(block, UTC).at == at.replace(tzinfo=UTC)


def test_a_repeated_header_is_a_new_snapshot_and_does_not_inherit_the_date():
    blocks = recognise_blocks("=== 2026-11-21 10:31:00\n" + TABLE + TABLE, "paste.txt")
    assert [(block.kind, block.at is None) for block in blocks] == [
        (Kind.CONSUMER_PROGRESS, False),
        (Kind.CONSUMER_PROGRESS, True),
    ]


def test_a_failure_inside_a_table_is_its_own_block_and_the_table_goes_on():
    lines = TABLE.split("\n")
    text = "\n".join(["$ mqadmin consumerProgress -g groupB", *lines[:2], FAILURE.rstrip(), *lines[2:]])
    blocks = recognise_blocks(text, "paste.txt")
    assert [block.kind for block in blocks] == [Kind.CONSUMER_PROGRESS, Kind.COMMAND_FAILED, Kind.CONSUMER_PROGRESS]
    assert [block.group for block in blocks] == ["groupB", "groupA", "groupB"]
    assert [parse(block, UTC).rows for block in blocks] == [1, 1, 1]


def test_a_table_below_a_line_that_no_prompt_shows_is_its_retry_topics_groups():
    table = prints.consumer_progress(prints.PROGRESS_LAYOUTS[6], [ROW, {**ROW, "topic": "%RETRY%groupB"}])
    above = "$ mqadmin consumerConnection -g groupA\nCODE: 206  DESC: the consumer group[groupA] not online\nthen B:"
    assert recognise_blocks(f"{above}\n{table}", "paste.txt")[-1].group == "groupB"
    assert recognise_blocks(f"$ mqadmin consumerProgress -g groupA\n{table}", "paste.txt")[-1].group == "groupA"


def test_the_prompt_after_the_verdict_without_a_line_feed_is_read():
    text = DIFFERENT + "[root@mq bin]# sh mqadmin consumerProgress -g groupB\n" + TABLE
    status, progress = recognise_blocks(text, "paste.txt")
    assert parse(status, UTC).tables["answers"][0]["subscription_verdict"] == "different"
    assert (progress.command, progress.group) == ("consumerProgress", "groupB")


FAILURES = [
    pytest.param(FAILURE, ("consumerStatus", "groupA", None, 206), id="an exception of a sub-command"),
    pytest.param(
        *("The sub command consumerProgres not exist.\n", ("consumerProgres", None, None, None)),
        id="an unknown command",
    ),
    pytest.param(
        "Missing required option: g\nusage: mqadmin consumerStatus -g <arg>\n -g,--consumerGroup <arg>   group\n",
        ("consumerStatus", None, None, None),
        id="a usage text",
    ),
    pytest.param(
        prints.failure(
            *("TopicStatusSubCommand", "topic"),
            "org.apache.rocketmq.client.exception.MQClientException: CODE: 17  DESC: No topic route info in name "
            "server for the topic: orders\nSee http://rocketmq.apache.org/docs/faq/ for further details.",
        ),
        ("topicStatus", None, "orders", 17),
        id="a topic without a route",
    ),
    pytest.param(
        "org.apache.rocketmq.client.exception.MQClientException: CODE: 17  DESC: No topic route info in name server "
        "for the topic: %RETRY%groupA\n\tat x.Y.z(Y.java:3)\n",
        (None, "groupA", None, 17),
        id="4.0.0's bare exception about a group that never was",
    ),
]


@pytest.mark.parametrize(("text", "expected"), FAILURES)
def test_a_failure_tells_command_code_group_and_topic(text, expected):
    (block,) = recognise_blocks(text, "paste.txt")
    parsed = parse(block, UTC)
    (answer,) = parsed.tables["answers"]
    assert block.kind is Kind.COMMAND_FAILED
    assert (answer["command"], answer["group"], answer["topic"], answer["code"]) == expected
    assert not parsed.unparsed


def test_a_failure_within_a_groups_file_is_about_that_group():
    """`consumerStatus` asks one client after the other; who does not answer leaves an exception amid the output."""
    text = "org.apache.rocketmq.remoting.exception.RemotingTimeoutException: wait response on the channel timeout\n"
    text += "\tat org.apache.rocketmq.client.impl.MQClientAPIImpl.getConsumerRunningInfo(MQClientAPIImpl.java:2560)\n"
    text += "\tat org.apache.rocketmq.tools.command.consumer.ConsumerStatusSubCommand.execute(Command.java:104)\n"
    (block,) = recognise_blocks(text, "consumerStatus-orders.txt")
    assert (block.kind, block.command, block.group) == (Kind.COMMAND_FAILED, "consumerStatus", "orders")


NAMES = [
    pytest.param("consumerProgress-groupB-3.txt", "groupB", id="the number of a snapshot is no part of the group"),
    pytest.param("day/consumerProgress-order-group.txt", "order-group", id="a group with a dash"),
    pytest.param("1015_consumerProgress-groupB.txt", "groupB", id="the time of a look before its command"),
    pytest.param("whatever.txt", None, id="a name that says nothing"),
]


@pytest.mark.parametrize(("name", "group"), NAMES)
def test_the_file_name_is_the_last_hint_for_a_group(name, group):
    (block,) = recognise_blocks(TABLE, name)
    assert block.group == group
    (retry,) = recognise_blocks(TABLE.replace("orders", "%RETRY%gX", 1), name)
    assert retry.group == "gX"


def test_a_markdown_row_with_an_empty_cell_is_read():
    row = "| orders | broker-a | 0 | 537 | 500 | | 37 | 5 | N/A |"
    (block,) = recognise_blocks(f"{HEADER}\n%RETRY%g broker-a 0 0 0 N/A 0 0 N/A\n{row}\n", "paste.txt")
    parsed = parse(block, UTC)
    found = parsed.tables["progress"][-1]
    assert (found["queue"], found["broker_offset"], found["consumer_offset"], found["diff"]) == (0, 537, 500, 37)


@pytest.mark.parametrize(
    "row",
    [
        pytest.param("orders broker-a 0 537 500 10.0.0.1 3", id="cut in the difference"),
        pytest.param("orders  broker-a   3   53", id="cut in an offset"),
    ],
)
def test_a_cut_row_stays_unparsed(row):
    (block,) = recognise_blocks(f"{HEADER}\n{row}\n", "paste.txt")
    parsed = parse(block, UTC)
    assert parsed.unparsed == [2]
    assert "progress" not in parsed.tables


def test_a_header_alone_is_recognised_with_no_rows():
    (block,) = recognise_blocks(HEADER + "\n", "paste.txt")
    assert (block.kind, parse(block, UTC).rows) == (Kind.CONSUMER_PROGRESS, 0)


def test_the_consoles_dialog_is_one_snapshot_of_several_topics():
    head = "Broker\t队列\t消费者终端\t代理者位点\t消费者位点\t差值\t上次时间"
    text = (
        f"[groupA]消费详情\n主题 orders 延迟 152\n{head}\n"
        f"broker-a\t0\t10.20.0.11@7#8\t170\t18\t152\t2026-11-21 10:24:29\n"
        f"主题 bills 延迟 3\n{head}\nbroker-b\t1\t\t5\t2\t3\t1970-01-01 08:00:00\n"
    )
    (block,) = recognise_blocks(text, "paste.txt")
    parsed = parse(block, UTC)
    found = [(row["group"], row["topic"], row["client_ip"], row["diff"]) for row in parsed.tables["progress"]]
    assert found == [("groupA", "orders", "10.20.0.11", 152), ("groupA", "bills", None, 3)]
    assert not parsed.unparsed


def test_prose_is_prose_and_counts_as_noise():
    prose, progress = recognise_blocks("this is what we have seen so far\n" + TABLE, "consumerProgress-g.txt")
    parsed = parse(prose, UTC)
    assert (prose.kind, parsed.noise, parsed.unparsed) == (Kind.PROSE, 1, [])
    assert progress.kind is Kind.CONSUMER_PROGRESS


def test_a_log_record_with_its_trace_is_one_log_block():
    record = "2026-11-21 18:36:14,311 WARN RebalanceService - doRebalance, groupA, get consumer id list failed"
    trace = "org.apache.rocketmq.client.exception.MQBrokerException: CODE: 1  DESC: no consumer\n\tat a.B.c(B.java:1)"
    blocks = recognise_blocks(f"{TABLE}\n{record}\n{trace}\n", "paste.txt")
    assert len(blocks) == 2
    assert len(blocks[1].lines) == 3
    with pytest.raises(ValueError, match="log engine"):
        parse(blocks[1], UTC)


def test_ten_thousand_queues_are_one_block_with_as_many_rows():
    text = prints.consumer_progress(prints.PROGRESS_LAYOUTS[6], [{**ROW, "queue": i} for i in range(10_000)])
    (block,) = recognise_blocks(text, "paste.txt")
    assert parse(block, UTC).rows == 10_000


def test_a_placeholder_in_a_command_is_no_name():
    (block,) = recognise_blocks(f"$ mqadmin consumerProgress -g <consumerGroup> -t ${{TOPIC}}\n{TABLE}", "paste.txt")
    assert (block.group, block.topic) == (None, None)


def test_an_output_without_line_feeds_is_unparsed_and_no_command():
    glued = "$ mqadmin consumerProgress -g groupA " + " ".join(TABLE.split())
    (block,) = recognise_blocks(glued, "paste.txt")
    assert parse(block, UTC).unparsed == [1]


OTHERS = [
    pytest.param(
        "$ sh mqadmin clusterList -n 1:9876",
        "#Cluster Name     #Broker Name            #BID  #Addr                  #Version                #InTPS(LOAD)"
        "       #OutTPS(LOAD) #PCWait(ms) #Hour #SPACE\n"
        "DefaultCluster    broker-a                0     10.20.0.1:10911        V4_9_7                   0.00(0,0ms)"
        "         0.00(0,0ms)          0 422436.95 0.0151\n",
        "clusterList",
        id="clusterList of 4.x",
    ),
    pytest.param(
        "$ sh mqadmin clusterList -n 1:9876",
        "#Cluster Name           #Broker Name            #BID  #Addr                  #Version"
        "              #InTPS(LOAD)     #OutTPS(LOAD)  #Timer(Progress)"
        "        #PCWait(ms)  #Hour         #SPACE    #ACTIVATED\n"
        "DefaultCluster          broker-a                0     10.20.0.1:10911        V5_3_0"
        "                 0.00(0,0ms)       0.00(0,0ms)"
        "  0-0(0.0w, 0.0, 0.0)               0  480097.14     0.0100          true\n",
        "clusterList",
        id="clusterList of 5.x",
    ),
    pytest.param(
        "$ sh mqadmin statsAll -n 1:9876",
        "#Topic                            #Consumer Group                  #Accumulation      #InTPS     #OutTPS"
        "   #InMsg24Hour  #OutMsg24Hour\n"
        "orders                            order-group                                7        0.00        0.10"
        "              0             12\n"
        "bills                                                                        0        1.25"
        "                         24    NO_CONSUMER\n",
        "statsAll",
        id="statsAll",
    ),
    pytest.param(
        "$ sh mqadmin brokerStatus -b 10.20.0.1:10911",
        "bootTimestamp                   : 1795257000000\nbrokerVersionDesc               : V4_9_7\n"
        "commitLogDirCapacity            : Total : 59.0 GiB, Free : 58.1 GiB.\n"
        "runtime                         : [ 3 days ]\n",
        "brokerStatus",
        id="brokerStatus",
    ),
    pytest.param("$ sh mqadmin topicList", "orders\n%RETRY%order-group\nTBW102\n", "topicList", id="topicList"),
    pytest.param(
        "$ sh mqadmin producerConnection -g p -t orders",
        "0001  10.20.0.9@7#1                    10.20.0.9:50000        JAVA     V4_9_7\n",
        "producerConnection",
        id="producerConnection, which looks like a group's clients",
    ),
    pytest.param(
        "$ sh mqadmin resetOffsetByTime -g order-group -t orders -s now",
        "rollback consumer offset by specified group[order-group], topic[orders], force[true], timestamp(string)[now], "
        "timestamp(long)[-1]\n"
        "#brokerName                               #queueId                                  #offset\n"
        "broker-a                                  0                                         537\n",
        "resetOffsetByTime",
        id="resetOffsetByTime, whose rows look like a client's offsets",
    ),
]


WHAT = "consumer offset by specified"
RESET = f"rollback {WHAT} group[g], topic[orders], force[true], timestamp(string)[now], timestamp(long)[-1]"
LATER_RESET = RESET.replace(f"rollback {WHAT} group", f"start reset {WHAT}, group")
OLD_RESET = RESET.replace("specified group", "specified consumerGroup")
CONFIG = "{0}c:broker-a{0}\n{1:<40}=  g\n{2:<40}=  {3}\n"


@pytest.mark.parametrize(
    ("command", "output", "told"),
    [
        pytest.param("resetOffsetByTime -g g -t orders -s now", RESET, [("g", "orders")], id="a reset, up to 5.0.0"),
        pytest.param("resetOffsetByTime -g g -t orders -s now", LATER_RESET, [("g", "orders")], id="a reset, later"),
        pytest.param("resetOffsetByTime -g g -t orders -s now", OLD_RESET, [("g", "orders")], id="of an offline group"),
        pytest.param(
            "getConsumerConfig -g g",
            CONFIG.format("=" * 29, "groupName", "consumeEnable", "false"),
            [("g", None)],
            id="a group that may not consume",
        ),
        pytest.param(
            "getConsumerConfig -g g",
            CONFIG.format("=" * 29, "groupName", "consumeEnable", "true"),
            [],
            id="a group that may consume says nothing new",
        ),
        pytest.param(
            "updateSubGroup -c c -g g -s false",
            "create subscription group to 10.0.0.1:10911 success.\n"
            "SubscriptionGroupConfig [groupName=g, consumeEnable=false, consumeFromMinEnable=true]",
            [("g", None)],
            id="a group that was just switched off",
        ),
        pytest.param(
            "cloneGroupOffset -s old -d order-group -t orders",
            "clone group offset success. srcGroup[old], destGroup=[order-group], topic[orders]",
            [("order-group", "orders")],
            id="its offsets were copied from another group's",
        ),
    ],
)
def test_what_other_commands_say_about_a_group_is_an_answer(command, output, told):
    (block,) = recognise_blocks(f"$ sh mqadmin {command} -n ns:9876\n{output}\n", "paste.txt")
    parsed = parse(block, UTC)
    assert [(row["group"], row["topic"]) for row in parsed.tables.get("answers", [])] == told
    assert parsed.unparsed == []


def test_a_messages_tracks_come_with_its_own_topic_and_tag_and_not_with_those_of_the_message_before():
    def printed(topic: str, tags: str, track: str) -> str:
        message = f"OffsetID:            0A\nTopic:               {topic}\nTags:                {tags}\n"
        return f"{message}\nMessageTrack [consumerGroup=g, trackType={track}, exceptionDesc=null]\n"

    text = printed("paid", "[Red]", "CONSUMED_BUT_FILTERED") + printed("sent", "null", "CONSUMED")
    (block,) = recognise_blocks(f"$ sh mqadmin queryMsgById -i 0A\n{text}", "paste.txt")
    answers = parse(block, UTC).tables["answers"]
    assert [(row["topic"], "Tags: [Red]" in row["text"]) for row in answers] == [("paid", True), ("sent", False)]


def test_the_moment_to_which_offsets_are_reset_is_not_the_one_at_which_it_was_asked():
    (block,) = recognise_blocks(
        f"$ sh mqadmin resetOffsetByTime -g g -t orders -s 2026-10-14#10:00:00:000 -n ns:9876\n{RESET}\n", "paste.txt"
    )
    assert block.at is None


@pytest.mark.parametrize(("prompt", "output", "command"), OTHERS)
def test_other_commands_are_named_and_give_no_rows_but_those_about_brokers(prompt, output, command):
    text = f"{prompt}\n{output}$ mqadmin consumerProgress -g groupA\n{TABLE}"
    other, progress = recognise_blocks(text, "paste.txt")
    parsed = parse(other, UTC)
    assert (other.kind, other.command, parsed.unparsed) == (Kind.OTHER_MQADMIN, command, [])
    of_brokers = command in ("brokerStatus", "clusterList", "statsAll")
    assert parsed.tables.keys() - {"answers"} == ({"broker_figures"} if of_brokers else set())
    assert bool(parsed.rows) == of_brokers
    assert (progress.kind, progress.group, parse(progress, UTC).rows) == (Kind.CONSUMER_PROGRESS, "groupA", 2)


@pytest.mark.parametrize(("prompt", "output", "command"), [each for each in OTHERS if each.values[2] != "topicList"])
def test_other_commands_are_named_without_their_prompt(prompt, output, command):
    (block,) = recognise_blocks(output, "paste.txt")
    assert (block.kind, block.command, parse(block, UTC).unparsed) == (Kind.OTHER_MQADMIN, command, [])


def test_names_without_a_prompt_are_unknown():
    (block,) = recognise_blocks("orders\nbills\n", "paste.txt")
    assert (block.kind, parse(block, UTC).unparsed) == (Kind.UNKNOWN, [1, 2])
