"""`rmqkit try`: a hypothesis against what was seen. It is predicted, compared and judged in bench/."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from rmqkit.cli.evidence import read_evidence
from rmqkit.cli.options import Debug, Folder, Json, Lang, Language, Master, Remote, ShowZone, Zone
from rmqkit.cli.outcome import ExitCode, failures_in_one_line, progress_printer
from rmqkit.errors import Error
from rmqkit.language import say

HypothesisFile = Annotated[
    str,
    typer.Argument(metavar="HYPOTHESIS", help="A file in YAML or JSON with the hypothesis; - reads it piped in."),
]

CODES = {"proven": ExitCode.BELOW_LEVEL, "refuted": ExitCode.AT_OR_ABOVE_LEVEL}


def try_(
    folder: Folder,
    hypothesis: HypothesisFile,
    as_json: Json = False,
    lang: Lang = Language.en,
    zone: Zone = "UTC",
    show_zone: ShowZone = "UTC",
    master: Master = None,
    remote: Remote = None,
    debug: Debug = False,
) -> None:
    """Test a hypothesis about a group against the evidence in FOLDER: what it predicts, what was seen, the verdict.

    Exit code: 0 proven, 1 refuted, 3 the evidence does not decide; 2 if the hypothesis or FOLDER cannot be read.
    """
    with failures_in_one_line(debug, lang):
        text = hypothesis_in(hypothesis)
        evidence = read_evidence(folder, zone, master, remote, progress_printer(lang))
        from rmqkit.bench.telling import tried_dict, tried_text
        from rmqkit.bench.trying import try_hypothesis

        tried = try_hypothesis(evidence, text)
        if as_json:
            typer.echo(json.dumps(tried_dict(tried, lang), ensure_ascii=False, indent=2))
        else:
            typer.echo(tried_text(tried, lang))
        raise typer.Exit(CODES.get(tried.word, ExitCode.UNKNOWN))


def hypothesis_in(file: str) -> str:
    """The text of a hypothesis. Raises Error where it cannot be read."""
    if file == "-":
        return sys.stdin.read()
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Error(say("cannot read {path}: {error}", path=file, error=error)) from error
