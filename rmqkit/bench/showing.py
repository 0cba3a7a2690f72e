"""The bench: what a comparison and its records say, as plain rows and as HTML. No control and no judgement here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from markupsafe import Markup

from rmqkit.bench.comparing import Comparison, QueueComparison, Says
from rmqkit.bench.hypothesis import Hypothesis
from rmqkit.bench.records import RecordRow
from rmqkit.diagnosis.case.process_names import name_of_id
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.render.blocks import Cell, block, framed, table_html
from rmqkit.diagnosis.render.parts import cut, file_and_line, visible
from rmqkit.diagnosis.wording import ranges
from rmqkit.figures.appearance import hover
from rmqkit.figures.strips import SAYS, seen_names
from rmqkit.language import Phrase, in_language, phrase_in, say, say_counted
from rmqkit.language.clock import date_and_time

MOST_CONTRADICTIONS, MOST_RECORDS, WIDEST = 12, 40, 200
LED_TO_IT = 3
Quote = Callable[[Iterable[EvidenceLine]], Mapping[EvidenceLine, str]]
"""From places to the lines as they were printed."""


def strip_rows(comparison: Comparison, hypothesis: Hypothesis) -> list[dict[str, Any]]:
    """A row per queue as `figures.strips.strips_figure` takes it."""
    names = {process.seen_as: name_of_id(process.name) for process in hypothesis.processes}
    rows = []
    for row in comparison.queues:
        expected = {hypothesis.process(name).seen_as for name in row.readers or ()}
        line = [(SAYS[row.says], file_and_line(place.file, place.line)) for place in row.places[:1]]
        who = [(say("seen with"), readers(row.seen)), (say("predicted"), readers(row.readers))]
        rows.append({
            "topic": row.queue.topic, "broker": row.queue.broker, "queue": row.queue.queue,
            "seen": seen_names(row.seen, tuple(expected), names),
            "predicted": None if row.readers is None else list(row.readers),
            "says": str(row.says), "hover": hover([(say("queue"), row.queue.name), *who, *line]),
        })  # fmt: skip
    return rows


def readers(names: Sequence[str] | None) -> str:
    """Who, in words."""
    return say("not known") if names is None else ", ".join(names) or say("nobody")


def verdict_text(comparison: Comparison) -> Phrase:
    """In one line, whether anything contradicts."""
    total, wrong = len(comparison.queues), len(comparison.contradictions)
    of_clients = len(comparison.clients)
    if of_clients:
        return say(
            "Contradicted: {queues} of {total} queues, and {lines} of the clients",
            queues=wrong,
            total=total,
            lines=_lines(of_clients),
        )
    if wrong:
        return say("Contradicted: {queues} of {total} queues", queues=wrong, total=total)
    agreeing = comparison.count(Says.AGREES)
    if agreeing:
        return say("Nothing contradicts it: {queues} of {total} queues agree", queues=agreeing, total=total)
    return say("Nothing was seen that could agree with it or contradict it")


def _lines(count: int) -> Phrase:
    return say_counted(count, "{number} line", "{number} lines")


def verdict_html(comparison: Comparison, note: str = "", lang: str = "en") -> str:
    """The same in colour, with a note below."""
    wrong = bool(comparison.contradictions or comparison.clients)
    state = "contradicted" if wrong else "holds" if comparison.holds else "open"
    return framed(block("compared", in_language(verdict_text(comparison), lang), state, in_language(note, lang)))


def contradictions_html(comparison: Comparison, quote: Quote, lang: str = "en") -> str:
    """What contradicts, each with the line that says so."""
    # The queues of one broker that the same line contradicts in the same way, together.
    alike: dict[tuple[object, ...], list[QueueComparison]] = {}
    for row in comparison.contradictions:
        key = (row.queue.topic, row.queue.broker, row.readers, row.seen, row.places[0])
        alike.setdefault(key, []).append(row)
    rows = list(alike.values())
    places = [own[0].places[0] for own in rows[:MOST_CONTRADICTIONS]]
    places += [client.place for client in comparison.clients[:MOST_CONTRADICTIONS]]
    texts = quote(places)
    lines = [(client.process, client.supposed, "", client.place) for client in comparison.clients[:MOST_CONTRADICTIONS]]
    lines += [
        (
            ranges(row.queue for row in own),
            readers(own[0].readers),
            readers(own[0].seen),
            own[0].places[0],
        )
        for own in rows[:MOST_CONTRADICTIONS]
    ]
    if not lines:
        return ""
    shown = [
        (
            *(phrase_in(word, lang) for word in words),
            _line(file_and_line(place.file, place.line), phrase_in(quoted(place, texts), lang)),
        )
        for *words, place in lines
    ]
    more = len(rows) + len(comparison.clients) - len(lines)
    return framed(table_html([in_language(name, lang) for name in COLUMNS], shown) + _more(more, lang))


COLUMNS = (say("queue or client"), say("supposed"), say("seen"), say("the line"))


def quoted(place: EvidenceLine, texts: Mapping[EvidenceLine, str]) -> str:
    """The line as it was printed; where it stands for a whole list that lacks something, what it is the first of."""
    printed = texts.get(place)
    if printed is None:
        return place.text
    if place.text.startswith("what "):
        return say("{list}, from here on: {line}", list=place.text, line=printed)
    return printed


def records_html(title: str, records: Sequence[RecordRow], lang: str = "en", moment: datetime | None = None) -> str:
    """Records in the order of their moments, each with its place and its text; of many those from the moment on."""
    # The last records before the moment: what led to it, and then as many as there is room for.
    before = sum(moment is not None and record.at is not None and record.at < moment for record in records)
    first = 0 if moment is None else max(0, min(before - LED_TO_IT, len(records) - MOST_RECORDS))
    rows = []
    for record in records[first : first + MOST_RECORDS]:
        text = phrase_in(record.text, lang)
        if record.times > 1:
            text = in_language(say("{line} ({number:,} times)", line=text, number=record.times), lang)
        rows.append((date_and_time(record.at) if record.at else "", _line(record.place, text)))
    heading = in_language(say("{title}: {lines}", title=title, lines=_lines(len(records))), lang)
    table = table_html([in_language(name, lang) for name in (say("at"), say("the line"))], rows)
    return framed(Markup("<h4>{}</h4>").format(visible(heading)) + table + _more(len(records) - MOST_RECORDS, lang))


def _line(place: str, text: str) -> Cell:
    told = cut(" ".join(visible(text).split()), WIDEST)
    return Cell(told, Markup('<code><span class="where">{}</span>  {}</code>').format(visible(place), told))


def _more(count: int, lang: str) -> Markup:
    more = in_language(say("and {number:,} more", number=count), lang)
    return Markup("<p>{}</p>").format(more) if count > 0 else Markup("")
