"""The bench: a comparison, its records and a hypothesis that was tried, as rows, text, JSON values and HTML.

No control and no judgement here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from markupsafe import Markup

from rmqkit.bench.comparing import Comparison, QueueComparison, Says
from rmqkit.bench.hypothesis import Hypothesis
from rmqkit.bench.records import RecordRow
from rmqkit.bench.trying import Tried, TriedEpoch
from rmqkit.diagnosis.case.process_names import name_of_id
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.finding import as_json
from rmqkit.diagnosis.render.blocks import Display, block, framed, table_html, table_markdown, text_template
from rmqkit.diagnosis.render.parts import cut, file_and_line, place, span_text, visible, words
from rmqkit.diagnosis.wording import ranges
from rmqkit.figures.appearance import hover
from rmqkit.figures.strips import SAYS, seen_names
from rmqkit.language import Phrase, Words, in_language, phrase_in
from rmqkit.language.clock import date_and_time

MOST_LINES, WIDEST, MOST_ROWS, MOST_RECORDS = 12, 240, 60, 40
LED_TO_IT = 3
_OF_A_RIVAL = ("id", "status", "decided_by")
WORDS = Words(Path(__file__).with_suffix(".toml"))
_said = partial(WORDS.say, "words")
LAYOUT = Path(__file__).with_name("tried.md.j2")
Quote = Callable[[Iterable[EvidenceLine]], Sequence[EvidenceLine]]
"""From places to the lines as they were printed."""


def tried_dict(tried: Tried, lang: str = "en") -> dict[str, Any]:
    """The word, what agrees and contradicts, what would decide, which rivals stand, and every queue."""
    judged = tried.judged
    return {
        "word": str(judged.status),
        "group": judged.group,
        "title": in_language(judged.title, lang),
        "agrees": judged.agrees,
        "contradicted_by": as_json(judged.contradicts),
        "waits_for": [{"need": in_language(what, lang), "command": command} for what, command in judged.needs],
        "decided_by": as_json(judged.decided_by),
        "rivals": [{name: as_json(getattr(rival, name)) for name in _OF_A_RIVAL} for rival in tried.rivals],
        "epochs": [_epoch_dict(epoch) for epoch in tried.epochs],
    }


def _epoch_dict(tried: TriedEpoch) -> dict[str, Any]:
    rows = [
        {
            "queues": ranges(row.queue for row in alike),
            "predicted": as_json(alike[0].readers),
            "seen": as_json(alike[0].seen),
            "says": str(alike[0].says),
        }
        for alike in _alike(tried.comparison)
    ]
    return {
        "from": as_json(tried.epoch.since),
        "until": as_json(tried.epoch.until),
        "clients": {process.name: process.seen_as for process in tried.hypothesis.processes},
        **{str(word): tried.comparison.count(word) for word in Says},
        "queues": rows,
    }


def _alike(comparison: Comparison) -> Iterator[list[QueueComparison]]:
    """Queues of one broker that are predicted and seen alike, together; those that contradict first."""
    alike = grouped(
        ((row.queue.topic, row.queue.broker, row.readers, row.seen, row.says), row) for row in comparison.queues
    )
    return iter(sorted(alike.values(), key=lambda rows: rows[0].says != Says.CONTRADICTS))


def tried_text(tried: Tried, lang: str = "en") -> str:
    """The same as Markdown, for a person, a brief."""
    return str(_layout(tried, lang)).strip("\n")


def _layout(tried: Tried, lang: str) -> Any:  # noqa: ANN401
    most = {"lines": MOST_LINES, "width": WIDEST, "rows": MOST_ROWS}
    said = {"say": WORDS.of("words", lang), "words": words(lang), "lang": lang}
    shown = {"place": place, "span_text": span_text, "epoch_table": epoch_table, "table_markdown": table_markdown}
    return text_template(LAYOUT.read_text("utf-8")).make_module({"tried": tried, "most": most, **said, **shown})


def epoch_table(tried: TriedEpoch, lang: str) -> list[list[str]]:
    """The headings and the queues of an epoch: alike ones in one row, those that contradict first."""
    rows = [
        (ranges(row.queue for row in alike), readers(alike[0].readers), readers(alike[0].seen), SAYS[alike[0].says])
        for alike in _alike(tried.comparison)
    ]
    return [WORDS.heads("epoch", lang), *([visible(in_language(cell, lang)) for cell in row] for row in rows)]


def tried_display(tried: Tried, lang: str = "en") -> Display:
    """The same for a page."""
    heading = WORDS.of("words", lang)["supposed"]
    first, *lines = str(_layout(tried, lang).lines()).splitlines()
    tables = ((span_text(epoch.epoch.since, epoch.epoch.until), epoch_table(epoch, lang)) for epoch in tried.epochs)
    epochs = [(span, table_html(heads, rows)) for span, (heads, *rows) in tables if rows]
    return Display(f"{heading}\n{tried_text(tried, lang)}", framed(block("tried", heading, first, lines, epochs)))


def strip_rows(comparison: Comparison, hypothesis: Hypothesis) -> list[dict[str, Any]]:
    """A row per queue as `figures.strips.strips_figure` takes it."""
    names = {process.seen_as: name_of_id(process.name) for process in hypothesis.processes}
    rows = []
    for row in comparison.queues:
        expected = {hypothesis.process(name).seen_as for name in row.readers or ()}
        line = [(SAYS[row.says], file_and_line(place.file, place.line)) for place in row.places[:1]]
        who = [(_said("seen_with"), readers(row.seen)), (_said("predicted"), readers(row.readers))]
        rows.append({
            **as_json(row.queue), "seen": seen_names(row.seen, tuple(expected), names),
            "predicted": as_json(row.readers),
            "says": str(row.says), "hover": hover([(_said("queue"), row.queue.name), *who, *line]),
        })  # fmt: skip
    return rows


def readers(names: Sequence[str] | None) -> str:
    """Who, in words."""
    return _said("not_known") if names is None else ", ".join(names) or _said("nobody")


def verdict_text(comparison: Comparison) -> Phrase:
    """In one line, whether anything contradicts."""
    wrong, of_clients = len(comparison.contradictions), len(comparison.clients)
    agreeing = comparison.count(Says.AGREES)
    name = "of_clients" if of_clients else "contradicted" if wrong else "agree" if agreeing else "nothing"
    counts = {"total": len(comparison.queues), "queues": agreeing if name == "agree" else wrong, "number": of_clients}
    return _said(name, **counts)


def verdict_html(comparison: Comparison, note: str = "", lang: str = "en") -> str:
    """The same in colour, with a note below."""
    wrong = bool(comparison.contradictions or comparison.clients)
    state = "contradicted" if wrong else "holds" if comparison.holds else "open"
    return framed(block("compared", in_language(verdict_text(comparison), lang), state, in_language(note, lang)))


def contradictions_html(comparison: Comparison, quote: Quote, lang: str = "en") -> str:
    """What contradicts, each with the line that says so; alike queues of one broker with the first of theirs."""
    lines = [(one.process, one.supposed, "", one.place) for one in comparison.clients[:MOST_LINES]]
    wrong = [rows for rows in _alike(comparison) if rows[0].says == Says.CONTRADICTS]
    lines += [
        (ranges(row.queue for row in rows), readers(rows[0].readers), readers(rows[0].seen), rows[0].places[0])
        for rows in wrong[:MOST_LINES]
    ]
    if not lines:
        return ""
    shown = [
        (
            *(phrase_in(word, lang) for word in words),
            _line(file_and_line(place.file, place.line), phrase_in(quoted(place, printed.text), lang)),
        )
        for (*words, place), printed in zip(lines, quote(place for *_, place in lines), strict=True)
    ]
    more = len(wrong) + len(comparison.clients) - len(lines)
    return _listed("", table_html(WORDS.heads("contradicted", lang), shown), more, lang)


def quoted(place: EvidenceLine, printed: str) -> str:
    """The line as it was printed; where it stands for a whole list that lacks something, what it is the first of."""
    stands_for_more = place.text.startswith("what ")
    return _said("from_here", list=place.text, line=printed) if stands_for_more else printed


def records_html(title: str, records: Sequence[RecordRow], lang: str = "en", moment: datetime | None = None) -> str:
    """Records in the order of their moments, each with its place and its text; of many those from the moment on."""
    # The last records before the moment: what led to it, and then as many as there is room for.
    before = sum(moment is not None and record.at is not None and record.at < moment for record in records)
    first = 0 if moment is None else max(0, min(before - LED_TO_IT, len(records) - MOST_RECORDS))
    rows = []
    for record in records[first : first + MOST_RECORDS]:
        text = phrase_in(record.text, lang)
        if record.times > 1:
            text = in_language(_said("times", line=text, number=record.times), lang)
        rows.append((date_and_time(record.at) if record.at else "", _line(record.place, text)))
    heading = in_language(_said("records", title=title, number=len(records)), lang)
    table = table_html(WORDS.heads("records", lang), rows)
    return _listed(heading, table, len(records) - MOST_RECORDS, lang)


def _line(place: str, text: str) -> Display:
    told = cut(" ".join(visible(text).split()), WIDEST)
    return Display(told, block("quoted", place, told))


def _listed(title: str, table: Markup, left: int, lang: str) -> str:
    """A table below its title, and how many rows it leaves out."""
    more = WORDS.of("words", lang)["more"].format(number=left) if left > 0 else ""
    return framed(block("records", title, table, more))
