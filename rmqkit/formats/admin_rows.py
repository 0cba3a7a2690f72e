"""Answers of RocketMQ's admin API as rows: one function for each body that fastjson, or the web console, prints as
JSON. Values in, rows out; where answers stand in a text is for `admin_json`.

Of `remoting.protocol` (`common.protocol` before 5.0), 4.0.0 to 5.4: ConsumerConnection, ConsumerRunningInfo,
ProcessQueueInfo, PopProcessQueueInfo, ConsumeStatus (body), ConsumeStats, OffsetWrapper, TopicStatsTable (admin),
TopicRouteData (route), SubscriptionData (heartbeat). Of rocketmq-dashboard: TopicConsumerInfo, QueueStatInfo,
GroupConsumeInfo.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from rmqkit.formats.block import Kind, Row
from rmqkit.formats.json_text import Value, member, members, plain, read_json
from rmqkit.formats.logs.exceptions import thrown_in
from rmqkit.formats.mqadmin.command_failed import CODE, names_in
from rmqkit.formats.mqadmin.consumer_progress import TYPES, owner
from rmqkit.formats.mqadmin.rows import Columns, columns_of, double_of, int_of
from rmqkit.formats.mqadmin.running_info import NO_DETAIL, client_id_in
from rmqkit.formats.mqadmin.topic_route import RouteBroker
from rmqkit.formats.naming import group_in_rows
from rmqkit.formats.threads import row_of, stack_at

TableRow = tuple[str, Row]


@dataclass(frozen=True)
class AdminRequest:
    """What an answer was asked about, as the text around it names it; `broker` is the address that was asked."""

    group: str | None = None
    topic: str | None = None
    client_id: str | None = None
    broker: str | None = None


@dataclass(frozen=True)
class Body:
    """One kind of answer: the members that tell it, its rows, the group that it names itself; `asked_by` is the
    command of mqadmin that asks for the same, and `by_group` says that a map may hold one for each group."""

    asked_by: str | None
    is_of: Callable[[Value], bool]
    rows: Callable[[Value, AdminRequest], Iterator[TableRow]]
    group: Callable[[Value], str | None] = lambda _: None
    of_topic: bool = False
    by_group: bool = False


# -- what stands in several of them ----------------------------------------------------------------


def _has(value: Value, *names: str) -> bool:
    return all(member(value, name) is not None for name in names)


def _has_any(value: Value, *names: str) -> bool:
    return any(_has(value, name) for name in names)


def _text(value: Value | None, *names: str) -> str | None:
    """A text (of the member that names lead to), or a number or flag as Java prints it; None for null and for what
    holds others."""
    for name in names:
        value = member(value, name)
    inside = value.value if value is not None else None
    if inside is None or isinstance(inside, (list, tuple)):
        return None
    return str(inside).lower() if isinstance(inside, bool) else str(inside)


def _told(value: Value, columns: Columns) -> Row:
    """What an object's members tell; None where it has none. Raises ValueError for a number that no Java type holds."""
    texts = {column: _text(value, name) for column, (name, _) in columns.items()}
    return {column: None if text is None else columns[column][1](text) for column, text in texts.items()}


def _row(table: str, value: Value, place: Row, read: Callable[[Value], Row]) -> Iterator[TableRow]:
    """The row of a value, which says where it belongs and what is read of it; none of a value that is not whole, or
    with a number that is none of RocketMQ's, as in a damaged text."""
    try:
        row = read(value) if value.whole else None
    except ValueError:
        return
    if row is not None:
        yield table, {"line": value.line, **place, **row}


def _members(table: str, value: Value, place: Row, java_class: str) -> Iterator[TableRow]:
    """The row of a value whose members are columns."""
    return _row(table, value, place, partial(_told, columns=columns_of(java_class)))


_QUEUE_TEXT = re.compile(
    r"MessageQueue \[topic=(?P<topic>.*?), brokerName=(?P<brokerName>.*?), queueId=(?P<queueId>-?\d+)\]"
)


def _entries(table: Value | None) -> Iterator[tuple[Any, Value]]:
    """The entries of a map, or of a list of pairs."""
    yield from members(table)
    pairs = table.value if table is not None and isinstance(table.value, tuple) else ()
    for pair in pairs:
        if isinstance(pair.value, tuple) and len(pair.value) == 2:
            yield pair.value[0].value, pair.value[1]


