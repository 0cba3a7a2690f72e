"""Which queues does nobody consume?

By the accepted allocation where a cause is known, else by what was observed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import PULLS, GivenOut
from rmqkit.diagnosis.case.lag import Movement, none_moves, waiting_in
from rmqkit.diagnosis.case.popped import popped_topics, pulls
from rmqkit.diagnosis.case.recomputation import as_told
from rmqkit.diagnosis.case.retries import unread_retries
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.claims import Claim, Rival, Severity, Sign, about, core, follows, need
from rmqkit.diagnosis.commands import CLIENT_LOG, CONNECTION, PROGRESS, STATUS
from rmqkit.diagnosis.explanation import EFFECT, Explanation, Findings
from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.known import earliest, latest
from rmqkit.diagnosis.facts.logs import EvidenceLine, brokers_of, places_of, topics_of
from rmqkit.diagnosis.facts.transitions import NOTIFIED
from rmqkit.diagnosis.finding import Finding, causes_of
from rmqkit.diagnosis.wording import count, ranges, short
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq import Allocation, MessageQueue
from rmqkit.rocketmq.client_id_meaning import speaks_grpc

ID = "orphan_queues"
_FLAPPING, _DISAGREEMENT = "flapping_subscription", "broker_disagreement"
_WITHOUT_OWNERS = frozenset({"CONSUME_POP", "BROADCASTING"})


def claims(case: Case, findings: Findings) -> Iterable[Claim]:
    """The effect; the causes among the findings tell whether a prediction says which
    queues have no consumer."""
    if left := _at_other_proxies(case):
        return [left]
    if _without_owners_by_design(case):
        return filter(None, [_left_out(case) if case.given_out is GivenOut.BY_APPLICATION else None])
    causes = causes_of(ID, findings)
    predicted = _predicted(case, causes)
    observed = _seen_without_owner(case, once=not predicted) | (_left_standing(case) if causes else set())
    queues = sorted(predicted | observed)
    interrupted = _interrupted(case, findings) - set(queues)
    if not queues:
        by_lists = any(cause.id == _DISAGREEMENT for cause in causes)
        return filter(None, [_held_by_nobody(case) if by_lists else None])
    return [_claim(case, queues, predicted, observed, causes, interrupted)]


def _held_by_nobody(case: Case) -> Claim | None:
    """By the clients' own words alone, all asked within one rebalance: what changes hands is nobody's for a moment, and
    where clients share out by different lists some queues are again and again."""
    everybody = sorted({*case.live, *chain.from_iterable(listed.client_ids for listed in case.rosters)})
    told = as_told(case, everybody, case.topics, ())
    moments = [info.at for who, info in case.newest_running.items() if who in everybody]
    first, last = earliest(moments), latest(moments)
    queues = told.orphans() if first and last and last - first <= case.transitions.rebalance else []
    if not queues:
        return None
    return Claim(
        ID,
        say("{queues} held by nobody when all clients were asked", queues=count(len(queues), "queue")),
        say(
            "{queues}: none of {clients} held them. While clients share out queues by different lists, queues are without a "
            "reader for a while, and others than these at another time.",
            queues=ranges(queues),
            clients=count(len(everybody), "client"),
        ),
        Severity.WARNING,
        signs=(
            core(say("no client holds them by its own word, and all of them were asked"), len(queues)),
            need(say("they stay without a reader from look to look"), met=False, command=STATUS),
        ),
        **about(queues),
        evidence=tuple(_places(case, queues)),
    )


def _seen_without_owner(case: Case, *, once: bool) -> set[MessageQueue]:
    """By looks at owners; `once`: by a single one as well, which is enough to suspect it where nothing is predicted.
    A share that a client holds by its own word is its own; who pops is named by no look."""
    # Pull clients share out queues as others do and do not say which they hold (before 5.1.1).
    if any(roster.consume_type == PULLS for roster in case.rosters):
        return set()
    popped = popped_topics(case)
    pulled = [movement for queue, movement in case.movements.items() if queue.topic not in popped]
    unowned = [movement for movement in pulled if _observed(case, movement)]
    enough = [movement.queue for movement in unowned if once or _stands_unowned(movement)]
    return _not_held(case, enough)


def _left_standing(case: Case) -> set[MessageQueue]:
    """Where no look was asked for owners: queues that stand with more and more behind them while others of their topic
    are consumed, which is enough to suspect it where something is known that leaves queues to nobody."""
    if any(look.owners_asked for look in case.snapshots):
        return set()
    consumed = {movement.queue.topic for movement in case.user_movements if movement.moves_on}
    standing = {movement.queue for movement in case.user_movements if movement.stands_with_more_behind}
    queues = {queue for queue in standing if queue.topic in consumed}
    queues |= _never_committed(case, topics_of(queues))
    return _not_held(case, queues)


def _never_committed(case: Case, topics: Collection[str]) -> set[MessageQueue]:
    """Queues of the topics that hold messages and that no look lists: nobody ever committed an offset of theirs."""
    of_topics = {queue: end for queue, end in case.ends.items() if queue.topic in topics and end.max_offset > 0}
    return {queue for queue in of_topics if queue not in case.movements}


def _without_owners_by_design(case: Case) -> bool:
    """Pop and broadcasting groups own no queues exclusively; what brokers share out among those that pop is known."""
    kinds = {roster.consume_type for roster in case.rosters}
    models = {roster.message_model for roster in case.rosters}
    by_others = case.given_out is not GivenOut.BY_OWN_STRATEGY and not case.given_out_by_rules
    return by_others or bool((kinds | models) & _WITHOUT_OWNERS)


def _left_out(case: Case) -> Claim | None:
    """Of an application that picks its queues itself (assign, a pull consumer): no rebalance gives
    it those that a topic was extended by, and brokers do not know what it reads."""
    left = list(filter(_stands_unowned, case.user_movements))
    if not left or not any(movement.consumed > 0 for movement in case.user_movements):
        return None
    queues = sorted(movement.queue for movement in left)
    lag = _lag(waiting_in(left), _rate(left), at_least=False)
    return Claim(
        ID,
        joined("; ", [say("{queues} seem to be read by nobody", queues=count(len(queues), "queue")), lag]),
        say(
            "{queues}. The application itself picks its queues: none that a topic is given "
            "later comes to it by a rebalance. Or their reader hangs, or commits nothing.",
            queues=ranges(queues),
        ),
        Severity.WARNING,
        signs=(
            core(say("their offsets stand while messages come, and those of other queues move"), len(queues)),
            need(say("the application leaves them out of the queues that it picks"), met=False, command=CLIENT_LOG),
        ),
        **about(queues),
        evidence=tuple(_places(case, queues)),
    )


def _at_other_proxies(case: Case) -> Claim | None:
    """Of gRPC clients whose proxies run inside of brokers: such a proxy knows the queues of its own broker alone
    (`LocalTopicRouteService`, 5.0.0 and later), so a broker to whose proxy nobody speaks is read by nobody."""
    spoken_to = _brokers_spoken_to(case)
    left = [movement for movement in case.user_movements if movement.stands_with_more_behind]
    brokers = set(brokers_of(movement.queue for movement in left))
    nobody_speaks_to_them = bool(spoken_to) and not brokers & spoken_to
    if left and nobody_speaks_to_them and _others_are_read(case, brokers):
        return _proxies_claim(case, left, brokers)
    return None


def _others_are_read(case: Case, brokers: Collection[str]) -> bool:
    others = [movement for movement in case.user_movements if movement.queue.broker not in brokers]
    return any(movement.moves_on for movement in others)


def _proxies_claim(case: Case, left: Sequence[Movement], brokers: Collection[str]) -> Claim:
    queues = sorted(movement.queue for movement in left)
    knowing_nobody = [answer for answer in case.answers if answer.says_offline and _asked(case, answer) in brokers]
    inside, moved = _told_inside(case), case.moved_although(queues)
    lag = _lag(waiting_in(left), _rate(left), at_least=False)
    return Claim(
        ID,
        joined("; ", [say("{queues} read by nobody", queues=count(len(queues), "queue")), lag]),
        say(
            "{queues}. A proxy that runs inside of a broker (LOCAL mode) hands out only what lies on that broker. The gRPC "
            "clients of the group speak to those of other brokers, and nobody to that of {brokers}.",
            queues=ranges(queues),
            brokers=short(sorted(brokers)),
        ),
        Severity.CRITICAL,
        signs=(
            core(say("offsets stand while messages come, and those of other brokers move"), len(queues), against=moved),
            need(
                say("the brokers of these queues know no client of the group"),
                {_asked(case, answer) for answer in knowing_nobody} >= set(brokers),
                command=CONNECTION,
            ),
        ),
        rivals=(Rival(say("clients at a proxy of their own (CLUSTER mode) that hold them"), bool(inside), CONNECTION),),
        **about(queues),
        evidence=(*places_of(knowing_nobody), *places_of(inside[:1]), *_places(case, queues)),
        details={"behind": waiting_in(left), "rate": _rate(left), "sent": 0, "at_least": False, "proxies_inside": True},
    )


def _brokers_spoken_to(case: Case) -> set[str]:
    """The brokers that list gRPC clients, or, where proxies are told to run inside of brokers, those from which such
    clients say that they receive: a proxy of its own (CLUSTER mode) registers none of them at a broker."""
    spoken_to = _listing_grpc_clients(case) | _received_from(case)
    if None in spoken_to:
        # Nothing tells which broker gave the list: one whose queues are read.
        spoken_to |= {movement.queue.broker for movement in case.user_movements if movement.moves_on}
    return {broker for broker in spoken_to if broker}


def _listing_grpc_clients(case: Case) -> set[str | None]:
    """The brokers whose lists of clients name gRPC clients; None where nothing tells which broker was asked."""
    listing = [roster for roster in case.rosters if any(map(speaks_grpc, roster.client_ids))]
    return {case.broker_at(roster.asked or "") for roster in listing}


def _received_from(case: Case) -> set[str | None]:
    """The brokers from which gRPC clients say that they receive, where proxies run inside of brokers."""
    if not _told_inside(case):
        return set()
    return {event.broker for event in case.events_named("assignment_added", source="client")}


def _told_inside(case: Case) -> list[Setting]:
    """Where it is written that proxies run inside of brokers (`ProxyMode`)."""
    return [setting for setting in case.settings if setting.key == "proxyMode" and setting.value.upper() == "LOCAL"]


def _asked(case: Case, answer: Answer) -> str | None:
    """The broker that answered, as the answer ends."""
    address = answer.said.answered_by
    return case.broker_at(address) if address else None


def _stands_unowned(movement: Movement) -> bool:
    """No owner at any look, and its offset stands while messages come."""
    return movement.never_owned and movement.stands and movement.arrived > 0


def _predicted(case: Case, causes: Collection[Finding]) -> set[MessageQueue]:
    """Without a single known member every queue would be nobody's, and without a cause none is, but those of rooms that
    nobody was told."""
    if not (causes or case.by_rooms) or not case.live:
        return set()
    told = {queue for cause in causes for queue in cause.details.get("read_by_nobody", ())}
    if case.everybody_known:
        return {*told, *accepted_allocation(case).orphans(), *unread_retries(case)}
    return told | _left_by_subscriptions(case, causes)


def _left_by_subscriptions(case: Case, causes: Collection[Finding]) -> set[MessageQueue]:
    """What different subscriptions leave to nobody, as far as no look shows an owner of it."""
    different = [cause for cause in causes if cause.id == "inconsistent_subscription"]
    return {queue for cause in different for queue in cause.queues if _never_owned(case, queue)}


def _interrupted(case: Case, findings: Findings) -> set[MessageQueue]:
    """Queues whose readers are refused as often as their topic is taken from the group's table, and of which no look
    tells whether they move: brokers answer the pull with CODE 24 (`PullMessageProcessor`, all versions). Where more
    members take it away than put it back it is missing for most of the time."""
    allocations = accepted_allocation(case).allocations
    shared = [allocations[topic] for topic in _flapping_topics(findings) if topic in allocations]
    outnumbered = [allocated for allocated in shared if 2 * len(_readers(allocated)) < len(case.live)]
    owned = {queue for allocated in outnumbered for queue, who in allocated.owners.items() if who}
    return owned.difference(case.movements)


def _flapping_topics(findings: Findings) -> list[str]:
    """The topics that are surely taken from the group's table and put back up to the end."""
    flapping = [finding for finding in findings if finding.id == _FLAPPING and finding.proven and finding.ongoing]
    return [topic for finding in flapping for topic in finding.topics]


