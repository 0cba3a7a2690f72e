"""`rmqkit collect`: the evidence of a running cluster, by its own mqadmin. What is asked stands in
collect/.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import typer

from rmqkit.cli.run import Run, command
from rmqkit.language import Phrase, in_language, joined, say, say_counted

NO_FOLDER = say("give a FOLDER for the outputs, or use --script.")


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
