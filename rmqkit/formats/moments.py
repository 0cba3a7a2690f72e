"""Times as RocketMQ's commands and shells print them, turned into instants. No lines and no tables here."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo

# UtilAll.YYYY_MM_DD_HH_MM_SS (LastTime) and UtilAll.timeMillisToHumanString2 (Last Updated)
TIME_PATTERN = r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[ T][0-2]\d:[0-5]\d:[0-5]\d(?:[.,]\d{1,3})?(?!\d)"
NO_TIME_PATTERN = r"N/A|NA|null|-"

_MONTHS = {name: i for i, name in enumerate(["", *"jan feb mar apr may jun jul aug sep oct nov dec".split()])}  # noqa: SIM905
_CLOCK = r"(?P<h>\d{1,2}):(?P<m>\d\d):(?P<s>\d\d)"
_ZONE = r"(?P<zone>Z|UTC|GMT|[+-]\d\d:?\d\d|[A-Z]{3,5})"

# ISO-like, the C locale's date, the newer English locales' date, the Chinese locale's date
_SHAPES = (
    re.compile(
        rf"(?<!\d)(?P<y>\d{{4}})[-/](?P<mo>\d\d)[-/](?P<d>\d\d)[ T_#]{_CLOCK}(?:[.,:](?P<f>\d{{1,9}}))?(?!\d)"
        r"(?:\s?(?P<zone>Z\b|UTC\b|GMT\b|[+-]\d\d:?\d\d(?!\d)))?"
    ),
    re.compile(
        rf"[A-Z][a-z]{{2}}\s+(?P<mon>[A-Z][a-z]{{2}})\s+(?P<d>\d{{1,2}})\s+{_CLOCK}\s+(?:{_ZONE}\s+)?(?P<y>\d{{4}})"
    ),
    re.compile(
        r"[A-Z][a-z]{2},?\s+(?P<d>\d{1,2})\s+(?P<mon>[A-Z][a-z]{2})\s+(?P<y>\d{4})[,\s]+"
        rf"{_CLOCK}(?:\s+(?P<half>[AP]M))?(?:\s+{_ZONE})?"
    ),
    re.compile(
        r"(?P<y>\d{4})\s?年\s?(?P<mo>\d{1,2})\s?月\s?(?P<d>\d{1,2})\s?日\s*(?:星期\S|周\S)?\s*"
        rf"{_CLOCK}(?:\s+{_ZONE})?"
    ),
    re.compile(
        r"(?<!\d)(?P<y>20\d\d)(?P<mo>[01]\d)(?P<d>[0-3]\d)[-_ T]?(?P<h>[0-2]\d):?(?P<m>[0-5]\d):?(?P<s>[0-5]\d)(?!\d)"
    ),
)


def instant(text: str | None, zone: tzinfo) -> datetime | None:
    """`yyyy-MM-dd HH:mm:ss[,SSS]` of a JVM in `zone` as an instant in UTC.

    None for N/A and for the epoch, which mqadmin 4.0.0 to 4.2.0 prints where later versions say N/A.
    Raises ValueError for a date that no calendar has.
    """
    if text is None or not text[:1].isdigit():
        return None
    return _unless_epoch(datetime.fromisoformat(text.replace(",", ".")).replace(tzinfo=zone))


def compact_instant(digits: str, zone: tzinfo) -> datetime | None:
    """The 17 digits `yyyyMMddHHmmssSSS` of UtilAll.timeMillisToHumanString as an instant in UTC."""
    moment = datetime.strptime(digits[:14], "%Y%m%d%H%M%S").replace(tzinfo=zone)
    return _unless_epoch(moment + timedelta(milliseconds=int(digits[14:])))


def epoch_instant(milliseconds: str) -> datetime | None:
    """Milliseconds since 1970 as an instant in UTC; None for 0."""
    return _unless_epoch(datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=int(milliseconds)))


def _unless_epoch(moment: datetime) -> datetime | None:
    return None if moment.year <= 1970 else moment.astimezone(UTC)


def localise(moment: datetime | None, zone: tzinfo) -> datetime | None:
    """A moment of the text as an instant in UTC; without a zone of its own it is in the source's zone."""
    if moment is None:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)


def find_moment(text: str) -> tuple[datetime, int, int] | None:
    """The first date with a time of day in a line, and where it stands; None if there is none.

    Zone names other than UTC and GMT are ambiguous (CST is China's and Chicago's), so such a moment stays
    without a zone and is read in the zone of its source.
    """
    for shape in _SHAPES:
        match = shape.search(text)
        moment = _moment(match) if match else None
        if match and moment:
            return moment, match.start(), match.end()
    return None


def _moment(match: re.Match[str]) -> datetime | None:
    part = match.groupdict()
    month = _MONTHS.get(part["mon"].lower(), 0) if part.get("mon") else int(part["mo"])
    hour = int(part["h"]) % 12 + 12 * (part["half"] == "PM") if part.get("half") else int(part["h"])
    micros = int((part.get("f") or "0")[:6].ljust(6, "0"))
    day, minute, second = int(part["d"]), int(part["m"]), int(part["s"])
    if not (1 <= month <= 12 and 1 <= day <= 28 + 3 and hour < 24 and minute < 60 and second < 60):
        return None
    try:
        return datetime(int(part["y"]), month, day, hour, minute, second, micros, _zone(part.get("zone")))
    except ValueError:  # 31 April: looks like a date and is none
        return None


def _zone(name: str | None) -> timezone | None:
    if name in ("Z", "UTC", "GMT"):
        return UTC
    if name and name[0] in "+-":
        digits = name[1:].replace(":", "")
        offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
        return timezone(-offset if name[0] == "-" else offset)
    return None
