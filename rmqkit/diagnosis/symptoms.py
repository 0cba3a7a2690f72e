"""The answer where people's words are all there is: the rows of a table that they name, else all. Nothing is judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rmqkit.diagnosis.anomalies import said_beside
from rmqkit.diagnosis.claims import Claim, Severity, core
from rmqkit.diagnosis.decide import missing_without_group
from rmqkit.diagnosis.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.group import UNNAMED, GroupFacts
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import Missing, Said
from rmqkit.diagnosis.judge import judge
from rmqkit.evidence import Evidence
from rmqkit.formats.block import Kind
from rmqkit.formats.known_words import is_of_others
from rmqkit.formats.posted import sentences_of
from rmqkit.formats.prose import says
from rmqkit.language import Phrase, joined, read_toml


@cache
def table() -> dict[str, Any]:
    """The file beside this module: `symptom` is the list of what is seen, each with its causes and its command."""
    return read_toml(Path(__file__).with_suffix(".toml"))


_LONGEST = 200


def usual_symptoms(evidence: Evidence) -> Diagnosis | None:
    """The answer, where the ledger has sentences and nothing else that was read, or words that RocketMQ prints and
    nothing that names it; None for any other evidence."""
    files = evidence.ledger_rows()
    kinds = {row["kind"] for row in files}
    if kinds - {Kind.PROSE, Kind.UNKNOWN}:
        return None
    lines = evidence.whole_text(_LONGEST)
    text = "\n".join(line for _, _, line in lines)
    said = () if is_of_others(text) else tuple(_said_beside((), lines))
    if Kind.PROSE not in kinds and not said:
        return None
    named = _named(text.splitlines())
    short = [table()["short"].say(sees=one["sees"].say(), command=one["command"]) for one in table()["symptom"]]
    why = joined(" ", [table()["named" if named else "why"].say(), *(map(_row, named) if named else short)])
    title = table()["title"].say()
    if said:
        title, why = table()["unsure"].say(), joined(" ", [table()["around"].say(), *map(_row, named)])
    claim = Claim("insufficient_evidence", title, why, Severity.UNKNOWN, signs=(core(title, len(files)),))
    return Diagnosis(
        severity=Severity.UNKNOWN,
        headline=title,
        findings=(judge(claim, UNNAMED),),
        missing=tuple(Missing(one["tells"].say(), one["command"]) for one in named) or missing_without_group(),
        messages=said,
        files=tuple(files),
        facts={UNNAMED: GroupFacts(UNNAMED)},
    )


def _weighs(row: Said) -> bool:
    return row.weight > Severity.UNKNOWN


def _said_beside(told: Sequence[Said], lines: Sequence[tuple[str, int, str]]) -> Iterator[Said]:
    """What `explain` says of each file beyond what is told."""
    for own in grouped((file, EvidenceLine(file, number, text)) for file, number, text in lines).values():
        yield from said_beside(told, own)


def with_symptoms(diagnosis: Diagnosis, evidence: Evidence) -> Diagnosis:
    """The verdict on a post with what `explain` says of its lines; and any where nothing that was printed tells of
    anything wrong with what the sentences beside it name."""
    lines = evidence.whole_text(_LONGEST)
    is_tellable = diagnosis.severity is Severity.UNKNOWN and not any(map(_weighs, diagnosis.messages))
    told = rows_in([line for _, _, line in lines]) if is_tellable and diagnosis.findings else []
    findings = diagnosis.findings
    if told:
        first, *others = findings
        why = joined(" ", [first.why, table()["named"].say(), *told])
        findings = (replace(first, why=why), *others)
    beside: Iterable[Said] = ()
    if lines and all(one.is_post for one in diagnosis.facts.values()):
        beside = _said_beside(diagnosis.messages, lines)
    return replace(diagnosis, findings=findings, messages=(*diagnosis.messages, *beside))


def rows_in(lines: Sequence[str]) -> list[Phrase]:
    """As `rows`, of the symptoms that people's sentences among the lines name."""
    return list(map(_row, _named(sentences_of(lines).splitlines())))


def _named(lines: Sequence[str]) -> list[dict[str, Any]]:
    named = [symptom for symptom in table()["symptom"] if says(lines, symptom["said"])]
    return [symptom for symptom in named if not symptom.get("general")] or named


def rows(word: str = "") -> Iterable[Phrase]:
    """Each symptom, or each that a word names, with its causes and the command that tells, as one sentence or two."""
    for symptom in table()["symptom"]:
        if not word or any(name in word.casefold() for name in symptom["words"]):
            yield _row(symptom)


def _row(symptom: dict[str, Any]) -> Phrase:
    causes = [table()["cause"].say(id=cause["id"], how=cause["how"].say()) for cause in symptom["causes"]]
    row: Phrase = table()["row"].say(
        sees=symptom["sees"].say(),
        causes=joined(", ", causes),
        command=symptom["command"],
        tells=symptom["tells"].say(),
    )
    return row
