"""From evidence to verdict: its zone is told, the facts of each group are gathered and judged. No rules here."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain

from rmqkit.diagnosis.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.collect import facts_by_group
from rmqkit.diagnosis.finding import Missing
from rmqkit.diagnosis.retold import cited_lines, quoted
from rmqkit.diagnosis.verdict import verdict
from rmqkit.errors import NotEvidence, UnknownGroup
from rmqkit.evidence import Evidence, read, read_pasted
from rmqkit.language import say

_ZONE_TAKEN = Missing(
    say(
        "mqadmin's dates and 4.x clients' logs were taken for UTC+8, the zone of the servers' logs: "
        "by UTC they lie hours after these"
    ),
    "rmqkit diagnose FOLDER --zone ZONE",
)


def diagnose(evidence: Evidence, group: str | None = None) -> Diagnosis:
    """The verdict on one group, or on all that the evidence names.

    Raises NothingUsable, UnknownGroup, and NotEvidence for anything that `rmqkit.read` did not give.
    """
    if not isinstance(evidence, Evidence):
        words = say(
            "{given!r} is no evidence: read it first, rmqkit.diagnose(rmqkit.read(spark, {given!r})).",
            given=evidence,
        )
        raise NotEvidence(words)
    with _no_search_for_garbage():
        return _diagnosed(evidence, group)


def paste(text: str, group: str | None = None, *, zone: str = "UTC") -> Diagnosis:
    """The verdict on what somebody pasted: some lines of a log, an exception, a screen, with any words around it.

    No file is read and no Spark starts. Raises NothingUsable where nothing in it is RocketMQ's, and UnknownGroup.
    """
    return diagnose(read_pasted(text, zone=zone), group)


@contextmanager
def _no_search_for_garbage() -> Iterator[None]:
    """What a diagnosis makes is in use until its end: looking through it again and again takes as long as all rules."""
    searched = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searched:
            gc.enable()


def _diagnosed(evidence: Evidence, group: str | None) -> Diagnosis:
    evidence.require_usable()
    given, evidence = evidence, in_its_zone(evidence)
    facts = facts_by_group(evidence, [group] if group else ())
    if group is not None:
        named = {name: each for name, each in facts.items() if each.group == group}
        if not named:
            known = ", ".join(sorted({each.group for each in facts.values()})) or say("none")
            raise UnknownGroup(
                say("Group {group!r} is not in the evidence. It names: {known}.", group=group, known=known)
            )
        facts = named
    diagnosis = verdict(facts, evidence.ledger_rows())
    if evidence is not given:
        diagnosis = replace(diagnosis, missing=(_ZONE_TAKEN, *diagnosis.missing))
    return quoted(diagnosis, evidence.printed_lines(cited_lines(diagnosis)))


# In which zone were mqadmin's dates printed, and 4.x clients' logs written? Both are their JVM's local time, without
# a zone. RocketMQ's servers and 5.x clients log in UTC+8 wherever they run. Looks and local logs that lie hours behind
# the end of such logs, and right beside it if that zone was theirs too, are of that zone: read in UTC, whatever the
# servers say would seem to be over.

# RocketMQ's own zone (`GMT+8` in its logback files), and its name.
EAST, EAST_NAME = timedelta(hours=8), "Asia/Shanghai"
Span = tuple[datetime, datetime]
_LOOKED_AT = ("progress", "connections", "answers")
# Logs and looks are taken within minutes of each other; looks this far behind every log were not.
_BESIDE, _FAR, _LAST_HOURS = timedelta(minutes=15), timedelta(hours=1), timedelta(hours=2)


def in_its_zone(evidence: Evidence) -> Evidence:
    """The evidence read in UTC+8 where its dates were printed there and nobody named a zone; else as it is."""
    if evidence.zone != "UTC" or not evidence.is_read_from_files or not _printed_in_the_east(evidence):
        return evidence
    return read(evidence.spark, evidence.address, zone=EAST_NAME)


def _printed_in_the_east(evidence: Evidence) -> bool:
    written, logs = _spans(evidence)
    looked = [row["at"] for table in _LOOKED_AT for row in evidence.rows(table) if row["at"] is not None]
    local = sorted([*looked, *chain.from_iterable(written)])
    if not local or not logs:
        return False
    first, last = min(first for first, _ in logs), max(last for _, last in logs)
    begins, ends = local[0] - EAST, local[-1] - EAST
    far_behind: bool = local[0] - last > _FAR
    beside: bool = ends >= max(first, last - _LAST_HOURS) - _BESIDE and begins <= last + _BESIDE
    return far_behind and beside


def _spans(evidence: Evidence) -> tuple[list[Span], list[Span]]:
    """The first and last moments of the logs in their JVM's zone, and of those whose zone RocketMQ's configuration
    fixes."""
    local = {source.file for source in evidence.reading.logs if source.shape.zone == "JVM"}
    spans = [
        (file, (span.first, span.last))
        for file, span in evidence.log_summary.spans.items()
        if span.first is not None and span.last is not None
    ]
    return [span for file, span in spans if file in local], [span for file, span in spans if file not in local]


__all__ = ["diagnose", "paste", "verdict"]
