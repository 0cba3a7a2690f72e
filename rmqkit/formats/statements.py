"""The one reader: everything that RocketMQ says in a text, wherever it stands in it. Text in, statements out.

`rmqkit explain` explains the statements of a text, recognition cuts pastes by them, and a record's own statements (a
cause, an answer, a status, a body) are read by the same function. What a statement means stands in the catalogue; what
people put around words is taken off in `surroundings`. Parts of wordings are found as well (their beginnings, their
ends, whole pieces between two values): what a terminal cut off, what a client or a console shows of a broker's words,
what a person quotes.
"""

from __future__ import annotations

import re
import string
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from itertools import chain, islice, product, takewhile

from rmqkit.formats.characters import split_lines
from rmqkit.formats.data import expression, rows_of
from rmqkit.formats.known_words import CODE_BY_NAME, KNOWN_CODES, SETTINGS, is_about_rocketmq
from rmqkit.formats.logs.catalogue import (
    MEANINGS,
    MESSAGES,
    Gravity,
    Message,
    by_needle,
    is_source_code,
    needles_around,
    needles_in,
)
from rmqkit.formats.logs.catalogue.meaning import stated
from rmqkit.formats.logs.exceptions import thrown_in
from rmqkit.formats.logs.layout_table import layout_of
from rmqkit.formats.mqadmin.command_failed import FRAME
from rmqkit.formats.surroundings import BOUNDARY, QUOTE_IN_STRING, pieces, plain_name, plain_texts

# from the first sign of a word only: a run of digits of any length is looked at once
_WORD = re.compile(r"(?<![A-Za-z0-9_$%'])[0-9_$%']*[A-Za-z][A-Za-z0-9_$%']*")
_FEWEST_WORDS, _FEWEST_SIGNS, _MOST_EVENTS = 3, 16, 4
# so many words of people's language in a row stand in a sentence by chance
_PLAIN_WORDS = 4
_KEY = re.compile(r"\W*\w+ ?[=:]\W*")
_SIGNS = string.punctuation + " "
_IDENTIFIER = re.compile(r"[a-z][A-Z]|[A-Z]{2}|_|'s\b")
# What logs put before and behind every message is no part of one.
_FAMILIES_OF_NOBODY = frozenset({"any", "stats"})


@dataclass(frozen=True)
class Part:
    """A part of wordings in a text: where it stands, and their events, the likeliest first."""

    begin: int
    end: int
    events: tuple[str, ...]


@dataclass(frozen=True)
class _Piece:
    """The words of a literal piece of a wording, and whether the wording begins or ends with it."""

    words: tuple[str, ...]
    event: str
    begins: bool
    ends: bool


@cache
def _places() -> dict[tuple[str, ...], tuple[tuple[_Piece, int], ...]]:
    """Three words in a row -> the pieces that have them, and where."""
    places: dict[tuple[str, ...], list[tuple[_Piece, int]]] = defaultdict(list)
    for message in (message for message in MESSAGES if message.family not in _FAMILIES_OF_NOBODY):
        literals = [tuple(map(str.lower, _WORD.findall(literal))) for literal in message.literals.split("\0")]
        telling = [words for words in literals if words]
        for number, words in enumerate(telling, start=1):
            piece = _Piece(words, message.event, number == 1, number == len(telling))
            for at in range(len(words) - _FEWEST_WORDS + 1):
                places[words[at : at + _FEWEST_WORDS]].append((piece, at))
    return {words: tuple(found) for words, found in places.items()}


def parts_in(text: str) -> Iterator[Part]:
    """The parts of wordings in a text, in order, none over another; not those that fit too many."""
    words = list(_WORD.finditer(text))
    lower = tuple(word[0].lower().strip("'") for word in words)
    at = 0
    while at + _FEWEST_WORDS <= len(words):
        length, pieces = _longest(lower, at)
        if not length:
            at += 1
            continue
        first, last = words[at].start(), words[at + length - 1].end()
        # those first of which the part is most; none where too many have it
        events = tuple(dict.fromkeys(piece.event for piece in sorted(pieces, key=lambda piece: len(piece.words))))
        # a part that ends with "not" does not say yet what is not so
        if len(events) <= _MOST_EVENTS and lower[at + length - 1] != "not" and tells(text[first:last]):
            yield Part(first, last, events)
            at += length
        else:
            at += length - _FEWEST_WORDS + 1


