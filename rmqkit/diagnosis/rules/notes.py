"""Worth knowing, but no fault: ids that may collide, clients without work, alarming lines of an ordinary start."""

from __future__ import annotations

import re

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import short
from rmqkit.diagnosis.finding import PROVEN, Finding, Severity
from rmqkit.diagnosis.rules.make import finding
from rmqkit.diagnosis.wording import count

RISKY, IDLE, NOISE = "risky_client_id", "idle_consumers", "harmless_startup_noise"
# `ip@pid` of clients before 4.9.0 on an address that every container host has, or with a container's usual pid.
_RISKY_ID = re.compile(r"^(?:(?:172\.17\.\d+\.\d+|127\.0\.0\.1|localhost|null)@[^#]*|[^@]+@[1-9]\d?)$")


def risky_client_id(case: Case, causes: list[Finding]) -> list[Finding]:
    """Ids that are distinct today by luck: a container's address or pid and nothing else in them."""
    if any(each.id == "client_id_collision" for each in causes):
        return []
    risky = sorted(client_id for client_id in case.live if _RISKY_ID.match(client_id))
    if not risky:
        return []
    return [
        finding(
            case,
            RISKY,
            Severity.NOTICE,
            PROVEN,
            f"{short(risky)}: ids that another container may get as well",
            "They hold only an address and a process id, which repeat from container to container.",
            clients=tuple(risky),
            evidence=[place for place in case.membership.places if any(each in place.text for each in risky)],
        )
    ]


def idle_consumers(case: Case, causes: list[Finding]) -> list[Finding]:
    """More clients than queues: those behind the last queue get nothing of any user topic."""
    shares = [each for topic, each in case.recomputed.allocations.items() if topic in case.facts.topics]
    if not shares or not case.membership.complete or any(e.ongoing and e.severity > Severity.NOTICE for e in causes):
        return []
    idle = sorted(case.live - {client for each in shares for clients in each.owners.values() for client in clients})
    if not idle:
        return []
    return [
        finding(
            case,
            IDLE,
            Severity.NOTICE,
            PROVEN,
            f"{count(len(idle), 'client')} have no queue: {short(idle)}",
            f"There are {len(case.membership.client_ids)} clients and at most "
            f"{max(len(each.queues) for each in shares)} queues in a topic.",
            clients=tuple(idle),
            topics=case.facts.topics,
            evidence=case.membership.places,
        )
    ]


def harmless_startup_noise(case: Case, causes: list[Finding]) -> list[Finding]:
    """Refused pulls and version changes around a start: CODE 24 and 25, OLD/NEW pairs with equal subscriptions."""
    if any(each.ongoing and each.severity > Severity.NOTICE for each in causes):
        return []
    noise = [
        e
        for e in case.facts.events_named("pull_rejected", source="client")
        if e.code in (24, 25) and not case.recent(e)
    ]
    changed = [e for e in case.facts.events_named("subscription_changed", source="broker") if _only_version(e.raw)]
    if not noise and not changed:
        return []
    told = [
        f"{sum(e.times for e in noise):,} pulls refused with CODE 24 or 25 around a start" if noise else "",
        f"{sum(e.times for e in changed):,} 'subscription changed' lines whose OLD and NEW differ only in the version"
        if changed
        else "",
    ]
    return [
        finding(
            case,
            NOISE,
            Severity.OK,
            PROVEN,
            "Log lines that look alarming and are normal",
            " and ".join(filter(None, told)) + ".",
            ongoing=False,
            evidence=[event.place for event in (*noise[:2], *changed[:2])],
        )
    ]


_CHANGED = re.compile(r"OLD: (?P<old>.*) NEW: (?P<new>.*)$", re.DOTALL)


def _only_version(raw: str) -> bool:
    found = _CHANGED.search(raw)
    return found is not None and _without_version(found["old"]) == _without_version(found["new"])


def _without_version(text: str) -> str:
    return re.sub(r"subVersion=\d+", "", text).strip()
