"""Patterns of clients' logs beside each other: whose log ends while the others go on, and what each says that it was
given. No verdicts here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, latest
from rmqkit.diagnosis.facts.logs import Event, places_of, said_after, topics_in
from rmqkit.diagnosis.facts.transitions import CLOCKS_AGREE
from rmqkit.diagnosis.patterns.pattern import Pattern, Where, in_records, pattern
from rmqkit.diagnosis.relations.holds import Share, newest_shares, shares
from rmqkit.diagnosis.relations.members import writers
from rmqkit.diagnosis.wording import count, short
from rmqkit.language import joined
from rmqkit.rocketmq.client_id_meaning import made_alike_elsewhere
from rmqkit.rocketmq.internal_topics import is_user_topic


def logs_that_fall_silent(case: Case) -> Iterator[Pattern]:
    """A client wrote its commits up to a moment, and then nothing more, while others of the group go on and none of
    them shares out anew.

    A client commits every 5 s (`persistConsumerOffsetInterval`), and a broker notifies the others as soon as a
    connection is closed (`ClientHousekeepingService`, all versions).
    """
    ended = {file: who for file, who in writers(case).items() if _fell_silent(case, file)}
    if ended:
        last = [_commits_at_the_end(case, file)[-1] for file in ended]
        clients = tuple(sorted(ended.values()))
        where = Where(len(ended), clients=clients, places=places_of(last))
        yield pattern("logs_that_fall_silent", where, clients=short(clients))


def _fell_silent(case: Case, file: str) -> bool:
    """Logs that go on for longer than brokers keep a silent client would tell of its end, or are of another time. Nor
    did it stop, and nobody tells of other members after it, or of a connection that was closed then."""
    end = case.end_of(file)
    newest = latest(log.last for log in case.logs.values() if log.source == "client" and log.file != file)
    known_at_last = case.transitions.half_open + case.transitions.rebalance
    if not (end and newest and 2 * case.transitions.heartbeat <= newest - end <= known_at_last):
        return False
    stops = (*case.records("member.stopped", file), *case.records("member.process_stopped", file))
    shared = (*case.records("member.notified"), *(share.event for share in shares(case)))
    noticed = said_after(shared, end) or said_after(case.records("member.disconnected"), end - CLOCKS_AGREE)
    return bool(_commits_at_the_end(case, file)) and not (any(map(case.recent, stops)) or noticed)


def _commits_at_the_end(case: Case, file: str) -> list[Event]:
    return [
        event
        for event in case.records("offset.committed", file)
        if case.recent(event, case.transitions.several_commits)
    ]


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