def _queue_entries(table: Value | None) -> Iterator[tuple[Row, Value]]:
    """The entries of a map whose keys are `MessageQueue`s, those alone that are whole.

    fastjson prints such a key as an object, Jackson as its `toString`, others as a text of JSON or the map as a list
    of pairs.
    """
    for key, value in _entries(table):
        if isinstance(key, str) and key.startswith("{"):
            read = read_json(key)
            key = read[0].value if read else key
        match = _QUEUE_TEXT.fullmatch(key) if isinstance(key, str) else None
        queue = dict(plain(Value(0, key))) if isinstance(key, list) else match.groupdict() if match else {}
        is_named = all(isinstance(queue.get(name), str) for name in ("topic", "brokerName"))
        if is_named and value.whole and isinstance(value.value, list):
            try:
                number = int_of(str(queue.get("queueId")))
            except ValueError:
                continue
            yield {"topic": queue["topic"], "broker": queue["brokerName"], "queue": number}, value


def _first_queue_has(value: Value, *names: str) -> bool:
    """Whether the first entry of a table by queues has these members."""
    first = next((inner for _, inner in _entries(member(value, "offsetTable"))), Value(0, None))
    return _has(first, *names)


def _items(value: Value | None) -> tuple[Value, ...]:
    """The items of a list that is whole."""
    return value.value if value is not None and value.whole and isinstance(value.value, tuple) else ()


def _retried(topics: Iterable[str]) -> str | None:
    return group_in_rows(Kind.CONSUMER_CONNECTION, list(topics), None)


def _subscriptions(listed: Iterable[Value], group: str | None, client_id: str | None) -> Iterator[TableRow]:
    for value in listed:
        if topic := _text(value, "topic"):
            place = {"group": group, "client_id": client_id, "topic": topic}
            yield from _row("subscriptions", value, place, lambda one: {"expression": _text(one, "subString") or ""})


def _answer(value: Value, request: AdminRequest, **told: object) -> TableRow:
    place = {"line": value.line, "kind": Kind.ADMIN_JSON.value, "command": None}
    return "answers", {**place, "group": request.group, "topic": request.topic, **told}


# -- ConsumerConnection ----------------------------------------------------------------------------

# `MQVersion.Version`: from 4.0.0 on two ordinals for each of ten releases of each of ten minors, SNAPSHOT first; the
# names go to 5.9.9.
_FIRST_OF_4, _RELEASES_KNOWN = 212, 400


def _version(connection: Value) -> str | None:
    """The version's name as mqadmin prints it: the console has it, RocketMQ's own body its ordinal."""
    told = _text(connection, "versionDesc") or _text(connection, "version")
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


def _connection(value: Value, request: AdminRequest) -> Iterator[TableRow]:
    """A list of clients or of topics of which a part is lost says nothing about who is not in it: it is not read."""
    place = {"kind": Kind.CONSUMER_CONNECTION.value, "group": request.group, "broker_address": request.broker}
    for client in _items(member(value, "connectionSet")):
        if _text(client, "clientId"):
            told = _told(client, columns_of("Connection"))
            yield "connections", {"line": client.line, **place, **told, "version": _version(client)}
    table = member(value, "subscriptionTable")
    if table and table.whole:
        yield from _subscriptions((inner for _, inner in members(table)), request.group, None)
    settings = _told(value, columns_of("ConsumerConnection"))
    if any(settings.values()):
        yield _answer(value, request, **settings)


# -- ConsumeStats ----------------------------------------------------------------------------------


def _stats(value: Value, request: AdminRequest) -> Iterator[TableRow]:
    for queue, offsets in _queue_entries(member(value, "offsetTable")):
        place = {"group": request.group, **queue, "client_ip": None, "client_ip_shown": False}
        yield from _row("progress", offsets, place, _offsets)
    tps = member(value, "consumeTps")
    for _, rate in _row("", tps, {}, lambda tps: {"consume_tps": double_of(_text(tps) or "")}) if tps else ():
        yield _answer(value, request, consume_tps=rate["consume_tps"])


