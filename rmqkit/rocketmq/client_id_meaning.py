"""How RocketMQ behaves: what a client id found in evidence tells,
and why two processes can end up with one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

from rmqkit.language import Phrase, Text, in_language, read_toml, say
from rmqkit.rocketmq.client_id import DEFAULT_INSTANCE, STREAM
from rmqkit.rocketmq.version import Version

_DATA = read_toml(Path(__file__).with_suffix(".toml"))
ADDRESSES: tuple[tuple[str, Phrase, bool], ...] = tuple(
    (row["network"], row["tells"].say(), row["same_elsewhere"]) for row in _DATA["addresses"]
)
"""Networks, what usually has an address of each, whether the same address is usual on several hosts."""
REMEDIES: dict[str, tuple[Phrase, ...]] = {
    row["kind"]: tuple(remedy.say() for remedy in row["remedies"]) for row in _DATA["instances"] if "remedies" in row
}
"""Which setting ends a collision, by the kind of instance name."""
_OWN_ADDRESS: Text = _DATA["own_address"]
_UNCLEAR: dict[str, Text] = _DATA["unclear"]
_LIKELY: dict[str, Text] = _DATA["likely"]
# The pattern of an instance name that holds one, without what stands around it.
_PLACEHOLDER = re.compile(_DATA["instances"][0]["pattern"].removeprefix(".*").removesuffix(".*"))
NANO_TIME = Version(4, 9, 0)
"""From here on `ClientConfig#changeInstanceNameToPID` appends the nano time to the process id."""
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


@dataclass(frozen=True)
class ClientIdMeaning:
    """What one client id tells.

    `kind` is one of the kinds of instance names in `client_id_meaning.toml`, or `grpc`.

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
        lines += [say("Why processes can share this id: {why}", why=self.why_equal)] if self.why_equal else []
        lines += [say("Fix: {remedy}", remedy=remedy) for remedy in self.remedies]
        return "\n".join([self.text, *(f"  {in_language(line, lang)}" for line in lines)])

    def __str__(self) -> str:
        return self.told()


def explain_client_id(text: str) -> ClientIdMeaning:
    """What `ip@instance[@unit][@STREAM]` means (`ClientConfig#buildMQClientId`, all versions;
    gRPC clients too).

    Nothing in an id is escaped: a part after the second may belong to an instance name that itself
    contains `@`. Raises ValueError for a text without `@`.
    """
    if "@" not in text:
        raise ValueError(say("not a client id: {text!r} has no @ (expected ip@instance name)", text=text))
    grpc = _GRPC.fullmatch(text)
    if grpc and speaks_grpc(text):
        return _grpc_meaning(text, int(grpc[1]))
    ip, instance_name, *rest = text.split("@")
    stream = bool(rest) and rest[-1] == STREAM
    address, elsewhere = _address(ip)
    instance, found = _instance(instance_name, stream)
    numbers = [int(number) for number in found.groups()]
    where = _UNCLEAR["several_hosts" if elsewhere else "one_host"].say()
    return ClientIdMeaning(
        text=text,
        kind=instance["kind"],
        ip=ip,
        address=address,
        instance_name=instance_name,
        instance=instance["tells"].say(),
        versions=instance["versions"].say() if "versions" in instance else None,
        pid=numbers[0] if numbers else None,
        nano_time=numbers[1] if len(numbers) > 1 else None,
        unit_name="@".join(rest[:-1] if stream else rest) or None,
        stream=stream,
        collides=instance["easily_equal"],
        why_equal=instance["why_equal"].say(address=where) if "why_equal" in instance else None,
        remedies=REMEDIES.get(instance["kind"], ()),
    )


def _instance(name: str, stream: bool) -> tuple[Mapping[str, Any], re.Match[str]]:
    """The kind of an instance name. A client that knows STREAM never makes a bare process id: such a number was set."""
    rows = (row for row in _DATA["instances"] if not (stream and row["kind"] == "pid"))
    matches = ((row, re.fullmatch(row["pattern"], name, re.DOTALL)) for row in rows)
    return next((row, match) for row, match in matches if match)  # the last pattern matches every name


def _address(ip: str) -> tuple[str, bool]:
    if placeholders(ip):
        return _UNCLEAR["placeholder"].say(), True
    no_address = _UNCLEAR["no_address"].say(), False
    if ip == "null":
        return _UNCLEAR["unknown"].say(), True
    try:
        address = ip_address(ip.strip("[]"))
    except ValueError:
        # Not a failure: setClientIP takes any text.
        return no_address
    plain = ip_address(address.compressed.split("%")[0])  # without an IPv6 scope
    for network, told, elsewhere in ADDRESSES:
        if plain in ip_network(network):
            return told, elsewhere
    return no_address


