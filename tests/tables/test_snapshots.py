"""Looks that stay with the workers: which of them a diagnosis gets, and that it then says what it said of all."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import rmqkit
from benchmarks.generate import START, look
from rmqkit.diagnosis import Diagnosis
from rmqkit.evidence import Evidence
from rmqkit.tables import snapshots as snapshots_of
from rmqkit.tables import text_workers
from rmqkit.tables.reading import WorkerSnapshot
from rmqkit.tables.snapshots import Seen, choose, in_order

LOOKS, QUEUES = 90, 8
# The header, the retry queue and the others.
ROWS = 1 + QUEUES


def taken(number: int, at: datetime | None = None, name: str = "look-{}.txt") -> WorkerSnapshot:
    return WorkerSnapshot(name.format(number), 1, at, None, ROWS)


def seen(count: int, changed: tuple[int, ...] = (), other_queues: tuple[int, ...] = ()) -> list[Seen]:
    return [Seen(taken(n), ROWS, 7 + (n in other_queues), int(n in changed)) for n in range(count)]


def kept(looks: list[Seen], most_looks: int) -> dict[int, int]:
    """The numbers of the looks that are kept, with the looks that each stands for."""
    chosen = choose({"groupA": looks}, most_looks * ROWS)
    return {int(one.file.removeprefix("look-").removesuffix(".txt")): one.times for one in chosen}


@pytest.mark.parametrize(
    ("looks", "places"),
    [
        pytest.param(seen(40), range(40), id="few looks are all kept"),
        pytest.param(seen(1000), (0, 1, 2, 997, 998, 999), id="the first and the last of many are kept"),
        pytest.param(seen(1000, changed=(313,)), (312, 313), id="a change is kept with the look before"),
        pytest.param(seen(1000, other_queues=(500,)), (499, 500, 501), id="a queue that comes and goes is a change"),
        pytest.param(
            seen(1000, changed=(77, 400, 823)), (76, 77, 399, 400, 822, 823), id="all of some changes are kept"
        ),
    ],
)
def test_looks_that_tell_something_are_kept(looks: list[Seen], places: tuple[int, ...]) -> None:
    assert set(places) <= set(kept(looks, 40))


@pytest.mark.parametrize(
    "looks",
    [
        pytest.param(seen(5000), id="looks that tell nothing new"),
        pytest.param(seen(5000, changed=tuple(range(5000))), id="looks of a storm, each another"),
        pytest.param(seen(5000, changed=tuple(range(0, 5000, 7))), id="a change now and then"),
    ],
)
def test_there_are_as_many_as_may_be_and_they_stand_for_all(looks: list[Seen]) -> None:
    chosen = kept(looks, 100)
    assert 40 < len(chosen) <= 100
    assert sum(chosen.values()) == 5000
    assert max(chosen.values()) < 200, "no long stretch of time goes without a look"


def test_each_series_has_its_share() -> None:
    chosen = Counter(one.series for one in choose({"large": seen(4000), "small": seen(50)}, 400 * ROWS))
    assert chosen["small"] == 40
    assert 300 < chosen["large"] <= 400


@pytest.mark.parametrize(
    ("looks", "order"),
    [
        pytest.param([taken(10), taken(9)], ["look-9.txt", "look-10.txt"], id="without times, as a person counts"),
        pytest.param(
            [taken(1, START + timedelta(9)), taken(2, START)], ["look-2.txt", "look-1.txt"], id="with times, by them"
        ),
        pytest.param([taken(2, START), taken(1)], ["look-1.txt", "look-2.txt"], id="where one has no time, by names"),
    ],
)
def test_the_order_of_looks(looks: list[WorkerSnapshot], order: list[str]) -> None:
    assert [one.file for one in in_order(looks)] == order


@dataclass(frozen=True)
class Incident:
    """What a look of a series shows instead of steady progress: changed columns of its queue 3."""

    change: Callable[[int, list[str]], list[str]]

    def write(self, folder: Path, count: int = LOOKS) -> None:
        for number in range(count):
            lines = look(number, QUEUES, START + timedelta(seconds=9 * number)).split("\n")
            changed = [self._changed(number, line) for line in lines]
            (folder / f"consumerProgress-group_000-{number + 1}.txt").write_text("\n".join(changed))

    def _changed(self, number: int, line: str) -> str:
        cells = re.findall(r"\S+\s*", line)
        words = [cell.rstrip() for cell in cells]
        if words[:3] != ["topic_000", "broker-3", "0"]:
            return line
        for column, new in enumerate(self.change(number, words[4:7]), start=4):
            cells[column] = f"{new.ljust(len(words[column]))}{cells[column][len(words[column]) :]}"
        return "".join(cells)


def behind(number: int, cells: list[str]) -> list[str]:
    """The queue stands from look 40 on: its consumer offset is that of then."""
    owner = cells[1]
    if number < 40:
        return cells
    standing = 1000 + 40 * 40
    return [str(standing), owner, str(1000 + 40 * number + 3 - standing)]


def moved_back(number: int, cells: list[str]) -> list[str]:
    """At look 50 the offset is 500 lower."""
    offset, owner, diff = cells
    return [str(int(offset) - 500), owner, str(int(diff) + 500)] if number == 50 else cells


def another_owner(number: int, cells: list[str]) -> list[str]:
    offset, _, diff = cells
    return [offset, "10.20.0.99", diff] if number == 60 else cells


def steady(_: int, cells: list[str]) -> list[str]:
    return cells


@pytest.fixture
def few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers read everything, and the driver gets the rows of some twenty looks."""
    monkeypatch.setattr(text_workers, "HERE_BYTES", 0)
    monkeypatch.setattr(snapshots_of, "MOST_ROWS", 20 * ROWS)
    monkeypatch.setattr(snapshots_of, "LEAST_SNAPSHOTS", 10)


