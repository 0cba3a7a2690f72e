"""Texts that can be said in every language that rmqkit writes. Only the public names; no sentence stands here.

The source is English: a text *is* its English, and remembers what it was made of. So a diagnosis is made once and read
in any language, and whoever knows nothing of languages sees a `str`.
"""

from rmqkit.language.catalogue import LANGUAGES, Words, in_language, phrase_in
from rmqkit.language.data_files import MalformedData, Text, read_rows, read_toml
from rmqkit.language.phrase import Phrase, filled, joined, message, say, say_counted, with_values

__all__ = [
    "LANGUAGES", "MalformedData", "Phrase", "Text", "Words", "filled", "in_language", "joined", "message",
    "phrase_in", "read_rows", "read_toml", "say", "say_counted", "with_values",
]  # fmt: skip
