"""Answers of RocketMQ's admin API as rows: one function for each body that fastjson, or the web console, prints as
JSON. Values in, rows out; where answers stand in a text is for `admin_json`.

Of `remoting.protocol` (`common.protocol` before 5.0), 4.0.0 to 5.4: ConsumerConnection, ConsumerRunningInfo,
ProcessQueueInfo, PopProcessQueueInfo, ConsumeStatus (body), ConsumeStats, OffsetWrapper, TopicStatsTable (admin),
TopicRouteData (route), SubscriptionData (heartbeat). Of rocketmq-dashboard: TopicConsumerInfo, QueueStatInfo,
GroupConsumeInfo.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rmqkit.formats.block import Kind, Row
from rmqkit.formats.json_text import Value, member, members, plain, read_json
from rmqkit.formats.logs.exceptions import thrown_in
from rmqkit.formats.moments import epoch_instant
from rmqkit.formats.mqadmin.command_failed import CODE, names_in
from rmqkit.formats.mqadmin.consumer_progress import TYPES, owner
from rmqkit.formats.mqadmin.numbers import double_of, int_of, long_of
from rmqkit.formats.mqadmin.running_info import NO_DETAIL
from rmqkit.formats.naming import group_in_rows
from rmqkit.formats.threads import stack_at
from rmqkit.formats.threads.thread import row_of

TableRow = tuple[str, Row]


@dataclass(frozen=True)
class AdminRequest:
    """What an answer was asked about, as the text around it names it; `broker` is the address that was asked."""

    group: str | None = None
    topic: str | None = None
    client_id: str | None = None
    broker: str | None = None
    command: str | None = None


def _names_no_group(_: Value) -> str | None:
    return None


@dataclass(frozen=True)
class Body:
    """One kind of answer: the members that tell it, its rows, the group that it names itself; `asked_by` is the
    command of mqadmin that asks for the same, and `by_group` says that a map may hold one for each group."""

    asked_by: str | None
    is_of: Callable[[Value], bool]
    rows: Callable[[Value, AdminRequest], Iterator[TableRow]]
    group: Callable[[Value], str | None] = _names_no_group
    of_topic: bool = False
    by_group: bool = False


# -- what stands in several of them ----------------------------------------------------------------


def _has(value: Value, *names: str) -> bool:
    return all(member(value, name) is not None for name in names)


def _has_any(value: Value, *names: str) -> bool:
    return any(_has(value, name) for name in names)


def _text(value: Value | None) -> str | None:
    """A text, or a number or flag as Java prints it; None for null and for what holds others."""
    inside = value.value if value is not None else None
    if inside is None or isinstance(inside, (list, tuple)):
        return None
    return str(inside).lower() if isinstance(inside, bool) else str(inside)


def _long(value: Value, name: str) -> int | None:
    """A number of a member; None where it has none. Raises ValueError for what no Java `long` holds."""
    text = _text(member(value, name))
    return None if text is None else long_of(text)


def _flag(value: Value, name: str) -> bool | None:
    text = _text(member(value, name))
    return None if text is None else text == "true"


def _moment(value: Value, name: str) -> object:
    return epoch_instant(_text(member(value, name)) or "")


_QUEUE_TEXT = re.compile(
    r"MessageQueue \[topic=(?P<topic>.*?), brokerName=(?P<brokerName>.*?), queueId=(?P<queueId>-?\d+)\]"
)


def _by_queue(table: Value | None) -> Iterator[tuple[Row, Value]]:
    """The entries of a map whose keys are `MessageQueue`s, those alone that are whole.

    fastjson prints such a key as an object, Jackson as its `toString`, others as a text of JSON or the map as a list
    of pairs.
    """
    for key, value in _entries(table):
        queue = _queue(key)
        if queue is not None and value.whole and isinstance(value.value, list):
            yield queue, value


def _entries(table: Value | None) -> Iterator[tuple[Any, Value]]:
    yield from members(table)
    pairs = table.value if table is not None and isinstance(table.value, tuple) else ()
    for pair in pairs:
        if isinstance(pair.value, tuple) and len(pair.value) == 2:
            yield pair.value[0].value, pair.value[1]


def _queue(key: object) -> Row | None:
    """Topic, broker and queue that a key names."""
    queue = _message_queue(key)
    if not all(isinstance(queue.get(name), str) for name in ("topic", "brokerName")):
        return None
    try:
        return {"topic": queue["topic"], "broker": queue["brokerName"], "queue": int_of(str(queue.get("queueId")))}
    except ValueError:
        return None


def _message_queue(key: object) -> Mapping[str, Any]:
    """The members of a key that is a `MessageQueue`; none of another key."""
    if isinstance(key, str) and key.startswith("{"):
        read = read_json(key)
        key = read[0].value if read else key
    if isinstance(key, list):
        return dict(plain(Value(0, key)))
    match = _QUEUE_TEXT.fullmatch(key) if isinstance(key, str) else None
    return match.groupdict() if match else {}


def _first_of(table: Value | None) -> Value:
    return next((value for _, value in _entries(table)), Value(0, None))


def _sound(read: Callable[[Value], Row], value: Value) -> Row | None:
    """What is read of a value that is whole; None where a number is none of RocketMQ's, as in a damaged text."""
    try:
        return read(value) if value.whole else None
    except ValueError:
        return None


