"""What an engineer would have: mqadmin's texts and the logs, in evidence/ and nowhere else."""

import shutil
import time
from pathlib import Path

from .clients import ClientProcess
from .log_settings import logs_of
from .mqadmin import Mqadmin
from .scenario import Incident

BROKER_LOGS = ("broker.log", "pop.log", "lock.log", "filter.log")
NEWEST_BYTES = 1_500_000
# Where the processes seem to have run: a folder as an operations team would have it.
SEEMING_HOME = "/home/rmq"


class Capture:
    """The evidence of one incident."""

    def __init__(self, incident: Incident, folder: Path, home: Path) -> None:
        self.incident, self.evidence, self._home = incident, folder / "evidence", home
        self.evidence.mkdir(parents=True)
        self.commands: list[dict[str, str | float]] = []
        self.operations: list[dict[str, str | float]] = []
        self.servers: list[dict[str, str | float]] = []
        self.trimmed: list[dict[str, str | int]] = []
        self.ended = 0.0

    def snapshot(self, admin: Mqadmin, name_server: str, number: int) -> None:
        """One snapshot of the group's progress and connections."""
        group = self.incident.group
        self._take(
            admin, f"consumerProgress-{group}-{number}", name_server, "consumerProgress", "-g", group, "-s", "true"
        )
        self._take(admin, f"consumerConnection-{group}-{number}", name_server, "consumerConnection", "-g", group)

    def ask(self, admin: Mqadmin, name_server: str, number: int, commands: list[tuple[str, ...]]) -> None:
        """What a look asks of brokers, each with the date above it, as who writes down looks has it."""
        for place, arguments in enumerate(commands):
            before = [other[0] for other in commands[:place]].count(arguments[0])
            name = "-".join((arguments[0], str(number), *([str(before + 1)] if before else [])))
            at = time.time()
            self._take(admin, name, name_server, *arguments)
            file = self.evidence / f"{name}.txt"
            date = time.strftime("%a %b %d %H:%M:%S UTC %Y", time.gmtime(at))
            file.write_text(f"{date}\n$ mqadmin {' '.join(arguments)}\n{file.read_text()}")

    def dump(self, client: ClientProcess, number: int) -> None:
        """A thread dump of a client, as jstack makes it."""
        target = self.evidence / client.name / f"jstack-{number}.txt"
        target.parent.mkdir(exist_ok=True)
        target.write_text(client.threads())

    def final(self, admin: Mqadmin, name_server: str) -> None:
        """What is asked once, at the end."""
        group = self.incident.group
        self.ended = time.time()
        self._take(admin, f"consumerStatus-{group}", name_server, "consumerStatus", "-g", group)
        for topic in [topic.name for topic in self.incident.topics] + list(self.incident.status_of):
            self._take(admin, f"topicRoute-{topic}", name_server, "topicRoute", "-t", topic)
            self._take(admin, f"topicStatus-{topic}", name_server, "topicStatus", "-t", topic)
        self._take(admin, "consumerProgress", name_server, "consumerProgress")

    def logs(self, clients: list[ClientProcess]) -> None:
        """Copy the logs, the newest part of each, before the lab itself ends the processes and that gets logged."""
        for broker in self.incident.brokers:
            for name in BROKER_LOGS:
                self._copy(logs_of(self._home / broker.name) / name, broker.name)
        for client in clients:
            self._copy(client.log, client.name)
            if client.client.refused or client.starts_another:
                self._copy(client.console, client.name, "console.log")
        self._copy(logs_of(self._home / "proxy") / "proxy.log", "proxy")
        (self.evidence / "mqadmin.out").unlink(missing_ok=True)
        for file in [file for file in self.evidence.rglob("*") if file.is_file()]:
            self._seem_elsewhere(file)

    def _take(self, admin: Mqadmin, name: str, name_server: str, *arguments: str) -> None:
        self.commands.append(admin.run(self.evidence / f"{name}.txt", (*arguments, "-n", name_server)))

    def _copy(self, log: Path, owner: str, name: str | None = None) -> None:
        if not log.exists() or not log.stat().st_size:
            return
        target = self.evidence / owner / (name or log.name)
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(log, target)
        size = target.stat().st_size
        if size > NEWEST_BYTES:
            newest = target.read_bytes()[-NEWEST_BYTES:]
            # A record starts with its year; a stack trace whose head is cut off would belong to nothing.
            target.write_bytes(newest[newest.index(b"\n20") + 1 :])
            self.trimmed.append({"file": f"{owner}/{target.name}", "bytes": size, "kept_newest": target.stat().st_size})

    def _seem_elsewhere(self, file: Path) -> None:
        text = file.read_bytes()
        if str(self._home).encode() in text:
            file.write_bytes(text.replace(str(self._home).encode(), SEEMING_HOME.encode()))
