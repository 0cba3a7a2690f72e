"""Recordings of many kinds: each on a screen of its own, and all as the groups of one cluster, where each is judged as
if it were alone, in short as in full, by Spark's workers as by this process."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from statistics import median

import pytest
from pyspark.sql import SparkSession

import rmqkit
from rmqkit.diagnosis import Diagnosis, Severity, verdict
from rmqkit.diagnosis.by_workers import judged_by_workers
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.packed import groups_asked_about
from rmqkit.diagnosis.render.document import WIDEST_HEADLINE, document_of
from rmqkit.diagnosis.render.text import MOST_LINES, WIDTH
from rmqkit.diagnosis.verdict import JudgedGroup, judged_group, undecided_rows
from rmqkit.language.wrapping import columns
from tests.accuracy.again import opened
from tests.lab.recorded import archives

ONE_IN = 5
"""Of so many recordings one: some forty groups."""
MEDIAN_LINES = 29
"""Of this sample; of all recordings it is 27."""


@pytest.fixture(scope="module")
def told() -> Sequence[tuple[str, str, Diagnosis]]:
    """Each recording's name, its group, and the diagnosis of all its groups."""
    found = []
    for archive in archives()[::ONE_IN]:
        with opened(archive) as recording:
            found.append((archive.name, recording.group, rmqkit.diagnose(recording.read)))
    return found


@pytest.fixture(scope="module")
def alone(told: Sequence[tuple[str, str, Diagnosis]]) -> Mapping[str, Diagnosis]:
    """Each recording's own diagnosis."""
    return {name: diagnosis for name, _, diagnosis in told}


@pytest.fixture(scope="module")
def recorded(told: Sequence[tuple[str, str, Diagnosis]]) -> Mapping[str, GroupFacts]:
    """The group of each recording, in each of its clusters, under the recording's name."""
    return {
        f"{archive} {name}": facts
        for archive, group, diagnosis in told
        for name, facts in diagnosis.facts.items()
        if facts.group == group
    }


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_verdict_fits_on_one_screen(alone: Mapping[str, Diagnosis], lang: str) -> None:
    screens = {name: diagnosis.to_screen(lang).split("\n") for name, diagnosis in alone.items()}
    lengths = [len(lines) for lines in screens.values()]
    headlines = {name: document_of(diagnosis, lang).headline for name, diagnosis in alone.items()}
    print(
        f"{lang}: median {median(lengths)} lines, at most {max(lengths)}; headline at most "
        f"{max(map(len, headlines.values()))} characters"
    )
    assert median(lengths) <= MEDIAN_LINES
    assert {name: headline for name, headline in headlines.items() if len(headline) > WIDEST_HEADLINE} == {}
    assert {name: len(lines) for name, lines in screens.items() if len(lines) > MOST_LINES} == {}
    assert {name: line for name, lines in screens.items() for line in lines if columns(line) > WIDTH} == {}


def test_the_deed_stands_within_the_first_lines(alone: Mapping[str, Diagnosis]) -> None:
    late = {}
    for name, diagnosis in alone.items():
        if diagnosis.severity >= Severity.WARNING:
            lines = diagnosis.to_screen().split("\n")
            place = next((number for number, line in enumerate(lines, 1) if line.startswith("Fix ")), None)
            if place is None or place > 12:
                late[name] = place
    assert late == {}


def test_the_card_names_every_sick_group_and_every_harm(alone: Mapping[str, Diagnosis]) -> None:
    for name, diagnosis in alone.items():
        card = diagnosis.to_brief().replace("\n", " ")
        sick = {one.group for one in diagnosis.findings if one.severity >= Severity.WARNING}
        assert {group for group in sick if group not in card} == set(), name


def test_commands_keep_whole_ids_and_what_is_ok_has_nothing_to_fix(alone: Mapping[str, Diagnosis]) -> None:
    for name, diagnosis in alone.items():
        document = document_of(diagnosis)
        assert document.severity > Severity.OK or not document.fix, name
        commands = [line for line in (*document.fix, *document.verify, *document.next) if "mqadmin " in line]
        assert [line for line in commands if re.search(r"\bC\d+[a-z]?'", line)] == [], name


def test_it_is_told_since_when_where_anything_has_a_moment(alone: Mapping[str, Diagnosis]) -> None:
    """Of what is over its beginning may be unknown."""
    assert {name: since for name, one in alone.items() if "unknown; ongoing" in (since := document_of(one).since)} == {}


def test_nothing_is_called_proven_where_nothing_is_known(alone: Mapping[str, Diagnosis]) -> None:
    for name, diagnosis in alone.items():
        text = diagnosis.to_text()
        assert "UNKNOWN, proven" not in text, name
        assert diagnosis.severity is not Severity.UNKNOWN or "[proven]" not in text.partition("\n")[0], name


