"""Every incident that the lab can make, by name, with the versions that recordings are kept of. A table of tables."""

from dataclasses import replace

from .changes import CHANGES
from .decoys import DECOYS
from .joined import JOINED
from .other_clients import OTHER_CLIENTS
from .scenario import Incident
from .sick import SICK

EARLIER = (*SICK, *DECOYS, *OTHER_CLIENTS, *CHANGES, *JOINED)
# consumerStatus compares subscriptions only when its first client has run for two minutes.
SEEN_LATER = {
    "two_topics": "4.9.7",
    "tags_narrowed": "5.3.3",
    "collision_two_of_three": "4.9.7",
    "tag_against_sql": "4.5.2",
    "same_tags_other_order": "4.3.0",
    "plain": "5.3.3",
}
INCIDENTS: dict[str, Incident] = {incident.name: incident for incident in EARLIER}
INCIDENTS |= {
    f"{name}_seen_later": replace(
        INCIDENTS[name],
        name=f"{name}_seen_later",
        story=f"{INCIDENTS[name].story} The clients have run for more than two minutes.",
        versions=(version,),
        warm_up=92,
        snapshots=4,
    )
    for name, version in SEEN_LATER.items()
}


def recordings() -> list[tuple[str, str]]:
    """(name, version) of every recording to be kept.

    In an order to record them in: each incident once before any a second time, sick and healthy ones taking turns.
    """
    ranked = [
        *_ranked([i for i in INCIDENTS.values() if i.healthy]),
        *_ranked([i for i in INCIDENTS.values() if not i.healthy]),
    ]
    return [pair for _, _, pair in sorted(ranked)]


def _ranked(incidents: list[Incident]) -> list[tuple[int, float, tuple[str, str]]]:
    """(round, place in the round, (name, version)); old and new versions take turns in the first round."""
    return [
        ((turn + place) % len(incident.versions), place / len(incidents), (incident.name, version))
        for place, incident in enumerate(incidents)
        for turn, version in enumerate(incident.versions)
    ]
