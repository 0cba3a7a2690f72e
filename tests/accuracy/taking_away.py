"""Bad days: which files of a folder are left when part of the evidence is missing. Deterministic, by file name."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator

_SNAPSHOT = re.compile(r"(?P<command>consumer(?:Progress|Connection))-.*-(?P<number>\d+)\.txt$")
_RUNNING_INFO = re.compile(r"^\d{10,}/")
RANDOM_FOLDERS = 4


def reduced(files: Collection[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Named subsets of an incident's files, none empty and none the whole."""
    everything = frozenset(files)
    seen = {everything, frozenset()}
    for name, kept in _candidates(sorted(files)):
        if frozenset(kept) not in seen:
            seen.add(frozenset(kept))
            yield name, frozenset(kept)


def _candidates(files: list[str]) -> Iterator[tuple[str, list[str]]]:
    logs = [file for file in files if file.endswith(".log")]
    broker_logs = [file for file in logs if file.startswith("broker-")]
    text = [file for file in files if file not in logs]
    running = [file for file in files if _RUNNING_INFO.match(file)]
    yield "only logs", logs
    yield "only broker logs", broker_logs
    yield "only client logs", [file for file in logs if file not in broker_logs]
    yield "only mqadmin", text
    yield "no running info", [file for file in files if file not in running]
    yield "no client list", [file for file in files if not file.startswith(("consumerConnection", "consumerStatus"))]
    yield "no progress", [file for file in files if not file.startswith("consumerProgress")]
    yield "half the snapshots", [file for file in files if not _numbered(file, odd=True)]
    yield "the other half", [file for file in files if not _numbered(file, odd=False)]
    yield "mqadmin without running info", [file for file in text if file not in running]
    yield "one progress alone", [file for file in files if re.search(r"consumerProgress-.*-2\.txt$", file)]
    yield "progress alone", [file for file in files if file.startswith("consumerProgress")]
    yield "one broker's log alone", broker_logs[:1]
    yield "one client's log alone", [file for file in logs if file.startswith("client-1")]
    yield "one running info alone", running[:1]
    for seed in range(RANDOM_FOLDERS):
        yield f"random {seed}", _random(files, seed)


def _numbered(file: str, *, odd: bool) -> bool:
    found = _SNAPSHOT.search(file)
    return bool(found) and (int(found["number"]) % 2 == 1) == odd


def _random(files: list[str], seed: int) -> list[str]:
    chance = random.Random(f"{seed} {files[0]} {len(files)}")
    return [file for file in files if chance.random() < 0.45]
