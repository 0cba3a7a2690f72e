"""`rmqkit notebooks`: the notebooks, for who has the package and no clone. The copying is in report/."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rmqkit.cli.run import Run, command
from rmqkit.language import say

Target = Annotated[Path, typer.Argument(metavar="DIR", help="The folder that the notebooks are put into.")]


@command()
def notebooks(folder: Target, run: Run) -> None:
    """Put the notebooks into DIR, to be opened there: jupyter lab DIR.

    Exit code: 0, or 2 where DIR holds some of them already.
    """
    from rmqkit.report.notebooks import put_notebooks

    for path in put_notebooks(folder, str(run.lang)):
        typer.echo(path)
    run.say(say("\nOpen them with: jupyter lab {folder}   (`folder` in the first cell is the evidence)", folder=folder))
