"""The commands that hand over to one room: `scan`, `brief`, `try`, `report`, `notebooks`, `plan`, `collect`, `redact`,
`diff`, `watch` and `mcp`. Nothing is computed here; a room is imported when it is called."""

from __future__ import annotations

import shlex
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import rmqkit
from rmqkit.cli.outcome import ExitCode
from rmqkit.cli.run import SPARK, Run, command, refuse_missing
from rmqkit.errors import Error, EvidenceNotFound
from rmqkit.language import Phrase, Words, in_language, joined, message, say, say_counted
from rmqkit.language.clock import moment
from rmqkit.language.wrapping import aligned

if TYPE_CHECKING:
    from rmqkit.diagnosis import Diagnosis
    from rmqkit.evidence.unknown import UnknownLine

COLUMNS = ("file", "kind", "lines", "rows", "noise", "blank", "continuation", "unparsed")
"""For every file: rows + noise + blank + continuation + unparsed = lines."""
UNKNOWN = say("Unrecognised lines, the most relevant first:")
MOST_UNKNOWN = 8
NO_FOLDER = say("give a FOLDER for the outputs, or use --script.")
TRIED = {"proven": ExitCode.BELOW_LEVEL, "refuted": ExitCode.AT_OR_ABOVE_LEVEL}
_said = partial(Words(Path(__file__).with_suffix(".toml")).say, "redact")


@command(*SPARK, "show_zone", "cache", "as_json")
def scan(folder: str, run: Run, save: Path | None = None) -> None:
    """Show what each file in FOLDER is and what was read from it.

    With --save, everything read is saved to a new folder, which every command can open instead of FOLDER, without
    reading the files again.

    Exit code: 0; 2 if FOLDER contains nothing usable.
    """
    evidence = run.read(folder, keeps=save is not None, templates=not run.as_json)
    rows = evidence.ledger_rows()
    run.show(lambda: rows, lambda lang: ledger_text(rows, lang) + unknown_text(evidence.unknown_lines(), lang))
    evidence.require_usable()
    if save is not None:
        evidence.save(str(save))


def ledger_text(rows: Sequence[Mapping[str, Any]], lang: str = "en") -> str:
    """The ledger as aligned columns, the sums below, and the first line that nobody understood of each file."""
    table = [[in_language(name, lang) for name in COLUMNS], *([str(row[name]) for name in COLUMNS] for row in rows)]
    files = say("{number} files", number=len({row["file"] for row in rows}))
    sums = (str(sum(row[name] for row in rows)) for name in COLUMNS[2:])
    lines = aligned([*table, [in_language(files, lang), "", *sums]], range(2, len(COLUMNS)))
    remarks = [f"{row['file']}: {in_language(row['problem'], lang)}" for row in rows if row.get("problem")]
    for row in rows:
        if row["unparsed"]:
            first = say("{file}: first unparsed line: {line}", file=row["file"], line=row["first_unparsed"])
            remarks.append(in_language(first, lang))
    return "\n".join([*lines, *(["", *remarks] if remarks else [])])


def unknown_text(lines: Sequence[UnknownLine], lang: str = "en") -> str:
    """Records that nobody here knows, below the ledger, which has the lines of no format already."""
    lines = [line for line in lines if line.template]
    if not lines:
        return ""
    from rmqkit.briefing import unknown_line

    shown = [UNKNOWN, *(f"  {unknown_line(line, lang)}" for line in lines[:MOST_UNKNOWN])]
    more = len(lines) - MOST_UNKNOWN
    shown += [say_counted(more, "  {number:,} more kind", "  {number:,} more kinds")] if more > 0 else []
    return "\n\n" + "\n".join(in_language(line, lang) for line in shown)


@command(*SPARK, "show_zone", "cache", "group")
def brief(
    folder: str,
    run: Run,
    budget: int = 8_000,
    hypothesis: str | None = None,
    redact: bool = False,
    key_file: Path | None = None,
) -> None:
    """Write the essentials of FOLDER as one Markdown text within a budget, most important first.

    Exit code: 0; 2 if FOLDER contains nothing usable or the most important parts exceed the budget.
    """
    with tempfile.TemporaryDirectory(prefix="rmqkit-brief-") as scratch:
        if redact:
            from rmqkit import redact as redaction

            if key_file is None:
                raise Error(
                    "--redact needs --key FILE, to which the pseudonyms are saved, so that names can be restored."
                )
            key = redaction.Key.read(key_file) if key_file.exists() else redaction.Key()
            target = Path(scratch) / "evidence"
            redaction.redact(Path(folder), target, key)
            key.write(key_file)
            folder = str(target)
        evidence = run.read(folder, templates=True)
        from rmqkit.briefing import brief as written

        supposed = ""
        if hypothesis:
            from rmqkit.bench.telling import tried_text
            from rmqkit.bench.trying import try_hypothesis

            supposed = tried_text(try_hypothesis(evidence, hypothesis_in(hypothesis)), run.lang)
        typer.echo(written(evidence, budget=budget, group=run.group, lang=run.lang, supposed=supposed))


