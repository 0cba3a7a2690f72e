"""Brings the catalogues up to the texts: new ones come in untranslated, those that are gone leave. `make messages`."""

import sys
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from rmqkit.language.catalogue import LANGUAGES, SOURCE, po_file
from tests.language.extraction import everything


def updated(language: str, texts: Catalog) -> Catalog:
    """The catalogue of a language with exactly these texts; a changed text is a new one."""
    with po_file(language).open("rb") as source:
        catalogue = read_po(source, locale=language)
    catalogue.update(texts, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def written(catalogue: Catalog, header: bytes) -> bytes:
    """The file, without line numbers and dates: what only moved is no change."""
    for message in catalogue:
        # As they stand in the file, which is sorted by the first of them.
        message.locations.sort()
    file = BytesIO()
    write_po(file, catalogue, width=100, include_lineno=False, sort_by_file=True, omit_header=True)
    return header + b"\n\n" + file.getvalue()


def header_of(language: str) -> bytes:
    """What stands before the first text: it is written by hand."""
    return po_file(language).read_bytes().split(b"\n\n", 1)[0]


def untranslated(catalogue: Catalog) -> list[str]:
    """The texts that lack their twin."""
    messages = [message for message in catalogue if message.id]
    return [str(message.id) for message in messages if not all(_forms(message.string)) or message.fuzzy]


def _forms(string: object) -> tuple[object, ...]:
    return tuple(string) if isinstance(string, (list, tuple)) else (string,)


def main() -> int:
    """Update every catalogue, and tell what is left to translate."""
    texts = everything()
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        catalogue = updated(language, texts)
        po_file(language).write_bytes(written(catalogue, header_of(language)))
        missing = untranslated(catalogue)
        print(f"{po_file(language)}: {len(catalogue)} texts, {len(missing)} of them to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main())
