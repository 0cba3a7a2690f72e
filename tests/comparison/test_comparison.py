"""Two verdicts and what differs between them; a folder under watch. No Spark and no clock."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

import rmqkit
import rmqkit.comparison
import rmqkit.diagnosis
from rmqkit.cli import app
from rmqkit.comparison import Difference, differences, differences_text, watch
from rmqkit.comparison.differences import Subject, answers
from rmqkit.comparison.watching import essence, state
from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.drawn import QueueAllocation
from rmqkit.diagnosis.finding import GroupState, Status
from rmqkit.errors import NothingUsable
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.test_collect import gathered

WELL = Diagnosis(Severity.OK, "all is well", ())
A, B, A_LATER = "10.0.0.1@7#100", "10.0.0.2@7#100", "10.0.0.1@9#200"


def at(minute: int) -> datetime:
    return datetime(2026, 11, 21, 10, minute, tzinfo=UTC)


def claimed(id_: str, *, ongoing: bool = True) -> Finding:
    """A finding as the judge leaves it."""
    return Finding(id_, "", "", Severity.CRITICAL, (), group="g", status=Status.PROVEN, ongoing=ongoing)


def row(**fields: Any) -> dict[str, Any]:
    """A row of a table on the group, as a file's only block has it."""
    return {"file": "f.txt", "block": 1, "at": at(0), "group": "g", "line": 2} | fields


def client(client_id: str, version: str = "V4_9_7", minute: int = 0) -> dict[str, Any]:
    printed = {"block": minute, "at": at(minute), "kind": "consumer_connection"}
    return row(**printed, client_id=client_id, version=version)


def queue(number: int, owner: str | None, diff: int = 0, topic: str = "t", minute: int = 0) -> dict[str, Any]:
    place = {"file": f"p{minute}.txt", "at": at(minute), "line": 2 + number, "topic": topic, "broker": "b"}
    offsets = {"broker_offset": 10 + diff, "consumer_offset": 10, "diff": diff}
    return row(**place, **offsets, queue=number, client_ip=owner, client_ip_shown=True)


def wanted(who: str | None, topic: str, expression: str = "*") -> dict[str, Any]:
    return row(file=f"{who}.txt", client_id=who, topic=topic, expression=expression)


def strategy(who: str, name: str) -> dict[str, Any]:
    value = f"org.apache.rocketmq.client.consumer.rebalance.{name}@1f2e3d"
    return row(client_id=who, key="allocateMessageQueueStrategy", value=value)


def route(read: int) -> dict[str, Any]:
    return row(kind="topic_route", topic="t", broker="b", read_queues=read, perm=6)


def model(name: str) -> dict[str, Any]:
    printed = {"block": 0, "kind": "consumer_connection", "code": None, "text": None, "topic": None, "line": 1}
    return row(**printed, message_model=name, consume_type="PUSH")


def seen(verdict: Diagnosis = WELL, **tables: list[dict[str, Any]]) -> Diagnosis:
    """A verdict on what some rows tell of the group."""
    return replace(verdict, facts=gathered(tables))


def told(before: Diagnosis, after: Diagnosis) -> list[tuple[str, str, str | None, str | None]]:
    return [(str(one.subject), one.what, one.before, one.after) for one in differences(before, after)]


