"""What a picture shows, for those who do not see it: a sentence, and its rows as a folded table. No judgement here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.render.blocks import Display, as_table, paragraphs, table, together
from rmqkit.diagnosis.render.parts import file_and_line, moment
from rmqkit.figures.incident_timeline import FINDINGS, LANES, incident_timeline_data
from rmqkit.figures.incident_timeline import WHY_NOTHING as NO_TIME
from rmqkit.figures.lag import LOOKS, lag_data
from rmqkit.figures.lag import WHY_NOTHING as NO_LOOK
from rmqkit.figures.rollout import HARMS, Simulated, rollout_data
from rmqkit.language import in_language, joined, phrase_in, say
from rmqkit.report.words import headings, sentence


def happened(diagnosis: Diagnosis, group: str = "", lang: str = "en") -> Display:
    """The marks of the timeline of a group (default: the worst), in the order of time. Raises UnknownGroup."""
    rows = sorted(incident_timeline_data(diagnosis, group or None), key=lambda row: row["at"])
    if not rows:
        return paragraphs([in_language(NO_TIME, lang)])
    lanes = Counter(row["lane"] for row in rows)
    in_order = filter(lanes.get, LANES.values())
    counted = joined(", ", (say("{lane} {number:,}", lane=lane, number=lanes[lane]) for lane in in_order))
    first, last = rows[0]["at"], max(row["until"] for row in rows)
    told = say("From {first} to {last}: {counted}.", first=moment(first), last=moment(last), counted=counted)
    marks = []
    for row in rows:
        what = row.get("change") or (row["finding"] if row["lane"] == FINDINGS else row["kind"])
        until = moment(row["until"]) if row["until"] > row["at"] else ""
        place = file_and_line(row["file"], row["line"]) or ""
        words = (phrase_in(row["lane"], lang), phrase_in(what, lang))
        marks.append((moment(row["at"]), until, *words, row["times"], ", ".join(row["who"]), place))
    return _shown(told, "happened", marks, lang)


def lag(diagnosis: Diagnosis, group: str = "", lang: str = "en") -> Display:
    """How far behind each queue of a group (default: the worst) was, those that are most behind at the end first, and
    each topic by metrics.

    Raises UnknownGroup.
    """
    looks = lag_data(diagnosis, group or None)
    queues = [list(own) for _, own in groupby(looks, key=lambda row: (row["topic"], row["broker"], row["queue"]))]
    if not queues:
        return paragraphs([in_language(NO_LOOK, lang)])
    queues.sort(key=lambda own: -own[-1]["diff"])
    last = [own[-1]["diff"] for own in queues if own[-1]["queue"] is not None]
    behind = [diff for diff in last if diff > 0]
    told = sentence("behind", number=len(behind), queues=len(last), messages=sum(behind))
    if not last:
        waiting = sum(own[-1]["diff"] for own in queues)
        told = say("According to the newest metrics, {messages:,} messages wait.", messages=waiting)
    shown = []
    for own in queues:
        newest, most = own[-1], max(row["diff"] for row in own)
        state = in_language(LOOKS[newest["state"]]["words"], lang)
        lags = (own[0]["diff"], most, newest["diff"])
        shown.append((newest["topic"], newest["broker"], newest["queue"], state, *lags))
    return _shown(told, "lag", shown, lang)


def rollout(plan: Simulated, lang: str = "en") -> Display:
    """What each step of each way to make a change does to the queues."""
    heads = [*headings("rollout", lang), *(in_language(head, lang) for head in HARMS.values())]
    steps = rollout_data(plan)
    rows = [(row["way"], row["number"], phrase_in(row["label"], lang), *(row[name] for name in HARMS)) for row in steps]
    return table(heads, rows, "")


def _shown(told: str, name: str, rows: Sequence[tuple[object, ...]], lang: str) -> Display:
    return together(paragraphs([in_language(told, lang)]), as_table(table(headings(name, lang), rows, ""), lang))
