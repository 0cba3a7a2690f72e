"""Patterns of brokers' and clients' logs, and of settings beside them. No verdicts here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from math import ceil

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.commits import Commits, standing_with_more_behind
from rmqkit.diagnosis.case.giving_out import behind_a_proxy
from rmqkit.diagnosis.case.read_twice import commits_back
from rmqkit.diagnosis.case.strategy_labels import shares_unevenly
from rmqkit.diagnosis.commands import (
    BROKER_LOG,
    CLIENT_LOG,
    CONNECTION,
    GROUPS,
    PROGRESS,
    ROUTE,
    STATUS,
)
from rmqkit.diagnosis.facts.known import distinct, grouped, is_after
from rmqkit.diagnosis.facts.logs import (
    Event,
    clients_in,
    last_moments,
    lately,
    places_of,
    span_of,
    times_of,
    topics_in,
)
from rmqkit.diagnosis.facts.transitions import LATELY, NOTIFIED
from rmqkit.diagnosis.patterns.pattern import Pattern
from rmqkit.diagnosis.relations.holds import Share, newest_shares, shares
from rmqkit.diagnosis.relations.wants import refusals
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.formats.logs.carried.configs import GroupConfig
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic

_REFUSED = {"not_permitted": say("with these settings the broker refuses the group's requests for messages")}
_GROUP_EVENTS = ("group_config_created", "group_config_updated")
_OVER = say("settings that were changed again after the log's end, or by another broker's log")


def settings_in_logs(case: Case) -> Iterator[Pattern]:
    """Settings of the group that a broker logged last and that keep it from consuming."""
    for event, config in _configs_of_the_group(case, case.events_named(*_GROUP_EVENTS, source="broker"))[-1:]:
        if not config.may_consume:
            what = say("consuming is switched off for the group (consumeEnable=false)")
        elif case.broadcasting and not config.may_broadcast:
            what = say(
                "broadcasting is switched off for the group (consumeBroadcastEnable=false), and its clients broadcast",
            )
        else:
            continue
        yield Pattern(what, _REFUSED, _OVER, CLIENT_LOG, places=(event.place,))


def _configs_of_the_group(case: Case, events: Iterable[Event]) -> list[tuple[Event, GroupConfig]]:
    told = [(event, event.carried.group_config) for event in events]
    return [(event, config) for event, config in told if config is not None and config.group == case.group]


def queues_closed_to_clients(case: Case) -> Iterator[Pattern]:
    """A broker refuses queues as none of the topic, or the topic itself, again and again.

    By brokers' logs (`PullMessageProcessor`, all versions), and by the same words in a client's
    exception.
    """
    rejected = case.events_named("pull_rejected", source="client")
    illegal = [event for event in rejected if event.carried.queue_is_illegal]
    yield from _refused_for_long(
        case,
        [*case.events_named("queue_illegal", source="broker"), *illegal],
        say("clients ask for queues that the topic does not let them read"),
        {"unreadable_queues": say("the topic was given fewer read queues than its clients knew")},
    )
    yield from _refused_for_long(
        case,
        case.events_named("topic_not_exist", source="broker"),
        say("clients ask for a topic that the broker does not have"),
        {"not_permitted": say("the topic was deleted, or never made on this broker")},
    )


def _refused_for_long(
    case: Case, events: Sequence[Event], what: Phrase, suspects: Mapping[str, str]
) -> Iterator[Pattern]:
    if span_of(events) >= case.transitions.half_a_route:
        yield Pattern(
            say("{what}: {times}", what=what, times=count(times_of(events), "time")),
            suspects,
            say("a topic that was changed this moment: clients take its route anew every 30 s"),
            ROUTE,
        ).in_records(events)


_COMMITS_AGAIN_BY = {
    "consumer_stuck": say("a listener that does not return, or a suspended client, commits the same offset again"),
    "offset_held_back": say("one unfinished message keeps its queue's offset while later ones are consumed"),
}


def commits_that_stand(case: Case) -> Iterator[Pattern]:
    """Clients' logs: a queue's committed offset, or the lowest message that lies in a full client, is the same up to
    its log's end: while another queue of the topic moves, or because it is full."""
    standing = standing_with_more_behind(case)
    full = {place: told for place, told in standing.items() if told.waits}
    yield from _standing_there(
        {place: told for place, told in standing.items() if place not in full},
        say("the same offset is committed for half a minute or more, while other queues of the topic move"),
        say("a queue to which no message comes"),
    )
    yield from _standing_there(
        full,
        say("the client is full, and the lowest message that lies in it is the same for half a minute or more"),
        say("a listener that takes minutes for each message"),
    )


