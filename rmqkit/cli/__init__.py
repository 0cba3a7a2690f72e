"""The command line: thin, text only. What it prints is made elsewhere; no rule, format or figure belongs here."""

from __future__ import annotations

import inspect

import typer

from rmqkit.cli.commands import brief, collect, diff, mcp, notebooks, plan, redact, report, scan, try_, watch
from rmqkit.cli.diagnose import diagnose
from rmqkit.cli.explain import explain
from rmqkit.cli.help import SpokenCommand, SpokenGroup
from rmqkit.cli.options import Language, declared

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


for command in COMMANDS:
    app.command(name=command.__name__, cls=SpokenCommand, context_settings=HELP)(command)


def program(ctx: typer.Context, lang: Language = Language.en, version: bool = False) -> None:
    """Give it the folder of a RocketMQ incident, get the proven cause."""
    # A command's own --lang counts for more than the program's.
    ctx.default_map = {command.__name__: {"lang": lang} for command in COMMANDS}


program.__signature__ = declared("rmqkit", inspect.signature(program, eval_str=True).parameters.values())  # type: ignore[attr-defined]
app.callback()(program)


def main() -> None:
    """The program `rmqkit`."""
    app()
