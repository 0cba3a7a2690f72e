"""A pasted text explained by the catalogue alone: each thing that RocketMQ says in it. Text in, values out; no
judgement."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rmqkit.formats.known_words import is_of_rocketmq
from rmqkit.formats.logs.catalogue import MEANINGS, Gravity, Meaning
from rmqkit.formats.logs.next_looks import Look, looks_after, looks_after_code
from rmqkit.formats.logs.response_codes import meaning_of_code
from rmqkit.formats.statements import Statement, What, statements
from rmqkit.language import say


@dataclass(frozen=True)
class Explained:
    """What one statement says: its name, its meaning, the group and topic that it names, where
    to look next. `others`: what else these words can be a part of."""

    name: str
    meaning: Meaning
    names: tuple[tuple[str, str], ...]
    looks: tuple[Look, ...]
    others: tuple[str, ...] = ()


_BARE_CODE = re.compile(r"^\s*(?:CODE:? ?)?(?P<code>[0-9]{1,5})\s*$", re.IGNORECASE)
_TRACE = re.compile(r"^\s*(?:at [\w$.]|\.\.\. \d+ (?:more|common)|See https?://|Caused by: java\.)")
_TOLD = ("group", "topic", "client_id", "broker", "queue", "address")


def explain_text(text: str) -> tuple[list[Explained], list[str]]:
    """Every statement in a pasted text, each once, and the lines that nobody knows.

    A number alone, or `CODE 24`, is a response code; a name of the catalogue explains itself.
    Frames of a stack say nothing of their own.
    """
    explained: dict[str, Explained] = {}
    read: set[int] = set()
    said = statements(text)
    holding = {id(one.within) for one in said}
    for one in said:
        read.add(one.line)
        if one.what is What.EXCEPTION and id(one) in holding:
            continue
        for told in _of_statement(one):
            explained.setdefault(told.name, told)
    unknown: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        by_name = _by_name(line.strip())
        explained.update({told.name: told for told in by_name if told.name not in explained})
        if not by_name and number not in read and line.strip() and not _TRACE.match(line):
            unknown.append(line.strip())
    return list(explained.values()), unknown


def _by_name(line: str) -> list[Explained]:
    """What a line is that holds a code's number, or a name of the catalogue, and nothing else."""
    bare = _BARE_CODE.match(line)
    if bare:
        return list(_of_code(int(bare["code"]), "", ()))
    return [_of_event(line, ())] if line in MEANINGS else []


def _of_statement(one: Statement) -> Iterator[Explained]:
    names = tuple((name, one.fields[name]) for name in _TOLD if name in one.fields)
    match one.what:
        case What.EVENT:
            yield _of_event(one.name, names, one.others)
        case What.CODE:
            yield from _of_code(int(one.name), one.fields.get("answer", ""), names)
        case What.EXCEPTION if not is_of_rocketmq(f"{one.fields.get('package', '')}.{one.name}".lstrip(".")):
            return
        case _:
            yield Explained(one.name, _OF_KIND[one.what], _value(one.fields), ())


def _value(fields: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """What stands behind a setting's key, or behind an exception."""
    return tuple((name, fields[name]) for name in ("value", "message") if name in fields)


def _of_event(event: str, names: tuple[tuple[str, str], ...], others: Iterable[str] = ()) -> Explained:
    meaning = MEANINGS[event]
    looks = () if meaning.gravity is Gravity.ROUTINE else looks_after(event)
    return Explained(event, meaning, names, looks, tuple(others))


def _of_code(code: int, answer: str, names: tuple[tuple[str, str], ...]) -> Iterator[Explained]:
    row = meaning_of_code(code, answer)
    if row is not None:
        looks = () if row.meaning.gravity is Gravity.ROUTINE else looks_after_code(code)
        yield Explained(f"CODE {code} ({row.name})", row.meaning, names, looks)


_OF_KIND = {
    What.EXCEPTION: Meaning(
        Gravity.FAULT,
        say("RocketMQ's client or server gave up here; the words behind the exception are the reason"),
        "",
    ),
    What.CLASS: Meaning(
        Gravity.ROUTINE, say("A class of RocketMQ's: the text is about RocketMQ and holds no message that is known"), ""
    ),
    What.SETTING: Meaning(
        Gravity.ROUTINE, say("A setting of RocketMQ's; what it is set to decides, not that it is named"), ""
    ),
    What.COMMAND: Meaning(
        Gravity.ROUTINE, say("A command of RocketMQ's; its output tells more than its name: paste that too"), ""
    ),
}
