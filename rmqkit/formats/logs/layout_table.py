"""Every layout of log lines, as data: RocketMQ's own here, applications' from their tables. No
files, no Spark.

Sources: the logback, log4j and log4j2 configurations in RocketMQ's distribution,
LoggingBuilder.DefaultLayout of the 4.3.0 to 5.0.0 client, and the clients of other languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache, partial

from rmqkit.formats.logs.app_layouts import APP_LAYOUTS, UNDATED_LAYOUTS
from rmqkit.formats.logs.layout import ANY_AT, AT, DATE, GMT8, LEVEL, OFFSET, SECONDS, LogLayout

_BOOST_DATE = r"[0-9]{4}-[A-Z][a-z]{2}-[0-9]{2}"
_WORDS = r"[^ \n]+(?: [^ \n-][^ \n]*)*"
_BARE = rf"^{DATE} {SECONDS}"
# ThreadFactoryImpl's and the services' own names; a client's loggers (RocketmqClient, io.netty...)
# look otherwise
_SERVERS_THREAD = r"(?:main|ShutdownHook|[A-Z][A-Za-z]+(?:Thread|Service|Selector|Executor)[A-Za-z0-9_]*)"

_server = partial(LogLayout, program="server", zone=GMT8)
_client = partial(LogLayout, program="client")

_OWN_LAYOUTS: tuple[LogLayout, ...] = (
    _client(
        "client_5",
        rf"^{DATE} {SECONDS}\.[0-9]{{3}} +[A-Z]+ +\[[0-9]*\] \[",
        rf"^{AT}\.(?P<fraction>[0-9]{{3}}) +{LEVEL} +\[[0-9]*\] \[(?P<thread>[^\]\n]*)\] "
        r"\[(?P<logger>[^\]#]*)[^\]]*\] - ",
        zone=GMT8,
    ),
    # a server whose configuration was given milliseconds
    _server(
        "server_millis",
        rf"^{DATE} {SECONDS}[.,][0-9]{{3}} (?:INFO|WARN|ERROR|DEBUG|FATAL|TRACE) +{_SERVERS_THREAD} - ",
        rf"^{AT}[.,](?P<fraction>[0-9]{{3}}) {LEVEL} +(?P<thread>{_SERVERS_THREAD}) - ",
    ),
    _client(
        "client_log4j",
        rf"^{DATE} {SECONDS},[0-9]{{3}} [A-Z]+ [A-Za-z$]+\([0-9?]*\) - ",
        rf"^{AT},(?P<fraction>[0-9]{{3}}) {LEVEL} (?P<logger>[A-Za-z0-9$]+)\([0-9?]*\) - ",
    ),
    _client(
        "client_4",
        rf"^{DATE} {SECONDS},[0-9]{{3}} [A-Z]+ [^ ]+ - ",
        rf"^{AT},(?P<fraction>[0-9]{{3}}) {LEVEL} (?P<logger>[^ \n]+) - ",
    ),
    # boost's %TimeStamp%(%Severity%) of the C++ client
    _client(
        "client_cpp",
        rf"^\[{_BOOST_DATE} {SECONDS}\.[0-9]+\]\([a-z]+\):",
        rf"^\[(?P<at>{_BOOST_DATE} {SECONDS})\.(?P<fraction>[0-9]+)\]\((?P<level>[a-z]+)\):",
        date="%Y-%b-%d %H:%M:%S",
    ),
    # NLog in the C# client: four digits of a second, process, thread, call site
    _client(
        "client_csharp",
        rf"^{DATE} {SECONDS}\.[0-9]{{4}} +[A-Z]+ +\[[0-9]*\] \[[0-9]*\] \[",
        rf"^{AT}\.(?P<fraction>[0-9]{{4}}) +{LEVEL} +\[[0-9]*\] \[(?P<thread>[0-9]*)\] "
        r"\[(?P<logger>[^\]:]*)[^\]]*\] ",
    ),
    # logging in the Python client of 5.x
    _client(
        "client_python", rf"^{DATE} {SECONDS},[0-9]{{3}} \[[A-Z]+\] ", rf"^{AT},(?P<fraction>[0-9]{{3}}) \[{LEVEL}\] "
    ),
    # tracing in the Rust client
    _client(
        "client_rust",
        rf"^{DATE}T{SECONDS}\.[0-9]+Z +[A-Z]+ (?:[^\n]*: )?rocketmq::",
        rf"^{ANY_AT}{OFFSET} +{LEVEL} (?:[^\n]*: )?(?P<logger>rocketmq::[a-z_:]+): ",
    ),
    # egg-logger in the Node client: level and process id
    _client(
        "client_node",
        rf"^{DATE} {SECONDS},[0-9]{{3}} (?:INFO|WARN|ERROR|DEBUG) [0-9]+ ",
        rf"^{AT},(?P<fraction>[0-9]{{3}}) {LEVEL} [0-9]+ ",
    ),
    # zap on a console in the Go client of 5.x: its call site between tabs
    _client(
        "client_go_5",
        rf"^{DATE}T{SECONDS}\.[0-9]{{3}}(?:Z|[+-][0-9]{{4}})\t[A-Z]+\t[a-z_0-9/]*[a-z_0-9]+\.go:",
        rf"^{ANY_AT}{OFFSET}\t{LEVEL}\t(?P<logger>[a-z_0-9/]+\.go):[0-9]+\t",
    ),
    # spdlog in the C++ client of 5.x: a letter for the level, the thread
    _client(
        "client_cpp_5",
        rf"^{DATE} {SECONDS}\.[0-9]{{3}} \[--[A-Z]--\] \[ *[0-9]+\] ",
        rf"^{AT}\.(?P<fraction>[0-9]{{3}}) \[--{LEVEL}--\] \[ *(?P<thread>[0-9]+)\] ",
    ),
    _server("stats", rf"{_BARE} [A-Z]+ - ", rf"^{AT} {LEVEL} - "),
    _server("watermark", rf"{_BARE} - ", rf"^{AT} - "),
    _server("proxy_watermark", rf"{_BARE} ?\[WATERMARK\]", rf"^{AT} ?\["),
    _server("server", rf"{_BARE} (?:INFO|WARN|ERROR|DEBUG|FATAL|TRACE) ", rf"^{AT} {LEVEL} (?P<thread>{_WORDS}) - "),
)

LAYOUTS: tuple[LogLayout, ...] = (*_OWN_LAYOUTS, *APP_LAYOUTS, *UNDATED_LAYOUTS)
BY_NAME: dict[str, LogLayout] = {layout.name: layout for layout in LAYOUTS}


def layout_of(line: str, layouts: Iterable[LogLayout] = LAYOUTS) -> LogLayout | None:
    """The first layout that a line is the beginning of; None for any other line."""
    return _any_layout_of(line) if layouts is LAYOUTS else _first_of(line, layouts)


@lru_cache(maxsize=2048)
def _any_layout_of(line: str) -> LogLayout | None:
    """Of all layouts. Whether lines have a prefix is tried on the same lines many times."""
    return _first_of(line, LAYOUTS)


def _first_of(line: str, layouts: Iterable[LogLayout]) -> LogLayout | None:
    for layout in layouts:
        if re.match(layout.start, line) and layout.line.match(line):
            return layout
    return None
