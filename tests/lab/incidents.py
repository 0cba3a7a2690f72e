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
    """(name, version) of every recording to be kept, sick and healthy ones taking turns."""
    sick = [(i.name, version) for i in INCIDENTS.values() for version in i.versions if not i.healthy]
    healthy = [(i.name, version) for i in INCIDENTS.values() for version in i.versions if i.healthy]
    ranked = [(n / len(sick), pair) for n, pair in enumerate(sick)]
    ranked += [(n / len(healthy), pair) for n, pair in enumerate(healthy)]
    return [pair for _, pair in sorted(ranked)]
