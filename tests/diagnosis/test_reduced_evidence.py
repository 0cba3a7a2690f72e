"""The law of reduced evidence: with pieces taken away a verdict gets weaker, never wrong."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from rmqkit.diagnosis import Diagnosis, Severity, verdict

from .incidents import AROUND, HEALTHY, SICK, Incident
from .printed import facts_of
from .reductions import only_client_logs, reduced, undated_logs

Make = Callable[[Random], Incident]
INCIDENTS, REDUCED = 3, 10
LEAST_SHARE = 0.6


def judged(make: Make) -> list[tuple[Incident, list[str], Diagnosis]]:
    """A few incidents of one kind, each with several different parts of its evidence gone."""
    found = []
    for seed in range(INCIDENTS):
        incident = make(Random(seed))
        facts = facts_of(incident.cluster)
        for number in range(REDUCED):
            left, how = reduced(facts, Random(1000 * seed + number))
            found.append((incident, how, verdict({left.group: left})))
    return found


@pytest.fixture(scope="module")
def verdicts() -> dict[str, list[tuple[Incident, list[str], Diagnosis]]]:
    """Every kind of incident, judged once for all tests of this file."""
    return {make.__name__: judged(make) for make in (*SICK, *AROUND, *HEALTHY)}


KINDS = [pytest.param(make.__name__, id=make.__name__) for make in (*SICK, *AROUND, *HEALTHY)]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_wrong_is_ever_proven(kind: str, verdicts) -> None:
    """What is proven, goes on and is at least a warning, is in the truth."""
    for incident, how, diagnosis in verdicts[kind]:
        proven = {e.id for e in diagnosis.findings if e.proven and e.ongoing and e.severity >= Severity.WARNING}
        assert proven <= incident.allowed, (incident.cluster, how)


@pytest.mark.parametrize("kind", KINDS)
def test_only_healthy_groups_read_ok(kind: str, verdicts) -> None:
    """Missing evidence never reads as healthy."""
    for incident, how, diagnosis in verdicts[kind]:
        sources = {log.source for facts in diagnosis.facts.values() for log in facts.logs.values()}
        shown = incident.told_only_by is None or incident.told_only_by in sources
        assert incident.healthy or not shown or diagnosis.severity > Severity.OK, (incident.cluster, how)


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_judged_names_the_command(kind: str, verdicts) -> None:
    """Whoever reads UNKNOWN also reads what to bring."""
    for incident, how, diagnosis in verdicts[kind]:
        assert diagnosis.severity != Severity.UNKNOWN or diagnosis.missing, (incident.cluster, how)


def test_the_true_causes_are_still_named(verdicts) -> None:
    """Caution is not the aim: most verdicts still name each true cause, proven or suspected."""
    named: Counter[str] = Counter()
    proven: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for make in (*SICK, *AROUND):
        for incident, _, diagnosis in verdicts[make.__name__]:
            for cause in incident.causes:
                found = [each for each in diagnosis.findings if each.id == cause and each.ongoing]
                asked[cause] += 1
                named[cause] += bool(found)
                proven[cause] += any(each.proven for each in found)
    for cause, times in sorted(asked.items()):
        print(f"{cause:32} {named[cause] / times:4.0%} named, {proven[cause] / times:4.0%} proven, of {times}")
    share = sum(named.values()) / sum(asked.values())
    print(f"{'all':32} {share:4.0%} named, {sum(proven.values()) / sum(asked.values()):4.0%} proven")
    assert share >= LEAST_SHARE


@pytest.mark.parametrize("make", [pytest.param(make, id=make.__name__) for make in (*SICK, *AROUND, *HEALTHY)])
def test_logs_without_dates_prove_nothing_wrong(make: Make) -> None:
    """A layout without a date leaves the order of the lines, and rules live with that."""
    incident = make(Random(0))
    facts = undated_logs(facts_of(incident.cluster), Random(0))
    for left in (facts, only_client_logs(facts, Random(0))):
        diagnosis = verdict({left.group: left})
        alarms = {e.id for e in diagnosis.findings if e.ongoing and e.severity >= Severity.WARNING}
        assert not (incident.healthy and alarms)
        assert {e.id for e in diagnosis.findings if e.proven and e.id in alarms} <= incident.allowed
