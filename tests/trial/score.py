"""`python -m tests.trial.score OUT`: the answers of a trial against its truths, as a table. Calls no model.

Names of cases are printed, never what they are.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rmqkit.diagnosis.explanation import NOTE
from rmqkit.diagnosis.findings import EXPLANATIONS
from rmqkit.errors import Error
from tests.accuracy import posts as graded
from tests.accuracy.again import opened
from tests.accuracy.posts import Grade, Post
from tests.accuracy.scoring import Truth
from tests.trial.prepare import KINDS, MODES, POST, Case, Plan, cases, digest

HEALTHY = "healthy"
# What is worth knowing beside a cause: an answer may name it of a healthy group.
NOTES = frozenset(each.id for each in EXPLANATIONS if each.kind == NOTE)
RETRY = "%RETRY%"
Queues = frozenset[str]


@dataclass(frozen=True)
class Answer:
    """What an investigator said of one case; `sure` as it said so itself."""

    causes: tuple[str, ...] = ()
    in_words: str = ""
    read_by_nobody: Queues = frozenset()
    read_by_several: Queues = frozenset()
    sure: bool = False

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Answer:
        """From an answer's JSON; a field that is missing says nothing."""
        causes = given.get("causes") or ()
        return cls(
            causes=(causes,) if isinstance(causes, str) else tuple(causes),
            in_words=f"{given.get('in_words', '')}\n{given.get('do', '')}",
            read_by_nobody=_queues(given.get("read_by_nobody") or ()),
            read_by_several=_queues(given.get("read_by_several") or ()),
            sure=given.get("confidence") == "sure",
        )


@dataclass(frozen=True)
class Known:
    """What is true of a recording at its end, as its ledgers and its truth.json have it."""

    truth: Truth
    read_by_nobody: Queues
    read_by_several: Queues


@dataclass(frozen=True)
class Marked:
    """One case: each field is None where it cannot be asked; an answer that is not there is neither right nor wrong."""

    right: bool
    every_cause: bool
    wrong: bool
    sure: bool
    queues_exact: bool | None = None
    queues_false: bool = False


@dataclass(frozen=True)
class Cost:
    """What an answer took, as `run` logged it and the answer's file tells."""

    minutes: float = 0.0
    characters: int = 0
    commands: int = 0


def mark(known: Known, answer: Answer | None) -> Marked:
    """A recording's answer. Wrong: a cause that is not so now, a sick group called healthy; notes are no causes."""
    if answer is None or not answer.causes:
        return Marked(right=False, every_cause=False, wrong=False, sure=False, queues_exact=_asked(known) and False)
    causes = [cause for cause in answer.causes if cause not in NOTES] or [*answer.causes]
    truth, named = known.truth, frozenset(causes) - {HEALTHY}
    nothing_false = named <= truth.true_now and (bool(named) or truth.healthy)
    right = causes[0] in truth.causes if truth.causes else nothing_false
    wrong = bool(named - truth.true_now) or (HEALTHY in causes and not truth.healthy)
    return Marked(
        right=right,
        every_cause=right and truth.causes <= named,
        wrong=wrong,
        sure=answer.sure,
        queues_exact=_exact(known, answer) if _asked(known) else None,
        queues_false=_false_queues(known, answer),
    )


def mark_post(post: Post, answer: Answer | None) -> Grade:
    """By what an answer to this post has to say and must not say: the same as rmqkit's own."""
    if answer is None:
        return graded.grade(post, None)
    named = frozenset(answer.causes) - {"unlisted"}
    proven = named - {HEALTHY} if answer.sure else frozenset()
    said = graded.Answer(
        text=answer.in_words,
        proven_text=answer.in_words if answer.sure else "",
        proven=proven,
        found=named - {HEALTHY},
        ok=HEALTHY in named and answer.sure,
    )
    return graded.grade(post, said)


def _asked(known: Known) -> bool | None:
    """Whether this incident has queues to be named: orphans, or read by several."""
    return bool(known.truth.effects & {"orphan_queues", "duplicate_consumption"}) or None


def _exact(known: Known, answer: Answer) -> bool:
    orphans = "orphan_queues" not in known.truth.effects or answer.read_by_nobody == known.read_by_nobody
    several = "duplicate_consumption" not in known.truth.effects or answer.read_by_several == known.read_by_several
    return orphans and several


def _false_queues(known: Known, answer: Answer) -> bool:
    """Whether a queue is called unread or read by several that is not."""
    return bool(answer.read_by_nobody - known.read_by_nobody or answer.read_by_several - known.read_by_several)


def _queues(names: Iterable[str]) -> Queues:
    """Queues as "TOPIC BROKER QUEUE"; retry topics apart, as ledgers know nothing of them."""
    parts = [str(name).replace("/", " ").split() for name in names]
    return frozenset(" ".join(queue) for queue in parts if queue and not queue[0].startswith(RETRY))


