"""Python on Spark's workers: who gets which rows, and what a worker keeps."""

import gc
import subprocess
import sys

import pyarrow as pa
import pytest

from rmqkit.tables.workers import _package, by_tasks, by_workers, of_batches


@pytest.fixture
def numbers_of():
    """Tells which rows came together. A function in a function, as workers do not know this module."""

    def numbers(rows):
        yield pa.RecordBatch.from_pydict({"numbers": ["".join(str(row["number"]) for row in rows)]})

    return numbers


@pytest.mark.parametrize(
    ("rows", "tasks", "dealt"),
    [
        pytest.param(4, 4, ["0", "1", "2", "3"], id="a task for each row"),
        pytest.param(7, 3, ["036", "14", "25"], id="more rows than tasks: in turn"),
        pytest.param(1, 1, ["0"], id="one row"),
    ],
)
def test_rows_are_dealt_out_evenly_and_in_their_order(spark, numbers_of, rows, tasks, dealt):
    frame = by_tasks(spark, [{"number": number} for number in range(rows)], tasks, numbers_of, "numbers string")
    assert [row.numbers for row in frame.collect()] == dealt


def test_what_reads_rows_reads_batches_of_them_too(numbers_of):
    batches = [pa.RecordBatch.from_pydict({"number": part}) for part in ([1, 2], [3])]
    (told,) = of_batches(numbers_of)(iter(batches))
    assert told["numbers"].to_pylist() == ["123"]


def test_a_worker_does_not_look_for_garbage_in_what_it_has_loaded(spark):
    """Spark collects garbage behind every task; what is frozen is left out."""

    def frozen(batches):
        for batch in batches:
            yield pa.RecordBatch.from_pydict({"frozen": [gc.get_freeze_count()] * batch.num_rows})

    once = by_workers(spark.range(0, 2, 1, 2), frozen, "frozen long")
    once.collect()
    assert all(row.frozen > 1_000 for row in once.collect())


@pytest.mark.parametrize("between", [pytest.param("/", id="a plain path"), pytest.param("/./", id="Spark's own way")])
def test_a_worker_without_rmqkit_reads_its_tables_from_the_zip(tmp_path, between):
    package = f"{_package().parent}{between}{_package().name}"
    code = "import rmqkit; from rmqkit.formats.logs.catalogue import MESSAGES; print(rmqkit.__file__, len(MESSAGES))"
    told = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {package!r}); {code}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"{package}/" in told.stdout
    assert int(told.stdout.split()[-1]) > 2_000
