"""People's words are matched with nothing: where they are all there is, the answer is one table, always the same."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

import rmqkit
from rmqkit.cli import app
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.symptoms import rows, table

WORDS = [
    pytest.param("启动第二个服务后 rocketmq 一半消息收不到", id="半消息 stands within 一半消息"),
    pytest.param("没有堆积，但是消息丢了", id="no lag holds the word lag"),
    pytest.param("I ran mqadmin consumerProgress, no messages pile up. Is DefaultMQPushConsumer to blame?", id="names"),
]


@pytest.mark.parametrize("words", WORDS)
def test_words_get_the_table_and_no_guess(words: str) -> None:
    diagnosis = rmqkit.paste(words)
    (finding,) = diagnosis.findings
    assert (finding.id, finding.severity, finding.evidence) == ("insufficient_evidence", diagnosis.severity, ())
    assert str(diagnosis.severity) == "UNKNOWN"
    assert all(str(row) in finding.why for row in rows())
    assert (diagnosis.considered, diagnosis.messages) == ((), ())
    assert diagnosis.to_text() == rmqkit.paste("ours hangs, please help", group="orders").to_text()


@pytest.mark.parametrize("command", [["diagnose", "-"], ["explain", "-"]], ids=["diagnose", "explain"])
def test_the_exit_code_is_that_of_unknown(command: list[str]) -> None:
    told = CliRunner().invoke(app, [*command, "--lang", "zh"], input="没有堆积，但是消息丢了\n")
    assert told.exit_code == 3
    assert "部分队列没有消费者：inconsistent_subscription" in told.stdout


def test_what_was_printed_is_answered_and_not_the_words_around_it() -> None:
    told = rmqkit.paste("消息丢了\nCODE: 24  DESC: the consumer's subscription not exist\n")
    assert "CODE 24" in told.to_text()
    assert table()["title"].en not in told.to_text()


def test_the_table_names_findings_and_commands() -> None:
    symptoms = table()["symptom"]
    assert {cause["id"] for symptom in symptoms for cause in symptom["causes"]} <= BY_ID.keys()
    assert all(symptom["command"].startswith("mqadmin ") for symptom in symptoms)
