"""A verdict as a person reads it in a terminal. What it says is decided by rules, its card is in card.py."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rmqkit.diagnosis.finding import EvidenceLine, Finding, Verdict
from rmqkit.diagnosis.render.parts import (
    MOST_EVIDENCE,
    WIDEST_EVIDENCE,
    cut,
    explained,
    place,
    problems,
    sentences,
    several_groups,
    state,
    subscription_rows,
    texts,
    totals,
    visible,
    without_label,
    words,
)

MOST_PROBLEMS = 8
INDENT = "   "
LABEL_WIDTH = 10


def diagnosis_text(diagnosis: Verdict, lang: str = "en") -> str:
    """The whole verdict: headline, numbered findings, what was read and what is missing. `lang`: en or zh.

    Plain text without colours, every line of the evidence on one line and without control characters.
    """
    parts = [_headline(diagnosis, lang)]
    for number, finding in enumerate(diagnosis.findings, start=1):
        parts.append("\n".join([_title(number, finding, diagnosis, lang), *_body(finding, diagnosis, lang)]))
    parts.append("\n".join(_ledger(diagnosis, lang)))
    return "\n\n".join(parts)


def _headline(diagnosis: Verdict, lang: str) -> str:
    first = diagnosis.findings[0] if diagnosis.findings else None
    told = first is not None and visible(first.title) in visible(diagnosis.headline)
    status = f"   [{words(lang)[first.status]}]" if first and told else ""
    return f"{diagnosis.severity}  {visible(diagnosis.headline)}{status}"


def _title(number: int, finding: Finding, diagnosis: Verdict, lang: str) -> str:
    return f"{number}  {finding.id}   {state(finding, lang, several_groups(diagnosis))}"


def _body(finding: Finding, diagnosis: Verdict, lang: str) -> list[str]:
    say = words(lang)
    title = visible(finding.title)
    lines = [] if title in visible(diagnosis.headline) else [INDENT + title]
    lines += _columns(subscription_rows(finding))
    lines += [INDENT + each for each in sentences(finding.why)]
    lines += _labelled(say["explains"], [explained(finding, diagnosis, lang)] if finding.explains else [])
    lines += _labelled(say["evidence"], _evidence(finding.evidence, say["more"]))
    lines += _labelled(say["against"], _evidence(finding.contradicts, say["more"]))
    lines += _labelled(say["fix"], texts(finding.remedy))
    return lines + _labelled(say["do_not"], without_label(texts(finding.do_not), say["do_not"]))


def _columns(rows: Sequence[tuple[str, str]]) -> list[str]:
    width = max((_width(who) for who, _ in rows), default=0)
    return [f"{INDENT}{_padded(visible(who), width)}   {visible(wanted)}" for who, wanted in rows]


def _evidence(lines: Sequence[EvidenceLine], more: str) -> list[str]:
    shown = [f"{place(line)}  {cut(visible(line.text), WIDEST_EVIDENCE)}" for line in lines[:MOST_EVIDENCE]]
    return [*shown, more.format(len(lines) - MOST_EVIDENCE)] if len(lines) > MOST_EVIDENCE else shown


def _labelled(label: str, lines: Sequence[str]) -> list[str]:
    """The label stands before the first line; the others stand below it."""
    return [INDENT + _padded(label if at == 0 else "", LABEL_WIDTH) + line for at, line in enumerate(lines)]


def _ledger(diagnosis: Verdict, lang: str) -> list[str]:
    say = words(lang)
    read = say["read"].format(**totals(diagnosis))
    lines = [f"{read} {say['missing_nothing']}"]
    if diagnosis.missing:
        lines = [f"{read} {say['missing']}"]
        lines += [f"{INDENT}{visible(each.need)}: {visible(each.command)}" for each in diagnosis.missing]
    found = problems(diagnosis)
    if found:
        lines += [say["problem"], *(INDENT + each for each in found[:MOST_PROBLEMS])]
        lines += [INDENT + say["more"].format(len(found) - MOST_PROBLEMS)] if len(found) > MOST_PROBLEMS else []
    return lines


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _width(text: str) -> int:
    """Columns on a terminal: Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)
