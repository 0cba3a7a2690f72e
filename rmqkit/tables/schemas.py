"""The data dictionary: one `StructType` per table, a comment on every column. No reading and no
logic here.

Times are instants (`timestamp`, shown in UTC). A column is null where the source does not tell it;
nothing is ever filled with a guess.
"""

from __future__ import annotations

from pyspark.sql.types import (
    BinaryType,
    BooleanType,
    DataType,
    DoubleType,
    IntegerType,
    LongType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

_TYPES: dict[str, DataType] = {
    "string": StringType(),
    "int": IntegerType(),
    "long": LongType(),
    "double": DoubleType(),
    "bool": BooleanType(),
    "time": TimestampType(),
    "bytes": BinaryType(),
}


def _table(*columns: tuple[str, str, str] | StructField) -> StructType:
    return StructType([column if isinstance(column, StructField) else _field(*column) for column in columns])


def _field(name: str, kind: str, comment: str) -> StructField:
    return StructField(name, _TYPES[kind], True, {"comment": comment})


_PLACE = (
    ("file", "string", "path of the file below the evidence folder, with forward slashes"),
    ("line", "int", "line of this row in its file, from 1"),
    ("block", "int", "which block of its file the row belongs to, from 1; one block is one command's output"),
    ("at", "time", "when the command was run: a date or prompt in the text, a manifest, else the newest time it shows"),
)

_NAMED = (
    "named_by_file",
    "string",
    "the group or topic of the row, where nothing but the file's name tells it",
)
_ASKED = ("name_server", "string", "the name servers that the command asked (-n), as typed; null where it is not shown")


def _printed(*columns: tuple[str, str, str]) -> StructType:
    """A table of what mqadmin printed."""
    return _table(*_PLACE, *columns, _NAMED, _ASKED)


PROGRESS = _printed(
    ("group", "string", "consumer group; null where neither the command, the text nor a retry topic names it"),
    ("topic", "string", "topic; cut by mqadmin at 32 (up to 4.9.2) or 64 characters"),
    ("broker", "string", "broker name; cut by mqadmin at 32 characters"),
    ("queue", "int", "queue id"),
    ("broker_offset", "long", "newest offset of the queue on the broker"),
    ("consumer_offset", "long", "committed offset; 0 also stands for never committed"),
    ("client_ip", "string", "part of the owner's client id before the first @; null for N/A and where not shown"),
    ("client_ip_shown", "bool", "whether the output has a Client IP column at all"),
    ("diff", "long", "broker offset minus consumer offset, as printed; may be negative"),
    ("inflight", "long", "pulled but not committed (5.1.0 and later); null where not shown"),
    ("last_time", "time", "when the last consumed message was stored on the broker"),
)

GROUPS = _printed(
    ("group", "string", "consumer group"),
    ("count", "int", "connected clients on one broker chosen at random"),
    ("version", "string", "lowest client version, or OFFLINE"),
    ("type", "string", "PUSH or PULL; null when offline"),
    ("model", "string", "CLUSTERING or BROADCASTING; null when offline or not a push group"),
    ("tps", "long", "messages pulled per second"),
    ("diff_total", "long", "sum of the differences over all queues"),
)

CONNECTIONS = _printed(
    ("kind", "string", "consumer_connection or consumer_status"),
    ("group", "string", "consumer group"),
    ("client_id", "string", "client id"),
    ("broker_address", "string", "the broker that the command asked (-b), as typed; null where it asked any"),
    ("address", "string", "ip:port as the broker sees it; null in consumerStatus"),
    ("language", "string", "client language; null in consumerStatus"),
    ("version", "string", "client version"),
)

SUBSCRIPTIONS = _printed(
    ("group", "string", "consumer group"),
    ("client_id", "string", "whose subscription it is; null for the group's merged table on one broker"),
    ("topic", "string", "subscribed topic"),
    ("expression", "string", "tags or SQL92 text; * for all"),
)

CLIENT_QUEUES = _printed(
    ("group", "string", "consumer group"),
    ("client_id", "string", "the client that holds the queue"),
    ("topic", "string", "topic"),
    ("broker", "string", "broker name"),
    ("queue", "int", "queue id"),
    ("mode", "string", "pull or pop"),
    ("consumer_offset", "long", "offset in the client's own offset store"),
    ("cached_min_offset", "long", "lowest offset cached and not yet consumed"),
    ("cached_max_offset", "long", "highest offset cached"),
    ("cached_count", "long", "messages cached and not yet consumed"),
    ("locked", "bool", "queue lock held; tells something only for ordered consumers"),
    ("try_unlock_times", "long", "failed attempts to give the queue back"),
    ("dropped", "bool", "the client has given the queue up"),
    ("last_lock", "time", "last time the broker's lock was renewed"),
    ("last_pull", "time", "last pull"),
    ("last_consume", "time", "last time the listener was called"),
)

CLIENT_PROPERTIES = _printed(
    ("group", "string", "consumer group"),
    ("client_id", "string", "client id"),
    ("key", "string", "property of the consumer, as running info prints it"),
    ("value", "string", "its value"),
)

CLIENT_TOPICS = _printed(
    ("group", "string", "consumer group"),
    ("client_id", "string", "client id"),
    ("topic", "string", "topic"),
    ("pull_rt", "double", "milliseconds per pull"),
    ("pull_tps", "double", "messages pulled per second"),
    ("consume_rt", "double", "milliseconds per listener call"),
    ("consume_ok_tps", "double", "messages consumed per second"),
    ("consume_failed_tps", "double", "messages failed per second"),
    ("consume_failed_in_hour", "long", "messages failed in the last hour"),
)

TOPIC_QUEUES = _printed(
    ("kind", "string", "topic_route (one row per broker, queue null) or topic_status (one row per queue)"),
    ("topic", "string", "topic; topicRoute and topicStatus do not print it: from the command line or the file's name"),
    ("broker", "string", "broker name"),
    ("queue", "int", "queue id; null in routes"),
    ("read_queues", "int", "queues that consumers share"),
    ("write_queues", "int", "queues that producers write"),
    ("perm", "int", "2 write, 4 read, 6 both, 0 none"),
    ("cluster", "string", "cluster name"),
    ("address", "string", "address of the master, else of the first replica"),
    ("master", "bool", "whether the route has the broker's master (id 0); null where it prints no addresses"),
    ("min_offset", "long", "oldest offset"),
    ("max_offset", "long", "newest offset"),
    ("last_updated", "time", "when the newest message was stored"),
)

ANSWERS = _printed(
    ("kind", "string", "file kind of the block"),
    ("command", "string", "mqadmin sub-command, where a prompt, a manifest or an exception's class tells it"),
    ("group", "string", "consumer group"),
    ("topic", "string", "topic"),
    ("code", "int", "RocketMQ response code of a failed command"),
    ("text", "string", "the failure's description, or what mqadmin concluded"),
    ("record", "string", "the words of a log's record that the failure stands in, up to it; null elsewhere"),
    ("consume_type", "string", "CONSUME_PASSIVELY, CONSUME_ACTIVELY or CONSUME_POP"),
    ("message_model", "string", "CLUSTERING or BROADCASTING"),
    ("consume_from_where", "string", "where a new group starts"),
    ("consume_tps", "double", "messages pulled per second"),
    ("diff_total", "long", "the printed total"),
    ("subscription_verdict", "string", "same or different: what consumerStatus printed, which proves nothing"),
    ("rebalance_verdict", "string", "OK or Failed: what consumerStatus printed, which proves nothing"),
)

THREADS = _printed(
    ("group", "string", "consumer group, of the client's running info or of the thread's name (4.9.3 and later)"),
    ("client_id", "string", "client id; null in dumps that jstack or Arthas made"),
    ("thread", "string", "the thread's name"),
    ("state", "string", "RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, ...; null where the dump does not print it"),
    ("consuming", "bool", "whether it is inside a listener: RocketMQ called it, and it is not back yet"),
    ("frame", "string", "its newest frame in the application's own code, else its newest one"),
    ("frames", "string", "its frames, one a line, the newest first; null where it has none"),
)

SETTINGS = _printed(
    (
        "program",
        "string",
        "whose it is: broker, namesrv, proxy, spring, java, go, python, container, environment, acl, "
        "subscription group, topic, consumer filter, consume mode, static topic",
    ),
    ("part", "string", "what it is of: a broker's address, a listener, a container, a group; null for the whole file"),
    ("key", "string", "the key as it is written, one name for each way to say the same in code"),
    ("value", "string", "the value as it is written; *** for keys and passwords"),
    ("group", "string", "consumer group that the part names; null where it names none"),
    ("topic", "string", "topic that the part names; null where it names none"),
)

BROKER_FIGURES = _printed(
    (
        "kind",
        "string",
        "brokerStatus, clusterList, statsAll, haStatus, consumerOffset.json, delayOffset.json, offsets.json or metrics",
    ),
    ("broker", "string", "broker name or address; null where neither the text nor the command tells it"),
    ("group", "string", "consumer group"),
    ("topic", "string", "topic"),
    ("queue", "int", "queue id"),
    ("client_id", "string", "client id"),
    ("name", "string", "what is told, in the words of its source"),
    ("value", "string", "its value, as printed"),
)

STATEMENTS = _printed(
    ("what", "string", "event, code, exception or setting"),
    ("name", "string", "the event's name in the catalogue, the code's number, the exception's class, the key"),
    ("group", "string", "consumer group"),
    ("topic", "string", "topic"),
    ("client_id", "string", "client id"),
    ("address", "string", "ip:port of the peer"),
    ("broker", "string", "broker name"),
    ("queue", "int", "queue id"),
    ("code", "int", "RocketMQ response code that the statement prints, stands for or holds"),
    ("detail", "string", "what else the message says"),
    ("source", "string", "broker, client or namesrv, where a whole wording tells it; other"),
    ("whole", "bool", "whether the wording is there from its beginning to its end"),
    ("others", "string", "further events of which the words are a part just as well"),
    ("within", "int", "line of the statement that this one stands in"),
    ("column", "int", "where in its line it begins, from 1"),
    ("text", "string", "the words, with the lines below that belong to them"),
)

_RECORD = _table(
    ("file", "string", "path of the file below the evidence folder"),
    ("source", "string", "broker, client, namesrv or other"),
    ("at", "time", "time of the record"),
    ("level", "string", "INFO, WARN, ERROR, DEBUG, FATAL, TRACE"),
    ("thread", "string", "thread name, where the layout has one"),
    ("logger", "string", "logger name, where the layout has one"),
    ("event", "string", "name of the message in the catalogue; null for a well-formed record outside it"),
    ("group", "string", "consumer group"),
    ("topic", "string", "topic"),
    ("client_id", "string", "client id"),
    ("address", "string", "ip:port of the peer"),
    ("broker", "string", "broker name"),
    ("queue", "int", "queue id"),
    ("code", "int", "RocketMQ response code in the record or in the lines below it"),
    ("detail", "string", "what else the message says: Java's own print of subscriptions, queues, offsets"),
    ("raw", "string", "the record: its line with its continuation lines, as written"),
)

LOG_EVENTS = _table(
    _RECORD["file"],
    ("line", "long", "line of the record in its file, from 1"),
    *_RECORD.fields[1:],
    (
        "derived",
        "string",
        "which of client_id, broker and queue the record does not say itself, as `client_id, broker`: the client "
        "that registered from the address, the one that wrote the log, the broker whose log it is; null where it "
        "says all that is filled in",
    ),
)

LEDGER = _table(
    ("file", "string", "path of the file below the evidence folder"),
    ("block", "int", "block of the file, from 1"),
    ("kind", "string", "file kind"),
    ("lines", "long", "lines of the block"),
    ("rows", "long", "lines that became a row, or the first line of a log record"),
    ("noise", "long", "headers, prompts, totals, separators, logger warnings; of a block of prose its sentences"),
    ("blank", "long", "lines without text"),
    ("continuation", "long", "lines that belong to the record or row above"),
    ("unparsed", "long", "lines that nobody understood"),
    ("first_unparsed", "string", "the first of these: line number and text; null when there is none"),
    ("problem", "string", "what kept the file or a part of it from being read; null when nothing did"),
)

RECORDS = _table(*_RECORD, ("line_order", "long", "orders the records of a file"))
"""Records of logs as columns on disk; not a table of the evidence.

`line_order` is the record's line number plus the byte at which its range starts: the true line
number in a file that was not split.
"""

KEPT = _table(*RECORDS, ("summary", "bytes", "a range's packed summary; null in records"))
"""The same where Spark writes them, with what each range tells."""

_COUNTED = LEDGER.fields[1:]
PARSED = _table(
    *RECORDS,
    ("counts", "bool", "whether the row holds a source's counts, not a record"),
    *_COUNTED,
    ("first_unparsed_line", "long", "its number within the source's range"),
    ("start", "long", "byte of the file at which the source's range starts"),
)
"""What reading logs gives, before it becomes LOG_EVENTS and LEDGER; no table of the evidence."""

SUMMARY = _table(
    ("part", "string", "event, commit, unknown, or counts of a source's lines"),
    *(field for field in _RECORD if field.name not in ("at", "level", "thread", "logger")),
    ("kept_detail", "string", "detail, where it keeps rows apart"),
    ("moment", "long", "what keeps rows of different times apart, in microseconds since 1970"),
    ("at", "long", "time of the first record, in microseconds since 1970"),
    ("last_at", "long", "time of the last record, in microseconds since 1970"),
    ("times", "long", "records that the row stands for"),
    ("line_order", "long", "orders the records of a file"),
    ("start", "long", "byte of the file at which the source's range starts"),
    ("first_unparsed_line", "long", "its number within the source's range"),
    ("last_detail", "string", "detail of the last record"),
    ("commits_left", "bool", "whether commits were left out: too many"),
    *_COUNTED,
)
"""What reading logs gives when workers count the events themselves; not a table of the evidence."""

SCHEMAS: dict[str, StructType] = {
    "progress": PROGRESS,
    "groups": GROUPS,
    "connections": CONNECTIONS,
    "subscriptions": SUBSCRIPTIONS,
    "client_queues": CLIENT_QUEUES,
    "client_properties": CLIENT_PROPERTIES,
    "client_topics": CLIENT_TOPICS,
    "topic_queues": TOPIC_QUEUES,
    "answers": ANSWERS,
    "threads": THREADS,
    "settings": SETTINGS,
    "broker_figures": BROKER_FIGURES,
    "statements": STATEMENTS,
    "log_events": LOG_EVENTS,
    "ledger": LEDGER,
}

REGISTRATIONS = _table(
    ("at", "time", "when the broker wrote it down"),
    ("broker", "string", "the broker with which the client registered; null where nothing tells whose log it is"),
    ("group", "string", "consumer group"),
    ("client_id", "string", "the client; null where the address decides none"),
    ("address", "string", "ip:port of the client's channel"),
    ("event", "string", "consumer_connected (a new channel) or consumer_info_changed (a subscription that is another)"),
    ("subscribes", "string", "topics with their expressions, as `orders *; payments tagA`; null where not printed"),
    ("derived", "string", "which of client_id and broker the record does not say itself"),
    ("file", "string", "path of the file below the evidence folder"),
    ("line", "long", "line of the record in its file, from 1"),
)

OWNERS_OVER_TIME = _table(
    ("at", "time", "when somebody was seen to hold the queue, or took it"),
    ("until", "time", "when the client's log says that it gave the queue up; null where it is not said"),
    ("seen_in", "string", "consumerProgress, running info or client log"),
    ("group", "string", "consumer group"),
    ("topic", "string", "topic"),
    ("broker", "string", "broker name"),
    ("queue", "int", "queue id"),
    ("client_id", "string", "the client; null in consumerProgress, which shows an address only"),
    ("client_ip", "string", "part of the client id before the first @; null for N/A, which proves nothing by itself"),
    ("file", "string", "path of the file below the evidence folder; clients of one id have a log each"),
    ("line", "long", "line of this row in its file, from 1"),
)

LAG_OVER_TIME = _table(
    ("at", "time", "when the command was run"),
    ("group", "string", "consumer group"),
    ("topic", "string", "topic; retry and dead-letter topics are there too"),
    ("broker", "string", "broker name"),
    ("queue", "int", "queue id"),
    ("broker_offset", "long", "newest offset of the queue on the broker"),
    ("consumer_offset", "long", "committed offset; 0 also stands for never committed"),
    ("lag", "long", "broker offset minus consumer offset, as printed"),
    ("came", "long", "messages that came since the look before; null in the first look"),
    ("consumed", "long", "how far the committed offset went since; negative after a reset or a late commit"),
    ("seconds", "double", "since the look before"),
    ("file", "string", "path of the file below the evidence folder"),
    ("line", "int", "line of this row in its file, from 1"),
)

EXCEPTIONS = _table(
    ("exception", "string", "its class"),
    ("message", "string", "its message, with # for the numbers that differ from one failure to the next"),
    ("frame", "string", "the first frame of the application's own code; null where no stack shows one"),
    ("times", "long", "failures, at least: several lines of one failure count as one"),
    ("first", "time", "time of the first"),
    ("last", "time", "time of the last"),
    ("events", "string", "messages of the catalogue that carry it; null where only lines outside of it do"),
    ("groups", "string", "consumer groups"),
    ("clients", "string", "clients, as far as they are known"),
    ("queues", "string", "queues, as `orders broker-a 3`"),
    ("files", "string", "paths of the files below the evidence folder"),
)

VIEWS: dict[str, StructType] = {
    "registrations": REGISTRATIONS,
    "owners_over_time": OWNERS_OVER_TIME,
    "lag_over_time": LAG_OVER_TIME,
    "exceptions": EXCEPTIONS,
}
"""What is asked most, made of the tables."""

VERDICTS = _table(
    ("group", "string", "consumer group; behind it its name servers where several clusters have the name"),
    ("group_severity", "string", "the worst of the group's findings; OK only where it is proven healthy"),
    ("healthy", "bool", "whether it is proven healthy where the evidence ends"),
    ("lag", "long", "messages behind by the newest snapshots; null where there is none"),
    ("lag_growth", "double", "by how many messages a second the lag grows between the snapshots"),
    ("queues", "long", "queues of the topics that it shares; null where they are not known"),
    ("orphans", "long", "of these the queues without a consumer; null where consumers are not known"),
    ("clients", "long", "connected clients; null where no broker lists them"),
    ("finding", "string", "id of the finding; null where nothing was found of the group"),
    ("severity", "string", "severity of the finding"),
    ("status", "string", "proven or suspected"),
    ("ongoing", "bool", "whether it goes on where the evidence ends"),
    ("since", "time", "when it began"),
    ("until", "time", "when it ended"),
    ("title", "string", "what is wrong, in English"),
)
"""What `Diagnosis.verdicts` gives: one row per group and finding."""

COMMIT = ("file", "group", "topic", "broker", "queue", "detail", "at")
"""What the summary of a log keeps of each committed offset."""
