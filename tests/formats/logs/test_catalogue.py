"""Every message of the catalogue is found by its needle and gives its fields."""

import re
from pathlib import Path

import pytest

from rmqkit.formats.logs.catalogue import FIELDS, MESSAGES, find_message, needles

QUEUE = "MessageQueue [topic=orders, brokerName=broker-7, queueId=3]"
CHANNEL = (
    "ClientChannelInfo [channel=[id: 0x1a2b3c4d, L:/10.0.0.1:10911 - R:/10.0.0.9:51234], clientId=10.0.0.9@21#123,"
    " language=JAVA, version=399, lastUpdateTimestamp=1714550400000]"
)
SUBSCRIPTION = (
    "SubscriptionData [classFilterMode=false, topic=orders, subString=TagA || TagB, tagsSet=[TagA, TagB],"
    " codeSet=[2598919, 2598920], subVersion=1714550400000, expressionType=TAG]"
)
CONSUMER = (
    "ConsumerData [groupName=GID_pay, consumeType=CONSUME_PASSIVELY, messageModel=CLUSTERING,"
    f" consumeFromWhere=CONSUME_FROM_LAST_OFFSET, unitMode=false, subscriptionDataSet=[{SUBSCRIPTION}]]"
)
VALUES = {
    "group": "GID_pay",
    "topic": "orders",
    "any_topic": "orders",
    "client_id": "10.0.0.9@21#123",
    "address": "10.0.0.9:51234",
    "broker": "broker-7",
    "queue": "3",
    "code": "24",
    "offset": "1024",
    "number": "17",
    "any": "seventeen",
    "": "seventeen",
    "said": '" ',
    "rest": "seventeen",
    "mq": QUEUE,
    "pull": f"PullRequest [consumerGroup=GID_pay, messageQueue={QUEUE}, nextOffset=5]",
    "channel": CHANNEL,
    "sub": SUBSCRIPTION,
    "topic_at_group": "orders@GID_pay",
    "consumer": CONSUMER,
}


def printed(template: str) -> str:
    return re.sub(r"\{([a-z_]*)\}", lambda hole: VALUES[hole.group(1)], template.replace("<<", "").replace(">>", ""))


def test_a_printed_message_is_found_again_with_its_fields():
    for message in MESSAGES:
        text = printed(message.template)
        found = message.regex.search(text)

        assert found, text
        assert find_message(text).event == message.event, text
        fields = {name: value for name, value in found.groupdict().items() if name != "detail" and value is not None}
        assert fields == {name: VALUES[name] for name in fields}, text


