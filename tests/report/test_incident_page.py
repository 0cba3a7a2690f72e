"""The report of whole incidents: its sections, its links, its size, the same bytes for the same verdict."""

import re
from typing import Any

import pytest

from rmqkit.diagnosis import Diagnosis, EvidenceLine
from rmqkit.diagnosis.render.blocks import STYLE
from rmqkit.diagnosis.render.document import Document, document_of
from rmqkit.diagnosis.render.html import card_html, citations
from rmqkit.report import sections

from .executed import HOSTILE
from .incidents import INCIDENTS, A, B, collision, executed_incident, failing, incident_page, inconsistent, large

A_REPORT, A_LARGE_ONE = 2_500_000, 5_000_000


@pytest.fixture(scope="module", params=sorted(INCIDENTS))
def page(request: Any) -> str:
    return incident_page(INCIDENTS[request.param]())


def test_the_same_verdict_gives_the_same_bytes() -> None:
    assert incident_page(inconsistent()) == incident_page(inconsistent())


def test_a_report_is_under_three_megabytes_and_carries_its_look_once(page: str) -> None:
    assert len(page.encode()) < A_REPORT
    assert page.count(STYLE) == 1


def test_a_report_on_a_thousand_queues_and_a_hundred_clients_is_under_five_megabytes() -> None:
    diagnosis = large()
    assert len(diagnosis.allocation["groupA"]) == 1000
    assert len(incident_page(diagnosis).encode()) < A_LARGE_ONE


@pytest.mark.parametrize(
    ("name", "headed"),
    [
        pytest.param("inconsistent", "groupA: CRITICAL", id="something is wrong"),
        pytest.param("healthy", "groupA: OK", id="nothing is wrong"),
    ],
)
def test_a_report_begins_with_its_group_its_verdict_and_the_span_in_its_zone(name: str, headed: str) -> None:
    html = incident_page(INCIDENTS[name]())
    assert re.findall(r"<h1>(.*?)</h1>", html) == [headed]
    title = re.findall(r"<title>(.*?)</title>", html)[0]
    assert re.fullmatch(rf"{headed}, 2026-11-21 [0-9:]{{8}} - [0-9:]{{8}} UTC", title)
    assert "RocketMQ incident" not in html


@pytest.mark.parametrize("name", ["timeline-told", "lag-told"])
def test_a_picture_has_a_sentence_and_its_table_folded(name: str) -> None:
    made = executed_incident(inconsistent())
    html = next(cell.outputs[0].data["text/html"] for cell in made.cells if cell.id == name)
    assert re.search(r"<li>[^<]{30,}\.</li>", html)
    assert re.search(r"<details><summary>The same as a table</summary>.*<table", html, re.DOTALL)


def test_the_table_of_lags_has_a_row_per_queue_the_one_most_behind_first() -> None:
    rows = sections.lag(inconsistent()).text.split("\n\n")[1].splitlines()[1:]
    assert len(rows) == 32
    behind = [int(row.split()[-1]) for row in rows]
    assert behind == sorted(behind, reverse=True)
    assert (
        "16 of 32 queues are behind in their last snapshot, by 2,240 messages in total."
        in sections.lag(inconsistent()).text
    )


def test_the_cited_lines_are_folded() -> None:
    html = sections.lines(inconsistent()).html
    assert html.index("<details>") < html.index("all ") < html.index('<ol class="lines">')


