"""Many groups judged by Spark's workers, each by itself as it would be judged here. No rules here."""

from __future__ import annotations

import gc
import pickle
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from rmqkit.diagnosis.facts.group import GroupFacts, groups_asked_about
from rmqkit.diagnosis.verdict import JudgedGroup, judged_group

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import SparkSession

# Fewer groups are judged sooner than workers are asked: each loads the rules for some seconds of a processor. Judged
# whole a group takes about 0.1 s, in short a sixth of it.
LEAST_GROUPS, LEAST_IN_SHORT = 64, 384
_GROUPS_OF_A_TASK = 32
_PICKLED = "pickled binary"


def judged_by_workers(
    spark: SparkSession | None, facts: Mapping[str, GroupFacts], *, in_short: bool = False, least: int | None = None
) -> dict[str, JudgedGroup] | None:
    """Every group as a worker judged it, in the order of the facts. None where they are to be judged here: they are
    fewer than `least`, or there is no session."""
    asked = groups_asked_about(facts)
    if spark is None or len(asked) < (least or (LEAST_IN_SHORT if in_short else LEAST_GROUPS)):
        return None
    import pyarrow as pa

    from rmqkit.tables.workers import by_workers, collected

    groups = [(name, group, name not in asked) for name, group in facts.items()]
    tasks = [groups[at : at + _GROUPS_OF_A_TASK] for at in range(0, len(groups), _GROUPS_OF_A_TASK)]
    packed = pa.table({"pickled": pa.array(map(_packed, tasks), pa.binary())})
    frame = spark.createDataFrame(packed).repartition(len(tasks))
    answers = collected(by_workers(frame, partial(_judged, in_short), _PICKLED))["pickled"]
    judged = dict(chain.from_iterable(_unpacked(answer.as_py()) for answer in answers))
    return {name: judged[name] for name in facts}


def _judged(in_short: bool, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    for batch in batches:
        for pickled in batch["pickled"].to_pylist():
            with no_search_for_garbage():
                answer = _answer(pickled, in_short)
            yield pa.RecordBatch.from_arrays([pa.array([answer], pa.binary())], names=["pickled"])


def _answer(pickled: bytes, in_short: bool) -> bytes:
    """What is judged of a task's groups. What it was derived from is given up group by group: it refers to itself,
    and collecting such cycles took a quarter of a task."""
    groups = _unpacked(pickled)
    answers = []
    for name, facts, aside in groups:
        judged = judged_group(facts, name, aside=aside, in_short=in_short)
        judged.drop_states(facts)
        answers.append((name, judged))
    return _packed(answers)


def _packed(groups: object) -> bytes:
    """What records say and what is said of them repeats itself: an eighth of the bytes travels, and fills the driver's
    memory."""
    return zlib.compress(pickle.dumps(groups), level=1)


def _unpacked(packed: bytes) -> Any:  # noqa: ANN401
    return pickle.loads(zlib.decompress(packed))


@contextmanager
def no_search_for_garbage() -> Iterator[None]:
    """What a diagnosis makes is in use until its end: looking through it again and again takes as long as all rules."""
    searched = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searched:
            gc.enable()
