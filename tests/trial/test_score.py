"""How answers of a trial are scored, on made-up ones."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.accuracy.posts import Grade, Post
from tests.accuracy.scoring import Truth
from tests.trial import prepare, run
from tests.trial.prepare import BURIED, POST, RECORDING, Plan, cases
from tests.trial.score import Answer, Cost, Known, costs, mark, mark_post, row_of_incidents, scored

ORPHANS = frozenset({"orders broker-a 3", "orders broker-a 4"})
SICK = Known(
    Truth.of(
        {"group": "g", "causes": ["client_id_collision"], "effects": ["orphan_queues"], "past": ["consumer_slow"]}
    ),
    ORPHANS,
    frozenset(),
)
HEALTHY = Known(Truth.of({"group": "g", "healthy": True, "tolerated": ["idle_consumers"]}), frozenset(), frozenset())


def said(*causes: str, confidence: str = "sure", **fields: object) -> Answer:
    return Answer.of({"causes": list(causes), "confidence": confidence, **fields})


@pytest.mark.parametrize(
    ("known", "answer", "right", "wrong_and_sure"),
    [
        pytest.param(SICK, said("client_id_collision"), True, False, id="the cause is named"),
        pytest.param(SICK, said("client_id_collision", "orphan_queues"), True, False, id="an effect beside it is true"),
        pytest.param(SICK, said("orphan_queues"), False, False, id="an effect alone is true and no cause"),
        pytest.param(SICK, said("consumer_stuck"), False, True, id="another cause, sure"),
        pytest.param(SICK, said("consumer_stuck", confidence="suspected"), False, False, id="another cause, hedged"),
        pytest.param(SICK, said("consumer_slow"), False, True, id="what is over is said to go on"),
        pytest.param(SICK, said("client_id_collision", "consumer_stuck"), True, True, id="a false one after the true"),
        pytest.param(SICK, said("healthy"), False, True, id="a sick group is called healthy"),
        pytest.param(SICK, said(), False, False, id="cannot tell"),
        pytest.param(SICK, None, False, False, id="no answer"),
        pytest.param(HEALTHY, said("healthy"), True, False, id="a healthy group is called healthy"),
        pytest.param(HEALTHY, said("healthy", "risky_client_id"), True, False, id="and a note beside it"),
        pytest.param(HEALTHY, said("idle_consumers"), True, False, id="of a healthy group, what is tolerated"),
        pytest.param(HEALTHY, said("consumer_stuck"), False, True, id="a healthy group is called sick"),
    ],
)
def test_a_cause_is_right_where_it_holds_at_the_end(known, answer, right, wrong_and_sure):
    marked = mark(known, answer)
    assert (marked.right, marked.wrong and marked.sure) == (right, wrong_and_sure)


@pytest.mark.parametrize(
    ("queues", "exact", "false"),
    [
        pytest.param(sorted(ORPHANS), True, False, id="both"),
        pytest.param(["orders/broker-a/3", "orders/broker-a/4"], True, False, id="with slashes"),
        pytest.param([*ORPHANS, "%RETRY%g broker-a 0"], True, False, id="a retry topic beside them"),
        pytest.param(["orders broker-a 3"], False, False, id="one is missing"),
        pytest.param([*ORPHANS, "orders broker-a 5"], False, True, id="one too many"),
        pytest.param([], False, False, id="none"),
    ],
)
def test_queues_are_exact_or_not(queues, exact, false):
    marked = mark(SICK, said("client_id_collision", read_by_nobody=queues))
    assert (marked.queues_exact, marked.queues_false) == (exact, false)


def test_where_no_queue_is_to_be_named_none_is_asked():
    assert mark(HEALTHY, said("healthy")).queues_exact is None
    assert mark(HEALTHY, None).queues_exact is None
    assert mark(SICK, None).queues_exact is False


@pytest.mark.parametrize(
    ("answer", "grade"),
    [
        pytest.param(said("harmless_startup_noise", in_words="The next heartbeat cures it."), Grade.SURE, id="sure"),
        pytest.param(
            said("harmless_startup_noise", confidence="suspected", in_words="The next heartbeat cures it."),
            Grade.RIGHT,
            id="says what it has to",
        ),
        pytest.param(said(in_words="No idea."), Grade.MUTE, id="says nothing of it"),
        pytest.param(said(in_words="heartbeat; delete the topic"), Grade.SURE, id="says what it must not, and is sure"),
        pytest.param(said("healthy", in_words="heartbeat"), Grade.SURE, id="a post shows no healthy group"),
        pytest.param(None, Grade.REFUSED, id="not answered"),
    ],
)
def test_a_post_is_graded_as_an_answer_of_rmqkit_is(answer, grade):
    post = Post("p", Path("p.txt"), says=("heartbeat",), never=("delete the topic",))
    assert mark_post(post, answer) is grade


def test_what_a_case_took_is_counted_from_its_first_command_to_its_answer():
    log = [
        json.dumps({"case": "case-01", "started": 60.0, "ended": 61.0, "characters": 100}),
        json.dumps({"case": "case-01", "started": 90.0, "ended": 91.0, "characters": 50}),
    ]
    assert costs(log, {"case-01": 180.0}) == {"case-01": Cost(2.0, 150, 2)}


def test_a_row_counts_what_was_answered():
    marks = [mark(SICK, said("client_id_collision", read_by_nobody=list(ORPHANS))), None]
    row = row_of_incidents("a", marks, [Cost(1.5, 2_000, 3)])
    assert row == ["a", "2", "1", "1", "1", "1 of 1", "0", "0", "0", "1.5", "2,000", "3"]


def test_a_trial_is_the_same_of_a_seed_and_holds_no_recording_twice():
    plan = Plan(recordings=5, buried=1, posts=3)
    taken = cases(plan)
    assert taken == cases(plan)
    assert [case.kind for case in taken] == [RECORDING] * 5 + [BURIED] + [POST] * 3
    assert len({case.archive or case.post for case in taken}) == len(taken)


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory) -> Path:
    """A small trial whose briefs are not rmqkit's."""
    out = tmp_path_factory.mktemp("trial") / "out"
    prepare.lay_out(
        out, Plan(recordings=2, buried=1, posts=1, buried_megabytes=1), lambda evidence, group: f"a brief {group}\n"
    )
    return out


