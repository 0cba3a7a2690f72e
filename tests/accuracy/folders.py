"""Folders as engineers bring them: what lacks, what else lies in them, what is wrong with it. By file.

`reduced` takes files away. Each row of `FOLDERS` alters what the evidence says in a way that is
known: a proof may be lost by it, and nothing false may become sure.
"""

from __future__ import annotations

import random
import re
import tempfile
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from rmqkit.diagnosis import Diagnosis, Severity
from rmqkit.diagnosis.explanation import CAUSE, EFFECT
from rmqkit.diagnosis.findings import BY_ID
from tests.accuracy.again import Again, Recording, diagnosed, opened
from tests.accuracy.scoring import Truth
from tests.lab.recorded import archives

Files = Mapping[str, str]
"""An incident's folder: the text of each file, by its name with slashes."""

_MILLISECONDS = re.compile(r"\b1[67]\d{11}\b")
_STAMP = re.compile(r"(\d{4}-\d\d-\d\d)([ T])(\d\d:\d\d:\d\d)")
_ADDRESS = re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b")
_NUMBERED = re.compile(r"(consumer(?:Progress|Connection)-.*-)(\d+)(\.txt)$")
_LOG_LINES = 400
# Of the kinds of folders, one in so many is made of a recording.
ONE_IN = 12


@dataclass(frozen=True)
class Incident:
    """A folder, its group and topics, and another incident's folder that may lie beside it."""

    name: str
    files: Files
    group: str
    topics: tuple[str, ...]
    other: Files
    other_group: str
    other_topics: tuple[str, ...]

    @classmethod
    def of(cls, recording: Recording, other: Recording) -> Incident:
        """One recording, with another beside it."""
        told, others = recording.told, other.told
        return cls(
            recording.name,
            _files(recording.evidence),
            recording.group,
            tuple(told["topics"]),
            _files(other.evidence),
            other.group,
            tuple(others["topics"]),
        )

    @property
    def chance(self) -> random.Random:
        """Always the same for one incident."""
        return random.Random(self.name)

    @property
    def client_logs(self) -> list[str]:
        """The clients' logs, the oldest client first."""
        return [name for name in sorted(self.files) if name.startswith("client-") and name.endswith(".log")]

    @property
    def broker_logs(self) -> list[str]:
        """The brokers' logs."""
        return [name for name in sorted(self.files) if name.endswith("/broker.log")]

    @property
    def looks(self) -> list[str]:
        """What consumerProgress printed of the group, in order."""
        return [name for name in sorted(self.files) if _NUMBERED.match(name) and "Progress" in name]

    @property
    def lists(self) -> list[str]:
        """What consumerConnection printed of the group, in order."""
        return [name for name in sorted(self.files) if _NUMBERED.match(name) and "Connection" in name]

    @property
    def logs(self) -> list[str]:
        """Every log."""
        return [name for name in sorted(self.files) if name.endswith(".log")]


