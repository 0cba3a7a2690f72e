"""`rmqkit explain` for findings, pasted lines, exceptions and codes. Needs no Java."""

import pytest
from typer.testing import CliRunner, Result

from rmqkit.cli import app
from rmqkit.formats.logs.catalogue import MEANINGS, Gravity
from rmqkit.formats.logs.explained import explain_text
from rmqkit.formats.logs.response_codes import CODES, looks_after, looks_after_code
from rmqkit.formats.settings.keys import meaning_of_setting

REFUSED = """2026-11-21 10:24:29,112 WARN RocketmqClient - execute the pull request exception, group=order-mailer, \
messageQueue=MessageQueue [topic=orders, brokerName=broker-a, queueId=3]
org.apache.rocketmq.client.exception.MQBrokerException: CODE: 24  DESC: the consumer's subscription not exist
See http://rocketmq.apache.org/docs/faq/ for further details. BROKER: 10.0.0.1:10911
\tat org.apache.rocketmq.client.impl.MQClientAPIImpl.processPullResponse(MQClientAPIImpl.java:771)"""


def run(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(app, ["explain", *words], input=given)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("24", ["CODE 24 (SUBSCRIPTION_NOT_EXIST)"], id="a number"),
        pytest.param("CODE: 206", ["CODE 206 (CONSUMER_NOT_ONLINE)"], id="a code with its word"),
        pytest.param("code 17", ["CODE 17 (TOPIC_NOT_EXIST)"], id="in small letters"),
        pytest.param(
            "CODE: 24  DESC: the consumer's group info not exist",
            ["CODE 24 (SUBSCRIPTION_NOT_EXIST)"],
            id="an exception's first line",
        ),
        pytest.param("pull_rejected", ["pull_rejected"], id="a name of the catalogue"),
        pytest.param(
            REFUSED,
            ["pull_rejected", "CODE 24 (SUBSCRIPTION_NOT_EXIST)"],
            id="a record with its exception",
        ),
        pytest.param(
            'time="2026-11-21T10:24:29+08:00" level=info msg="update offset to broker success" '
            'MessageQueue="MessageQueue [topic=orders, brokerName=broker-a, queueId=3]" consumerGroup=g offset=40',
            ["offset_committed"],
            id="a Go client's line",
        ),
        pytest.param(
            "broker.log:412:2026-11-21 10:24:29 INFO ClientManageThread_3 - new consumer connected, group: g "
            "CONSUME_PASSIVELY CLUSTERING channel: ClientChannelInfo [channel=[id: 0x1, L:/10.0.0.1:10911 - "
            "R:/10.0.0.9:5], clientId=10.0.0.9@7, language=JAVA, version=399, lastUpdateTimestamp=1]",
            ["consumer_connected"],
            id="a line that grep found",
        ),
    ],
)
def test_what_is_pasted_is_named(text: str, names: list[str]) -> None:
    known, _ = explain_text(text)
    own = [one.name for one in known]
    assert [name for name in own if name in names] == names


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param(
            "MQClientException: consumer start failed: CODE: 25  DESC: the consumer's subscription not latest",
            "newer than the broker's",
            id="whoever says that a start failed, the code says why",
        ),
        pytest.param("listenPort = 9876", "A name server listens", id="a name server's own port"),
        pytest.param(
            "WARN FlushConsumeQueueService - Offset not matched. Request offset: 6000000, firstOffset: 0, "
            "lastOffset: 6000000, mappedFileSize: 6000000, mappedFiles count: 1",
            "nothing is missing",
            id="a file that is full is no lost file",
        ),
        pytest.param("CODE: 1  DESC: the producer group[pay] not exist", "No producer of the group", id="CODE 1"),
        pytest.param(
            "RemotingTooMuchRequestException: the channel[[id: 0x1, /10.0.0.7:5 => /10.0.0.1:9]] is not writable now",
            "write buffer in netty is full",
            id="a connection that is full",
        ),
        pytest.param(
            "delete topic config OK, topic: TopicConfig [topicName=orders readQueueNums=3]",
            "before 5.0.0 keeps the old offset",
            id="a topic that is made again",
        ),
    ],
)
def test_a_line_has_one_meaning(text: str, says: str) -> None:
    (one,), _ = explain_text(text)
    assert says in str(one.meaning.says)


