"""The door for agents, asked by the SDK's own client: a real process, its standard input and
output.
"""

import asyncio
import json
import os
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from typer.testing import CliRunner

import rmqkit
from rmqkit.cli import app
from rmqkit.errors import Error
from rmqkit.mcp import answers
from rmqkit.mcp.desk import Roots
from rmqkit.mcp.looking import Database, Wanted, found_lines
from rmqkit.tables import logs

SAMPLES = Path(__file__).parents[2] / "data_samples"
SAMPLE = "two-topics-one-group"
TOOLS = {
    "try_hypothesis",
    "brief",
    "scan",
    "diagnose",
    "explain",
    "what_would_decide",
    "evidence_lines",
    "lines",
    "sql",
    "plan",
}
LARGEST_ANSWER = 20_000


def asked(ask: Callable[[Client], Awaitable[Any]], *roots: Path) -> Any:
    """What `ask` gets of a server in a process of its own."""
    words = [word for root in roots or (SAMPLES,) for word in ("--root", str(root))]
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "rmqkit.cli", "mcp", *words],
        env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"},
    )

    async def run() -> Any:
        async with Client(server, read_timeout_seconds=240) as client:
            return await ask(client)

    return asyncio.run(run())


@pytest.fixture(scope="module")
def answers_on_the_sample() -> dict[str, Any]:
    """One conversation, as an agent has it: every tool once, the places taken from the answers
    before.
    """

    async def talk(client: Client) -> dict[str, Any]:
        told: dict[str, Any] = {"tools": (await client.list_tools()).tools}
        seen: list[tuple[float, str | None]] = []

        async def note(seconds: float, _: float | None, message: str | None) -> None:
            seen.append((seconds, message))

        await client.call_tool("diagnose", {"folder": SAMPLE}, progress_callback=note)
        for name, words in (
            ("scan", {"folder": SAMPLE}),
            ("diagnose", {"folder": SAMPLE}),
            ("what_would_decide", {"folder": SAMPLE, "group": "groupA"}),
            ("brief", {"folder": SAMPLE, "budget": 3000}),
            (
                "try_hypothesis",
                {"folder": SAMPLE, "hypothesis": "{clients: {C2: {id: 10.20.0.11@11274#1155099680083}}}"},
            ),
            ("explain", {"text": "inconsistent_subscription"}),
            (
                "lines",
                {"folder": SAMPLE, "contains": "remove topic <*> SubscriptionData", "file": "broker-a/broker.log"},
            ),
            ("sql", {"folder": SAMPLE, "query": "SELECT event, sum(times) FROM log_events GROUP BY event"}),
            ("plan", {"folder": "healthy", "change": "{pods: 5}", "group": "groupA"}),
        ):
            told[name] = await client.call_tool(name, words)
        cited = told["diagnose"].structured_content["findings"][0]["evidence"][0]
        told["cited"] = cited
        words = {"folder": SAMPLE, "file": cited["file"], "line": cited["line"] or 1, "width": 2}
        told["evidence_lines"] = await client.call_tool("evidence_lines", words)
        told["nonsense"] = await client.call_tool("explain", {"text": "nonsense"})
        told["exception"] = await client.call_tool(
            "explain", {"text": "CODE: 24  DESC: the consumer's group info not exist"}
        )
        told["outside"] = await client.call_tool("scan", {"folder": "/etc"})
        told["progress"] = seen
        return told

    return dict(asked(talk))


def test_who_waits_and_asks_sees_what_is_being_done(answers_on_the_sample):
    seconds, messages = zip(*answers_on_the_sample["progress"], strict=True)
    assert list(seconds) == sorted(set(seconds))
    assert messages[0] == f"Reading {SAMPLE}"
    assert messages[-1] == "Recomputing what RocketMQ did"


def test_every_tool_says_that_it_only_reads(answers_on_the_sample):
    tools = {tool.name: tool for tool in answers_on_the_sample["tools"]}
    assert tools.keys() == TOOLS
    assert all(tool.annotations.read_only_hint and not tool.annotations.destructive_hint for tool in tools.values())
    assert all(tool.description for tool in tools.values())


def test_a_verdict_comes_with_its_evidence(answers_on_the_sample):
    told = answers_on_the_sample["diagnose"].structured_content
    first = told["findings"][0]
    assert (first["id"], first["status"], first["group"]) == (
        "inconsistent_subscription",
        "proven",
        "groupA",
    )
    assert first["remedy"]
    cited = (SAMPLES / SAMPLE / first["evidence"][0]["file"]).read_text().splitlines()
    assert 1 <= (first["evidence"][0]["line"] or 1) <= len(cited)


def test_the_lines_around_a_citation_are_the_files_own(answers_on_the_sample):
    cited = answers_on_the_sample["cited"]
    told = answers_on_the_sample["evidence_lines"].structured_content
    lines = (SAMPLES / SAMPLE / cited["file"]).read_text().splitlines()
    assert told["lines_in_file"] == len(lines)
    for shown in told["lines"]:
        assert lines[shown["line"] - 1].startswith(shown["text"].split("... (")[0])
    assert cited["line"] in {shown["line"] for shown in told["lines"]}


