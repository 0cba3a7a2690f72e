"""What holds for every explanation: a table of cases of its own, and messages that something says."""

import re
from pathlib import Path

import pytest

from rmqkit.diagnosis import anomalies
from rmqkit.diagnosis.explanation import NOTE, Explanation
from rmqkit.diagnosis.finding_table import table
from rmqkit.diagnosis.findings import EXPLANATIONS
from rmqkit.formats.logs.catalogue import MEANINGS


@pytest.mark.parametrize("explanation", [pytest.param(one, id=one.id) for one in EXPLANATIONS])
def test_every_finding_has_its_own_table_of_cases(explanation: Explanation) -> None:
    tables = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    (own,) = [text for text in tables if re.search(rf"\b{explanation.id}: ", text.split("\n", 1)[0])]
    assert 'id="agrees: ' in own


def test_no_cause_or_effect_sees_or_names_a_note_so_that_what_is_over_needs_none() -> None:
    notes = [one.id for one in EXPLANATIONS if one.kind == NOTE]
    assert [one.id for one in EXPLANATIONS][-len(notes) :] == notes
    tables = [table(one.id) for one in EXPLANATIONS]
    named = {
        effect
        for own in tables
        for words in (own, *own.get("cases", {}).values())
        for effect in words.get("explains", ())
    }
    assert named.isdisjoint(notes)


@pytest.mark.parametrize("explanation", [pytest.param(one, id=one.id) for one in EXPLANATIONS])
def test_no_explanation_accounts_for_a_message_that_nothing_says(explanation: Explanation) -> None:
    assert set(explanation.messages) <= {*MEANINGS, *anomalies.NAMES}
