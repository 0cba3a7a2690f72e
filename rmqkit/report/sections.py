"""The sections of a report: blocks of text and HTML made of rows that other rooms give. No judgement here."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from markupsafe import Markup

from rmqkit.diagnosis import Diagnosis, Severity
from rmqkit.diagnosis.render.blocks import (
    MOST_ROWS,
    Display,
    folded,
    folded_if_long,
    framed,
    paragraphs,
    table,
    together,
)
from rmqkit.diagnosis.render.citations import citations
from rmqkit.diagnosis.render.document import document_of, group_columns, group_row
from rmqkit.diagnosis.render.html import Linking, card_html, findings_html
from rmqkit.diagnosis.render.names import names_of
from rmqkit.diagnosis.render.parts import clocks, evidence_span, moment, of_groups, visible, words
from rmqkit.diagnosis.render.screen import screen
from rmqkit.diagnosis.render.state_tables import StateTables
from rmqkit.diagnosis.render.text import diagnosis_text
from rmqkit.diagnosis.timeline.epochs import state_at_end
from rmqkit.figures.owners import AFTER, cell_words, fixed_causes, owners_data
from rmqkit.figures.scope import chosen_group, clients_data
from rmqkit.figures.strips import AGREES, CONTRADICTS, UNREADABLE
from rmqkit.language import in_language, joined, say, say_counted
from rmqkit.report.besides import supposed, unknown
from rmqkit.report.pictures import happened, lag
from rmqkit.report.reasoning_sections import between, considered, decides, lines, meaning
from rmqkit.report.words import labels, report_words
from rmqkit.rocketmq import MessageQueue

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = [
    "clients",
    "commands",
    "considered",
    "decides",
    "findings",
    "groups",
    "happened",
    "heading",
    "lag",
    "ledger",
    "limits",
    "lines",
    "meaning",
    "owners",
    "rows",
    "supposed",
    "topics",
    "unknown",
    "verdict",
    "whole_cluster",
    "worst",
]


def heading(diagnosis: Diagnosis, group: str = "", lang: str = "en") -> Display:
    """Of whom it tells and how they are, and on another line from when to when. Raises UnknownGroup."""
    about = visible(_whom(diagnosis, group, lang))
    span = evidence_span(facts for name, facts in diagnosis.facts.items() if not group or name == group)
    when = between(*span) or ""
    lines = filter(None, (when, clocks(diagnosis, lang)))
    told = Markup("").join(Markup('<p class="state">{}</p>').format(line) for line in lines)
    return Display("\n".join(filter(None, (about, when))), framed(Markup("<h1>{}</h1>{}").format(about, told)))


def _whom(diagnosis: Diagnosis, group: str, lang: str) -> str:
    """The group, or the worst one and how many others there are, and the verdict."""
    if diagnosis.is_of_many_groups and not group:
        return in_language(diagnosis.headline, lang)
    chosen, severity = chosen_group(diagnosis, group or None), diagnosis.severity
    others = 0 if group else len(diagnosis.facts) - 1
    if chosen is None:
        return in_language(say("no group is named: {severity}", severity=severity), lang)
    if others:
        more = say_counted(
            others, "and {number:,} more group: {severity}", "and {number:,} more groups: {severity}", severity=severity
        )
        return in_language(joined(" ", (chosen, more)), lang)
    return f"{chosen}: {severity}"


def verdict(diagnosis: Diagnosis, lang: str = "en") -> Display:
    """The card: what is wrong, since when, what it does, what to do now."""
    return Display(screen(diagnosis, lang), framed(card_html(document_of(diagnosis, lang))))


def findings(diagnosis: Diagnosis, lang: str = "en", links: bool = False) -> Display:
    """What changed when, then every finding with its proof, its evidence by file and line, and its
    remedy.

    `links`: the page has `lines` too, and citations lead there.
    """
    linking = Linking(citations(diagnosis) if links else None)
    return Display(diagnosis_text(diagnosis, lang), framed(findings_html(diagnosis, lang, linking)))


def groups(diagnosis: Diagnosis, lang: str = "en") -> Display:
    """Every group that the evidence names, the worst first: its worst finding and its figures where the evidence ends.

    A page shows the sick ones, or as many as a screen has; the others when they are clicked.
    """
    say, rows, sick = labels(lang), [], 0
    for group, found in diagnosis.by_group().items():
        row = group_row(diagnosis, group, found, lang)
        what = row.what or say["nothing_found" if row.severity is Severity.OK else "not_decided"]
        figures = (figure or None for figure in (row.since, row.lag, row.orphans, row.clients))
        rows.append((str(row.severity), row.group, what, *figures))
        sick += row.severity >= Severity.NOTICE
    heads, shown = group_columns(lang), len(rows) if len(rows) <= MOST_ROWS else max(1, min(sick, MOST_ROWS))
    first, others = table(heads, rows[:shown], say["no_group"]), rows[shown:]
    if not others:
        return first
    rest = folded(say["more_groups"].format(f"{len(others):,}"), table(heads, others, ""))
    return Display(table(heads, rows, "").text, first.html + rest.html)


def whole_cluster(diagnosis: Diagnosis, chosen: str = "", lang: str = "en") -> Display | None:
    """Where all groups are shown, if there are too many for a notebook about one of them and nobody chose one."""
    if chosen or not diagnosis.is_of_many_groups:
        return None
    told = say(
        "{number:,} consumer groups: cluster.ipynb shows all of them, this notebook the worst one, or the one that is "
        "named above as group.",
        number=len(diagnosis.groups),
    )
    return paragraphs([in_language(told, lang)])


def worst(diagnosis: Diagnosis, most: int = 3) -> Diagnosis:
    """The verdict with what it says of its worst groups alone."""
    names = list(diagnosis.by_group())[:most]
    considered = tuple(one for one in diagnosis.considered if one.group in names)
    return replace(of_groups(diagnosis, names), considered=considered)


def commands(diagnosis: Diagnosis, folder: str, lang: str = "en") -> Display:
    """What opens the incident notebook of each sick group, of as many as a screen has."""
    by_group = diagnosis.by_group().items()
    sick = [name for name, found in by_group if diagnosis.state_of(name).severity(found) >= Severity.NOTICE]
    asked = (diagnosis.facts[name].group for name in sick[:MOST_ROWS])
    lines = [
        shlex.join(("papermill", "incident.ipynb", f"{group}.ipynb", "-p", "folder", folder, "-p", "group", group))
        for group in asked
    ]
    return paragraphs(lines or [labels(lang)["none_sick"]])


def rows(frame: DataFrame, lang: str = "en") -> Display:
    """What a query gives, as a table."""
    found = [tuple(map(_value, row)) for row in frame.collect()]
    return table(frame.columns, found, labels(lang)["no_rows"])


def _value(value: object) -> object:
    if isinstance(value, datetime):
        return moment(value)
    return ", ".join(map(str, value)) if isinstance(value, list) else value


def clients(diagnosis: Diagnosis, group: str = "", lang: str = "en") -> Display:
    """The legend of the short names: whole ids, how many processes carry them, what they subscribe to."""
    say = labels(lang)
    rows = [
        (
            row["name"],
            row["client_id"],
            row["processes"] or say["gone"],
            ", ".join(map(str, row["addresses"])) or None,
            row["version"],
            row["subscribes"],
        )
        for row in clients_data(diagnosis, group or None)
    ]
    columns = ("name", "client_id", "processes", "addresses", "version", "wants")
    return folded_if_long(table([say[column] for column in columns], rows, say["no_client"]), len(rows), lang)


def owners(diagnosis: Diagnosis, group: str = "", lang: str = "en") -> Display:
    """How predicted and seen readers agree, and a table for each topic: who reads, what is there, does it move."""
    say = labels(lang)
    tables = topics(diagnosis, group, lang)
    if not tables:
        return table((), (), say["no_queue"])
    rows = owners_data(diagnosis, group or None)
    queues = Counter(row["says"] for row in rows)
    agreeing, wrong, closed = queues[AGREES], queues[CONTRADICTS], queues[UNREADABLE]
    seen = agreeing + wrong
    told = [say["of_queues"].format(agreeing=agreeing, looked=seen) if seen else say["no_owner_seen"]]
    told += [say["disagree"].format(wrong)] if wrong else []
    told += [say["may_not_be_read"].format(closed)] if closed else []
    causes = fixed_causes(diagnosis.of_group(chosen_group(diagnosis, group or None) or ""))
    if causes and any(row[AFTER] for row in rows):
        fixes = labels(lang)["joint"].join(report_words("fixes", lang)[cause] for cause in causes)
        told.append(say["fix_is"].format(fixes))
    return together(paragraphs(told), *tables)


def topics(diagnosis: Diagnosis, group: str = "", lang: str = "en") -> list[Display]:
    """A table for each topic of a group (default: the worst), retry topics and queues that were
    never committed to among them. A long one is folded. Raises UnknownGroup."""
    chosen = chosen_group(diagnosis, group or None)
    if chosen is None:
        return []
    facts = diagnosis.facts[chosen]
    names = names_of(facts)
    after = {
        MessageQueue(row["topic"], row["broker"], row["queue"]): cell_words(row[AFTER], names)
        for row in owners_data(diagnosis, chosen)
        if row[AFTER] is not None
    }
    state = StateTables(state_at_end(facts), lang, diagnosis.allocation.get(chosen, ()))
    blocks = []
    for told in state.topic_tables(after):
        block = folded_if_long(table(told.heads, told.rows, ""), len(told.rows), lang)
        title = visible(told.topic)
        # Ten columns fit a page where their cells may break.
        html = f'{framed(Markup("<h3>{}</h3>").format(title))}<div class="topic">{block.html}</div>'
        blocks.append(Display(f"{title}\n{block.text}", html))
    return blocks


def ledger(diagnosis: Diagnosis, lang: str = "en") -> Display:
    """What each file is and what became of its lines: rows, noise, blank, continued and unparsed add up to lines."""
    say = labels(lang)
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
    heads = [say["file"], say["kind"], *(say[name] for name in names), say["remark"]]
    return folded_if_long(table(heads, rows, say["no_file"]), len(rows), lang)


def limits(diagnosis: Diagnosis, lang: str = "en", commands: bool = True) -> Display:
    """What this evidence cannot tell, and the commands that would, where no other section tells these."""
    say = labels(lang)
    kinds = {str(row["kind"]) for row in diagnosis.files}
    told = [
        words(lang)["named"].format(in_language(missing.need, lang), in_language(missing.command, lang))
        for missing in diagnosis.missing
        if commands
    ]
    told += [text for kind, text in report_words("limits", lang).items() if kind not in kinds]
    ended = moment(evidence_span(diagnosis.facts.values())[1])
    told += [say["ends"].format(ended)] if ended else []
    unparsed = sum(row["unparsed"] for row in diagnosis.files)
    told += [say["unparsed_lines"].format(f"{unparsed:,}")] if unparsed else []
    return paragraphs([*told, say["listener"]])
