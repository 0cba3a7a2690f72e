"""One question about a diagnosis: the findings that answer it, and how a subscription table changed. No rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from rmqkit.diagnosis import Diagnosis, Severity
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.render.blocks import Display, table
from rmqkit.diagnosis.render.parts import first_bad, moment
from rmqkit.figures.scope import chosen_group, client_names
from rmqkit.figures.subscription_timeline import subscription_timeline_data
from rmqkit.language import joined, read_toml, say
from rmqkit.report.words import labels

QUESTIONS: Mapping[str, Mapping[str, Any]] = read_toml(Path(__file__).with_suffix(".toml"))
"""By question: its words, and the findings that answer it."""


def about(diagnosis: Diagnosis, question: str) -> Diagnosis:
    """The part of a diagnosis that answers a question of QUESTIONS; where there is none, the headline says so."""
    # The findings that answer, and what these explain.
    answers = [finding for finding in diagnosis.findings if finding.id in QUESTIONS[question]["findings"]]
    effects = {(finding.group, effect) for finding in answers for effect in finding.explains}
    of_answers = {(finding.group, finding.id) for finding in answers} | effects
    findings = tuple(finding for finding in diagnosis.findings if (finding.group, finding.id) in of_answers)
    # What is wrong otherwise answers nothing; that nothing is wrong does.
    without_answer = min(diagnosis.severity, Severity.UNKNOWN)
    severity = max((finding.severity for finding in findings), default=without_answer)
    worst, other = first_bad(findings), first_bad(diagnosis.findings)
    if worst is None:
        instead = say("Found: {finding} ({title}).", finding=other.id, title=other.title) if other else ""
        headline: str = joined(
            " ", (say("The evidence shows no sign of {words}.", words=QUESTIONS[question]["words"].unfilled), instead)
        )
    elif worst is diagnosis.findings[0]:
        headline = diagnosis.headline
    else:
        headline = say("{group}: {title}", group=worst.group, title=worst.title)
    return replace(diagnosis, severity=severity, headline=headline, findings=findings)


def overwrites(diagnosis: Diagnosis, group: str = "", topic: str = "", lang: str = "en") -> Display:
    """Per broker and topic: how often the topic left the table and came back, from when to when, and who wrote."""
    chosen = chosen_group(diagnosis, group or None)
    told = subscription_timeline_data(diagnosis, chosen, topic or None)
    spans = grouped(((span["where"], span["topic"]), span) for span in told)
    names = client_names(diagnosis, chosen)
    rows = []
    for (where, name), own in sorted(spans.items(), key=lambda item: item[0]):
        absences = [span for span in own if not span["present"]]
        returns = [later for earlier, later in pairwise(own) if later["present"] > earlier["present"]]
        first = moment(absences[0]["start"]) if absences else None
        writers = ", ".join(sorted({names.of(who) for who in chain.from_iterable(span["by"] for span in own)}))
        rows.append((where, name, len(absences), len(returns), first, writers or None))
    columns = ("where", "topic", "removed", "came_back", "first_removed", "written_by")
    return table([labels(lang)[name] for name in columns], rows, labels(lang)["no_change_told"])
