"""Times as RocketMQ's commands and shells print them, turned into instants. No lines and no tables here."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo

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

    None for N/A and for the epoch, which mqadmin 4.0.0 to 4.2.0 prints where later versions say
    N/A. Raises ValueError for a date that no calendar has.
    """
    if text is None or not text[:1].isdigit():
        return None
    return _since_1971(datetime.fromisoformat(text.replace(",", ".")), zone)


def compact_instant(digits: str, zone: tzinfo) -> datetime | None:
    """The 17 digits `yyyyMMddHHmmssSSS` of UtilAll.timeMillisToHumanString as an instant in UTC.

    None for any other digits and for times before 1971: "never" is 1970 in Java and 1754 in a Go
    client (its zero time in nanoseconds overflows).
    """
    if not _COMPACT.fullmatch(digits):
        return None
    try:
        moment = datetime.strptime(digits[:14], "%Y%m%d%H%M%S")
    except ValueError:  # 31 April, or the year 0
        return None
    return _since_1971(moment + timedelta(milliseconds=int(digits[14:])), zone)


def epoch_instant(digits: str) -> datetime | None:
    """A number since 1970 as an instant in UTC: milliseconds (Java), microseconds or nanoseconds (Go) by its size.

    None for 0 and for what is no number or lies in no calendar, so any text of the evidence may be asked.
    """
    if not _WHOLE_NUMBER.fullmatch(digits):
        return None
    per_second = next(scale for most, scale in _SCALES if len(digits.lstrip("0")) <= most)
    if per_second is None:
        return None
    seconds, rest = divmod(int(digits), per_second)
    since = timedelta(seconds=seconds, microseconds=rest * 1_000_000 // per_second)
    return _since_1971(datetime.fromtimestamp(0, UTC) + since, UTC)


_COMPACT = re.compile(r"[0-9]{17}")
_WHOLE_NUMBER = re.compile(r"[0-9]+")
# most digits of a number -> how many of its units make a second; 14 digits of milliseconds
# reach the year 5138
_SCALES: tuple[tuple[float, int | None], ...] = (
    (14, 1_000),
    (17, 1_000_000),
    (19, 1_000_000_000),
    (float("inf"), None),
)


def _since_1971(moment: datetime, zone: tzinfo) -> datetime | None:
    """The moment in UTC; None where it means "never", or lies so late that another zone's calendar ends before it."""
    if not 1971 <= moment.year < _LAST_YEAR:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)


# Spark, pandas and Java count times in units whose range ends at different years; all of
# them hold this one
_LAST_YEAR = 2262


def localise(moment: datetime | None, zone: tzinfo) -> datetime | None:
    """A moment of the text as an instant in UTC; without a zone of its own it is in the source's zone.

    None for a year that no capture has.
    """
    return None if moment is None else _since_1971(moment, zone)


def find_moment(text: str) -> tuple[datetime, int, int] | None:
    """The first date with a time of day in a line, and where it stands; None if there is none.

    With the name of a zone that several have (CST is China's and Chicago's) it stays without one, and is read in the
    zone of its source.
    """
    for shape in _SHAPES:
        match = shape.search(text)
        moment = _moment(match) if match else None
        if match and moment:
            return moment, match.start(), match.end()
    return None


def moment_in(text: str) -> datetime | None:
    """The first date with a time of day in a line."""
    found = find_moment(text)
    return found[0] if found else None


# Names of one zone alone, and its hours east of Greenwich.
_ZONES = {
    "Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "SGT": 8,
    "HKT": 8, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11,
}  # fmt: skip


def _moment(match: re.Match[str]) -> datetime | None:
    part = match.groupdict()
    month = _MONTHS.get(part["mon"].lower(), 0) if part.get("mon") else int(part["mo"])
    hour = int(part["h"]) % 12 + 12 * (part["half"] == "PM") if part.get("half") else int(part["h"])
    micros = int((part.get("f") or "0")[:6].ljust(6, "0"))
    day, minute, second = int(part["d"]), int(part["m"]), int(part["s"])
    if not (1 <= month <= 12 and 1 <= day <= 28 + 3 and hour < 24 and minute < 60 and second < 60):
        return None
    named, zone = part.get("zone"), None
    if named in _ZONES:
        zone = timezone(timedelta(hours=_ZONES[named]))
    elif named and named[0] in "+-":
        digits = named[1:].replace(":", "")
        offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
        zone = timezone(-offset if named[0] == "-" else offset)
    try:
        return datetime(int(part["y"]), month, day, hour, minute, second, micros, zone)
    except ValueError:  # 31 April: looks like a date and is none
        return None