def _row(table: str, value: Value, read: Callable[[Value], Row], place: Row) -> Iterator[TableRow]:
    """The row of a value, which says where it belongs and what is read of it; none of a value that is not sound."""
    row = _sound(read, value)
    if row is not None:
        yield table, {"line": value.line, **place, **row}


def _items(value: Value | None) -> tuple[Value, ...]:
    """The items of a list that is whole."""
    return value.value if value is not None and value.whole and isinstance(value.value, tuple) else ()


def _retried(topics: list[str]) -> str | None:
    return group_in_rows(Kind.CONSUMER_CONNECTION, topics, None)


def _subscriptions(listed: Iterable[Value], group: str | None, client_id: str | None) -> Iterator[TableRow]:
    for value in listed:
        if _text(member(value, "topic")):
            yield from _row("subscriptions", value, _subscription, {"group": group, "client_id": client_id})


def _subscription(value: Value) -> Row:
    return {"topic": _text(member(value, "topic")), "expression": _text(member(value, "subString")) or ""}


def _answer(value: Value, request: AdminRequest, **told: object) -> TableRow:
    names = {"command": request.command, "group": request.group, "topic": request.topic}
    return "answers", {"line": value.line, "kind": Kind.ADMIN_JSON.value, **names, **told}


# -- ConsumerConnection ----------------------------------------------------------------------------

# `MQVersion.Version`: from 4.0.0 on two ordinals for each of ten releases of each of ten minors, SNAPSHOT first; the
# names go to 5.9.9.
_FIRST_OF_4, _RELEASES_KNOWN = 212, 400


def _version(connection: Value) -> str | None:
    """The version's name as mqadmin prints it: the console has it, RocketMQ's own body its ordinal."""
    told = _text(member(connection, "versionDesc")) or _text(member(connection, "version"))
    if told is None or not told.isdigit() or len(told) > 9 or int(told) < _FIRST_OF_4:
        return told
    number = int(told) - _FIRST_OF_4
    if number >= _RELEASES_KNOWN:
        return "HIGHER_VERSION"
    release = f"V{4 + number // 200}_{number // 20 % 10}_{number // 2 % 10}"
    return release if number % 2 else f"{release}_SNAPSHOT"


def _is_connection(value: Value) -> bool:
    """ProducerConnection has the clients alone."""
    ours = ("subscriptionTable", "consumeType", "messageModel", "consumeFromWhere")
    return _has(value, "connectionSet") and _has_any(value, *ours)


def _group_of_connection(value: Value) -> str | None:
    return _retried([str(topic) for topic, _ in members(member(value, "subscriptionTable"))])


def _connection(value: Value, request: AdminRequest) -> Iterator[TableRow]:
    """A list of clients or of topics of which a part is lost says nothing about who is not in it: it is not read."""
    for client in _items(member(value, "connectionSet")):
        if client_id := _text(member(client, "clientId")):
            yield "connections", {"line": client.line, **_client(client, client_id, request)}
    table = member(value, "subscriptionTable")
    if table and table.whole:
        yield from _subscriptions((inner for _, inner in members(table)), request.group, None)
    settings = {column: _text(member(value, name)) for column, name in _SETTINGS.items()}
    if any(settings.values()):
        yield _answer(value, request, **settings)


_SETTINGS = {"consume_type": "consumeType", "message_model": "messageModel", "consume_from_where": "consumeFromWhere"}