def _longest(words: tuple[str, ...], at: int) -> tuple[int, list[_Piece]]:
    """How many words from a place on stand at an end of a wording, and the pieces with most of them."""
    best, pieces = 0, list[_Piece]()
    for piece, place in _places().get(words[at : at + _FEWEST_WORDS], ()):
        pairs = zip(words[at : at + len(piece.words) - place], piece.words[place:], strict=False)
        length = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        is_end = (piece.begins and place == 0) or (piece.ends and place + length == len(piece.words))
        if not is_end and not (place == 0 and length == len(piece.words)):
            continue
        if length > best:
            best, pieces = length, [piece]
        elif length == best:
            pieces.append(piece)
    return best, pieces


def tells(text: str) -> bool:
    """Whether a piece of a wording is more than a few words of anybody's language, and than the key of a value."""
    if len(text) < _FEWEST_SIGNS or _KEY.fullmatch(text):
        return False
    return len(_WORD.findall(text)) >= _PLAIN_WORDS or _IDENTIFIER.search(text) is not None


class What(StrEnum):
    """What kind of thing is said."""

    EVENT = "event"
    """A message of the catalogue; `name` is its event."""
    CODE = "code"
    """An answer with a response code; `name` is its number."""
    EXCEPTION = "exception"
    """An exception; `name` is its class without the package."""
    SETTING = "setting"
    """A configuration key of RocketMQ's that is set; its `value` is among the fields."""


@dataclass(frozen=True)
class Statement:
    """One thing that is said.

    `fields`: what it names (`group`, `topic`, `address`, ...), without quotes; a code's `answer` are the words beside
    it, an exception's `message` those behind it. `text`: its words as they stand, without what encloses them. `line`
    and `column` count from 1. `others`: further events of which these words are a part just as well. `is_whole`: the
    wording is there from its beginning to its end; else a part of it is. `within`: what it is said in (a record, an
    exception, an answer).
    """

    what: What
    name: str
    text: str
    line: int
    column: int
    fields: Mapping[str, str] = field(default_factory=dict)
    others: tuple[str, ...] = ()
    is_whole: bool = True
    within: Statement | None = None
    message: Message | None = None

    @property
    def outermost(self) -> Statement:
        """The statement that this one stands in, and that stands in no other."""
        return self.within.outermost if self.within else self

    @property
    def class_name(self) -> str:
        """An exception's class, with its package where the text has it."""
        return f"{self.fields.get('package', '')}.{self.name}".lstrip(".")


def statements(text: str) -> tuple[Statement, ...]:
    """Everything that RocketMQ says in a text, in its order; what is said within another stands behind that.

    Frames of a stack say only what failed, and only where nothing above them is known. That a class, a command or a
    setting is named says nothing.
    """
    lines = split_lines(text)
    texts = [[] if is_source_code(line) else plain_texts(line) for line in lines]
    present = needles_in(_readable("\n".join(chain.from_iterable(texts))))
    in_lines: list[Statement] = []
    above: Statement | None = None
    for number, parts in enumerate(texts, start=1):
        own = list(chain.from_iterable(_line_statements(part, number, present) for part in parts))
        # a cause, a frame, an answer below a record or an exception is said within what stands above
        goes_on = parts and _GOES_ON.match(parts[0]) and layout_of(parts[0].strip()) is None
        above = above if goes_on else None
        moved: dict[int, Statement] = {}
        for one in own if above is not None else ():
            moved[id(one)] = replace(one, within=moved.get(id(one.within), above) if one.within else above)
        own = list(moved.values()) or own
        in_lines += own
        above = next((one for one in reversed(own) if one.what in _TELLING_WHY), above)
    if not is_about_rocketmq(text):
        in_lines = [one for one in in_lines if one.is_whole or one.what is not What.CODE]
    found: dict[tuple[object, ...], Statement] = {}
    for one in sorted([*in_lines, *_frames(lines, in_lines)], key=lambda one: one.line):
        found.setdefault((one.what, one.name, one.line, one.column, tuple(one.fields.items())), one)
    return tuple(found.values())