def test_the_ledger_tells_every_file(answers_on_the_sample):
    told = answers_on_the_sample["scan"].structured_content
    assert told["read"]["unparsed"] == 0
    assert told["read"]["files"] == len([path for path in (SAMPLES / SAMPLE).rglob("*") if path.is_file()])


def test_a_finding_is_explained_and_a_change_is_planned(answers_on_the_sample):
    assert answers_on_the_sample["explain"].structured_content["remedy"]
    assert "groupA" in answers_on_the_sample["plan"].structured_content["plan"]
    assert "commands" in answers_on_the_sample["what_would_decide"].structured_content


def test_answers_are_small(answers_on_the_sample):
    sizes = {name: len(json.dumps(answers_on_the_sample[name].structured_content)) for name in TOOLS - {"plan"}}
    assert max(sizes.values()) < LARGEST_ANSWER, sizes


def test_a_mistake_is_told_with_the_way_on(answers_on_the_sample):
    nonsense, outside = answers_on_the_sample["nonsense"], answers_on_the_sample["outside"]
    assert nonsense.is_error
    assert "orphan_queues" in nonsense.content[0].text
    assert outside.is_error
    assert str(SAMPLES) in outside.content[0].text


OUTSIDE = [
    pytest.param("../secret", id="a way up"),
    pytest.param("inside/../../secret", id="a way down and up"),
    pytest.param("/etc/passwd", id="a path from the top"),
    pytest.param("~", id="a home"),
    pytest.param("hdfs://host/x", id="another file system"),
    pytest.param("file:///etc", id="a URL"),
    pytest.param("link", id="a link to a file outside"),
    pytest.param("with-a-link", id="a folder with a link outside"),
    pytest.param("missing", id="nothing at all"),
    pytest.param("inside\0", id="a NUL"),
]


@pytest.mark.parametrize("named", OUTSIDE)
def test_what_lies_outside_of_the_roots_is_refused(named, tmp_path: Path):
    root = tmp_path / "root"
    (root / "inside").mkdir(parents=True)
    (root / "with-a-link").mkdir()
    (tmp_path / "secret").write_text("x")
    (root / "link").symlink_to(tmp_path / "secret")
    (root / "with-a-link" / "further").symlink_to(tmp_path)
    with pytest.raises(Error):
        Roots.of([root]).place(named)


def test_what_lies_inside_is_found_by_each_of_its_names(tmp_path: Path):
    (tmp_path / "a" / "inside").mkdir(parents=True)
    (tmp_path / "b").mkdir()
    roots = Roots.of([tmp_path / "b", tmp_path / "a"])
    assert roots.place("inside") == (tmp_path / "a" / "inside").resolve()
    assert roots.place(str(tmp_path / "a" / "inside")) == (tmp_path / "a" / "inside").resolve()


def test_text_from_evidence_steers_nothing():
    told = answers.plain("a\x1b]0;title\x07\u202e\nb" + "x" * 500)
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert "\n" not in told
    assert len(told) < 300


def test_a_newer_and_an_older_verdict_are_both_understood():
    old = {"severity": "UNKNOWN", "headline": "h", "findings": [], "missing": [], "files": []}
    line = {"file": "f", "line": 7, "text": "t"}
    new = old | {
        "considered": [
            {
                "id": "client_id_collision",
                "group": "g",
                "status": "refuted",
                "contradicted_by": [line],
            },
            {"id": "group_offline", "group": "g", "status": "open"},
        ],
        "messages": [{"event": "pull_rejected", "group": "g", "times": 3, "meaning": "m", "state": "open"}],
        "missing": [{"need": "n", "command": "mqadmin x", "decides": ["group_offline"]}],
    }
    assert answers.verdict(old)["refuted"] == []
    assert answers.verdict(new)["refuted"] == [{"id": "client_id_collision", "group": "g", "by": [line]}]
    assert answers.verdict(new)["open"][0]["event"] == "pull_rejected"
    assert answers.deciding(new)["undecided"] == [{"id": "group_offline", "group": "g", "status": "open"}]
    assert answers.deciding(new)["commands"] == new["missing"]


def test_a_root_that_is_no_folder_is_refused_before_anything_starts(tmp_path: Path):
    done = CliRunner().invoke(app, ["mcp", "--root", str(tmp_path / "nothing")])
    assert done.exit_code == 2
    assert "--root" in done.stderr


def test_the_brief_comes_whole_and_within_its_budget(answers_on_the_sample):
    told = answers_on_the_sample["brief"].structured_content["brief"]
    assert told.startswith("# CRITICAL  groupA: 2 clients of one group subscribe to different topics")
    assert "topicA broker-b 0-7" in told
    assert len(told) <= 4 * 3_000


