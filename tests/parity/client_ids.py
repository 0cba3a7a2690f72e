"""The client ids that the real ClientConfig makes on this machine, against rmqkit's."""

from __future__ import annotations

import re

from rmqkit.rocketmq import Client, Interface, client_id

from .java import printed_by


def compare_ids(version: str) -> tuple[int, list[tuple[str, str]]]:
    """How many settings were tried, and (real, rmqkit's) for each that differs; the nano time is the real one's."""
    rows = [line.split("\t") for line in printed_by("ClientIdParity", version)]
    interfaces = [_interface(row) for row in rows if row[0] == "interface"]
    pid = next(int(row[1]) for row in rows if row[0] == "pid")
    ids = [row[1:] for row in rows if row[0] == "id"]
    pairs = [(row[-1], _id(row, version, interfaces, pid)) for row in ids]
    return len(pairs), [pair for pair in pairs if pair[0] != pair[1]]


def _interface(row: list[str]) -> Interface:
    addresses = [address for address in row[2].split(",") if address]
    return Interface(row[1], addresses, *(flag == "true" for flag in row[3:7]))


def _id(row: list[str], version: str, interfaces: list[Interface], pid: int) -> str:
    name, unit, stream, clustering, real = row
    nano_time = re.search(r"#(-?\d+)", real)
    client = Client(
        version=version,
        pid=pid,
        interfaces=interfaces,
        instance_name=name,
        unit_name=None if unit == "~" else unit,
        message_model="CLUSTERING" if clustering == "true" else "BROADCASTING",
        stream=stream == "true",
        nano_time=int(nano_time[1]) if nano_time else 0,
    )
    return client_id(client)
