"""Every pattern that is looked for: what one output or one log shows without being a state. No verdicts here.

Those that point at fewer explanations come first. To add one: a function in the module of what
shows it, and its line here.
"""

from collections.abc import Callable, Iterable

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.patterns import in_logs, in_looks, in_owners, in_rates, in_running_info
from rmqkit.diagnosis.patterns.pattern import Pattern

PATTERNS: tuple[Callable[[Case], Iterable[Pattern]], ...] = (
    in_logs.settings_in_logs,
    in_logs.queues_closed_to_clients,
    in_logs.ids_made_alike,
    in_logs.listeners_too_slow,
    in_rates.pulled_more_than_read,
    in_owners.queues_without_client,
    in_running_info.refused_for_a_while,
    in_looks.nothing_is_pulled,
    in_looks.clients_that_lag,
    in_logs.commits_that_stand,
    in_logs.commits_in_turn,
    in_logs.forgotten_for_a_while,
    in_running_info.asked_in_vain,
    in_running_info.an_id_of_any_host,
    in_owners.queues_read_by_strangers,
    in_rates.lags_by_metrics,
)

__all__ = ["PATTERNS", "Pattern"]
