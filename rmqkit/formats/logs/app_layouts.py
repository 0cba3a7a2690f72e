"""Layouts of the frameworks that applications log with. Data only.

Sources: the default patterns of Spring Boot, logback, log4j, log4j2 (TTCC too), Storm, logrus (on a
terminal too), java.util.logging, Kibana, slf4j's simple logger, Serilog and .NET's console, and
dates that can be read in two ways.
"""

from __future__ import annotations

from rmqkit.formats.logs.layout import (
    ANY_AT,
    ANY_DATE,
    ANY_LEVEL,
    DATE,
    EPOCH_MILLIS,
    FRACTION,
    LEVEL,
    LEVELS,
    LOGGER,
    NO_DATE,
    OFFSET,
    SECONDS,
    LogLayout,
    general,
)

_BEHIND = rf"[^A-Za-z\n]*(?:{ANY_LEVEL}\b)?"
# log4j2's `[%c{1.}] [%t]`: RocketMQ's three loggers, or a name with dots, before the thread
_PACKAGED = r"Rocketmq[A-Za-z]+|[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_$]+)+"
_JAVA_UTIL = r"[A-Z][a-z]{2} [0-9]{1,2}, [0-9]{4} [0-9]{1,2}:[0-9]{2}:[0-9]{2} [AP]M"

# A year of two digits: only where one order alone gives a year since RocketMQ 4.0.0
# (2017) and a month.
_YEAR, _MONTH = "(?:1[7-9]|[2-9][0-9])", "(?:0[1-9]|1[0-2])"
_SHORT_YEARS = (
    ("first", (_YEAR, _MONTH, "(?:0[1-9]|1[0-6])"), ("%y", "%m", "%d")),
    ("last", ("1[3-6]", _MONTH, _YEAR), ("%d", "%m", "%y")),
    ("american", (_MONTH, "(?:1[3-9]|2[0-9]|3[01])", _YEAR), ("%m", "%d", "%y")),
)

