"""Text with its recipe: what it says in English, and what it was made of. No catalogue is read here.

A phrase is a `str`, its English, and may stand wherever a `str` may. What joins or formats it (`f"{phrase}"`, `",
".join`) gets the English and loses the rest; `say` and `joined` keep it.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Protocol, Self


class Translations(gettext.NullTranslations):
    """What a phrase asks for, and which language it is: English, the source, as every message is written."""

    language = "en"


class Recipe(Protocol):
    """What a phrase was made of."""

    def text(self, translations: Translations) -> str:
        """The phrase in a language."""


class Phrase(str):
    """Its English, and its recipe for other languages."""

    __slots__ = ("recipe",)
    recipe: Recipe

    def __new__(cls, recipe: Recipe) -> Self:
        """The phrase of a recipe."""
        phrase = super().__new__(cls, recipe.text(Translations()))
        phrase.recipe = recipe
        return phrase

    def __deepcopy__(self, memo: object) -> Self:
        """Itself: nothing in it ever changes, and a picture holds thousands."""
        return self

    def __reduce__(self) -> tuple[type[Phrase], tuple[Recipe]]:
        return Phrase, (self.recipe,)


def said(text: str, translations: Translations) -> str:
    """A text in a language: by its recipe, or as a message without values."""
    if isinstance(text, Phrase):
        return text.recipe.text(translations)
    # gettext keeps the catalogue's own header under the empty message.
    return translations.gettext(text) if text else text


def localised(values: Mapping[str, object], translations: Translations) -> dict[str, object]:
    """Phrases among the values are said in the language too; names and numbers stay what they are."""
    return {name: said(value, translations) if isinstance(value, Phrase) else value for name, value in values.items()}


@dataclass(frozen=True, slots=True)
class _Message:
    """A text without places, braces and all."""

    message: str

    def text(self, translations: Translations) -> str:
        return translations.gettext(self.message) if self.message else ""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A template with named places, and what stands there."""

    template: str
    values: Mapping[str, object]

    def text(self, translations: Translations) -> str:
        template = translations.gettext(self.template)
        return template.format_map(localised(self.values, translations))


@dataclass(frozen=True, slots=True)
class _Counted:
    """Two templates, of which a number chooses; a language may have one form, or four."""

    number: int
    singular: str
    plural: str
    values: Mapping[str, object]

    def text(self, translations: Translations) -> str:
        template = translations.ngettext(self.singular, self.plural, self.number)
        return template.format_map(localised(self.values, translations))


@dataclass(frozen=True, slots=True)
class _Joined:
    """Several texts one after the other; the template of a pair tells what stands between two."""

    pair: str
    parts: tuple[str, ...]

    def text(self, translations: Translations) -> str:
        spoken = [said(part, translations) if isinstance(part, Phrase) else part for part in self.parts]
        pair = translations.gettext(self.pair)
        return reduce(lambda left, right: pair.format(left=left, right=right), spoken or [""])


@dataclass(frozen=True, slots=True)
class _Filled:
    """A text of a table, into which a function puts a name."""

    template: str
    fill: Callable[..., str]
    names: tuple[str, ...]

    def text(self, translations: Translations) -> str:
        return self.fill(said(self.template, translations), *self.names)


def say(template: str, /, **values: object) -> Phrase:
    """A sentence with named values: `say("{client} holds {queues}", client=..., queues=...)`.

    The template is what translators see, so it is written out at the call. Braces that belong to
    the text are doubled, as in `str.format`.
    """
    return Phrase(_Sentence(template, values))


def with_values(text: str, values: Mapping[str, object]) -> Phrase:
    """A text of a table with named values, as `say` has it; the table's own module hands it to the translators, unless
    it is the unfilled sentence of a data file."""
    unfilled = getattr(getattr(text, "recipe", None), "with_values", None)
    return Phrase(unfilled(values) if unfilled else _Sentence(text, values))


def message(text: str) -> Phrase:
    """A text of a table as a phrase: as it is, without values, its braces are braces."""
    return text if isinstance(text, Phrase) else Phrase(_Message(text))


def say_counted(number: int, singular: str, plural: str, /, **values: object) -> Phrase:
    """A sentence whose form depends on a number, which stands in it as `{number}`."""
    return Phrase(_Counted(number, singular, plural, {"number": number, **values}))


def joined(separator: str, parts: Iterable[str]) -> Phrase:
    """Texts one after the other, empty ones left out. The separator is one of `PAIRS`; what is no
    phrase is a name and stays."""
    return Phrase(_Joined(PAIRS[separator], tuple(filter(None, parts))))


def filled(fill: Callable[..., str], template: str, *names: str) -> Phrase:
    """A table's text with names put in, or changed otherwise, by `fill(text, *names)`, a function of a module."""
    return Phrase(_Filled(template, fill, names))


PAIRS = {
    ", ": "{left}, {right}",
    "; ": "{left}; {right}",
    " and ": "{left} and {right}",
    " ": "{left} {right}",
    ". ": "{left}. {right}",
    "<br>": "{left}<br>{right}",
    "\n": "{left}\n{right}",
}
"""Between parts of a list, between clauses, between two names, between sentences with their full
stops and without, between lines of a picture and of a text."""