@command(*SPARK, "show_zone", "as_json")
def try_(folder: str, hypothesis: str, run: Run) -> None:
    """Test a hypothesis about a group against the evidence in FOLDER: what it predicts, what was seen, the verdict.

    Exit code: 0 if the hypothesis is proven, 1 if it is refuted, 3 if the evidence is not conclusive; 2 if the
    hypothesis or FOLDER cannot be read.
    """
    text = hypothesis_in(hypothesis)
    evidence = run.read(folder)
    from rmqkit.bench.telling import tried_dict, tried_text
    from rmqkit.bench.trying import try_hypothesis

    tried = try_hypothesis(evidence, text)
    run.show(lambda: tried_dict(tried, run.lang), lambda lang: tried_text(tried, lang))
    raise typer.Exit(TRIED.get(tried.word, ExitCode.UNKNOWN))


def hypothesis_in(file: str) -> str:
    """The text of a hypothesis. Raises Error where it cannot be read."""
    if file == "-":
        return sys.stdin.read()
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Error("cannot read {path}: {error}", path=file, error=error) from error


@command(*SPARK, "show_zone", "group")
def report(
    folder: str,
    run: Run,
    output: Path = Path("report.html"),
    junit: Path | None = None,
    hypothesis: str | None = None,
) -> None:
    """Write the incident report on FOLDER: one HTML file that opens anywhere, without a network.

    Exit code: 0; 2 if FOLDER contains nothing usable.
    """
    refuse_missing(folder)
    from rmqkit.report import write_report

    written = write_report(
        folder,
        output,
        group=run.group,
        lang=str(run.lang),
        zone=run.zone,
        show_zone=run.show_zone,
        master=run.master,
        remote=run.remote,
        junit=junit,
        hypothesis=hypothesis_in(hypothesis) if hypothesis else "",
        progress=run.tell,
        verdict=typer.echo,
    )
    run.say(say("\nReport: {path}", path=written.resolve()))


@command()
def notebooks(folder: Path, run: Run) -> None:
    """Copy the notebooks to DIR and open them there: jupyter lab DIR.

    Exit code: 0; 2 if DIR already contains one of them.
    """
    from rmqkit.report.notebooks import put_notebooks

    for path in put_notebooks(folder, str(run.lang)):
        typer.echo(path)
    run.say(
        say("\nOpen them with: jupyter lab {folder}   (set `folder` in the first cell to the evidence)", folder=folder)
    )


@command(*SPARK, "group", "as_json")
def plan(source: str, run: Run, change: str | None = None) -> None:
    """Simulate each way to make a change to the group, compare the harm, and recommend one.

    Ways: rolling (pod by pod in the same group); all_at_once (stop all pods, then start all new ones); blue_green
    (start all new pods in addition to the old ones in the same group, then stop the old ones); new_group (a separate
    consumer group for the new pods); superset (first use the old and the new subscription together, then roll out the
    new code, and finally drop the old subscription); subscription_aware (roll out with a subscription-aware strategy in
    every pod); one_by_one or together, if only the number of pods changes; stock_client (the client's own rebalance),
    for a lost broker.

    The recommended way is the one that loses the fewest messages; among equals, the one with the least time without
    progress, then the one with the fewest messages consumed again, the shortest pauses, the fewest queues moved.

    Exit code: 0; 2 if the group or the change cannot be read.
    """
    from rmqkit.plan import plan_from_file

    if change is None:
        made = plan_from_file(Path(source))
    else:
        from rmqkit.plan import change_from_text, make_plan, situation_from_evidence

        made = make_plan(situation_from_evidence(run.read(source), run.group), change_from_text(change))
    run.show(made.to_dict, made.text)


@command()
def collect(
    name_server: str,
    group: str,
    run: Run,
    folder: Path | None = None,
    rounds: int = 3,
    every: float = 30.0,
    only: str = "",
    mqadmin: Path | None = None,
    mqadmin_version: str | None = None,
    timeout: float = 60.0,
    inside: str = "",
    pods: str = "",
    logs: str = "",
    script: bool = False,
) -> None:
    """Collect a group's evidence with mqadmin into FOLDER; all commands are read-only.

    Exit code: 0; 2 if mqadmin is not found or no command gets an answer.
    """
    from rmqkit import collect as collecting

    names = tuple(filter(None, (name.strip() for name in only.split(","))))
    of_pods = collecting.pods_of(pods, logs, inside)
    order = collecting.Order(name_server, group, rounds, every, names, timeout, of_pods)
    if script:
        typer.echo(collecting.script(order, shlex.split(inside)), nl=False)
        return
    if folder is None:
        raise typer.BadParameter(in_language(NO_FOLDER, run.lang))
    if words := shlex.split(inside):
        tool = collecting.find_mqadmin_inside(words, mqadmin, version=mqadmin_version, seconds=timeout)
    else:
        tool = collecting.find_mqadmin(mqadmin, version=mqadmin_version)
    run.tell(say("{path}, version {version}", path=tool.path, version=tool.version_text))
    taken = collecting.collect(order, tool, folder, run.tell)
    run.say(_outcome(len(taken), folder, with_logs=of_pods is not None))


