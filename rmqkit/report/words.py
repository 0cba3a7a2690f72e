"""The fixed words of reports and notebooks, in English and Chinese, stand in `words.toml`. Findings bring their own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rmqkit.language import fixed_words, read_toml


@cache
def report_words(part: str, lang: str) -> Mapping[str, str]:
    """A part of the table by name, places still open. Raises KeyError for a language that rmqkit does not write."""
    return fixed_words(read_toml(Path(__file__).with_suffix(".toml"))[part], lang)


def labels(lang: str) -> Mapping[str, str]:
    """The labels, and sentences with places for values."""
    return report_words("labels", lang)
