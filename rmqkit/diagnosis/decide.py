"""What would decide: from the explanations that are left,
the commands on which they disagree, the best first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.commands import CONNECTION, PROGRESS, STATUS, for_group
from rmqkit.diagnosis.explanation import CAUSE
from rmqkit.diagnosis.explanations import BY_ID, EXPLANATIONS
from rmqkit.diagnosis.facts.group import UNNAMED
from rmqkit.diagnosis.finding import OPEN, Finding, Missing, Said
from rmqkit.diagnosis.judge import Judgement
from rmqkit.diagnosis.severity import Severity
from rmqkit.formats.logs.catalogue import MEANINGS
from rmqkit.formats.logs.next_looks import looks_after
from rmqkit.formats.prompts import shell_word
from rmqkit.language import Phrase, filled, joined, message, say

# More than a reader follows up at once.
MOST_LOOKS, MOST_PLACES = 2, 6


def missing_for(
    case: Case,
    judgements: Sequence[Judgement],
    health: Judgement,
    findings: Sequence[Finding],
    messages: Sequence[Said],
) -> list[Missing]:
    """What would change the verdict: nothing where a cause is proven.

    A proven effect still wants its cause.

    First what explains the messages that are still open; then a command stands before another if
    more explanations wait for it.
    """
    weighty = any(said.state == OPEN and said.weight >= Severity.WARNING for said in messages)
    if any(map(settles, findings)) or (health.status.decided and not weighty):
        return []
    return [*_for_open_messages(case, messages), *_for_judgements(case, judgements, health)]


def _for_open_messages(case: Case, messages: Sequence[Said]) -> list[Missing]:
    """Where to look next after what was said and is not explained, each place once."""
    missing: dict[str, Missing] = {}
    for said in _asked_about(case, messages):
        for look in looks_after(said.event)[:MOST_LOOKS]:
            command = _named(look.command, case.group)
            need = _of_group(case.group, message(look.tells))
            missing.setdefault(command, Missing(need, command, _behind(said.event)))
    return list(missing.values())[:MOST_PLACES]


def _asked_about(case: Case, messages: Sequence[Said]) -> list[Said]:
    """What is open; of a fragment, whose lines are all there is,
    the gravest lines though they may be normal."""
    named = [said for said in messages if said.event in MEANINGS]
    asked = [said for said in named if said.state == OPEN]
    if asked or case.facts.snapshots or case.facts.rosters or case.facts.running:
        return asked
    return [said for said in named if said.weight > Severity.UNKNOWN] or named


def _behind(event: str) -> tuple[str, ...]:
    """The causes that account for a message."""
    return tuple(cause.id for cause in EXPLANATIONS if cause.kind == CAUSE and event in cause.messages)


def _named(command: str, group: str) -> Phrase:
    """The command with the group's name as a shell's word;
    GROUP where the evidence does not name it."""
    return filled(_with_word, command, "GROUP" if group == UNNAMED else shell_word(group))


def _with_word(command: str, word: str) -> str:
    return command.replace("GROUP", word)


def _of_group(group: str, need: str) -> Phrase:
    return say("{group}: {need}", group=group, need=need)


def _for_judgements(case: Case, judgements: Sequence[Judgement], health: Judgement) -> list[Missing]:
    wanting = [judgement for judgement in judgements if judgement.status.possible]
    needs: dict[str, list[str]] = defaultdict(list)
    decides: dict[str, list[str]] = defaultdict(list)
    for judgement in (health, *wanting):
        for sign in _open_needs(judgement):
            needs[sign[1]].append(sign[0])
            decides[sign[1]].append(judgement.claim.id)
    ordered = sorted(needs, key=lambda command: -len(set(decides[command])))
    return [
        Missing(
            _of_group(case.group, joined("; ", dict.fromkeys(needs[command]))),
            for_group(command, case.group),
            tuple(dict.fromkeys(decides[command])),
        )
        for command in ordered
    ]


def _open_needs(judgement: Judgement) -> list[tuple[str, str]]:
    """What a judgement waits for, with the command that brings it."""
    claim = judgement.claim
    waiting = [(sign.predicts, sign.command) for sign in claim.signs if sign.needed and sign.silent]
    waiting += [(rival.what, rival.command) for rival in claim.rivals if not rival.refuted]
    return [(what, command) for what, command in waiting if command]


def missing_without_group() -> tuple[Missing, ...]:
    """What to bring where nothing names a consumer group."""
    need = say("the name of the consumer group and its state")
    return tuple(Missing(need, for_group(command, UNNAMED)) for command in (PROGRESS, CONNECTION, STATUS))


def settles(finding: Finding) -> bool:
    """Whether it is a cause that is proven and goes on: then nothing else has to be decided."""
    proven_now = finding.proven and finding.ongoing and finding.severity > Severity.NOTICE
    return proven_now and BY_ID[finding.id].kind == CAUSE
