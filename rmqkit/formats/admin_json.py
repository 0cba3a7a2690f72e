"""Answers of RocketMQ's admin API that programs keep as JSON: bodies of fastjson, with objects as keys, the web
console's REST, a line each, behind the head of a log's record. Text in, rows out.

Which rows a body gives is in `admin_rows`. What encloses one (`{"status":0,"data":...}`, a RemotingCommand, a map by
client or group, a text within JSON) may name what was asked for; else the body does, or the file's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import lru_cache

from rmqkit.formats.admin_rows import BODIES, AdminRequest, Body, client_id_of
from rmqkit.formats.block import Block, Parsed, Row
from rmqkit.formats.json_text import Value, member, read_json_so_far
from rmqkit.formats.logs.json_objects import TIME_KEYS
from rmqkit.formats.moments import epoch_instant, localise, moment_in
from rmqkit.formats.mqadmin.topic_route import JSON_START
from rmqkit.formats.naming import asked_by, named_by_file
from rmqkit.formats.threads import DumpSpan

# members that no other program's objects have
_OWN = ("connectionSet", "mqTable", "mqPopTable", "queueStatInfoList", "offsetTable", "consumeStatsList")
_MEMBERS = (*_OWN, "queueDatas", "remark", "errMsg", "diffTotal")
_QUOTE = r"\\*['\"]?"
_MARK = re.compile(rf"\b(?:{'|'.join(_MEMBERS)}){_QUOTE}\s*:")
_OWN_MARK = re.compile(rf"\b(?:{'|'.join(_OWN)}){_QUOTE}\s*:\s*(?:[\[{{]\s*[\[{{]|\{{\s*{_QUOTE}MessageQueue \[)")
_RESPONSE_MARK = re.compile(rf"\bopaque{_QUOTE}\s*:.*\bremark{_QUOTE}\s*:|\bremark{_QUOTE}\s*:.*\bopaque{_QUOTE}\s*:")
_OPENS = re.compile(r"[\[{]")
_OPENED = re.compile(r"[\[{][\s\[{]*$")
_ISO = re.compile(r"(?<=\d)T(?=\d)")
_DEEPEST = 8


@dataclass(frozen=True)
class AdminAnswer:
    """One answer: its body, its request, and the line of the text in which it stands alone, if so."""

    body: Body
    value: Value
    request: AdminRequest
    at: datetime | None = None
    line: int | None = None

    @property
    def group(self) -> str | None:
        """The group that something in the text names."""
        return self.request.group

    def rows(self) -> list[tuple[str, Row]]:
        """Its rows, each with its line from 0."""
        rows = list(self.body.rows(self.value, self.request))
        return rows if self.line is None else [(table, {**row, "line": self.line}) for table, row in rows]


@dataclass(frozen=True)
class _Document:
    """The answers of one JSON text, the character behind it, and whether it was read to its end."""

    answers: tuple[AdminAnswer, ...]
    end: int
    whole: bool

    @property
    def is_route(self) -> bool:
        """Whether it is a topic's route alone: one that begins its line is read as `topicRoute` prints it."""
        return all(answer.body.asked_by == "topicRoute" for answer in self.answers)


# In characters: what may be looked at in vain, for each of a text's and besides; and what a try costs at least.
_ROOM, _LEAST_ROOM, _LEAST_LOOKED_AT = 1, 1_000_000, 100
# Braces in a line that are looked at as the beginning of a JSON text: each costs what is read behind it.
_MOST_IN_A_LINE = 40


# -- in a text -------------------------------------------------------------------------------------


def stand_in(text: str) -> bool:
    """Whether a text holds the beginning of a body, or a response, as no log of RocketMQ prints it: then a log is kept
    around answers."""
    is_response = "remark" in text and "opaque" in text and _RESPONSE_MARK.search(text) is not None
    return is_response or (any(name in text for name in _OWN) and _OWN_MARK.search(text) is not None)


def spans(lines: Sequence[str]) -> list[DumpSpan]:
    """Where answers stand in a text's lines, each JSON text by itself.

    What is looked at in vain has its bound: behind it a text that opens JSON again and again holds no answers.
    """
    text = "\n".join(lines)
    if not any(name in text for name in _MEMBERS):
        return []
    found: list[DumpSpan] = []
    begin = behind = 0
    room = _LEAST_ROOM + _ROOM * len(text)
    for number, line in enumerate(lines):
        if behind <= begin and room > 0 and (_OPENED.search(line) or _MARK.search(line)):
            documents = _documents(text, begin, begin + len(line))
            room -= sum(_LEAST_LOOKED_AT + document.end - begin for document in documents if not document.answers)
            # Behind the last answer that begins in this line; its beginning where none does.
            answering = [document for document in documents if document.answers]
            is_mqadmins = JSON_START.match(line) and all(document.is_route for document in answering)
            behind = begin if is_mqadmins else max((document.end for document in answering), default=begin)
            if behind > begin:
                found.append(DumpSpan(number, number + text.count("\n", begin, behind) + 1, 0))
        begin += len(line) + 1
    return found