WORDINGS = [
    (
        f"new consumer connected, group: GID_pay CONSUME_PASSIVELY CLUSTERING channel: {CHANNEL}",
        "consumer_connected",
        {"group": "GID_pay", "client_id": "10.0.0.9@21#123", "address": "10.0.0.9:51234"},
        "a channel gives client id and the peer's address, not the broker's own",
    ),
    (
        "new consumer connected, group: g CONSUME_POP CLUSTERING channel: ClientChannelInfo [channel=GrpcClientChannel"
        "{clientId=host@1@2@abc, remoteAddress=10.1.1.1:3321, localAddress=10.2.2.2:8081}, clientId=host@1@2@abc,"
        " language=CPP, version=479, lastUpdateTimestamp=1]",
        "consumer_connected",
        {"client_id": "host@1@2@abc", "address": "10.1.1.1:3321"},
        "a gRPC channel's remote address is the client's",
    ),
    (
        f"NETTY EVENT: remove not active channel[{CHANNEL.replace(' - R:', ' ! R:')}] from ConsumerGroupInfo"
        " groupChannelTable, consumer group: GID_pay",
        "consumer_disconnected",
        {"group": "GID_pay", "address": "10.0.0.9:51234", "detail": "NETTY EVENT: remove not active channel"},
        "a closed channel's address is still known",
    ),
    (
        "SCAN: remove expired channel from ConsumerManager consumerTable. channel=10.0.0.9:51234, consumerGroup=g",
        "consumer_disconnected",
        {"group": "g", "address": "10.0.0.9:51234", "detail": "remove expired channel"},
        "an expired channel is a disconnection",
    ),
    (
        "SCAN: remove expired channel from ConsumerManager consumerTable, all clear, consumerGroup=g",
        "consumer_group_removed",
        {"group": "g"},
        "the last expired channel removes the group",
    ),
    (
        f"subscription changed, group: g OLD: {SUBSCRIPTION} NEW: {SUBSCRIPTION.replace('TagA', 'TagZ')}",
        "subscription_changed",
        {"group": "g", "topic": "orders", "detail": f"OLD: {SUBSCRIPTION} NEW: {SUBSCRIPTION.replace('TagA', 'TagZ')}"},
        "a changed subscription keeps both texts",
    ),
    (
        f"subscription changed, group: g remove topic orders {SUBSCRIPTION}",
        "subscription_topic_removed",
        {"topic": "orders", "detail": SUBSCRIPTION},
        "a removed topic keeps its subscription",
    ),
    (
        f"registerConsumer info changed {CONSUMER} 10.0.0.9:51234",
        "consumer_info_changed",
        {"group": "GID_pay", "address": "10.0.0.9:51234", "detail": CONSUMER},
        "a 4.x registration tells the address behind the data",
    ),
    (
        "heartBeatV2 ClientManageProcessor: registerConsumer info changed, SDK address=10.0.0.9:51234,"
        f" consumerData={CONSUMER}",
        "consumer_info_changed",
        {"group": "GID_pay", "address": "10.0.0.9:51234", "detail": CONSUMER},
        "a 5.x registration by heartbeat v2 is the same event",
    ),
    (
        "[NOTIFYME]update consumer offset less than store. clientHost=10.0.0.9:51234, key=orders@%RETRY%x, queueId=11,"
        " requestOffset=75, storeOffset=76",
        "offset_moved_back",
        {"topic": "orders", "group": "%RETRY%x", "queue": "11", "detail": "requestOffset=75, storeOffset=76"},
        "the key of a commit is topic@group",
    ),
    (
        "the topic nope not exist, consumer: /10.0.0.9:51234",
        "topic_not_exist",
        {"topic": "nope", "address": "10.0.0.9:51234"},
        "a remote address loses Java's leading slash",
    ),
    (
        "queueId[12] is illagal, topic:[orders] topicConfig.readQueueNums:[8] consumer:[/10.0.0.9:51234]",
        "queue_illegal",
        {"queue": "12", "topic": "orders", "detail": "8", "address": "10.0.0.9:51234"},
        "4.0.0 spells illegal in its own way",
    ),
    (
        "created a new client Instance, FactoryIndex: 0 ClinetID: 10.0.0.9@21 ClientConfig [namesrvAddr=n] V4_0_0",
        "client_created",
        {"client_id": "10.0.0.9@21"},
        "clients up to 4.3.0 misspell the client id",
    ),
    (
        "Created a new client Instance, InstanceIndex:0, ClientID:10.0.0.9@21#5, ClientConfig:ClientConfig{x='1'}",
        "client_created",
        {"client_id": "10.0.0.9@21#5"},
        "later clients spell it right",
    ),
    (
        "rebalanced result changed. allocateMessageQueueStrategyName=AVG, group=g, topic=orders, clientId=c@1,"
        " mqAllSize=8, cidAllSize=3, rebalanceResultSize=0, rebalanceResultSet=[]",
        "rebalance_result",
        {"group": "g", "topic": "orders", "client_id": "c@1"},
        "an empty allocation is a result too",
    ),
    (
        "rebalanced result changed. allocateMessageQueueStrategyName=AVG, group=g, topic=orders,"
        " clientId=[2001:db8::7]@ledger@eu, mqAllSize=8, cidAllSize=3, rebalanceResultSize=0, rebalanceResultSet=[]",
        "rebalance_result",
        {"client_id": "[2001:db8::7]@ledger@eu"},
        "an id begins with an IPv6 address in brackets",
    ),
    (
        f"client rebalanced result changed. allocateMessageQueueStrategyName=AVG, group=g, topic=orders, clientId=c@1,"
        f" mqAllSize=8, cidAllSize=3, rebalanceResultSize=1, rebalanceResultSet=[{QUEUE}]",
        "rebalance_result",
        {"group": "g", "topic": "orders", "client_id": "c@1"},
        "5.x says client rebalanced",
    ),
    (
        f"[BUG]doRebalance, g, remove unnecessary mq, {QUEUE}, because pull is pause, so try to fixed it",
        "pull_paused",
        {"group": "g", "topic": "orders", "broker": "broker-7", "queue": "3"},
        "a paused pull is no ordinary drop",
    ),
    (f"doRebalance, g, remove unnecessary mq, {QUEUE}", "queue_dropped", {"queue": "3"}, "an ordinary drop"),
    (
        f"doRebalance, g, add a new mq failed, {QUEUE}, because lock failed",
        "queue_lock_failed",
        {"group": "g", "queue": "3"},
        "a queue that was not locked was not added",
    ),
    (
        "the consumer [g] start beginning. messageModel=BROADCASTING, isUnitMode=false",
        "consumer_starting",
        {"group": "g", "detail": "messageModel=BROADCASTING, isUnitMode=false"},
        "beginning to start is not started",
    ),
    ("the consumer [g] start OK.", "consumer_started", {"group": "g"}, "started"),
    ("the consumer [g] shutdown OK", "consumer_shutdown", {"group": "g"}, "shut down"),
    (
        "[BUG] ConsumerGroup: g The consumerId: c@1 not in cidAll: [c@2, c@3]",
        "not_in_client_list",
        {"group": "g", "client_id": "c@1", "detail": "[c@2, c@3]"},
        "the list that lacks the client is kept",
    ),
    (
        "send heart beat to broker[broker-a 0 10.0.0.1:10911] exception, because the broker not up, forget it",
        "heartbeat_failed",
        {"broker": "broker-a", "address": "10.0.0.1:10911"},
        "a heartbeat to a broker that is down",
    ),
    (
        "send heart beat to broker[broker-a 0 10.0.0.1:10911] success",
        "heartbeat_sent",
        {"broker": "broker-a", "address": "10.0.0.1:10911"},
        "a heartbeat that arrived",
    ),
    (
        'msg="do balance in group failed, get consumer id list failed" consumerGroup=g topic=orders',
        "rebalance_failed",
        {"group": "g", "topic": "orders"},
        "the Go client's words for it",
    ),
    (
        f"2026-03-05 18:29:14,020 ERROR RocketmqClient - updateConsumeOffsetToBroker exception, {QUEUE}",
        "offset_commit_failed",
        {"topic": "orders", "broker": "broker-7", "queue": "3"},
        "a commit that failed is no commit",
    ),
    (
        "Pop initial offset, because store is no correct, pop-7@consumer@3, 6384577->null",
        "pop_offset_corrected",
        {"topic": "pop-7", "group": "consumer", "queue": "3", "detail": "6384577->null"},
        "a pop group's offset that the queue does not have",
    ),
    (
        "[reset-offset] reset offset success. topic=orders, group=g, clientId=c@1",
        "offset_reset_sent",
        {"topic": "orders", "group": "g", "client_id": "c@1"},
        "a reset that was sent one-way",
    ),
    (
        "[reset-offset] consumer does not exist. group=g",
        "offset_reset_ignored",
        {"group": "g"},
        "a reset for which a client has no push consumer, from 5.3.2 on",
    ),
    (
        "the message queue locked OK, but it is released, mq:MessageQueue [topic=orders, brokerName=b, queueId=2]",
        "queue_lock_let_go",
        {"topic": "orders", "broker": "b", "queue": "2"},
        "a lock that the C++ client throws away",
    ),
    (
        "Check transaction failed, channel is null. groupId=g",
        "transaction_check_unasked",
        {},
        "a half message of which nobody can be asked",
    ),
    (
        "reviveQueueId=0,revive finish,old offset is 14, new offset is 14, ckDelay=0  ",
        "pop_revive_done",
        {"detail": "old offset is 14, new offset is 14, ckDelay=0  "},
        "a round of revival in 5.0.0",
    ),
    (
        'msg="the message queue not be able to consume, because it\'s dropped." '
        'MessageQueue="MessageQueue [topic=orders, brokerName=b, queueId=2]"',
        "ordered_consume_dropped",
        {"topic": "orders", "broker": "b", "queue": "2"},
        "Go's ordered listener and a queue that it gave away",
    ),
]


