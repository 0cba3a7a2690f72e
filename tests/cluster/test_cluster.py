"""Evidence in HDFS, read by a Spark cluster that shares no folder with it: the verdict of the same evidence here.

Real nodes, masters, workers and servers, all on 127.0.0.1. The workers have no rmqkit: they get it from the session.
"""

import gzip
import json
import shutil
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from pyspark.sql import SparkSession

import rmqkit
from benchmarks.generate import write_broker_log, write_cluster
from tests.cluster.clusters import SESSION, Hdfs, NoJars, SparkCluster, class_path, python_without

pytestmark = pytest.mark.cluster

SAMPLE = Path(__file__).parents[2] / "data_samples" / "two-topics-one-group"
LOG_BYTES = 24 << 20
GROUPS = 320

DIAGNOSE = """
import json, sys
import rmqkit

kind, address, folder, settings = sys.argv[1:]
spark = rmqkit.session(**{kind: address}, **json.loads(settings))
evidence = rmqkit.read(spark, folder)
print(json.dumps([type(spark).__module__, evidence.ledger_rows(), rmqkit.diagnose(evidence).to_dict()]))
spark.stop()
"""

KILLER = """
import importlib, json, os, signal, sys, threading, time
import rmqkit

master, folder, victim, cache, settings = sys.argv[1:]
spark = rmqkit.session(master=master, **json.loads(settings))
evidence = rmqkit.read(spark, folder, cache=cache)
tracker = spark.sparkContext.statusTracker()
killed_in, lost = [], []

def in_the_middle():
    stages = [tracker.getStageInfo(number) for number in tracker.getActiveStageIds()]
    return [stage for stage in stages if stage and stage.numCompletedTasks and stage.numActiveTasks > 1]

def kill():
    end = time.monotonic() + 120
    while time.monotonic() < end and not killed_in:
        for stage in in_the_middle()[:1]:
            os.killpg(int(victim), signal.SIGKILL)
            killed_in.append(stage.stageId)
        time.sleep(0.005)
    # Once the stage is run again for what the worker had done before, it tells of its second attempt only.
    while time.monotonic() < end and not lost:
        stage = tracker.getStageInfo(killed_in[0])
        lost.extend(word for word in ("numFailedTasks", "currentAttemptId") if getattr(stage, word))
        time.sleep(0.005)

killer = threading.Thread(target=kill, daemon=True)
"""

KILL = f"""{KILLER}
killer.start()
summary = evidence.log_summary
killer.join()
events = [[row["event"], row["group"], row["times"], row["line_order"]] for row in summary.events]
print(json.dumps([lost, summary.counts, events, evidence.log_events.count()]))
spark.stop()
"""

KILL_A_JUDGE = f"""{KILLER}
room = importlib.import_module("rmqkit.diagnosis.diagnose")
judged_by_workers = room.judged_by_workers

def judged_while_a_worker_dies(*given, **named):
    killer.start()
    return judged_by_workers(*given, **named)

room.judged_by_workers = judged_while_a_worker_dies
verdict = rmqkit.diagnose(evidence).to_dict()
killer.join()
print(json.dumps([lost, verdict]))
spark.stop()
"""

KEPT = """
import json, sys, warnings
import rmqkit
from rmqkit.errors import ColumnsNotKept

warnings.simplefilter("error", ColumnsNotKept)
master, folder, cache, settings = sys.argv[1:]
spark = rmqkit.session(master=master, **json.loads(settings))
evidence = rmqkit.read(spark, folder, cache=cache)
counted = sorted(map(list, evidence.event_counts("event", "group").collect()), key=str)
runs = evidence.log_events.inputFiles()
folders = sorted({run.rsplit("/", 1)[0] for run in runs})
print(json.dumps([counted, evidence.log_events.count(), evidence.ledger_rows(), folders]))
spark.stop()
"""

LOST = """
import json, sys
from dataclasses import replace
import rmqkit
from rmqkit.tables import logs

master, folder, settings = sys.argv[1:]
logs.HERE_BYTES = 0
spark = rmqkit.session(master=master, **json.loads(settings))
evidence = rmqkit.read(spark, folder)
# On one host workers see every disk: these paths are those of a disk that only a driver elsewhere would see.
evidence.reading.logs = [
    replace(log, path=f"/of-the-driver{log.path}", end=10_000) for log in evidence.reading.logs if log.path
]

def error_of(action):
    try:
        action()
    except Exception as error:
        return [type(error).__name__, str(error)]

asked = [
    lambda: evidence.log_summary,
    lambda: evidence.event_counts("event").count(),
    lambda: evidence.log_events.count(),
]
print(json.dumps([error_of(action) for action in asked]))
spark.stop()
"""


@pytest.fixture(scope="module")
def hdfs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hdfs]:
    """A store of its own; without its jars these tests are skipped."""
    try:
        class_path()
    except NoJars as error:
        pytest.skip(str(error))
    store = Hdfs(tmp_path_factory.mktemp("hdfs") / "home")
    try:
        store.start()
        yield store
    finally:
        store.stop()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkCluster]:
    """Two workers whose Python has everything but rmqkit."""
    folder = tmp_path_factory.mktemp("cluster")
    started = SparkCluster(folder / "home", python_without(folder / "python"))
    try:
        started.start()
        yield started
    finally:
        started.stop()


