"""Cited lines as they were printed: what a source says of itself counts for more than
what we say of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rmqkit.diagnosis.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.logs import EvidenceLine

Line = tuple[str, int]


def cited_lines(diagnosis: Diagnosis) -> set[Line]:
    """File and line of everything that the verdict cites and that has a line."""
    cited = [line for finding in diagnosis.findings for line in (*finding.evidence, *finding.contradicts)]
    cited += [line for entry in diagnosis.considered for line in entry.contradicted_by]
    cited += [line for said in diagnosis.messages for line in said.evidence]
    cited += [line for entry in diagnosis.timeline for line in entry.evidence]
    return {(line.file, line.line) for line in cited if line.line is not None}


def quoted(diagnosis: Diagnosis, printed: Mapping[Line, str]) -> Diagnosis:
    """The verdict with the printed text in every citation of which it is known."""

    def quote(lines: tuple[EvidenceLine, ...]) -> tuple[EvidenceLine, ...]:
        return tuple(_quoted_line(line, printed) for line in lines)

    return replace(
        diagnosis,
        findings=tuple(
            replace(finding, evidence=quote(finding.evidence), contradicts=quote(finding.contradicts))
            for finding in diagnosis.findings
        ),
        considered=tuple(
            replace(entry, contradicted_by=quote(entry.contradicted_by)) for entry in diagnosis.considered
        ),
        messages=tuple(replace(said, evidence=quote(said.evidence)) for said in diagnosis.messages),
        timeline=tuple(replace(entry, evidence=quote(entry.evidence)) for entry in diagnosis.timeline),
    )


def _quoted_line(line: EvidenceLine, printed: Mapping[Line, str]) -> EvidenceLine:
    text = printed.get((line.file, line.line)) if line.line is not None else None
    return replace(line, text=text) if text else line
