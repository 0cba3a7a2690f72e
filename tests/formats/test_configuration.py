"""Configuration, files of brokers and metrics as people paste them: rows, and a ledger that adds up."""

import json
from datetime import UTC, datetime
from textwrap import dedent

import pytest

from rmqkit.formats import parse, recognise_blocks
from rmqkit.formats.block import Parsed
from rmqkit.formats.settings.keys import without_secrets
from rmqkit.tables.reading import read_text

BROKER = """\
    # a licence
    brokerClusterName = DefaultCluster
    brokerName=broker-a
    brokerIP1=172.17.0.3

    autoCreateTopicEnable=false
    """
SPRING = """\
    server:
      port: 8080
    spring:
      application:
        name: order-service
      datasource:
        password: s3cret
    rocketmq:
      name-server: 10.0.0.1:9876;10.0.0.2:9876
      consumer:
        group: orders   # ours
        secret-key: SK
    """
PROPERTIES = """\
    server.port=8080
    spring.datasource.password=s3cret
    rocketmq.name-server=10.0.0.1:9876
    rocketmq.consumer.access-key=AK
    """
COMPOSE = """\
    services:
      broker:
        image: apache/rocketmq:5.3.1
        environment:
        - NAMESRV_ADDR=namesrv:9876
        - DB_PASSWORD=x
    """
KUBERNETES = """\
    spec:
      containers:
      - name: app
        env:
        - name: NAMESRV_ADDR
          value: "rocketmq:9876"
    """
ACL = """\
    accounts:
    - accessKey: RocketMQ
      secretKey: 12345678
      defaultTopicPerm: DENY
      topicPerms:
      - topicA=DENY
    """
ANNOTATED = """\
    Hello, these are our two listeners:

    @Service
    @RocketMQMessageListener(topic = "paid", consumerGroup = Constants.GROUP,
        selectorExpression = "TagA || TagB", messageModel = MessageModel.BROADCASTING)
    public class PaidListener implements RocketMQListener<String> {
        private static final String GROUP = "orders";
    }
    @RocketMQMessageListener(topic = "cancelled", consumerGroup = "orders")
    public class CancelListener implements RocketMQListener<String> {
    }
    """
BEANS = """\
    <bean id="producer" class="org.apache.rocketmq.client.producer.DefaultMQProducer">
        <property name="namesrvAddr" value="10.9.9.9:9876"/>
    </bean>
    <bean id="listener" class="com.acme.PaidListener"/>
    <bean id="paid"
          class="org.apache.rocketmq.client.consumer.DefaultMQPushConsumer" init-method="start">
        <property name="consumerGroup" value="orders"/>
        <property name="messageListener"><bean class="com.acme.L"><property name="topic" value="x"/></bean></property>
        <property name="subscription">
            <map><entry key="paid" value="TagA"/></map>
        </property>
    </bean>
    <bean id="last" class="org.apache.rocketmq.client.producer.DefaultMQProducer">
        <property name="consumerGroup" value="none"/>
    </bean>
    """
BUILT = """\
    DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("orders");
    consumer.setNamesrvAddr("10.0.0.1:9876");
    // consumer.subscribe("old", "*");
    consumer.subscribe("paid", MessageSelector.bySql("a > 5"));
    DefaultMQPushConsumer other = new DefaultMQPushConsumer("orders");
    other.subscribe("cancelled", "TagA || TagB");
    """
BUILDER = """\
    PushConsumer pushConsumer = provider.newPushConsumerBuilder()
        .setConsumerGroup("orders")
        .setSubscriptionExpressions(Collections.singletonMap("paid", new FilterExpression("tagX")))
        .build();
    """
GO = """\
    c, _ := rocketmq.NewPushConsumer(
        consumer.WithGroupName("orders"),
    )
    err := c.Subscribe("paid", consumer.MessageSelector{Type: consumer.TAG, Expression: "TagA"}, handle)
    """
PYTHON = """\
    consumer = PushConsumer('orders')
    consumer.set_name_server_address('127.0.0.1:9876')
    consumer.subscribe('paid', callback)
    """
