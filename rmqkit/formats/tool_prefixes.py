"""What tools and people put before every line, as one table for pastes and logs. Data only; taking
it off is elsewhere.

A prefix can be sure (nothing of RocketMQ's begins so, it goes wherever it stands), can be the
text's own (it goes only if a whole run of lines carries it), or shows by what is behind it (in
logs, where every record begins alike).
"""

from __future__ import annotations

from dataclasses import dataclass

from rmqkit.formats.logs.layout import DATE, LEVELS

_INSTANT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|[+-][0-9:]+)"
_RFC3339 = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)"
_OTHER_CLOCK = r"[0-9]{4}/[0-9]{2}/[0-9]{2} [0-9:]{8}(?:[.,][0-9]+)?"
_LOG_TEXT = r"(?=\[?[0-9]{4}[-/][0-9]{2}|\s|$|Caused by|See |[a-z.]+[A-Za-z.]*(?:Exception|Error)\b)"
_RECORD = (
    rf"(?=\[?[0-9]{{4}}[-/][0-9]{{2}}|[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}|\[?(?:{LEVELS})\b|\s|[a-z.]+[A-Za-z.]*Exception)"
)
_PATH = r"(?:[\w.@%#+-]*[/\\])*[\w.@%#+-]+"


@dataclass(frozen=True)
class Prefix:
    """What one tool writes: `sure` and `run` for pastes (the text behind a run
    is `rest`), `logs` for logs."""

    tool: str
    sure: tuple[str, ...] = ()
    run: str | None = None
    logs: tuple[str, ...] = ()


# In logs the first of those that leave most records is taken.
TOOL_PREFIXES: tuple[Prefix, ...] = (
    Prefix("a quoted mail or Markdown", sure=(r"\s*(?:>\s?)+(?!\S*>)",), logs=(r"^(?:> ?)+",)),
    Prefix(
        "grep -n without a file's name, cat -n",
        run=r"\s*(?P<number>\d{1,7})(?:[:-]|\t)(?P<rest>.*)$",
        logs=(rf"^ *[0-9]{{1,9}}(?:[:\t|] ?|[- ]{_LOG_TEXT})",),
    ),
    Prefix(
        "a code host's line numbers",
        run=r"\s*L(?P<number>\d{1,7}): ?(?P<rest>.*)$",
        logs=(r"^L[0-9]{1,7}: ",),
    ),
    Prefix(
        "grep -n",
        sure=(rf"{_PATH}\.(?:log|txt|out|gz|json|md)(?:\.\d+)?[:-]\d+[:-]",),
        logs=(rf"^[^\s:]+?[:-][0-9]+[:-]{_LOG_TEXT}",),
    ),
    Prefix(
        "grep",
        sure=(rf"{_PATH}\.(?:log|txt|out|gz)(?:\.\d+)?:(?=\S)(?!\d+ )",),
        logs=(rf"^[^\s:]*?[^\s:0-9-][^\s:]*?[:-]{_LOG_TEXT}",),
    ),
    Prefix(
        "docker compose",
        sure=(r"[\w.-]+[_-]\d+\s+\|\s?(?!.*\s\|\s)(?!.*\|$)",),
        run=r"(?P<name>[A-Za-z][\w.-]*)\s+\|\s?(?P<rest>(?!.*\s\|\s)(?!.*\|$).*)$",
        logs=(r"^[^|\s]+ *\| ",),
    ),
    Prefix(
        "kubectl logs --prefix",
        sure=(r"\[[\w.-]+(?:/[\w.-]+)+\]\s?",),
        logs=(r"^\[[^\]]*\] ", r"^\[[^\]]*\] [0-9T:.-]+(?:Z|[+-][0-9:]+) "),
    ),
    Prefix("another program's clock", logs=(rf"^{_OTHER_CLOCK} (?={DATE} )",)),
    Prefix("a numbered list", logs=(r"^ *[0-9]{1,9}[.)] +",)),
    Prefix(
        "the container runtime's own log files",
        sure=(rf"{_RFC3339} (?:stdout|stderr) [FP] ?",),
        logs=(r"^[0-9T:.-]+(?:Z|[+-][0-9:]+) (?:stdout|stderr) [FP] ",),
    ),
    Prefix(
        "a container's time",
        run=rf"{_RFC3339}\s(?P<rest>.*)$",
        logs=(r"^[0-9T:.-]+(?:Z|[+-][0-9:]+) ",),
    ),
    Prefix(
        "journald, syslog",
        sure=(r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]+ [\w./-]+(?:\[\d+\])?: ",),
        logs=(r"^[A-Z][a-z]{2} +[0-9]+ [0-9:]{8} [^ ]+ [^ ]+: ",),
    ),
    Prefix("stern", logs=(rf"^(?:[+-] )?[a-z0-9][a-z0-9.-]*(?: ›)? [a-z0-9][a-z0-9.-]*(?: ›)? {_RECORD}",)),
    Prefix("Loki's client", logs=(rf"^{_INSTANT} \{{[^}}\n]*\}} ",)),
    Prefix("syslog of RFC 5424", logs=(rf"^<[0-9]{{1,3}}>1 {_INSTANT} [^ ]+ [^ ]+ [^ ]+ [^ ]+ (?:-|\[[^\]]*\]) ",)),
    Prefix("a label", logs=(rf'^[A-Za-z][A-Za-z_-]{{0,30}}: ?(?=time="|{DATE})',)),
    Prefix("indentation", logs=(r"^\s+",)),
    Prefix("marks of lists, quotes and code", logs=(r"^[`\"'|*#+-]+ ?", r"^\s*[`\"'|*#+•·-]+\s+")),
    Prefix("a comment", sure=(r"\s*//+ ?", r"(?:--|;)\s(?=\S)")),
    # RocketMQ's headers have no blank behind their mark
    # Prometheus' own comments say what a metric is.
    Prefix(
        "a comment, or root's prompt",
        sure=(r"#(?! .*#$)(?! (?:HELP|TYPE|UNIT) [a-z]\w*_\w)(?! EOF$)(?:\s+(?=\S)|\s*$)",),
    ),
    Prefix("a comment mark on a header", sure=(r"##(?=[A-Z][A-Za-z &]+(?:#|\s))",)),
    Prefix("a bar", run=r"\s*\|\s?(?P<rest>.*)$"),
)