def _standing_there(
    standing: Mapping[tuple[str, MessageQueue], Commits], shown: Phrase, innocent: Phrase
) -> Iterator[Pattern]:
    if standing:
        queues = {queue for _, queue in standing}
        last = [commits.events[-1] for commits in standing.values()]
        what = say("{queues}: {shown}", queues=ranges(queues), shown=shown)
        seen = Pattern(what, _COMMITS_AGAIN_BY, innocent, PROGRESS).on_queues(queues, places_of(last))
        yield replace(seen, clients=clients_in(last))


_IN_TURN_BY = {
    "mixed_allocation_strategies": say("different strategies give a queue to two members"),
    "broker_disagreement": say("members that count different members take each other's queues"),
    "client_id_collision": say("processes with one id all take its first share"),
}
# A queue that changes hands goes one way; back and forth more than twice is no change of hands.
_TURNS = 3


def commits_in_turn(case: Case) -> Iterator[Pattern]:
    """Two addresses commit one queue in turn, each below what the other stored: by the broker's
    `update consumer offset less than store` (`ConsumerOffsetManager#commitOffset`, all versions). Within minutes the
    sender changed again and again, and came back."""
    turning: list[Event] = []
    for events in _sent_by_queue(commits_back(case)):
        newest = lately(events, LATELY)
        if sum(one.address != other.address for one, other in pairwise(newest)) >= _TURNS:
            turning += events
    if turning:
        named = sorted({f"{event.topic} {event.queue}" for event in turning})
        yield Pattern(
            say(
                "{commits} below the stored offset on {named}, in turn from {hosts}",
                commits=count(times_of(turning), "commit"),
                named=joined(", ", named[:8]),
                hosts=joined(", ", _senders(turning)[:4]),
            ),
            _IN_TURN_BY,
            say("queues that change hands while members come and go"),
            STATUS,
        ).in_records(turning)


def _sent_by_queue(commits: Iterable[Event]) -> Collection[list[Event]]:
    """The commits whose sender a broker's log tells: each queue's together, of each log its own."""
    told = [event for event in commits if event.address]
    return grouped(((event.file, event.topic, event.queue), event) for event in told).values()


def _senders(commits: Iterable[Event]) -> tuple[str, ...]:
    return distinct(event.address for event in commits)


_OVERTAKEN_BY = {
    "message_model_mismatch": say("the broker hands a popping member the messages of every queue, pulled ones too"),
}
# Commits of one client overtake each other now and then, and a change of hands makes a few.
_OFTEN = 20


def commits_behind_nobody(case: Case) -> Iterator[Pattern]:
    """One address commits a queue again and again below the stored offset, and no other client ever does.

    After a lower commit the stored offset is that one (`ConsumerOffsetManager#commitOffset`), so somebody moves it on
    each time: a client would fall behind as well now and then, a broker that pops for one does not
    (`PopBufferMergeService`, 5.0.0 and later).
    """
    by_queue = _sent_by_queue(event for event in commits_back(case) if not event.carried.by_pop)
    alone = [events for events in by_queue if len(_senders(events)) == 1]
    behind = [event for events in alone if times_of(lately(events, LATELY)) >= _OFTEN for event in events]
    if behind and len(alone) == len(by_queue):
        yield Pattern(
            say(
                "{commits} from {hosts} below the stored offset, and none of anybody else",
                commits=count(times_of(behind), "commit"),
                hosts=joined(", ", _senders(behind)[:4]),
            ),
            _OVERTAKEN_BY,
            say("an application that sets the group's offsets by itself"),
            STATUS,
        ).in_records(behind)


