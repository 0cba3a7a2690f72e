"""The report, from folder to file: run the incident notebook, make a page of it. Rules and pictures are elsewhere."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from rmqkit.bench.text import read_hypothesis
from rmqkit.environment import variables_set
from rmqkit.errors import Error, named
from rmqkit.language import say
from rmqkit.report.notebooks import located, notebook
from rmqkit.report.words import sentence

if TYPE_CHECKING:
    import nbformat


class ReportFailed(Error):
    """A cell of the notebook failed; the page that was written tells where."""


def write_report(
    folder: str,
    output: str | Path,
    *,
    group: str | None = None,
    lang: str = "en",
    zone: str = "UTC",
    show_zone: str = "UTC",
    master: str | None = None,
    remote: str | None = None,
    junit: str | Path | None = None,
    hypothesis: str = "",
    progress: Callable[[str], None] | None = None,
    verdict: Callable[[str], None] | None = None,
) -> Path:
    """Run `incident.ipynb` on a folder and write one HTML file that opens anywhere without a network.

    Where the evidence names more than a few groups and nobody asked for one, it goes on with `cluster.ipynb`.

    `junit` names a file for the verdict as JUnit XML. `hypothesis`: what somebody supposes, a text as `rmqkit try`
    reads it; it is tried and shown beside the verdict. `progress` is told what is being done, `verdict` the whole
    verdict as text; `show_zone` is the zone in which all tell times. Returns the path of the file. Raises
    EvidenceNotFound and BadHypothesis before anything is started; where a cell fails, the page is written nevertheless,
    and the error of rmqkit that the cell raised (NothingUsable, UnknownGroup, ...) or ReportFailed is raised.
    """
    tell = progress or (lambda _: None)
    # A notebook's parameters: what is not given is an empty text.
    given: dict[str, object] = {
        "folder": folder if "://" in folder else Path(located(folder)).resolve(),
        "group": group, "lang": lang, "zone": zone, "show_zone": show_zone, "master": master, "remote": remote,
        "junit": Path(junit).resolve() if junit else None, "hypothesis": hypothesis,
    }  # fmt: skip
    parameters = {name: str(value or "") for name, value in given.items()}
    if hypothesis:
        read_hypothesis(hypothesis)
    target = Path(output)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="rmqkit-report-") as scratch:
        executed, failure = _executed(Path(scratch) / "incident.ipynb", parameters, tell)
    # Before anything is written that may fail: the verdict is not lost with it.
    if verdict:
        _tell_verdict(executed, failure, verdict)
    from rmqkit.report.page import html_page

    tell(say("Writing {target}", target=target))
    target.write_text(html_page(executed, folder=folder, lang=lang), encoding="utf-8")
    if failure:
        # The error that the cell raised, as rmqkit's own where it is one.
        name, value = getattr(failure, "ename", ""), str(getattr(failure, "evalue", failure))
        own = named(name)
        raise own(value) if own else ReportFailed(sentence("stopped", name=name, value=value, page=target))
    return target


def _executed(
    path: Path, parameters: dict[str, str], tell: Callable[[str], None]
) -> tuple[nbformat.NotebookNode, Exception | None]:
    """The notebook after its run, and what stopped it."""
    tell(say("Starting a notebook kernel"))
    try:
        import nbformat
        from papermill.exceptions import PapermillExecutionError

        from rmqkit.report.engine import run
    except ImportError as error:
        raise Error("Reports need notebooks: pip install 'rmqkit[notebook]' ({error})", error=error) from error
    failure = None
    # A kernel that a user installed for another Python must not run in place of this one's.
    with variables_set({"JUPYTER_PREFER_ENV_PATH": "1"}):
        try:
            run(notebook("incident"), path, parameters, tell, notebook("cluster"))
        except PapermillExecutionError as error:
            failure = error
    return nbformat.read(path, as_version=4), failure  # type: ignore[no-untyped-call]


def _tell_verdict(executed: nbformat.NotebookNode, failure: Exception | None, tell: Callable[[str], None]) -> None:
    """The findings as the notebook has them in plain text; a run that failed may have none."""
    cells = (cell for cell in executed.cells if "findings" in cell.metadata.get("tags", []))
    outputs = chain.from_iterable(cell.get("outputs", ()) for cell in cells)
    texts = (str(out["data"]["text/plain"]) for out in outputs if "text/plain" in out.get("data", {}))
    missing = "" if failure else say("The notebook shows no verdict.")
    if findings := next(filter(None, texts), missing):
        tell(findings)
