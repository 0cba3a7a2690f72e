"""Do looks at one group come from several clusters? Groups of one name in two clusters are two groups.

A command names the name servers that it asks (-n), and so do a client's running info and its log. One cluster may have
several name servers, so other name servers alone tell nothing: snapshots are apart where neither a name server nor a
client is in both, and either both show clients of the group, or the one has brokers of its own and answers that nobody
of the group is connected there (CODE 206).

Folders side by side (prod/ and staging/) are two clusters where one broker name has other addresses in each; with equal
client ids in both, nothing else would tell them apart.

A proxy is asked like a name server (its remoting port, 5.1.0 and later); brokers know it by its address, from which the
commits of its clients come.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from rmqkit.diagnosis.facts.group import NOT_ONLINE
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.facts.rows import Block, Row, block_of
from rmqkit.diagnosis.facts.transitions import LONG_BEFORE
from rmqkit.formats.logs.processes import broker_of_log
from rmqkit.formats.mqadmin.own_words import AnswerText
from rmqkit.formats.naming import name_servers_in
from rmqkit.rocketmq.client_id_meaning import ip_of

Tables = Mapping[str, list[Row]]

_OWN_SERVERS = "PROP_NAMESERVER_ADDR"
# Tables whose rows show a client of the group, and the column that does.
_CLIENTS = {"progress": "client_ip", "connections": "client_id", "client_queues": "client_id"}


@dataclass(frozen=True)
class Cluster:
    """One cluster's rows; the name servers that were asked there, as -n takes them; logs that are of another."""

    servers: str
    rows: dict[str, list[Row]]
    not_its_logs: frozenset[str] = frozenset()


@dataclass
class _Part:
    """What is about one cluster: the name servers asked, the clients' hosts, the brokers, and where it stands. `hosts`
    are those that mqadmin shows, `in_logs` those of logs alone, `peers` those that a broker hears; `ports` are the
    brokers' own addresses, which tell them apart where their names are alike. `is_empty`: a broker said that nobody of
    the group is connected."""

    servers: set[str] = field(default_factory=set)
    hosts: set[str] = field(default_factory=set)
    in_logs: set[str] = field(default_factory=set)
    peers: set[str] = field(default_factory=set)
    brokers: set[str] = field(default_factory=set)
    ports: set[str] = field(default_factory=set)
    blocks: set[Block] = field(default_factory=set)
    logs: set[str] = field(default_factory=set)
    is_empty: bool = False

    @property
    def clients(self) -> set[str]:
        return self.hosts | self.in_logs

    @property
    def addresses(self) -> set[str]:
        """Whose commits would reach this cluster's brokers: its clients', and those of the proxies that were asked."""
        return self.clients | self.peers | {server.rpartition(":")[0] for server in self.servers}

    def meets(self, other: _Part) -> bool:
        """Whether a name server, a client's host or a broker is in both, or a broker hears from the other's."""
        same = self.servers & other.servers or self.clients & other.clients or self.ports & other.ports
        return bool(same or self.peers & other.addresses or other.peers & self.addresses)

    def join(self, other: _Part) -> None:
        for name in ("servers", "hosts", "in_logs", "peers", "brokers", "ports", "blocks", "logs"):
            getattr(self, name).update(getattr(other, name))
        self.is_empty |= other.is_empty

    def recognisable(self, others: Iterable[_Part]) -> bool:
        """Whether it shows clients, or brokers of its own that have none."""
        elsewhere = [other.brokers for other in others if other.hosts and other.servers]
        nobody = self.is_empty and self.brokers and elsewhere and all(elsewhere)
        return bool(self.servers and (self.hosts or (nobody and self.brokers.isdisjoint(set().union(*elsewhere)))))


