"""What a brief must not leave out, looked for in its text. `python -m tests.briefing.grave`: of every recording."""

import re
import sys
import time
from collections.abc import Iterator

import rmqkit
from rmqkit.briefing import brief
from rmqkit.briefing.writing import tokens_of
from rmqkit.diagnosis import Diagnosis, diagnose
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.finding import OPEN
from rmqkit.errors import Error
from tests.accuracy.again import opened
from tests.lab.recorded import archives

BUDGETS = (8_000, 2_000, 600)
_GROUP_IN_A_LINE = re.compile(r"^- \*\*(\w+)\*\* [A-Z]+  (\S+): .*$", re.MULTILINE)
_PLACE = re.compile(r"(\S+) (\S+) ((?:\d+(?:-\d+)? ?)+)(?:, |; |$|\])")


def omitted(diagnosis: Diagnosis, text: str) -> Iterator[str]:
    """Findings and open messages of WARNING and above, and queues that are unread or read by several, that do not stand
    in the text."""
    in_lines = groups_in_lines(text)
    for finding in diagnosis.findings:
        if finding.severity < Severity.WARNING:
            continue
        if finding.group in in_lines:
            if finding.id not in in_lines[finding.group]:
                yield f"{finding.id} in the line on {finding.group}"
            continue
        if f"**{finding.id}** {finding.severity}" not in text:
            yield f"finding {finding.id}"
    for row in diagnosis.messages:
        mark, there = (row.event, in_lines[row.group]) if row.group in in_lines else (f"- {row.event}", text)
        if row.state == OPEN and row.weight >= Severity.WARNING and mark not in there:
            yield f"message {row.event}"
    named = queues_named(text)
    for rows in diagnosis.allocation.values():
        for row in rows:
            if row.state in ("orphan", "double") and (row.queue.topic, row.queue.broker, row.queue.queue) not in named:
                yield f"queue {row.queue}"


def groups_in_lines(text: str) -> dict[str, str]:
    """The groups that had no room to be told whole, each with the line on it."""
    return {found[2]: found[0] for found in _GROUP_IN_A_LINE.finditer(text)}


def queues_named(text: str) -> set[tuple[str, str, int]]:
    """The queues that the harm and the findings name."""
    queues = set()
    for line in text.splitlines():
        for topic, broker, numbers in _PLACE.findall(line.replace("[", "")) if line.startswith("- ") else ():
            for run in numbers.split():
                first, _, last = run.partition("-")
                queues |= {(topic, broker, number) for number in range(int(first), int(last or first) + 1)}
    return queues


def main() -> None:
    """Print what is omitted anywhere, how often a budget was refused, and the largest share that the brief took."""
    wrong, refused, seconds = [], 0, 0.0
    recordings = archives()
    for archive in recordings:
        with opened(archive) as recording:
            evidence = rmqkit.read(None, str(recording.evidence))
            diagnosis = diagnose(evidence)
            for budget in BUDGETS:
                began = time.perf_counter()
                try:
                    text = brief(evidence, budget=budget, diagnosis=diagnosis)
                except Error:
                    refused += 1
                    continue
                seconds += time.perf_counter() - began
                wrong += [f"{recording.name} {budget}: {what}" for what in omitted(diagnosis, text)]
                wrong += [f"{recording.name} {budget}: too long"] if tokens_of(text) > budget else []
    print(f"{len(recordings)} recordings, budgets {BUDGETS}: {len(wrong)} omitted or too long, {refused} refused")
    print(f"{seconds / len(recordings) / len(BUDGETS):.2f} s a brief, its diagnosis aside")
    print("\n".join(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