def _outcome(outputs: int, folder: Path, *, with_logs: bool) -> Phrase:
    """What was taken, and what comes next."""
    counted = say_counted(outputs, "{number} output in {folder}.", "{number} outputs in {folder}.", folder=folder)
    wanted = say("Add broker.log of every broker and rocketmq_client.log of every client, then:")
    after = say("Next, with the logs of the pods:") if with_logs else wanted
    return joined(" ", [counted, after, f"rmqkit diagnose {folder}"])


@command()
def redact(source: Path, target: Path, run: Run, key_file: Path | None = None, restore: bool = False) -> None:
    """Write a copy of FOLDER to OUT with all names replaced by stable pseudonyms.

    It replaces topics, groups, clients, addresses, brokers, hosts, message ids and every word that RocketMQ does not
    print itself; times, offsets and numbers stay unchanged. Exit code: 0; 2 if nothing could be written.
    """
    from rmqkit import redact as redaction

    if restore:
        if key_file is None:
            raise Error("--restore needs the key that was written during redaction: --key FILE.")
        done = redaction.restore(source, target, redaction.Key.read(key_file))
    else:
        if key_file is not None and key_file.resolve().is_relative_to(target.resolve()):
            raise Error(_said("key_inside", key=key_file, target=target))
        key = redaction.Key.read(key_file) if key_file and key_file.exists() else redaction.Key()
        done = redaction.redact(source, target, key)
        if key_file is not None:
            key.write(key_file)
    for name, problem in done.left_out:
        run.say(say("left out: {name!r}: {problem}", name=name, problem=message(problem)), err=True)
    if done.by_hash:
        run.say(_said("by_hash"), err=True)
    if not done.written:
        raise Error("{source} contains no text that could be written.", source=source)
    told = _said("restored" if restore else "written", number=len(done.written), target=target)
    kept = _said("key", key=key_file) if key_file else _said("no_key")
    run.say(told if restore else joined(" ", [told, kept, _said("look")]))


@command(*SPARK, "group", "as_json")
def diff(before: str, after: str, run: Run) -> None:
    """Show whether the problem is fixed, and what changed: clients, versions, subscriptions, strategies, owners, lag.

    Information that only one of the two folders contains does not count as a change. Exit code: 0 if nothing changed,
    1 if something changed, 2 after a failure.
    """
    from rmqkit.comparison import differences, differences_text
    from rmqkit.diagnosis import diagnose

    earlier, later = (diagnose(run.read(folder)) for folder in (before, after))
    differing = differences(earlier, later, run.group)
    run.show(
        lambda: {"schema": 1, "changes": [difference.to_dict() for difference in differing]},
        lambda lang: differences_text(differing, earlier, later, lang, run.group),
    )
    raise typer.Exit(1 if differing else 0)


@command(*SPARK, "show_zone", "group")
def watch(folder: Path, run: Run, every: float = 5.0, longest: float = 12 * 3600.0) -> None:
    """Diagnose FOLDER again whenever files arrive: print the verdict, then each change with its time. Ctrl-C ends it.

    Exit code: 0; 2 after a failure.
    """
    if not folder.is_dir():
        raise EvidenceNotFound(
            "{folder} is not a folder. Create it, watch it, and put the evidence into it.", folder=folder
        )
    from rmqkit import comparison

    run.tell(say("Watching {folder}; Ctrl-C ends it", folder=folder))

    def judge() -> Diagnosis:
        spark = rmqkit.session(master=run.master, remote=run.remote)
        return rmqkit.diagnose(rmqkit.read(spark, str(folder), zone=run.zone, keeps=False), group=run.group)

    def show(before: Diagnosis | None, after: Diagnosis) -> None:
        typer.echo(news(before, after, run.group, run.lang, datetime.now(UTC)))

    try:
        comparison.watch(folder, judge, show, run.tell, every, longest)
    except KeyboardInterrupt:
        run.tell(say("Stopped"))
        return
    run.tell(say("The time limit has been reached"))


def news(before: Diagnosis | None, after: Diagnosis, group: str | None, lang: str, at: datetime) -> str:
    """The whole verdict the first time; then when it changed, and what."""
    from rmqkit import comparison

    if before is None:
        return after.to_text(lang)
    changed = in_language(say("Changed at {moment}", moment=moment(at)), lang)
    differing = comparison.differences(before, after, group)
    return f"{changed}\n{comparison.differences_text(differing, before, after, lang, group)}\n"


@command("zone")
def mcp(root: list[Path], run: Run) -> None:
    """Answer an agent's questions about evidence below --root, over MCP on standard input and output.

    All tools are read-only. The command needs the extra `mcp`: pip install 'rmqkit[mcp]'.
    """
    try:
        from rmqkit.mcp import serve
    except ImportError as error:
        raise Error("The MCP server needs more packages ({error}): pip install 'rmqkit[mcp]'", error=error) from error
    serve(root, run.zone, run.lang)
