"""What the tools do: evidence read once, verdicts kept as long as the files stay as they are. No
protocol here.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rmqkit.errors import Error, UnknownGroup
from rmqkit.language import in_language, say
from rmqkit.mcp import answers
from rmqkit.mcp.confined import Roots

if TYPE_CHECKING:
    from rmqkit.evidence import Evidence

MOST_KEPT = 4
_LONGEST_FILE = 64 << 20


@dataclass
class Desk:
    """The evidence that agents ask about; one question at a time, for Spark starts once.

    `lang`: the language of sentences in answers, en or zh; names of fields are the protocol's.
    """

    roots: Roots
    zone: str = "UTC"
    lang: str = "en"
    _kept: dict[tuple[Path, int, int], Evidence] = field(default_factory=dict)
    _told: dict[tuple[int, str | None], Mapping[str, Any]] = field(default_factory=dict)
    _one_at_a_time: threading.RLock = field(default_factory=threading.RLock)

    def scan(self, folder: str) -> answers.Json:
        """The ledger of a folder."""
        with self._one_at_a_time:
            rows = self._evidence(folder).ledger_rows()
            return answers.ledger([{**row, "problem": self._said(row["problem"])} for row in rows])

    def diagnose(self, folder: str, group: str | None) -> answers.Json:
        """The verdict on a folder."""
        with self._one_at_a_time:
            return answers.verdict(self._verdict(folder, group))

    def what_would_decide(self, folder: str, group: str | None) -> answers.Json:
        """What is missing, and the commands that bring it."""
        with self._one_at_a_time:
            return answers.deciding(self._verdict(folder, group), self.lang)

    def explain(self, finding_id: str) -> answers.Json:
        """What a finding is, how to confirm it and how to fix it."""
        from rmqkit.diagnosis.texts import TEXTS

        if finding_id not in TEXTS:
            known = ", ".join(sorted(TEXTS))
            raise Error(say("No finding is called {name!r}. There are: {known}.", name=finding_id, known=known))
        return {"id": finding_id, **self._said(asdict(TEXTS[finding_id]))}

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

    def evidence_lines(self, folder: str, file: str, line: int, width: int) -> answers.Json:
        """The lines around one that a finding cites; `file` is a name as findings and ledger have
        it.
        """
        with self._one_at_a_time:
            files = {source.name: source for source in self._evidence(folder).source_files}
            if file not in files:
                raise Error(say("{file!r} is no file of the evidence; scan lists the files.", file=file))
            lines = _lines_of(files[file])
        if not 1 <= line <= len(lines):
            raise Error(
                say("{file} has {lines} lines; line {line} is none of them.", file=file, lines=len(lines), line=line)
            )
        return {
            "file": file,
            "lines": answers.around(lines, line, width),
            "lines_in_file": len(lines),
        }

    def plan(self, folder: str, change: str, group: str | None) -> answers.Json:
        """A change of the group, simulated by every way to make it."""
        from rmqkit.plan import change_from_text, make_plan, situation_from_evidence

        with self._one_at_a_time:
            made = make_plan(situation_from_evidence(self._evidence(folder), group), change_from_text(change))
        return {"plan": made.text(self.lang)}

    def _evidence(self, folder: str) -> Evidence:
        import rmqkit

        path = self.roots.place(folder)
        key = (path, *_state(path))
        if key not in self._kept:
            while len(self._kept) >= MOST_KEPT:
                forgotten = self._kept.pop(next(iter(self._kept)))
                self._told = {of: told for of, told in self._told.items() if of[0] != id(forgotten)}
            evidence = rmqkit.read(rmqkit.session(), str(path), zone=self.zone)
            evidence.require_usable()
            self._kept[key] = evidence
        return self._kept[key]

    def _verdict(self, folder: str, group: str | None) -> Mapping[str, Any]:
        from rmqkit.diagnosis import diagnose

        evidence = self._evidence(folder)
        key = (id(evidence), group)
        if key not in self._told:
            try:
                self._told[key] = diagnose(evidence, group=group).spoken(self.lang).to_dict()
            except UnknownGroup as error:
                raise Error(*error.args) from error
        return self._told[key]


def _state(path: Path) -> tuple[int, int]:
    """Changes when a file comes, goes or is written to."""
    files = [path, *path.rglob("*")] if path.is_dir() else [path]
    stats = [file.stat() for file in files if file.exists()]
    return max(stat.st_mtime_ns for stat in stats), sum(stat.st_size for stat in stats) + len(stats)


def _lines_of(file: Any) -> list[str]:  # noqa: ANN401
    from rmqkit.formats import split_lines
    from rmqkit.tables.files import HEAD_BYTES, encoding_of, what_it_is

    raw, problem = file.read(_LONGEST_FILE)
    encoding = encoding_of(raw[:HEAD_BYTES]) if raw else None
    if encoding is None:
        why = file.problem or problem or what_it_is(raw)
        raise Error(say("{file} is no text: {why}.", file=file.name, why=why))
    return split_lines(raw.decode(encoding, errors="replace"))