def _frames(lines: Sequence[str], in_lines: Sequence[Statement]) -> Iterator[Statement]:
    """For each stack of frames that nothing known explains the first frame that is RocketMQ's."""
    known = {
        one.outermost.line
        for one in in_lines
        if one.what in _TELLING_WHY
        and (one.what is not What.EXCEPTION or one.name[0].islower() or bool(thrown_in(one.text)))
    }
    heads: dict[int, Statement] = {one.line: one.outermost for one in in_lines}
    head, is_explained = None, False
    for number, line in enumerate(lines, start=1):
        if _OF_A_THREAD.match(line):
            is_explained = True
        elif not FRAME.match(line) and (number in heads or not _GOES_ON.match(line)):
            head = heads.get(number)
            is_explained = head is not None and head.line in known
        elif FRAME.match(line) and not is_explained and (row := next(iter(thrown_in(line)), None)) is not None:
            is_explained = True
            yield Statement(What.EXCEPTION, row.name, line.strip(), number, 1, within=head)


_TELLING_WHY = frozenset({What.EVENT, What.CODE, What.EXCEPTION})
# Above a stack of a thread dump: where a thread stands, which nobody has thrown.
_OF_A_THREAD = re.compile(r'\s*(?:"[^"\n]+" .*(?:prio=|tid=|nid=|Id=)|java\.lang\.Thread\.State: )')


# -- one line -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Placed:
    """A statement under way: where it begins and ends in the line."""

    begin: int
    end: int
    statement: Statement


# A line that holds more of a kind is a list of the same, and each is compared with each.
_MOST_IN_LINE = 200
# A shorter piece of a wording stands in other texts as well; then the whole wording must be there.
_TELLING = 16


def _readable(text: str) -> str:
    return text.replace(QUOTE_IN_STRING, '"').replace(BOUNDARY, " ")


def _line_statements(text: str, number: int, present: Sequence[str]) -> list[Statement]:
    if not text.strip() or FRAME.match(text):
        return []
    readable = _readable(text)
    # The catalogue's wordings in a line: the whole ones, then what is left of others.
    # the first first; of two at one place the longer one
    places = sorted((place, -len(needle), needle) for needle in present if (place := readable.find(needle)) >= 0)
    spans = pieces(text) if places else []
    wordings: list[_Placed] = []
    for find, (place, _, needle) in product((_wording, _cut_wording), places):
        meeting = (one for one in wordings if one.begin < place + len(needle) and place < one.end)
        literals = (one.statement.message.literals for one in meeting if one.statement.message is not None)
        # a needle may be only a piece of a wording that was found there, but for the blanks and signs around it
        if not any(needle.strip(_SIGNS) in literal for pieces_of in literals for literal in pieces_of.split("\0")):
            one = find(readable, spans, needle, place, number)
            if one is not None and not _is_nested(wordings, one):
                wordings.append(one)
    in_line = wordings
    for look in (*_LOOKS, _sentences, _parts):
        most = _MOST_IN_LINE if look in _LOOKS else None
        of_kind = islice(look(readable, number), most)
        in_line += [one for one in of_kind if not _is_nested(in_line, one)]
    events = [one for one in in_line if one.statement.what is What.EVENT]
    # Ordinary work is a value of another event that is printed by it: a request, a queue.
    work = {
        id(one)
        for one in events
        if MEANINGS[one.statement.name].gravity is Gravity.ROUTINE and any(_holds(other, one) for other in events)
    }
    return _nested([one for one in in_line if id(one) not in work])


def _wording(text: str, spans: Sequence[tuple[int, int]], needle: str, place: int, number: int) -> _Placed | None:
    """The whole wording that a needle is of: the most literal one, in the smallest piece with it."""
    around = _around(spans, needle, place)
    for message in by_needle()[needle]:
        for begin, end in around:
            match = message.regex.search(text[begin:end] + _LOST_BLANK)
            if match and match.start() <= place - begin < match.end():
                statement = _statement(message, text[begin:end], match, begin, number)
                return _Placed(begin + match.start(), min(end, begin + match.end()), statement)
    return None


def _around(spans: Sequence[tuple[int, int]], needle: str, place: int) -> list[tuple[int, int]]:
    """The pieces of a line that hold a needle, the smallest first."""
    return [span for span in spans if span[0] <= place and place + len(needle) <= span[1]]


