"""A folder judged again whenever files came in, for a bounded time; only a verdict that changed is worth a word. No
Spark here."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from rmqkit.diagnosis import Diagnosis
from rmqkit.errors import EvidenceNotFound, NothingUsable
from rmqkit.language import say

State = tuple[tuple[str, int, int], ...]


def watch(
    folder: Path,
    judge: Callable[[], Diagnosis],
    show: Callable[[Diagnosis | None, Diagnosis], None],
    tell: Callable[[str], None],
    every: float,
    longest: float,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Judge the folder whenever its files changed, and show each verdict that differs from the one shown before.

    `every` seconds pass between looks at the files, `longest` seconds at most in all. A file that is still being
    written is left alone until it stays as it is from one look to the next. An interrupt passes through.
    """
    ends = clock() + longest
    judged: State | None = None
    before: State | None = None
    shown: Diagnosis | None = None
    while True:
        now = state(folder)
        if now != judged and before in (None, now):
            judged = now
            try:
                verdict = judge()
            except (NothingUsable, EvidenceNotFound) as error:
                tell(say("There is nothing to diagnose yet: {error}", error=error))
            else:
                if shown is None or essence(verdict) != essence(shown):
                    show(shown, verdict)
                    shown = verdict
        before = now
        if clock() + every > ends:
            return
        sleep(every)


def essence(verdict: Diagnosis) -> object:
    """What a person would call another verdict: other findings, other states of them, another scope."""
    findings = [
        (one.id, one.group, one.severity, one.status, one.ongoing, tuple(one.clients), len(one.queues))
        for one in verdict.findings
    ]
    return verdict.severity, findings


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
