"""One incident from nothing to its folder: cluster, clients and captures on one time line, bounded
and cleaned up.
"""

import heapq
import itertools
import json
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from .capture import Capture
from .clients import ClientProcess, ProducerProcess
from .cluster import Cluster
from .errors import LabError, wait_until
from .mqadmin import Mqadmin
from .scenario import Incident
from .truth import write_truth

LONGEST = 400
JOIN_SECONDS = 40
ROUTE_SECONDS = 40


def make(incident: Incident, version: str, folder: Path) -> Path:
    """Make the incident on a cluster of `version`; `folder` then holds evidence/, received/ and
    truth.json.

    A second attempt is made where the first fails, for on a busy machine processes miss each other;
    LabError after it.
    """
    try:
        _attempt(incident, version, folder)
    except LabError as failure:
        print(f"{incident.name} on {version}: once more, for {str(failure)[:200]}", file=sys.stderr, flush=True)
        # What is left of the first attempt must not be mixed in.
        shutil.rmtree(folder, ignore_errors=True)
        _attempt(incident, version, folder)
    if incident.staging:
        other = make(replace(incident, clients=incident.staging, staging=()), version, folder / "staging")
        lay_side_by_side(folder, other)
    return folder


def lay_side_by_side(folder: Path, other: Path) -> None:
    """The evidence of two clusters in one folder, prod/ and staging/; the truth is that of prod."""
    (folder / "evidence").rename(folder / "prod")
    for name, evidence in (("prod", folder / "prod"), ("staging", other / "evidence")):
        (folder / "evidence").mkdir(exist_ok=True)
        evidence.rename(folder / "evidence" / name)
    truths = [json.loads((home / "truth.json").read_text()) for home in (folder, other)]
    commands = [
        command | {"file": f"{name}/{command['file']}"}
        for name, truth in zip(("prod", "staging"), truths, strict=True)
        for command in truth["commands"]
    ]
    told = truths[0] | {"folder": "prod", "commands": commands}
    (folder / "truth.json").write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n")
    shutil.rmtree(other)


def _attempt(incident: Incident, version: str, folder: Path) -> Path:
    home = Path(tempfile.mkdtemp(prefix="rmqkit-lab-"))
    try:
        Run(incident, version, home, folder).whole()
        return folder
    finally:
        shutil.rmtree(home, ignore_errors=True)


