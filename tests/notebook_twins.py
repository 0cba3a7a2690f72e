"""Each notebook as another language has it: notebooks/zh/NAME.ipynb, made of the English one. No test belongs here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat

from rmqkit.language.catalogue import LANGUAGES, SOURCE
from rmqkit.report.prose import notebook_in

ALL = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
"""The English ones."""
TRANSLATED = [language for language in LANGUAGES if language != SOURCE]


def twin_path(path: Path, lang: str) -> Path:
    """Where the twin of a notebook lies."""
    return path.parent / lang / path.name


def twin_of(path: Path, lang: str) -> Any:
    """The twin as it is before it runs: its prose and comments said in the language, its code the same."""
    twin = notebook_in(nbformat.read(path, as_version=4), lang)
    for cell in twin.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    return twin