BINDINGS = """\
    spring.cloud.stream:
      rocketmq:
        binder: { name-server: "10.0.0.1:9876", access-key: AK, secret-key: ****** }
        bindings: { paid-in-0: { consumer: { subscription: TagA || TagB } } }
      bindings:
        paid-in-0: { destination: paid, group: orders }
        cancelled-in-0:
          destination: cancelled
          group: orders
          profile: @profile@
        sent-out-0: { destination: sent, group: orders }
        other-in-0: { destination: other, group: orders, binder: kafka }
    """
BINDINGS_IN_PROPERTIES = """\
    Two bindings of our RocketMQ application, both in group orders:

    spring.cloud.stream.bindings.input.destination=paid,cancelled
    spring.cloud.stream.bindings.input.group=orders
    """
CONTAINERS = """\
    services:
      pay:
        image: shop/pay:1
        environment:
        - ROCKETMQ_CONSUMER_GROUP=orders
        - ROCKETMQ_CONSUMER_TOPIC=paid
        - TAG=1.2
      bind:
        environment:
          SPRING_CLOUD_STREAM_BINDINGS_INPUT_DESTINATION: cancelled
          SPRING_CLOUD_STREAM_BINDINGS_INPUT_GROUP: orders
    """
IN_A_CONFIG_MAP = """\
    kind: ConfigMap
    data:
      broker.conf: |
        brokerName=broker-a
        brokerId=0
      application.yml: |
        rocketmq:
          consumer: { group: orders, topic: paid }
    """
ENDLESS = """\
    rocketmq: &again
      name-server: 10.0.0.1:9876
      again: [*again, *again]
    """
COMPUTED = """\
    DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(Constants.GROUP);
    consumer.subscribe(topicOf(stage), "TagA");
    consumer.subscribe("paid", tags);
    """
OFFSETS = """\
    {
    \t"dataVersion":{"counter":3,"timestamp":1795268583439},
    \t"offsetTable":{
    \t\t"paid@orders":{0:12,1:13
    \t\t},
    \t\t"%RETRY%orders@orders":{0:4}
    \t}
    }
    """
DELAYS = """\
    {
    \t"offsetTable":{3:1,4:20
    \t}
    }
    """
BROADCAST = '{"offsetTable":{{"brokerName":"broker-a","queueId":2,"topic":"paid"}:7}}\n'
GROUPS = """\
    {"subscriptionGroupTable":{
    "orders":{
    "consumeEnable":false,"groupName":"orders","attributes":{}}}}
    """
ORDERS = """\
    {
    \t"table":{
    \t\t"paid@orders":{0:{"cm":1,"i":60000,"l":1760951118640,"o":[40],"popTime":1760951118638},
    \t\t1:{"cm":2,"i":60000,"l":1760948431217,"o":[50,1,2],"ot":{"52":1760948500000},"popTime":1760948431214}}}}
    """
METRICS = """\
    # HELP rocketmq_group_diff behind
    # TYPE rocketmq_group_diff gauge
    rocketmq_group_diff{group="orders",topic="paid",countOfOnlineConsumers="2",} 17.0
    rocketmq_consumer_lag_messages{consumer_group="orders",topic="paid",node_id="broker-a"} 3 1795268583439
    """


def answer_of_prometheus(result_type: str, indent: int | None = None, **samples: object) -> str:
    """One series, as `/api/v1/query` and `/api/v1/query_range` answer."""
    labels = {"__name__": "rocketmq_consumer_lag_messages", "consumer_group": "orders", "topic": "paid"}
    data = {"resultType": result_type, "result": [{"metric": labels, **samples}]}
    return json.dumps({"status": "success", "data": data}, indent=indent)


# As a 5.x broker prints them: the type first, and the unit behind the name.
METRICS_OF_BROKER = """\
    # TYPE rocketmq_pop_revive_lag_milliseconds gauge
    # HELP rocketmq_pop_revive_lag_milliseconds The processing lag of revive topic
    rocketmq_pop_revive_lag_milliseconds{node_id="broker-a",queue_id="0"} 840348.0 1781752800000
    rocketmq_pop_revive_lag_milliseconds{node_id="broker-a",queue_id="1"} 860328.0 1781752800000
    # TYPE rocketmq_messages_in_total counter
    # HELP rocketmq_messages_in_total Total number of incoming messages
    rocketmq_messages_in_total{node_id="broker-a"} 8736.0 1781752800000
    """


