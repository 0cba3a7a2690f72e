"""`rmqkit notebooks`: the notebooks, for who has the package and no clone. The copying is in report/."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rmqkit.cli.options import Debug, Lang, Language
from rmqkit.cli.outcome import failures_in_one_line
from rmqkit.language import in_language, say

Target = Annotated[Path, typer.Argument(metavar="DIR", help="The folder that the notebooks are put into.")]


def notebooks(folder: Target, lang: Lang = Language.en, debug: Debug = False) -> None:
    """Put the notebooks into DIR, to be opened there: jupyter lab DIR.

    Exit code: 0, or 2 where DIR holds some of them already.
    """
    with failures_in_one_line(debug, lang):
        from rmqkit.report.notebooks import put_notebooks

        for path in put_notebooks(folder, str(lang)):
            typer.echo(path)
        opened = say(
            "\nOpen them with: jupyter lab {folder}   (`folder` in the first cell is the evidence)",
            folder=folder,
        )
        typer.echo(in_language(opened, lang))
