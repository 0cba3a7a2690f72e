"""`rmqkit diff`: what changed between two folders of evidence. The comparing is in comparison/."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from rmqkit.cli.evidence import read_evidence
from rmqkit.cli.options import Debug, Group, Json, Lang, Language, Master, Remote, Zone
from rmqkit.cli.outcome import failures_in_one_line, progress_printer

Before = Annotated[str, typer.Argument(metavar="BEFORE", help="The earlier evidence: a folder, file or archive.")]
After = Annotated[str, typer.Argument(metavar="AFTER", help="The later evidence.")]


def diff(
    before: Before,
    after: After,
    group: Group = None,
    as_json: Json = False,
    lang: Lang = Language.en,
    zone: Zone = "UTC",
    master: Master = None,
    remote: Remote = None,
    debug: Debug = False,
) -> None:
    """Tell what changed: verdicts, clients, versions, subscriptions, strategies, owners, lag.

    What only one of the two tells is no change. Exit code: 0 nothing changed, 1 something did, 2 a
    failure.
    """
    with failures_in_one_line(debug, lang):
        from rmqkit.comparison import differences, differences_text
        from rmqkit.diagnosis import diagnose

        tell = progress_printer(lang)
        folders = (read_evidence(folder, zone, master, remote, tell) for folder in (before, after))
        earlier, later = map(diagnose, folders)
        differing = differences(earlier, later, group)
        if as_json:
            told = {"schema": 1, "changes": [difference.to_dict() for difference in differing]}
            typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
        else:
            typer.echo(differences_text(differing, earlier, later, lang))
        raise typer.Exit(1 if differing else 0)
