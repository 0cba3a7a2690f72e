"""Where in a line a word is RocketMQ's own although a group or topic of the evidence is spelled alike.

Everywhere else such a word is taken for the name: a name that stays is worse than a word too many
that becomes a pseudonym, and the key turns both back. No pseudonyms here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from functools import cache, lru_cache

from rmqkit.formats.known_words import SETTINGS
from rmqkit.formats.logs.catalogue import MESSAGES, find_message
from rmqkit.formats.logs.exceptions import exceptions
from rmqkit.formats.logs.json_objects import LEVEL_KEYS, LOGGER_KEYS, TEXT_KEYS, THREAD_KEYS, TIME_KEYS, TRACE_KEYS
from rmqkit.formats.logs.layout_table import layout_of
from rmqkit.formats.mqadmin import columns
from rmqkit.redact.tokens import TOKEN

Span = tuple[int, int]

_KEY = re.compile(r"([A-Za-z][\w.-]*)[\"']?\s{0,2}[:=]")
# of configuration in YAML, Java and compose files, of metrics and of what ships logs
_KEYS_OF_OTHERS = """
access-key body broker brokers client cluster code config configs consumer consumers container
environment error event expression file group groups host id image instance language level listener
log logger message metadata mode model msg name namespace node offset offsets partition pod producer
process queue queues rocketmq selector service services source status stream subscription tag tags
thread time timestamp topic topics type value version volumes
"""
# what the level of a record is called where it is no column of the layout
_LEVEL = re.compile(rf"(?:{'|'.join(map(re.escape, LEVEL_KEYS))})[\"']?\s?[:=]\s?[\"']?(?P<word>\w+)")
_DOTTED_KEY = re.compile(r"@\w+|[a-z_]+(?:\.[a-z_]+)+")
_BEHIND_A_KEY = re.compile(r"[\"']?\s*[:=](?![=:])")
_OPTION = re.compile(r"(?:^|\s)--?$")
_NAMED = ("group", "topic", "broker", "client_id")


class Wordings:
    """RocketMQ's own words among those that are spelled like a name of the evidence."""

    def __init__(self, names: Set[str]) -> None:
        phrases = [phrase for phrase in _phrases() if names & set(TOKEN.findall(phrase))]
        longest_first = sorted(phrases, key=len, reverse=True)
        self._phrases = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?!\w)")

    def has(self, text: str, start: int, end: int) -> bool:
        """Whether the word there belongs to the wording of its line, to a heading, or is a key or an option."""
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", end)
        line = text[first : last if last >= 0 else len(text)].rstrip("\r")
        word = start - first, end - first
        named, own = self._places(line)
        if _within(word, named):
            return False
        return _within(word, own) or _is_sign(line, word)

    @lru_cache(maxsize=64)  # noqa: B019 - lives as long as the text that is redacted
    def _places(self, line: str) -> tuple[list[Span], list[Span]]:
        """Where the line's message has names, and where the line has words of its own."""
        named, literals = _message_spans(line)
        phrases = (match.span() for match in self._phrases.finditer(line))
        # A phrase that overlaps a literal is only made by it and the name beside it.
        whole = [
            (begin, end)
            for begin, end in phrases
            if _within((begin, end), literals) or not any(first < end and begin < last for first, last in literals)
        ]
        return named, [*literals, *whole, *_layout_spans(line)]


def _message_spans(line: str) -> tuple[list[Span], list[Span]]:
    """Where the message of the catalogue that a line holds has its names, and where its literals."""
    message = find_message(line)
    match = message.in_pieces.search(line) if message else None
    if match is None:
        return [], []
    numbers = match.re.groupindex
    captured = [number for number in range(1, match.re.groups + 1) if number not in numbers.values()]
    return [match.span(field) for field in _NAMED if field in numbers], [match.span(number) for number in captured]


def _layout_spans(line: str) -> Iterator[Span]:
    """A heading, whole; of a record its level, and the thread called main."""
    # Of a table of mqadmin's, or of a log exported as CSV.
    cells = [cell.strip('" ').lower() for cell in line.split(",")]
    exported = len(cells) > 1 and all(cell in _keys() or _DOTTED_KEY.fullmatch(cell) for cell in cells)
    if exported or columns.layout_of(line) is not None:
        yield 0, len(line)
    yield from (match.span("word") for match in _LEVEL.finditer(line))
    layout = layout_of(line)
    match = layout.line.match(line) if layout else None
    if match is None:
        return
    if match.groupdict().get("level"):
        yield match.span("level")
    if match.groupdict().get("thread") == "main":
        yield match.span("thread")


def _within(word: Span, places: list[Span]) -> bool:
    return any(first <= word[0] and word[1] <= last for first, last in places)


def _is_sign(line: str, word: Span) -> bool:
    """Whether a word is a column's (`#Topic`), an option's, or a key's that RocketMQ or configuration has."""
    before = line[: word[0]]
    if before.endswith("#") or _OPTION.search(before):
        return True
    is_key = _BEHIND_A_KEY.match(line, word[1]) is not None and not before.endswith(("@", "%"))
    return is_key and line[word[0] : word[1]] in _keys()


@cache
def _keys() -> frozenset[str]:
    """Words that stand before a value: in messages, in configuration, in records as JSON."""
    wrapping = (*TEXT_KEYS, *TIME_KEYS, *LEVEL_KEYS, *LOGGER_KEYS, *THREAD_KEYS, *TRACE_KEYS)
    parts = {part for key in wrapping for part in key.split(".")}
    printed = {key for message in MESSAGES for key in _KEY.findall(message.literals)}
    return frozenset(printed | parts | SETTINGS | set(_KEYS_OF_OTHERS.split()))


@cache
def _phrases() -> frozenset[str]:
    """Wordings of two words or more, without the names between them."""
    pieces = {piece.strip() for message in MESSAGES for piece in message.literals.split("\0")}
    pieces |= {words for thrown in exceptions() for all_of in thrown.words for words in all_of}
    return frozenset(piece.strip(" ,:[(<\"'") for piece in pieces if len(TOKEN.findall(piece)) > 1)
