"""Lines of every log, in the layout that its process writes, as they stand in tickets: each is named and has a meaning.

Written from RocketMQ's sources (4.3 to 5.3, Go, C++, the gRPC clients). No Spark.
"""

from __future__ import annotations

from datetime import UTC

import pytest

from rmqkit.formats.logs.catalogue import MEANINGS, Gravity, find_message
from rmqkit.tables.log_parse import parsed_batches
from rmqkit.tables.logs import plain
from rmqkit.tables.reading import read_text

BROKER = "2026-11-20 10:11:12 "
CLIENT_4 = "2026-11-20 10:11:12,345 "
CLIENT_5 = "2026-11-20 10:11:12.345 "
MQ = "MessageQueue [topic=PayTopic, brokerName=broker-a, queueId=3]"
TRACE = (
    "org.apache.rocketmq.remoting.exception.RemotingTimeoutException: wait response on the channel"
    " <10.1.2.3:10911> timeout, 3000(ms)\n"
    "\tat org.apache.rocketmq.remoting.netty.NettyRemotingAbstract.invokeSyncImpl(NettyRemotingAbstract.java:437)\n"
    "\tat java.base/java.lang.Thread.run(Thread.java:840)\n"
    "Caused by: java.io.IOException: Broken pipe\n"
    "\t... 12 more"
)
ID = "10.1.2.3@41@0@1f2q3xk"

