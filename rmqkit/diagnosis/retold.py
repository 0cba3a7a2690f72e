"""A verdict told otherwise: in another language, or with what its lines were printed as.

The same findings and figures; no words of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass, replace
from functools import partial
from itertools import chain
from operator import is_
from typing import Any, TypeVar

from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import Verdict
from rmqkit.language import in_language, phrase_in

AnyVerdict = TypeVar("AnyVerdict", bound=Verdict)
Line = tuple[str, int]

_SENTENCES = frozenset(
    {
        "change",
        "check",
        "command",
        "decided_by",
        "do_not",
        "headline",
        "healthy",
        "meaning",
        "need",
        "normal",
        "problem",
        "remedy",
        "title",
        "why",
    }
)
"""What is said in a verdict. Ids, names and what was printed are nobody's language."""
_PARTS = frozenset({"findings", "considered", "messages", "timeline", "missing", "files", "evidence", "contradicts"})
"""What of a verdict holds sentences or lines; facts and figures stay as they are."""


def spoken(verdict: AnyVerdict, lang: str) -> AnyVerdict:
    """The verdict as it reads in a language. What is in that language already stays as it is.

    What was printed is cited as it is; what rmqkit says in its place is said. Raises KeyError for a
    language that rmqkit does not write.
    """

    def line(cited: EvidenceLine) -> EvidenceLine:
        return replace(cited, text=phrase_in(cited.text, lang))

    told: AnyVerdict = _retold(verdict, partial(in_language, language=lang), line)
    return replace(told, lang=lang)


def quoted(verdict: AnyVerdict, printed: Mapping[Line, str]) -> AnyVerdict:
    """The verdict with the printed text in every citation of which it is known: what a source says
    of itself counts for more than what we say of it, unless it says a hundred things in one line, as JSON does."""

    def line(cited: EvidenceLine) -> EvidenceLine:
        text = printed.get((cited.file, cited.line)) if cited.line is not None else None
        return replace(cited, text=text) if text and len(text) <= _LONGEST_CITED else cited

    told: AnyVerdict = _retold(verdict, lambda text: text, line)
    return told


_LONGEST_CITED = 1_000


def cited_lines(verdict: Verdict) -> set[Line]:
    """File and line of everything that the verdict cites and that has a line."""
    lines = chain(
        *(finding.evidence for finding in verdict.findings),
        *(finding.contradicts for finding in (*verdict.findings, *verdict.considered)),
        *(said.evidence for said in verdict.messages),
        *(entry.evidence for entry in verdict.timeline),
    )
    return {(line.file, line.line) for line in lines if line.line is not None}


def _retold(
    told: Any,  # noqa: ANN401
    sentence: Callable[[str], str],
    line: Callable[[EvidenceLine], EvidenceLine],
) -> Any:  # noqa: ANN401
    """The same with every sentence and every line of it changed; the very same where none is."""
    if isinstance(told, EvidenceLine):
        return line(told)
    if isinstance(told, str):
        return sentence(told)
    if isinstance(told, tuple):
        each = tuple(_retold(part, sentence, line) for part in told)
        return told if all(map(is_, each, told)) else each
    is_mapping = isinstance(told, Mapping)
    if is_mapping or (is_dataclass(told) and not isinstance(told, type)):
        parts = told if is_mapping else vars(told)
        names = (_SENTENCES | _PARTS).intersection(parts)
        retold = {name: _retold(parts[name], sentence, line) for name in names}
        changed = {name: value for name, value in retold.items() if value is not parts[name]}
        if changed:
            return {**told, **changed} if is_mapping else replace(told, **changed)
    return told
