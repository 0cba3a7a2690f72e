"""An incident as plain data and back: how a recording that is in no table can be made anew. Starts nothing."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from .recorded import unpacked
from .scenario import Broker, Client, Command, Incident, Producer, Subscription, Topic

Recipe = Mapping[str, Any]
Part = TypeVar("Part")


def written(incident: Incident) -> dict[str, Any]:
    """The incident as what JSON can hold."""
    recipe: dict[str, Any] = json.loads(json.dumps(asdict(incident)))
    return recipe


def read(recipe: Recipe) -> Incident:
    """The incident that `written` was given."""
    plain = {name: _tuple(value) for name, value in recipe.items()}
    return Incident(
        **plain
        | {
            "topics": tuple(_made(Topic, topic) for topic in recipe["topics"]),
            "clients": tuple(map(_client, recipe["clients"])),
            "staging": tuple(map(_client, recipe.get("staging", ()))),
            "brokers": tuple(_made(Broker, broker) for broker in recipe["brokers"]),
            "commands": tuple(_made(Command, command) for command in recipe["commands"]),
            "producer": _made(Producer, recipe["producer"]),
        }
    )


def from_file(file: Path) -> dict[str, Incident]:
    """The incidents of a file of recipes, by name."""
    return {recipe["name"]: read(recipe) for recipe in json.loads(file.read_text())}


def of_recordings(archives: Iterable[Path]) -> dict[str, Incident]:
    """The incidents of recordings that carry their recipes, by name."""
    incidents = map(_of_recording, archives)
    return {incident.name: incident for incident in incidents}


def _of_recording(archive: Path) -> Incident:
    with unpacked(archive) as folder:
        return read(json.loads((folder / "truth.json").read_text())["recipe"])


def _client(recipe: Recipe) -> Client:
    subscriptions = tuple(_made(Subscription, subscription) for subscription in recipe["subscriptions"])
    return _made(Client, {**recipe, "subscriptions": subscriptions})


def _made(part: type[Part], recipe: Recipe) -> Part:
    return part(**{name: _tuple(value) for name, value in recipe.items()})


def _tuple(value: object) -> object:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value
