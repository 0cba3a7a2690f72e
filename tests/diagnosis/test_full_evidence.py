"""With all evidence there, each cause is proven first and nothing else is claimed; healthy groups stay healthy."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rmqkit.diagnosis import Diagnosis, Finding, Severity, verdict

from .incidents import AROUND, HEALTHY, SICK, Incident
from .printed import facts_of

Make = Callable[[Random], Incident]
FEW = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def judge(incident: Incident) -> Diagnosis:
    """The verdict on everything that is known of the incident."""
    facts = facts_of(incident.cluster)
    return verdict({facts.group: facts})


def loud(diagnosis: Diagnosis) -> dict[str, Finding]:
    """What goes on and is at least a warning, by id."""
    return {each.id: each for each in diagnosis.findings if each.ongoing and each.severity >= Severity.WARNING}


@pytest.mark.parametrize("make", [pytest.param(each, id=f"{each.__name__} is proven") for each in (*SICK, *AROUND)])
@FEW
@given(dice=st.randoms(use_true_random=False))
def test_cause(make: Make, dice: Random) -> None:
    """Every cause is proven, a cause comes first, and nothing is found that is not there."""
    incident = make(dice)
    diagnosis = judge(incident)
    found = loud(diagnosis)
    assert {each for each in incident.causes if each in found and found[each].proven} == set(incident.causes)
    assert set(found) <= incident.allowed
    assert diagnosis.findings[0].id in incident.causes
    assert diagnosis.severity >= Severity.WARNING


@pytest.mark.parametrize("make", [pytest.param(each, id=f"{each.__name__} is healthy") for each in HEALTHY])
@FEW
@given(dice=st.randoms(use_true_random=False))
def test_decoy(make: Make, dice: Random) -> None:
    """Nothing is wrong and nothing is claimed."""
    incident = make(dice)
    diagnosis = judge(incident)
    assert not loud(diagnosis)
    silent = any(member.silent for member in incident.cluster.members)
    assert diagnosis.severity in ({Severity.OK, Severity.NOTICE} | ({Severity.UNKNOWN} if silent else set()))


@pytest.mark.parametrize("make", [pytest.param(each, id=each.__name__) for each in SICK])
@FEW
@given(dice=st.randoms(use_true_random=False))
def test_a_cause_is_at_least_as_severe_as_what_it_explains(make: Make, dice: Random) -> None:
    """Severities follow from harm; what is explained is there."""
    diagnosis = judge(make(dice))
    by_id = {each.id: each for each in diagnosis.findings if each.ongoing}
    for cause in by_id.values():
        for effect in cause.explains:
            assert by_id[effect].severity <= cause.severity
