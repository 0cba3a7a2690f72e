"""Layouts whose lines have no date: a clock, seconds since a start, or nothing. Data only.

Such records have no time: a day or a year would be a guess. Sources: the defaults of logback,
log4j's TTCC layout, slf4j's simple logger, logrus on a terminal, Serilog, .NET's console, and dates
that can be read in two ways.
"""

from __future__ import annotations

from rmqkit.formats.logs.layout import (
    ANY_LEVEL,
    JVM,
    LEVEL,
    LEVELS,
    LOGGER,
    NO_DATE,
    SECONDS,
    LogLayout,
)

_CLOCK = rf"{SECONDS}(?:[.,:][0-9]{{1,9}})?"
_SHORT_LEVELS = "VRB|DBG|INF|WRN|ERR|FTL"
_THREAD = r"\[(?P<thread>[^\]\n]*)\]"


def _undated(name: str, start: str, head: str) -> LogLayout:
    return LogLayout(name, "app", JVM, start, head, NO_DATE)


UNDATED_LAYOUTS: tuple[LogLayout, ...] = (
    _undated(
        "clock_thread_level",
        rf"^[\[(]?{_CLOCK}[\])]?(?: - \[[^\]\n]*\])? +\[[^\]\n]*\] +\[?(?:{LEVELS})\b",
        rf"^[\[(]?(?P<at>{_CLOCK})[\])]?(?: - \[[^\]\n]*\])? +{_THREAD} +\[?{ANY_LEVEL} *\]? +\[?(?P<logger>{LOGGER})?",
    ),
    _undated(
        "clock",
        rf"^[\[(]?{_CLOCK}[\])]?[ |][^\n]{{0,120}}?\b(?:{LEVELS}|{_SHORT_LEVELS})\b",
        rf"^[\[(]?(?P<at>{_CLOCK})[\])]?[ |][^\n]{{0,120}}?\b(?P<level>{LEVELS}|{_SHORT_LEVELS})\b",
    ),
    # a year of two digits, or none: which number is the day is a guess
    _undated(
        "short_date",
        rf"^[\[(]?[0-9]{{2}}[-/.][0-9]{{2}}(?:[-/.](?:[0-9]{{2}}|[0-9]{{4}}))? {_CLOCK}[^\n]{{0,120}}?\b(?:{LEVELS})\b",
        rf"^[\[(]?(?P<at>[0-9][0-9/.-]+ {_CLOCK})[^\n]{{0,120}}?\b{ANY_LEVEL}\b",
    ),
    _undated("logrus_terminal", r"^(?:TRAC|DEBU|INFO|WARN|ERRO|FATA|PANI)\[", rf"^{LEVEL}\[(?P<at>[^\]\n]*)\] "),
    _undated("logfmt", rf'^(?:time="?[^ "]+"? )?level=(?:{LEVELS}) ', rf"^(?P<at>[^\n]{{0,60}}?)level={ANY_LEVEL} "),
    _undated(
        "since_start",
        rf"^[0-9]+ +\[[^\]\n]+\] +(?:{LEVELS}) +{LOGGER} ",
        rf"^(?P<at>[0-9]+) +{_THREAD} +{ANY_LEVEL} +(?P<logger>{LOGGER})[^\n]*? - ",
    ),
    _undated(
        "simple_logger",
        rf"^ ?\[[^\]\n]+\] +(?:{LEVELS}) +{LOGGER} ",
        rf"^(?P<at> ?){_THREAD} +{ANY_LEVEL} +(?P<logger>{LOGGER}) ",
    ),
    _undated(
        "level_only",
        rf"^\[?(?:{LEVELS}) *\]?:? +(?:\[[^\]\n]*\] *)*{LOGGER} *(?:- |: )",
        rf"^(?P<at>\[?){ANY_LEVEL} *\]?:? +(?:{_THREAD} *)?(?:\[[^\]\n]*\] *)*(?P<logger>{LOGGER}) *(?:- |: )",
    ),
    # .NET's console: the message stands below
    _undated(
        "dotnet_console",
        r"^(?:trce|dbug|info|warn|fail|crit): [A-Za-z][A-Za-z0-9_.+`]*\[[0-9]+\]",
        r"^(?P<level>(?P<at>)[a-z]{4}): (?P<logger>[^\[\n]+)\[[0-9]+\]",
    ),
)
