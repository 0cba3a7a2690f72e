"""Patterns of brokers' and clients' logs, by themselves and beside each other, and of settings. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.read_twice import commits_back
from rmqkit.diagnosis.case.stuck_queues import stuck_commits_lagging
from rmqkit.diagnosis.facts.known import distinct, grouped
from rmqkit.diagnosis.facts.logs import (
    Event,
    clients_in,
    last_moments,
    lately,
    places_of,
    span_of,
    times_of,
)
from rmqkit.diagnosis.facts.transitions import LATELY
from rmqkit.diagnosis.patterns.pattern import Pattern, Where, in_records, on_queues, pattern
from rmqkit.diagnosis.relations.holds import newest_shares
from rmqkit.diagnosis.relations.minutes import minutes_by_client
from rmqkit.diagnosis.relations.settings import group_configs
from rmqkit.diagnosis.relations.wants import refusals
from rmqkit.diagnosis.wording import count, ranges, short
from rmqkit.language import joined
from rmqkit.rocketmq.client_id_meaning import made_alike_elsewhere
from rmqkit.rocketmq.internal_topics import is_user_topic

# A burst of messages lies in a client for a minute.
_MINUTES = 2


def settings_in_logs(case: Case) -> Iterator[Pattern]:
    """Settings of the group that a broker logged last and that keep it from consuming."""
    for event, config in group_configs(case)[-1:]:
        where = Where(places=(event.place,))
        if not config.may_consume:
            yield pattern("settings_in_logs", where, case="switched_off")
        elif case.broadcasting and not config.may_broadcast:
            yield pattern("settings_in_logs", where, case="no_broadcasting")


def queues_closed_to_clients(case: Case) -> Iterator[Pattern]:
    """A broker refuses queues as none of the topic, or the topic itself, again and again.

    By brokers' logs (`PullMessageProcessor`, all versions), and by the same words in a client's exception.
    """
    illegal = [event for event in case.records("refused.pulls") if event.carried.queue_is_illegal]
    for name, events in (
        ("queues_closed_to_clients", [*case.records("refused.queues"), *illegal]),
        ("topic_closed_to_clients", case.records("refused.topics")),
    ):
        if span_of(events) >= case.transitions.half_a_route:
            yield pattern(name, in_records(events), times=count(times_of(events), "time"))


def commits_that_stand(case: Case) -> Iterator[Pattern]:
    """Clients' logs: a queue's committed offset, or the lowest message that lies in a full client, is the same up to
    its log's end: while another queue of the topic moves, or because it is full."""
    standing = stuck_commits_lagging(case)
    full = {place: told for place, told in standing.items() if told.waits}
    others = {place: told for place, told in standing.items() if place not in full}
    for name, of_these in (("commits_that_stand", others), ("clients_that_are_full", full)):
        if of_these:
            queues = {queue for _, queue in of_these}
            last = [own.events[-1] for own in of_these.values()]
            yield pattern(name, on_queues(queues, places_of(last), clients_in(last)), queues=ranges(queues))


# A queue that changes hands goes one way; back and forth more than twice is no change of hands.
_TURNS = 3


def commits_in_turn(case: Case) -> Iterator[Pattern]:
    """Two addresses commit one queue in turn, each below what the other stored: by the broker's
    `update consumer offset less than store` (`ConsumerOffsetManager#commitOffset`, all versions). Within minutes the
    sender changed again and again, and came back."""
    turning: list[Event] = []
    commits = commits_back(case)
    told = [event for event in commits if event.address]
    for events in grouped(((event.file, event.topic, event.queue), event) for event in told).values():
        newest = lately(events, LATELY)
        if sum(one.address != other.address for one, other in pairwise(newest)) >= _TURNS:
            turning += events
    if turning:
        named = sorted({f"{event.topic} {event.queue}" for event in turning})
        yield pattern(
            "commits_in_turn",
            in_records(turning),
            commits=count(times_of(turning), "commit"),
            named=joined(", ", named[:8]),
            hosts=joined(", ", distinct(event.address for event in turning)[:4]),
        )


def forgotten_for_a_while(case: Case) -> Iterator[Pattern]:
    """Pulls refused since the broker's table lacks the subscription (`SUBSCRIPTION_NOT_EXIST`, all
    versions), well after the last start that the same log holds."""
    started = last_moments(case.records("member.any_start"))
    late = case.transitions.second_heartbeat
    refused = [event for event in refusals(case) if event.file in started]
    later = [event for event in refused if event.last_at and event.last_at - started[event.file] > late]
    if later:
        places = tuple(event.place_with_reason for event in later[:4])
        where = in_records(later)._replace(places=places)
        yield pattern("forgotten_for_a_while", where, times=count(times_of(later), "time"))


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
