"""Takes today's verdicts as the expected ones: `python -m tests.accept`, then read the difference before committing.

Rewrites data_samples/expected and the outputs that the notebooks store. No test belongs here.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import nbformat

import rmqkit
from rmqkit.report.engine import run
from tests.test_notebooks import NOTEBOOKS
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


def accept_notebook(path: Path) -> None:
    """Run a notebook and store the outputs of the cells that nbval compares; all others stay without."""
    with tempfile.TemporaryDirectory() as scratch:
        output = Path(scratch) / path.name
        run(path, output, {}, print)
        made = nbformat.read(output, as_version=4)
    made.metadata = {"kernelspec": made.metadata["kernelspec"], "language_info": {"name": "python"}}
    for cell in made.cells:
        _clean(cell)
    path.write_text(nbformat.writes(made) + "\n")


def _clean(cell: Any) -> None:
    tags = cell.metadata.get("tags", [])
    kept = {"tags": tags, "rmqkit_progress": cell.metadata.get("rmqkit_progress")}
    cell.metadata = {name: value for name, value in kept.items() if value}
    if cell.cell_type == "code":
        cell.outputs = [each for each in cell.outputs if "keep_output" in tags and each.output_type != "stream"]
        for output in cell.outputs:
            output.data.pop("text/html", None)


if __name__ == "__main__":
    accept_samples()
    for notebook in NOTEBOOKS:
        accept_notebook(notebook)
