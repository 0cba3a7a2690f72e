"""The command line against an engine that answers at once: exit codes, streams, options, failures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner, Result

import rmqkit.cli.commands
import rmqkit.cli.options
import rmqkit.cli.run
import rmqkit.diagnosis
import rmqkit.evidence
import rmqkit.report
from rmqkit.cli import app
from rmqkit.cli.commands import ledger_text
from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.finding import Status
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.errors import EvidenceNotFound, JavaNotFound, NothingUsable, UnknownGroup
from rmqkit.language import read_toml

LEDGER_ROW = {
    "file": "broker-a/broker.log",
    "kind": "broker_log",
    "lines": 10,
    "rows": 5,
    "noise": 1,
    "blank": 1,
    "continuation": 1,
    "unparsed": 2,
    "first_unparsed": "??? what is this",
    "problem": None,
}


class Engine:
    """Stands for everything behind the command line; keeps the words that it was called with."""

    def __init__(self) -> None:
        self.severity = Severity.OK
        self.findings: tuple[Finding, ...] = ()
        self.failure: BaseException | None = None
        self.unusable = False
        self.asked: dict[str, Any] = {}

    def session(self, **options: Any) -> str:
        self.asked.update(options)
        return "spark"

    def lazy_session(self) -> str:
        return "spark when it is needed"

    def read(self, spark: str, folder: str, **options: Any) -> Engine:
        self.asked.update(spark=spark, folder=folder, **options)
        if self.failure:
            raise self.failure
        return self

    def diagnose(self, evidence: Engine, group: str | None = None, *, in_short: bool) -> Diagnosis:
        self.asked.update(group=group, in_short=in_short)
        return Diagnosis(self.severity, "消费组 groupA: 16 of 32 queues are read by nobody", self.findings)

    def ledger_rows(self) -> list[dict[str, Any]]:
        return [LEDGER_ROW]

    def unknown_lines(self) -> list[Any]:
        return []

    def save(self, folder: str) -> None:
        self.asked.update(save=folder)

    def require_usable(self) -> None:
        if self.unusable:
            raise NothingUsable("None of 1 files holds anything that RocketMQ prints.")

    def write_report(self, folder: str, output: Path, **options: Any) -> Path:
        self.asked.update(options, folder=folder, output=output)
        if self.failure:
            raise self.failure
        return output


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    engine = Engine()
    monkeypatch.setattr(rmqkit, "session", engine.session)
    for command in (rmqkit.cli.run, rmqkit.cli.commands):
        monkeypatch.setattr(command, "refuse_missing", lambda folder: None)
    monkeypatch.setattr(rmqkit.cli.run, "lazy_session", engine.lazy_session)
    monkeypatch.setattr(rmqkit, "read", engine.read, raising=False)
    monkeypatch.setattr(rmqkit.diagnosis, "diagnose", engine.diagnose)
    monkeypatch.setattr(rmqkit.report, "write_report", engine.write_report, raising=False)
    monkeypatch.setattr(Diagnosis, "to_screen", lambda self, lang="en", **_: f"{lang}: {self.severity}")
    return engine


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


@pytest.mark.parametrize(("words", "code"), [([], 3), (["--fail-on", "notice"], 1)])
def test_a_notice_beside_what_is_undecided_does_not_pass(engine: Engine, words: list[str], code: int) -> None:
    unknown = Finding("insufficient_evidence", "", "", Severity.UNKNOWN, (), group="g", status=Status.PROVEN)
    engine.severity, engine.findings = Severity.NOTICE, (unknown,)
    assert run("diagnose", "folder", *words).exit_code == code


@pytest.mark.parametrize(
    ("severity", "words", "code"),
    [
        pytest.param(Severity.OK, [], 0, id="healthy is 0"),
        pytest.param(Severity.NOTICE, [], 0, id="a notice is below the default level"),
        pytest.param(Severity.WARNING, [], 1, id="a warning is at the default level"),
        pytest.param(Severity.CRITICAL, [], 1, id="critical is above the default level"),
        pytest.param(Severity.WARNING, ["--fail-on", "critical"], 0, id="a warning is below critical"),
        pytest.param(Severity.CRITICAL, ["--fail-on", "critical"], 1, id="critical is at critical"),
        pytest.param(Severity.NOTICE, ["--fail-on", "notice"], 1, id="a notice is at notice"),
        pytest.param(Severity.OK, ["--fail-on", "notice"], 0, id="healthy is below every level"),
        pytest.param(Severity.UNKNOWN, [], 3, id="unknown is 3"),
        pytest.param(Severity.UNKNOWN, ["--fail-on", "critical"], 3, id="unknown is 3 whatever the level"),
    ],
)
def test_the_exit_code_tells_the_severity(engine: Engine, severity: Severity, words: list[str], code: int) -> None:
    engine.severity = severity
    result = run("diagnose", "folder", *words)
    assert result.exit_code == code
    assert result.stdout == f"en: {severity}\n"


@pytest.mark.parametrize(
    ("failure", "line"),
    [
        pytest.param(EvidenceNotFound("No such folder: x."), "rmqkit: No such folder: x.", id="a missing path"),
        pytest.param(NothingUsable("The folder is empty."), "rmqkit: The folder is empty.", id="an empty folder"),
        pytest.param(UnknownGroup("Group 'g' is not there."), "rmqkit: Group 'g' is not there.", id="an unknown group"),
        pytest.param(JavaNotFound("Install this."), "rmqkit: Install this.", id="no Java"),
        pytest.param(
            ValueError("bad\nand long"), "rmqkit: ValueError: bad (--debug shows where)", id="a failure of rmqkit"
        ),
        pytest.param(KeyError(), "rmqkit: KeyError:  (--debug shows where)", id="a failure without a word"),
    ],
)
@pytest.mark.parametrize("command", ["scan", "diagnose", "report"])
def test_a_failure_is_one_line_on_stderr_and_code_2(
    engine: Engine, failure: Exception, line: str, command: str
) -> None:
    engine.failure = failure
    result = run(command, "folder")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.splitlines()[-1] == line
    assert "Traceback" not in result.stderr


NOTICE_AND_WARNING = """
import warnings
from rmqkit.cli.outcome import short_failures
from rmqkit.errors import ColumnsNotKept
with short_failures(debug=False):
    warnings.warn("nothing is kept", ColumnsNotKept)
    warnings.warn("of somebody else", UserWarning)
