"""The verdict in ten seconds: what is wrong, since when, how much is affected, what to do now. Data, no HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.drawn import DOUBLE, ORPHAN, QueueAllocation
from rmqkit.diagnosis.facts.group import QueueProgress
from rmqkit.diagnosis.render.parts import do_not, evidence_span, is_note, moment, sentences, state
from rmqkit.diagnosis.wording import ranges
from rmqkit.figures.client_names import ClientNames, client_names
from rmqkit.figures.scope import worst_group
from rmqkit.language import in_language
from rmqkit.report.words import labels
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic

MOST_PLACES, MOST_NAMES = 4, 4
# A card is read in ten seconds; the finding's own card, right below, has all of them.
MOST_REMEDIES, MOST_WARNINGS = 2, 1


@dataclass(frozen=True)
class Summary:
    """The card: `headline` with whole ids and `short_headline` with short names, and its rows by label."""

    severity: Severity
    headline: str
    short_headline: str
    state: str
    status: str
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def summary(diagnosis: Diagnosis, lang: str = "en") -> Summary:
    """What the card says; rows of which nothing is known are left out."""
    say = labels(lang)
    first = worst(diagnosis)
    names = client_names(diagnosis, first.group if first else None)

    def with_names(text: str) -> str:
        return names.in_text(in_language(text, lang))

    told_of = _of_finding(diagnosis, first, lang) if first else _of_none(diagnosis, lang)
    rows = [(label, tuple(map(with_names, lines))) for label, lines in told_of]
    rows.append((say["names"], _legend(names, diagnosis.headline, say)))
    return Summary(
        diagnosis.severity,
        in_language(diagnosis.headline, lang),
        with_names(diagnosis.headline),
        state(first, lang, several_groups=False) if first else "",
        say[str(first.status)] if first and not is_note(first) else "",
        tuple((label, lines) for label, lines in rows if lines),
    )


def _legend(names: ClientNames, headline: str, say: Mapping[str, str]) -> tuple[str, ...]:
    """The whole ids behind the short names of the headline."""
    ids = names.ids_in(headline)
    more = ["..."] if len(ids) > MOST_NAMES else []
    return (*(say["name_is"].format(name=names.of(client), client_id=client) for client in ids[:MOST_NAMES]), *more)


def worst(diagnosis: Diagnosis) -> Finding | None:
    """The first finding that weighs something."""
    return next((finding for finding in diagnosis.findings if finding.severity > Severity.OK), None)


def _of_finding(diagnosis: Diagnosis, first: Finding, lang: str) -> list[tuple[str, list[str]]]:
    say = labels(lang)
    if is_note(first):
        return [(say["known"], sentences(in_language(first.why, lang))), (say["to_do_now"], _decides(diagnosis, lang))]
    return [
        (say["since_when"], _since(diagnosis, first, say)),
        (say["how_much"], affected(diagnosis, first, lang)),
        (say["to_do_now"], [*first.remedy[:MOST_REMEDIES]] or _decides(diagnosis, lang)),
        (say["not_to_do"], do_not(first, lang)[:MOST_WARNINGS]),
        (say["to_see_it_worked"], [*first.check[:1]]),
    ]


def _of_none(diagnosis: Diagnosis, lang: str) -> list[tuple[str, list[str]]]:
    say = labels(lang)
    return [(say["checked"], _checked(diagnosis, say)), (say["to_do_now"], _decides(diagnosis, lang))]


def _since(diagnosis: Diagnosis, first: Finding, say: Mapping[str, str]) -> list[str]:
    goes_on = say["goes_on"] if first.ongoing else say["is_over"]
    if first.since:
        until = [] if first.ongoing or not first.until else [say["until"].format(moment(first.until))]
        return [say["joint"].join([str(moment(first.since)), *until, goes_on])]
    if shown := moment(first.details.get("first_shown")):
        return [say["joint"].join([say["first_shown"].format(shown), goes_on])]
    start = moment(evidence_span(diagnosis.facts.values())[0])
    return [say["joint"].join([say["since_unknown"].format(start), goes_on])] if start else []


def affected(diagnosis: Diagnosis, first: Finding, lang: str = "en") -> list[str]:
    """How many queues, messages and clients of the finding's group it is about."""
    say, rows = labels(lang), _rows(diagnosis, first.group)
    lines = []
    for drawn, words_of in _DRAWN.items():
        if queues := [row.queue for row in rows if row.state == drawn]:
            lines.append(say[words_of].format(queues=len(queues), all_queues=len(rows), places=_places(queues)))
    if not lines and first.queues:
        lines.append(say["queues_of_it"].format(queues=len(first.queues), places=_places(first.queues)))
    lines += _waiting(diagnosis, first, say)
    of_topics = [say["topics"].format(", ".join(first.topics))] if first.topics else []
    return lines or of_topics


