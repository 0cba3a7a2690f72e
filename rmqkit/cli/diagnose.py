"""`rmqkit diagnose`: the verdict on a folder. The verdict is made in diagnosis/, its text too."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from rmqkit.cli.evidence import read_evidence
from rmqkit.cli.options import Debug, Folder, Group, Json, Junit, Lang, Language, Master, Remote, Zone
from rmqkit.cli.outcome import Level, exit_code, failures_in_one_line, progress_printer
from rmqkit.language import say

FailOn = Annotated[Level, typer.Option("--fail-on", help="Exit with 1 from this severity on.")]


def diagnose(
    folder: Folder,
    group: Group = None,
    as_json: Json = False,
    fail_on: FailOn = Level.warning,
    junit: Junit = None,
    lang: Lang = Language.en,
    zone: Zone = "UTC",
    master: Master = None,
    remote: Remote = None,
    debug: Debug = False,
) -> None:
    """Prove what is wrong with the consumer groups in FOLDER.

    Exit code: 0 below --fail-on, 1 at or above it, 2 no usable input or a failure, 3 the evidence
    does not decide.
    """
    with failures_in_one_line(debug, lang):
        tell = progress_printer(lang)
        evidence = read_evidence(folder, zone, master, remote, tell)
        from rmqkit.diagnosis import diagnose as judge
        from rmqkit.report.junit import write_junit

        tell(say("Recomputing what RocketMQ did"))
        verdict = judge(evidence, group=group)
        if junit:
            write_junit(verdict.to_dict(), junit)
        typer.echo(json.dumps(verdict.to_dict(), ensure_ascii=False, indent=2) if as_json else verdict.to_text(lang))
        raise typer.Exit(exit_code(verdict.severity, fail_on))
