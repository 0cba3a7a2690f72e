"""Patterns of clients' logs beside each other: whose log ends while the others go on, and what each says that it was
given. No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped
from rmqkit.diagnosis.facts.logs import places_of, topics_in
from rmqkit.diagnosis.patterns.pattern import Pattern, Where, in_records, pattern
from rmqkit.diagnosis.relations.holds import Share, newest_shares, shares
from rmqkit.diagnosis.relations.minutes import minutes_by_client
from rmqkit.diagnosis.wording import count, short
from rmqkit.language import joined
from rmqkit.rocketmq.client_id_meaning import made_alike_elsewhere
from rmqkit.rocketmq.internal_topics import is_user_topic


def ids_made_alike(case: Case) -> Iterator[Pattern]:
    """A client whose id is made of nothing that tells its host from others counts members of which nothing else tells
    (`ClientConfig#buildMQClientId`, `RebalanceImpl#rebalanceByTopic`, all versions)."""
    if case.reported_broadcasting or case.everybody_known:
        return
    newest = [share for share in newest_shares(case).values() if made_alike_elsewhere(share.client)]
    counting = [share for share in newest if (share.members or 0) > len(case.live)]
    if counting:
        alike = distinct(share.client for share in counting)
        members = count(max(share.members or 0 for share in counting), "client")
        where = Where(len(alike), clients=alike, places=places_of(counting[-2:]))
        yield pattern("ids_made_alike", where, clients=short(alike), members=members)


def numbers_of_queues_apart(case: Case) -> Iterator[Pattern]:
    """Clients share out different numbers of queues of one topic, for longer than two rounds of asking for its route
    (`MQClientInstance#updateTopicRouteInfoFromNameServer`, `RebalanceImpl#rebalanceByTopic`, all versions)."""
    by_topic = grouped((share.topic, share) for share in shares(case) if is_user_topic(share.topic))
    apart = [share.event for own in by_topic.values() for share in _apart(case, own)]
    if apart:
        yield pattern("numbers_of_queues_apart", in_records(apart), topics=joined(", ", topics_in(apart)))


def _apart(case: Case, own: Sequence[Share]) -> list[Share]:
    """The newest share of each client that still counts fewer queues than another one had counted long before: so
    long that its client has asked for the route twice."""
    newest = {share.client: share for share in own}
    most = max(share.of_queues or 0 for share in newest.values())
    counting_most = {who for who, share in newest.items() if (share.of_queues or 0) == most}
    since = earliest(one.at for one in own if one.client in counting_most and (one.of_queues or 0) == most)
    fewer, twice = [one for one in newest.values() if one.of_queues], 2 * case.transitions.routes_asked_again
    fewer = [share for share in fewer if (share.of_queues or 0) < most]
    return [share for share in fewer if since and (end := case.end_of(share.file)) and end - since >= twice]


# A burst of messages lies in a client for a minute.
_MINUTES = 2


def listeners_too_slow(case: Case) -> Iterator[Pattern]:
    """Much more came to a client than it consumed, although its listener worked throughout: by what it counts of itself
    every minute (`ConsumerStatsManager`, all versions), up to its log's end."""
    slow = {}
    for (log, topic), minutes in minutes_by_client(case).items():
        last = [minute for minute in minutes if minute.told_long_enough][-_MINUTES:]
        behind = bool(last) and all(minute.piles_up and minute.busy_throughout for minute in last)
        if behind and is_user_topic(topic) and case.recent(minutes[-1].events[-1]):
            slow[log, topic] = minutes[-1]
    if slow:
        topics = tuple(sorted({topic for _, topic in slow}))
        places = tuple(place for minute in slow.values() for place in minute.places)
        yield pattern("listeners_too_slow", Where(len(slow), topics, places=places))