def read(text: str) -> Parsed:
    """The one block of its kind that a text holds; the lines of every block are accounted for."""
    blocks = recognise_blocks(dedent(text), "paste.txt")
    parsed = [(block, parse(block, UTC)) for block in blocks]
    for block, told in parsed:
        counted = told.rows + told.noise + told.blank + told.continuation + len(told.unparsed)
        assert counted == len(block.lines), block.kind
    (found,) = [told for block, told in parsed if block.kind in ("settings", "broker_file", "metrics")]
    assert not found.unparsed
    return found


def settings(text: str) -> dict[str, str]:
    """Key -> value of what a text sets, the group's part in front where there is one."""
    rows = read(text).tables.get("settings", [])
    return {(f"{row['part']}: " if row["part"] else "") + row["key"]: row["value"] for row in rows}


@pytest.mark.parametrize(
    ("text", "sets"),
    [
        pytest.param(
            BROKER,
            {"brokerName": "broker-a", "brokerIP1": "172.17.0.3", "autoCreateTopicEnable": "false"},
            id="a broker's file is taken whole",
        ),
        pytest.param(
            SPRING,
            {"rocketmq.consumer.group": "orders", "rocketmq.consumer.secret-key": "***"},
            id="of Spring's YAML what is RocketMQ's, keys masked",
        ),
        pytest.param(PROPERTIES, {"rocketmq.consumer.access-key": "***"}, id="of properties too"),
        pytest.param(
            COMPOSE,
            {"broker: NAMESRV_ADDR": "namesrv:9876", "broker: image": "apache/rocketmq:5.3.1"},
            id="a service of compose, its list as far left as its name",
        ),
        pytest.param(KUBERNETES, {"app: NAMESRV_ADDR": "rocketmq:9876"}, id="Kubernetes, a name above its value"),
        pytest.param(
            ACL, {"accounts[0].secretKey": "***", "accounts[0].topicPerms[0]": "topicA=DENY"}, id="access lists"
        ),
        pytest.param(
            ANNOTATED,
            {
                "listener PaidListener: consumerGroup": "orders",
                "listener PaidListener: selectorExpression": "TagA || TagB",
                "listener CancelListener: topic": "cancelled",
            },
            id="annotations below prose, with a constant",
        ),
        pytest.param(
            BUILT,
            {
                "listener consumer (1): topic": "paid",
                "listener consumer (1): selectorType": "SQL92",
                "listener other (5): selectorExpression": "TagA || TagB",
            },
            id="setters, what is commented out left out",
        ),
        pytest.param(
            BUILDER,
            {"listener pushConsumer (1): topic": "paid", "listener pushConsumer (1): selectorExpression": "tagX"},
            id="a 5.x client's builder",
        ),
        pytest.param(GO, {"listener c (1): consumerGroup": "orders", "listener c (1): topic": "paid"}, id="Go"),
        pytest.param(PYTHON, {"listener consumer (1): consumerGroup": "orders"}, id="Python"),
        pytest.param(
            BINDINGS,
            {
                "spring.cloud.stream.rocketmq.binder.secret-key": "***",
                "binding paid-in-0: spring.cloud.stream.bindings.paid-in-0.group": "orders",
                "binding paid-in-0: spring.cloud.stream.bindings.paid-in-0.destination": "paid",
                "binding cancelled-in-0: spring.cloud.stream.bindings.cancelled-in-0.group": "orders",
            },
            id="Spring Cloud Stream, maps on one line, a masked key, a placeholder that is no YAML",
        ),
        pytest.param(
            ENDLESS, {"rocketmq.name-server": "10.0.0.1:9876"}, id="aliases that contain each other come to an end"
        ),
        pytest.param(GROUPS, {"orders: consumeEnable": "false"}, id="subscriptionGroup.json"),
    ],
)
def test_what_is_set(text: str, sets: dict[str, str]) -> None:
    told = settings(text)
    assert {key: told.get(key) for key in sets} == sets
    assert not {"s3cret", "SK", "12345678", "x"} & set(told.values())


