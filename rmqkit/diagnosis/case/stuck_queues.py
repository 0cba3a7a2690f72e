"""Which queues have a live owner that does not consume? By looks, clients' own clocks, mqadmin, by
shares of members that do not answer, and by ordered clients that cannot let a queue go because the
listener does not return.

No findings here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.lag import Movement
from rmqkit.diagnosis.case.members import LoggedChannel, broker_of, writers
from rmqkit.diagnosis.facts.clients_words import ConsumingThread, HeldQueue, RunningInfo, TopicRates
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.known import earliest, grouped, is_after, latest
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, times_of, topics_of
from rmqkit.diagnosis.facts.transitions import BLOCKED, CLOCKS_AGREE
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import ip_of
from rmqkit.rocketmq.internal_topics import is_user_topic

# A rebalance (20 s) waits a second for the listener; a slow batch may be in its way once or twice.
_ROUNDS = 3


@dataclass(frozen=True)
class Stuck:
    """Queues whose owner lives and does not consume:
    those that stand, and those that hold messages unread.

    `silent`: those of the standing that no look shows with anybody, with the member whose share they are.
    `told`: those of which no look can name a client, with the member that says itself that it holds them.
    """

    queues: tuple[MessageQueue, ...]
    standing: Mapping[MessageQueue, Movement]
    blocked: Mapping[MessageQueue, tuple[RunningInfo, HeldQueue]]
    silent: Mapping[MessageQueue, str]
    told: Mapping[MessageQueue, str] = field(default_factory=dict)


def stuck_queues(case: Case, explained: Collection[MessageQueue]) -> Stuck:
    """All such queues of user topics, but for those that another cause explains."""
    silent = _silent(case, explained)
    told = {queue: who for queue, who in _told_by_clients(case).items() if queue not in explained}
    standing = {
        queue: movement
        for queue, movement in case.movements.items()
        if queue in silent or queue in told or (movement.stands_with_its_owner and queue not in explained)
    }
    blocked = _blocked(case)
    queues = {*standing, *(blocked.keys() - set(explained))}
    return Stuck(tuple(sorted(queue for queue in queues if queue.is_users)), standing, blocked, silent, told)


def _told_by_clients(case: Case) -> dict[MessageQueue, str]:
    """The standing queues of which a member, and no other, says itself that it holds them, where looks name nobody.

    mqadmin learns no queues of clients that pull by themselves (`DefaultMQPullConsumerImpl#consumerRunningInfo`, all
    versions; `DefaultLitePullConsumerImpl`, before 5.1.1), and nobody's where it is not asked for them (-s).
    """
    if any(look.owners_shown for look in case.snapshots):
        return {}
    standing = [one for one in case.user_movements if one.stands_with_more_behind]
    left = {one.queue for one in standing if not one.taken_and_not_committed}
    return {queue: who for queue, who in _told_by_one(case).items() if queue in left}


def _told_by_one(case: Case) -> dict[MessageQueue, str]:
    """The queues that just one member says itself to hold."""
    words = [look for look in case.observations if look.tellers and look.tellers <= case.live]
    holding = grouped((queue, who) for look in words for queue, owners in look.owners.items() for who in owners)
    return {queue: who[0] for queue, who in holding.items() if len(set(who)) == 1}


_NOT_TAKEN = ("flow_control", "pull_schedule_failed")


def not_taken(case: Case, stuck: Stuck) -> list[Event]:
    """What clients that say themselves what they hold print to the end of their logs of messages that the application
    does not take: a lite pull consumer's cache is full, or the task of a scheduled one fails
    (`DefaultLitePullConsumerImpl`, `MQPullConsumerScheduleService`, all versions)."""
    wrote = writers(case)
    said = case.events_named(*_NOT_TAKEN, source="client")
    return [event for event in said if case.recent(event) and wrote.get(event.file) in stuck.told.values()]


def threads_of(case: Case, owners: Collection[str]) -> list[ConsumingThread]:
    """Where the listeners of these clients stand, by the newest dump of each; a dump without an id may be of any."""
    dumps = grouped((thread.client_id, thread) for thread in case.threads)
    newest: dict[str | None, str] = {
        who: threads[-1].file for who, threads in dumps.items() if who is None or who in owners
    }
    return [thread for thread in case.threads if newest.get(thread.client_id) == thread.file]


def _silent(case: Case, explained: Collection[MessageQueue]) -> dict[MessageQueue, str]:
    """The whole shares of members that nobody hears of, where no other queue stands without an owner.

    mqadmin asks each listed client which queues it has (`DefaultMQAdminExtImpl#examineConsumeStats`
    with -s, all versions) and shows N/A where it does not answer. A broker keeps a client for
    120 s after its last heartbeat (`ClientChannelInfo`, `ConsumerManager#scanNotActiveChannel`).
    """
    unheard = _standing_without_owner(case)
    if not unheard or not unheard.isdisjoint(explained) or not _others_have_their_shares(case, unheard):
        return {}
    shares = _shares(case)
    silent = {shares.get(queue) for queue in unheard}
    theirs = {queue: member for queue, member in shares.items() if member in silent}
    return theirs if theirs.keys() == unheard and not silent & answering(case) else {}


def _standing_without_owner(case: Case) -> frozenset[MessageQueue]:
    """The queues with messages that wait and that no look shows with anybody, though looks name others' owners;
    nothing where one of them moves."""
    unowned = [
        movement for movement in case.user_movements if movement.owners and movement.never_owned and movement.waits
    ]
    stand = all(movement.stands_with_more_behind for movement in unowned)
    return frozenset(movement.queue for movement in unowned) if stand else frozenset()


def answering(case: Case) -> frozenset[str]:
    """Members that `consumerStatus` lists: it leaves out who does not answer it (`ConsumerStatusSubCommand`). One that
    was asked before the newest look may have fallen silent since."""
    newest = latest(look.at for look in case.snapshots)
    lists = [roster for roster in case.rosters if roster.kind == "consumer_status"]
    later = [roster for roster in lists if not (roster.at and newest) or roster.at >= newest]
    return frozenset(who for roster in later for who in roster.client_ids)


def _others_have_their_shares(case: Case, unheard: Collection[MessageQueue]) -> bool:
    """Whether everybody is known, and every other queue of the user topics is shown with the member
    whose share it is."""
    if not (case.membership.each_once and case.everybody_known):
        return False
    checks = case.checks_of_members
    elsewhere = {queue for check in checks for queue in check.mismatched if queue.is_users}
    return elsewhere <= set(unheard) and any(check.matched for check in checks)


def _shares(case: Case) -> dict[MessageQueue, str]:
    """Who has each queue of the user topics by recomputation, where it is one."""
    return {queue: members[0] for queue, members in _predicted(case).items() if len(members) == 1}


def _predicted(case: Case) -> dict[MessageQueue, tuple[str, ...]]:
    """Who has each queue of the user topics by recomputation: nobody, one, or several."""
    allocated = [share for topic, share in case.recomputed.allocations.items() if is_user_topic(topic)]
    return {queue: tuple(members) for share in allocated for queue, members in share.owners.items()}


def unanswered(case: Case, silent: Collection[str]) -> list[EvidenceLine]:
    """What mqadmin says of clients that did not answer, where none of these members ever did."""
    if any(info.client_id in silent for info in case.running):
        return []
    timed_out = [answer for answer in case.unreached if answer.command == "consumerStatus"]
    named = [answer for answer in case.answers if answer.said.silent_client in silent]
    return [answer.place for answer in named or timed_out]


def fell_silent(case: Case, silent: Collection[str]) -> bool:
    """Whether the logs of all these members end two heartbeats or more before the newest look."""
    ends = {who: case.end_of(file) for file, who in writers(case).items()}
    newest = latest(look.at for look in case.snapshots)
    span = case.transitions.heartbeat * 2
    logged = [ends.get(member) for member in silent]
    return newest is not None and all(end is not None and newest - end >= span for end in logged)


def _blocked(case: Case) -> dict[MessageQueue, tuple[RunningInfo, HeldQueue]]:
    """Queues whose client holds messages and has called its listener for none
    of them for a minute."""
    held = [(info, queue) for info in case.asked for queue in info.queues]
    return {queue.queue: (info, queue) for info, queue in held if _is_blocked(queue, info.asked_at)}


def _is_blocked(held: HeldQueue, asked_at: datetime | None) -> bool:
    """By the client's own clock; a queue that was dropped, or never pulled, holds nothing for its listener."""
    if not held.lies_full or not held.last_pull:
        return False
    return bool(asked_at and held.last_consume and asked_at - held.last_consume > BLOCKED.default)


