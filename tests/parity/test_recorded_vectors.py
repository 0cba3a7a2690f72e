"""What the real classes answered, recorded by `python -m tests.parity.run --record`: rmqkit must still say the same."""

import gzip
import json
from collections import Counter

import pytest

from .cases import STRATEGIES, answer, parse_case, random_cases
from .run import RECORDED, VECTORS


def _vectors():
    with gzip.open(VECTORS, "rt", encoding="ascii") as lines:
        return [json.loads(line) for line in lines]


VECTOR_LIST = _vectors()


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_agrees_with_the_real_classes_on_every_recorded_case(strategy):
    checked = 0
    for vector in VECTOR_LIST:
        case = parse_case(vector["case"])
        if case.strategy.partition(":")[0] != strategy:
            continue
        for versions, expected in vector["answers"].items():
            for version in versions.split():
                assert answer(case, version) == expected, f"{version} {vector['case']}"
                checked += 1
    assert checked >= RECORDED * 5


def test_vectors_hold_every_strategy_version_difference_and_kind_of_oddity():
    strategies = Counter(parse_case(vector["case"]).strategy.partition(":")[0] for vector in VECTOR_LIST)
    assert strategies == dict.fromkeys(STRATEGIES, RECORDED)
    assert any(len(vector["answers"]) > 2 for vector in VECTOR_LIST), "no case that three versions answer differently"
    cases = [parse_case(vector["case"]) for vector in VECTOR_LIST]
    ids = [case.client_ids for case in cases if case.client_ids]
    assert any(len(set(one)) < len(one) for one in ids), "no duplicate ids"
    assert any(case.queues and case.client_ids and len(case.queues) < len(case.client_ids) for case in cases)
    assert any(case.queues is None or case.client_ids is None for case in cases), "no null arguments"
    assert any(ord(letter) > 0xFFFF for one in ids for text in one for letter in text), "no surrogate pairs"


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_case_survives_its_text(strategy):
    for case in random_cases(strategy, 100, "text"):
        assert parse_case(case.line()).line() == case.line()
