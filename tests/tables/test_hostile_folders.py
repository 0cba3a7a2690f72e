"""Folders that nobody prepared, or somebody prepared badly: each file is accounted for, nothing crashes or hangs."""

import json
import os
import random
from datetime import UTC
from pathlib import Path

import pytest

from rmqkit.evidence import read
from rmqkit.tables import reading
from rmqkit.tables.files import SourceFile, source_files
from rmqkit.tables.reading import read_file, read_files
from tests.measured import STEEPEST, steepness

TABLE = (
    "#Topic  #Broker Name  #QID  #Broker Offset  #Consumer Offset  #Client IP  #Diff  #LastTime\n"
    "Keys    b-1           0     40              40                10.1.1.1    0      2026-03-05 09:00:00\n"
)
NOISE = random.Random(4)


def make_binary(folder: Path) -> int:
    for size in (1, 2, 3, 100, 5000):
        (folder / f"{size}.txt").write_bytes(NOISE.randbytes(size))
    (folder / "text-then-bytes.txt").write_bytes(TABLE.encode() + NOISE.randbytes(4000))
    (folder / "magic.gz").write_bytes(b"\x1f\x8b")
    (folder / "magic.tgz").write_bytes(b"\x1f\x8b\x08")
    return 8


def make_tiny(folder: Path) -> int:
    for number in range(600):
        (folder / f"{number}.txt").write_text("" if number % 3 else "x")
    return 600


def make_deep(folder: Path) -> int:
    for _ in range(150):
        folder = folder / "a-folder-in-a-folder"
        folder.mkdir()
    (folder / "p.txt").write_text(TABLE)
    return 1


def make_links(folder: Path) -> int:
    (folder / "self").symlink_to("self")
    (folder / "up").symlink_to(folder)
    (folder / "a").symlink_to("b")
    (folder / "b").symlink_to("a")
    (folder / "x.zip").symlink_to("gone.zip")
    return 5


def make_names(folder: Path) -> int:
    (folder / "two\nlines.txt").write_text(TABLE)
    (folder / "tab\tand \x1b[31mred.txt").write_text(TABLE)
    (folder / "consumerProgress-$(touch x).txt").write_text(TABLE)
    (folder / ("n" * 250 + ".txt")).write_text(TABLE)
    Path(os.fsdecode(os.fsencode(folder) + b"/no-text-\xff.txt")).write_text(TABLE)
    return 5


def make_manifests(folder: Path) -> int:
    (folder / "manifest.json").write_text("[" * 200_000)
    (folder / "deep").mkdir()
    (folder / "deep/manifest.json").symlink_to("manifest.json")
    return 2


def make_pipes(folder: Path) -> int:
    os.mkfifo(folder / "pipe.zip")
    os.mkfifo(folder / "manifest.json")
    (folder / "folder.zip").mkdir()
    (folder / "folder.zip/p.txt").write_text(TABLE)
    return 3


FOLDERS = [
    pytest.param(make_binary, id="bytes of any kind"),
    pytest.param(make_tiny, id="thousands of files of a byte or none"),
    pytest.param(make_deep, id="folders 150 deep"),
    pytest.param(make_links, id="links to themselves, up, and to nothing"),
    pytest.param(make_names, id="names of two lines, of bytes, of commands"),
    pytest.param(make_manifests, id="manifests that nest without end or link to themselves"),
    pytest.param(make_pipes, id="pipes called like archives, a folder called like one"),
]


@pytest.mark.parametrize("make", FOLDERS)
def test_every_file_has_its_row(tmp_path: Path, make) -> None:
    count = make(tmp_path)
    evidence = read(None, str(tmp_path))  # type: ignore[arg-type]
    rows = evidence.ledger_rows() if not evidence.reading.logs else evidence.reading.ledger
    assert len({row["file"] for row in rows}) == count
    for row in rows:
        fates = sum(row[fate] for fate in ("rows", "noise", "blank", "continuation", "unparsed"))
        assert fates == row["lines"]
        assert row["lines"] or row["problem"]
    json.dumps(rows).encode()


def test_a_name_is_one_printable_line(tmp_path: Path) -> None:
    make_names(tmp_path)
    names = [file.name for file in source_files(str(tmp_path))]
    assert all(name.isprintable() and name.encode() for name in names)
    assert "two\\nlines.txt" in names


LONG = [
    pytest.param(b"", b"a", 3_000_000, id="12 MB of one letter"),
    pytest.param(b"", b"orders broker-a 0 ", 125_000, id="9 MB of the beginning of a row"),
    pytest.param(b'{"queueDatas":[', b"{", 1_250_000, id="5 MB of opening braces"),
    pytest.param(b'"queueDatas"\n', b'{"a":\n', 6_000, id="24,000 lines that open an object"),
    pytest.param(b'"clientId"\n', b'{"a":[1,{"b":"c", "d":\n', 3_000, id="12,000 lines of JSON that are cut"),
    pytest.param(TABLE.encode(), b"#Topic ", 250_000, id="a table above 7 MB of headings"),
    pytest.param(b"2026-03-05 09:00:00 INFO x - ", b"y", 2_500_000, id="a record of 10 MB"),
]


@pytest.mark.parametrize(("begin", "piece", "count"), LONG)
def test_a_line_without_end_ends(begin: bytes, piece: bytes, count: int) -> None:
    def look(count: int) -> None:
        content = begin + piece * count
        found = read_file(SourceFile("x.txt", content=content, size=len(content)), UTC)
        assert found.ledger or found.logs

    assert steepness(look, count) < STEEPEST


def test_a_text_of_too_many_lines_is_read_to_a_bound_and_says_so(monkeypatch) -> None:
    monkeypatch.setattr(reading, "_MOST_LINES", 1000)
    content = TABLE.encode() + b"what is this\n" * 5000
    found = read_files([SourceFile("x.txt", content=content, size=len(content))], UTC)
    assert sum(row["lines"] for row in found.ledger) == 1000
    assert "only its beginning was read" in found.ledger[-1]["problem"]
    assert len(found.tables["progress"]) == 1