def _documents(text: str, begin: int, end: int) -> list[_Document]:
    """The JSON texts that begin between two places."""
    documents: list[_Document] = []
    while len(documents) < _MOST_IN_A_LINE and (opened := _OPENS.search(text, begin, end)):
        # in its line if it is whole there or nowhere, else over lines
        start = opened.start()
        in_line = _read(text[start:end])
        document = replace(in_line, end=start + in_line.end)
        if not in_line.whole:
            over_lines = _read(text, start)
            document = over_lines if over_lines.whole or not in_line.answers else document
        documents.append(document)
        is_over = document.answers or document.whole
        begin = max(document.end, opened.end()) if is_over else opened.end()
        if document.end > end:
            break
    return documents


@lru_cache(maxsize=16)
def _read(text: str, at: int = 0) -> _Document:
    read = read_json_so_far(text, at)
    if read is None:
        return _Document((), at, whole=False)
    value, end = read
    answers = _fill_group([answer for answer in _answers(value, _Place()) if answer.rows()])
    return _Document(answers, end, value.whole)


# -- in a value ------------------------------------------------------------------------------------

_ENVELOPES = frozenset({"data", "body", "result", "response", "content", "payload", "message"})
_NAMES = {
    "group": ("group", "consumerGroup", "consumer_group", "groupName"),
    "topic": ("topic", "topicName"),
    "client_id": ("clientId", "client_id"),
    "broker": ("brokerAddr",),
}
_ITEM = "[]"
_NOTHING_NAMED = AdminRequest()


@dataclass(frozen=True)
class _Place:
    """Where a value stands: the keys that lead to it, and the request and time that enclose it."""

    path: tuple[str, ...] = ()
    request: AdminRequest = _NOTHING_NAMED
    at: datetime | None = None

    def under(self, key: str) -> _Place:
        return replace(self, path=(*self.path, key))


def _answers(value: Value, place: _Place) -> Iterator[AdminAnswer]:
    """The answers in a value, and in the texts that stand in it."""
    if len(place.path) > _DEEPEST:
        return
    if isinstance(value.value, list):
        texts = {field: _first_text(value, names) for field, names in _NAMES.items()}
        request = replace(place.request, **{field: text for field, text in texts.items() if text})
        within = _Place(place.path, request, place.at or _own_moment(value))
        body = next((body for body in BODIES if body.is_of(value)), None)
        if body and body.asked_by:  # an answer that mqadmin's commands ask for holds no others
            yield AdminAnswer(body, value, _answered_request(place, body, value), within.at)
            return
        if body:
            yield AdminAnswer(body, value, _answered_request(within, body, value), within.at)
        for key, inner in value.value:
            yield from _answers(inner, within.under(str(key)))
    elif isinstance(value.value, tuple):
        for inner in value.value:
            yield from _answers(inner, place.under(_ITEM))
    elif isinstance(value.value, str):
        text = value.value
        documents = _documents(text, 0, len(text)) if "{" in text and _MARK.search(text) else []
        for answer in (answer for document in documents for answer in document.answers):
            request = _merged(answer.request, place.request)
            yield replace(answer, request=request, at=answer.at or place.at, line=value.line)


def _first_text(value: Value, names: Sequence[str]) -> str | None:
    texts = (inner.value for name in names if (inner := member(value, name)) is not None)
    return next((text for text in texts if isinstance(text, str) and text), None)


def _merged(inner: AdminRequest, outer: AdminRequest) -> AdminRequest:
    return replace(outer, **{name: text for name, text in vars(inner).items() if text is not None})


def _answered_request(place: _Place, body: Body, value: Value) -> AdminRequest:
    """The request of an answer, with what its own key and its body name."""
    request, path = place.request, place.path
    own = path[-1] if path else ""
    if body.asked_by == "consumerStatus":
        client_id = client_id_of(value) or request.client_id or (own if "@" in own else None)
        return replace(request, group=body.group(value) or request.group, client_id=client_id)
    return replace(request, group=request.group or _keyed_group(body, path) or body.group(value))


