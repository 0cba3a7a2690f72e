"""The card for a chat: its size, its rows, whole sentences first."""

from typing import Any

import pytest

from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.finding import Missing, Status
from rmqkit.diagnosis.render.text import CARD_WIDTH, MOST_ON_THE_CARD
from rmqkit.language.wrapping import columns
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import well
from tests.diagnosis.findings.said import after, facts

LONG = "10.20.0.11@4511#3404809866524 and many more words that a chat cannot hold on one line of eighty, " * 4


def finding(finding_id: str = "client_id_collision", **told: Any) -> Finding:
    shown = {
        "id": finding_id,
        "severity": Severity.CRITICAL,
        "status": Status.PROVEN,
        "group": "orders",
        "title": "2 client processes share the client id 10.0.0.1@7",
        "why": "w",
        "since": after(0),
        "explains": ("orphan_queues",),
        "remedy": ("Stop one of them.", LONG),
        "do_not": ("Do not reset offsets.",),
        "check": ("mqadmin consumerConnection -n NAMESRV -g orders   then every ClientId stands once",),
    }
    return Finding(**{**shown, **told})


ORPHANS = finding("orphan_queues", title="9 queues read by nobody; at least 348 messages behind", explains=())


def card(*findings: Finding, lang: str = "en", **told: Any) -> str:
    severity = max((one.severity for one in findings), default=Severity.OK)
    return Diagnosis(**{"severity": severity, "headline": "orders: fine", "findings": findings, **told}).to_brief(lang)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "findings",
    [
        pytest.param((finding(), ORPHANS), id="a cause and its effect"),
        pytest.param(
            (finding(title=LONG, remedy=(LONG,), do_not=(LONG,), check=(LONG,)), finding("consumer_stuck", title=LONG)),
            id="everything is too long",
        ),
        pytest.param((), id="nothing is wrong"),
    ],
)
def test_it_fits_into_a_chat(findings: tuple[Finding, ...], lang: str) -> None:
    lines = card(*findings, lang=lang).split("\n")
    assert len(lines) <= MOST_ON_THE_CARD
    assert max(map(columns, lines)) <= CARD_WIDTH


def test_it_says_what_since_when_how_much_what_to_do_what_never_and_how_to_verify_it() -> None:
    assert card(finding(remedy=("Stop one of them.",)), ORPHANS).split("\n") == [
        "CRITICAL  orders: 2 client processes share the client id 10.0.0.1@7  [proven]",
        "Since   2026-11-21 10:00:00 UTC; ongoing",
        "Impact  9 queues read by nobody; at least 348 messages behind",
        "Fix     Stop one of them.",
        "Do not  reset offsets.",
        "Verify  mqadmin consumerConnection -n NAMESRV -g orders   then every ClientId",
        "        stands once",
    ]


def test_a_part_that_has_no_room_whole_is_left_out() -> None:
    text = card(finding(remedy=("Stop one of them.", LONG * 2)), ORPHANS)
    assert "Fix     Stop one of them.\nDo not" in text
    assert "..." not in text


def test_where_no_effect_tells_the_impact_its_queues_do() -> None:
    alone = finding("unreadable_queues", explains=(), queues=(MessageQueue("paid", "broker-a", 3),), since=None)
    assert "Impact  1 queue: paid broker-a 3" in card(alone)
    assert "Since   unknown; ongoing" in card(alone)


def test_every_harm_of_the_group_is_named() -> None:
    lost = finding("tag_mismatch_silent_loss", title="Messages of paid are silently filtered out: LONG")
    text = card(finding(explains=("orphan_queues", "tag_mismatch_silent_loss")), ORPHANS, lost)
    assert "9 queues read by nobody" in text
    assert "Messages of paid are silently filtered out" in text


def test_every_sick_group_has_a_line() -> None:
    others = (finding("broker_lost", group="mail", explains=(), title="broker-b is gone"),)
    assert "Groups  CRITICAL  mail: broker-b is gone" in card(finding(), ORPHANS, *others)


def test_where_nothing_is_decided_it_says_what_to_run() -> None:
    missing = (Missing("who", "mqadmin consumerConnection -n NAMESRV -g orders   (twice)"),)
    note = finding("insufficient_evidence", severity=Severity.UNKNOWN, remedy=(), do_not=(), check=(), explains=())
    shown = card(note, missing=missing)
    assert "Next    mqadmin consumerConnection -n NAMESRV -g orders" in shown
    assert "[proven]" not in shown


def several(asked: int, logged: int) -> Diagnosis:
    """Groups that mqadmin was asked about, and others of which only logs tell, each with a finding."""
    groups = {f"asked-{n}": well() for n in range(asked)} | {f"logged-{n}": facts() for n in range(logged)}
    findings = tuple(finding(group=group, title=f"what is wrong with {group}") for group in groups)
    return Diagnosis(severity=Severity.CRITICAL, headline="h", findings=findings, facts=groups)


def test_beside_a_group_that_mqadmin_was_asked_about_others_have_a_line_each() -> None:
    text = several(1, 9).to_text()
    assert text.count("Do not    ") == 1
    assert [line for line in text.split("\n") if "CRITICAL  logged-" in line] == [
        f"   CRITICAL  logged-{n}: what is wrong with logged-{n}" for n in range(9)
    ]


@pytest.mark.parametrize(
    ("groups", "every_group", "whole"),
    [
        pytest.param((1, 9), True, 10, id="all of them are asked for"),
        pytest.param((0, 9), False, 9, id="mqadmin was asked about none"),
        pytest.param((1, 2), False, 3, id="there are few"),
    ],
)
def test_groups_are_told_whole(groups: tuple[int, int], every_group: bool, whole: int) -> None:
    assert several(*groups).to_text(every_group=every_group).count("Do not    ") == whole
