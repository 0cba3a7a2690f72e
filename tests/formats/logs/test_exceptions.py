"""Exceptions, statuses and their sentences: each row is found by its own words, and says what to change."""

import pytest

from rmqkit.formats.logs.exceptions import EXCEPTIONS, GENERAL, thrown_in
from rmqkit.formats.logs.explained import explain_text
from rmqkit.formats.logs.response_codes import looks_named


def test_a_row_is_found_by_each_list_of_its_words() -> None:
    """And hidden by no row before it."""
    for row in EXCEPTIONS:
        facts = dict.fromkeys(row.meaning.holes, "10.0.0.9:10911") or {"none": "asked for"}
        for words in row.words:
            found = {one.name: one.meaning for one in thrown_in(" ... ".join(words), facts)}
            assert found.get(row.name) == row.meaning.filled(facts), (row.name, words)


def test_a_row_says_where_to_look() -> None:
    assert [row.name for row in EXCEPTIONS if not looks_named(row.looks)] == []


def test_what_says_only_that_something_failed_is_in_the_table() -> None:
    assert {row.name for row in EXCEPTIONS} >= GENERAL


REMOTING = "org.apache.rocketmq.remoting.exception."
CLIENT = "org.apache.rocketmq.client.exception."


@pytest.mark.parametrize(
    ("text", "name", "says", "remedy"),
    [
        pytest.param(
            f"{REMOTING}RemotingConnectException: connect to <192.168.3.7:10911> failed",
            "RemotingConnectException",
            "192.168.3.7:10911",
            "brokerIP1",
            id="a broker that is not reached",
        ),
        pytest.param(
            "connect to 172.17.0.2:10911 failed",
            "RemotingConnectException",
            "inside its own host or container",
            "brokerIP1",
            id="a container's address in the route",
        ),
        pytest.param(
            "connect to [127.0.0.1:9876] failed",
            "RemotingConnectException",
            "own host or container",
            "name server's address",
            id="a dashboard that asks itself",
        ),
        pytest.param(
            f"{REMOTING}RemotingConnectException: connect to null failed",
            "RemotingConnectException",
            "no name server to connect to",
            "setNamesrvAddr",
            id="connect to null",
        ),
        pytest.param(
            f"{CLIENT}MQClientException: No name server address, please set it.",
            "no_name_server",
            "given no name server",
            "NAMESRV_ADDR",
            id="no name server",
        ),
        pytest.param(
            "AclException", "AclException", "Access control refuses", "accessKey", id="an AclException and no more"
        ),
        pytest.param(
            "org.apache.rocketmq.acl.common.AclException: No accessKey is configured",
            "acl_no_credentials",
            "has none",
            "AclClientRPCHook",
            id="no access key",
        ),
        pytest.param(
            "Not found the consumer group consume stats, because return offset table is empty, maybe the consumer not"
            " consume any message",
            "no_stats",
            "returned no offsets",
            "consumerProgress",
            id="an empty offset table",
        ),
        pytest.param(
            "Could not resolve placeholder 'mq.topic' in value \"${mq.topic}\"",
            "unresolved_placeholder",
            "mq.topic",
            "mq.topic",
            id="a placeholder that Spring could not fill",
        ),
        pytest.param(
            "the specified group[${mq.group}] contains illegal characters, allowing only ^[%|a-zA-Z0-9_-]+$",
            "unresolved_placeholder",
            "${mq.group}",
            "active profile",
            id="a placeholder taken for a group",
        ),
        pytest.param(
            "java.lang.IllegalArgumentException: Property 'group' is required",
            "group_required",
            "no group",
            "rocketmq.producer.group",
            id="Spring's starter without a group",
        ),
        pytest.param(
            f"{CLIENT}MQClientException: The consumer group[GID_pay] has been created before, specify another name"
            " please.",
            "group_taken",
            "consumer of",
            "a separate group",
            id="two consumers of a group in one process",
        ),
        pytest.param(
            "java.lang.NoSuchMethodError: org.apache.rocketmq.common.UtilAll.x()V",
            "mixed_versions",
            "UtilAll",
            "one version",
            id="two versions on the class path",
        ),
        pytest.param(
            'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing"',
            "UNAVAILABLE",
            "could not reach the proxy",
            "8081",
            id="Go's UNAVAILABLE",
        ),
        pytest.param(
            'Status { code: Unavailable, message: "tcp connect error" }',
            "UNAVAILABLE",
            "could not reach the proxy",
            "8081",
            id="Rust's UNAVAILABLE",
        ),
        pytest.param("context deadline exceeded", "DEADLINE_EXCEEDED", "timed out", "8081", id="Go's deadline"),
        pytest.param(
            'Status(StatusCode="DeadlineExceeded", Detail="Deadline Exceeded")',
            "DEADLINE_EXCEEDED",
            "timed out",
            "8081",
            id=".NET's deadline",
        ),
        pytest.param(
            "Error: getaddrinfo ENOTFOUND rmq-proxy", "UnknownHostException", "rmq-proxy", "DNS", id="Node's host"
        ),
        pytest.param(
            "java.net.BindException: Address already in use", "BindException", "port", "listenPort", id="a taken port"
        ),
        pytest.param(
            "io.netty.util.internal.OutOfDirectMemoryError: failed to allocate 16777216 byte(s) of direct memory",
            "OutOfDirectMemoryError",
            "direct memory",
            "MaxDirectMemorySize",
            id="direct memory",
        ),
        pytest.param(
            "CODE: 1  DESC: value is not in set: [UNSPECIFIED, TRANSACTION, FIFO, DELAY, NORMAL]",
            "attribute_value_unknown",
            "case-sensitive",
            "+message.type=DELAY",
            id="an attribute's value in small letters",
        ),
        pytest.param(
            "TopicMessageType validate failed, topic type is DELAY, message type is NORMAL",
            "delay_type_mismatch",
            "not one in milliseconds",
            "5.3.0",
            id="a delay that 5.1 does not see",
        ),
        pytest.param(
            "TopicMessageType validate failed, the expected type is FIFO, but actual type is NORMAL",
            "message_type_mismatch",
            "not match the topic's",
            "message.type=FIFO",
            id="a message of another kind",
        ),
        pytest.param(
            "java.lang.NoSuchMethodError: java.nio.ByteBuffer.flip()Ljava/nio/ByteBuffer;",
            "mixed_versions",
            "run on Java 8",
            "--release 8",
            id="jars of a newer JDK on Java 8",
        ),
        pytest.param(
            "java.lang.NoSuchMethodError: com.google.common.base.Preconditions.checkArgument(ZLjava/lang/String;I)V",
            "mixed_versions",
            "Two versions",
            "one version",
            id="two versions of a library",
        ),
        pytest.param(
            f"{CLIENT}RequestTimeoutException: CODE: 10006  DESC: send request message to <rpc> OK, but wait reply "
            "message timeout, 3000 ms.",
            "RequestTimeoutException",
            "sends no reply",
            "createReplyMessage",
            id="a request without a reply",
        ),
        pytest.param(
            "msg: No route info of this topic, ,error:-1,in file <src/DefaultMQProducer.cpp> line:619",
            "route_not_found",
            "No broker has registered the topic",
            "updateTopic",
            id="C++'s route",
        ),
        pytest.param(
            "java.lang.RuntimeException: 'group must be configured for channel orders'",
            "stream_group",
            "no group",
            "bindings.NAME.group",
            id="a binding of Spring Cloud Stream without a group",
        ),
        pytest.param(
            "[orders_group]1: no consumer for this group",
            "members_unknown",
            "No client of the group is registered",
            "consumerConnection",
            id="NewLife's answer",
        ),
        pytest.param(
            "[orders_group]SYSTEM_ERROR: no consumer for this group",
            "members_unknown",
            "No client of the group is registered",
            "consumerConnection",
            id="NewLife's answer by its name",
        ),
        pytest.param(
            "14:32:43.144 13 Y - [broker-a]<= #SYSTEM_ERROR(1)[0]",
            "newlife_answer",
            "not a code",
            "after `1:`",
            id="NewLife's answer to its first request",
        ),
        pytest.param(
            "MessageTrack [consumerGroup=orders, trackType=NOT_CONSUME_YET, exceptionDesc=null]",
            "not_consumed_yet",
            "not past it",
            "consumerProgress",
            id="a message that the dashboard calls not consumed",
        ),
        pytest.param(
            "rocketmq.exceptions.PushConsumerStartFailed: the specified group is blank",
            "python_client_failed",
            "Python client that uses the C++ library",
            "",
            id="Python over C++",
        ),
    ],
)
def test_a_line_gets_a_true_and_helpful_word(text: str, name: str, says: str, remedy: str) -> None:
    meanings = {one.name: one.meaning for one in explain_text(text)[0]}
    assert says in meanings[name].says
    assert remedy in meanings[name].remedy


