"""The answer where people's words are all there is: the rows of a table that they name, else all. Nothing is judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rmqkit.diagnosis.anomalies import said_beside
from rmqkit.diagnosis.claims import Claim, Severity, core
from rmqkit.diagnosis.decide import missing_without_group
from rmqkit.diagnosis.diagnosis import Diagnosis
from rmqkit.diagnosis.explanation import NOTE
from rmqkit.diagnosis.facts.group import UNNAMED, GroupFacts
from rmqkit.diagnosis.finding import Missing
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.judge import judge
from rmqkit.evidence import Evidence
from rmqkit.formats.block import Kind
from rmqkit.formats.known_words import names_other_product
from rmqkit.formats.posted import sentences_of
from rmqkit.formats.prose import says, without
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
    said = () if names_other_product(text) else tuple(said_beside((), lines, UNNAMED))
    if Kind.PROSE not in kinds and not said:
        return None
    named = _named(text.splitlines(), text)
    short = [table()["short"].say(sees=one["sees"].say(), command=one["command"]) for one in table()["symptom"]]
    begin = "around" if said else "named" if named else "why"
    why = joined(" ", [table()[begin].say(), *(map(_row, named) if named or said else short)])
    title = table()["unsure" if said else "title"].say()
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


def with_symptoms(diagnosis: Diagnosis, evidence: Evidence) -> Diagnosis:
    """The verdict on a post with what `explain` says of its lines; and any that found nothing, and of which no printed
    line tells of a fault, with what the sentences beside it name."""
    lines, said, findings = evidence.whole_text(_LONGEST), diagnosis.messages, diagnosis.findings
    texts = [line for _, _, line in lines]
    nothing_found = diagnosis.severity > Severity.OK and all(BY_ID[one.id].kind == NOTE for one in findings)
    no_fault = all(row.weight <= Severity.NOTICE for row in said)
    if findings and nothing_found and no_fault and (told := rows_in(texts)):
        why, details = joined(" ", [findings[0].why, table()["named"].say(), *told]), findings[0].details
        findings = (replace(findings[0], why=why, details={**details, "symptoms": told}), *findings[1:])
    if lines and all(one.is_post for one in diagnosis.facts.values()):
        said = (*said, *said_beside(said, lines, next(iter(diagnosis.facts), UNNAMED)))
        advising = [symptom for symptom in _named_in(texts) if "advice" in symptom]
        for symptom in advising:
            findings = tuple(
                replace(one, remedy=(symptom["advice"].say(), *one.remedy)) if one.id in symptom["advises"] else one
                for one in findings
            )
    return replace(diagnosis, findings=findings, messages=said)


def rows_in(lines: Sequence[str], *, ruling_out_advice: bool | None = None) -> list[Phrase]:
    """As `rows`, of the symptoms that people's sentences among the lines name; or only of those with which the advice
    for other lines does not hold, or of the others."""
    named = _named_in(lines)
    if ruling_out_advice is not None:
        named = [symptom for symptom in named if ("advice" in symptom) is ruling_out_advice]
    return list(map(_row, named))


def _named_in(lines: Sequence[str]) -> list[dict[str, Any]]:
    return _named(sentences_of(lines).splitlines(), "\n".join(lines))


def _named(sentences: Sequence[str], text: str) -> list[dict[str, Any]]:
    """The symptoms that sentences name, each in its place the one that the text around them calls for."""
    symptoms, claimed = table()["symptom"], without(sentences, table()["denied"])
    named = [symptom for symptom in symptoms if says(claimed, symptom["said"])]
    named = [symptom for symptom in named if not symptom.get("general")] or named
    words, lines = {symptom["words"][0] for symptom in named}, text.splitlines()
    instead: dict[str, dict[str, Any]] = {}
    for symptom in symptoms:
        replaced = symptom.get("instead_of")
        if replaced in words and says(lines, symptom.get("where", symptom["said"])):
            instead.setdefault(replaced, symptom)
    stays = (symptom for symptom in named if symptom["words"][0] not in instead)
    chosen = [*stays, *instead.values()]
    return [symptom for symptom in symptoms if symptom in chosen]


def rows(word: str = "") -> Iterable[Phrase]:
    """Each symptom, or each that a word names, with its causes and command to check, as one sentence or two."""
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
