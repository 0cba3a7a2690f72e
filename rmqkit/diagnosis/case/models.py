"""Which model does each client consume by: clustering, broadcasting, or pop?

By what it or its broker says of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rmqkit.diagnosis.case.members import LoggedChannel
from rmqkit.diagnosis.case.subscriptions import ClientSubscription
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import EvidenceLine

POP = "CONSUME_POP"


@dataclass(frozen=True)
class ClientModel:
    """A client's model and the line that says so."""

    model: str
    place: EvidenceLine


def client_models(
    facts: GroupFacts,
    live: frozenset[str],
    channels: Iterable[LoggedChannel],
    subscriptions: Mapping[str, ClientSubscription],
) -> dict[str, ClientModel]:
    """The model of each live client that any source names.

    A registration looks the same for popping and pulling push consumers; only queues that are held
    tell them apart.
    """
    models = _of_channels(live, channels) | _of_subscriptions(subscriptions)
    running = [info for info in facts.running if info.client_id in live]
    popping = _popping(running)
    if popping:
        asked = {info.client_id for info in running if any(held.mode == "pull" for held in info.queues)}
        models = {client: model for client, model in models.items() if client in asked}
    return models | popping


def _of_channels(live: frozenset[str], channels: Iterable[LoggedChannel]) -> dict[str, ClientModel]:
    models: dict[str, ClientModel] = {}
    for channel in channels:
        if channel.live and channel.opened and channel.client_id in live and channel.client_id:
            kind = channel.opened.carried.consumer_kind
            if kind and kind.message_model:
                model = POP if kind.consume_type == POP else kind.message_model
                models[channel.client_id] = ClientModel(model, channel.opened.place)
    return models


def _of_subscriptions(subscriptions: Mapping[str, ClientSubscription]) -> dict[str, ClientModel]:
    return {
        who: ClientModel(POP if words.consume_type == POP else words.message_model, words.places[0])
        for who, words in subscriptions.items()
        if words.message_model and words.places
    }


def _popping(running: Iterable[RunningInfo]) -> dict[str, ClientModel]:
    """A push consumer with broker-side rebalance may pop (5.x);
    its registration says nothing of it."""
    return {
        info.client_id: ClientModel(POP, info.held_place(held))
        for info in running
        for held in info.queues
        if held.mode == "pop"
    }
