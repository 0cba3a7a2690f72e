"""`rmqkit diagnose`: the verdict on a folder or a paste. The verdict is made in diagnosis/, its text too."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from rmqkit.cli.evidence import read_evidence
from rmqkit.cli.options import Cache, Debug, Group, Json, Junit, Lang, Language, Master, Remote, ShowZone, Zone
from rmqkit.cli.outcome import Level, exit_code, failures_in_one_line, progress_printer
from rmqkit.cli.terminal import for_terminal
from rmqkit.diagnosis.render.parts import MOST_GROUPS, visible
from rmqkit.language import in_language, say

if TYPE_CHECKING:
    from rmqkit.diagnosis import Diagnosis
    from rmqkit.evidence import Evidence

Source = Annotated[
    str | None,
    typer.Argument(
        metavar="FOLDER",
        help="The evidence: a folder, a file or an archive; - reads what is piped in.",
        show_default=False,
    ),
]
AsHypotheses = Annotated[
    bool,
    typer.Option(
        "--as-hypotheses",
        help="Print each cause that was found as a hypothesis, to change one thing and `rmqkit try` it.",
    ),
]
Paste = Annotated[bool, typer.Option("--paste", help="Read what is pasted here, until two empty lines.")]
Brief = Annotated[
    bool, typer.Option("--brief", help="Only the card: at most 15 lines of 80 columns, to be pasted into a chat.")
]
Full = Annotated[bool, typer.Option("--full", help="Everything: evidence, what was considered, what was read.")]
EveryGroup = Annotated[bool, typer.Option("--all", help="Tell every group whole, those that only logs name too.")]
FailOn = Annotated[Level, typer.Option("--fail-on", help="Exit with 1 from this severity on.")]
PIPED = "-"
NARROWEST, WIDTH, WIDEST = 72, 100, 120
READ_HERE = say("What is pasted is read by this process alone: --master, --remote and --cache are not used")
NO_EVIDENCE = say("Name the evidence (FOLDER, or - for what is piped in), or --paste it.")


def diagnose(
    folder: Source = None,
    paste: Paste = False,
    group: Group = None,
    as_json: Json = False,
    full: Full = False,
    brief: Brief = False,
    every_group: EveryGroup = False,
    fail_on: FailOn = Level.warning,
    as_hypotheses: AsHypotheses = False,
    junit: Junit = None,
    lang: Lang = Language.en,
    zone: Zone = "UTC",
    show_zone: ShowZone = "UTC",
    master: Master = None,
    remote: Remote = None,
    cache: Cache = None,
    debug: Debug = False,
) -> None:
    """Prove what is wrong with the consumer groups in FOLDER, or in what is pasted.

    Exit code: 0 below --fail-on, 1 at or above it, 2 no usable input or a failure, 3 the evidence
    does not decide.
    """
    if (folder is None) != paste:
        raise typer.BadParameter(in_language(NO_EVIDENCE, lang))
    with failures_in_one_line(debug, lang):
        tell = progress_printer(lang)
        if folder is None or folder == PIPED:
            if master or remote or cache:
                tell(READ_HERE)
            evidence = _pasted(paste, zone, lang)
        else:
            evidence = read_evidence(folder, zone, master, remote, tell, cache)
        from rmqkit.diagnosis import diagnose as judge

        tell(say("Recomputing what RocketMQ did"))
        all_of_it = as_json or full or every_group or as_hypotheses or junit is not None
        verdict = judge(evidence, group=group, in_short=not all_of_it)
        words = (
            json.dumps(verdict.to_dict(), ensure_ascii=False, indent=2)
            if as_json
            else _text(verdict, lang, full=full or every_group, brief=brief, every_group=every_group)
        )
        if as_hypotheses:
            from rmqkit.bench.trying import findings_as_hypotheses

            found = (f"# {one.id}: {one.status}\n{text}" for one, text in findings_as_hypotheses(verdict))
            words = "\n---\n".join(found)
        typer.echo(words)
        if junit:
            # Behind the verdict, which a file that cannot be written any more must not take along.
            from rmqkit.report.junit import write_junit

            write_junit(verdict.to_dict(), junit)
        raise typer.Exit(exit_code(verdict.severity, fail_on))


def _text(verdict: Diagnosis, lang: str, *, full: bool, brief: bool, every_group: bool) -> str:
    if brief:
        return for_terminal(verdict.to_brief(lang))
    if not full:
        width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDTH, 24)).columns))
        return for_terminal(verdict.to_screen(lang, width=width))
    return for_terminal(verdict.to_text(lang, every_group=every_group, details=_topics(verdict, lang)))


def _topics(verdict: Diagnosis, lang: str) -> list[str]:
    """Who reads what, what is there, does it move: of the groups of which there are looks, where they are few."""
    looked = [(name, facts) for name, facts in verdict.facts.items() if facts.snapshots]
    if not looked:
        return []
    from rmqkit.diagnosis.render.state_tables import StateTables
    from rmqkit.diagnosis.timeline.epochs import state_at_end
    from rmqkit.report.blocks import table_text

    blocks: list[str] = []
    for name, facts in looked[:MOST_GROUPS]:
        state = StateTables(state_at_end(facts), lang, verdict.allocation.get(name, ()))
        if tables := state.topic_tables():
            for table in tables:
                blocks.append(f"{visible(table.topic)}\n{table_text(table.heads, table.rows)}")
            legend = (f"{name}  {visible(client)}" for name, client in state.legend())
            blocks.append("\n".join(legend))
    return list(filter(None, blocks))


def _pasted(paste: bool, zone: str, lang: str) -> Evidence:
    from rmqkit.evidence import read_pasted

    if paste:
        typer.echo(in_language(say("Paste it here, and end it with two empty lines:"), lang), err=True)
    return read_pasted("".join(until_two_empty_lines(sys.stdin)) if paste else sys.stdin.read(), zone=zone)


def until_two_empty_lines(lines: Iterable[str]) -> Iterable[str]:
    """The lines before two empty ones in a row, or all of them."""
    empty = 0
    for line in lines:
        empty = 0 if line.strip() else empty + 1
        if empty == 2:
            return
        yield line