@pytest.mark.parametrize(
    ("text", "consumers"),
    [
        pytest.param(
            BINDINGS,
            {("binding paid-in-0", "orders", "paid"), ("binding cancelled-in-0", "orders", "cancelled")},
            id="bindings; one that sends is none, nor is one of another binder",
        ),
        pytest.param(
            BINDINGS_IN_PROPERTIES,
            {("binding input (paid)", "orders", "paid"), ("binding input (cancelled)", "orders", "cancelled")},
            id="a binding with two destinations is two, below a sentence about RocketMQ",
        ),
        pytest.param(
            BINDINGS_IN_PROPERTIES.replace("RocketMQ", "Kafka"), set(), id="bindings of who knows which broker"
        ),
        pytest.param(
            CONTAINERS,
            {("pay", "orders", "paid"), ("binding input", "orders", "cancelled")},
            id="the environment of containers",
        ),
        pytest.param(
            IN_A_CONFIG_MAP, {("rocketmq.consumer", "orders", "paid")}, id="a file within a ConfigMap, a map with both"
        ),
        pytest.param(
            BUILT,
            {("listener consumer (1)", "orders", "paid"), ("listener other (5)", "orders", "cancelled")},
            id="code",
        ),
        pytest.param(
            BEANS,
            {("listener DefaultMQPushConsumer (6)", "orders", "paid")},
            id="beans in XML, those of producers none",
        ),
        pytest.param(COMPUTED, set(), id="code that computes its group and topics"),
    ],
)
def test_which_consumers_are_set_up(text: str, consumers: set[tuple[str, str, str]]) -> None:
    tables = read_text("paste.txt", dedent(text), UTC).tables
    rows = tables.get("settings", [])
    assert {(row["part"], row["group"], row["topic"]) for row in rows if row["group"] and row["topic"]} == consumers


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        pytest.param(
            OFFSETS,
            [("orders", "paid", 0, "12", 4), ("orders", "paid", 1, "13", 4), ("orders", "%RETRY%orders", 0, "4", 6)],
            id="consumerOffset.json with numeric keys, each with its line",
        ),
        pytest.param(DELAYS, [(None, None, None, "1", 2), (None, None, None, "20", 2)], id="delayOffset.json"),
        pytest.param(BROADCAST, [(None, "paid", 2, "7", 1)], id="a client's offsets.json, whose keys are queues"),
        pytest.param(
            METRICS,
            [("orders", "paid", None, "17.0", 3), ("orders", "paid", None, "2", 3), ("orders", "paid", None, "3", 4)],
            id="metrics of the exporter and of a broker, and how many consumers are online",
        ),
        pytest.param(
            answer_of_prometheus("matrix", values=[[1795270000, "17"], [1795270060, "90"]]),
            [("orders", "paid", None, "17", 1), ("orders", "paid", None, "90", 1)],
            id="an answer of Prometheus' query_range, a row for each sample",
        ),
        pytest.param(
            "$ curl prometheus:9090/api/v1/query\n" + answer_of_prometheus("vector", 1, value=[1795270000.5, "17"]),
            [("orders", "paid", None, "17", 2)],
            id="an answer of query over several lines, behind its command",
        ),
    ],
)
def test_what_brokers_tell(text: str, figures: list[tuple[object, ...]]) -> None:
    rows = read(text).tables["broker_figures"]
    assert [
        (row.get("group"), row.get("topic"), row.get("queue"), row["value"], row["line"]) for row in rows
    ] == figures


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "java.lang.IllegalStateException: no\n\tat org.apache.rocketmq.client.consumer.DefaultMQPushConsumer"
            ".subscribe(DefaultMQPushConsumer.java:5)\n",
            id="a trace that names a consumer's class",
        ),
        pytest.param(
            "org.apache.rocketmq.tools.command.SubCommandException: ConsumerStatusSubCommand command failed\n",
            id="an exception's class with a colon",
        ),
        pytest.param("listenPort = 5\nretries = 3\n", id="keys that any program has"),
        pytest.param("The consumer: it does not start.\nname: Jan\n", id="prose with colons"),
    ],
)
def test_what_is_no_configuration(text: str) -> None:
    assert not {"settings", "broker_file", "metrics"} & {str(block.kind) for block in recognise_blocks(text, "a")}


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        pytest.param("secretKey: 12345678", "secretKey: ***", id="YAML"),
        pytest.param('"secretKey":"abc","a":1', '"secretKey":"***","a":1', id="JSON"),
        pytest.param('new SessionCredentials("AK", "SK"))', 'new SessionCredentials("***", "***"))', id="Java"),
        pytest.param("jdbc:mysql://me:pw@db/x", "jdbc:mysql://***@db/x", id="an address with its owner"),
        pytest.param("accessKey is wrong", "accessKey is wrong", id="prose stays"),
    ],
)
def test_secrets_are_masked_in_any_text(text: str, masked: str) -> None:
    assert without_secrets(text) == masked


