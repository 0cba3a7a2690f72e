"""Answers of RocketMQ's admin API as rows: one function for each body that fastjson, or the web console, prints as
JSON. Values in, rows out; where answers stand in a text is for `admin_json`.

Of `remoting.protocol` (`common.protocol` before 5.0), 4.0.0 to 5.4: ConsumerConnection, ConsumerRunningInfo,
ProcessQueueInfo, PopProcessQueueInfo, ConsumeStatus (body), ConsumeStats, OffsetWrapper, TopicStatsTable (admin),
TopicRouteData (route), SubscriptionData (heartbeat). Of rocketmq-dashboard: TopicConsumerInfo, QueueStatInfo,
GroupConsumeInfo.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
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

Told = tuple[str, Row]


@dataclass(frozen=True)
class About:
    """Whom an answer is about: what the text around it names. `broker` is the address that was asked."""

    group: str | None = None
    topic: str | None = None
    client_id: str | None = None
    broker: str | None = None
    command: str | None = None


@dataclass(frozen=True)
class Body:
    """One kind of answer: the members that tell it, the group that it names itself, its rows; `asked_by` is the
    command of mqadmin that asks for the same, and `by_group` says that a map may hold one for each group."""

    asked_by: str | None
    is_of: Callable[[Value], bool]
    group: Callable[[Value], str | None]
    rows: Callable[[Value, About], Iterator[Told]]
    of_topic: bool = False
    by_group: bool = False


# -- what stands in several of them ----------------------------------------------------------------


def _has(value: Value, *names: str) -> bool:
    return all(member(value, name) is not None for name in names)


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
    if isinstance(key, str) and key.startswith("{"):
        read = read_json(key)
        key = read[0].value if read else key
    named: Mapping[str, Any] | None = None
    if isinstance(key, list):
        named = plain(Value(0, key))
    elif isinstance(key, str) and (match := _QUEUE_TEXT.fullmatch(key)):
        named = match.groupdict()
    if named is None or not all(isinstance(named.get(name), str) for name in ("topic", "brokerName")):
        return None
    try:
        return {"topic": named["topic"], "broker": named["brokerName"], "queue": int_of(str(named.get("queueId")))}
    except ValueError:
        return None


def _first_of(table: Value | None) -> Value:
    return next((value for _, value in _entries(table)), Value(0, None))


def _sound(read: Callable[[Value], Row], value: Value) -> Row | None:
    """What is read of a value that is whole; None where a number is none of RocketMQ's, as in a damaged text."""
    try:
        return read(value) if value.whole else None
    except ValueError:
        return None


def _retried(topics: list[str]) -> str | None:
    return group_in_rows(Kind.CONSUMER_CONNECTION, topics, None)


def _subscriptions(listed: list[Value], about: About, client_id: str | None) -> Iterator[Told]:
    for value in listed:
        topic = _text(member(value, "topic"))
        if topic and value.whole:
            expression = _text(member(value, "subString")) or ""
            yield (
                "subscriptions",
                {
                    "line": value.line, "group": about.group, "client_id": client_id,
                    "topic": topic, "expression": expression,
                },
            )  # fmt: skip


def _answer(value: Value, about: About, **told: object) -> Told:
    names = {"command": about.command, "group": about.group, "topic": about.topic}
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
    return _has(value, "connectionSet") and any(_has(value, name) for name in ours)


def _group_of_connection(value: Value) -> str | None:
    return _retried([str(topic) for topic, _ in members(member(value, "subscriptionTable"))])


def _connection(value: Value, about: About) -> Iterator[Told]:
    """A list of clients or of topics of which a part is lost says nothing about who is not in it: it is not read."""
    listed, table = member(value, "connectionSet"), member(value, "subscriptionTable")
    clients = listed.value if listed and listed.whole and isinstance(listed.value, tuple) else ()
    for client in clients:
        if client_id := _text(member(client, "clientId")):
            yield (
                "connections",
                {
                    "line": client.line, "kind": Kind.CONSUMER_CONNECTION.value, "group": about.group,
                    "broker_address": about.broker, "client_id": client_id,
                    "address": _text(member(client, "clientAddr")), "language": _text(member(client, "language")),
                    "version": _version(client),
                },
            )  # fmt: skip
    if table and table.whole:
        yield from _subscriptions([inner for _, inner in members(table)], about, None)
    names = {"consume_type": "consumeType", "message_model": "messageModel", "consume_from_where": "consumeFromWhere"}
    told = {column: _text(member(value, name)) for column, name in names.items()}
    if any(told.values()):
        yield _answer(value, about, **told)


# -- ConsumeStats ----------------------------------------------------------------------------------


def _is_stats(value: Value) -> bool:
    return _has(_first_of(member(value, "offsetTable")), "brokerOffset", "consumerOffset")


