"""Pseudonyms that keep what allocation sees: equal or not, and Java's order (`String#compareTo`). No texts here.

A name keeps its length where it has room, so that tables stay aligned and a name that mqadmin cut at its column stays
the beginning of the whole one. Letters stand for a number. What fills up keeps a sentence a sentence: letters for a
word of letters, a Chinese character for what is no Latin script.

Addresses stay in the order of their text, as client ids sort, and docker's stay docker's. One that is the same on many
hosts (loopback, the default networks of Docker, Podman, libvirt) names nobody and tells why two clients share an id, so
it stays.

The key says which name became which pseudonym, and is kept in a file that turns it back: whoever has it knows the
names.
"""

from __future__ import annotations

import json
import os
import re
from bisect import bisect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from ipaddress import IPv4Address, ip_address, ip_network
from math import prod
from pathlib import Path
from string import ascii_lowercase

from rmqkit.errors import Error
from rmqkit.rocketmq.client_id_meaning import ADDRESSES
from rmqkit.rocketmq.message_queue import utf16_order

_LETTERS = 4
_ROOM = len(ascii_lowercase) ** _LETTERS
NAME, WORD = "n", "w"
# what makes a line prose (`formats/posted.py`)
_OF_LETTERS = re.compile(r"[A-Za-z\u00c0-\u024f][A-Za-z\u00c0-\u024f-]*")
_OTHER_SCRIPT = re.compile(r"[^\W\d_a-zA-Z\u00c0-\u024f]")
# StringUtils' width of a cell in consumerProgress and topicStatus, by version
CUT_AT = (32, 64)


@dataclass
class Slots:
    """Numbers below `room` for texts, in the order of the texts; later texts go between, as long as there is room."""

    room: int
    order: Callable[[str], bytes] = utf16_order
    taken: dict[str, int] = field(default_factory=dict)

    def take(self, texts: Iterable[str]) -> None:
        """Give every new text a number. Raises Error where two neighbours leave no room between them."""
        new = sorted(set(texts) - self.taken.keys(), key=self.order)
        known = sorted(self.taken, key=self.order)
        keys = [self.order(text) for text in known]
        runs: dict[int, list[str]] = {}
        for text in new:
            runs.setdefault(bisect(keys, self.order(text)), []).append(text)
        for place, run in runs.items():
            below = self.taken[known[place - 1]] if place else -1
            above = self.taken[known[place]] if place < len(known) else self.room
            step = (above - below) / (len(run) + 1)
            if step < 1:
                raise Error(
                    "The key has no room for {number} more names in sorted order. Redact everything together, without "
                    "an earlier key.",
                    number=len(run),
                )
            for number, text in enumerate(run, start=1):
                self.taken[text] = below + int(number * step)


def in_letters(number: int, letters: int = _LETTERS) -> str:
    """A number in letters, so that letters sort as the numbers do; longer where it does not fit."""
    text = ""
    while number or len(text) < letters:
        number, rest = divmod(number, len(ascii_lowercase))
        text = ascii_lowercase[rest] + text
    return text


def ordered_names(names: Iterable[str], slots: Slots) -> dict[str, str]:
    """A pseudonym for every name, in the names' order; a cut name gets the beginning of its whole name's."""
    wanted = set(names)
    whole = {cut: longer for cut in wanted if (longer := _whole_name(cut, wanted)) is not None}
    slots.take(wanted - whole.keys())
    found = {name: _filled(NAME + in_letters(slots.taken[name]), name) for name in wanted - whole.keys()}
    return found | {cut: found[longer][: len(cut)] for cut, longer in whole.items() if longer in found}


def new_slots() -> Slots:
    """Room for names, as many as four letters can number."""
    return Slots(_ROOM)


def word(number: int, text: str) -> str:
    """The pseudonym of a word that is no known name: numbered as it comes, as long as the word."""
    code = in_letters(number)
    # more letters could be those of another number with what fills up
    return _filled((WORD if len(code) == _LETTERS else WORD + "0") + code, text)


def _filled(code: str, text: str) -> str:
    others = len(_OTHER_SCRIPT.findall(text))
    if others:
        return code + "\u67d0" * min(others, 2)
    return code + ("z" if _OF_LETTERS.fullmatch(text) else "0") * (len(text) - len(code))


def _whole_name(cut: str, names: set[str]) -> str | None:
    """The whole name that this is the beginning of, if it is as long as a cell lets a name or a retry topic be.

    None where several names begin so and are not beginnings of one themselves.
    """
    if not any(len(cut) + len(lead) in CUT_AT for lead in ("", "%RETRY%", "%DLQ%")):
        return None
    longer = [name for name in names if name != cut and name.startswith(cut)]
    whole = max(longer, key=len, default=None)
    return whole if whole is not None and all(whole.startswith(name) for name in longer) else None