def numbers(evidence: Evidence) -> set[int]:
    return {int(row["file"].rsplit("-", 1)[1].removesuffix(".txt")) - 1 for row in evidence.rows("progress")}


@pytest.mark.parametrize(
    ("change", "places"),
    [
        pytest.param(steady, {0, 1, LOOKS - 1}, id="steady progress"),
        pytest.param(behind, {40, 41}, id="a queue that begins to stand"),
        pytest.param(moved_back, {49, 50}, id="an offset that goes back"),
        pytest.param(another_owner, {59, 60, 61}, id="a queue that changes hands for one look"),
    ],
)
@pytest.mark.usefixtures("few_rows")
def test_workers_find_the_looks_that_tell_something(
    spark: SparkSession,
    tmp_path: Path,
    change: Callable[[int, list[str]], list[str]],
    places: set[int],
) -> None:
    Incident(change).write(tmp_path)
    evidence = rmqkit.read(spark, str(tmp_path))
    assert places <= numbers(evidence)
    assert len(numbers(evidence)) <= 24
    assert evidence.progress.count() == LOOKS * ROWS
    assert {row["at"].tzinfo for row in evidence.rows("progress")} == {UTC}
    by_look = {row["file"]: row["times"] for row in evidence.rows("progress")}
    assert sum(by_look.values()) == LOOKS


@pytest.mark.parametrize(
    "change",
    [pytest.param(behind, id="a queue that stands"), pytest.param(moved_back, id="an offset that goes back")],
)
def test_fewer_looks_give_the_verdict_of_all(
    spark: SparkSession,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[int, list[str]], list[str]],
) -> None:
    Incident(change).write(tmp_path)
    whole = rmqkit.diagnose(rmqkit.read(spark, str(tmp_path)))
    monkeypatch.setattr(text_workers, "HERE_BYTES", 0)
    monkeypatch.setattr(snapshots_of, "MOST_ROWS", 20 * ROWS)
    monkeypatch.setattr(snapshots_of, "LEAST_SNAPSHOTS", 10)
    thinned = rmqkit.diagnose(rmqkit.read(spark, str(tmp_path)))

    def said(diagnosis: Diagnosis) -> list[object]:
        findings = [(one.id, one.severity, one.status, one.title, one.queues) for one in diagnosis.findings]
        return [diagnosis.headline, findings, [(said.event, said.state) for said in diagnosis.messages]]

    assert said(thinned) == said(whole)
    assert said(whole)[1:] != [[], []]
    assert len(thinned.facts["group_000"].snapshots) < LOOKS / 3


@pytest.mark.usefixtures("few_rows")
def test_part_of_an_evidence_has_its_part_of_the_looks(spark: SparkSession, tmp_path: Path) -> None:
    Incident(steady).write(tmp_path)
    evidence = rmqkit.read(spark, str(tmp_path))
    part = evidence.only({"consumerProgress-group_000-1.txt", "consumerProgress-group_000-5.txt"})
    assert part.progress.count() == 2 * ROWS
    assert numbers(part) == {0}