class Run:
    """One incident on its way."""

    def __init__(self, incident: Incident, version: str, home: Path, folder: Path) -> None:
        self.incident, self.version, self.folder = incident, version, folder
        self.capture = Capture(incident, folder, home)
        self.cluster = Cluster(
            home, version, incident.cluster, incident.brokers, incident.name_servers, incident.controller
        )
        self.clients = [
            ClientProcess(number, client, incident, version, home)
            for number, client in enumerate(incident.clients, start=1)
        ]
        self.producer = ProducerProcess(incident, version, home)
        self._home = home
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._count = itertools.count()
        self._began = 0.0

    def whole(self) -> None:
        """Start, go through the time line, capture, stop, tell the truth."""
        for process in self.clients:
            process.prepare()
        admin = Mqadmin(self.version, self.capture.evidence, self._home / "tools")
        try:
            self.begin(admin)
            self.capture.final(admin, self.name_server())
            self.capture.logs(self.clients)
        finally:
            self.stop(admin)
        write_truth(self.incident, self.version, self.folder, self.capture, self.clients, self.producer)

    def begin(self, admin: Mqadmin) -> None:
        """Start everything and go through the time line to its end; whoever calls this calls `stop`
        whatever happens.
        """
        self.cluster.start()
        self._prepare(admin)
        if self.incident.proxy:
            self.cluster.start_proxy()
        self._plan(admin)
        self._go()

    def stop(self, admin: Mqadmin) -> None:
        """End everything that was started."""
        for process in (self.producer, *self.clients, self.cluster):
            process.stop() if isinstance(process, Cluster) else process.close()
        admin.stop()

    def name_server(self) -> str:
        """The last name server, the one that knows every broker."""
        return self.cluster.name_server(self.incident.name_servers - 1)

    def _prepare(self, admin: Mqadmin) -> None:
        for topic in [topic for topic in self.incident.topics if topic.queues]:
            for broker in topic.brokers or self.cluster.masters:
                words = ("updateTopic", "-b", f"{{broker:{broker}}}", "-t", topic.name, "-r", str(topic.queues))
                self._command(admin, (*words, "-w", str(topic.queues), "-p", str(topic.perm)))
        for command in self.incident.commands:
            if command.at < 0:
                self._command(admin, command.arguments)
        for topic in [topic for topic in self.incident.topics if topic.queues]:
            brokers = topic.brokers or self.cluster.masters
            wait_until(lambda t=topic.name, b=brokers: self._routed(admin, t, b), ROUTE_SECONDS, f"{topic.name} routed")

    def _routed(self, admin: Mqadmin, topic: str, brokers: Iterable[str]) -> bool:
        """Whether the name servers know the topic on each of its brokers; on a busy machine they learn it late."""
        routes = self._home / "route.txt"
        for number in range(self.incident.name_servers):
            admin.run(routes, ("topicRoute", "-t", topic, "-n", self.cluster.name_server(number)))
            known = [b for b in brokers if number in self.cluster.brokers[b].name_servers]
            if not all(f'"{broker}"' in routes.read_text() for broker in known):
                return False
        return True

    def _command(self, admin: Mqadmin, arguments: tuple[str, ...]) -> None:
        words = self._words(arguments)
        output = self._home / "command.txt"
        done = admin.run(output, (*words, "-n", self.name_server()))
        self.capture.operations.append({"at": done["at"], "command": done["command"]})
        text = output.read_text()
        if "Exception" in text or "usage:" in text:
            raise LabError(f"mqadmin {' '.join(words)}: {text[:600]}")

    def _words(self, arguments: tuple[str, ...]) -> list[str]:
        places = {"{namesrv}": self.name_server(), "{cluster}": self.cluster.name}
        places |= {f"{{broker:{name}}}": self.cluster.address(name) for name in self.cluster.brokers}
        return [places.get(word, _moment(word)) for word in arguments]

    def _at(self, moment: float, action: Callable[[], None]) -> None:
        heapq.heappush(self._agenda, (moment, next(self._count), action))

    def _plan(self, admin: Mqadmin) -> None:
        incident = self.incident
        self._at(0, lambda: self.producer.start(self.name_server()))
        for client in self.clients:
            self._plan_client(client)
        self._plan_servers()
        for command in incident.commands:
            if command.at >= 0:
                self._at(command.at, lambda words=command.arguments: self._command(admin, words))
        for number in range(incident.snapshots):
            moment = incident.warm_up + number * incident.every
            self._at(moment, lambda n=number + 1: self._look(admin, n))

    def _look(self, admin: Mqadmin, number: int) -> None:
        asked = [tuple(self._words(command)) for command in self.incident.asked]
        self.capture.ask(admin, self.name_server(), number, asked)
        for client in self.incident.dumped:
            self.capture.dump(self.clients[client - 1], number)
        self.capture.snapshot(admin, self.name_server(), number)

    def _plan_servers(self) -> None:
        for broker in self.incident.brokers:
            for moment, action in (
                (broker.start, self.cluster.start_broker),
                (broker.kill, self.cluster.kill),
                (broker.back, self.cluster.start_broker),
                (broker.freeze, self.cluster.freeze),
                (broker.restart, self.cluster.restart),
            ):
                self._plan_server(broker.name, moment, action)
        stalls = [(broker.name, stall) for broker in self.incident.brokers for stall in broker.stalls]
        stalls += [("namesrv-0", stall) for stall in self.incident.name_server_stalls]
        for name, (moment, seconds) in stalls:
            self._plan_server(name, moment, self.cluster.freeze)
            self._plan_server(name, moment + seconds, self.cluster.thaw)
        self._plan_server("namesrv-0", self.incident.name_server_kill, self.cluster.kill)

    def _plan_server(self, name: str, moment: float | None, action: Callable[[str], None]) -> None:
        """Do it at its moment, and write down when that was."""

        def act() -> None:
            self.capture.servers.append({"at": time.time(), "server": name, "what": action.__name__})
            action(name)

        if moment is not None:
            self._at(moment, act)

    def _plan_client(self, process: ClientProcess) -> None:
        client = process.client
        self._at(client.start, lambda: self._start_client(process))
        # A tenth later, so that clients with the same moment start together and are then waited for
        # together.
        self._at(client.start + 0.1, lambda: self._wait_for(process))
        for how, moment in (("stop", client.stop), ("kill", client.kill)):
            if moment is not None:
                self._at(moment, lambda how=how: process.end(how, time.time()))
        if client.frozen is not None:
            self._at(client.frozen[0], process.freeze)
            self._at(client.frozen[1], process.thaw)
        if client.restart_every:
            self._at(client.start + client.restart_every, lambda: self._restart_client(process))

    def _start_client(self, process: ClientProcess) -> None:
        name_servers = ";".join(map(self.cluster.name_server, process.client.name_servers))
        process.start({"namesrv": name_servers, "proxy": self.cluster.proxy}, time.time())

    def _wait_for(self, process: ClientProcess) -> None:
        """Stop the time line until the client has joined: a busy machine must not change the
        incident.
        """
        if process.client.name_server is not None:
            waited_from = time.monotonic()
            awaited = process.refused if process.client.refused else process.joined
            wait_until(awaited, JOIN_SECONDS, f"{process.name} to start")
            self._began += time.monotonic() - waited_from

    def _restart_client(self, process: ClientProcess) -> None:
        process.end("stop", time.time())
        self._start_client(process)
        self._at(time.monotonic() - self._began + process.client.restart_every, lambda: self._restart_client(process))

    def _go(self) -> None:
        self._began = time.monotonic()
        end = self.incident.warm_up + (self.incident.snapshots - 1) * self.incident.every + 1
        while self._agenda and self._agenda[0][0] <= end:
            moment, _, action = heapq.heappop(self._agenda)
            time.sleep(max(0.0, moment - (time.monotonic() - self._began)))
            action()
            if time.monotonic() - self._began > LONGEST:
                raise LabError(f"{self.incident.name} takes longer than {LONGEST} s")


def _moment(word: str) -> str:
    """`{ago:N}` as epoch milliseconds, any other word as it is."""
    ago = re.fullmatch(r"\{ago:(\d+)\}", word)
    return str(round((time.time() - int(ago[1])) * 1000)) if ago else word
