"""Thread dumps among the evidence: rows of table `threads`, and a ledger that adds up. Needs no Spark session."""

from datetime import UTC
from pathlib import Path

import pytest

from rmqkit.tables.files import SourceFile
from rmqkit.tables.reading import Reading, read_file
from rmqkit.tables.schemas import SCHEMAS

DUMPS = Path(__file__).parents[1] / "formats" / "threads"
COUNTED = ("rows", "noise", "blank", "continuation", "unparsed")


def _read(name: str) -> Reading:
    path = DUMPS / name
    return read_file(SourceFile(path.name, path=str(path), size=path.stat().st_size), UTC)


@pytest.mark.parametrize(
    ("name", "kind", "threads"),
    [
        pytest.param("jstack-17.txt", "thread_dump", 21, id="jstack"),
        pytest.param("running-info-stacks.txt", "running_info", 6, id="running info with stacks"),
    ],
)
def test_a_dump_fills_the_table_and_the_ledger_adds_up(name: str, kind: str, threads: int) -> None:
    reading = _read(name)
    (ledger,) = reading.ledger
    assert ledger["kind"] == kind
    assert sum(ledger[column] for column in COUNTED) == ledger["lines"]
    assert ledger["unparsed"] == 0
    assert len(reading.tables["threads"]) == threads
    columns = set(SCHEMAS["threads"].fieldNames())
    assert all(set(row) == columns for row in reading.tables["threads"])
    assert {row["named_by_file"] for row in reading.tables["threads"]} == {None}  # these names tell no group


def test_a_dump_is_no_log() -> None:
    assert _read("jstack-17.txt").logs == []
