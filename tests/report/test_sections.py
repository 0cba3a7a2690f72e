"""Sections and questions: what they say of a verdict, in text and HTML, in both languages."""

from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis import Diagnosis, Severity
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.finding import GroupState, Missing
from rmqkit.diagnosis.render.blocks import table
from rmqkit.figures.owners import FIXABLE
from rmqkit.report import questions, sections
from rmqkit.report.words import WORDS
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.said import look, queue
from tests.figures.diagnoses import diagnosis, finding, roster, row

FILE = {
    "file": "a<b>.txt", "kind": "consumer_progress", "lines": 1200, "rows": 1190, "noise": 5, "blank": 2,
    "continuation": 0, "unparsed": 3, "first_unparsed": "???", "problem": None,
}  # fmt: skip


def made(*findings: Any, **more: Any) -> Diagnosis:
    facts = {"groupA": GroupFacts("groupA", rosters=(roster("10.0.0.1@7", "10.0.0.1@7", "10.0.0.2@9"),))}
    rows = [row(MessageQueue("topicA", "broker-a", n), "10.0.0.1@7", diff=n) for n in range(4)]
    base = diagnosis({"groupA": rows}, findings, facts)
    return replace(base, headline="groupA: " + (findings[0].title if findings else "nothing"), **more)


def test_the_verdict_says_what_is_affected_and_what_to_do() -> None:
    block = sections.verdict(made(finding("orphan_queues", remedy=("Fix it.",), do_not=("Do not panic.",))))
    assert block.text.split("\n\n")[0] == "CRITICAL  groupA: title   [proven]"
    assert "Impact   6 messages wait in the group's queues in total" in block.text
    assert "Fix      Fix it.\nDo not   panic." in block.text
    assert "Fix it." in block.html


def test_a_healthy_verdict_says_what_was_checked() -> None:
    text = sections.verdict(made(severity=Severity.OK)).text
    assert text.startswith("OK  groupA: nothing\n")
    assert "0 of 4 queues observed with their consumer; 0 offset snapshots" in text


@pytest.mark.parametrize(
    ("behind", "told"),
    [
        pytest.param((3, 5200, 7), "5,200 messages were behind at", id="a backlog that is gone"),
        pytest.param((3, 5200, 5000), None, id="a backlog that is there"),
        pytest.param((3, 90, 7), None, id="a few that came at once"),
    ],
)
def test_a_healthy_verdict_says_how_many_messages_were_behind(behind: tuple[int, ...], told: str | None) -> None:
    looks = tuple(
        look(number, 100 * number, {queue(0): (9000, 9000 - each, None)}) for number, each in enumerate(behind)
    )
    well = made(severity=Severity.OK)
    text = sections.verdict(replace(well, facts={"groupA": replace(well.facts["groupA"], snapshots=looks)})).text
    assert (told in text) if told else ("messages were behind" not in text)


def test_groups_stand_worst_first_with_their_first_finding() -> None:
    both = made(finding("orphan_queues", "groupB"))
    three = {name: GroupFacts(name) for name in ("groupA", "groupB", "groupC")}
    both = replace(
        both, facts=three, groups=dict.fromkeys(three, GroupState()) | {"groupA": GroupState(at_best=Severity.OK)}
    )
    lines = sections.groups(both).text.splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["CRITICAL", "groupB"], ["UNKNOWN", "groupC"], ["OK", "groupA"]]
    assert "not decided by the evidence" in lines[2]


def cluster(number: int, *findings: Any) -> Diagnosis:
    names = [f"group{at:02}" for at in range(number)]
    return made(*findings, facts={name: GroupFacts(name) for name in names}, groups=dict.fromkeys(names, GroupState()))