_KEPT = tuple(ip_network(network) for network, _, shared in ADDRESSES if shared and ":" not in network)
_ANYWHERE = frozenset({"0.0.0.0", "255.255.255.255"})

Parts = tuple[tuple[str, int, int], ...]
_EACH = (100, 199)


REGIONS: tuple[tuple[str, Parts], ...] = (
    ("10.88.", (("10.", *_EACH), (".", *_EACH), (".", *_EACH))),
    ("127.", (("10.9", 0, 9), (".", *_EACH), (".", *_EACH))),
    ("169.254.", (("150.", *_EACH), (".", *_EACH), (".", *_EACH))),
    ("172.17.", (("170.", *_EACH), (".", *_EACH), (".", *_EACH))),
    ("172.18.", (("172.171.", *_EACH), (".", *_EACH))),
    ("172.19.", (("172.182.", *_EACH), (".", *_EACH))),
    ("192.168.122.", (("180.", *_EACH), (".", *_EACH), (".", *_EACH))),
    ("192.168.49.", (("192.168.", 200, 255), (".", *_EACH))),
    ("\uffff", (("193.", *_EACH), (".", *_EACH), (".", *_EACH))),
)
"""Up to which text a region goes, and what its pseudonyms are made of: fixed text, then a number from, to.

The borders are the networks that stay, so that their place among the others stays too. All numbers of a place have
equally many digits: text and number sort alike.
"""


def stays(address: str) -> bool:
    """Whether an address is one that many hosts have; also whether it is none at all (a number beyond 255)."""
    try:
        number = ip_address(address)
    except ValueError:
        return True
    kept = any(number in network for network in _KEPT)
    return kept or address in _ANYWHERE or not isinstance(number, IPv4Address)


@dataclass
class AddressBook:
    """The pseudonyms of the addresses, region by region."""

    regions: list[Slots] = field(
        default_factory=lambda: [
            Slots(prod(last - first + 1 for _, first, last in parts), _id_form) for _, parts in REGIONS
        ]
    )

    def take(self, addresses: Iterable[str]) -> dict[str, str]:
        """A pseudonym for every address that does not stay."""
        wanted = {address for address in addresses if not stays(address)}
        by_region: dict[int, list[str]] = {}
        for address in wanted:
            by_region.setdefault(_region_number(address), []).append(address)
        for number, members in by_region.items():
            self.regions[number].take(members)
        pseudonyms = {}
        for address in wanted:
            region = _region_number(address)
            slot, text = self.regions[region].taken[address], ""
            for fixed, first, last in reversed(REGIONS[region][1]):
                slot, rest = divmod(slot, last - first + 1)
                text = f"{fixed}{first + rest}{text}"
            pseudonyms[address] = text
        return pseudonyms


def _id_form(address: str) -> bytes:
    """Behind an address a client id goes on with `@`, which sorts behind digits and dots."""
    return utf16_order(f"{address}@")


def _region_number(address: str) -> int:
    return next(number for number, (before, _) in enumerate(REGIONS) if address < before)


SCHEMA = 1


@dataclass
class Key:
    """Everything that was replaced, original to pseudonym."""

    replaced: dict[str, str] = field(default_factory=dict)
    ambiguous: set[str] = field(default_factory=set)
    names: Slots = field(default_factory=new_slots)
    addresses: AddressBook = field(default_factory=AddressBook)
    counted: int = 0

    def next_number(self) -> int:
        """A number that no word and no message has yet."""
        self.counted += 1
        return self.counted

    def originals(self) -> dict[str, str]:
        """Pseudonym to original."""
        return {pseudonym: original for original, pseudonym in self.replaced.items()}

    def write(self, file: Path) -> None:
        """Write the key so that only its owner can read it."""
        text = json.dumps(
            {
                "schema": SCHEMA,
                "replaced": self.replaced,
                "ambiguous": sorted(self.ambiguous),
                "names": self.names.taken,
                "addresses": [slots.taken for slots in self.addresses.regions],
                "counted": self.counted,
            },
            ensure_ascii=False,
            indent=1,
        )
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as stream:
            stream.write(text + "\n")

    @classmethod
    def read(cls, file: Path) -> Key:
        """The key in a file. Raises Error where it is none."""
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            if told["schema"] != SCHEMA:
                raise Error(
                    "{file} is a key of another version of rmqkit (schema {schema}).", file=file, schema=told["schema"]
                )
            key = cls(dict(told["replaced"]), set(told["ambiguous"]), counted=int(told["counted"]))
            key.names.taken = dict(told["names"])
            for slots, taken in zip(key.addresses.regions, told["addresses"], strict=True):
                slots.taken = dict(taken)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            kind = type(error).__name__
            raise Error(
                "{file} is not a key of rmqkit redact ({kind}: {error}).", file=file, kind=kind, error=error
            ) from error
        return key
