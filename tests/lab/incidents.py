"""Every incident that the lab can make, by name, with the versions that recordings are kept of. A table of tables."""

from .decoys import DECOYS
from .decoys_past import PAST_DECOYS
from .scenario import Incident
from .sick_consumers import CONSUMER_INCIDENTS
from .sick_identities import IDENTITY_INCIDENTS
from .sick_subscriptions import SUBSCRIPTION_INCIDENTS
from .sick_surroundings import SURROUNDING_INCIDENTS

INCIDENTS: dict[str, Incident] = {
    incident.name: incident
    for incident in (
        *SUBSCRIPTION_INCIDENTS,
        *IDENTITY_INCIDENTS,
        *CONSUMER_INCIDENTS,
        *SURROUNDING_INCIDENTS,
        *DECOYS,
        *PAST_DECOYS,
    )
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
