"""In which zone were mqadmin's dates printed, and 4.x clients' logs written? Both are their JVM's local time, without a
zone. No facts of a group here.

RocketMQ's servers and 5.x clients log in UTC+8 wherever they run. Looks and local logs that lie hours behind the end
of such logs, and right beside it if that zone was theirs too, are of that zone: read in UTC, whatever the servers say
would seem to be over.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from operator import itemgetter
from typing import Any

from rmqkit.evidence import Evidence, read
from rmqkit.formats.moments import moment_in
from rmqkit.formats.naming import moment_of_folder
from rmqkit.rocketmq.client_defaults import PULL_BATCH
from rmqkit.time_zones import zone_at

# RocketMQ's own zone (`GMT+8` in its logback files), and its name.
EAST, EAST_NAME = timedelta(hours=8), "Asia/Shanghai"
_LOOKED_AT = ("progress", "connections", "answers", "groups", "topic_queues")
# A message that is read last is seconds old where messages come, and the clocks of two hosts may differ.
_LAST_READ, _CLOCKS, _HOUR = timedelta(minutes=2), timedelta(seconds=5), timedelta(hours=1)
# Of more lines nobody looks for a date with its zone.
_MOST_LINES = 5_000
# Logs and looks are taken within minutes of each other; looks this far behind every log were not.
_BESIDE, _FAR, _LAST_HOURS = timedelta(minutes=15), timedelta(hours=1), timedelta(hours=2)


def rezoned(evidence: Evidence) -> tuple[Evidence, bool]:
    """The evidence with mqadmin's dates, or the logs of 4.x clients, read in UTC+8 where they were written there and
    nobody named a zone, and with the dates above outputs in the zone of those in them; else as it is. Containers often
    run in UTC, and the shell beside them does not. And whether anything was read in UTC+8 for that."""
    in_zone_beside = _by_clock_beside(evidence)
    if in_zone_beside is not evidence:
        return in_zone_beside, False
    dated = _dated_alike(evidence)
    in_servers_zone = _by_servers_logs(dated)
    return _dated_alike(in_servers_zone), in_servers_zone is not dated


def _dated_alike(evidence: Evidence) -> Evidence:
    """The evidence with the shell's dates above mqadmin's outputs put right by the whole hours that they are apart from
    what mqadmin's JVM prints (`#LastTime`, `UtilAll#formatDate`, all versions): where queues that keep up show the same
    hours in all snapshots, with other messages; or 8 hours in several queues of one."""
    if evidence.snapshots:
        # Those that workers read stay there, as they were read.
        return evidence
    looks: dict[tuple[str, int, datetime], list[dict[str, Any]]] = {}
    for row in evidence.rows("progress"):
        if row["at"] and row["last_time"]:
            looks.setdefault((row["file"], row["block"], row["at"]), []).append(row)
    newest = {place: max(rows, key=itemgetter("last_time")) for place, rows in looks.items()}
    # What has no date above it has the newest of these.
    kept = {place for place, row in newest.items() if place[2] == row["last_time"]}
    shown = set[tuple[timedelta, datetime]]()
    for place, row in newest.items():
        gap = place[2] - row["last_time"]
        hours = round(gap / _HOUR) * _HOUR
        keeps_up = row["broker_offset"] - row["consumer_offset"] <= PULL_BATCH
        if place not in kept and keeps_up and -_CLOCKS <= gap - hours <= _LAST_READ:
            shown.add((hours, row["last_time"]))
    several = len(shown) > 1 or any(len(rows) > 1 for place, rows in looks.items() if place not in kept)
    apart = {hours for hours, _ in shown}
    hours = apart.pop() if len(apart) == 1 and several else timedelta()
    if hours and evidence.is_read_from_files and -hours in _zones_named(evidence):
        # The shell names its zone, and mqadmin's JVM prints the same hours.
        return read(evidence.spark, evidence.address, zone=f"Etc/GMT{hours // _HOUR:+d}", zone_of_logs=evidence.zone)
    if not hours or (len(shown) == 1 and abs(hours) != EAST):
        return evidence

    def put_right(row: dict[str, Any]) -> dict[str, Any]:
        undated = row["at"] is None or (row["file"], row["block"], row["at"]) in kept
        return row if undated or row["file"] in evidence.reading.times else row | {"at": row["at"] - hours}

    tables = dict(evidence.reading.tables)
    tables |= {table: list(map(put_right, tables.get(table, ()))) for table in _LOOKED_AT}
    moved = copy(evidence)
    moved.reading = replace(evidence.reading, tables=tables)
    return moved


def _by_clock_beside(evidence: Evidence) -> Evidence:
    """The evidence read in the zone of a date that names it (`script`, `date -Is`), where mqadmin's dates, or 4.x
    clients' logs, show the same hours: then the clocks are those of one zone."""
    if evidence.zone != "UTC" or not evidence.is_read_from_files:
        return evidence
    shown = [row["last_time"] for row in evidence.rows("progress") if row["last_time"]] or _printed(evidence)
    dates = [at for at in _dates_with_zone(evidence) if at.utcoffset()] if shown else []
    offsets = {offset for at in dates if (offset := at.utcoffset())}
    zone = zone_at(offsets.pop()) if len(offsets) == 1 else None
    if zone is None:
        return evidence
    hours = [at.replace(tzinfo=UTC) for at in dates]
    in_jvm_zone = _logs_in_jvm_zone(evidence)
    ends = [one.last for file, one in evidence.log_summary.spans.items() if file in in_jvm_zone and one.last]
    alike = [any(abs(one - at) <= _BESIDE for at in hours) for one in (max(shown), *ends)]
    if not alike[0]:
        return evidence
    return read(evidence.spark, evidence.address, zone=zone, zone_of_logs=zone if all(alike) else evidence.zone)


