"""Settings beside what was seen: what each says of it, and that none says anything alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import rmqkit
from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.settings_written import settings_written
from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import Answer, GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.findings.groups import well
from tests.diagnosis.findings.said import GROUP, facts, found, record, status_of

ADDRESS = Setting("broker.conf", 4, "broker", None, "brokerIP1", "172.17.0.3")
NO_SQL = Setting("broker.conf", 5, "broker", None, "enablePropertyFilter", "false")
NO_TOPICS = Setting("broker.conf", 6, "broker", None, "autoCreateTopicEnable", "false")
NO_GROUPS = Setting("broker.conf", 7, "broker", None, "autoCreateSubscriptionGroup", "false")
SQL_REFUSED = "CODE: 1  DESC: The broker does not support consumer to filter message by SQL92"
NO_TOPIC = Answer("topicRoute.txt", 1, "command_failed", "topicRoute", "paid", None, 17, "No topic route info", None)


def failed(address: str) -> Event:
    """A client that cannot reach a broker."""
    return record("connection_failed", source="client", file="client.log", address=address, times=9, last=300)


def refused(code: int, raw: str = "") -> Event:
    """A client whose request was refused."""
    return record("pull_rejected", raw, source="client", file="client.log", code=code)


@pytest.mark.parametrize(
    ("case", "ids"),
    [
        pytest.param(
            facts([failed("172.17.0.3:10911")], settings=(ADDRESS,)),
            ["connection_problem"],
            id="agrees: clients fail to reach the address that brokerIP1 tells them",
        ),
        pytest.param(
            facts([failed("10.0.0.9:10911")], settings=(ADDRESS,)), [], id="silent: they fail to reach another one"
        ),
        pytest.param(
            facts([refused(1, SQL_REFUSED)], settings=(NO_SQL,)), ["start_refused"], id="agrees: SQL92 is refused"
        ),
        pytest.param(facts(answers=(NO_TOPIC,), settings=(NO_TOPICS,)), ["topic_missing"], id="agrees: no topic"),
        pytest.param(facts([refused(26)], settings=(NO_GROUPS,)), ["not_permitted"], id="agrees: no group"),
        pytest.param(facts(settings=(ADDRESS, NO_SQL, NO_TOPICS, NO_GROUPS)), [], id="too little: settings alone"),
    ],
)
def test_what_settings_say_beside_what_was_seen(case: GroupFacts, ids: Sequence[str]) -> None:
    assert [written.ids[0] for written in settings_written(Case.of(case))] == ids


def test_a_finding_cites_the_setting_that_brings_it_about() -> None:
    events = [failed("172.17.0.3:10911"), record("heartbeat_failed", source="client", file="other.log", last=300,
                                                 times=9, address="172.17.0.3:10911")]  # fmt: skip
    (finding,) = found(facts(events, settings=(ADDRESS,)), "connection_problem")
    assert ("broker.conf", 4) in [(line.file, line.line) for line in finding.evidence]
    assert "brokerIP1=172.17.0.3" in finding.why


def listener(
    name: str, topic: str, expression: str = "*", file: str = "Listeners.java", line: int = 1
) -> list[Setting]:
    """What `@RocketMQMessageListener` of one class sets."""
    values = {"consumerGroup": GROUP, "topic": topic, "selectorExpression": expression}
    return [
        Setting(file, line + n, "java", f"listener {name}", key, value, GROUP, topic)
        for n, (key, value) in enumerate(values.items())
    ]


def code(*listeners: list[Setting]) -> tuple[Setting, ...]:
    """All that pasted code sets."""
    return tuple(setting for told in listeners for setting in told)


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(
            facts(settings=code(listener("A", "paid"), listener("B", "cancelled"))),
            "suspected",
            id="too little: two listeners of one group with different topics, in code",
        ),
        pytest.param(
            facts(settings=code(listener("A", "paid", "TagA"), listener("B", "paid", "TagB"))),
            "suspected",
            id="too little: different tags, in code",
        ),
        pytest.param(
            well(settings=code(listener("A", "paid"), listener("B", "cancelled"))),
            "refuted",
            id="contradicted: the clients that run subscribe alike",
        ),
        pytest.param(facts(settings=code(listener("A", "paid"), listener("B", "paid"))), "open", id="silent: alike"),
        pytest.param(
            facts(settings=code(listener("A", "paid"), listener("B", "${topic}"))),
            "open",
            id="silent: a placeholder may be anything",
        ),
    ],
)
def test_code_that_gives_one_group_different_subscriptions(case: GroupFacts, status: str) -> None:
    assert status_of(case, "inconsistent_subscription") == status


IN_YAML = """\
spring:
  cloud:
    stream:
      rocketmq:
        binder: { name-server: "10.0.0.1:9876" }
      bindings:
        paid-in-0: { destination: paid, group: orders }
        cancelled-in-0: { destination: cancelled, group: orders }
"""
IN_PROPERTIES = """\
spring.cloud.stream.rocketmq.binder.name-server=10.0.0.1:9876
spring.cloud.stream.bindings.input.destination=paid,cancelled
spring.cloud.stream.bindings.input.group=orders
"""
IN_CODE = """\
DefaultMQPushConsumer one = new DefaultMQPushConsumer("orders");
one.subscribe("paid", "TagA");
DefaultMQPushConsumer other = new DefaultMQPushConsumer("orders");
other.subscribe("paid", "TagB");
"""


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        pytest.param("application.yml", IN_YAML, ("binding paid-in-0: paid", "cancelled"), id="bindings in YAML"),
        pytest.param("a.properties", IN_PROPERTIES, ("binding input (paid)", "cancelled"), id="in properties"),
        pytest.param("post.txt", IN_CODE, ("one (1): paid TagA", "other (3): paid TagB"), id="two consumers in code"),
    ],
)
def test_one_group_with_two_subscriptions_is_suspected_by_the_configuration_alone(
    tmp_path: Path, name: str, text: str, named: Sequence[str]
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    diagnosis = rmqkit.diagnose(rmqkit.read(None, str(tmp_path / name)))
    (finding,) = [finding for finding in diagnosis.findings if finding.id == "inconsistent_subscription"]
    assert (finding.status, finding.group) == ("suspected", "orders")
    assert not any(finding.proven for finding in diagnosis.findings if finding.id != "insufficient_evidence")
    for told in (finding, diagnosis.spoken("zh").findings[0]):
        assert all(words.split(":")[0] in told.why for words in named)
        assert told.remedy


def test_a_healthy_group_stays_so_beside_a_configuration() -> None:
    plain, beside = (verdict({GROUP: well(settings=told)}) for told in ((), (ADDRESS, NO_SQL, NO_TOPICS)))
    assert (plain.severity, plain.findings) == (beside.severity, beside.findings)
