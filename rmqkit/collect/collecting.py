"""A whole collection: rounds a heartbeat apart, what they need before and give afterwards, and which topics and
brokers there are to ask about, by what the first commands printed. Each command is run into a file of its own, for a
bounded time, and `manifest.json` says when, how it ended, and which file holds what it printed. No commands are named.

The reader takes a snapshot's time from the manifest. Each of its lines holds a whole command line, so that the ledger
counts it as what it is: words around the evidence, understood, and no evidence by itself.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from rmqkit.collect.commands import Capture, Each, When, captures_for
from rmqkit.collect.elsewhere import LOGS, MOST_BYTES, RUN, Mqadmin, Pods, files_taken_out, in_shell, pods_in
from rmqkit.errors import Error
from rmqkit.formats import LOG_KINDS, Kind, parse, recognise_blocks
from rmqkit.language import say
from rmqkit.rocketmq.internal_topics import is_user_topic

_NOT_IN_A_NAME = re.compile(r"[^\w%.@+-]")
# mqadmin prints its dates in the zone of its JVM, which takes it from here
_ZONE = {"TZ": "UTC"}


MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Taken:
    """One command that was run: `at` and `until` in UTC by ISO 8601; no exit code where it was ended for its length."""

    file: str
    at: str
    until: str
    exit_code: int | None
    command: str


def utc(moment: datetime) -> str:
    """A moment in UTC, to the millisecond, by ISO 8601."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def write_manifest(folder: Path, about: dict[str, str], taken: list[Taken]) -> None:
    """Write the manifest, a command a line; an interrupted collection keeps the manifest of what it has."""
    unfinished = folder / f".{MANIFEST}.unfinished"
    head = json.dumps(about, ensure_ascii=False).removesuffix("}")
    commands = ",\n".join(json.dumps(asdict(each), ensure_ascii=False) for each in taken)
    unfinished.write_text(f'{head}, "commands": [{commands}]}}\n', encoding="utf-8")
    unfinished.replace(folder / MANIFEST)


def earlier_taken(folder: Path) -> list[Taken]:
    """What an earlier collection into the same folder took; nothing where its manifest is another program's."""
    file = folder / MANIFEST
    if not file.exists():
        return []
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))["commands"]
        return [Taken(**row) for row in rows]
    except (ValueError, KeyError, TypeError):
        return []


