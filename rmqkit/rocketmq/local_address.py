"""How RocketMQ behaves: which of a host's addresses a client takes for its own.

The whole client id is elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from rmqkit.rocketmq.version import LATEST, Version

# RemotingUtil skips bridges from 4.9.0 on; NetworkUtil (5.1.0) more kinds; then the preference
# changed twice.
_SKIPS_BRIDGES = Version.of("4.9.0")
_SKIPS_VIRTUAL = Version.of("5.1.0")
_AVOIDS_ZERO = Version.of("5.1.1")
_PREFERS_PUBLIC = Version.of("5.3.1")

# UtilAll#isInternalIP and the classes of Inet6Address that isInternalV6IP asks for.
_INTERNAL_V4 = [ip_network(text) for text in ("10.0.0.0/8", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")]
_INTERNAL_V6 = [ip_network(text) for text in ("::/128", "fe80::/10", "::1/128", "fec0::/10")]


@dataclass(frozen=True)
class Interface:
    """One network interface as Java sees it; `bridge` means that /sys/class/net/NAME/bridge exists (Linux only)."""

    name: str
    addresses: Sequence[str]
    bridge: bool = False
    virtual: bool = False
    point_to_point: bool = False
    up: bool = True


def local_address(interfaces: Iterable[Interface], version: str = LATEST, local_host: str | None = "127.0.0.1") -> str:
    """`RemotingUtil#getLocalAddress` (until 5.0.0) or `NetworkUtil#getLocalAddress` (from 5.1.0 on).

    The interfaces are in the order in which Java lists them: on Linux the highest index first, so `docker0` comes
    before `eth0`. `local_host` is what the host's own name resolves to, used when no interface has an address; None
    means that it does not resolve, and the id then begins with `null`.
    """
    of = Version.of(version)
    v4: list[tuple[str, IPv4Address]] = []
    v6: list[tuple[str, IPv6Address]] = []
    for interface in interfaces:
        unfit = interface.virtual or interface.point_to_point or not interface.up
        if (interface.bridge and of >= _SKIPS_BRIDGES) or (unfit and of >= _SKIPS_VIRTUAL):
            continue
        for text in interface.addresses:
            address = ip_address(text)
            if address.is_loopback:
                continue
            if isinstance(address, IPv6Address):
                v6.append((_printed_v6(address, interface.name), IPv6Address(int(address))))
            else:
                v4.append((text, address))
    if v4:
        avoided = ("127.0", "192.168", "0.") if of >= _AVOIDS_ZERO else ("127.0", "192.168")
        liked = (text for text, address in v4 if not str(address).startswith(avoided))
        public = (text for text, address in v4 if not any(address in network for network in _INTERNAL_V4))
        return next(public if of >= _PREFERS_PUBLIC else liked, v4[-1][0])
    if v6:
        public = (text for text, address in v6 if not any(address in network for network in _INTERNAL_V6))
        return next(public, v6[0][0]) if of >= _PREFERS_PUBLIC else v6[0][0]
    return "null" if local_host is None else local_host


def _printed_v6(address: IPv6Address, interface: str) -> str:
    """Java prints all eight groups without leading zeros, and the interface behind a `%`."""
    unscoped = IPv6Address(int(address)).exploded
    groups = ":".join(f"{int(group, 16):x}" for group in unscoped.split(":"))
    return f"[{groups}%{address.scope_id or interface}]"
