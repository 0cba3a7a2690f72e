"""What many rules ask for is computed once: per group's facts, and per case of them."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from rmqkit.diagnosis.case import worlds
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.group import derived
from rmqkit.diagnosis.healthy import healthy
from tests.diagnosis.findings.groups import well


@dataclass
class Asked:
    follows: dict[Any, Any] = field(default_factory=dict)
    times: int = 0


@derived
def counted(asked: Asked, *words: str) -> tuple[int, tuple[str, ...]]:
    asked.times += 1
    return asked.times, words


def test_each_question_is_answered_once() -> None:
    asked = Asked()
    assert [counted(asked), counted(asked), counted(asked, "a"), counted(asked)] == [
        (1, ()),
        (1, ()),
        (2, ("a",)),
        (1, ()),
    ]


def test_another_one_is_asked_anew() -> None:
    first, second = Asked(), Asked(times=7)
    assert (counted(first), counted(second)) == ((1, ()), (8, ()))


@pytest.mark.parametrize(
    "question",
    [
        pytest.param(worlds.accepted_allocation, id="the accepted allocation"),
        pytest.param(healthy, id="whether the group is healthy"),
    ],
)
def test_a_case_is_asked_once(question: Any) -> None:
    case = Case.of(well())
    assert question(case) is question(case)
    assert question(Case.of(well())) is not question(case)
