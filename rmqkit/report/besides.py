"""What a report shows beside its verdict: lines that nobody here knows, and what somebody supposes."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rmqkit.bench.comparing import Says
from rmqkit.bench.telling import SAYS, SUPPOSED, tried_dict, tried_lines, tried_text
from rmqkit.bench.text import read_hypothesis
from rmqkit.bench.trying import try_hypothesis
from rmqkit.briefing import onset_of
from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.render.html import framed
from rmqkit.diagnosis.render.parts import moment
from rmqkit.evidence import Evidence
from rmqkit.evidence.unknown import UnknownLine
from rmqkit.language import in_language, message, say
from rmqkit.report.blocks import Display, broken, folded, table, table_html, together

MOST_UNKNOWN = 5
_UNKNOWN_HEADS = (say("times"), say("first"), say("last"), say("where"), say("alike"), say("the first of them"))
_NONE_UNKNOWN = say("Every line is of a format that is known, and every record is in the catalogue.")
_MORE_UNKNOWN = say("More of them, and more often said")
_TRIED_HEADS = (say("queues"), say("predicted"), say("seen with"), say("says"))


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
    # The queues of each epoch, alike ones in one row; those that contradict first.
    epochs = ""
    for epoch in tried_dict(tried, lang)["epochs"]:
        rows = []
        for row in epoch["queues"]:
            nobody = in_language(message("nobody"), lang)
            who = [None if one is None else ", ".join(one) or nobody for one in (row["predicted"], row["seen"])]
            rows.append((row["queues"], *who, in_language(SAYS[Says(row["says"])], lang)))
        if rows:
            heads = [in_language(head, lang) for head in _TRIED_HEADS]
            span = f"{epoch['from'] or '...'} - {epoch['until'] or '...'}"
            epochs += f"<p>{escape(span)}</p>{table_html(heads, rows)}"
    html = f"<h3>{escape(heading)}</h3><p><b>{escape(first)}</b></p><p>{broken(lines)}</p>{epochs}"
    return Display(f"{heading}\n{tried_text(tried, lang)}", framed(html))
