"""Takes off a line what tools and chats put around it, so that the formats see what RocketMQ printed.

Never drops or joins lines: line i stays line i.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from rmqkit.formats.leads import without_leads
from rmqkit.formats.logs.prefixes import replaced
from rmqkit.formats.markup import FRAMED, STRINGS, unescaped, without_markup

_COLOURS = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_SPACES = dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")
_NOTHING = dict.fromkeys((0xFEFF, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0x61C, 0xAD, 0x0))
_DIGITS = {base + i: str(i) for base in (0x660, 0x6F0, 0xFF10) for i in range(10)}
_SIGNS = {0x2212: "-", 0xFF5C: "|", 0x2502: "|", 0x2503: "|", 0x66B: ".", 0x66C: ","}
_CHARACTERS = _SPACES | _NOTHING | _DIGITS | _SIGNS

_RFC3339 = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)"

# prefixes that nothing of RocketMQ's begins with: taken off wherever they stand
_ALWAYS = (
    re.compile(r"\s*(?:>\s?)+(?!\S*>)"),  # a quoted mail or Markdown
    re.compile(r"\s*//+ ?"),  # a comment
    re.compile(r"#(?:\s+(?=\S)|\s*$)"),  # a comment, or root's prompt; RocketMQ's headers have no blank there
    re.compile(r"##(?=[A-Z][A-Za-z &]+(?:#|\s))"),  # a comment mark on a header
    re.compile(r"(?:--|;)\s(?=\S)"),
    re.compile(r"\[[\w.-]+(?:/[\w.-]+)+\]\s?"),  # kubectl logs --prefix
    re.compile(rf"{_RFC3339} (?:stdout|stderr) [FP] ?"),  # the container runtime's own log files
    re.compile(r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]+ [\w./-]+(?:\[\d+\])?: "),  # journald, syslog
    re.compile(r"[\w.-]+[_-]\d+\s+\|\s?(?!.*\s\|\s)(?!.*\|$)"),  # docker compose
    re.compile(r"(?:[\w.@%#+-]*[/\\])*[\w.@%#+-]+\.(?:log|txt|out|gz|json|md)(?:\.\d+)?[:-]\d+[:-]"),  # grep -n
    re.compile(r"(?:[\w.@%#+-]*[/\\])*[\w.@%#+-]+\.(?:log|txt|out|gz)(?:\.\d+)?:(?=\S)(?!\d+ )"),  # grep
)
# prefixes that can be the text's own: taken off only if whole runs of lines carry them
_NUMBERED = re.compile(r"\s*(?P<number>\d{1,7})(?:[:-]|\t)(?P<rest>.*)$")
_STAMPED = re.compile(rf"{_RFC3339}\s(?P<rest>.*)$")
_SERVICE = re.compile(r"(?P<name>[A-Za-z][\w.-]*)\s+\|\s?(?P<rest>(?!.*\s\|\s)(?!.*\|$).*)$")
_BAR = re.compile(r"\s*\|\s?(?P<rest>.*)$")
_MARK = re.compile(r"^[#>\[/;]|^.{0,60}-|[:|\t]")
_OURS = re.compile(
    r"\s*#(?:Topic|Group|Broker|Client|Index|Cluster|Consumer|User)"
    r"|\s*(?:Consume|Diff) (?:TPS|Total|Diff)|.*mqadmin |\s*[\w.]+Exception:|Below is subscription|Same subscription"
    r"|WARN: Different subscription|\s*\"brokerDatas\""
)


def split_lines(text: str) -> list[str]:
    """The physical lines of a text: ends are LF, CRLF, or CR alone if there is no LF at all.

    Other characters that Unicode calls line ends do not end one, so numbers agree with editors and grep.
    """
    if "\n" not in text and "\r" in text:
        text = text.replace("\r", "\n")
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def clean_lines(lines: Sequence[str]) -> list[str]:
    """The same lines without colours, odd blanks, foreign digits and tools' prefixes."""
    cleaned = _without_frames(without_markup([clean_characters(line) for line in lines]))
    if not any(_may_carry_prefix(line) for line in cleaned):
        return cleaned
    for _ in range(3):
        again = _without_runs([_without_prefix(line) for line in without_leads(cleaned)])
        if again == cleaned:
            break
        cleaned = again
    return cleaned


def clean_characters(line: str) -> str:
    """A line without its line end, colours, invisible characters; every blank a space, every digit ASCII."""
    if "\x1b" in line:
        line = _COLOURS.sub("", line)
    if not line.isascii() or "\0" in line:
        line = line.translate(_CHARACTERS)
    if "&" in line or not line.isascii():
        line = replaced(line)
    return line.rstrip("\r\n")


def _may_carry_prefix(line: str) -> bool:
    return line[:1].isspace() or _MARK.search(line) is not None


def _without_prefix(line: str) -> str:
    for prefix in _ALWAYS:
        match = prefix.match(line)
        if match and not (match[0].startswith("#") and line.startswith("# ") and line.endswith("#")):
            return line[match.end() :]
    return line


def _without_frames(lines: list[str]) -> list[str]:
    """The same lines without the quotes of a program's list, or the marks of code, around whole runs of them."""
    for string in STRINGS:
        inside = _strip_runs(lines, string, _is_text_of_ours)
        lines = [unescaped(new) if new is not old else old for new, old in zip(inside, lines, strict=True)]
    for framed in FRAMED:
        lines = _strip_runs(lines, framed, _is_text_of_ours)
    return lines


def _without_runs(lines: list[str]) -> list[str]:
    for shape, holds in ((_NUMBERED, _counts_up), (_STAMPED, _is_ours), (_SERVICE, _same_name), (_BAR, _is_quote)):
        lines = _strip_runs(lines, shape, holds)
    return lines


def _strip_runs(lines: list[str], shape: re.Pattern[str], holds: Callable[[list[re.Match[str]]], bool]) -> list[str]:
    result = list(lines)
    run: list[tuple[int, re.Match[str]]] = []
    for i, line in enumerate([*lines, ""]):
        if i < len(lines) and run and not line.strip():
            continue
        match = shape.match(line) if i < len(lines) else None
        if match:
            run.append((i, match))
            continue
        if run and holds([found for _, found in run]):
            for place, found in run:
                result[place] = found["rest"]
        run = []
    return result


def _counts_up(run: list[re.Match[str]]) -> bool:
    """grep -n without a file name, or cat -n: numbers that grow, before something of RocketMQ's or a date."""
    numbers = [int(match["number"]) for match in run]
    grows = all(a < b for a, b in pairwise(numbers))
    return grows and len(run) >= 2 and not any(re.match(r"\d\d[:.]", match["rest"]) for match in run) and _is_ours(run)


def _is_ours(run: list[re.Match[str]]) -> bool:
    return any(_OURS.match(match["rest"]) or re.match(r"\d{4}-\d\d-\d\d \d\d:", match["rest"]) for match in run)


def _is_text_of_ours(run: list[re.Match[str]]) -> bool:
    return len(run) >= 2 and _is_ours(run)


def _same_name(run: list[re.Match[str]]) -> bool:
    return len(run) >= 2 and len({match["name"] for match in run}) == 1


def _is_quote(run: list[re.Match[str]]) -> bool:
    """Bars that only open lines; in a Markdown table they also stand between the cells."""
    texts = [match["rest"].strip() for match in run]
    return any(texts) and not any(" | " in text or text.endswith("|") for text in texts)