def _files(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8", "surrogateescape") for path in files}


def _changed(files: Files, names: list[str], change: Callable[[str], str]) -> dict[str, str]:
    return {name: change(text) if name in names else text for name, text in files.items()}


def _records(text: str) -> list[str]:
    """A log's records, each with the lines that belong to it."""
    records: list[str] = []
    for line in text.splitlines(keepends=True):
        if not records or _STAMP.match(line.removeprefix('time="')):
            records.append(line)
        else:
            records[-1] += line
    return records


def _shifted(text: str, by: timedelta) -> str:
    """The same text with every moment in it so much later."""

    def later(match: re.Match[str]) -> str:
        moment = datetime.fromisoformat(f"{match[1]}T{match[3]}") + by
        return f"{moment:%Y-%m-%d}{match[2]}{moment:%H:%M:%S}"

    return _STAMP.sub(later, text)


def _happened(text: str, later: timedelta) -> str:
    """The same happenings at another time: versions of subscriptions are moments too."""
    by = int(later.total_seconds() * 1000)
    return _MILLISECONDS.sub(lambda match: str(int(match[0]) + by), _shifted(text, later))


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """Whole names, the longest first: one may be the beginning of another."""
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(known, lambda match: names[match[0]], text) if names else text


def _from(records: Sequence[str], part: float) -> Sequence[str]:
    """The records behind the first part of them."""
    return records[int(len(records) * part) :]


def hole_in_a_clients_log(it: Incident) -> Iterator[Files]:
    """The middle third of a client's records is lost."""
    for name in it.client_logs[:1]:
        records = _records(it.files[name])
        third = len(records) // 3
        yield {**it.files, name: "".join(records[:third] + records[2 * third :])}


def lines_lost(it: Incident) -> Iterator[Files]:
    """A shipper of logs lost a third of all records."""
    chance = it.chance
    yield _changed(
        it.files,
        it.logs,
        lambda text: "".join(record for record in _records(text) if chance.random() > 1 / 3),
    )


def tails_only(it: Incident) -> Iterator[Files]:
    """`tail` of every log."""
    yield _changed(it.files, it.logs, lambda text: "".join(_records(text)[-_LOG_LINES:]))


def heads_only(it: Incident) -> Iterator[Files]:
    """Logs were collected half an incident earlier than the looks were taken."""
    yield _changed(
        it.files,
        it.logs,
        lambda text: "".join(_records(text)[: len(_records(text)) // 2]),
    )


def grepped(it: Incident) -> Iterator[Files]:
    """`grep GROUP` of every log."""
    yield _changed(
        it.files,
        it.logs,
        lambda text: "".join(line for line in text.splitlines(keepends=True) if it.group in line),
    )


def older_look_as_the_newest(it: Incident) -> Iterator[Files]:
    """The last look's file holds the first look."""
    for names in (it.looks, it.lists):
        if len(names) > 1:
            yield {**it.files, names[-1]: it.files[names[0]]}


def looks_numbered_backwards(it: Incident) -> Iterator[Files]:
    """The newest look has number 1."""
    changed = dict(it.files)
    for names in (it.looks, it.lists):
        changed |= {name: it.files[other] for name, other in zip(names, reversed(names), strict=True)}
    yield changed


def list_of_before_looks_of_after(it: Incident) -> Iterator[Files]:
    """consumerConnection of a moment before, consumerProgress of one after; and the other way."""
    for kept_first, kept_last in ((it.lists, it.looks), (it.looks, it.lists)):
        gone = {*kept_first[1:], *kept_last[:-1]}
        yield {name: text for name, text in it.files.items() if name not in gone}


def broker_log_of_another_day(it: Incident) -> Iterator[Files]:
    """Beside each broker's log lies its log of two days ago, with other processes in it."""
    changed = dict(it.files)
    for name in it.broker_logs:
        changed[f"{name}.1"] = _other_processes(_happened(it.files[name], timedelta(days=-2)))
    yield changed


def client_log_of_another_day(it: Incident) -> Iterator[Files]:
    """A client's log begins with what its process of two days ago wrote."""
    for name in it.client_logs[:1]:
        old = _other_processes(_happened(it.files[name], timedelta(days=-2)))
        # Offsets were other ones then.
        yield {**it.files, name: "".join(r for r in _records(old) if "ffset" not in r) + it.files[name]}


def _other_processes(text: str) -> str:
    """The same hosts, other processes: every process id another number."""
    return re.sub(r"(?<=@)(\d+)(?=#)", lambda match: str(int(match[1]) + 7), text)


def other_groups_output_in_one_file(it: Incident) -> Iterator[Files]:
    """The newest look of this group and one of another, one below the other."""
    others = [text for name, text in sorted(it.other.items()) if "consumerProgress-" in name]
    for name in it.looks[-1:] if others else []:
        yield {**it.files, name: f"{it.files[name]}\n{others[-1]}"}
        yield {**it.files, name: f"{others[-1]}\n{it.files[name]}"}


def other_incident_beside_it(it: Incident) -> Iterator[Files]:
    """Two incidents of one afternoon in one folder."""
    yield {**{f"other/{name}": text for name, text in it.other.items()}, **it.files}


def old_incident_of_the_same_group(it: Incident) -> Iterator[Files]:
    """Logs of another incident of the same names, five days ago."""
    names = {it.other_group: it.group}
    names |= dict(zip(it.other_topics, it.topics, strict=False))
    logs = {name: text for name, text in it.other.items() if name.endswith(".log")}
    old = {f"old/{name}": _renamed(_happened(text, timedelta(days=-5)), names) for name, text in logs.items()}
    yield {**it.files, **old}


def zone_of_one_machine(it: Incident) -> Iterator[Files]:
    """One client's machine writes its log in another zone."""
    for hours in (8, -5):
        for name in it.client_logs[:1]:
            by = timedelta(hours=hours)
            yield {**it.files, name: _shifted(it.files[name], by)}


def clock_of_one_broker(it: Incident) -> Iterator[Files]:
    """One broker's clock is ninety seconds ahead."""
    for name in it.broker_logs[:1]:
        yield {**it.files, name: _shifted(it.files[name], timedelta(seconds=90))}


def output_cut_off(it: Incident) -> Iterator[Files]:
    """The newest look, or the newest list, ends in the middle of a line."""
    for names in (it.looks, it.lists):
        for name in names[-1:]:
            text = it.files[name]
            yield {**it.files, name: text[: int(len(text) * 0.6)]}


def screen_of_an_output(it: Incident) -> Iterator[Files]:
    """Of every look the last twelve lines were on the screen."""
    yield _changed(it.files, it.looks, lambda text: "".join(text.splitlines(keepends=True)[-12:]))


def everything_twice(it: Incident) -> Iterator[Files]:
    """The folder was copied into itself."""
    yield {**it.files, **{f"copy/{name}": text for name, text in it.files.items()}}


def clients_log_taken_twice(it: Incident) -> Iterator[Files]:
    """A client's log lies there twice, once as it was some minutes before."""
    for name in it.client_logs[:1]:
        records = _records(it.files[name])
        earlier = "".join(records[: len(records) * 2 // 3])
        yield {**it.files, name.replace(".log", "-1.log"): earlier}
        yield {**it.files, f"backup/{name.rsplit('/', 1)[1]}": earlier}


def all_clients_in_one_log(it: Incident) -> Iterator[Files]:
    """A collector put all clients' records into one file, in the order of their moments."""
    rest = {name: text for name, text in it.files.items() if name not in it.client_logs}
    records = [record for name in it.client_logs for record in _records(it.files[name])]
    if len(it.client_logs) > 1:
        yield {**rest, "all-clients.log": "".join(sorted(records, key=lambda line: line[:23]))}


def clients_one_after_the_other(it: Incident) -> Iterator[Files]:
    """`cat` of all clients' logs."""
    rest = {name: text for name, text in it.files.items() if name not in it.client_logs}
    if len(it.client_logs) > 1:
        yield {**rest, "clients.log": "".join(it.files[name] for name in it.client_logs)}


def newest_first(it: Incident) -> Iterator[Files]:
    """Exported from a search, newest record first."""
    yield _changed(it.files, it.logs, lambda text: "".join(reversed(_records(text))))


def every_record_twice(it: Incident) -> Iterator[Files]:
    """Two appenders write the same file."""
    yield _changed(it.files, it.logs, lambda text: "".join(r for r in _records(text) for _ in "ab"))


def addresses_masked_alike(it: Incident) -> Iterator[Files]:
    """Somebody wrote x for the end of every address."""
    yield {name: _ADDRESS.sub("10.x.x.x", text) for name, text in it.files.items()}


def addresses_masked_as_one(it: Incident) -> Iterator[Files]:
    """Somebody wrote one address for all."""
    yield {_ADDRESS.sub("1.1.1.1", name): _ADDRESS.sub("1.1.1.1", text) for name, text in it.files.items()}


def one_client_list_of_another_cluster(it: Incident) -> Iterator[Files]:
    """The newest client list was asked of a cluster where another application has this name."""
    others = [text for name, text in sorted(it.other.items()) if "consumerConnection-" in name]
    names = dict(zip(it.other_topics, it.topics, strict=False))
    for name in it.lists[-1:] if others else []:
        yield {**it.files, name: _renamed(others[-1], names)}


def clients_of_another_group(it: Incident) -> Iterator[Files]:
    """The logs of another application's clients lie beside."""
    logs = {name: text for name, text in it.other.items() if name.startswith("client-")}
    yield {**it.files, **{f"other-{name}": text for name, text in logs.items()}}


def running_info_of_two_moments(it: Incident) -> Iterator[Files]:
    """Of each client one running info: of the first half from the first round, of the others from
    the last one."""
    infos = [name for name in sorted(it.files) if re.match(r"\d{10,}/", name)]
    rounds = sorted({name.split("/")[0] for name in infos})
    if len(rounds) > 1:
        clients = sorted({name.split("/", 1)[1] for name in infos})
        early = set(clients[: len(clients) // 2])
        kept = {
            name
            for name in infos
            if name.split("/")[0] == (rounds[0] if name.split("/", 1)[1] in early else rounds[-1])
        }
        yield {name: text for name, text in it.files.items() if name not in infos or name in kept}


def without_owners(it: Incident) -> Iterator[Files]:
    """Every look was taken without -s true: no clients in it."""

    def without(text: str) -> str:
        return re.sub(r"(?m)^(\S+ +\S+ +\d+ +-?\d+ +-?\d+ +)\S+( +-?\d+ .*)$", r"\1N/A\2", text)

    yield _changed(it.files, it.looks, without)


def crlf_and_wrapped(it: Incident) -> Iterator[Files]:
    """Through a Windows mail: its line ends, and lines of 120 characters."""

    def mailed(text: str) -> str:
        lines = (line[at : at + 120] for line in text.splitlines() for at in range(0, len(line) or 1, 120))
        return "\r\n".join(lines)

    yield {name: mailed(text) for name, text in it.files.items()}


def one_brokers_log_only_late(it: Incident) -> Iterator[Files]:
    """One broker's log was rotated amid the incident: its older half is gone."""
    for name in it.broker_logs[:1]:
        records = _records(it.files[name])
        yield {**it.files, name: "".join(_from(records, 1 / 2))}


def logs_of_the_same_day(it: Incident) -> Iterator[Files]:
    """Logs of another incident of the same names, three hours ago."""
    names = {it.other_group: it.group}
    names |= dict(zip(it.other_topics, it.topics, strict=False))
    logs = {name: text for name, text in it.other.items() if name.endswith(".log")}
    earlier = timedelta(hours=-3, minutes=-13)
    yield {**it.files, **{f"old/{name}": _renamed(_happened(text, earlier), names) for name, text in logs.items()}}


def only_one_clients_log(it: Incident) -> Iterator[Files]:
    """Of all clients the newest one's log was brought."""
    yield {name: text for name, text in it.files.items() if name not in it.client_logs[:-1]}


def starts_rotated_away(it: Incident) -> Iterator[Files]:
    """The first two fifths of every log were deleted with an older file."""
    yield _changed(it.files, it.logs, lambda text: "".join(_from(_records(text), 2 / 5)))


def one_session_of_two_groups(it: Incident) -> Iterator[Files]:
    """One terminal: the newest outputs of this group and of another, in turn, with their commands."""
    own = [(name, it.group, it.files[name]) for name in (*it.looks[-2:], *it.lists[-1:])]
    others = [name for name in sorted(it.other) if re.match(r"consumer(Progress|Connection)-", name)]
    outputs = [(name, it.other_group, it.other[name]) for name in others[-len(own) :]]
    session = [output for pair in zip(own, outputs, strict=False) for output in pair]
    text = "".join(f"$ mqadmin {name.split('-')[0]} -n ns:9876 -g {group}\n{said}\n" for name, group, said in session)
    rest = {name: said for name, said in it.files.items() if name not in (*it.looks, *it.lists)}
    yield {**rest, "session.txt": text}


_ROW = re.compile(r"(?m)^(\S+ +\S+ +\d+ +)(-?\d+)( +)(-?\d+)( +)\S+( +)(-?\d+)(.*)$")


def look_at_another_cluster(it: Incident) -> Iterator[Files]:
    """The newest look was taken in a cluster that has these names, other offsets and no client."""

    def there(row: re.Match[str]) -> str:
        end, read = int(row[2]) // 7, int(row[4]) // 7
        return f"{row[1]}{end}{row[3]}{read}{row[5]}N/A{row[6]}{end - read}{row[8]}"

    for name in it.looks[-1:]:
        yield {**it.files, name: _ROW.sub(there, it.files[name])}


def one_broker_in_another_zone(it: Incident) -> Iterator[Files]:
    """One broker writes its log in UTC."""
    for name in it.broker_logs[-1:]:
        yield {**it.files, name: _shifted(it.files[name], timedelta(hours=-8))}


def tables_cut_in_the_middle(it: Incident) -> Iterator[Files]:
    """Every second look and list ends in the middle of its table."""
    yield _changed(it.files, [*it.looks[::2], *it.lists[::2]], lambda text: text[: len(text) // 2])


def newest_output_on_top(it: Incident) -> Iterator[Files]:
    """All looks in one file and all lists in another, the newest one first."""
    rest = {name: text for name, text in it.files.items() if name not in (*it.looks, *it.lists)}
    looks, lists = ("\n".join(it.files[name] for name in reversed(names)) for names in (it.looks, it.lists))
    yield {**rest, "looks.txt": looks, "lists.txt": lists}


def list_amid_a_restart(it: Incident) -> Iterator[Files]:
    """The newest client list has every second client: the others reconnect."""
    for name in it.lists[-1:]:
        lines = it.files[name].splitlines(keepends=True)
        clients = [place for place, line in enumerate(lines) if re.match(r"\S+@\S+ +\S+:\d+", line)]
        gone = set(clients[::2])
        if len(clients) > 1:
            yield {**it.files, name: "".join(line for place, line in enumerate(lines) if place not in gone)}


def everything_twice_under_other_names(it: Incident) -> Iterator[Files]:
    """Two people collected the same."""
    yield {**it.files, **{f"second-{name.replace('/', '_')}": text for name, text in it.files.items()}}


def errors_and_warnings_only(it: Incident) -> Iterator[Files]:
    """`grep -E 'WARN|ERROR'` of every log."""
    grave = re.compile(r"\b(?:WARN|ERROR|warning|error)\b")

    def kept(text: str) -> str:
        return "".join(line for line in text.splitlines(keepends=True) if grave.search(line))

    yield _changed(it.files, it.logs, kept)


def behind_kubectls_prefix(it: Incident) -> Iterator[Files]:
    """`kubectl logs --prefix`."""

    def prefixed(name: str) -> str:
        pod = re.sub(r"[^a-z0-9]", "-", name.split("/")[0].lower())
        lines = it.files[name].splitlines(keepends=True)
        return "".join(f"[pod/{pod}-7d9f-x2/{pod}] {line}" for line in lines)

    yield {**it.files, **{name: prefixed(name) for name in it.logs}}


def behind_a_collectors_moments(it: Incident) -> Iterator[Files]:
    """`kubectl logs --timestamps`: each line behind the moment at which it was taken."""

    def dated(text: str) -> str:
        moment, lines = "2026-11-22T00:00:00", []
        for line in text.splitlines(keepends=True):
            stamp = _STAMP.match(line)
            moment = f"{stamp[1]}T{stamp[3]}" if stamp else moment
            lines.append(f"{moment}.123456789Z {line}")
        return "".join(lines)

    yield _changed(it.files, it.logs, dated)


def one_record_in_five(it: Incident) -> Iterator[Files]:
    """A log store keeps a sample."""
    chance = it.chance
    yield _changed(it.files, it.logs, lambda text: "".join(r for r in _records(text) if chance.random() < 1 / 5))


def one_clients_log_ends_early(it: Incident) -> Iterator[Files]:
    """The newest client's log was taken halfway."""
    for name in it.client_logs[-1:]:
        records = _records(it.files[name])
        yield {**it.files, name: "".join(records[: len(records) // 2])}


FOLDERS: Mapping[str, Callable[[Incident], Iterator[Files]]] = {
    function.__name__.replace("_", " "): function
    for function in (
        hole_in_a_clients_log,
        lines_lost,
        tails_only,
        heads_only,
        grepped,
        older_look_as_the_newest,
        looks_numbered_backwards,
        list_of_before_looks_of_after,
        broker_log_of_another_day,
        client_log_of_another_day,
        other_groups_output_in_one_file,
        other_incident_beside_it,
        old_incident_of_the_same_group,
        zone_of_one_machine,
        clock_of_one_broker,
        output_cut_off,
        screen_of_an_output,
        everything_twice,
        clients_log_taken_twice,
        all_clients_in_one_log,
        clients_one_after_the_other,
        newest_first,
        every_record_twice,
        addresses_masked_alike,
        addresses_masked_as_one,
        one_client_list_of_another_cluster,
        clients_of_another_group,
        running_info_of_two_moments,
        without_owners,
        crlf_and_wrapped,
        one_brokers_log_only_late,
        logs_of_the_same_day,
        only_one_clients_log,
        starts_rotated_away,
        one_session_of_two_groups,
        look_at_another_cluster,
        one_broker_in_another_zone,
        tables_cut_in_the_middle,
        newest_output_on_top,
        list_amid_a_restart,
        everything_twice_under_other_names,
        errors_and_warnings_only,
        behind_kubectls_prefix,
        behind_a_collectors_moments,
        one_record_in_five,
        one_clients_log_ends_early,
    )
}
"""Each kind of folder by what is so in it."""


# Another incident of the group did happen.
OF_ANOTHER_TIME = frozenset({"old incident of the same group", "logs of the same day"})


def mixed(recording: Recording, one_in: int = ONE_IN) -> Again:
    """Diagnose a recording in some of these folders; over all recordings each kind has its turn."""
    turn = zlib.crc32(recording.name.encode())
    kinds = [kind for place, kind in enumerate(FOLDERS) if (place + turn) % one_in == 0]
    others = archives()
    with opened(others[(turn + 37) % len(others)]) as other:
        incident = Incident.of(recording, other)
        base = false_claims(recording.truth, recording.whole) if recording.whole else []
        happened = other.truth.true_now | other.truth.past
        made = [
            (kind, _false(recording, files, happened if kind in OF_ANOTHER_TIME else frozenset()))
            for kind in kinds
            for files in FOLDERS[kind](incident)
        ]
    found = [f"{kind}: {problem}" for kind, problems in made for problem in problems if problem not in base]
    return Again(recording.name, len(made), tuple(found))


def _false(recording: Recording, files: Files, happened: frozenset[str]) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="rmqkit-mixed-") as folder:
        for name, text in files.items():
            file = Path(folder) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode("utf-8", "surrogateescape"))
        diagnosis = diagnosed(Path(folder), recording.group)
    return false_claims(recording.truth, diagnosis, happened) if diagnosis else []


def false_claims(truth: Truth, diagnosis: Diagnosis, happened: frozenset[str] = frozenset()) -> list[str]:
    """What is sure and not so: a sick group that reads OK, a cause or an effect proven that never was, or proven
    to go on after it was over. `happened`: what was so at another time."""
    found = ["reads OK"] if diagnosis.severity == Severity.OK and not truth.healthy else []
    for finding in diagnosis.of_group(truth.group):
        weighs = finding.severity >= Severity.NOTICE and BY_ID[finding.id].kind in (CAUSE, EFFECT)
        if not finding.proven or not weighs or finding.id in truth.true_now:
            continue
        if finding.ongoing and finding.severity >= Severity.WARNING:
            found.append(f"{finding.id} is proven to go on [{finding.title}]")
        elif finding.id not in truth.past | happened:
            found.append(f"{finding.id} is proven [{finding.title}]")
    return found


# What is left when files are missing.

_SNAPSHOT = re.compile(r"(?P<command>consumer(?:Progress|Connection))-.*-(?P<number>\d+)\.txt$")
_RUNNING_INFO = re.compile(r"^\d{10,}/")
RANDOM_FOLDERS = 4


def reduced(files: Collection[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Named subsets of an incident's files, none empty and none the whole."""
    everything = frozenset(files)
    seen = {everything, frozenset()}
    for name, kept in _candidates(sorted(files)):
        if frozenset(kept) not in seen:
            seen.add(frozenset(kept))
            yield name, frozenset(kept)


def _candidates(files: list[str]) -> Iterator[tuple[str, list[str]]]:
    logs = [file for file in files if file.endswith(".log")]
    broker_logs = [file for file in logs if file.startswith("broker-")]
    text = [file for file in files if file not in logs]
    running = [file for file in files if _RUNNING_INFO.match(file)]
    yield "only logs", logs
    yield "only broker logs", broker_logs
    yield "only client logs", [file for file in logs if file not in broker_logs]
    yield "only mqadmin", text
    yield "no running info", [file for file in files if file not in running]
    yield "no client list", [file for file in files if not file.startswith(("consumerConnection", "consumerStatus"))]
    yield "no progress", [file for file in files if not file.startswith("consumerProgress")]
    yield "half the snapshots", [file for file in files if not _numbered(file, odd=True)]
    yield "the other half", [file for file in files if not _numbered(file, odd=False)]
    yield "mqadmin without running info", [file for file in text if file not in running]
    yield "one progress alone", [file for file in files if re.search(r"consumerProgress-.*-2\.txt$", file)]
    yield "progress alone", [file for file in files if file.startswith("consumerProgress")]
    yield "one broker's log alone", broker_logs[:1]
    yield "one client's log alone", [file for file in logs if file.startswith("client-1")]
    yield "one running info alone", running[:1]
    for seed in range(RANDOM_FOLDERS):
        yield f"random {seed}", _random(files, seed)


def _numbered(file: str, *, odd: bool) -> bool:
    found = _SNAPSHOT.search(file)
    return bool(found) and (int(found["number"]) % 2 == 1) == odd


def _random(files: list[str], seed: int) -> list[str]:
    chance = random.Random(f"{seed} {files[0]} {len(files)}")
    return [file for file in files if chance.random() < 0.45]
