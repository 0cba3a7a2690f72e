"""Pseudonyms of IP addresses: in the order of their text, as client ids sort, and docker's stay docker's.

An address that is the same on many hosts (loopback, the default networks of Docker, Podman, libvirt) names nobody and
tells why two clients share an id, so it stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import IPv4Address, ip_address, ip_network
from math import prod

from rmqkit.redact.pseudonyms import Slots, java_order
from rmqkit.rocketmq.client_id_meaning import ADDRESSES

_KEPT = tuple(ip_network(network) for network, _, shared in ADDRESSES if shared and ":" not in network)
_ANYWHERE = frozenset({"0.0.0.0", "255.255.255.255"})

Parts = tuple[tuple[str, int, int], ...]
_EACH = (100, 199)


REGIONS: tuple[tuple[str, Parts], ...] = (
    ("10.88.", (("10.", *_EACH), (".", *_EACH), (".", *_EACH))),
    ("127.", (("10.9", 0, 9), (".", *_EACH), (".", *_EACH))),
    ("169.254.", (("150.", *_EACH), (".", *_EACH), (".", *_EACH))),
    ("172.17.", (("170.", *_EACH), (".", *_EACH), (".", *_EACH))),
    ("172.18.", (("172.171.", *_EACH), (".", *_EACH))),
    ("172.19.", (("172.182.", *_EACH), (".", *_EACH))),
    ("192.168.122.", (("180.", *_EACH), (".", *_EACH), (".", *_EACH))),
    ("192.168.49.", (("192.168.", 200, 255), (".", *_EACH))),
    ("\uffff", (("193.", *_EACH), (".", *_EACH), (".", *_EACH))),
)
"""Up to which text a region goes, and what its pseudonyms are made of: fixed text, then a number from, to.

The borders are the networks that stay, so that their place among the others stays too. All numbers of a place have
equally many digits: text and number sort alike.
"""


def stays(address: str) -> bool:
    """Whether an address is one that many hosts have; also whether it is none at all (a number beyond 255)."""
    try:
        number = ip_address(address)
    except ValueError:
        return True
    kept = any(number in network for network in _KEPT)
    return kept or address in _ANYWHERE or not isinstance(number, IPv4Address)


@dataclass
class AddressBook:
    """The pseudonyms of the addresses, region by region."""

    regions: list[Slots] = field(default_factory=lambda: [Slots(_size(parts), _id_form) for _, parts in REGIONS])

    def take(self, addresses: Iterable[str]) -> dict[str, str]:
        """A pseudonym for every address that does not stay."""
        wanted = {address for address in addresses if not stays(address)}
        by_region: dict[int, list[str]] = {}
        for address in wanted:
            by_region.setdefault(_region_number(address), []).append(address)
        for number, members in by_region.items():
            self.regions[number].take(members)
        pseudonyms = {}
        for address in wanted:
            region = _region_number(address)
            slot, text = self.regions[region].taken[address], ""
            for fixed, first, last in reversed(REGIONS[region][1]):
                slot, rest = divmod(slot, last - first + 1)
                text = f"{fixed}{first + rest}{text}"
            pseudonyms[address] = text
        return pseudonyms


def _id_form(address: str) -> bytes:
    """Behind an address a client id goes on with `@`, which sorts behind digits and dots."""
    return java_order(f"{address}@")


def _region_number(address: str) -> int:
    return next(number for number, (before, _) in enumerate(REGIONS) if address < before)


def _size(parts: Parts) -> int:
    return prod(last - first + 1 for _, first, last in parts)
