"""Did the clients whose running info is all there is run at one time? No judgement here."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from itertools import permutations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.group import RunningInfo

# Running info prints pulls in mqadmin's zone and the start as an epoch; zones differ by multiples of this.
_ZONES = timedelta(minutes=30)


def perhaps_one_after_another(case: Case, clients: Collection[str]) -> bool:
    """Whether one of them may have been asked before another one started, and nothing but running info tells of them.

    How long a client had run when it was asked is known but for mqadmin's zone, so its remainder is the least.
    """
    infos = {info.client_id: info for info in case.facts.running if info.client_id in clients}
    if case.membership.complete or case.facts.logs or set(infos) != set(clients):
        return False
    return any(_may_have_started_after(later, earlier) for later, earlier in permutations(infos.values(), 2))


def _may_have_started_after(later: RunningInfo, earlier: RunningInfo) -> bool:
    if not (later.asked_at and later.started_at and earlier.asked_at):
        return False
    return later.asked_at - earlier.asked_at > (later.asked_at - later.started_at) % _ZONES
