"""Buried: an incident inside a day of other groups' lines, which must change no verdict."""

import random
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from tests.accuracy.again import Again, Recording, changed_lines, conclusion, diagnosed

A_DAY = timedelta(hours=24)
BYTES_A_BROKER = 24_000_000
# So much is read without Spark.
BYTES_HERE = 1_200_000
_RECORD = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")
_REMOTE = re.compile(r"(?<!L:/)\b(?:127\.0\.0\.1|10\.20\.0\.\d+|172\.\d+\.\d+\.\d+|192\.\d+\.\d+\.\d+)\b")
_CHANNEL = re.compile(r"0x[0-9a-f]{8}")


def buried(recording: Recording, spark: SparkSession | None = None, size: int = BYTES_HERE) -> Again:
    """Diagnose the recording with so many bytes of other groups' lines in each broker's log."""
    with tempfile.TemporaryDirectory(prefix="rmqkit-buried-") as home:
        folder = Path(home) / "evidence"
        shutil.copytree(recording.evidence, folder)
        logs = list(folder.glob("*/broker.log"))
        for log in logs:
            log.write_text("".join(among_others(log.read_text(errors="replace"), recording.told, size)))
        alone = conclusion(recording.whole, recording.group)
        among = conclusion(diagnosed(folder, recording.group, spark), recording.group)
    return Again(recording.name, len(logs[:1]), tuple(changed_lines(alone, among)))


def among_others(text: str, told: Mapping[str, Any], size: int) -> Iterator[str]:
    """A broker's log with records of other groups before and between its own, in order."""
    own = records(text)
    templates = [record for record in own if told["group"] in record]
    if not templates:
        yield from own
        return
    others = _others(templates, told, _at(own[0]), max(1, size // len("".join(templates))))
    # Sorting is stable: of one second the incident's own records keep their order.
    moments = _moments(own)
    timed = [(moment, record) for moment, record in zip(moments, own, strict=True)]
    yield from (record for _, record in sorted([*timed, *others], key=lambda pair: pair[0]))


def records(text: str) -> list[str]:
    """The records of a log, each with the lines that belong to it."""
    found: list[str] = []
    for line in text.splitlines(keepends=True):
        if _RECORD.match(line) or not found:
            found.append(line)
        else:
            found[-1] += line
    return found


def _others(
    templates: Sequence[str], told: Mapping[str, Any], first: datetime, copies: int
) -> Iterator[tuple[datetime, str]]:
    """The same lines as other groups would write them, spread over the day and the incident."""
    chance = random.Random(told["name"])
    span = _at(templates[-1]) - _at(templates[0])
    for copy in range(copies):
        begin = first - A_DAY + (A_DAY + span) * (copy / copies)
        shift = begin - _at(templates[0])
        renamed = _renaming(told, copy, chance)
        for record in templates:
            at = _at(record) + shift
            yield at, f"{at:%Y-%m-%d %H:%M:%S}{renamed(record[19:])}"


def _renaming(told: Mapping[str, Any], copy: int, chance: random.Random) -> Callable[[str], str]:
    names = {told["group"]: f"neighbour_{copy}"}
    names |= {topic: f"topic_of_{copy}_{number}" for number, topic in enumerate(told["topics"])}
    # The longest first: one name may be the beginning of another.
    known = re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))
    host = f"10.{chance.randrange(30, 250)}.{chance.randrange(250)}.{chance.randrange(1, 250)}"
    channel = f"{chance.randrange(1 << 16):04x}"

    def renamed(text: str) -> str:
        text = known.sub(lambda match: names[match[0]], text)
        return _CHANNEL.sub(lambda match: f"0x{channel}{match[0][6:]}", _REMOTE.sub(host, text))

    return renamed


def _moments(own: Sequence[str]) -> list[datetime]:
    """A record's moment; a line before the first record has that record's."""
    return [_at(record) for record in own]


def _at(record: str) -> datetime:
    return datetime.fromisoformat(record[:19])