def _readers(allocated: Allocation) -> set[str]:
    return {who for owners in allocated.owners.values() for who in owners}


def _never_owned(case: Case, queue: MessageQueue) -> bool:
    movement = case.movements.get(queue)
    return movement is None or movement.never_owned


def _observed(case: Case, movement: Movement) -> bool:
    """Owners were asked for, it has none, and others of the group do have owners; or nobody has any, though clients
    are connected, and nothing moves."""
    stands = _stands_unowned(movement) or (movement.never_owned and movement.left_long_ago)
    if not _others_have_owners(case):
        connected = any(roster.connections for roster in case.rosters)
        asked = any(look.owners_asked for look in movement.looks)
        return connected and asked and _stands_unowned(movement) and none_moves(case.user_movements)
    return bool(movement.owners) and stands


def _others_have_owners(case: Case) -> bool:
    return any(look.owners_shown for look in case.snapshots)


def _signs(
    case: Case, predicted: Collection[MessageQueue], observed: Collection[MessageQueue], causes: Collection[Finding]
) -> Iterable[Sign]:
    shown = say("no owner at any look, offsets that stand while messages come")
    # A prediction stands on its cause; without one they have to be seen themselves.
    yield follows(shown, observed) if predicted else core(shown, observed)
    if observed:
        looked_at = case.movements_of(observed)
        at_looks = len(looked_at) == len(observed) and all(map(_stands_unowned, looked_at))
        yield need(
            say("two looks show it, and other queues with their owners"),
            predicted or (at_looks and _others_have_owners(case)),
            command=PROGRESS,
        )
    proven_cause = any(cause.proven for cause in causes)
    # Without a client list nobody knows whether the clients pull or pop, which shows
    # no owner either.
    listed = bool(observed) and bool(case.rosters)
    yield need(
        say("a proven cause, or looks at a group whose members are listed"), proven_cause or listed, command=CONNECTION
    )
    if predicted:
        # Until then each still reads what it had before.
        had_time = say("the members had the time to hear of the last one that came or went")
        yield need(had_time, _shared_out(case), command=PROGRESS)
    yield follows(say("no client holds them by its own word"), predicted, against=_held(case, {*predicted, *observed}))
    yield follows(say("their offsets stand"), predicted, against=case.moved_although(predicted))


