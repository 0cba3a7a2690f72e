"""One text with its names replaced, and back. Which names there are is learned elsewhere; no files here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from rmqkit.formats.settings.keys import without_secrets
from rmqkit.redact.key import Key
from rmqkit.redact.learning import Learned
from rmqkit.redact.pseudonyms import ordered_names, word
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
    shape,
    tells_nothing,
    vocabulary,
    without_ending,
)
from rmqkit.redact.wordings import Wordings
from rmqkit.rocketmq.java_hash import string_hash

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
