"""From an executed notebook to one offline HTML page. Nothing is run and nothing is judged here."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from copy import deepcopy
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import nbformat
from nbconvert import HTMLExporter

from rmqkit import errors
from rmqkit.diagnosis.render.blocks import STYLE
from rmqkit.language import in_language
from rmqkit.report.words import labels

TEMPLATES = Path(__file__).parent / "template"
_HEADING = re.compile(r"^##\s+(.+)$", re.MULTILINE)
_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# Nothing may be fetched from anywhere, whatever a log line says: the browser itself refuses.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; "
    "base-uri 'none'; form-action 'none'"
)


def html_page(notebook: nbformat.NotebookNode, *, folder: str, lang: str = "en") -> str:
    """The page: figures drawn by the plotly.js that it carries, text escaped, no code shown, a table of contents.

    Its title and first heading are what the cell tagged `heading` says.

    The prose of markdown cells is said in the language where the catalogue has it.
    """
    spoken: nbformat.NotebookNode = prose_in(notebook, lang)
    # What the page is about, in one line; nothing where no cell has come so far to say it.
    cells = (cell for cell in spoken.cells if "heading" in cell.metadata.get("tags", ()))
    texts = (output.get("data", {}).get("text/plain", "") for cell in cells for output in cell.get("outputs", ()))
    heading = ", ".join("".join(texts).splitlines())
    if heading:
        spoken.cells = [cell for cell in spoken.cells if not cell.source.startswith("# ")]
    for cell in spoken.cells:
        for output in cell.get("outputs", ()):
            # nbconvert's base template draws what a cell displays, and leaves out what its last line returns.
            if output.output_type == "execute_result":
                output.output_type = "display_data"
    exporter = HTMLExporter(  # type: ignore[no-untyped-call]
        template_name="report", extra_template_basedirs=[str(TEMPLATES)], exclude_anchor_links=True,
        filters={
            "script_json": script_json,
            "plain": lambda text: _COLOUR.sub("", text),
            "named": errors.named,
        },
    )  # fmt: skip
    say = labels(lang)
    resources = {
        "lang": {"en": "en", "zh": "zh-CN"}[lang],
        "policy": POLICY,
        "style": STYLE,
        "title": heading or f"{say['title']}: {Path(folder).name or folder}",
        "say": say,
        "made": say["made"].format(version=version("rmqkit"), folder=folder),
        "contents": contents(spoken),
        "plotly": packed_plotly() if has_figure(spoken) else "",
    }
    body, _ = exporter.from_notebook_node(spoken, resources={"rmqkit": resources})
    # In a notebook each block brings the style sheet; the page has it once, in its head.
    return str(body).replace(f"<style>{STYLE}</style>", "")


@cache
def packed_plotly() -> str:
    """plotly's script, packed for the browser to unpack: 2 MB, where it has nearly 5."""
    from plotly.offline import get_plotlyjs

    return b64encode(gzip.compress(get_plotlyjs().encode(), mtime=0)).decode()


def contents(notebook: nbformat.NotebookNode) -> list[tuple[str, str]]:
    """Cell id and text of every heading of the second level."""
    cells = (cell for cell in notebook.cells if cell.cell_type == "markdown")
    return [(cell.id, found[1].strip()) for cell in cells if (found := _HEADING.search(cell.source))]


def has_figure(notebook: nbformat.NotebookNode) -> bool:
    """Whether any output is a plotly figure."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    return any("application/vnd.plotly.v1+json" in output.get("data", {}) for output in outputs)


def script_json(value: object) -> str:
    """JSON that cannot end the script element around it."""
    text = json.dumps(value, ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def prose_in(notebook: Any, lang: str) -> Any:  # noqa: ANN401
    """A copy of a notebook whose markdown is said in the language, where the catalogue has it."""
    spoken = deepcopy(notebook)
    for cell in spoken.cells:
        if cell.cell_type == "markdown":
            cell.source = in_language(cell.source, lang)
    return spoken
