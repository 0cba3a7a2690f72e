"""What people ask of an incident, as SQL over the views of `create_views`: examples to copy and change. Data only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Question:
    """A question with the SQL that answers it, of at most six lines; `table`: the one that it is an example of."""

    table: str
    asked: str
    sql: str


QUESTIONS = (
    Question(
        "registrations",
        "Which client registers most often?",
        """\
SELECT client_id, broker, count(*) AS times, min(at) AS first, max(at) AS last
FROM registrations
GROUP BY client_id, broker
ORDER BY times DESC, client_id, broker""",
    ),
    Question(
        "registrations",
        "Which release changed the subscription: who came with another one, and when?",
        """\
SELECT `group`, subscribes, min(at) AS since, min_by(client_id, at) AS first_client,
       count(DISTINCT client_id) AS clients
FROM registrations WHERE subscribes IS NOT NULL
GROUP BY `group`, subscribes
ORDER BY `group`, since""",
    ),
    Question(
        "registrations",
        "Which broker never saw a client register?",
        """\
SELECT DISTINCT seen.client_id, logs.broker
FROM registrations seen JOIN (SELECT DISTINCT broker FROM log_events WHERE source = 'broker') logs
LEFT ANTI JOIN registrations r ON r.client_id = seen.client_id AND r.broker = logs.broker
WHERE seen.client_id IS NOT NULL AND logs.broker IS NOT NULL
ORDER BY client_id, broker""",
    ),
    Question(
        "lag_over_time",
        "How did the lag of each queue go?",
        """\
SELECT topic, broker, queue, at, lag, came, consumed
FROM lag_over_time
ORDER BY topic, broker, queue, at""",
    ),
    Question(
        "lag_over_time",
        "Which queues stand while messages come?",
        """\
SELECT topic, broker, queue, sum(came) AS came, max_by(lag, at) AS lag
FROM lag_over_time
GROUP BY `group`, topic, broker, queue
HAVING sum(came) > 0 AND sum(consumed) = 0
ORDER BY lag DESC, topic, broker, queue""",
    ),
    Question(
        "owners_over_time",
        "Who read one queue twice: whose logs hold it at the same time, and until when?",
        """\
SELECT a.topic, a.broker, a.queue, a.client_id, b.client_id AS also,
       greatest(a.at, b.at) AS since, least(a.until, b.until) AS until
FROM owners_over_time a JOIN owners_over_time b USING (`group`, topic, broker, queue)
WHERE a.seen_in = 'client log' AND b.seen_in = 'client log' AND a.file < b.file
  AND a.at < coalesce(b.until, b.at + INTERVAL 1 DAY) AND b.at < coalesce(a.until, a.at + INTERVAL 1 DAY)
ORDER BY topic, broker, queue""",
    ),
    Question(
        "owners_over_time",
        "Which queues had no owner in any look? (N/A alone proves nothing)",
        """\
SELECT topic, broker, queue, count(*) AS looks
FROM owners_over_time WHERE seen_in = 'consumerProgress'
GROUP BY `group`, topic, broker, queue
HAVING count(client_ip) = 0
ORDER BY topic, broker, queue""",
    ),
    Question(
        "exceptions",
        "What does the listener throw, how often, since when, where?",
        """\
SELECT exception, message, frame, times, first, last, clients
FROM exceptions WHERE events LIKE '%consume_failed%'
ORDER BY times DESC""",
    ),
    Question(
        "log_events",
        "What did a client, or a broker about it, write in the minute around the onset?",
        """\
SELECT at, broker, client_id, event, file, line
FROM log_events
WHERE at BETWEEN (SELECT min(at) - INTERVAL 30 SECONDS FROM log_events WHERE event LIKE 'subscription_topic_%')
  AND (SELECT min(at) + INTERVAL 30 SECONDS FROM log_events WHERE event LIKE 'subscription_topic_%')
ORDER BY at, file, line""",
    ),
    Question(
        "log_events",
        "Which refusals were answered, how often, to whom?",
        """\
SELECT code, event, client_id, count(*) AS times, min(at) AS first, max(at) AS last
FROM log_events WHERE code IS NOT NULL
GROUP BY code, event, client_id
ORDER BY times DESC, client_id DESC""",
    ),
    Question(
        "progress",
        "Which queues are furthest behind in the newest look?",
        """\
SELECT topic, broker, queue, diff, client_ip
FROM progress WHERE at = (SELECT max(at) FROM progress)
ORDER BY diff DESC, topic, broker, queue""",
    ),
    Question(
        "client_queues",
        "How many queues does each client hold?",
        """\
SELECT client_id, topic, count(*) AS queues
FROM client_queues
GROUP BY client_id, topic
ORDER BY client_id, topic""",
    ),
    Question(
        "subscriptions",
        "Who subscribes to what?",
        """\
SELECT DISTINCT `group`, client_id, topic, expression
FROM subscriptions
ORDER BY `group`, client_id, topic""",
    ),
    Question(
        "connections",
        "Which versions do the clients have?",
        """\
SELECT version, language, count(DISTINCT client_id) AS clients
FROM connections WHERE kind = 'consumer_connection'
GROUP BY version, language""",
    ),
    Question(
        "groups",
        "Which groups are furthest behind?",
        "SELECT `group`, count, version, diff_total FROM groups ORDER BY diff_total DESC",
    ),
    Question(
        "client_properties",
        "Which settings differ between clients of a group?",
        """\
SELECT `group`, key, collect_set(value) AS values
FROM client_properties
GROUP BY `group`, key
HAVING count(DISTINCT value) > 1""",
    ),
    Question(
        "client_topics",
        "Which clients fail?",
        """\
SELECT client_id, topic, consume_ok_tps, consume_failed_tps
FROM client_topics WHERE consume_failed_tps > 0 ORDER BY consume_failed_tps DESC""",
    ),
    Question(
        "topic_queues",
        "How many queues may be read and written, broker by broker?",
        """\
SELECT DISTINCT topic, broker, read_queues, write_queues, perm
FROM topic_queues WHERE kind = 'topic_route'
ORDER BY topic, broker""",
    ),
    Question(
        "answers",
        "Which commands failed, and with what?",
        "SELECT command, code, text, file, line FROM answers WHERE kind = 'command_failed'",
    ),
    Question(
        "threads",
        "Where do listeners stand?",
        "SELECT client_id, state, frame, count(*) AS threads FROM threads WHERE consuming GROUP BY ALL",
    ),
    Question(
        "settings",
        "Which settings were pasted, of what?",
        "SELECT program, part, key, value, file, line FROM settings",
    ),
    Question(
        "broker_figures",
        "What do brokers tell of a name?",
        "SELECT broker, name, value FROM broker_figures WHERE name LIKE '%Offset%'",
    ),
    Question(
        "statements",
        "What does RocketMQ say within the posts?",
        "SELECT what, name, code, text, file, line FROM statements ORDER BY file, line",
    ),
    Question(
        "ledger",
        "Which lines could nobody read?",
        "SELECT file, kind, unparsed, first_unparsed FROM ledger WHERE unparsed > 0",
    ),
)
"""Twelve that are asked most in front; then one of each table that is left."""