"""


def test_a_notice_is_one_line_on_stderr_and_no_failure() -> None:
    """In a process of its own: pytest shows warnings in its own way."""
    ended = subprocess.run([sys.executable, "-c", NOTICE_AND_WARNING], capture_output=True, text=True, check=True)
    own, others, *_ = ended.stderr.splitlines()
    assert own == "nothing is kept"
    assert others.endswith("UserWarning: of somebody else")


def test_debug_shows_the_traceback_before_the_line(engine: Engine) -> None:
    engine.failure = ValueError("bad")
    result = run("diagnose", "folder", "--debug")
    assert result.exit_code == 2
    assert "Traceback" in result.stderr
    assert result.stderr.splitlines()[-1] == "rmqkit: ValueError: bad"


def test_an_interrupt_is_no_verdict(engine: Engine) -> None:
    engine.failure = KeyboardInterrupt()
    assert run("diagnose", "folder").exit_code == 130


def test_json_stands_alone_on_stdout_and_progress_on_stderr(engine: Engine) -> None:
    result = run("diagnose", "folder", "--json")
    assert json.loads(result.stdout)["headline"].startswith("消费组")
    assert "消费组" in result.stdout
    assert "Reading folder" in result.stderr
    assert engine.asked["in_short"] is False, "JSON holds all of it"


def test_every_option_reaches_the_engine(engine: Engine) -> None:
    run("diagnose", "a folder", "-g", "g", "--zone", "Asia/Shanghai", "--master", "local[3]")
    assert engine.asked == {
        "spark": "spark",
        "folder": "a folder",
        "group": "g",
        "in_short": True,
        "zone": "Asia/Shanghai",
        "cache": None,
        "keeps": False,
        "templates": False,
        "master": "local[3]",
        "remote": None,
    }
    run("scan", "folder", "--remote", "sc://127.0.0.1")
    assert engine.asked["remote"] == "sc://127.0.0.1"
    assert run("diagnose", "folder", "--lang", "zh").stdout == "zh: OK\n"


@pytest.mark.parametrize("command", ["scan", "diagnose"])
def test_without_a_named_spark_none_starts_before_it_is_needed(engine: Engine, command: str) -> None:
    run(command, "folder")
    assert engine.asked["spark"] == "spark when it is needed"
    assert "master" not in engine.asked


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        pytest.param(["scan", "folder"], {"cache": None, "keeps": False}, id="one question keeps nothing"),
        pytest.param(["scan", "folder"], {"templates": True}, id="scan tells of unknown lines"),
        pytest.param(["scan", "folder", "--json"], {"templates": False}, id="its JSON does not"),
        pytest.param(["diagnose", "folder"], {"templates": False}, id="nor does a verdict"),
        pytest.param(["scan", "folder", "--cache", "c"], {"cache": "c", "keeps": True}, id="scan keeps in the cache"),
        pytest.param(
            ["diagnose", "folder", "--cache", "c"], {"cache": "c", "keeps": True}, id="diagnose keeps in the cache"
        ),
        pytest.param(
            ["scan", "folder", "--save", "out"], {"cache": None, "keeps": True, "save": "out"}, id="what is saved stays"
        ),
    ],
)
def test_columns_are_kept_where_they_are_asked_for(engine: Engine, words: list[str], kept: dict[str, Any]) -> None:
    assert run(*words).exit_code == 0
    assert {name: engine.asked.get(name) for name in kept} == kept


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["diagnose"], id="no folder"),
        pytest.param(["diagnose", "folder", "--zone", "Mars/Olympus"], id="a zone that does not exist"),
        pytest.param(["diagnose", "folder", "--zone", "../etc/passwd"], id="a zone that is a path"),
        pytest.param(["diagnose", "folder", "--fail-on", "never"], id="a level that does not exist"),
        pytest.param(["diagnose", "folder", "--lang", "fr"], id="a language that is not spoken"),
        pytest.param(["repair", "folder"], id="a command that does not exist"),
    ],
)
def test_a_wrong_word_is_code_2_before_anything_starts(engine: Engine, words: list[str]) -> None:
    assert run(*words).exit_code == 2
    assert engine.asked == {}


def test_scan_shows_the_ledger_and_what_nobody_understood(engine: Engine) -> None:
    result = run("scan", "folder")
    assert result.exit_code == 0
    head, row, total, _, unparsed = result.stdout.splitlines()
    assert head.split() == ["file", "kind", "lines", "rows", "noise", "blank", "continuation", "unparsed"]
    assert row.split() == ["broker-a/broker.log", "broker_log", "10", "5", "1", "1", "1", "2"]
    assert total.split() == ["1", "files", "10", "5", "1", "1", "1", "2"]
    assert unparsed == "broker-a/broker.log: first unparsed line: ??? what is this"


def test_scan_shows_the_ledger_of_useless_files_too(engine: Engine) -> None:
    engine.unusable = True
    result = run("scan", "folder", "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout) == [LEDGER_ROW]
    assert result.stderr.endswith("rmqkit: None of 1 files holds anything that RocketMQ prints.\n")


def test_the_ledger_of_nothing_is_a_head_and_zeros() -> None:
    assert ledger_text([]).splitlines()[1].split() == ["0", "files", "0", "0", "0", "0", "0", "0"]


def test_report_writes_where_it_is_told_and_says_where(engine: Engine, tmp_path: Path) -> None:
    result = run("report", "folder", "-o", str(tmp_path / "r.html"), "-g", "g", "--lang", "zh", "--zone", "UTC")
    assert result.exit_code == 0
    assert f"报告：{tmp_path / 'r.html'}" in result.stdout
    assert engine.asked["output"] == tmp_path / "r.html"
    assert engine.asked["group"] == "g"
    assert engine.asked["lang"] == "zh"


@pytest.mark.parametrize("finding_id", sorted(BY_ID))
def test_every_finding_is_explained(finding_id: str) -> None:
    result = run("explain", finding_id)
    assert result.exit_code == 0
    for sentence in (BY_ID[finding_id].what, BY_ID[finding_id].confirm, *BY_ID[finding_id].remedy):
        assert "".join(sentence.split()) in "".join(result.stdout.split())


@pytest.mark.parametrize(
    ("word", "code", "says"),
    [
        pytest.param("CODE_17", 0, "TOPIC_NOT_EXIST", id="a code as constants are written"),
        pytest.param("lag", 3, "consumer_slow", id="a symptom"),
        pytest.param("消费堆积", 3, "consumer_slow", id="a symptom in Chinese"),
        pytest.param("duplicate", 3, "client_id_collision", id="messages that arrive twice"),
        pytest.param("consumer_slwo", 2, "Did you mean consumer_slow", id="a finding with a typing error"),
        pytest.param("collision", 2, "Did you mean client_id_collision", id="a part of a finding's name"),
        pytest.param("nonsense", 2, "A symptom can be given as one word, e.g. lag", id="nothing that is known"),
    ],
)
def test_explain_knows_codes_symptoms_and_near_names(word: str, code: int, says: str) -> None:
    told = run("explain", word)
    assert told.exit_code == code
    assert says in told.stdout + told.stderr
    assert "revive_behind" not in told.stdout + told.stderr, "findings that nobody asked about"


def test_help_lists_every_command_with_its_whole_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = run("--help").stdout
    assert "..." not in told.partition("Commands:")[2]
    assert max(map(len, told.splitlines())) <= 80


def test_a_folder_that_may_not_be_opened_is_named_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "consumerProgress.txt").write_text("x")
    monkeypatch.setattr(os, "access", lambda *_: False)
    told = run("diagnose", str(tmp_path))
    assert told.exit_code == 2
    assert f"This user has no permission to read {tmp_path}" in told.stderr
    assert "consumerProgress" not in told.stderr


def test_the_program_starts_as_a_module_too() -> None:
    told = subprocess.run([sys.executable, "-m", "rmqkit.cli", "--help"], capture_output=True, text=True, check=True)
    assert [word for word in ("scan", "diagnose", "report", "explain") if word not in told.stdout] == []


def test_the_card_alone_is_printed_where_it_is_asked_for(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Diagnosis, "to_brief", lambda self, lang="en": f"card in {lang}")
    assert run("diagnose", "folder", "--brief", "--lang", "zh").stdout == "card in zh\n"


def test_the_program_tells_its_version() -> None:
    assert run("--version").stdout == f"rmqkit {rmqkit.__version__}\n"


@pytest.mark.parametrize("words", [["-h"], ["diagnose", "-h"], ["report", "-h"]])
def test_help_has_a_short_name(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 0
    assert "Usage" in result.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        pytest.param(["report", "folder", "-o", "{tmp}/none/r.html"], "mkdir -p", id="a report into no folder"),
        pytest.param(["report", "folder", "-o", "{tmp}"], "is a folder", id="a report in a folder's place"),
        pytest.param(["report", "folder", "-o", "{tmp}/" + 300 * "r"], "choose another file", id="too long a name"),
        pytest.param(["diagnose", "folder", "--junit", "{tmp}/none/j.xml"], "mkdir -p", id="JUnit into no folder"),
        pytest.param(
            ["report", "folder", "--junit", "/proc/j.xml"], "choose another file", id="JUnit where no file may be"
        ),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_anything_starts(
    engine: Engine, tmp_path: Path, words: list[str], told: str
) -> None:
    result = run(*(word.format(tmp=tmp_path) for word in words))
    assert result.exit_code == 2
    assert told in " ".join(result.stderr.split())
    assert engine.asked == {}


def test_a_verdict_is_told_although_its_file_cannot_be_written_any_more(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(told: Any, path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rmqkit.report.junit.write_junit", full)
    result = run("diagnose", "folder", "--junit", str(tmp_path / "junit.xml"))
    assert result.exit_code == 2
    assert result.stdout == "en: OK\n"
    assert "No space left on device" in result.stderr


@pytest.mark.parametrize("words", [["diagnose", "--master", "local[1]"], ["report"]], ids=" ".join)
def test_a_mistyped_folder_is_refused_before_spark_with_what_was_meant(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "incident-42").mkdir()
    result = run(*words, str(tmp_path / "incidnet-42"))
    assert result.exit_code == 2
    assert f"Did you mean {tmp_path / 'incident-42'}?" in result.stderr
    assert "Spark" not in result.stderr


def test_every_row_of_the_table_of_options_is_a_parameter() -> None:
    program = get_command(app)
    parameters = {(name, param.name) for name, one in program.commands.items() for param in one.params}
    parameters |= {("all", param.name) for one in (program, *program.commands.values()) for param in one.params}
    table = read_toml(Path(rmqkit.cli.options.__file__).with_suffix(".toml"))
    assert {(command, name) for command, rows in table.items() for name in rows} <= parameters
    assert {name for _, name in parameters} - {name for rows in table.values() for name in rows} == set()
