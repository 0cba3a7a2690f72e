"""A verdict on one screen of a terminal: some 24 lines, the deed before the proof. Layout only: `document.py` says what
stands there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rmqkit.diagnosis.finding import Verdict
from rmqkit.diagnosis.render.document import Document, document_of
from rmqkit.language.wrapping import aligned, columns, padded, shortened, wrapped

WIDTH = 100
MOST_LINES = 45
_LABEL = 9
_GAP, _BETWEEN, _LAG = 2, "    ", 4
# How many lines a row may take: what is left out stands in `--full`.
_MOST = {"since": 2, "impact": 8, "why": 2, "fix": 6, "never": 2, "verify": 2, "proof": 2, "also": 2, "next": 4}
_DEED_BY = 12
"""The line by which the deed begins: what is found otherwise makes room."""
_MOST_QUEUES, _MOST_NAMES, _MOST_GROUPS = 10, 8, 8
# Of many groups: how many lines in all, how many rows of groups at least and at most, and how much of the worst one.
_LINES_OF_MANY, _LEAST_ROWS, _MOST_ROWS, _MOST_NAMES_OF_WORST = 24, 4, 10, 2
_MOST_OF_WORST = {"since": 1, "impact": 2, "fix": 3, "never": 1, "verify": 1}
# Of many groups: the narrowest place for a finding's id and for its title, where it stands in a row, and which columns
# give way to it.
_LEAST_WHAT, _ROOM_FOR_TITLES, _WHAT, _GIVE_WAY = 20, 40, 2, (6, 3, 5, 4, -1)


def screen(diagnosis: Verdict, lang: str = "en", width: int = WIDTH) -> str:
    """The verdict within `width` columns and at most `MOST_LINES` lines. `lang`: en or zh."""
    document = document_of(diagnosis, lang)
    read = _block(shortened(line, width) for line in document.read)
    if document.counts:
        lines = _many_groups(document, width, len(read))
    else:
        lines = [*_head(f"{document.severity}  ", document, width), ""]
        for name in ("since", "impact", "why", "fix", "never", "verify"):
            most = min(_MOST[name], max(1, _DEED_BY - 1 - len(lines))) if name == "why" else _MOST[name]
            lines += _row(document, name, width, most)
        lines += _block(_queues(document, width))
        lines += _block(_names(document, width))
        lines += _block([line for name in ("proof", "also", "next") for line in _row(document, name, width)])
        lines += _block(_listed(document, width))
    return "\n".join([*lines[: MOST_LINES - len(read)], *read]).replace("\n\n\n", "\n\n")


def _many_groups(document: Document, width: int, below: int) -> list[str]:
    """How many groups are how bad, a row for each sick one, and the worst one in short. `below`: lines that follow."""
    lines = wrapped(f"{document.severity}  {document.counts}", width, rest="          ").split("\n")
    if not document.groups:
        return [*lines, *_block(_row(document, "next", width)), *_block(_listed(document, width))]
    worst = _block(_head("", document, width))
    for name, most in _MOST_OF_WORST.items():
        worst += _row(document, name, width, most)
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
    heads = list(document.group_columns)
    widths = [max(columns(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
    kept = [at for at in range(len(heads)) if at == _WHAT or any(row[at] for row in rows)]
    for giving_way in _GIVE_WAY:
        room = width - sum(widths[at] + _GAP for at in kept if at != _WHAT)
        if room >= _LEAST_WHAT:
            break
        kept = [at for at in kept if at != giving_way]
    for cells, row in zip(rows, shown, strict=True):
        cells[_WHAT] = shortened(row.what if room >= _ROOM_FOR_TITLES else row.finding, room)
    yield from aligned([[cells[at] for at in kept] for cells in [heads, *rows]])
    if left := len(document.groups) - len(shown):
        yield shortened(document.say("more_groups", number=f"{left:,}"), width)


def _head(before: str, document: Document, width: int) -> list[str]:
    status = f"   [{document.status}]" if document.status else ""
    return wrapped(f"{before}{document.headline}{status}", width, rest="          ").split("\n")


def _row(document: Document, name: str, width: int, most: int = 0) -> list[str]:
    """A label and its parts, each of which begins on a line of its own; what has no room is counted."""
    parts = getattr(document, name)
    told = [parts] if isinstance(parts, str) else [part for part in parts if part]
    if not any(told):
        return []
    most = most or _MOST[name]
    lines: list[str] = []
    for number, part in enumerate(told):
        lines += wrapped(part, width - _LABEL).split("\n")
        if len(lines) > most or (len(lines) == most and number + 1 < len(told)):
            left = len(told) - number - 1
            end = f" ... (+{left})" if left else " ..."
            lines = [*lines[: most - 1], shortened(lines[most - 1], width - _LABEL - len(end), "") + end]
            break
    label = padded(document.labels[name], _LABEL)
    return [(label if at == 0 else " " * _LABEL) + line for at, line in enumerate(lines)]


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
    cells = [document.columns, *(row.cells for row in shown)]
    for at, row in enumerate(shown):
        if at and shown[at - 1].topic == row.topic:
            cells[at + 1] = ("", *row.cells[1:])
    left = len(rows) - len(shown)
    return [*(shortened(line, width) for line in aligned(cells, (_LAG,))), *([f"... +{left}"] if left else [])]


def _names(document: Document, width: int, most: int = _MOST_NAMES) -> list[str]:
    # Who has to be found and changed is never left out for somebody who only reads.
    changed = document.to_change
    first = sorted(range(len(document.names)), key=lambda at: document.names[at][0] not in changed)
    named = [document.names[at] for at in sorted(first[:most])]
    left = len(document.names) - len(named)
    shown = [shortened(f"{name}  {client}", width) for name, client in named]
    lines: list[str] = []
    for text in [*shown, *([f"... +{left}"] if left > 0 else [])]:
        if lines and columns(lines[-1]) + len(_BETWEEN) + columns(text) <= width:
            lines[-1] += _BETWEEN + text
        else:
            lines.append(text)
    return lines


def _listed(document: Document, width: int) -> Iterator[str]:
    """What lines mean that nothing explains, what may be behind them, and the other groups."""
    groups = [row.line for row in document.groups]
    if left := groups[_MOST_GROUPS:]:
        groups[_MOST_GROUPS:] = [document.say("more", number=len(left))]
    listed = {"lines": document.lines, "possible": [", ".join(document.possible)], "groups": groups}
    for name, told in listed.items():
        parts = [part for part in told if part]
        label = padded(document.labels[name], _LABEL)
        for at, part in enumerate(parts):
            first = label if at == 0 else " " * _LABEL
            yield from wrapped(part, width, first=first, rest=" " * _LABEL).split("\n")[:3]
