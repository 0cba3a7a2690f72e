"""`rmqkit report`: one offline HTML file. The notebook is run and the page is made in report/."""

from __future__ import annotations

from pathlib import Path

import typer

from rmqkit.cli.options import Folder, Junit, Output, With
from rmqkit.cli.run import SPARK, Run, command, refuse_missing
from rmqkit.cli.try_ import hypothesis_in
from rmqkit.language import say


@command(*SPARK, "show_zone", "group")
def report(
    folder: Folder,
    run: Run,
    output: Output = Path("report.html"),
    junit: Junit = None,
    hypothesis: With = None,
) -> None:
    """Write the incident report on FOLDER: one HTML file that opens anywhere, without a network.

    Exit code: 0, or 2 if nothing in FOLDER is of use.
    """
    refuse_missing(folder)
    from rmqkit.report import write_report

    written = write_report(
        folder,
        output,
        group=run.group,
        lang=str(run.lang),
        zone=run.zone,
        show_zone=run.show_zone,
        master=run.master,
        remote=run.remote,
        junit=junit,
        hypothesis=hypothesis_in(hypothesis) if hypothesis else "",
        progress=run.tell,
        verdict=typer.echo,
    )
    run.say(say("\nReport: {path}", path=written.resolve()))
