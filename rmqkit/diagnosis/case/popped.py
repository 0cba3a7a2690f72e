"""Which topics do brokers give out message by message (pop), and how many clients share a queue of them?

Who pops a queue takes nothing from the others that pop it: each message goes to one of them. No findings here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rmqkit.diagnosis.case.lag import movements_in
from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import GroupFacts, Snapshot, derived
from rmqkit.diagnosis.relations.holds import Share, shares
from rmqkit.formats.mqadmin.other_mqadmin import CONSUME_MODE
from rmqkit.rocketmq import Averagely, AveragelyByCircle, MessageQueue, Popping, Strategy, allocation
from rmqkit.rocketmq.internal_topics import is_user_topic

_POP = "POP"


@derived
def popped_topics(facts: GroupFacts) -> frozenset[str]:
    """Topics that nobody is seen to pull: by what clients were given and what they hold, by what brokers were told, and
    by snapshots that name nobody though they move. A client that shares out by itself (`clientRebalance`, the default)
    pulls, whatever brokers were told, and a snapshot shows it (pop leaves no owner). The retry topic is always
    pulled."""
    results = _newest_results(facts)
    held = [held for info in facts.newest_running.values() for held in info.queues]
    popping: set[str | None] = {share.topic for share in results if share.popped}
    popping |= {one.queue.topic for one in held if one.mode == "pop"}
    popping |= {setting.topic for setting in _told(facts, "mode") if setting.value == _POP}
    looks = facts.snapshots
    if len(looks) > 1 and all(any(row.client_ip for row in look.rows_of(facts.retry_topic)) for look in looks):
        # No snapshot names an owner of the topic, though messages of it are consumed, while all name those of the retry
        # topic: a client that answers is shown with all that it pulls (`ConsumerProgressSubCommand`, since 4.3.0).
        consumed = {queue.topic for queue, moved in movements_in(facts).items() if moved.consumed > 0}
        popping |= consumed - _owned(looks)
    return frozenset(topic for topic in popping - pulled_topics(facts) if topic and is_user_topic(topic))


@derived
def pulled_topics(facts: GroupFacts) -> frozenset[str | None]:
    """Topics that somebody is seen to pull: by what clients were given, by what they hold, and by the owners that the
    newest snapshot names."""
    pulled: set[str | None] = {share.topic for share in _newest_results(facts) if not share.popped}
    held = [held for info in facts.newest_running.values() for held in info.queues]
    return frozenset(pulled | {one.queue.topic for one in held if one.mode == "pull"} | _owned(facts.snapshots[-1:]))


def _owned(looks: Iterable[Snapshot]) -> set[str]:
    return {row.queue.topic for look in looks for row in look.rows if row.client_ip}


def pulls(facts: GroupFacts) -> bool:
    """Whether the group pulls any topic of the user's. What fails of popped messages comes again from topics that are
    popped as well (`PopReviveService#reviveRetry`, 5.0.0 and later); nothing comes to the group's own retry topic."""
    return not popped_topics(facts).issuperset(facts.topics) or not facts.topics


def _newest_results(facts: GroupFacts) -> Collection[Share]:
    return {(share.file, share.topic): share for share in shares(facts)}.values()


def _told(facts: GroupFacts, key: str) -> list[Setting]:
    """What brokers were told of topics of the group, the newest of each last."""
    named = (setting for setting in facts.settings if setting.program == CONSUME_MODE and setting.key == key)
    return [setting for setting in named if setting.group == facts.group]


# `QueryAssignmentProcessor` has no others by name (5.0.0 and later).
_KNOWN_TO_BROKERS = frozenset({Averagely.name, AveragelyByCircle.name})


def broker_strategies(
    facts: GroupFacts, topic: str, queues: Sequence[MessageQueue], clients: Sequence[str], rules: Mapping[str, Strategy]
) -> dict[str, Strategy] | None:
    """By which rule each client is given what it pops, where brokers were told with how many others it shares, or what
    clients were given last allows just one reading; else None."""
    if any(rule.name not in _KNOWN_TO_BROKERS for rule in rules.values()):
        return None
    sharing = [int(setting.value) for setting in _told(facts, "popShareQueueNum") if setting.topic == topic]
    results = [share for share in _newest_results(facts) if share.topic == topic and share.client]
    given = [(share.client, own) for share in results if (own := share.popped_of(queues))]
    readings: dict[object, dict[str, Strategy]] = {}
    for number in sharing[-1:] or (range(max(1, len(clients) - 1)) if given else ()):
        popping: dict[str, Strategy] = {who: Popping(rule, number) for who, rule in rules.items()}
        shared = allocation(facts.group, queues, clients, popping)
        as_given = all(who in clients and frozenset(shared.share_of(who)) == own for who, own in given)
        if sharing or as_given:
            readings.setdefault(shared.shares, popping)
    return next(iter(readings.values())) if len(readings) == 1 else None
