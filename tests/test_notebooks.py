"""The notebooks as people and papermill run them. That stored verdicts still hold is nbval's part of `make test`."""

from __future__ import annotations

import base64
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import papermill
import pytest

from rmqkit.environment import variables_set
from tests.notebook_pictures import SHOWN, figures_of, shown_by, stored
from tests.notebook_twins import ALL, TRANSLATED, twin_path

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
    pytest.param("flapping_subscription", "group-offline", "No sign of a subscription table", id="flapping, offline"),
    pytest.param("client_id_collision", "different-tags", "No sign of client ids", id="collision, other cause"),
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


@pytest.mark.parametrize(("name", "sample", "said"), CASES)
def test_papermill_runs_a_notebook_on_a_sample(
    name: str, sample: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "out.ipynb"
    parameters = {"folder": str(ROOT / "data_samples" / sample)} | ({} if name == "cluster" else {"widgets": ""})
    with variables_set({"JUPYTER_PREFER_ENV_PATH": "1"}):
        papermill.execute_notebook(str(ROOT / "notebooks" / f"{name}.ipynb"), str(out), parameters, progress_bar=False)
    verdict = next(
        cell for cell in cells(out) if "verdict" in cell.metadata.get("tags", []) and cell.cell_type == "code"
    )
    assert said in verdict.outputs[0]["data"]["text/plain"]
    figures = [o for cell in cells(out) if cell.cell_type == "code" for o in cell.outputs if _is_figure(o)]
    assert figures
    assert not any(
        "widget" in kind for cell in cells(out) for o in cell.get("outputs", []) for kind in o.get("data", {})
    )


def _is_figure(output: Any) -> bool:
    return "application/vnd.plotly.v1+json" in output.get("data", {})


def test_one_changed_word_of_a_stored_verdict_is_noticed(tmp_path: Path) -> None:
    source = ROOT / "notebooks" / "client_id_collision.ipynb"
    text = source.read_text()
    assert "CRITICAL, proven" in text
    changed = tmp_path / "changed.ipynb"
    changed.write_text(text.replace("CRITICAL, proven", "CRITICAL, suspected", 1))
    (tmp_path / "conftest.py").write_text((source.parent / "conftest.py").read_text())
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "-p", "no:cacheprovider", str(changed)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 1, run.stdout
    assert "1 failed" in run.stdout
