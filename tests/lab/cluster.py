"""Name servers, brokers and a proxy of one cluster on 127.0.0.1. Knows no client and no incident's cause."""

import json
import signal
import subprocess
from pathlib import Path

from . import jars, jvm, log_settings, ports, processes
from .errors import LabError, wait_until
from .scenario import Broker

SETTINGS = {
    "brokerId": "0",
    "brokerIP1": "127.0.0.1",
    "brokerIP2": "127.0.0.1",
    "autoCreateTopicEnable": "false",
    "mappedFileSizeCommitLog": "67108864",
    "mappedFileSizeConsumeQueue": "600000",
    "enablePropertyFilter": "true",
    "diskMaxUsedSpaceRatio": "95",
    "timerWheelEnable": "false",
}
START_UP = 60


class Cluster:
    """One running cluster; `home` is the folder that everything it writes goes to."""

    def __init__(
        self,
        home: Path,
        version: str,
        name: str,
        brokers: tuple[Broker, ...],
        name_servers: int = 1,
        controller: bool = False,
    ) -> None:
        self.home, self.version, self.name, self.controller = home, version, name, controller
        self.brokers = {broker.name: broker for broker in brokers}
        self._first_port = ports.reserve()
        self._name_servers = [self._first_port + 5 * number for number in range(name_servers)]
        self._ports = {broker.name: self._first_port + 30 + 20 * i for i, broker in enumerate(brokers)}
        self._proxy_port = self._first_port + 160
        self._controller_port = self._first_port + 180
        self._running: dict[str, subprocess.Popen] = {}
        self._changed: set[str] = set()

    def start(self) -> None:
        """Start everything; return when each broker answers and is registered."""
        for number, port in enumerate(self._name_servers):
            self._start_name_server(number, port)
        for port in self._name_servers:
            wait_until(lambda port=port: ports.listens(port), START_UP, "a name server to listen")
        first = [broker.name for broker in self.brokers.values() if broker.start is None]
        for name in first:
            self.start_broker(name)
            # The first of several replicas is to become their master.
            if self.controller:
                self._wait_for_broker(name)
        for name in first:
            self._wait_for_broker(name)

    @property
    def masters(self) -> list[str]:
        """The brokers that are there from the beginning and take new topics."""
        return [broker.name for broker in self.brokers.values() if broker.of is None and broker.start is None]

    def name_server(self, number: int | None = 0) -> str:
        """The address of a name server; None is an address where nobody listens."""
        port = self._first_port + 25 if number is None else self._name_servers[number]
        return f"127.0.0.1:{port}"

    def start_proxy(self) -> None:
        """Start a proxy in cluster mode; return when it takes gRPC clients."""
        port = self._proxy_port
        settings = {
            "rocketMQClusterName": self.name,
            "proxyMode": "CLUSTER",
            "namesrvAddr": self.name_server(),
            "grpcServerPort": port,
            "remotingListenPort": port + 1,
        }
        home = self.home / "proxy"
        home.mkdir()
        (home / "proxy.json").write_text(json.dumps(settings))
        options = [f"-Dcom.rocketmq.proxy.configPath={home / 'proxy.json'}"]
        classes = jars.class_path(self.version, "proxy")
        options += log_settings.options(self.version, "proxy", home)
        main = "org.apache.rocketmq.proxy.ProxyStartup"
        command = jvm.command(jvm.BROKER, home, options, classes, main)
        self._running["proxy"] = processes.start(command, home, "proxy", {"ROCKETMQ_HOME": str(home)})
        wait_until(lambda: ports.listens(port), START_UP, "the proxy to listen")

    @property
    def proxy(self) -> str:
        """The address of the proxy, where gRPC clients connect."""
        return f"127.0.0.1:{self._proxy_port}"

    def address(self, broker: str) -> str:
        """The address of a broker."""
        return f"127.0.0.1:{self._ports[broker]}"

    def kill(self, name: str) -> None:
        """End a broker ("broker-a") or a name server ("namesrv-0") without a goodbye."""
        processes.stop(self._running[name], signal.SIGKILL)

    def freeze(self, name: str) -> None:
        """Make a broker or a name server hang."""
        processes.freeze(self._running[name])

    def thaw(self, name: str) -> None:
        """Let a server go on that was made to hang."""
        processes.thaw(self._running[name])

    def restart(self, broker: str) -> None:
        """Stop a broker in order and start it again on its store."""
        processes.stop(self._running[broker], signal.SIGTERM, grace=20)
        self._changed.add(broker)
        self.start_broker(broker)

    def stop(self) -> None:
        """End everything and give the ports back."""
        for process in self._running.values():
            processes.stop(process, signal.SIGKILL)
        ports.release(self._first_port)

    def _start_name_server(self, number: int, port: int) -> None:
        name = f"namesrv-{number}"
        # Only brokers with enableSlaveActingMaster (5.x) are touched by the second.
        settings = {"listenPort": str(port), "supportActingMaster": "true"}
        if self.controller:
            settings |= {
                "enableControllerInNamesrv": "true",
                "controllerDLegerGroup": "controllers",
                "controllerDLegerPeers": f"n0-127.0.0.1:{self._controller_port}",
                "controllerDLegerSelfId": "n0",
                "controllerStorePath": str(self.home / name / "controller"),
            }
        home = self._home(name, settings)
        self._launch(name, home, jvm.SMALL, "namesrv", "org.apache.rocketmq.namesrv.NamesrvStartup")

    def start_broker(self, name: str) -> None:
        """Start a broker; it answers some seconds later."""
        broker, port = self.brokers[name], self._ports[name]
        settings = {
            "brokerClusterName": self.name,
            "brokerName": broker.of or name,
            "listenPort": str(port),
            "haListenPort": str(port + 1),
            "namesrvAddr": ";".join(self.name_server(number) for number in broker.name_servers),
            "storePathRootDir": str(self.home / name / "store"),
            "storePathCommitLog": str(self.home / name / "store" / "commitlog"),
        }
        if self.controller:
            settings |= {"enableControllerMode": "true", "controllerAddr": f"127.0.0.1:{self._controller_port}"}
        changed = broker.changed if name in self._changed else {}
        home = self._home(name, settings | SETTINGS | dict(broker.settings) | dict(changed))
        self._launch(name, home, jvm.BROKER, "broker", "org.apache.rocketmq.broker.BrokerStartup")

    def _home(self, name: str, settings: dict[str, str]) -> Path:
        home = self.home / name
        home.mkdir(parents=True, exist_ok=True)
        (home / "server.conf").write_text("".join(f"{key}={value}\n" for key, value in settings.items()))
        return home

    def _launch(self, name: str, home: Path, size: tuple[str, ...], program: str, main: str) -> None:
        options = log_settings.options(self.version, program, home)
        classes = jars.class_path(self.version, "server")
        command = jvm.command(size, home, options, classes, main, "-c", str(home / "server.conf"))
        self._running[name] = processes.start(command, home, name, {"ROCKETMQ_HOME": str(home)})

    def _wait_for_broker(self, name: str) -> None:
        def boots() -> bool:
            if self._running[name].poll() is not None:
                raise LabError(f"{name} ended: {(self.home / name / f'{name}.out').read_text()[-1500:]}")
            return "boot success" in (self.home / name / f"{name}.out").read_text()

        wait_until(boots, START_UP, f"{name} to boot")
