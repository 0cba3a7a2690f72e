"""Takes today's verdicts as the expected ones: `python -m tests.accept`, then read the difference before committing.

Rewrites data_samples/expected, the outputs that the notebooks store, and the notebooks of other languages; with
`notebooks` behind it the notebooks alone, with `twins` those of other languages, with `pictures`
only the pictures that they store, with `prose` only what these say. No
test belongs here.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat

import rmqkit
from rmqkit.report.engine import run
from tests.notebook_files import ALL, TRANSLATED, store_pictures, twin_of, twin_path
from tests.test_samples import EXPECTED, SAMPLES, told


def accept_samples() -> None:
    """Write every sample's verdict into its expected file."""
    spark = rmqkit.session()
    for name in EXPECTED:
        verdict = told(rmqkit.diagnose(rmqkit.read(spark, str(SAMPLES / name))))
        text = json.dumps(verdict, indent=2, ensure_ascii=False)
        (SAMPLES / "expected" / f"{name}.json").write_text(text + "\n")
        print(f"{name}: {verdict['severity']}, {', '.join(each['id'] for each in verdict['findings'])}")
    spark.stop()


def accept_twin(path: Path, lang: str) -> None:
    """Write the notebook as a language has it, and run it."""
    twin = twin_path(path, lang)
    twin.parent.mkdir(exist_ok=True)
    twin.write_text(nbformat.writes(twin_of(path, lang)) + "\n")
    accept_notebook(twin)


def accept_prose(path: Path, lang: str) -> None:
    """What a twin says anew, around the outputs that it has."""
    twin = twin_of(path, lang)
    before = {cell.id: cell.get("outputs") for cell in nbformat.read(twin_path(path, lang), as_version=4).cells}
    for cell in twin.cells:
        if cell.cell_type == "code":
            cell.outputs = before[cell.id]
    twin_path(path, lang).write_text(nbformat.writes(twin) + "\n")


def accept_notebook(path: Path) -> None:
    """Run a notebook and store the outputs of the cells that nbval compares; all others stay without."""
    with tempfile.TemporaryDirectory() as scratch:
        output = Path(scratch) / path.name
        run(path, output, {}, print)
        made = nbformat.read(output, as_version=4)
    made.metadata = {"kernelspec": made.metadata["kernelspec"], "language_info": {"name": "python"}}
    for cell in made.cells:
        clean(cell)
    path.write_text(nbformat.writes(made) + "\n")
    store_pictures(path)


def clean(cell: Any) -> None:
    """Leave of a cell what is stored of it: its text, and of its outputs those that are compared, as text."""
    tags = cell.metadata.get("tags", [])
    kept = {"tags": tags, "rmqkit_progress": cell.metadata.get("rmqkit_progress")}
    cell.metadata = {name: value for name, value in kept.items() if value}
    if cell.cell_type == "code":
        cell.outputs = [each for each in cell.outputs if "keep_output" in tags and each.get("name") != "stderr"]
        for output in cell.outputs:
            output.get("data", {}).pop("text/html", None)


def main(what: str = "all") -> None:
    """Accept all, the `notebooks`, their `twins` in other languages, the `prose` of these, or the `pictures` of all."""
    if what == "all":
        accept_samples()
    if what == "pictures":
        for notebook in ALL:
            for path in (notebook, *(twin_path(notebook, lang) for lang in TRANSLATED)):
                store_pictures(path)
        return
    for notebook in ALL if what in ("all", "notebooks") else ():
        accept_notebook(notebook)
    for notebook, lang in ((notebook, lang) for notebook in ALL for lang in TRANSLATED):
        (accept_prose if what == "prose" else accept_twin)(notebook, lang)


if __name__ == "__main__":
    main(*sys.argv[1:])
