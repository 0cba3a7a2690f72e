"""Did clients of which only their own words are known run at one time? No judgement here.

Epochs know of members what brokers' logs and dated lists tell; this is asked where there is neither.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import permutations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import writers
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.transitions import ZONES


def perhaps_one_after_another(case: Case, clients: Collection[str]) -> bool:
    """Whether one of them may have gone before another one came,
    and no broker tells who is connected.

    Of running infos: one was taken before another's client started. How long a client had run when
    it was asked is known but for mqadmin's zone, so its remainder is the least. Of logs: one ends
    earlier than another, for longer than a client that has queues is silent; a killed client leaves
    no word of its end.
    """
    if not case.membership.complete and _ends_apart(case, clients):
        return True
    infos = {info.client_id: info for info in case.facts.running if info.client_id in clients}
    if case.membership.complete or case.facts.logs or set(infos) != set(clients):
        return False
    return any(_may_have_started_after(later, earlier) for later, earlier in permutations(infos.values(), 2))


def _ends_apart(case: Case, clients: Collection[str]) -> bool:
    logs = [(client_id, case.end_of(file)) for file, client_id in writers(case.facts).items() if client_id in clients]
    by_client = grouped((client_id, end) for client_id, end in logs if end)
    ends = [max(moments) for moments in by_client.values()]
    return bool(ends) and max(ends) - min(ends) > case.transitions.heartbeat


def _may_have_started_after(later: RunningInfo, earlier: RunningInfo) -> bool:
    if not (later.asked_at and later.started_at and earlier.asked_at):
        return False
    return later.asked_at - earlier.asked_at > (later.asked_at - later.started_at) % ZONES
