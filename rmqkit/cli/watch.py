"""`rmqkit watch`: the verdict again as files come in. The watching is in comparison/, the verdict
in diagnosis/.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rmqkit.cli.options import Debug, Group, Lang, Language, Master, Remote, ShowZone, Zone
from rmqkit.cli.outcome import failures_in_one_line, progress_printer
from rmqkit.errors import EvidenceNotFound
from rmqkit.language import in_language, say
from rmqkit.language.clock import moment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rmqkit.diagnosis import Diagnosis
    from rmqkit.evidence.evidence import Evidence

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder that evidence comes into.")]
Every = Annotated[float, typer.Option("--every", min=0.1, help="Seconds between readings of the files.")]
Longest = Annotated[float, typer.Option("--for", min=0, help="Seconds after which the watch ends by itself.")]


def watch(
    folder: Folder,
    group: Group = None,
    every: Every = 5.0,
    longest: Longest = 12 * 3600.0,
    lang: Lang = Language.en,
    zone: Zone = "UTC",
    show_zone: ShowZone = "UTC",
    master: Master = None,
    remote: Remote = None,
    debug: Debug = False,
) -> None:
    """Diagnose FOLDER again whenever files came in; print the verdict, then what changed in it and
    when. Ctrl-C ends it.

    Exit code: 0, or 2 after a failure.
    """
    with failures_in_one_line(debug, lang):
        if not folder.is_dir():
            raise EvidenceNotFound(
                say(
                    "{folder} is no folder. Make it, watch it, and put the evidence into it.",
                    folder=folder,
                )
            )
        from rmqkit.comparison import Watch

        tell = progress_printer(lang)
        tell(say("Watching {folder}; Ctrl-C ends it", folder=folder))
        judge = _Judge(folder, group, zone, master, remote)

        def show(_told: Mapping[str, Any]) -> None:
            now = datetime.now(UTC)
            typer.echo(judge.changed(now, lang))

        try:
            Watch(folder, judge, show, tell, every, longest).run()
        except KeyboardInterrupt:
            tell(say("Stopped"))
            return
        tell(say("The time is over"))


class _Judge:
    """Judges the folder as it is now, in one Spark session, and keeps the verdict for showing."""

    def __init__(self, folder: Path, group: str | None, zone: str, master: str | None, remote: str | None) -> None:
        self.folder, self.group, self.zone = folder, group, zone
        self.master, self.remote = master, remote
        self.last: Diagnosis
        self._shown: Diagnosis | None = None

    def __call__(self) -> Mapping[str, Any]:
        import rmqkit

        spark = rmqkit.session(master=self.master, remote=self.remote)
        evidence = rmqkit.read(spark, str(self.folder), zone=self.zone, keeps=False)
        return self.judge(evidence)

    def judge(self, evidence: Evidence) -> Mapping[str, Any]:
        """The verdict on what was read, which is kept."""
        import rmqkit

        self.last = rmqkit.diagnose(evidence, group=self.group)
        return self.last.to_dict()

    def changed(self, now: datetime, lang: str) -> str:
        """The whole verdict the first time; then when it changed, and what."""
        from rmqkit.comparison import differences, differences_text

        before, after = self._shown, self.last
        self._shown = after
        if before is None:
            return self.last.to_text(lang)
        changed = say("Changed at {moment}", moment=moment(now))
        told = differences_text(differences(before, after, self.group), before, after, lang)
        return f"{in_language(changed, lang)}\n{told}\n"