def _by_servers_logs(evidence: Evidence) -> Evidence:
    if evidence.zone != "UTC" or not evidence.is_read_from_files:
        return evidence
    printed = _printed(evidence)
    # The logs in their JVM's zone, and those whose zone RocketMQ's configuration fixes.
    in_jvm_zone, spans = _logs_in_jvm_zone(evidence), evidence.log_summary.spans.items()
    known = [(file, one.first, one.last) for file, one in spans if one.first and one.last]
    fixed = [(first, last) for file, first, last in known if file not in in_jvm_zone]
    local = [moment for file, *ends in known if file in in_jvm_zone for moment in ends]
    if printed and local and _written_east([*printed, *local], fixed):
        return read(evidence.spark, evidence.address, zone=EAST_NAME)
    zones = [EAST_NAME if _written_east(moments, fixed) else evidence.zone for moments in (printed, local)]
    if zones[0] == EAST_NAME and _names_a_zone(evidence):
        # What dates with their zone show is so long after the logs.
        zones[0] = evidence.zone
    if EAST_NAME not in zones:
        return evidence
    return read(evidence.spark, evidence.address, zone=zones[0], zone_of_logs=zones[1])


def _written_east(moments: Sequence[datetime], fixed: Sequence[tuple[datetime, datetime]]) -> bool:
    """Whether these moments, read in UTC, lie hours behind all logs of a fixed zone, and beside them in UTC+8."""
    if not moments or not fixed:
        return False
    begins, ends, end = min(moments) - EAST, max(moments) - EAST, max(last for _, last in fixed)
    beside = ends >= max(min(first for first, _ in fixed), end - _LAST_HOURS) - _BESIDE and begins <= end + _BESIDE
    return min(moments) - end > _FAR and beside


def zone_known(evidence: Evidence) -> bool:
    """Whether anything shows in which zone mqadmin printed its dates, and 4.x clients their logs: a person named it, a
    manifest or a date has it, `consumerStatus` made a folder that is called after the moment, or logs of a fixed zone
    lie beside them. CST is the name of several zones."""
    local = _logs_in_jvm_zone(evidence)
    fixed = {source.file for source in evidence.reading.logs} - local
    known = evidence.zone != "UTC" or evidence.reading.times or fixed or not (_printed(evidence) or local)
    return bool(known) or any(moment_of_folder(one.name) for one in evidence.source_files) or _names_a_zone(evidence)


def _printed(evidence: Evidence) -> list[datetime]:
    return [row["at"] for table in _LOOKED_AT for row in evidence.rows(table) if row["at"] is not None]


def _names_a_zone(evidence: Evidence) -> bool:
    """Whether any date in what people can read has its zone."""
    return bool(_zones_named(evidence))


def _zones_named(evidence: Evidence) -> set[timedelta | None]:
    """The offsets of dates with a zone."""
    return {at.utcoffset() for at in _dates_with_zone(evidence)}


def _dates_with_zone(evidence: Evidence) -> list[datetime]:
    """Dates with a zone, but for those that a log has: they are of whoever wrote or shipped it."""
    logs = {source.file for source in evidence.reading.logs}
    texts = (text for file, _, text in evidence.whole_text(_MOST_LINES) if file not in logs)
    return [at for text in texts if (at := moment_in(text)) and at.tzinfo]


def _logs_in_jvm_zone(evidence: Evidence) -> set[str]:
    """Those whose zone nothing shows."""
    return {one.file for one in evidence.reading.logs if one.shape.zone == "JVM" and not one.shape.jvm_zone}
