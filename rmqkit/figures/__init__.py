"""Pictures of a diagnosis: for each, `*_data` gives plain rows and `*_figure` a `go.Figure`, returned, never shown."""

from rmqkit.figures.allocation import allocation_data, allocation_figure
from rmqkit.figures.lag import lag_data, lag_figure
from rmqkit.figures.subscription_timeline import subscription_timeline_data, subscription_timeline_figure

__all__ = [
    "allocation_data",
    "allocation_figure",
    "lag_data",
    "lag_figure",
    "subscription_timeline_data",
    "subscription_timeline_figure",
]
