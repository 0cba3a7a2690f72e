"""Reads the package's data files: tables of facts, and of sentences with English and Chinese side by side. No sentence
stands here.

TOML is for what has parts (a finding, an exception), tab-separated text for what is one row each (a wording of a log
message). A malformed file says which file and which row.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from string import Formatter
from typing import Any

from rmqkit.language.phrase import Phrase, Translations, localised

LANGUAGES = ("en", "zh")


class MalformedData(ValueError):
    """A data file of the package that cannot be read: which file, which row, and what is wrong with it."""


@dataclass(frozen=True)
class Text:
    """One sentence in every language, with named places. `one`: its English singular, where a number chooses."""

    en: str
    zh: str
    one: str = ""

    def say(self, **values: object) -> Phrase:
        """The sentence with its values; `number` among them chooses its form.

        Raises KeyError for a place without a value.
        """
        return Phrase(_Said(self, values))

    @property
    def unfilled(self) -> Phrase:
        """The sentence with its places still open, for `with_values`."""
        return Phrase(_Unfilled(self))

    def template(self, language: str, number: object) -> str:
        """The form that a language uses for a number."""
        if language != "en":
            return self.zh
        return self.one if self.one and number == 1 else self.en

    @property
    def places(self) -> frozenset[str]:
        """The names of its places."""
        return _places(self.en)


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence of a data file, and what stands in its places."""

    sentence: Text
    values: Mapping[str, object]

    def text(self, translations: Translations) -> str:
        template = self.sentence.template(translations.language, self.values.get("number"))
        return template.format_map(localised(self.values, translations))


@dataclass(frozen=True)
class _Unfilled:
    """A sentence of a data file, its places as they are written."""

    sentence: Text

    def text(self, translations: Translations) -> str:
        template = self.sentence.template(translations.language, None)
        return template if "{" not in template or self.sentence.places else template.format()

    def with_values(self, values: Mapping[str, object]) -> _Said:
        return _Said(self.sentence, values)


def _content(path: Path) -> str:
    """The text of a file. Spark's workers have the package as a zip, in which only Python's imports find one."""
    if path.is_file():
        return path.read_text("utf-8")
    inside = path.relative_to(Path(__file__).parents[1])
    return resources.files("rmqkit").joinpath(*inside.parts).read_text("utf-8")


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file; every table of `en` and `zh` in it (and `one`) is a `Text`.

    Raises MalformedData.
    """
    try:
        table = tomllib.loads(_content(path))
    except tomllib.TOMLDecodeError as error:
        raise MalformedData(f"{path}: {error}") from error
    return {name: _read_texts(value, f"{path}: {name}") for name, value in table.items()}


def _read_texts(value: object, place: str) -> Any:  # noqa: ANN401
    if isinstance(value, list):
        return [_read_texts(part, f"{place}[{number}]") for number, part in enumerate(value)]
    if not isinstance(value, dict):
        return value
    if "en" in value or "zh" in value:
        return _text(value, place)
    return {name: _read_texts(part, f"{place}.{name}") for name, part in value.items()}


def _text(value: Mapping[str, str], place: str) -> Text:
    wrong = value.keys() - {"en", "zh", "one"} or {name for name in LANGUAGES if not value.get(name, "").strip()}
    if wrong:
        raise MalformedData(
            f"{place}: {', '.join(sorted(wrong))} is missing or not known: a text has en, zh and perhaps one"
        )
    text = Text(**value)
    try:
        places = [_places(text.en), _places(text.zh), *([_places(text.one) | {"number"}] if text.one else [])]
    except ValueError as error:
        raise MalformedData(f"{place}: {error}") from error
    if places[0] != places[1]:
        raise MalformedData(f"{place}: en has {sorted(places[0])}, zh has {sorted(places[1])}")
    if text.one and not places[2] <= places[0] | {"number"}:
        raise MalformedData(f"{place}: one has placeholders that en lacks: {sorted(places[2] - places[0])}")
    return text


def _places(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def read_rows(path: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """The rows of a tab-separated file below its header; lines that begin with # and empty ones are no rows.

    A row with fewer cells than columns has empty ones at its end. Raises MalformedData where the header is not
    `columns` or a row is longer.
    """
    found: list[dict[str, str]] = []
    header: list[str] | None = None
    for number, line in enumerate(_content(path).split("\n"), start=1):
        if not line or line[0] == "#":
            continue
        cells = line.split("\t")
        if header is None:
            header = cells
        elif len(cells) <= len(columns):
            found.append(dict(zip(columns, cells + [""] * (len(columns) - len(cells)), strict=True)))
        else:
            raise MalformedData(f"{path}:{number}: {len(cells)} cells, and {len(columns)} columns")
    if header != list(columns):
        raise MalformedData(f"{path}: its first row has to be: {' '.join(columns)}")
    return found
