"""What a report shows beside its verdict: lines that nobody here knows, and what somebody supposes."""

from __future__ import annotations

from collections.abc import Sequence

from rmqkit.bench.telling import SUPPOSED, epoch_heads, epoch_rows, span_of, tried_lines, tried_text
from rmqkit.bench.text import read_hypothesis
from rmqkit.bench.trying import try_hypothesis
from rmqkit.briefing import onset_of
from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.render.blocks import Display, block, folded, framed, table, table_html, together
from rmqkit.diagnosis.render.parts import moment
from rmqkit.evidence import Evidence
from rmqkit.evidence.unknown import UnknownLine
from rmqkit.language import in_language, say

MOST_UNKNOWN = 5
_UNKNOWN_HEADS = (say("times"), say("first"), say("last"), say("where"), say("alike"), say("the first of them"))
_NONE_UNKNOWN = say("Every line is of a format that is known, and every record is in the catalogue.")
_MORE_UNKNOWN = say("More of them, and more often said")


def unknown(evidence: Evidence, diagnosis: Diagnosis, lang: str = "en") -> Display:
    """Records outside the catalogue and lines of no format, alike ones together: what a person would look at first.

    Grave ones stand in front, then those around the onset, then the rare ones.
    """
    lines = evidence.unknown_lines(onset_of(diagnosis))
    heads = [in_language(head, lang) for head in _UNKNOWN_HEADS]
    shown = table(heads, _unknown_rows(lines[:MOST_UNKNOWN]), in_language(_NONE_UNKNOWN, lang))
    rest = lines[MOST_UNKNOWN:]
    if not rest:
        return shown
    return together(shown, folded(in_language(_MORE_UNKNOWN, lang), table(heads, _unknown_rows(rest), "")))


def _unknown_rows(lines: Sequence[UnknownLine]) -> list[tuple[object, ...]]:
    return [
        (line.times, moment(line.first), moment(line.last), line.place, line.template or None, line.example)
        for line in lines
    ]


def supposed(evidence: Evidence, hypothesis: str, diagnosis: Diagnosis, lang: str = "en") -> Display | None:
    """What somebody supposes, in the language of `rmqkit try`, and the judge's word on it; None for no hypothesis.

    Raises BadHypothesis, and what `diagnose` raises.
    """
    if not hypothesis.strip():
        return None
    group = read_hypothesis(hypothesis).group
    tried = try_hypothesis(evidence, hypothesis, diagnosis if group in (None, *diagnosis.facts) else None)
    heading = in_language(SUPPOSED, lang)
    first, *lines = tried_lines(tried, lang)
    tables = ((span_of(epoch), epoch_heads(lang), epoch_rows(epoch, lang)) for epoch in tried.epochs)
    epochs = [(span, table_html(heads, rows)) for span, heads, rows in tables if rows]
    return Display(f"{heading}\n{tried_text(tried, lang)}", framed(block("tried", heading, first, lines, epochs)))
