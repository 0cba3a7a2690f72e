"""The catalogues of translations: gettext's .po files as they lie in the package. No sentence of rmqkit stands here.

They are read as they are, by Babel: nothing has to be compiled before a change of a text is seen, and no compiled file
can be older than its source.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

from rmqkit.language.data_files import Text, read_toml
from rmqkit.language.phrase import Phrase, Translations, said

LOCALES = Path(__file__).parent / "locale"
SOURCE = "en"
LANGUAGES = (SOURCE, "zh")


def in_language(text: str, language: str) -> str:
    """A phrase, or a text without values, in a language; English where nobody translated it.

    Raises KeyError for a language that rmqkit does not write.
    """
    return said(text, translations(language))


@dataclass(frozen=True)
class Words:
    """A data file of sentences in parts, read when the first of them is said."""

    path: Path

    @cached_property
    def parts(self) -> Mapping[str, Any]:
        """All that the file holds."""
        return _parts(self.path)

    def say(self, part: str, name: str, /, **values: object) -> Phrase:
        """A sentence with its values."""
        text: Text = self.parts[part][name]
        return text.say(**values)

    def of(self, part: str, language: str) -> Mapping[str, str]:
        """The sentences of a part in a language by name, their places still open.

        Raises KeyError for a language that rmqkit does not write.
        """
        return _words_in(self.path, part, language)

    def heads(self, part: str, language: str) -> list[str]:
        """The headings of a table, in their order."""
        return list(self.of(part, language).values())


_parts = cache(read_toml)


@cache
def _words_in(path: Path, part: str, language: str) -> Mapping[str, str]:
    return {name: in_language(text.unfilled, language) for name, text in _parts(path)[part].items()}


def phrase_in(text: str, language: str) -> str:
    """A phrase in a language; what was printed, and a name, stays as it is."""
    return in_language(text, language) if isinstance(text, Phrase) else text


class _Catalogue(gettext.GNUTranslations, Translations):
    """A compiled catalogue that knows its language."""


@cache
def translations(language: str) -> Translations:
    """The catalogue of a language, read once. Raises KeyError for one that rmqkit does not write."""
    if language not in LANGUAGES:
        raise KeyError(f"rmqkit writes {', '.join(LANGUAGES)}, not {language!r}")
    if language == SOURCE:
        return Translations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    # gettext reads compiled catalogues only, and what is compiled here leaves out what is marked as uncertain.
    compiled = BytesIO()
    with po_file(language).open("rb") as source:
        write_mo(compiled, read_po(source))
    compiled.seek(0)
    catalogue = _Catalogue(compiled)
    catalogue.language = language
    return catalogue


def po_file(language: str) -> Path:
    """Where the translations of a language stand."""
    return LOCALES / language / "LC_MESSAGES" / "rmqkit.po"
