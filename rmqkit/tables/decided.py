"""What records of logs do not say themselves and the evidence decides: whose log, whose channel, which queue.

`decided` is a pure function over the records that name somebody; nothing is guessed: an address
from which two clients registered, a log in which two clients name themselves, decide nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from rmqkit.formats.block import Kind
from rmqkit.formats.logs.processes import BROKER_STARTS, CLIENT_NAMED, alone_in_files, broker_of_log
from rmqkit.tables.log_summary import timed
from rmqkit.tables.workers import collected

Row = Mapping[str, Any]

# A channel of a broker with the id behind it (`ConsumerGroupInfo`, `ProducerManager`).
_BY_CHANNELS = ("consumer_connected", "producer_connected")
NAMING_EVENTS = (*CLIENT_NAMED, *BROKER_STARTS, *_BY_CHANNELS)
_NAMING = ("file", "source", "event", "group", "client_id", "address", "broker")
_OF_BROKERS = frozenset({Kind.BROKER_LOG, Kind.ROCKETMQ_LOG})
_QUEUE = r"brokerName=([^,\]]+), queueId=([0-9]+)"
_DERIVED = ("client_id", "broker", "queue")


@dataclass(frozen=True)
class Decided:
    """What is known of logs and channels.

    `brokers`: file -> the broker whose log it is. `writers`: file and group ('' for records without one) -> the client
    that wrote it. `peers`: address -> the client behind it, and since when it was seen there.
    """

    brokers: Mapping[str, str] = field(default_factory=dict)
    writers: Mapping[tuple[str, str], str] = field(default_factory=dict)
    peers: Mapping[str, tuple[str, datetime]] = field(default_factory=dict)


def naming_of(records: DataFrame) -> list[Row]:
    """The records that name who wrote a log or is behind an address, each with its first time."""
    named = records.where(F.col("event").isin(*NAMING_EVENTS)).groupBy(*_NAMING)
    rows = collected(named.agg(F.unix_micros(F.min("at")).alias("at")))
    return [timed(row) for row in rows.to_pylist()]


def decided(naming: Iterable[Row], table: Callable[[str], Sequence[Row]], kinds: Mapping[str, str]) -> Decided:
    """What naming records decide, with the brokers in mqadmin's tables; `kinds`: of each log."""
    rows = list(naming)
    started: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row["event"] in BROKER_STARTS:
            started[row["file"]].add(row["broker"])
    known = {row["broker"] for row in (*table("progress"), *table("topic_queues")) if row["broker"]}
    logs = [file for file, kind in kinds.items() if kind in _OF_BROKERS]
    brokers = {file: broker for file in logs if (broker := broker_of_log(file, started[file], known))}
    # Logs in which one client alone names itself; records of other groups are nobody's.
    named = [row for row in rows if row["event"] in CLIENT_NAMED and row["source"] == "client" and row["client_id"]]
    alone = alone_in_files((row["file"], row["client_id"]) for row in named)
    groups = {(row["file"], group) for row in named for group in ("", row["group"] or "")}
    writers = {(file, group): alone[file] for file, group in groups if file in alone}
    # Addresses from which one client alone registered, from the first time on.
    seen: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["event"] in _BY_CHANNELS and row["address"] and row["client_id"] and row["at"]:
            seen[row["address"]].append(row)
    peers = {
        address: (registered[0]["client_id"], min(row["at"] for row in registered))
        for address, registered in seen.items()
        if len({row["client_id"] for row in registered}) == 1
    }
    return Decided(brokers, writers, peers)


def filled(row: Row, known: Decided) -> dict[str, Any]:
    """A record's row with what is decided of it."""
    queues = set(re.findall(_QUEUE, row["raw"] or ""))
    queue = int(queues.pop()[1]) if len(queues) == 1 else None
    broker = known.brokers.get(row["file"])
    decided_here = {"client_id": _client_of(row, known), "broker": broker, "queue": queue}
    lacking = (name for name in decided_here if row[name] is None)
    new = {name: decided_here[name] for name in lacking if decided_here[name] is not None}
    return {**row, **new, "derived": ", ".join(new) or None}


def _client_of(row: Row, known: Decided) -> str | None:
    """Who wrote a client's record; of another one, who stands behind its address."""
    if row["source"] == "client":
        return known.writers.get((row["file"], row["group"] or ""))
    peer, since = known.peers.get(row["address"] or "", (None, None))
    is_behind = since is not None and row["at"] is not None and row["at"] >= since
    return peer if is_behind else None


def with_decided(events: DataFrame, known: Decided) -> DataFrame:
    """The same for the table `log_events` in Spark.

    That a key stands once in what is joined is said with `dropDuplicates`: then Spark leaves out
    the joins of which a question wants no column (SPARK-39172).
    """
    import pyarrow as pa

    spark, columns = events.sparkSession, events.columns
    brokers = spark.createDataFrame(list(known.brokers.items()), "file string, own_broker string")
    joined = events.join(F.broadcast(brokers.dropDuplicates(["file"])), "file", "left")
    named = [(*log_and_group, client) for log_and_group, client in known.writers.items()]
    writers = spark.createDataFrame(named, "file string, own_group string, writer string")
    writers = writers.dropDuplicates(["file", "own_group"])
    of_group = F.coalesce("group", F.lit("")) == writers["own_group"]
    joined = joined.join(F.broadcast(writers), (joined["file"] == writers["file"]) & of_group, "left")
    joined = joined.drop(writers["file"], writers["own_group"])
    # Hundred thousand in a cluster's log, which Spark takes as columns fast.
    peer_columns = {
        "address": pa.array(list(known.peers), pa.string()),
        "peer": pa.array([client for client, _ in known.peers.values()], pa.string()),
        "since": pa.array([moment for _, moment in known.peers.values()], pa.timestamp("us", "UTC")),
    }
    peers = spark.createDataFrame(pa.table(peer_columns)).dropDuplicates(["address"])
    joined = joined.join(F.broadcast(peers), "address", "left")
    by_peer = F.when(F.col("at") >= F.col("since"), F.col("peer"))
    raw = F.col("raw")
    places = F.array_distinct(F.regexp_extract_all(raw, F.lit(f"({_QUEUE})"), F.lit(1)))
    number = F.regexp_extract(raw, _QUEUE, 2).cast("int")
    new = {
        "client_id": F.when(F.col("source") == "client", F.col("writer")).otherwise(by_peer),
        "broker": F.col("own_broker"),
        # where all queues that the text names are one
        "queue": F.when(raw.contains("queueId=") & (F.size(places) == 1), number),
    }
    names = [F.when(F.col(name).isNull() & new[name].isNotNull(), F.lit(name)) for name in _DERIVED]
    said = F.concat_ws(", ", *names)
    decided_here = {name: F.coalesce(name, new[name]) for name in _DERIVED}
    return joined.withColumns({"derived": F.when(said != "", said), **decided_here}).select(*columns)
