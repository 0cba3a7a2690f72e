"""Made evidence reads like real evidence, and the contenders of the benchmarks count the same in it."""

from pathlib import Path

import nbformat
import papermill
import pytest
from pyspark.sql import functions as F

import benchmarks
import rmqkit
from benchmarks import diagnoses
from benchmarks.__main__ import check, table, wanted
from benchmarks.contenders import NEEDLES, ONE, python
from benchmarks.diagnoses import EIGHTHS, EMPTY, LOG, LOOKS, TYPED, Run
from benchmarks.generate import EVENTS, Traffic, write_broker_log, write_client_log, write_looks
from benchmarks.measure import Answer, Figures


@pytest.fixture(scope="module")
def log(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("made") / "broker.log"
    write_broker_log(path, 200_000, Traffic(groups=4))
    return path


def test_the_same_traffic_gives_the_same_bytes(log, tmp_path):
    write_broker_log(tmp_path / "again.log", 200_000, Traffic(groups=4))
    assert (tmp_path / "again.log").read_bytes() == log.read_bytes()


def test_a_made_log_holds_the_six_events_and_every_line_is_understood(spark, log):
    evidence = rmqkit.read(spark, str(log))
    rows = evidence.event_counts("event", "group").where(F.col("event").isin(list(NEEDLES))).collect()
    counted = {f"{row.event} {row.group}": row.times for row in rows}
    questions = python(log)
    assert questions["events"]() == counted
    assert questions["one"]()[ONE] == sum(times for key, times in counted.items() if key.startswith(ONE))
    assert set(NEEDLES) == set(EVENTS) == {key.split()[0] for key in counted}
    assert evidence.lines_total()["unparsed"] == 0


def test_made_client_logs_and_looks_are_recognised(spark, tmp_path):
    write_client_log(tmp_path / "rocketmq_client.log", 100_000)
    write_looks(tmp_path, looks=3, queues=8)
    evidence = rmqkit.read(spark, str(tmp_path))
    assert {row["kind"] for row in evidence.ledger_rows()} == {"client_log", "consumer_progress"}
    assert evidence.lines_total()["unparsed"] == 0
    assert len(evidence.rows("progress")) == 3 * 9
    assert {"queue_added", "queue_dropped", "offset_committed"} <= {row["event"] for row in evidence.log_summary.events}


def _figures(contender: str, question: str, seconds: float) -> Figures:
    return Figures(contender, question, [Answer(seconds, seconds / 2, 3 << 20, {})])


def test_one_table_holds_the_figures_of_every_size_and_what_was_wanted():
    small = [
        _figures("rmqkit", "events", 3.0),
        _figures("rmqkit", "first table", 4.0),
        _figures("duckdb", "events", 2.0),
        Figures("lnav", "events", said="skipped: lnav is not installed"),
    ]
    large = [
        _figures("rmqkit", "events", 27.0),
        _figures("rmqkit", "first table", 36.0),
        _figures("duckdb", "events", 15.0),
    ]
    assert table({512: small, 4096: large})[2:] == [
        "| rmqkit | events | 3.00 | 1.50 | 3 | 1.50 | 27.00 | 13.50 | 3 | 1.80 |",
        "| rmqkit | first table | 4.00 | 2.00 | 3 | 2.00 | 36.00 | 18.00 | 3 | 2.40 |",
        "| duckdb | events | 2.00 | 1.00 | 3 | 1.00 | 15.00 | 7.50 | 3 | 1.00 |",
        "| lnav | events | skipped: lnav is not installed |  |  |  |  |  |  |  |",
    ]
    said = wanted({512: small, 4096: large})
    assert said[2] == "| typed events : DuckDB | 2.0 | 1.50, 1.50 | 1.80, 1.80 |"
    assert "| typed events : lnav | 1.0 | not measured | not measured |" in said
    assert "| log_events, first question : DuckDB | 2.5 | 2.00, 2.00 | 2.40, 2.40 |" in said
    assert said[-1] == "| first question, 4096 MB : 512 MB | 8.50 | 9.00, 9.00 |  |"


def test_what_is_wanted_of_whole_diagnoses_stands_in_the_same_table():
    logs = {512: [_figures("rmqkit", "first table", 3.0)], 4096: []}
    whole = {
        512: {
            EMPTY: Run(5.0, 6.0, 100 << 20, 1),
            TYPED: Run(11.0, 15.0, 200 << 20, 1),
            LOG: Run(12.5, 20.0, 286 << 20, 2),
            LOOKS: Run(16.0, 24.0, 280 << 20, 10),
            EIGHTHS[LOOKS]: Run(7.0, 9.0, 200 << 20, 10),
        },
        4096: {LOG: Run(60.0, 110.0, 290 << 20, 2)},
    }
    said = wanted(logs, whole)
    session, process = "typed events in a session + 10 s", "typed events + 10 s"
    beside = "60.00 s, CPU 110.00"
    assert f"| diagnosis of the log's folder | {session} | 12.50 s, of 13.00, CPU 20.00 | {beside} |" in said
    assert f"| the same beside a process that counts | {process} | 12.50 s, of 21.00, CPU 20.00 | {beside} |" in said
    assert "| the same: the driver's Python | 600 MB | 286.00 MB | 290.00 MB |" in said
    assert (
        "| diagnosis of 2,000 looks at 64 queues | empty job + 12 s | 16.00 s, of 17.00, CPU 24.00 | not measured |"
        in said
    )
    assert "| the same: CPU, to that of an eighth of it | 8.5 times | 6.0 times | not measured |" in said
    assert "| warm diagnosis of a recorded incident | 3 s | not measured | not measured |" in said


def test_contenders_that_do_not_agree_stop_the_run():
    agreed = {f"{event} group_000": 2 for event in NEEDLES}
    by_event = dict.fromkeys(NEEDLES, 2)
    figures = [
        Figures("rmqkit", "events", [Answer(1.0, 1.0, 1, agreed)]),
        Figures("lnav", "events", [Answer(1.0, 1.0, 1, by_event)]),
    ]
    check(figures)
    check([Figures("rmqkit", "events", [Answer(1.0, 1.0, 1, agreed)]), Figures("duckdb", "one", said="skipped")])
    with pytest.raises(SystemExit, match="lnav counts otherwise in events"):
        check([*figures, Figures("lnav", "events", [Answer(1.0, 1.0, 1, by_event | {ONE: 3})])])
    with pytest.raises(SystemExit, match="polars counts otherwise in events"):
        check([*figures, Figures("polars", "events", [Answer(1.0, 1.0, 1, agreed | {f"{ONE} group_001": 1})])])


def test_a_diagnosis_of_a_made_log_runs_in_a_process_of_its_own(tmp_path, log):
    evidence = diagnoses.evidence_of(LOG, tmp_path, log)
    assert evidence is not None
    assert [path.name for path in evidence.iterdir()] == ["broker.log"]
    run = diagnoses.run("once", evidence)
    assert run.cpu > 0
    assert run.driver > 10 << 20


def test_the_notebook_of_ten_questions_runs_on_any_size(tmp_path):
    source = Path(benchmarks.__file__).parent / "ten_questions.ipynb"
    papermill.execute_notebook(
        str(source),
        str(tmp_path / "out.ipynb"),
        {"megabytes": 1, "folder": str(tmp_path)},
        cwd=str(source.parents[1]),
        progress_bar=False,
    )
    answers = [
        cell.outputs for cell in nbformat.read(tmp_path / "out.ipynb", 4).cells if cell.source.startswith("ask(")
    ]
    assert len(answers) == 10
    assert all(answer[0].output_type == "execute_result" for answer in answers)
