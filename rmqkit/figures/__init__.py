"""Pictures of a diagnosis: for each, `*_data` gives plain rows and `*_figure` a `go.Figure`, returned, never shown."""

from rmqkit.figures.appearance import spoken
from rmqkit.figures.incident_timeline import incident_timeline_data, incident_timeline_figure
from rmqkit.figures.lag import lag_by_group_data, lag_by_group_figure, lag_data, lag_figure
from rmqkit.figures.owners import allocation_data, owners_data, owners_figure
from rmqkit.figures.rollout import rollout_data, rollout_figure
from rmqkit.figures.scope import clients_data
from rmqkit.figures.subscription_timeline import subscription_timeline_data, subscription_timeline_figure

__all__ = [
    "allocation_data",
    "clients_data",
    "incident_timeline_data",
    "incident_timeline_figure",
    "lag_by_group_data",
    "lag_by_group_figure",
    "lag_data",
    "lag_figure",
    "owners_data",
    "owners_figure",
    "rollout_data",
    "rollout_figure",
    "spoken",
    "subscription_timeline_data",
    "subscription_timeline_figure",
]