def test_a_path_with_placeholders_in_a_sentence_is_no_value() -> None:
    known, _ = explain_text("RocketMQ's default is `/${user.home}/.rocketmq_offsets/${consumer id}/offsets.json`")
    assert [one.name for one in known] == []


def test_configuration_and_outputs_are_answered_with_the_diagnosis() -> None:
    result = run('@RocketMQMessageListener(topic = "${shop.topic}", consumerGroup = "pay")\npublic class Pay {}')
    assert result.exit_code == 3
    assert "Not enough evidence to diagnose pay" in result.output


def test_a_code_is_told_apart_by_its_words() -> None:
    group, topic = (
        explain_text(f"CODE: 24  DESC: the consumer's {what} not exist")[0][-1].meaning.says
        for what in ("group info", "subscription")
    )
    assert "No client of this group was registered" in group
    assert "was not in its subscription table" in topic


def test_a_message_tells_whom_it_names() -> None:
    (one,) = explain_text("consumer was paused, execute pull request later. instanceName=7, group=order-mailer")[0]
    assert one.names == (("group", "order-mailer"),)


def test_what_nobody_knows_is_listed_beside_what_is_known() -> None:
    result = run("-", given=f"{REFUSED}\ncart-service: emptied=7\nand what do we do now?")
    assert result.exit_code == 0
    assert "Not in the catalogue:" in result.stdout
    assert "cart-service: emptied=7" in result.stdout
    assert "MQClientAPIImpl" not in result.stdout
    assert "what do we do now" not in result.stdout


def test_several_records_of_one_event_say_the_most_particular_thing() -> None:
    failed = (
        "consumeMessage exception: java.lang.IllegalStateException, Cart.read(Cart.java:7) Group: mailer Msgs: [] MQ: "
    )
    queue = "MessageQueue [topic=orders, brokerName=broker-a, queueId=3]"
    text = f"{failed}{queue}\nconsumeMessage Orderly return not OK, Group: mailer Msgs: [] MQ: {queue}"
    (one,) = explain_text(text)[0]
    assert "nothing after it in that queue" in one.meaning.says


def test_what_several_sentences_name_alike_is_told_once() -> None:
    told = run(
        "-", given="CODE: 207  DESC: consumer <mailer> <1.2.3.4@7> Timeout: RemotingTimeoutException: wait response"
    )
    assert told.stdout.count("Names:") == 1


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("unregisterClient to broker:10.1.2.3:10911[unregisterClient:283]", "unregister_begun"),
        ("No topic in this broker, client: /10.1.2.3:4000 topic: orders", "topic_asked_missing"),
        ('level=warning msg="pull fails, err: broker timeout occur, queue:{waiting:map[]}"', "no_pull_answer"),
        ("InSyncReplica:\tReplicaIdentity{brokerName='broker-a', brokerId=1, brokerAddress='a', alive=false}",
         "replica_not_alive"),
        ("TypeError: receive() missing 1 required positional argument: 'msg'", "python_callback_called"),
        ("CODE: 1  DESC: AuthenticationException: valid permission failed., x", "cloud_right_missing"),
        ("BinderException: Exception thrown\n\tat org.apache.rocketmq.A.b(A.java:1)", "BinderException"),
    ],
)  # fmt: skip
def test_a_line_of_a_post_is_known(text: str, name: str) -> None:
    assert name in [one.name for one in explain_text(text)[0]]


def test_bytes_behind_that_are_far_below_zero_are_no_backlog() -> None:
    (behind,) = explain_text("Slave fall behind master: -7955368551255983524 bytes")[0]
    (ahead,) = explain_text("Slave fall behind master: -180 bytes")[0]
    assert "HA port" in behind.meaning.says
    assert "HA port" not in ahead.meaning.says


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("24",), id="a code"),
        pytest.param(tuple(REFUSED.split(" ")), id="without quotes"),
    ],
)
def test_the_answer_says_name_meaning_when_normal_and_where_to_look(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 0
    assert "CODE 24 (SUBSCRIPTION_NOT_EXIST) (transient)" in result.stdout
    assert "\nNormal   " in result.stdout
    assert "\nLook at  mqadmin consumerConnection" in result.stdout


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("nonsense", id="a word"),
        pytest.param("4711", id="a code that does not exist"),
        pytest.param(
            "2026-11-21 10:24:29 INFO main - our own service says hello",
            id="another program's line",
        ),
    ],
)
def test_what_is_unknown_ends_with_code_2_and_the_next_command(text: str) -> None:
    result = run(text)
    assert result.exit_code == 2
    assert "is unknown" in result.output
    assert "rmqkit diagnose" in result.output
    assert "A symptom can be given as one word, e.g. lag, duplicates or loss." in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        pytest.param("orphan_quues", "orphan_queues", id="a finding"),
        pytest.param("pul_rejected", "pull_rejected", id="a message of the catalogue"),
    ],
)
def test_a_mistyped_name_is_answered_with_what_was_meant(text: str, meant: str) -> None:
    result = run(text)
    assert result.exit_code == 2
    assert f"Did you mean {meant}?" in result.output


