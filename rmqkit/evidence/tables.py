"""The tables of evidence that mqadmin printed, each a DataFrame under its own name.

No logs and no reading here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from rmqkit.evidence import views
from rmqkit.language import Phrase
from rmqkit.tables.looks import Looks, PartOfLooks
from rmqkit.tables.reading import Reading
from rmqkit.tables.saved import SavedLooks
from rmqkit.tables.schemas import SCHEMAS, VIEWS

Row = dict[str, Any]


class EvidenceTables:
    """One property per table of `rmqkit.tables.schemas`;
    `log_events` and `ledger` come with the logs."""

    spark: SparkSession
    reading: Reading
    looks: Looks | PartOfLooks | SavedLooks | None

    @property
    def log_events(self) -> DataFrame:
        """The records of logs, of which views are made."""
        raise NotImplementedError

    @property
    def progress(self) -> DataFrame:
        """consumerProgress with -g and brokerConsumeStats: one row per queue and snapshot."""
        here = self._table("progress")
        return here.unionByName(self.looks.table) if self.looks else here

    @property
    def groups(self) -> DataFrame:
        """consumerProgress without -g: one row per group."""
        return self._table("groups")

    @property
    def connections(self) -> DataFrame:
        """consumerConnection and consumerStatus: one row per connected client."""
        return self._table("connections")

    @property
    def subscriptions(self) -> DataFrame:
        """Who subscribes to what; `client_id` is null for a group's merged table."""
        return self._table("subscriptions")

    @property
    def client_queues(self) -> DataFrame:
        """Running info: one row per queue that a client holds."""
        return self._table("client_queues")

    @property
    def client_properties(self) -> DataFrame:
        """Running info: one row per property of a client."""
        return self._table("client_properties")

    @property
    def client_topics(self) -> DataFrame:
        """Running info: rates and response times per client and topic."""
        return self._table("client_topics")

    @property
    def topic_queues(self) -> DataFrame:
        """topicRoute (one row per broker) and topicStatus (one row per queue)."""
        return self._table("topic_queues")

    @property
    def answers(self) -> DataFrame:
        """What each command said as a whole: failures, totals, mqadmin's own verdicts."""
        return self._table("answers")

    @property
    def threads(self) -> DataFrame:
        """Thread dumps and running info with stacks:
        one row per thread, and whether it is inside a listener."""
        return self._table("threads")

    @property
    def settings(self) -> DataFrame:
        """Configuration wherever it was pasted from: one row per key; secrets are masked."""
        return self._table("settings")

    @property
    def broker_figures(self) -> DataFrame:
        """What brokers tell of themselves: states, statistics, stored offsets, metrics."""
        return self._table("broker_figures")

    @property
    def statements(self) -> DataFrame:
        """What RocketMQ says within text that people wrote: one row per statement."""
        return self._table("statements")

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
        """Each queue's lag in each look, with what came and what was consumed since the look before."""
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
    """Rows as a table's columns have them, None where a row tells nothing."""
    names = SCHEMAS[table].fieldNames()
    return [tuple(_plain(row.get(name)) for name in names) for row in rows]


def _plain(value: Any) -> Any:  # noqa: ANN401
    """Spark takes texts and nothing that is more than a text: a table holds English."""
    return str(value) if isinstance(value, Phrase) else value