CASES = [
    pytest.param(
        f"{BROKER}WARN TransactionalMessageCheckService - Offset illegal. GetMessageStatus=OFFSET_OVERFLOW_BADLY,"
        " topic=RMQ_SYS_TRANS_HALF_TOPIC, groupId=CID_RMQ_SYS_TRANS, requestOffset=120",
        ["transaction_offset_illegal"],
        id="transaction.log: the broker's own place in the half messages",
    ),
    pytest.param(
        f"{BROKER}ERROR TransactionalMessageCheckService - Check error\n{TRACE}\n"
        f"{BROKER}ERROR EndTransactionThread_3 - Transaction op message write failed. messageId is 0A01, queueId is 0",
        [None, "transaction_store_failed"],
        id="transaction.log: an exception without a name of its own, then one with",
    ),
    pytest.param(
        f"{BROKER}WARN SendMessageThread_7 - msgContentCheck: message body size exceeds the threshold, topic=PayTopic,"
        " body size=5242880, threshold=4194304bytes",
        ["send_refused"],
        id="broker.log: a message too large",
    ),
    pytest.param(
        f"{BROKER}WARN SendMessageThread_2 - Create new topic failed, because the default topic[TBW102] has no perm [6]"
        " producer:[10.1.2.3:51000]",
        ["topic_create_failed"],
        id="broker.log: a topic that nobody may make",
    ),
    pytest.param(
        f"{BROKER}ERROR PullMessageThread_9 - Message Filter error, cluster.PayTopic, java.lang.RuntimeException: a",
        ["filter_failed"],
        id="filter.log: a filter by SQL",
    ),
    pytest.param(
        f"{BROKER}ERROR AckMessageThread_1 - [PopBuffer]put batch ack to store fail: PopCheckPoint"
        " [topic=PayTopic, queueId=3], 5, PutMessageResult [putMessageStatus=FLUSH_DISK_TIMEOUT]",
        ["pop_store_failed"],
        id="pop.log: acknowledgements that could not be stored",
    ),
    pytest.param(
        f"{BROKER}WARN PopReviveService_3 - stay too long, remove from reviveRequestMap, PayTopic, pay_group, 3, 100",
        ["pop_revive_failed"],
        id="pop.log: a message that could not be brought back in time",
    ),
    pytest.param(
        f"{BROKER}WARN PullMessageThread_1 - consumer request topic: PayTopic, offset: 5, minOffset: 0, maxOffset: 90,"
        " but access logic queue failed. Correct nextBeginOffset to 60",
        ["read_corrected"],
        id="store.log: a queue's index that could not be read",
    ),
    pytest.param(
        f"{BROKER}WARN ReputMessageService - Build consume queue repeatedly, expectLogicOffset: 40 currentLogicOffset:"
        " 60 Topic: PayTopic QID: 3 Diff: -20",
        ["queue_repeated"],
        id="store.log: messages put into their queue again after a crash",
    ),
    pytest.param(
        f"{BROKER}WARN AllocateMappedFileService - [NOTIFYME]TransientStorePool is not enough, so create mapped file"
        " error, RequestQueueSize : 1, StorePoolSize: 0",
        ["file_made_late"],
        id="store.log: no memory for the next file",
    ),
    pytest.param(
        f"{BROKER}ERROR SendMessageThread_3 - do groupcommit, wait for flush failed, topic: PayTopic tags: TagA"
        " client address: /10.1.2.3:51000",
        ["flush_timed_out"],
        id="storeerror.log: a flush that took too long",
    ),
    pytest.param(
        f"{BROKER}WARN main - CRC check failed. bodyCRC=1, currentCRC=2\n"
        f"{BROKER}WARN main - found a illegal magic code 0x0\n"
        f"{BROKER}WARN main - found a half message at 120, it will be truncated.",
        ["store_damaged", "store_damaged", "store_damaged"],
        id="store.log: recovery finds damage",
    ),
    pytest.param(
        f"{BROKER}ERROR HAClient - master pushed offset not equal the max phy offset in slave, SLAVE: 10 MASTER: 20",
        ["ha_client_lost"],
        id="store.log: a slave that does not fit its master",
    ),
    pytest.param(
        f"{BROKER}INFO NSScheduledThread1 - topicQueueTable SIZE: 12\n"
        f"{BROKER}INFO NSScheduledThread1 - configTable SIZE: 0",
        ["routes_printed", "routes_printed"],
        id="namesrv.log: what is printed every ten minutes",
    ),
    pytest.param(
        f"{BROKER}WARN RemotingExecutorThread_2 - receive registerBroker request,crc32 not match,from 10.1.2.3:41000",
        ["broker_register_damaged"],
        id="namesrv.log: a registration that arrived damaged",
    ),
    pytest.param(
        f"{BROKER}ERROR NettyServerCodecThread_1 - Failed field [consumerGroup] decoding\n{TRACE}",
        ["command_broken"],
        id="remoting.log: a command that cannot be read",
    ),
    pytest.param(
        f"{BROKER}INFO main - Server is running in TLS permissive mode\n"
        f"{BROKER}INFO main - server set SO_SNDBUF to 131072",
        ["tls_told", "buffers_told"],
        id="remoting.log: a start",
    ),
    pytest.param(
        f"{BROKER}ERROR AdminBrokerThread_1 - authorization failed, request:RemotingCommand [code=25]",
        ["auth_refused"],
        id="broker.log: a request without the right to it",
    ),
    pytest.param(
        f"{CLIENT_4}WARN RocketmqClient - sendKernelImpl exception, resend at once, InvokeID: -12, RT: 3001ms, Broker:"
        f" {MQ}\n{TRACE}",
        ["send_failed"],
        id="rocketmq_client.log of 4.x: sending again",
    ),
    pytest.param(
        f"{CLIENT_4}ERROR RocketmqClient - persistAll consumer offset Exception, {MQ}\n{TRACE}",
        ["offset_persist_failed"],
        id="rocketmq_client.log of 4.x: local offsets that cannot be written",
    ),
    pytest.param(
        f"{CLIENT_4}WARN RocketmqClient - when broker check, client does not know this transaction state, null",
        ["transaction_told"],
        id="rocketmq_client.log of 4.x: an open transaction",
    ),
    pytest.param(
        f"{CLIENT_5}INFO  [41] [main] [o.a.r.c.i.p.DefaultMQProducerImpl#start:279] - the producer [pay_producer]"
        " start OK. sendMessageWithVIPChannel=false",
        ["producer_started"],
        id="rocketmq_client.log of 5.x: a producer's start",
    ),
    pytest.param(
        f"{CLIENT_5}INFO  [41] [t_1] [o.a.r.c.l.LatencyFaultToleranceImpl#a:9] - broker-a will be isolated"
        " for 30000 ms.",
        ["broker_isolated"],
        id="rocketmq_client.log of 5.x: a broker left out",
    ),
    pytest.param(
        f"{CLIENT_5}WARN  [41] [t_1] [o.a.r.r.n.NettyRemotingClient#a:9] - Connections are insecure as SslContext is"
        " null!",
        ["tls_failed"],
        id="rocketmq_client.log of 5.x: no encryption",
    ),
    pytest.param(
        f"{CLIENT_5}ERROR [41] [a_1] [o.a.r.c.j.i.c.ProcessQueueImpl#onSuccess:656] - Failed to ack message due to the"
        f" invalid receipt handle, forgive to retry, clientId={ID}, consumerGroup=pay_group, messageId=01A, attempt=1,"
        " mq=broker-a.PayTopic.3, endpoints=ipv4:10.1.2.9:8081, requestId=7, status message=[expired]",
        ["ack_too_late"],
        id="the gRPC client of Java: acknowledged too late",
    ),
    *(
        pytest.param(f"2026-11-20 10:11:12,345 [ERROR] app.main: ack failed: {words}", ["ack_too_late"], id=name)
        for name, words in {
            "the gRPC client of Python: acknowledged too late": "40013, INVALID_RECEIPT_HANDLE",
            "the gRPC client of Go: acknowledged too late": "CODE: INVALID_RECEIPT_HANDLE, MESSAGE: "
            "INVALID_RECEIPT_HANDLE",
            "the gRPC clients of Java, C# and Node: acknowledged too late": "BadRequestException: [request-id=7f, "
            "response-code=40013] INVALID_RECEIPT_HANDLE",
            "the gRPC client of Rust: acknowledged too late": "Bad configuration at ack, context: { code: 40013, "
            "message: INVALID_RECEIPT_HANDLE } => bad request",
            "the gRPC client of C++: acknowledged too late": "InvalidReceiptHandle: expired, host=10.1.2.9:8081",
        }.items()
    ),
    pytest.param(
        f"{CLIENT_5}ERROR [41] [a_1] [o.a.r.c.j.i.ClientSessionImpl#onError:238] - Exception raised from stream"
        f" response observer, clientId={ID}, endpoints=ipv4:10.1.2.9:8081\n"
        "io.grpc.StatusRuntimeException: UNAVAILABLE: io exception\n"
        "\tat io.grpc.Status.asRuntimeException(Status.java:537)\n"
        f"{CLIENT_5}INFO  [41] [a_1] [o.a.r.c.j.i.ClientSessionImpl#renew:80] - Try to renew requestObserver,"
        f" endpoints=ipv4:10.1.2.9:8081, clientId={ID}",
        ["session_lost", "session_renewed"],
        id="the gRPC client of Java: its session is lost and renewed",
    ),
    pytest.param(
        f"{CLIENT_5}INFO  [41] [a_1] [o.a.r.c.j.i.c.ProcessQueueImpl#a:603] - Forward message to dead letter queue"
        f" successfully, clientId={ID}, consumerGroup=pay_group, messageId=01A, mq=broker-a.PayTopic.3,"
        " endpoints=ipv4:10.1.2.9:8081, requestId=7",
        ["dead_letter_sent"],
        id="the gRPC client of Java: a dead letter",
    ),
    pytest.param(
        "[2026-11-20 10:11:12.345] [rocketmq_logger] [warning] [ClientManagerImpl.cpp:751] ConsumerGroupNotFound:"
        " group pay_group is unknown, host=10.1.2.9:8081",
        ["answer_refused"],
        id="the gRPC client of C++ (spdlog): a group that is not known",
    ),
    pytest.param(
        "[2026-11-20 10:11:12.345] [rocketmq_logger] [warning] [ConsumeTask.cpp:83] Failed to ack"
        " message[message-id=01A]. Cause: deadline exceeded. Action: retry after 1s.",
        ["ack_failed"],
        id="the gRPC client of C++ (spdlog): acknowledging fails",
    ),
    pytest.param(
        'time="2026-11-20T10:11:12+08:00" level=warning msg="received reset offset command from: 10.1.2.3:10911, but'
        ' missing params."',
        ["offset_reset_unreadable"],
        id="the Go client (logrus): a reset that cannot be read",
    ),
    pytest.param(
        'time="2026-11-20T10:11:12+08:00" level=error msg="name server http fetch failed"'
        ' NameServerDomain="http://a/b" underlayError="dial tcp: timeout"',
        ["name_server_fetch_failed"],
        id="the Go client (logrus): name servers by HTTP",
    ),
    pytest.param(
        "[2026-Nov-20 10:11:12.345678](error):load offset store file failed, please check whether file: /a/offsets.Json"
        " is cleared by operator, if so, delete this offsets.Json file and then restart consumer[load:81]",
        ["offset_file_failed"],
        id="the C++ client (boost): local offsets",
    ),
    pytest.param(
        "[2026-Nov-20 10:11:12.345678](info):Local Consume failed [3] times, change [PayTopic] delay to 5s.[a:226]",
        ["consume_failed"],
        id="the C++ client (boost): an ordered message fails",
    ),
]


