"""What stands around mqadmin's output: shell prompts, command lines, dates, separators, what loggers and the JVM print
(`formats/data/noise.tsv`); and the words by which a person finds the lines to look at. No tables here.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest

from rmqkit.formats.data import rows_of
from rmqkit.formats.moments import find_moment, moment_in

_CLOCK_BEFORE = r"(?:\[?(?:\d{4}-\d\d-\d\d[ T])?\d\d:\d\d(?::\d\d)?\]?\s+)?"
_PROMPTS = (
    re.compile(rf"^{_CLOCK_BEFORE}(?:\([\w.-]+\)\s*)?\[[\w.-]+@[\w.-]+[^\]]*\]\s?[#$%>](?:\s+(?P<rest>.*))?$"),
    re.compile(rf"^{_CLOCK_BEFORE}(?:\([\w.-]+\)\s*)?[\w.-]+@[\w.-]+[:\s][^\s#$%>]*\s?[#$%>](?:\s+(?P<rest>.*))?$"),
    re.compile(r"^(?:ba|z|k|da|a)?sh-\d[\w.]*[$#%](?:\s+(?P<rest>.*))?$"),
    re.compile(r"^(?:PS )?[A-Za-z]:\\[^<>|]*>(?P<rest>.*)$"),
    re.compile(r"^(?:[~/][\w./-]*\s)?[$#%](?:\s+(?P<rest>[\w./~].*))?$"),
    re.compile(r"^[➜❯»λ]\s*(?P<rest>.*)$"),
    re.compile(r"^\++\s(?P<rest>\S.*)$"),
)
_MQADMIN = re.compile(
    r"(?P<before>.*?)(?:mqadmin(?:\.cmd|\.sh|\.bat)?|MQAdminStartup)['\"]?\s+(?P<command>[A-Za-z]\w+)(?P<options>.*)$"
)
# commands before mqadmin's in one line
_CHAINED = r"(?:(?:date|echo|printf|sleep|uptime|hostname|cd|export|source|clear)\b[^;&]*(?:;|&&)\s*)*"
# what may stand before mqadmin on a line that carries no prompt
_BEFORE = re.compile(
    rf"^{_CHAINED}"
    r"(?:\S*[=]\S*\s+|(?:sudo|nohup|time|exec|watch|sh|bash|java|docker|podman|kubectl|oc|nerdctl|ssh|timeout)\b.*?)*"
    r"['\"]?(?:\S*[/\\])?$"
)
# what may stand before that: any prompt's last sign, or a sentence that announces the command
_ANNOUNCED = re.compile(
    rf"^(?!\s*usage:).*(?:[$#%>❯➜»λ]|[:：])\s*{_CHAINED}"
    r"(?:(?:sudo|sh|bash|time|docker|podman|kubectl|oc)\b[^'\"`]*?)?['\"]?(?:\S*[/\\])?$"
)
# an output that lost its line feeds stands behind its command
_GLUED_OUTPUT = re.compile(r"#(?:Topic|Group|Cluster ?Name|Broker ?Name|ClientId|Index)\b|RocketMQLog:WARN|V\d_\d+_\d+")
# what word processors and chats make of an option's hyphens
_DASH = re.compile(r"(?<!\S)[\u2013\u2014](?=(?P<one>\w\b)|\w)")
_PLACEHOLDER = re.compile(r"[<>{}$\[\]()]|^\.{2,}$|^…")  # no name holds these (TopicValidator)
_WATCH = re.compile(r"^Every \d+(?:[.,]\d+)?s: (?P<rest>.*)$")

# the moment to which offsets are reset is not the one at which it was asked
_RESET_TO = re.compile(r"\s(?:-s|--timestamp)[ =]+['\"]?\d{4}-\d\d-\d\d[ #T][\d:.]+['\"]?")

# what an option names -> its letter and its names; brokerConsumeStats uses -t for its time-out
_NAMED_BY = {
    "group": "-g --groupname --consumergroup",
    "topic": "-t --topic --topicname",
    "client_id": "-i --clientid",
    "broker": "-b --brokeraddr",
    "name_server": "-n --namesrvaddr",
}
_OPTIONS = {option: named for named, options in _NAMED_BY.items() for option in options.split()}
# what an option names -> the commands whose option of that letter is another one
_OTHERWISE = {
    "group": frozenset({"producerconnection"}),
    "topic": frozenset({"brokerconsumestats", "brokerstatus", "clusterlist"}),
    "client_id": frozenset({"clusterlist", "allocatemq", "querymsgbyid", "querymsgbyoffset", "querycq"}),
}

_LABEL = re.compile(
    r"^[\W_]*(?:(?:date|time|now|at|snapshot|round|sample|capture[d]?|collected|utc|run|时间|采集时间|当前时间|第|次)"
    r"[\W_]*\d{0,4}[\W_]*)*$",
    re.IGNORECASE,
)
_MARKED = re.compile(r"^\s*(?:[=\-*#~>+_]{2,}|[\[({<【])")
_SEPARATOR = re.compile(r"^[\s|:+]*[-=*_~+#]{3}[-=*_~+#\s|:]*$")
_FENCE = re.compile(r"^\s*(?:(?:`{3}|~{3})\s*\w*|\{(?:code|noformat|quote|panel)(?::[^{}]*)?\})\s*$")


@dataclass(frozen=True)
class Command:
    """What a prompt line tells: the mqadmin sub-command (None for another program) and what it asked for."""

    name: str | None = None
    group: str | None = None
    topic: str | None = None
    client_id: str | None = None
    name_server: str | None = None
    broker: str | None = None
    at: datetime | None = None


def read_command(line: str) -> Command | None:
    """The command of a prompt line, of a line that begins with mqadmin, or of watch's title; None for other lines."""
    # What a shell, or watch, puts before a command, and the command as `rest`.
    prompts = (shape.match(line) for shape in (_WATCH, *_PROMPTS))
    prompt = next(filter(None, prompts), None)
    typed = (prompt["rest"] or "") if prompt else line
    names_mqadmin = "mqadmin" in typed or "MQAdminStartup" in typed
    match = _MQADMIN.match(typed) if names_mqadmin else None
    if match is None:
        return Command(at=moment_in(line)) if prompt else None
    # what stands before mqadmin lets the rest be a command although no prompt is known
    can_begin = prompt or _BEFORE.match(match["before"]) or _ANNOUNCED.match(match["before"])
    if not can_begin or _GLUED_OUTPUT.search(_own_part(match["options"])):
        return None
    name = match["command"]
    options = match["options"]
    at = moment_in(_RESET_TO.sub("", line))
    words = _words(options)
    named: dict[str, str] = {}
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        option, _, value = word.partition("=")
        what = _OPTIONS.get(option.lower() if option.startswith("--") else option)
        value = value or ("" if following.startswith("-") else following)
        if what and name.lower() not in _OTHERWISE.get(what, ()) and value and not _PLACEHOLDER.search(value):
            named[what] = value
    return Command(name, **named, at=at)


