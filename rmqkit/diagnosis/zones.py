"""In which zone were mqadmin's dates printed? It prints its JVM's local time, without a zone. No facts of a group here.

RocketMQ's servers and 5.x clients log in UTC+8 wherever they run. Looks that lie hours behind the end of such logs,
and right beside it if mqadmin ran in that zone too, were taken there: read in UTC, whatever the logs say would seem to
be over.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from rmqkit.evidence import Evidence, read

# RocketMQ's own zone (`GMT+8` in its logback files), and its name.
EAST, EAST_NAME = timedelta(hours=8), "Asia/Shanghai"
_LOOKED_AT = ("progress", "connections", "answers")
# Logs and looks are taken within minutes of each other; looks this far behind every log were not.
_BESIDE, _FAR, _LAST_HOURS = timedelta(minutes=15), timedelta(hours=1), timedelta(hours=2)


def in_its_zone(evidence: Evidence) -> Evidence:
    """The evidence read in UTC+8 where its dates were printed there and nobody named a zone; else as it is."""
    if evidence.zone != "UTC" or not evidence.is_read_from_files or not _printed_in_the_east(evidence):
        return evidence
    return read(evidence.spark, evidence.address, zone=EAST_NAME)


def _printed_in_the_east(evidence: Evidence) -> bool:
    looks = sorted(row["at"] for table in _LOOKED_AT for row in evidence.rows(table) if row["at"] is not None)
    logs = list(_spans(evidence))
    if not looks or not logs:
        return False
    first, last = min(first for first, _ in logs), max(last for _, last in logs)
    begins, ends = looks[0] - EAST, looks[-1] - EAST
    far_behind: bool = looks[0] - last > _FAR
    beside: bool = ends >= max(first, last - _LAST_HOURS) - _BESIDE and begins <= last + _BESIDE
    return far_behind and beside


def _spans(evidence: Evidence) -> Iterable[tuple[datetime, datetime]]:
    """The first and last moments of the logs whose zone RocketMQ's configuration fixes."""
    local = {source.file for source in evidence.reading.logs if source.shape.zone == "JVM"}
    for file, span in evidence.log_summary.spans.items():
        if file not in local and span.first is not None and span.last is not None:
            yield span.first, span.last
