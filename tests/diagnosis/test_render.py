"""The verdict's text and card: order, labels, languages, and that nothing from the evidence acts on its reader."""

from datetime import UTC, datetime, timedelta, timezone
from html.parser import HTMLParser
from typing import Any

import pytest

from rmqkit.diagnosis import Diagnosis, EvidenceLine, Finding, Severity
from rmqkit.diagnosis.finding import Missing
from rmqkit.diagnosis.render.blocks import advice
from rmqkit.diagnosis.render.html import diagnosis_html
from rmqkit.diagnosis.render.text import diagnosis_text
from rmqkit.rocketmq import MessageQueue

SINCE = datetime(2026, 11, 21, 10, 24, 29, tzinfo=UTC)
FILES = (
    {"file": "a.txt", "lines": 1000, "unparsed": 1, "problem": None},
    {"file": "a.txt", "lines": 500, "unparsed": 0, "problem": None},
    {"file": "b.log", "lines": 12, "unparsed": 0, "problem": "the gzip stream ends too early"},
)


def cause(**changes: Any) -> Finding:
    values: dict[str, Any] = {
        "id": "inconsistent_subscription",
        "severity": Severity.CRITICAL,
        "status": "proven",
        "group": "groupA",
        "title": "two clients subscribe to different topics",
        "why": "Each client counts the other. Recomputed (average strategy): 32 of 32.",
        "since": SINCE,
        "evidence": (
            EvidenceLine("broker-a/broker.log", 412, "remove topic topicA"),
            EvidenceLine("x.txt", None, "N/A"),
        ),
        "explains": ("orphan_queues", "flapping_subscription"),
        "remedy": ("Give both the same subscriptions.", "Or groups of their own."),
        "do_not": ("Do not add consumers.",),
        "details": {"subscriptions": {"10.20.0.12@7276": {"topicB": "*"}, "10.20.0.11@7092": {"topicA": "*"}}},
    }
    return Finding(**{**values, **changes})


def effect(**changes: Any) -> Finding:
    values: dict[str, Any] = {
        "id": "orphan_queues",
        "severity": Severity.CRITICAL,
        "status": "proven",
        "group": "groupA",
        "title": "3 queues read by nobody",
        "why": "",
        "queues": tuple(MessageQueue("topicA", "broker-b", queue) for queue in (0, 1, 2)),
        "details": {"behind": 1215},
    }
    return Finding(**{**values, **changes})


def verdict(*findings: Finding, **changes: Any) -> Diagnosis:
    headline = f"groupA: {findings[0].title}; 16 of 32" if findings else "groupA: nothing is wrong."
    values: dict[str, Any] = {"severity": Severity.CRITICAL, "headline": headline, "files": FILES}
    return Diagnosis(findings=findings, **{**values, **changes})


def test_the_whole_text_has_the_agreed_shape() -> None:
    assert diagnosis_text(verdict(cause(), effect())) == (
        "CRITICAL  groupA: two clients subscribe to different topics; 16 of 32   [proven]\n"
        "\n"
        "1  inconsistent_subscription   CRITICAL, proven, since 2026-11-21 10:24:29 UTC, ongoing\n"
        "   10.20.0.11@7092   topicA *\n"
        "   10.20.0.12@7276   topicB *\n"
        "   Each client counts the other.\n"
        "   Recomputed (average strategy): 32 of 32.\n"
        "   Explains  orphan_queues (topicA broker-b 0-2; 1,215 messages behind), flapping_subscription\n"
        "   Evidence  broker-a/broker.log:412  remove topic topicA\n"
        "             x.txt  N/A\n"
        "   Fix       Give both the same subscriptions.\n"
        "             Or groups of their own.\n"
        "   Do not    add consumers.\n"
        "\n"
        "2  orphan_queues   CRITICAL, proven, ongoing\n"
        "   3 queues read by nobody\n"
        "\n"
        "Read: 2 files, 1,512 lines, 1 unparsed. Missing: nothing that would change the verdict.\n"
        "Not readable:\n"
        "   b.log: the gzip stream ends too early"
    )


