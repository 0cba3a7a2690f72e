"""The answer where people's words are all there is: one table, the same every time. Nothing is read in the words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rmqkit.diagnosis.claims import Claim, Severity, core
from rmqkit.diagnosis.decide import missing_without_group
from rmqkit.diagnosis.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.group import UNNAMED, GroupFacts
from rmqkit.diagnosis.judge import judge
from rmqkit.formats.block import Kind
from rmqkit.language import Phrase, joined, read_toml


@cache
def table() -> dict[str, Any]:
    """The file beside this module: `symptom` is the list of what is seen, each with its causes and its command."""
    return read_toml(Path(__file__).with_suffix(".toml"))


def usual_symptoms(files: Sequence[Mapping[str, object]]) -> Diagnosis | None:
    """The answer, where the ledger has sentences and nothing else that was read; None for any other evidence."""
    kinds = {row["kind"] for row in files}
    if Kind.PROSE not in kinds or kinds - {Kind.PROSE, Kind.UNKNOWN}:
        return None
    title = table()["title"].say()
    why = joined(" ", [table()["why"].say(), *rows()])
    claim = Claim("insufficient_evidence", title, why, Severity.UNKNOWN, signs=(core(title, len(files)),))
    return Diagnosis(
        severity=Severity.UNKNOWN,
        headline=title,
        findings=(judge(claim, UNNAMED),),
        missing=missing_without_group(),
        files=tuple(files),
        facts={UNNAMED: GroupFacts(UNNAMED)},
    )


def rows(word: str = "") -> Iterable[Phrase]:
    """Each symptom, or each that a word names, with its causes and the command that tells, as one sentence or two."""
    for symptom in table()["symptom"]:
        if word and not any(name in word.casefold() for name in symptom["words"]):
            continue
        causes = [table()["cause"].say(id=cause["id"], how=cause["how"].say()) for cause in symptom["causes"]]
        yield table()["row"].say(
            sees=symptom["sees"].say(),
            causes=joined(", ", causes),
            command=symptom["command"],
            tells=symptom["tells"].say(),
        )
