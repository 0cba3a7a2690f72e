"""Folders as engineers bring them: what lacks, what else lies in them, what is wrong with it. By file.

`reduced` takes files away. Each row of `FOLDERS` alters what the evidence says in a way that is
known: a proof may be lost by it, and nothing false may become sure.
"""

from __future__ import annotations

import random
import re
import tempfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
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

    def without(self, names: Collection[str]) -> dict[str, str]:
        """All files but these."""
        return {name: text for name, text in self.files.items() if name not in names}

    def changed(self, names: Collection[str], change: Callable[[str], str]) -> list[Files]:
        """The folder in which these files have another text; none where there are no such files."""
        return [{**self.files, **{name: change(self.files[name]) for name in names}}] if names else []

    def lines(self, names: Collection[str], kept: Callable[[Sequence[str]], Iterable[str]]) -> list[Files]:
        """The folder in which these files have other lines."""
        return self.changed(names, lambda text: "".join(kept(text.splitlines(keepends=True))))

    def records(self, names: Collection[str], kept: Callable[[Sequence[str]], Iterable[str]]) -> list[Files]:
        """The folder in which these logs have other records."""
        return self.changed(names, lambda text: "".join(kept(_records(text))))

    def sampled(self, keeps: Callable[[float], bool]) -> list[Files]:
        """The folder with a part of the logs' records, always the same of one incident."""
        chance = random.Random(self.name)
        return self.records(self.logs, lambda records: [record for record in records if keeps(chance.random())])

    def others_as_ours(self, later: timedelta) -> list[Files]:
        """The folder with the other incident's logs beside it, by our names and at another time."""
        names = {self.other_group: self.group, **dict(zip(self.other_topics, self.topics, strict=False))}
        logs = {name: text for name, text in self.other.items() if name.endswith(".log")}
        old = {f"old/{name}": _renamed(_happened(text, later), names) for name, text in logs.items()}
        return [{**self.files, **old}]