def _shared_out(case: Case) -> bool:
    """Whether the evidence reaches beyond the moment at which members shared out anew after the
    last change: brokers notify them of each (`DefaultConsumerIdsChangeListener`)."""
    end = latest([*(log.last for log in case.logs.values()), *(look.at for look in case.snapshots)])
    if case.members_since is None or end is None:
        return True
    return case.members_since - case.transitions.rebalance + NOTIFIED <= end


def _held(case: Case, queues: Collection[MessageQueue]) -> list[EvidenceLine]:
    """Lines in which a client names such a queue as its own, since the members stay; one of which it was refused the lock
    up to the end it was merely given."""
    without_lock = _without_lock(case)
    looks = [look for look in case.observations if not look.by_ip and case.since_members_stay(look.at)]
    named = [(look, queue) for look in looks for queue in queues if look.owners.get(queue)]
    return [look.place(queue) for look, queue in named if (look.source, queue) not in without_lock]


def _without_lock(case: Case) -> set[tuple[str, MessageQueue | None]]:
    """The queues whose lock a client was refused up to the end, each with the client's log."""
    refused = case.own_events("queue_lock_failed", source="client")
    return {(event.file, event.message_queue) for event in refused if case.recent(event)}


def _not_held(case: Case, queues: Iterable[MessageQueue]) -> set[MessageQueue]:
    return {queue for queue in queues if not _held(case, {queue})}


