"""One screen: its size, the deed before the proof, every harm, every sick group."""

import re
from dataclasses import replace

import pytest

import rmqkit
from rmqkit.diagnosis import Diagnosis, Severity
from rmqkit.diagnosis.finding import Status
from rmqkit.diagnosis.render.document import document_of, short_names_in
from tests.diagnosis.test_brief import ORPHANS, finding, several
from tests.lab.recorded import RECORDED, unpacked


def test_every_sick_group_has_a_line() -> None:
    text = several(1, 9).to_screen()
    assert [group for group in ("logged-0", "logged-7") if group not in text] == []
    assert "and 1 more" in text


def test_what_follows_goes_away_with_the_fix() -> None:
    text = Diagnosis(Severity.CRITICAL, "h", (finding(), ORPHANS)).to_screen()
    assert "resolved by the same fix: queues without a consumer" in text
    assert text.index("Fix ") < text.index("Also ")


def test_the_legend_has_room_for_the_client_that_is_to_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [(f"C{number}", f"10.0.0.{number}@7") for number in range(1, 15)]
    blank = document_of(Diagnosis(Severity.CRITICAL, "h", ()))
    made = replace(blank, fix=("roll C14 back",), names=names)
    monkeypatch.setattr("rmqkit.diagnosis.render.screen.document_of", lambda *_: made)
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
        next(n for n, line in enumerate(lines) if word in line) for word in ("Since", "lacks", "Next")
    )
    assert 0 < since < why < command < 8
    assert "2026-11-21 13:17:26 UTC; undecided to 2026-11-21 13:19:13 UTC" in lines[since]
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


def test_harm_that_is_only_suspected_of_a_proven_cause_is_marked() -> None:
    text = Diagnosis(Severity.CRITICAL, "h", (finding(), replace(ORPHANS, status=Status.SUSPECTED))).to_screen()
    assert "not proven" in text.split("Fix ")[0]
