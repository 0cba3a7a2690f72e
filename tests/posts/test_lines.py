"""Single lines as people paste them: what `diagnose` and `explain` have to say of each, and what they must not."""

import re

import pytest
from typer.testing import CliRunner

import rmqkit
from rmqkit.cli import app
from rmqkit.diagnosis import Severity

GO_24 = (
    'time="2026-11-21T10:00:01+08:00" level=error msg="consumer pull message error" fields: '
    "map[CODE:24 DESC:the consumer's group info not exist group:orders]"
)
SAYS = [
    pytest.param("the consumer's subscription not exist", "group|subscription", id="the shortest wording is known"),
    pytest.param("We see `CODE: 17  DESE: No topic route info in name server for the topic: orders` since noon",
                 "does not exist|never made", id="words in front, backticks and DESE"),
    pytest.param("> connect to <192.168.3.7:10911> failed", "brokerIP1", id="a lone failure to connect has a word"),
    pytest.param("org.apache.rocketmq.acl.common.AclException: No accessKey is configured", "accessKey",
                 id="a lone exception of access control has a word"),
    pytest.param("return offset table is empty", "offset|no client|consumed", id="an empty table has a word"),
    pytest.param('level=warning msg="query topic route from server error" underlayError="topic not exist"',
                 "does not know the topic", id="an answer is not called silence"),
    pytest.param("2026-11-21 10:00:01 WARN ConsumeMessageThread_orders_1 - consumeMessage exception: "
                 "java.lang.NullPointerException Group: orders Msgs: [MessageExt [queueId=3, queueOffset=77, "
                 "reconsumeTimes=11]] MQ: MessageQueue [topic=t, brokerName=b, queueId=3]",
                 "11", id="how often a message was tried is repeated"),
    pytest.param("java.lang.NoClassDefFoundError: org/apache/rocketmq/common/protocol/heartbeat/MessageModel",
                 "5.0", id="a class that moved is told by its version"),
    pytest.param("brokerName=broker-b\nbrokerClusterName=c1\nbrokerIP1=127.0.0.1\n", "only its own host",
                 id="a broker's file alone is told by its values"),
    pytest.param("a.b.Err: io.netty.handler.codec.TooLongFrameException: Adjusted frame length exceeds 16777216: "
                 "1195725856 - discarded (rocketmq broker)", "HTTP", id="an HTTP request at a broker's port"),
    pytest.param("消费组 orders 的订阅关系不一致", "different topics", id="what a console says of subscriptions"),
    pytest.param("org.apache.rocketmq.remoting.exception.RemotingConnectException: connect to [mq.example.org] failed\n"
                 "\tat org.apache.rocketmq.remoting.netty.NettyRemotingClient.invokeSync(NettyRemotingClient.java:394)",
                 "has no port", id="an address without a port is told"),
    pytest.param("java.net.ConnectException: Connection refused: /192.168.3.7:8081 (rocketmq)", "proxy",
                 id="a port tells what should listen there"),
    pytest.param('2024-12-14 12:06:30 INFO StateMaintainer - [n1][GetVoteResponse] {"code":200,"group":"g0",'
                 '"leaderId":"n1","localId":"n1","remoteId":"n2","term":1,"voteResult":"REJECT_SMALL_LEDGER_END_INDEX"}',
                 "cannot be elected", id="a refused vote of DLedger has a word"),
    pytest.param("mqnamesrv: Unrecognized option: -Xlog:gc*:file=/dev/shm/rmq_srv_gc_%p_%t.log", "bash",
                 id="options for another Java have a word"),
    pytest.param("org.apache.rocketmq.client.exception.MQClientException: Send [3] times, still failed, cost [9]ms, "
                 "Topic: orders, BrokersSent: [b, b, b]", "look at mqadmin",
                 id="where nothing is to be changed, the next place to look is told"),
    pytest.param("org.apache.rocketmq.client.exception.MQClientException: wait response timeout 3000ms\n"
                 "For more information, please visit the url, http://rocketmq.apache.org/docs/faq/\n"
                 "\tat org.apache.rocketmq.remoting.netty.NettyRemotingAbstract$2.run(NettyRemotingAbstract.java:286)",
                 "did not answer in time", id="an answer that did not come to an asynchronous send is no connection's"),
    pytest.param('  File "/lib/python3.11/site-packages/rocketmq/v5/consumer/push_consumer.py", line 9, in reset\n'
                 "AttributeError: 'NoneType' object has no attribute 'shutdown'",
                 "Python client itself", id="frames of the Python client say whose failure it is"),
    pytest.param("WARNING: Illegal reflective access by org.apache.rocketmq.store.MappedFile (s.jar) to method x()",
                 "nothing fails by it", id="a warning of Java 11 is no reason"),
    pytest.param("2024-06-28 11:02:31 WARN PullMessageThread_3 - the topic %LMQ%t%r2% not exist, consumer: /10.0.0.4:1",
                 "enableLmq=true", id="a light queue is not made by updateTopic"),
    pytest.param("[root@h bin]# sh mqadmin consumerStatus -n 10.0.0.6:9876 -g orders -s\n"
                 "com.alibaba.fastjson.JSONException: parseLong error, field : commitOffset\n"
                 "\tat com.alibaba.fastjson.serializer.LongCodec.deserialze(LongCodec.java:86)",
                 "consumerProgress -n NAMESRV -g GROUP -s true", id="running info that cannot be read has another way"),
    pytest.param("com.alibaba.fastjson.JSONException: unclosed.str\n"
                 "\tat org.apache.rocketmq.mqtt.ds.store.LmqQueueStoreManager.a(LmqQueueStoreManager.java:154)",
                 "MQTT proxy", id="a frame of rocketmq-mqtt says whose failure it is"),
    pytest.param("com.alibaba.fastjson.JSONException: not close json text, token : int\n"
                 "\tat org.apache.rocketmq.dashboard.task.DashboardCollectTask.a(DashboardCollectTask.java:190)",
                 "rocketmq.config.dataPath", id="the dashboard's own figures"),
    pytest.param("com.alibaba.fastjson.JSONException: can not cast to : ConcurrentMap (rocketmq)\n"
                 "\tat org.apache.rocketmq.client.consumer.store.LocalFileOffsetStore.a(LocalFileOffsetStore.java:61)",
                 "offsets.json", id="a broadcasting client's own file"),
    pytest.param("18-05-31 11:04:56 INFO BrokerControllerScheduledThread1 - slave fall behind master, how much, "
                 "-8245006252570743168 bytes", "far below 0", id="a slave that is ahead does not lag"),
    pytest.param("2021-10-29 15:51:14 WARN PopReviveService_0 - offset illegal. GetMessageStatus=OFFSET_OVERFLOW_ONE, "
                 "topic=rmq_sys_REVIVE_LOG_c, groupId=CID_RMQ_SYS_REVIVE_GROUP, requestOffset=142766",
                 "end of the queue of acknowledgements", id="the end of a queue is no fault"),
    pytest.param("ERROR HAClient - master pushed offset not equal the max phy offset in slave, SLAVE: 1 MASTER: 2",
                 "another place than the end", id="a slave whose files are not its master's"),
    pytest.param("DefaultMQPushConsumer\nspring.cloud.stream.rocketmq.bindings.in.consumer.push.maxReconsumeTimes = 2",
                 "since July 2022", id="older binders do not hand the number of retries on"),
    pytest.param("DefaultMQPushConsumer\nspring.cloud.stream.rocketmq.in.consumer.maxReconsumeTimes = 2",
                 "below push", id="the number of retries at the wrong place"),
    pytest.param("TransactionMQProducer must have a TransactionListener !!!", "exactly one listener", id="no checker"),
    pytest.param("selectMapedBuffer request pos invalid, request pos: 8, size: 7, fileFromOffset: 1, wrotePostion: 9",
                 "read", id="a wording of version 3 of a read beyond the end"),
    pytest.param("java.lang.IllegalArgumentException: The name or value of property can not be null or blank string!",
                 "property", id="words that name RocketMQ nowhere are explained and not refused"),
    pytest.param("2026-11-21 10:00:01 WARN main - Create mapped file1 error for timer log\n"
                 "2026-11-21 10:00:02 WARN main - logics disk maybe full soon at 90, so mark disk full",
                 "disk is so full", id="a record of a server whose wording is only like a known one"),
    pytest.param("org.apache.rocketmq.client.java.impl.ClientImpl: no start, clientId=h@1@0@a, endpoints=ipv6::80",
                 "given no endpoints", id="an empty name for the proxy"),
]  # fmt: skip


