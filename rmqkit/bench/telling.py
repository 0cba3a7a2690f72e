"""The bench: a comparison, its records and a hypothesis that was tried, as rows, text, JSON values and HTML.

No control and no judgement here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from markupsafe import Markup

from rmqkit.bench.comparing import Comparison, QueueComparison, Says
from rmqkit.bench.hypothesis import Hypothesis
from rmqkit.bench.records import RecordRow
from rmqkit.bench.trying import Tried, TriedEpoch
from rmqkit.diagnosis import Finding
from rmqkit.diagnosis.case.process_names import name_of_id
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.render.blocks import Cell, Display, block, framed, table_html
from rmqkit.diagnosis.render.parts import cut, file_and_line, moment, place, visible, words
from rmqkit.diagnosis.wording import ranges
from rmqkit.figures.appearance import hover
from rmqkit.figures.strips import SAYS, seen_names
from rmqkit.language import Phrase, in_language, message, phrase_in, say, say_counted
from rmqkit.language.clock import date_and_time

MOST_LINES, WIDEST, MOST_ROWS, MOST_RECORDS = 12, 240, 60, 40
LED_TO_IT = 3
SUPPOSED = say("A hypothesis, tested against the evidence")
AGAINST, WAITS, BESIDE = say("against:"), say("not in the evidence:"), say("also possible:")
_HEADS = (say("queues"), say("predicted"), say("seen with"), say("says"))
_CONTRADICTED = (say("queue or client"), say("supposed"), say("seen"), say("the line"))
Quote = Callable[[Iterable[EvidenceLine]], Mapping[EvidenceLine, str]]
"""From places to the lines as they were printed."""


def tried_dict(tried: Tried, lang: str = "en") -> dict[str, Any]:
    """The word, what agrees and contradicts, what would decide, which rivals stand, and every queue."""
    judged = tried.judged
    return {
        "word": str(judged.status),
        "group": judged.group,
        "title": in_language(judged.title, lang),
        "agrees": judged.agrees,
        "contradicted_by": [line.to_dict() for line in judged.contradicts],
        "waits_for": [{"need": in_language(what, lang), "command": command} for what, command in judged.needs],
        "decided_by": list(judged.decided_by),
        "rivals": [
            {"id": rival.id, "status": str(rival.status), "decided_by": list(rival.decided_by)}
            for rival in tried.rivals
        ],
        "epochs": [_epoch_dict(epoch) for epoch in tried.epochs],
    }


def _epoch_dict(tried: TriedEpoch) -> dict[str, Any]:
    rows = [
        {
            "queues": ranges(row.queue for row in alike),
            "predicted": None if alike[0].readers is None else list(alike[0].readers),
            "seen": None if alike[0].seen is None else list(alike[0].seen),
            "says": str(alike[0].says),
        }
        for alike in _alike(tried.comparison)
    ]
    return {
        "from": _iso(tried.epoch.since),
        "until": _iso(tried.epoch.until),
        "clients": {process.name: process.seen_as for process in tried.hypothesis.processes},
        **{str(word): tried.comparison.count(word) for word in Says},
        "queues": rows,
    }


def _iso(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _alike(comparison: Comparison) -> Iterator[list[QueueComparison]]:
    """Queues of one broker that are predicted and seen alike, together; those that contradict first."""
    alike = grouped(
        ((row.queue.topic, row.queue.broker, row.readers, row.seen, row.says), row) for row in comparison.queues
    )
    return iter(sorted(alike.values(), key=lambda rows: rows[0].says != Says.CONTRADICTS))


def tried_text(tried: Tried, lang: str = "en") -> str:
    """The same as Markdown, for a person, a brief."""
    word, *told = tried_lines(tried, lang)
    parts = [word, "", *(f"- {line}" for line in told)]
    for epoch in tried.epochs:
        parts += ["", *_epoch_lines(epoch, lang)]
    return "\n".join(parts)


def tried_lines(tried: Tried, lang: str = "en") -> Iterator[str]:
    """The word on the whole, then what agrees, the lines against it, what nobody told, and the rivals."""
    judged = tried.judged
    yield f"{_status(judged, lang)}: {visible(judged.group)}: {visible(in_language(judged.title, lang))}"
    yield in_language(say("agrees: {number:,}", number=judged.agrees), lang)
    for line in judged.contradicts[:MOST_LINES]:
        printed = cut(visible(phrase_in(line.text, lang)), WIDEST)
        yield f"{in_language(AGAINST, lang)} {place(line)}  {printed}"
    for what, command in judged.needs:
        wanted = f": `{command}`" if command else ""
        yield f"{in_language(WAITS, lang)} {in_language(what, lang)}{wanted}"
    for rival in tried.rivals:
        would = f": `{rival.decided_by[0]}`" if rival.decided_by else ""
        yield f"{in_language(BESIDE, lang)} {rival.id} ({_status(rival, lang)}){would}"


def _status(judged: Finding, lang: str) -> str:
    return in_language(message(str(judged.status)), lang)


def _epoch_lines(tried: TriedEpoch, lang: str) -> Iterator[str]:
    yield span_of(tried)
    yield ", ".join(
        f"{process.name} = {visible(process.seen_as)}" for process in tried.hypothesis.processes[:MOST_ROWS]
    )
    yield ""
    heads, *rows = epoch_table(tried, lang)
    for cells in (heads, "----", *rows[:MOST_ROWS]):
        yield f"|{'|'.join(map(visible, cells))}|"
    if len(rows) > MOST_ROWS:
        yield words(lang)["more"].format(len(rows) - MOST_ROWS)


def span_of(tried: TriedEpoch) -> str:
    """From when to when an epoch is."""
    return f"{moment(tried.epoch.since) or '...'} - {moment(tried.epoch.until) or '...'}"


def epoch_table(tried: TriedEpoch, lang: str) -> list[list[str]]:
    """The headings and the queues of an epoch: alike ones in one row, those that contradict first."""
    rows = [
        (ranges(row.queue for row in alike), readers(alike[0].readers), readers(alike[0].seen), SAYS[alike[0].says])
        for alike in _alike(tried.comparison)
    ]
    return [[in_language(cell, lang) for cell in row] for row in (_HEADS, *rows)]


def tried_display(tried: Tried, lang: str = "en") -> Display:
    """The same for a page."""
    heading = in_language(SUPPOSED, lang)
    first, *lines = tried_lines(tried, lang)
    tables = ((span_of(epoch), epoch_table(epoch, lang)) for epoch in tried.epochs)
    epochs = [(span, table_html(heads, rows)) for span, (heads, *rows) in tables if rows]
    return Display(f"{heading}\n{tried_text(tried, lang)}", framed(block("tried", heading, first, lines, epochs)))


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
    """What contradicts, each with the line that says so; alike queues of one broker with the first of theirs."""
    lines = [(one.process, one.supposed, "", one.place) for one in comparison.clients[:MOST_LINES]]
    wrong = [rows for rows in _alike(comparison) if rows[0].says == Says.CONTRADICTS]
    lines += [
        (ranges(row.queue for row in rows), readers(rows[0].readers), readers(rows[0].seen), rows[0].places[0])
        for rows in wrong[:MOST_LINES]
    ]
    if not lines:
        return ""
    texts = quote(place for *_, place in lines)
    shown = [
        (
            *(phrase_in(word, lang) for word in words),
            _line(file_and_line(place.file, place.line), phrase_in(quoted(place, texts), lang)),
        )
        for *words, place in lines
    ]
    more = len(wrong) + len(comparison.clients) - len(lines)
    return framed(table_html([in_language(name, lang) for name in _CONTRADICTED], shown) + _more(more, lang))


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