DIFFERENCES = [
    pytest.param(
        {"connections": [client(A)]},
        {"connections": [client(A), client(B)]},
        [("client", "client", None, B)],
        id="a client came",
    ),
    pytest.param(
        {"connections": [client(A), client(B)]},
        {"connections": [client(A)]},
        [("client", "client", B, None)],
        id="a client went",
    ),
    pytest.param(
        {"connections": [client(A)]},
        {"connections": [client(A_LATER, "V5_3_3")]},
        [("client", "client", A, A_LATER), ("version", A_LATER, "V4_9_7", "V5_3_3")],
        id="a client was restarted with another version",
    ),
    pytest.param(
        {"connections": [client(A)]},
        {},
        [],
        id="a folder without a list of clients tells nothing of them",
    ),
    pytest.param(
        {"connections": [client(A), client(B, minute=1)]},
        {"connections": [client(B)]},
        [],
        id="only the newest look counts",
    ),
    pytest.param(
        {"subscriptions": [wanted(A, "t"), wanted(A, "u")]},
        {"subscriptions": [wanted(A, "t", "TagA")]},
        [("subscription", f"{A}: t", "*", "TagA"), ("subscription", f"{A}: u", "*", None)],
        id="a client wants less",
    ),
    pytest.param(
        {"connections": [client(A)], "subscriptions": [wanted(A, "t")]},
        {"connections": [client(A_LATER)], "subscriptions": [wanted(A_LATER, "u")]},
        [
            ("client", "client", A, A_LATER),
            ("subscription", f"{A_LATER}: t", "*", None),
            ("subscription", f"{A_LATER}: u", None, "*"),
        ],
        id="a restarted client wants something else",
    ),
    pytest.param(
        {"progress": [*(queue(number, "10.0.0.1") for number in range(3)), queue(3, None)]},
        {"progress": [*(queue(number, "10.0.0.2") for number in range(3)), queue(3, None)]},
        [("owner", "t b 0-2", "10.0.0.1", "10.0.0.2")],
        id="queues changed hands",
    ),
    pytest.param(
        {"progress": [queue(0, "10.0.0.1")]},
        {"progress": [queue(0, None)]},
        [("owner", "t b 0", "10.0.0.1", "nobody")],
        id="a queue lost its owner",
    ),
    pytest.param(
        {"progress": [queue(0, "x", 5), queue(1, "x", 6)]},
        {"progress": [queue(0, "x", 1), queue(1, "x", 1)]},
        [("lag", "t", "11", "2")],
        id="less waits",
    ),
    pytest.param(
        {"progress": [queue(0, "x", 3), queue(0, "x", 4, "u", minute=1)]},
        {"progress": [queue(0, "x", 3), queue(0, "x", 4, "u")]},
        [],
        id="topics that alternate are each taken at their newest look",
    ),
    pytest.param(
        {"client_properties": [strategy(A, "AllocateMessageQueueAveragely")]},
        {"client_properties": [strategy(A, "AllocateMessageQueueAveragelyByCircle")]},
        [
            ("strategy", who, "AllocateMessageQueueAveragely", "AllocateMessageQueueAveragelyByCircle")
            for who in (A, "all clients")
        ],
        id="another strategy",
    ),
    pytest.param(
        {"client_properties": [strategy(A, "AVG")]},
        {"client_properties": [strategy(A, "AllocateMessageQueueAveragely")]},
        [],
        id="the same strategy by the name that logs print and by its class",
    ),
    pytest.param(
        {"connections": [client(A)], "answers": [model("CLUSTERING")]},
        {"connections": [client(A)], "answers": [model("BROADCASTING")]},
        [("model", "model", "CLUSTERING, PUSH", "BROADCASTING, PUSH")],
        id="another model",
    ),
    pytest.param(
        {"topic_queues": [route(8)]},
        {"topic_queues": [route(4)]},
        [("queues", "t on b", "8", "4")],
        id="fewer queues may be read",
    ),
]


@pytest.mark.parametrize(("before", "after", "expected"), DIFFERENCES)
def test_what_changed(before, after, expected):
    assert told(seen(**before), seen(**after)) == expected
    assert told(seen(**before), seen(**before)) == []


def test_verdicts_are_told_first():
    findings = (claimed("orphan_queues"), claimed("risky_client_id", ongoing=False))
    sick = replace(WELL, severity=Severity.CRITICAL, findings=findings)
    found = told(seen(connections=[client(A)]), seen(sick, connections=[client(B)]))
    assert [subject for subject, *_ in found] == ["verdict", "finding", "client", "client"]


def test_what_is_over_in_the_one_is_told_where_it_goes_on_in_the_other():
    """What only shows that something was once there is nothing that came."""
    people = {"connections": [client(A)]}
    found = ((), (claimed("orphan_queues", ongoing=False),), (claimed("orphan_queues"),))
    nothing, over, sick = (seen(replace(WELL, findings=each), **people) for each in found)
    states = "CRITICAL, proven", "CRITICAL, proven, ended"
    assert told(sick, over) == [("finding", "orphan_queues", *states)]
    assert told(nothing, over) == told(over, nothing) == []