def test_of_many_groups_a_page_shows_the_sick_ones_and_folds_the_others() -> None:
    block = sections.groups(cluster(60, finding("orphan_queues", "group07"), finding("consumer_slow", "group09")))
    shown, _, rest = block.html.partition("<details>")
    assert ["group07" in shown, "group09" in shown, "group08" in shown] == [True, True, False]
    assert "58 more groups, none of them worse" in rest
    assert len(block.text.splitlines()) == 61


@pytest.mark.parametrize(("number", "chosen", "said"), [(60, "", True), (60, "group07", False), (3, "", False)])
def test_who_opens_many_groups_is_led_to_the_notebook_of_the_cluster(number: int, chosen: str, said: bool) -> None:
    block = sections.whole_cluster(cluster(number), chosen)
    assert (block is not None and "60 consumer groups: cluster.ipynb shows all of them" in block.text) == said


def test_each_sick_group_of_a_cluster_has_the_command_that_opens_it() -> None:
    sick = cluster(9, finding("orphan_queues", "group07"))
    told = "- papermill incident.ipynb group07.ipynb -p folder 'my evidence' -p group group07"
    assert sections.commands(sick, "my evidence").text == told
    assert sections.commands(cluster(9), "x").text == "- No group has a problem."
    assert {one.group for one in sections.worst(sick, 1).findings} == {"group07"}


def test_the_ledger_shows_every_file_and_its_first_unparsed_line() -> None:
    block = sections.ledger(made(files=(FILE,)))
    assert block.text.splitlines()[1].split() == [
        "a<b>.txt", "consumer_progress", "1,200", "1,190", "5", "2", "0", "3", "???"
    ]  # fmt: skip
    assert "a&lt;b&gt;.txt" in block.html


def test_limits_name_what_is_missing_and_the_command() -> None:
    text = sections.limits(made(files=(FILE,), missing=(Missing("who subscribes", "mqadmin x"),))).text
    assert "- who subscribes: mqadmin x" in text
    assert "There is no broker.log" in text
    assert "no consumerProgress" not in text
    assert "3 lines were not parsed" in text


def test_every_fix_of_the_allocation_has_its_words() -> None:
    assert WORDS.of("fixes", "en").keys() == FIXABLE


@pytest.mark.parametrize(
    ("findings", "question", "headline", "severity"),
    [
        pytest.param(
            [finding("orphan_queues")], "partial_consumption", "groupA: title", Severity.CRITICAL,
            id="the worst finding answers the question: its headline stays",
        ),
        pytest.param(
            [finding("group_offline", "groupB"), finding("client_id_collision")], "client_id_collision",
            "groupA: title", Severity.CRITICAL, id="a later finding answers it: the headline is that one's",
        ),
        pytest.param(
            [finding("group_offline")], "client_id_collision",
            "The evidence shows no sign of client ids that several processes share. Found: group_offline (title).",
            Severity.UNKNOWN, id="nothing answers it: said so, with what was found instead, and not called healthy",
        ),
    ],
)  # fmt: skip
def test_an_answer(findings: list[Any], question: str, headline: str, severity: Severity) -> None:
    answer = questions.about(made(*findings), question)
    assert (answer.headline, answer.severity) == (headline, severity)


def test_clients_that_share_an_id_are_counted_with_their_addresses() -> None:
    lines = sections.clients(made()).text.splitlines()
    assert lines[1].split()[:5] == ["C1", "10.0.0.1@7", "2", "10.0.0.1:0,", "10.0.0.1:1"]
    assert lines[2].split()[:3] == ["C2", "10.0.0.2@9", "1"]


def test_without_a_group_the_tables_say_so() -> None:
    assert sections.clients(diagnosis()).text == "The evidence shows no client of the group."
    assert questions.overwrites(made()).text == "The evidence does not show how the subscription table changed."


def test_numbers_stand_right_and_unknown_ones_are_dashes() -> None:
    block = table(("name", "number"), [("a", 12345), ("b", None)], "none")
    assert block.text == "name  number\na     12,345\nb     -"
    assert '<td data-label="number" class="number word">12,345</td>' in block.html