@pytest.mark.parametrize(
    ("text", "event", "fields"), [pytest.param(text, event, fields, id=name) for text, event, fields, name in WORDINGS]
)
def test_wordings_of_all_versions_give_the_event_and_its_fields(text, event, fields):
    message = find_message(text)
    found = message.regex.search(text).groupdict()

    assert message.event == event
    assert {name: found.get(name) for name in fields} == fields


def test_a_java_methods_name_and_line_are_no_message_of_the_cpp_client():
    head = "INFO [1] [NettyClientPublicExecutor_1] [o.a.r.c.i.ClientRemotingProcessor#notifyConsumerIdsChanged:139] - "
    said = (
        "receive broker's notification[10.96.12.41:10911], the consumer group: GID_pay changed, rebalance immediately"
    )
    message = find_message(head + said)

    assert message.regex.search(head + said)["group"] == "GID_pay"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "Offset illegal. GetMessageStatus=OFFSET_OVERFLOW_BADLY, topic=RMQ_SYS_TRANS_HALF_TOPIC,"
            " groupId=CID_RMQ_SYS_TRANS, requestOffset=120",
            id="the broker's own group of transactions",
        ),
        pytest.param("the producer group[pay_producer] exist already.", id="a producer"),
        pytest.param("the producer [pay_producer] shutdown OK", id="a producer's end"),
    ],
)
def test_no_group_of_producers_or_of_the_broker_is_taken_for_one_that_consumes(text):
    assert "group" not in find_message(text).regex.search(text).groupdict()


