"""How one line of a log is laid out: every layout as data, as regular expressions. No files, no Spark, no messages.

Sources: the logback, log4j and log4j2 configurations in RocketMQ's distribution, LoggingBuilder.DefaultLayout of
the 4.3.0 to 5.0.0 client, and the default patterns of the frameworks that applications log with.
The expressions use what Python's `re` and Rust's `regex` have in common, and ASCII classes, which are faster.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

GMT8 = "GMT+8"
JVM = "JVM"

_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_SECONDS = r"[0-9]{2}:[0-9]{2}:[0-9]{2}"
_BOOST_DATE = r"[0-9]{4}-[A-Z][a-z]{2}-[0-9]{2}"
_AT = rf"(?P<at>{_DATE} {_SECONDS})"
_LEVEL = r"(?P<level>[A-Z]+)"
_WORDS = r"[^ \n]+(?: [^ \n-][^ \n]*)*"
_LOGGER = r"[A-Za-z_$][A-Za-z0-9_.$#?/-]*"
_ANY_AT = rf"(?P<at>[0-9]{{4}}[-/][0-9]{{2}}[-/][0-9]{{2}}[ T]{_SECONDS})(?:[.,](?P<fraction>[0-9]+))?"
_OFFSET = r"(?P<offset>Z|[+-][0-9]{2}:?[0-9]{2})?"
_ANY_LEVEL = r"(?P<level>TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|trace|debug|info|warn|warning|error|fatal)"


@dataclass(frozen=True)
class Layout:
    """One layout.

    `start` tells the first line of a record; `head` matches what stands before the message and captures
    `at` (and, where the layout has them, `fraction`, `offset`, `level`, `thread`, `logger`).
    `zone` is GMT+8 where RocketMQ's configuration fixes it, else the writing JVM's; an `offset` overrides it.
    `program` says whose layout it is: server, client, or app for a framework's default. `date` is how `at` is written.
    """

    name: str
    program: str
    zone: str
    start: str
    head: str
    date: str = "%Y-%m-%d %H:%M:%S"

    @cached_property
    def line(self) -> re.Pattern[str]:
        """Head and message of a first line."""
        return re.compile(f"{self.head}(?P<message>.*)", re.DOTALL)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """Named groups of `head`, in order."""
        return tuple(re.compile(self.head).groupindex)


_BARE = rf"^{_DATE} {_SECONDS}"

LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "client_5",
        "client",
        GMT8,
        rf"^{_DATE} {_SECONDS}\.[0-9]{{3}} +[A-Z]+ +\[[0-9]*\] \[",
        rf"^{_AT}\.(?P<fraction>[0-9]{{3}}) +{_LEVEL} +\[[0-9]*\] \[(?P<thread>[^\]\n]*)\] "
        r"\[(?P<logger>[^\]#]*)[^\]]*\] - ",
    ),
    Layout(
        "client_log4j",
        "client",
        JVM,
        rf"^{_DATE} {_SECONDS},[0-9]{{3}} [A-Z]+ [A-Za-z$]+\([0-9?]*\) - ",
        rf"^{_AT},(?P<fraction>[0-9]{{3}}) {_LEVEL} (?P<logger>[A-Za-z0-9$]+)\([0-9?]*\) - ",
    ),
    Layout(
        "client_4",
        "client",
        JVM,
        rf"^{_DATE} {_SECONDS},[0-9]{{3}} [A-Z]+ [^ ]+ - ",
        rf"^{_AT},(?P<fraction>[0-9]{{3}}) {_LEVEL} (?P<logger>[^ \n]+) - ",
    ),
    # boost's %TimeStamp%(%Severity%) of the C++ client
    Layout(
        "client_cpp",
        "client",
        JVM,
        rf"^\[{_BOOST_DATE} {_SECONDS}\.[0-9]+\]\([a-z]+\):",
        rf"^\[(?P<at>{_BOOST_DATE} {_SECONDS})\.(?P<fraction>[0-9]+)\]\((?P<level>[a-z]+)\):",
        "%Y-%b-%d %H:%M:%S",
    ),
    # NLog in the C# client: four digits of a second, process, thread, call site
    Layout(
        "client_csharp",
        "client",
        JVM,
        rf"^{_DATE} {_SECONDS}\.[0-9]{{4}} +[A-Z]+ +\[[0-9]*\] \[[0-9]*\] \[",
        rf"^{_AT}\.(?P<fraction>[0-9]{{4}}) +{_LEVEL} +\[[0-9]*\] \[(?P<thread>[0-9]*)\] "
        r"\[(?P<logger>[^\]:]*)[^\]]*\] ",
    ),
    # logging in the Python client of 5.x
    Layout(
        "client_python",
        "client",
        JVM,
        rf"^{_DATE} {_SECONDS},[0-9]{{3}} \[[A-Z]+\] ",
        rf"^{_AT},(?P<fraction>[0-9]{{3}}) \[{_LEVEL}\] ",
    ),
    Layout(
        "stats",
        "server",
        GMT8,
        rf"{_BARE} [A-Z]+ - ",
        rf"^{_AT} {_LEVEL} - ",
    ),
    Layout(
        "watermark",
        "server",
        GMT8,
        rf"{_BARE} - ",
        rf"^{_AT} - ",
    ),
    Layout(
        "proxy_watermark",
        "server",
        GMT8,
        rf"{_BARE} ?\[WATERMARK\]",
        rf"^{_AT} ?\[",
    ),
    Layout(
        "server",
        "server",
        GMT8,
        rf"{_BARE} (?:INFO|WARN|ERROR|DEBUG|FATAL|TRACE) ",
        rf"^{_AT} {_LEVEL} (?P<thread>{_WORDS}) - ",
    ),
    Layout(
        "spring_boot",
        "app",
        JVM,
        rf"^{_DATE}[ T]{_SECONDS}[.,][0-9]+(?:Z|[+-][0-9:]+)? +[A-Z]+ +[0-9]* *--- ",
        rf"^{_ANY_AT}{_OFFSET} +{_LEVEL} +[0-9]* *--- (?:\[[^\]]*\] )?\[(?P<thread>[^\]\n]*)\] "
        r"(?:\[[^\]]*\] ?)?(?P<logger>[^ \n]+) *: ",
    ),
    Layout(
        "logrus",
        "app",
        JVM,
        r'^time="[0-9]{4}-',
        rf'^time="{_ANY_AT}{_OFFSET}" level={_ANY_LEVEL} ',
    ),
    Layout(
        "thread_level_logger",
        "app",
        JVM,
        rf"^\[?{_DATE}[ T]{_SECONDS}[^ ]* +\[",
        rf"^\[?{_ANY_AT}{_OFFSET}\]? +\[(?P<thread>[^\]\n]*)\] *\[?{_ANY_LEVEL}\]? *\[?(?P<logger>{_LOGGER})?",
    ),
    Layout(
        "level_thread_logger",
        "app",
        JVM,
        rf"^\[?{_DATE}[ T]{_SECONDS}[^ ]* +\[?[A-Z]+\]? +\[",
        rf"^\[?{_ANY_AT}{_OFFSET}\]? *\[?{_ANY_LEVEL}\]? *\[(?P<thread>[^\]\n]*)\] *\[?(?P<logger>{_LOGGER})?",
    ),
    Layout(
        "dated",
        "app",
        JVM,
        rf"^[\[(]?[0-9]{{4}}[-/][0-9]{{2}}[-/][0-9]{{2}}[ T]{_SECONDS}",
        rf"^[\[(]?{_ANY_AT}{_OFFSET}[^A-Za-z]*(?:{_ANY_LEVEL}\b)?",
    ),
)

BY_NAME: dict[str, Layout] = {layout.name: layout for layout in LAYOUTS}


def layout_of(line: str, layouts: Iterable[Layout] = LAYOUTS) -> Layout | None:
    """The first layout that a line is the beginning of; None for any other line."""
    for layout in layouts:
        if re.match(layout.start, line) and layout.line.match(line):
            return layout
    return None


# What tools put before a line: mail and chat, line numbers, grep with its context lines, docker compose, kubectl,
# the container runtime, syslog, lists. The one that leaves most well-formed lines is stripped. Only Python's `re`
# sees these, so they may look ahead.
_OTHER_CLOCK = r"[0-9]{4}/[0-9]{2}/[0-9]{2} [0-9:]{8}(?:[.,][0-9]+)?"
_LOG_TEXT = r"(?=\[?[0-9]{4}[-/][0-9]{2}|\s|$|Caused by|See |[a-z.]+[A-Za-z.]*(?:Exception|Error)\b)"
PREFIXES: tuple[str, ...] = (
    r"^(?:> ?)+",
    rf"^ *[0-9]{{1,9}}(?:[:\t|] ?|[- ]{_LOG_TEXT})",
    rf"^[^\s:]+?[:-][0-9]+[:-]{_LOG_TEXT}",
    rf"^[^\s:]*?[^\s:0-9-][^\s:]*?[:-]{_LOG_TEXT}",
    r"^[^|\s]+ *\| ",
    r"^\[[^\]]*\] ",
    r"^\[[^\]]*\] [0-9T:.-]+(?:Z|[+-][0-9:]+) ",
    rf"^{_OTHER_CLOCK} (?={_DATE} )",
    r"^ *[0-9]{1,9}[.)] +",
    r"^[0-9T:.-]+(?:Z|[+-][0-9:]+) (?:stdout|stderr) [FP] ",
    r"^[0-9T:.-]+(?:Z|[+-][0-9:]+) ",
    r"^[A-Z][a-z]{2} +[0-9]+ [0-9:]{8} [^ ]+ [^ ]+: ",
    r"^\s+",
    r"^[`\"'|*#+-]+ ?",
)

ANSI = r"\x1b\[[0-9;]*m"

# Lines between records that people and tools leave behind.
NOISE = r"^(?:==> .* <==|--|\.{3,}|…+|`{3}[a-z]*|[^ ]*[$#] (?:grep|cat|tail|less|head|zcat|sed|awk) .*|\(END\))\s*$"

STACK_TRACE = (
    r"^(?:\s+at |\s*\.\.\. [0-9]+ (?:more|common)|Caused by: |\s*Suppressed: |See http"
    r"|(?:[a-z][a-z0-9_]*\.)+[A-Za-z0-9_$]*(?:Exception|Error|Throwable)\b)"
)
