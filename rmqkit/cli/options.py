"""The options that several commands share, declared once. No command and no work here."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rmqkit.errors import NoTimeZone
from rmqkit.language import say
from rmqkit.time_zones import show_zone, zone_named


class Language(StrEnum):
    """The languages that rmqkit writes."""

    en = "en"
    zh = "zh"


def _known_zone(name: str) -> str:
    try:
        return zone_named(name).key
    except NoTimeZone as error:
        raise typer.BadParameter(error.args[0]) from error


def _shown_zone(name: str) -> str:
    show_zone(_known_zone(name))
    return name


def writable(path: Path | None) -> Path | None:
    """A file that can be written, or none; refused before anything is read otherwise."""
    if path is None:
        return None
    folder = path.parent
    try:
        if path.is_dir():
            raise typer.BadParameter(say("{path} is a folder; name a file.", path=path))
        if not folder.is_dir():
            raise typer.BadParameter(say("There is no folder {folder}: mkdir -p it first.", folder=folder))
        there = path.exists()
        # Trying tells more than asking for rights: disks that are read-only or full, names that are too long.
        path.open("ab").close()
    except OSError as error:
        refused = say("{path} cannot be written ({error}); name another file.", path=path, error=error.strerror)
        raise typer.BadParameter(refused) from error
    if not there:
        path.unlink()
    return path


Folder = Annotated[str, typer.Argument(metavar="FOLDER", help="The evidence: a folder, a file or an archive.")]
Group = Annotated[str | None, typer.Option("--group", "-g", help="Only this consumer group; by default all.")]
Lang = Annotated[Language, typer.Option("--lang", help="The language of the text.")]
With = Annotated[
    str | None,
    typer.Option("--with", metavar="HYPOTHESIS", help="A hypothesis to be tried and shown beside the verdict."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on stdout.")]
Junit = Annotated[
    Path | None,
    typer.Option(
        "--junit",
        metavar="FILE",
        callback=writable,
        help="Write the verdict as JUnit XML too. A proven or suspected finding of WARNING or CRITICAL is a failure, "
        "a verdict of UNKNOWN an error, a cause that nothing decides is skipped, all else passes.",
    ),
]
Output = Annotated[Path, typer.Option("--output", "-o", callback=writable, help="The HTML file to write.")]
Zone = Annotated[
    str, typer.Option("--zone", callback=_known_zone, help="Time zone of mqadmin's dates and of 4.x client logs.")
]
ShowZone = Annotated[
    str,
    typer.Option(
        "--show-zone", callback=_shown_zone, help="Time zone to read times in; cited lines keep the clock of theirs."
    ),
]
Master = Annotated[str | None, typer.Option("--master", help="A Spark master; by default all cores of this machine.")]
Remote = Annotated[str | None, typer.Option("--remote", help="A Spark Connect address, sc://HOST:PORT.")]
Cache = Annotated[
    str | None,
    typer.Option(
        "--cache",
        metavar="FOLDER",
        help="Keep what was read of large logs here, as columns, for the next command that reads the same logs. "
        "Without it a command that asks for more than a verdict keeps them in the folder for temporary files (or the "
        "one that RMQKIT_SCRATCH names, at most RMQKIT_SCRATCH_MB), and removes them when it ends.",
    ),
]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of a failure.")]
