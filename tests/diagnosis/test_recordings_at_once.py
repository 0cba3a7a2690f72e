"""Recordings of many kinds as the groups of one cluster: each is judged as if it were alone, in short as in full, by
Spark's workers as by this process."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from pyspark.sql import SparkSession

import rmqkit
from rmqkit.diagnosis import Diagnosis, verdict
from rmqkit.diagnosis.by_workers import judged_by_workers
from rmqkit.diagnosis.facts.collect import facts_by_group
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.verdict import judged_group
from tests.lab.recorded import archives, unpacked

ONE_IN = 5
"""Of so many recordings one: some forty groups."""


@pytest.fixture(scope="module")
def recorded() -> Mapping[str, GroupFacts]:
    """The group of each recording, in each of its clusters, under the recording's name."""
    facts: dict[str, GroupFacts] = {}
    for archive in archives()[::ONE_IN]:
        with unpacked(archive) as folder:
            group = json.loads((folder / "truth.json").read_text())["group"]
            found = facts_by_group(rmqkit.read(None, str(folder / "evidence")))
            own = {name: one for name, one in found.items() if one.group == group}
            facts |= {f"{archive.name} {name}": one for name, one in own.items()}
    return facts


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
            told = [(one.id, one.title, one.since, one.status, one.ongoing) if one else None for one in worst]
            assert told[0] == told[1], (name, less)
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
