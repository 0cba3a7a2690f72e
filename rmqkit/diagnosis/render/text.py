"""A verdict as text: on one screen of a terminal (some 24 lines, the deed before the proof), as a card for a chat (at
most 15 lines of 80 columns), and whole, for `--full` and wherever there is no page. Layout only: `document.py` says
what stands on the first two, `whole.txt.j2` lays out the third."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.finding import MOST_GROUP_ROWS, Finding, Verdict
from rmqkit.diagnosis.render import parts
from rmqkit.diagnosis.render.blocks import layout, table_text, text_template
from rmqkit.diagnosis.render.document import Document, GroupRow, document_of, group_rows, short_names_in
from rmqkit.diagnosis.render.parts import asked_about, cut, heads, visible, words
from rmqkit.diagnosis.render.state_tables import CompactRow, StateTables
from rmqkit.diagnosis.retold import spoken
from rmqkit.diagnosis.timeline.epochs import state_at_end
from rmqkit.language import clock, joined
from rmqkit.language.wrapping import aligned, columns, padded, shortened, wrapped

WIDTH = 100
MOST_LINES = 45
_LABEL = 9
_GAP, _BETWEEN, _LAG = 2, "    ", 4
# How many lines a row may take: of what has no room whole, nothing is shown; it is counted, and stands in `--full`.
_MOST = {
    "since": 2, "now": 3, "impact": 10, "described": 16, "why": 4, "fix": 8, "never": 2, "verify": 3,
    "proof": 2, "also": 5, "next": 4, "lines": 6, "possible": 3, "groups": 8,
}  # fmt: skip
_DEED_BY = 12
"""The line by which the deed begins: a reason that would put it off comes behind it."""
_LONGEST_TOPIC = 40
_MOST_QUEUES, _MOST_NAMES = 10, 8
# Of many groups: how many lines in all, how many rows of groups at least and at most, and how much of the worst one.
_LINES_OF_MANY, _LEAST_ROWS, _MOST_ROWS, _MOST_NAMES_OF_WORST = 24, 4, 10, 2
_MOST_OF_WORST = {"since": 1, "impact": 2, "fix": 3, "never": 1, "verify": 1, "next": 1}
# Of many groups: the narrowest place for a finding's id and for its title, where it stands in a row, and which columns
# give way to it.
_LEAST_WHAT, _ROOM_FOR_TITLES, _WHAT, _GIVE_WAY = 20, 40, 2, (6, 3, 5, 4, -1)

CARD_WIDTH, MOST_ON_THE_CARD, _CARD_LABEL = 80, 15, 8
# How many lines each row of the card may take; the harm and the other sick groups are never left out, so the rest
# makes room.
_OF_THE_CARD = {
    "since": 2, "now": 3, "impact": 7, "described": 6, "fix": 4, "never": 2, "verify": 2,
    "next": 2, "lines": 4, "groups": 6,
}  # fmt: skip
_MOST_SICK = 9
_MAKE_ROOM = ("lines", "next", "fix", "verify", "never", "now")
_fitting = partial(shortened, width=CARD_WIDTH, end=" ...")
# The nanoseconds of a client id: they tell processes apart that a card does not compare. Quoted ids are words of a
# command and stay whole.
_without_nano_time = partial(re.compile(r"(@\d+)#\d+\b(?!')").sub, r"\1")
# Of the whole text: how much of each part, and clients of a finding with their subscriptions a row each.
_WHOLE = {"evidence": parts.MOST_EVIDENCE, "width": parts.WIDEST_EVIDENCE, "problems": 8, "entries": 12, "label": 10}
_MOST_CLIENTS, _WIDEST_CLIENT = 8, 44


def screen(diagnosis: Verdict, lang: str = "en", width: int = WIDTH) -> str:
    """The verdict within `width` columns and at most `MOST_LINES` lines. `lang`: en or zh."""
    document = document_of(diagnosis, lang)
    rows = Rows(document, width)
    if document.counts:
        lines = _many_groups(document, rows, len(document.read) + 1)
    else:
        lines = [*_head(f"{document.severity}  ", document, width), ""]
        # Where there is no deed, it is what to ask next.
        deeds = ("fix", "never", "verify") if document.fix else ("next",)
        for name in ("since", "now", "impact", "described"):
            lines += rows.of(name, _MOST[name])
        why = rows.of("why", min(_MOST["why"], _DEED_BY - 1 - len(lines)))
        deed = [line for name in deeds for line in rows.of(name, _MOST[name])]
        lines += [*why, *deed] if len(lines) + len(why) < _DEED_BY else [*deed, *why]
        table = [*_queues(document, width), *_wrapped_lines(document.table_note, width)]
        lines += _block([*table, *_names(document, width)])
        below = ("proof", "also", "next")[: 3 if document.fix else 2]
        lines += _block(line for name in below for line in rows.of(name, _MOST[name]))
        # Where nothing is found, what the lines say is all that there is to tell.
        lines += _block(rows.of("lines", _MOST["lines"] if document.status else MOST_LINES))
        lines += _block(rows.of("possible", _MOST["possible"]))
        lines += _block(rows.of("groups", _MOST["groups"]))
    more = document.say("left_out", number=rows.left) if rows.left else document.say("more_to_read")
    unread = [shortened(line, width) for line in document.read[:-1]]
    read = _block([*unread, *_wrapped_lines(f"{document.read[-1]}   {more}", width)])
    return "\n".join([*lines[: MOST_LINES - len(read)], *read]).replace("\n\n\n", "\n\n")


@dataclass
class Rows:
    """A document's rows of a label and its parts, and how many parts had no room so far."""

    document: Document
    width: int
    label: int = _LABEL
    shown: Callable[[str], str] = str
    left: int = 0

    def of(self, name: str, most: int) -> list[str]:
        """A label and its parts, each on lines of its own. A part is shown whole or not at all, what comes behind a
        deed not without it; something of every row is shown."""
        given = [row.line for row in self.document.groups] if name == "groups" else getattr(self.document, name)
        shown = [self.shown(part) for part in ([given] if isinstance(given, str) else given) if part]
        lines: list[str] = []
        for number, part in enumerate(shown):
            part_lines = _wrapped_lines(part, self.width - self.label)
            if number == 0 or len(lines) + len(part_lines) <= most:
                lines += part_lines
            elif name == "fix":
                self.left += len(shown) - number
                break
            else:
                self.left += 1
        label = padded(self.document.labels[name], self.label)
        return [(label if at == 0 else " " * self.label) + line for at, line in enumerate(lines)]


