"""The fixed words of reports and notebooks, in English and Chinese, stand in `words.toml`. Findings bring their own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rmqkit.language import Phrase, Text, read_toml, words_in

TABLE = Path(__file__).with_suffix(".toml")
_SENTENCES: Mapping[str, Text] = read_toml(TABLE)["sentences"]


def sentence(name: str, /, **values: object) -> Phrase:
    """A sentence with its values."""
    return _SENTENCES[name].say(**values)


def report_words(part: str, lang: str) -> Mapping[str, str]:
    """A part of the table by name, places still open. Raises KeyError for a language that rmqkit does not write."""
    return words_in(TABLE, part, lang)


def headings(part: str, lang: str) -> list[str]:
    """The headings of a table, in their order."""
    return list(report_words(part, lang).values())


def labels(lang: str) -> Mapping[str, str]:
    """The labels, and sentences with places for values."""
    return report_words("labels", lang)
