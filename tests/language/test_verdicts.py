"""Verdicts on made-up incidents of every kind, read in Chinese: no English sentence is left but what was printed."""

from collections.abc import Iterator
from random import Random

import pytest

from rmqkit.diagnosis import Diagnosis, verdict
from tests.diagnosis.incidents import SICK
from tests.diagnosis.printed import facts_of
from tests.language.english import english_in


def texts(diagnosis: Diagnosis) -> Iterator[str]:
    yield diagnosis.headline
    for finding in diagnosis.findings:
        yield from (finding.title, finding.why, *finding.remedy, *finding.do_not)
    for row in diagnosis.messages:
        yield from (row.meaning, row.normal)
    for missing in diagnosis.missing:
        yield from (missing.need, missing.command)


@pytest.mark.parametrize("make", SICK, ids=lambda make: make.__name__)
def test_no_english_sentence_is_left(make) -> None:
    facts = facts_of(make(Random(7)).cluster)
    diagnosis = verdict({facts.group: facts})
    chinese = [text for text in texts(diagnosis.spoken("zh")) if text]
    assert len(chinese) > 3
    assert [left for text in chinese for left in english_in(text)] == []
    assert diagnosis.spoken("zh").to_dict() != diagnosis.to_dict()
    assert diagnosis.spoken("en").to_dict() == diagnosis.to_dict()
    assert str(diagnosis.spoken("zh")) == diagnosis.to_screen("zh")
    assert diagnosis.spoken("zh").to_brief() == diagnosis.to_brief("zh")
