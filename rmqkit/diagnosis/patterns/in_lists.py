"""Patterns of client lists (consumerConnection), by themselves and beside looks. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.known import distinct
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.patterns.pattern import Pattern, Where, pattern
from rmqkit.diagnosis.relations.wants import Expression
from rmqkit.language import joined
from rmqkit.rocketmq.internal_topics import is_user_topic


def topics_come_and_go(case: Case) -> Iterator[Pattern]:
    """One group's outputs list other topics, or another expression, while the same clients stay.

    By client lists, by looks, and by looks at a topic that no client list has. consumerConnection
    and consumerProgress show the topics of the group's table of their moment
    (`ConsumerGroupInfo#updateSubscription`, all versions). A topic that only comes may be new.
    """
    lost = [*_lost_from_lists(case), *_lost_from_looks(case)]
    if lost:
        topics = distinct(topic for topic, _ in lost)
        where = Where(len(lost), topics, places=tuple(place for _, place in lost))
        yield pattern("topics_come_and_go", where, topics=joined(", ", topics))


def _lost_from_lists(case: Case) -> Iterator[tuple[str, EvidenceLine]]:
    lists = [roster for roster in case.client_lists if roster.subscriptions]
    for one, other in pairwise(lists):
        if sorted(one.client_ids) == sorted(other.client_ids):
            for topic in filter(is_user_topic, one.subscriptions):
                now = Expression(other.subscriptions.get(topic))
                if topic not in other.subscriptions or not Expression(one.subscriptions[topic]).same_as(now):
                    yield topic, one.subscription_place(topic)


def _lost_from_looks(case: Case) -> Iterator[tuple[str, EvidenceLine]]:
    """Topics that a later look lacks, and those whose queues have clients, and that the group's table lacks in every
    client list."""
    looks = [look for look in case.snapshots if look.owners_shown]
    for one, other in pairwise(looks):
        for topic in sorted(filter(is_user_topic, one.topics - other.topics)) if other.whole else ():
            yield topic, one.place(one.rows_of(topic)[0])
    listed = {topic for roster in case.client_lists for topic in roster.subscriptions}
    for look in case.snapshots[-1:] if listed else ():
        owned = {row.queue.topic for row in look.rows if row.client_ip}
        for topic in sorted(filter(is_user_topic, owned - listed)):
            yield topic, look.place(look.rows_of(topic)[0])
