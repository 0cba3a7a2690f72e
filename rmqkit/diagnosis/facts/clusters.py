"""Do looks at one group come from several clusters? Groups of one name in two clusters are two groups. No judgement.

A command names the name servers that it asks (-n), and so does a client's running info. One cluster may have several
name servers, so other name servers alone tell nothing: looks are apart where neither a name server nor a client is in
both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rmqkit.diagnosis.facts.rows import Block, Row, block_of
from rmqkit.formats.naming import name_servers_in

Tables = Mapping[str, list[Row]]

_OWN_SERVERS = "PROP_NAMESERVER_ADDR"
# Tables whose rows show a client of the group, and the column that does.
_CLIENTS = {"progress": "client_ip", "connections": "client_id", "client_queues": "client_id"}


@dataclass
class _Part:
    """Outputs that are about one cluster: the name servers asked, the clients' hosts and where the outputs stand."""

    servers: set[str] = field(default_factory=set)
    hosts: set[str] = field(default_factory=set)
    blocks: set[Block] = field(default_factory=set)

    def meets(self, other: _Part) -> bool:
        """Whether a name server or a client's host is in both."""
        return bool(self.servers & other.servers or self.hosts & other.hosts)

    def join(self, other: _Part) -> None:
        self.servers |= other.servers
        self.hosts |= other.hosts
        self.blocks |= other.blocks


def clusters_apart(tables: Tables, group: str) -> Iterator[tuple[str, dict[str, list[Row]]]]:
    """The rows of each cluster, the one with most outputs first, and the name servers asked in the others.

    All rows where there is one cluster. Rows of which no cluster is told (a route without its command) go to each.
    """
    parts = sorted(_parts(tables, group), key=lambda part: len(part.blocks), reverse=True)
    if sum(bool(part.servers and part.hosts) for part in parts) < 2:
        yield "", dict(tables)
        return
    for number, part in enumerate(parts):
        others = parts[:number] + parts[number + 1 :]
        name = ", ".join(sorted(part.servers)) or "?"
        yield name if number else "", _without(tables, set().union(*(other.blocks for other in others)))


def _without(tables: Tables, left_out: Collection[Block]) -> dict[str, list[Row]]:
    return {name: [row for row in rows if block_of(row) not in left_out] for name, rows in tables.items()}


def _parts(tables: Tables, group: str) -> list[_Part]:
    outputs: dict[Block, _Part] = defaultdict(_Part)
    for table, rows in tables.items():
        for row in rows:
            if row.get("group", group) == group:
                _note(outputs[block_of(row)], table, row)
    parts: list[_Part] = []
    for place, output in outputs.items():
        if output.servers or output.hosts:
            output.blocks.add(place)
            parts = list(_joined(parts, output))
    return parts


def _note(output: _Part, table: str, row: Row) -> None:
    output.servers.update(name_servers_in(row.get("name_server") or ""))
    if table == "client_properties" and row["key"] == _OWN_SERVERS:
        output.servers.update(name_servers_in(row["value"] or ""))
    client = row.get(_CLIENTS.get(table, ""))
    if client:
        output.hosts.add(client.split("@")[0])


def _joined(parts: Iterable[_Part], output: _Part) -> Iterator[_Part]:
    """The parts that an output has nothing to do with, then the output with all others."""
    for part in parts:
        if part.meets(output):
            output.join(part)
        else:
            yield part
    yield output