HEALTHY = {"g": GroupState(Severity.OK, clients=1)}
OF_TWO = {"g": GroupState(clients=2)}
SUSPECTED = replace(claimed("orphan_queues"), status=Status.SUSPECTED)
FOUND = replace(WELL, findings=(claimed("orphan_queues"),), groups=OF_TWO)
SOMEBODY = {"connections": [client(A)]}
ANSWERS = [
    pytest.param(
        seen(FOUND, **SOMEBODY),
        seen(replace(WELL, groups=HEALTHY), **SOMEBODY),
        "Fixed: no problem is ongoing; 1 client is connected (2 before).",
        id="what was proven is fixed where the group is proven healthy",
    ),
    pytest.param(
        seen(FOUND, **SOMEBODY),
        seen(WELL, **SOMEBODY),
        "Undecided: no harm is proven, and the group is not proven healthy.",
        id="what is not found any more is not fixed for that",
    ),
    pytest.param(
        seen(FOUND, **SOMEBODY),
        seen(replace(WELL, findings=(SUSPECTED,)), **SOMEBODY),
        "Undecided: queues without a consumer suspected.",
        id="what is suspected is neither",
    ),
    pytest.param(
        seen(FOUND, **SOMEBODY),
        seen(FOUND, **SOMEBODY),
        "Not fixed: queues without a consumer ongoing.",
        id="what goes on is not fixed",
    ),
    pytest.param(
        seen(FOUND, progress=[queue(0, None, minute=9)]),
        seen(replace(WELL, groups=HEALTHY), progress=[queue(0, "10.0.0.1")]),
        "Undecided: the evidence of the second folder ends before that of the first. Give the earlier folder first.",
        id="evidence of before shows nothing fixed",
    ),
    pytest.param(
        seen(**SOMEBODY),
        seen(connections=[client(A) | {"group": "h"}]),
        "There is nothing to compare, since no consumer group is in both folders (before: g; after: h).",
        id="other groups are no answer",
    ),
]


@pytest.mark.parametrize(("before", "after", "expected"), ANSWERS)
def test_whether_it_is_fixed_is_said_first(before, after, expected):
    assert answers(before, after) == [expected]
    assert differences_text([], before, after).replace("\n", " ").startswith(expected)


def test_a_queue_that_no_snapshot_listed_has_a_reader_again():
    unlisted, read = (
        [QueueAllocation(MessageQueue("t", "b", at), (), seen, state, None, None, None) for at in range(3)]
        for seen, state in ((None, "orphan"), (("10.0.0.1",), "owned"))
    )
    before = seen(replace(FOUND, groups={}, allocation={"g": unlisted}), **SOMEBODY)
    progress = [queue(number, "10.0.0.1") for number in range(3)]
    after = seen(replace(WELL, groups=HEALTHY, allocation={"g": read}), **SOMEBODY, progress=progress)
    assert answers(before, after) == ["Fixed: t b 0-2 have a consumer again; no problem is ongoing."]
    assert ("owner", "t b 0-2", "nobody", "10.0.0.1") in told(before, after)


def test_only_one_group_is_compared_where_one_is_named():
    before, after = (seen(connections=[client(who), client(who) | {"group": "h"}]) for who in (A, B))
    assert {one.group for one in differences(before, after, "h")} == {"h"}


def test_text_of_evidence_steers_no_terminal():
    before, after = WELL, replace(WELL, headline="\x1b]0;x\x07")
    found = [Difference(Subject.CLIENT, "g\x1b[2J", "client", "a\r\x1b[31m", "b\u202e")]
    text = differences_text(found, before, after)
    assert not set(text) & {"\x1b", "\x07", "\r", "\u202e"}
    assert "~ a \\x1b[31m -> b\\x202e" in text


def test_many_changes_of_a_kind_are_counted():
    found = [Difference(Subject.OWNER, "g", f"t b {number}", "x", "y") for number in range(25)]
    assert differences_text(found, WELL, WELL).endswith("... and 5 more (--json has all)")


class Folder:
    """A folder that changes between looks, and a clock that stands still but for sleeping."""

    def __init__(self, path: Path, steps: list[Callable[[Path], object]]) -> None:
        self.path, self.steps, self.now = path, steps, 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        if self.steps:
            self.steps.pop(0)(self.path)

    def watch(self, verdicts: list[Any], longest: float = 100.0) -> tuple[list[Any], list[str], int]:
        """What was shown, what was told, and how often the folder was judged."""
        shown: list[Any] = []
        said: list[str] = []
        judged = []

        def judge() -> Any:
            judged.append(self.now)
            verdict = verdicts[min(len(judged), len(verdicts)) - 1]
            if isinstance(verdict, Exception):
                raise verdict
            return verdict

        def show(before: Any, after: Any) -> None:
            assert before is (shown[-1] if shown else None)
            shown.append(after)

        watch(self.path, judge, show, said.append, 10, longest, lambda: self.now, self.sleep)
        return shown, said, len(judged)


