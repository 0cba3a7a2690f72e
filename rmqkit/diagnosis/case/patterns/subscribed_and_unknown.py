"""A topic of the group's table of which nothing was ever committed.

No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.commands import PROGRESS
from rmqkit.diagnosis.facts.group import Roster
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.language import say
from rmqkit.rocketmq.internal_topics import is_user_topic

FIT = 14
REFUSED = Suspect("not_permitted", say("the broker refuses every request for its messages, so nothing is committed"))
UNREAD = Suspect(
    "inconsistent_subscription", say("while other members' heartbeats take the topic out of the group's table")
)


def patterns(case: Case) -> Iterator[Pattern]:
    """By client lists, which show the group's table, against ends of queues and looks."""
    yield from _never_committed(case, _listed(case))


def _listed(case: Case) -> Mapping[str, Roster]:
    """The user topics of the table, each with the newest list that shows it."""
    return {topic: roster for roster in case.facts.rosters for topic in filter(is_user_topic, roster.subscriptions)}


def _line(roster: Roster, topic: str) -> EvidenceLine:
    return EvidenceLine(
        roster.file,
        roster.subscription_lines.get(topic),
        f"{topic} {roster.subscriptions[topic]}",
    )


def _never_committed(case: Case, listed: Mapping[str, Roster]) -> Iterator[Pattern]:
    """consumerProgress lists a topic of the table once the group has committed an offset for it.

    `AdminBrokerProcessor#getConsumeStats`, all versions. Broadcasting clients commit none there.
    """
    shown = {row.queue.topic for look in case.facts.snapshots for row in look.rows}
    if not case.facts.snapshots or case.told_broadcasting:
        return
    for topic, roster in listed.items():
        messages = sum(status.max_offset for status in case.facts.status.get(topic, ()))
        if messages and topic not in shown:
            yield Pattern(
                say(
                    "clients subscribe to {topic}, {messages:,} messages were sent to it, and no look "
                    "lists a queue of it",
                    topic=topic,
                    messages=messages,
                ),
                1,
                (REFUSED, UNREAD),
                say("a group that subscribed a moment ago"),
                PROGRESS,
                topics=(topic,),
                places=(_line(roster, topic),),
            )