PRINTED = """\
$ mqadmin brokerStatus -n ns:9876 -b 10.0.0.1:10911
dispatchBehindBytes             : 0
scheduleMessageOffset_3         : 1,5
$ mqadmin haStatus -n ns:9876 -b 10.0.0.1:10911

#MasterAddr\t10.0.0.1:10911
#MasterCommitLogMaxOffset\t5000
#SlaveNum\t1
#InSyncSlaveNum\t0
#SlaveAddr                        #SlaveAckOffset             #Diff #TransferSpeed(KB/s)   #Status #TransferFromWhere
10.0.0.2:51234                    1000                         4000             0.00      Fall Behind             1000
$ mqadmin getBrokerConfig -n ns:9876 -b 10.0.0.1:10911
============10.0.0.1:10911============
brokerName                                        =  broker-a
secretKey                                         =  12345
"""


def test_what_mqadmin_prints_of_brokers_becomes_rows() -> None:
    rows = [
        (table, row.get("broker") or row.get("part"), row.get("name") or row.get("key"), row["value"])
        for block in recognise_blocks(PRINTED, "paste.txt")
        for table, told in parse(block, UTC).tables.items()
        for row in told
    ]
    broker = "10.0.0.1:10911"
    assert ("broker_figures", broker, "scheduleMessageOffset_3", "1,5") in rows
    assert ("broker_figures", broker, "slave 10.0.0.2:51234 diff", "4000") in rows
    assert ("broker_figures", broker, "slave 10.0.0.2:51234 state", "Fall Behind") in rows
    assert ("settings", broker, "brokerName", "broker-a") in rows
    assert ("settings", broker, "secretKey", "***") in rows


HEAD = ("Broker", "Queue", "consumerClient", "brokerOffset", "consumerOffset", "diffTotal", "lastTimestamp")
IN_CHINESE = ("代理", "队列", "消费者终端", "代理者位点", "消费者位点", "差值", "上次时间")
CELLS = ("broker-a", "0", "10.0.0.1@7#456", "100", "90", "10", "2026-11-21 10:00:00")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\t".join(HEAD) + "\n" + "\t".join(CELLS), id="tabs"),
        pytest.param("\t".join(IN_CHINESE) + "\n" + "\t".join(CELLS), id="tabs, in Chinese"),
        pytest.param(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}\n| {' | '.join(CELLS)} |", id="Markdown"),
    ],
)
def test_the_dashboards_table_of_a_groups_queues_is_progress(text: str) -> None:
    blocks = recognise_blocks(text + "\n", "paste.txt")
    rows = [row for block in blocks for row in parse(block, UTC).tables.get("progress", [])]
    told = [
        tuple(row[name] for name in ("broker", "queue", "broker_offset", "consumer_offset", "client_ip"))
        for row in rows
    ]
    assert told == [("broker-a", 0, 100, 90, "10.0.0.1")]


