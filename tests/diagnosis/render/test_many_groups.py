"""Many groups on one screen: how many are how bad, a row for each sick one, the worst one in short."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from pyspark.sql import SparkSession

import rmqkit
from rmqkit.diagnosis import Diagnosis, Finding, Severity, verdict
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.finding import MOST_GROUPS, GroupState, Missing, Status
from rmqkit.language.wrapping import columns
from tests.diagnosis.findings.groups import well
from tests.diagnosis.findings.said import after
from tests.diagnosis.many_groups import GROUPS, write_log
from tests.diagnosis.test_brief import finding

HEALTHY = GroupState(at_best=Severity.OK, clients=2, queues=4, orphans=0)


def groups(number: int) -> dict[str, GroupFacts]:
    return {f"group-{at:02}": replace(well(), group=f"group-{at:02}") for at in range(number)}


def cluster(*findings: Finding, states: Mapping[str, GroupState] | None = None, number: int = 60) -> Diagnosis:
    """So many groups that are healthy, but for those with findings, of which the states tell more."""
    facts = groups(number)
    told = dict.fromkeys(facts, HEALTHY) | {one.group: GroupState() for one in findings} | dict(states or {})
    severity = max((one.severity for one in findings), default=Severity.OK)
    headline = f"{number} groups"
    return Diagnosis(severity=severity, headline=headline, findings=findings, facts=facts, groups=told)


def sick(at: int, finding_id: str = "client_id_collision", **told: Any) -> Finding:
    given = {"title": f"what is wrong with {at}", "explains": (), **told}
    return finding(finding_id, group=f"group-{at:02}", **given)


def line_of(text: str, group: str) -> str:
    return next((line for line in text.split("\n") if f"  {group} " in line), "")


def test_what_lacks_of_the_undecided_groups_is_told_with_their_names_and_the_worst_group_is_looked_at_next() -> None:
    undecided = {f"late_{at}": GroupState() for at in range(3)}
    missing = tuple(Missing(f"{name}: who", f"mqadmin consumerStatus -g {name}", ("healthy",)) for name in undecided)
    text = replace(cluster(sick(7), states=undecided), missing=missing).to_screen()
    assert "60 groups; missing for late_*: consumerStatus" in text
    assert "Next     rmqkit diagnose FOLDER -g group-07" in text


SLOW = GroupState(lag=12_345, growth=4.2, queues=16, orphans=9, clients=3)
WEAK = {"severity": Severity.WARNING, "status": Status.SUSPECTED}
OVER = {"severity": Severity.NOTICE, "ongoing": False, "title": "It has ended: broker-a is gone"}

CASES = [
    pytest.param(sick(7), None, ["CRITICAL", "what is wrong with 7", "11-21 10:00"], id="a sick group has a row"),
    pytest.param(sick(7), SLOW, ["12,345 +4/s", "9/16", "3"], id="lag, growth, orphans and clients are shown"),
    pytest.param(sick(7, "group_offline"), None, ["10:00  0"], id="of a group that is offline no client is there"),
    pytest.param(sick(7, **WEAK), None, ["WARNING", "maybe what is wrong with 7"], id="what is suspected says so"),
    pytest.param(sick(7, **OVER), None, ["NOTICE", "It has ended: broker-a is gone"], id="what is over says so"),
    pytest.param(
        sick(7, severity=Severity.UNKNOWN), None, [], id="what the evidence does not decide is counted and has no row"
    ),
]


@pytest.mark.parametrize(("found", "state", "cells"), CASES)
def test_a_row_of_the_cluster(found: Finding, state: GroupState | None, cells: list[str]) -> None:
    text = cluster(found, states={found.group: state} if state else None).to_screen(width=120)
    row = line_of(text, found.group)
    assert [cell for cell in cells if cell not in row] == []
    assert bool(row) == bool(cells)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("width", [80, 100, 120])
def test_it_fits_on_one_screen(width: int, lang: str) -> None:
    found = [replace(sick(at), group=f"GID-a-name-as-long-as-some-teams-have-them-{at:02}") for at in range(40)]
    text = cluster(*found, states={one.group: SLOW for one in found}).to_screen(lang, width=width).split("\n")
    assert len(text) <= 24
    assert [line for line in text if columns(line) > width] == []
    shown = sum("GID-a-name" in line and line.startswith("CRITICAL") for line in text)
    assert 4 <= shown <= 10
    assert any(str(40 - shown) in line and "-g GROUP" in line for line in text)


def test_where_there_is_little_room_a_finding_is_told_by_its_id() -> None:
    rows = {width: line_of(cluster(sick(7, **WEAK)).to_screen(width=width), "group-07") for width in (80, 120)}
    assert "maybe what is wrong" in rows[120]
    crowded = cluster(sick(7, **WEAK), states={"group-07": SLOW}).to_screen(width=80)
    assert "maybe client_id_c" in line_of(crowded, "group-07")


def test_the_worst_group_is_told_in_short_below_the_rows() -> None:
    text = cluster(sick(9), sick(3, severity=Severity.WARNING)).to_screen()
    assert (
        text.index("  group-09 ") < text.index("  group-03 ") < text.index("group-09: what is wrong with 9   [proven]")
    )
    assert "Fix      Stop one of them." in text


def test_where_no_group_is_sick_there_is_no_row() -> None:
    assert "group-0" not in cluster().to_screen()


@pytest.mark.parametrize("number", [MOST_GROUPS, MOST_GROUPS + 1])
def test_only_more_than_a_few_groups_are_counted(number: int) -> None:
    judged = verdict(groups(number))
    assert judged.has_many_groups == (number > MOST_GROUPS)
    assert judged.headline.startswith(f"{number} consumer groups: ") == judged.has_many_groups


def test_proven_healthy_and_undecided_groups_are_counted_apart() -> None:
    unseen = {f"unseen-{at}": replace(well(snapshots=(), routes={}), group=f"unseen-{at}") for at in range(2)}
    judged = verdict({**groups(9), **unseen})
    assert judged.headline == "11 consumer groups: none has a problem; 9 proven healthy; 2 not decided by the evidence"
    assert judged.severity is Severity.UNKNOWN
    assert [row["severity"] for row in judged.to_dict()["groups"]] == ["UNKNOWN"] * 2 + ["OK"] * 9


def test_the_brief_names_every_sick_group_by_its_finding() -> None:
    found = [sick(at) for at in range(20)] + [sick(at, "broker_lost", **WEAK) for at in range(20, 25)]
    text = cluster(*found).to_brief()
    assert {one.group for one in found if one.group not in text} == set()
    assert "WARNING  maybe broker_lost: group-20, group-21" in text
    assert len(text.split("\n")) <= 15


def test_the_brief_says_how_many_groups_it_does_not_name() -> None:
    found = [replace(sick(at), group=f"GID-a-name-as-long-as-some-teams-have-them-{at:02}") for at in range(40)]
    text = cluster(*found).to_brief()
    named = sum(one.group in text for one in found)
    assert f"and {40 - named} more" in text


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Diagnosis:
    """A broker's log of a dozen groups."""
    return rmqkit.diagnose(rmqkit.read(None, str(write_log(tmp_path_factory.mktemp("cluster")))))


def test_every_group_of_a_log_is_counted_and_in_the_json(logged: Diagnosis) -> None:
    told = json.loads(json.dumps(logged.to_dict()))
    assert logged.headline.startswith(f"{GROUPS} consumer groups: ")
    assert {row["group"] for row in told["groups"]} == set(logged.facts)
    assert {one["group"] for one in told["findings"]} <= set(logged.facts)


def test_the_table_of_verdicts_has_a_row_per_group_and_finding(spark: SparkSession) -> None:
    judged = cluster(sick(7), sick(7, "orphan_queues"), states={"group-07": SLOW}, number=8)
    rows = judged.verdicts(spark).collect()
    assert [(row["group"], row["finding"]) for row in rows[:3]] == [
        ("group-07", "client_id_collision"),
        ("group-07", "orphan_queues"),
        ("group-00", None),
    ]
    assert (rows[0]["lag"], rows[0]["orphans"], rows[0]["status"]) == (12_345, 9, "proven")
    assert rows[0]["since"].timestamp() == after(0).timestamp()
    assert (len(rows), rows[-1]["group_severity"], rows[-1]["healthy"]) == (9, "OK", True)