def with_less_evidence(facts: GroupFacts) -> Iterator[tuple[str, GroupFacts]]:
    """The facts whole, and without what mqadmin, clients or brokers tell."""
    yield "whole", facts
    yield "logs alone", replace(facts, snapshots=(), rosters=(), running=(), answers=(), routes={}, status={})
    yield "no logs", replace(facts, events=(), commits=(), logs={})
    for source in ("broker", "client"):
        logs = {file: log for file, log in facts.logs.items() if log.source == source}
        events = tuple(event for event in facts.events if event.file in logs)
        yield (
            f"logs of {source}s alone",
            replace(facts, snapshots=(), rosters=(), running=(), answers=(), logs=logs, events=events),
        )


def rows_of(diagnosis: Diagnosis) -> list[str]:
    """All that people see of many groups."""
    screens = [diagnosis.to_screen(lang, width=width) for lang in ("en", "zh") for width in (80, 120)]
    return [*screens, diagnosis.to_brief(), str(diagnosis.severity)]


def test_in_short_no_sick_group_is_left_out_and_none_is_told_otherwise(recorded: Mapping[str, GroupFacts]) -> None:
    shorter = 0
    for name, facts in recorded.items():
        for less, reduced in with_less_evidence(facts):
            whole, short = (judged_group(reduced, name, aside=False, in_short=in_short) for in_short in (False, True))
            assert short.state.severity(short.findings) == whole.state.severity(whole.findings), (name, less)
            worst = [max(each.findings, key=lambda one: one.severity, default=None) for each in (whole, short)]
            told = [(one.id, one.title, one.status, one.ongoing) if one else None for one in worst]
            assert told[0] == told[1], (name, less)
            # Where snapshots that are dated too early show it in an earlier epoch too, a row alone says since when.
            begun = [one.since if one else None for one in worst]
            assert begun[0] in (begun[1], None), (name, less)
            shorter += not short.timeline
    assert shorter > len(recorded)


def test_the_screen_of_many_groups_is_the_same_in_short(recorded: Mapping[str, GroupFacts]) -> None:
    assert rows_of(verdict(recorded, in_short=True)) == rows_of(verdict(recorded))


def test_each_is_judged_as_if_it_were_alone(recorded: Mapping[str, GroupFacts]) -> None:
    together = verdict(recorded)
    for name, facts in recorded.items():
        alone = verdict({name: facts})
        assert [one.to_dict() for one in together.of_group(name)] == [one.to_dict() for one in alone.findings]
        assert together.groups[name] == alone.groups[name]


def test_workers_judge_as_this_process_does(recorded: Mapping[str, GroupFacts], spark: SparkSession) -> None:
    judged = judged_by_workers(spark, recorded, least=2)
    assert judged is not None
    assert list(judged) == list(recorded)
    there, here = verdict(recorded, (), judged), verdict(recorded)
    assert json.dumps(there.to_dict()) == json.dumps(here.to_dict())
    assert (rows_of(there), there.to_text("zh"), there.allocation) == (
        rows_of(here),
        here.to_text("zh"),
        here.allocation,
    )
    in_short = judged_by_workers(spark, recorded, in_short=True, least=2)
    assert rows_of(verdict(recorded, (), in_short, in_short=True)) == rows_of(here)


def test_rows_that_have_room_are_the_same_where_other_groups_are_judged_by_their_ends(
    recorded: Mapping[str, GroupFacts], monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = {f"{name} {less}": facts for name, one in recorded.items() for less, facts in with_less_evidence(one)}
    aside = groups.keys() - groups_asked_about(groups)

    def judged_in_short(names: Iterable[str], *, past: bool) -> dict[str, JudgedGroup]:
        how = {"in_short": True, "past": past}
        return {name: judged_group(groups[name], name, aside=name in aside, **how) for name in names}

    whole, ends = verdict(groups), judged_in_short(groups, past=False)
    rows, by_their_ends = document_of(whole).groups, 0
    for room in range(1, len(rows) + 1, len(rows) // 8):
        monkeypatch.setattr(import_module("rmqkit.diagnosis.verdict"), "MOST_GROUP_ROWS", room)
        judged = dict(ends)
        while undecided := undecided_rows(judged, aside):
            judged |= judged_in_short(undecided, past=True)
        short = verdict(groups, (), judged, in_short=True)
        assert document_of(short).groups[:room] == rows[:room]
        assert document_of(short).counts == document_of(whole).counts
        by_their_ends += sum(group.by_its_end for group in judged.values())
    assert by_their_ends