def test_text_outside_the_catalogue_is_no_message():
    assert find_message("Application started in 3.2 seconds") is None


def test_no_needle_is_so_short_that_ordinary_text_holds_it():
    assert min(map(len, needles())) >= 10


def test_patterns_fill_only_columns_of_the_events_table():
    assert {name for message in MESSAGES for name in message.fields} <= set(FIELDS)


def test_a_cut_off_value_is_never_taken_for_a_whole_one():
    text = "the consumer's subscription not exist, group: orders-gr"
    message = find_message(text)
    fields = [found.groupdict() for partial in message.compiled_partials if (found := partial.search(text))]

    assert message.event == "subscription_not_exist"
    assert fields and not any(found.get("group") for found in fields)


HEADS = [
    pytest.param("2026-03-05 18:29:14 WARN PullMessageThread_1 - ", id="a server"),
    pytest.param("2026-03-05 18:29:14,020 ERROR RocketmqClient - ", id="a client"),
    pytest.param("2026-03-05 18:29:14.020  INFO 1 --- [main] c.e.Stock : ", id="Spring Boot"),
    pytest.param('time="2026-03-05T18:29:14+08:00" level=info msg="', id="logrus"),
]


@pytest.mark.parametrize("head", HEADS)
def test_no_wording_is_found_in_a_record_that_a_longer_one_explains(head):
    wrong = []
    for message in MESSAGES:
        text = head + printed(message.template)
        found = find_message(text)
        if found is None or (found.event != message.event and len(found.literals) < len(message.literals)):
            wrong.append((message.template, found and found.template))
    assert wrong == []


OTHERS = (Path(__file__).parents[1] / "other_programs.log").read_text(encoding="utf-8").splitlines()


def test_no_wording_is_found_in_what_other_programs_print():
    assert len(OTHERS) > 200
    assert [(line, found.template) for line in OTHERS if (found := find_message(line))] == []


@pytest.mark.parametrize("message", [message for message in MESSAGES[::50] if "{" in message.template])
def test_source_code_is_no_record(message):
    plain = message.template.replace("<<", "").replace(">>", "")
    assert find_message(f'log.warn("{re.sub(r"{[a-z_]*}", "{}", plain)}", x);') is None
