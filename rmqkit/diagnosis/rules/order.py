"""Which rules are asked, and in which order. No rules here."""

from __future__ import annotations

from collections.abc import Callable

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.rules.client_id_collision import client_id_collision
from rmqkit.diagnosis.rules.clocks_and_brokers import broker_disagreement, clock_skew
from rmqkit.diagnosis.rules.connections import connection_problem
from rmqkit.diagnosis.rules.duplicates import duplicate_consumption
from rmqkit.diagnosis.rules.failures import consume_failures
from rmqkit.diagnosis.rules.flapping import flapping_subscription
from rmqkit.diagnosis.rules.gaps import insufficient_evidence
from rmqkit.diagnosis.rules.inconsistent_subscription import inconsistent_subscription
from rmqkit.diagnosis.rules.message_model import message_model_mismatch
from rmqkit.diagnosis.rules.mixed_strategies import mixed_allocation_strategies
from rmqkit.diagnosis.rules.not_permitted import not_permitted
from rmqkit.diagnosis.rules.notes import harmless_startup_noise, idle_consumers, risky_client_id
from rmqkit.diagnosis.rules.offline import group_offline
from rmqkit.diagnosis.rules.orphans import orphan_queues
from rmqkit.diagnosis.rules.rebalance_storm import rebalance_storm
from rmqkit.diagnosis.rules.slow import consumer_slow
from rmqkit.diagnosis.rules.stuck import consumer_stuck
from rmqkit.diagnosis.rules.tags import tag_mismatch_silent_loss

# Asked in this order: what is fundamental first; each later rule sees what was found before it.
FIRST: tuple[Callable[[Case], list[Finding]], ...] = (
    group_offline,
    inconsistent_subscription,
    client_id_collision,
    mixed_allocation_strategies,
    message_model_mismatch,
    not_permitted,
    clock_skew,
    broker_disagreement,
    flapping_subscription,
    rebalance_storm,
    connection_problem,
    consume_failures,
)
THEN: tuple[Callable[[Case, list[Finding]], list[Finding]], ...] = (
    tag_mismatch_silent_loss,
    orphan_queues,
    duplicate_consumption,
    consumer_slow,
    consumer_stuck,
    risky_client_id,
    idle_consumers,
    harmless_startup_noise,
    insufficient_evidence,
)