def test_whatever_is_not_routine_says_where_to_look() -> None:
    grave = [event for event, meaning in MEANINGS.items() if meaning.gravity is not Gravity.ROUTINE]
    assert [event for event in grave if not looks_after(event)] == []
    assert [row.code for row in CODES if not looks_after_code(row.code)] == []


DUMP = """Diff Total: 12 messages, nothing moves
"ConsumeMessageThread_3" #88 prio=5 os_prio=0 tid=0x1 nid=0x5c1 runnable [0x2]
   java.lang.Thread.State: RUNNABLE
\tat java.net.SocketInputStream.socketRead0(Native Method)
\tat com.acme.Listener.consumeMessage(Listener.java:91)
\tat org.apache.rocketmq.client.impl.consumer.ConsumeMessageOrderlyService$ConsumeRequest.run(\
ConsumeMessageOrderlyService.java:481)"""
CHANGED = (
    "2021-01-14 16:20:07 INFO HeartbeatThread_2 - subscription changed, group: G OLD: SubscriptionData "
    "[classFilterMode=false, topic=T, subString=a, tagsSet=[a], codeSet=[97], subVersion=1610590000125, "
    "expressionType=TAG] NEW: SubscriptionData [classFilterMode=false, topic=T, subString=b, tagsSet=[b], "
    "codeSet=[98], subVersion=1610612400125, expressionType=TAG]"
)


def test_what_lines_show_together_stands_behind_what_each_says() -> None:
    said = run("-", given=CHANGED).stdout
    assert said.index("subscription_changed") < said.index("inconsistent_subscription (suspected)")
    assert "give each of them its own consumer group" in " ".join(said.split())


def test_the_stack_of_a_thread_dump_is_thrown_by_nobody() -> None:
    said = run("-", given=DUMP).stdout
    assert "thrown_by_listener" not in said
    assert "listener_blocked" in said


def test_words_that_are_no_evidence_are_explained_all_the_same() -> None:
    given = (
        "org.springframework.cloud.stream.binder.BinderException: Exception thrown while starting consumer: \n"
        "\tat org.springframework.cloud.stream.binder.AbstractMessageChannelBinder.doBindConsumer(A.java:528)"
    )
    told = run("-", given=given)
    assert (told.exit_code, told.stderr) == (0, "")


def test_a_key_of_an_older_starter_is_told_whatever_its_value() -> None:
    assert "of version 2.0 and later does not read" in meaning_of_setting("spring.rocketmq.name-server", "ns:9876").says
    assert meaning_of_setting("spring.cloud.stream.rocketmq.binder.name-server", "ns:9876") is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param(
            "org.apache.rocketmq.client.exception.MQClientException: No route info of this topic: orders",
            ["route_not_found"],
            id="no route, in a client's and in an exception's words",
        ),
        pytest.param(
            "MQClientException: CODE: 17  DESC: No topic route info in name server for the topic: orders",
            ["route_not_found"],
            id="a code and its answer",
        ),
        pytest.param(
            "The consumer group[orders] has been created before, specify another name please.",
            ["group_taken"],
            id="a group that its process has already",
        ),
        pytest.param(
            "CODE: 1  DESC: create mapped file failed, server is busy or broken.",
            ["send_refused"],
            id="CODE 1 and the reason beside it",
        ),
    ],
)
def test_one_thing_is_explained_once(text: str, names: list[str]) -> None:
    assert [one.name for one in explain_text(text)[0]] == names
