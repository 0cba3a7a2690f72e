"""The notebooks as papermill runs them, and cell by cell on other evidence and in other languages. That the stored
outputs of the English ones still hold is nbval's part of `make test`."""

import ast
import base64
import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pandas
import papermill
import plotly.graph_objects as go
import pytest
from ipywidgets import Widget
from pyspark.sql import SparkSession

from rmqkit.environment import variables_set
from tests.notebook_files import ALL, SHOWN, TRANSLATED, figures_of, shown_by, stored, twin_path

ROOT = Path(__file__).parents[1]
NAMES = ("client_id_collision", "cluster", "flapping_subscription", "incident", "partial_consumption")
NOTEBOOKS = [ROOT / "notebooks" / f"{name}.ipynb" for name in NAMES]
"""The notebooks about evidence."""

# On what they are not stored with; that is nbval's.
CASES = [
    pytest.param("incident", "two-topics-one-group", "CRITICAL  groupA: 2 clients", id="incident, two topics"),
    pytest.param("incident", "healthy", "OK  groupA", id="incident, healthy"),
    pytest.param("cluster", "healthy", "OK  groupA", id="cluster, one group"),
    pytest.param("partial_consumption", "stuck-consumer", "holds 4 queues", id="partial, stuck"),
    pytest.param("client_id_collision", "different-tags", "no sign of client ids", id="collision, other cause"),
]


def cells(path: Path) -> list[Any]:
    return list(nbformat.read(path, as_version=4).cells)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_short_and_stores_only_what_nbval_compares(path: Path) -> None:
    assert path.stat().st_size < 600_000
    pictures = stored(path)
    for cell in cells(path):
        tags = cell.metadata.get("tags", [])
        if cell.cell_type == "code":
            assert len(cell.source.splitlines()) <= (12 if "parameters" in tags else 8), cell.source
            assert bool(cell.outputs) == ("keep_output" in tags or cell.id in pictures), cell.source
            assert "verdict" not in tags or "keep_output" in tags


@pytest.mark.parametrize("lang", ["en", *TRANSLATED])
@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_who_runs_nothing_sees_the_pictures_as_they_are_today(path: Path, lang: str) -> None:
    """GitHub shows PNG and no plotly. Where this fails: python -m tests.accept pictures."""
    notebook = path if lang == "en" else twin_path(path, lang)
    pictures = stored(notebook)
    assert {cell: output.metadata[SHOWN] for cell, output in pictures.items()} == {
        cell: shown_by(figure) for cell, figure in figures_of(notebook).items()
    }
    assert pictures
    assert all(base64.b64decode(output.data["image/png"]).startswith(b"\x89PNG") for output in pictures.values())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_parameters_are_such_that_papermill_explains_them(path: Path) -> None:
    told = papermill.inspect_notebook(str(path))
    assert {"folder", "lang", "zone"} <= told.keys()
    assert all(each["inferred_type_name"] == "str" and each["help"] for each in told.values())


def run_here(path: Path, **parameters: str) -> list[tuple[Any, str, Any]]:
    """The code cells of a notebook, what each prints, and what it shows: in the running session, without a kernel."""
    names: dict[str, Any] = {}
    ran = []
    with pandas.option_context("display.width", 80, "display.max_columns", 20):  # as in a kernel
        for cell in (cell for cell in cells(path) if cell.cell_type == "code"):
            tree, printed = ast.parse(cell.source), io.StringIO()
            last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
            with contextlib.redirect_stdout(printed):
                exec(compile(tree, cell.id, "exec"), names)
                value = eval(compile(ast.Expression(last.value), cell.id, "eval"), names) if last else None
            if "parameters" in cell.metadata.get("tags", ()):
                names |= parameters
            shown = "" if value is None else repr(value)
            ran.append((cell, printed.getvalue() + shown, value))
    return ran


@pytest.mark.parametrize(("name", "sample", "said"), CASES)
def test_a_notebook_runs_on_another_sample(spark: SparkSession, name: str, sample: str, said: str) -> None:
    parameters = {"folder": str(ROOT / "data_samples" / sample)} | ({} if name == "cluster" else {"widgets": ""})
    ran = run_here(ROOT / "notebooks" / f"{name}.ipynb", **parameters)
    (verdict,) = (text for cell, text, _ in ran if "verdict" in cell.metadata.get("tags", ()))
    assert said in verdict
    assert any(isinstance(shown, go.Figure) for *_, shown in ran)
    assert not any(isinstance(shown, Widget) for *_, shown in ran)


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_notebook_in_another_language_shows_what_it_stores(spark: SparkSession, path: Path, lang: str) -> None:
    ran = run_here(twin_path(path, lang))
    compared = [(cell, text) for cell, text, _ in ran if "keep_output" in cell.metadata.get("tags", ())]
    assert compared
    for cell, text in compared:
        assert text == "".join(output.get("text") or output.data["text/plain"] for output in cell.outputs), cell.source


def test_papermill_runs_a_notebook_on_a_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "out.ipynb"
    parameters = {"folder": str(ROOT / "data_samples" / "group-offline"), "widgets": ""}
    notebook = str(ROOT / "notebooks" / "flapping_subscription.ipynb")
    with variables_set({"JUPYTER_PREFER_ENV_PATH": "1"}):
        papermill.execute_notebook(notebook, str(out), parameters, progress_bar=False)
    made = [cell for cell in cells(out) if cell.cell_type == "code"]
    verdict = next(cell for cell in made if "verdict" in cell.metadata.get("tags", []))
    assert "no sign of a subscription table" in verdict.outputs[0]["data"]["text/plain"]
    kinds = {kind for cell in made for output in cell.outputs for kind in output.get("data", {})}
    assert "application/vnd.plotly.v1+json" in kinds
    assert not any("widget" in kind for kind in kinds)


# What a stored verdict needs: no Spark and no pictures.
NEEDED = ("parameters", "session", "diagnosis", "verdict-shown", "findings-shown")


def test_one_changed_word_of_a_stored_verdict_is_noticed(tmp_path: Path) -> None:
    source = ROOT / "notebooks" / "client_id_collision.ipynb"
    made = nbformat.read(source, as_version=4)
    made.cells = [cell for cell in made.cells if cell.id in NEEDED]
    session, diagnosis = made.cells[1], made.cells[2]
    session.source = session.source.replace("rmqkit.session(master=master or None, remote=remote or None)", "None")
    diagnosis.source = diagnosis.source.replace("views = evidence.create_views()", "")
    text = nbformat.writes(made)
    assert "CRITICAL, proven" in text
    (tmp_path / "conftest.py").write_text((source.parent / "conftest.py").read_text())
    (tmp_path / "same.ipynb").write_text(text)
    (tmp_path / "changed.ipynb").write_text(text.replace("CRITICAL, proven", "CRITICAL, suspected", 1))
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 1, run.stdout
    assert re.findall(r"^FAILED .*?(\w+\.ipynb)", run.stdout, re.MULTILINE) == ["changed.ipynb"]
