"""What is mutated: pieces of every kind of text that the samples hold; and how evidence gets damaged: one function per
way, bytes in, bytes out. What must hold afterwards is in `holding`."""

import bz2
import gzip
import lzma
import random
import re
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.archived import tarred, zipped

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


Mutation = Callable[[bytes, random.Random], bytes]

_NUMBER = re.compile(rb"\d+")
_LONGEST_NUMBER = 4_000
_MOST_REPEATS = 200
_SPECIAL = (
    b"\0",
    b"\r",
    b"\x1b[31m",
    b"\x1b]0;title\x07",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    "\u202e".encode(),
    "堆积".encode("gbk"),
    b"=cmd|' /C calc'!A0",
    b"<script>",
    b"%s%n{}",
    b"'\"`$(id)",
    b"\x0b\x0c\x85",
)
_NUMBERS = (
    b"-1",
    b"0",
    b"2147483648",
    b"9223372036854775807",
    b"9223372036854775808",
    b"1e308",
    b"NaN",
    "\u0661\u0662".encode(),
    b"99999999999999999",
)


def flip_bytes(text: bytes, chance: random.Random) -> bytes:
    """Some bytes become others."""
    damaged = bytearray(text)
    for _ in range(min(len(damaged), chance.randint(1, 20))):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged)


def cut_lines(text: bytes, chance: random.Random) -> bytes:
    """Some lines end early."""
    lines = text.split(b"\n")
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(lines))
        lines[place] = lines[place][: chance.randint(0, len(lines[place]))]
    return b"\n".join(lines)


def join_lines(text: bytes, chance: random.Random) -> bytes:
    """Some line ends are lost."""
    lines = text.split(b"\n")
    for _ in range(min(len(lines) - 1, chance.randint(1, 8))):
        place = chance.randrange(len(lines) - 1)
        lines[place : place + 2] = [lines[place] + chance.choice((b"", b" ")) + lines[place + 1]]
    return b"\n".join(lines)


def repeat_lines(text: bytes, chance: random.Random) -> bytes:
    """A line, or a run of lines, stands there several times."""
    lines = text.split(b"\n")
    first = chance.randrange(len(lines))
    run = lines[first : first + chance.randint(1, 4)]
    lines[first:first] = run * chance.randint(1, _MOST_REPEATS // len(run))
    return b"\n".join(lines)


def drop_lines(text: bytes, chance: random.Random) -> bytes:
    """Some lines are gone."""
    share = chance.random()
    return b"\n".join(line for line in text.split(b"\n") if chance.random() > share)


def shuffle_lines(text: bytes, chance: random.Random) -> bytes:
    """The lines stand in any order."""
    lines = text.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


def change_numbers(text: bytes, chance: random.Random) -> bytes:
    """Some numbers become others, of any length."""
    share = chance.random()

    def other(match: re.Match[bytes]) -> bytes:
        if chance.random() > share:
            return match[0]
        if chance.random() < 0.3:
            digit = chance.choice(b"0123456789")
            return bytes([digit]) * chance.choice((1, 9, 10, 18, 19, 20, 40, _LONGEST_NUMBER))
        return chance.choice(_NUMBERS)

    return _NUMBER.sub(other, text)


def insert_special(text: bytes, chance: random.Random) -> bytes:
    """Signs that steer a terminal, a spreadsheet, a page or a decoder stand in between."""
    damaged = text
    for _ in range(chance.randint(1, 6)):
        place = chance.randint(0, len(damaged))
        damaged = damaged[:place] + chance.choice(_SPECIAL) + damaged[place:]
    return damaged


def indent(text: bytes, chance: random.Random) -> bytes:
    """Something stands before every line, or behind it."""
    mark = chance.choice((b"    ", b"> ", b"| ", b"// ", b"\t", b"* ", b"#", b"1: ", b"pod-1 | ", b'{"log":"'))
    if chance.random() < 0.3:
        return text.replace(b"\n", mark + b"\n")
    return mark + text.replace(b"\n", b"\n" + mark)


def change_brackets(text: bytes, chance: random.Random) -> bytes:
    """Brackets, commas and blanks are lost or doubled: Java's prints no longer close."""
    signs = chance.sample([b"[", b"]", b"{", b"}", b",", b" ", b"=", b'"', b"@", b"#"], 3)
    damaged = text
    for sign in signs:
        damaged = damaged.replace(sign, chance.choice((b"", sign * 2)), chance.randint(1, 20))
    return damaged


def widen(text: bytes, chance: random.Random) -> bytes:
    """One line is very long."""
    lines = text.split(b"\n")
    place = chance.randrange(len(lines))
    lines[place] = (lines[place] or b"[") * chance.randint(2, 100)
    return b"\n".join(lines)


def recode(text: bytes, chance: random.Random) -> bytes:
    """The text is in another encoding, with or without its mark."""
    return text.decode("utf-8", "replace").encode(
        chance.choice(("utf-16", "utf-16-le", "utf-16-be", "gb18030", "utf-8-sig", "utf-32"))
    )


def pack(text: bytes, chance: random.Random) -> bytes:
    """The text is compressed, and often damaged afterwards."""
    packed = chance.choice((gzip.compress, lzma.compress, bz2.compress, _zip, _tar))(text)
    if chance.random() < 0.5:
        packed = packed[: chance.randint(0, len(packed))]
    return flip_bytes(packed, chance) if packed and chance.random() < 0.5 else packed


def _zip(text: bytes) -> bytes:
    return zipped({"broker-a/broker.log": text})


def _tar(text: bytes) -> bytes:
    return tarred({"broker-a/broker.log": text})


def packed(files: dict[str, bytes], chance: random.Random) -> tuple[str, bytes]:
    """An archive of some files, its name telling which kind, and mostly damaged; some names lead out of it."""
    ending, mode = chance.choice(
        ((".zip", ""), (".tar", "w"), (".tar.gz", "w:gz"), (".tgz", "w:gz"), (".tar.xz", "w:xz"))
    )
    names = [chance.choice((name, f"a/b/{name}", f"../{name}", f"/{name}", name.upper())) for name in files]
    members = dict(zip(names, files.values(), strict=True))
    return f"evidence{ending}", _damaged(tarred(members, mode) if mode else zipped(members), chance)


def _damaged(archive: bytes, chance: random.Random) -> bytes:
    damage = chance.randrange(4)
    if damage == 0:
        return archive
    if damage == 1:
        return archive[: chance.randrange(len(archive))]
    return flip_bytes(archive, chance) if damage == 2 else chance.randbytes(chance.randint(0, 600)) + archive[:2000]


MUTATIONS: tuple[Mutation, ...] = (
    flip_bytes,
    cut_lines,
    join_lines,
    repeat_lines,
    drop_lines,
    shuffle_lines,
    change_numbers,
    insert_special,
    indent,
    change_brackets,
    widen,
    recode,
    pack,
)
LONGEST_INPUT = 60_000


def mutated(text: bytes, chance: random.Random) -> bytes:
    """The text after one to four damages, no longer than `LONGEST_INPUT`."""
    for mutation in chance.choices(MUTATIONS, k=chance.randint(1, 4)):
        text = mutation(text, chance)[:LONGEST_INPUT] or b"\n"
    return text
