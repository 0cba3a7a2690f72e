"""How RocketMQ behaves: what a client id found in evidence tells,
and why two processes can end up with one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from rmqkit.language import Phrase, in_language, message, say
from rmqkit.rocketmq.client_id import DEFAULT_INSTANCE, STREAM

# (network, what usually has such an address, whether the same address is usual on several hosts);
# first match counts.
ADDRESSES: tuple[tuple[str, str, bool], ...] = (
    (
        "172.17.0.1/32",
        message("docker0, the host's end of Docker's default bridge: the same on every Docker host"),
        True,
    ),
    (
        "172.17.0.0/16",
        message("a container on Docker's default bridge: every Docker host hands out the same addresses"),
        True,
    ),
    ("172.18.0.0/15", message("a Docker network made by compose or by hand: hosts hand out the same addresses"), True),
    ("10.88.0.0/16", message("Podman's default network: the same on every host"), True),
    ("192.168.122.0/24", message("libvirt's default network: the same on every host"), True),
    ("192.168.49.0/24", message("minikube's default network"), True),
    ("169.254.0.0/16", message("a link-local address: no network configuration reached the host"), True),
    ("127.0.0.0/8", message("loopback: no interface had an address of its own"), True),
    ("10.0.0.0/8", message("a private address of the host or pod"), False),
    ("172.16.0.0/12", message("a private address of the host or pod"), False),
    ("192.168.0.0/16", message("a private address of the host or pod"), False),
    ("fe80::/10", message("a link-local IPv6 address: the client found no IPv4 address"), False),
    ("0.0.0.0/0", message("a public address of the host"), False),
    ("::/0", message("an IPv6 address: the client found no IPv4 address"), False),
)
_ONE_HOST = message("containers in host network mode share their host's address, and setClientIP can repeat one")
_NULL = (message("the client could not find out its address"), True)
_NAME = (message("no address: set by the program (setClientIP), or another kind of client"), False)

# What Kubernetes ends the names of a deployment's pods with: no vowels.
_POD = "[bcdfghjklmnpqrstvwxz2456789]"
# (kind, pattern of the instance name, what it tells, whether two processes easily get the same);
# first match counts.
INSTANCES: tuple[tuple[str, str, str, bool], ...] = (
    ("default", re.escape(DEFAULT_INSTANCE), message("a broadcasting consumer, which shares its id on purpose"), False),
    ("pid_and_nano_time", r"(\d+)#(-?\d+)", message("made by a client from 4.9.0 on: process id and nano time"), False),
    ("admin", r"(?:admin-)?1\d{12}", message("mqadmin or another admin client: milliseconds since 1970"), False),
    (
        "pid",
        r"(\d{1,7})",
        message("the process id, made by a client before 4.9.0 (or a number set by the program)"),
        True,
    ),
    (
        "unique_name",
        rf"(?i:.*[0-9a-f]{{8}}-?(?:[0-9a-f]{{4}}-?){{3}}[0-9a-f]{{12}}|.+-{_POD}{{8,10}}-{_POD}{{5}})",
        message("a name of its own for this process, set by the program or its platform: a UUID, a pod's name"),
        False,
    ),
    (
        "set_by_program",
        r".*",
        message("set by the program: setInstanceName, -Drocketmq.client.name or a framework"),
        True,
    ),
)
VERSIONS = {"pid": message("before 4.9.0"), "pid_and_nano_time": message("4.9.0 and later")}
"""By kind: the client versions that make such a name."""
_GRPC = re.compile(r"[^@]+@(\d+)@\d+@[0-9a-z-]+")

# What people put in the place of a part that they hide: stars, or x for a number of the address.
_MASK = re.compile(r"\*|(?:^|\.)[xX]+(?=\.|$)")

# `ip@pid` of clients before 4.9.0: on an address that every container host has, or with a
# container's usual pid. Any other name behind @ is somebody's own.
_REPEATS = re.compile(
    r"(?:172\.17\.\d+\.\d+|127\.0\.0\.1|localhost|null)@(?:\d{1,7}|DEFAULT)(?:@.*)?|[^@]+@[1-9]\d?(?:#DEFAULT)?(?:@STREAM)?"
)

# What a container's first processes get.
_SMALL_PID = 100

# Which setting ends a collision, by the kind of instance name.
_OWN_IP = message('consumer.setClientIP(...) with an address of its own, such as the pod\'s: System.getenv("POD_IP")')
_OWN_NAME = message(
    "-Drocketmq.client.name=<host name>-<pid> or consumer.setInstanceName(...), different for every process"
)
REMEDIES: dict[str, tuple[str, ...]] = {
    "pid": (message("a client from 4.9.0 on: it appends the nano time to the process id"), _OWN_NAME, _OWN_IP),
    "set_by_program": (
        message("no setInstanceName and no -Drocketmq.client.name with a client from 4.9.0 on"),
        _OWN_NAME,
    ),
    "default": (
        say(
            "nothing while the group is BROADCASTING; a CLUSTERING client of another language needs a name: {name}",
            name=_OWN_NAME,
        ),
    ),
}


@dataclass(frozen=True)
class ClientIdMeaning:
    """What one client id tells.

    `kind` is one of INSTANCES' kinds or `grpc`; None where the id does not say.

    `versions` are the client versions that make such an id; `collides` says whether two
    processes easily get it, `why_equal` how, and `remedies` which setting ends it (empty where
    nothing must end).
    """

    text: str
    kind: str
    ip: str
    address: str
    instance_name: str
    instance: str
    versions: str | None
    pid: int | None
    nano_time: int | None
    unit_name: str | None
    stream: bool
    collides: bool
    why_equal: str | None
    remedies: tuple[str, ...]

    def told(self, lang: str = "en") -> str:
        """The id and what each part of it tells, a line each."""
        lines: list[str] = [say("{name}: {value}", name=self.ip, value=self.address)]
        lines += [say("{name}: {value}", name=self.instance_name, value=self.instance)]
        lines += [say("unit name {name}", name=self.unit_name)] if self.unit_name else []
        lines += [say("a pull consumer from 4.9.4 on (request type STREAM)")] if self.stream else []
        lines += [say("Two processes with this id: {why}", why=self.why_equal)] if self.why_equal else []
        lines += [say("Ends it: {remedy}", remedy=remedy) for remedy in self.remedies]
        return "\n".join([self.text, *(f"  {in_language(line, lang)}" for line in lines)])

    def __str__(self) -> str:
        return self.told()


def explain_client_id(text: str) -> ClientIdMeaning:
    """What `ip@instance[@unit][@STREAM]` tells (`ClientConfig#buildMQClientId`, all versions;
    gRPC clients too).

    Nothing in an id is escaped: a part after the second may belong to an instance name that itself
    holds `@`. ValueError for a text without `@`.
    """
    if "@" not in text:
        raise ValueError(say("not a client id: {text!r} has no @ (expected ip@instance name)", text=text))
    grpc = _GRPC.fullmatch(text)
    if grpc and speaks_grpc(text):
        return _grpc_meaning(text, int(grpc[1]))
    ip, instance_name, *rest = text.split("@")
    stream = bool(rest) and rest[-1] == STREAM
    address, elsewhere = _address(ip)
    kind, found, told, easily = _instance(instance_name, stream)
    numbers = [int(number) for number in found.groups()]
    where = say("the address is the same on several hosts") if elsewhere else _ONE_HOST
    why = {
        "pid": say(
            "{address}, and every container counts its processes from 1, so small process ids repeat", address=where
        ),
        "set_by_program": say("{address}, and the program gives every process the same instance name", address=where),
        "default": say("broadcasting consumers of one host share it by design; it is no fault for them"),
    }
    return ClientIdMeaning(
        text=text,
        kind=kind,
        ip=ip,
        address=address,
        instance_name=instance_name,
        instance=told,
        versions=VERSIONS.get(kind),
        pid=numbers[0] if numbers else None,
        nano_time=numbers[1] if len(numbers) > 1 else None,
        unit_name="@".join(rest[:-1] if stream else rest) or None,
        stream=stream,
        collides=easily,
        why_equal=why.get(kind),
        remedies=REMEDIES.get(kind, ()),
    )


def _instance(name: str, stream: bool) -> tuple[str, re.Match[str], str, bool]:
    for kind, pattern, told, easily in INSTANCES:
        found = re.fullmatch(pattern, name, re.DOTALL)
        # A client that knows STREAM never makes a bare process id, so such a number was set
        # by the program.
        if found and not (stream and kind == "pid"):
            return kind, found, told, easily
    raise AssertionError("the last pattern of INSTANCES matches every name")


def _address(ip: str) -> tuple[str, bool]:
    if ip == "null":
        return _NULL
    try:
        address = ip_address(ip.strip("[]"))
    except ValueError:
        # Not a failure: setClientIP takes any text.
        return _NAME
    plain = ip_address(address.compressed.split("%")[0])  # without an IPv6 scope
    for network, told, elsewhere in ADDRESSES:
        if plain in ip_network(network):
            return told, elsewhere
    return _NAME


def _grpc_meaning(text: str, pid: int) -> ClientIdMeaning:
    host, instance = text.split("@", 1)
    return ClientIdMeaning(
        text=text,
        kind="grpc",
        ip=host,
        address=say("the host name, as the gRPC clients (rocketmq-clients) write it"),
        instance_name=instance,
        instance=say("made by a gRPC client: process id, number within the process, nano time in base 36"),
        versions="rocketmq-clients 5.x",
        pid=pid,
        nano_time=None,
        unit_name=None,
        stream=False,
        collides=False,
        why_equal=None,
        remedies=(),
    )


def speaks_grpc(client_id: str) -> bool:
    """Whether a gRPC client made the id (rocketmq-clients, 5.x): it speaks to a proxy, which pops for it."""
    return _GRPC.fullmatch(client_id) is not None and not client_id.endswith(f"@{STREAM}")


def repeats_in_containers(client_id: str) -> bool:
    """Whether the id holds only an address and a process id (or the default name) that a second
    container may have as well."""
    return _REPEATS.fullmatch(client_id) is not None


def made_alike_elsewhere(client_id: str) -> bool:
    """Whether a process of the same image on another host makes the same id: its address is one that other hosts hand
    out as well, and so is its name, a container's first process ids or a name that the program sets."""
    if "@" not in client_id or speaks_grpc(client_id):
        return False
    ip, instance_name = client_id.split("@")[:2]
    kind, _, _, easily = _instance(instance_name, stream=False)
    alike = easily and (kind != "pid" or int(instance_name) < _SMALL_PID)
    return alike and _address(ip)[1]


