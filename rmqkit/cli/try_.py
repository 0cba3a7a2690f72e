"""`rmqkit try`: a hypothesis against what was seen. It is predicted, compared and judged in bench/."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from rmqkit.cli.options import Folder
from rmqkit.cli.outcome import ExitCode
from rmqkit.cli.run import SPARK, Run, command
from rmqkit.errors import Error
from rmqkit.language import say

HypothesisFile = Annotated[
    str,
    typer.Argument(metavar="HYPOTHESIS", help="A file in YAML or JSON with the hypothesis; - reads it piped in."),
]

CODES = {"proven": ExitCode.BELOW_LEVEL, "refuted": ExitCode.AT_OR_ABOVE_LEVEL}


@command(*SPARK, "show_zone", "as_json")
def try_(folder: Folder, hypothesis: HypothesisFile, run: Run) -> None:
    """Test a hypothesis about a group against the evidence in FOLDER: what it predicts, what was seen, the verdict.

    Exit code: 0 proven, 1 refuted, 3 the evidence does not decide; 2 if the hypothesis or FOLDER cannot be read.
    """
    text = hypothesis_in(hypothesis)
    evidence = run.read(folder)
    from rmqkit.bench.telling import tried_dict, tried_text
    from rmqkit.bench.trying import try_hypothesis

    tried = try_hypothesis(evidence, text)
    run.show(lambda: tried_dict(tried, run.lang), lambda lang: tried_text(tried, lang))
    raise typer.Exit(CODES.get(tried.word, ExitCode.UNKNOWN))


def hypothesis_in(file: str) -> str:
    """The text of a hypothesis. Raises Error where it cannot be read."""
    if file == "-":
        return sys.stdin.read()
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Error(say("cannot read {path}: {error}", path=file, error=error)) from error
