"""What people ask most, as tables made of the evidence's tables. DataFrames in, DataFrames out; nothing is judged."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.window import Window

from rmqkit.formats.logs.carried.thrown import LONGEST, NUMBERS, OWN_FRAME, THROWN, THROWN_BELOW
from rmqkit.tables.schemas import VIEWS

_QUEUE = ("group", "topic", "broker", "queue")
_REGISTERED = ("consumer_connected", "consumer_info_changed")
# `SubscriptionData#toString`, all versions.
_SUBSCRIPTION = r"topic=([^,\]]+), subString=(.*?), tagsSet="
_TAKEN, _GIVEN_UP = "queue_added", "queue_dropped"
_FAILED = "consume_failed"
_WRITTEN_BY_CLIENTS = ("client", "other")


def registrations(log_events: DataFrame) -> DataFrame:
    """Every registration that a broker's log tells, with what was subscribed to."""
    events = log_events.where((F.col("source") == "broker") & F.col("event").isin(*_REGISTERED))
    printed = F.regexp_extract_all("raw", F.lit(f"({_SUBSCRIPTION})"), F.lit(1))
    pairs = F.transform(printed, lambda text: F.regexp_replace(text, _SUBSCRIPTION, "$1 $2"))
    subscribes = _joined(F.array_distinct(pairs), "; ")
    return events.withColumn("subscribes", subscribes).select(*VIEWS["registrations"].fieldNames())


def owners_over_time(progress: DataFrame, client_queues: DataFrame, log_events: DataFrame) -> DataFrame:
    """Every look at a queue's owner, and every queue that a client's log says it took."""
    shown = progress.where("client_ip_shown").withColumns(
        {"seen_in": F.lit("consumerProgress"), "client_id": F.lit(None).cast("string")}
    )
    held = client_queues.where(~F.coalesce("dropped", F.lit(False))).withColumn("seen_in", F.lit("running info"))
    seen = [
        table.withColumns({"until": F.lit(None).cast("timestamp"), "line": F.col("line").cast("long")})
        for table in (shown, _add_ip(held))
    ]
    tables = [table.select(*VIEWS["owners_over_time"].fieldNames()) for table in (*seen, _taken(log_events))]
    return tables[0].unionByName(tables[1]).unionByName(tables[2])


def _taken(log_events: DataFrame) -> DataFrame:
    """Queues from the moment a client took them to the moment it gave them up, by its own log."""
    changes = log_events.where((F.col("source") == "client") & F.col("event").isin(_TAKEN, _GIVEN_UP))
    of_queue = Window.partitionBy("file", *_QUEUE).orderBy("at", "line")
    next_at, next_event = F.lead("at").over(of_queue), F.lead("event").over(of_queue)
    marked = changes.withColumns({"until": next_at, "next": next_event, "seen_in": F.lit("client log")})
    until = F.when(F.col("next") == _GIVEN_UP, F.col("until"))
    return _add_ip(marked.where(F.col("event") == _TAKEN).withColumn("until", until))


def _add_ip(table: DataFrame) -> DataFrame:
    return table.withColumn("client_ip", F.substring_index("client_id", "@", 1))


def lag_over_time(progress: DataFrame) -> DataFrame:
    """Each queue in each look, beside the look before."""
    looks = Window.partitionBy(*_QUEUE).orderBy("at", "file", "line")
    micros = F.unix_micros("at")
    since = {
        "lag": F.col("diff"),
        "came": F.col("broker_offset") - F.lag("broker_offset").over(looks),
        "consumed": F.col("consumer_offset") - F.lag("consumer_offset").over(looks),
        "seconds": (micros - F.lag(micros).over(looks)) / 1e6,
    }
    return progress.withColumns(since).select(*VIEWS["lag_over_time"].fieldNames())


def exceptions(log_events: DataFrame) -> DataFrame:
    """What was thrown, each once.

    A failure makes several lines: RocketMQ's client logs what a listener threw and that it returned nothing
    (`ConsumeMessageConcurrentlyService$ConsumeRequest#run`), and the application may have logged it before. So of one
    file the message that is there most often counts, and of clients' and applications' logs the one that holds more.
    """
    logged = log_events.where(F.col("source").isin(*_WRITTEN_BY_CLIENTS)).withColumns(_thrown())
    failures = logged.where(F.col("exception") != "")
    key = ("exception", "message", "frame")
    lines = failures.groupBy(*key, "file", "source", "event").agg(F.count("*").alias("lines"))
    of_files = lines.groupBy(*key, "file", "source").agg(F.max("lines").alias("lines"))
    of_sources = of_files.groupBy(*key, "source").agg(F.sum("lines").alias("lines"))
    times = of_sources.groupBy(*key).agg(F.max("lines").alias("times"))
    queue = F.when(F.col("queue").isNotNull(), F.concat_ws(" ", "topic", "broker", F.col("queue").cast("string")))
    told = failures.groupBy(*key).agg(
        F.min("at").alias("first"),
        F.max("at").alias("last"),
        _set_text(F.col("event")).alias("events"),
        _set_text(F.col("group")).alias("groups"),
        _set_text(F.col("client_id")).alias("clients"),
        _set_text(queue).alias("queues"),
        _set_text(F.col("file")).alias("files"),
    )
    same = [times[name].eqNullSafe(told[name]) for name in key]
    joined = told.join(times, same).drop(*(times[name] for name in key))
    return joined.select(*VIEWS["exceptions"].fieldNames()).orderBy(F.desc("times"), "exception", "message")


def _thrown() -> dict[str, Column]:
    """Class, message and own frame: of what a failed listener's message holds, else of the stack below a record."""
    is_held = (F.col("event") == _FAILED) & F.col("detail").rlike(THROWN)
    raw, detail = F.col("raw"), F.col("detail")

    def part(held: int, below: int) -> Column:
        printed = F.regexp_extract(raw, THROWN_BELOW, below)
        return F.when(is_held, F.regexp_extract(detail, THROWN, held)).otherwise(printed)

    plain = F.trim(F.regexp_replace(F.regexp_replace(part(2, 2), r"\s+", " "), NUMBERS, "#"))
    own = F.regexp_extract(raw, OWN_FRAME, 1)
    shown = F.when(is_held, F.regexp_extract(detail, THROWN, 3))
    return {
        "exception": part(1, 1),
        "message": F.substring(plain, 1, LONGEST),
        "frame": F.when(own != "", own).when(shown != "", shown),
    }


def _set_text(column: Column) -> Column:
    return _joined(F.sort_array(F.collect_set(column)), ", ")


def _joined(texts: Column, glue: str) -> Column:
    """Texts as one, null where there are none."""
    return F.when(F.size(texts) > 0, F.array_join(F.sort_array(texts), glue))