def _group_of_table(value: Value) -> str | None:
    return _retried([queue["topic"] for queue, _ in _by_queue(member(value, "offsetTable"))])


def _stats(value: Value, about: About) -> Iterator[Told]:
    for queue, offsets in _by_queue(member(value, "offsetTable")):
        yield from _progress(offsets, queue, about, {"client_ip": None, "client_ip_shown": False})
    tps = member(value, "consumeTps")
    rate = _sound(_double, tps) if tps is not None else None
    if rate is not None:
        yield _answer(value, about, **rate)


def _progress(offsets: Value, queue: Row, about: About, owned: Row) -> Iterator[Told]:
    row = _sound(_offsets, offsets)
    if row is not None:
        yield "progress", {"line": offsets.line, "group": about.group, **queue, **owned, **row}


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


def _topic_of_group(value: Value, about: About) -> Iterator[Told]:
    """TopicConsumerInfo: who holds a queue is asked of the clients, and null where one of them did not answer."""
    topic, listed = _text(member(value, "topic")), member(value, "queueStatInfoList")
    for queue in listed.value if listed is not None else ():
        place = _sound(_place, queue)
        if place is not None:
            owned = {"client_ip": owner(_text(member(queue, "clientInfo"))), "client_ip_shown": True}
            yield from _progress(queue, {"topic": topic, **place}, about, owned)


def _place(queue: Value) -> Row:
    return {"broker": _text(member(queue, "brokerName")), "queue": int_of(_text(member(queue, "queueId")) or "")}


def _is_group(value: Value) -> bool:
    return _has(value, "group", "count", "diffTotal") and any(
        _has(value, name) for name in ("consumeTps", "consumeType", "messageModel")
    )


def _group(value: Value, _: About) -> Iterator[Told]:
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
    return _has(value, "mqTable") and any(
        _has(value, name) for name in ("properties", "subscriptionSet", "statusTable")
    )


def _group_of_client(value: Value) -> str | None:
    named = _text(member(member(value, "properties"), "consumerGroup"))
    listed = member(value, "subscriptionSet")
    topics = [_text(member(one, "topic")) or "" for one in _items(listed)]
    return named or _retried([*topics, *(queue["topic"] for queue, _ in _by_queue(member(value, "mqTable")))])


def _items(value: Value | None) -> tuple[Value, ...]:
    """The items of a list that is whole."""
    return value.value if value is not None and value.whole and isinstance(value.value, tuple) else ()


def client_id_of(value: Value) -> str | None:
    """The client id by `ClientConfig#buildMQClientId`, where the properties hold its parts (5.x)."""
    told = {name: _text(member(member(value, "properties"), name)) for name in ("clientIP", "instanceName", "unitName")}
    if not told["clientIP"] or not told["instanceName"]:
        return None
    parts = [told["clientIP"], told["instanceName"], *([told["unitName"]] if told["unitName"] else [])]
    streams = _text(member(member(value, "properties"), "enableStreamRequestType")) == "true"
    return "@".join([*parts, "STREAM"] if streams else parts)


def _running_info(value: Value, about: About) -> Iterator[Told]:
    who = {"group": about.group, "client_id": about.client_id}
    for name, prefix in (("properties", ""), ("userConsumerInfo", "User Consume Info: ")):
        for key, inner in members(member(value, name)):
            if (text := _text(inner)) is not None:
                yield "client_properties", {"line": inner.line, **who, "key": f"{prefix}{key}", "value": text}
    yield from _subscriptions(list(_items(member(value, "subscriptionSet"))), about, about.client_id)
    for name, detail in (("mqTable", _pull_detail), ("mqPopTable", _pop_detail)):
        yield from _client_queues(member(value, name), who, detail)
    for topic, inner in members(member(value, "statusTable")):
        row = _sound(_rates, inner)
        if row is not None:
            yield "client_topics", {"line": inner.line, **who, "topic": str(topic), **row}
    yield from _threads(member(value, "jstack"), about)


def _client_queues(table: Value | None, who: Row, detail: Callable[[Value], Row]) -> Iterator[Told]:
    """A client's queues; of a table that is not whole nobody knows which it lacks."""
    if table is None or not table.whole:
        return
    for queue, info in _by_queue(table):
        row = _sound(detail, info)
        if row is not None:
            yield "client_queues", {"line": info.line, **who, **queue, **NO_DETAIL, **row}


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
    told = {column: _text(member(value, name)) for column, name in _RATES.items()}
    rates: Row = {column: None if text is None else double_of(text) for column, text in told.items()}
    return rates | {"consume_failed_in_hour": _long(value, "consumeFailedMsgs")}


def _threads(stacks: Value | None, about: About) -> Iterator[Told]:
    """The threads of `UtilAll#jstack`, which stand in one text."""
    lines = (_text(stacks) or "").split("\n")
    i = 0
    while stacks is not None and i < len(lines):
        thread, taken = stack_at(lines, i) or (None, 1)
        row = row_of(thread, stacks.line, about.group, about.client_id) if thread else None
        if row is not None:
            yield "threads", row
        i += taken