@dataclass(frozen=True)
class FailsInPlace:
    """An ordered client whose listener failed on whatever it was given of a topic: what it counts, and its queues in
    which messages wait."""

    info: RunningInfo
    rates: TopicRates
    held: tuple[HeldQueue, ...]


def failing_in_place(case: Case, explained: Collection[MessageQueue]) -> list[FailsInPlace]:
    """Such clients, where nothing was consumed for a minute and no message is ever given up.

    An ordered listener gets the message that failed again before those behind it, without `maxReconsumeTimes` for ever
    (`ConsumeMessageOrderlyService#processConsumeResult`, `#getMaxReconsumeTimes`, all versions).
    """
    for_ever = filter(_retries_for_ever, case.asked)
    counted = [(info, rates) for info in for_ever for rates in info.rates if _fails_on_everything(rates)]
    failing = [FailsInPlace(info, rates, _waiting_in(info, rates.topic, explained)) for info, rates in counted]
    return [one for one in failing if one.held]


def _retries_for_ever(info: RunningInfo) -> bool:
    ordered = info.properties.get("PROP_CONSUMEORDERLY") == "true"
    return ordered and info.properties.get("maxReconsumeTimes", "-1") == "-1"


def _fails_on_everything(rates: TopicRates) -> bool:
    return rates.consume_ok_tps == 0 and bool(rates.consume_failed_tps)