@pytest.mark.parametrize(
    ("diagnosis", "said"),
    [
        pytest.param(
            verdict(cause(ongoing=False, until=SINCE + timedelta(minutes=1))),
            "until 2026-11-21 10:25:29 UTC, ended",
            id="what is over tells until when",
        ),
        pytest.param(
            verdict(cause(since=SINCE.astimezone(timezone(timedelta(hours=8))))),
            "since 2026-11-21 10:24:29 UTC",
            id="times are told in UTC whatever their zone",
        ),
        pytest.param(
            verdict(cause(), effect(group="groupB")),
            "2  orphan_queues   CRITICAL, proven, group groupB",
            id="with several groups each finding names its own",
        ),
        pytest.param(
            verdict(effect(id="harmless_startup_noise", severity=Severity.OK)),
            "1  harmless_startup_noise   OK, proven\n",
            id="a note neither goes on nor is over",
        ),
        pytest.param(
            verdict(cause(contradicts=(EvidenceLine("c.txt", 3, "owned"),))),
            "   Against   c.txt:3  owned",
            id="what speaks against it is shown",
        ),
        pytest.param(
            verdict(cause(evidence=tuple(EvidenceLine("a", line, "x") for line in range(9)))),
            "             ... and 3 more",
            id="evidence that is not shown is counted",
        ),
        pytest.param(
            verdict(missing=(Missing("who subscribes", "mqadmin consumerStatus -g groupA -s"),)),
            "Missing, and what it would show:\n   consumerStatus: who subscribes\n\n"
            "Next:\n   mqadmin consumerStatus -g groupA -s",
            id="missing evidence comes with its command, which can be copied",
        ),
        pytest.param(
            verdict(missing=tuple(Missing(f"need {i}", f"mqadmin c{i} -g g   (twice, 30 s apart)") for i in range(5))),
            "Next:\n   mqadmin c0 -g g\n   mqadmin c1 -g g\n   mqadmin c2 -g g",
            id="three commands at most, without remarks",
        ),
        pytest.param(
            verdict(missing=(Missing("a start", "rocketmq_client.log of every client"),)),
            "Missing, and what it would show:\n   rocketmq_client.log of every client: a start",
            id="a file to be fetched stands beside what it tells",
        ),
        pytest.param(
            verdict(cause(details={"subscriptions": {f"10.0.0.{i}@{i}": {"t": "*"} for i in range(60)}})),
            "   10.0.0.0@0 (+59)   t *",
            id="sixty clients that want the same take one line",
        ),
        pytest.param(
            verdict(effect(queues=tuple(MessageQueue("t", f"b{i}", 0) for i in range(9))), cause()),
            "orphan_queues (9 queues; 1,215 messages behind)",
            id="queues on many brokers are counted and not listed",
        ),
    ],
)
def test_the_text_says(diagnosis: Diagnosis, said: str) -> None:
    assert said in diagnosis_text(diagnosis)


def test_without_findings_the_headline_has_no_status() -> None:
    assert diagnosis_text(verdict(severity=Severity.OK)).splitlines()[0] == "OK  groupA: nothing is wrong."


def test_chinese_replaces_every_fixed_word_and_no_id() -> None:
    text = diagnosis_text(verdict(cause(), effect()), "zh")
    assert "1  inconsistent_subscription   CRITICAL，已证实，始于 2026-11-21 10:24:29 UTC，仍在持续" in text
    assert "   修复      Give both" in text
    assert "由此导致  orphan_queues（topicA broker-b 0-2；堆积 1,215 条消息）" in text
    assert not any(word in text for word in ("Fix", "Evidence", "Explains", "proven", "Missing", "Read:"))


HOSTILE = "\x1b[2J\x1b]0;owned\x07 <script>alert(1)</script><img src=http://evil/x onerror=a> \u202egnp.\r\n2nd"


def test_control_characters_of_the_evidence_do_not_reach_the_terminal() -> None:
    line = EvidenceLine(HOSTILE, 1, HOSTILE)
    text = diagnosis_text(verdict(cause(title=HOSTILE, why=HOSTILE, evidence=(line,), remedy=(HOSTILE,))))
    assert not any((ord(each) < 32 and each != "\n") or each == "\u202e" for each in text)
    assert "\\x1b[2J" in text


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_card_is_well_formed_and_holds_no_element_of_the_evidence(lang: str) -> None:
    line = EvidenceLine(HOSTILE, 1, HOSTILE)
    hostile = cause(
        title=HOSTILE, why=HOSTILE, evidence=(line,), contradicts=(line,), remedy=(HOSTILE,), do_not=(HOSTILE,),
        group=HOSTILE, details={"subscriptions": {HOSTILE: {HOSTILE: HOSTILE}}},
    )  # fmt: skip
    files = [{"file": HOSTILE, "lines": 1, "unparsed": 0, "problem": HOSTILE}]
    tags = Tags()
    tags.feed(diagnosis_html(verdict(hostile, files=files, missing=(Missing(HOSTILE, HOSTILE),)), lang))
    assert tags.open == []
    assert not tags.seen & {"script", "img"}
    assert tags.attributes <= {"class", "style"}


def test_the_card_says_what_the_text_says() -> None:
    card = diagnosis_html(verdict(cause(), effect()))
    for said in (
        "10.20.0.11@7092",
        "broker-a/broker.log:412",
        "1,215 messages behind",
        "ongoing",
        "1,512 lines",
    ):
        assert said in card


@pytest.mark.parametrize(
    ("line", "html"),
    [
        pytest.param("mqadmin x -g a   then <b>", "<code>mqadmin x -g a</code> then &lt;b&gt;", id="a command first"),
        pytest.param("stop C1   now", "stop C1   now", id="no command"),
        pytest.param(
            "mqadmin x -g a: it grows",
            'mqadmin x <span class="word">-g</span> a: it grows',
            id="a command in its sentence",
        ),
    ],
)
def test_a_command_in_front_of_advice_is_told_apart(line: str, html: str) -> None:
    assert advice(line) == html