@pytest.fixture(scope="module")
def incident(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An incident as people send it: some files as they are, a log packed, another in an archive."""
    target = tmp_path_factory.mktemp("evidence") / "incident"
    shutil.copytree(SAMPLE, target)
    packed, archived = target / "broker-a/broker.log", target / "client-1/rocketmq_client.log"
    packed.with_suffix(".log.gz").write_bytes(gzip.compress(packed.read_bytes()))
    with zipfile.ZipFile(target / "client 1 {logs}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(archived, "logs/rocketmq_client.log")
    packed.unlink()
    archived.unlink()
    (target / "broker-b").rename(target / "broker [b]")
    (target / "empty.txt").touch()
    return target


def answer(done: CompletedProcess[str], cluster: SparkCluster) -> list:
    assert done.returncode == 0, f"{done.stderr[-4000:]}\n{cluster.printed()}"
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def expected(spark: SparkSession, incident: Path) -> list:
    """Ledger and verdict of the incident, read by this process from its own disk."""
    evidence = rmqkit.read(spark, str(incident))
    return json.loads(json.dumps([evidence.ledger_rows(), rmqkit.diagnose(evidence).to_dict()]))


@pytest.fixture(scope="module")
def address(hdfs: Hdfs, incident: Path) -> str:
    return hdfs.put(incident, "/incident")


# Ranges of 64 KB cut every log of the incident several times.
CUT = {"spark.sql.files.maxPartitionBytes": "64k"}


def test_a_cluster_gives_the_verdict_of_one_machine(cluster: SparkCluster, address: str, expected: list) -> None:
    done = cluster.run(DIAGNOSE, "master", cluster.master, address, json.dumps(SESSION | CUT))
    assert answer(done, cluster) == ["pyspark.sql.session", *expected]


def test_a_connect_server_gives_the_verdict_of_one_machine(cluster: SparkCluster, address: str, expected: list) -> None:
    with cluster.connect_server() as server:
        done = cluster.run(DIAGNOSE, "remote", server, address, json.dumps(CUT))
    assert answer(done, cluster) == ["pyspark.sql.connect.session", *expected]


def test_columns_of_two_drivers_in_one_folder_of_the_store_are_written_once_for_all_later_ones(
    cluster: SparkCluster, hdfs: Hdfs, address: str, incident: Path, spark: SparkSession
) -> None:
    cache = address.removesuffix("/incident") + "/columns"
    arguments = (KEPT, cluster.master, address, cache, json.dumps(SESSION | CUT))
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: answer(cluster.run(*arguments), cluster), range(2))
    later = answer(cluster.run(*arguments), cluster)
    here = rmqkit.read(spark, str(incident))
    counted = sorted(map(list, here.event_counts("event", "group").collect()), key=str)
    expected = json.loads(json.dumps([counted, here.log_events.count(), here.ledger_rows()]))
    assert [first[:3], second[:3], later[:3]] == [expected] * 3
    assert later[3] in (first[3], second[3])
    assert later[3][0].startswith(cache)


def test_a_worker_killed_while_it_writes_costs_time_and_no_rows(
    cluster: SparkCluster, hdfs: Hdfs, spark: SparkSession, tmp_path: Path
) -> None:
    write_broker_log(tmp_path / "broker.log", LOG_BYTES)
    address = hdfs.put(tmp_path / "broker.log", "/broker.log")
    victim = cluster.workers[-1]
    cut = SESSION | {"spark.sql.files.maxPartitionBytes": "3m"}
    done = cluster.run(KILL, cluster.master, address, str(victim.pid), f"{address}.columns", json.dumps(cut))
    lost, counts, events, records = answer(done, cluster)
    summary = rmqkit.read(spark, str(tmp_path / "broker.log")).log_summary
    assert lost, done.stderr[-2000:]
    assert victim.wait(10) == -9
    assert counts == summary.counts
    assert records == sum(row["rows"] for row in counts)
    assert events == [[row["event"], row["group"], row["times"], row["line_order"]] for row in summary.events]


def test_a_worker_killed_while_it_judges_leaves_the_view_of_the_cluster_as_it_was(
    cluster: SparkCluster, hdfs: Hdfs, tmp_path: Path
) -> None:
    write_cluster(tmp_path / "groups", GROUPS)
    address = hdfs.put(tmp_path / "groups", "/groups")
    cluster.add_worker("judge")
    cluster.wait_for_workers(2)
    victim = cluster.workers[-1]
    done = cluster.run(
        KILL_A_JUDGE, cluster.master, address, str(victim.pid), f"{address}.columns", json.dumps(SESSION)
    )
    lost, verdict = answer(done, cluster)
    assert lost, done.stderr[-2000:]
    assert victim.wait(10) == -9
    assert verdict == json.loads(json.dumps(rmqkit.diagnose(rmqkit.read(None, str(tmp_path / "groups"))).to_dict()))
    assert verdict["headline"].startswith(f"{GROUPS} consumer groups: 2 CRITICAL, 1 WARNING; ")


def test_workers_that_lack_a_package_say_which(cluster: SparkCluster, address: str, tmp_path: Path) -> None:
    python = python_without(tmp_path / "python", "polars")
    done = cluster.run(DIAGNOSE, "master", cluster.master, address, json.dumps(SESSION), python=python)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("rmqkit.errors.WorkersLack: Spark's worker on ")
    assert f"has no polars in {python}" in last


def test_a_log_that_workers_do_not_see_is_an_error_and_never_no_lines(cluster: SparkCluster, incident: Path) -> None:
    done = cluster.run(LOST, cluster.master, str(incident), json.dumps(SESSION))
    summary, counts, events = answer(done, cluster)
    assert summary[0] == "NotSeenByWorkers"
    for _, text in (summary, counts, events):
        assert "Spark's workers cannot see " in text
        assert ".log" in text
