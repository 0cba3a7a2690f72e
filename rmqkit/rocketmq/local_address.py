"""How RocketMQ behaves: which of a host's addresses a client takes for its own.

The whole client id is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from rmqkit.language import say
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

Address = IPv4Address | IPv6Address


@dataclass(frozen=True)
class Interface:
    """One network interface as Java sees it; `bridge` means that /sys/class/net/NAME/bridge exists (Linux only)."""

    name: str
    addresses: Sequence[str]
    bridge: bool = False
    virtual: bool = False
    point_to_point: bool = False
    up: bool = True


# What a container sees of the network, by Docker's and Kubernetes' usual names; `host` is the
# host's own list.
NETWORK_MODES: dict[str, tuple[Interface, ...]] = {
    "bridge": (Interface("eth0", ["172.17.0.2"]), Interface("lo", ["127.0.0.1"])),
    "none": (Interface("lo", ["127.0.0.1"]),),
}


def seen_interfaces(interfaces: Iterable[Interface], network_mode: str = "host") -> tuple[Interface, ...]:
    """The interfaces that a client sees in this network mode: the given ones, or a default container's.

    `host` (and a pod or container whose own interfaces are given) sees them all; `bridge` and `none` without given
    interfaces are the first container of a Docker host and a container without network. ValueError otherwise.
    """
    given = tuple(interfaces)
    if given or network_mode == "host":
        return given
    if network_mode not in NETWORK_MODES:
        known = ", ".join(("host", *NETWORK_MODES))
        raise ValueError(
            say("unknown network mode {mode!r}: {known}, or give interfaces", mode=network_mode, known=known)
        )
    return NETWORK_MODES[network_mode]


def local_address(interfaces: Iterable[Interface], version: str = LATEST, local_host: str | None = "127.0.0.1") -> str:
    """`RemotingUtil#getLocalAddress` (until 5.0.0) or `NetworkUtil#getLocalAddress` (from 5.1.0 on).

    The interfaces stand in the order in which Java lists them: on Linux the highest index first, so `docker0` stands
    before `eth0`. `local_host` is what the host's own name resolves to, used when no interface has an address; None
    means that it does not resolve, and the id then begins with `null`.
    """
    of = Version.of(version)
    v4, v6 = _addresses(interfaces, of)
    if v4:
        liked = _likes_v4(of)
        return next((text for text, address in v4 if liked(address)), v4[-1][0])
    if v6:
        liked = _likes_v6(of)
        return next((text for text, address in v6 if liked(address)), v6[0][0])
    return "null" if local_host is None else local_host


def _addresses(
    interfaces: Iterable[Interface], version: Version
) -> tuple[list[tuple[str, Address]], list[tuple[str, Address]]]:
    v4: list[tuple[str, Address]] = []
    v6: list[tuple[str, Address]] = []
    for interface in interfaces:
        if _is_skipped(interface, version):
            continue
        for text, address in _printed(interface):
            if not address.is_loopback:
                (v4 if address.version == 4 else v6).append((text, address))
    return v4, v6


def _is_skipped(interface: Interface, version: Version) -> bool:
    if interface.bridge and version >= _SKIPS_BRIDGES:
        return True
    unfit = interface.virtual or interface.point_to_point or not interface.up
    return unfit and version >= _SKIPS_VIRTUAL


def _printed(interface: Interface) -> Iterator[tuple[str, Address]]:
    for text in interface.addresses:
        address = ip_address(text)
        yield (_printed_v6(address, interface.name) if isinstance(address, IPv6Address) else text), address


def _printed_v6(address: IPv6Address, interface: str) -> str:
    """Java prints all eight groups without leading zeros, and the interface behind a `%`."""
    unscoped = IPv6Address(int(address)).exploded
    groups = ":".join(f"{int(group, 16):x}" for group in unscoped.split(":"))
    return f"[{groups}%{address.scope_id or interface}]"


def _likes_v4(version: Version) -> Callable[[Address], bool]:
    if version >= _PREFERS_PUBLIC:
        return lambda address: not any(address in network for network in _INTERNAL_V4)
    avoided = ("127.0", "192.168", "0.") if version >= _AVOIDS_ZERO else ("127.0", "192.168")
    return lambda address: not str(address).startswith(avoided)


def _likes_v6(version: Version) -> Callable[[Address], bool]:
    if version >= _PREFERS_PUBLIC:
        return lambda address: not any(IPv6Address(int(address)) in network for network in _INTERNAL_V6)
    return lambda address: True