class _Folder:
    """What one top folder tells of a cluster: the addresses of each broker by routes and by its own log, the name
    servers, the client ids, from when until when."""

    def __init__(self) -> None:
        self.routed: dict[str, set[str]] = defaultdict(set)
        self.own: dict[str, set[str]] = defaultdict(set)
        self.servers: set[str] = set()
        self.clients: set[str] = set()
        self.moments: list[datetime] = []

    def has_other_brokers(self, other: _Folder) -> bool:
        """Whether brokers of one name are others there. A broker may have moved between two collections, and a slave
        has its master's name: routes tell two clusters where they are of one time or of other name servers, the
        brokers' own logs only with other name servers. What ended days before the other began lies there as what was
        before, and is nobody's state of now."""
        at_one_time = False
        if self.moments and other.moments:
            # Negative where they overlap.
            pause = max(min(other.moments) - max(self.moments), min(self.moments) - max(other.moments))
            if pause > LONG_BEFORE:
                return False
            at_one_time = pause <= timedelta()
        other_servers = bool(self.servers and other.servers) and self.servers.isdisjoint(other.servers)
        other_routes = _differ(self.routed, other.routed)
        if other_routes and (other_servers or at_one_time):
            return True
        return other_routes is not False and other_servers and _differ(self.own, other.own) is True


def _differ(one: Mapping[str, set[str]], other: Mapping[str, set[str]]) -> bool | None:
    """Whether every broker that both name has other addresses in each; None where they name none in common."""
    shared = one.keys() & other.keys()
    return all(one[name].isdisjoint(other[name]) for name in shared) if shared else None


def cluster_folders(tables: Tables, events: Sequence[Event]) -> dict[str, set[str]]:
    """The top folders of each cluster, by the names of those that tell it apart; none where all is one cluster, or
    nothing tells. What lies in no folder has an empty name."""
    files = {event.file for event in events} | {row["file"] for rows in tables.values() for row in rows}
    if len(set(map(top_folder, files))) < 2:
        return {}
    folders: dict[str, _Folder] = defaultdict(_Folder)
    brokers = {row["broker"] for rows in tables.values() for row in rows if row.get("broker")}
    for event in events:
        told = folders[top_folder(event.file)]
        told.moments += filter(None, (event.at, event.last_at))
        told.clients.update(filter(None, (event.client_id,)))
        if event.source == "broker" and event.address and (own := event.carried.own_end):
            if name := broker_of_log(event.file, (), brokers):
                told.own[name].add(own)
        elif event.event in ("name_server_given", "client_created"):
            told.servers.update(name_servers_in(event.carried.name_servers))
    for table, row in ((table, row) for table, rows in tables.items() for row in rows):
        told = folders[top_folder(row["file"])]
        told.servers.update(_servers_told(table, row))
        told.moments += filter(None, (row.get("at"),))
        told.clients.update(filter(None, (row.get("client_id"),)))
        if table == "topic_queues" and row.get("broker") and row.get("address"):
            told.routed[row["broker"]].add(row["address"])
    known = {name: folder for name, folder in sorted(folders.items()) if name}
    parts: list[set[str]] = []
    for name, one in known.items():
        if any(one.has_other_brokers(other) for other in known.values()):
            near = [part for part in parts if not any(one.has_other_brokers(known[other]) for other in part)]
            if near:
                near[0].add(name)
            else:
                parts.append({name})
    clusters = {", ".join(sorted(part)): part for part in parts}
    # Other folders are of the one cluster whose name servers they name, else whose brokers, else whose clients.
    servers = {name: folder.servers for name, folder in folders.items()}
    brokers_of = {name: set[str]().union(*one.routed.values(), *one.own.values()) for name, one in folders.items()}
    clients = {name: folder.clients for name, folder in folders.items()}
    for names in (servers, brokers_of, clients):
        of_clusters = {cluster: set[str]().union(*(names[one] for one in part)) for cluster, part in clusters.items()}
        for name in folders.keys() - set[str]().union(*clusters.values()):
            named = [cluster for cluster in clusters if of_clusters[cluster] & names[name]]
            if len(named) == 1:
                clusters[named[0]].add(name)
    return clusters


def top_folder(file: str) -> str:
    """The folder of the evidence in which a file lies; empty for one that lies in none."""
    folder, slash, _ = file.partition("/")
    return folder if slash else ""


