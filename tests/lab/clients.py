"""The consumers and the producer of one incident, as processes with their ledgers and logs."""

import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import jars, jvm, log_settings, other_programs, processes
from .errors import LabError
from .scenario import Client, Incident, Topic

# Client.program: the kind of class path, the class and its first argument.
JAVA_PROGRAMS = {
    "push": ("client", "LabClient", "consume"),
    "lite": ("pull", "LabPull", "lite"),
    "assign": ("pull", "LabPull", "assign"),
    "pull": ("pull", "LabPull", "pull"),
    "grpc": ("grpc", "LabGrpc", "consume"),
}
# The libraries that have version numbers of their own, whatever the brokers are.
VERSIONS = {"go": other_programs.GO_VERSION, "grpc": "5.0.7"}
VERSIONS |= {program: other_programs.version(program) for program in other_programs.LIBRARIES}
LOG_NAMES = {"go": "console.log", "grpc": "rocketmq-client.log"}
ENDS = {"stop": signal.SIGTERM, "kill": signal.SIGKILL}


@dataclass
class Life:
    """One stretch of a client's life: when its process was started and ended (epoch seconds), and its id."""

    started: float
    ended: float | None = None
    how: str | None = None


class ClientProcess:
    """One consumer `client-N`: started, ended and started again; its folder keeps log, ledger and ids."""

    def __init__(self, number: int, client: Client, incident: Incident, version: str, home: Path) -> None:
        self.name, self.number, self.client = f"client-{number}", number, client
        self.group = client.group or incident.group
        self.version = VERSIONS.get(client.program, incident.client_version_on(version, client))
        self.ip = client.ip or f"10.20.0.{10 + number}"
        self.folder = home / self.name
        (self.folder / "logs").mkdir(parents=True)
        self.ledger = self.folder / "received.tsv"
        self.log = self.folder / "logs" / LOG_NAMES.get(client.program, "rocketmq_client.log")
        if client.program in other_programs.LOGS:
            self.log = self.folder / other_programs.LOGS[client.program]
        self.lives: list[Life] = []
        self._process: subprocess.Popen | None = None

    def threads(self) -> str:
        """A thread dump of the process."""
        assert self._process is not None
        command = ["jstack", "-l", str(self._process.pid)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout

    def prepare(self) -> None:
        """Build what the process needs, which may take a minute and must not fall into the incident."""
        if self.client.program == "go":
            other_programs.go_program()
        elif self.client.program in other_programs.LIBRARIES:
            other_programs.command(self.client.program, self.folder)
        else:
            jars.class_path(self.version, JAVA_PROGRAMS[self.client.program][0])

    def start(self, servers: dict[str, str], now: float) -> None:
        """Start the process; `servers` are the addresses of "namesrv" and, where there is one, of "proxy"."""
        file = self.folder / "client.properties"
        settings = servers | self._settings()
        file.write_text("".join(f"{key}={_escaped(value)}\n" for key, value in settings.items()))
        environment = jvm.clock(self.client.clock_ahead)
        if self.client.program == "go":
            command = [str(other_programs.go_program()), str(file)]
            with self.log.open("ab") as output:
                pipes = {"stdout": output, "stderr": output}
                self._process = processes.start(command, self.folder, self.name, environment, **pipes)
        elif self.client.program in other_programs.LIBRARIES:
            command = other_programs.command(self.client.program, file)
            home = {"HOME": str(self.folder)}
            self._process = processes.start(command, self.folder, self.name, environment | home)
        else:
            command = self._java(file)
            self._process = processes.start(command, self.folder, self.name, environment)
        self.lives.append(Life(now))

    def _java(self, settings: Path) -> list[str]:
        kind, main, argument = JAVA_PROGRAMS[self.client.program]
        options = [f"-Dlab.threads={self.client.threads}"]
        options += log_settings.client_options(self.folder / "logs")
        classes = jars.class_path(self.version, kind)
        return jvm.command(jvm.SMALL, self.folder, options, classes, main, argument, str(settings))

    def end(self, how: str, now: float) -> None:
        """End the process: "stop" lets it say goodbye to the brokers, "kill" does not."""
        processes.stop(self._process, ENDS[how])
        self.lives[-1].ended, self.lives[-1].how = now, how

    def joined(self) -> bool:
        """Whether the client of the present life has started; LabError if its process ended by itself."""
        if self._process.poll() is not None:
            said = self.console.read_text()
            if self.client.program == "go":
                said = self.log.read_text()
            raise LabError(f"{self.name} ended: {said[-1000:]}")
        return self.ids()[-1] is not None

    def refused(self) -> bool:
        """Whether the start of the present life has failed; LabError if the client runs."""
        if self.ids()[-1] is not None:
            raise LabError(f"{self.name} was to be refused, and runs")
        return self._process.poll() is not None or "Exception" in self.console.read_text()

    @property
    def console(self) -> Path:
        """What the program prints, which is where an application sees that its client does not start."""
        return self.folder / f"{self.name}.out"

    @property
    def starts_another(self) -> bool:
        """Whether its application starts one more consumer while it runs."""
        changes = [value for key, value in self.client.settings.items() if key.startswith("change.")]
        return any(change.split()[1] == "start" for change in changes)

    def freeze(self) -> None:
        """Make the process stand still, as a long collection of garbage does."""
        processes.freeze(self._process)

    def thaw(self) -> None:
        """Let it go on."""
        processes.thaw(self._process)

    def close(self) -> None:
        """End the process if it runs, without making that part of the incident."""
        if self._process is not None:
            processes.stop(self._process, signal.SIGKILL)

    def ids(self) -> list[str | None]:
        """The client id of each of its lives, None for a life that ended before the client had started."""
        file = self.folder / "ids.tsv"
        written = file.read_text() if file.exists() else ""
        rows = [line.split("\t") for line in written.splitlines(keepends=True) if line.endswith("\n")]
        known = [(int(at) / 1000 - self.client.clock_ahead, client_id.rstrip()) for at, client_id in rows]
        return [self._id_of(life, known) for life in self.lives]

    def _id_of(self, life: Life, known: list[tuple[float, str]]) -> str | None:
        within = [client_id for at, client_id in known if life.started <= at <= (life.ended or at)]
        return within[0] if within else None

    def _settings(self) -> dict[str, str]:
        client = self.client
        settings = {
            "group": self.group,
            "ip": self.ip,
            "strategy": client.strategy,
            "model": client.model,
            "orderly": str(client.orderly).lower(),
            "pop": str(client.pop).lower(),
            "listener": client.listener,
            "ledger": str(self.ledger),
            "ids": str(self.folder / "ids.tsv"),
        }
        if client.instance is not None:
            settings["instance"] = client.instance
        if client.refused:
            settings["attempts"] = "1"
        for number, subscription in enumerate(client.subscriptions):
            settings[f"topic.{number}"] = subscription.topic
            settings[f"kind.{number}"] = subscription.kind
            settings[f"expression.{number}"] = subscription.expression
        return settings | dict(client.settings)


class ProducerProcess:
    """The producer of one incident and its ledger of what was sent."""

    def __init__(self, incident: Incident, version: str, home: Path) -> None:
        self.incident, self.version = incident, incident.client_version or version
        self.folder = home / "producer"
        self.folder.mkdir(parents=True)
        self.ledger = self.folder / "sent.tsv"
        self._process: subprocess.Popen | None = None

    def start(self, name_server: str) -> None:
        """Start the process."""
        producer = self.incident.producer
        settings = {
            "namesrv": name_server,
            "topics": " ".join(
                producer.topics or [topic.name for topic in self.incident.topics if _takes_messages(topic)]
            ),
            "tags": " ".join(producer.tags),
            "rate": str(producer.rate),
            "burst": str(producer.burst),
            "seconds": str(producer.seconds),
            "ledger": str(self.ledger),
        }
        file = self.folder / "producer.properties"
        file.write_text("".join(f"{key}={_escaped(value)}\n" for key, value in settings.items()))
        options = log_settings.client_options(self.folder / "logs")
        classes = jars.class_path(self.version, "client")
        command = jvm.command(jvm.SMALL, self.folder, options, classes, "LabClient", "produce", str(file))
        self._process = processes.start(command, self.folder, "producer", {})

    def close(self) -> None:
        """End the process if it runs."""
        if self._process is not None:
            processes.stop(self._process, signal.SIGKILL)


def _takes_messages(topic: Topic) -> bool:
    return topic.queues > 0 and topic.perm & 2 > 0


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\")