APP_LAYOUTS: tuple[LogLayout, ...] = (
    LogLayout(
        "spring_boot",
        rf"^{DATE}[ T]{SECONDS}[.,][0-9]+(?:Z|[+-][0-9:]+)? +[A-Z]+ +[0-9]* *--- ",
        rf"^{ANY_AT}{OFFSET} +{LEVEL} +[0-9]* *--- (?:\[[^\]]*\] )?\[(?P<thread>[^\]\n]*)\] "
        r"(?:\[[^\]]*\] ?)?(?P<logger>[^ \n]+) *: ",
    ),
    LogLayout(
        "logrus",
        r'^(?:time|ts|t)="?[0-9]{4}-',
        rf'^(?:time|ts|t)="?{ANY_AT}{OFFSET}"? (?:[a-z_]+=[^ \n]+ )*?level={ANY_LEVEL} ',
    ),
    # logrus on a terminal, with its option for the whole time
    LogLayout("logrus_terminal_dated", rf"^[A-Z]{{4}}\[{ANY_DATE}", rf"^{LEVEL}\[{ANY_AT}{OFFSET}\] "),
    LogLayout(
        "thread_level_logger",
        rf"^\[?{DATE}[ T]{SECONDS}[^ ]* +\[",
        rf"^\[?{ANY_AT}{OFFSET}\]? +\[(?P<thread>[^\]\n]*)\] *(?:\[[^\]\n]*\] +)?\[?{ANY_LEVEL}\]?"
        rf" *\[?(?P<logger>{LOGGER})?",
    ),
    LogLayout(
        "level_logger_thread",
        rf"^\[?{DATE}[ T]{SECONDS}[^ ]* +\[?[A-Z]+ *\]? +\[(?:{_PACKAGED}) *\] +\[",
        rf"^\[?{ANY_AT}{OFFSET}\]? *\[?{ANY_LEVEL} *\]? *\[(?P<logger>{_PACKAGED}) *\] +\[(?P<thread>[^\]\n]*)\]",
    ),
    LogLayout(
        "level_thread_logger",
        rf"^\[?{DATE}[ T]{SECONDS}[^ ]* +\[?[A-Z]+ *\]? +\[",
        rf"^\[?{ANY_AT}{OFFSET}\]? *\[?{ANY_LEVEL} *\]? *\[(?P<thread>[^\]\n]*)\] *\[?(?P<logger>{LOGGER})?",
    ),
    LogLayout(
        "level_first",
        rf"^\[?(?:{LEVELS}) *\]?[: ]* *\[?{ANY_DATE}",
        rf"^\[?{ANY_LEVEL} *\]?[: ]* *\[?{ANY_AT}{OFFSET}\]?(?: *\[(?P<thread>[^\]\n]*)\] *\[?(?P<logger>{LOGGER})?)?",
    ),
    LogLayout(
        "logger_level",
        rf"^{DATE} {SECONDS}[.,][0-9]+ {LOGGER} (?:[^\[\n]{{1,60}} )?\[(?:{LEVELS})\] ",
        rf"^{ANY_AT} (?P<logger>{LOGGER}) (?:(?P<thread>[^\[\n]{{1,60}}) )?\[{ANY_LEVEL}\] ",
    ),
    # java.util.logging prints class and method, and the message below
    LogLayout(
        "java_util_logging",
        rf"^{_JAVA_UTIL} ",
        rf"^(?P<at>{_JAVA_UTIL}) (?P<logger>{LOGGER})[^\n]*(?:\n(?P<level>[A-Z]+): )?",
        date="%b %d, %Y %I:%M:%S %p",
    ),
    LogLayout(
        "epoch",
        r"^[\[(]?1[0-9]{12}[\])]?[ |,\t]",
        rf"^[\[(]?(?P<at>1[0-9]{{12}}){_BEHIND}",
        date=EPOCH_MILLIS,
        general=True,
    ),
    general("dated", rf"^[\[(]?{ANY_DATE}", "%Y-%m-%d %H:%M:%S", rf"^[\[(]?{ANY_AT}{OFFSET}{_BEHIND}"),
    *(
        general(
            f"short_year_{order}_{name}",
            rf"^[\[(]?{dash.join(parts)} {SECONDS}",
            f"{dash.join(written)} %H:%M:%S",
            rf"^[\[(]?(?P<at>{dash.join(parts)} {SECONDS}){FRACTION}{OFFSET}{_BEHIND}",
        )
        for order, parts, written in _SHORT_YEARS
        for name, dash in (("dashes", "-"), ("slashes", "/"))
    ),
    *(
        general(name, rf"^[\[(]?{date}", written, rf"^[\[(]?(?P<at>{date}){FRACTION}{OFFSET}{_BEHIND}")
        for name, date, written in (
            ("dated_compactly", rf"[0-9]{{8}} {SECONDS}", "%Y%m%d %H:%M:%S"),
            ("dated_by_month_name", rf"[0-9]{{1,2}}-[A-Z][a-z]{{2}}-[0-9]{{4}} {SECONDS}", "%d-%b-%Y %H:%M:%S"),
            ("dated_by_log4j", rf"[0-9]{{1,2}} [A-Z][a-z]{{2}} [0-9]{{4}} {SECONDS}", "%d %b %Y %H:%M:%S"),
            ("dated_as_access_logs", rf"[0-9]{{2}}/[A-Z][a-z]{{2}}/[0-9]{{4}}:{SECONDS}", "%d/%b/%Y:%H:%M:%S"),
            ("dated_by_kibana", rf"[A-Z][a-z]{{2}} [0-9]{{1,2}}, [0-9]{{4}} @ {SECONDS}", "%b %d, %Y @ %H:%M:%S"),
        )
    ),
)

_CLOCK = rf"{SECONDS}(?:[.,:][0-9]{{1,9}})?"
_SHORT_LEVELS = "VRB|DBG|INF|WRN|ERR|FTL"
_THREAD = r"\[(?P<thread>[^\]\n]*)\]"


def _undated(name: str, start: str, head: str) -> LogLayout:
    return LogLayout(name, start, head, date=NO_DATE)


# Lines with a clock, seconds since a start, or nothing.
# Such records have no time: a day or a year would be a guess.
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
