"""Where people's words are all there is, the answer is a table: the rows that they name, else all of them."""

import pytest
from typer.testing import CliRunner

import rmqkit
from rmqkit.cli import app
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.symptoms import rows, rows_in, table

WORDS = [
    pytest.param(
        "启动第二个服务后 rocketmq 一半消息收不到",
        "Some messages are never consumed",
        id="半消息 stands within 一半消息",
    ),
    pytest.param("没有堆积，但是消息丢了", "Some messages are never consumed", id="no lag holds the word lag"),
    pytest.param("We see the diff of our group is negative", "Diff is below 0", id="a negative diff"),
    pytest.param(
        "运行一段时间之后有消息堆积；把消费者重启之后就解决了",
        "Queues get stuck",
        id="重启 of a consumer, not of a broker",
    ),
    pytest.param(
        "broker 进程被 kill 之后消费者再也收不到消息", "Nothing is consumed after", id="a broker that was killed"
    ),
    pytest.param(
        "生产者的 SendStatus 是 SEND_OK，但是控制台查看不到该消息", "A send succeeds", id="sent and not found"
    ),
    pytest.param("消费异常时会收到三条同样的消息", "Messages are consumed twice", id="the same message three times"),
    pytest.param(
        "同一 Tomcat 里两个应用的 instanceName 相同，每条消息都消费了两次",
        "Processes or consumers",
        id="one instance name",
    ),
    pytest.param(
        "Two listeners in the same consumer group select different tags, one never gets a message",
        "Clients of one group",
        id="different tags in one group",
    ),
    pytest.param(
        "广播模式下重启后收不到之前的消息", "Broadcasting", id="what is particular stands without the general row"
    ),
    pytest.param("顺序消费抛异常后一直重试", "Ordered consumption", id="ordered consumption"),
    pytest.param(
        "在 pop 模式下超过不可见时间的消息又来了", "POP or gRPC clients", id="what comes again after its invisible time"
    ),
    pytest.param("broker-b came back but the client did not rebalance", "Queues are not", id="no rebalance"),
    pytest.param("只有点击控制台的 Resend Message 才会消费", "A message is consumed only", id="only what is resent"),
    pytest.param("we only deployed one broker and it was selected as a slave node", "A slave does not", id="no master"),
    pytest.param("16个queue只有8个分配了消费者", "Some queues have no consumer", id="8 of 16 in Chinese"),
    pytest.param("8个queue没有分配消费组", "Some queues have no consumer", id="queues without a group"),
    pytest.param(
        "only 8 of 16 queues are assigned to the workers of our consumer group",
        "Some queues have no consumer",
        id="8 of 16 in English",
    ),
    pytest.param(
        "消费者重启后出现重复消息", "Messages are consumed twice when the consumer", id="duplicates after a restart"
    ),
    pytest.param(
        "优雅停机的时候重复消息成倍数增长", "Messages are consumed twice when the consumer", id="messages that multiply"
    ),
    pytest.param(
        "the consumer can not read accumulated messages which were sent before it was started, only new ones",
        "A group consumes old messages again, or starts",
        id="only what is new is read",
    ),
    pytest.param(
        "rocketmq-client-java 5.0.6 连接proxy(8081)，消息重复投递",
        "POP or gRPC clients",
        id="duplicates of a gRPC client",
    ),
    pytest.param(
        "rocketmq-clients golang，三个消费者，一条消息收到三次",
        "POP or gRPC clients",
        id="the same message three times by gRPC",
    ),
    pytest.param("执行 resetOffsetByTime 之后不生效", "A reset of the group", id="a reset without effect"),
    pytest.param("根据时间戳重置消费位点没有效果", "A reset of the group", id="a reset by a time"),
    pytest.param(
        "The messages were deleted days ago, but the consume offset of our group still is 0",
        "Messages were deleted (expired)",
        id="an offset of deleted messages",
    ),
    pytest.param(
        "监听器返回失败，控制台里消息状态却变成了 consumed", "The console shows", id="CONSUMED is only an offset"
    ),
]
NAMELESS = "I ran mqadmin consumerProgress, no messages pile up. Is DefaultMQPushConsumer to blame?"


