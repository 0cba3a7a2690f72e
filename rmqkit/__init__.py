"""rmqkit: give it the folder of an incident, get the proven cause.

Only the public names; importing starts nothing.
"""

from __future__ import annotations

import importlib
import importlib.metadata
from typing import TYPE_CHECKING, Any

from rmqkit.errors import Error

# Not lazy, and light: importing the module later would put it in the place of the function of
# the same name.
from rmqkit.session import session

if TYPE_CHECKING:
    from rmqkit import bench, figures, rocketmq
    from rmqkit.bench.trying import try_hypothesis
    from rmqkit.briefing import brief
    from rmqkit.diagnosis.diagnose import diagnose, paste
    from rmqkit.evidence import read
    from rmqkit.evidence.questions import QUESTIONS
    from rmqkit.time_zones import show_zone

__all__ = [
    "QUESTIONS",
    "Error",
    "bench",
    "brief",
    "diagnose",
    "figures",
    "paste",
    "read",
    "rocketmq",
    "session",
    "show_zone",
    "try_hypothesis",
]

_NAMES = {
    "QUESTIONS": "rmqkit.evidence.questions",
    "brief": "rmqkit.briefing",
    "diagnose": "rmqkit.diagnosis",
    "paste": "rmqkit.diagnosis",
    "read": "rmqkit.evidence",
    "show_zone": "rmqkit.time_zones",
    "try_hypothesis": "rmqkit.bench.trying",
}
_ROOMS = {"bench": "rmqkit.bench", "figures": "rmqkit.figures", "rocketmq": "rmqkit.rocketmq"}


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name == "__version__":
        return importlib.metadata.version("rmqkit")
    # Spark, pandas and plotly take seconds to import: each comes with the first use of
    # what needs it.
    if name in _ROOMS:
        return importlib.import_module(_ROOMS[name])
    if name in _NAMES:
        value = getattr(importlib.import_module(_NAMES[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
