"""Files below a folder, in archives, in any encoding: their bytes and what is wrong with them. No recognition here."""

import gzip
import os
from datetime import UTC

import pytest

from rmqkit.errors import EvidenceNotFound
from rmqkit.tables.files import SourceFile, encoding_of, source_files
from rmqkit.tables.places import is_local
from rmqkit.tables.reading import read_file
from tests.archived import tarred, zipped

TEXT = "2026-03-05 18:29:13 WARN main - 房租 not read\n"

ENCODINGS = [
    pytest.param(b"", "utf-8", id="nothing is text"),
    pytest.param(b"plain words\n", "utf-8", id="ASCII"),
    pytest.param(TEXT.encode(), "utf-8", id="UTF-8"),
    pytest.param(TEXT.encode()[:-11], "utf-8", id="UTF-8 cut inside a character"),
    pytest.param(b"\xef\xbb\xbf" + TEXT.encode(), "utf-8-sig", id="UTF-8 with a mark"),
    pytest.param(TEXT.encode("utf-16"), "utf-16", id="UTF-16 with a mark"),
    pytest.param(TEXT.encode("utf-16-le"), "utf-16-le", id="UTF-16 without a mark, low byte first"),
    pytest.param(TEXT.encode("utf-16-be"), "utf-16-be", id="UTF-16 without a mark, high byte first"),
    pytest.param(TEXT.encode("gbk"), "gb18030", id="GBK"),
    pytest.param(
        TEXT.encode() + b"\xff\xfe\xff" + TEXT.encode(), "utf-8", id="damaged UTF-8 is read with replacements"
    ),
    pytest.param(bytes(range(32)) * 9, None, id="a binary"),
    pytest.param(b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\x3e" * 40, None, id="a program"),
    pytest.param(b"\x1b[31mred\x1b[0m\tand\tplain\r\n", "utf-8", id="colours and tabs are text"),
]


@pytest.mark.parametrize(("head", "codec"), ENCODINGS)
def test_the_encoding_is_told_from_the_head(head, codec):
    assert encoding_of(head) == codec


GZIPS = [
    pytest.param(gzip.compress(TEXT.encode()), TEXT, None, id="whole"),
    pytest.param(gzip.compress(b"a\n") + gzip.compress(b"b\n"), "a\nb\n", None, id="two members, as zcat reads them"),
    pytest.param(gzip.compress(TEXT.encode())[:-9], None, "truncated", id="cut in its trailer"),
    pytest.param(b"\x1f\x8b\x08\x00" + b"?" * 30, "", "damaged", id="damaged from the start"),
]


@pytest.mark.parametrize(("content", "text", "problem"), GZIPS)
def test_gzip_gives_what_can_be_read_and_says_what_cannot(content, text, problem):
    raw, told = SourceFile("x.gz", content=content).read()
    assert text is None or raw.decode() == text
    assert (problem in told) if problem else told is None


def test_the_head_of_a_gzip_is_no_truncation():
    raw, problem = SourceFile("x.gz", content=gzip.compress(os.urandom(4000))).read(100)
    assert (len(raw) <= 100, problem) == (True, None)


def test_a_file_that_vanishes_is_told():
    raw, problem = SourceFile("gone.log", path="/nowhere/gone.log").read()
    assert raw == b""
    assert problem == "cannot be read: No such file or directory"


def test_names_are_below_the_folder_and_sorted(tmp_path):
    for name in ("b.txt", "a/c.txt", "A.txt", "a b/#1 %20.log"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert [file.name for file in source_files(str(tmp_path))] == ["A.txt", "a b/#1 %20.log", "a/c.txt", "b.txt"]
    assert [file.name for file in source_files(f"file://{tmp_path}/b.txt")] == ["b.txt"]


def test_links_in_a_circle_end_and_each_file_is_read_once(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    (tmp_path / "one/f.txt").write_text("x")
    (tmp_path / "one/to-two").symlink_to(tmp_path / "two")
    (tmp_path / "two/to-one").symlink_to(tmp_path / "one")
    found = source_files(str(tmp_path))
    assert sum(file.problem is None for file in found) == 1
    assert all("link back" in file.problem for file in found if file.problem)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (file,) = source_files(str(tmp_path))
    assert "not a regular file" in file.problem


def test_a_missing_path_is_one_clear_error():
    with pytest.raises(EvidenceNotFound, match="does not exist"):
        source_files("/nowhere/at/all")


@pytest.mark.parametrize("name", ["x.zip", "x.tar", "x.tar.gz", "x.tgz", "x.tar.bz2", "x.tar.xz", "X.ZIP"])
def test_an_archive_is_a_folder(tmp_path, name):
    archive = tmp_path / name
    mode = f"w:{name.rsplit('.', 1)[-1].replace('tgz', 'gz').replace('tar', '')}"
    members = {"logs/b.log": TEXT.encode()}
    archive.write_bytes(zipped(members) if name.lower().endswith("zip") else tarred(members, mode))
    (file,) = source_files(str(archive))
    assert (file.name, file.read()[0].decode()) == ("logs/b.log", TEXT)


def test_an_archive_cannot_write_outside_its_folder(tmp_path):
    (tmp_path / "bad.tar").write_bytes(tarred({"../../escaped.log": b""}, "w"))
    (file,) = source_files(str(tmp_path / "bad.tar"))
    assert "points outside the archive" in file.problem
    assert not list(tmp_path.parent.glob("escaped*"))


@pytest.mark.parametrize(
    ("address", "local"),
    [("data/x", True), ("/data/x", True), ("file:///data/x", True), ("hdfs://nn/x", False), ("s3a://bucket/x", False)],
)
def test_only_other_file_systems_are_spark_s_to_read(address, local):
    assert is_local(address) is local


FOREIGN = [
    pytest.param(b"\x28\xb5\x2f\xfd" + bytes(40), "zstd", id="zstd"),
    pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(40), "a picture", id="a picture"),
    pytest.param(b"PK\x03\x04\x14" + bytes(40), "a zip archive without that extension", id="a zip without its ending"),
    pytest.param(b"JAVA PROFILE 1.0.2\0" + bytes(40), "a heap dump", id="a heap dump"),
    pytest.param(bytes(range(40)), "a binary file", id="anything else"),
]


@pytest.mark.parametrize(("content", "told"), FOREIGN)
def test_what_is_no_text_is_said_by_its_kind(content, told):
    (row,) = read_file(SourceFile("a.log", content=content, size=len(content)), UTC).ledger
    assert row["kind"] == "unknown"
    assert told in row["problem"]
