"""Where the notebooks and the folders of evidence that they are given lie, and a copy of them. Nothing is run here."""

from __future__ import annotations

import shutil
from pathlib import Path

from rmqkit.errors import Error, EvidenceNotFound
from rmqkit.report.words import sentence

PACKAGE = Path(__file__).resolve().parents[1]
PLACES = (PACKAGE / "report" / "notebooks", PACKAGE.parent / "notebooks")
"""In an installed package, and in a checkout."""


def notebook(name: str) -> Path:
    """The path of one of rmqkit's notebooks, such as `incident`."""
    for place in PLACES:
        if (place / f"{name}.ipynb").is_file():
            return place / f"{name}.ipynb"
    raise Error(sentence("no_notebook", name=name, places=", ".join(map(str, PLACES))))


def put_notebooks(target: Path, lang: str = "en") -> list[Path]:
    """Copy all notebooks into a folder, where a person may run and change them; their paths.

    What lies there already is not written over: raises Error.
    """
    source = notebook("incident").parent / ("" if lang == "en" else lang)
    copies = {path: target / path.name for path in sorted(source.glob("*.ipynb"))}
    there = [copy.name for copy in copies.values() if copy.exists()]
    if there:
        raise Error(sentence("there_already", folder=target, names=", ".join(there)))
    target.mkdir(parents=True, exist_ok=True)
    return [Path(shutil.copyfile(path, copy)) for path, copy in copies.items()]


def located(folder: str) -> str:
    """The evidence that a notebook was given, wherever the notebook runs.

    A path counts from the working directory, which is the notebook's own folder when a person runs it and any other
    under papermill; if there is nothing, from each folder above it and from rmqkit's checkout. An address such as
    hdfs://... stays as it is. Raises EvidenceNotFound.
    """
    if "://" in folder or Path(folder).exists():
        return folder
    here = Path.cwd()
    for base in (here, *here.parents, PACKAGE.parent):
        if folder and (base / folder).exists():
            return str(base / folder)
    raise EvidenceNotFound(
        "There is no {folder!r} in {here} or in a folder above it. Give the full path.", folder=folder, here=here
    )
