"""A pasted line, exception or code, explained by the catalogue alone. Text in, values out; no
judgement."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rmqkit.formats.logs.carried import broker_answer
from rmqkit.formats.logs.catalogue import MEANINGS, Gravity, Meaning, Message, find_message
from rmqkit.formats.logs.next_looks import Look, looks_after, looks_after_code
from rmqkit.formats.logs.response_codes import meaning_of_code


@dataclass(frozen=True)
class Explained:
    """What one line or code says: its name, its meaning, the group and topic that it names, where
    to look next."""

    name: str
    meaning: Meaning
    names: tuple[tuple[str, str], ...]
    looks: tuple[Look, ...]


_BARE_CODE = re.compile(r"^\s*(?:CODE:? ?)?(?P<code>[0-9]{1,5})\s*$", re.IGNORECASE)
_TRACE = re.compile(r"^\s*(?:at [\w$.]|\.\.\. \d+ (?:more|common)|See https?://|Caused by: java\.)")
# A shorter piece of a message stands in other texts as well; then the whole message must fit.
_TELLING = 16
_TOLD = ("group", "topic", "client_id", "broker", "queue", "address")


def explain_text(text: str) -> tuple[list[Explained], list[str]]:
    """Every message and answer in a pasted text, each once, and the lines that nobody knows.

    A number alone, or `CODE 24`, is a response code; a name of the catalogue explains itself.
    Frames of a stack say nothing of their own.
    """
    explained: dict[str, Explained] = {}
    unknown: list[str] = []
    for line in text.splitlines():
        if not line.strip() or _TRACE.match(line):
            continue
        found = _in_line(line)
        if not found:
            unknown.append(line.strip())
        for one in found:
            explained.setdefault(one.name, one)
    return list(explained.values()), unknown


def _in_line(line: str) -> list[Explained]:
    bare = _BARE_CODE.match(line)
    if bare:
        return _of_code(int(bare["code"]), "")
    if line.strip() in MEANINGS:
        return [_of_event(line.strip(), ())]
    message = _message_in(line)
    answer = broker_answer(line)
    found = [_of_message(message, line)] if message else []
    return found + (_of_code(answer.code, answer.description) if answer else [])


def _message_in(line: str) -> Message | None:
    message = find_message(line)
    if message is None:
        return None
    certain = len(message.needle) >= _TELLING or message.regex.search(line)
    return message if certain else None


def _of_message(message: Message, line: str) -> Explained:
    fields = message.regex.search(line)
    told = fields.groupdict() if fields else {}
    return _of_event(message.event, tuple((name, told[name]) for name in _TOLD if told.get(name)))


def _of_event(event: str, names: tuple[tuple[str, str], ...]) -> Explained:
    meaning = MEANINGS[event]
    looks = () if meaning.gravity is Gravity.ROUTINE else looks_after(event)
    return Explained(event, meaning, names, looks)


def _of_code(code: int, answer: str) -> list[Explained]:
    row = meaning_of_code(code, answer)
    if row is None:
        return []
    looks = () if row.meaning.gravity is Gravity.ROUTINE else looks_after_code(code)
    return [Explained(f"CODE {code} ({row.name})", row.meaning, (), looks)]
