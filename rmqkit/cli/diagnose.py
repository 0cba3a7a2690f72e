"""`rmqkit diagnose`: the verdict on a folder or a paste, in the width and colours of the terminal that is there.
Verdict and text are made in diagnosis/."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from rmqkit.cli.outcome import Level, exit_code
from rmqkit.cli.run import SPARK, Run, command
from rmqkit.language import in_language, say
from rmqkit.language.wrapping import columns, wrapped

if TYPE_CHECKING:
    from rmqkit.diagnosis import Diagnosis
    from rmqkit.evidence import Evidence

PIPED = "-"
NARROWEST, WIDTH, WIDEST = 72, 100, 120
NARROWEST_TERMINAL = 40
# Where the text of a finding's row begins, which the lines below it continue.
_INDENT = re.compile(r"\s*(?:\S.{0,12}?\s{2,})?")
_COLOURS = {
    "CRITICAL": typer.colors.RED,
    "WARNING": typer.colors.YELLOW,
    "NOTICE": typer.colors.BLUE,
    "UNKNOWN": typer.colors.MAGENTA,
    "OK": typer.colors.GREEN,
}
_SEVERITY = re.compile(rf"\b({'|'.join(_COLOURS)})\b(?=  |, )")
READ_HERE = say("Pasted text is read by this process alone: --master, --remote and --cache are not used")
NO_EVIDENCE = say("Give the evidence as FOLDER (or - for standard input), or use --paste.")


@command(*SPARK, "show_zone", "cache", "group", "as_json")
def diagnose(
    run: Run,
    folder: str | None = None,
    paste: bool = False,
    full: bool = False,
    brief: bool = False,
    every_group: bool = False,
    fail_on: Level = Level.warning,
    as_hypotheses: bool = False,
    junit: Path | None = None,
) -> None:
    """Diagnose the consumer groups in FOLDER, or in pasted text, and prove the cause.

    Exit code: 0 if all findings are below --fail-on, 1 if one is at or above it, 2 if there is no usable input or after
    a failure, 3 if the evidence is not conclusive.
    """
    if (folder is None) != paste:
        raise typer.BadParameter(in_language(NO_EVIDENCE, run.lang))
    if folder is None or folder == PIPED:
        if run.master or run.remote or run.cache:
            run.tell(READ_HERE)
        evidence = _pasted(paste, run)
    else:
        evidence = run.read(folder)
    from rmqkit.diagnosis import diagnose as judge
    from rmqkit.diagnosis.by_workers import garbage_collection_paused

    run.tell(say("Recomputing what RocketMQ did"))
    all_of_it = run.as_json or full or every_group or as_hypotheses or junit is not None
    with garbage_collection_paused():
        verdict = judge(evidence, group=run.group, in_short=not all_of_it)
        if as_hypotheses:
            from rmqkit.bench.trying import findings_as_hypotheses

            found = (f"# {one.id}: {one.status}\n{text}" for one, text in findings_as_hypotheses(verdict))
            typer.echo("\n---\n".join(found))
        else:
            run.show(
                verdict.to_dict,
                lambda lang: _text(
                    verdict, lang, folder or PIPED, full=full or every_group, brief=brief, every_group=every_group
                ),
            )
    if junit:
        # Behind the verdict, which a file that cannot be written any more must not take along.
        from rmqkit.report.junit import write_junit

        write_junit(verdict.to_dict(), junit)
    raise typer.Exit(exit_code(verdict.severity, verdict.findings, fail_on))


def _text(verdict: Diagnosis, lang: str, folder: str, *, full: bool, brief: bool, every_group: bool) -> str:
    """What is printed, with the folder in the commands that it names."""
    if brief:
        text = verdict.to_brief(lang)
    elif full:
        text = verdict.to_text(lang, every_group=every_group, with_queues=True)
    else:
        width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDTH, 24)).columns))
        text = verdict.to_screen(lang, width=width)
    return for_terminal(text.replace("rmqkit diagnose FOLDER ", f"rmqkit diagnose {shlex.quote(folder)} "))


def _pasted(paste: bool, run: Run) -> Evidence:
    from rmqkit.evidence import read_pasted

    if paste:
        run.say(say("Paste it here, and end it with two empty lines:"), err=True)
    return read_pasted("".join(until_two_empty_lines(sys.stdin)) if paste else sys.stdin.read(), zone=run.zone)


def until_two_empty_lines(lines: Iterable[str]) -> Iterable[str]:
    """The lines before two empty ones in a row, or all of them."""
    empty = 0
    for line in lines:
        empty = 0 if line.strip() else empty + 1
        if empty == 2:
            return
        yield line


def for_terminal(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """The text as it is where it is piped; on a terminal in its width, with colour unless NO_COLOR
    says otherwise (https://no-color.org) or the terminal is dumb."""
    if not sys.stdout.isatty():
        return text
    fitted = fit(text, shutil.get_terminal_size().columns)
    return fitted if environ.get("NO_COLOR") or environ.get("TERM") == "dumb" else coloured(fitted)


def fit(text: str, width: int) -> str:
    """Every line in at most this width, continued below where its own text begins."""
    width = max(width, NARROWEST_TERMINAL)
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if columns(line) > width:
            found = _INDENT.match(line)
            first = found[0] if found else ""
            lines[number] = wrapped(line[len(first) :], width, first, " " * columns(first))
    return "\n".join(lines)


def coloured(text: str) -> str:
    """The severities in their colours; the words stay."""
    return _SEVERITY.sub(lambda found: typer.style(found[0], fg=_COLOURS[found[0]], bold=True), text)