def _client(client: Value, client_id: str, request: AdminRequest) -> Row:
    return {
        "kind": Kind.CONSUMER_CONNECTION.value, "group": request.group, "broker_address": request.broker,
        "client_id": client_id, "address": _text(member(client, "clientAddr")),
        "language": _text(member(client, "language")), "version": _version(client),
    }  # fmt: skip


# -- ConsumeStats ----------------------------------------------------------------------------------


def _is_stats(value: Value) -> bool:
    return _has(_first_of(member(value, "offsetTable")), "brokerOffset", "consumerOffset")


def _group_of_table(value: Value) -> str | None:
    return _retried([queue["topic"] for queue, _ in _by_queue(member(value, "offsetTable"))])


def _stats(value: Value, request: AdminRequest) -> Iterator[TableRow]:
    for queue, offsets in _by_queue(member(value, "offsetTable")):
        yield from _progress(offsets, queue, request, {"client_ip": None, "client_ip_shown": False})
    tps = member(value, "consumeTps")
    rate = _sound(_double, tps) if tps is not None else None
    if rate is not None:
        yield _answer(value, request, **rate)


def _progress(offsets: Value, queue: Row, request: AdminRequest, owned: Row) -> Iterator[TableRow]:
    return _row("progress", offsets, _offsets, {"group": request.group, **queue, **owned})


def _double(tps: Value) -> Row:
    return {"consume_tps": double_of(_text(tps) or "")}


def _offsets(value: Value) -> Row:
    """OffsetWrapper; `ConsumerProgressSubCommand` counts in flight what was pulled and not committed (5.1.0 on)."""
    newest, committed, pulled = (_long(value, name) for name in ("brokerOffset", "consumerOffset", "pullOffset"))
    if newest is None or committed is None:
        raise ValueError("a queue without its offsets")
    return {
        "broker_offset": newest, "consumer_offset": committed, "diff": newest - committed,
        "inflight": pulled - committed if pulled is not None else None,
        "last_time": _moment(value, "lastTimestamp"),
    }  # fmt: skip


# -- the web console's lists -----------------------------------------------------------------------


def _is_topic_of_group(value: Value) -> bool:
    listed = member(value, "queueStatInfoList")
    return _has(value, "topic") and listed is not None and isinstance(listed.value, tuple)


def _group_of_topic(value: Value) -> str | None:
    return _retried([_text(member(value, "topic")) or ""])


def _topic_of_group(value: Value, request: AdminRequest) -> Iterator[TableRow]:
    """TopicConsumerInfo: who holds a queue is asked of the clients, and null where one of them did not answer."""
    topic, listed = _text(member(value, "topic")), member(value, "queueStatInfoList")
    for queue in listed.value if listed is not None else ():
        place = _sound(_place, queue)
        if place is not None:
            owned = {"client_ip": owner(_text(member(queue, "clientInfo"))), "client_ip_shown": True}
            yield from _progress(queue, {"topic": topic, **place}, request, owned)


def _place(queue: Value) -> Row:
    return {"broker": _text(member(queue, "brokerName")), "queue": int_of(_text(member(queue, "queueId")) or "")}


def _is_group(value: Value) -> bool:
    return _has(value, "group", "count", "diffTotal") and _has_any(value, "consumeTps", "consumeType", "messageModel")


def _group(value: Value, _: AdminRequest) -> Iterator[TableRow]:
    """GroupConsumeInfo; groups of RocketMQ itself are marked by %SYS% in the console."""
    row = _sound(_listed, value)
    if row is not None and not str(row["group"]).startswith("%SYS%"):
        yield "groups", row


def _listed(value: Value) -> Row:
    kind, behind = _text(member(value, "consumeType")), _long(value, "diffTotal")
    return {
        "line": value.line, "group": _text(member(value, "group")),
        "count": int_of(_text(member(value, "count")) or ""), "version": _text(member(value, "version")),
        "type": TYPES.get(kind or "", kind),
        "model": _text(member(value, "messageModel")), "tps": _long(value, "consumeTps"),
        "diff_total": None if behind == -1 else behind,
    }  # fmt: skip


# -- ConsumerRunningInfo ---------------------------------------------------------------------------


def _is_running_info(value: Value) -> bool:
    return _has(value, "mqTable") and _has_any(value, "properties", "subscriptionSet", "statusTable")


