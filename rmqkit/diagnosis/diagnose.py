"""From evidence to verdict: the facts of each group are gathered and judged. No rules here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rmqkit.diagnosis.by_workers import LEAST_IN_SHORT, garbage_collection_paused, judged_by_workers
from rmqkit.diagnosis.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.collect import facts_by_group
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.packed import PackedGroups
from rmqkit.diagnosis.finding import Missing
from rmqkit.diagnosis.retold import cited_lines, quoted
from rmqkit.diagnosis.symptoms import usual_symptoms, with_symptoms
from rmqkit.diagnosis.verdict import verdict
from rmqkit.diagnosis.zones import rezoned, zone_known
from rmqkit.errors import NotEvidence, UnknownGroup
from rmqkit.evidence import Evidence, read_pasted
from rmqkit.formats.block import Kind
from rmqkit.formats.posted import sentences_of
from rmqkit.formats.prose import times_named
from rmqkit.language import say
from rmqkit.language.clock import naming_zone

_MOST_OF_A_QUESTION = 200
_ZONE_TAKEN = Missing(
    say(
        "times of mqadmin or of 4.x client logs were read as UTC+8, the time zone of the servers' logs, because in UTC "
        "they would be hours later than those logs (set --zone if that is wrong)"
    ),
    "rmqkit diagnose FOLDER --zone ZONE",
)


def diagnose(evidence: Evidence, group: str | None = None, *, in_short: bool = False) -> Diagnosis:
    """The verdict on one group, or on all groups that the evidence mentions.

    `in_short`: for many groups, compute only what the screen and the brief show, which takes a fraction of the time;
    for a few groups it makes no difference.

    Raises NothingUsable, UnknownGroup, and NotEvidence for anything that `rmqkit.read` did not return.
    """
    if not isinstance(evidence, Evidence):
        words = say(
            "{given!r} is not evidence: read it first, rmqkit.diagnose(rmqkit.read(spark, {given!r})).",
            given=evidence,
        )
        raise NotEvidence(words)
    with garbage_collection_paused():
        if told_by_people := usual_symptoms(evidence):
            return told_by_people
        evidence.require_usable()
        given, (evidence, zone_taken) = evidence, rezoned(evidence)
        tells_zone = zone_known(evidence)
        found = facts_by_group(evidence, [group] if group else ())
        if group is not None:
            named = {name: each for name, each in found.items() if each.group == group}
            if not named:
                known = ", ".join(sorted({each.group for each in found.values()})) or say("none")
                raise UnknownGroup(
                    "Group {group!r} is not in the evidence, which contains: {known}.", group=group, known=known
                )
            found = named
        facts = PackedGroups(found) if len(found) >= LEAST_IN_SHORT else found
        with naming_zone(known=tells_zone):
            judged = judged_by_workers(evidence.running_session, facts, in_short=in_short)
            asked = _asked_about_most(found, given)
            diagnosis = verdict(facts, evidence.ledger_rows(), judged, in_short=in_short, asked=asked)
            diagnosis = with_symptoms(diagnosis, given)
            diagnosis = replace(diagnosis, zone_known=tells_zone)
        if zone_taken:
            diagnosis = replace(diagnosis, missing=(_ZONE_TAKEN, *diagnosis.missing))
        return quoted(diagnosis, evidence.printed_lines(cited_lines(diagnosis)))


def _asked_about_most(found: Mapping[str, GroupFacts], evidence: Evidence) -> str:
    """Of groups of one name in clusters side by side the one whose folder people's sentences name most often: it comes
    first, whatever else is found of the others. Sentences decide nothing else."""
    folders = {name: name.removeprefix(f"{one.group} (").removesuffix(")") for name, one in found.items()}
    apart = {name: folder.lower() for name, folder in folders.items() if folder != name}
    files = {row["file"] for row in evidence.ledger_rows() if row["kind"] == Kind.PROSE} if apart else ()
    lines = [line for _, _, line in evidence.only(list(files)).whole_text(_MOST_OF_A_QUESTION)] if files else []
    said = sentences_of(lines).lower()
    often = {name: times_named(one, said) for name, one in apart.items()}
    named = sorted(often, key=often.__getitem__, reverse=True)
    return named[0] if len(named) > 1 and often[named[0]] > often[named[1]] else ""


def paste(text: str, group: str | None = None, *, zone: str = "UTC") -> Diagnosis:
    """The verdict on pasted text: some lines of a log, an exception, console output, with any text around them.

    No file is read and Spark is not started. Raises NothingUsable if the text has neither RocketMQ output nor a
    sentence, and UnknownGroup.
    """
    return diagnose(read_pasted(text, zone=zone), group)


__all__ = ["diagnose", "paste", "verdict"]
