"""A pasted text explained by the catalogue alone: each thing that RocketMQ says in it. Text in,
values out; no judgement."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from rmqkit.formats.characters import split_lines
from rmqkit.formats.known_words import CODE_BY_NAME, SETTINGS, is_about_rocketmq, names_rocketmq
from rmqkit.formats.logs.catalogue import MEANINGS, Gravity, Meaning, is_source_code, meaning_of_event
from rmqkit.formats.logs.catalogue.meaning import NO_FACTS, Facts, named, stated
from rmqkit.formats.logs.exceptions import GENERAL, ExceptionMeaning, thrown_in
from rmqkit.formats.logs.response_codes import NextLook, looks_after, looks_after_code, looks_named, meaning_of_code
from rmqkit.formats.prose import is_prose
from rmqkit.formats.settings.keys import meaning_of_setting
from rmqkit.formats.statements import Statement, What, statements
from rmqkit.language import say


@dataclass(frozen=True)
class Explained:
    """What one statement says: its name, its meaning, what it names (group, topic, offset, retries...), where to look
    next. `others`: what else these words can be a part of. `line`: where it stands, from 1."""

    name: str
    meaning: Meaning
    names: tuple[tuple[str, str], ...]
    looks: tuple[NextLook, ...]
    others: tuple[str, ...] = ()
    line: int = 0


_BARE_CODE = re.compile(r"^\s*(?:CODE[:_=]? ?)?(?P<code>[0-9]{1,5})\s*$", re.IGNORECASE)
_SAYS_NOTHING = re.compile(r"^\s*(?:$|at [\w$.]|\.\.\. \d+ (?:more|common)|See https?://|Caused by: java\.)")


def explain_text(text: str) -> tuple[list[Explained], list[str]]:
    """Every statement in a pasted text, each once, and the lines that nobody knows.

    A number alone, or `CODE 24`, is a response code; a name of the catalogue explains itself.
    Frames of a stack say nothing of their own.
    """
    said = statements(text)
    lines = split_lines(text)
    numbered = enumerate(lines, start=1)
    of_lines = [[replace(one, line=number) for one in _explain_line(line)] for number, line in numbered]
    explained = [*_explain_statements(said, lines), *chain.from_iterable(of_lines)]
    if not explained and said and is_about_rocketmq(text):
        explained = [Explained(said[-1].name, _OF_OTHERS, (), looks_named(("client_log", "versions")))]
    known = {number for number, own in enumerate(of_lines, start=1) if own}
    known.update(one.line for one in said)
    others = [line for number, line in enumerate(lines, start=1) if number not in known]
    # Of several of one name the most particular, else the first.
    by_name: dict[str, Explained] = {}
    for one in explained:
        if one.meaning.place < by_name.setdefault(one.name, one).meaning.place:
            by_name[one.name] = one
    # Without words that mean what the code beside them means, settings whose values say nothing where anything else is
    # known, and what says only that something failed where something else is known that is not routine.
    by_code = {one.meaning.says for one in by_name.values() if one.name.startswith("CODE ")}
    own = [one for one in by_name.values() if one.name.startswith("CODE ") or one.meaning.says not in by_code]
    own = [one for one in own if one.meaning is not _OF_KIND[What.SETTING]] or own
    # What a sentence of an exception tells to change needs no record and no code beside it that tell the same.
    sentences = [one for one in own if one.name not in MEANINGS and not one.name.startswith("CODE ")]
    told = {one.meaning.remedy for one in sentences} - {""}
    own = [one for one in own if one in sentences or one.meaning.remedy not in told]
    if tell_more(own):
        own = [one for one in own if one.meaning != CODE_1]
    tells = [one for one in own if one.name not in GENERAL and one.meaning is not _OF_KIND[What.EXCEPTION]]
    is_told = any(one.meaning.gravity is not Gravity.ROUTINE for one in tells)
    unknown = [line.strip() for line in others if not (_SAYS_NOTHING.match(line) or is_prose(line))]
    return tells if is_told else own, unknown


def tell_more(said: Iterable[Explained]) -> bool:
    """Whether something says more than CODE 1 without words that are known."""
    grave = (one for one in said if one.meaning.gravity in (Gravity.FAULT, Gravity.ELSEWHERE))
    return any(one.name not in GENERAL and one.meaning not in (_OF_KIND[What.EXCEPTION], CODE_1) for one in grave)


@lru_cache(maxsize=4096)
def said_within(record: str, event: str) -> Explained | None:
    """The reason that a record of an event gives: the innermost answer or exception in it that is
    known and tells more than that something failed; None where it gives none."""
    # Most records of membership and subscriptions hold no word that could be of an exception, an answer or a setting,
    # and reading all statements of one takes milliseconds.
    is_named = any(word in CODE_BY_NAME or word in SETTINGS for word in _WORD.findall(record))
    if not (is_named or _OF_A_REASON.search(record) or thrown_in(record)):
        return None
    explained = explain_text(record)[0]
    reasons = [
        one
        for one in explained
        if one.name not in {event, *GENERAL} and one.name not in MEANINGS and one.meaning.gravity is not Gravity.ROUTINE
    ]
    return reasons[-1] if reasons else None


# How exceptions and answers are printed; names of codes and settings are words of their own.
_OF_A_REASON = re.compile(r"Exception|Error|Throwable|[Cc]ode(?!Set=)|CODE|Status|码|^\s*[0-9]{1,5}\s*$", re.MULTILINE)
_WORD = re.compile(r"\b[A-Z]{2,}(?:_[A-Z]+)+\b|\b[a-z][A-Za-z0-9.-]{5,60}\b", re.ASCII)


def _explain_line(line: str) -> list[Explained]:
    """What a line is that holds a code's number, or a name of the catalogue, and nothing else; the
    exceptions and their sentences in any other."""
    if bare := _BARE_CODE.match(line):
        return list(_explain_code(int(bare["code"]), "", NO_FACTS))
    if line.strip() in MEANINGS:
        return [_explain_event(line.strip(), NO_FACTS)]
    if _SAYS_NOTHING.match(line) or is_source_code(line):
        return []
    return [_explain_thrown(row, stated(line)) for row in thrown_in(line)]


def _explain_statements(said: Sequence[Statement], lines: Sequence[str]) -> Iterator[Explained]:
    for one in said:
        # What a statement's own line says, and those of what is said within it.
        beside = (other.line for other in said if other.outermost is one.outermost)
        below = {line for line in beside if line >= one.line}
        record = "\n".join(lines[number - 1] for number in sorted(below))
        facts = stated(record, one.fields)
        yield from (replace(each, line=one.line) for each in _explain_statement(one, facts))


def _explain_statement(one: Statement, facts: Facts) -> Iterator[Explained]:
    match one.what:
        case What.EVENT:
            yield _explain_event(one.name, facts, one.others)
        case What.CODE:
            yield from _explain_code(int(one.name), one.fields.get("answer", ""), facts)
        case What.EXCEPTION if known := thrown_in(one.text, facts):
            yield from (_explain_thrown(row, facts) for row in known)
        case What.EXCEPTION if names_rocketmq(one.class_name):
            words = (("message", one.fields["message"]),) if "message" in one.fields else ()
            yield Explained(one.name, _OF_KIND[one.what], words, ())
        case What.SETTING:
            value = one.fields.get("value", "")
            own = meaning_of_setting(one.name, value) or _OF_KIND[one.what]
            yield Explained(one.name, own, (("value", value),) if "value" in one.fields else (), ())


def _explain_event(event: str, facts: Facts, others: Iterable[str] = ()) -> Explained:
    meaning = meaning_of_event(event, facts)
    looks = () if meaning.gravity is Gravity.ROUTINE else looks_after(event)
    return Explained(event, meaning, named(facts), looks, tuple(others))


def _explain_thrown(row: ExceptionMeaning, facts: Facts) -> Explained:
    return Explained(row.name, row.meaning, named(facts), looks_named(row.looks))


def _explain_code(code: int, answer: str, facts: Facts) -> Iterator[Explained]:
    row = meaning_of_code(code, answer)
    if row is not None:
        looks = () if row.meaning.gravity is Gravity.ROUTINE else looks_after_code(code)
        yield Explained(f"CODE {code} ({row.name})", row.meaning, named(facts), looks)


_OF_OTHERS = Meaning(
    Gravity.FAULT,
    say(
        "An exception that RocketMQ's own programs do not throw: the language's library, another library or the "
        "application failed, and the innermost cause with its first frame says where"
    ),
    "",
    remedy=say(
        "paste the whole stack trace down to its innermost cause (Java's last `Caused by`), with the lines around "
        "it; if a class or a method is missing, use one version of the client's library for the whole application"
    ),
)
_OF_KIND = {
    What.EXCEPTION: Meaning(
        Gravity.FAULT,
        say("RocketMQ's client or server gave up here; see the text after the exception for the reason"),
        "",
    ),
    What.SETTING: Meaning(
        Gravity.ROUTINE, say("This is a RocketMQ setting; rmqkit has no explanation of its value"), ""
    ),
}
OF_SETTING = _OF_KIND[What.SETTING]
"""What a setting says whose value says nothing."""
CODE_1 = getattr(meaning_of_code(1), "meaning", None)
"""What CODE 1 says without words that are known: that something failed."""
