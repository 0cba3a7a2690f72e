"""The arguments and options of all commands as typer takes them: `options.toml` says what is typed, and what --help
says. No command and no work here."""

from __future__ import annotations

import importlib.metadata
import inspect
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from rmqkit.errors import NoTimeZone
from rmqkit.language import Words, say
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
            raise typer.BadParameter(say("{path} is a folder; give a file.", path=path))
        if not folder.is_dir():
            raise typer.BadParameter(
                say("The folder {folder} does not exist: create it first (mkdir -p).", folder=folder)
            )
        there = path.exists()
        # Trying tells more than asking for rights: disks that are read-only or full, names that are too long.
        path.open("ab").close()
    except OSError as error:
        refused = say("{path} cannot be written ({error}); choose another file.", path=path, error=error.strerror)
        raise typer.BadParameter(refused) from error
    if not there:
        path.unlink()
    return path


def _tell_version(asked: bool) -> None:
    if asked:
        typer.echo(f"rmqkit {importlib.metadata.version('rmqkit')}")
        raise typer.Exit


CHECKS: Mapping[str, Callable[..., Any]] = {
    "zone": _known_zone,
    "show_zone": _shown_zone,
    "junit": writable,
    "output": writable,
    "version": _tell_version,
}
"""By name of an option: what is done with its value before its command begins."""


_TABLE = Words(Path(__file__).with_suffix(".toml"))


def row_of(command: str, name: str) -> Mapping[str, Any]:
    """What the table says of a parameter of a command; nothing where it has none of that name."""
    row: Mapping[str, Any] = _TABLE.parts.get(command, {}).get(name) or _TABLE.parts["all"].get(name, {})
    return row


def declared(command: str, parameters: Iterable[inspect.Parameter]) -> inspect.Signature:
    """The parameters of a command as typer takes them."""
    told = []
    for one in parameters:
        if row := dict(row_of(command, one.name)):
            row["help"] = row["help"].en
            row["callback"] = CHECKS.get(one.name)
            typed = row.pop("typed", [f"--{one.name.replace('_', '-')}"])
            is_argument = "argument" in row
            info = typer.Argument(metavar=row.pop("argument"), **row) if is_argument else typer.Option(*typed, **row)
            one = one.replace(annotation=Annotated[one.annotation, info])
        told.append(one)
    return inspect.Signature(told)