def _many_groups(document: Document, rows: Rows, below: int) -> list[str]:
    """How many groups are how bad, a row for each sick one, and the worst one in short. `below`: lines that follow."""
    width = rows.width
    lines = _wrapped_lines(f"{document.severity}  {document.counts}", width, rest="          ")
    if not document.groups:
        return [*lines, *_block(line for name in ("next", "lines", "possible") for line in rows.of(name, _MOST[name]))]
    worst = _block(_head("", document, width))
    for name, most in _MOST_OF_WORST.items():
        worst += rows.of(name, most)
    worst += _block(_names(document, width, _MOST_NAMES_OF_WORST))
    # A blank line, the headings, and how many are left out.
    room = _LINES_OF_MANY - len(lines) - len(worst) - below - 3
    return [*lines, *_block(_groups(document, width, max(_LEAST_ROWS, min(room, _MOST_ROWS)))), *worst]


def _groups(document: Document, width: int, most: int) -> Iterator[str]:
    """The sick groups, as many as have room. Where a finding has too little, other columns give way: how many clients
    there are first, the lag last."""
    shown = document.groups[:most]
    rows = [
        [str(row.severity), shortened(row.group, width * 3 // 10), "", row.since, row.lag, row.orphans, row.clients]
        for row in shown
    ]
    named = heads("group_columns", document.lang)
    widths = [max(columns(row[at]) for row in [named, *rows]) for at in range(len(named))]
    kept = [at for at in range(len(named)) if at == _WHAT or any(row[at] for row in rows)]
    for giving_way in _GIVE_WAY:
        room = width - sum(widths[at] + _GAP for at in kept if at != _WHAT)
        if room >= _LEAST_WHAT:
            break
        kept = [at for at in kept if at != giving_way]
    for cells, row in zip(rows, shown, strict=True):
        cells[_WHAT] = shortened(row.what if room >= _ROOM_FOR_TITLES else row.finding, room)
    yield from aligned([[cells[at] for at in kept] for cells in [named, *rows]])
    if left := len(document.groups) - len(shown):
        yield shortened(document.say("more_groups", number=f"{left:,}"), width)


def _head(before: str, document: Document, width: int, rest: str = " " * 10, gap: str = "   ") -> list[str]:
    status = f"{gap}[{document.status}]" if document.status else ""
    return _wrapped_lines(f"{before}{document.headline}{status}", width, rest=rest)


def _wrapped_lines(text: str, width: int, **before: str) -> list[str]:
    return wrapped(text, width, **before).split("\n") if text else []


def _block(lines: Iterable[str]) -> list[str]:
    told = list(lines)
    return ["", *told] if told else []


def _queues(document: Document, width: int) -> list[str]:
    """As many queues as fit, in their order, those that keep up go first; a topic's name stands once."""
    rows = list(document.queues)
    if not rows:
        return []
    keep = sorted(range(len(rows)), key=lambda at: rows[at].normal)[:_MOST_QUEUES]
    shown = [rows[at] for at in sorted(keep)]
    lines, above = _table(shown, document.lang, _LONGEST_TOPIC)
    if max(map(columns, lines)) > width:
        lines, above = _table(shown, document.lang, 0)
    left = len(rows) - len(shown)
    usual = all(rows[at].normal for at in range(len(rows)) if at not in keep)
    more = [document.say("more_rows" if usual else "rows_left_out", number=left)] if left else []
    named = [line for at, row in enumerate(lines) for line in ([above[at], row] if at in above else [row])]
    return [*(shortened(line, width) for line in named), *more]


def _table(rows: Sequence[CompactRow], lang: str, longest: int) -> tuple[list[str], dict[int, str]]:
    """The lines, and by the place of a line the topic whose name is longer and stands above it."""
    cells: list[Sequence[str]] = [heads("columns", lang), *(row.cells for row in rows)]
    above: dict[int, str] = {}
    for at, row in enumerate(rows, 1):
        new = at == 1 or rows[at - 2].topic != row.topic
        if new and columns(row.topic) > longest:
            above[at] = row.topic
        cells[at] = (row.topic if new and at not in above else "", *row.cells[1:])
    return aligned(cells, (_LAG,)), above


def _names(document: Document, width: int, most: int = _MOST_NAMES) -> list[str]:
    # Who has to be found and changed is never left out for somebody who only reads.
    kept = document.names_to_change_first[:most]
    named = [one for one in document.names if one in kept]
    left = len(document.names) - len(named)
    shown = [shortened(f"{name}  {client}", width) for name, client in named]
    lines: list[str] = []
    for text in [*shown, *([f"... +{left}"] if left > 0 else [])]:
        if lines and columns(lines[-1]) + len(_BETWEEN) + columns(text) <= width:
            lines[-1] += _BETWEEN + text
        else:
            lines.append(text)
    return lines


def card(diagnosis: Verdict, lang: str = "en") -> str:
    """What is wrong, since when, what it does, what to do, what never, how to verify it, and which other groups are
    sick. `lang`: en or zh."""
    document = document_of(diagnosis, lang)
    part = Rows(document, CARD_WIDTH, _CARD_LABEL, _without_nano_time).of
    if document.counts and document.groups:
        shown = list(document.groups[:MOST_GROUP_ROWS])
        while len(sick := _sick(document, shown)) > _MOST_SICK:
            shown.pop()
        counts = _wrapped_lines(f"{document.severity}  {document.counts}", CARD_WIDTH, rest="  ")
        lines = [*sick, *_head("", document, CARD_WIDTH, "  ", "  ")[:2], *part("since", 1), *part("fix", 1)]
        return "\n".join([*counts, *map(_fitting, lines)][:MOST_ON_THE_CARD])
    said = replace(document, headline=_without_nano_time(document.counts or document.headline))
    head = list(map(_fitting, _head(f"{document.severity}  ", said, CARD_WIDTH, "  ", "  ")))[:3]
    most = dict(_OF_THE_CARD)
    rows = {name: list(map(_fitting, part(name, lines))) for name, lines in most.items()}
    legend = _legend(document, [*head, *chain(*rows.values())])
    for name in _MAKE_ROOM:
        while len(head) + sum(map(len, rows.values())) + len(legend) > MOST_ON_THE_CARD and most[name] > (
            name == "fix"
        ):
            most[name] = min(most[name], len(rows[name])) - 1
            rows[name] = list(map(_fitting, part(name, most[name]))) if most[name] > 0 else []
    return "\n".join([*head, *chain(*rows.values()), *legend][:MOST_ON_THE_CARD])


def _sick(document: Document, shown: Sequence[GroupRow]) -> list[str]:
    """The names of sick groups, those with the same finding together, and how many have no room."""
    alike = grouped((f"{row.severity}  {row.finding}", row.group) for row in shown)
    named = [f"{what}: {', '.join(groups)}" for what, groups in alike.items()]
    if left := len(document.groups) - len(shown):
        named.append(document.say("more", number=f"{left:,}"))
    return [_fitting(line) for text in named for line in _wrapped_lines(text, CARD_WIDTH, rest="  ")]


def _legend(document: Document, lines: Sequence[str]) -> list[str]:
    """Whose the short names are, of those that stand on the card, in one line."""
    text = short_names_in(" ".join(lines))
    named = [_without_nano_time(f"{name} {client}") for name, client in document.names_to_change_first if name in text]
    shown = named
    while columns("  ".join(shown)) > CARD_WIDTH - 6 and len(shown) > 1:
        shown = shown[:-1]
    more = f"  +{len(named) - len(shown)}" if len(shown) < len(named) else ""
    return [_fitting("  ".join(shown) + more)] if named else []


def diagnosis_text(
    diagnosis: Verdict, lang: str = "en", *, every_group: bool = False, with_queues: bool = False
) -> str:
    """The whole verdict: headline, numbered findings, what was read and what is missing.

    `lang`: en or zh. Where mqadmin was asked about some groups these are told whole, and of others that logs name a
    line each, worst first; `every_group` tells all of them. `with_queues`: who reads what, what is there, does it move
    stands before what was read.

    Plain text without colours, every line of the evidence on one line and without control characters.
    """
    diagnosis = spoken(diagnosis, lang)
    diagnosis, others = (diagnosis, []) if every_group else asked_about(diagnosis)
    details = list(_topics(diagnosis, lang)) if with_queues else ()
    rows = group_rows(diagnosis, others, lang)
    told = {"diagnosis": diagnosis, "others": rows, "details": details, "lang": lang, "say": words(lang)}
    known = {"parts": parts, "most": _WHOLE, "joined": joined, "rows_of": _subscriptions}
    with clock.naming_zone(known=diagnosis.zone_known):
        return text_template(layout("whole.txt.j2")).render(told, **known).strip("\n")


def _topics(diagnosis: Verdict, lang: str) -> Iterator[str]:
    """The topics' queues: of the groups of which there are looks, where they are few."""
    looked = [(name, facts) for name, facts in diagnosis.facts.items() if facts.snapshots]
    for name, facts in looked[: parts.MOST_GROUPS]:
        state = StateTables(state_at_end(facts), lang, diagnosis.allocation.get(name, ()))
        tables = state.topic_tables()
        yield from (f"{visible(table.topic)}\n{table_text(table.heads, table.rows)}" for table in tables)
        if tables and (legend := state.legend()):
            yield "\n".join(f"{name}  {visible(client)}" for name, client in legend)


def _subscriptions(finding: Finding) -> list[str]:
    """Who subscribes to what: a row per client; of many those that are alike in one."""
    wishes = parts.subscriptions_by_wish(finding)
    rows = [(cut(who, _WIDEST_CLIENT), wanted) for wanted, clients in wishes.items() for who in clients]
    if len(rows) > _MOST_CLIENTS:
        more = {wanted: f" (+{len(clients) - 1})" if len(clients) > 1 else "" for wanted, clients in wishes.items()}
        rows = [(cut(clients[0], _WIDEST_CLIENT) + more[wanted], wanted) for wanted, clients in wishes.items()]
    width = max((columns(who) for who, _ in rows), default=0)
    return [f"{padded(visible(who), width)}   {visible(wanted)}" for who, wanted in rows]
