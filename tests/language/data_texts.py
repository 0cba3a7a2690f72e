"""The sentences of the package's data files, each with its Chinese: files are found by being there. No test belongs
here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from rmqkit.language import Text, read_rows, read_toml

ROOT = Path(__file__).parents[2]
TRANSLATION = "_zh"
"""A column `says` of a tab-separated file has its Chinese in the column `says_zh`."""


class Pair(NamedTuple):
    """A sentence where it stands, in both languages; either is empty where nobody wrote it."""

    place: str
    en: str
    zh: str


def data_texts(folder: Path = ROOT / "rmqkit") -> Iterator[Pair]:
    """All sentences of the TOML files below a folder, and all translated cells of the tab-separated ones."""
    for path in sorted(folder.rglob("*.toml")):
        yield from _of_table(read_toml(path), path.relative_to(folder).as_posix())
    for path in sorted(folder.rglob("*.tsv")):
        yield from _of_rows(path, path.relative_to(folder).as_posix())


def _of_table(value: object, place: str) -> Iterator[Pair]:
    if isinstance(value, Text):
        yield Pair(place, value.en, value.zh)
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield from _of_table(part, f"{place} {name}")
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _of_table(part, f"{place} {number}")


def _of_rows(path: Path, place: str) -> Iterator[Pair]:
    lines = path.read_text(encoding="utf-8").splitlines()
    columns = tuple(next(line for line in lines if line.strip() and not line.startswith("#")).split("\t"))
    translated = [name.removesuffix(TRANSLATION) for name in columns if name.endswith(TRANSLATION)]
    for row in read_rows(path, columns):
        for name in translated:
            if row[name] or row[name + TRANSLATION]:
                yield Pair(f"{place} {next(iter(row.values()))} {name}", row[name], row[name + TRANSLATION])
