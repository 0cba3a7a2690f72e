"""One question about a diagnosis: the findings that answer it, and tables to check them by. No rules."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from rmqkit.diagnosis import Diagnosis, Severity
from rmqkit.diagnosis.case.members import last_roster, membership
from rmqkit.diagnosis.render.parts import moment
from rmqkit.figures.allocation import allocation_data
from rmqkit.figures.scope import chosen_group, facts_of
from rmqkit.figures.subscription_timeline import subscription_timeline_data
from rmqkit.report.blocks import Block, table

QUESTIONS: Mapping[str, tuple[str, frozenset[str]]] = {
    "partial_consumption": (
        "queues that nobody reads or that do not move",
        frozenset(
            {
                "inconsistent_subscription", "client_id_collision", "mixed_allocation_strategies",
                "message_model_mismatch", "consumer_stuck", "consumer_slow", "group_offline", "not_permitted",
                "connection_problem", "clock_skew", "broker_disagreement", "orphan_queues", "insufficient_evidence",
            }
        ),
    ),
    "flapping_subscription": (
        "a subscription table that is overwritten again and again",
        frozenset({"inconsistent_subscription", "flapping_subscription", "clock_skew", "tag_mismatch_silent_loss"}),
    ),
    "client_id_collision": (
        "client ids that several processes share",
        frozenset({"client_id_collision", "risky_client_id", "duplicate_consumption", "orphan_queues"}),
    ),
}  # fmt: skip
"""By question: its words, and the findings that answer it."""


def about(diagnosis: Diagnosis, question: str) -> Diagnosis:
    """The part of a diagnosis that answers a question of QUESTIONS; where there is none, the headline says so."""
    words, ids = QUESTIONS[question]
    answers = [each for each in diagnosis.findings if each.id in ids]
    effects = {(each.group, effect) for each in answers for effect in each.explains}
    found = tuple(each for each in diagnosis.findings if each in answers or (each.group, each.id) in effects)
    bad = [each for each in found if each.severity > Severity.OK]
    severity = max((each.severity for each in found), default=min(diagnosis.severity, Severity.UNKNOWN))
    if bad and bad[0] is diagnosis.findings[0]:
        return replace(diagnosis, severity=severity, findings=found)
    headline = f"{bad[0].group}: {bad[0].title}" if bad else f"No sign of {words}." + _instead(diagnosis)
    return replace(diagnosis, severity=severity, headline=headline, findings=found)


def _instead(diagnosis: Diagnosis) -> str:
    other = [each for each in diagnosis.findings if each.severity > Severity.OK]
    return f" What was found: {other[0].id} ({other[0].title})." if other else ""


def queues(diagnosis: Diagnosis, group: str = "", topic: str = "") -> Block:
    """Per topic, broker and state: which queues, and how many messages behind (None: in no snapshot)."""
    found: dict[tuple[str, str, str], list[tuple[int, int | None]]] = defaultdict(list)
    for row in allocation_data(diagnosis, group or None, topic or None):
        found[(row["topic"], row["broker"], row["state"])].append((row["queue"], row["diff"]))
    rows = [(*key, len(each), _numbers(each), _behind(each)) for key, each in sorted(found.items())]
    return table(("topic", "broker", "state", "queues", "which", "behind"), rows, "No queue could be recomputed.")


def _numbers(found: list[tuple[int, int | None]]) -> str:
    numbers = sorted(queue for queue, _ in found)
    whole = numbers == list(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 1
    return f"{numbers[0]}-{numbers[-1]}" if whole else " ".join(map(str, numbers))


def _behind(found: list[tuple[int, int | None]]) -> int | None:
    known = [diff for _, diff in found if diff is not None]
    return sum(known) if known else None


def clients(diagnosis: Diagnosis, group: str = "") -> Block:
    """The members of the group: id, how many processes carry it, their addresses, what they subscribe to."""
    facts = facts_of(diagnosis, group or None)
    if facts is None:
        return table(("client id",), [], "The evidence names no consumer group.")
    times = Counter(membership(facts).client_ids)
    wanted = _wanted(diagnosis, facts.group)
    roster = last_roster(facts)
    at: dict[str, list[str]] = defaultdict(list)
    for each in roster.connections if roster else ():
        at[each.client_id].append(each.address or "?")
    rows = [(who, times[who], ", ".join(sorted(at[who])) or None, wanted.get(who)) for who in sorted(times)]
    return table(("client id", "processes", "addresses", "subscribes to"), rows, "No client of the group is connected.")


def _wanted(diagnosis: Diagnosis, group: str) -> dict[str, str]:
    facts = diagnosis.facts[group]
    return {
        info.client_id: ", ".join(f"{topic} {text}" for topic, text in sorted(info.subscriptions.items()))
        for info in facts.running
    }


def overwrites(diagnosis: Diagnosis, group: str = "", topic: str = "") -> Block:
    """Per broker and topic: how often the topic left the table and came back, from when to when, and who wrote."""
    chosen = chosen_group(diagnosis, group or None)
    spans = defaultdict(list)
    for row in subscription_timeline_data(diagnosis, chosen, topic or None):
        spans[(row["where"], row["topic"])].append(row)
    rows = []
    for (where, name), found in sorted(spans.items()):
        gone = [row for row in found if not row["present"]]
        back = sum(1 for one, other in pairwise(found) if not one["present"] and other["present"])
        writers = ", ".join(sorted({who for row in found for who in row["by"]})) or None
        rows.append((where, name, len(gone), back, moment(gone[0]["start"]) if gone else None, writers))
    columns = ("where", "topic", "removed", "came back", "first removed", "written by")
    return table(columns, rows, "No source tells how the subscription table changed.")