# -- topics ----------------------------------------------------------------------------------------


def _is_topic_stats(value: Value) -> bool:
    return _has(_first_of(member(value, "offsetTable")), "minOffset", "maxOffset")


def _topic_stats(value: Value, _: About) -> Iterator[Told]:
    for queue, offsets in _by_queue(member(value, "offsetTable")):
        row = _sound(_ends, offsets)
        if row is not None:
            yield "topic_queues", {"line": offsets.line, "kind": Kind.TOPIC_STATUS.value, **queue, **row}


def _ends(offsets: Value) -> Row:
    """TopicOffset."""
    return {
        "min_offset": _long(offsets, "minOffset"), "max_offset": _long(offsets, "maxOffset"),
        "last_updated": _moment(offsets, "lastUpdateTimestamp"),
    }  # fmt: skip


def is_route(value: Value) -> bool:
    """Whether it is a topic's route (`TopicRouteData`), which mqadmin prints as JSON itself."""
    return _has(value, "queueDatas", "brokerDatas")


def _route(value: Value, about: About) -> Iterator[Told]:
    """A broker's addresses are told by its id; id 0 is the master's (`MixAll.MASTER_ID`)."""
    brokers = {_text(member(data, "brokerName")): data for data in _items(member(value, "brokerDatas"))}
    for data in _items(member(value, "queueDatas")):
        broker = _text(member(data, "brokerName"))
        row = _sound(_rights, data) if broker else None
        if row is None:
            continue
        at = brokers.get(broker)
        addresses = {str(key): _text(inner) for key, inner in members(member(at, "brokerAddrs"))}
        first = min(addresses, key=lambda key: (len(key), key), default="")
        yield (
            "topic_queues",
            {
                "line": data.line, "kind": Kind.TOPIC_ROUTE.value, "topic": about.topic, "broker": broker,
                "queue": None, **row, "cluster": _text(member(at, "cluster")), "address": addresses.get(first),
                "master": "0" in addresses if addresses else None,
            },
        )  # fmt: skip


def _rights(data: Value) -> Row:
    names = {"read_queues": "readQueueNums", "write_queues": "writeQueueNums", "perm": "perm"}
    return {column: int_of(_text(member(data, name)) or "") for column, name in names.items()}


# -- failures --------------------------------------------------------------------------------------

# what a RemotingCommand has beside its code and remark; bit 0 of its flag marks a response (`markResponseType`)
_OF_REMOTING = ("opaque", "serializeTypeCurrentRPC", "extFields")


def _is_failure(value: Value) -> bool:
    code, remark, flag = (_text(member(value, name)) for name in ("code", "remark", "flag"))
    if not code or not code.isdigit() or len(code) > 5 or int(code) == 0 or not remark:
        return False
    if flag is not None and flag.isdigit() and not int(flag) & 1:
        return False
    return any(_has(value, name) for name in _OF_REMOTING) or any(names_in(remark)) or bool(thrown_in(remark))


def _failure(value: Value, about: About) -> Iterator[Told]:
    code, remark = (_text(member(value, name)) or "" for name in ("code", "remark"))
    yield _failed(value, about, int(code), remark)


def _failed(value: Value, about: About, code: int | None, words: str) -> Told:
    group, topic = names_in(words)
    names = {"group": group or about.group, "topic": topic or about.topic}
    return _answer(value, about, **names, code=code, text=words)


def _is_console_failure(value: Value) -> bool:
    """The console's JsonResult, which has an exception's text where it failed."""
    words = _text(member(value, "errMsg"))
    return _has(value, "status") and bool(words and CODE.search(words.split("\n", 1)[0]))


def _console_failure(value: Value, about: About) -> Iterator[Told]:
    words = (_text(member(value, "errMsg")) or "").split("\n", 1)[0]
    if code := CODE.search(words):
        yield _failed(value, about, int(code["code"]), code["text"])


def _names_no_group(_: Value) -> str | None:
    return None


# The first that fits counts.
BODIES: tuple[Body, ...] = (
    Body("consumerStatus", _is_running_info, _group_of_client, _running_info),
    Body("consumerConnection", _is_connection, _group_of_connection, _connection),
    Body("consumerProgress", _is_stats, _group_of_table, _stats),
    Body("consumerProgress", _is_topic_of_group, _group_of_topic, _topic_of_group, by_group=True),
    Body("topicStatus", _is_topic_stats, _names_no_group, _topic_stats, of_topic=True),
    Body("topicRoute", is_route, _names_no_group, _route, of_topic=True),
    Body(None, _is_group, _names_no_group, _group),
    Body(None, _is_failure, _names_no_group, _failure),
    Body(None, _is_console_failure, _names_no_group, _console_failure),
)