_UNREGISTERED = {"not_permitted": say("a broker that makes no groups by itself leaves out the heartbeats of the group")}


def group_not_known(case: Case) -> Iterator[Pattern]:
    """Brokers do not know the group although somebody asks for it: by a broker that has no members
    for a client that asks, and by mqadmin's answers that it has no retry topic."""
    yield from _no_members(case)
    yield from _no_retry_topic(case)
    yield from _younger_than_its_topics(case)


def _no_members(case: Case) -> Iterator[Pattern]:
    """`getConsumerGroupInfo failed, GROUP ADDRESS`
    (`ConsumerManageProcessor#getConsumerListByGroup`, all versions)."""
    missing = case.events_named("consumer_list_missing", source="broker")
    if case.channels or span_of(missing) < case.transitions.heartbeat:
        return
    yield Pattern(
        say(
            "clients asked for the group's members {times} and the broker knows none",
            times=count(times_of(missing), "time"),
        ),
        _UNREGISTERED,
        say("clients that are connected to other brokers only"),
        GROUPS,
    ).in_records(missing)


def _no_retry_topic(case: Case) -> Iterator[Pattern]:
    """CODE 17 for the retry topic, which a broker makes with the first heartbeat of a group that it accepts; whoever
    asks again and again hardly has the wrong name or name server, and without a route of any topic it may as well be
    another cluster's. Not where any output or log is of brokers that know the group, or its clients are behind a
    proxy."""
    unknown = [answer for answer in case.answers if answer.said.names(case.retry_topic)]
    shows_somebody = case.from_mqadmin or case.logs or behind_a_proxy(case)
    asked_again = len({answer.file for answer in unknown}) > 1 and not case.proxies
    if unknown and not shows_somebody and (case.routes or asked_again):
        yield Pattern(
            say("the brokers have no retry topic of the group: {answers}", answers=count(len(unknown), "answer")),
            _UNREGISTERED,
            say("another name or another cluster, clients behind a proxy, and a group of which no client ever came"),
            GROUPS,
            times=len(unknown),
            places=places_of(unknown[:4]),
        )


def _younger_than_its_topics(case: Case) -> Iterator[Pattern]:
    """A broker that makes no groups by itself, where a topic of the group was made and nobody made the group.

    The heartbeat that makes a group's retry topic finds no settings of it (`ClientManageProcessor#heartBeat`, all
    versions).
    """
    made = case.events_named("topic_created", source="broker")
    for refusing in case.events_named("broker_makes_no_groups", source="broker"):
        topics = topics_in(event for event in made if event.file == refusing.file)
        own = case.own_topics(topics)
        group_made = _configs_of_the_group(case, case.events_named(*_GROUP_EVENTS, file=refusing.file))
        if own and case.channels and not (case.retry_topic in topics or group_made):
            yield Pattern(
                say(
                    "{file}: the broker makes no groups by itself; {topics} was made there, the group was not",
                    file=refusing.file,
                    topics=joined(", ", own),
                ),
                _UNREGISTERED,
                say("a group that was made before the log begins"),
                GROUPS,
                topics=own,
                places=(refusing.place,),
            )


_NOTIFIED_BY = {
    "inconsistent_subscription": say("each heartbeat that changes the group's table makes brokers notify everybody")
}
# A single change may leave a client's own share as it is.
_ROUNDS = 3


