"""Time zones by the names that people give: what is none is refused with what to write. What is told in them is
elsewhere.
"""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rmqkit.errors import NoTimeZone
from rmqkit.language import clock, say


def zone_named(name: str) -> ZoneInfo:
    """The zone of this name. Raises NoTimeZone."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        refused = say("{name!r} is no time zone; write it as UTC, Asia/Shanghai or Etc/GMT-8.", name=name)
        raise NoTimeZone(refused) from error


def show_zone(name: str) -> None:
    """Tell times in a zone from here on: `UTC`, `Asia/Shanghai`. Cited lines keep the clock that printed them.

    Raises NoTimeZone.
    """
    clock.show_in(zone_named(name or "UTC"))
