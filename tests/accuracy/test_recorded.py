"""Every recorded incident against its truth, whole and with evidence taken away, and what its remedies do to the
simulated group. Each is read once, which is most of the time."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

import rmqkit
from rmqkit.diagnosis import Diagnosis, Severity
from rmqkit.diagnosis.finding import Act, Deed
from tests.accuracy.again import Recording, opened
from tests.accuracy.deeds import UNKNOWN_TO_THE_SIMULATION, Done, causes_of, deeds_done, shown_by
from tests.accuracy.known_failures import KNOWN_FAILURES
from tests.accuracy.recordings import Scored, scored_alone
from tests.accuracy.run import wrong
from tests.diagnosis.remedies.simulated import done, sick
from tests.lab.recorded import ASIDE, RECORDED, archives

# The least share of reduced folders in which the true cause must still be named.
STILL_NAMED = 0.75


@dataclass(frozen=True)
class Causes:
    """The causes of one recording: those without a deed, those whose deeds could not be done, what the others did."""

    recording: str
    number: int
    without_deed: tuple[str, ...]
    not_done: tuple[str, ...]
    done: tuple[Done, ...]


def causes_in(recording: Recording) -> Causes | None:
    """What a sick recording's deeds do; a group of two clusters has two states, and is not simulated."""
    if recording.truth.healthy or recording.whole is None or recording.group not in recording.whole.facts:
        return None
    causes = causes_of(recording.whole, recording.group)
    all_done = tuple(deeds_done(recording.whole, recording.group, recording.name))
    without = tuple(cause.id for cause in causes if not cause.deeds)
    simulated = {*without, *(one.finding for one in all_done)}
    not_done = tuple(cause.id for cause in causes if cause.id not in simulated)
    return Causes(recording.name, len(causes), without, not_done, all_done)


_TOLD: dict[str, tuple[str, Diagnosis, Diagnosis]] = {}


def keep(recording: Recording) -> None:
    assert recording.whole
    _TOLD[recording.name] = (recording.group, recording.whole, rmqkit.diagnose(recording.read))


def told_by(name: str) -> tuple[str, Diagnosis, Diagnosis]:
    """A recording's group, the verdict on it alone and on the folder: kept where all are read, else of its archive."""
    if name not in _TOLD:
        with opened(RECORDED / f"{name}.tar.xz") as recording:
            keep(recording)
    return _TOLD[name]


@pytest.fixture(scope="module")
def once() -> list[tuple[Scored, Causes | None]]:
    """All recordings of both halves, read once; one in eight of the reduced folders (`make accuracy`: all), and the
    deeds of the known half."""
    read = []
    for half in (RECORDED, ASIDE):
        for number, archive in enumerate(archives(half)):
            with opened(archive) as recording:
                causes = causes_in(recording) if half == RECORDED else None
                if recording.name in {str(case.values[0]) for case in (*OTHERWISE, *ONCE_WRONG)}:
                    keep(recording)
                read.append((scored_alone(recording, number, one_in=8), causes))
    return read


@pytest.fixture(scope="module")
def everything(once: Sequence[tuple[Scored, Causes | None]]) -> list[Scored]:
    """Every recording's score."""
    return [score for score, _ in once]


@pytest.fixture(scope="module")
def recordings(once: Sequence[tuple[Scored, Causes | None]]) -> list[Causes]:
    """The sick recordings, and their deeds done."""
    return [causes for _, causes in once if causes]


@pytest.fixture(scope="module")
def incidents(everything: Sequence[Scored]) -> list[Scored]:
    """Those that are not known to fail."""
    return [incident for incident in everything if incident.name not in KNOWN_FAILURES]


def test_what_is_known_to_fail_fails_still(everything: Sequence[Scored]):
    """An entry of the table whose recording is right now is to be taken out of it."""
    failing = {incident.name for incident in everything if wrong(incident) or strays(incident)}
    assert set(KNOWN_FAILURES) - failing == set()


def strays(incident: Scored) -> bool:
    """Whether windows or pictures are not as the ledgers and the findings have it."""
    windows = incident.windows
    return bool(incident.drawn_otherwise or (windows and (windows.outside or windows.too_wide)))


def test_there_are_sixty_incidents_over_five_versions_and_a_third_is_healthy(incidents: Sequence[Scored]):
    versions = {each.name.rsplit("-", 1)[1] for each in incidents}
    healthy = [each for each in incidents if each.truth.healthy]
    assert len(incidents) >= 60
    assert len(versions) >= 5
    assert len(healthy) >= len(incidents) / 3


