"""One group's outputs list other topics, or another expression, while the same clients stay.

No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.case.subscriptions import Expression
from rmqkit.diagnosis.commands import STATUS
from rmqkit.diagnosis.facts.group import Roster, Snapshot
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.language import joined, say
from rmqkit.rocketmq.internal_topics import is_user_topic

FIT = 12
SUSPECTS = (
    Suspect(
        "inconsistent_subscription", say("each heartbeat overwrites the group's table with its own client's topics")
    ),
)
_INNOCENT = say(
    "a client that gave a topic up at run time, or was started anew with other subscriptions",
)


def patterns(case: Case) -> Iterator[Pattern]:
    """By client lists, by looks, and by looks at a topic that no client list has.

    consumerConnection and consumerProgress show the topics of the group's table of their moment
    (`ConsumerGroupInfo#updateSubscription`, all versions). A topic that only comes may be new.
    """
    lost = [*_lost_from_lists(case), *_lost_from_looks(case), *_only_in_looks(case)]
    if lost:
        topics = tuple(sorted({topic for topic, _ in lost}))
        yield Pattern(
            say(
                "{topics}: in one output of the group and not, or with other words, in another",
                topics=joined(", ", topics),
            ),
            len(lost),
            SUSPECTS,
            _INNOCENT,
            STATUS,
            topics=topics,
            places=tuple(place for _, place in lost),
        )


def _lost_from_lists(case: Case) -> Iterator[tuple[str, EvidenceLine]]:
    lists = [roster for roster in case.facts.rosters if roster.kind == "consumer_connection" and roster.subscriptions]
    for one, other in pairwise(lists):
        if sorted(one.client_ids) == sorted(other.client_ids):
            for topic in filter(is_user_topic, one.subscriptions):
                if not _still_so(topic, one.subscriptions, other.subscriptions):
                    yield topic, _line(one, topic)


def _still_so(topic: str, one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return topic in other and Expression(one[topic]).same_as(Expression(other[topic]))


def _line(roster: Roster, topic: str) -> EvidenceLine:
    return EvidenceLine(
        roster.file,
        roster.subscription_lines.get(topic),
        f"{topic} {roster.subscriptions[topic]}",
    )


def _lost_from_looks(case: Case) -> Iterator[tuple[str, EvidenceLine]]:
    looks = [look for look in case.facts.snapshots if look.owners_shown]
    for one, other in pairwise(looks):
        for topic in sorted(filter(is_user_topic, one.topics - other.topics)):
            yield topic, _first_line(one, topic)


def _first_line(look: Snapshot, topic: str) -> EvidenceLine:
    line = next(row.line for row in look.rows if row.queue.topic == topic)
    return EvidenceLine(look.file, line, say("consumerProgress lists {topic}", topic=topic))


def _only_in_looks(case: Case) -> Iterator[tuple[str, EvidenceLine]]:
    """A topic whose queues have clients, and that the group's table lacks in every client list."""
    lists = [roster for roster in case.facts.rosters if roster.kind == "consumer_connection" and roster.subscriptions]
    listed = {topic for roster in lists for topic in roster.subscriptions}
    for look in case.facts.snapshots[-1:] if lists else ():
        owned = {row.queue.topic for row in look.rows if row.client_ip and is_user_topic(row.queue.topic)}
        for topic in sorted(owned - listed):
            yield topic, _first_line(look, topic)