def _offsets(value: Value) -> Row:
    """OffsetWrapper; `ConsumerProgressSubCommand` counts in flight what was pulled and not committed (5.1.0 on)."""
    told = _told(value, columns_of("OffsetWrapper"))
    newest, committed, pulled = told["broker_offset"], told["consumer_offset"], told.pop("inflight")
    if newest is None or committed is None:
        raise ValueError("a queue without its offsets")
    inflight = pulled - committed if pulled is not None else None
    return {**told, "diff": newest - committed, "inflight": inflight}


# -- the web console's lists -----------------------------------------------------------------------


def _is_topic_of_group(value: Value) -> bool:
    listed = member(value, "queueStatInfoList")
    return _has(value, "topic") and listed is not None and isinstance(listed.value, tuple)


def _topic_consumers(value: Value, request: AdminRequest) -> Iterator[TableRow]:
    """TopicConsumerInfo: who holds a queue is asked of the clients, and null where one of them did not answer."""
    listed = member(value, "queueStatInfoList")
    for queue in listed.value if listed is not None else ():
        place = {"group": request.group, "topic": _text(value, "topic"), "broker": _text(queue, "brokerName")}
        owned = {"client_ip": owner(_text(queue, "clientInfo")), "client_ip_shown": True}
        yield from _row("progress", queue, {**place, **owned}, _topic_queue)


def _topic_queue(queue: Value) -> Row:
    return {"queue": int_of(_text(queue, "queueId") or ""), **_offsets(queue)}


def _group(value: Value, _: AdminRequest) -> Iterator[TableRow]:
    """GroupConsumeInfo; groups of RocketMQ itself are marked by %SYS% in the console."""
    if (_text(value, "group") or "").startswith("%SYS%"):
        return
    for table, row in _members("groups", value, {}, "GroupConsumeInfo"):
        if row["count"] is not None:
            behind = None if row["diff_total"] == -1 else row["diff_total"]
            yield table, {**row, "type": TYPES.get(row["type"] or "", row["type"]), "diff_total": behind}


# -- ConsumerRunningInfo ---------------------------------------------------------------------------


def _clients_group(value: Value) -> str | None:
    topics = [_text(one, "topic") or "" for one in _items(member(value, "subscriptionSet"))]
    held = (queue["topic"] for queue, _ in _queue_entries(member(value, "mqTable")))
    return _text(value, "properties", "consumerGroup") or _retried([*topics, *held])


def client_id_of(value: Value) -> str | None:
    """The client id, where the properties hold its parts (5.x)."""
    return client_id_in(lambda name: _text(value, "properties", name))


def _running_info(value: Value, request: AdminRequest) -> Iterator[TableRow]:
    """A client's properties, subscriptions, queues, rates and threads; of a table that is not whole nobody knows which
    queues it lacks."""
    who = {"group": request.group, "client_id": request.client_id}
    for name, prefix in (("properties", ""), ("userConsumerInfo", "User Consume Info: ")):
        for key, inner in members(member(value, name)):
            if (text := _text(inner)) is not None:
                yield "client_properties", {"line": inner.line, **who, "key": f"{prefix}{key}", "value": text}
    yield from _subscriptions(_items(member(value, "subscriptionSet")), request.group, request.client_id)
    for name, mode, kind in (("mqTable", "pull", "ProcessQueueInfo"), ("mqPopTable", "pop", "PopProcessQueueInfo")):
        table = member(value, name)
        for queue, info in _queue_entries(table) if table is not None and table.whole else ():
            place = {**who, **queue, **NO_DETAIL, "mode": mode}
            yield from _members("client_queues", info, place, kind)
    for topic, inner in members(member(value, "statusTable")):
        yield from _members("client_topics", inner, {**who, "topic": str(topic)}, "ConsumeStatus")
    stacks = member(value, "jstack")
    lines = (_text(stacks) or "").split("\n")  # `UtilAll#jstack` puts all threads into one text
    i = 0
    while stacks is not None and i < len(lines):
        thread, taken = stack_at(lines, i) or (None, 1)
        if thread and (row := row_of(thread, stacks.line, request.group, request.client_id)) is not None:
            yield "threads", row
        i += taken