def test_no_diagnosis_ends_in_an_exception(incidents: Sequence[Scored]):
    assert {each.name: each.crashes for each in incidents if each.crashes} == {}


def test_no_wrong_cause_is_proven(incidents: Sequence[Scored]):
    assert {each.name: set(each.whole.wrong_proofs) for each in incidents if each.whole.wrong_proofs} == {}


def test_no_sick_group_reads_healthy(incidents: Sequence[Scored]):
    assert [each.name for each in incidents if each.whole.false_ok] == []


def test_the_first_finding_is_the_cause(incidents: Sequence[Scored]):
    wrong = {each.name: each.whole.first for each in incidents if not each.whole.first_right}
    assert wrong == {}


def test_every_cause_and_every_effect_is_found(incidents: Sequence[Scored]):
    missed = {each.name: set(each.whole.causes_missed | each.whole.effects_missed) for each in incidents}
    assert {name: ids for name, ids in missed.items() if ids} == {}


def test_what_is_over_is_told_as_over(incidents: Sequence[Scored]):
    assert {each.name: set(each.whole.past_missed) for each in incidents if each.whole.past_missed} == {}


def test_nothing_is_alarmed_that_is_not_in_the_truth(incidents: Sequence[Scored]):
    assert {each.name: set(each.whole.false_alarms) for each in incidents if each.whole.false_alarms} == {}


def test_healthy_groups_never_reach_a_warning(incidents: Sequence[Scored]):
    alarmed = {each.name: each.whole.severity for each in incidents if each.truth.healthy and not each.truth.tolerated}
    assert {name: severity for name, severity in alarmed.items() if severity >= Severity.WARNING} == {}


def test_every_message_read_again_after_a_change_of_hands_lies_in_a_window(incidents: Sequence[Scored]):
    """Of the known half: one message of a recording kept aside (clover-5.1.4) is outside, and not looked into."""
    known = {archive.name.removesuffix(".tar.xz") for archive in archives()}
    scored_windows = {each.name: each.windows for each in incidents if each.windows and each.name in known}
    again = sum(len(each.again) for each in scored_windows.values())
    print(f"{again} messages were read again in {sum(bool(each.again) for each in scored_windows.values())} incidents")
    assert again >= 300
    assert {name: each.outside for name, each in scored_windows.items() if each.outside} == {}


def test_every_stated_onset_is_when_the_lab_did_it(incidents: Sequence[Scored]):
    """Of the known half; of the other one the totals are printed."""
    known = {archive.name.removesuffix(".tar.xz") for archive in archives()}
    onsets = {each.name: each.onsets for each in incidents if each.onsets and each.name in known}
    print(f"{sum(map(len, onsets.values()))} onsets are stated")
    assert sum(map(len, onsets.values())) >= 150
    assert {name: wrong for name, stated in onsets.items() if (wrong := list(filter(None, stated)))} == {}


def test_a_window_is_no_wider_than_a_commit_interval(incidents: Sequence[Scored]):
    too_wide = {each.name: each.windows.too_wide for each in incidents if each.windows and each.windows.too_wide}
    assert too_wide == {}


def test_no_line_of_mqadmin_and_fewer_than_one_log_line_in_a_thousand_is_unparsed(incidents: Sequence[Scored]):
    assert sum(each.unparsed["mqadmin"] for each in incidents) == 0
    logs = sum(each.unparsed["log lines"] for each in incidents)
    assert sum(each.unparsed["log"] for each in incidents) < logs / 1000


def test_with_evidence_taken_away_no_wrong_cause_is_proven(incidents: Sequence[Scored]):
    parts = [(each.name, name, part) for each in incidents for name, part in each.reduced]
    assert len(parts) >= 500
    assert [(name, what, set(part.wrong_proofs)) for name, what, part in parts if part.wrong_proofs] == []


def test_with_evidence_taken_away_no_sick_group_reads_healthy(incidents: Sequence[Scored]):
    parts = [(each.name, name, part) for each in incidents for name, part in each.reduced]
    assert [(name, what) for name, what, part in parts if part.false_ok] == []


def test_with_evidence_taken_away_the_cause_is_mostly_still_named(incidents: Sequence[Scored]):
    sick = [part for each in incidents if each.truth.causes for _, part in each.reduced]
    share = sum(part.named for part in sick) / len(sick)
    print(f"the true cause is still named in {share:.0%} of {len(sick)} reduced folders")
    assert share >= STILL_NAMED


