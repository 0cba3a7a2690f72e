"""Archives that are encrypted, damaged, endless or hostile: every member is read or has a problem."""

import bz2
import gzip
import lzma
import random
import zipfile
from collections.abc import Callable
from datetime import UTC

import pytest

from rmqkit.tables import archives
from rmqkit.tables.files import source_files
from rmqkit.tables.reading import read_files
from tests.archived import tarred, zipped

TABLE = (
    "#Topic  #Broker Name  #QID  #Broker Offset  #Consumer Offset  #Client IP  #Diff  #LastTime\n"
    "Keys    b-1           0     40              40                10.1.1.1    0      2026-03-05 09:00:00\n"
)


def encrypted(archive: bytes) -> bytes:
    """Sets the flag of encryption in the first member's two headers."""
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = archive.index(mark) + place
        archive = archive[:at] + bytes([archive[at] | 1]) + archive[at + 1 :]
    return archive


def with_bad_sum(archive: bytes) -> bytes:
    """Changes the check sum of the first member in the directory."""
    at = archive.index(b"PK\x01\x02") + 16
    return archive[:at] + bytes([archive[at] ^ 0xFF]) + archive[at + 1 :]


def overwritten(archive: bytes, middle: int) -> bytes:
    return archive[:middle] + b"\xff" * 40 + archive[middle + 40 :]


def nested(depth: int) -> bytes:
    archive = zipped({"p.txt": TABLE.encode()})
    for _ in range(depth - 1):
        archive = zipped({"in.zip": archive})
    return archive


NOISE = random.Random(9).randbytes(40_000)
TEXT = TABLE.encode()
TWO, NOISY = {"a.txt": TEXT, "b.txt": TEXT}, {"a.txt": TEXT, "b.bin": NOISE}
CASES = [
    pytest.param("x.zip", encrypted(zipped(TWO)), {"a.txt": "encrypted"}, 1, id="a password"),
    pytest.param("x.zip", with_bad_sum(zipped(TWO)), {"a.txt": "Bad CRC"}, 1, id="a wrong check sum"),
    pytest.param("x.zip", zipped({"a.txt": TEXT})[:-30], {"": "damaged"}, 0, id="a zip cut before its directory"),
    pytest.param("x.zip", b"no archive at all", {"": "damaged"}, 0, id="another file called .zip"),
    pytest.param("x.zip", b"", {"": "damaged"}, 0, id="an empty file called .zip"),
    pytest.param("x.tar", b"", {"": "damaged"}, 0, id="an empty file called .tar"),
    pytest.param(
        "x.tgz",
        tarred(NOISY)[:9000],
        {"b.bin": "cannot be unpacked", "": "damaged"},
        1,
        id="a gzipped tar that was cut",
    ),
    pytest.param(
        "x.tar.gz",
        overwritten(tarred(NOISY), 30),
        {"": "damaged"},
        0,
        id="a gzipped tar with a hole",
    ),
    pytest.param(
        "x.tar.xz",
        tarred(NOISY, "w:xz")[:9000],
        {"b.bin": "cannot be unpacked", "": "damaged"},
        1,
        id="an xz that was cut",
    ),
    pytest.param(
        "x.tar.bz2",
        tarred(NOISY, "w:bz2")[:9000],
        {"": "damaged"},
        0,
        id="a bz2 that was cut",
    ),
    pytest.param(
        "x.tar",
        tarred({"/etc/a.txt": TEXT, "b.txt": TEXT}, "w"),
        {"/etc/a.txt": "points outside the archive"},
        1,
        id="a name from the root",
    ),
    pytest.param("x.zip", nested(3), {}, 1, id="an archive in an archive in an archive"),
    pytest.param("x.zip", nested(4), {"in.zip/in.zip/in.zip": "not opened"}, 0, id="one more archive around it"),
    pytest.param(
        "x.zip",
        zipped({"a.txt": TEXT, "in.zip": encrypted(zipped({"c.txt": TEXT}))}),
        {"in.zip/c.txt": "encrypted"},
        1,
        id="a password in an inner archive",
    ),
    pytest.param(
        "x.zip", zipped({"a.gz": gzip.compress(TEXT)[:-20], "b.txt": TEXT}), {"a.gz": "truncated"}, 1, id="a cut gzip"
    ),
]


