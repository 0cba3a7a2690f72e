"""Which queues have a live owner that does not consume? By snapshots, clients' own clocks, mqadmin, by shares of
members that do not answer, by what ordered clients fail on, by what popping clients do not acknowledge. No findings
here."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from operator import itemgetter

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.lag import Movement, worked_off
from rmqkit.diagnosis.facts.clients_words import ConsumingThread, HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.group import Answer, derived
from rmqkit.diagnosis.facts.known import grouped, is_after, latest, runs
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, last_moments, topics_of
from rmqkit.diagnosis.facts.transitions import BLOCKED, CALLED_LATELY, COMMIT, FAILED_LATELY, SAME_MOMENT
from rmqkit.diagnosis.relations.members import dumped_threads, likely_writers
from rmqkit.diagnosis.relations.offsets import Commits, commits_per_queue
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id_meaning import ip_of
from rmqkit.rocketmq.internal_topics import is_user_topic


@dataclass(frozen=True)
class Stuck:
    """Queues whose owner lives and does not consume: those whose offset is stuck, and those that hold messages unread.
    `silent`: those that no snapshot shows with anybody, with the member whose share they are."""

    standing: Mapping[MessageQueue, Movement]
    blocked: Mapping[MessageQueue, tuple[RunningInfo, HeldQueue]]
    silent: Mapping[MessageQueue, str]

    @property
    def queues(self) -> list[MessageQueue]:
        return sorted(queue for queue in {*self.standing, *self.blocked} if queue.is_users)


def stuck_queues(
    case: Case, explained: Collection[MessageQueue], by_clients_alone: Collection[MessageQueue] = ()
) -> Stuck:
    """All such queues of user topics, but for those that another cause explains. Of some, snapshots tell nothing.
    Whoever pulls past what it can hold consumes, and one unfinished message keeps the offset."""
    silent, left_out = _silent(case, explained), {*explained, *by_clients_alone}
    standing = {
        queue: movement
        for queue, movement in case.movements.items()
        if queue in silent or (movement.stuck_with_owner and not movement.pulled_uncommitted and queue not in left_out)
        if not handed_over(case).get(queue) and not (queue not in silent and _in_turns(case, movement))
    }
    # By the client's own clock; a queue that was dropped, or never pulled, holds nothing for its listener.
    blocked = {
        held.queue: (info, held)
        for info in case.asked
        for held in info.queues
        if held.lies_full and held.last_pull and held.last_consume and info.asked_at and held.queue not in explained
        if info.asked_at - held.last_consume > BLOCKED.default
    }
    return Stuck(standing, blocked, silent)


def _in_turns(case: Case, movement: Movement) -> bool:
    """Whether its owner reads other queues while the group works off a backlog, and this one stands for no longer than
    it may take to have its turn (all queues of a client share its listener's threads)."""
    others = [one for one in case.user_movements if one.owner == movement.owner and one.queue != movement.queue]
    short = movement.stuck_for is not None and movement.stuck_for <= BLOCKED.default
    return short and worked_off(case) is not None and any(one.moves_on for one in others)


@derived
def handed_over(case: Case) -> dict[MessageQueue, bool]:
    """Of queues whose owners pull by themselves: whether all was pulled, and little of that lies in the client still.
    `poll` hands over what it holds, and only `autoCommit` or the application commits it: there offsets tell what is
    committed, not what is read (`DefaultLitePullConsumerImpl#poll`, 4.6.0 and later)."""
    pulling = set(map(ip_of, case.pull_consumers))
    cached = {held.queue: held.cached_count or 0 for info in case.asked for held in info.queues if not held.dropped}
    own = [one for one in case.movements.values() if one.owner in pulling]
    return {one.queue: one.last.diff <= one.inflight and cached.get(one.queue, 0) < one.last.diff // 2 for one in own}


@derived
def processes_stood_still(case: Case) -> dict[str, list[tuple[datetime, datetime]]]:
    """By client, from when to when its process stood still (a pause of its JVM, container or host): its log has nothing
    for several commits, and then the rounds of commits that it missed all at once. They are scheduled at a fixed rate
    (`MQClientInstance#startScheduledTask`, all versions), so that those of the pause are made up for; lines that were
    lost are not."""
    interval, wrote, found = case.transitions.of(COMMIT), likely_writers(case), {}
    rounds = [(one.file, one.at, one.last_at, one.times) for one in case.records("offset.committed")]
    made_up = [
        (file, at)
        for file, at, last, times in rounds
        if at and last and file in wrote and times * interval > last - at + 4 * interval
    ]
    for file, resumed in grouped(made_up).items():
        said = [(one.at, one.last_at or one.at) for one in case.events if one.file == file and one.at]
        busy = runs(said, case.transitions.many_commits, itemgetter(0), itemgetter(1))
        pauses = [(max(map(itemgetter(1), before)), after[0][0]) for before, after in pairwise(busy)]
        found[wrote[file]] = [one for one in pauses if any(abs(at - one[1]) <= SAME_MOMENT for at in resumed)]
    return found


def _silent(case: Case, explained: Collection[MessageQueue]) -> dict[MessageQueue, str]:
    """The whole shares of members that do not answer, where everybody is known, every other queue is shown with the
    member whose share it is, and none of these moves. mqadmin asks each listed client which queues it has
    (`DefaultMQAdminExtImpl#examineConsumeStats` with -s, all versions) and shows N/A where it does not answer. A broker
    keeps a client for 120 s after its last heartbeat (`ClientChannelInfo`, `ConsumerManager#scanNotActiveChannel`)."""
    unowned = [one for one in case.user_movements if one.owners and one.never_owned and one.waits]
    unheard = {one.queue for one in unowned}
    stuck = bool(unowned) and all(one.stuck_while_growing for one in unowned)
    if not stuck or unheard & set(explained) or not (case.membership.each_once and case.everybody_known):
        return {}
    checks = [check for check in case.recomputed.checks if check.reaches(case.members_since)]
    elsewhere = {queue for check in checks for queue in check.mismatched if queue.is_users}
    if not elsewhere <= unheard or not any(check.matched for check in checks):
        return {}
    shares = {queue: members[0] for queue, members in predicted_owners(case).items() if len(members) == 1}
    silent = {shares.get(queue) for queue in unheard}
    theirs = {queue: member for queue, member in shares.items() if member in silent}
    return theirs if theirs.keys() == unheard and not silent & answering(case) else {}


def predicted_owners(case: Case) -> dict[MessageQueue, tuple[str, ...]]:
    """Who has each queue of the user topics by recomputation: nobody, one, or several."""
    allocated = [share for topic, share in case.recomputed.allocations.items() if is_user_topic(topic)]
    return {queue: tuple(members) for share in allocated for queue, members in share.owners.items()}


def answering(case: Case) -> frozenset[str]:
    """Members that `consumerStatus` lists: it leaves out who does not answer it (`ConsumerStatusSubCommand`). One that
    was asked before the newest snapshot may have fallen silent since."""
    newest = latest(look.at for look in case.snapshots)
    lists = [roster for roster in case.rosters if not roster.by_broker]
    later = [roster for roster in lists if not (roster.at and newest) or roster.at >= newest]
    return frozenset(who for roster in later for who in roster.client_ids)


def unanswered(case: Case, silent: Collection[str]) -> list[EvidenceLine]:
    """What mqadmin prints of clients that did not answer, where none of these members ever did."""
    if any(info.client_id in silent for info in case.running):
        return []
    timed_out = [answer for answer in case.unreached if answer.command == "consumerStatus"]
    named = [answer for answer in case.answers if answer.said.silent_client in silent]
    return [answer.place for answer in named or timed_out]


def listener_threads(case: Case, owners: Collection[str]) -> list[ConsumingThread]:
    """Where the listeners of these clients are, by the newest dump of each; a dump without an id may be of any."""
    threads = [one for one in dumped_threads(case) if one.client_id is None or one.client_id in owners]
    newest = {thread.client_id: thread.file for thread in threads}
    return [thread for thread in threads if newest[thread.client_id] == thread.file]


def suspended(case: Case) -> dict[str | None, tuple[datetime | None, list[Event]]]:
    """By client, where its log tells which: since when it is suspended, and what it prints of that to its log's end.
    Such a client pulls nothing and says so every second of each queue, until `resume`
    (`DefaultMQPushConsumerImpl#suspend`, `#pullMessage`, all versions)."""
    resumed = last_moments(case.records("member.resumed"))
    said = case.records("member.suspended")
    since = [one for one in said if one.file not in resumed or is_after(one.last_at, resumed[one.file])]
    told = grouped((event.file, event) for event in since)
    wrote = likely_writers(case)
    lasting = {file: events for file, events in told.items() if case.recent(events[-1])}
    return {wrote.get(file): (latest((one[0].at, resumed.get(file))), one) for file, one in lasting.items()}


def queues_of_suspended(case: Case, clients: Collection[str | None]) -> list[MessageQueue]:
    """Those that these clients hold: by what they report of themselves, else their predicted shares."""
    looks = [look for look in case.observations if look.tellers and look.tellers <= set(clients)]
    held = {queue for look in looks for queue, owners in look.owners.items() if owners}
    shares = {queue for queue, owners in predicted_owners(case).items() if set(clients).intersection(owners)}
    return sorted(queue for queue in held or shares if queue.is_users)


def owners_of(case: Case, stuck: Stuck) -> list[str]:
    """The owners' client ids; where only an ip was shown, the id of the only member with it, else the ip."""
    named = {info.client_id for queue, (info, _) in stuck.blocked.items() if queue.is_users}
    named.update(stuck.silent.values())
    predicted = predicted_owners(case)
    for queue, movement in stuck.standing.items():
        if movement.owner and queue.is_users:
            shares = [owner for owner in predicted.get(queue, ()) if ip_of(owner) == movement.owner]
            members = [client for client in case.live if ip_of(client) == movement.owner]
            named.add(shares[0] if shares else members[0] if len(members) == 1 else movement.owner)
    return sorted(named)


def whole_share(case: Case, owner: str, queues: Collection[MessageQueue]) -> bool:
    """Whether these are all queues of an owner that has several."""
    mine = {queue for queue, members in predicted_owners(case).items() if owner in members}
    return len(mine) > 1 and mine <= set(queues)


def called_blocked(case: Case, explained: Collection[MessageQueue]) -> dict[MessageQueue, Answer]:
    """Queues that mqadmin called blocked (by the clock of its own host), unless snapshots show them move."""
    named = {queue: answer for answer in case.answers if answer.said.blocked_client for queue in answer.queues}
    moving = {queue for queue, movement in case.movements.items() if movement.consumed > 0}
    return {queue: told for queue, told in named.items() if queue.is_users and queue not in {*moving, *explained}}


@derived
def failures_in_place(case: Case) -> dict[MessageQueue, list[Event]]:
    """What clients log of ordered listeners that fail to the end on the very message that the committed offset of the
    queue waits for. Such a listener gets the message that failed again before those behind it, without
    `maxReconsumeTimes` for ever (`ConsumeMessageOrderlyService#processConsumeResult`, `#getMaxReconsumeTimes`, all
    versions)."""
    waits_for = {one.queue: one.last.consumer_offset for one in case.user_movements}
    failed = [(one.message_queue, one.carried.failed_in_order, one) for one in case.records("failed.listener")]
    told = grouped((queue, one) for queue, at, one in failed if queue and at and waits_for.get(queue) == int(at))
    return {queue: own for queue, own in told.items() if any(case.recent(one, FAILED_LATELY) for one in own)}


def failing_in_place(
    case: Case, explained: Collection[MessageQueue], stuck: Collection[MessageQueue]
) -> set[MessageQueue]:
    """Stuck queues of which a client logs that, and those of ordered clients that report to fail on whatever they are
    given of a topic while more waits, or to fail on it a moment ago, where no message is ever given up."""
    for_ever = [info for info in case.asked if info.ordered and info.most_retries is None]
    failing = [(info, rates) for info in for_ever for rates in info.rates if rates.consume_failed_tps]
    reported = {
        held.queue
        for info, rates in failing
        for held in info.queues
        if held.queue.topic == rates.topic and held.lies_full
        if rates.consume_ok_tps == 0 or _called_lately(info, held)
    }
    return (reported | failures_in_place(case).keys()).intersection(stuck).difference(explained)


def _called_lately(info: RunningInfo, held: HeldQueue) -> bool:
    """Whether the listener was given messages of it a moment ago, as with each try
    (`ProcessQueue#takeMessages`, all versions): a listener that hangs was not."""
    return bool(info.asked_at and held.last_consume and info.asked_at - held.last_consume <= CALLED_LATELY)


# By what clients log of their commits.


def stuck_commits_lagging(case: Case) -> Mapping[tuple[str, MessageQueue], Commits]:
    """The clients' queues that stand up to their log's end while others of their topic move, or while the client says
    that it is full of what lies behind."""
    commits, many = commits_per_queue(case).items(), case.transitions.many_commits
    topics = {queue.topic for (_, queue), told in commits if told.moves and told.stood_for < many}
    standing = stuck_commits(case).items()
    return {place: told for place, told in standing if told.waits or place[1].topic in topics}


def stuck_commits(case: Case) -> Mapping[tuple[str, MessageQueue], Commits]:
    """The clients' queues of which one offset is committed again and again, up to their log's end, unless the newest
    snapshot shows it as the queue's end: to a queue that nobody writes its readers commit the same all the time."""
    commits, many = commits_per_queue(case).items(), case.transitions.many_commits
    ends = {queue: row.broker_offset for queue, (_, row) in case.newest_looks.items()}
    standing = {place: told for place, told in commits if told.stood_for >= many and case.recent(told.events[-1])}
    return {place: told for place, told in standing.items() if ends.get(place[1]) not in told.offsets[-1:]}


def committed_in_place(case: Case, clients: Collection[str | None]) -> list[MessageQueue]:
    """Queues of which these clients' logs commit one offset again and again, and no other one of any queue, with
    messages behind it: the client is full of them, or a snapshot shows the same offset and the commits go on so."""
    wrote, standing = likely_writers(case), stuck_commits(case)
    moving = {file for file, queue in commits_per_queue(case).keys() - standing.keys() if queue.is_users}
    found = set()
    for (file, queue), told in standing.items():
        look, row = case.newest_looks.get(queue, (None, None))
        behind = row is not None and row.diff > 0 and row.consumer_offset in told.offsets[-1:]
        after = look and look.at and is_after(told.events[-1].last_at, look.at + case.transitions.two_commits)
        if wrote.get(file) in clients and file not in moving and (told.waits or (behind and after)):
            found.add(queue)
    return sorted(found)


# By what popping clients hold.


def unacknowledged(
    case: Case, explained: Collection[MessageQueue]
) -> tuple[list[MessageQueue], Mapping[str, tuple[RunningInfo, HeldQueue]]]:
    """All queues of a group that pops, where all that wait are stuck and none moves. With more than
    `popThresholdForQueue` messages of a topic that it has not acknowledged, a client pops no more of it
    (`DefaultMQPushConsumerImpl#popMessage`, 5.x). By client what it reports of the messages that it popped and did not
    acknowledge, where these are more than it may have; nothing where such queues are not stuck."""
    waiting = [movement for movement in case.user_movements if movement.waits]
    queues = sorted(movement.queue for movement in waiting)
    moving = any(movement.moves_on for movement in case.user_movements)
    stuck = bool(waiting) and all(movement.stuck_while_growing for movement in waiting) and not moving
    if case.given_out != GivenOut.BY_POP or not stuck or not set(queues).isdisjoint(explained):
        return [], {}
    topics = topics_of(queues)
    popped = [(info, held) for info in case.asked for held in info.queues if held.mode == "pop"]
    full = {
        info.client_id: (info, held)
        for info, held in popped
        if held.queue.topic in topics and not held.dropped and (held.cached_count or 0) > info.most_popped
    }
    return queues, full
