"""A verdict as a card for a chat: at most 15 lines of at most 80 columns, plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.explanation import EFFECT
from rmqkit.diagnosis.explanations import BY_ID
from rmqkit.diagnosis.finding import Finding, Verdict
from rmqkit.diagnosis.impact import standing
from rmqkit.diagnosis.render.parts import (
    cut,
    do_not,
    is_note,
    moment,
    next_commands,
    visible,
    words,
)
from rmqkit.diagnosis.retold import spoken
from rmqkit.language import in_language
from rmqkit.language.wrapping import columns, padded, wrapped

WIDEST, MOST_LINES = 80, 15
_LABEL = 7
# How many lines a row may take: with the head they are as many as the card may have. What to do,
# then what is so, take as well what the others leave.
_WHAT, _IMPACT, _DO, _NEVER, _CHECK = 2, 2, 4, 2, 3
# The nanoseconds of a client id: they tell processes apart that a card does not compare. Quoted ids
# are words of a command and stay whole.
_NANO_TIME = re.compile(r"(@\d+)#\d+\b(?!')")


def diagnosis_brief(diagnosis: Verdict, lang: str = "en") -> str:
    """What is so, since when, how much it hits, what to do, what never, and how to see that it
    worked. `lang`: en or zh."""
    diagnosis = spoken(diagnosis, lang)
    first = next((finding for finding in diagnosis.findings if finding.severity > Severity.OK), None)
    rows = list(_of_finding(diagnosis, first, lang) if first else _of_none(diagnosis, lang))
    written = {label: _row(label, parts, most, lang) for label, parts, most in rows}
    whole = {label: parts for label, parts, _ in rows}
    for label in (words(lang)["do"], words(lang)["what"]):
        left = MOST_LINES - 1 - sum(map(len, written.values()))
        written[label] = _row(label, whole.get(label, ()), len(written.get(label, ())) + max(0, left), lang)
    lines = [line for of_row in written.values() for line in of_row]
    return "\n".join([_head(diagnosis, first, lang), *lines][:MOST_LINES])


def _head(diagnosis: Verdict, first: Finding | None, lang: str) -> str:
    """How grave it is, whose it is, and how sure."""
    group = f"  {visible(first.group)}" if first else ""
    status = f"  [{words(lang)[first.status]}]" if first and not is_note(first) else ""
    return cut(f"{diagnosis.severity}{group}{status}", WIDEST)


Row = tuple[str, Sequence[str], int]


def _of_finding(diagnosis: Verdict, first: Finding, lang: str) -> Iterator[Row]:
    say = words(lang)
    yield say["what"], [first.title], _WHAT
    if not is_note(first):
        yield say["when"], [_since(first, lang)], 1
    yield say["impact"], _impact(diagnosis, first, lang), _IMPACT
    yield say["do"], first.remedy or next_commands(diagnosis), _DO
    yield say["never"], do_not(first, lang), _NEVER
    yield say["check"], first.check, _CHECK
    yield say["also"], [_others(diagnosis, first, lang)], 1


def _of_none(diagnosis: Verdict, lang: str) -> Iterator[Row]:
    say = words(lang)
    yield say["what"], [diagnosis.headline], _WHAT
    yield say["do"], next_commands(diagnosis), _DO


def _since(finding: Finding, lang: str) -> str:
    say = words(lang)
    ends = say["until"].format(moment(finding.until)) if finding.until and not finding.ongoing else ""
    parts = (moment(finding.since) or say["not_told"], ends, say["ongoing"] if finding.ongoing else say["over"])
    return say["comma"].join(filter(None, parts))


def _impact(diagnosis: Verdict, first: Finding, lang: str) -> Sequence[str]:
    """The effects that go on, worst first; where there is none the queues that it is about, and what waits there."""
    own = diagnosis.of_group(first.group)
    follows = [one for one in own if one.id in first.explains and one.alarming]
    effects = [one.title for one in follows if BY_ID[one.id].kind == EFFECT]
    if effects:
        return effects
    stands = in_language(standing(first, diagnosis.facts.get(first.group)), lang)
    return [stands, *(one.title for one in follows)] if stands or follows else [", ".join(first.topics)]


def _others(diagnosis: Verdict, first: Finding, lang: str) -> str:
    """Further causes, and other groups, by their ids."""
    explained = {effect for finding in diagnosis.findings for effect in finding.explains}
    others = [
        one.id if one.group == first.group else f"{visible(one.group)}: {one.id}"
        for one in diagnosis.findings
        if one is not first and one.id not in explained and one.severity > Severity.NOTICE
    ]
    return words(lang)["comma"].join(dict.fromkeys(others))


def _row(label: str, parts: Sequence[str], most: int, lang: str) -> Sequence[str]:
    """A label and as many whole parts as the lines hold that it may take; of the first one, what fits."""
    kept: list[str] = []
    for part in filter(None, parts):
        lines = _lines(label, [*kept, part], lang)
        if kept and len(lines) > most:
            break
        kept.append(part)
    lines = _lines(label, kept, lang) if kept else []
    return [*lines[: most - 1], _shortened(lines[most - 1])] if len(lines) > most else lines


def _lines(label: str, parts: Sequence[str], lang: str) -> list[str]:
    sentences = [_NANO_TIME.sub(r"\1", visible(part)) for part in parts]
    whole = "".join(_ended(sentence, lang) for sentence in sentences[:-1]) + sentences[-1]
    lines = wrapped(whole, WIDEST - _LABEL).split("\n")
    return [padded(label if number == 0 else "", _LABEL) + line for number, line in enumerate(lines)]


def _ended(sentence: str, lang: str) -> str:
    if sentence.endswith(("。", "？")):
        return sentence
    return f"{sentence} " if sentence.endswith((".", "?")) else sentence + words(lang)["semicolon"]


def _shortened(line: str) -> str:
    """Without the word that does not fit any more, where there are words."""
    while columns(line) > WIDEST - len(" ..."):
        line = line.rpartition(" ")[0] if " " in line[_LABEL:].strip() else line[:-1]
    return line.rstrip() + " ..."