def test_what_is_laid_out_names_no_case(laid_out):
    taken = cases(Plan(recordings=2, buried=1, posts=1))
    names = [file.relative_to(laid_out).as_posix() for file in laid_out.rglob("*")]
    assert not [name for name in names if name.endswith(("truth.json", "sent.tsv.gz")) or "received/" in name]
    secrets = [case.archive.name.removesuffix(".tar.xz") for case in taken if case.archive]
    secrets += [case.post.name for case in taken if case.post]
    texts = [file.read_text(errors="replace") for file in laid_out.rglob("*") if file.is_file()]
    assert not [secret for secret in secrets if any(secret in text for text in [*names, *texts])]


def test_each_mode_holds_what_it_may_have(laid_out):
    assert [path.name for path in (laid_out / "brief" / "case-01").iterdir()] == ["brief.md"]
    assert not (laid_out / "files" / "bin").exists()
    assert {path.name for path in (laid_out / "rmqkit" / "bin").iterdir()} == {"rmqkit", "mcp"}
    for mode in prepare.MODES:
        assert "answers/CASE.json" in (laid_out / mode / "PROMPT.md").read_text()


def test_of_a_buried_recording_the_group_is_told(laid_out):
    of_case = (laid_out / "brief" / "case-03" / "brief.md").read_text().split()[-1]
    assert f"`case-03` is about the group `{of_case}`" in (laid_out / "files" / "PROMPT.md").read_text()


def commanded(laid_out: Path, mode: str, command: str) -> subprocess.CompletedProcess[str]:
    script = str(laid_out / mode / "run")
    return subprocess.run([sys.executable, script, "post-01", command], capture_output=True, text=True, check=False)


def test_a_command_runs_in_its_case_and_is_counted(laid_out):
    assert commanded(laid_out, "files", "ls").stdout == "post.txt\n"
    assert commanded(laid_out, "files", "command -v rmqkit").returncode == 1
    assert commanded(laid_out, "files", f"ls {prepare.REPOSITORY}").returncode == 126
    assert commanded(laid_out, "files", "head -c 90000 /dev/zero | tr '\\0' x").stdout.startswith("x" * run.LONGEST)
    rows = [json.loads(line) for line in (laid_out / "files" / "log.jsonl").read_text().splitlines()]
    assert rows[0]["case"] == "post-01"
    assert rows[0]["characters"] == len("post.txt\n")
    assert rows[-1]["characters"] < run.LONGEST + 100


def test_a_trial_without_answers_has_a_table_of_noughts(laid_out):
    head, *rows = scored(laid_out)
    assert len(rows) == len(prepare.MODES) * 3
    assert all(len(row) == len(head) and row[2] == row[3] == "0" for row in rows)