def test_a_simple_consumers_own_configuration_is_told_by_its_invisible_time() -> None:
    text = "endpoints: proxy:8081\ngroup: covers\ntopic: uploaded\ninvisibleDuration: 20s\n"
    rows = read_text("worker.yaml", text, UTC).tables["settings"]
    assert {row["program"] for row in rows} == {"client"}
    assert ("group", "covers") in [(row["key"], row["value"]) for row in rows]
    assert "settings" not in read_text("worker.yaml", text.replace("invisible", "lock"), UTC).tables


def test_a_file_of_which_no_finding_asks_is_read() -> None:
    (row,) = read_text("consumerOrderInfo.json", dedent(ORDERS), UTC).ledger
    assert (row["kind"], row["unparsed"]) == ("broker_file", 0)


def test_what_is_said_about_metrics_is_no_comment_of_a_shell() -> None:
    parsed = read(METRICS_OF_BROKER)

    assert (parsed.rows, parsed.noise) == (3, 4)


UPDATED = """\
    create topic to 10.90.2.11:10911 success.
    TopicConfig [topicName=prices, readQueueNums=3, writeQueueNums=3, perm=RW-, topicFilterType=SINGLE_TAG, \
topicSysFlag=0, order=false, attributes={+cleanup.policy=COMPACTION, +message.type=NORMAL}]
    """
STORED = '{"topicConfigTable": {"prices": {"topicName": "prices", "attributes": {"cleanup.policy": "COMPACTION"}}}}'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("updateTopic.txt", UPDATED, id="as mqadmin prints a topic that it changed"),
        pytest.param("topics.json", STORED, id="as a broker keeps it"),
    ],
)
def test_the_attributes_of_a_topic_are_its_settings(name: str, text: str) -> None:
    settings = read_text(name, dedent(text), UTC).tables["settings"]
    assert ("prices", "cleanup.policy", "COMPACTION") in [(row["topic"], row["key"], row["value"]) for row in settings]


TOLD_TO_POP = """\
    set consume mode to 10.90.2.11:10911 success.
    topic[prices] group[quotes] consume mode[POP] popShareQueueNum[2]
    """
KEPT_TO_POP = (
    '{"messageRequestModeMap": {"prices": {"quotes": {"consumerGroup": "quotes", "mode": "POP", "popShareQueueNum": 2,'
    ' "topic": "prices"}}}}'
)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("setConsumeMode.txt", TOLD_TO_POP, id="as mqadmin prints what it told brokers"),
        pytest.param("messageRequestMode.json", KEPT_TO_POP, id="as a broker keeps it"),
    ],
)
def test_how_a_topic_is_given_out_to_a_group_is_a_setting(name: str, text: str) -> None:
    settings = read_text(name, dedent(text), UTC).tables["settings"]
    told = [(row["program"], row["topic"], row["group"], row["key"], row["value"]) for row in settings]
    assert told == [
        ("consume mode", "prices", "quotes", "mode", "POP"),
        ("consume mode", "prices", "quotes", "popShareQueueNum", "2"),
    ]


def test_samples_have_their_own_moments_and_a_long_series_keeps_its_end() -> None:
    values = [[1795270000 + 15 * number, str(number)] for number in range(1000)]
    rows = read(answer_of_prometheus("matrix", values=values)).tables["broker_figures"]
    assert len(rows) == 200
    assert (rows[-1]["value"], rows[-1]["at"]) == ("999", datetime.fromtimestamp(1795270000 + 15 * 999, UTC))


def test_the_moment_of_samples_without_one_is_the_date_above_them() -> None:
    scrape = "2026-11-28 08:05:10 UTC\n# TYPE target info\ntarget_info{} 1\nrocketmq_thread_pool_wartermark 0.0\n"
    reading = read_text("metrics-1.txt", scrape, UTC)
    assert [row["at"] for row in reading.tables["broker_figures"]] == [datetime(2026, 11, 28, 8, 5, 10, tzinfo=UTC)]
    assert sum(row["unparsed"] for row in reading.ledger) == 0


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"status":"success","data":{"resultType":"matrix","result":[{"metric":', id="cut"),
        pytest.param('{"resultType":"matrix"}', id="another program's object"),
    ],
)
def test_what_is_no_answer_of_prometheus(text: str) -> None:
    assert "metrics" not in {str(block.kind) for block in recognise_blocks(text, "a")}
