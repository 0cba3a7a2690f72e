"""One text with its names replaced, and back; and where in a line a word is RocketMQ's own although a name is spelled
alike. Which names there are is learned elsewhere; no files here.

Everywhere else such a word is taken for the name: a name that stays is worse than a word too many that becomes a
pseudonym, and the key turns both back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache, cached_property, lru_cache

from rmqkit.formats.known_words import SETTINGS
from rmqkit.formats.logs.catalogue import MESSAGES, find_message
from rmqkit.formats.logs.exceptions import EXCEPTIONS
from rmqkit.formats.logs.json_objects import LEVEL_KEYS, LOGGER_KEYS, TEXT_KEYS, THREAD_KEYS, TIME_KEYS, TRACE_KEYS
from rmqkit.formats.logs.layout_table import layout_of
from rmqkit.formats.mqadmin import rows
from rmqkit.formats.settings.keys import without_secrets
from rmqkit.redact.learning import Learned
from rmqkit.redact.pseudonyms import Key, ordered_names, word
from rmqkit.redact.tokens import (
    ADDRESS,
    ADDRESS_V6,
    ESCAPE,
    IDENTITY,
    MESSAGE_ID,
    PART,
    TOKEN,
    inside,
    is_known_around,
    listed,
    shape,
    tells_nothing,
    vocabulary,
    without_ending,
)
from rmqkit.rocketmq.java_hash import string_hash

Span = tuple[int, int]

_KEY = re.compile(r"([A-Za-z][\w.-]*)[\"']?\s{0,2}[:=]")
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
    if exported or rows.layout_of(line) is not None:
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
    return frozenset(printed | parts | SETTINGS | listed("keys_of_others.txt"))


@cache
def _phrases() -> frozenset[str]:
    """Wordings of two words or more, without the names between them."""
    pieces = {piece.strip() for message in MESSAGES for piece in message.literals.split("\0")}
    pieces |= {words for thrown in EXCEPTIONS for all_of in thrown.words for words in all_of}
    return frozenset(piece.strip(" ,:[(<\"'") for piece in pieces if len(TOKEN.findall(piece)) > 1)


_NAMING = re.compile(
    f"(?P<escape>{ESCAPE.pattern})|(?P<message>{MESSAGE_ID.pattern})|(?P<identity>{IDENTITY.pattern})|(?P<address>{ADDRESS.pattern})"
    f"|(?P<address_v6>{ADDRESS_V6.pattern})|(?P<token>{TOKEN.pattern})"
)
_V6_OF_ALL = frozenset({"::", "::1", "0:0:0:0:0:0:0:0", "0:0:0:0:0:0:0:1"})
_CODE_SET = re.compile(r"(codeSet=\[)([-\d, ]*)(\])")


class Redactor:
    """Replaces names by the key's pseudonyms, and gives new names new ones."""

    def __init__(self, key: Key, learned: Learned) -> None:
        self.key = key
        self.learned = learned
        key.ambiguous |= learned.ambiguous
        missing = (learned.names | learned.ambiguous) - key.replaced.keys()
        key.replaced.update(ordered_names(missing | key.names.taken.keys(), key.names))
        self._tokens: dict[str, str] = {}

    def addresses(self, addresses: Iterable[str]) -> None:
        """Give addresses their pseudonyms, all at once, for they keep their order."""
        self.key.replaced.update(self.key.addresses.take(addresses))

    def text(self, text: str) -> str:
        """The text without names, keys and passwords; every line stays a line."""
        text = without_secrets(text)
        text = _CODE_SET.sub(lambda found: found[1] + self._codes(found[2]) + found[3], text)
        return _NAMING.sub(self._replaced, text)

    def _replaced(self, found: re.Match[str]) -> str:
        text = found[0]
        if found.lastgroup == "message":
            if text not in self.key.replaced:
                self.key.replaced[text] = f"{self.key.next_number():0{len(text)}X}"
            return self.key.replaced[text]
        if found.lastgroup == "address":
            return self.key.replaced.get(text, text)
        if found.lastgroup in ("escape", "identity"):
            return text
        if found.lastgroup == "address_v6":
            # Whether it is an IPv6 or a hardware address, and no clock (`10:31:00`).
            if text in _V6_OF_ALL or not (
                "::" in text or text.count(":") >= 5 or any(letter.isalpha() for letter in text)
            ):
                return text
            if text not in self.key.replaced:
                number = self.key.next_number()
                self.key.replaced[text] = f"fd00::{number >> 16:x}:{number & 0xFFFF:x}"
            return self.key.replaced[text]
        if text in self.key.ambiguous and not self._wordings.has(found.string, *found.span()):
            return self.key.replaced[text]
        return self._token(text)

    @cached_property
    def _wordings(self) -> Wordings:
        return Wordings(self.key.ambiguous)

    def _token(self, token: str) -> str:
        if token not in self._tokens:
            self._tokens[token] = self._decided(token)
        return self._tokens[token]

    def _decided(self, token: str) -> str:
        if tells_nothing(token):
            return token
        if token in self.key.replaced:
            return self.key.replaced[token]
        stem, ending = without_ending(token)
        if ending:
            return self.key.replaced.get(stem, self._token(stem)) + ending
        names = self._names_inside
        if names is not None and is_known_around(token, names):
            return names.sub(lambda found: self.key.replaced[found[0]], token)
        pseudonym = word(self.key.next_number(), token)
        while shape(pseudonym) in vocabulary():
            pseudonym = word(self.key.next_number(), token)
        self.key.replaced[token] = pseudonym
        return pseudonym

    @cached_property
    def _names_inside(self) -> re.Pattern[str] | None:
        return inside(self.learned.names | self.learned.ambiguous)

    def _codes(self, codes: str) -> str:
        """SubscriptionData's hashes of tags: whoever guesses a tag could tell it by them."""
        return ", ".join(self._hashes.get(code.strip(), "0") for code in codes.split(",") if code.strip())

    @cached_property
    def _hashes(self) -> Mapping[str, str]:
        return {
            _java_hash(tag): _java_hash(self.key.replaced.get(tag) or self._token(tag)) for tag in self.learned.tags
        }


def restored(text: str, key: Key) -> str:
    """The text with every pseudonym turned back."""
    originals = key.originals()

    def back(found: re.Match[str]) -> str:
        return originals.get(found[0], found[0])

    for pattern in (ADDRESS, ADDRESS_V6, MESSAGE_ID, PART):
        text = pattern.sub(back, text)
    return text


def _java_hash(text: str) -> str:
    """`String#hashCode`, signed as Java prints it."""
    code = string_hash(text)
    return str(code - (1 << 32) if code >> 31 else code)
