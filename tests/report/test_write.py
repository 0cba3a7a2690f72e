"""From folder to file, with small notebooks in place of the incident's: progress, failures, files that remain."""

import json
from pathlib import Path

import pytest

from rmqkit.errors import EvidenceNotFound, NothingUsable, UnknownGroup
from rmqkit.report import ReportFailed, located, write, write_report
from rmqkit.report.notebooks import PACKAGE, notebook

from .executed import source_notebook

BLOCK = "from rmqkit.diagnosis.render.blocks import Display; Display('CRITICAL  groupA: ' + group, '<p>card</p>')"


def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *sources: str) -> tuple[Path, list[str]]:
    made = source_notebook(tmp_path / "small.ipynb", *sources, tags=("findings",))
    monkeypatch.setattr(write, "notebook", lambda name: made)
    told: list[str] = []
    return write_report(str(tmp_path), tmp_path / "out" / "r.html", group="g1", verdict=told.append), told


def test_a_report_is_written_where_asked_and_its_verdict_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written, told = run(tmp_path, monkeypatch, BLOCK, "print(folder)")
    assert written == tmp_path / "out" / "r.html"
    assert "<p>card</p>" in written.read_text()
    assert told[-1] == "CRITICAL  groupA: g1"


@pytest.mark.parametrize(
    ("raised", "error", "said"),
    [
        pytest.param("raise ValueError('no such thing')", ReportFailed, "ValueError: no such thing", id="any error"),
        pytest.param(
            "from rmqkit.errors import UnknownGroup\nraise UnknownGroup('not here')", UnknownGroup, "not here",
            id="rmqkit's own error comes through as it is",
        ),
        pytest.param(
            "from rmqkit.errors import NothingUsable\nraise NothingUsable('empty')", NothingUsable, "empty",
            id="a folder without evidence too",
        ),
    ],
)  # fmt: skip
def test_a_failing_cell_leaves_a_readable_page(
    raised: str, error: type[Exception], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(error, match=said):
        run(tmp_path, monkeypatch, BLOCK, raised)
    page = (tmp_path / "out" / "r.html").read_text()
    assert "<p>card</p>" in page
    assert "This report is not complete" in page
    assert said in page


def test_a_verdict_is_told_although_what_comes_after_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = source_notebook(tmp_path / "small.ipynb", BLOCK, "open('/proc/none', 'w')", tags=("findings",))
    monkeypatch.setattr(write, "notebook", lambda name: made)
    told: list[str] = []
    with pytest.raises(ReportFailed):
        write_report(str(tmp_path), tmp_path / "r.html", group="g1", verdict=told.append)
    assert told == ["CRITICAL  groupA: g1"]


@pytest.mark.parametrize(("many", "told"), [("Display('', '<p>60 groups</p>')", "of many"), ("None", "of one")])
def test_where_there_are_many_groups_the_notebook_of_the_cluster_takes_over(
    many: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show = "from rmqkit.diagnosis.render.blocks import Display; "
    sources = (show + many, "Display('', '<p>of one</p>')")
    one = source_notebook(tmp_path / "incident.ipynb", *sources, tags=("many_groups",))
    source_notebook(tmp_path / "cluster.ipynb", "Display('', '<p>of many</p>')", tags=("heading",))
    monkeypatch.setattr(write, "notebook", lambda name: one.with_name(f"{name}.ipynb"))
    page = write_report(str(tmp_path), tmp_path / "r.html").read_text()
    assert [text for text in ("of one", "of many", "60 groups") if text in page] == [told]


def test_a_missing_folder_is_told_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(EvidenceNotFound, match="no-such-folder"):
        write_report("no-such-folder", tmp_path / "r.html")
    assert not (tmp_path / "r.html").exists()


def test_evidence_is_found_from_the_working_directory_and_from_every_folder_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "evidence").mkdir()
    (tmp_path / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "deep" / "er")
    assert located("evidence") == str(tmp_path / "evidence")
    assert located("../../evidence") == "../../evidence"
    assert located("hdfs://name-node/incident") == "hdfs://name-node/incident"


def test_the_samples_are_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Path(located("data_samples/healthy")) == PACKAGE.parent / "data_samples" / "healthy"


def test_the_incident_notebook_is_found() -> None:
    assert notebook("incident").is_file()


@pytest.mark.parametrize("name", ["incident", "partial_consumption", "flapping_subscription", "client_id_collision"])
@pytest.mark.parametrize("lang", [".", "zh"])
def test_a_notebook_looks_for_its_folder_before_it_starts_a_session(name: str, lang: str) -> None:
    cells = json.loads((PACKAGE.parent / "notebooks" / lang / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert 0 < code.index("folder = located(folder)") < code.index("rmqkit.session(")