def costs(log: Iterable[str], answered: Mapping[str, float]) -> dict[str, Cost]:
    """Per case, from the lines of `run`'s log and the moment of each answer: from the first command to the answer."""
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in log:
        row = json.loads(line)
        rows[row["case"]].append(row)
    return {case: _cost(commands, answered.get(case, 0.0)) for case, commands in rows.items()}


def _cost(commands: Sequence[Mapping[str, Any]], answered: float) -> Cost:
    first = min(row["started"] for row in commands)
    last = max(answered, *(row["ended"] for row in commands))
    return Cost((last - first) / 60, sum(row["characters"] for row in commands), len(commands))


def known_of(case: Case) -> Known:
    """The truth of one recording."""
    assert case.archive is not None
    with opened(case.archive) as recording:
        several = recording.told["queues_read_by_several"]
        return Known(
            recording.truth,
            _queues(f"{queue.topic} {queue.broker} {queue.queue}" for queue in recording.unread),
            _queues(f"{queue['topic']} {queue['broker']} {queue['queue']}" for queue in several),
        )


def table(rows: Sequence[Sequence[str]]) -> str:
    """Markdown."""
    head, *body = rows
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *body])


HEAD = [
    *("mode", "cases", "answered", "cause right", "every cause", "queues exact", "false queues"),
    *("wrong and sure", "wrong, hedged", "minutes", "characters read", "commands"),
]


def row_of_incidents(title: str, marks: Sequence[Marked | None], spent: Sequence[Cost]) -> list[str]:
    """One mode's recordings of one kind; None was not answered."""
    given = [marked for marked in marks if marked]
    asked = [marked for marked in given if marked.queues_exact is not None]
    return [
        title,
        str(len(marks)),
        str(len(given)),
        str(sum(marked.right for marked in given)),
        str(sum(marked.every_cause for marked in given)),
        f"{sum(bool(marked.queues_exact) for marked in asked)} of {len(asked)}",
        str(sum(marked.queues_false for marked in given)),
        str(sum(marked.wrong and marked.sure for marked in given)),
        str(sum(marked.wrong and not marked.sure for marked in given)),
        *_spent(spent),
    ]


def row_of_posts(title: str, grades: Sequence[Grade], answered: int, spent: Sequence[Cost]) -> list[str]:
    """One mode's posts."""
    counted = [str(grades.count(grade)) for grade in (Grade.RIGHT, Grade.SURE, Grade.WRONG)]
    return [title, str(len(grades)), str(answered), counted[0], "", "", "", *counted[1:], *_spent(spent)]


def _spent(spent: Sequence[Cost]) -> list[str]:
    minutes, characters = sum(cost.minutes for cost in spent), sum(cost.characters for cost in spent)
    return [f"{minutes:.1f}", f"{characters:,}", str(sum(cost.commands for cost in spent))]


def scored(out: Path) -> list[list[str]]:
    """The whole table of a trial's folder. Raises Error where what the trial was drawn from has changed."""
    told = json.loads((out / "trial.json").read_text())
    plan = Plan(**told)
    if plan.kept != digest():
        raise Error(f"{out / 'trial.json'}: drawn from other recordings or posts; check out the commit that made it.")
    taken = cases(plan)
    known = {case.name: known_of(case) for case in taken if case.kind != POST}
    return [HEAD, *(row for mode in MODES for row in _rows_of_mode(out / mode, mode, taken, known))]


def _rows_of_mode(folder: Path, mode: str, taken: Sequence[Case], known: Mapping[str, Known]) -> Iterable[list[str]]:
    files = {file.stem: file for file in (folder / "answers").glob("*.json")}
    answers = {name: Answer.of(json.loads(file.read_text(encoding="utf-8"))) for name, file in files.items()}
    log = folder / "log.jsonl"
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    spent = costs(lines, {name: file.stat().st_mtime for name, file in files.items()})
    for kind in KINDS:
        of_kind = [case for case in taken if case.kind == kind]
        paid = [spent.get(case.name, Cost()) for case in of_kind]
        title = f"{mode}: {kind}s" if kind != "buried" else f"{mode}: buried"
        if kind == POST:
            grades = [mark_post(case.post, answers.get(case.name)) for case in of_kind if case.post]
            yield row_of_posts(title, grades, sum(case.name in answers for case in of_kind), paid)
        else:
            marks = [mark(known[case.name], answers[case.name]) if case.name in answers else None for case in of_kind]
            yield row_of_incidents(title, marks, paid)


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    if len(arguments) != 1:
        print("usage: python -m tests.trial.score OUT", file=sys.stderr)
        return 2
    print(table(scored(Path(arguments[0]))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
