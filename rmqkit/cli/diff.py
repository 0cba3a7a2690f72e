"""`rmqkit diff`: what changed between two folders of evidence. The comparing is in comparison/."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from rmqkit.cli.evidence import read_evidence
from rmqkit.cli.options import Debug, Group, Json, Lang, Language, Master, Remote, Zone
from rmqkit.cli.outcome import failures_in_one_line, progress_printer

if TYPE_CHECKING:
    from collections.abc import Callable

    from rmqkit.comparison import Picture

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
        from rmqkit.comparison import changes, changes_text

        tell = progress_printer(lang)
        pictures = [_picture(folder, group, zone, master, remote, tell) for folder in (before, after)]
        found = changes(*pictures)
        if as_json:
            told = {"schema": 1, "changes": [change.to_dict() for change in found]}
            typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
        else:
            typer.echo(changes_text(found, pictures[0], pictures[1], lang))
        raise typer.Exit(1 if found else 0)


def _picture(
    folder: str,
    group: str | None,
    zone: str,
    master: str | None,
    remote: str | None,
    tell: Callable[[str], None],
) -> Picture:
    from rmqkit.comparison import picture
    from rmqkit.diagnosis import diagnose

    evidence = read_evidence(folder, zone, master, remote, tell)
    return picture(evidence.rows, diagnose(evidence).to_dict(), group)