def test_a_proof_does_not_survive_what_speaks_against_it(incidents: Sequence[Scored]):
    changed = sum(each.changed for each in incidents)
    kept = {each.name: each.proofs_kept for each in incidents if each.proofs_kept}
    print(f"{changed} changes, after {sum(map(len, kept.values()))} of which a proof stood: {kept}")
    assert changed >= 250
    assert sum(map(len, kept.values())) <= changed * 0.05


def test_the_picture_draws_what_the_findings_list(incidents: Sequence[Scored]):
    assert {each.name: each.drawn_otherwise for each in incidents if each.drawn_otherwise} == {}


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


def test_what_cannot_be_simulated_is_named(recordings: Sequence[Causes]) -> None:
    """Clients that never got a list of members, where mqadmin was not asked for the topic's route; and processes of one
    id that want different topics or are two applications: a deed names its clients by their ids."""
    assert {causes.recording: causes.not_done for causes in recordings if causes.not_done} == {
        "group_unknown-5.3.3": ("not_permitted",),
        "lite_and_push_of_one_id-4.7.1": ("client_id_collision",),
        "twins_of_other_topics-5.3.3": ("inconsistent_subscription",),
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
    group, told, _ = told_by(name)
    assert Deed(act) not in next(one for one in told.of_group(group) if one.id == finding).deeds
    after = shown_by(done(sick(told, group), Deed(act)))
    assert [one for one in after.findings if one.ongoing and one.severity.name in ("WARNING", "CRITICAL")]


ONCE_WRONG = [
    pytest.param("pop_refused-5.3.3", "not_permitted", set(), id="the broker refuses every pop"),
    pytest.param(
        "own_strategy_takes_everything-4.9.7", "mixed_allocation_strategies", set(), id="every queue to both clients"
    ),
    pytest.param("reset_back-5.4.0", "offsets_moved", set(), id="offsets reset back under a healthy group"),
    pytest.param("fewer_read_queues-5.4.0", "unreadable_queues", set(), id="queues that cannot be read"),
    pytest.param("broker_lost-5.3.3", "broker_lost", set(), id="a broker of three is gone with what it stores"),
    *(
        pytest.param(name, "not_shared_out_by_clients", {"idle_consumers", "orphan_queues"}, id=what)
        for name, what in (
            ("lite_pull_assigned-5.3.3", "lite pull clients that assign are not idle"),
            ("pull_consumer-4.9.7", "of a pull consumer not everything is known"),
        )
    ),
    pytest.param(
        "own_strategy-5.3.3", "not_shared_out_by_clients", {"mixed_allocation_strategies"}, id="a sound strategy"
    ),
    pytest.param("late_commits-5.3.3", "", {"duplicate_consumption"}, id="late commits consume nothing again"),
    pytest.param("sql_refused-5.3.3", "start_refused", {"connection_problem"}, id="a refused start is no lost broker"),
    pytest.param("sql_refused-4.9.7", "start_refused", {"consumer_stuck"}, id="refused clients are not stuck"),
    pytest.param("group_twice-4.5.2", "start_refused", {"duplicate_consumption"}, id="a second consumer was refused"),
    pytest.param("topic_missing-5.3.3", "topic_missing", {"not_permitted"}, id="the topic is missing, not the group"),
    pytest.param("master_gone-5.3.3", "broker_lost", {"reached again"}, id="a master that is gone for good"),
    pytest.param("reset_forward-4.9.7", "offsets_moved", {"changed hands"}, id="a reset to now moves no queue"),
    pytest.param("pop_never_acknowledged-5.3.3", "", set(), id="a pop consumer's retry topic is no group"),
    pytest.param("static_topic-5.3.3", "", {"idle_consumers"}, id="three, three and two queues of a static topic"),
    pytest.param("fixed_list-4.9.7", "", {"not_shared_out_by_clients"}, id="owners that are all as predicted"),
    pytest.param("behind_a_proxy-5.3.3", "", {"group_offline"}, id="mqadmin knows no clients behind a proxy"),
]


@pytest.mark.parametrize(("name", "proven", "absent"), ONCE_WRONG)
def test_what_once_went_wrong(name: str, proven: str, absent: set[str]) -> None:
    """`absent`: ids that no finding has, or words that no finding says."""
    group, _, told = told_by(name)
    assert told.severity != Severity.OK or not proven
    assert proven in {finding.id for finding in told.findings if finding.proven} | {""}
    said = " ".join(f"{finding.id} {finding.title} {finding.why}" for finding in told.findings)
    assert [words for words in absent if words in said] == []
    assert set(told.facts) == {group}
