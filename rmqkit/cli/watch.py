"""`rmqkit watch`: the verdict again as files come in. The watching is in comparison/, the verdict
in diagnosis/.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rmqkit.cli.run import SPARK, Run, command
from rmqkit.errors import EvidenceNotFound
from rmqkit.language import in_language, say
from rmqkit.language.clock import moment

if TYPE_CHECKING:
    from rmqkit.diagnosis import Diagnosis

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder that evidence comes into.")]
Every = Annotated[float, typer.Option("--every", min=0.1, help="Seconds between readings of the files.")]
Longest = Annotated[float, typer.Option("--for", min=0, help="Seconds after which the watch ends by itself.")]


@command(*SPARK, "show_zone", "group")
def watch(folder: Folder, run: Run, every: Every = 5.0, longest: Longest = 12 * 3600.0) -> None:
    """Diagnose FOLDER again whenever files came in; print the verdict, then what changed in it and
    when. Ctrl-C ends it.

    Exit code: 0, or 2 after a failure.
    """
    if not folder.is_dir():
        raise EvidenceNotFound(
            say("{folder} is no folder. Make it, watch it, and put the evidence into it.", folder=folder)
        )
    import rmqkit
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
    run.tell(say("The time is over"))


def news(before: Diagnosis | None, after: Diagnosis, group: str | None, lang: str, at: datetime) -> str:
    """The whole verdict the first time; then when it changed, and what."""
    from rmqkit import comparison

    if before is None:
        return after.to_text(lang)
    changed = in_language(say("Changed at {moment}", moment=moment(at)), lang)
    differing = comparison.differences(before, after, group)
    return f"{changed}\n{comparison.differences_text(differing, before, after, lang)}\n"