@pytest.fixture
def told(tmp_path):
    def tell(text: str):
        path = tmp_path / "post.txt"
        path.write_text(text + "\n", encoding="utf-8")
        return rmqkit.diagnose(rmqkit.read(None, str(path)))

    return tell


@pytest.mark.parametrize(("text", "says"), SAYS)
def test_a_line_is_told_of(told, text, says):
    verdict = told(text)
    assert verdict.severity > Severity.OK
    assert any(re.search(says, f"{row.event} {row.meaning} {row.remedy}") for row in verdict.messages), verdict.to_text(
        "en"
    )


def test_of_code_1_and_a_line_that_says_why_the_line_is_told(told):
    text = "org.apache.rocketmq.client.exception.MQBrokerException: CODE: 1  DESC: create mapped file failed"
    assert [row for row in told(text).messages if "failed at the request" in row.meaning] == []


def test_words_of_code_25_are_not_taken_for_those_of_code_24(told):
    text = (
        "org.apache.rocketmq.client.exception.MQBrokerException: CODE: 25  DESC: the consumer's subscription not latest"
    )
    assert [row.meaning for row in told(text).messages if "CODE 24" in row.meaning] == []


@pytest.mark.parametrize("text", [case.values[0] for case in SAYS[:7]])
def test_explain_reads_what_diagnose_reads(text):
    outcome = CliRunner().invoke(app, ["explain", "-"], input=text)
    assert outcome.exit_code == 0, outcome.output