def notified_without_change(case: Case) -> Iterator[Pattern]:
    """Brokers notify of changed members again and again, and the client's shares stay.

    By client logs:
    `receive broker's notification[...], the consumer group: G changed, rebalance immediately`.
    `ConsumerManager#registerConsumer` notifies when a client came, or when its heartbeat changed
    the subscriptions (all versions); when somebody comes or goes, the clients' next results have
    another number of members. Those count that come after a log's last result and a rebalance more, those of several
    brokers at one moment taken together.
    """
    settled = last_moments(share.event for share in shares(case))
    notified = case.events_named("consumer_ids_changed", source="client")
    own = [event for event in notified if event.file in settled and event.group in (None, case.group)]
    later = [event for event in own if is_after(event.at, settled[event.file] + case.transitions.rebalance)]
    for file, events in grouped((event.file, event) for event in later).items():
        rounds: list[datetime] = []
        for moment in sorted(event.at for event in events if event.at):
            if not rounds or moment - rounds[-1] > NOTIFIED:
                rounds.append(moment)
        if len(rounds) >= _ROUNDS:
            yield Pattern(
                say(
                    "{file}: {notifications} of changed members, after which no share changed",
                    file=file,
                    notifications=count(len(rounds), "notification"),
                ),
                _NOTIFIED_BY,
                say("clients that come and go without changing this client's share"),
                BROKER_LOG,
            ).in_records(events)


_FORGOTTEN_BY = {
    "inconsistent_subscription": say("a heartbeat of a member that lacks the topic takes it out of the group's table")
}
_STARTS = ("consumer_started", "consumer_starting", "client_started", "broker_started", "consumer_connected")


def forgotten_for_a_while(case: Case) -> Iterator[Pattern]:
    """Pulls refused since the broker's table lacks the subscription (`SUBSCRIPTION_NOT_EXIST`, all
    versions), well after the last start that the same log holds."""
    started = last_moments(case.events_named(*_STARTS))
    late = case.transitions.second_heartbeat
    refused = [event for event in refusals(case) if event.file in started]
    later = [event for event in refused if event.last_at and event.last_at - started[event.file] > late]
    if not later:
        return
    seen = Pattern(
        say(
            "pulls were refused {times} because the group's table lacked the subscription, "
            "when its clients had long been there",
            times=count(times_of(later), "time"),
        ),
        _FORGOTTEN_BY,
        say("a broker that was started anew: its table is empty until the next heartbeats"),
        BROKER_LOG,
    ).in_records(later)
    yield replace(seen, places=tuple(event.place_with_reason for event in later[:4]))


_TAKES_MORE_BY = {
    "mixed_allocation_strategies": say("a strategy of the user's own may give a queue to several members")
}


def takes_more_than_its_share(case: Case) -> Iterator[Pattern]:
    """A client's own log: it takes more queues than an even share among its members holds, by the
    last `rebalanced result changed` of each client and topic (`RebalanceImpl#rebalanceByTopic`)."""
    results = [share.event for share in newest_shares(case).values() if _more_than_its_share(share)]
    if results:
        yield Pattern(
            say(
                "{clients} took more queues of {topics} than an even share among the members that it counts",
                clients=joined(", ", clients_in(results)),
                topics=joined(", ", topics_in(results)),
            ),
            _TAKES_MORE_BY,
            say("a strategy of the user's own that gives this client more and the others less"),
            STATUS,
        ).in_records(results)


def _more_than_its_share(share: Share) -> bool:
    if not (share.members and share.of_queues and is_user_topic(share.topic)):
        return False
    taken = share.size if share.size is not None else len(share.queues)
    return not shares_unevenly(share.strategy) and taken > ceil(share.of_queues / share.members)


_SHUT_DOWN = {"group_offline": say("with its last client a group stops consuming")}


def clients_that_shut_down(case: Case) -> Iterator[Pattern]:
    """Every client whose log is here shut down at its end (`DefaultMQPushConsumerImpl#shutdown`,
    all versions), and nothing tells of another one."""
    if case.live or case.from_mqadmin:
        return
    said = case.own_events("consumer_shutdown", source="client")
    shut = [event for event in said if case.recent(event)]
    logs = case.logs_of("client")
    if shut and {event.file for event in shut} == logs:
        yield Pattern(
            say("{logs}, and each ends with its client's shutdown", logs=count(len(logs), "client log")),
            _SHUT_DOWN,
            say("clients of which no log is here"),
            CONNECTION,
        ).in_records(shut)
