"""What the program says in Chinese, whole: help, explanations, the ledger. Needs no Java."""

import pytest
from typer.testing import CliRunner, Result

from rmqkit.bench.made_up import slider_figure
from rmqkit.cli import COMMANDS, app
from rmqkit.cli.commands import ledger_text
from rmqkit.cli.explain import explanation, said
from rmqkit.comparison import differences, differences_text
from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.finding import Status
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.figures.appearance import spoken
from rmqkit.figures.rollout import rollout_figure
from rmqkit.formats.logs.catalogue import MEANINGS
from rmqkit.formats.logs.explained import explain_text
from rmqkit.formats.logs.response_codes import CODES
from rmqkit.language import in_language, say
from rmqkit.language.wrapping import columns
from rmqkit.mcp.desk import Desk, Roots
from rmqkit.plan import Situation, change_from_text, make_plan
from rmqkit.rocketmq import explain_client_id
from tests.diagnosis.findings.said import GROUP, facts, look, queue
from tests.language.english import english_in
from tests.language.test_report import strings

NAMES = [command.__name__.rstrip("_") for command in COMMANDS]


def run(*words: str) -> Result:
    return CliRunner().invoke(app, [*words])


def lines_with_english(text: str) -> list[str]:
    return [line for line in text.splitlines() if english_in(line)]


@pytest.mark.parametrize("words", [[], *([name] for name in NAMES)], ids=["rmqkit", *NAMES])
def test_help_is_chinese_wherever_the_language_is_named(words: list[str]) -> None:
    first = run("--lang", "zh", *words, "--help")
    assert (first.exit_code, lines_with_english(first.stdout)) == (0, [])
    assert first.stdout.startswith("用法：")
    assert lines_with_english(run(*words, "--help", "--lang=zh").stdout) == []
    assert "Usage:" in run(*words, "--help").stdout


@pytest.mark.parametrize("finding_id", sorted(BY_ID))
def test_a_finding_is_explained_in_chinese(finding_id: str) -> None:
    told = run("explain", finding_id, "--lang", "zh")
    # A quoted line of a log may be broken over two lines of the terminal.
    assert (told.exit_code, english_in(" ".join(told.stdout.split()))) == (0, [])
    assert told.stdout.rstrip("\n") == explanation(BY_ID[finding_id], "zh")


def test_every_message_and_code_is_explained_in_chinese() -> None:
    explained = [one for text in (*MEANINGS, *(str(row.code) for row in CODES)) for one in explain_text(text)[0]]
    assert len(explained) >= len(MEANINGS)
    assert {one.name: left for one in explained if (left := lines_with_english(said(one, "zh")))} == {}


def test_the_programs_language_is_the_commands_unless_it_has_its_own() -> None:
    chinese = run("explain", "orphan_queues", "--lang", "zh").stdout
    assert run("--lang", "zh", "explain", "orphan_queues").stdout == chinese
    assert run("--lang", "zh", "explain", "orphan_queues", "--lang", "en").stdout != chinese


def test_what_is_unknown_is_told_in_chinese_too() -> None:
    told = run("--lang", "zh", "explain", "nonsense")
    assert (told.exit_code, lines_with_english(told.stderr)) == (2, [])
    assert told.stderr.startswith("rmqkit: 无法识别 'nonsense'")


def test_the_ledger_stands_in_columns_though_chinese_is_wide() -> None:
    row = {"file": "a.log", "kind": "broker_log", "lines": 9, "rows": 1, "noise": 2, "blank": 3, "continuation": 3}
    lines = ledger_text([{**row, "unparsed": 0, "first_unparsed": None, "problem": None}], "zh").splitlines()
    assert len({columns(line) for line in lines}) == 1
    assert "未识别" in lines[0]


def test_a_plan_is_told_in_chinese() -> None:
    plan = make_plan(
        Situation("groupA", {"topicA": {"broker-a": 4, "broker-b": 4}}, 2, {"topicA": "*"}),
        change_from_text("{subscribe: {topicB: '*'}, topics: {topicB: {broker-a: 4}}}"),
    )
    told = plan.text("zh")
    assert lines_with_english(told) == []
    assert plan.text() == str(plan) != told
    assert len({columns(line) for line in told.splitlines()[2 : 3 + len(plan.ways)]}) == 1
    drawn = spoken(rollout_figure(plan), "zh").to_plotly_json()
    assert [text for text in strings(drawn) if english_in(text)] == []


def test_what_changed_is_told_in_chinese() -> None:
    finding = Finding("orphan_queues", "", "", Severity.CRITICAL, (), group=GROUP, status=Status.PROVEN, ongoing=True)
    owned, unowned = (facts(snapshots=[look(1, 0, {queue(0): (5, 0, owner)})]) for owner in ("10.0.0.1", None))
    before = Diagnosis(Severity.OK, say("Nothing in the evidence has a timestamp."), (), facts={GROUP: owned})
    after = Diagnosis(
        Severity.CRITICAL, say("Nothing in the evidence has a timestamp."), (finding,), facts={GROUP: unowned}
    )
    text = differences_text(differences(before, after), before, after, lang="zh")
    assert lines_with_english(text) == []
    assert {"之前    OK        证据中没有任何带时间的内容。", f"诊断结果  ({GROUP})"} <= set(text.splitlines())
    assert text.splitlines()[0] == "新出现的问题：没有消费者的队列仍在持续。"
    assert "  ~ paid broker-a 0: 10.0.0.1 -> 无人" in text
    assert "  + orphan_queues: CRITICAL，已证实" in text


def test_a_client_id_is_explained_in_chinese() -> None:
    for client_id in ("172.17.0.1@9", "10.0.0.1@1#2@unit@STREAM", "null@DEFAULT", "pod-a@7@1@abc", "host@name"):
        assert lines_with_english(explain_client_id(client_id).told("zh")) == []


def test_an_agents_questions_are_answered_in_the_language_of_the_server() -> None:
    told = Desk(Roots(()), lang="zh").explain("client_id_collision")
    assert told["id"] == "client_id_collision"
    assert [text for text in strings(told) if english_in(text)] == []
    assert told["what"] == in_language(BY_ID["client_id_collision"].what, "zh")


def test_pictures_of_what_if_are_drawn_in_chinese() -> None:
    drawn = spoken(slider_figure(), "zh").to_plotly_json()
    assert [text for text in strings(drawn) if english_in(text)] == []
    assert {"环形平均", "客户端数："} <= set(strings(drawn))
