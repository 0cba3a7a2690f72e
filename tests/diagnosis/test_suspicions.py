"""What patterns become: notices whose rivals are named, no more than a reader weighs, never against what is known."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rmqkit.diagnosis import Finding, Severity, patterns, verdict
from rmqkit.diagnosis.claims import Claim, core, need
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.judge import judge
from rmqkit.diagnosis.retold import spoken
from rmqkit.diagnosis.verdict import MOST, without_slight_suspicions
from rmqkit.language import read_toml
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import IP, ONE, QUEUES, SHARES, TWO, client, lists, looks, well
from tests.diagnosis.findings.said import GROUP, facts, record

TABLE = Path(patterns.__file__).with_suffix(".toml")
SUSPECTED = [finding_id for finding_id, explanation in BY_ID.items() if explanation.suspected]
GAPS = dict(zip(QUEUES, (IP[ONE], IP[ONE], None, None), strict=True))
ALONE = facts(snapshots=looks(GAPS, standing=QUEUES[2:], times=1))


def noticed(case: GroupFacts) -> dict[str, str]:
    """Suspicions at NOTICE that go on, with why."""
    findings = verdict({GROUP: case}).findings
    mild = [finding for finding in findings if finding.severity == Severity.NOTICE and not finding.proven]
    return {finding.id: finding.why for finding in mild if finding.ongoing and finding.id in SUSPECTED}


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(
            ALONE, {"inconsistent_subscription", "client_id_collision"}, id="agrees: one look whose half names nobody"
        ),
        pytest.param(
            facts(snapshots=ALONE.snapshots, rosters=lists(ONE, TWO)),
            {"inconsistent_subscription"},
            id="contradicted: a list has each id once, so no ids collide",
        ),
        pytest.param(
            well(running=(client(ONE, *QUEUES[:2]), client(TWO)), snapshots=looks(GAPS, standing=QUEUES[2:])),
            set(),
            id="contradicted: all members say that they subscribe alike, by one strategy",
        ),
        pytest.param(well(), set(), id="silent: a healthy group"),
        pytest.param(
            facts(snapshots=looks(SHARES, times=1)), set(), id="too little: one look at a group that keeps up"
        ),
    ],
)
def test_what_is_left_standing(case: GroupFacts, expected: set[str]) -> None:
    assert noticed(case).keys() & {"inconsistent_subscription", "client_id_collision"} == expected


def test_each_names_its_rivals_and_what_would_tell() -> None:
    entries = {entry.id: entry for entry in verdict({GROUP: ALONE}).considered}
    entry = entries["inconsistent_subscription"]
    commands = " ".join(entry.decided_by)
    assert str(entry.status) == "suspected"
    assert "consumerStatus" in commands
    assert "consumerConnection" in commands
    assert "did not answer mqadmin" in noticed(ALONE)["inconsistent_subscription"]


def judged(finding_id: str, status: str, severity: Severity, *, ongoing: bool = True) -> Finding:
    signs = (core("seen", 1), need("more", met=status == "proven"))
    return judge(Claim(finding_id, "", "", severity, signs, ongoing=ongoing), GROUP)


CAUSE_NOW = judged("broker_lost", "proven", Severity.CRITICAL)
TRACE = judged("rebalance_storm", "suspected", Severity.NOTICE, ongoing=False)


@pytest.mark.parametrize(
    ("beside", "kept"),
    [
        pytest.param([CAUSE_NOW, TRACE], ["broker_lost"], id="agrees: a slight suspicion beside a proven cause"),
        pytest.param(
            [CAUSE_NOW, judged("consume_failures", "suspected", Severity.NOTICE)],
            ["broker_lost"],
            id="agrees: be it said to go on",
        ),
        pytest.param(
            [CAUSE_NOW, judged("consumer_slow", "suspected", Severity.WARNING)],
            ["broker_lost", "consumer_slow"],
            id="contradicted: a grave suspicion may be a second cause",
        ),
        pytest.param(
            [
                replace(CAUSE_NOW, explains=("connection_problem",)),
                judged("connection_problem", "suspected", Severity.WARNING),
            ],
            ["broker_lost"],
            id="agrees: a grave suspicion that the cause explains",
        ),
        pytest.param(
            [
                replace(CAUSE_NOW, queues=tuple(QUEUES[:2])),
                replace(judged("consumer_stuck", "suspected", Severity.CRITICAL), queues=tuple(QUEUES[:2])),
            ],
            ["broker_lost"],
            id="agrees: the same queues under another id",
        ),
        pytest.param(
            [
                replace(CAUSE_NOW, queues=tuple(QUEUES[:2]), explains=("group_offline",)),
                replace(judged("group_offline", "suspected", Severity.CRITICAL), queues=tuple(QUEUES)),
            ],
            ["broker_lost", "group_offline"],
            id="contradicted: other queues are hit as well",
        ),
        pytest.param(
            [CAUSE_NOW, judged("duplicate_consumption", "proven", Severity.NOTICE, ongoing=False)],
            ["broker_lost", "duplicate_consumption"],
            id="contradicted: what is proven stays",
        ),
        pytest.param(
            [judged("broker_lost", "suspected", Severity.CRITICAL), TRACE],
            ["broker_lost", "rebalance_storm"],
            id="too little: the cause is but suspected",
        ),
        pytest.param(
            [CAUSE_NOW, judged("duplicate_consumption", "suspected", Severity.NOTICE, ongoing=False)],
            ["broker_lost", "duplicate_consumption"],
            id="contradicted: harm is no guess at a cause",
        ),
        pytest.param([TRACE], ["rebalance_storm"], id="silent: no cause"),
    ],
)
def test_slight_suspicions_beside_a_proven_cause(beside: list[Finding], kept: list[str]) -> None:
    assert [finding.id for finding in without_slight_suspicions(beside)] == kept


def test_no_pattern_is_followed_of_a_group_that_nobody_asked_about() -> None:
    """A broker forgot its subscription for a while; of another one mqadmin shows everything."""
    mine = {"group": "other", "source": "client", "file": "client.log"}
    said = "the consumer's subscription not exist"
    refused = record("pull_rejected", f"CODE: 24  DESC: {said}", code=24, detail=said, topic="paid", at=300, **mine)
    other = replace(facts((record("consumer_started", at=0, **mine), refused)), group="other")
    alone, beside = verdict({"other": other}), verdict({GROUP: well(), "other": other})
    assert [finding.id for finding in alone.of_group("other") if not finding.proven] == ["inconsistent_subscription"]
    assert [finding.id for finding in beside.of_group("other") if not finding.proven] == []


def test_names_are_never_changed() -> None:
    """Neither at a sentence's beginning nor where a title stands within one, in both languages."""
    queues = [MessageQueue("order_created", "Broker-a", number) for number in range(4)]
    gaps = dict(zip(queues, (IP[ONE], IP[ONE], None, None), strict=True))
    found = verdict({GROUP: facts(snapshots=looks(gaps, standing=queues[2:], times=1))})
    for lang in ("en", "zh"):
        text = str(spoken(found, lang).to_dict())
        assert set(re.findall("order_created", text, re.IGNORECASE)) == {"order_created"}
        assert set(re.findall("broker-a", text, re.IGNORECASE)) == {"Broker-a"}


def test_no_more_than_a_reader_weighs() -> None:
    assert 0 < len(noticed(ALONE)) <= MOST


def test_a_pattern_explains_no_message() -> None:
    """A client's refusals stay open when all that speaks for a cause is a pattern."""
    refused = record("pull_rejected", "CODE: 16", code=16, source="client", file="client.log", at=30, last=31)
    said = verdict({GROUP: facts([refused], snapshots=looks(SHARES, standing=QUEUES))})
    assert "not_permitted" in {finding.id for finding in said.findings}
    assert all(not row.explained_by for row in said.messages if row.event == "queue_illegal")


def test_every_suspect_says_what_would_show_it() -> None:
    """Whom a pattern names stands in its table; each has a title, a sign and its command."""
    named = {finding_id for row in read_toml(TABLE).values() for finding_id in row["suspects"]}
    assert named
    assert named <= set(SUSPECTED)
    assert all(BY_ID[finding_id].shown_by.command and BY_ID[finding_id].shown_by.silent for finding_id in SUSPECTED)
