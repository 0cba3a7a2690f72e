"""Typed values out of single log records: rows of text and value. Needs neither Spark nor files."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmqkit.formats.java_text import MessageQueueText
from rmqkit.formats.logs.carried import Record
from rmqkit.formats.logs.carried.answers import answer_line, was_unreachable
from rmqkit.formats.logs.carried.clients import (
    ConsumerKind,
    consumer_kind,
    instant_of_epoch,
    instant_of_version,
    newest_version,
    own_end,
    subscription_versions,
)
from rmqkit.formats.logs.carried.configs import QueueCount, Route, route_told
from rmqkit.formats.logs.carried.offsets import (
    CommitBelowStored,
    OffsetChange,
    ResetRequest,
    commit_below_stored,
    committed_offset,
    offset_change,
    reset_request,
    reset_to,
    span_exceeded,
)
from rmqkit.formats.logs.carried.shares import Share, share_of_rebalance

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
NOON_MILLIS = 1795262400000
QUEUE = "MessageQueue [topic=orders, brokerName=broker-a, queueId={}]"


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        pytest.param(NOON_MILLIS, NOON, id="Java and C++ write milliseconds"),
        pytest.param(NOON_MILLIS * 1_000_000, NOON, id="Go writes nanoseconds"),
        pytest.param(0, None, id="a cold start's 0 is no clock"),
        pytest.param(-1, None, id="a negative number is no clock"),
        pytest.param(NOON_MILLIS // 1000, None, id="seconds are no subVersion"),
        pytest.param(NOON_MILLIS * 1000, None, id="microseconds: no client writes them"),
        pytest.param(9223372036854775807, datetime(2262, 4, 11, 23, 47, 16, 854775, tzinfo=UTC), id="the largest long"),
        pytest.param(10**5000, None, id="a number of five thousand digits"),
    ],
)
def test_a_subscriptions_version_is_its_clients_clock(version: int, expected: datetime | None) -> None:
    assert instant_of_version(version) == expected


@given(st.integers())
def test_no_number_makes_an_instant_fail(number: int) -> None:
    for moment in (instant_of_version(number), instant_of_epoch(number)):
        assert moment is None or moment.tzinfo is not None


@pytest.mark.parametrize(
    ("milliseconds", "expected"),
    [
        pytest.param(NOON_MILLIS, NOON, id="a timestamp of today"),
        pytest.param(-1000, datetime(1969, 12, 31, 23, 59, 59, tzinfo=UTC), id="before 1970"),
        pytest.param(10**20, None, id="later than any calendar"),
        pytest.param(-(10**20), None, id="earlier than any calendar"),
    ],
)
def test_an_epoch_is_an_instant_where_the_calendar_has_it(milliseconds: int, expected: datetime | None) -> None:
    assert instant_of_epoch(milliseconds) == expected


def _subscription(version: int, expression: str = "*") -> str:
    return (
        f"SubscriptionData [classFilterMode=false, topic=orders, subString={expression}, tagsSet=[], codeSet=[], "
        f"subVersion={version}, expressionType=TAG]"
    )


@pytest.mark.parametrize(
    ("text", "versions", "newest"),
    [
        pytest.param(f"OLD: {_subscription(5)} NEW: {_subscription(9)}", (5, 9), 9, id="old and new"),
        pytest.param('{"subVersion":17,"topic":"orders"}', (17,), 17, id="JSON"),
        pytest.param("subVersion=" + "9" * 4000, (10**30 - 1,), 10**30 - 1, id="digits without end"),
        pytest.param("a registration without subscriptions", (), None, id="none"),
    ],
)
def test_the_versions_in_a_record(text: str, versions: tuple[int, ...], newest: int | None) -> None:
    assert subscription_versions(text) == versions
    assert newest_version(text) == newest


@pytest.mark.parametrize(
    ("text", "only_version", "other_expression"),
    [
        pytest.param(
            f"subscription changed, group: g OLD: {_subscription(5)} NEW: {_subscription(9)}",
            True,
            False,
            id="every start and rebalance prints such a pair",
        ),
        pytest.param(
            f"subscription changed, group: g OLD: {_subscription(5)} NEW: {_subscription(9, 'TagA')}",
            False,
            True,
            id="another expression",
        ),
        pytest.param(f"subscription changed, group: g OLD: {_subscription(5)}", False, False, id="a cut record"),
        pytest.param(f"subscription changed, add new topic, group: g {_subscription(5)}", False, False, id="another"),
    ],
)
def test_a_version_alone_is_no_change(text: str, only_version: bool, other_expression: bool) -> None:
    assert Record(text).only_version_differs is only_version
    assert Record(text).other_expression is other_expression


def _queues(*numbers: int) -> frozenset[MessageQueueText]:
    return frozenset(MessageQueueText("orders", "broker-a", number) for number in numbers)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "client rebalanced result changed. allocateMessageQueueStrategyName=AVG, group=g, topic=orders, "
            "clientId=10.0.0.1@7, mqAllSize=4, cidAllSize=2, rebalanceResultSize=2, "
            f"rebalanceResultSet=[{QUEUE.format(0)}, {QUEUE.format(1)}]",
            Share(_queues(0, 1), "AVG", 4, 2, 2),
            id="Java 5.x",
        ),
        pytest.param(
            "rebalanced result changed. allocateMessageQueueStrategyName=null, group=g, topic=orders, "
            "clientId=10.0.0.1@7, mqAllSize=4, cidAllSize=8, rebalanceResultSize=0, rebalanceResultSet=[]",
            Share(frozenset(), "null", 4, 8, 0),
            id="a client that got nothing",
        ),
        pytest.param(
            "broker rebalanced result changed. allocateMessageQueueStrategyName=AVG, group=g, topic=orders, "
            "clientId=10.0.0.1@7, assignmentSet=[MessageQueueAssignment [MessageQueue=" + QUEUE.format(3) + "]]",
            Share(_queues(3), "AVG"),
            id="an assignment of the broker",
        ),
        pytest.param(
            "broker rebalanced result changed. allocateMessageQueueStrategyName=AVG, group=g, topic=orders, "
            "clientId=10.0.0.1@7, assignmentSet=[MessageQueueAssignment [MessageQueue="
            + QUEUE.format(3)
            + ", Mode=POP]]",
            Share(_queues(3), "AVG", assigned="POP"),
            id="an assignment to pop",
        ),
        pytest.param(
            f"messageQueueChanged g orders [{QUEUE.format(0)}] [{QUEUE.format(0)}]",
            Share(_queues(0)),
            id="the set of the whole topic",
        ),
        pytest.param(
            'MessageQueue do balance done                  cidAllSize=1 clientID="10.0.0.1@7" consumerGroup=g '
            f'mqAllSize=2 name=AVG rebalanceResultSet="[{QUEUE.format(0)} {QUEUE.format(1)}]" rebalanceResultSize=2 '
            "topic=orders",
            Share(_queues(0, 1), None, 2, 1, 2),
            id="Go's text",
        ),
        pytest.param(
            '{"msg": "MessageQueue do balance done", "mqAllSize": 4, "cidAllSize": 2, "rebalanceResultSize": 1, '
            '"rebalanceResultSet": [{"topic": "orders", "brokerName": "broker-a", "queueId": 3}]}',
            Share(_queues(3), None, 4, 2, 1),
            id="Go's JSON",
        ),
        pytest.param(
            "Allocation result for [Consumer Group: g, Topic: orders, Current Consumer ID: 1-10.0.0.1@DEFAULT] is "
            f"changed.\nTotal Queue :#4, Total Consumer :#2, Allocated Queues are: \n{QUEUE.format(0)}\n"
            f"{QUEUE.format(1)}\n",
            Share(_queues(0, 1), None, 4, 2),
            id="C++",
        ),
        pytest.param(f"doRebalance, g, add a new mq, {QUEUE.format(0)}", None, id="another message"),
    ],
)
def test_a_share_is_read_as_its_client_printed_it(text: str, expected: Share | None) -> None:
    assert share_of_rebalance(text) == expected


def test_a_share_that_was_cut_is_not_whole() -> None:
    text = f"rebalanced result changed. mqAllSize=4, cidAllSize=2, rebalanceResultSize=2, rebalanceResultSet=[{QUEUE.format(0)}, Mess"  # noqa: E501
    share = share_of_rebalance(text)
    assert share is not None
    assert not share.whole


_REQUEST = f"PullRequest [consumerGroup=g, messageQueue={QUEUE.format(2)}, nextOffset=900]"
_QUEUE_2 = MessageQueueText("orders", "broker-a", 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "PULL_OFFSET_MOVED:correction offset. topic=orders, groupId=g, requestOffset=900, newOffset=120, "
            "suggestBrokerId=0",
            OffsetChange(900, 120),
            id="the broker corrects",
        ),
        pytest.param(
            "PULL_OFFSET_MOVED:none correction. topic=orders, groupId=g, requestOffset=900, suggestBrokerId=0",
            OffsetChange(900, None),
            id="the broker does not correct",
        ),
        pytest.param(
            "Pop initial offset, because store is no correct, pop-7@consumer@3, 6384577->null",
            OffsetChange(6384577, None),
            id="pop loses an offset",
        ),
        pytest.param(
            "PopConsumerService getMessageAsync, initial offset because store is no correct, groupId=g, topicId=t, "
            "queueId=3, batchSize=8, offset=70->12",
            OffsetChange(70, 12),
            id="pop goes back",
        ),
        pytest.param(
            "the request offset too small. group=g, topic=orders, requestOffset=3, brokerMinOffset=500, clientIp=/a:1",
            OffsetChange(3, None, lowest=500),
            id="messages were deleted",
        ),
        pytest.param(
            "the request offset: 900 over flow badly, broker max offset: 120, consumer: /10.0.0.1:5",
            OffsetChange(900, None, highest=120),
            id="beyond the end, 4.x",
        ),
        pytest.param(
            "the request offset: 900 over flow badly, fix to 120, broker max offset: 120, consumer: /10.0.0.1:5",
            OffsetChange(900, 120, highest=120),
            id="beyond the end, 5.x",
        ),
        pytest.param(
            "the broker stores no queue data, fix the request offset 900 to 0, Topic: orders QueueId: 2 Consumer "
            "Group: g",
            OffsetChange(900, 0, highest=0),
            id="a queue without messages",
        ),
        pytest.param(
            f"the pull request offset illegal, {_REQUEST} PullResult [pullStatus=OFFSET_ILLEGAL, nextBeginOffset=120, "
            "minOffset=0, maxOffset=120, msgFoundList=0]",
            OffsetChange(900, 120, 0, 120, _QUEUE_2),
            id="the client is told so",
        ),
        pytest.param(
            f"fix the pull request offset, {_REQUEST}",
            OffsetChange(None, 900, queue=_QUEUE_2),
            id="the client goes on from there",
        ),
        pytest.param(
            f"the first time to pull message, but pull request offset larger than broker consume offset. pullRequest: "
            f"{_REQUEST} NewOffset: 120 brokerBusy: false",
            OffsetChange(900, 120, queue=_QUEUE_2),
            id="an ordered consumer goes back at its start",
        ),
        pytest.param("correct delay offset [ delayLevel 3 ] from 900 to 0", OffsetChange(900, 0), id="a delay level"),
        pytest.param(
            "fix the pull request offset: [ConsumerGroup: g, Topic: orders, MessageQueue: "
            "brokerName=broker-a, queueId=2, nextOffset=6900]",
            OffsetChange(None, 6900, queue=_QUEUE_2),
            id="a Go client goes on from there",
        ),
        pytest.param("requestOffset=1, newOffset=2", None, id="another message"),
    ],
)
def test_an_offset_that_was_corrected(text: str, expected: OffsetChange | None) -> None:
    assert offset_change(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "[NOTIFYME]update consumer offset less than store. clientHost=10.0.0.1, key=orders@g, queueId=2, "
            "requestOffset=118, storeOffset=131",
            CommitBelowStored(118, 131),
            id="a commit that goes back",
        ),
        pytest.param("requestOffset=118, storeOff", None, id="cut"),
    ],
)
def test_a_commit_below_the_stored_offset(text: str, expected: CommitBelowStored | None) -> None:
    assert commit_below_stored(text) == expected


@pytest.mark.parametrize(
    ("text", "expected", "to"),
    [
        pytest.param(
            f"[reset-offset] reset offset started by /10.0.0.1:5. topic=orders, group=g, timestamp={NOON_MILLIS}, "
            "isForce=true",
            ResetRequest(NOON_MILLIS),
            NOON,
            id="the broker is asked",
        ),
        pytest.param(
            "invoke reset offset operation from broker. brokerAddr=10.0.0.1:10911, topic=orders, group=g, timestamp=-1",
            ResetRequest(-1),
            None,
            id="the client is told: to the end",
        ),
        pytest.param(
            f'receive reset consumer offset request...  broker="10.0.0.1:10911" consumerGroup=g timestamp={NOON_MILLIS}'
            " topic=orders",
            ResetRequest(NOON_MILLIS),
            NOON,
            id="Go",
        ),
        pytest.param(
            "Reset offset OK. Topic=orders, group=g, queueId=2, resetOffset=40",
            ResetRequest(None, 40),
            None,
            id="one queue, 5.1",
        ),
        pytest.param("[reset-offset] consumer does not exist. group=g", None, None, id="it tells no time"),
    ],
)
def test_a_reset(text: str, expected: ResetRequest | None, to: datetime | None) -> None:
    request = reset_request(text)
    assert request == expected
    assert (request.to if request else None) == to


def test_a_broker_that_puts_offsets_itself_names_every_queue() -> None:
    table = ",".join(f'{{"brokerName":"broker-a","queueId":{n},"topic":"paid"}}:{90 + n}' for n in (1, 0))
    told = reset_to(f'Reset offset, topic=paid, group=orders, queues={{"offsetTable":{{{table}}}}}')
    assert {(queue.broker, queue.queue): offset for queue, offset in told.items()} == {
        ("broker-a", 0): 90,
        ("broker-a", 1): 91,
    }


_ROUTE = (
    "TopicRouteData [orderTopicConf=null, queueDatas=[QueueData [brokerName=broker-a, readQueueNums={read}, "
    "writeQueueNums=8, perm=6, topicSysFlag=0]], brokerDatas=[BrokerData [brokerName=broker-a, "
    "brokerAddrs={{0=10.0.0.1:10911, 1=10.0.0.2:10911}}, enableActingMaster=false]], filterServerTable={{}}]"
)


def test_a_route_names_queues_and_addresses() -> None:
    route = route_told("topicRouteTable.put. Topic = orders, " + _ROUTE.format(read=4))
    assert route == Route(
        (QueueCount("broker-a", 4, 8, 6),),
        (("broker-a", 0, "10.0.0.1:10911"), ("broker-a", 1, "10.0.0.2:10911")),
        whole=True,
    )


def test_of_a_changed_route_the_new_one_is_told() -> None:
    old, new = _ROUTE.format(read=8), _ROUTE.format(read=4)
    route = route_told(f"the topic[orders] route info changed, old[{old}] ,new[{new}]")
    assert route is not None
    assert route.queues[0].read_queues == 4


def test_half_a_route_says_so() -> None:
    route = route_told(_ROUTE.format(read=4)[:150])
    assert route is not None
    assert not route.whole


@pytest.mark.parametrize(
    ("text", "address", "unreachable"),
    [
        pytest.param("connect to <10.0.0.1:10911> failed", "10.0.0.1:10911", True, id="4.x"),
        pytest.param("connect to 10.0.0.1:10911 failed", "10.0.0.1:10911", True, id="5.x"),
        pytest.param("connect to broker-a/10.0.0.1:10911 failed", "10.0.0.1:10911", True, id="with a host name"),
        pytest.param("connect to null failed", None, True, id="no address at all"),
        pytest.param(
            "RemotingTimeoutException: wait response on the channel <10.0.0.1:1> timeout", None, True, id="late"
        ),
        pytest.param("CODE: 1  DESC: no consumer for this group", None, False, id="an answer is no silence"),
    ],
)
def test_whom_a_client_could_not_reach(text: str, address: str | None, unreachable: bool) -> None:
    assert Record(text).peer_not_reached == address
    assert was_unreachable(text) is unreachable


def test_the_answers_line_is_without_the_exceptions_class() -> None:
    text = "pull failed\na.b.MQBrokerException: CODE: 24  DESC: the consumer's group info not exist\n\tat a.B.c(B.java)"
    assert answer_line(text) == "CODE: 24  DESC: the consumer's group info not exist"
    assert answer_line("one line alone\n\tat a.B.c(B.java)") == "one line alone"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[id: 0x7c3a91e4, L:/10.31.8.4:10911 - R:/10.42.1.17:40112]", "10.31.8.4:10911", id="netty 4.1"),
        pytest.param(
            "[id: 0x7c3a91e4, L:/10.31.8.4:10911 ! R:/10.42.1.17:40112]", "10.31.8.4:10911", id="netty 4.1, closed"
        ),
        pytest.param("[id: 0x7c3a91e4, /10.42.1.17:40112 => /10.31.8.4:10911]", "10.31.8.4:10911", id="netty 4.0"),
        pytest.param(
            "[id: 0x7c3a91e4, L:host-a/10.31.8.4:10911 - R:/[fe80::1]:40112]",
            "10.31.8.4:10911",
            id="a host's name, and an address of version 6",
        ),
        pytest.param("GrpcClientChannel{clientId='a'}", None, id="gRPC"),
    ],
)
def test_the_end_of_a_channel_that_is_the_printing_process_s_own(text: str, expected: str | None) -> None:
    assert own_end(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "new consumer connected, group: g CONSUME_PASSIVELY CLUSTERING channel: ClientChannelInfo [...]",
            ConsumerKind("CONSUME_PASSIVELY", "CLUSTERING"),
            id="push",
        ),
        pytest.param(
            "CONSUME_ACTIVELY BROADCASTING channel: ClientChannelInfo [clientId=CLUSTERING]",
            ConsumerKind("CONSUME_ACTIVELY", "BROADCASTING"),
            id="a client's name is no model",
        ),
        pytest.param("unregister a consumer[g] from consumerGroupInfo", None, id="another message"),
    ],
)
def test_how_a_new_consumer_consumes(text: str, expected: ConsumerKind | None) -> None:
    assert consumer_kind(text) == expected


_HEARTBEAT = (
    "HeartbeatData [clientID=10.0.0.1@7, producerDataSet=[], consumerDataSet=[ConsumerData [groupName=g, "
    "consumeType=CONSUME_PASSIVELY, messageModel=CLUSTERING, consumeFromWhere=CONSUME_FROM_LAST_OFFSET, "
    f"unitMode=false, subscriptionDataSet=[{_subscription(7)}]]]]"
)


def test_a_heartbeat_is_read_whole_or_not_at_all() -> None:
    heartbeat = Record(_HEARTBEAT).heartbeat
    assert heartbeat is not None
    assert [consumer.group for consumer in heartbeat.consumers] == ["g"]
    assert Record(_HEARTBEAT[:-10]).heartbeat is None


@pytest.mark.parametrize(
    ("group", "named"), [pytest.param("g", True, id="its own"), pytest.param("gg", False, id="a longer name")]
)
def test_a_heartbeat_names_its_groups(group: str, named: bool) -> None:
    assert Record(_HEARTBEAT).heartbeat_names(group) is named


@pytest.mark.parametrize("width", range(20, len(_HEARTBEAT), 7))
def test_a_heartbeat_that_a_mail_wrapped_says_the_same(width: int) -> None:
    line = f"2026-11-21 12:59:40,162 INFO RocketmqClient - {_HEARTBEAT}"
    opens = line.index("[") + 1
    # What stands before the first bracket is the logger's, and is not wrapped here.
    pieces = [line[at : at + width] for at in range(opens, len(line), width)]
    whole = Record.of_lines("\n".join([line[:opens], *pieces]))
    assert whole.heartbeat == Record(line).heartbeat
    assert whole.heartbeat is not None


def test_wrapped_between_words_a_value_keeps_its_blanks() -> None:
    wrapped = _HEARTBEAT.replace(", ", ",\n")
    assert Record.of_lines(wrapped).heartbeat == Record(_HEARTBEAT).heartbeat


def test_an_exception_below_an_open_bracket_stays_below() -> None:
    text = "send heart beat to broker[broker-a\njava.lang.IllegalStateException: x\n\tat a.b.C.d(C.java:1)"
    assert Record.of_lines(text).text == text


@pytest.mark.parametrize(
    ("printed", "config"),
    [
        pytest.param(
            "ClientConfig:ClientConfig{namesrvAddr='n:9876;m:9876', clientIP='10.0.0.1', instanceName='7#5', "
            "namespace='null', heartbeatBrokerInterval=15000, unitName='null', socksProxyConfig='{}', language=JAVA}, "
            "ClientVersion:V5_3_3",
            {
                "namesrvAddr": "n:9876;m:9876",
                "clientIP": "10.0.0.1",
                "instanceName": "7#5",
                "heartbeatBrokerInterval": "15000",
                "socksProxyConfig": "{}",
                "language": "JAVA",
            },
            id="since 5.2.0, texts in quotes",
        ),
        pytest.param(
            "ClientConfig [namesrvAddr=n:9876, instanceName=7, pollNameServerInteval=30000, unitName=u], V4_0_0",
            {"namesrvAddr": "n:9876", "instanceName": "7", "pollNameServerInterval": "30000", "unitName": "u"},
            id="4.0.0, in brackets, with a letter missing",
        ),
        pytest.param("ClientConfig{namesrvAddr='n:9876', clien", {"namesrvAddr": "n:9876"}, id="cut off"),
        pytest.param("the consumer [g] start OK", {}, id="another record"),
    ],
)
def test_a_client_prints_its_configuration(printed: str, config: dict[str, str]) -> None:
    assert Record(f"Created a new client Instance, InstanceIndex:0, ClientID:a, {printed}").client_config == config


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "the queue's messages, span too long, so do flow control, minOffset=66001, maxOffset=68040, maxSpan=2039, "
            f"pullRequest={_REQUEST}, flowControlTimes=1",
            True,
            id="one message holds up the others",
        ),
        pytest.param(
            "the cached message count exceeds the threshold 1000, so do flow control, minOffset=400, maxOffset=1400, "
            f"count=1001, size=3 MiB, pullRequest={_REQUEST}, flowControlTimes=1",
            False,
            id="too many",
        ),
        pytest.param(
            'the cached message size exceeds the threshold, so do flow control" PullRequest="[ConsumerGroup: g, Topic: '
            'orders, MessageQueue: brokerName=broker-a, queueId=2, nextOffset=9001]" PullThresholdSizeForQueue=100 '
            "count=1030 flowControlTimes=0 maxOffset=9000 minOffset=7970 size(MiB)=101",
            False,
            id="Go",
        ),
        pytest.param("minOffset=1, maxOffset=2, maxSpan=1", False, id="another message"),
    ],
)
def test_one_message_holds_the_others_where_a_client_stops_to_pull_by_their_span(text: str, expected: bool) -> None:
    assert span_exceeded(text) == expected


ROUTE = "TopicRouteData [queueDatas=[QueueData [brokerName={}, readQueueNums=4, writeQueueNums=4, perm=6]]]"


@pytest.mark.parametrize(
    ("record", "brokers"),
    [
        pytest.param(Record(ROUTE.format("a")), ["a"], id="one record"),
        pytest.param(
            Record(ROUTE.format("a"), last_detail=ROUTE.format("b")), ["a", "b"], id="several alike: first and last"
        ),
        pytest.param(Record(ROUTE.format("a")[:-5]), [], id="a route that was cut tells a part only"),
    ],
)
def test_the_routes_of_a_record(record: Record, brokers: list[str]) -> None:
    assert [counted.broker for route in record.routes for counted in route.queues] == brokers


@pytest.mark.parametrize(
    ("offset", "expected"),
    [pytest.param("1712", 1712, id="a place in the queue"), pytest.param("-1", None, id="no place yet")],
)
def test_where_a_pull_goes_on(offset: str, expected: int | None) -> None:
    request = f"PullRequest [consumerGroup=g, messageQueue={QUEUE.format(1)}, nextOffset={offset}]"
    assert Record(f"doRebalance, g, add a new pull request {request}").next_offset == expected


@pytest.mark.parametrize(
    ("detail", "expected"),
    [
        pytest.param("42", 42, id="an offset"),
        pytest.param("9" * 20, None, id="more digits than a long has"),
        pytest.param("offset 42", None, id="words"),
        pytest.param("minOffset=42, maxOffset=1045, count=1004", 42, id="the lowest that lies in a full client"),
        pytest.param(None, None, id="nothing"),
    ],
)
def test_an_offset_that_was_committed(detail: str | None, expected: int | None) -> None:
    assert committed_offset(detail) == expected


@pytest.mark.parametrize(
    ("answer", "subscription", "forbidden"),
    [
        pytest.param(
            "CODE: 24  DESC: the consumer's subscription not exist", True, False, id="the topic is not in the table"
        ),
        pytest.param("CODE: 24  DESC: the consumer's group info not exist", False, False, id="the group is not known"),
        pytest.param(
            "CODE: 1  DESC: the broker[a] pop message is forbidden because timerWheelEnable is false",
            False,
            True,
            id="the broker does not pop",
        ),
    ],
)
def test_what_a_refusal_is_about(answer: str, subscription: bool, forbidden: bool) -> None:
    record = Record(answer)
    assert (record.knows_no_subscription, record.forbidden) == (subscription, forbidden)


def test_a_record_has_its_registration_in_its_detail() -> None:
    data = "ConsumerData [groupName=g, consumeType=CONSUME_PASSIVELY, messageModel=CLUSTERING, subscriptionDataSet=[]]"
    assert Record("registerConsumer info changed", detail=data).registration is not None
    assert Record(data).registration is None


@pytest.mark.parametrize(
    ("detail", "expected"),
    [
        pytest.param("SUM: 1200 TPS: 20.00 AVGPT: 1.00", (1200, 60), id="messages, and over how long"),
        pytest.param("SUM: 0 TPS: 0.00 AVGPT: 0.00", (0, None), id="none: nothing tells over how long"),
        pytest.param("TIMES: 149 AVGRT: 400.00", (59600, None), id="milliseconds, as from 4.7.1 on"),
        pytest.param("SUM: 91 TPS: 2.275 AVGPT: 0.11", (91, 40), id="milliseconds of older clients"),
        pytest.param("Value: 9", None, id="another kind of counter"),
    ],
)
def test_what_a_client_counted_in_a_minute(detail: str, expected: tuple[float, float | None] | None) -> None:
    assert Record("", detail).counted == expected
