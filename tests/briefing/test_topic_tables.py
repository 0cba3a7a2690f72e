"""One table for each topic: who reads, what is there, does it move; the same rows wherever it is shown."""

import pytest

import rmqkit
from rmqkit.diagnosis.render.blocks import table_text
from rmqkit.diagnosis.render.state_tables import StateTables
from rmqkit.diagnosis.timeline.epochs import state_at_end
from rmqkit.report.sections import owners
from tests.lab.recorded import RECORDED, unpacked

QUEUES, READ_BY, SEEN, THERE, COMMITTED, BEHIND, MOVES = 1, 2, 3, 4, 5, 7, 8


@pytest.fixture(scope="module")
def two_topics():
    with unpacked(RECORDED / "two_topics-5.4.0.tar.xz") as folder:
        return rmqkit.diagnose(rmqkit.read(None, str(folder / "evidence")))


@pytest.fixture(scope="module")
def tables(two_topics):
    (facts,) = two_topics.facts.values()
    return {
        table.topic: {row[0]: row for row in table.rows} for table in StateTables(state_at_end(facts)).topic_tables()
    }


def test_the_groups_own_topics_stand_before_its_retry_topic(tables):
    assert list(tables) == ["orders", "payments", "%RETRY%order-service"]


def test_a_queue_that_nobody_reads_stands(tables):
    row = tables["orders"]["broker-b"]

    assert (row[QUEUES], row[READ_BY], row[SEEN], row[MOVES]) == ("0-7", "nobody", "nobody", "stuck")
    assert (row[COMMITTED], row[BEHIND]) == ("+0", "1,056")


def test_a_queue_that_is_read_moves(tables):
    assert tables["orders"]["broker-a"][MOVES] == "moving"


def test_a_queue_that_was_never_committed_to_is_there_with_what_lies_in_it(tables):
    row = tables["payments"]["broker-a"]

    assert (row[QUEUES], row[THERE], row[COMMITTED], row[MOVES]) == ("0-7", "199 to 200 each", "", "not listed")


def test_a_retry_queue_in_which_nothing_waits_is_no_alarm(tables):
    assert tables["%RETRY%order-service"]["broker-a"][MOVES] == "idle"


def test_processes_that_share_an_id_are_told_apart():
    with unpacked(RECORDED / "collision_two_of_three-5.4.0.tar.xz") as folder:
        diagnosis = rmqkit.diagnose(rmqkit.read(None, str(folder / "evidence")))
    (facts,) = diagnosis.facts.values()
    readers = {row[READ_BY] for table in StateTables(state_at_end(facts)).topic_tables() for row in table.rows}

    assert readers == {"C1a, C1b", "C2", "nobody"}


def test_the_report_and_the_notebook_show_the_same_rows_and_who_reads_after_the_fix(two_topics):
    (facts,) = two_topics.facts.values()
    shown = owners(two_topics).text

    for table in StateTables(state_at_end(facts), drawn=two_topics.allocation[facts.group]).topic_tables():
        assert table.topic in shown
        for line in table_text(table.heads, table.rows).splitlines()[1:]:
            assert all(cell in shown for cell in line.split("  ") if cell)
    assert "after the fix" in shown


def test_the_terminal_shows_them_between_the_findings_and_what_to_do_next(two_topics):
    from rmqkit.cli.diagnose import _text

    text = _text(two_topics, "en", "-", full=True, brief=False, every_group=False)

    assert "broker-b  0-7     nobody                nobody" in text
    assert "C1  10.20.0.11@" in text
    assert text.index("flapping_subscription   ") < text.index("broker-b  0-7") < text.index("Read: ")
