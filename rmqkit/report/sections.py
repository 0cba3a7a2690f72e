"""The sections of a report: verdict, findings, groups, what was read, what stays unknown. No judgement here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from html import escape

from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.render.card import COLOURS, cards_html
from rmqkit.diagnosis.render.parts import moment, sentences, state, visible, without_label, words
from rmqkit.diagnosis.render.text import diagnosis_text
from rmqkit.report.blocks import Block, framed, paragraphs, table
from rmqkit.report.words import LIMITS, SAY


def verdict(diagnosis: Diagnosis, lang: str = "en") -> Block:
    """What a manager reads: how bad it is, what it is, what to do, in a few lines."""
    say = SAY[lang]
    first = _worst(diagnosis)
    parts = [(say["what_it_is"], sentences(first.why)), (say["to_do"], first.remedy)] if first else []
    parts += [(say["not_to_do"], without_label(first.do_not, words(lang)["do_not"]))] if first else []
    told = [(label, [visible(each) for each in lines]) for label, lines in parts if lines]
    status = state(first, lang, several_groups=False) if first else ""
    return Block(_verdict_text(diagnosis, status, told), framed(_verdict_html(diagnosis, status, told)))


def _worst(diagnosis: Diagnosis) -> Finding | None:
    bad = (each for each in diagnosis.findings if each.severity > Severity.OK)
    return next(bad, None)


def _verdict_text(diagnosis: Diagnosis, status: str, told: list[tuple[str, list[str]]]) -> str:
    lines = [f"{diagnosis.severity}  {visible(diagnosis.headline)}", *([status] if status else [])]
    for label, each in told:
        lines += ["", f"{label}:", *each]
    return "\n".join(lines)


def _verdict_html(diagnosis: Diagnosis, status: str, told: list[tuple[str, list[str]]]) -> str:
    level = f'<span class="level" style="background:{COLOURS[diagnosis.severity]}">{diagnosis.severity}</span>'
    parts = "".join(
        f"<dt>{escape(label)}</dt><dd>{'<br>'.join(escape(each) for each in lines)}</dd>" for label, lines in told
    )
    headline = f'<p class="headline">{level}{escape(visible(diagnosis.headline))}</p>'
    return f'{headline}<p class="state">{escape(status)}</p>' + (f"<dl>{parts}</dl>" if parts else "")


def findings(diagnosis: Diagnosis, lang: str = "en") -> Block:
    """Every finding with its proof, its evidence by file and line, and its remedy."""
    return Block(diagnosis_text(diagnosis, lang), framed(cards_html(diagnosis, lang)))


def groups(diagnosis: Diagnosis, lang: str = "en") -> Block:
    """Every group that the evidence names, the worst first, and the first thing to know of it."""
    say = SAY[lang]
    rows = [_group_row(diagnosis, group, say) for group in diagnosis.facts]
    rows.sort(key=lambda row: (-row[0], row[1]))
    shown = [(str(severity), group, title, count) for severity, group, title, count in rows]
    return table((say["severity"], say["group"], say["first_finding"], say["findings"]), shown, say["no_group"])


def _group_row(diagnosis: Diagnosis, group: str, say: Mapping[str, str]) -> tuple[Severity, str, str, int]:
    found = diagnosis.of_group(group)
    severity = max((each.severity for each in found), default=Severity.OK)
    return severity, group, found[0].title if found else say["nothing_found"], len(found)


def ledger(diagnosis: Diagnosis, lang: str = "en") -> Block:
    """What each file is and what became of its lines: rows, noise, blank, continued and unparsed add up to lines."""
    say = SAY[lang]
    names = ("lines", "rows", "noise", "blank", "continuation", "unparsed")
    rows = [
        (
            row["file"],
            str(row["kind"]),
            *(row[name] for name in names),
            row.get("problem") or row["first_unparsed"] or "",
        )
        for row in diagnosis.files
    ]
    return table([say["file"], say["kind"], *(say[name] for name in names), say["remark"]], rows, say["no_file"])


def limits(diagnosis: Diagnosis, lang: str = "en") -> Block:
    """What this evidence cannot tell, and the commands that would."""
    say = SAY[lang]
    kinds = {str(row["kind"]) for row in diagnosis.files}
    told = [f"{each.need}: {each.command}" for each in diagnosis.missing]
    told += [text for kind, text in LIMITS[lang].items() if kind not in kinds]
    ended = moment(_end(diagnosis))
    told += [say["ends"].format(ended)] if ended else []
    unparsed = sum(row["unparsed"] for row in diagnosis.files)
    told += [say["unparsed_lines"].format(f"{unparsed:,}")] if unparsed else []
    return paragraphs([*told, say["listener"]])


def _end(diagnosis: Diagnosis) -> datetime | None:
    times = [log.last for facts in diagnosis.facts.values() for log in facts.logs.values()]
    times += [snapshot.at for facts in diagnosis.facts.values() for snapshot in facts.snapshots]
    return max(filter(None, times), default=None)