@dataclass
class Runner:
    """Runs commands in the folder of the evidence: consumerStatus writes its files below the working directory."""

    mqadmin: Mqadmin
    name_server: str
    folder: Path
    seconds: float
    taken: list[Taken] = field(default_factory=list)

    def run(self, command: str, options: Sequence[str], stem: str) -> Taken:
        """Run one command of mqadmin.

        A command that takes too long is ended; what it printed is kept, and it has no exit code.
        """
        words = [command, "-n", self.name_server, *options]
        shown = shlex.join(["mqadmin", *words])
        if not self.mqadmin.inside:
            # By sh where a download or an archive lost the script's right to be executed.
            path = str(self.mqadmin.path)
            return self.run_any([*([] if os.access(path, os.X_OK) else ["sh"]), path, *words], shown, stem)
        program = in_shell(self.mqadmin.inside, RUN, f"{self.seconds:.0f}", str(self.mqadmin.path), *words)
        return self.run_any(program, shown, stem, into=".")

    def run_any(self, program: Sequence[str], shown: str, stem: str, ending: str = "txt", into: str = "") -> Taken:
        """Run any program; where it prints files behind its output, these go `into` a folder below this one.

        What mqadmin prints begins with the prompt that a person would have pasted.
        """
        # The first of STEM-1.txt, STEM-2.txt, ... that is not there yet.
        plain = _NOT_IN_A_NAME.sub("_", stem)
        number = 1
        while (self.folder / f"{plain}-{number}.{ending}").exists():
            number += 1
        file = self.folder / f"{plain}-{number}.{ending}"
        at = datetime.now(UTC)
        with file.open("wb") as output:
            if shown.startswith("mqadmin "):
                output.write(f"{at:%Y-%m-%d %H:%M:%S} UTC $ {shown}\n".encode())
                output.flush()
            exit_code = self._ended(program, output.fileno())
        files = files_taken_out(file, self.folder / into) if into else []
        if files and not file.stat().st_size:
            file.unlink()
            file = self.folder / into / files[0]
        done = Taken(str(file.relative_to(self.folder)), utc(at), utc(datetime.now(UTC)), exit_code, shown)
        self.taken.append(done)
        return done

    def _ended(self, words: Sequence[str], output: int) -> int | None:
        """The exit code of a process that had its time; None where it was ended."""
        process = subprocess.Popen(
            words,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ | _ZONE,
            start_new_session=True,
        )
        try:
            return process.wait(self.seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


# Validators#checkGroup, and addresses as -n takes them, several apart by semicolons
_GROUP = re.compile(r"[%|A-Za-z0-9_-]{1,255}")
_NAME_SERVER = re.compile(r"[\w.\[\]-]+:\d{1,5}(?:;[\w.\[\]-]+:\d{1,5})*;?|https?://[\w./:-]+")


@dataclass(frozen=True)
class Order:
    """What is to be collected: `rounds` snapshots, `every` seconds apart (a client's heartbeat is 30),
    some commands only; the logs of `pods`.

    Raises Error for a group or an address that RocketMQ would not take.
    """

    name_server: str
    group: str
    rounds: int = 3
    every: float = 30.0
    only: tuple[str, ...] = ()
    seconds: float = 60.0
    pods: Pods | None = None

    def __post_init__(self) -> None:
        if not _GROUP.fullmatch(self.group):
            raise Error(
                "{group!r} is not a valid group name: letters, digits, %, |, - and _ are allowed.", group=self.group
            )
        if not _NAME_SERVER.fullmatch(self.name_server):
            raise Error(
                "{address!r} is not a name server address: HOST:PORT, several separated by semicolons.",
                address=self.name_server,
            )
        captures_for(None, self.only)


def collect(order: Order, mqadmin: Mqadmin, folder: Path, tell: Callable[[str], None]) -> list[Taken]:
    """Run the commands into the folder, one file each, and a manifest; what was taken, in order.

    A folder with an earlier collection keeps it and gains the new one. Raises Error where mqadmin got no answer at all.
    """
    folder.mkdir(parents=True, exist_ok=True)
    runner = Runner(mqadmin, order.name_server, folder.absolute(), order.seconds, earlier_taken(folder))
    before = len(runner.taken)
    collection = Collection(order, runner, captures_for(mqadmin.version, order.only), tell)
    collection.whole()
    taken = runner.taken[before:]
    failures = [_printed_failure(folder / each.file) for each in taken]
    if taken and all(failures):
        raise Error(
            "None of the {number} commands got an answer from {address}; the first printed: {answer!r} ({file}). Check "
            "-n and -g.",
            number=len(taken),
            address=order.name_server,
            answer=failures[0],
            file=folder / taken[0].file,
        )
    return taken


@dataclass
class Collection:
    """One collection on its way."""

    order: Order
    runner: Runner
    captures: Sequence[Capture]
    tell: Callable[[str], None]

    def whole(self) -> None:
        """Before the rounds, the rounds at their moments, what the rounds made known."""
        self._take(When.START, say("before the rounds"))
        began = time.monotonic()
        has_rounds = any(capture.when in (When.ROUND, When.ENDS) for capture in self.captures)
        for number in range(self.order.rounds if has_rounds else 1):
            moment = began + number * self.order.every
            seconds = moment - time.monotonic()
            if seconds > 0:
                self.tell(say("Waiting {seconds:.0f} s for the next round", seconds=seconds))
                time.sleep(seconds)
            label = say("round {number} of {rounds}", number=number + 1, rounds=self.order.rounds)
            self._take(When.ROUND, label)
            if number in (0, self.order.rounds - 1):
                self._take(When.ENDS, label)
        self._take(When.END, say("after the rounds"))
        if self.order.pods:
            self._take_logs(self.order.pods)

    def _take_logs(self, pods: Pods) -> None:
        """Of each pod what its program printed, and the logs of RocketMQ's own files there."""
        run, label = self.runner.run_any, say("logs")
        shown = shlex.join(pods.table())
        table = self._noted(label, shown, partial(run, pods.table(), shown, "kubectl-get-pods"))
        for pod in pods_in(_text(self.runner.folder / table.file)):
            if pods.logs:
                shown = shlex.join(pods.printed_by(pod))
                self._noted(label, shown, partial(run, pods.printed_by(pod), shown, pod, ending="log"))
            program = in_shell(pods.inside(pod), LOGS, str(MOST_BYTES))
            shown = shlex.join([*pods.inside(pod), "~/logs"])
            self._noted(label, shown, partial(run, program, shown, f"{pod}-logs", into=pod))

    def _noted(self, when: str, command: str, run: Callable[[], Taken]) -> Taken:
        """Say what is run, run it, and write the manifest: whoever interrupts has one of what there is."""
        self.tell(say("{when}: {command}", when=when, command=command))
        taken = run()
        about = {
            "made_by": "rmqkit collect",
            "mqadmin_version": self.runner.mqadmin.version_text,
            "name_server": self.order.name_server,
            "group": self.order.group,
        }
        write_manifest(self.runner.folder, about, self.runner.taken)
        return taken

    def _take(self, when: When, label: str) -> None:
        for capture in self.captures:
            if capture.when is not when:
                continue
            for names in self._names(capture.each):
                options = [option.format(**names) for option in capture.options]
                command = " ".join([capture.command, *options])
                stem = capture.stem.format(**{**names, "broker": names.get("broker_name", "")})
                self._noted(label, command, partial(self.runner.run, capture.command, options, stem))

    def _names(self, each: Each) -> Iterator[dict[str, str]]:
        """What stands for the names in a command, once for each thing that it is repeated for."""
        files = [self.runner.folder / taken.file for taken in self.runner.taken]
        if each is Each.GROUP:
            yield {"group": self.order.group}
        elif each is Each.TOPIC:
            running = [path for path in self.runner.folder.glob("*/*@*") if path.is_file()]
            rows = [row for file in (*files, *running) for table in _WITH_TOPICS for row in _rows(file, table)]
            # Without retry and dead-letter topics and RocketMQ's own.
            for topic in sorted({str(row["topic"]) for row in rows if row.get("topic")}):
                if is_user_topic(topic):
                    yield {"group": self.order.group, "topic": topic}
        else:
            rows = [row for file in files for row in _rows(file, "topic_queues")]
            brokers_in = {
                row["broker"]: row["address"]
                for row in sorted(rows, key=lambda row: str(row["broker"]))
                if row.get("address")
            }
            for name, address in brokers_in.items():
                yield {"group": self.order.group, "broker": address, "broker_name": name}


_WITH_TOPICS = ("progress", "subscriptions")


def _printed_failure(file: Path) -> str | None:
    """Why a command failed, if it printed nothing but a failure; None where it gave an answer."""
    blocks = [block for block in recognise_blocks(_text(file), file.name) if block.kind not in LOG_KINDS]
    kinds = {block.kind for block in blocks}
    if kinds != {Kind.COMMAND_FAILED}:
        return None
    answers = [row for block in blocks for row in parse(block, UTC).tables.get("answers", [])]
    return next((str(row["text"]) for row in answers if row.get("text")), say("no reason is given"))


def _rows(file: Path, table: str) -> Iterator[dict[str, Any]]:
    for block in recognise_blocks(_text(file), file.name):
        if block.kind not in LOG_KINDS:
            yield from parse(block, UTC).tables.get(table, [])


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")
