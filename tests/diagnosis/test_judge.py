"""The judge alone: its rules as a table of claims, and what no claim can do to it. No finding is tested here."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rmqkit.diagnosis.claims import Claim, Severity, Sign, core, follows, need
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import Finding, Status
from rmqkit.diagnosis.judge import judge

LINE = EvidenceLine("consumerProgress.txt", 7, "paid broker-a 3: client 10.0.0.9")
OTHER_LINE = EvidenceLine("broker.log", None, "new consumer connected")
SEEN = core("the state itself", 2)
FOLLOWING = follows("what follows from it", 12)
LIST = need("the member list is complete", met=True, command="consumerConnection")
STANDING = need("that it is nothing that looks alike", met=False, command="consumerStatus")


def claim(*signs: Sign) -> Claim:
    """A claim of which only its signs matter."""
    return Claim("consumer_stuck", "a title", "a reason", Severity.OK, signs)


def judged(of: Claim) -> Finding:
    """The claim, as it was judged."""
    return judge(of, "groupA")


def against(sign: Sign, *lines: EvidenceLine) -> Sign:
    """The sign, seen otherwise."""
    return replace(sign, contradicted_by=lines or (LINE,))


@pytest.mark.parametrize(
    ("signs", "status"),
    [
        pytest.param([SEEN], "proven", id="the state was seen and nothing speaks against it"),
        pytest.param([SEEN, FOLLOWING, LIST], "proven", id="all agree, and all needs are met"),
        pytest.param([FOLLOWING, LIST], "proven", id="it is only inferred, and everything needed agrees"),
        pytest.param([against(SEEN)], "refuted", id="rule 1: somebody who would know says that it is not so"),
        pytest.param([against(SEEN), FOLLOWING, LIST], "refuted", id="rule 1: whatever else agrees"),
        pytest.param(
            [SEEN, against(core("its other half", 1))],
            "refuted",
            id="rule 1: one half was seen, the other is not so",
        ),
        pytest.param([against(FOLLOWING)], "refuted", id="rule 2: inferred, 12 agree and one does not"),
        pytest.param([FOLLOWING, against(LIST)], "refuted", id="rule 2: inferred, and a needed list is otherwise"),
        pytest.param([SEEN, against(FOLLOWING)], "suspected", id="seen itself, and one consequence is otherwise"),
        pytest.param([SEEN, against(LIST)], "suspected", id="seen itself, and something needed is otherwise"),
        pytest.param([], "open", id="rule 3: no sign at all"),
        pytest.param([core("a state", 0), need("a list", met=False)], "open", id="rule 3: the evidence is silent"),
        pytest.param([core("a state", 0), STANDING], "open", id="rule 3: silent, and something else looks alike"),
        pytest.param([FOLLOWING, core("the state itself", 0)], "suspected", id="rule 4: its state was not seen"),
        pytest.param([SEEN, need("a second look", met=False)], "suspected", id="rule 4: a need is not met"),
        pytest.param([SEEN, follows("lag grows", 0)], "proven", id="rule 4: what merely follows may be unseen"),
        pytest.param([SEEN, LIST, STANDING], "suspected", id="rule 4: something else looks alike"),
        pytest.param([against(SEEN), STANDING], "refuted", id="what looks alike saves no refuted claim"),
    ],
)
def test_status(signs: list[Sign], status: str) -> None:
    assert str(judged(claim(*signs)).status) == status


@pytest.mark.parametrize(
    ("seen", "agreeing"),
    [
        pytest.param(True, 1, id="a yes is one witness"),
        pytest.param(False, 0, id="a no is silence, not a contradiction"),
        pytest.param(7, 7, id="a number counts itself"),
        pytest.param(["a", "b"], 2, id="a list counts its members"),
        pytest.param((), 0, id="an empty list is silence"),
        pytest.param(None, 0, id="nothing is silence"),
    ],
)
def test_what_was_seen_is_counted(seen: object, agreeing: int) -> None:
    assert [sign.agreeing for sign in (core("x", seen), need("x", seen), follows("x", seen))] == [agreeing] * 3
    assert not core("x", seen).contradicted


def test_each_contradicting_line_is_named_once_in_its_order() -> None:
    told = judged(claim(SEEN, against(FOLLOWING, LINE, OTHER_LINE), against(LIST, LINE)))
    assert told.contradicts == (LINE, OTHER_LINE)


def test_what_agrees_is_counted_over_all_signs() -> None:
    assert judged(claim(SEEN, FOLLOWING, LIST)).agrees == 2 + 12 + 1


def test_what_would_decide_is_the_unmet_needs() -> None:
    unmet = need("a second look", met=False, command="consumerProgress")
    told = judged(claim(SEEN, LIST, unmet, STANDING))
    assert told.decided_by == ("consumerProgress", "consumerStatus")
    assert [what for what, _ in told.needs] == ["a second look", STANDING.predicts]


def test_a_command_that_two_needs_wait_for_is_named_once() -> None:
    unmet = [need(what, met=False, command="consumerProgress") for what in ("a look", "another look")]
    assert judged(claim(SEEN, *unmet)).decided_by == ("consumerProgress",)


# How sure a claim is: what may be drawn from it.
SURENESS = {Status.REFUTED: 0, Status.OPEN: 1, Status.SUSPECTED: 2, Status.PROVEN: 3}
some_lines = st.sampled_from([(), (), (LINE,), (OTHER_LINE, LINE)])
some_signs = st.builds(Sign, st.text(max_size=3), st.integers(0, 20), some_lines, st.booleans(), st.booleans())
some_claims = st.builds(lambda signs: claim(*signs), st.lists(some_signs, max_size=5))
# Claims that hold: a random one seldom does, and what takes a proof away is to be seen on many.
good_signs = st.builds(Sign, st.text(max_size=3), st.integers(1, 20), st.just(()), st.booleans(), st.booleans())
proven_claims = st.builds(lambda signs: claim(*signs), st.lists(good_signs, min_size=1, max_size=5))


def sureness(of: Claim) -> int:
    return SURENESS[judged(of).status]


def with_sign(of: Claim, index: int, sign: Sign) -> Claim:
    return replace(of, signs=(*of.signs[:index], sign, *of.signs[index + 1 :]))


@given(proven_claims)
def test_what_agrees_in_everything_is_proven(sure: Claim) -> None:
    assert judged(sure).status is Status.PROVEN


@given(some_claims, st.data())
def test_a_contradiction_never_makes_a_claim_more_sure(some: Claim, data: st.DataObject) -> None:
    assume(some.signs)
    index = data.draw(st.integers(0, len(some.signs) - 1))
    assert sureness(with_sign(some, index, against(some.signs[index]))) <= sureness(some)


@given(proven_claims, st.data())
def test_a_contradiction_takes_every_proof_away_and_is_named(sure: Claim, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(sure.signs) - 1))
    told = judged(with_sign(sure, index, against(sure.signs[index], OTHER_LINE)))
    assert told.status is not Status.PROVEN
    assert told.contradicts == (OTHER_LINE,)


@given(some_claims, st.data())
def test_a_needed_sign_without_witnesses_never_leaves_a_proof(some: Claim, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(some.signs)))
    unmet = need("a complete list", met=False)
    signs = (*some.signs[:index], unmet, *some.signs[index:])
    assert judged(replace(some, signs=signs)).status is not Status.PROVEN


@given(proven_claims, st.data())
def test_taking_the_witnesses_of_a_needed_sign_takes_the_proof(sure: Claim, data: st.DataObject) -> None:
    needed = [at for at, sign in enumerate(sure.signs) if sign.needed]
    assume(needed)
    index = data.draw(st.sampled_from(needed))
    assert judged(with_sign(sure, index, replace(sure.signs[index], agreeing=0))).status is not Status.PROVEN


@given(some_claims, st.integers(1, 20), st.data())
def test_a_further_witness_never_makes_a_claim_less_sure(some: Claim, more: int, data: st.DataObject) -> None:
    assume(some.signs)
    index = data.draw(st.integers(0, len(some.signs) - 1))
    sign = some.signs[index]
    assert sureness(with_sign(some, index, replace(sign, agreeing=sign.agreeing + more))) >= sureness(some)


@given(some_claims)
def test_the_order_of_the_signs_decides_nothing(some: Claim) -> None:
    turned = replace(some, signs=some.signs[::-1])
    assert judged(turned).status is judged(some).status


@given(some_claims)
def test_whatever_is_proven_was_seen_and_nothing_in_its_reach_is_otherwise(some: Claim) -> None:
    told = judged(some)
    if told.status is Status.PROVEN:
        assert told.agrees > 0
        assert (told.contradicts, told.needs, told.decided_by) == ((), [], ())


@given(some_claims)
def test_what_is_refuted_names_the_line_that_refutes_it(some: Claim) -> None:
    told = judged(some)
    assert told.status is not Status.REFUTED or told.contradicts
