"""Do the topics in mqadmin's outputs come and go?

Each output shows the group's table of its moment. No findings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.rocketmq.internal_topics import is_user_topic

PROGRESS, CONNECTION = "consumerProgress", "consumerConnection"


@dataclass(frozen=True)
class TopicsListed:
    """The user topics that one output lists, and where."""

    command: str
    file: str
    line: int
    at: datetime | None
    topics: frozenset[str]

    @property
    def place(self) -> EvidenceLine:
        """The output's first line about them."""
        return EvidenceLine(
            self.file,
            self.line,
            f"{self.command} lists {', '.join(sorted(self.topics)) or 'no topic'}",
        )


@dataclass(frozen=True)
class AlternatingTopics:
    """Topics that vanish and come back (`returned`: how many did), or that replace each other."""

    command: str
    topics: tuple[str, ...]
    returned: int
    looks: tuple[TopicsListed, ...]


def alternations(facts: GroupFacts) -> list[AlternatingTopics]:
    """Per command, the topics that alternate while clients are connected."""
    progress = [
        TopicsListed(PROGRESS, look.file, look.rows[0].line, look.at, _user(look.topics))
        for look in facts.snapshots
        if look.owners_shown
    ]
    lists = [listed for listed in facts.rosters if listed.subscriptions]
    connection = [
        TopicsListed(
            CONNECTION, listed.file, min(listed.subscription_lines.values()), listed.at, _user(listed.subscriptions)
        )
        for listed in lists
    ]
    return [found for looks in (progress, connection) if (found := _alternation(looks))]


def _user(topics: Iterable[str]) -> frozenset[str]:
    return frozenset(topic for topic in topics if is_user_topic(topic))


def _alternation(looks: Sequence[TopicsListed]) -> AlternatingTopics | None:
    """Topics that vanish from a look and come back, or vanish while another comes (only
    growing is no flapping)."""
    last = {topic: index for index, look in enumerate(looks) for topic in look.topics}
    back: set[str] = set()
    swapped: set[str] = set()
    for index, (one, other) in enumerate(pairwise(looks)):
        if _loses(one, other):
            gone, came = one.topics - other.topics, other.topics - one.topics
            back |= {topic for topic in gone if last[topic] > index + 1}
            swapped |= gone | came if came else set()
    topics = tuple(sorted(back | swapped))
    return AlternatingTopics(looks[0].command, topics, len(back), tuple(looks)) if topics else None


def _loses(one: TopicsListed, other: TopicsListed) -> bool:
    return bool(one.topics - other.topics and other.topics)