def _own_part(options: str) -> str:
    """A command's options without its pipes, redirections and followers. No name holds a semicolon."""
    return re.split(r"\s(?:[|;]|&&|\d?>)|;(?=\s|$)", options.rstrip("\\ "), maxsplit=1)[0]


def _words(options: str) -> list[str]:
    text = _DASH.sub(lambda match: "-" if match["one"] else "--", _own_part(options))
    try:
        return shlex.split(text, posix=True)
    except ValueError:  # a quote is open because the line was cut
        return text.replace('"', " ").replace("'", " ").split()


def shell_word(name: str) -> str:
    """A name as one word of a shell's command, quoted where it has to be: names of evidence may hold anything."""
    return shlex.quote(name)


def sub_command(command: str) -> str:
    """What tells suggested commands apart: mqadmin's sub-command; options and remarks do not."""
    found = _SUGGESTED.search(command)
    return found[1] if found else command


def words_told(words: Mapping[str, str]) -> str:
    """Words for the capitals of a suggested command, as one text for `with_words`."""
    return "\n".join(f"{capitals}\t{word}" for capitals, word in words.items())


def with_words(command: str, told: str) -> str:
    """A suggested command with its capitals (`_CAPITALS`) replaced by what is known."""
    words = dict(line.split("\t", 1) for line in told.split("\n") if line)
    return _CAPITALS.sub(lambda found: words.get(found[1] or "GROUP", found[1] or "GROUP"), command)


_SUGGESTED = re.compile(r"\bmqadmin (\w+)")
_CAPITALS = re.compile(r"\{group\}|\b(GROUP|TOPIC|NAMESRV|BROKER|MASTER|CLUSTER)\b")


def date_line(line: str) -> datetime | None:
    """The moment of a line that only says when: `date`'s output, `=== 2026-11-21 10:31:00 ===`; else None."""
    if len(line) > 160:
        return None
    found = find_moment(line)
    if found is None:
        return None
    moment, start, end = found
    rest = f"{line[:start]} {line[end:]}"
    if _LABEL.match(rest) or (_MARKED.match(line) and len(rest.split()) <= 8):
        return moment
    return None


def is_separator(line: str) -> bool:
    """Whether a line is only drawn: dashes, a fence of Markdown or Jira, a table's rule."""
    return bool(_SEPARATOR.match(line) or _FENCE.match(line))


GRAVE = r"(?i)\b(?:error|warn|warning|fatal|severe|panic)\b|exception|fail|refus|denied|timeout|timed out"
"""What a person would look at first."""

# where a person or a pager left lines out
_GAP = re.compile(
    r"^\s*(?:\.{2,}|…+|\[(?:\.{3}|…|snip)\]|<snip>|-+ ?snip ?-+|-+ ?[Mm]ore ?-+(?:\(\d+%\))?|\(END\)"
    r"|[(（【]?(?:此处|中间|以下|后面)?(?:省略|略去|略)(?:[^\s\w].*|若干.*|\d+.*|部分.*)?[)）】]?[.。…]*)\s*$"
)
_NOISE = re.compile("|".join(f"(?:{row['shape']})" for row in rows_of("noise.tsv", "program", "shape")))
_HINT = re.compile(r"[:\-|^@]|real|user|sys|logout|Script|NAME ")


def is_logger_noise(line: str) -> bool:
    """Whether the line is a warning of a logger, the JVM or a start script (at its beginning)."""
    return bool(_HINT.search(line)) and bool(_NOISE.match(line))


def is_gap(line: str) -> bool:
    """Whether a line only says that others were left out: an ellipsis, a pager's mark."""
    return bool(_GAP.match(line))


def is_noise(line: str) -> bool:
    """Whether a line carries no evidence by itself: a prompt, a date, a separator or a logger's warning."""
    text = line.strip()
    return (
        is_logger_noise(text)
        or is_separator(text)
        or is_gap(text)
        or read_command(text) is not None
        or date_line(text) is not None
    )
