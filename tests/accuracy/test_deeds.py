"""What the remedies of all recordings tell to do ends what was found, in the simulated group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from rmqkit.diagnosis.finding import Act, Deed
from tests.accuracy.again import opened
from tests.accuracy.deeds import UNKNOWN_TO_THE_SIMULATION, Done, causes_of, deeds_done, shown_by
from tests.diagnosis.remedies.simulated import done, sick
from tests.lab.recorded import RECORDED, archives


@dataclass(frozen=True)
class Causes:
    """The causes of one recording: those without a deed, those whose deeds could not be done, what the others did."""

    recording: str
    number: int
    without_deed: tuple[str, ...]
    not_done: tuple[str, ...]
    done: tuple[Done, ...]


@pytest.fixture(scope="module")
def recordings() -> list[Causes]:
    """All sick recordings, each diagnosed once, and their deeds done."""
    return list(_all())


def _all() -> Iterator[Causes]:
    for archive in archives():
        with opened(archive) as recording:
            if recording.truth.healthy or recording.whole is None:
                continue
            causes = causes_of(recording.whole, recording.group)
            all_done = tuple(deeds_done(recording.whole, recording.group, recording.name))
            without = tuple(cause.id for cause in causes if not cause.deeds)
            simulated = {*without, *(one.finding for one in all_done)}
            not_done = tuple(cause.id for cause in causes if cause.id not in simulated)
            yield Causes(recording.name, len(causes), without, not_done, all_done)


def test_every_deed_ends_its_finding(recordings: Sequence[Causes]) -> None:
    all_done = [one for causes in recordings for one in causes.done]
    known = {(one.recording, one.finding) for one in all_done}
    before = Counter("itself" if one.shown else "its harm" if one.harmed else "nothing" for one in all_done)
    print(f"{len(all_done)} deeds of {len(known)} causes of {sum(causes.number for causes in recordings)}; before them")
    print(f"mqadmin's outputs of the simulated group showed: {dict(before)}")
    assert [str(one) for one in all_done if not one.ends_it] == []
    assert len(known) >= 80
    assert before["itself"] >= 0.9 * len(all_done)


def test_a_cause_without_a_deed_has_a_reason(recordings: Sequence[Causes]) -> None:
    without = Counter(finding for causes in recordings for finding in causes.without_deed)
    print({finding: f"{number}: {UNKNOWN_TO_THE_SIMULATION.get(finding)}" for finding, number in without.items()})
    assert set(without) - set(UNKNOWN_TO_THE_SIMULATION) == set()


def test_only_a_group_whose_queues_nothing_tells_cannot_be_simulated(recordings: Sequence[Causes]) -> None:
    """Its clients never got a list of members, and mqadmin was not asked for the topic's route."""
    assert {causes.recording: causes.not_done for causes in recordings if causes.not_done} == {
        "group_unknown-5.3.3": ("not_permitted",)
    }


OTHERWISE = [
    pytest.param("clock_keeps_old_tags-5.3.3", "clock_skew", Act.RESTART, id="brokers keep what a wrong clock left"),
    pytest.param("offline_after_two_topics-5.3.3", "group_offline", Act.START, id="clients that differed differ again"),
    pytest.param("own_strategy_leaves_a_gap-5.4.0", "mixed_allocation_strategies", Act.RESTART, id="a gap stays a gap"),
    pytest.param("gray_release-4.8.0", "inconsistent_subscription", Act.RESTART, id="a restart rolls nothing back"),
    pytest.param("collision_all-5.3.3", "client_id_collision", Act.RESTART, id="twins that restart are twins"),
]


@pytest.mark.parametrize(("name", "finding", "act"), OTHERWISE)
def test_a_deed_that_no_remedy_tells_does_not_help(name: str, finding: str, act: Act) -> None:
    with opened(RECORDED / f"{name}.tar.xz") as recording:
        assert recording.whole
        group = sick(recording.whole, recording.group)
        told = next(one for one in recording.whole.of_group(recording.group) if one.id == finding)
    assert Deed(act) not in told.deeds
    after = shown_by(done(group, Deed(act)))
    assert [one for one in after.findings if one.ongoing and one.severity.name in ("WARNING", "CRITICAL")]
