"""The fixed words of reports and notebooks, in English and Chinese, stand in `words.toml`. Findings bring their own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rmqkit.language import words_in


def report_words(part: str, lang: str) -> Mapping[str, str]:
    """A part of the table by name, places still open. Raises KeyError for a language that rmqkit does not write."""
    return words_in(Path(__file__).with_suffix(".toml"), part, lang)


def headings(part: str, lang: str) -> list[str]:
    """The headings of a table, in their order."""
    return list(report_words(part, lang).values())


def labels(lang: str) -> Mapping[str, str]:
    """The labels, and sentences with places for values."""
    return report_words("labels", lang)
