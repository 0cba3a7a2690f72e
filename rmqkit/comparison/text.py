"""Changes as text for a terminal, in a language; what came from evidence steers no terminal. No comparing here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from rmqkit.comparison.changes import Change, Subject
from rmqkit.comparison.picture import Picture
from rmqkit.language import Phrase, in_language, message, say
from rmqkit.language.wrapping import padded

MOST_OF_A_KIND = 20
SUBJECTS: Mapping[Subject, str] = {
    Subject.VERDICT: message("verdict"),
    Subject.FINDING: message("finding"),
    Subject.CLIENT: message("client"),
    Subject.VERSION: message("version"),
    Subject.SUBSCRIPTION: message("subscription"),
    Subject.STRATEGY: message("strategy"),
    Subject.MODEL: message("model"),
    Subject.OWNER: message("owner"),
    Subject.LAG: message("lag"),
    Subject.QUEUES: message("queues"),
}
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")


def changes_text(found: Sequence[Change], before: Picture, after: Picture, lang: str = "en") -> str:
    """The two verdicts, then what changed, by subject and group; many of a kind are counted."""
    lines = [_verdict(say("before"), before, lang), _verdict(say("after"), after, lang)]
    if not found:
        nothing = say("Nothing else that both folders tell has changed.")
        return "\n".join([*lines, "", in_language(nothing, lang)])
    for (subject, group), part in groupby(found, key=lambda change: (change.subject, change.group)):
        name = in_language(SUBJECTS[subject], lang)
        lines += ["", f"{name}  ({visible(group)})" if group else name, *_told(list(part), lang)]
    return "\n".join(lines)


def _verdict(when: str, picture: Picture, lang: str) -> str:
    return f"{padded(in_language(when, lang), 6)}  {picture.severity:8}  {_shown(picture.headline, lang)}"


def _told(part: Sequence[Change], lang: str) -> Iterable[str]:
    yield from (f"  {_line(change, lang)}" for change in part[:MOST_OF_A_KIND])
    if len(part) > MOST_OF_A_KIND:
        more = say("... and {number} more (--json has all)", number=len(part) - MOST_OF_A_KIND)
        yield f"  {in_language(more, lang)}"


def _line(change: Change, lang: str) -> str:
    what = "" if change.subject is Subject.CLIENT else f"{_shown(change.what, lang)}: "
    if change.before is None:
        return f"+ {what}{_shown(change.after or '', lang)}"
    if change.after is None:
        return f"- {what}{_shown(change.before, lang)}"
    return f"~ {what}{_shown(change.before, lang)} -> {_shown(change.after, lang)}{_by_how_much(change)}"


def _shown(text: str, lang: str) -> str:
    """A phrase in the language; what came from evidence stays as it is."""
    return visible(in_language(text, lang) if isinstance(text, Phrase) else text)


def _by_how_much(change: Change) -> str:
    if change.subject is not Subject.LAG or change.before is None or change.after is None:
        return ""
    return f"  ({int(change.after) - int(change.before):+,})"


def visible(text: str) -> str:
    """Text of unknown origin with its control characters written out."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