def _waiting_in(info: RunningInfo, topic: str, explained: Collection[MessageQueue]) -> tuple[HeldQueue, ...]:
    own = (held for held in info.queues if held.queue.topic == topic and held.queue.is_users)
    return tuple(held for held in own if held.lies_full and held.queue not in explained)


def owners_of(case: Case, stuck: Stuck) -> list[str]:
    """The owners' client ids; where only an ip was shown,
    the id of the only member with it, else the ip."""
    named = {stuck.blocked[queue][0].client_id for queue in stuck.queues if queue in stuck.blocked}
    named.update(stuck.silent.values(), stuck.told.values())
    for queue in stuck.queues:
        ip = stuck.standing[queue].owner if queue in stuck.standing else None
        if ip:
            named.add(_client_at(case, queue, ip))
    return sorted(named)


def _client_at(case: Case, queue: MessageQueue, ip: str) -> str:
    allocations = case.recomputed.allocations.values()
    predicted = [owner for allocated in allocations for owner in allocated.owners.get(queue, ()) if ip_of(owner) == ip]
    members = [client for client in case.live if ip_of(client) == ip]
    if predicted:
        return predicted[0]
    return members[0] if len(members) == 1 else ip


def all_of(case: Case, owner: str, queues: Collection[MessageQueue]) -> bool:
    """Whether these are all queues of an owner that has several."""
    mine = {queue for queue, members in _predicted(case).items() if owner in members}
    return len(mine) > 1 and mine <= set(queues)


def called_blocked(case: Case, explained: Collection[MessageQueue]) -> dict[MessageQueue, Answer]:
    """Queues that mqadmin called blocked (by the clock of its own host),
    unless snapshots show them move."""
    answers = [answer for answer in case.answers if answer.said.blocked_client]
    named = {queue: answer for answer in answers for queue in answer.queues if queue.is_users}
    moving = {queue for queue, movement in case.movements.items() if movement.consumed > 0}
    left = named.keys() - moving - set(explained)
    return {queue: answer for queue, answer in named.items() if queue in left}


def moved_at_the_end(case: Case, stuck: Stuck) -> list[EvidenceLine]:
    """Newest looks at such a queue that find it read to its end,
    or further than at the look before."""
    return [movement.place for movement in case.movements_of(stuck.queues) if movement.moved_last]


def messages_come(case: Case, stuck: Stuck) -> bool:
    """Whether messages reach the clients of these queues, or any other queue's."""
    own = case.movements_of(stuck.queues)
    pulled = bool(stuck.blocked) or any(movement.inflight > 0 for movement in own)
    others = (movement for queue, movement in case.movements.items() if queue not in stuck.queues)
    return pulled or any(movement.consumed > 0 for movement in others)


def suspended(case: Case) -> list[Event]:
    """What clients say at their logs' end of being suspended
    (`DefaultMQPushConsumerImpl#suspend`, all versions)."""
    records = case.events_named("consumer_suspended", source="client")
    return [event for event in records if case.recent(event)]


@dataclass(frozen=True)
class Unacknowledged:
    """Queues of which nothing is popped any more, though messages wait.

    `held`: by client, what it says of the messages that it popped and did not acknowledge, where these are more than
    it may have.
    """

    queues: tuple[MessageQueue, ...]
    held: Mapping[str, tuple[RunningInfo, HeldQueue]]


# `popThresholdForQueue` of `DefaultMQPushConsumer` (5.x).
_MOST_POPPED = 96


def unacknowledged(case: Case, explained: Collection[MessageQueue]) -> Unacknowledged | None:
    """All queues of a group that pops, where all that wait stand and none moves.

    With more than `popThresholdForQueue` messages of a topic that it has not acknowledged, a client pops no
    more of it (`DefaultMQPushConsumerImpl#popMessage`, 5.x).
    """
    waiting = _waiting_where_none_moves(case) if case.given_out == GivenOut.BY_POP else []
    if not waiting or not set(waiting).isdisjoint(explained):
        return None
    topics = topics_of(waiting)
    full = {info.client_id: (info, held) for info, held in _popped(case, topics) if holds_all_that_it_may(info, held)}
    return Unacknowledged(tuple(sorted(waiting)), full)


