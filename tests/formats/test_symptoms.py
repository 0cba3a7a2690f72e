"""Symptoms in people's words: each is told by sentences in English or Chinese, and by nothing that programs print."""

from __future__ import annotations

import pytest

from rmqkit.formats.logs.next_looks import looks_named
from rmqkit.formats.symptoms import SYMPTOMS, Symptom, symptoms_in


def told(text: str) -> list[str]:
    return [one.name for one in symptoms_in(text.split("\n"))]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param(
            "mqadmin resetOffsetByTime has no effect on our lite pull consumer",
            "reset_without_effect",
            id="a reset that changes nothing",
        ),
        pytest.param("重置消费位点之后不生效, 还是消费老消息", "reset_without_effect", id="重置无效"),
        pytest.param(
            "in broadcast mode messages sent while the consumer was down are lost",
            "broadcast_starts_over",
            id="broadcasting forgets",
        ),
        pytest.param("广播模式下重启消费者会重复消费", "broadcast_starts_over", id="广播重复"),
        pytest.param(
            "how do I consume %DLQ%orders? its perm is 2 and our consumer receives nothing",
            "dead_letters_not_read",
            id="dead letters that cannot be read",
        ),
        pytest.param("消费失败之后第一次失败就直接进了死信队列", "dead_letter_at_once", id="直接进死信"),
        pytest.param(
            "the consumer retries forever and the message never goes to the dead letter queue",
            "dead_letter_not_reached",
            id="no dead letter",
        ),
        pytest.param("消费者重试之后消息就是不进死信队列", "dead_letter_not_reached", id="不进死信"),
        pytest.param("checkLocalTransaction of the producer is never called", "check_not_called", id="no check"),
        pytest.param("事务消息返回 UNKNOW 之后不回查", "check_not_called", id="不回查"),
        pytest.param("延迟消息设置 20 级, 两小时就收到了", "delay_too_short", id="级别过大"),
        pytest.param("a delayed message is delivered to the consumer immediately", "delay_ignored", id="no delay"),
        pytest.param("延时消息一直收不到", "delayed_stands", id="延迟消息不来"),
        pytest.param(
            "one consumer group listens to two topics in two apps and some messages are never received",
            "subscriptions_differ",
            id="one group, two topics",
        ),
        pytest.param("项目里有多个listener, 有的收不到消息", "listeners_of_one_group", id="多个监听器"),
        pytest.param(
            "messages with tag b are sometimes not received by the consumer",
            "filtered_by_another",
            id="tags that come sometimes",
        ),
        pytest.param(
            "after a switch of master and slave old messages are consumed again",
            "old_after_role_change",
            id="again after a failover",
        ),
        pytest.param(
            "重启 broker 之后, 之前消费过的消息又被重复消费", "again_after_broker_restart", id="重启 broker 重复"
        ),
        pytest.param(
            "every restart of the consumer and the messages are consumed again",
            "again_after_restart",
            id="again after a restart",
        ),
        pytest.param("新建的消费组从头开始消费历史消息", "old_for_new_group", id="新消费组从头"),
        pytest.param("the same message is consumed twice by two clients of the group", "consumed_again", id="twice"),
        pytest.param("顺序消息的消费顺序是乱的", "disordered", id="乱序"),
        pytest.param("顺序消费者的一个队列卡住不消费了", "queue_of_ordered_stands", id="顺序队列卡住"),
        pytest.param("only one queue of the topic is not consumed and its lag grows", "queue_stands", id="one queue"),
        pytest.param("断网恢复以后消费者不再消费消息", "stands_after_broker", id="断网之后"),
        pytest.param(
            "the broker runs in docker and the consumer cannot connect to it", "address_of_container", id="docker"
        ),
        pytest.param("4 个队列 6 个消费者, 有两个一直没有消息", "more_clients_than_queues", id="消费者多于队列"),
        pytest.param("控制台看不到消费者, 显示不在线", "hidden_on_screen", id="控制台"),
        pytest.param(
            "our gRPC consumers hang on the proxy and consume well, but the dashboard says not online",
            "clients_behind_proxy",
            id="a proxy's clients on the dashboard",
        ),
        pytest.param(
            "消费者连的是 proxy 8081, 控制台里消费组一直不在线", "clients_behind_proxy", id="代理后面的客户端"
        ),
        pytest.param(
            "the exporter's latency of our broadcasting consumer group only climbs, are we behind",
            "broadcast_figures",
            id="figures of a broadcasting group",
        ),
        pytest.param("广播消费的消费组在控制台上显示堆积", "broadcast_figures", id="广播的堆积"),
        pytest.param(
            "a new group with the topic two days old, and CONSUME_FROM_LAST_OFFSET still begins from message one",
            "old_for_new_group",
            id="the last offset of a young topic",
        ),
        pytest.param(
            "DefaultMQPullConsumer: fetchConsumeOffset gives -1 for every queue of the topic",
            "no_offset_yet",
            id="an offset of -1",
        ),
        pytest.param(
            "DefaultLitePullConsumer with an own MessageQueueListener: poll() returns empty lists for ever",
            "pull_never_begun",
            id="an own listener of queues",
        ),
        pytest.param("acl 配置了 aclEnable 但是 broker 不生效", "acl_without_effect", id="acl 不生效"),
        pytest.param("运行一段时间之后消费者突然停止消费", "stands_after_while", id="停止消费"),
        pytest.param("消费者消费很慢, 消息堆积越来越多", "slow_consuming", id="消费慢"),
        pytest.param(
            "producer sends fine but the consumer does not receive any messages",
            "nothing_consumed",
            id="nothing arrives",
        ),
    ],
)
def test_a_symptom_is_told_in_words(text: str, name: str) -> None:
    assert told(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("our kafka consumer gets every message twice after a restart", id="another broker's"),
        pytest.param("the printer in the office is slow again after a restart", id="nothing of its world"),
        pytest.param(
            "2026-11-21 18:36:14,311 WARN main - duplicate messages consumed again by the consumer", id="a record"
        ),
        pytest.param("how many consumers may a topic have", id="a question without a symptom"),
        pytest.param("which port does the proxy take for consumers of gRPC, 8081", id="a proxy and nothing else"),
        pytest.param("how do I set a MessageQueueListener of a consumer", id="a listener of queues and nothing else"),
        pytest.param(
            "See https://rocketmq.apache.org/docs/bestPractice/06FAQ for further details.",
            id="the link below an exception",
        ),
        pytest.param("RemotingTooMuchRequestException: sendDefaultImpl call timeout", id="an exception"),
    ],
)
def test_what_is_no_symptom(text: str) -> None:
    assert told(text) == []


def test_commands_and_code_around_the_sentences_tell_what_is_spoken_of() -> None:
    command = "mqadmin resetOffsetByTime -s now -g groupA -t orders -n 10.0.0.1:9876"
    assert told(f"{command}\nstarted the consumer and it still reads the old messages") == ["reset_without_effect"]


def test_blank_lines_do_not_end_what_somebody_tells() -> None:
    (one,) = symptoms_in(["we restarted the broker.", "", "now all messages are consumed again"])
    assert (one.first, one.last) == (0, 2)


HEDGED = ("sually", "counts", "A queue has one owner", "at first", "only when")


@pytest.mark.parametrize("symptom", [pytest.param(row, id=name) for name, row in SYMPTOMS.items()])
def test_a_symptom_is_hedged_and_says_what_decides(symptom: Symptom) -> None:
    says = symptom.meaning.says
    assert any(
        word in says
        for word in ("sually", "counts", "when it", "A queue has one owner", "at first", "only when", "lag")
    ), says
    assert symptom.meaning.normal and symptom.meaning.remedy
    assert looks_named(symptom.looks)