def test_a_class_within_another_name_is_not_that_class() -> None:
    assert [row.name for row in thrown_in("MQClientException: x")] == ["MQClientException"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param(
            f"{CLIENT}MQClientException: No name server address, please set it.\nSee http://rocketmq.apache.org/"
            "docs/faq/ for further details.",
            ["no_name_server"],
            id="a reason beside the exception's class and a link",
        ),
        pytest.param(
            "org.apache.rocketmq.tools.command.SubCommandException: ConsumerProgressSubCommand command failed\n"
            f"Caused by: {CLIENT}MQClientException: CODE: 17  DESC: No topic route info in name server for the topic: "
            "%RETRY%orders\n\tat org.apache.rocketmq.tools.command.MQAdminStartup.main(MQAdminStartup.java:128)",
            ["CODE 17 (TOPIC_NOT_EXIST)"],
            id="a code beside the words of its answer, for which no topic is to be made, and a tool's frames",
        ),
    ],
)
def test_what_says_more_silences_what_says_only_that_something_failed(text: str, names: list[str]) -> None:
    known, _ = explain_text(text)
    assert [one.name for one in known] == names
    assert "updateTopic" not in "".join(one.meaning.remedy for one in known)


ORDINARY = """
2026-11-20 10:00:00 INFO main - Started Application in 3.2 seconds (JVM running for 4.0)
2026-11-20 10:00:00 INFO http-nio-8080-exec-1 - order 4711 cancelled by the customer
2026-11-20 10:00:00 INFO main - HikariPool-1 - Start completed.
2026-11-20 10:00:00 INFO main - consumer group orders subscribed to topic paid
2026-11-20 10:00:00 INFO main - unlock succeeded, lock failed twice before
2026-11-20 10:00:00 INFO NettyServerPublicExecutor_1 - the topic config was updated, no permission changed
2026-11-20 10:00:00 INFO main - range [1, 5] applied, parameter out of bounds ignored
"""


@pytest.mark.parametrize("line", ORDINARY.strip().split("\n"))
def test_an_ordinary_line_holds_no_exception(line: str) -> None:
    assert thrown_in(line) == ()
