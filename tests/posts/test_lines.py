"""Single lines as people paste them: what `diagnose` and `explain` have to say of each, and what they must not."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rmqkit
from rmqkit.cli import app
from rmqkit.diagnosis import Severity
from rmqkit.language.data_files import read_rows

GO_24 = (
    'time="2026-11-21T10:00:01+08:00" level=error msg="consumer pull message error" fields: '
    "map[CODE:24 DESC:the consumer's group info not exist group:orders]"
)
# In their file a line's end and a tab are written as in Python; behind "but not" stands what must not be said.
SAYS = [
    pytest.param(row["text"].replace("\\n", "\n").replace("\\t", "\t"), row["says"], id=row["id"])
    for row in read_rows(Path(__file__).parent / "lines.tsv", ("id", "says", "text"))
]


@pytest.fixture
def told(tmp_path):
    def tell(text: str):
        path = tmp_path / "post.txt"
        path.write_text(text + "\n", encoding="utf-8")
        return rmqkit.diagnose(rmqkit.read(None, str(path)))

    return tell


@pytest.mark.parametrize(("text", "says"), SAYS)
def test_a_line_is_told_of(told, text, says):
    says, *never = says.split(" but not ")
    verdict = told(text)
    assert verdict.severity > Severity.OK
    said = "\n".join(f"{row.event} {row.meaning} {row.remedy}" for row in verdict.messages)
    assert re.search(says, said), verdict.to_text("en")
    assert not any(re.search(each, said) for each in never), verdict.to_text("en")


def test_of_code_1_and_a_line_that_says_why_the_line_is_told(told):
    text = "org.apache.rocketmq.client.exception.MQBrokerException: CODE: 1  DESC: create mapped file failed"
    assert [row for row in told(text).messages if "failed at the request" in row.meaning] == []


def test_words_of_code_25_are_not_taken_for_those_of_code_24(told):
    text = (
        "org.apache.rocketmq.client.exception.MQBrokerException: CODE: 25  DESC: the consumer's subscription not latest"
    )
    assert [row.meaning for row in told(text).messages if "CODE 24" in row.meaning] == []


@pytest.mark.parametrize("text", [case.values[0] for case in SAYS[:7]])
def test_explain_reads_what_diagnose_reads(text):
    outcome = CliRunner().invoke(app, ["explain", "-"], input=text)
    assert outcome.exit_code == 0, outcome.output


def test_one_line_with_code_24_is_no_start(told):
    assert "harmless_startup_noise" not in {finding.id for finding in told(GO_24).findings}


def test_normal_is_not_said_of_what_fails_for_the_eleventh_time(told):
    meaning = next(row for row in told(SAYS[6].values[0]).messages if row.event == "consume_failed")
    assert meaning.normal == ""


def test_names_in_commands_have_no_quotes_and_each_command_comes_once(told):
    text = told('CODE: 26  DESC: subscription group ["orders"] does not exist, group="orders"').to_text("en")
    commands = [line.strip() for line in text.split("\n") if line.strip().startswith("mqadmin ")]
    assert len(commands) == len(set(commands)) <= 3
    assert not any(mark in command for command in commands for mark in ('"', "...", "…"))


def test_ids_that_end_in_uuids_are_no_process_ids(told):
    listed = (
        "#ClientId  #ClientAddr  #Language  #Version\n"
        "10.1.2.3@6f1c1f0e-3b1b-4c39-9d52-3a9d7f0c11aa  10.1.2.3:4000  JAVA  V4_9_3\n"
        "10.1.2.3@0b7e6c55-52a1-4d2f-8a3a-9a1f6f7f2b10  10.1.2.3:4001  JAVA  V4_9_3\n"
    )
    assert {finding.id for finding in told(listed).findings} & {"risky_client_id", "client_id_collision"} == set()


def test_the_screen_of_a_line_says_what_to_change(told):
    assert "NAMESRV_ADDR" in told("RemotingConnectException: connect to null failed").to_screen()


def test_words_of_a_text_about_other_programs_stay_refused(tmp_path):
    (tmp_path / "server.log").write_text("[kafka-7] ECONNREFUSED 10.1.1.1:9092\n", encoding="utf-8")
    with pytest.raises(rmqkit.Error, match="contains no RocketMQ output"):
        rmqkit.diagnose(rmqkit.read(None, str(tmp_path)))


def test_what_is_piped_in_says_that_it_needs_no_cluster():
    outcome = CliRunner().invoke(app, ["diagnose", "-", "--master", "local[1]"], input="CODE: 25 DESC: not latest\n")
    assert outcome.exit_code == 3
    assert "--master" in outcome.output
