"""One question about a diagnosis: the findings that answer it, and tables to check them by. No rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any

from rmqkit.diagnosis import Diagnosis, EvidenceLine, Finding, Severity
from rmqkit.diagnosis.finding import Status
from rmqkit.diagnosis.render.parts import cut, moment, place, visible
from rmqkit.figures.allocation import allocation_data
from rmqkit.figures.client_names import ClientNames, client_names, clients_data
from rmqkit.figures.scope import chosen_group
from rmqkit.figures.subscription_timeline import subscription_timeline_data
from rmqkit.language import in_language, joined, say
from rmqkit.report.blocks import Display, table
from rmqkit.report.words import labels

Span = Mapping[str, Any]
"""A row of `subscription_timeline_data`: a topic in or out of a table, from when to when, and by whom."""

QUESTIONS: Mapping[str, tuple[str, frozenset[str]]] = {
    "partial_consumption": (
        say("queues that nobody reads or that do not move"),
        frozenset(
            {
                "inconsistent_subscription", "client_id_collision", "mixed_allocation_strategies",
                "message_model_mismatch", "consumer_stuck", "consumer_slow", "group_offline", "not_permitted",
                "connection_problem", "clock_skew", "broker_disagreement", "orphan_queues", "insufficient_evidence",
            }
        ),
    ),
    "flapping_subscription": (
        say("a subscription table that is overwritten again and again"),
        frozenset({"inconsistent_subscription", "flapping_subscription", "clock_skew", "tag_mismatch_silent_loss"}),
    ),
    "client_id_collision": (
        say("client ids that several processes share"),
        frozenset({"client_id_collision", "risky_client_id", "duplicate_consumption", "orphan_queues"}),
    ),
}  # fmt: skip
"""By question: its words, and the findings that answer it."""
STATUS_ORDER = tuple(map(str, Status))
WIDEST = 110


def about(diagnosis: Diagnosis, question: str) -> Diagnosis:
    """The part of a diagnosis that answers a question of QUESTIONS; where there is none, the headline says so."""
    words, ids = QUESTIONS[question]
    findings = _answering(diagnosis, ids)
    severity = max((finding.severity for finding in findings), default=_without_answer(diagnosis))
    worst = _first_bad(findings)
    if worst is None:
        headline: str = joined(" ", (say("No sign of {words}.", words=words), _instead(diagnosis)))
    elif worst is diagnosis.findings[0]:
        headline = diagnosis.headline
    else:
        headline = say("{group}: {title}", group=worst.group, title=worst.title)
    return replace(diagnosis, severity=severity, headline=headline, findings=findings)


def _answering(diagnosis: Diagnosis, ids: Collection[str]) -> tuple[Finding, ...]:
    """The findings that answer, and what these explain."""
    answers = [finding for finding in diagnosis.findings if finding.id in ids]
    effects = {(finding.group, effect) for finding in answers for effect in finding.explains}
    of_answers = {(finding.group, finding.id) for finding in answers} | effects
    return tuple(finding for finding in diagnosis.findings if (finding.group, finding.id) in of_answers)


def _without_answer(diagnosis: Diagnosis) -> Severity:
    """What is wrong otherwise answers nothing; that nothing is wrong does."""
    return min(diagnosis.severity, Severity.UNKNOWN)


def _first_bad(findings: Iterable[Finding]) -> Finding | None:
    return next((finding for finding in findings if finding.severity > Severity.OK), None)


def _instead(diagnosis: Diagnosis) -> str:
    other = _first_bad(diagnosis.findings)
    if other is None:
        return ""
    return say("What was found: {finding} ({title}).", finding=other.id, title=other.title)


def queues(diagnosis: Diagnosis, group: str = "", topic: str = "", lang: str = "en") -> Display:
    """Per topic, broker and state: which queues, and how many messages behind (None: in no snapshot)."""
    found: dict[tuple[str, str, str], list[tuple[int, int | None]]] = defaultdict(list)
    for row in allocation_data(diagnosis, group or None, topic or None):
        found[(row["topic"], row["broker"], row["state"])].append((row["queue"], row["diff"]))
    words = labels(lang)
    rows = [
        (topic, broker, words[f"is_{state}"], len(each), _numbers(each), _behind(each))
        for (topic, broker, state), each in sorted(found.items())
    ]
    columns = ("topic", "broker", "state", "queues", "which", "behind")
    return table([words[name] for name in columns], rows, words["no_queue"])


def _numbers(found: list[tuple[int, int | None]]) -> str:
    numbers = sorted(queue for queue, _ in found)
    whole = numbers == list(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 1
    return f"{numbers[0]}-{numbers[-1]}" if whole else " ".join(map(str, numbers))


def _behind(found: list[tuple[int, int | None]]) -> int | None:
    known = [diff for _, diff in found if diff is not None]
    return sum(known) if known else None


def clients(diagnosis: Diagnosis, group: str = "", lang: str = "en") -> Display:
    """The members of the group: id, how many processes carry it, their addresses, what they subscribe to."""
    if chosen_group(diagnosis, group or None) is None:
        return table((), [], labels(lang)["no_group"])
    members = (row for row in clients_data(diagnosis, group or None) if row["processes"])
    rows = [
        (row["name"], row["client_id"], row["processes"], ", ".join(row["addresses"]) or None, row["subscribes"])
        for row in members
    ]
    columns = ("name", "client_id", "processes", "addresses", "wants")
    return table([labels(lang)[name] for name in columns], rows, labels(lang)["nobody_connected"])


def overwrites(diagnosis: Diagnosis, group: str = "", topic: str = "", lang: str = "en") -> Display:
    """Per broker and topic: how often the topic left the table and came back, from when to when, and who wrote."""
    chosen = chosen_group(diagnosis, group or None)
    spans: dict[tuple[str, str], list[Span]] = defaultdict(list)
    for span in subscription_timeline_data(diagnosis, chosen, topic or None):
        spans[span["where"], span["topic"]].append(span)
    names = client_names(diagnosis, chosen)
    rows = [(where, name, *_comings_and_goings(spans[where, name], names)) for where, name in sorted(spans)]
    columns = ("where", "topic", "removed", "came_back", "first_removed", "written_by")
    return table([labels(lang)[name] for name in columns], rows, labels(lang)["no_change_told"])


def _comings_and_goings(spans: Sequence[Span], names: ClientNames) -> tuple[int, int, str | None, str | None]:
    """Of one topic in one table: how often it went and came back, when it first went, and who wrote."""
    absences = [span for span in spans if not span["present"]]
    returns = [later for earlier, later in pairwise(spans) if later["present"] > earlier["present"]]
    first = moment(absences[0]["start"]) if absences else None
    writers = sorted({names.of(who) for who in chain.from_iterable(span["by"] for span in spans)})
    return len(absences), len(returns), first, ", ".join(writers) or None


def explanations(diagnosis: Diagnosis, group: str = "", lang: str = "en") -> Display:
    """Every cause that was considered, side by side: the judge's word, what speaks for it, what against it.

    `agrees` counts what agrees with it; causes that nothing speaks for or against are left out and counted.
    """
    chosen = chosen_group(diagnosis, group or None)
    considered = [entry for entry in diagnosis.considered if entry.group == chosen]
    weighed = [entry for entry in considered if entry.agrees or entry.contradicts]
    weighed.sort(key=lambda entry: (STATUS_ORDER.index(str(entry.status)), entry.id))
    words = labels(lang)
    rows = [_explanation_row(entry, _finding_of(diagnosis, entry), lang) for entry in weighed]
    columns = ("explanation", "status", "agreeing", "for", "against", "what_would_decide")
    return table([words[name] for name in columns], rows, words["nothing_weighed"])


def _finding_of(diagnosis: Diagnosis, entry: Finding) -> Finding | None:
    accepted = (finding for finding in diagnosis.of_group(entry.group) if finding.id == entry.id)
    return next(accepted, None)


def _explanation_row(entry: Finding, finding: Finding | None, lang: str) -> tuple[object, ...]:
    supports = _first_line(finding.evidence) if finding else None
    against = _first_line(entry.contradicts)
    decide = in_language(entry.decided_by[0], lang) if entry.decided_by else None
    return entry.id, labels(lang)[f"is_{entry.status}"], entry.agrees, supports, against, decide


def _first_line(lines: Sequence[EvidenceLine]) -> str | None:
    """The first line, and how many more there are."""
    if not lines:
        return None
    more = f" (+{len(lines) - 1})" if len(lines) > 1 else ""
    return f"{place(lines[0])}  {cut(visible(lines[0].text), WIDEST)}{more}"