class LogsByCluster:
    """What logs tell of clusters: each client's log its name servers, its host and its brokers, and each broker's
    log the addresses from which a group is heard."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._clients: dict[str, _Part] = defaultdict(_Part)
        self._peers: dict[tuple[str | None, str], set[str]] = defaultdict(set)
        for event in events:
            if event.source == "client":
                told = self._clients[event.file]
                if event.event in ("name_server_given", "client_created"):
                    told.servers.update(name_servers_in(event.carried.name_servers))
                if event.client_id and "@" in event.client_id:
                    told.in_logs.add(ip_of(event.client_id))
                if event.broker:
                    told.brokers.add(event.broker)
                if event.event == "heartbeat_sent" and event.address:
                    told.ports.add(event.address)
            elif event.source == "broker" and event.address:
                host = event.address.rpartition(":")[0].rpartition("/")[2]
                self._peers[event.group, event.file].add(host)

    @property
    def servers(self) -> set[str]:
        """The name servers of all clients that wrote a log."""
        return set().union(*(told.servers for told in self._clients.values()))

    def parts(self, group: str) -> Iterator[_Part]:
        """A part for each log that tells of a cluster."""
        for file, told in self._clients.items():
            if told.servers or told.in_logs:
                part = _Part(logs={file})
                part.join(told)
                yield part
        for (named, _), peers in self._peers.items():
            if named == group:
                yield _Part(peers=set(peers))


def name_several_servers(tables: Tables, logs: LogsByCluster) -> bool:
    """Whether any rows may be of another cluster than others: each has a name server of its own. Asked once for all
    groups."""
    servers = logs.servers
    for table, row in ((table, row) for table, rows in tables.items() for row in rows):
        servers.update(_servers_told(table, row))
        if len(servers) > 1:
            return True
    return False


def _servers_told(table: str, row: Row) -> set[str]:
    own = row["value"] if table == "client_properties" and row["key"] == _OWN_SERVERS else None
    return {*name_servers_in(row.get("name_server") or ""), *name_servers_in(own or "")}


def distinct_clusters(tables: Tables, group: str, logs: LogsByCluster | None = None) -> list[Cluster]:
    """The rows of each cluster, the one with most outputs first. All rows where there is one cluster. Rows of which no
    cluster is told (a route without its command) go to each."""
    parts = _parts(tables, group)
    if sum(bool(part.servers) for part in parts) > 1 and logs is not None:
        parts = _joined_parts([*parts, *logs.parts(group)])
        # The brokers that name servers led to, whichever group was asked for.
        led: dict[str, set[str]] = defaultdict(set)
        for row in (row for rows in tables.values() for row in rows if row.get("broker")):
            for server in name_servers_in(row.get("name_server") or ""):
                led[server].add(row["broker"])
        for part in parts:
            part.brokers.update(*(led[server] for server in part.servers & led.keys()))
    known = sorted((part for part in parts if part.blocks), key=lambda part: len(part.blocks), reverse=True)
    others = [[other for other in known if other is not part] for part in known]
    if len(known) < 2 or sum(map(_Part.recognisable, known, others)) < 2:
        return [Cluster("", dict(tables))]
    clusters = []
    for part, not_it in zip(known, others, strict=True):
        left_out: set[Block] = set().union(*(other.blocks for other in not_it))
        rows = {name: [row for row in table if block_of(row) not in left_out] for name, table in tables.items()}
        logs_of_others = frozenset[str]().union(*(other.logs for other in not_it))
        clusters.append(Cluster(";".join(sorted(part.servers)) or "?", rows, logs_of_others))
    return clusters


def _parts(tables: Tables, group: str) -> list[_Part]:
    outputs: dict[Block, _Part] = defaultdict(_Part)
    for table, row in ((table, row) for table, rows in tables.items() for row in rows):
        if row.get("group", group) != group:
            continue
        output = outputs[block_of(row)]
        output.blocks.add(block_of(row))
        output.servers.update(_servers_told(table, row))
        if client := row.get(_CLIENTS.get(table, "")):
            output.hosts.add(ip_of(client))
        if table == "topic_queues" and row.get("address"):
            output.ports.add(row["address"])
        if row.get("code") == NOT_ONLINE:
            output.is_empty |= AnswerText(row.get("text") or "").no_consumer_online
    return _joined_parts(output for output in outputs.values() if output.servers or output.hosts)


def _joined_parts(outputs: Iterable[_Part]) -> list[_Part]:
    parts: list[_Part] = []
    for output in outputs:
        apart = []
        for part in parts:
            if part.meets(output):
                output.join(part)
            else:
                apart.append(part)
        parts = [*apart, output]
    return parts
