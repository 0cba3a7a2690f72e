"""Many groups judged by Spark's workers, each by itself as it would be judged here. No rules here."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.packed import PackedGroups, groups_asked_about, packed, unpacked
from rmqkit.diagnosis.verdict import JudgedGroup, judged_group, undecided_rows

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import SparkSession

# Fewer groups are judged sooner than workers are asked: each loads the rules for some seconds of a processor. Judged
# whole a group takes about 0.1 s, in short a sixth of it.
LEAST_GROUPS, LEAST_IN_SHORT = 64, 384
_PARTS_AT_ONCE = 64
_PICKLED = "pickled binary"


def judged_by_workers(
    spark: SparkSession | None, facts: Mapping[str, GroupFacts], *, in_short: bool = False, least: int | None = None
) -> dict[str, JudgedGroup] | None:
    """Every group as a worker judged it, in the order of the facts. None where they are to be judged here: they are
    fewer than `least`, or there is no session."""
    asked = groups_asked_about(facts)
    if spark is None or len(asked) < (least or (LEAST_IN_SHORT if in_short else LEAST_GROUPS)):
        return None
    of_workers = facts if isinstance(facts, PackedGroups) else PackedGroups(dict(facts))
    aside = facts.keys() - asked
    by_their_ends = partial(judged_group, in_short=in_short, past=not in_short)
    judged = _judged_there(spark, of_workers, by_their_ends, frozenset(facts), aside)
    # The past of a group is asked where its row may be one of those that are seen.
    while undecided := undecided_rows(judged, aside):
        judged |= _judged_there(spark, of_workers, partial(judged_group, in_short=True), undecided, aside)
    return {name: judged[name] for name in facts}


_Judge = Callable[..., JudgedGroup]


def _judged_there(
    spark: SparkSession, facts: PackedGroups, judge: _Judge, names: Set[str], aside: Set[str]
) -> dict[str, JudgedGroup]:
    """The groups that are named. Some are judged while the next ones are packed."""
    import pyarrow as pa

    from rmqkit.tables.workers import by_workers, collected

    def judged(parts: list[bytes]) -> list[tuple[str, JudgedGroup]]:
        table = pa.table({"pickled": pa.array(parts, pa.binary())})
        frame = spark.createDataFrame(table).repartition(len(table))
        answers = collected(by_workers(frame, partial(_judged, judge, names, aside), _PICKLED))["pickled"]
        return list(chain.from_iterable(unpacked(answer.as_py()) for answer in answers))

    numbers = facts.parts_with(names)
    some = [numbers[at : at + _PARTS_AT_ONCE] for at in range(0, len(numbers), _PARTS_AT_ONCE)]
    with ThreadPoolExecutor(1) as sender:
        jobs = [sender.submit(judged, [facts.part(number) for number in each]) for each in some]
        return dict(chain.from_iterable(job.result() for job in jobs))


def _judged(
    judge: _Judge, names: Set[str], aside: Set[str], batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    for batch in batches:
        for groups in batch["pickled"].to_pylist():
            with garbage_collection_paused():
                answer = packed(list(_answers(judge, names, aside, unpacked(groups))))
            yield pa.RecordBatch.from_arrays([pa.array([answer], pa.binary())], names=["pickled"])


def _answers(
    judge: _Judge, names: Set[str], aside: Set[str], groups: Mapping[str, GroupFacts]
) -> Iterator[tuple[str, JudgedGroup]]:
    """What is judged of those of a task's groups that are asked for. What it was derived from is given up group by
    group: it refers to itself, and collecting such cycles took a quarter of a task."""
    for name in sorted(groups.keys() & names):
        judged = judge(groups[name], name, aside=name in aside)
        judged.drop_states(groups[name])
        yield name, judged


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """What a diagnosis makes is in use until its end: looking through it again and again takes as long as all rules."""
    searched = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searched:
            gc.enable()
