"""One screen: its size, the deed before the proof, every harm, every sick group."""

import re
from dataclasses import replace

import pytest

import rmqkit
from rmqkit.diagnosis import Diagnosis, EvidenceLine, Severity, verdict
from rmqkit.diagnosis.anomalies import FAILED
from rmqkit.diagnosis.drawn import DOUBLE, ORPHAN, QueueAllocation
from rmqkit.diagnosis.facts.logs import LogFile
from rmqkit.diagnosis.finding import Finding, Said, Status
from rmqkit.diagnosis.render.document import document_of, short_names_in
from rmqkit.formats.logs.processes import Process
from tests.diagnosis.findings.groups import QUEUES, goes_on, well
from tests.diagnosis.findings.said import GROUP, after
from tests.diagnosis.test_brief import ORPHANS, finding, several
from tests.diagnosis.test_history import HEALED
from tests.lab.recorded import RECORDED, unpacked


def test_every_sick_group_has_a_line() -> None:
    text = several(1, 9).to_screen()
    assert [group for group in ("logged-0", "logged-7") if group not in text] == []
    assert "and 1 more" in text


def test_of_groups_that_are_not_ill_the_one_looked_at_most_leads_and_the_undecided_is_named() -> None:
    audited = replace(well(), group="audit", snapshots=well().snapshots[-1:])
    healed = well(events=[*HEALED, goes_on(at=300)])
    screen = verdict({"audit": audited, GROUP: healed}).to_screen()
    assert GROUP in screen.partition("\n")[0]
    assert "UNKNOWN  audit: " in screen


def test_what_follows_goes_away_with_the_fix() -> None:
    text = Diagnosis(Severity.CRITICAL, "h", (finding(), ORPHANS)).to_screen()
    assert "the same fix ends: queues without a consumer" in text
    assert text.index("Fix ") < text.index("Also ")


def test_the_legend_has_room_for_the_client_that_is_to_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [(f"C{number}", f"10.0.0.{number}@7") for number in range(1, 15)]
    blank = document_of(Diagnosis(Severity.CRITICAL, "h", ()))
    made = replace(blank, fix=("roll C14 back",), names=names)
    monkeypatch.setattr("rmqkit.diagnosis.render.text.document_of", lambda *_: made)
    text = Diagnosis(Severity.CRITICAL, "h", ()).to_screen()
    assert "C14  10.0.0.14@7" in text
    assert "... +6" in text


def test_clients_behind_a_proxy_are_asked_for_by_what_brokers_know_of_them() -> None:
    """Not by commands that failed, nor by what is printed every day."""
    with unpacked(RECORDED / "behind_a_proxy-5.3.3.tar.xz") as folder:
        diagnosis = rmqkit.diagnose(rmqkit.read(None, str(folder / "evidence")))
    text, asked = diagnosis.to_screen(), document_of(diagnosis).next
    assert "connected to a proxy" in text
    assert [line for line in asked if "consumerProgress" in line or "_client.log" in line] == []
    assert "broker_registered" not in text


def test_of_what_is_undecided_the_first_lines_say_since_when_why_and_what_decides() -> None:
    with unpacked(RECORDED / "two_groups_one_topic-4.9.7.tar.xz") as folder:
        lines = rmqkit.diagnose(rmqkit.read(None, str(folder / "evidence"))).to_screen().split("\n")
    since, why, command = (
        next(n for n, line in enumerate(lines) if word in line) for word in ("Since", "still needed", "Next")
    )
    assert 0 < since < why < command < 8
    assert "undecided from 2026-11-21 13:17:26 UTC to 2026-11-21 13:19:13 UTC" in lines[since]
    assert "mqadmin consumerProgress -n NAMESRV -g finance -s true" in lines[command]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("stop C1a, C1b; C12 stays", {"C1a", "C1b", "C12"}, id="between English words"),
        pytest.param("停掉C1、C2，重启C3。", {"C1", "C2", "C3"}, id="between Chinese words and marks"),
        pytest.param("AC1 C1x7 C-1", set(), id="part of another word"),
    ],
)
def test_short_names_are_found_wherever_they_stand(text: str, names: set[str]) -> None:
    assert short_names_in(text) == names


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_legend_has_every_name_and_the_processes_of_a_shared_id(lang: str) -> None:
    diagnosis = rmqkit.diagnose(rmqkit.read(None, "data_samples/colliding-client-ids"))
    text = diagnosis.to_screen(lang)
    assert "share the client id C1" not in text
    assert "172.17.0.1@9" in text.partition("\n")[0]
    assert re.search(r"^C1  172\.17\.0\.1@9.*C1a, C1b", text, re.MULTILINE)
    assert "C2  172.17.0.2@9" in text


