"""`rmqkit collect`: the evidence of a running cluster, by its own mqadmin. What is asked stands in
collect/.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from rmqkit.cli.run import Run, command
from rmqkit.language import Phrase, in_language, joined, say, say_counted

Target = Annotated[
    Path | None,
    typer.Argument(metavar="FOLDER", help="Where the outputs go; it may hold earlier ones."),
]
NameServer = Annotated[
    str,
    typer.Option("--namesrv", "-n", help="The name server, HOST:PORT; several apart by semicolons."),
]
OfGroup = Annotated[str, typer.Option("--group", "-g", help="The consumer group.")]
Rounds = Annotated[int, typer.Option("--rounds", min=1, max=1000, help="How many snapshots.")]
Every = Annotated[float, typer.Option("--every", min=0, help="Seconds between snapshots; a heartbeat is 30.")]
Only = Annotated[
    str,
    typer.Option("--only", help="Only these commands, apart by commas, as `missing` names them."),
]
Program = Annotated[
    Path | None,
    typer.Option("--mqadmin", help="mqadmin; by default the PATH's or ROCKETMQ_HOME's."),
]
ToolVersion = Annotated[
    str | None, typer.Option("--mqadmin-version", help="Its version, where no jar beside it tells.")
]
Inside = Annotated[
    str,
    typer.Option(
        "--exec", help="What runs mqadmin where it is: 'kubectl -n mq exec rocketmq-0 --', 'docker exec NAME'."
    ),
]
Selector = Annotated[
    str, typer.Option("--pods", help="The label of the pods (brokers and clients) whose logs are wanted.")
]
Logs = Annotated[
    str, typer.Option("--logs", help="What prints a pod's log: 'kubectl -n mq logs {pod} --prefix --since=2h'.")
]
Seconds = Annotated[float, typer.Option("--timeout", min=1, help="Seconds that one command may take.")]
AsScript = Annotated[
    bool,
    typer.Option("--script", help="Print a POSIX shell script instead, for a host without Python."),
]


NO_FOLDER = say("name the FOLDER that takes the outputs, or ask for --script.")


@command()
def collect(
    name_server: NameServer,
    group: OfGroup,
    run: Run,
    folder: Target = None,
    rounds: Rounds = 3,
    every: Every = 30.0,
    only: Only = "",
    mqadmin: Program = None,
    mqadmin_version: ToolVersion = None,
    timeout: Seconds = 60.0,
    inside: Inside = "",
    pods: Selector = "",
    logs: Logs = "",
    script: AsScript = False,
) -> None:
    """Collect a group's evidence with mqadmin into FOLDER; every command only reads.

    Exit code: 0, or 2 if there is no mqadmin or nothing answered.
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
