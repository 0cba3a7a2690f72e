"""The command line: thin, text only.
What it prints is made elsewhere; no rule, format or figure belongs here."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable
from typing import Annotated

import typer

from rmqkit.cli.brief import brief
from rmqkit.cli.collect import collect
from rmqkit.cli.diagnose import diagnose
from rmqkit.cli.diff import diff
from rmqkit.cli.explain import explain
from rmqkit.cli.help import SpokenCommand, SpokenGroup
from rmqkit.cli.mcp import mcp
from rmqkit.cli.notebooks import notebooks
from rmqkit.cli.options import Lang, Language
from rmqkit.cli.plan import plan
from rmqkit.cli.redact import redact
from rmqkit.cli.report import report
from rmqkit.cli.scan import scan
from rmqkit.cli.try_ import try_
from rmqkit.cli.watch import watch

COMMANDS = (scan, diagnose, brief, try_, report, notebooks, explain, plan, collect, redact, diff, watch, mcp)
"""In the order in which --help lists them."""

HELP = {"help_option_names": ["--help", "-h"]}

app = typer.Typer(
    name="rmqkit",
    cls=SpokenGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=HELP,
)


def _named(command: Callable[..., None]) -> str:
    """`try` is a word of Python's, so that its function has another one."""
    return command.__name__.removesuffix("_")


for command in COMMANDS:
    app.command(name=_named(command), cls=SpokenCommand, context_settings=HELP)(command)


def _tell_version(asked: bool) -> None:
    if asked:
        typer.echo(f"rmqkit {importlib.metadata.version('rmqkit')}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", help="Print the version and exit.", callback=_tell_version, is_eager=True)
]


@app.callback()
def program(ctx: typer.Context, lang: Lang = Language.en, version: Version = False) -> None:
    """Hand it the folder of a RocketMQ incident, get the proven cause."""
    # A command's own --lang counts for more than the program's.
    ctx.default_map = {_named(command): {"lang": lang} for command in COMMANDS}


def main() -> None:
    """The program `rmqkit`."""
    app()