@pytest.mark.parametrize(("words", "sees"), WORDS)
def test_words_get_rows_of_the_table_and_no_verdict(words: str, sees: str) -> None:
    diagnosis = rmqkit.paste(words)
    (finding,) = diagnosis.findings
    assert (finding.id, finding.severity, finding.evidence) == ("insufficient_evidence", diagnosis.severity, ())
    assert str(diagnosis.severity) == "UNKNOWN"
    assert (diagnosis.considered, diagnosis.messages) == ((), ())
    told = [row for row in map(str, rows()) if row in finding.why]
    assert any(row.startswith(sees) for row in told)
    assert len(told) < len(list(rows()))
    assert not ("没有堆积" in words and any(row.startswith("Lag grows") for row in told))
    assert not ("广播" in words and any(row.startswith("The consumer gets no messages") for row in told))


def test_words_that_name_none_get_every_symptom_with_its_command_and_no_cause() -> None:
    (finding,) = rmqkit.paste(NAMELESS).findings
    assert all(f"{symptom['sees'].en}: {symptom['command']}." in finding.why for symptom in table()["symptom"])
    assert "client_id_collision" not in finding.why


def test_what_to_collect_is_the_command_of_what_the_words_name() -> None:
    commands = [missing.command for missing in rmqkit.paste("We see the diff of our group is negative").missing]
    assert commands == ["mqadmin topicStatus -n NAMESRV -t TOPIC"]


@pytest.mark.parametrize("command", [["diagnose", "-"], ["explain", "-"]], ids=["diagnose", "explain"])
def test_the_exit_code_is_that_of_unknown(command: list[str]) -> None:
    told = CliRunner().invoke(app, [*command, "--lang", "zh"], input="没有堆积，但是消息丢了\n")
    assert told.exit_code == 3
    assert "tag_mismatch_silent_loss" in told.stdout
    assert "有些队列没有消费者" not in told.stdout


def test_what_was_printed_is_answered_and_not_the_words_around_it() -> None:
    told = rmqkit.paste("消息丢了\nCODE: 24  DESC: the consumer's subscription not exist\n")
    assert "CODE 24" in told.to_text()
    assert table()["title"].en not in told.to_text()


