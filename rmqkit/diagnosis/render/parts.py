"""The pieces that a verdict's text and its card are both made of: fixed words and short sentences.

No layout here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path

from rmqkit.diagnosis.anomalies import says_little
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.explanation import NOTE
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.facts.packed import groups_asked_about
from rmqkit.diagnosis.finding import NORMAL, OPEN, Finding, Said, Status, TimelineEntry, Verdict
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.retold import AnyVerdict
from rmqkit.diagnosis.wording import count, ranges, wishes
from rmqkit.formats.prompts import sub_command
from rmqkit.language import Words, clock, in_language, message

MOST_EVIDENCE = 6
MOST_RANGES = 8
WIDEST_EVIDENCE = 180

_SENTENCE_END = re.compile(r"(?<=\.) (?=[A-Z])|(?<=。)")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")


WORDS = Words(Path(__file__).with_name("document.toml"))
"""The words and sentences around a verdict, whatever its layout."""
heads = WORDS.heads


@cache
def words(lang: str, part: str = "words") -> Mapping[str, str]:
    """The fixed words of a part of the table, with their places still open, and those for a status. Raises KeyError for
    a language that rmqkit does not write."""
    statuses = {str(status): in_language(message(str(status)), lang) for status in Status}
    return {**WORDS.of(part, lang), **statuses}


def told(part: str, name: str, lang: str, **values: object) -> str:
    """A text of a part of the table, its places filled."""
    return in_language(WORDS.say(part, name, **values), lang)


def sentences(text: str) -> list[str]:
    """A paragraph as its sentences, one a line."""
    return [each for each in _SENTENCE_END.split(visible(text)) if each]


def harms(finding: Finding, lang: str) -> list[str]:
    """What a finding does beyond its title, a sentence each."""
    told = [visible(in_language(one, lang)) for one in finding.details.get("harm", ())]
    stop = "." if lang == "en" else "。"
    begun = ((one, re.match("[a-z]+ ", one)) for one in told if one not in finding.title)
    return [f"{one[:1].upper() if word else one[:1]}{one[1:]}{stop}" for one, word in begun]


def visible(text: str) -> str:
    """Text of unknown origin on one line, control characters written out: a log must not steer a terminal."""
    flat = text.replace("\r\n", " ").replace("\n", " ").replace("\r", " ").replace("\t", "  ")
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", flat)


def cut(text: str, width: int) -> str:
    """Text shortened to a width, with three dots where something was left out."""
    return text if len(text) <= width else text[: width - 3].rstrip() + "..."


def moment(at: datetime | None) -> str | None:
    """A time to the second, in the zone that is shown."""
    return clock.moment(at) if at else None


def evidence_span(groups: Iterable[GroupFacts]) -> tuple[datetime | None, datetime | None]:
    """The first and the last moment that any log or snapshot of the groups tells; not the `#LastTime` of one without a
    date, where nothing that is read to the moment shows it."""
    moments: list[datetime | None] = []
    for facts in groups:
        moments += (moment for log in facts.logs.values() for moment in (log.first, log.last))
        moments += (look.at for look in facts.snapshots if look.has_known_moment)
    known = [moment for moment in moments if moment]
    return min(known, default=None), max(known, default=None)


def timelines(diagnosis: Verdict) -> list[tuple[str, list[TimelineEntry]]]:
    """The timelines that tell something, by group: those with a change in them, or with what was
    seen of a healthy group."""
    by_group = grouped((entry.group, entry) for entry in diagnosis.timeline)
    # As the findings stand: the worst group first.
    groups = dict.fromkeys([*(one.group for one in diagnosis.findings if one.group in by_group), *by_group])
    told_of = {group: by_group[group] for group in groups}
    return [(group, told) for group, told in told_of.items() if len(told) > 1 or told[0].healthy or told[0].change]


def timeline_title(group: str, lang: str) -> str:
    """What stands above a timeline; it names its group where there are several."""
    say = words(lang)
    zone = clock.zone_shown() or say["mqadmins_clock"]
    return say["timeline_of"].format(visible(group), zone) if group else say["timeline"].format(zone)


def span_text(since: datetime | None, until: datetime | None) -> str:
    """From when to when, where either may not be known."""
    return f"{moment(since) or '...'} - {moment(until) or '...'}"


def clocks(diagnosis: Verdict, lang: str) -> str:
    """By which clocks moments are told: where a zone was chosen, or is not known, and where cited lines of logs have
    another one."""
    zone = clock.zone_shown()
    if not zone:
        return words(lang)["clock_without_zone"]
    logs = any(str(file.get("kind")).endswith("_log") for file in diagnosis.files)
    return words(lang)["clocks"].format(zone) if logs or zone != "UTC" else ""


def span(entry: TimelineEntry, lang: str) -> str:
    """From when to when, to the second; the day stands once."""
    say = words(lang)
    begins, until = (clock.date_and_time(at) if at else "" for at in (entry.since, entry.until))
    if begins and until:
        day = f"{begins.split()[0]} "
        return say["span"].format(begins, until.removeprefix(day))
    if begins:
        return say["from"].format(begins)
    return say["to"].format(until) if until else ""


def entry_summary(entry: TimelineEntry, lang: str) -> str:
    """What was found in a span, or why it was healthy."""
    say = words(lang)
    if entry.findings:
        return say["comma"].join(entry.findings)
    return say["healthy"].format(visible(entry.healthy)) if entry.healthy else say["nothing_proven"]


def state(finding: Finding, lang: str, several_groups: bool) -> str:
    """`CRITICAL, proven, since ..., still going on`."""
    say = words(lang)
    # That something is not known is nothing that could be proven.
    status = [] if finding.severity is Severity.UNKNOWN else [say[finding.status]]
    parts = [str(finding.severity), *status, *([say["group"].format(finding.group)] * several_groups)]
    parts += [say["since"].format(moment(finding.since))] if finding.since else []
    parts += [say["until"].format(moment(finding.until))] if finding.until and not finding.ongoing else []
    if not is_note(finding):
        parts.append(say["ongoing"] if finding.ongoing else say["over"])
    return say["comma"].join(parts)


def is_note(finding: Finding) -> bool:
    return finding.id in BY_ID and BY_ID[finding.id].kind == NOTE


def subscriptions_by_wish(finding: Finding) -> dict[str, list[str]]:
    """Who subscribes to what, where the finding knows it: the clients by their topics and expressions."""
    reported: Mapping[str, Mapping[str, str]] = finding.details.get("subscriptions", {})
    return grouped((wishes(wanted) or "-", who) for who, wanted in sorted(reported.items()))


def explained(finding: Finding, diagnosis: Verdict, lang: str) -> str:
    """The effects of a cause, each with its queues and its lag."""
    say, named = words(lang), []
    effects = {each.id: each for each in reversed(diagnosis.of_group(finding.group))}
    for effect_id in finding.explains:
        inner = ""
        if effect := effects.get(effect_id):
            scope = ranges(effect.queues) if effect.queues else ", ".join(effect.topics)
            if len({(queue.topic, queue.broker) for queue in effect.queues}) > MOST_RANGES:
                # Too many to read.
                scope = in_language(count(len(effect.queues), "queue"), lang)
            behind = effect.details.get("behind")
            least = "at_least" if effect.details.get("at_least") else "behind"
            lag = say[least].format(f"{behind:,}") if isinstance(behind, int) and behind else ""
            inner = say["semicolon"].join(filter(None, (scope, lag)))
        named.append(say["of"].format(effect_id, inner) if inner else effect_id)
    return say["comma"].join(named)


def file_and_line(file: str, line: int | None) -> str:
    """`file:line`, as editors and terminals take it; the file alone where no line is known."""
    return file if line is None else f"{file}:{line}"


def place(line: EvidenceLine) -> str:
    """`file:line` as editors and terminals take it."""
    return file_and_line(visible(line.file), line.line)


def totals(diagnosis: Verdict, lang: str) -> dict[str, str]:
    """Files, lines and unparsed lines of the ledger, with thousands apart."""
    rows = diagnosis.files
    return {
        "files": in_language(count(len({row["file"] for row in rows}), "file"), lang),
        "lines": in_language(count(sum(row["lines"] for row in rows), "line"), lang),
        "unparsed": f"{sum(row['unparsed'] for row in rows):,}",
    }


MOST_SAID = 8
_LINES_OF_A_PASTE = 60


def is_paste(diagnosis: Verdict) -> bool:
    """Whether it is of so few lines that each may be the one that somebody asks about."""
    return bool(sum(row["lines"] for row in diagnosis.files) <= _LINES_OF_A_PASTE)


def still_open(diagnosis: Verdict) -> list[Said]:
    """What was said and is not explained, gravest first; of things that weigh little, none beside a known cause."""
    said = [row for row in diagnosis.messages if row.state == OPEN]
    nothing_found = diagnosis.severity > Severity.OK and all(map(is_note, diagnosis.findings))
    if nothing_found and (not said or is_paste(diagnosis)):
        # Then what the lines say is all that there is to tell; of whole files not what is printed every day.
        told = [row for row in diagnosis.messages if is_paste(diagnosis) or row.state != NORMAL]
        return sorted(told, key=lambda row: (-row.weight, says_little(row), _first_line(row)))[:MOST_SAID]
    cause_known = diagnosis.severity > Severity.NOTICE and any(finding.proven for finding in diagnosis.findings)
    least = Severity.WARNING if cause_known else Severity.OK
    return [row for row in said if row.weight >= least][:MOST_SAID]


def _first_line(said: Said) -> int:
    return min((one.line for one in said.evidence if one.line is not None), default=0)


MOST_NEXT = 3
_REMARK = re.compile(r"\s+[(（].*[)）]\s*$")


def next_commands(diagnosis: Verdict) -> list[str]:
    """What to run next: the first commands, without the remarks behind them, as they are typed. Where nothing is found,
    what would show the group healthy comes before what single lines may mean."""
    found = any(one.ongoing and not is_note(one) for one in diagnosis.findings)
    rows = sorted(diagnosis.missing, key=lambda row: not found and "healthy" not in row.decides)
    commands = [_REMARK.sub("", visible(row.command)) for row in rows]
    return [command for command in dict.fromkeys(commands) if is_command(command)][:MOST_NEXT]


def is_command(text: str) -> bool:
    """Whether a text can be typed into a shell."""
    return "mqadmin " in text


def wanted(diagnosis: Verdict, lang: str) -> list[str]:
    """What is missing: the command, or the file to be fetched, with what it would show."""
    rows = [(visible(row.command), visible(row.need)) for row in diagnosis.missing]
    named = (words(lang)["named"].format(sub_command(one), need) for one, need in rows)
    return list(dict.fromkeys(named))


def still_possible(diagnosis: Verdict) -> list[str]:
    """Causes that nothing refutes and that something speaks for, or that account for what is still open."""
    accounting = {cause for missing in diagnosis.missing for cause in missing.decides if cause in BY_ID}
    suspected = [entry.id for entry in diagnosis.considered if entry.status == Status.SUSPECTED]
    unrefuted = {entry.id for entry in diagnosis.considered if entry.status != Status.REFUTED}
    return list(dict.fromkeys([*suspected, *sorted(accounting & unrefuted)]))


def problems(diagnosis: Verdict) -> list[str]:
    """What could not be read and why, one line a file."""
    told = (f"{visible(row['file'])}: {visible(str(row['problem']))}" for row in diagnosis.files if row.get("problem"))
    return list(dict.fromkeys(told))


def first_bad(findings: Iterable[Finding]) -> Finding | None:
    """The first finding that weighs something, which is the worst."""
    return next((finding for finding in findings if finding.severity > Severity.OK), None)


def several_groups(diagnosis: Verdict) -> bool:
    """Whether a reader has to be told to which group a finding belongs."""
    return len({finding.group for finding in diagnosis.findings}) > 1


def do_not(finding: Finding, lang: str) -> list[str]:
    """What not to do, without the words that the label before it says already."""
    label = words(lang)["do_not"] + " "
    return [in_language(line, lang).removeprefix(label) for line in finding.do_not]


MOST_GROUPS = 3
"""So many are told whole in any case: a reader can do with them."""


def asked_about(diagnosis: AnyVerdict) -> tuple[AnyVerdict, list[Finding]]:
    """The verdict on the groups that mqadmin was asked about, and the findings of the others; on
    all of them where it was asked about none, or about all."""
    asked = groups_asked_about(diagnosis.facts)
    others = [finding for finding in diagnosis.findings if finding.group not in asked]
    if not others or len(diagnosis.facts) <= MOST_GROUPS:
        return diagnosis, []
    return of_groups(diagnosis, asked), others


def of_groups(diagnosis: AnyVerdict, groups: Collection[str]) -> AnyVerdict:
    """The verdict with what it says of these groups alone; messages of no group stay."""
    return replace(
        diagnosis,
        findings=tuple(finding for finding in diagnosis.findings if finding.group in groups),
        timeline=tuple(entry for entry in diagnosis.timeline if entry.group in groups),
        messages=tuple(said for said in diagnosis.messages if said.group in {*groups, ""}),
    )


# A browser would break a line behind its dash.
_OPTION = re.compile(r"(?<![\w-])-[A-Za-z][\w.]*")


def options_whole(text: str, begin: str, end: str) -> str:
    """A text in which each option of a command (`-D`, `-s`) stands between two marks."""
    return _OPTION.sub(rf"{begin}\g<0>{end}", text)
