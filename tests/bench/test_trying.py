"""Hypotheses as text, tried on recordings: right ones get the diagnosis' word, wrong ones are refuted by a line, or
stand with what would refute them."""

import json
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rmqkit
from rmqkit.bench.comparing import Says, compare
from rmqkit.bench.records import looks_of
from rmqkit.bench.supposing import choices_of
from rmqkit.bench.telling import tried_dict
from rmqkit.bench.text import BadHypothesis, hypothesis_text, read_hypothesis
from rmqkit.bench.trying import Tried, findings_as_hypotheses, tried_on
from rmqkit.cli import app
from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.finding import Status
from tests.bench import random_hypotheses
from tests.bench.random_hypotheses import TEN, tried_by_chance

SAMPLES = Path(__file__).parents[2] / "data_samples"
PROVEN, REFUTED, OPEN, SUSPECTED = Status.PROVEN, Status.REFUTED, Status.OPEN, Status.SUSPECTED
COLLISION, HEALTHY, MIXED, BROADCAST, LOST, STUCK, GRAY, SQL, RESET, SLOW = TEN

RIGHT = [
    (COLLISION, "causes: [client_id_collision]"),
    (COLLISION, "causes: [{id: client_id_collision, clients: [172.17.0.2@1]}]"),
    (HEALTHY, "healthy: true"),
    (HEALTHY, "clients: {C1: {subscribes: [topicA], strategy: AVG, model: CLUSTERING}}"),
    (MIXED, "causes: [mixed_allocation_strategies]"),
    (MIXED, "clients: {C3: {strategy: AVG_BY_CIRCLE}}"),
    (BROADCAST, "causes: [message_model_mismatch]"),
    (BROADCAST, "clients: {C3: {model: BROADCASTING}}"),
    (LOST, "brokers: {broker-b: gone}"),
    (LOST, "causes: [{id: broker_lost, brokers: [broker-b], topics: [stock]}]"),
    (STUCK, "causes: [consumer_stuck]"),
    (STUCK, "clients: {C2: {state: blocked}}"),
    (GRAY, "causes: [inconsistent_subscription]"),
    (GRAY, "clients: {C5: {subscribes: [trade, trade_audit, TRADE_EXPORT]}}"),
    (SQL, "causes: [{id: start_refused, clients: ['10.20.0.12@14766#1133886103003']}]"),
    (SQL, "clients: {'10.20.0.12@14766#1133886103003': {state: start refused}}"),
    (SQL, "causes: [group_offline]"),
    (RESET, "reset: [feed]"),
    (RESET, "healthy: true"),
    (SLOW, "clients: {C1: {state: slow}}"),
]
WRONG = [
    (COLLISION, "clients: {C1b: {id: 172.17.0.2@2}}", REFUTED),
    (COLLISION, "clients: {C2: {id: 172.17.0.2@1}}", REFUTED),
    (HEALTHY, "clients: {C1: {subscribes: []}}", REFUTED),
    (HEALTHY, "clients: {C3: {gone: true}}", REFUTED),
    (HEALTHY, "clients: {C2: {subscribes: {topicA: TagA}}}", REFUTED),
    (MIXED, "clients: {C3: {strategy: AVG}}", REFUTED),
    (MIXED, "clients: {C1: {strategy: CONSISTENT_HASH}}", REFUTED),
    (BROADCAST, "clients: {C3: {model: CLUSTERING}}", REFUTED),
    (BROADCAST, "clients: {C1: {model: BROADCASTING}}", REFUTED),
    (LOST, "brokers: {broker-a: gone}", REFUTED),
    (LOST, "queues: {stock: {broker-a: 3}}", REFUTED),
    (STUCK, "healthy: true", REFUTED),
    (STUCK, "clients: {C1: {state: blocked}}", OPEN),
    (GRAY, "clients: {C5: {subscribes: [trade]}}", REFUTED),
    (GRAY, "clients: {C1: {subscribes: [trade, trade_audit]}}", REFUTED),
    (SQL, "healthy: true", REFUTED),
    (RESET, "reset: [another-topic]", OPEN),
    (RESET, "clients: {new: {id: 10.20.0.99@1}}", REFUTED),
    (SLOW, "queues: {thumbs: {broker-a: 8}}", REFUTED),
    (SLOW, "healthy: true", REFUTED),
]


