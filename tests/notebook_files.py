"""Each notebook as another language has it (notebooks/zh/NAME.ipynb, made of the English one), and the pictures that
notebooks store as PNG for who reads them without a kernel, and by what they are compared.

`python -m tests.accept pictures` draws them anew. No test belongs here.
"""

import hashlib
import io
import json
import re
import shutil
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import nbformat
import plotly.graph_objects as go
from nbformat.v4 import new_output

import rmqkit
from rmqkit import bench, figures
from rmqkit.language import in_language
from rmqkit.language.catalogue import LANGUAGES, SOURCE
from rmqkit.report.page import prose_in

ALL = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
"""The English ones."""
TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
_LANG = re.compile(rf'^(lang: str = )"{SOURCE}"', re.MULTILINE)


def twin_path(path: Path, lang: str) -> Path:
    """Where the twin of a notebook lies."""
    return path.parent / lang / path.name


def twin_of(path: Path, lang: str) -> Any:
    """The twin as it is before it runs: its prose and comments said in the language, its code the same."""
    twin = prose_in(nbformat.read(path, as_version=4), lang)
    for cell in twin.cells:
        if cell.cell_type == "code":
            cell.source = _LANG.sub(rf'\1"{lang}"', _with_comments_in(cell.source, lang))
            cell.outputs = []
    return twin


def comments_of(code: str) -> Iterator[str]:
    """What the comments in a cell say."""
    for _, _, text in _comments(code):
        yield text


def _with_comments_in(code: str, lang: str) -> str:
    lines = code.split("\n")
    for line, column, text in _comments(code):
        lines[line] = f"{lines[line][:column]}# {in_language(text, lang)}"
    return "\n".join(lines)


def _comments(code: str) -> Iterator[tuple[int, int, str]]:
    """Line and column, from 0, and the words of each comment."""
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0] - 1, token.start[1], token.string.removeprefix("#").strip()


ROOT = Path(__file__).parents[1]
PLOTLY = Path(go.__file__).parents[1] / "package_data" / "plotly.min.js"
DRAWN = ("figures.spoken(", "bench.open(", "explorer")
"""How the source of a cell begins that is one picture, or controls around one."""
WIDTH, SHOWN = 860, "rmqkit_shows"
DRAW = """async ([figure, width]) => {
  const size = {width, height: figure.layout.height || 450};
  const drawn = await Plotly.newPlot(document.createElement("div"), figure.data, {...figure.layout, ...size});
  return Plotly.toImage(drawn, {format: "png", ...size});
}"""


def figures_of(path: Path) -> Mapping[str, go.Figure]:
    """The pictures of a notebook by their cells, as its own parameters give them."""
    cells = nbformat.read(path, as_version=4).cells
    names: dict[str, Any] = {"figures": figures}
    exec(next(cell.source for cell in cells if "parameters" in cell.metadata.get("tags", ())), names)
    if names["folder"]:
        evidence = rmqkit.read(None, str(ROOT / names["folder"]), zone=names["zone"])
        diagnosis = rmqkit.diagnose(evidence, group=names.get("group") or None).spoken(names["lang"])
        names |= {"evidence": evidence, "diagnosis": diagnosis, "bench": bench}
    else:
        for cell in cells:
            if cell.cell_type == "code" and not _is_drawn(cell) and "keep_output" not in cell.metadata.get("tags", ()):
                exec(cell.source, names)
    return {cell.id: _picture(eval(cell.source, names)) for cell in cells if _is_drawn(cell)}


def _picture(shown: Any) -> go.Figure:
    """A figure, or the one that controls begin with, without the names that plotly makes up for its traces."""
    if isinstance(shown, go.Figure):
        return shown
    return go.Figure(shown.figure).update_traces(uid=None)


def stored(path: Path) -> Mapping[str, Any]:
    """The outputs of a notebook that are pictures, by their cells."""
    cells = nbformat.read(path, as_version=4).cells
    return {cell.id: output for cell in cells if _is_drawn(cell) for output in cell.outputs}


def shown_by(figure: go.Figure) -> str:
    """The same for pictures that show the same."""
    return hashlib.sha256(figure.to_json().encode()).hexdigest()[:16]


def store_pictures(path: Path) -> None:
    """Put the pictures into a notebook, in the place of those that it has."""
    drawn = figures_of(path)
    images = dict(zip(drawn, _as_png(drawn.values()), strict=True))
    notebook = nbformat.read(path, as_version=4)
    for cell in (cell for cell in notebook.cells if cell.id in drawn):
        title = str(drawn[cell.id].layout.title.text)
        data = {"image/png": images[cell.id], "text/plain": title}
        cell.outputs = [new_output("display_data", data, metadata={SHOWN: shown_by(drawn[cell.id])})]
    path.write_text(nbformat.writes(notebook) + "\n")


def _is_drawn(cell: Any) -> bool:
    return cell.cell_type == "code" and cell.source.startswith(DRAWN)


def _as_png(drawn: Any) -> Iterator[str]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.add_script_tag(path=str(PLOTLY))
        for figure in drawn:
            address = page.evaluate(DRAW, [json.loads(figure.to_json()), WIDTH])
            yield address.partition(",")[2]
        browser.close()