def _files(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8", "surrogateescape") for path in files}


def _records(text: str) -> list[str]:
    """A log's records, each with the lines that belong to it."""
    records: list[str] = []
    for line in text.splitlines(keepends=True):
        if not records or _STAMP.match(line.removeprefix('time="')):
            records.append(line)
        else:
            records[-1] += line
    return records


def _shifted(text: str, **by: float) -> str:
    """The same text with every moment in it so much later."""

    def later(match: re.Match[str]) -> str:
        moment = datetime.fromisoformat(f"{match[1]}T{match[3]}") + timedelta(**by)
        return f"{moment:%Y-%m-%d}{match[2]}{moment:%H:%M:%S}"

    return _STAMP.sub(later, text)


def _happened(text: str, later: timedelta) -> str:
    """The same happenings at another time: versions of subscriptions are moments too."""
    by = int(later.total_seconds() * 1000)
    moved = _shifted(text, seconds=later.total_seconds())
    return _MILLISECONDS.sub(lambda match: str(int(match[0]) + by), moved)


def _two_days_ago(text: str) -> str:
    """What other processes of the same hosts wrote two days ago."""
    return re.sub(r"(?<=@)(\d+)(?=#)", lambda match: str(int(match[1]) + 7), _happened(text, timedelta(days=-2)))


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """Whole names, the longest first: one may be the beginning of another."""
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(known, lambda match: names[match[0]], text) if names else text


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


def client_log_of_another_day(it: Incident) -> Iterator[Files]:
    """A client's log begins with what its process of two days ago wrote."""
    for name in it.client_logs[:1]:
        # Offsets were other ones then.
        old = [record for record in _records(_two_days_ago(it.files[name])) if "ffset" not in record]
        yield {**it.files, name: "".join(old) + it.files[name]}


def other_groups_output_in_one_file(it: Incident) -> Iterator[Files]:
    """The newest look of this group and one of another, one below the other."""
    others = [text for name, text in sorted(it.other.items()) if "consumerProgress-" in name]
    for name in it.looks[-1:] if others else []:
        yield {**it.files, name: f"{it.files[name]}\n{others[-1]}"}
        yield {**it.files, name: f"{others[-1]}\n{it.files[name]}"}


def clients_log_taken_twice(it: Incident) -> Iterator[Files]:
    """A client's log lies there twice, once as it was some minutes before."""
    for name in it.client_logs[:1]:
        records = _records(it.files[name])
        earlier = "".join(records[: len(records) * 2 // 3])
        yield {**it.files, name.replace(".log", "-1.log"): earlier}
        yield {**it.files, f"backup/{name.rsplit('/', 1)[1]}": earlier}


def all_clients_in_one_log(it: Incident) -> Iterator[Files]:
    """A collector put all clients' records into one file, in the order of their moments."""
    records = [record for name in it.client_logs for record in _records(it.files[name])]
    if len(it.client_logs) > 1:
        together = "".join(sorted(records, key=lambda line: line[:23]))
        yield {**it.without(it.client_logs), "all-clients.log": together}


def clients_one_after_the_other(it: Incident) -> Iterator[Files]:
    """`cat` of all clients' logs."""
    if len(it.client_logs) > 1:
        yield {**it.without(it.client_logs), "clients.log": "".join(it.files[name] for name in it.client_logs)}


def one_client_list_of_another_cluster(it: Incident) -> Iterator[Files]:
    """The newest client list was asked of a cluster where another application has this name."""
    others = [text for name, text in sorted(it.other.items()) if "consumerConnection-" in name]
    names = dict(zip(it.other_topics, it.topics, strict=False))
    for name in it.lists[-1:] if others else []:
        yield {**it.files, name: _renamed(others[-1], names)}


def running_info_of_two_moments(it: Incident) -> Iterator[Files]:
    """Of each client one running info: of the first half from the first round, of the others from
    the last one."""
    infos = [name for name in sorted(it.files) if re.match(r"\d{10,}/", name)]
    rounds = sorted({name.split("/")[0] for name in infos})
    if len(rounds) > 1:
        clients = sorted({name.split("/", 1)[1] for name in infos})
        half = len(clients) // 2
        kept = {f"{rounds[0]}/{client}" for client in clients[:half]}
        kept |= {f"{rounds[-1]}/{client}" for client in clients[half:]}
        yield it.without(set(infos) - kept)


def one_session_of_two_groups(it: Incident) -> Iterator[Files]:
    """One terminal: the newest outputs of this group and of another, in turn, with their commands."""
    own = [(name, it.group, it.files[name]) for name in (*it.looks[-2:], *it.lists[-1:])]
    others = [name for name in sorted(it.other) if re.match(r"consumer(Progress|Connection)-", name)]
    outputs = [(name, it.other_group, it.other[name]) for name in others[-len(own) :]]
    session = [output for pair in zip(own, outputs, strict=False) for output in pair]
    text = "".join(f"$ mqadmin {name.split('-')[0]} -n ns:9876 -g {group}\n{said}\n" for name, group, said in session)
    yield {**it.without((*it.looks, *it.lists)), "session.txt": text}


_ROW = re.compile(r"(?m)^(\S+ +\S+ +\d+ +)(-?\d+)( +)(-?\d+)( +)\S+( +)(-?\d+)(.*)$")


def _of_another_cluster(row: re.Match[str]) -> str:
    """A queue's row in a cluster that has these names, other offsets and no client."""
    end, read = int(row[2]) // 7, int(row[4]) // 7
    return f"{row[1]}{end}{row[3]}{read}{row[5]}N/A{row[6]}{end - read}{row[8]}"


def _mailed(text: str) -> str:
    """Through a Windows mail: its line ends, and lines of 120 characters."""
    lines = (line[at : at + 120] for line in text.splitlines() for at in range(0, len(line) or 1, 120))
    return "\r\n".join(lines)


def newest_output_on_top(it: Incident) -> Iterator[Files]:
    """All looks in one file and all lists in another, the newest one first."""
    looks, lists = ("\n".join(it.files[name] for name in reversed(names)) for names in (it.looks, it.lists))
    yield {**it.without((*it.looks, *it.lists)), "looks.txt": looks, "lists.txt": lists}


def list_amid_a_restart(it: Incident) -> Iterator[Files]:
    """The newest client list has every second client: the others reconnect."""
    for name in it.lists[-1:]:
        lines = it.files[name].splitlines(keepends=True)
        clients = [place for place, line in enumerate(lines) if re.match(r"\S+@\S+ +\S+:\d+", line)]
        gone = set(clients[::2])
        if len(clients) > 1:
            yield {**it.files, name: "".join(line for place, line in enumerate(lines) if place not in gone)}


def behind_kubectls_prefix(it: Incident) -> Iterator[Files]:
    """`kubectl logs --prefix`."""

    def prefixed(name: str) -> str:
        pod = re.sub(r"[^a-z0-9]", "-", name.split("/")[0].lower())
        return "".join(f"[pod/{pod}-7d9f-x2/{pod}] {line}" for line in it.files[name].splitlines(keepends=True))

    yield {**it.files, **{name: prefixed(name) for name in it.logs}}


def _dated(lines: Sequence[str]) -> Iterator[str]:
    """`kubectl logs --timestamps`: each line behind the moment at which it was taken."""
    moment = "2026-11-22T00:00:00"
    for line in lines:
        stamp = _STAMP.match(line)
        moment = f"{stamp[1]}T{stamp[3]}" if stamp else moment
        yield f"{moment}.123456789Z {line}"


_GRAVE = re.compile(r"\b(?:WARN|ERROR|warning|error)\b")
FOLDERS: Mapping[str, Callable[[Incident], Iterable[Files]]] = {
    # The middle third of a client's records is lost.
    "hole in a clients log": lambda it: it.records(
        it.client_logs[:1], lambda records: [*records[: len(records) // 3], *records[2 * (len(records) // 3) :]]
    ),
    # A shipper of logs lost a third of all records.
    "lines lost": lambda it: it.sampled(lambda chance: chance > 1 / 3),
    # `tail` of every log.
    "tails only": lambda it: it.records(it.logs, lambda records: records[-_LOG_LINES:]),
    # Logs were collected half an incident earlier than the looks were taken.
    "heads only": lambda it: it.records(it.logs, lambda records: records[: len(records) // 2]),
    # `grep GROUP` of every log.
    "grepped": lambda it: it.lines(it.logs, lambda lines: [line for line in lines if it.group in line]),
    "older look as the newest": older_look_as_the_newest,
    "looks numbered backwards": looks_numbered_backwards,
    # consumerConnection of a moment before, consumerProgress of one after; and the other way.
    "list of before looks of after": lambda it: [
        it.without((*first[1:], *last[:-1])) for first, last in ((it.lists, it.looks), (it.looks, it.lists))
    ],
    # Beside each broker's log lies its log of two days ago, with other processes in it.
    "broker log of another day": lambda it: [
        {**it.files, **{f"{name}.1": _two_days_ago(it.files[name]) for name in it.broker_logs}}
    ],
    "client log of another day": client_log_of_another_day,
    "other groups output in one file": other_groups_output_in_one_file,
    # Two incidents of one afternoon in one folder.
    "other incident beside it": lambda it: [{**{f"other/{name}": text for name, text in it.other.items()}, **it.files}],
    # Logs of another incident of the same names, five days ago.
    "old incident of the same group": lambda it: it.others_as_ours(timedelta(days=-5)),
    # One client's machine writes its log in another zone.
    "zone of one machine": lambda it: [
        files for hours in (8, -5) for files in it.changed(it.client_logs[:1], partial(_shifted, hours=hours))
    ],
    # One broker's clock is ninety seconds ahead.
    "clock of one broker": lambda it: it.changed(it.broker_logs[:1], partial(_shifted, seconds=90)),
    # The newest look, or the newest list, ends in the middle of a line.
    "output cut off": lambda it: [
        files
        for names in (it.looks, it.lists)
        for files in it.changed(names[-1:], lambda text: text[: int(len(text) * 0.6)])
    ],
    # Of every look the last twelve lines were on the screen.
    "screen of an output": lambda it: it.lines(it.looks, lambda lines: lines[-12:]),
    # The folder was copied into itself.
    "everything twice": lambda it: [{**it.files, **{f"copy/{name}": text for name, text in it.files.items()}}],
    "clients log taken twice": clients_log_taken_twice,
    "all clients in one log": all_clients_in_one_log,
    "clients one after the other": clients_one_after_the_other,
    # Exported from a search, newest record first.
    "newest first": lambda it: it.records(it.logs, reversed),
    # Two appenders write the same file.
    "every record twice": lambda it: it.records(it.logs, lambda records: [r for r in records for _ in "ab"]),
    # Somebody wrote x for the end of every address.
    "addresses masked alike": lambda it: it.changed(it.files, partial(_ADDRESS.sub, "10.x.x.x")),
    # Somebody wrote one address for all.
    "addresses masked as one": lambda it: [
        {_ADDRESS.sub("1.1.1.1", name): _ADDRESS.sub("1.1.1.1", text) for name, text in it.files.items()}
    ],
    "one client list of another cluster": one_client_list_of_another_cluster,
    # The logs of another application's clients lie beside.
    "clients of another group": lambda it: [
        {**it.files, **{f"other-{name}": text for name, text in it.other.items() if name.startswith("client-")}}
    ],
    "running info of two moments": running_info_of_two_moments,
    # Every look was taken without -s true: no clients in it.
    "without owners": lambda it: it.changed(
        it.looks, partial(re.sub, r"(?m)^(\S+ +\S+ +\d+ +-?\d+ +-?\d+ +)\S+( +-?\d+ .*)$", r"\1N/A\2")
    ),
    "crlf and wrapped": lambda it: it.changed(it.files, _mailed),
    # One broker's log was rotated amid the incident: its older half is gone.
    "one brokers log only late": lambda it: it.records(
        it.broker_logs[:1], lambda records: records[len(records) // 2 :]
    ),
    # Logs of another incident of the same names, three hours ago.
    "logs of the same day": lambda it: it.others_as_ours(timedelta(hours=-3, minutes=-13)),
    # Of all clients the newest one's log was brought.
    "only one clients log": lambda it: [it.without(it.client_logs[:-1])],
    # The first two fifths of every log were deleted with an older file.
    "starts rotated away": lambda it: it.records(it.logs, lambda records: records[int(len(records) * 2 / 5) :]),
    "one session of two groups": one_session_of_two_groups,
    "look at another cluster": lambda it: it.changed(it.looks[-1:], partial(_ROW.sub, _of_another_cluster)),
    # One broker writes its log in UTC.
    "one broker in another zone": lambda it: it.changed(it.broker_logs[-1:], partial(_shifted, hours=-8)),
    # Every second look and list ends in the middle of its table.
    "tables cut in the middle": lambda it: it.changed(
        [*it.looks[::2], *it.lists[::2]], lambda text: text[: len(text) // 2]
    ),
    "newest output on top": newest_output_on_top,
    "list amid a restart": list_amid_a_restart,
    # Two people collected the same.
    "everything twice under other names": lambda it: [
        {**it.files, **{f"second-{name.replace('/', '_')}": text for name, text in it.files.items()}}
    ],
    # `grep -E 'WARN|ERROR'` of every log.
    "errors and warnings only": lambda it: it.lines(it.logs, lambda lines: filter(_GRAVE.search, lines)),
    "behind kubectls prefix": behind_kubectls_prefix,
    "behind a collectors moments": lambda it: it.lines(it.logs, _dated),
    # A log store keeps a sample.
    "one record in five": lambda it: it.sampled(lambda chance: chance < 1 / 5),
    # The newest client's log was taken halfway.
    "one clients log ends early": lambda it: it.records(
        it.client_logs[-1:], lambda records: records[: len(records) // 2]
    ),
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