_DRAWN = {ORPHAN: "orphans", DOUBLE: "doubles"}


def _places(queues: Iterable[MessageQueue]) -> str:
    """The queues; where these are too many places for a card, how many of each topic."""
    listed = list(queues)
    told = ranges(listed)
    if told.count(", ") < MOST_PLACES:
        return told
    by_topic = Counter(queue.topic for queue in listed).most_common()
    counted = [f"{topic} ({number:,})" for topic, number in by_topic[:MOST_PLACES]]
    return ", ".join(counted) + (", ..." if len(by_topic) > MOST_PLACES else "")


def _waiting(diagnosis: Diagnosis, first: Finding, say: Mapping[str, str]) -> list[str]:
    """Messages that wait in unread queues and in all, how fast they grow, and what no consumerProgress lists."""
    unread = [row for row in _rows(diagnosis, first.group) if row.state == ORPHAN]
    unlisted = sum(row.diff is None for row in unread)
    in_unread, listed = _behind(unread), _listed(diagnosis, first.group)
    words = say["least_unread" if unlisted else "in_unread"]
    counts = [words.format(f"{in_unread:,}")] if in_unread else []
    counts += [say["waiting"].format(f"{listed:,}")] if listed > in_unread else []
    rate = _detail(diagnosis, first.group, "rate")
    if counts and rate:
        counts[0] = say["joint"].join([counts[0], say["grows"].format(f"{rate:+.0f}")])
    return [*counts, *_unlisted(diagnosis, first, unlisted, say)]


def _rows(diagnosis: Diagnosis, group: str) -> list[QueueAllocation]:
    """The queues of the topics that users made."""
    return [row for row in diagnosis.allocation.get(group, ()) if is_user_topic(row.queue.topic)]


def _listed(diagnosis: Diagnosis, group: str) -> int:
    """Messages behind in all queues; by the newest look, where no allocation is drawn."""
    newest = diagnosis.facts[group].snapshots[-1:] if group in diagnosis.facts else ()
    drawn = diagnosis.allocation.get(group, ())
    return _behind(drawn) or sum(_behind(look.rows) for look in newest)


def _behind(rows: Iterable[QueueAllocation | QueueProgress]) -> int:
    return sum(row.diff or 0 for row in rows)


def _unlisted(diagnosis: Diagnosis, first: Finding, unlisted: int, say: Mapping[str, str]) -> list[str]:
    """How many unread queues no consumerProgress lists, and what topicStatus says was sent to them."""
    if not unlisted:
        return []
    sent = _detail(diagnosis, first.group, "sent")
    return [say["unlisted"].format(unlisted), *([say["sent"].format(f"{sent:,}")] if sent else [])]


def _detail(diagnosis: Diagnosis, group: str, name: str) -> float | None:
    """A number that the first of the group's ongoing findings that tells has found out."""
    told = [finding.details.get(name) for finding in diagnosis.of_group(group) if finding.ongoing]
    return next((number for number in told if number), None)


def _decides(diagnosis: Diagnosis, lang: str) -> list[str]:
    """The command that would decide first, and what it tells."""
    say = labels(lang)
    if not diagnosis.missing:
        return []
    first = diagnosis.missing[0]
    needed = in_language(first.need, lang)
    return [say["run"].format(in_language(first.command, lang)), say["it_tells"].format(needed)]


def _checked(diagnosis: Diagnosis, say: Mapping[str, str]) -> list[str]:
    """Of a group in which nothing is wrong: what was looked at."""
    group = worst_group(diagnosis)
    facts = diagnosis.facts.get(group or "")
    if facts is None:
        return []
    rows = _rows(diagnosis, facts.group)
    seen = sum(row.seen is not None for row in rows)
    start, end = evidence_span([facts])
    lines = []
    if rows:
        lines.append(say["looked"].format(seen=seen, queues=len(rows), looks=len(facts.snapshots)))
    if start and end:
        lines.append(say["span"].format(start=moment(start), end=moment(end)))
    return lines
