"""What `mqadmin consumerStatus` prints without -i: the clients, its verdicts and its findings.

ConsumerStatusSubCommand. Up to 4.9.3 there is no header. The verdicts prove nothing: ConsumerRunningInfo's
analyzeRebalance is a constant, analyzeSubscription is skipped for young or pull clients.
"""

from __future__ import annotations

import re
from functools import partial

from rmqkit.formats.block import Kind
from rmqkit.formats.mqadmin.reading import OpenBlock, cells_at, read_block
from rmqkit.formats.mqadmin.rows import guess
from rmqkit.formats.output import LineSign, Output, Role
from rmqkit.formats.prompts import read_command

# the different verdict ends without a line feed, so a prompt or another output may follow it
SAME = re.compile(r"^\s*Same subscription in the same group of consumer")
DIFFERENT = re.compile(r"^\s*WARN: Different subscription in the same group of consumer!!!")
REBALANCE = re.compile(r"^\s*Rebalance (?P<verdict>OK|Failed)\s*$")
# ConsumerRunningInfo#analyzeProcessQueue
FINDING = re.compile(
    r"^\s*(?P<client>\S.*?) MessageQueue \[topic=(?P<topic>\S+), brokerName=[^\]]*\] "
    r"(?:can't lock for a while, -?\d+ms|unlock \d+ times, still failed|"
    r"can't consume for a while, maybe blocked, -?\d+ms)\s*$"
)


# a client's row without a header: its file lies in a folder named by epoch milliseconds
guess_layout = guess(
    "status",
    (("index", "client_id", "version", "info_file"),),
    lambda cells, _: re.match(r"\d{13}[/\\]", cells["info_file"] or ""),
)


def is_verdict(line: str) -> bool:
    """Whether a line is one of the verdicts or findings below the rows."""
    return any(shape.match(line) for shape in (SAME, DIFFERENT, REBALANCE, FINDING))


def _take(reading: OpenBlock, i: int) -> int:
    """Rows of `connections`, one of `answers` with the verdicts, and one for each finding about a queue."""
    line, block = reading.lines[i], reading.block
    if SAME.match(line):
        return reading.conclude(i, subscription_verdict="same")
    if DIFFERENT.match(line):
        return reading.conclude(i, subscription_verdict="different")
    if rebalance := REBALANCE.match(line):
        return reading.conclude(i, rebalance_verdict=rebalance["verdict"])
    if finding := FINDING.match(line):
        answer = {
            "kind": block.kind.value, "command": block.command, "group": block.group,
            "topic": finding["topic"], "text": line.strip(),
        }  # fmt: skip
        return reading.row("answers", i, answer)
    found = cells_at(reading, i, guess_layout)
    if found is None or "client_id" not in found[0]:
        return reading.header(i, "status")
    cells, taken = found
    values = {
        "kind": block.kind.value, "group": block.group, "client_id": cells["client_id"],
        "address": None, "language": None, "version": cells.get("version"),
    }  # fmt: skip
    return reading.row("connections", i, values, taken)


def _part(text: str) -> LineSign | None:
    if not is_verdict(text):
        return None
    match = DIFFERENT.match(text)
    glued = text[match.end() :].strip() if match else ""
    command = read_command(glued) if glued else None
    return LineSign(Role.BODY, Kind.CONSUMER_STATUS, _VERDICTS, command=command)


_VERDICTS = 1
OUTPUT = Output(
    kind=Kind.CONSUMER_STATUS,
    parse=partial(read_block, take=_take),
    marks=(
        r"#Index\s+#ClientId\b",
        r"Same subscription in the same group of consumer",
        r"WARN: Different subscription in the same group",
    ),
    tables={"status": 0},
    part=_part,
    guess=guess_layout,
)