OVER = {"ongoing": False, "severity": Severity.NOTICE, "explains": (), "until": after(90)}
SHARED_AN_ID = finding(
    title="It has ended: they shared an id", remedy=("It ended.", "To keep it away: own ids."), **OVER
)
UNREAD = finding("orphan_queues", title="Ended: 2 queues without a consumer", queues=QUEUES[:2], **OVER)
UNDECIDED = finding("insufficient_evidence", severity=Severity.UNKNOWN, title="Not enough", explains=(), since=None)
SLOW = finding("consumer_slow", severity=Severity.WARNING, title="slow", explains=())


@pytest.mark.parametrize(
    ("first", "fix"),
    [
        pytest.param(UNDECIDED, True, id="nothing goes on: its harm and its deed are those of the screen"),
        pytest.param(SLOW, False, id="something else goes on: the deed against it stands beside its title"),
    ],
)
def test_what_is_over_has_its_time_and_what_keeps_it_away(first: Finding, *, fix: bool) -> None:
    found = (first, SHARED_AN_ID, UNREAD)
    document = document_of(Diagnosis(Severity.WARNING, "h", found, considered=found, facts={"orders": well()}))
    [also] = document.also
    assert "they shared an id (ended; 2026-11-21 10:00:00 to 10:01:30 UTC)" in also
    assert ("To keep it away" in "\n".join(document.fix)) == fix == ("to keep it away" not in also)
    harm = "while it lasted: 2 queues without a consumer: paid broker-a 0-1"
    assert (harm in document.impact) == fix == ("10:00:00 UTC; ended at" in document.since)


@pytest.mark.parametrize(
    ("undecided", "words"),
    [
        pytest.param(True, "while both processes are listed, 1 of 2", id="one list: on what the harm depends"),
        pytest.param(False, "1 of 2 queues has no consumer", id="both live: the harm itself"),
    ],
)
def test_harm_that_only_one_reading_has_is_conditional(*, undecided: bool, words: str) -> None:
    one = finding(details={"undecided": undecided}, status=Status.SUSPECTED if undecided else Status.PROVEN)
    states = zip(QUEUES[:2], (ORPHAN, DOUBLE), strict=True)
    rows = [QueueAllocation(queue, (), None, state, 9, 9, 0) for queue, state in states]
    told = Diagnosis(Severity.CRITICAL, "h", (one,), facts={"orders": well()}, allocation={"orders": rows})
    document = document_of(told)
    assert document.impact[0].startswith(words)
    assert document.impact[1].startswith("if both processes are alive") == undecided
    assert ("read by several clients" in document.headline) != undecided


def test_harm_that_is_only_suspected_of_a_proven_cause_is_marked() -> None:
    text = Diagnosis(Severity.CRITICAL, "h", (finding(), replace(ORPHANS, status=Status.SUSPECTED))).to_screen()
    assert "not proven" in text.split("Fix ")[0]


@pytest.mark.parametrize(
    ("log", "is_told"),
    [
        pytest.param(LogFile("app.log", "client", None, None), False, id="a client's log: its records tell more"),
        pytest.param(
            LogFile("app.log (worker 2)", "client", None, None, Process("worker 2", None, None)),
            False,
            id="a file in which several clients wrote",
        ),
        pytest.param(LogFile("app.log", "broker", None, None), True, id="a broker's log"),
        pytest.param(LogFile("other.log", "client", None, None), True, id="a file beside the client's log"),
    ],
)
def test_an_exception_is_told_unless_it_stands_in_a_clients_log(log: LogFile, *, is_told: bool) -> None:
    line = EvidenceLine("app.log", 7, "java.lang.IllegalStateException: no stock")
    failed = Said(FAILED, "orders", "A listener threw an exception", "", Severity.WARNING, evidence=(line,))
    facts = {"orders": replace(well(), group="orders", logs={log.file: log})}
    told = document_of(Diagnosis(Severity.CRITICAL, "h", (finding(),), messages=(failed,), facts=facts)).lines
    assert told == (["app.log:7  A listener threw an exception"] if is_told else [])
