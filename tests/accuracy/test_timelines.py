"""The timeline of recorded incidents, moment by moment, against what the lab did and when (truth.json)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from pyspark.sql import SparkSession

import rmqkit
from rmqkit.diagnosis.timeline.changes import (
    BROKER_JOINED,
    BROKER_LEFT,
    BROKER_STARTED,
    JOINED,
    LEFT,
    OFFSETS,
    QUEUES,
    changes_of,
)
from tests.lab.recorded import RECORDED, unpacked

Moment = tuple[str, str, float]
# A JVM needs seconds from its start to its first heartbeat; a broker sees a kill and a stop at once.
SOON = {JOINED: 15.0, LEFT: 3.0, QUEUES: 3.0, OFFSETS: 3.0}


def lives(truth: Mapping[str, Any]) -> Iterator[Moment]:
    """When each process of the group was started, and when it ended."""
    for client in truth["clients"]:
        if client["group"] == truth["group"]:
            for life in client["lives"]:
                who = life["id"].split("#", 1)[0]
                yield JOINED, who, life["started"]
                if life["ended"]:
                    yield LEFT, who, life["ended"]


def operations(truth: Mapping[str, Any]) -> Iterator[Moment]:
    """mqadmin commands that changed something once the group was there."""
    began = min(life["started"] for client in truth["clients"] for life in client["lives"])
    kinds = {"updateTopic": QUEUES, "resetOffsetByTime": OFFSETS}
    for operation in truth.get("operations", ()):
        name, words = operation["command"].split()[1], operation["command"].split()
        if operation["at"] > began and name in kinds:
            yield kinds[name], words[words.index("-t") + 1], operation["at"]


@pytest.mark.parametrize(
    ("name", "besides"),
    [
        pytest.param("rolling_restart-5.3.3", set(), id="rolling release"),
        pytest.param("gray_finished-5.1.0", set(), id="gray release finished"),
        pytest.param("queues_grown-5.3.3", set(), id="queues added"),
        pytest.param("broker_lost-5.3.3", {(BROKER_LEFT, "broker-b")}, id="broker lost"),
        pytest.param("ordered_client_killed-5.3.3", set(), id="ordered client killed"),
        pytest.param(
            "broker_restarted-4.9.7",
            {(BROKER_LEFT, "broker-b"), (BROKER_STARTED, "broker-b"), (BROKER_JOINED, "broker-b")},
            id="broker restarted",
        ),
        pytest.param("reset_back-5.4.0", set(), id="offsets reset"),
    ],
)
def test_the_timeline_is_what_the_lab_did(spark: SparkSession, name: str, besides: set[tuple[str, str]]) -> None:
    """`besides`: what the lab did to brokers, of which truth.json tells no moment."""
    with unpacked(RECORDED / f"{name}.tar.xz") as folder:
        truth = json.loads((folder / "truth.json").read_text())
        diagnosis = rmqkit.diagnose(rmqkit.read(spark, str(folder / "evidence")), truth["group"])
    changes = changes_of(diagnosis.facts[truth["group"]])
    told = {(change.kind, change.subject): change.at.timestamp() for change in changes}
    done = {(kind, subject): at for kind, subject, at in (*lives(truth), *operations(truth))}
    assert set(told) == set(done) | besides
    late = {
        what: round(told[what] - at, 1) for what, at in done.items() if not 0 <= told[what] - at + 1 <= SOON[what[0]]
    }
    assert late == {}
