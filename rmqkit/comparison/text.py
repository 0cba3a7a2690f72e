"""Changes as text for a terminal; what came from evidence steers no terminal. No comparing here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from rmqkit.comparison.changes import Change, Subject
from rmqkit.comparison.picture import Picture

MOST_OF_A_KIND = 20
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")


def changes_text(found: Sequence[Change], before: Picture, after: Picture) -> str:
    """The two verdicts, then what changed, by subject and group; many of a kind are counted."""
    lines = [f"before  {before.severity:8}  {visible(before.headline)}"]
    lines.append(f"after   {after.severity:8}  {visible(after.headline)}")
    if not found:
        return "\n".join([*lines, "", "Nothing else that both folders tell has changed."])
    for (subject, group), part in groupby(found, key=lambda change: (change.subject, change.group)):
        lines += ["", f"{subject}" + (f"  ({visible(group)})" if group else ""), *_told(list(part))]
    return "\n".join(lines)


def _told(part: Sequence[Change]) -> Iterable[str]:
    yield from (f"  {_line(change)}" for change in part[:MOST_OF_A_KIND])
    if len(part) > MOST_OF_A_KIND:
        yield f"  ... and {len(part) - MOST_OF_A_KIND} more (--json has all)"


def _line(change: Change) -> str:
    what = "" if change.subject is Subject.CLIENT else f"{visible(change.what)}: "
    if change.before is None:
        return f"+ {what}{visible(change.after or '')}"
    if change.after is None:
        return f"- {what}{visible(change.before)}"
    return f"~ {what}{visible(change.before)} -> {visible(change.after)}{_by_how_much(change)}"


def _by_how_much(change: Change) -> str:
    if change.subject is not Subject.LAG or change.before is None or change.after is None:
        return ""
    return f"  ({int(change.after) - int(change.before):+,})"


def visible(text: str) -> str:
    """Text of unknown origin with its control characters written out."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
