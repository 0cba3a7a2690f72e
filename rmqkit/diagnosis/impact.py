"""How much stands with a finding, and with a group: queues, and the messages that wait in them. Counted by the newest
snapshots; nothing is judged here."""

from __future__ import annotations

from collections.abc import Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import movements_in
from rmqkit.diagnosis.drawn import ORPHAN, UNKNOWN, QueueAllocation
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.known import is_after
from rmqkit.diagnosis.finding import Finding, GroupState
from rmqkit.diagnosis.relations.lags import lag_and_growth
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import DEAD_LETTER_PREFIX, is_user_topic

MOST_PLACES = 4


def group_state(case: Case, allocation: Sequence[QueueAllocation]) -> GroupState:
    """The figures of a group where the evidence ends; what brokers have of a broadcasting group is not its own. Queues
    without a consumer are counted only where some are found, or every queue's consumer is known."""
    shown = {} if case.reported_broadcasting else case.newest_looks
    newest = {queue: max(0, row.diff) for queue, (_, row) in shown.items() if queue.is_users}
    dated = [(one.last.diff - one.first.diff, one.known_seconds) for one in case.user_movements if one.known_seconds]
    grown = sum(messages / seconds for messages, seconds in dated if seconds)
    states = [row.state for row in allocation if is_user_topic(row.queue.topic)]
    orphans = states.count(ORPHAN)
    measured = None if newest else lag_and_growth(case)
    # Without an offset of the group a queue is in no snapshot.
    newest |= {row.queue: row.diff for row in allocation if row.state == ORPHAN and row.diff and row.queue.is_users}
    lag, growth = measured or (sum(newest.values()), grown)
    return GroupState(
        lag=lag if newest or measured else None,
        growth=round(growth, 2) if dated or measured else None,
        queues=len(states) or None,
        orphans=orphans if orphans or (states and UNKNOWN not in states) else None,
        clients=len(case.membership.client_ids) if case.membership.complete else None,
    )


def standing(finding: Finding, facts: GroupFacts | None) -> Phrase | str:
    """The finding's queues, or those on its brokers, and what waits there while it goes on; empty where it has none."""
    looks = facts.newest_looks if facts else ()
    on_brokers = () if finding.details.get("served") else finding.brokers
    queues = finding.queues or tuple(sorted(queue for queue in looks if queue.broker in on_brokers))
    if not queues:
        return ""
    if facts is None or not finding.ongoing:
        return _named(queues)
    if not any(is_user_topic(queue.topic) for queue in queues):
        # A message comes to the retry topic once for each time that it fails, to the dead-letter topic in the end.
        wanted = frozenset(queues)
        grown = [movement for queue, movement in movements_in(facts).items() if queue in wanted]
        given_up = sum(max(0, one.arrived) for one in grown if one.queue.topic.startswith(DEAD_LETTER_PREFIX))
        again = sum(max(0, one.arrived) for one in grown if one.queue.topic == facts.retry_topic)
        parts = [
            say("between the snapshots messages were sent back at least {times:,} times", times=again) if again else "",
            say("at least {times:,} messages went to the dead-letter queue", times=given_up) if given_up else "",
        ]
        return joined("; ", [_named(queues), joined(", ", list(filter(None, parts)))])
    # Unless the title tells it. What no snapshot lists, or was looked at before it began, may be more by now.
    shown = [facts.newest_looks[queue] for queue in queues if queue in facts.newest_looks]
    messages = sum(max(0, row.diff) for _, row in shown)
    before = any(is_after(finding.since, look.at) for look, _ in shown)
    if f"{messages:,}" in finding.title or "messages" in finding.details or (shown and not messages and not before):
        waiting: Phrase | str = ""
    elif not shown:
        waiting = say("the backlog there is unknown")
    elif before or len(shown) < len(queues):
        waiting = say("at least {messages:,} messages wait there, according to the last snapshot", messages=messages)
    else:
        waiting = say("{messages:,} messages wait there", messages=messages)
    return joined("; ", [_named(queues), waiting])


def _named(queues: Sequence[MessageQueue]) -> Phrase:
    number = count(len(queues), "queue")
    if len({(queue.topic, queue.broker) for queue in queues}) > MOST_PLACES:
        return number
    return say("{queues} ({number})", queues=ranges(queues), number=number)