def test_lines_are_found_by_their_template(answers_on_the_sample):
    told = answers_on_the_sample["lines"].structured_content
    own = (SAMPLES / SAMPLE / "broker-a/broker.log").read_text().splitlines()
    fitting = [number for number, text in enumerate(own, start=1) if "remove topic " in text]
    assert [line["line"] for line in told["lines"]] == fitting[:50]
    assert told["matching"] == len(fitting)


def test_sql_counts_what_the_files_hold(answers_on_the_sample):
    told = answers_on_the_sample["sql"].structured_content
    texts = [path.read_text() for path in (SAMPLES / SAMPLE).rglob("broker.log")]
    counts = dict(told["rows"])
    assert counts["subscription_topic_removed"] == sum(text.count(" remove topic ") for text in texts)


def test_an_exception_is_explained_as_a_finding_is(answers_on_the_sample):
    (known,) = answers_on_the_sample["exception"].structured_content["known"]
    assert "24" in known["name"]
    assert known["look_at"]


@pytest.fixture(scope="module")
def database() -> Database:
    return Database(rmqkit.read(None, str(SAMPLES / "different-tags")))


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("DELETE FROM progress", id="deleting"),
        pytest.param("CREATE TABLE x (y)", id="a table of one's own"),
        pytest.param("ATTACH '/etc/passwd' AS x", id="another file"),
        pytest.param("VACUUM INTO '/tmp/rmqkit-x.db'", id="writing a file"),
        pytest.param("PRAGMA query_only=OFF", id="a setting"),
        pytest.param("SELECT load_extension('/tmp/x.so')", id="code from a file"),
        pytest.param("SELECT readfile('/etc/passwd')", id="a function that reads a file"),
        pytest.param("SELECT zeroblob(1000000000)", id="a value that fills the memory"),
        pytest.param("SELECT 1; SELECT 2", id="two statements"),
        pytest.param("SELECT * FROM nothing", id="a table that is not there"),
    ],
)
def test_sql_only_reads_the_tables(database: Database, query: str):
    with pytest.raises(Error, match="SQLite refused the query"):
        database.ask(query)


def test_sql_ends_in_time_and_says_when_there_is_more(database: Database):
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(Error, match="interrupted"):
        database.ask(endless, seconds=0.2)
    many = database.ask("SELECT a.file FROM log_events a, log_events b")
    assert many["more"]
    assert len(many["rows"]) <= 200


def test_lines_come_in_pages_by_client_and_time():
    evidence = rmqkit.read(None, str(SAMPLES / "different-tags"))
    log = (SAMPLES / "different-tags" / "client-1/rocketmq_client.log").read_text().splitlines()
    first = found_lines(evidence, Wanted(file="client-1/rocketmq_client.log"), 1, [])
    second = found_lines(evidence, Wanted(file="client-1/rocketmq_client.log"), 2, [])
    assert [len(first["lines"]), first["lines"][0]["text"]] == [50, log[0]]
    assert second["lines"][0]["line"] > first["lines"][-1]["line"]
    late = found_lines(evidence, Wanted(since="2026-11-21 10:38:00", client="10.20.0.11"), 1, [])
    assert all(line["at"] >= "2026-11-21 10:38:00" and "10.20.0.11" in line["text"] for line in late["lines"])
    with pytest.raises(Error, match="is not a time"):
        found_lines(evidence, Wanted(since="yesterday"), 1, [])


def test_lines_and_sql_find_large_logs_by_their_lines(spark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Workers read a large log in ranges, and keep it as columns."""
    monkeypatch.setattr(logs, "HERE_BYTES", 0)
    monkeypatch.setattr(logs, "RANGE_BYTES", 20_000)
    shutil.copy(SAMPLES / "different-tags" / "client-1/rocketmq_client.log", tmp_path)
    text = (tmp_path / "rocketmq_client.log").read_text().splitlines()
    evidence = rmqkit.read(spark, str(tmp_path))
    commits = found_lines(evidence, Wanted(contains="persist"), 1, [])["lines"]
    asked = Database(evidence).ask("SELECT line, raw FROM log_events ORDER BY line DESC LIMIT 1")["rows"]

    assert commits
    assert [line["text"][:200] for line in commits] == [text[line["line"] - 1][:200] for line in commits]
    assert [text[line - 1] for line, _ in asked] == [raw.splitlines()[0] for _, raw in asked]


def test_lines_of_files_that_are_no_logs_follow():
    evidence = rmqkit.read(None, str(SAMPLES / "different-tags"))
    told = found_lines(
        evidence, Wanted(contains="no such words<*>but these"), 1, [("a.txt", ["x", "no such words, but these"])]
    )
    assert told["lines"] == [{"file": "a.txt", "line": 2, "at": "", "text": "no such words, but these"}]


def test_what_an_agent_supposes_is_judged(answers_on_the_sample):
    told = answers_on_the_sample["try_hypothesis"].structured_content
    assert told["word"] == "refuted"
    assert told["contradicted_by"][0]["file"]
