"""What stands before every line of a paste, learned from a line that is surely RocketMQ's. No kinds and no rows here.

People and tools put anything there: bullets, line numbers, clocks, a host's name, `* ` of a comment. A line that
mqadmin prints from its first column on shows what precedes it; its neighbours that begin with the same lose it too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rmqkit.formats.logs.layout_table import layout_of

# texts that mqadmin prints at the beginning of a line and that stand nowhere else
_OURS = re.compile(
    r"#?Topic\s+#?(?:Broker\s?Name|Group|Sub\s?Expression|Pull\sRT)\b|#?Group\s+#?Count\b|#?Broker\s?Name\s+#?QID\b"
    r"|#?Client\s?Id\s+#?Client\s?Addr\b|#Index\s+#ClientId\b|#?Cluster\s?Name\s+#?Broker\s?Name\b"
    r"|#(?:Consumer (?:Properties|Subscription|Offset|MQ Detail|Pop Detail|RT&TPS|jstack)|User Consume Info)#"
    r"|Below is subscription:|(?:ConsumeType|MessageModel|ConsumeFromWhere): (?:[A-Z]|null)"
    r"|(?:Consume )?Diff Total: -?\d|Consume (?:TPS|Inflight Total): -?\d"
    r"|Same subscription in the same group of consumer|WARN: Different subscription in the same group"
    r"|org\.apache\.rocketmq\.tools\.command\.SubCommandException: "
)
_JSON_KEY = re.compile(r"\"(?:brokerDatas|queueDatas)\"\s*:")
_PARTS = re.compile(r"\s+|\S+")
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_LONGEST = 120
# records of these layouts only look like a date before some text
_ANY_DATED = frozenset({"dated"})


def without_leads(lines: Sequence[str]) -> list[str]:
    """The same lines without what precedes mqadmin's text in whole runs of lines."""
    leads = {lead for i in range(len(lines)) if (lead := _lead_at(lines, i))}
    result = list(lines)
    for lead in sorted(leads, key=len, reverse=True):
        _strip(result, lines, lead)
    return result


def _lead_at(lines: Sequence[str], i: int) -> str | None:
    """What precedes mqadmin's text in line i; None where the line shows nothing of it."""
    line = lines[i]
    match = _OURS.search(line[: _LONGEST + 40])
    if match is not None:
        return line[: match.start()] if match.start() <= _LONGEST else None
    if i and _JSON_KEY.search(line) and lines[i - 1].rstrip().endswith("{"):
        return lines[i - 1].rstrip()[:-1]
    return None


def _strip(result: list[str], lines: Sequence[str], lead: str) -> None:
    shape = _shape(lead)
    run: list[int] = []
    for i in range(len(lines) + 1):
        if i < len(lines) and result[i] is lines[i] and _carries(shape, lines[i]):
            run.append(i)
            continue
        if sum(bool(lines[place].strip()) for place in run) > 1 and any(_lead_at(lines, j) == lead for j in run):
            for place in run:
                match = shape.match(lines[place])
                result[place] = lines[place][match.end() :] if match else lines[place]
        run = []


def _carries(shape: re.Pattern[str], line: str) -> bool:
    """Whether a line begins with the lead (or is blank), and is no log record that merely begins with a date."""
    if not line.strip():
        return True
    if shape.match(line) is None:
        return False
    layout = layout_of(line)
    return layout is None or layout.name in _ANY_DATED or _OURS.search(line) is not None


def _shape(lead: str) -> re.Pattern[str]:
    """A lead's regular expression: its numbers may be others, unless they are part of a name or an address."""
    body = lead.rstrip()
    parts = [_part(part, first=i == 0) for i, part in enumerate(_PARTS.findall(body))]
    core = "".join(parts)
    return re.compile(rf"{core}(?:{re.escape(lead[len(body) :])}|\s*$)")


def _part(part: str, *, first: bool) -> str:
    if part.isspace():
        return r"\s*" if first else r"\s+"
    counts = re.search(r"[A-SU-Ya-z]", part) is None and not _ADDRESS.search(part)
    return re.sub(r"(?:\\?\d)+", r"\\d+", re.escape(part)) if counts else re.escape(part)