def is_masked(client_id: str) -> bool:
    """Whether a person hid a part of the id (`10.x.x.x@DEFAULT`):
    many clients' ids then look equal."""
    address, _, instance = client_id.partition("@")
    return "*" in instance or _MASK.search(address) is not None


def likely_cause_of_collision(client_id: str) -> Phrase:
    """What in the id tells how it came to be shared (`ClientConfig#buildMQClientId`)."""
    ip, _, instance = client_id.partition("@")
    if ip.startswith("172.17."):
        where = say(
            "{ip} is an address of Docker's default bridge, the same on every host and in every host-network container",
            ip=ip,
        )
    elif ip in ("127.0.0.1", "localhost", "null"):
        where = say("{ip} is no address that tells one host from another", ip=ip)
    else:
        where = say("several processes took {ip} for their address", ip=ip)
    if instance.startswith("DEFAULT"):
        return say("Likely why: {where}, and the instance name was left at DEFAULT.", where=where)
    if re.search(r"#\d+", instance):
        return say(
            "Likely why: {where}; the id holds a nano time, so it was copied or set by hand.",
            where=where,
        )
    if instance.split("@")[0].isdigit():
        pid = instance.split("@")[0]
        return say(
            "Likely why: {where}, and {pid} is a process id, the same in many containers (clients before 4.9.0).",
            where=where,
            pid=pid,
        )
    return say(
        "Likely why: {where}, and the instance name {instance!r} was set to the same value in each.",
        where=where,
        instance=instance,
    )


def ip_of(client_id: str) -> str:
    """What consumerProgress prints as Client IP: the part of the id before the first @."""
    return client_id.split("@", 1)[0]
