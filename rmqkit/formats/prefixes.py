"""Takes off lines what tools and people put before them: known prefixes, runs of them, and leads that a line shows.

A lead may be anything (bullets, clocks, a host's name): a line that mqadmin prints from its first column on shows what
precedes it, and its neighbours that begin with the same lose it too. The tools' prefixes are in their table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise

from rmqkit.formats.logs.layout_table import layout_of
from rmqkit.formats.logs.prefixes import RUNS, SURE
from rmqkit.formats.mqadmin.outputs import MARK

_MOST_PASSES = 3  # a paste of a paste of a paste
_SURE = tuple(map(re.compile, SURE))
_CAN_CARRY = re.compile(r"^\s|^[#>\[/;]|^.{0,60}-|[:|\t]")
# what RocketMQ prints at the beginning of a line, as far as a line broken after a few
# words shows it
_OURS = re.compile(
    r"\s*(?:#(?:Topic|Group|Broker|Client|Index|Cluster|Consumer|User)|[\w.]+Exception:|\"brokerDatas\""
    rf"|{MARK.pattern})|.*mqadmin "
)
_DATED = re.compile(r"\d{4}-\d\d-\d\d \d\d:")

Matches = list[re.Match[str]]


def without_prefixes(lines: list[str]) -> list[str]:
    """The same lines without what stands before them, one layer after the other."""
    if not any(map(_CAN_CARRY.search, lines)):
        return lines
    for _ in range(_MOST_PASSES):
        # The same lines without what precedes mqadmin's text in whole runs of lines.
        leads = {lead for i in range(len(lines)) if (lead := _lead_at(lines, i))}
        result = list(lines)
        for lead in sorted(leads, key=len, reverse=True):
            _strip(result, lines, lead)
        sure = (next((match for shape in _SURE if (match := shape.match(line))), None) for line in result)
        inner = [line[match.end() :] if match else line for line, match in zip(result, sure, strict=True)]
        for shape, holds in _RUNS:
            inner = without_runs(inner, shape, holds)
        if inner == lines:
            break
        lines = inner
    return lines


def is_ours(run: Matches) -> bool:
    """Whether something of RocketMQ's, or a record's date, begins one of the texts."""
    return any(_OURS.match(match["rest"]) or _DATED.match(match["rest"]) for match in run)


def _grows(run: Matches) -> bool:
    """Numbers that grow, before something of RocketMQ's or a date."""
    numbers = [int(match["number"]) for match in run]
    return len(run) >= 2 and all(a < b for a, b in pairwise(numbers)) and is_ours(run)


def _is_quote(run: Matches) -> bool:
    """Bars that only open lines; in a Markdown table they also stand between the cells."""
    texts = [match["rest"].strip() for match in run]
    return any(texts) and not any(" | " in text or text.endswith("|") for text in texts)


_HOLDS: dict[str, Callable[[Matches], bool]] = {
    # numbers that grow, and that are no hours
    "grep -n without a file's name, cat -n": lambda run: (
        _grows(run) and not any(re.match(r"\d\d[:.]", match["rest"]) for match in run)
    ),
    "a code host's line numbers": _grows,
    "a container's time": is_ours,
    "docker compose": lambda run: len(run) >= 2 and len({match["name"] for match in run}) == 1,
    "a bar": _is_quote,
}
_RUNS = tuple((re.compile(RUNS[tool]), holds) for tool, holds in _HOLDS.items())

_JSON_KEY = re.compile(r"\"(?:brokerDatas|queueDatas)\"\s*:")
_PARTS = re.compile(r"\s+|\S+")
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_LONGEST = 120
# records of these layouts only look like a date before some text
_ANY_DATED = frozenset({"dated"})


def _lead_at(lines: Sequence[str], i: int) -> str | None:
    """What precedes mqadmin's text in line i; None where the line shows nothing of it."""
    line = lines[i]
    match = MARK.search(line[: _LONGEST + 40])
    if match is not None:
        return line[: match.start()] if match.start() <= _LONGEST else None
    if i and _JSON_KEY.search(line) and lines[i - 1].rstrip().endswith("{"):
        return lines[i - 1].rstrip()[:-1]
    return None


def _strip(result: list[str], lines: Sequence[str], lead: str) -> None:
    # A lead's regular expression: its numbers may be others, unless they are part of a name or an address.
    body = lead.rstrip()
    parts = [_part(part, first=i == 0) for i, part in enumerate(_PARTS.findall(body))]
    core = "".join(parts)
    shape = re.compile(rf"{core}(?:{re.escape(lead[len(body) :])}|\s*$)")
    # Runs of lines that begin with the lead and that no longer lead was taken off before.
    runs: list[list[int]] = [[]]
    for i, line in enumerate(lines):
        # a blank line, or one with the lead that is no log record that merely begins with a date
        is_carrying = result[i] is line and (not line.strip() or shape.match(line) is not None)
        layout = layout_of(line) if is_carrying and line.strip() else None
        if is_carrying and (layout is None or layout.name in _ANY_DATED or MARK.search(line)):
            runs[-1].append(i)
        elif runs[-1]:
            runs.append([])
    for run in runs:
        texts = sum(bool(lines[place].strip()) for place in run)
        if texts < 2 or not any(_lead_at(lines, place) == lead for place in run):
            continue
        for place in run:
            match = shape.match(lines[place])
            result[place] = lines[place][match.end() :] if match else lines[place]


def _part(part: str, *, first: bool) -> str:
    if part.isspace():
        return r"\s*" if first else r"\s+"
    counts = re.search(r"[A-SU-Ya-z]", part) is None and not _ADDRESS.search(part)
    return re.sub(r"(?:\\?\d)+", r"\\d+", re.escape(part)) if counts else re.escape(part)


def without_runs(lines: list[str], shape: re.Pattern[str], holds: Callable[[Matches], bool]) -> list[str]:
    """The same lines; those of each run that `holds` are left with the shape's group `rest`.

    Blank lines do not end a run.
    """
    result = list(lines)
    matches = [(i, shape.match(line)) for i, line in enumerate(lines) if line.strip()]
    for is_run, places in groupby(matches, lambda match: match[1] is not None):
        run = [(i, match) for i, match in places if match]
        if is_run and holds([match for _, match in run]):
            for i, match in run:
                result[i] = match["rest"]
    return result
