"""The tables of evidence that mqadmin printed, each a DataFrame under its own name.

No logs and no reading here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from rmqkit.evidence import views
from rmqkit.language import Phrase
from rmqkit.tables.reading import Reading
from rmqkit.tables.schemas import SCHEMAS, VIEWS
from rmqkit.tables.snapshots import ChosenSnapshots, Snapshots

Row = dict[str, Any]


class _Table:
    """A table of what was parsed while reading, under the name of its schema."""

    def __init__(self, holds: str) -> None:
        self.__doc__ = holds

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, evidence: EvidenceTables | None, owner: type) -> DataFrame:
        return evidence._table(self.name) if evidence is not None else self  # type: ignore[return-value]


class EvidenceTables:
    """One property per table of `rmqkit.tables.schemas`; `log_events` and `ledger` come with the logs."""

    spark: SparkSession
    reading: Reading
    snapshots: Snapshots | ChosenSnapshots | None

    @property
    def log_events(self) -> DataFrame:
        """The records of logs, of which views are made."""
        raise NotImplementedError

    @property
    def progress(self) -> DataFrame:
        """consumerProgress with -g and brokerConsumeStats: one row per queue and snapshot."""
        here = self._table("progress")
        return here.unionByName(self.snapshots.table) if self.snapshots else here

    groups = _Table("consumerProgress without -g: one row per group.")
    connections = _Table("consumerConnection and consumerStatus: one row per connected client.")
    subscriptions = _Table("Who subscribes to what; `client_id` is null for a group's merged table.")
    client_queues = _Table("Running info: one row per queue that a client holds.")
    client_properties = _Table("Running info: one row per property of a client.")
    client_topics = _Table("Running info: rates and response times per client and topic.")
    topic_queues = _Table("topicRoute (one row per broker) and topicStatus (one row per queue).")
    answers = _Table("What each command said as a whole: failures, totals, mqadmin's own verdicts.")
    threads = _Table(
        "Thread dumps and running info with stacks: one row per thread, and whether it is inside a listener."
    )
    settings = _Table("Configuration wherever it was pasted from: one row per key; secrets are masked.")
    broker_figures = _Table("What brokers tell of themselves: states, statistics, stored offsets, metrics.")
    statements = _Table("What RocketMQ says within text that people wrote: one row per statement.")

    @property
    def registrations(self) -> DataFrame:
        """Who registered with which broker, and with which subscriptions, by the brokers' logs."""
        return views.registrations(self.log_events)

    @property
    def owners_over_time(self) -> DataFrame:
        """Who was seen to hold which queue: by consumerProgress, running info and the clients' logs."""
        return views.owners_over_time(self.progress, self.client_queues, self.log_events)

    @property
    def lag_over_time(self) -> DataFrame:
        """Each queue's lag in each snapshot, with what came and what was consumed since the snapshot before."""
        return views.lag_over_time(self.progress)

    @property
    def exceptions(self) -> DataFrame:
        """What clients and applications logged as thrown, each once: how often, from when to when, where."""
        return views.exceptions(self.log_events)

    def create_views(self, prefix: str = "") -> tuple[str, ...]:
        """Make every table, and what is made of several, a view of its own name, so that `spark.sql` can ask them;
        returns the names.

        `prefix` stands before each name, so that the tables of two evidences can be asked together:
        `before.create_views("before_")`.
        """
        names = (*SCHEMAS, *VIEWS)
        for name in names:
            getattr(self, name).createOrReplaceTempView(prefix + name)
        return tuple(prefix + name for name in names)

    def _table(self, name: str) -> DataFrame:
        return self.spark.createDataFrame(tuples_of(self.reading.tables.get(name, []), name), SCHEMAS[name])


def tuples_of(rows: Sequence[Row], table: str) -> list[tuple[Any, ...]]:
    """Rows as a table's columns have them, None where a row tells nothing; Spark takes texts and nothing that is more
    than a text, so that a table holds English."""
    names = SCHEMAS[table].fieldNames()
    return [
        tuple(str(value) if isinstance(value := row.get(name), Phrase) else value for name in names) for row in rows
    ]