def _statement(message: Message, piece: str, match: re.Match[str], begin: int, number: int) -> Statement:
    plain = {
        name: plain_name(value) if name in _NAMES else value.strip()
        for name, value in match.groupdict().items()
        if value is not None
    }
    # without names that were cut or left blank; a wording may stand for a code that it does not print
    fields = {name: value for name, value in {"code": str(message.code or ""), **plain}.items() if value}
    text, column = piece[match.start() :].strip(), begin + match.start() + 1
    return Statement(What.EVENT, message.event, text, number, column, fields, message=message)


def _cut_wording(text: str, spans: Sequence[tuple[int, int]], needle: str, place: int, number: int) -> _Placed | None:
    """A wording that was cut off or changed by a person, with the fields that stand there."""
    if len(needle) < _TELLING or any(longer in text for longer in needles_around(needle)):
        return None
    begin, end = _around(spans, needle, place)[0]
    piece, candidates = text[begin:end], by_needle()[needle]
    for message in candidates:
        for match in filter(None, (re.search(pattern, piece) for pattern in message.partials)):
            statement = replace(_statement(message, piece, match, begin, number), is_whole=False)
            return _Placed(begin + match.start(), end, statement)
    if not tells(needle):
        return None
    # The wordings of which most signs stand in a piece of a line.
    literals = [{literal.strip() for literal in message.literals.split("\0")} for message in candidates]
    scores = [sum(len(literal) for literal in its if literal in piece) for its in literals]
    first, *likely = [message for message, score in zip(candidates, scores, strict=True) if score == max(scores)]
    others = tuple(dict.fromkeys(message.event for message in likely if message.event != first.event))
    words = piece[place - begin :].strip()
    statement = Statement(
        What.EVENT, first.event, words, number, place + 1, others=others, is_whole=False, message=first
    )
    return _Placed(place, end, statement)


# Some wordings end with a blank, which whoever pastes them loses.
_LOST_BLANK = " "
_NAMES = frozenset({"group", "topic", "client_id", "broker"})


def _parts(text: str, number: int) -> Iterator[_Placed]:
    """Parts of wordings: beginnings, ends, and what clients show of them."""
    for part in parts_in(text):
        first, *others = part.events
        statement = Statement(
            What.EVENT, first, text[part.begin : part.end], number, part.begin + 1, others=tuple(others), is_whole=False
        )
        yield _Placed(part.begin, part.end, statement)


# -- answers, exceptions, settings, commands ------------------------------------------------------

# a word of Chinese in front of a number is no part of it
_ANSWERS = {
    re.compile(expression("answers.tsv", row["shape"]), re.ASCII): row["whose"] == "rocketmq"
    for row in rows_of("answers.tsv", "whose", "shape")
}
"""How answers are printed, and whether RocketMQ alone prints so."""
_CODE_NAME = re.compile(r"\b[A-Z]{2,}(?:_[A-Z]+)+\b", re.ASCII)
_EXCEPTION = re.compile(
    r"(?<![\w$])(?P<package>(?:[a-z_][\w$]{0,80}\.){1,15})?"
    r"(?P<name>[A-Z][\w$]{0,120}(?:Exception|Error|Throwable))\b(?!\.java)"
    r"(?:\\?\"?: ?(?P<message>[^\n]*))?",
    re.ASCII,
)
_SETTING = re.compile(r"\b(?P<key>[a-z][A-Za-z0-9.-]{5,60})\b\"? ?[=:] ?\"?(?P<value>[^\s\",;]+)", re.ASCII)


def _answers(text: str, number: int) -> Iterator[_Placed]:
    taken: list[range] = []
    for shape, is_own in _ANSWERS.items():
        for match in islice(shape.finditer(text), _MOST_IN_LINE):
            # the number of a code that RocketMQ has, given as a number or by its name
            name, is_number = match["code"], match["code"].lstrip("-").isdigit()
            code = int(name) if is_number else CODE_BY_NAME.get(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper())
            if code is None or code not in KNOWN_CODES or any(match.start("code") in places for places in taken):
                continue
            taken.append(range(match.start(), match.end()))
            one = _placed(What.CODE, str(code), match, number, {**match.groupdict(), "code": None})
            # whole in RocketMQ's own shapes, or with the code's name
            numbers = {CODE_BY_NAME.get(name) for name in _CODE_NAME.findall(match[0])}
            is_whole = is_own or code in numbers
            yield replace(one, statement=replace(one.statement, is_whole=is_whole))
    for match in _CODE_NAME.finditer(text):
        if match[0] in CODE_BY_NAME and not any(match.start() in places for places in taken):
            yield _placed(What.CODE, str(CODE_BY_NAME[match[0]]), match, number, {})


