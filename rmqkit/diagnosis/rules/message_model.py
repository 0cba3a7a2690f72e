"""Does one group hold clustering and broadcasting clients, or push and pop clients?"""

from __future__ import annotations

from collections import defaultdict

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import short
from rmqkit.diagnosis.case.running_together import perhaps_one_after_another
from rmqkit.diagnosis.facts.logs import Place
from rmqkit.diagnosis.finding import PROVEN, SUSPECTED, Finding, Severity
from rmqkit.diagnosis.rules.make import finding
from rmqkit.diagnosis.wording import ranges
from rmqkit.rocketmq import MessageQueue

ID = "message_model_mismatch"
_POP = "CONSUME_POP"
_WHAT_FOLLOWS = {
    "BROADCASTING": "All of them count when clustering clients share out queues. A broadcasting client reads every "
    "queue and commits nothing to the broker, so its share stands still there",
    _POP: "All of them count when queues are shared out, but a popping client takes messages from every queue, those "
    "of the others included. Queues counted on it",
}


def message_model_mismatch(case: Case) -> list[Finding]:
    """The cause, proven by the models that the live clients themselves name (running info, registrations, connects)."""
    models = _models(case)
    kinds: dict[str, list[str]] = defaultdict(list)
    for client_id, model in sorted(models.items()):
        kinds[model[0]].append(client_id)
    if len(kinds) < 2:
        return []
    share = _share(case, kinds)
    return [
        finding(
            case,
            ID,
            Severity.CRITICAL,
            SUSPECTED if perhaps_one_after_another(case, models) else PROVEN,
            "One group holds clients of different models: "
            + "; ".join(f"{short(who)}: {kind}" for kind, who in sorted(kinds.items())),
            f"{_WHAT_FOLLOWS[_POP if _POP in kinds else 'BROADCASTING']}: {ranges(share) or 'no queue is known'}.",
            topics=tuple(sorted({queue.topic for queue in share})),
            queues=tuple(share),
            clients=tuple(sorted(models)),
            brokers=tuple(sorted({queue.broker for queue in share})),
            evidence=[place for _, place in models.values()],
            explains=("duplicate_consumption",),
            details={"read_by_several": _read_by_several(case, kinds)},
        )
    ]


def _models(case: Case) -> dict[str, tuple[str, Place]]:
    """Each live client's model and where it says so."""
    found: dict[str, tuple[str, Place]] = {}
    for channel in case.channels:
        if channel.live and channel.opened and channel.client_id in case.live and channel.client_id:
            words = (channel.opened.detail or channel.opened.raw).split()
            model = next((word for word in ("BROADCASTING", "CLUSTERING") if word in words), None)
            if model:
                found[channel.client_id] = (_POP if _POP in words else model, channel.opened.place)
    for who, each in case.live_subscriptions.items():
        if each.message_model and each.places:
            found[who] = (_POP if each.consume_type == _POP else each.message_model, each.places[0])
    popping = _popping(case)
    if popping:
        # A registration looks the same for popping and pulling push consumers; only queues that are held tell.
        asked = {info.client_id for info in case.facts.running if any(each.mode == "pull" for each in info.queues)}
        found = {client_id: model for client_id, model in found.items() if client_id in asked}
    return {**found, **popping}


def _popping(case: Case) -> dict[str, tuple[str, Place]]:
    """A push consumer with broker-side rebalance may pop (5.x); its registration says nothing of it."""
    return {
        info.client_id: (_POP, Place(info.file, held.line, f"{info.client_id}: Pop Detail: {held.queue}"))
        for info in case.facts.running
        if info.client_id in case.live
        for held in info.queues
        if held.mode == "pop"
    }


def _share(case: Case, kinds: dict[str, list[str]]) -> list[MessageQueue]:
    """The queues that everybody counts on the broadcasting clients."""
    broadcasting = {client for kind in ("BROADCASTING", _POP) for client in kinds.get(kind, ())}
    return sorted(
        queue
        for topic, each in case.recomputed.allocations.items()
        if topic in case.facts.topics
        for queue, who in each.owners.items()
        if broadcasting & set(who)
    )


def _read_by_several(case: Case, kinds: dict[str, list[str]]) -> tuple[MessageQueue, ...]:
    """Queues of push clients from which popping clients take messages as well."""
    pushing = {client for kind, clients in kinds.items() if kind != _POP for client in clients}
    owned = ((queue, who) for topic in case.facts.topics for queue, who in _owners(case, topic))
    return tuple(sorted(queue for queue, who in owned if pushing & set(who))) if _POP in kinds else ()


def _owners(case: Case, topic: str) -> list[tuple[MessageQueue, tuple[str, ...]]]:
    each = case.recomputed.allocations.get(topic)
    return list(each.owners.items()) if each else []
