"""Time zones by the names that people give: what is none is refused with what to write. What is told in them is
elsewhere.
"""

from __future__ import annotations

import re
from datetime import timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rmqkit.errors import NoTimeZone
from rmqkit.language import clock, say

_OFFSET = re.compile(r"(?:UTC|GMT)?(?P<sign>[+-])0?(?P<hours>1?\d)(?::?00)?")
_HALVES = {
    "+03:30": "Asia/Tehran", "+04:30": "Asia/Kabul", "+05:30": "Asia/Kolkata", "+05:45": "Asia/Kathmandu",
    "+06:30": "Asia/Yangon", "+09:30": "Australia/Darwin",
}  # fmt: skip
"""Zones without summer time that are no whole hours away from Greenwich."""


def zone_named(name: str) -> ZoneInfo:
    """The zone of this name or with this offset, as in UTC+8 or +05:30. Raises NoTimeZone."""
    name = _HALVES.get(re.sub("^(UTC|GMT)", "", name), name)
    offset = _OFFSET.fullmatch(name)
    try:
        # POSIX counts westwards: Etc/GMT-8 is eight hours ahead.
        return ZoneInfo(f"Etc/GMT{'-' if offset['sign'] == '+' else '+'}{offset['hours']}" if offset else name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        refused = say("{name!r} is not a time zone; write it as UTC, UTC+8 or Asia/Shanghai.", name=name)
        raise NoTimeZone(refused) from error


def zone_at(offset: timedelta) -> str | None:
    """The name of a zone without summer time that is so far ahead of UTC; None if there is none."""
    minutes = offset // timedelta(minutes=1)
    try:
        return zone_named(f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}").key
    except NoTimeZone:
        return None


def show_zone(name: str) -> None:
    """Show times in this zone from now on: `UTC`, `Asia/Shanghai`. Quoted lines keep their original time zone.

    Raises NoTimeZone.
    """
    clock.show_in(zone_named(name or "UTC"))