def _keyed_group(body: Body, path: tuple[str, ...]) -> str | None:
    """`queryConsumerByTopic` maps groups to a topic each, `ConsumeStatsList` (of a broker) to lists of statistics."""
    if body.asked_by != "consumerProgress" or not path:
        return None
    if path[-1] == _ITEM:
        listed = len(path) > 3 and path[-4] == "consumeStatsList"
        return path[-2] if listed else None
    return path[-1] if body.by_group and path[-1] not in _ENVELOPES else None


def _fill_group(answers: Sequence[AdminAnswer]) -> tuple[AdminAnswer, ...]:
    """The answers of one text, with the one group that some of their kind name."""
    named = {answer.group for answer in answers if answer.group}
    if len(named) != 1:
        return tuple(answers)
    (group,) = named
    return tuple(replace(answer, request=replace(answer.request, group=answer.group or group)) for answer in answers)


def _own_moment(value: Value) -> datetime | None:
    """The time that an object around answers has for itself."""
    for key in TIME_KEYS:
        inner = member(value, key)
        if inner is None or isinstance(inner.value, (list, tuple, bool)):
            continue
        text = str(inner.value)
        if moment := moment_in(_ISO.sub(" ", text)) or (epoch_instant(text) if len(text) >= 13 else None):
            return moment
    return None


# -- blocks ----------------------------------------------------------------------------------------

_SUFFIX = re.compile(r"(?:\.(?:query|json|ndjson|jsonl|txt|log))+$", re.IGNORECASE)
_MILLIS = re.compile(r"(?<!\d)(?:1[3-9]|2[01])\d{11}(?!\d)")


def named(block: Block, name: str, head: str) -> Block:
    """The block with what its first line says before the JSON, and where neither says it, what its file's name does.

    `head` is the first line as it stands in the file.
    """
    answers = [answer for document in _of_block(block) for answer in document.answers]
    before = head[: max(head.find("{"), 0)]
    base = _SUFFIX.sub("", re.split(r"[/\\]", name)[-1])
    own = next((answer.at for answer in answers if answer.at), None)
    is_client = "@" in base and " " not in base
    block = replace(
        block, at=_parse_moment(before) or own or _parse_moment(base), client_id=base if is_client else None
    )
    # What nothing else names, as the file's name has it for the first answer of the command that it begins with.
    hints = ((answer, _hint(answer, name)) for answer in answers)
    answer, hint = next(((answer, hint) for answer, hint in hints if hint), (None, None))
    if answer is None or (answer.request.topic if answer.body.of_topic else answer.group):
        return block
    if answer.body.of_topic:
        return replace(block, topic=hint, named_by_file=hint)
    return replace(block, group=hint, named_by_file=hint)


def _parse_moment(text: str) -> datetime | None:
    """A moment in a text: milliseconds since 1970, or a date with a time of day."""
    millis = _MILLIS.search(text)
    return epoch_instant(millis[0]) if millis else moment_in(_ISO.sub(" ", text))


def _hint(answer: AdminAnswer, name: str) -> str | None:
    """The group or topic that stands behind an answer's command in a file's name: no client."""
    kind = asked_by(answer.body.asked_by)
    hint = named_by_file(kind, _SUFFIX.sub("", name)) if kind else None
    return None if hint is None or "@" in hint else hint


def _of_block(block: Block) -> list[_Document]:
    return _documents("\n".join(block.lines), 0, len(block.lines[0]))


def parse(block: Block, zone: tzinfo) -> Parsed:
    """Rows of the tables that mqadmin's outputs of the same fill; where an answer is cut, its end is unparsed."""
    parsed = Parsed(at=localise(block.at, zone))
    with_rows: set[int] = set()
    documents = [document for document in _of_block(block) if document.answers]
    # what an answer's own text does not name is as its block has it
    asked = AdminRequest(block.group, block.topic, block.client_id)
    for answer in (answer for document in documents for answer in document.answers):
        for table, row in replace(answer, request=_merged(answer.request, asked)).rows():
            with_rows.add(row["line"])
            parsed.add(table, row | {"line": block.first_line + row["line"]})
            for column in _SEEN:
                parsed.seen(row.get(column))
    end = len(block.lines)
    if not all(document.whole for document in documents):
        end = max(i for i, line in enumerate(block.lines) if line.strip())
    parsed.count(block.lines[:end], with_rows)
    if end < len(block.lines):
        parsed.unparsed.append(block.first_line + end)
        parsed.blank += len(block.lines) - end - 1
    return parsed


_SEEN = ("last_time", "last_updated", "last_pull", "last_consume", "last_lock")