def _grpc_meaning(text: str, pid: int) -> ClientIdMeaning:
    host, instance = text.split("@", 1)
    return ClientIdMeaning(
        text=text,
        kind="grpc",
        ip=host,
        address=say("the host name, as the gRPC clients (rocketmq-clients) write it"),
        instance_name=instance,
        instance=say("generated by a gRPC client: process id, number within the process, nano time in base 36"),
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
    """Whether the id holds only an address and a process id (or the default name, or a placeholder) that a second
    container may have as well."""
    left = bool(placeholders(client_id)) and "@" in client_id and explain_client_id(client_id).collides
    return left or _REPEATS.fullmatch(client_id) is not None


def keeps_default(client_id: str) -> bool:
    """Whether a broadcasting Java client made the id: before any other starts, its pid takes the place of DEFAULT
    (`ClientConfig#changeInstanceNameToPID`, all versions). A C++ client puts its pid first: `4431-10.0.0.1@DEFAULT`."""
    ip, _, instance = client_id.partition("@")
    return instance.split("@")[0] == DEFAULT_INSTANCE and not re.match(r"\d+-", ip) and not is_masked(client_id)


def replaces_default(client_id: str) -> bool:
    """Whether a Java client that shares queues out made the id: it alone puts its pid, and from 4.9.0 on the nano time,
    in the place of DEFAULT (`ClientConfig#changeInstanceNameToPID`, `DefaultMQPushConsumerImpl#start`, all
    versions)."""
    return re.fullmatch(r"\d+#\d+", client_id.partition("@")[2]) is not None


def made_alike_elsewhere(client_id: str) -> bool:
    """Whether a process of the same image on another host makes the same id: its address is one that other hosts hand
    out as well, and so is its name, a container's first process ids or a name that the program sets."""
    if "@" not in client_id or speaks_grpc(client_id):
        return False
    ip, instance_name = client_id.split("@")[:2]
    instance, _ = _instance(instance_name, stream=False)
    alike = instance["easily_equal"] and (instance["kind"] != "pid" or int(instance_name) < _SMALL_PID)
    return alike and _address(ip)[1]


def is_masked(client_id: str) -> bool:
    """Whether a person hid a part of the id (`10.x.x.x@DEFAULT`):
    many clients' ids then look equal."""
    address, _, instance = client_id.partition("@")
    return "*" in instance or _MASK.search(address) is not None


def placeholders(text: str) -> tuple[str, ...]:
    """What stands in a text as it does in a template or script: `${NAME}`, `$(NAME)`, `{{name}}`, `%NAME%`."""
    return tuple(dict.fromkeys(_PLACEHOLDER.findall(text)))


def likely_cause_of_collision(client_id: str, version: Version | None = None) -> Phrase:
    """What in the id tells how it came to be shared (`ClientConfig#buildMQClientId`). `version`: of the oldest client
    that has it, where that is known."""
    if left := placeholders(client_id):
        return _LIKELY["placeholder"].say(placeholders=", ".join(left))
    ip, _, instance = client_id.partition("@")
    if ip.startswith("172.17."):
        where = say(
            "{ip} is an address of Docker's default bridge, the same on every host and in every host-network container",
            ip=ip,
        )
    elif ip in ("127.0.0.1", "localhost", "null"):
        where = say("{ip} does not distinguish one host from another", ip=ip)
    else:
        where = say("several processes use {ip} as their address", ip=ip)
    if instance.startswith("DEFAULT"):
        return say("Likely reason: {where}, and the instance name was left at DEFAULT.", where=where)
    if re.search(r"#\d+", instance):
        return say(
            "Likely reason: {where}; the id contains a nano time, so it was copied or set manually.",
            where=where,
        )
    if instance.split("@")[0].isdigit():
        pid = instance.split("@")[0]
        if version and version >= NANO_TIME:
            return _LIKELY["number_set"].say(where=where, instance=pid)
        if has_host_pid(client_id):
            return _LIKELY["one_jvm"].say(ip=ip, pid=pid)
        return say(
            "Likely reason: {where}, and {pid} is a process id, the same in many containers (clients before 4.9.0).",
            where=where,
            pid=pid,
        )
    return say(
        "Likely reason: {where}, and the instance name was set to {instance!r} in every process.",
        where=where,
        instance=instance,
    )


def has_host_pid(client_id: str) -> bool:
    """Whether the id has a process id that no container's first processes have, and an address that no other host has:
    two consumers with such an id are likely to be in one process, each in a class loader with its own
    `MQClientManager`."""
    meaning = explain_client_id(client_id) if "@" in client_id else None
    if meaning is None or meaning.kind != "pid" or meaning.pid is None:
        return False
    return meaning.pid >= _SMALL_PID and not _address(meaning.ip)[1]


def own_address(client_id: str) -> Phrase | None:
    """What to do about an address that other hosts have as well; None for any other."""
    ip = ip_of(client_id)
    return _OWN_ADDRESS.say(ip=ip) if _address(ip)[1] and not placeholders(ip) else None


def ip_of(client_id: str) -> str:
    """What consumerProgress prints as Client IP: the part of the id before the first @."""
    return client_id.split("@", 1)[0]
