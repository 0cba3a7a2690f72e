"""The key: which name became which pseudonym, kept in a file that turns it back. Whoever has it knows the names."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path

from rmqkit.errors import Error
from rmqkit.language import say
from rmqkit.redact.pseudonyms import AddressBook, Slots, new_slots

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
                    say(
                        "{file} is a key of another version of rmqkit (schema {schema}).",
                        file=file,
                        schema=told["schema"],
                    )
                )
            key = cls(dict(told["replaced"]), set(told["ambiguous"]), counted=int(told["counted"]))
            key.names.taken = dict(told["names"])
            for slots, taken in zip(key.addresses.regions, told["addresses"], strict=True):
                slots.taken = dict(taken)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            kind = type(error).__name__
            raise Error(
                say("{file} is no key of rmqkit redact ({kind}: {error}).", file=file, kind=kind, error=error)
            ) from error
        return key
