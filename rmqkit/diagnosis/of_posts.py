"""What a pasted screen or configuration shows by itself, where nothing else tells of the group: addresses, brokers of
one name, switches. Facts in, anomalies out.

In the evidence of an incident other findings tell these with their effect; a post has nothing but them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.diagnosis.finding import Said, cited
from rmqkit.formats.logs.carried.configs import is_inner_address
from rmqkit.formats.logs.catalogue import MEANINGS, Gravity
from rmqkit.formats.logs.next_looks import NextLook, looks_after
from rmqkit.formats.logs.stated import TOLD, agreed, named
from rmqkit.formats.settings.meanings import meaning_of_setting
from rmqkit.language import Phrase, joined, message, say

WEIGHTS = {
    Gravity.ROUTINE: Severity.UNKNOWN,
    Gravity.PASSING: Severity.NOTICE,
    Gravity.ELSEWHERE: Severity.NOTICE,
    Gravity.FAULT: Severity.WARNING,
}
SHOWN = "shown_alone"
_TOLD = frozenset(TOLD)
_MOST_LOOKS, _LOOKS_BESIDE_A_CHANGE = 2, 1
# Beside more records settings are not what the post is about.
_FEW_RECORDS = 3


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
        yield _said(
            case,
            say(
                "The broker registered {address}, an address that only its own host or Docker network reaches: clients "
                "elsewhere are told it by the name server and cannot connect to it",
                address=", ".join(dict.fromkeys(address for address, _ in inner)),
            ),
            say("where all clients run on that host, or in the same Docker network"),
            [place for _, place in inner],
            say(
                "brokerIP1 in the broker.conf that the broker is started with (-c), as the address under which clients "
                "reach it, with the ports 10911 and 10909 open; then restart the broker"
            ),
        )
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
                yield _said(
                    case,
                    say(
                        "Two brokers are called {name} and have the same brokerId: they take turns under one name in "
                        "the name server, so queues are read and written now here and now there",
                        name=name,
                    ),
                    say("where it is one file, pasted twice"),
                    [setting.place for setting in own],
                    say("a brokerName of its own for each master; slaves share it, with another brokerId"),
                )
        # What settings do by their values.
        settings = [setting for setting in case.settings if setting.group in (None, case.group)]
        told_by = [(one, meaning) for one in settings if (meaning := meaning_of_setting(one.key, one.value))]
        places = grouped(((setting.key, meaning), setting.place) for setting, meaning in told_by)
        for (key, meaning), lines in places.items():
            yield _said(
                case,
                say("{name}: {meaning}", name=key, meaning=meaning.says),
                meaning.normal,
                lines,
                meaning.remedy,
                WEIGHTS[meaning.gravity],
            )


def with_names_and_looks(row: Said, records: Sequence[Event]) -> Said:
    """A message of a post with what its records name, and with where to look next."""
    names = ", ".join(f"{name} {value}" for name, value in named(agreed([event.facts(_TOLD) for event in records])))
    meaning = joined("; ", (message(row.meaning), say("it names {names}", names=names))) if names else row.meaning
    routine = MEANINGS[row.event].gravity is Gravity.ROUTINE
    return replace(row, meaning=meaning, remedy=with_looks(row.remedy, () if routine else looks_after(row.event)))


def with_looks(remedy: str, looks: Sequence[NextLook]) -> str:
    """What to change, and where to look next: the best place beside a change, more where there is nothing to change."""
    most = _LOOKS_BESIDE_A_CHANGE if remedy else _MOST_LOOKS
    places = [say("look at {command}: {tells}", **look.words) for look in looks[:most]]
    return joined("; ", [*([message(remedy)] if remedy else []), *places])


def _said(
    case: Case,
    meaning: Phrase,
    normal: str,
    lines: Sequence[EvidenceLine],
    remedy: str,
    weight: Severity = Severity.WARNING,
) -> Said:
    return Said(
        SHOWN, case.group, meaning, normal, weight,
        times=len(lines), evidence=cited((lines[0], lines[-1])), remedy=remedy,
    )  # fmt: skip