SICK = Diagnosis(Severity.CRITICAL, "sick", (claimed("orphan_queues"),))


def write(name: str, text: str = "x") -> Callable[[Path], object]:
    return lambda path: (path / name).write_text(text)


def nothing(path: Path) -> None:
    """Time passes."""


def test_a_folder_that_stays_as_it_is_is_judged_once(tmp_path: Path):
    shown, _, judged = Folder(tmp_path, []).watch([SICK])
    assert (shown, judged) == ([SICK], 1)


def test_a_file_that_came_is_judged_once_it_stays_as_it_is(tmp_path: Path):
    steps = [write("a"), write("a", "xx"), write("a", "xxx"), nothing]
    shown, _, judged = Folder(tmp_path, steps).watch([WELL, SICK])
    assert (shown, judged) == ([WELL, SICK], 2)


def test_the_same_verdict_is_shown_once(tmp_path: Path):
    other_words = replace(SICK, headline="in other words")
    shown, _, judged = Folder(tmp_path, [write("a"), nothing]).watch([SICK, other_words])
    assert (shown, judged) == ([SICK], 2)


def test_an_empty_folder_is_waited_for(tmp_path: Path):
    shown, said, judged = Folder(tmp_path, [write("a"), nothing]).watch([NothingUsable("empty"), SICK])
    assert (shown, judged) == ([SICK], 2)
    assert "empty" in said[0]


def test_a_watch_ends_after_its_time(tmp_path: Path):
    folder = Folder(tmp_path, [])
    folder.watch([WELL], longest=35.0)
    assert folder.now == 30.0


def test_a_change_of_scope_is_another_verdict():
    wider = replace(SICK, findings=(replace(claimed("orphan_queues"), queues=(MessageQueue("t", "b", 1),)),))
    assert essence(SICK) != essence(wider)
    assert essence(SICK) == essence(replace(SICK, headline="x"))


def test_the_state_changes_with_each_write(tmp_path: Path):
    states = {state(tmp_path)}
    for step in (write("a"), write("b"), write("a", "longer"), lambda path: (path / "b").unlink()):
        step(tmp_path)
        states.add(state(tmp_path))
    assert len(states) == 5


SAMPLES = Path(__file__).parents[2] / "data_samples"


@pytest.fixture
def on_one_session(spark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line uses the session of the tests."""
    monkeypatch.setattr(rmqkit, "session", lambda **_: spark)


def test_two_samples_differ_in_what_is_known_of_them(on_one_session: None):
    before, after = str(SAMPLES / "healthy"), str(SAMPLES / "two-topics-one-group")
    done = CliRunner().invoke(app, ["diff", before, after, "-g", "groupA", "--json"])
    assert done.exit_code == 1, done.stderr
    found = json.loads(done.stdout)["changes"]
    verdicts = {"before": "OK", "after": "CRITICAL"}
    assert found[0] == {"subject": "verdict", "group": None, "what": "severity", **verdicts}
    assert {"inconsistent_subscription", "orphan_queues"} <= {change["what"] for change in found}
    assert {change["subject"] for change in found} >= {"client", "owner", "lag"}


def test_a_sample_does_not_differ_from_itself(on_one_session: None):
    done = CliRunner().invoke(app, ["diff", str(SAMPLES / "healthy"), str(SAMPLES / "healthy")])
    assert done.exit_code == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("Nothing else")


def test_ctrl_c_ends_the_watch_cleanly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(rmqkit.comparison, "watch", interrupt)
    done = CliRunner().invoke(app, ["watch", str(tmp_path)])
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.endswith("Stopped\n")


def test_the_watch_prints_a_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    verdict = Diagnosis(Severity.OK, "all is well", ())
    monkeypatch.setattr(rmqkit, "session", lambda **_: "spark")
    monkeypatch.setattr(rmqkit, "read", lambda *_, **__: SimpleNamespace(rows=lambda _table: []), raising=False)
    monkeypatch.setattr(rmqkit, "diagnose", lambda *_, **__: verdict, raising=False)
    monkeypatch.setattr(Diagnosis, "to_text", lambda self, lang="en", **_: f"{lang}: {self.severity}")
    done = CliRunner().invoke(app, ["watch", str(tmp_path), "--every", "0.1", "--for", "0.3", "--lang", "zh"])
    assert (done.exit_code, done.stdout) == (0, "zh: OK\n")
