"""What holds for every explanation: a table of cases of its own, and messages that something says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rmqkit.diagnosis import anomalies
from rmqkit.diagnosis.explanation import Explanation
from rmqkit.diagnosis.findings import EXPLANATIONS
from rmqkit.formats.logs.catalogue import MEANINGS


@pytest.mark.parametrize("explanation", [pytest.param(one, id=one.id) for one in EXPLANATIONS])
def test_every_finding_has_its_own_table_of_cases(explanation: Explanation) -> None:
    table = Path(__file__).with_name(f"test_{explanation.id}.py").read_text(encoding="utf-8")
    assert f"{explanation.id}: " in table.split("\n", 1)[0]
    assert 'id="agrees: ' in table


@pytest.mark.parametrize("explanation", [pytest.param(one, id=one.id) for one in EXPLANATIONS])
def test_no_explanation_accounts_for_a_message_that_nothing_says(explanation: Explanation) -> None:
    assert explanation.messages - set(MEANINGS) - anomalies.NAMES == frozenset()