@pytest.mark.parametrize(("name", "content", "problems", "rows"), CASES)
def test_what_cannot_be_unpacked_is_one_row_of_the_ledger(tmp_path, name, content, problems, rows):
    (tmp_path / name).write_bytes(content)
    (tmp_path / "beside.txt").write_text(TABLE)
    reading = read_files(source_files(str(tmp_path)), UTC)
    told = {row["file"]: row["problem"] for row in reading.ledger if row["problem"] and "binary" not in row["problem"]}
    assert told.keys() == {f"{name}/{member}".rstrip("/") for member in problems}
    assert all(problem in told[f"{name}/{member}".rstrip("/")] for member, problem in problems.items())
    found = reading.tables["progress"]
    assert len([row for row in found if row["file"] == "beside.txt"]) == 1
    assert len([row for row in found if row["file"] != "beside.txt"]) == rows


def endless(tmp_path) -> bytes:
    return zipped({"a.txt": TEXT, "b.txt": b"a" * 50_000, "c.txt": TEXT})


def crowded(tmp_path) -> bytes:
    return zipped({f"a{i}.txt": TEXT for i in range(30)})


BOUNDS: list = [
    pytest.param("MOST_BYTES", 10_000, endless, "more than 10,000 bytes", id="an archive that unpacks without end"),
    pytest.param("MOST_MEMBERS", 10, crowded, "more than 10 files", id="an archive of too many files"),
]


@pytest.mark.parametrize(("bound", "most", "content", "problem"), BOUNDS)
def test_an_archive_is_unpacked_within_its_bounds(tmp_path, monkeypatch, bound, most, content: Callable, problem):
    monkeypatch.setattr(archives, bound, most)
    (tmp_path / "x.zip").write_bytes(content(tmp_path))
    files = source_files(str(tmp_path))
    assert sum(file.size for file in files) <= archives.MOST_BYTES
    assert sum(file.is_readable for file in files) <= archives.MOST_MEMBERS
    assert problem in next(file.problem for file in files if file.name == "x.zip")
    assert len(read_files(files, UTC).tables["progress"]) >= 1


def test_two_members_of_one_name_are_both_read(tmp_path):
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(tmp_path / "x.zip", "w") as packed:
        packed.writestr("p.txt", TABLE)
        packed.writestr("p.txt", TABLE.replace("Keys", "Rent"))
    reading = read_files(source_files(str(tmp_path / "x.zip")), UTC)
    assert {row["topic"] for row in reading.tables["progress"]} == {"Keys", "Rent"}


ALONE = [
    pytest.param("consumerProgress.txt.bz2", bz2.compress(TABLE.encode()), id="compressed by bzip2"),
    pytest.param("consumerProgress.txt.xz", lzma.compress(TABLE.encode()), id="compressed by xz"),
    pytest.param("all.zip", zipped({"logs/consumerProgress.txt.xz": lzma.compress(TABLE.encode())}), id="within a zip"),
]


@pytest.mark.parametrize(("name", "content"), ALONE)
def test_one_compressed_file_is_an_archive_of_one(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    (file,) = source_files(str(tmp_path))
    assert file.name.endswith(("consumerProgress.txt", "consumerProgress.txt.xz/consumerProgress.txt"))
    assert len(read_files([file], UTC).tables["progress"]) == 1


@pytest.mark.parametrize(
    ("content", "name"),
    [
        pytest.param(lzma.compress(TABLE.encode()), "consumerProgress", id="xz"),
        pytest.param(bz2.compress(TABLE.encode()), "consumerProgress", id="bzip2"),
    ],
)
def test_the_content_of_an_archive_elsewhere_keeps_its_name(content, name):
    ending = ".xz" if content.startswith(b"\xfd") else ".bz2"
    (member,) = archives.unpack_content(f"hdfs://nn/a/{name}{ending}", content)
    assert (member.name, member.problem) == (name, None)


class _Unmarked(zipfile.ZipInfo):
    """A member whose name is written in a codec, without the mark of UTF-8, as other programs write it."""

    codec = "utf-8"

    def _encodeFilenameFlags(self) -> tuple[bytes, int]:
        return self.filename.encode(self.codec), 0


@pytest.mark.parametrize("codec", ["gbk", "utf-8"])
def test_a_name_without_the_mark_of_utf_8_is_read_as_it_was_written(tmp_path, codec):
    info = _Unmarked("支付堆积.txt")
    info.codec = codec
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        packed.writestr(info, TABLE)
    (file,) = source_files(str(tmp_path))
    assert file.name == "a.zip/支付堆积.txt"
    assert len(read_files([file], UTC).tables["progress"]) == 1
