"""Every output of mqadmin, by every version's format strings, with names to be planted in it.
Nothing is asserted here.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tests.formats.mqadmin import mqadmin_prints as mqadmin


@dataclass(frozen=True)
class Names:
    """What is planted."""

    topic: str
    group: str
    broker: str
    cluster: str
    tag: str
    address: str
    host: str
    user: str

    @property
    def client_id(self) -> str:
        """An id as 4.9.0 and later make it."""
        return f"{self.address}@6821#80854440312"

    def all(self) -> set[str]:
        """Every name by itself."""
        return set(vars(self).values())


TIME = "2026-11-21 10:00:00"


def _queues(names: Names) -> list[dict]:
    place = {
        "topic": names.topic,
        "broker": names.broker,
        "broker_offset": 90,
        "consumer_offset": 80,
        "inflight": 4,
    }
    retry = {"queue": 0, "client": names.client_id, "time": TIME, "topic": f"%RETRY%{names.group}"}
    return [
        *({**place, "queue": i, "client": names.client_id, "time": TIME} for i in range(3)),
        place | retry,
    ]


def _clients(names: Names) -> list[tuple]:
    return [(names.client_id, f"{names.address}:51234", "JAVA", "V4_9_7")]


def _subscriptions(names: Names) -> list[tuple]:
    return [(names.topic, f"{names.tag} || {names.tag}2"), (f"%RETRY%{names.group}", "*")]


TRAILER = ("CONSUME_PASSIVELY", "CLUSTERING", "CONSUME_FROM_LAST_OFFSET")


def _running_info(version: str) -> Callable[[Names], str]:
    def print_(names: Names) -> str:
        properties = [
            ("consumerGroup", names.group),
            ("PROP_NAMESERVER_ADDR", f"{names.address}:9876;"),
            ("instanceName", names.host),
            ("PROP_CONSUME_TYPE", "CONSUME_PASSIVELY"),
            ("messageListener", f"com.{names.user}.Listener@1f2e3d4c"),
            ("clientIP", names.address),
        ]
        counts = {"offset": 5, "low": 1, "high": 2, "count": 1, "locked": "true", "unlock": 0, "dropped": "false"}
        queues = [{**queue, **counts} for queue in _queues(names)]
        return str(mqadmin.running_info(version, properties, _subscriptions(names), queues))

    return print_


def _progress(layout: object) -> Callable[[Names], str]:
    return lambda names: str(mqadmin.consumer_progress(layout, _queues(names)))


def _failure(names: Names) -> str:
    cause = (
        "org.apache.rocketmq.client.exception.MQClientException: CODE: 17  DESC: "
        f"No topic route info in name server for the topic: %RETRY%{names.group}\n"
        "See http://rocketmq.apache.org/docs/faq/ for further details."
    )
    return str(mqadmin.failure("ConsumerProgressSubCommand", "consumer", cause))


def _session(names: Names) -> str:
    prompt = f"[{names.user}@{names.host} ~]$ mqadmin consumerProgress -n {names.address}:9876"
    return f"{prompt} -g {names.group}\n" + PRINTED["consumerProgress 4.9.7"](names)


def _routes(names: Names) -> list[tuple]:
    return [(names.cluster, names.broker, {0: f"{names.address}:10911"}, 8, 8, 6)]


_LAYOUT = next(each for each in mqadmin.PROGRESS_LAYOUTS if each.versions == "4.9.3 to 5.0.0 with client ip")


def _broker_conf(names: Names) -> str:
    return (
        f"brokerClusterName={names.cluster}\nbrokerName={names.broker}\nbrokerIP1={names.address}\n"
        f"namesrvAddr={names.host}:9876\nstorePathRootDir=/home/{names.user}/store\n"
    )


def _spring(names: Names) -> str:
    return (
        f"rocketmq:\n  name-server: {names.address}:9876\n  consumer:\n    group: {names.group}\n"
        f"    topic: {names.topic}\n    selector-expression: {names.tag}\n"
    )


def _listener(names: Names) -> str:
    return (
        f'@RocketMQMessageListener(topic = "{names.topic}", consumerGroup = "{names.group}", '
        f'selectorExpression = "{names.tag}")\npublic class Listener implements RocketMQListener<String> {{\n}}\n'
    )


def _stored_offsets(names: Names) -> str:
    return f'{{\n\t"offsetTable":{{\n\t\t"{names.topic}@{names.group}":{{0:12,1:13\n\t\t}}\n\t}}\n}}\n'


def _metrics(names: Names) -> str:
    return (
        f'rocketmq_group_diff{{group="{names.group}",topic="{names.topic}",cluster="{names.cluster}"}} 17.0\n'
        f'rocketmq_broker_tps{{cluster="{names.cluster}",broker="{names.broker}"}} 3.0\n'
    )


def _connections_in_json(names: Names) -> str:
    return (
        f'{{"status":0,"data":{{"connectionSet":[{{"clientAddr":"{names.address}:5123","clientId":"{names.client_id}",'
        f'"language":"JAVA","version":409}}],"consumeType":"CONSUME_PASSIVELY","messageModel":"CLUSTERING",'
        f'"subscriptionTable":{{"{names.topic}":{{"subString":"{names.tag}","topic":"{names.topic}"}},'
        f'"%RETRY%{names.group}":{{"subString":"*","topic":"%RETRY%{names.group}"}}}}}},"errMsg":null}}\n'
    )


def _offsets_in_json(names: Names) -> str:
    return (
        f'{{"consumeTps":0.0,"offsetTable":{{{{"brokerName":"{names.broker}","queueId":0,"topic":"{names.topic}"}}:'
        '{"brokerOffset":90,"consumerOffset":80,"lastTimestamp":1736835004000}}}\n'
        f'{{"code":206,"flag":1,"opaque":3,"remark":"the consumer group[{names.group}] not online"}}\n'
    )


PRINTED: dict[str, Callable[[Names], str]] = {
    **{f"consumerProgress {layout.versions}": _progress(layout) for layout in mqadmin.PROGRESS_LAYOUTS},
    "consumerProgress 4.9.7": _progress(_LAYOUT),
    "consumerProgress without -g": lambda names: mqadmin.all_groups(
        64,
        [
            (names.group, 2, "V4_9_7", "PUSH", "CLUSTERING", 5, 12),
            (f"{names.host}-group", 0, "OFFLINE", "", "", 0, 3),
        ],
    ),
    "consumerConnection 4.x": lambda names: mqadmin.connection_without_headers(
        _clients(names), _subscriptions(names), TRAILER
    ),
    "consumerConnection 5.x": lambda names: mqadmin.connection_with_headers(
        _clients(names), _subscriptions(names), TRAILER
    ),
    "consumerStatus 4.x": lambda names: mqadmin.consumer_status(
        [(names.client_id, "V4_9_2", f"1795257153133/{names.client_id}")], False, True
    ),
    "consumerStatus 5.x": lambda names: mqadmin.consumer_status(
        [(names.client_id, "V5_3_3", f"1795257153133/{names.client_id}")], True, False
    ),
    **{f"running info {version}": _running_info(version) for version in ("4.1.0", "4.9.2", "4.9.7", "5.3.3")},
    "topicStatus": lambda names: mqadmin.topic_status([(names.broker, 0, 1, 90, f"{TIME},123")], True),
    "topicRoute": lambda names: mqadmin.topic_route_json(_routes(names)),
    "topicRoute -l": lambda names: mqadmin.topic_route_list(_routes(names)),
    "brokerConsumeStats": lambda names: mqadmin.broker_consume_stats(
        64, [{**queue, "group": names.group} for queue in _queues(names)], 40
    ),
    "broker.conf": _broker_conf,
    "application.yml": _spring,
    "a listener in Java": _listener,
    "consumerOffset.json": _stored_offsets,
    "metrics": _metrics,
    "ConsumerConnection as JSON": _connections_in_json,
    "ConsumeStats and a failure as JSON": _offsets_in_json,
    "a failure": _failure,
    "a session with its prompt": _session,
}