def _group_of_client(value: Value) -> str | None:
    named = _text(member(member(value, "properties"), "consumerGroup"))
    topics = [_text(member(one, "topic")) or "" for one in _items(member(value, "subscriptionSet"))]
    return named or _retried([*topics, *(queue["topic"] for queue, _ in _by_queue(member(value, "mqTable")))])


def client_id_of(value: Value) -> str | None:
    """The client id by `ClientConfig#buildMQClientId`, where the properties hold its parts (5.x)."""
    properties = member(value, "properties")
    address, instance, unit = (_text(member(properties, name)) for name in ("clientIP", "instanceName", "unitName"))
    if not address or not instance:
        return None
    stream = "STREAM" if _text(member(properties, "enableStreamRequestType")) == "true" else None
    return "@".join(part for part in (address, instance, unit, stream) if part)


def _running_info(value: Value, request: AdminRequest) -> Iterator[TableRow]:
    who = {"group": request.group, "client_id": request.client_id}
    for name, prefix in (("properties", ""), ("userConsumerInfo", "User Consume Info: ")):
        for key, inner in members(member(value, name)):
            if (text := _text(inner)) is not None:
                yield "client_properties", {"line": inner.line, **who, "key": f"{prefix}{key}", "value": text}
    yield from _subscriptions(_items(member(value, "subscriptionSet")), request.group, request.client_id)
    for name, detail in (("mqTable", _pull_detail), ("mqPopTable", _pop_detail)):
        yield from _client_queues(member(value, name), who, detail)
    for topic, inner in members(member(value, "statusTable")):
        yield from _row("client_topics", inner, _rates, {**who, "topic": str(topic)})
    yield from _threads(member(value, "jstack"), request)


def _client_queues(table: Value | None, who: Row, detail: Callable[[Value], Row]) -> Iterator[TableRow]:
    """A client's queues; of a table that is not whole nobody knows which it lacks."""
    if table is None or not table.whole:
        return
    for queue, info in _by_queue(table):
        yield from _row("client_queues", info, detail, {**who, **queue, **NO_DETAIL})


def _pull_detail(info: Value) -> Row:
    """ProcessQueueInfo; `droped` is its own spelling."""
    return {
        "mode": "pull", "consumer_offset": _long(info, "commitOffset"),
        "cached_min_offset": _long(info, "cachedMsgMinOffset"), "cached_max_offset": _long(info, "cachedMsgMaxOffset"),
        "cached_count": _long(info, "cachedMsgCount"), "locked": _flag(info, "locked"),
        "try_unlock_times": _long(info, "tryUnlockTimes"), "dropped": _flag(info, "droped"),
        "last_lock": _moment(info, "lastLockTimestamp"), "last_pull": _moment(info, "lastPullTimestamp"),
        "last_consume": _moment(info, "lastConsumeTimestamp"),
    }  # fmt: skip


def _pop_detail(info: Value) -> Row:
    """PopProcessQueueInfo."""
    return {
        "mode": "pop", "cached_count": _long(info, "waitAckCount"), "dropped": _flag(info, "droped"),
        "last_pull": _moment(info, "lastPopTimestamp"),
    }  # fmt: skip


_RATES = {
    "pull_rt": "pullRT", "pull_tps": "pullTPS", "consume_rt": "consumeRT", "consume_ok_tps": "consumeOKTPS",
    "consume_failed_tps": "consumeFailedTPS",
}  # fmt: skip


def _rates(value: Value) -> Row:
    texts = {column: _text(member(value, name)) for column, name in _RATES.items()}
    rates: Row = {column: None if text is None else double_of(text) for column, text in texts.items()}
    return rates | {"consume_failed_in_hour": _long(value, "consumeFailedMsgs")}


def _threads(stacks: Value | None, request: AdminRequest) -> Iterator[TableRow]:
    """The threads of `UtilAll#jstack`, which stand in one text."""
    lines = (_text(stacks) or "").split("\n")
    i = 0
    while stacks is not None and i < len(lines):
        thread, taken = stack_at(lines, i) or (None, 1)
        row = row_of(thread, stacks.line, request.group, request.client_id) if thread else None
        if row is not None:
            yield "threads", row
        i += taken


# -- topics ----------------------------------------------------------------------------------------


def _is_topic_stats(value: Value) -> bool:
    return _has(_first_of(member(value, "offsetTable")), "minOffset", "maxOffset")


