"""Where evidence lies that Spark alone reaches (`hdfs://`, `s3a://`, ...): listing it and opening it, on workers.

Only the DataFrame API is used, so whatever file system the cluster knows will do. What is in the files is for others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from posixpath import basename
from urllib.parse import unquote

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import Column, DataFrame, DataFrameReader, SparkSession
from pyspark.sql import functions as F

from rmqkit.errors import EvidenceNotFound
from rmqkit.language import joined, message, say

_SCHEME = re.compile(r"[A-Za-z][\w+.-]+:/")
_AUTHORITY = re.compile(r"[A-Za-z][\w+.-]+:(//[^/]*)?")


@dataclass(frozen=True)
class Place:
    """A file that Spark's workers open.

    `address` names it to Spark, and `mark` is the number that stands for it in the rows of its
    contents. `member` is its number in the archive at this address, from 0, and `size` that of
    the archive then. `modified`: when it was, in microseconds since 1970.
    """

    address: str
    mark: int
    size: int
    member: int | None = None
    modified: int = 0


def is_local(address: str) -> bool:
    """Whether the address is a path of this machine rather than of a file system that only Spark reaches."""
    return address.startswith("file://") or not _SCHEME.match(address)


def listed(spark: SparkSession, address: str) -> list[Place]:
    """Every file at an address and below it; an empty one has the mark 0. Raises EvidenceNotFound."""
    try:
        frame = _files(spark, [address])
        rows = frame.select("path", "length", _mark(), _modified()).collect()
        # Spark reads no empty files, but it lists them.
        names = {unquote(name) for name in frame.inputFiles()}
    except (PySparkException, Py4JError) as error:
        # The cause in one line, without Java's stack.
        told = [line.strip() for line in str(error).splitlines() if line.strip()]
        causes = [line for line in told if line.startswith(": ")] or told or [type(error).__name__]
        reason = causes[0].removeprefix(": ").rstrip(".")[:300]
        refused = say("{address} cannot be read by Spark: {reason}.", address=address, reason=reason)
        advice = next((advice for sign, advice in _ADVICE if sign in str(error)), "")
        raise EvidenceNotFound(joined(" ", (refused, advice))) from error
    places = [Place(row["path"], row["mark"], row["length"], modified=row["modified"]) for row in rows]
    filled = {_path(place.address) for place in places}
    empty = [Place(name, 0, 0) for name in names if _path(name) not in filled]
    if not places and not empty:
        raise EvidenceNotFound(
            "{address} has no file that Spark can see. Give the folder with the evidence.", address=address
        )
    return places + empty


def is_same(address: str, other: str) -> bool:
    """Whether two addresses of one store are of one file."""
    return _path(address) == _path(other)


def name_below(address: str, root: str) -> str:
    """What a file is called below the root; its own name where it is the root."""
    if is_same(address, root):
        return basename(_path(address))
    return _path(address).removeprefix(_path(root)).lstrip("/")


def contents(spark: SparkSession, addresses: Iterable[str], up_to: int | None = None) -> DataFrame:
    """Whole files: rows of `path`, `length`, `mark`, `modified` and `content`; none that are larger than `up_to` bytes.

    A worker holds all of a file at once.
    """
    frame = _files(spark, addresses)
    if up_to is not None:
        frame = frame.where(F.col("length") <= up_to)
    return frame.select("path", "length", _mark(), _modified(), "content")


def lines(spark: SparkSession, places: Iterable[Place]) -> DataFrame:
    """Files line by line: rows of `mark`, `start`, `more` and `text`, in their order within a range.

    Spark cuts a file into ranges at the ends of lines. `start` is about the byte at which a range begins, and `more`
    says whether another range follows. Names that Spark takes for compressed files are read unpacked.
    """
    addresses = [_literally(place.address) for place in places]
    frame = _reader(spark).option("lineSep", "\n").text(addresses)
    range_end = F.col("_metadata.file_block_start") + F.col("_metadata.file_block_length")
    return frame.select(
        _mark(),
        F.col("_metadata.file_block_start").alias("start"),
        (range_end < F.col("_metadata.file_size")).alias("more"),
        F.concat(F.col("value").cast("binary"), F.lit(b"\n")).alias("text"),
    )


def _files(spark: SparkSession, addresses: Iterable[str]) -> DataFrame:
    return _reader(spark).format("binaryFile").load([_literally(address) for address in addresses])


def _reader(spark: SparkSession) -> DataFrameReader:
    # Names that begin with a dot or an underscore are evidence as well; before 4.3 Spark passes
    # over them whatever it is told.
    return spark.read.option("recursiveFileLookup", "true").option("ignoredPathSegmentRegex", "")


def _mark() -> Column:
    return F.xxhash64("_metadata.file_path").alias("mark")


def _modified() -> Column:
    return F.unix_micros("modificationTime").alias("modified")


def _literally(address: str) -> str:
    """The address with every sign escaped that would stand for several files."""
    return re.sub(r"([\[\]{}*?\\])", r"\\\1", address)


def _path(address: str) -> str:
    return _AUTHORITY.sub("", address, count=1).rstrip("/")


_ADVICE = (
    ("ClassNotFoundException", message("Add the jars of this file system to the session: spark.jars.packages.")),
    (
        "No FileSystem for scheme",
        message("Spark does not know this file system: see spark.jars.packages and spark.hadoop.fs.*."),
    ),
    ("PATH_NOT_FOUND", message("Give the folder, file or archive with the evidence.")),
    ("refused", message("Check that the store is up, and that this is the address that the cluster uses.")),
    ("AccessDenied", message("Give the session permission to read it: spark.hadoop.fs.*.")),
    ("AccessControlException", message("Give the user under which Spark runs permission to read it.")),
)
