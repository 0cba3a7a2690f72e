"""How an answer to a post is graded: text, expectations, grade."""

from pathlib import Path

import pytest

from tests.accuracy.posts import Answer, Grade, Post, floor_text, grade, raised, totals, why_not

POST = Post(
    name="docker",
    path=Path("docker.txt"),
    says=(r"brokerIP1|advertis", r"\breach"),
    never=(r"did not answer",),
    may_prove=frozenset({"connection_problem"}),
    not_found=frozenset({"harmless_startup_noise"}),
)
HELPFUL = "The broker registered an address that this client cannot\n   reach; set brokerIP1."


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param(Answer(HELPFUL), Grade.RIGHT, id="all that has to be said is said, over the end of a line"),
        pytest.param(Answer(HELPFUL.upper()), Grade.RIGHT, id="capitals do not matter"),
        pytest.param(Answer("The broker advertises another address."), Grade.MUTE, id="half of it is said"),
        pytest.param(Answer("1 line read, nothing open."), Grade.MUTE, id="nothing is said"),
        pytest.param(
            Answer("One line.\n\nStill possible: brokerIP1 that nobody can reach\n\nOne more."),
            Grade.MUTE,
            id="what is still possible is no answer",
        ),
        pytest.param(
            Answer(
                "One line.\n   Missing: brokerIP1; who can reach it\n\nRead: 1 files. Missing:\n   brokerIP1: reach it"
            ),
            Grade.MUTE,
            id="what is missing is no answer",
        ),
        pytest.param(
            Answer(f"Still possible: nothing\n\n{HELPFUL}\n\nRead: 1 files"),
            Grade.RIGHT,
            id="what stands between the lists counts",
        ),
        pytest.param(None, Grade.REFUSED, id="no answer at all"),
        pytest.param(Answer("", crash="TypeError: None"), Grade.REFUSED, id="an exception"),
        pytest.param(Answer(f"{HELPFUL} It did\n not answer."), Grade.WRONG, id="a wrong word beside the right one"),
        pytest.param(
            Answer(HELPFUL, found=frozenset({"harmless_startup_noise"})), Grade.WRONG, id="a finding that may not be"
        ),
        pytest.param(
            Answer(HELPFUL, proven=frozenset({"connection_problem"})), Grade.RIGHT, id="a proof that the text carries"
        ),
        pytest.param(
            Answer(HELPFUL, proven=frozenset({"broker_lost"})), Grade.SURE, id="a proof that the text cannot carry"
        ),
        pytest.param(
            Answer(HELPFUL, proven=frozenset({"insufficient_evidence"})), Grade.RIGHT, id="too little is no claim"
        ),
        pytest.param(
            Answer(HELPFUL, proven_text="It did not answer.", proven=frozenset({"connection_problem"})),
            Grade.SURE,
            id="a wrong word in a proof",
        ),
        pytest.param(Answer(HELPFUL, ok=True), Grade.SURE, id="no post reads OK"),
    ],
)
def test_grade(answer: Answer | None, expected: Grade) -> None:
    assert grade(POST, answer) == expected
    assert bool(why_not(POST, answer)) == (expected != Grade.RIGHT)


def test_what_is_missing_is_named():
    answer = Answer("It did not answer; brokerIP1.", proven=frozenset({"broker_lost"}))
    assert why_not(POST, answer) == [
        "proven, which the text cannot prove: broker_lost",
        "says, which it must not: did not answer",
        r"does not say: \breach",
    ]


def test_totals_name_every_grade_best_first():
    assert totals([Grade.MUTE, Grade.RIGHT, Grade.RIGHT]) == (
        "3 posts: 2 right and helpful; 1 mute (true, and nothing that helps); 0 refused; "
        "0 wrong, hedged; 0 wrong and sure"
    )


def test_a_floor_only_rises_and_forgets_what_is_gone():
    floor = {"up": Grade.MUTE, "down": Grade.RIGHT, "gone": Grade.RIGHT}
    today = {"up": Grade.RIGHT, "down": Grade.WRONG, "new": Grade.REFUSED}
    assert raised(floor, today) == {"up": Grade.RIGHT, "down": Grade.RIGHT, "new": Grade.REFUSED}


def test_the_floor_is_written_by_name():
    text = floor_text({"diagnose": {"b": Grade.RIGHT, "a": Grade.SURE}})
    assert text.endswith('\n\n[diagnose]\na = "sure"\nb = "right"\n')
