"""Where to look next when a message stands alone: the command or file that tells more. Data and
look-up.

A routine message needs no look. The words in capitals are for the reader to fill in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from rmqkit.language import Phrase, message


@dataclass(frozen=True)
class NextLook:
    """A command, or a file to fetch, and what it tells."""

    command: str
    tells: str

    @property
    def words(self) -> dict[str, Phrase]:
        """What it holds, as phrases to be put into a sentence."""
        return {"command": message(self.command), "tells": message(self.tells)}


# name | command or file | what it tells
_LOOKS = """
members | mqadmin consumerConnection -n NAMESRV -g GROUP | which clients the broker knows now, and what the group subscribes to there
clients | mqadmin consumerStatus -n NAMESRV -g GROUP -s | what each client says itself: subscriptions, queues, threads
progress | mqadmin consumerProgress -n NAMESRV -g GROUP -s (twice, a minute apart) | which queues move, and who holds them
route | mqadmin topicRoute -n NAMESRV -t TOPIC | the topic's brokers, read and write queues, permissions
offsets | mqadmin topicStatus -n NAMESRV -t TOPIC | the oldest and the newest offset of each queue
brokers | mqadmin clusterList -n NAMESRV | which brokers are alive
settings | mqadmin getBrokerConfig -n NAMESRV -b BROKER | the broker's settings (timerWheelEnable, autoCreateSubscriptionGroup, brokerPermission, ...)
group | mqadmin getConsumerConfig -n NAMESRV -g GROUP | whether the group exists on each broker, and what it may do
retries | mqadmin topicStatus -n NAMESRV -t %RETRY%GROUP | whether retries grow
client_log | rocketmq_client.log of that client, ten minutes around it | a start, a reconnect or a rebalance from what lasts
broker_log | broker.log of every broker, ten minutes around it | who came, went and changed the group's subscription
store_log | store.log and storeerror.log of that broker, an hour before it | what happened to its files
proxy_log | proxy.log of every proxy, ten minutes around it | what the proxy did for its clients
listener_log | the application's own log at that time | what the listener did, and its exception
threads | jstack PID of that client (twice, ten seconds apart) | where the listener's threads stand
configuration | the settings that the program runs with: application.yml of the active profile, environment, start options | the names, addresses and keys that it was given
reach | telnet HOST PORT (or nc -vz HOST PORT) from the client's host | whether anything answers there
resolve | nslookup HOST (or getent hosts HOST) on the client's host | which address the name has there
versions | mvn dependency:tree -Dincludes=org.apache.rocketmq,io.netty (go.mod, pip freeze, package.json elsewhere) | which versions the client is built of
name_server_log | namesrv.log of every name server, ten minutes around it | which brokers registered and left
"""  # noqa: E501

# names of looks, best first | events, as shell patterns; the first line that fits counts
_NEXT = """
settings members | pop_refused
clients settings broker_log | pop_* ack_* change_pop_* process_invalid_* consume_too_many_* reconsume_times_*
proxy_log clients | proxy_* telemetry_* *telemetry* heartbeat_*broadcast* send_system_message* *renew* *receipt_handle* convert_settings* check_expired_grpc* when_clear_handle_key heartbeat_consume_message_* process_telemetry*
members client_log broker_log | subscription_not_* group_info_not_exist filter_data_not_latest not_in_client_list consumer_list_* rebalance_failed pull_rejected pull_subscription_missing subscription_empty heartbeat_failed heartbeat_skipped
clients members broker_log | subscription_* consumer_info_changed filter_compile_failed subscription_parse_failed build_default_subscription topic_not_in_subscription
progress broker_log client_log | offset_reset_* reset_offset_* offset_initialised offset_removed offset_moved_back offset_commit_* offset_fetch_* offset_lookup_* pull_was_reset pull_offset_sought read_local_offset* load_local_offset* illegal_arguments_* clone_offset_* get_consumer_status_*
offsets progress store_log | pull_offset_* pull_state_unknown bug_pull_* failed_compute_pull_* failed_get_next_* bug_impossible_*
route brokers client_log | topic_* route_* queue_illegal consume_stats_* broker_get_consume_* broker_fetch_all_* set_forbidden_old get_max_offset_* update_logical_*
group members broker_log | group_* consumer_disabled broker_hot_read *subscription_config*
brokers name_server_log route | broker_offline broker_register_failed broker_channel_* broker_unregistered broker_missing broker_started name_servers_differ scan_* *name_server* *nameserver*
members broker_log client_log | consumer_* client_id_* queue_locked* queue_lock_* queue_unlock_* queue_not_locked rebalance_result not_* allocation_* assignment_* rebalance_lock_* schedule_at_fixed_rate_lock* message_lock producer_exist_already exist_already notify_consumer_ids_* channel_close_event_*
threads clients progress | flow_control queue_still_consuming consume_dropped sent_back pull_paused pop_paused pull_expired message_paused queue_drop_fixed_offset pull_state_not_ok pull_without_consumer pull_kernel_failed queue_add_failed
listener_log retries clients | consume_* send_back_failed process_* message_changed_exception err_when_uncompress_constant had_registered_* receive_failed
store_log settings brokers | store_* queue_order_wrong queue_rebuilt dispatch_* disk_* index_* ha_* slave_* delay_* transaction_* check_transaction_* broker_busy consume_queue_removed no_* unsupported_* put_message_exception get_all_* *transaction*
brokers client_log broker_log | *
"""  # noqa: E501


def _looks() -> dict[str, NextLook]:
    rows = (line.split(" | ") for line in _LOOKS.strip().split("\n"))
    return {name: NextLook(command, tells) for name, command, tells in rows}


LOOKS: dict[str, NextLook] = _looks()


def _next() -> tuple[tuple[str, tuple[NextLook, ...]], ...]:
    rows = (line.split(" | ") for line in _NEXT.strip().split("\n"))
    return tuple(
        (pattern, tuple(LOOKS[name] for name in names.split()))
        for names, patterns in rows
        for pattern in patterns.split()
    )


_PATTERNS = _next()

# codes | names of looks; a code that is not here is looked for like a refused pull
_AFTER_CODES: dict[Sequence[int], tuple[str, ...]] = {
    (16,): ("route", "group", "settings"),
    (17,): ("route", "brokers"),
    (21,): ("offsets", "progress"),
    (22, 208): ("offsets", "progress"),
    (1, 3): ("broker_log", "settings"),
    (2, 10, 11, 12, 13, 14): ("store_log", "brokers"),
    (206, 213): ("members", "progress"),
    (211, 10003): ("brokers", "route"),
    (10001, 10002): ("reach", "route", "brokers"),
    (10004, 10006, 10007, 10015): ("configuration",),
    (10005, 40402): ("route", "brokers"),
    (26, 40403): ("group", "settings"),
    (3001, 3002, 40001, 40002, 40003, 40010, 40100): ("configuration", "broker_log"),
    range(2000, 2017): ("brokers", "broker_log"),
    range(30000, 60001): ("proxy_log", "brokers"),
}
_REFUSED = ("members", "client_log", "broker_log")


def looks_after(event: str) -> tuple[NextLook, ...]:
    """Where to look when this event is all that is known, best first."""
    return next(looks for pattern, looks in _PATTERNS if fnmatchcase(event, pattern))


def looks_named(names: Iterable[str]) -> tuple[NextLook, ...]:
    """Where to look, by the names of `LOOKS`."""
    return tuple(LOOKS[name] for name in names)


def looks_after_code(code: int) -> tuple[NextLook, ...]:
    """Where to look when an answer with this code is all that is known, best first."""
    names = next((names for codes, names in _AFTER_CODES.items() if code in codes), _REFUSED)
    return looks_named(names)