def _topic_stats(value: Value, _: AdminRequest) -> Iterator[TableRow]:
    for queue, offsets in _by_queue(member(value, "offsetTable")):
        yield from _row("topic_queues", offsets, _ends, {"kind": Kind.TOPIC_STATUS.value, **queue})


def _ends(offsets: Value) -> Row:
    """TopicOffset."""
    return {
        "min_offset": _long(offsets, "minOffset"), "max_offset": _long(offsets, "maxOffset"),
        "last_updated": _moment(offsets, "lastUpdateTimestamp"),
    }  # fmt: skip


def is_route(value: Value) -> bool:
    """Whether it is a topic's route (`TopicRouteData`), which mqadmin prints as JSON itself."""
    return _has(value, "queueDatas", "brokerDatas")


def _route(value: Value, request: AdminRequest) -> Iterator[TableRow]:
    brokers = {_text(member(data, "brokerName")): data for data in _items(member(value, "brokerDatas"))}
    for data in _items(member(value, "queueDatas")):
        if broker := _text(member(data, "brokerName")):
            place = {"kind": Kind.TOPIC_ROUTE.value, "topic": request.topic, "broker": broker, "queue": None}
            yield from _row("topic_queues", data, _rights, {**place, **_broker(brokers.get(broker))})


def _broker(data: Value | None) -> Row:
    """BrokerData: addresses by the broker's id, of which 0 is the master's (`MixAll.MASTER_ID`)."""
    addresses = {str(key): _text(inner) for key, inner in members(member(data, "brokerAddrs"))}
    first = min(addresses, key=lambda key: (len(key), key), default="")
    return {
        "cluster": _text(member(data, "cluster")), "address": addresses.get(first),
        "master": "0" in addresses if addresses else None,
    }  # fmt: skip


def _rights(data: Value) -> Row:
    names = {"read_queues": "readQueueNums", "write_queues": "writeQueueNums", "perm": "perm"}
    return {column: int_of(_text(member(data, name)) or "") for column, name in names.items()}


# -- failures --------------------------------------------------------------------------------------

# what a RemotingCommand has beside its code and remark
_OF_REMOTING = ("opaque", "serializeTypeCurrentRPC", "extFields")
_ERROR_CODE = re.compile(r"(?!0+$)\d{1,5}", re.ASCII)


def _is_failure(value: Value) -> bool:
    code, remark, flag = (_text(member(value, name)) for name in ("code", "remark", "flag"))
    if not remark or not _ERROR_CODE.fullmatch(code or "") or _is_request(flag or ""):
        return False
    return _has_any(value, *_OF_REMOTING) or any(names_in(remark)) or bool(thrown_in(remark))


def _is_request(flag: str) -> bool:
    """Bit 0 of a RemotingCommand's flag marks a response (`markResponseType`)."""
    return flag.isdecimal() and not int(flag) & 1


def _failure(value: Value, request: AdminRequest) -> Iterator[TableRow]:
    code, remark = (_text(member(value, name)) or "" for name in ("code", "remark"))
    yield _failed(value, request, int(code), remark)


def _failed(value: Value, request: AdminRequest, code: int | None, words: str) -> TableRow:
    group, topic = names_in(words)
    names = {"group": group or request.group, "topic": topic or request.topic}
    return _answer(value, request, **names, code=code, text=words)


def _is_console_failure(value: Value) -> bool:
    """The console's JsonResult, which has an exception's text where it failed."""
    words = _text(member(value, "errMsg"))
    return _has(value, "status") and bool(words and CODE.search(words.split("\n", 1)[0]))


def _console_failure(value: Value, request: AdminRequest) -> Iterator[TableRow]:
    words = (_text(member(value, "errMsg")) or "").split("\n", 1)[0]
    if code := CODE.search(words):
        yield _failed(value, request, int(code["code"]), code["text"])


# The first that fits counts.
BODIES: tuple[Body, ...] = (
    Body("consumerStatus", _is_running_info, _running_info, _group_of_client),
    Body("consumerConnection", _is_connection, _connection, _group_of_connection),
    Body("consumerProgress", _is_stats, _stats, _group_of_table),
    Body("consumerProgress", _is_topic_of_group, _topic_of_group, _group_of_topic, by_group=True),
    Body("topicStatus", _is_topic_stats, _topic_stats, of_topic=True),
    Body("topicRoute", is_route, _route, of_topic=True),
    Body(None, _is_group, _group),
    Body(None, _is_failure, _failure),
    Body(None, _is_console_failure, _console_failure),
)
