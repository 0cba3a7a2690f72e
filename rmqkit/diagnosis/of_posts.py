"""What a pasted screen or configuration shows by itself, where nothing else tells of the group: addresses, brokers
without a master, switches. Facts in, anomalies out.

In the evidence of an incident other findings tell these with their effect; a post has nothing but them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.brokers_words import Figure, Setting
from rmqkit.diagnosis.facts.group import GroupFacts
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
_LISTED, _ADDRESS, _ID, _MASTER = "clusterList", "address", "id", "0"
_TOLD = frozenset(TOLD)
_MOST_LOOKS, _LOOKS_BESIDE_A_CHANGE = 2, 1
# Beside more records settings are not what the post is about.
_FEW_RECORDS = 3


def shown_alone(case: Case) -> Iterator[Said]:
    """What a post shows; nothing where looks at the group tell more."""
    if not case.is_post:
        return
    yield from _inner_addresses(case)
    yield from _without_master(case)
    if len(case.events) <= _FEW_RECORDS and not case.routes:
        yield from _twins(case)
        yield from _settings(case)


def _inner_addresses(case: Case) -> Iterator[Said]:
    """Brokers that registered an address which other hosts do not reach."""
    told = [(address, place) for address, place in _addresses(case) if is_inner_address(address)]
    if told:
        addresses = ", ".join(dict.fromkeys(address for address, _ in told))
        yield _said(
            case,
            say(
                "The broker registered {address}, an address that only its own host or Docker network reaches: clients "
                "elsewhere are told it by the name server and cannot connect to it",
                address=addresses,
            ),
            say("where all clients run on that host, or in the same Docker network"),
            [place for _, place in told],
            say(
                "brokerIP1 in the broker.conf that the broker is started with (-c), as the address under which clients "
                "reach it, with the ports 10911 and 10909 open; then restart the broker"
            ),
        )


def _addresses(facts: GroupFacts) -> Iterator[tuple[str, EvidenceLine]]:
    for figure in _listed(facts.figures, _ADDRESS):
        yield figure.value, figure.place
    for brokers in facts.routes.values():
        for broker in brokers:
            if broker.address:
                yield broker.address, broker.place
    for event in facts.events_named("broker_started", "config_printed"):
        address = event.carried.own_address or event.address
        if address:
            yield address, event.place


def _listed(figures: Iterable[Figure], name: str) -> Iterator[Figure]:
    return (figure for figure in figures if figure.kind == _LISTED and figure.name == name)


def _without_master(case: Case) -> Iterator[Said]:
    """Broker names of which clusterList shows slaves and no master."""
    ids = grouped((figure.broker or "", figure) for figure in _listed(case.figures, _ID))
    alone = {broker: own for broker, own in ids.items() if all(figure.value != _MASTER for figure in own)}
    if alone:
        yield _said(
            case,
            say(
                "No master (brokerId 0) is listed for {brokers}, only slaves: nothing can be sent there, offsets are "
                "not taken over, and what consumers read comes from a slave, or not at all",
                brokers=", ".join(sorted(alone)),
            ),
            say("for moments while the master restarts; lasting where a DLedger group or a controller elects one"),
            [own[0].place for own in alone.values()],
            say("start that master, or see why it is not registered: its namesrvAddr, broker.log and brokerName"),
        )


def _twins(case: Case) -> Iterator[Said]:
    """Two configurations with one brokerName and one brokerId."""
    names = [setting for setting in case.settings if setting.key == "brokerName" and setting.program == "broker"]
    for name, own in grouped((setting.value, setting) for setting in names).items():
        if _one_id_again(case, own):
            yield _said(
                case,
                say(
                    "Two brokers are called {name} and have the same brokerId: they take turns under one name in the "
                    "name server, so queues are read and written now here and now there",
                    name=name,
                ),
                say("where it is one file, pasted twice"),
                [setting.place for setting in own],
                say("a brokerName of its own for each master; slaves share it, with another brokerId"),
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


def _one_id_again(facts: GroupFacts, names: Iterable[Setting]) -> bool:
    """Whether a brokerId stands below several of these names."""
    ids = Counter(below.value for name in names if (below := _next(facts.settings, name, "brokerId")))
    return any(value.isdigit() and times > 1 for value, times in ids.items())


def _next(settings: Iterable[Setting], after: Setting, key: str) -> Setting | None:
    """The first setting of a key below another in the same file, up to the next of the same key as that."""
    for setting in settings:
        if setting.file == after.file and setting.line > after.line:
            if setting.key == after.key:
                return None
            if setting.key == key:
                return setting
    return None


def _settings(case: Case) -> Iterator[Said]:
    """What settings do by their values."""
    own = [setting for setting in case.settings if setting.group in (None, case.group)]
    told = [(setting, meaning) for setting in own if (meaning := meaning_of_setting(setting.key, setting.value))]
    places = grouped(((setting.key, meaning), setting.place) for setting, meaning in told)
    for (key, meaning), lines in places.items():
        yield _said(
            case,
            say("{name}: {meaning}", name=key, meaning=meaning.says),
            meaning.normal,
            lines,
            meaning.remedy,
            WEIGHTS[meaning.gravity],
        )


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
