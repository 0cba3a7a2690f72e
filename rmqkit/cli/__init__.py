"""The command line: thin, text only. What it prints is made elsewhere; no rule, format or figure belongs here."""

from __future__ import annotations

import typer

from rmqkit.cli.diagnose import diagnose
from rmqkit.cli.explain import explain
from rmqkit.cli.plan import plan
from rmqkit.cli.report import report
from rmqkit.cli.scan import scan

COMMANDS = (scan, diagnose, report, explain, plan)
"""In the order in which --help lists them."""

app = typer.Typer(
    name="rmqkit",
    help="Hand it the folder of a RocketMQ incident, get the proven cause.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in COMMANDS:
    app.command()(command)


def main() -> None:
    """The program `rmqkit`."""
    app()
