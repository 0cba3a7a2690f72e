"""Lines that shells, the JVM and logging frameworks print around mqadmin's output, as one table of
patterns; and the words by which a person finds the lines to look at.
"""

from __future__ import annotations

import re

from rmqkit.formats.prompts import date_line, is_separator, read_command

GRAVE = r"(?i)\b(?:error|warn|warning|fatal|severe|panic)\b|exception|fail|refus|denied|timeout|timed out"
"""What a person would look at first."""

# who prints it: pattern
_PATTERNS: dict[str, str] = {
    "RocketMQ's own logger (4.3.0 to 5.0.0)": r"RocketMQLog:",
    "log4j 1 and 2": r"log4j:(?:WARN|ERROR)|ERROR StatusLogger|WARN StatusLogger",
    "slf4j": r"SLF4J(?:\([IWE]\))?:",
    "logback's status lines": r"\d\d:\d\d:\d\d,\d{3} \|-(?:INFO|WARN|ERROR) in ",
    "the JVM": r"(?:OpenJDK|Java HotSpot\(TM\)|Eclipse).{0,40} VM warning:"
    r"|WARNING: (?:An illegal reflective|Illegal|Please consider|Use --|All illegal|A term|sun\.misc|A restricted)"
    r"|Picked up (?:_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS)"
    r"|-Djava\.(?:ext|endorsed)\.dirs=.* is not supported"
    r"|Error: (?:Could not create the Java Virtual Machine|A fatal exception has occurred|A JNI error)"
    r"|Unrecognized VM option",
    "mqadmin's access control (4.4.0 to 4.5.0)": r"Cannot find conf file .* acl"
    r"|AccessKey or secretKey is blank, the acl",
    "the start scripts": r"ERROR: Please set the JAVA_HOME variable|which: no \w+ in"
    r"|(?:/bin/)?(?:readlink|dirname|which): |\S*(?:tools\.sh|mqadmin)(?:: line \d+)?:|nohup: ",
    "shells": r"^(?:real|user|sys)\s+\d+m[\d.,]+s$|^command terminated with exit code|^Defaulted container"
    r"|^\^C$|^logout$|^Last login: |^--- ?(?:stdout|stderr)",
    "script and tmux": r"Script (?:started|done) on |Script started, |Script done, "
    r"|\[[\w.-]+\] \d+:\S.*\"[^\"]*\" \d\d:\d\d \d\d-\w{3}-\d\d$",
    "Ansible, pssh": r"[\w.-]+ \| (?:CHANGED|SUCCESS|FAILED)!? \| rc=\d+ >>$"
    r"|(?:ok|changed): \[[\w.-]+\] => \{$|\"[\w.]*stdout_lines\": \[$"
    r"|\[\d+\] \d\d:\d\d:\d\d \[(?:SUCCESS|FAILURE)\] ",
    "the first line of a prompt of two": r"[┌╭][─-]{1,2}\(.*\)-\[.*\]$"
    r"|[\w.-]+@[\w.-]+ (?:MINGW|MSYS|UCRT|CLANG)\w* \S+$",
}
# where a person or a pager left lines out
_GAP = re.compile(
    r"^\s*(?:\.{2,}|…+|\[(?:\.{3}|…|snip)\]|<snip>|-+ ?snip ?-+|-+ ?[Mm]ore ?-+(?:\(\d+%\))?|\(END\)"
    r"|[(（【]?(?:此处|中间|以下|后面)?(?:省略|略去|略)(?:[^\s\w].*|若干.*|\d+.*|部分.*)?[)）】]?[.。…]*)\s*$"
)
_NOISE = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS.values()))
_HINT = re.compile(r"[:\-|^@]|real|user|sys|logout|Script")


def is_logger_noise(line: str) -> bool:
    """Whether the line is a warning of a logger, the JVM or a start script (at its beginning)."""
    return bool(_HINT.search(line)) and bool(_NOISE.match(line))


def is_gap(line: str) -> bool:
    """Whether a line only says that others were left out: an ellipsis, a pager's mark."""
    return bool(_GAP.match(line))


def is_noise(line: str) -> bool:
    """Whether a line carries no evidence by itself:
    a prompt, a date, a separator or a logger's warning."""
    text = line.strip()
    return (
        is_logger_noise(text)
        or is_separator(text)
        or is_gap(text)
        or read_command(text) is not None
        or date_line(text) is not None
    )
