"""How RocketMQ behaves: how a client makes its id.

What an id found in evidence tells is in client_id_meaning.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rmqkit.language import say
from rmqkit.rocketmq.local_address import Interface, local_address
from rmqkit.rocketmq.version import LATEST, Version

DEFAULT_INSTANCE = "DEFAULT"
STREAM = "STREAM"

# ClientConfig#changeInstanceNameToPID appends the nano time, and ClientConfig knows the
# request type, since:
NANO_TIME_SINCE = Version.of("4.9.0")
_STREAM_SINCE_4 = Version.of("4.9.4")
_NO_STREAM = (Version.of("5.0.0-PREVIEW"), Version.of("5.0.0-ALPHA"))

# Constructors that set enableStreamRequestType, and kinds that keep DEFAULT whatever the
# message model.
_STREAM_KINDS = frozenset({"lite_pull", "pull"})
KINDS = frozenset({"push", "lite_pull", "pull", "producer"})


@dataclass(frozen=True)
class Client:
    """What determines a client's id: its program's settings and where it runs.

    `client_ip` and `instance_name` are what the program set (`instance_name` also by
    -Drocketmq.client.name); `nano_time` is System.nanoTime() at the start. A namespace is part of
    the names of topics and groups, never of the id, so two namespaces of one process share it.
    """

    version: str = LATEST
    pid: int = 1
    interfaces: Iterable[Interface] = ()
    client_ip: str | None = None
    instance_name: str = DEFAULT_INSTANCE
    unit_name: str | None = None
    kind: str = "push"
    message_model: str = "CLUSTERING"
    stream: bool | None = None
    nano_time: int = 0
    local_host: str | None = "127.0.0.1"


def client_id(client: Client) -> str:
    """`ClientConfig#buildMQClientId` after `start()`: `ip@instance[@unit][@STREAM]`, not escaped (all versions)."""
    if client.kind not in KINDS:
        raise ValueError(
            say("unknown kind of client {kind!r}; known: {known}", kind=client.kind, known=", ".join(sorted(KINDS)))
        )
    version = Version.of(client.version)
    address = client.client_ip
    if address is None:
        address = local_address(client.interfaces, client.version, client.local_host)
    # `changeInstanceNameToPID`: only DEFAULT is replaced, and a broadcasting consumer keeps even that.
    name = client.instance_name
    if name == DEFAULT_INSTANCE and (client.message_model != "BROADCASTING" or client.kind == "producer"):
        name = f"{client.pid}#{client.nano_time}" if version >= NANO_TIME_SINCE else str(client.pid)
    parts = [address, name]
    if client.unit_name and client.unit_name.strip():
        parts.append(client.unit_name)
    is_stream = client.kind in _STREAM_KINDS if client.stream is None else client.stream
    if is_stream and version >= _STREAM_SINCE_4 and version not in _NO_STREAM:
        parts.append(STREAM)
    return "@".join(parts)
