"""A verdict as a person reads it in a terminal.

What it says is decided by rules, its card is in card.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import Finding, Verdict
from rmqkit.diagnosis.render.parts import (
    MOST_EVIDENCE,
    WIDEST_EVIDENCE,
    asked_about,
    clocks,
    cut,
    do_not,
    explained,
    in_a_line,
    is_command,
    is_note,
    next_commands,
    place,
    problems,
    sentences,
    several_groups,
    span,
    state,
    still_open,
    still_possible,
    subscriptions_by_wish,
    timeline_title,
    timelines,
    totals,
    visible,
    what_was_so,
    words,
    worst_of_each,
)
from rmqkit.diagnosis.retold import spoken
from rmqkit.language import in_language, joined
from rmqkit.language.wrapping import columns, padded

MOST_CLIENTS, WIDEST_CLIENT = 8, 44
MOST_PROBLEMS = 8
MOST_ENTRIES = 12
JOINT = "  "
INDENT = "   "
LABEL_WIDTH = 10


def diagnosis_text(
    diagnosis: Verdict, lang: str = "en", *, every_group: bool = False, details: Sequence[str] = ()
) -> str:
    """The whole verdict: headline, numbered findings, what was read and what is missing.

    `lang`: en or zh. Where mqadmin was asked about some groups these are told whole, and of others
    that logs name a line each, worst first; `every_group` tells all of them. `details` stand before
    what was read.

    Plain text without colours, every line of the evidence on one line and without
    control characters.
    """
    diagnosis = spoken(diagnosis, lang)
    diagnosis, others = (diagnosis, []) if every_group else asked_about(diagnosis)
    first, say = diagnosis.findings[0] if diagnosis.findings else None, words(lang)
    titled = first is not None and visible(first.title) in visible(diagnosis.headline)
    status = f"   [{say[first.status]}]" if first and titled and not is_note(first) else ""
    parts = [f"{diagnosis.severity}  {visible(diagnosis.headline)}{status}", *_timelines(diagnosis, lang)]
    for number, finding in enumerate(diagnosis.findings, start=1):
        title = f"{number}  {finding.id}   {state(finding, lang, several_groups(diagnosis))}"
        parts.append("\n".join([title, *_body(finding, diagnosis, lang)]))
    if others:
        in_lines = (f"{INDENT}{in_a_line(finding, lang)}" for finding in worst_of_each(others))
        parts.append("\n".join([say["other_groups"], *in_lines]))
    if still_open(diagnosis):
        parts.append("\n".join(_said(diagnosis, lang)))
        if named := still_possible(diagnosis):
            parts.append(say["named"].format(say["possible"], say["semicolon"].join(named)))
    parts += [*details, "\n".join(_ledger(diagnosis, lang))]
    return "\n\n".join(parts)


def _timelines(diagnosis: Verdict, lang: str) -> list[str]:
    """What changed when, and what was found from then on; the newest changes where there are many."""
    say, told = words(lang), timelines(diagnosis)
    parts = []
    for group, entries in told:
        lines = [timeline_title(group if len(told) > 1 else "", lang)]
        for entry in entries[-MOST_ENTRIES:]:
            change = visible(entry.change) or say["begins"]
            lines.append(INDENT + JOINT.join(filter(None, (span(entry, lang), change))))
            lines.append(INDENT + INDENT + what_was_so(entry, lang))
        parts.append("\n".join(lines))
    return parts


def _body(finding: Finding, diagnosis: Verdict, lang: str) -> list[str]:
    say = words(lang)
    title = visible(finding.title)
    lines = [] if title in visible(diagnosis.headline) else [INDENT + title]
    # A row per client; of many those that are alike in one.
    wishes = subscriptions_by_wish(finding)
    rows = [(cut(who, WIDEST_CLIENT), wanted) for wanted, clients in wishes.items() for who in clients]
    if len(rows) > MOST_CLIENTS:
        more = {wanted: f" (+{len(clients) - 1})" if len(clients) > 1 else "" for wanted, clients in wishes.items()}
        rows = [(cut(clients[0], WIDEST_CLIENT) + more[wanted], wanted) for wanted, clients in wishes.items()]
    width = max((columns(who) for who, _ in rows), default=0)
    lines += [f"{INDENT}{padded(visible(who), width)}   {visible(wanted)}" for who, wanted in rows]
    lines += [INDENT + each for each in sentences(finding.why)]
    lines += _labelled(say["explains"], [explained(finding, diagnosis, lang)] if finding.explains else [])
    lines += _labelled(say["evidence"], _evidence(finding.evidence, say["more"]))
    lines += _labelled(say["against"], _evidence(finding.contradicts, say["more"]))
    lines += _labelled(say["fix"], finding.remedy)
    lines += _labelled(say["do_not"], do_not(finding, lang))
    return lines + _labelled(say["check"], finding.check)


def _evidence(lines: Sequence[EvidenceLine], more: str) -> list[str]:
    shown = [f"{place(line)}  {cut(visible(line.text), WIDEST_EVIDENCE)}" for line in lines[:MOST_EVIDENCE]]
    return [*shown, more.format(len(lines) - MOST_EVIDENCE)] if len(lines) > MOST_EVIDENCE else shown


def _labelled(label: str, lines: Sequence[str]) -> list[str]:
    """The label stands before the first line; the others stand below it."""
    labels = (padded(label if at == 0 else "", LABEL_WIDTH) for at in range(len(lines)))
    return [INDENT + name + visible(line) for name, line in zip(labels, lines, strict=True)]


def _ledger(diagnosis: Verdict, lang: str) -> list[str]:
    say = words(lang)
    read = say["read"].format(**totals(diagnosis))
    missing = say["missing"] if diagnosis.missing else say["missing_nothing"]
    lines = [*filter(None, [clocks(diagnosis, lang)]), in_language(joined(" ", (read, missing)), lang)]
    if diagnosis.missing:
        # A command stands below what is missing, a file to be fetched beside it.
        wanted = [(visible(row.need), visible(row.command)) for row in diagnosis.missing]
        named = [need if is_command(fetched) else say["named"].format(need, fetched) for need, fetched in wanted]
        lines += [INDENT + line for line in dict.fromkeys(named)]
        following = next_commands(diagnosis)
        lines += ["", say["next"], *(INDENT + command for command in following)] if following else []
    found = problems(diagnosis)
    if found:
        lines += [say["problem"], *(INDENT + each for each in found[:MOST_PROBLEMS])]
        lines += [INDENT + say["more"].format(len(found) - MOST_PROBLEMS)] if len(found) > MOST_PROBLEMS else []
    return lines


def _said(diagnosis: Verdict, lang: str) -> list[str]:
    """What is in the evidence and not explained, each with its meaning and when it is normal."""
    say = words(lang)
    lines = [say["said"]]
    for row in still_open(diagnosis):
        where = f"{place(row.evidence[0])}  " if row.evidence else ""
        meaning = say["sentence"].format(visible(row.meaning))
        times = [say["times"].format(f"{row.times:,}")] if row.times > 1 else []
        lines.append(INDENT + where + say["named"].format(say["comma"].join([row.event, *times]), meaning))
        if row.normal:
            lines.append(f"{INDENT}{INDENT}{say['normal'].format(visible(row.normal))}")
        if row.remedy:
            lines.append(f"{INDENT}{INDENT}{say['change'].format(visible(row.remedy))}")
    return lines
