"""What stands before, between and inside lines that is not RocketMQ's: tools' prefixes (`formats/data/prefixes.tsv`),
noise, escapes. Data only.

Only Python's `re` sees the prefixes, so they may look ahead.
"""

from __future__ import annotations

from rmqkit.formats.data import expression, rows_of

_ROWS = rows_of("prefixes.tsv", "tool", "use", "shape")
_SHAPES = [(row["use"], expression("prefixes.tsv", row["shape"])) for row in _ROWS]
PREFIXES: tuple[str, ...] = tuple(shape for use, shape in _SHAPES if use == "logs")
"""What stands before records: of logs the one that leaves most of them is taken off."""
SURE: tuple[str, ...] = tuple(shape for use, shape in _SHAPES if use == "sure")
"""What goes wherever it stands in a paste: nothing of RocketMQ's begins so."""

ANSI = r"\x1b\[[0-9;]*m"

# What editors and chats put for a blank or a quote, and what web pages put for a
# character of their own.
REPLACED: dict[str, str] = {
    "\u00a0": " ", "\u202f": " ", "\u3000": " ", "\u200b": "", "\ufeff": "", "\u2018": "'",
    "\u2019": "'", "\u2013": "-", "\u201c": '"', "\u201d": '"', "&lt;": "<", "&gt;": ">", "&quot;": '"',
    "&#34;": '"', "&#39;": "'", "&#x27;": "'", "&apos;": "'", "&nbsp;": " ", "&amp;": "&",
}  # fmt: skip

# Lines between records that people and tools leave behind.
_SHOWS_LINES = "(?:[ez]?grep|cat|tail|less|head|zcat|sed|awk|kubectl|docker)"
NOISE = r"^(?:==> .* <==|--|\.{3,}|…+|`{1,3}[a-z]*|\(END\)"
NOISE += rf"|(?:\[[^\]\n]*\]|[^ ]*)[$#] ?(?:sudo )?{_SHOWS_LINES} .*"
NOISE += r"|\[[^\]\s]+@[^\]\n]+\] ?[$#].*|[A-Za-z0-9_.-]+@[A-Za-z0-9_.-]+:[^\s$#]*[$#].*"
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
