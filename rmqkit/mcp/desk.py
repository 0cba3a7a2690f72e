"""What the tools are and do: evidence read once, verdicts kept as long as the files stay as they are. An agent sees
names, arguments and the methods' first words. It may have read what lies below the folders named at the start, links
followed. No protocol here."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from rmqkit.errors import Error, UnknownGroup
from rmqkit.language import in_language, message, say
from rmqkit.mcp import answers
from rmqkit.mcp.looking import Database, Wanted, found_lines
from rmqkit.tables.progress import line_here

if TYPE_CHECKING:
    from rmqkit.diagnosis import Diagnosis
    from rmqkit.evidence import Evidence
import os
from collections.abc import Sequence


@dataclass(frozen=True)
class Roots:
    """The folders that evidence may lie in, resolved."""

    folders: tuple[Path, ...]

    @classmethod
    def of(cls, folders: Sequence[Path]) -> Roots:
        """The roots by their real places. Raises Error for one that is no folder."""
        for folder in folders:
            if not folder.is_dir():
                raise Error(
                    "{folder} is not a folder: give the folders that contain evidence with --root.", folder=folder
                )
        return cls(tuple(folder.resolve() for folder in folders))

    def place(self, named: str) -> Path:
        """The real path of what an agent names, by itself or below a root.

        Raises Error for anything outside, for what does not exist, and for a folder with a link
        that leads out.
        """
        where = say("Give a folder, file or archive below: {folders}.", folders=", ".join(map(str, self.folders)))
        if "://" in named or "\0" in named:
            raise Error("{named!r} is not a local path. {where}", named=named, where=where)
        candidates = [(root / Path(named).expanduser()).resolve() for root in self.folders]
        inside = [path for path in candidates if self.holds(path) and path.exists()]
        if not inside:
            raise Error("{named!r} is not below the roots. {where}", named=named, where=where)
        for folder, subfolders, names in os.walk(inside[0]):
            for entry in (Path(folder) / name for name in (*subfolders, *names)):
                if entry.is_symlink() and not self.holds(entry.resolve()):
                    raise Error(
                        "{link!r} in {named!r} is a link to a place outside the roots.", link=entry.name, named=named
                    )
        return inside[0]

    def holds(self, path: Path) -> bool:
        """Whether a resolved path lies in one of the roots."""
        return any(path.is_relative_to(root) for root in self.folders)


Folder = Annotated[str, Field(description="A folder, file or archive of evidence below the server's roots.")]
Group = Annotated[str | None, Field(description="One consumer group; by default all in the evidence.")]
Text = Annotated[
    str, Field(description="A finding's id, a log line or exception with the lines below it, or a response code.")
]
Budget = Annotated[int, Field(ge=200, le=50_000, description="At most this many tokens (characters divided by four).")]
Contains = Annotated[
    str | None, Field(description="Text that the line contains; <*> matches anything, as in a template.")
]
OfFile = Annotated[str | None, Field(description="Only this file, as the ledger names it.")]
Client = Annotated[str | None, Field(description="Lines that name this client id or address.")]
Moment = Annotated[str | None, Field(description="UTC, as 2026-11-21 10:30:00; only log records have a time.")]
Page = Annotated[int, Field(ge=1, description="From 1.")]
Hypothesis = Annotated[
    str, Field(description="YAML: '{clients: {C2: {subscribes: [topicB]}}}' or '{causes: [consumer_stuck]}'.")
]
Query = Annotated[str, Field(description="One SELECT in SQLite's SQL.")]
FileName = Annotated[str, Field(description="The file as a finding cites it.")]
Line = Annotated[int, Field(ge=1, description="The line that is cited, from 1.")]
Width = Annotated[int, Field(ge=0, le=30, description="How many lines before and after.")]
Change = Annotated[str, Field(description="What to change in the group, as YAML: '{pods: 6}'.")]

MOST_KEPT = 4
_LONGEST_FILE = 64 << 20
_WORDS = ("kind", "what", "confirm", "remedy", "do_not")


@dataclass
class Desk:
    """The evidence that agents ask about; one question at a time, for Spark starts once.

    `lang`: the language of sentences in answers, en or zh; names of fields are the protocol's.
    """

    roots: Roots
    zone: str = "UTC"
    lang: str = "en"
    _kept: dict[tuple[Path, int, int], Evidence] = field(default_factory=dict)
    _told: dict[tuple[int, str | None], Diagnosis] = field(default_factory=dict)
    _databases: dict[int, Database] = field(default_factory=dict)
    one_at_a_time: threading.Lock = field(default_factory=threading.Lock)

    def scan(self, folder: Folder) -> answers.Json:
        """What each file is and how many of its lines were understood; the least understood first."""
        rows = self._evidence(folder).ledger_rows()
        return answers.ledger([{**row, "problem": self._said(row["problem"])} for row in rows])

    def diagnose(self, folder: Folder, group: Group = None) -> answers.Json:
        """The verdict on the consumer groups: findings with severity, status, evidence by file and
        line, remedies.
        """
        return answers.verdict(self._verdict(folder, group))

    def what_would_decide(self, folder: Folder, group: Group = None) -> answers.Json:
        """What is still undecided, and the mqadmin commands whose output would decide it, best
        first.
        """
        return answers.deciding(self._verdict(folder, group), self.lang)

    def brief(self, folder: Folder, group: Group = None, budget: Budget = 8_000) -> answers.Json:
        """All that matters in one text: verdict, timeline, who reads which queue, open messages, unrecognised lines,
        what would decide. It lists what it leaves out.
        """
        from rmqkit.briefing import brief

        diagnosis = self._diagnosis(folder, group)
        told = brief(self._evidence(folder), budget=budget, group=group, lang=self.lang, diagnosis=diagnosis)
        return {"brief": told}

    def try_hypothesis(self, folder: Folder, hypothesis: Hypothesis) -> answers.Json:
        """Test a hypothesis about the group: what it predicts per queue, what was observed, which lines contradict it,
        which other causes are possible, and the verdict: proven, suspected, open or refuted. Everything that the
        hypothesis does not state is taken from the evidence. Keys: group, from, until, clients (by C1, C2 ... or id:
        id, subscribes, strategy, model, gone, state: blocked, slow, failing, wrong clock, start refused, cut off),
        brokers ({name: gone or slave}), queues ({topic: {broker: 8}}), reset ([topic]), causes ([finding id, or {id,
        clients, topics, brokers}]), healthy: true.
        """
        from rmqkit.bench.telling import tried_dict
        from rmqkit.bench.text import read_hypothesis
        from rmqkit.bench.trying import try_hypothesis

        diagnosis = self._diagnosis(folder, read_hypothesis(hypothesis).group)
        return tried_dict(try_hypothesis(self._evidence(folder), hypothesis, diagnosis), self.lang)

    def explain(self, text: Text) -> answers.Json:
        """What a finding is and how to fix it; or what a log line, an exception or a response code means."""
        from rmqkit.diagnosis.diagnose import diagnose
        from rmqkit.diagnosis.findings import BY_ID
        from rmqkit.evidence import read_pasted
        from rmqkit.formats.block import LOG_KINDS, Kind
        from rmqkit.formats.logs.explained import explain_text

        if text in BY_ID:
            return {"id": text, **self._said({name: getattr(BY_ID[text], name) for name in _WORDS})}
        known, unknown = explain_text(text)
        if not known:
            evidence = read_pasted(text)
            if {row["kind"] for row in evidence.ledger_rows()} - {Kind.UNKNOWN, *LOG_KINDS}:
                return answers.verdict(diagnose(evidence).spoken(self.lang).to_dict())
            findings = ", ".join(sorted(BY_ID))
            raise Error(
                "{text!r} contains no RocketMQ output that rmqkit recognises. Findings: {known}.",
                text=text[:200],
                known=findings,
            )
        told = [
            {
                "name": one.name,
                "gravity": str(one.meaning.gravity),
                "says": in_language(message(one.meaning.says), self.lang),
                "normal": in_language(message(one.meaning.normal), self.lang),
                "remedy": in_language(message(one.meaning.remedy), self.lang),
                "names": {name: answers.plain(value) for name, value in one.names},
                "look_at": [in_language(message(look.command), self.lang) for look in one.looks],
            }
            for one in known
        ]
        return {"known": told, "not_in_the_catalogue": [answers.plain(line) for line in unknown]}

    def lines(
        self,
        folder: Folder,
        file: OfFile = None,
        group: Group = None,
        client: Client = None,
        contains: Contains = None,
        since: Moment = None,
        until: Moment = None,
        page: Page = 1,
    ) -> answers.Json:
        """Lines of the evidence by file, group, client, words or template, and time; 50 a page."""
        wanted = Wanted(file, group, client, contains, since, until)
        evidence = self._evidence(folder)
        logs = {log.file for log in evidence.reading.logs}
        files = [file for file in evidence.source_files if file.name not in logs and file.is_readable]
        texts = ((file.name, _file_lines(file)) for file in files if wanted.file in (None, file.name))
        return found_lines(evidence, wanted, page, texts)

    def sql(self, folder: Folder, query: Query) -> answers.Json:
        """One SELECT over the evidence's tables: progress, connections, subscriptions, client_queues, topic_queues,
        answers, settings, broker_figures, log_events, unknown_lines and more (a wrong query lists all);
        `SELECT * FROM progress LIMIT 1` shows its columns. Times are text in UTC. At most 200 rows and 10 seconds.
        """
        evidence = self._evidence(folder)
        if id(evidence) not in self._databases:
            self._databases = {id(evidence): Database(evidence)}
        return self._databases[id(evidence)].ask(query)

    def _said(self, told: Any) -> Any:  # noqa: ANN401
        """Texts in the language of the answers, wherever they stand."""
        match told:
            case str():
                return in_language(told, self.lang)
            case dict():
                return {name: self._said(value) for name, value in told.items()}
            case list() | tuple():
                return [self._said(value) for value in told]
            case _:
                return told

    def evidence_lines(self, folder: Folder, file: FileName, line: Line, width: Width = 5) -> answers.Json:
        """The lines of a file around one that a finding cites."""
        files = {source.name: source for source in self._evidence(folder).source_files}
        if file not in files:
            raise Error("{file!r} is not a file of the evidence; scan lists the files.", file=file)
        lines = _file_lines(files[file])
        if not 1 <= line <= len(lines):
            raise Error(
                "{file} has only {lines} lines, so there is no line {line}.", file=file, lines=len(lines), line=line
            )
        return {
            "file": file,
            "lines": answers.around(lines, line, width),
            "lines_in_file": len(lines),
        }

    def plan(self, folder: Folder, change: Change, group: Group = None) -> answers.Json:
        """Simulate a release, a scaling step or a lost broker for the group of the evidence, before
        it is done.
        """
        from rmqkit.plan import change_from_text, make_plan, situation_from_evidence

        made = make_plan(situation_from_evidence(self._evidence(folder), group), change_from_text(change))
        return {"plan": made.text(self.lang)}

    def _evidence(self, folder: str) -> Evidence:
        import rmqkit

        path = self.roots.place(folder)
        # Changes when a file comes, goes or is written to.
        files = [path, *path.rglob("*")] if path.is_dir() else [path]
        stats = [file.stat() for file in files if file.exists()]
        key = (path, max(stat.st_mtime_ns for stat in stats), sum(stat.st_size for stat in stats) + len(stats))
        if key not in self._kept:
            while len(self._kept) >= MOST_KEPT:
                forgotten = self._kept.pop(next(iter(self._kept)))
                self._told = {of: told for of, told in self._told.items() if of[0] != id(forgotten)}
            _tell(f"Reading {folder}")
            evidence = rmqkit.read(None, str(path), zone=self.zone)
            evidence.require_usable()
            self._kept[key] = evidence
        return self._kept[key]

    def _verdict(self, folder: str, group: str | None) -> Mapping[str, Any]:
        return self._diagnosis(folder, group).spoken(self.lang).to_dict()

    def _diagnosis(self, folder: str, group: str | None) -> Diagnosis:
        from rmqkit.diagnosis import diagnose

        evidence = self._evidence(folder)
        key = (id(evidence), group)
        if key not in self._told:
            _tell("Recomputing what RocketMQ did")
            try:
                self._told[key] = diagnose(evidence, group=group)
            except UnknownGroup as error:
                raise Error(*error.args) from error
        return self._told[key]


def _tell(what: str) -> None:
    """Whoever waits for an answer sees what is being done."""
    show = line_here()
    if show is not None:
        show(what)


def _file_lines(file: Any) -> list[str]:  # noqa: ANN401
    from rmqkit.formats import split_lines
    from rmqkit.tables.files import HEAD_BYTES, describe_binary, encoding_of

    raw, problem = file.read(_LONGEST_FILE)
    encoding = encoding_of(raw[:HEAD_BYTES]) if raw else None
    if encoding is None:
        why = file.problem or problem or describe_binary(raw)
        raise Error("{file} is not text: {why}.", file=file.name, why=why)
    return split_lines(raw.decode(encoding, errors="replace"))