def test_every_link_leads_to_one_place_of_the_page(page: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', page)
    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert len(ids) == len(set(ids))
    assert targets
    assert targets <= set(ids)


def test_a_finding_leads_to_its_lines_and_each_line_back_to_it() -> None:
    html = incident_page(inconsistent())
    first = html[html.index('id="finding-1"') : html.index('id="finding-2"')]
    lines = set(re.findall(r'href="#(line-\d+)"', first))
    assert lines
    for line in lines:
        item = html[html.index(f'<li id="{line}"') :]
        assert 'href="#finding-1"' in item[: item.index("</li>")]


def test_clients_go_by_short_names_and_the_legend_has_the_whole_ids() -> None:
    html = incident_page(inconsistent())
    card = html[html.index('class="card"') : html.index('class="contents below"')]
    assert "C1: topicA *; C2: topicB *" in card
    assert f"C1 = {A}" in card
    owners = sections.owners(inconsistent()).html
    assert A not in owners
    assert B not in owners
    assert A in sections.clients(inconsistent()).text


def test_exceptions_are_a_table_with_their_place_their_count_their_span_and_their_clients() -> None:
    html = sections.findings(failing()).html
    cells = re.findall(r'<td data-label="([^"]+)"[^>]*>([^<]*)</td>', html)
    assert cells[:6] == [
        ("exception", "java.lang.IllegalStateException: order not found: #"),
        ("thrown at", "com.shop.Orders.book(Orders.java:161)"),
        ("times", "39"),
        ("first", "2026-11-21 10:30:01 UTC"),
        ("last", "2026-11-21 10:30:39 UTC"),
        ("clients", "C1"),
    ]


@pytest.mark.parametrize(
    ("diagnosis", "rows"),
    [
        pytest.param(
            inconsistent(), ["since", "impact", "why", "fix", "never", "verify", "names"], id="something is wrong"
        ),
        pytest.param(INCIDENTS["healthy"](), ["names"], id="nothing is wrong"),
    ],
)
def test_the_card_answers_a_managers_questions(diagnosis: Diagnosis, rows: list[str]) -> None:
    card: Document = document_of(diagnosis)
    asked = ("since", "impact", "why", "fix", "never", "verify", "names")
    assert [name for name in asked if getattr(card, name)] == rows


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        pytest.param(
            "en",
            [
                "<p>What happened: Clients of one",
                "<p>Who is affected: consumer group groupA; 16",
                "<p>Is anything lost?",
            ],
            id="English",
        ),
        pytest.param(
            "zh",
            ["<p>发生了什么：", "<p>谁受影响：消费者组 groupA；32", "<p>有消息丢失吗？"],
            id="Chinese",
        ),
    ],
)
def test_below_the_card_stand_three_sentences_for_who_is_no_engineer(lang: str, said: list[str]) -> None:
    html = str(card_html(document_of(inconsistent(), lang)))
    places = [html.find(one) for one in said]
    assert html.index("</dl>") < places[0] < places[1] < places[2]


def test_the_card_counts_what_is_affected() -> None:
    impact = document_of(inconsistent()).impact
    assert impact[0] == "16 of 32 queues have no consumer: topicA broker-b 0-7, topicB broker-a 0-7"
    assert impact[1].startswith("2,240 messages wait in queues without a consumer, +13 a second")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("inconsistent", "After the fix: every client subscribes to every topic.", id="subscriptions"),
        pytest.param("collision", "After the fix: every process has a unique id.", id="ids"),
        pytest.param("healthy", "16 of 16 queues match the prediction, 0 do not", id="healthy"),
    ],
)
def test_owners_say_how_many_agree_and_what_the_fix_is(name: str, said: str) -> None:
    assert said in sections.owners(INCIDENTS[name]()).text


def test_what_was_considered_names_the_line_that_refutes() -> None:
    text = sections.considered(inconsistent()).text
    refuted = [line for line in text.splitlines() if "refuted" in line]
    assert refuted
    assert all(re.search(r"\.txt:\d+|infos/", line) for line in refuted)


def test_what_would_decide_is_one_command_first() -> None:
    lines = sections.decides(collision()).text.splitlines()
    assert lines[0] == "Run this first:"
    assert lines[1] == collision().missing[0].command
    assert "no further evidence is needed" in sections.decides(inconsistent()).text.lower()


def test_lines_are_numbered_once_and_know_who_cites_them() -> None:
    cited = citations(inconsistent())
    assert [row.number for row in cited.lines] == list(range(1, len(cited.lines) + 1))
    assert len({(row.line.file, row.line.line, row.line.text) for row in cited.lines}) == len(cited.lines)
    assert all(row.cited_by for row in cited.lines)
    assert cited.anchor(EvidenceLine("nowhere", 1, "")) is None


def test_without_the_list_of_lines_nothing_leads_there() -> None:
    assert "#line-" not in sections.findings(inconsistent()).html
    assert "#line-" in sections.findings(inconsistent(), links=True).html


def test_text_of_the_evidence_is_text_in_every_section() -> None:
    html = incident_page(collision(HOSTILE))
    body = html[: html.index('id="plotly"')]
    assert "<img" not in body
    assert "</script><script>fetch" not in body
    assert "&lt;img" in body


@pytest.mark.parametrize("name", sorted(INCIDENTS))
def test_chinese_pages_have_chinese_headings(name: str) -> None:
    html = incident_page(INCIDENTS[name](), lang="zh")
    headings = re.findall(r"<h2[^>]*>([^<]+)</h2>", html)
    assert headings
    assert all(re.search(r"[\u4e00-\u9fff]", heading) for heading in headings)
