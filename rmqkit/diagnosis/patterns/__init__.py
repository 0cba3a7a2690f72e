"""Every pattern that is looked for: what one output or one log shows without being a state. No verdicts here.

Those that point at fewer explanations come first. To add one: a function in the module of what
shows it, and its line here.
"""

from collections.abc import Callable, Iterable

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.patterns import (
    in_clients_logs,
    in_lists,
    in_logs,
    in_looks,
    in_minutes,
    in_owners,
    in_rates,
    in_retries,
    in_running_info,
)
from rmqkit.diagnosis.patterns.pattern import Pattern

PATTERNS: tuple[Callable[[Case], Iterable[Pattern]], ...] = (
    in_logs.settings_written_down,
    in_logs.settings_in_logs,
    in_logs.queues_closed_to_clients,
    in_logs.brokers_too_old,
    in_clients_logs.locks_of_ended_logs,
    in_clients_logs.logs_that_fall_silent,
    in_clients_logs.queues_left_by_own_strategies,
    in_clients_logs.numbers_of_queues_apart,
    in_clients_logs.ids_made_alike,
    in_minutes.listeners_too_slow,
    in_minutes.listeners_that_stand,
    in_running_info.clocks_of_running_info,
    in_rates.pulled_more_than_read,
    in_owners.queues_without_client,
    in_owners.nobody_answers,
    in_retries.popped_and_revived,
    in_retries.retries_nobody_reads,
    in_retries.gone_before_it_read,
    in_running_info.refused_for_a_while,
    in_running_info.takes_all_there_is,
    in_running_info.subscribed_and_without_queue,
    in_lists.topics_come_and_go,
    in_lists.subscribed_and_unknown,
    in_looks.nothing_is_pulled,
    in_looks.brokers_left_alone,
    in_looks.everybody_lags,
    in_looks.clients_that_lag,
    in_running_info.piled_up_in_the_client,
    in_running_info.popped_and_not_confirmed,
    in_running_info.far_behind_its_neighbours,
    in_logs.commits_that_stand,
    in_logs.commits_in_turn,
    in_logs.commits_behind_nobody,
    in_logs.popped_messages_come_again,
    in_logs.brokers_without_name_server,
    in_owners.nobody_named,
    in_logs.group_not_known,
    in_retries.nothing_but_retries,
    in_logs.notified_without_change,
    in_logs.forgotten_for_a_while,
    in_running_info.asked_in_vain,
    in_logs.takes_more_than_its_share,
    in_running_info.an_id_of_any_host,
    in_lists.hosts_with_other_ids,
    in_owners.shares_of_nobodys_rule,
    in_owners.queues_read_by_strangers,
    in_logs.clients_that_shut_down,
    in_logs.said_in_few_records,
    in_logs.members_that_change,
)

__all__ = ["PATTERNS", "Pattern"]
