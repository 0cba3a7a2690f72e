"""What stands before, between and inside log lines that is not RocketMQ's: tools' prefixes, noise, escapes. Data only.

Layouts are elsewhere. The prefix that leaves most well-formed lines is stripped. Only Python's `re` sees the
prefixes, so they may look ahead.
"""

from __future__ import annotations

from rmqkit.formats.logs.layout import DATE, LEVELS

_OTHER_CLOCK = r"[0-9]{4}/[0-9]{2}/[0-9]{2} [0-9:]{8}(?:[.,][0-9]+)?"
_LOG_TEXT = r"(?=\[?[0-9]{4}[-/][0-9]{2}|\s|$|Caused by|See |[a-z.]+[A-Za-z.]*(?:Exception|Error)\b)"
_RECORD = (
    rf"(?=\[?[0-9]{{4}}[-/][0-9]{{2}}|[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}|\[?(?:{LEVELS})\b|\s|[a-z.]+[A-Za-z.]*Exception)"
)
_INSTANT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|[+-][0-9:]+)"

# Mail and chat, line numbers, grep with its context lines, docker compose, kubectl, stern, the container runtime,
# Loki's client, syslog of both kinds, lists.
PREFIXES: tuple[str, ...] = (
    r"^(?:> ?)+",
    rf"^ *[0-9]{{1,9}}(?:[:\t|] ?|[- ]{_LOG_TEXT})",
    rf"^[^\s:]+?[:-][0-9]+[:-]{_LOG_TEXT}",
    rf"^[^\s:]*?[^\s:0-9-][^\s:]*?[:-]{_LOG_TEXT}",
    r"^[^|\s]+ *\| ",
    r"^\[[^\]]*\] ",
    r"^\[[^\]]*\] [0-9T:.-]+(?:Z|[+-][0-9:]+) ",
    rf"^{_OTHER_CLOCK} (?={DATE} )",
    r"^ *[0-9]{1,9}[.)] +",
    r"^[0-9T:.-]+(?:Z|[+-][0-9:]+) (?:stdout|stderr) [FP] ",
    r"^[0-9T:.-]+(?:Z|[+-][0-9:]+) ",
    r"^[A-Z][a-z]{2} +[0-9]+ [0-9:]{8} [^ ]+ [^ ]+: ",
    rf"^(?:[+-] )?[a-z0-9][a-z0-9.-]*(?: ›)? [a-z0-9][a-z0-9.-]*(?: ›)? {_RECORD}",
    rf"^{_INSTANT} \{{[^}}\n]*\}} ",
    rf"^<[0-9]{{1,3}}>1 {_INSTANT} [^ ]+ [^ ]+ [^ ]+ [^ ]+ (?:-|\[[^\]]*\]) ",
    rf'^[A-Za-z][A-Za-z_-]{{0,30}}: ?(?=time="|{DATE})',
    r"^\s+",
    r"^[`\"'|*#+-]+ ?",
    r"^\s*[`\"'|*#+•·-]+\s+",
)

ANSI = r"\x1b\[[0-9;]*m"

# What editors and chats put for a blank or a quote, and what web pages put for a character of their own.
REPLACED: dict[str, str] = {
    "\u00a0": " ",
    "\u202f": " ",
    "\u3000": " ",
    "\u200b": "",
    "\ufeff": "",
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#34;": '"',
    "&#39;": "'",
    "&#x27;": "'",
    "&apos;": "'",
    "&nbsp;": " ",
    "&amp;": "&",
}

# Lines between records that people and tools leave behind.
NOISE = r"^(?:==> .* <==|--|\.{3,}|…+|`{1,3}[a-z]*|[^ ]*[$#] (?:grep|cat|tail|less|head|zcat|sed|awk) .*|\(END\)"
NOISE += r'|"?(?:@?[Tt]imestamp|[Tt]ime|tsNs|_time|[Dd]ate)"?,[A-Za-z_.@", ]+)\s*$'

STACK_TRACE = (
    r"^(?:\s+at |\s*\.\.\. [0-9]+ (?:more|common)|Caused by: |\s*Suppressed: |See http"
    r"|(?:[a-z][a-z0-9_]*\.)+[A-Za-z0-9_$]*(?:Exception|Error|Throwable)\b)"
)


def replaced(text: str) -> str:
    """The text with the characters that RocketMQ printed."""
    if text.isascii() and "&" not in text:
        return text
    for written, meant in REPLACED.items():
        text = text.replace(written, meant)
    return text
