"""Runs a notebook by papermill and tells what it does. Which notebook it is, and what for, is decided in write.py."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import papermill
from papermill.engines import NBClientEngine, NotebookExecutionManager, papermill_engines
from papermill.iorw import load_notebook_node

from rmqkit.environment import variables_set
from rmqkit.errors import LANGUAGE
from rmqkit.tables.progress import WANTED

ENGINE = "rmqkit"
PROGRESS = "rmqkit_progress"
"""The name in a cell's metadata of what to say when the cell starts."""
MANY_GROUPS, HEADING = "many_groups", "heading"
"""Tags: of the cell that shows something where there are too many groups for its notebook, and of the one from which
on the notebook about all of them takes its place."""

QUIET = "--IPKernelApp.log_level=40"
"""A kernel that warns of its loopback connection would frighten whoever reads the progress."""


class TellingEngine(NBClientEngine):  # type: ignore[misc]
    """papermill's own engine; tells the words in a cell's metadata when the cell starts, and goes on with the notebook
    `of_many` where a cell says that there are too many groups for this one."""

    @classmethod
    def execute_managed_notebook(
        cls, nb_man: NotebookExecutionManager, kernel_name: str, tell: Callable[[str], None], of_many: Path | None,
        **options: Any  # noqa: ANN401
    ) -> None:  # fmt: skip
        """papermill's interface for engines."""
        start, complete = nb_man.cell_start, nb_man.cell_complete

        def told(cell: Any, *args: Any, **more: Any) -> None:  # noqa: ANN401
            if words := cell.metadata.get(PROGRESS):
                tell(words)
            start(cell, *args, **more)

        def completed(cell: Any, cell_index: int, **more: Any) -> None:  # noqa: ANN401
            complete(cell, cell_index=cell_index, **more)
            if of_many and MANY_GROUPS in cell.metadata.tags and cell.outputs:
                cells = load_notebook_node(str(of_many)).cells
                first = next(at for at, other in enumerate(cells) if HEADING in other.metadata.tags)
                # papermill goes through this very list.
                cell.outputs, nb_man.nb.cells[cell_index + 1 :] = [], cells[first:]

        nb_man.cell_start, nb_man.cell_complete = told, completed
        super().execute_managed_notebook(nb_man, kernel_name, **options)


papermill_engines.register(ENGINE, TellingEngine)


def run(
    notebook: Path,
    output: Path,
    parameters: Mapping[str, str],
    tell: Callable[[str], None],
    of_many: Path | None = None,
) -> None:
    """Run a notebook into `output`, which is written also when a cell fails. `of_many`: the notebook that takes its
    place where there are too many groups for it.

    Raises papermill's PapermillExecutionError. The notebook runs in this Python and in this working directory.
    """
    # A manager's log of its own kernel is nothing that a reader of rmqkit's progress can use. A
    # kernel shows no progress, also where a person's own kernel starts it, and its errors are said
    # in the notebook's language.
    logging.getLogger("papermill").setLevel(logging.ERROR)
    with variables_set({WANTED: "0", LANGUAGE: parameters.get("lang", "")}):
        papermill.execute_notebook(
            str(notebook), str(output), parameters=dict(parameters), engine_name=ENGINE, progress_bar=False,
            request_save_on_cell_execute=False, kernel_name="python3", tell=tell, of_many=of_many,
            extra_arguments=[QUIET],
        )  # fmt: skip
