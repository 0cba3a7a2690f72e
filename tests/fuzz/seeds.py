"""What is mutated: pieces of every kind of text that the samples hold. Nothing is changed here."""

from __future__ import annotations

import random
import tarfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SAMPLES = Path(__file__).parents[2] / "data_samples"
PIECE_BYTES = 3_000
PIECES_OF_A_FILE = 3
RECORDINGS = (
    "brokers_disagree-5.0.0",
    "clock_and_tags-4.5.2",
    "collision_two_of_three-4.3.0",
    "failing_to_dead_letters-4.9.7",
    "pop_everywhere-5.4.0",
    "two_topics_old_clients-5.3.3",
)
"""Old and new versions, and every kind of file that a recording has."""


@dataclass(frozen=True)
class Seed:
    """A piece of one sample and the name that its file had."""

    name: str
    content: bytes


@cache
def seeds() -> tuple[Seed, ...]:
    """Pieces of every sample, always the same: the beginning of each file and some runs of lines
    out of its middle.
    """
    chance = random.Random(20)
    pieces: list[Seed] = []
    for name, content in _contents():
        pieces += [Seed(name, piece) for piece in _pieces(content, chance)]
    return tuple(pieces)


def _contents() -> list[tuple[str, bytes]]:
    files = [path for path in sorted(SAMPLES.rglob("*")) if path.is_file() and _is_text(path)]
    contents = [(path.name, path.read_bytes()) for path in files]
    for recording in RECORDINGS:
        contents += _members(SAMPLES / "recorded" / f"{recording}.tar.xz")
    return contents


def _is_text(path: Path) -> bool:
    below = path.relative_to(SAMPLES)
    return below.parts[0] not in ("recorded", "recorded_aside", "expected") and path.suffix not in (".json", ".md")


def _members(archive: Path) -> list[tuple[str, bytes]]:
    with tarfile.open(archive) as file:
        members = [member for member in file if member.isfile() and "/evidence/" in member.name]
        opened = [(member.name.rsplit("/", 1)[-1], file.extractfile(member)) for member in members]
        return [(name, stream.read()) for name, stream in opened if stream is not None]


def _pieces(content: bytes, chance: random.Random) -> list[bytes]:
    lines = content.splitlines(keepends=True)
    begins = [0]
    if len(content) > PIECE_BYTES:
        begins += [chance.randrange(len(lines)) for _ in range(PIECES_OF_A_FILE - 1)]
    return [b"".join(lines[begin:])[:PIECE_BYTES] for begin in begins]