# -- topics ----------------------------------------------------------------------------------------


def _topic_stats(value: Value, _: AdminRequest) -> Iterator[TableRow]:
    for queue, offsets in _queue_entries(member(value, "offsetTable")):
        place = {"kind": Kind.TOPIC_STATUS.value, **queue}
        yield from _members("topic_queues", offsets, place, "TopicOffset")


def is_route(value: Value) -> bool:
    """Whether it is a topic's route (`TopicRouteData`), which mqadmin prints as JSON itself."""
    return _has(value, "queueDatas", "brokerDatas")


def _route(value: Value, request: AdminRequest) -> Iterator[TableRow]:
    """A row for each broker's QueueData; BrokerData has the addresses by the broker's id."""
    brokers = {
        _text(data, "brokerName"): RouteBroker(
            _text(data, "cluster"),
            {str(key): _text(inner) for key, inner in members(member(data, "brokerAddrs"))},
        )
        for data in _items(member(value, "brokerDatas"))
    }

    def row(data: Value) -> Row:
        broker = _text(data, "brokerName") or ""
        queues = {name: _text(data, name) or "" for name in ("readQueueNums", "writeQueueNums", "perm")}
        return brokers.get(broker, RouteBroker()).row(request.topic, broker, queues)

    for data in _items(member(value, "queueDatas")):
        if _text(data, "brokerName"):
            yield from _row("topic_queues", data, {}, row)


# -- failures --------------------------------------------------------------------------------------

# what a RemotingCommand has beside its code and remark
_OF_REMOTING = ("opaque", "serializeTypeCurrentRPC", "extFields")
_ERROR_CODE = re.compile(r"(?!0+$)\d{1,5}", re.ASCII)


def _failed_with(value: Value) -> tuple[str, str] | None:
    """The code and words of a failure: of a response (bit 0 of a RemotingCommand's flag marks one, `markResponseType`),
    or of the console's JsonResult, which has an exception's text."""
    code, remark, flag = (_text(value, name) or "" for name in ("code", "remark", "flag"))
    is_request = flag.isdecimal() and not int(flag) & 1
    is_ours = _has_any(value, *_OF_REMOTING) or any(names_in(remark)) or bool(thrown_in(remark))
    if remark and _ERROR_CODE.fullmatch(code) and not is_request and is_ours:
        return code, remark
    printed = CODE.search((_text(value, "errMsg") or "").split("\n", 1)[0]) if _has(value, "status") else None
    return (printed["code"], printed["text"]) if printed else None


def _failure(value: Value, request: AdminRequest) -> Iterator[TableRow]:
    if failed := _failed_with(value):
        code, words = failed
        group, topic = names_in(words)
        names = {"group": group or request.group, "topic": topic or request.topic}
        yield _answer(value, request, **names, code=int(code), text=words)


# The first that fits counts.
BODIES: tuple[Body, ...] = (
    Body(
        "consumerStatus",
        lambda value: (
            _has(value, "mqTable") and _has_any(value, "properties", "subscriptionSet", "statusTable", "mqPopTable")
        ),
        _running_info,
        _clients_group,
    ),
    Body(
        "consumerConnection",
        _is_connection,
        _connection,
        lambda value: _retried(str(topic) for topic, _ in members(member(value, "subscriptionTable"))),
    ),
    Body(
        "consumerProgress",
        lambda value: _first_queue_has(value, "brokerOffset", "consumerOffset"),
        _stats,
        lambda value: _retried(queue["topic"] for queue, _ in _queue_entries(member(value, "offsetTable"))),
    ),
    Body(
        "consumerProgress",
        _is_topic_of_group,
        _topic_consumers,
        lambda value: _retried([_text(value, "topic") or ""]),
        by_group=True,
    ),
    Body("topicStatus", lambda value: _first_queue_has(value, "minOffset", "maxOffset"), _topic_stats, of_topic=True),
    Body("topicRoute", is_route, _route, of_topic=True),
    Body(
        None,
        lambda value: (
            _has(value, "group", "count", "diffTotal") and _has_any(value, "consumeTps", "consumeType", "messageModel")
        ),
        _group,
    ),
    Body(None, lambda value: _failed_with(value) is not None, _failure),
)
