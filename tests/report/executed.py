"""Executed notebooks made by hand, for tests of pages and runs. No test here."""

from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

HOSTILE = "</script><script>fetch('http://evil.example/x')</script><img src='http://evil.example/y' onerror='alert(1)'>"


def figure(text: str = "bar") -> dict[str, Any]:
    return {"data": [{"type": "bar", "x": [1, 2], "y": [3, 4], "name": text}], "layout": {"title": {"text": text}}}


def shown(**data: Any) -> Any:
    return new_code_cell("a_call()", outputs=[new_output("execute_result", data=data)])


def shown_figure(text: str = "bar") -> Any:
    return shown(**{"application/vnd.plotly.v1+json": figure(text), "text/plain": "Figure"})


def failed() -> Any:
    trace = ["\x1b[0;31mValueError\x1b[0m: " + HOSTILE]
    return new_code_cell("boom()", outputs=[new_output("error", ename="ValueError", evalue=HOSTILE, traceback=trace)])


def heading(text: str, prose: str = "\n\nProse.") -> Any:
    return new_markdown_cell(f"## {text}{prose}")


def notebook(*cells: Any) -> Any:
    made = new_notebook(cells=list(cells))
    made.metadata["kernelspec"] = {"name": "python3", "language": "python", "display_name": "Python 3"}
    return made


def source_notebook(path: Path, *sources: str, tags: tuple[str, ...] = ("verdict",)) -> Path:
    """A notebook to run: the parameters that a report gives, then a cell per source; `tags` are the first one's."""
    names = ("folder", "group", "lang", "zone", "show_zone", "master", "remote", "junit")
    parameters = new_code_cell("\n".join(f'{name} = ""' for name in names), metadata={"tags": ["parameters"]})
    cells = [
        new_code_cell(source, metadata={"tags": list(tags) if at == 0 else []}) for at, source in enumerate(sources)
    ]
    nbformat.write(notebook(parameters, *cells), path)
    return path
