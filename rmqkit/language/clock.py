"""In which time zone people are told of moments. Evidence, tables and JSON keep UTC; no sentence stands here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

_UTC = "UTC"
_shown = [ZoneInfo(_UTC)]
"""The zone of this process: like the language of errors, it is how a person reads, and part of no verdict."""


_zone_known = ContextVar("zone_known", default=True)


@contextmanager
def naming_zone(*, known: bool) -> Iterator[None]:
    """For the length of a block: whether it is known in which zone the moments were printed. If not, none is named."""
    token = _zone_known.set(known)
    try:
        yield
    finally:
        _zone_known.reset(token)


def show_in(zone: ZoneInfo) -> None:
    """Tell times in this zone from here on."""
    _shown[0] = zone


def zone_shown() -> str:
    """The name of the zone; empty where it is not known."""
    return _shown[0].key if _zone_known.get() else ""


def local(at: datetime) -> datetime:
    """The moment by the clock of the zone, without its zone: as an axis takes it."""
    return at.astimezone(_shown[0]).replace(tzinfo=None)


def date_and_time(at: datetime) -> str:
    """To the second; the zone is told elsewhere."""
    return f"{local(at):%Y-%m-%d %H:%M:%S}"


def time_of_day(at: datetime) -> str:
    """To the second, without its day; the zone is told elsewhere."""
    return f"{local(at):%H:%M:%S}"


def offset(at: datetime) -> str:
    """What the zone is called at a moment: UTC, UTC+8, UTC-3:30; empty where it is not known."""
    if not _zone_known.get():
        return ""
    apart = at.astimezone(_shown[0]).utcoffset() or timedelta()
    hours, minutes = divmod(abs(apart) // timedelta(minutes=1), 60)
    sign = "-" if apart < timedelta() else "+"
    return f"{_UTC}{sign}{hours}" + (f":{minutes:02}" if minutes else "") if apart else _UTC


def moment(at: datetime) -> str:
    """To the second, with its zone."""
    return f"{date_and_time(at)} {offset(at)}".rstrip()
