"""A folder looked at again and again, for a bounded time; only a verdict that changed is worth a
word. No Spark here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rmqkit.errors import EvidenceNotFound, NothingUsable
from rmqkit.language import say

State = tuple[tuple[str, int, int], ...]
Told = Mapping[str, Any]


@dataclass
class Watch:
    """One folder under watch: `judge` gives a verdict's `to_dict()`, `show` prints one that is new.

    `every` seconds pass between looks at the files, `longest` seconds at most in all. A file that
    is still being
    written is left alone until it stays as it is from one look to the next.
    """

    folder: Path
    judge: Callable[[], Told]
    show: Callable[[Told], None]
    tell: Callable[[str], None]
    every: float
    longest: float
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def run(self) -> Told | None:
        """Watch to the end of the time; the last verdict, None if there never was one. An interrupt
        passes through.
        """
        ends = self.clock() + self.longest
        judged: State | None = None
        before: State | None = None
        last: Told | None = None
        while True:
            now = state(self.folder)
            settled = before is None or now == before
            if settled and now != judged:
                last, judged = self._look(last), now
            before = now
            if self.clock() + self.every > ends:
                return last
            self.sleep(self.every)

    def _look(self, last: Told | None) -> Told | None:
        try:
            told = self.judge()
        except (NothingUsable, EvidenceNotFound) as error:
            self.tell(say("Nothing to judge yet: {error}", error=error))
            return last
        if last is None or essence(told) != essence(last):
            self.show(told)
        return told


def essence(told: Told) -> object:
    """What a person would call another verdict: other findings, other states of them, another
    scope.
    """
    findings = [
        (
            finding["id"],
            finding["group"],
            finding["severity"],
            finding["status"],
            finding["ongoing"],
            tuple(finding["clients"]),
            len(finding["queues"]),
        )
        for finding in told["findings"]
    ]
    return told["severity"], findings


def state(folder: Path) -> State:
    """Each file with its size and time of change."""
    found = []
    for file in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
        try:
            stat = file.stat()
        except OSError:  # it went between listing and asking: the next look sees it gone
            continue
        if file.is_file():
            found.append((str(file), stat.st_size, stat.st_mtime_ns))
    return tuple(found)
