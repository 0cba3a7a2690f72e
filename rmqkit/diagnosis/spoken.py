"""A verdict in a language: the same findings, lines and figures, every sentence said anew.

No words of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import Considered, Finding, Missing, Said, TimelineEntry, Verdict
from rmqkit.language import Phrase, in_language

AnyVerdict = TypeVar("AnyVerdict", bound=Verdict)


def spoken(verdict: AnyVerdict, lang: str) -> AnyVerdict:
    """The verdict as it reads in a language. What is in that language already stays as it is.

    Ids, names, commands and what was printed are nobody's language. Raises KeyError for a language
    that rmqkit does not write.
    """
    return replace(
        verdict,
        headline=in_language(verdict.headline, lang),
        findings=tuple(_finding(finding, lang) for finding in verdict.findings),
        considered=tuple(_considered(entry, lang) for entry in verdict.considered),
        messages=tuple(_said(row, lang) for row in verdict.messages),
        timeline=tuple(_entry(entry, lang) for entry in verdict.timeline),
        missing=tuple(_missing(row, lang) for row in verdict.missing),
        files=tuple(_file(row, lang) for row in verdict.files),
    )


def _finding(finding: Finding, lang: str) -> Finding:
    return finding.with_(
        title=in_language(finding.title, lang),
        why=in_language(finding.why, lang),
        evidence=_lines(finding.evidence, lang),
        contradicts=_lines(finding.contradicts, lang),
        remedy=_texts(finding.remedy, lang),
        do_not=_texts(finding.do_not, lang),
    )


def _considered(entry: Considered, lang: str) -> Considered:
    against = _lines(entry.contradicted_by, lang)
    return replace(entry, contradicted_by=against, decided_by=_texts(entry.decided_by, lang))


def _said(row: Said, lang: str) -> Said:
    return replace(
        row,
        meaning=in_language(row.meaning, lang),
        normal=in_language(row.normal, lang),
        remedy=in_language(row.remedy, lang),
        evidence=_lines(row.evidence, lang),
    )


def _entry(entry: TimelineEntry, lang: str) -> TimelineEntry:
    return replace(
        entry,
        change=in_language(entry.change, lang),
        healthy=in_language(entry.healthy, lang),
        evidence=_lines(entry.evidence, lang),
    )


def _missing(row: Missing, lang: str) -> Missing:
    return replace(row, need=in_language(row.need, lang), command=in_language(row.command, lang))


def _file(row: Mapping[str, Any], lang: str) -> Mapping[str, Any]:
    problem = row.get("problem")
    return {**row, "problem": in_language(problem, lang)} if problem else row


def _lines(lines: tuple[EvidenceLine, ...], lang: str) -> tuple[EvidenceLine, ...]:
    """What was printed is cited as it is; what rmqkit says in its place is said."""
    return tuple(
        replace(line, text=in_language(line.text, lang)) if isinstance(line.text, Phrase) else line for line in lines
    )


def _texts(texts: tuple[str, ...], lang: str) -> tuple[str, ...]:
    return tuple(in_language(text, lang) for text in texts)