@cache
def diagnosis_of(name: str) -> tuple[str, Diagnosis]:
    recording, diagnosis = random_hypotheses.diagnosed(name)
    return recording.group, diagnosis


def tried(name: str, text: str) -> Tried:
    group, diagnosis = diagnosis_of(name)
    return tried_on(read_hypothesis(f"group: {group!r}\n{text}"), diagnosis)


@pytest.mark.parametrize(("name", "text"), RIGHT)
def test_a_right_hypothesis_gets_the_diagnosis_word(name: str, text: str) -> None:
    came_out = tried(name, text)
    assert came_out.word is PROVEN, came_out.judged.needs
    assert not came_out.judged.contradicts
    group, diagnosis = diagnosis_of(name)
    ids = {cause_id for cause in came_out.supposed.causes for cause_id in cause.ids}
    assert not ids or ids & {finding.id for finding in diagnosis.of_group(group) if finding.proven}


@pytest.mark.parametrize(("name", "text", "word"), WRONG)
def test_a_wrong_hypothesis_is_refuted_by_a_line_or_stands_with_what_decides(
    name: str, text: str, word: Status
) -> None:
    came_out = tried(name, text)
    assert came_out.word is word
    assert came_out.judged.contradicts or came_out.judged.decided_by


@pytest.mark.parametrize("name", TEN)
def test_every_cause_that_was_found_can_be_printed_and_tried(name: str) -> None:
    _, diagnosis = diagnosis_of(name)
    for finding, text in findings_as_hypotheses(diagnosis):
        assert tried_on(read_hypothesis(text), diagnosis).word is finding.status, finding.id


@pytest.mark.parametrize("name", TEN)
def test_no_hypothesis_by_chance_is_proven_that_the_truth_denies(name: str) -> None:
    wrong = [(text, against) for text, _, against in tried_by_chance(name, 15) if against]
    assert wrong == []


def test_what_is_beside_a_hypothesis_is_named_as_its_rival() -> None:
    assert [rival.id for rival in tried(STUCK, "clients: {C1: {state: blocked}}").rivals] == []
    assert [rival.id for rival in tried(STUCK, "causes: [consumer_slow]").rivals] == ["consumer_stuck"]


def test_an_epoch_before_is_tried_in_its_own_right() -> None:
    came_out = tried(GRAY, "until: '2026-01-01 00:00:00'")
    assert len(came_out.epochs) == 1
    group, diagnosis = diagnosis_of(GRAY)
    spans = [entry for entry in diagnosis.timeline if entry.group == group]
    whole = tried(GRAY, "from: '2026-01-01 00:00:00'")
    assert len(whole.epochs) == len(spans)


def test_the_text_of_a_state_is_read_back_as_that_state() -> None:
    for name in (COLLISION, MIXED, BROADCAST, GRAY):
        told = tried(name, "").epochs[-1].hypothesis
        changed = told.changed(told.processes[0].name, gone=True).without_brokers(told.brokers[:1])
        assert read_hypothesis(hypothesis_text(changed)).of(told) == changed


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("[1, 2]", "has to be a list of `name: value`", id="a list"),
        pytest.param("{", "is not valid YAML", id="no YAML"),
        pytest.param("{colour: red}", "has no 'colour'", id="a key that the language does not have"),
        pytest.param("{clients: {C1: {state: tired}}}", "'tired' is not one of", id="a state that no client has"),
        pytest.param("{causes: [bad_luck]}", "'bad_luck' is not one of", id="a cause that nobody knows"),
        pytest.param("{from: yesterday}", "is not a time", id="a moment in words"),
        pytest.param("{queues: {t: {b: many}}}", "needs a number of queues", id="a number in words"),
        pytest.param("{queues: {t: {b: 1000000000}}}", "needs a number of queues", id="more queues than there are"),
        pytest.param("{brokers: {b: tired}}", "'tired' is not one of: gone, slave", id="a state that no broker has"),
    ],
)
def test_a_text_that_is_no_hypothesis_is_refused_with_what_is_known(text: str, says: str) -> None:
    with pytest.raises(BadHypothesis, match=says):
        read_hypothesis(text)