@pytest.mark.parametrize(
    ("words", "sees"),
    [
        pytest.param(
            "order-notify has no lag at all, I looked twice, every queue has its pod.", [], id="I looked twice"
        ),
        pytest.param(
            "We ran consumerProgress twice and the client was restarted twice.", [], id="commands and restarts"
        ),
        pytest.param("Our lag is zero.", [], id="the lag is zero"),
        pytest.param(
            "The group does not lag, the backlog: 0 everywhere, and nothing piles up.", [], id="in other words"
        ),
        pytest.param("Nothing was consumed twice, there are no duplicates here.", [], id="no duplicates"),
        pytest.param("消息没有堆积，lag 都是 0，也没有出现重复消费。", [], id="the same in Chinese"),
        pytest.param("积压为零，未发生重复。", [], id="none of both"),
        pytest.param("Both have a duplicate client id, as we guess.", ["Processes"], id="ids are duplicate"),
        pytest.param("两个实例的 clientId 不一样，消费有积压", ["Lag grows"], id="ids differ, and there is a lag"),
        pytest.param(
            "they have not the same client id, still the group lags.", ["Lag grows"], id="the same in English"
        ),
        pytest.param("There was no lag before the release, now the backlog is 300.", ["Lag grows"], id="no lag then"),
        pytest.param("积压 300，重复消费", ["Messages are consumed twice", "Lag grows"], id="a number is no zero"),
        pytest.param(
            "Every change is written twice, by each pod.", ["Messages are consumed twice"], id="written twice"
        ),
        pytest.param("Both pods get each of them twice.", ["Messages are consumed twice"], id="got twice"),
        pytest.param("The lag was 0 yesterday and is 20000 now.", ["Lag grows"], id="zero then, and not now"),
        pytest.param("The lag stays 0 since 2026-03-05 10:30.", [], id="zero since a day"),
        pytest.param("We never had lag before, now it is 100k.", ["Lag grows"], id="never before"),
        pytest.param(
            "Each order is consumed not once but twice.", ["Messages are consumed twice"], id="not once but twice"
        ),
        pytest.param(
            "The broker was restarted, and each order is consumed twice.",
            ["Messages are consumed twice:", "Nothing is consumed after"],
            id="a broker's restart is no consumer's",
        ),
        pytest.param(
            "The client then sends a retry message to the broker.", [], id="a retry that is mentioned is no complaint"
        ),
        pytest.param("同时会发送一条重试消息；服务不断自动启动", [], id="the same in Chinese"),
        pytest.param("The consumer group has 16 queues of one topic.", [], id="queues that are counted"),
        pytest.param("It is written to the retry queue and comes again.", [], id="a retry queue is no complaint"),
        pytest.param("In pop mode some orders are consumed twice.", ["POP or gRPC clients"], id="twice in pop mode"),
        pytest.param("We have 1 master + 1 slave for each broker name.", [], id="a master is not as a slave"),
        pytest.param("Some queues are in another network.", [], id="a network is no denial"),
        pytest.param(
            "Orders get processed twice. One consumer, one pod, nobody restarted it.",
            ["Messages are consumed twice:"],
            id="nobody restarted it",
        ),
        pytest.param("客户端没有重启，消息重复消费", ["Messages are consumed twice:"], id="no restart in Chinese"),
        pytest.param(
            "Since then monitoring shows messages consumed a second time.",
            ["Messages are consumed twice:"],
            id="consumed a second time is no state",
        ),
        pytest.param("We reset the offsets yesterday with mqadmin, it worked.", [], id="a reset that worked"),
    ],
)
def test_only_what_is_said_of_messages_and_not_denied_names_a_symptom(words: str, sees: list[str]) -> None:
    told = list(map(str, rows_in([words])))
    assert len(told) == len(sees)
    assert all(row.startswith(begin) for row, begin in zip(told, sees, strict=True))


def test_settings_are_answered_with_the_words_beside_them() -> None:
    text = '重启消费者以后消息就恢复了\nconsumer.setInstanceName("orders");\n'
    assert "listener_blocked" in rmqkit.paste(text).to_text()
    assert "listener_blocked" in CliRunner().invoke(app, ["explain", "-"], input=text).stdout


def test_what_rules_out_the_advice_for_a_line_comes_before_it() -> None:
    text = (
        "Our consumer is broadcasting\n"
        "2019-01-18 19:24:01 INFO PullMessageThread_49 - the request offset too small. group=billing, topic=orders, "
        "requestOffset=156798, brokerMinOffset=172289, clientIp=/10.1.1.1:54437\n"
    )
    told = CliRunner().invoke(app, ["explain", "-"], input=text).stdout
    assert told.startswith("Broadcasting: ")
    assert told.count("Broadcasting: ") == 1


def test_what_stands_instead_of_another_names_it() -> None:
    first = {symptom["words"][0] for symptom in table()["symptom"]}
    assert len(first) == len(table()["symptom"])
    assert {symptom["instead_of"] for symptom in table()["symptom"] if "instead_of" in symptom} < first


def test_the_table_names_findings_and_commands() -> None:
    symptoms = table()["symptom"]
    assert {cause["id"] for symptom in symptoms for cause in symptom["causes"]} <= BY_ID.keys()
    assert all(symptom["command"].startswith("mqadmin ") for symptom in symptoms)