def test_one_line_with_code_24_is_no_start(told):
    assert "harmless_startup_noise" not in {finding.id for finding in told(GO_24).findings}


def test_normal_is_not_said_of_what_fails_for_the_eleventh_time(told):
    meaning = next(row for row in told(SAYS[6].values[0]).messages if row.event == "consume_failed")
    assert meaning.normal == ""


def test_names_in_commands_have_no_quotes_and_each_command_comes_once(told):
    text = told('CODE: 26  DESC: subscription group ["orders"] does not exist, group="orders"').to_text("en")
    commands = [line.strip() for line in text.split("\n") if line.strip().startswith("mqadmin ")]
    assert len(commands) == len(set(commands)) <= 3
    assert not any(mark in command for command in commands for mark in ('"', "...", "…"))


def test_ids_that_end_in_uuids_are_no_process_ids(told):
    listed = (
        "#ClientId  #ClientAddr  #Language  #Version\n"
        "10.1.2.3@6f1c1f0e-3b1b-4c39-9d52-3a9d7f0c11aa  10.1.2.3:4000  JAVA  V4_9_3\n"
        "10.1.2.3@0b7e6c55-52a1-4d2f-8a3a-9a1f6f7f2b10  10.1.2.3:4001  JAVA  V4_9_3\n"
    )
    assert {finding.id for finding in told(listed).findings} & {"risky_client_id", "client_id_collision"} == set()


def test_the_screen_of_a_line_says_what_to_change(told):
    assert "NAMESRV_ADDR" in told("RemotingConnectException: connect to null failed").to_screen()


def test_words_of_a_text_about_other_programs_stay_refused(tmp_path):
    (tmp_path / "server.log").write_text("[kafka-7] ECONNREFUSED 10.1.1.1:9092\n", encoding="utf-8")
    with pytest.raises(rmqkit.Error, match="nothing that RocketMQ prints"):
        rmqkit.diagnose(rmqkit.read(None, str(tmp_path)))


def test_what_is_piped_in_says_that_it_needs_no_cluster():
    outcome = CliRunner().invoke(app, ["diagnose", "-", "--master", "local[1]"], input="CODE: 25 DESC: not latest\n")
    assert outcome.exit_code == 3
    assert "--master" in outcome.output
