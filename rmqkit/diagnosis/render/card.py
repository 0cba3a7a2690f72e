"""A verdict as a card for notebooks and reports:
one block of HTML, everything escaped, no script, no outside file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import Finding, Said, TimelineEntry, Verdict
from rmqkit.diagnosis.render.palette import COLOURS, PALETTE
from rmqkit.diagnosis.render.parts import (
    MOST_EVIDENCE,
    cut,
    do_not,
    explained,
    options_whole,
    place,
    problems,
    said_times,
    sentences,
    several_groups,
    span,
    state,
    still_open,
    still_possible,
    subscription_rows,
    timeline_title,
    timelines,
    totals,
    visible,
    what_was_so,
    words,
)
from rmqkit.diagnosis.retold import spoken
from rmqkit.language import in_language

WIDEST_CARD = 400

STYLE = (
    PALETTE
    + """
.rmqkit{font:14px/1.5 system-ui,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;color:var(--ink);
background:var(--paper);max-width:70rem;overflow-wrap:anywhere}
.rmqkit .level{display:inline-block;color:#fff;font-weight:600;border-radius:4px;padding:0 .5em;margin-right:.5em}
.rmqkit .headline{font-size:1.25em;font-weight:600;margin:.2em 0 .8em}
.rmqkit .finding{border:1px solid var(--line);border-left:5px solid;border-radius:4px;padding:.6em 1em;margin:.8em 0;
break-inside:avoid-page}
.rmqkit .finding h3{font-size:1.05em;margin:0 0 .2em}
.rmqkit .state{color:var(--quiet);margin:0 0 .5em}
.rmqkit p{margin:.3em 0}
.rmqkit table{border-collapse:collapse;margin:.4em 0;width:auto}
.rmqkit td{padding:.1em 1.2em .1em 0;text-align:left;vertical-align:top;border:0}
.rmqkit code{font:12px/1.5 ui-monospace,Consolas,monospace;white-space:pre-wrap;background:none;color:inherit;padding:0}
.rmqkit dl{display:grid;grid-template-columns:max-content 1fr;gap:.25em 1em;margin:.5em 0 0}
.rmqkit dt{font-weight:600}
.rmqkit dd{margin:0;min-width:0}
.rmqkit .where{color:var(--link)}
.rmqkit .word{white-space:nowrap}
.rmqkit ul{margin:0;padding-left:1.1em}
.rmqkit .timeline{border-left-color:var(--quiet)}
.rmqkit ol{margin:.3em 0;padding-left:1.4em}
.rmqkit summary{cursor:pointer;color:var(--link)}
.rmqkit .read{color:var(--quiet)}
.rmqkit.rmqkit table{table-layout:auto}
.rmqkit.rmqkit tbody tr:nth-child(n){background:none}
.rmqkit.rmqkit td{text-align:left;color:inherit}
.rmqkit.rmqkit code{background:none;color:inherit}
.rmqkit.rmqkit dt,.rmqkit.rmqkit dd{float:none;width:auto}
"""
)


def diagnosis_html(diagnosis: Verdict, lang: str = "en") -> str:
    """The verdict as one `<div>`; safe to put into any page. `lang`: en or zh."""
    diagnosis = spoken(diagnosis, lang)
    level = f'<span class="level" style="background:{COLOURS[diagnosis.severity]}">{diagnosis.severity}</span>'
    headline = f'<p class="headline">{level}{_text(diagnosis.headline)}</p>'
    return f'<div class="rmqkit"><style>{STYLE}</style>{headline}{cards_html(diagnosis, lang)}</div>'


def cards_html(diagnosis: Verdict, lang: str = "en") -> str:
    """The timeline, a card per finding and what was read, without headline and frame."""
    diagnosis = spoken(diagnosis, lang)
    findings = "".join(_finding(finding, diagnosis, lang) for finding in diagnosis.findings)
    return timelines_html(diagnosis, lang) + findings + _said(diagnosis, lang) + _ledger(diagnosis, lang)


def timelines_html(diagnosis: Verdict, lang: str) -> str:
    """What changed when, and what was found from then on: a row per span, its lines behind it."""
    told = timelines(diagnosis)
    parts = []
    for group, entries in told:
        title = timeline_title(group if len(told) > 1 else "", lang)
        rows = "".join(_entry(entry, lang) for entry in entries)
        parts.append(f'<section class="finding timeline"><h3>{_text(title)}</h3><ol>{rows}</ol></section>')
    return "".join(parts)


def _entry(entry: TimelineEntry, lang: str) -> str:
    say = words(lang)
    change = _text(entry.change) or say["begins"]
    told = f'<div class="state">{_text(what_was_so(entry, lang))}</div>'
    lines = f"<details><summary>{say['evidence']}</summary>{_evidence(entry.evidence, say['more'])}</details>"
    return f"<li><b>{_text(span(entry, lang))}</b> {change}{told}{lines if entry.evidence else ''}</li>"


def _finding(finding: Finding, diagnosis: Verdict, lang: str) -> str:
    head = f"<h3>{_text(finding.title)}</h3>"
    told = words(lang)["named"].format(finding.id, state(finding, lang, several_groups(diagnosis)))
    why = "".join(f"<p>{escape(each)}</p>" for each in sentences(finding.why))
    body = f'{head}<p class="state">{_text(told)}</p>{_subscriptions(finding)}{why}{_details(finding, diagnosis, lang)}'
    return f'<section class="finding" style="border-left-color:{COLOURS[finding.severity]}">{body}</section>'


def _subscriptions(finding: Finding) -> str:
    rows = subscription_rows(finding)
    cells = "".join(f"<tr><td><code>{_text(who)}</code></td><td>{_text(wanted)}</td></tr>" for who, wanted in rows)
    return f"<table>{cells}</table>" if rows else ""


def _details(finding: Finding, diagnosis: Verdict, lang: str) -> str:
    effects = _text(explained(finding, diagnosis, lang)) if finding.explains else ""
    return details_html(finding, lang, effects, lambda lines: _evidence(lines, words(lang)["more"]))


def details_html(finding: Finding, lang: str, effects: str, cited: Callable[[Sequence[EvidenceLine]], str]) -> str:
    """What a finding explains, what proves it and speaks against it, and what to do, each under its label.

    `effects` and what `cited` makes of lines are HTML.
    """
    say = words(lang)
    parts = (
        (say["explains"], effects),
        (say["evidence"], cited(finding.evidence)),
        (say["against"], cited(finding.contradicts)),
        (say["fix"], _list(in_language(line, lang) for line in finding.remedy)),
        (say["do_not"], _list(do_not(finding, lang))),
        (say["check"], _list(in_language(line, lang) for line in finding.check)),
    )
    told = "".join(f"<dt>{label}</dt><dd>{content}</dd>" for label, content in parts if content)
    return f"<dl>{told}</dl>" if told else ""


def _evidence(lines: Sequence[EvidenceLine], more: str) -> str:
    rows = [
        f'<code><span class="where">{escape(place(line))}</span>  {escape(cut(visible(line.text), WIDEST_CARD))}</code>'
        for line in lines[:MOST_EVIDENCE]
    ]
    left = len(lines) - MOST_EVIDENCE
    return "<br>".join([*rows, more.format(left)] if left > 0 else rows)


def _list(values: Iterable[str]) -> str:
    items = "".join(f"<li>{advice_html(each)}</li>" for each in values)
    return f"<ul>{items}</ul>" if items else ""


def advice_html(line: str) -> str:
    """A line of advice; a command in front of its words is told apart from them, to be copied."""
    command, apart, words_behind = visible(line).partition("   ")
    if not apart or not command.startswith("mqadmin "):
        return options_whole(_text(line), '<span class="word">', "</span>")
    return f"<code>{escape(command)}</code> {escape(words_behind)}"


def _said(diagnosis: Verdict, lang: str) -> str:
    """What is in the evidence and not explained, each with its meaning and when it is normal;
    what may be behind it."""
    say, rows = words(lang), still_open(diagnosis)
    if not rows:
        return ""
    items = "".join(f"<li>{_said_item(row, say)}</li>" for row in rows)
    possible = still_possible(diagnosis)
    named = say["named"].format(say["possible"], _text(say["semicolon"].join(possible)))
    behind = f"<p>{named}</p>" if possible else ""
    return f'<section class="finding"><h3>{say["said"]}</h3><ul>{items}</ul>{behind}</section>'


def _said_item(row: Said, say: Mapping[str, str]) -> str:
    where = f'<code><span class="where">{escape(place(row.evidence[0]))}</span></code> ' if row.evidence else ""
    normal = f"<br>{_text(say['normal'].format(row.normal))}" if row.normal else ""
    meaning = say["sentence"].format(_text(row.meaning))
    remedy = f"<br>{_text(say['change'].format(row.remedy))}" if row.remedy else ""
    return where + say["named"].format(_text(said_times(row, say)), meaning) + normal + remedy


def _ledger(diagnosis: Verdict, lang: str) -> str:
    say = words(lang)
    read = say["read"].format(**totals(diagnosis))
    needs = [say["named"].format(_text(row.need), f"<code>{_text(row.command)}</code>") for row in diagnosis.missing]
    missing = "".join(f"<li>{need}</li>" for need in needs)
    found = problems(diagnosis)
    told = f"{say['missing']}<ul>{missing}</ul>" if missing else say["missing_nothing"]
    failed = f"{say['problem']}{_list(found)}" if found else ""
    return f'<div class="read">{read} {told}{failed}</div>'


def _text(value: str) -> str:
    return escape(visible(value))
