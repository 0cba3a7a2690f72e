"""What would decide: from the explanations that are left, the commands on which they disagree, the best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import behind_a_proxy, grpc_records
from rmqkit.diagnosis.claims import Claim, Severity
from rmqkit.diagnosis.commands import CLIENT_LOG, CONNECTION, PROGRESS, STATUS, for_group, known_names
from rmqkit.diagnosis.explanation import CAUSE
from rmqkit.diagnosis.facts.group import UNNAMED
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.finding import OPEN, Finding, Missing, Said
from rmqkit.diagnosis.findings import BY_ID, EXPLANATIONS
from rmqkit.diagnosis.relations.members import likely_writers
from rmqkit.formats.logs.catalogue import MEANINGS
from rmqkit.formats.logs.response_codes import looks_after
from rmqkit.formats.prompts import sub_command, with_words, words_told
from rmqkit.language import Phrase, filled, joined, message, say

# More than a reader follows up at once.
MOST_LOOKS, MOST_PLACES = 2, 6
_FAIL_BEHIND_A_PROXY = ("consumerProgress", "consumerConnection", "consumerStatus")
_OF_SEVERAL = (
    "inconsistent_subscription",
    "client_id_collision",
    "mixed_allocation_strategies",
    "message_model_mismatch",
    "broker_disagreement",
)
_PRINTED_BY = {"rocketmq_client.log": "client", "broker.log": "broker", "namesrv.log": "namesrv"}


def missing_for(
    case: Case,
    judged: Sequence[Finding],
    health: Finding,
    findings: Sequence[Finding],
    messages: Sequence[Said],
) -> list[Missing]:
    """What would change the verdict: where a cause is proven, what tells how far it reaches. A proven effect still
    wants its cause. First what explains the messages that are still open; then a command stands before another if more
    explanations wait for it."""
    if any(map(settles, findings)):
        proven = [(claim, [sign for sign in claim.signs if sign.silent]) for claim in judged if claim.proven]
        extents = [(claim, [(sign.predicts, sign.command) for sign in signs]) for claim, signs in proven]
        return _awaited(case, extents)
    if health.proven and not any(said.is_grave for said in messages):
        return []
    # What members do to each other needs two of them.
    alone = case.membership.each_once and len(case.live) == 1
    possible = [claim for claim in judged if claim.status.possible]
    wanting = [health, *(claim for claim in possible if not (alone and claim.id in _OF_SEVERAL))]
    missing = [*_message_places(case, messages), *_awaited(case, [(claim, claim.needs) for claim in wanting])]
    if grpc_records(case) and behind_a_proxy(case):
        # Brokers keep the offsets alone of these clients: what asks them for the group fails, and has failed.
        missing = [row for row in missing if sub_command(row.command) not in _FAIL_BEHIND_A_PROXY]
    # A member's log that begins with its start holds all that it can tell.
    begun = {event.file for event in case.records("member.log_begins")}
    if case.live and case.live <= {who for file, who in likely_writers(case).items() if file in begun}:
        missing = [row for row in missing if row.command != _named(CLIENT_LOG, case)]
    # Each command once, in the words in which it is asked for first, with all that it would tell.
    by_command = grouped((sub_command(row.command), row) for row in missing)
    decides = ([cause for row in rows for cause in row.decides] for rows in by_command.values())
    alike = zip(by_command.values(), decides, strict=True)
    return [replace(rows[0], decides=tuple(dict.fromkeys(causes))) for rows, causes in alike]


def _message_places(case: Case, messages: Sequence[Said]) -> list[Missing]:
    """Where to look next after what was said and is not explained, each place once; of a fragment, whose lines are all
    there is, after the gravest lines though they may be normal."""
    known = [said for said in messages if said.event in MEANINGS]
    asked = [said for said in known if said.state == OPEN]
    if not asked and not case.from_mqadmin and not behind_a_proxy(case):
        asked = [said for said in known if said.weight > Severity.UNKNOWN] or known
    missing: dict[str, Missing] = {}
    for said in asked:
        for look in looks_after(said.event)[:MOST_LOOKS]:
            # Whether the evidence holds what the command prints.
            held = {
                "consumerProgress": len(case.snapshots) > 1,
                "consumerConnection": bool(case.rosters),
                "consumerStatus": bool(case.running),
                "topicRoute": bool(case.routes),
                "topicStatus": bool(case.status),
            }
            source = _PRINTED_BY.get(look.command.partition(" ")[0])
            is_there = held.get(sub_command(look.command), any(event.source == source for event in case.events))
            if not is_there:
                command = _named(look.command, case)
                need = say("{group}: {need}", group=case.group, need=message(look.tells))
                causes = [one.id for one in EXPLANATIONS if one.kind == CAUSE and said.event in one.messages]
                missing.setdefault(command, Missing(need, command, tuple(causes)))
    return list(missing.values())[:MOST_PLACES]


def _named(command: str, case: Case) -> Phrase:
    """The command with the names that the evidence tells, as a shell's words; what it does not tell stays in
    capitals."""
    return filled(with_words, command, words_told(known_names(case)))


def _awaited(case: Case, wanting: Iterable[tuple[Claim, list[tuple[str, str]]]]) -> list[Missing]:
    """What each command would show: what is to be seen of a healthy group, and what would confirm causes or rule them
    out."""
    rows = [(command, claim.id, what) for claim, waiting in wanting for what, command in waiting if command]
    by_command = {command: grouped(own) for command, own in grouped((row[0], row[1:]) for row in rows).items()}
    missing = []
    for command, needs in sorted(by_command.items(), key=lambda row: -len(row[1])):
        causes = [BY_ID[claimed].name for claimed in needs if claimed in BY_ID]
        signs = [what for claimed, own in needs.items() for what in own if claimed in BY_ID and what not in causes]
        told = [what for claimed, own in needs.items() for what in own if claimed not in BY_ID]
        if causes:
            named = {"causes": joined(", ", causes), "signs": joined(", ", dict.fromkeys(signs))}
            told.append(say("to confirm or rule out {causes} (look for: {signs})", **named))
        need = say("{group}: {need}", group=case.group, need=joined("; ", dict.fromkeys(told)))
        missing.append(Missing(need, _named(command, case), tuple(needs)))
    return missing


def missing_without_group() -> tuple[Missing, ...]:
    """What to bring where nothing names a consumer group."""
    need = say("the name of the consumer group and its state")
    return tuple(Missing(need, for_group(command, UNNAMED)) for command in (PROGRESS, CONNECTION, STATUS))


def settles(finding: Finding) -> bool:
    """Whether it is a cause that is proven and goes on: then nothing else has to be decided."""
    return finding.proven and finding.alarming and BY_ID[finding.id].kind == CAUSE