@pytest.mark.parametrize(("text", "events"), CASES)
def test_each_record_is_named_and_no_line_is_lost(text: str, events: list[str | None]) -> None:
    reading = read_text("posted.log", f"{text}\n", UTC)
    rows = [
        row for source in reading.logs for batch in parsed_batches(plain(source), "UTC") for row in batch.to_pylist()
    ]
    assert [row["event"] for row in rows if not row["counts"]] == events
    assert sum(row["unparsed"] for row in rows if row["counts"]) == 0
    assert sum(row["unparsed"] for row in reading.ledger) == 0
    assert all(MEANINGS[event].says for event in events if event)


def test_what_is_normal_for_a_while_says_when() -> None:
    named = {event for case in CASES for event in case.values[1] if event}
    passing = [MEANINGS[event] for event in named if MEANINGS[event].gravity is Gravity.PASSING]
    assert passing
    assert all(meaning.normal and meaning.span for meaning in passing)


NO_CONSUMERS = [
    pytest.param(CASES[0].values[0], id="the broker's own group of transactions"),
    pytest.param(f"{CLIENT_4}WARN RocketmqClient - the producer group[pay_producer] exist already.", id="a producer"),
    pytest.param(f"{CLIENT_4}INFO RocketmqClient - the producer [pay_producer] shutdown OK", id="a producer's end"),
]


@pytest.mark.parametrize("text", NO_CONSUMERS)
def test_no_group_of_producers_or_of_the_broker_is_taken_for_one_that_consumes(text: str) -> None:
    message = find_message(text)
    assert message is not None
    found = message.regex.search(text)
    assert found is not None
    assert "group" not in found.groupdict()
