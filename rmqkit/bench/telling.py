"""A hypothesis that was tried, as plain JSON values and as Markdown. Nothing is judged here."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from rmqkit.bench.comparing import Comparison, QueueComparison, Says
from rmqkit.bench.trying import Tried, TriedEpoch
from rmqkit.diagnosis import Finding
from rmqkit.diagnosis.render.parts import cut, moment, place, visible, words
from rmqkit.diagnosis.wording import ranges
from rmqkit.language import in_language, message, phrase_in, say

MOST_LINES, WIDEST, MOST_ROWS = 12, 240, 60
SUPPOSED = say("A hypothesis, tested against the evidence")
SAYS = {Says.AGREES: say("agrees"), Says.CONTRADICTS: say("contradicts"), Says.SILENT: say("nobody looked")}


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
    alike: dict[tuple[object, ...], list[QueueComparison]] = {}
    for row in comparison.queues:
        alike.setdefault((row.queue.topic, row.queue.broker, row.readers, row.seen, row.says), []).append(row)
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


AGAINST, WAITS, BESIDE = say("against:"), say("not in the evidence:"), say("also possible:")
_HEADS = (say("queues"), say("predicted"), say("seen with"), say("says"))


def _epoch_lines(tried: TriedEpoch, lang: str) -> Iterator[str]:
    yield span_of(tried)
    yield ", ".join(
        f"{process.name} = {visible(process.seen_as)}" for process in tried.hypothesis.processes[:MOST_ROWS]
    )
    yield ""
    rows = epoch_rows(tried, lang)
    for cells in (epoch_heads(lang), "----", *rows[:MOST_ROWS]):
        yield f"|{'|'.join(map(visible, cells))}|"
    if len(rows) > MOST_ROWS:
        yield words(lang)["more"].format(len(rows) - MOST_ROWS)


def span_of(tried: TriedEpoch) -> str:
    """From when to when an epoch is."""
    return f"{moment(tried.epoch.since) or '...'} - {moment(tried.epoch.until) or '...'}"


def epoch_heads(lang: str) -> list[str]:
    """The headings of `epoch_rows`."""
    return [in_language(head, lang) for head in _HEADS]


def epoch_rows(tried: TriedEpoch, lang: str) -> list[tuple[str, ...]]:
    """The queues of an epoch as a table: alike ones in one row, those that contradict first."""

    def who(names: tuple[str, ...] | None) -> str:
        return in_language(say("not known") if names is None else ", ".join(names) or say("nobody"), lang)

    return [
        (
            ranges(row.queue for row in rows),
            who(rows[0].readers),
            who(rows[0].seen),
            in_language(SAYS[rows[0].says], lang),
        )
        for rows in _alike(tried.comparison)
    ]
