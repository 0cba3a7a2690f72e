"""`rmqkit report`: one offline HTML file. The notebook is run and the page is made in report/."""

from __future__ import annotations

from pathlib import Path

import typer

from rmqkit.cli.evidence import refuse_missing
from rmqkit.cli.options import Debug, Folder, Group, Junit, Lang, Language, Master, Output, Remote, ShowZone, With, Zone
from rmqkit.cli.outcome import failures_in_one_line, progress_printer
from rmqkit.cli.try_ import hypothesis_in
from rmqkit.language import in_language, say


def report(
    folder: Folder,
    output: Output = Path("report.html"),
    group: Group = None,
    lang: Lang = Language.en,
    junit: Junit = None,
    hypothesis: With = None,
    zone: Zone = "UTC",
    show_zone: ShowZone = "UTC",
    master: Master = None,
    remote: Remote = None,
    debug: Debug = False,
) -> None:
    """Write the incident report on FOLDER: one HTML file that opens anywhere, without a network.

    Exit code: 0, or 2 if nothing in FOLDER is of use.
    """
    with failures_in_one_line(debug, lang):
        refuse_missing(folder)
        from rmqkit.report import write_report

        written = write_report(
            folder,
            output,
            group=group,
            lang=str(lang),
            zone=zone,
            show_zone=show_zone,
            master=master,
            remote=remote,
            junit=junit,
            hypothesis=hypothesis_in(hypothesis) if hypothesis else "",
            progress=progress_printer(lang),
            verdict=typer.echo,
        )
        typer.echo(in_language(say("\nReport: {path}", path=written.resolve()), lang))