def _lag(behind: int, rate: float | None, *, at_least: bool) -> Phrase:
    """How much waits, and how fast it grows; of some of the queues alone it is the least."""
    if at_least:
        if rate:
            return say("at least {behind:,} messages behind, {rate:+.0f} a second", behind=behind, rate=rate)
        return say("at least {behind:,} messages behind", behind=behind)
    if rate:
        return say("{behind:,} messages behind, {rate:+.0f} a second", behind=behind, rate=rate)
    return say("{behind:,} messages behind", behind=behind)


def _extent(queues: Sequence[MessageQueue], moved: Sequence[Movement], sent: int) -> list[Phrase]:
    """Of the queues that consumerProgress lists what waits, of the others what topicStatus tells."""
    unlisted = len(queues) - len(moved)
    lag = [_lag(waiting_in(moved), _rate(moved), at_least=unlisted > 0)] if moved else []
    if not sent:
        return lag
    elsewhere = count(unlisted, "queue")
    return [
        *lag,
        say("{sent:,} messages were sent to {queues} that consumerProgress does not list", sent=sent, queues=elsewhere),
    ]


def _claim(
    case: Case,
    queues: list[MessageQueue],
    predicted: Collection[MessageQueue],
    observed: Collection[MessageQueue],
    causes: Sequence[Finding],
    interrupted: Collection[MessageQueue],
) -> Claim:
    moved = case.movements_of(queues)
    sent, unread = _sent_unlisted(case, queues), count(len(queues), "queue")
    unlisted = (
        say("consumerProgress does not list all of them; {sent:,} messages were sent to those.", sent=sent)
        if sent
        else ""
    )
    return Claim(
        ID,
        joined("; ", [_unread_title(unread, causes, interrupted), *_extent(queues, moved, sent)]),
        joined(
            " ",
            [
                say("{text}.", text=ranges(queues)),
                _how(queues, predicted, causes),
                unlisted,
                _refused_meanwhile(interrupted),
                _retries(case, causes),
            ],
        ),
        Severity.CRITICAL,
        signs=tuple(_signs(case, predicted, observed, causes)),
        rivals=() if predicted else (_one_that_did_not_answer(case, observed),),
        **about(queues),
        evidence=tuple(_places(case, queues)),
        details={
            "behind": waiting_in(moved),
            "rate": _rate(moved),
            "sent": sent,
            "at_least": len(moved) < len(queues),
        },
    )


