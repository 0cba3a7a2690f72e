"""What must hold for any input: no exception, an end in time, a ledger that adds up. Damages are in
`mutations`.
"""

import contextlib
import random
import signal
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC
from functools import cache
from pathlib import Path
from typing import Any

from rmqkit.tables.files import SourceFile, source_files
from rmqkit.tables.log_parse import parsed_batches
from rmqkit.tables.logs import plain
from rmqkit.tables.reading import read_file
from tests.fuzz.inputs import mutated, packed, seeds

SECONDS_FOR_ONE = 10.0
"""Of the processor: an input of 60 KB takes some milliseconds; this much only where an expression tries every way."""

COUNTS = ("rows", "noise", "blank", "continuation", "unparsed")


class TooLong(Exception):
    """Reading one input did not end in time."""


@dataclass(frozen=True)
class Fault:
    """One input that broke a promise; `number` makes it again."""

    number: int
    name: str
    what: str
    content: bytes


def input_of(number: int) -> tuple[str, bytes]:
    """The mutated input with this number and the name of its file: always the same."""
    chance = random.Random(number)
    seed = chance.choice(seeds())
    return seed.name, mutated(seed.content, chance)


@cache
def _warm() -> None:
    """Every kind of text is read once: what a process compiles at first is no part of how long an input takes."""
    for seed in seeds():
        ledger_of(seed.name, seed.content)


def fault_of(number: int, seconds: float = SECONDS_FOR_ONE) -> Fault | None:
    """What is wrong with how the input of this number was read; None if nothing is."""
    name, content = input_of(number)
    _warm()
    try:
        with at_most(seconds):
            rows = ledger_of(name, content)
    except Exception as error:
        return Fault(number, name, f"{type(error).__name__}: {error}", content)
    unbalanced = [row for row in rows if sum(row[count] for count in COUNTS) != row["lines"]]
    return Fault(number, name, f"the ledger does not add up: {unbalanced}", content) if unbalanced else None


def archive_fault_of(number: int, folder: Path, seconds: float = SECONDS_FOR_ONE) -> Fault | None:
    """The same for a damaged archive of several inputs, unpacked as `rmqkit.read` does it."""
    chance = random.Random(number)
    name, content = packed(dict(input_of(number * 10 + member) for member in range(3)), chance)
    place = folder / f"{number}-{name}"
    place.write_bytes(content)
    try:
        with at_most(seconds):
            # a path of this machine is read without a session
            files = source_files(str(place))
            rows = [row for file in files for row in ledger_of_file(file)]
    except Exception as error:
        return Fault(number, name, f"{type(error).__name__}: {error}", content)
    unbalanced = [row for row in rows if sum(row[count] for count in COUNTS) != row["lines"]]
    lost = [] if rows else ["no file and no word of why"]
    wrong = unbalanced or lost
    return Fault(number, name, f"the ledger does not add up: {wrong}", content) if wrong else None


def ledger_of(name: str, content: bytes) -> list[Mapping[str, Any]]:
    """The ledger of one file, mqadmin's texts and logs alike, without Spark."""
    return ledger_of_file(SourceFile(name, content=content, size=len(content)))


def ledger_of_file(file: SourceFile) -> list[Mapping[str, Any]]:
    """The same for a file wherever its bytes are."""
    reading = read_file(file, UTC)
    rows: list[Mapping[str, Any]] = list(reading.ledger)
    for source in reading.logs:
        *_, counts = parsed_batches(plain(source), "UTC")
        rows += counts.to_pylist()
    return rows


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TooLong in the block when it takes more of the processor, however busy that is. For the main thread."""
    began = time.process_time()

    def ring(_number: int, _frame: object) -> None:
        raise TooLong(f"no end after {time.process_time() - began:.1f} s of the processor")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