def _settings(text: str, number: int) -> Iterator[_Placed]:
    for match in _SETTING.finditer(text):
        if match["key"] in SETTINGS:
            yield _placed(What.SETTING, match["key"], match, number, {"value": match["value"]})


def _exceptions(text: str, number: int) -> Iterator[_Placed]:
    for match in _EXCEPTION.finditer(text):
        message = (match["message"] or "").strip().strip("\"'`*|")
        package = (match["package"] or "").rstrip(".")
        yield _placed(What.EXCEPTION, match["name"], match, number, {"message": message, "package": package})


def _sentences(text: str, number: int) -> Iterator[_Placed]:
    """What exceptions say, known by words: clients print it without the exception's class, too."""
    facts = stated(text)
    for row in thrown_in(text, facts):
        begin = row.place(text, facts)
        if begin is not None and row.name != _LINK and not _WITHIN_WORD.match(text[max(0, begin - 1) : begin]):
            statement = Statement(What.EXCEPTION, row.name, text[begin:].strip(), number, begin + 1)
            yield _Placed(begin, begin + 1, statement)


_WITHIN_WORD = re.compile(r"[A-Za-z0-9]")
# the link to the list of questions, which stands below most of RocketMQ's exceptions
_LINK = "faq_link"


def _placed(what: What, name: str, match: re.Match[str], number: int, fields: Mapping[str, str | None]) -> _Placed:
    named = {key: value.strip() for key, value in fields.items() if value and value.strip()}
    statement = Statement(what, name, match[0].strip(), number, match.start() + 1, named)
    return _Placed(match.start(), match.end(), statement)


_Look = Callable[[str, int], Iterator[_Placed]]
_LOOKS: tuple[_Look, ...] = (_answers, _exceptions, _settings)


def _is_nested(in_line: Iterable[_Placed], one: _Placed) -> bool:
    """Whether a thing is only a word of another: of an answer, or what a wording says by itself."""
    inner = one.statement
    for other in in_line:
        outer = other.statement
        if other is one or not (other.begin <= one.begin and one.end <= other.end):
            continue
        if inner.what is What.EVENT:
            is_word = outer.what in (What.CODE, What.EVENT) and not inner.is_whole
        elif inner.what is What.EXCEPTION and one.end == one.begin + 1:
            is_word = outer.what in (What.EVENT, What.CODE) or outer.name == inner.name
        elif inner.what is What.CODE and outer.message is not None:
            is_word = inner.text in outer.message.template
        else:
            is_word = inner.what is What.SETTING or (other.begin, other.end) == (one.begin, one.end)
        if is_word:
            return True
    return False


# -- what is said within what ---------------------------------------------------------------------


def _nested(in_line: Sequence[_Placed]) -> list[Statement]:
    """The statements of a line in their order, each with the smallest one around it."""
    ordered = sorted(in_line, key=lambda one: (one.begin, -one.end))
    nested: list[tuple[_Placed, Statement]] = []
    for one in ordered:
        holders = [pair for pair in nested if _holds(pair[0], one)]
        within = min(holders, key=lambda pair: pair[0].end - pair[0].begin)[1] if holders else None
        nested.append((one, replace(one.statement, within=within)))
    return [statement for _, statement in nested]


def _holds(outer: _Placed, inner: _Placed) -> bool:
    is_around = outer.begin <= inner.begin and inner.end <= outer.end
    is_larger = is_around and (outer.begin, outer.end) != (inner.begin, inner.end)
    return is_larger and outer.statement.what in _TELLING_WHY


_GOES_ON = re.compile(
    r"^(?:\s+\S|\s*(?:Caused by|Suppressed|Wrapped by)\b|See \S|For more information, |BROKER: "
    r"|(?:[a-z_][\w$]*\.)+[\w$]*(?:Exception|Error|Throwable)\b|\s*CODE: ?[0-9])"
)
