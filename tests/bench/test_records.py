"""Which records stand behind a queue, a client and a moment."""

import pytest

import rmqkit
from rmqkit.bench.records import (
    AROUND,
    looks_of,
    records_of_client,
    records_of_look,
    records_of_moment,
    records_of_queue,
)
from rmqkit.diagnosis.case.case import Case
from rmqkit.rocketmq import MessageQueue


@pytest.fixture(scope="module")
def collision(spark):
    evidence = rmqkit.read(spark, "data_samples/colliding-client-ids")
    return evidence, Case.of(rmqkit.diagnose(evidence).facts["groupA"])


def test_a_queue_has_a_line_in_every_look_and_with_its_holder(collision):
    evidence, case = collision
    records = records_of_queue(evidence, case, MessageQueue("topicA", "broker-a", 0))
    files = {record.file for record in records}
    assert {f"consumerProgress-groupA-{look}.txt" for look in range(1, 6)} <= files
    assert "1795257127492/172.17.0.1@9" in files
    assert "1795257127492/172.17.0.2@9" not in files
    assert all("topicA" in record.text or "broker-a" in record.text for record in records)


def test_a_client_has_its_lines_in_every_list_and_its_logs(collision):
    evidence, case = collision
    records = records_of_client(evidence, case, "172.17.0.2@9")
    lists = [record for record in records if record.file.startswith("consumerConnection")]
    assert len(lists) == 5
    assert any(record.file.endswith("rocketmq_client.log") for record in records)
    assert all("172.17.0.2@9" in record.text for record in lists)


def test_records_stand_in_the_order_of_their_moments_and_quote_what_was_printed(collision):
    evidence, case = collision
    look = looks_of(case)[0]
    records = records_of_look(evidence, case, look)
    moments = [record.at for record in records if record.at]
    assert moments == sorted(moments)
    own = [record for record in records if record.file == look.name]
    assert len(own) >= 16
    assert all(evidence.printed_lines([(record.file, record.line)])[record.file, record.line] == record.text
               for record in own)  # fmt: skip


def test_a_moment_shows_nothing_of_other_times(collision):
    evidence, case = collision
    moment = looks_of(case)[0].at
    records = records_of_moment(evidence, case, moment)
    # Of many alike log records the first is shown, when the first or the last of them was written then.
    single = [record for record in records if record.times == 1 and record.at]
    assert single
    assert all(abs(record.at - moment) <= AROUND for record in single)
