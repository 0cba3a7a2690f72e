"""The card for a chat: its size, its rows, whole sentences first."""

from __future__ import annotations

from typing import Any

import pytest

from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.finding import Missing
from rmqkit.diagnosis.render.brief import MOST_LINES, WIDEST
from rmqkit.diagnosis.status import Status
from rmqkit.language.wrapping import columns
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.explanations.said import after

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
    assert len(lines) <= MOST_LINES
    assert max(map(columns, lines)) <= WIDEST


def test_it_says_what_since_when_how_much_what_to_do_what_never_and_how_to_see_it() -> None:
    assert card(finding(), ORPHANS).split("\n") == [
        "CRITICAL  orders  [proven]",
        "What   2 client processes share the client id 10.0.0.1@7",
        "Since  2026-11-21 10:00:00 UTC, still going on",
        "Impact 9 queues read by nobody; at least 348 messages behind",
        "Do     Stop one of them.",
        "Never  reset offsets.",
        "Check  mqadmin consumerConnection -n NAMESRV -g orders   then every ClientId",
        "       stands once",
    ]


def test_where_no_effect_tells_the_impact_its_queues_do() -> None:
    alone = finding("unreadable_queues", explains=(), queues=(MessageQueue("paid", "broker-a", 3),), since=None)
    assert "Impact paid broker-a 3" in card(alone)
    assert "Since  not told, still going on" in card(alone)


def test_other_causes_and_groups_are_named() -> None:
    others = (finding("consumer_stuck", explains=()), finding("broker_lost", group="mail", explains=()))
    assert "Also   consumer_stuck, mail: broker_lost" in card(finding(), ORPHANS, *others)


def test_where_nothing_is_decided_it_says_what_to_run() -> None:
    missing = (Missing("who", "mqadmin consumerConnection -n NAMESRV -g orders   (twice)"),)
    note = finding("insufficient_evidence", severity=Severity.UNKNOWN, remedy=(), do_not=(), check=(), explains=())
    shown = card(note, missing=missing)
    assert "Do     mqadmin consumerConnection -n NAMESRV -g orders" in shown
    assert "[proven]" not in shown