def _waiting_where_none_moves(case: Case) -> list[MessageQueue]:
    """The queues of user topics with messages that wait, where all of them stand and no other moves."""
    waiting = [movement for movement in case.user_movements if movement.waits]
    stand = all(movement.stands_with_more_behind for movement in waiting)
    return (
        []
        if not stand or any(movement.moves_on for movement in case.user_movements)
        else [one.queue for one in waiting]
    )


def _popped(case: Case, topics: Collection[str]) -> Iterator[tuple[RunningInfo, HeldQueue]]:
    for info in case.asked:
        yield from ((info, held) for held in info.queues if held.mode == "pop" and held.queue.topic in topics)


def holds_all_that_it_may(info: RunningInfo, held: HeldQueue) -> bool:
    """Whether a client has more popped messages of a topic in hand than `popThresholdForQueue`, unconfirmed."""
    printed = info.properties.get("popThresholdForQueue") or ""
    most = int(printed) if printed.isdecimal() else _MOST_POPPED
    return not held.dropped and (held.cached_count or 0) > most


@dataclass(frozen=True)
class Unheard:
    """A client that brokers dropped because it sent no heartbeat: the channels that ended so, and the first one
    that it opened after them."""

    client: str
    dropped: tuple[LoggedChannel, ...]
    back: LoggedChannel | None

    @property
    def until(self) -> datetime | None:
        """When the first broker dropped it."""
        return earliest(channel.closed_at for channel in self.dropped)


def dropped_unheard(case: Case) -> list[Unheard]:
    """Every such client, but for those that another broker goes on hearing: they lack a broker, not a heartbeat; and
    for those whose own log has them at work, or notice it at once: they send none, or seldom
    (`ClientConfig#heartbeatBrokerInterval`, all versions)."""
    by_client = grouped((channel.client_id or None, channel) for channel in case.channels)
    seen = [_unheard(client, channels) for client, channels in sorted(by_client.items())]
    return [unheard for unheard in seen if unheard is not None and not _went_on(case, unheard)]


def _went_on(case: Case, unheard: Unheard) -> bool:
    """Whether its own log goes on when brokers close its connections: a process that pauses writes nothing, and one
    whose network is gone does not learn of it."""
    if unheard.until is None:
        return False
    before, after = unheard.until - CLOCKS_AGREE, unheard.until + CLOCKS_AGREE
    own = {file for file, client in writers(case).items() if client == unheard.client}
    said = [event for event in case.events if event.file in own]
    return any(is_after(event.last_at, before) and is_after(after, event.at) for event in said)


def all_brokers_tell(case: Case) -> bool:
    """Whether the log of every broker that is known is here."""
    logs = case.logs_of("broker")
    return bool(logs) and case.brokers <= {broker_of(case, log) for log in logs}


def _unheard(client: str, channels: Collection[LoggedChannel]) -> Unheard | None:
    dropped = tuple(channel for channel in channels if channel.unheard)
    last = latest(channel.closed_at for channel in dropped)
    if last is None:
        return None
    later = [channel for channel in channels if is_after(channel.opened_at, last)]
    heard_elsewhere = any(channel.live and channel not in later for channel in channels)
    return None if heard_elsewhere else Unheard(client, dropped, next(iter(later), None))


@dataclass(frozen=True)
class KeptQueue:
    """A queue that a client cannot let go: what it says of it,
    and what the others say that wait for its lock."""

    queue: MessageQueue
    owner: str
    hung: tuple[Event, ...]
    refused: tuple[Event, ...]

    @property
    def rounds(self) -> int:
        """In how many rebalances in a row the listener had not returned."""
        return times_of(self.hung)


def kept_queues(case: Case, explained: Collection[MessageQueue]) -> list[KeptQueue]:
    """Queues of which a log still says at its end that the listener has them
    (`RebalancePushImpl`, up to 5.1.4), but for those that something else explains."""
    said = case.events_named("queue_still_consuming", source="client")
    hung = grouped(
        ((event.file, event.message_queue), event)
        for event in said
        if event.message_queue and event.message_queue not in explained
    )
    refused = case.events_named("queue_lock_failed", "queue_locked_by_other")
    wrote = writers(case)
    kept = [
        KeptQueue(queue, wrote.get(file, file), tuple(events), tuple(e for e in refused if e.message_queue == queue))
        for (file, queue), events in hung.items()
        if case.recent(events[-1])
    ]
    return [queue for queue in kept if queue.rounds >= _ROUNDS]