def test_a_client_that_nobody_knows_is_refused_with_those_that_are_there() -> None:
    with pytest.raises(BadHypothesis, match=r"no client 'C9'.*C1 10"):
        tried(HEALTHY, "clients: {C9: {gone: true}}")


def test_the_command_prints_predicted_and_seen_and_quotes_the_line(tmp_path: Path) -> None:
    file = tmp_path / "h.yml"
    file.write_text("clients: {C2: {subscribes: [topicA, topicB]}}", encoding="utf-8")
    folder = str(SAMPLES / "two-topics-one-group")
    told = CliRunner().invoke(app, ["try", folder, str(file)])
    assert told.exit_code == 1, told.output
    assert told.stdout.startswith("refuted: groupA: hypothesis: C2")
    assert "10.20.0.12@11789#1161563682427:70  002 Topic: topicB" in told.stdout
    assert "|topicA broker-b 0-7|C2|nobody|contradicts|" in told.stdout
    as_json = json.loads(CliRunner().invoke(app, ["try", folder, str(file), "--json"]).stdout)
    assert as_json["word"] == "refuted"
    assert as_json["epochs"][0]["contradicts"] == 8


def test_the_findings_are_printed_in_the_language() -> None:
    told = CliRunner().invoke(app, ["diagnose", str(SAMPLES / "two-topics-one-group"), "--as-hypotheses"])
    assert told.stdout.startswith("# inconsistent_subscription: proven\ngroup: groupA\n")
    evidence = rmqkit.read(None, str(SAMPLES / "two-topics-one-group"))
    came_out = rmqkit.try_hypothesis(evidence, told.stdout)
    assert (came_out.word, tried_dict(came_out)["contradicted_by"]) == (PROVEN, [])


def test_the_bench_writes_and_reads_the_same_text() -> None:
    pytest.importorskip("ipywidgets")
    bench = rmqkit.bench.open(rmqkit.read(None, str(SAMPLES / "two-topics-one-group")))
    bench.suppose(bench.hypothesis.changed("C2", gone=True))
    kept = bench.as_text()
    bench.suppose(bench.choices[0].hypothesis)
    bench.read(kept)
    assert bench.hypothesis.process("C2").gone
    assert bench.as_text() == kept


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("causes: [inconsistent_subscription]", 0, id="proven"),
        pytest.param("healthy: true", 1, id="refuted"),
        pytest.param("{", 2, id="no hypothesis"),
        pytest.param("reset: [another-topic]", 3, id="nothing decides"),
    ],
)
def test_the_exit_code_tells_the_verdict(text: str, code: int) -> None:
    told = CliRunner().invoke(app, ["try", str(SAMPLES / "two-topics-one-group"), "-"], input=text)
    assert told.exit_code == code, told.output


@pytest.mark.parametrize("name", TEN)
def test_what_one_snapshot_shows_is_seen_in_all_together_and_unknown_contradicts_nothing(name: str) -> None:
    group, diagnosis = diagnosis_of(name)
    case = Case.of(diagnosis.facts[group])
    looks = [look for look in looks_of(case) if not look.before]
    for choice in choices_of(case, diagnosis.considered):
        alone = [compare(choice.hypothesis, case, [look]).queues for look in looks]
        for row, *singles in zip(compare(choice.hypothesis, case, looks).queues, *alone, strict=True):
            assert row.seen or not any(single.seen for single in singles), row.queue
            assert row.seen is not None or row.says is Says.SILENT, row.queue


def test_the_table_below_a_refuted_healthy_group_shows_what_a_healthy_one_would_read() -> None:
    came_out = tried(GRAY, "healthy: true")
    assert came_out.word is REFUTED
    assert came_out.epochs[-1].comparison.contradictions


def test_the_bench_opens_on_the_explanation_that_was_accepted() -> None:
    pytest.importorskip("ipywidgets")
    bench = rmqkit.bench.open(rmqkit.read(None, str(SAMPLES / "two-topics-one-group")))
    assert bench.explanation.value == "inconsistent_subscription (proven)"
    assert bench.comparison.holds