def _retries(case: Case, causes: Sequence[Finding]) -> Phrase | str:
    """What fails is sent to the retry topic; on a queue of it that is nobody's it stays."""
    if not causes or not case.everybody_known or not pulls(case):
        return ""
    lost = accepted_allocation(case).orphans([case.retry_topic])
    if not lost:
        return ""
    return say(
        "Messages that fail are sent to {lost} as well, which nobody reads: they never come again.", lost=ranges(lost)
    )


def _refused_meanwhile(interrupted: Collection[MessageQueue]) -> Phrase | str:
    if not interrupted:
        return ""
    return say(
        "{queues} have a reader that is refused whenever their topic is taken from the group's table: nothing shows that "
        "they move.",
        queues=ranges(interrupted),
    )


def _unread_title(unread: Phrase, causes: Sequence[Finding], interrupted: Collection[MessageQueue]) -> Phrase:
    """At least so many, where a cause may reach further than what was looked at."""
    if interrupted or any(cause.details.get("more_possible") for cause in causes):
        return say("At least {queues} read by nobody", queues=unread)
    return say("{queues} read by nobody", queues=unread)


def _how(queues: Collection[MessageQueue], predicted: Collection[MessageQueue], causes: Sequence[Finding]) -> Phrase:
    closed = {queue for cause in causes if cause.id == "unreadable_queues" for queue in cause.queues}
    if closed.issuperset(queues):
        return say("The route does not let consumers read these queues.")
    if any(queue in cause.details.get("read_by_nobody", ()) for cause in causes for queue in queues):
        return say("Their broker has no master that could give a client of this ordered group their locks.")
    if predicted:
        return say("By recomputation these queues fall to clients that do not read them.")
    return say(
        "No client was named for these queues at any look, their committed offsets stand and messages keep coming.",
    )


def _one_that_did_not_answer(case: Case, observed: Collection[MessageQueue]) -> Rival:
    """One client that does not answer leaves N/A on its own queues and on those
    of clients asked after it.

    A client that holds them would commit: their offsets stand while those of others move.
    """
    moving = any(movement.consumed > 0 for movement in case.movements.values() if movement.queue not in observed)
    return Rival(say("a client that holds them and did not answer mqadmin, stuck besides"), moving, STATUS)


def _rate(moved: Sequence[Movement]) -> float | None:
    seconds = max((movement.seconds or 0 for movement in moved), default=0)
    return sum(movement.arrived for movement in moved) / seconds if seconds else None


def _sent_unlisted(case: Case, queues: list[MessageQueue]) -> int:
    """Messages in queues of which consumerProgress shows no row, by topicStatus."""
    ends = case.ends
    return sum(ends[queue].max_offset for queue in queues if queue not in case.movements and queue in ends)


def _places(case: Case, queues: list[MessageQueue]) -> list[EvidenceLine]:
    """Each queue's newest line in a snapshot, else in topicStatus."""
    newest, ends = case.newest_looks, case.ends
    looks = [newest[queue] for queue in queues if queue in newest]
    unlisted = [ends[queue] for queue in queues if queue not in newest and queue in ends]
    return [*(look.place(row) for look, row in looks), *places_of(unlisted)]


EXPLANATION = Explanation(
    id=ID,
    rank=140,
    claims=claims,
    command=PROGRESS,
    messages=frozenset({"pull_rejected"}),
    kind=EFFECT,
    what="Queues that no client of the group consumes; their messages wait.",
    confirm="mqadmin consumerProgress -g GROUP -s true: N/A as Client IP in every output while #Broker Offset grows.",
    remedy=("Remove the cause; the waiting messages are then delivered by themselves.",),
    do_not=("Do not reset the offsets of these queues: the waiting messages would be lost.",),
)
