"""A verdict as a card for a chat: at most 15 lines of 80 columns, plain text. `document.py` says what stands there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import chain

from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.finding import Verdict
from rmqkit.diagnosis.render.document import Document, GroupRow, document_of, short_names_in
from rmqkit.diagnosis.render.screen import Rows
from rmqkit.language.wrapping import columns, shortened, wrapped

WIDEST, MOST_LINES = 80, 15
_LABEL = 8
# How many lines each row may take; the harm and the other sick groups are never left out, so the rest makes room.
_MOST = {"since": 2, "now": 3, "impact": 5, "fix": 4, "never": 2, "verify": 2, "next": 2, "lines": 4, "groups": 6}
_MOST_SICK = 9
_GIVE_WAY = ("lines", "next", "fix", "verify", "never", "now")
_fitting = partial(shortened, width=WIDEST, end=" ...")
# The nanoseconds of a client id: they tell processes apart that a card does not compare. Quoted ids are words of a
# command and stay whole.
_NANO_TIME = re.compile(r"(@\d+)#\d+\b(?!')")


def diagnosis_brief(diagnosis: Verdict, lang: str = "en") -> str:
    """What is wrong, since when, what it does, what to do, what never, how to verify it, and which other groups are
    sick. `lang`: en or zh."""
    document = document_of(diagnosis, lang)
    if document.counts and document.groups:
        return "\n".join(_many_groups(document)[:MOST_LINES])
    status = f"  [{document.status}]" if document.status else ""
    title = _NANO_TIME.sub(r"\1", f"{document.severity}  {document.counts or document.headline}{status}")
    head = [_fitting(line) for line in wrapped(title, WIDEST, rest="  ").split("\n")][:3]
    most = dict(_MOST)
    rows = {name: _row(document, name, lines) for name, lines in most.items()}
    legend = _legend(document, [*head, *chain(*rows.values())])
    for name in _GIVE_WAY:
        while len(head) + sum(map(len, rows.values())) + len(legend) > MOST_LINES and most[name] > (name == "fix"):
            most[name] = min(most[name], len(rows[name])) - 1
            rows[name] = _row(document, name, most[name]) if most[name] > 0 else []
    return "\n".join([*head, *chain(*rows.values()), *legend][:MOST_LINES])


def _many_groups(document: Document) -> list[str]:
    """How many groups are how bad, every sick group by its finding, and what to do for the worst one."""
    lines = wrapped(f"{document.severity}  {document.counts}", WIDEST, rest="  ").split("\n")
    shown = list(document.groups[: 20 * _MOST_SICK])
    while len(sick := _sick(document, shown)) > _MOST_SICK:
        shown.pop()
    status = f"  [{document.status}]" if document.status else ""
    worst = wrapped(f"{document.headline}{status}", WIDEST, rest="  ").split("\n")[:2]
    return [*lines, *sick, *map(_fitting, worst), *_row(document, "since", 1), *_row(document, "fix", 1)]


def _sick(document: Document, shown: Sequence[GroupRow]) -> list[str]:
    """The names of sick groups, those with the same finding together, and how many have no room."""
    alike = grouped((f"{row.severity}  {row.finding}", row.group) for row in shown)
    named = [f"{what}: {', '.join(groups)}" for what, groups in alike.items()]
    if left := len(document.groups) - len(shown):
        named.append(document.say("more", number=f"{left:,}"))
    return [_fitting(line) for text in named for line in wrapped(text, WIDEST, rest="  ").split("\n")]


def _row(document: Document, name: str, most: int) -> list[str]:
    """A label and its parts, without the nanoseconds of ids."""
    rows = Rows(document, WIDEST, _LABEL, partial(_NANO_TIME.sub, r"\1"))
    return list(map(_fitting, rows.of(name, most)))


def _legend(document: Document, lines: Sequence[str]) -> list[str]:
    """Whose the short names are, of those that stand on the card, in one line."""
    text, changed = short_names_in(" ".join(lines)), document.to_change
    names = sorted(document.names, key=lambda one: one[0] not in changed)
    named = [_NANO_TIME.sub(r"\1", f"{name} {client}") for name, client in names if name in text]
    shown = named
    while columns("  ".join(shown)) > WIDEST - 6 and len(shown) > 1:
        shown = shown[:-1]
    more = f"  +{len(named) - len(shown)}" if len(shown) < len(named) else ""
    return [_fitting("  ".join(shown) + more)] if named else []
