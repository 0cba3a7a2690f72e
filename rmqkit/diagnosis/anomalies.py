"""What is odd in the tables: each anomaly with its lines, its meaning, and what it weighs; and what a pasted screen or
configuration shows by itself, where nothing else tells of the group: addresses, brokers of one name, switches.

What explains it is not asked here. In the evidence of an incident other findings report a post's anomalies with their
effect; a post has nothing but them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from pathlib import Path
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Movement
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import UNNAMED, Answer
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, places_of
from rmqkit.diagnosis.finding import Said, cited
from rmqkit.diagnosis.relations.serves import name_servers_given, served_by_slaves
from rmqkit.formats.logs.carried.configs import is_inner_address
from rmqkit.formats.logs.catalogue import MEANINGS, Gravity, Meaning
from rmqkit.formats.logs.catalogue.meaning import TOLD, agreed, named
from rmqkit.formats.logs.exceptions import GENERAL
from rmqkit.formats.logs.explained import CODE_1, OF_SETTING, explain_text, tell_more
from rmqkit.formats.logs.response_codes import NextLook, looks_after, looks_after_code, looks_named
from rmqkit.formats.settings.keys import meaning_of_setting
from rmqkit.language import Phrase, in_language, joined, message, read_toml, say
from rmqkit.rocketmq import MessageQueue

WEIGHTS = {
    Gravity.ROUTINE: Severity.UNKNOWN,
    Gravity.TRANSIENT: Severity.NOTICE,
    Gravity.ELSEWHERE: Severity.NOTICE,
    Gravity.FAULT: Severity.WARNING,
}
SHOWN = "shown_alone"
_TOLD = frozenset(TOLD)
_MOST_LOOKS = 2
# Beside more records settings are not what the post is about.
_FEW_RECORDS = 3
_WORDS = read_toml(Path(__file__).with_suffix(".toml"))
_ODD_MOVEMENTS = ("queue_without_owner", "offset_stands", "offset_went_back")
_NOT_READABLE, FAILED = "queues_not_readable", "command_failed"
NAMES = frozenset({_NOT_READABLE, FAILED, SHOWN, *_ODD_MOVEMENTS})
"""Every anomaly there is; an explanation that accounts for one names it among its messages."""


def anomalies(case: Case) -> list[Said]:
    return [*_odd_movements(case), *_unreadable(case), *_failed_commands(case), *shown_alone(case)]


def _odd_movements(case: Case) -> Iterable[Said]:
    """Where clients share the queues out: snapshots name others' owners, never this queue's, and messages wait; offsets
    that stay; offsets below an earlier snapshot: somebody put them there, or a slower client committed last."""
    odd: dict[str, list[Movement]] = {name: [] for name in _ODD_MOVEMENTS}
    for movement in case.movements.values():
        unowned = movement.queue.is_users and bool(movement.owners) and movement.never_owned
        if unowned and movement.waits and movement.consumed <= 0 and case.given_out.divides_queues:
            odd["queue_without_owner"].append(movement)
        if movement.left_standing:
            odd["offset_stands"].append(movement)
        by_slave = movement.queue.broker in served_by_slaves(case)
        if not by_slave and any(one.consumer_offset > two.consumer_offset for one, two in pairwise(movement.rows)):
            odd["offset_went_back"].append(movement)
    for name, movements in odd.items():
        if movements:
            queues = frozenset(movement.queue for movement in movements)
            yield _said(case, name, places_of(movements), queues=queues, event=name)


def _unreadable(case: Case) -> Iterable[Said]:
    """Queues that producers may fill and consumers may not read."""
    topics = case.routes if case.group == UNNAMED else case.topics
    routes = [(topic, broker) for topic in topics for broker in case.routes.get(topic, ())]
    closed = [(topic, broker) for topic, broker in routes if broker.unreadable_queues]
    if closed:
        queues = frozenset(queue for topic, broker in closed for queue in broker.unreadable(topic))
        yield _said(case, _NOT_READABLE, places_of(broker for _, broker in closed), queues=queues, event=_NOT_READABLE)


class _Reason(NamedTuple):
    """Why something failed, as an answer tells it, and where to look next."""

    said: Phrase
    meaning: Meaning | None
    looks: Sequence[NextLook] = ()


def _failed_commands(case: Case) -> Iterable[Said]:
    """What brokers and name servers answered to mqadmin instead of an output, and what it failed at without an
    answer; what a post failed at that nobody here knows, where nothing else in it tells more."""
    told = [(reason, answer) for answer in case.answers for reason in _reasons(case, answer)]
    for pairs in grouped((pair[0].said, pair) for pair in told).values():
        said, meaning, looks = pairs[0][0]
        places = list(dict.fromkeys(places_of(answer for _, answer in pairs)))
        remedy = meaning.remedy if meaning else ""
        weight = WEIGHTS[meaning.gravity] if meaning else Severity.WARNING
        passed = all(_answered_since(case, answer) for _, answer in pairs)
        yield Said(
            FAILED,
            case.group,
            said,
            meaning.normal if meaning else "",
            min(weight, Severity.NOTICE) if passed else weight,
            times=len(places),
            evidence=cited((places[0], places[-1])),
            remedy=remedy_text(remedy, looks) if case.is_post else remedy,
        )


def _answered_since(case: Case, answer: Answer) -> bool:
    """Whether whom mqadmin asked in vain is a broker or a name server of the group and has answered since: a slow
    moment. Any other address may be a broker that routes lack by now."""
    peer = answer.said.peer_not_reached or ""
    servers = [*name_servers_given(case).values(), *(listed.name_servers for listed in case.rosters)]
    known = any(peer in listed for listed in servers) or case.broker_at(peer)
    return bool(known) and answer in case.unreached and answer not in case.failing_commands


def _reasons(case: Case, answer: Answer) -> list[_Reason]:
    """What an answer says of why: its code, but of a post CODE 1 only where its words say no more (`said_beside` tells
    them); else what it failed at."""
    reason = _failed(answer) if answer.code is None else _answered(answer, answer.code)
    pasted = case.is_post and answer.command is None
    if reason and reason.meaning == CODE_1 and pasted and tell_more(explain_text(answer.text or "")[0]):
        return []
    return [reason] if reason else []


def said_beside(told: Sequence[Said], lines: Sequence[tuple[str, int, str]], group: str) -> Iterator[Said]:
    """What `explain` says of each file's lines beyond what is told of them: of words that stand in no record, and of
    records whose wording nobody knows."""
    known = [in_language(row.meaning, "en") for row in told]
    for own in grouped((file, EvidenceLine(file, number, text)) for file, number, text in lines).values():
        for one in explain_text("\n".join(line.text for line in own))[0]:
            is_known = any(in_language(one.meaning.says, "en") in meaning for meaning in known)
            if not (is_known or one.meaning in (OF_SETTING, CODE_1)):
                names = [(name, value) for name, value in one.names if name not in ("code", "answer")]
                said = say("{name}: {meaning}", name=one.name, meaning=_with_names(one.meaning.says, names))
                weight, remedy = WEIGHTS[one.meaning.gravity], remedy_text(one.meaning.remedy, one.looks)
                shown = (own[max(one.line, 1) - 1],)
                yield Said(FAILED, group, said, one.meaning.normal, weight, evidence=shown, remedy=remedy)


def says_little(said: Said) -> bool:
    """Whether it is an exception that says only that something failed."""
    return said.event == FAILED and said.meaning.replace("：", ":").partition(":")[0] in GENERAL


def _with_names(says: str, pairs: Iterable[tuple[str, str]]) -> Phrase:
    """A meaning with what its words name."""
    names = ", ".join(f"{name} {value}" for name, value in pairs)
    return joined("; ", (message(says), say("names in it: {names}", names=names))) if names else message(says)


def _answered(answer: Answer, code: int) -> _Reason:
    """What a code says by the words beside it."""
    told = answer.said.meaning_of(code)
    meaning = message(told.meaning.says) if told else say("a code that RocketMQ does not have")
    if answer.command is None:
        said = say("answered with CODE {code}: {meaning}", code=code, meaning=meaning)
    else:
        said = say("mqadmin got CODE {code}: {meaning}", code=code, meaning=meaning)
    routine = told is not None and told.meaning.gravity is Gravity.ROUTINE
    return _Reason(said, told.meaning if told else None, () if routine or told is None else looks_after_code(code))


def _failed(answer: Answer) -> _Reason | None:
    """What the innermost exception says that is known, but for the link to the list of questions, which says nothing
    by itself."""
    thrown = answer.said.thrown
    if thrown is None or thrown.name == "faq_link":
        return None
    if answer.command is None:
        said = say("{name}: {meaning}", name=thrown.name, meaning=thrown.meaning.says)
    else:
        said = say("a command failed ({name}): {meaning}", name=thrown.name, meaning=thrown.meaning.says)
    return _Reason(said, thrown.meaning, looks_named(thrown.looks))


def shown_alone(case: Case) -> Iterator[Said]:
    """What a post shows; nothing where looks at the group tell more."""
    if not case.is_post:
        return
    # Brokers that registered an address which other hosts do not reach.
    told = [(one.value, one.place) for one in case.figures if (one.kind, one.name) == ("clusterList", "address")]
    told += [(held.address or "", held.place) for brokers in case.routes.values() for held in brokers]
    for event in case.records("serves.own_address"):
        told.append((event.carried.own_address or event.address or "", event.place))
    inner = [(address, place) for address, place in told if address and is_inner_address(address)]
    if inner:
        addresses = ", ".join(dict.fromkeys(address for address, _ in inner))
        yield _said(case, "inner_address", [place for _, place in inner], address=addresses)
    if len(case.events) <= _FEW_RECORDS and not case.routes:
        # Two configurations with one brokerName and one brokerId: in a file, the first one below the name, up to the
        # next name.
        names = [setting for setting in case.settings if setting.key == "brokerName" and setting.program == "broker"]
        for name, own in grouped((setting.value, setting) for setting in names).items():
            ids = Counter[str]()
            for one in own:
                below = (each for each in case.settings if each.file == one.file and each.line > one.line)
                in_part = takewhile(lambda each: each.key != "brokerName", below)
                ids.update([each.value for each in in_part if each.key == "brokerId"][:1])
            if any(value.isdigit() and times > 1 for value, times in ids.items()):
                yield _said(case, "same_broker", places_of(own), name=name)
        # What settings do by their values.
        settings = [setting for setting in case.settings if setting.group in (None, case.group)]
        told_by = [(one, meaning) for one in settings if (meaning := meaning_of_setting(one.key, one.value))]
        places = grouped(((setting.key, meaning), setting.place) for setting, meaning in told_by)
        for (key, meaning), lines in places.items():
            says = say("{name}: {meaning}", name=key, meaning=meaning.says)
            weight, shown = WEIGHTS[meaning.gravity], cited((lines[0], lines[-1]))
            yield Said(
                SHOWN, case.group, says, meaning.normal, weight, times=len(lines), evidence=shown, remedy=meaning.remedy
            )


def annotated_message(row: Said, records: Sequence[Event]) -> Said:
    """A message of a post with what its records name, and with where to look next."""
    meaning = _with_names(row.meaning, named(agreed([event.facts(_TOLD) for event in records])))
    routine = MEANINGS[row.event].gravity is Gravity.ROUTINE
    return replace(row, meaning=meaning, remedy=remedy_text(row.remedy, () if routine else looks_after(row.event)))


def remedy_text(remedy: str, looks: Sequence[NextLook]) -> str:
    """What to change, and where to look next."""
    places = [say("look at {command}: {tells}", **look.words) for look in looks[:_MOST_LOOKS]]
    return joined("; ", [*([message(remedy)] if remedy else []), *places])


def _said(
    case: Case,
    row_name: str,
    lines: Sequence[EvidenceLine],
    event: str = SHOWN,
    queues: frozenset[MessageQueue] = frozenset(),
    **values: object,
) -> Said:
    row = _WORDS[row_name]
    remedy = row["remedy"].say() if "remedy" in row else ""
    said, normal = row["says"].say(**values), row["normal"].say()
    evidence = cited((lines[0], lines[-1]))
    return Said(
        event, case.group, said, normal, Severity.WARNING,
        times=len(lines), evidence=evidence, queues=queues, remedy=remedy,
    )  # fmt: skip
