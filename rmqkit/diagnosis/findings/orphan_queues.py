"""Which queues does no client of the group consume? By the accepted allocation where a cause is known, else by owners
that no snapshot shows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import PULLS, GivenOut
from rmqkit.diagnosis.case.lag import Movement, none_moves
from rmqkit.diagnosis.case.popped import popped_topics, pulls
from rmqkit.diagnosis.case.worlds import accepted_allocation, unread_retries
from rmqkit.diagnosis.facts.group import QueueStatus
from rmqkit.diagnosis.facts.known import earliest, is_after, latest, not_before
from rmqkit.diagnosis.facts.logs import EvidenceLine, places_of, topics_of
from rmqkit.diagnosis.facts.transitions import NOTIFIED, ZONES
from rmqkit.diagnosis.finding import Finding, causes_of
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, words
from rmqkit.diagnosis.relations.members import unknown_owners
from rmqkit.diagnosis.relations.wants import process_histories, twin_subscriptions
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import Phrase, joined
from rmqkit.rocketmq import MessageQueue

sentence = words("orphan_queues")


@finding("orphan_queues")
def orphan_queues(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """Pop and broadcasting groups own no queues exclusively, and an application that picks its queues goes by no rule;
    what brokers share out among those that pop is known."""
    kinds = {kind for roster in case.present_lists for kind in (roster.consume_type, roster.message_model)}
    by_rule = case.given_out is GivenOut.BY_OWN_STRATEGY or case.follows_known_rules
    if not by_rule or "CONSUME_POP" in kinds or case.reported_broadcasting:
        return
    yield from _given_up(case)
    causes = causes_of("orphan_queues", findings)
    predicted = _predicted(case, causes)
    unowned = _unowned(case, once=not predicted) | (_left_standing(case) if causes else set())
    queues = sorted(queue for queue in predicted | unowned if queue.topic not in case.broadcast_topics)
    if not queues:
        return
    moved, interrupted = case.movements_of(queues), _interrupted(case, findings).difference(queues)
    waiting = {queue: case.left_waiting(queue) for queue in queues}
    # What an earlier or later snapshot shows read does not all wait.
    ends_of = {queue: None if queue in case.listed else case.end(queue) for queue in queues}
    unlisted = {queue: ends_of[queue] for queue, number in waiting.items() if number is None}
    ends = [end for queue in queues if queue not in case.newest_looks and (end := case.end(queue))]
    seconds = max((movement.known_seconds or 0 for movement in moved), default=0)
    figures = {
        "behind": sum(filter(None, waiting.values())),
        "rate": sum(movement.arrived for movement in moved) / seconds if seconds else None,
        "sent": sum(case.unread(end) for end in unlisted.values() if end),
        "at_least": bool(unlisted),
    }
    more = bool(interrupted) or any(cause.details.get("more_possible") for cause in causes)
    shown = [case.newest_looks[queue] for queue in queues if queue in case.newest_looks]
    closed = {queue for cause in causes if cause.id == "unreadable_queues" for queue in cause.queues}
    watched = all(len(movement.looks) > 1 for movement in moved)
    by_snapshots = "never_named" if watched else "left_long_ago"
    how = "closed" if closed.issuperset(queues) else "predicted" if predicted else by_snapshots
    yield Seen(
        signs=_cause_signs(case, predicted, unowned, causes) if predicted else _snapshot_signs(case, unowned, causes),
        title=_title(len(queues), len(unlisted), more, figures),
        values={
            "queues": ranges(queues),
            "how": sentence(how),
            "more": joined(" ", _more(case, queues, unlisted, interrupted, causes)),
        },
        queues=queues,
        evidence=(*(snapshot.place(row) for snapshot, row in shown), *places_of(ends)),
        details={**figures, "more": more},
    )


def _given_up(case: Case) -> Iterator[Seen]:
    """Topics that a member wanted before, that all members leave out now, and to which messages come since: a rollback
    gives up what the release before had begun to read. Online, no snapshot at the group lists such a topic
    (`AdminBrokerProcessor#getConsumeStats`, all versions); its offsets stay."""
    if not (case.wanted_topics and case.subscriptions_known and case.membership.complete):
        return
    reports = [report for said in process_histories(case).values() for report in said]
    heard = case.membership.duplicates.keys() <= twin_subscriptions(case).keys()
    # Who is connected to another broker than the list is of wants its topics as well.
    connected = {channel.client_id for channel in case.channels if channel.live}
    wanted_there = {topic for who, words in case.subscriptions.items() if who in connected for topic in words.topics}
    for topic in sorted(set(case.topics) - case.wanted_topics - wanted_there):
        tables = [listed for listed in case.client_lists if topic in listed.subscriptions]
        wanting = [report for report in reports if topic in report.topics]
        consumed = [one for one in case.user_movements if one.queue.topic == topic and one.consumed > 0]
        wanted = [*places_of(consumed), *(line for report in wanting for line in report.places_of(topic))]
        wanted += [listed.subscription_place(topic) for listed in tables]
        read_at = [one.looks[-1].at for one in consumed]
        last = latest([*read_at, *(listed.at for listed in tables), *(report.at for report in wanting)])
        told = [
            *(listed.at for listed in case.client_lists),
            *(info.at for info in case.asked),
            *(report.at for report in reports),
        ]
        without = earliest(at for at in told if is_after(at, last))
        since = without and latest([without, case.members_since])
        read = {queue: seen for queue, seen in case.newest_looks.items() if queue.topic == topic}
        ends = [end for queue in sorted({*read, *case.ends}) if queue.topic == topic and (end := case.end(queue))]
        newer = [end for end in ends if is_after(end.last_updated, since)]
        # A queue that no snapshot lists got more where its newest message came since.
        seen_at = {queue: row.broker_offset for queue, (_, row) in read.items()}
        more = [end for end in ends if (end.max_offset > seen_at[end.queue] if end.queue in read else end in newer)]
        came = [end for end in more if end in newer]
        if wanted and since and more and (came or not any(end.last_updated for end in more)):
            stored = sum(end.max_offset for end in ends)
            unread = sum(map(case.unread, ends))
            offsets = sum(look.consumer_offset for _, look in read.values())
            amounts = sentence("read_before" if read else "not_seen", stored=stored, read=offsets)
            others = joined(", ", [other.group for other in case.begun if topic in other.topics])
            yield Seen(
                case="taken_over" if others else "given_up",
                signs={
                    "wanted_before": wanted,
                    # Processes that share an id do not speak for each other.
                    "unwanted": case.membership.client_ids if heard else (),
                    "more": more,
                    "came": came if _one_clock(case) else [end for end in came if end.queue in read],
                    "held_by_nobody": Witnesses(more, _held(case, {end.queue for end in ends})),
                },
                values={"topic": topic, "amounts": amounts, "others": others},
                queues=[end.queue for end in ends],
                evidence=[*wanted[-2:], *(look.place(row) for look, row in read.values()), *places_of(more)],
                since=since,
                details={"given_up": topic, "others": others, "behind": unread, "sent": unread},
            )


def _one_clock(case: Case) -> bool:
    """Whether mqadmin's times are of the logs' zone: it prints in its host's, and was asked beside the end of a log."""
    dated = [one.at for one in case.snapshots] + [one.at for one in case.client_lists] + [one.at for one in case.asked]
    log_ends = [log.last for log in case.logs.values() if log.last]
    return not log_ends or any(abs(at - end) < ZONES / 2 for at in dated if at for end in log_ends)


def _predicted(case: Case, causes: Sequence[Finding]) -> set[MessageQueue]:
    """Without a single known member every queue would be nobody's, and without a cause none is; where not everybody is
    known, what a cause itself tells."""
    if not causes or not case.live:
        return set()
    told = {queue for cause in causes for queue in cause.details.get("read_by_nobody", ())}
    return {*told, *accepted_allocation(case).orphans(), *unread_retries(case)} if case.everybody_known else told


def _unowned(case: Case, *, once: bool) -> set[MessageQueue]:
    """Queues of which no snapshot names an owner while others have one, or while nothing of a connected group moves,
    and that are stuck while messages come; `once`: of a single snapshot as well, where what was read last is long ago.
    Pull clients do not say which they hold (before 5.1.1), and who pops is named by none."""
    if any(roster.consume_type == PULLS for roster in case.rosters):
        return set()
    connected = any(roster.connections for roster in case.rosters)
    others_owned = any(snapshot.owners_shown for snapshot in case.snapshots)
    all_stuck = none_moves(case.user_movements)
    unowned = set()
    for queue, movement in case.movements.items():
        stuck = _stuck_unowned(movement)
        if others_owned:
            seen = bool(movement.owners) and (stuck or (once and movement.never_owned and movement.left_long_ago))
        else:
            seen = connected and all_stuck and stuck and any(look.owners_asked for look in movement.looks)
        if seen and queue.topic not in popped_topics(case):
            unowned.add(queue)
    return {queue for queue in unowned if not _held(case, {queue})}


def _stuck_unowned(movement: Movement) -> bool:
    """No owner in any snapshot, and its offset is stuck while messages come."""
    return movement.never_owned and movement.stands and movement.arrived > 0


def _left_standing(case: Case) -> set[MessageQueue]:
    """Where no snapshot was asked for owners: queues that are stuck with more and more behind them, or were never
    committed, while others of their topic are consumed; enough to suspect it where a cause is known."""
    if any(snapshot.owners_asked for snapshot in case.snapshots):
        return set()
    consumed = {movement.queue.topic for movement in case.user_movements if movement.moves_on}
    stuck = {movement.queue for movement in case.user_movements if movement.stuck_while_growing}
    queues = {queue for queue in stuck if queue.topic in consumed}
    never = {queue for queue, end in case.ends.items() if queue not in case.movements and end.max_offset > 0}
    queues |= {queue for queue in never if queue.topic in topics_of(queues)}
    return {queue for queue in queues if not _held(case, {queue})}


def _held(case: Case, queues: Collection[MessageQueue]) -> list[EvidenceLine]:
    """Lines in which a client names such a queue as its own, since the members stay; one whose lock it was refused up
    to the end it was merely given."""
    without_lock = {
        (event.file, event.message_queue) for event in case.records("holds.locks_not_got") if case.recent(event)
    }
    looks = [look for look in case.observations if not look.by_ip and not_before(look.at, case.members_since)]
    named = [(look, queue) for look in looks for queue in queues if look.owners.get(queue)]
    return [look.place(queue) for look, queue in named if (look.source, queue) not in without_lock]


def _interrupted(case: Case, findings: Sequence[Finding]) -> set[MessageQueue]:
    """Queues whose readers are refused as often as their topic is removed from the group's table, and of which no
    snapshot tells whether they move: brokers answer the pull with CODE 24 (`PullMessageProcessor`, all versions). Where
    more members remove it than put it back it is missing for most of the time."""
    flapping = [one for one in findings if one.id == "flapping_subscription" and one.proven and one.ongoing]
    allocations, interrupted = accepted_allocation(case).allocations, set()
    for topic in {topic for one in flapping for topic in one.topics if topic in allocations}:
        owned = {queue: who for queue, who in allocations[topic].owners.items() if who}
        if 2 * len({client for who in owned.values() for client in who}) < len(case.live):
            interrupted |= owned.keys() - case.movements.keys()
    return interrupted


def _cause_signs(
    case: Case, predicted: Collection[MessageQueue], unowned: Collection[MessageQueue], causes: Sequence[Finding]
) -> dict[str, object]:
    """A prediction rests on its cause; and the members had the time to divide the queues anew after the last one that
    came or went, of which brokers notify them (`DefaultConsumerIdsChangeListener`): until then each still reads what it
    had before."""
    end = latest([*(log.last for log in case.logs.values()), *(snapshot.at for snapshot in case.snapshots)])
    since = case.members_since
    strangers = case.membership.complete and unknown_owners(case)
    return {
        **({"members_known": False} if strangers else {}),
        "seen_unowned": unowned,
        "cause": any(cause.proven for cause in causes) or bool(unowned and case.rosters),
        "divided": since is None or end is None or since - case.transitions.rebalance + NOTIFIED <= end,
        "held_by_nobody": Witnesses(predicted, _held(case, {*predicted, *unowned})),
        "stuck": Witnesses(predicted, case.progress_contradicting_orphans(predicted)),
    }


def _snapshot_signs(case: Case, unowned: Collection[MessageQueue], causes: Sequence[Finding]) -> dict[str, object]:
    """Without a client list nobody knows whether the clients pull or pop, which shows no owner either. A client that
    does not answer leaves N/A on its own queues and on those of clients asked after it; it would commit them."""
    looked_at = case.movements_of(unowned)
    twice = len(looked_at) == len(unowned) and all(map(_stuck_unowned, looked_at))
    others = [movement for queue, movement in case.movements.items() if queue not in unowned]
    return {
        "unowned": unowned,
        "twice": twice and any(snapshot.owners_shown for snapshot in case.snapshots),
        "cause": any(cause.proven for cause in causes) or bool(case.rosters),
        "silent_client": any(movement.consumed > 0 for movement in others),
    }


def _title(queues: int, unlisted: int, more: bool, figures: Mapping[str, float | None]) -> Phrase:
    """How many, what waits in those of which that is known, and what is stored in the others by topicStatus or
    snapshots of other groups."""
    parts = [sentence("at_least_unread" if more else "unread", queues=count(queues, "queue"))]
    if queues > unlisted:
        behind = sentence("at_least_behind" if figures["at_least"] else "behind", behind=figures["behind"])
        parts.append(sentence("growing", behind=behind, rate=figures["rate"]) if figures["rate"] else behind)
    if figures["sent"]:
        parts.append(sentence("stored", sent=figures["sent"], queues=count(unlisted, "queue")))
    return joined("; ", parts)


def _more(
    case: Case,
    queues: Sequence[MessageQueue],
    unlisted: Mapping[MessageQueue, QueueStatus | None],
    interrupted: Collection[MessageQueue],
    causes: Sequence[Finding],
) -> Iterator[Phrase]:
    if without_offset := [queue for queue in queues if queue not in case.newest_looks] if case.snapshots else []:
        yield sentence("unlisted", queues=ranges(without_offset))
    if unknown := [queue for queue, end in unlisted.items() if not end]:
        yield sentence("backlog_unknown", queues=ranges(unknown))
    if interrupted:
        yield sentence("interrupted", queues=ranges(interrupted))
    # What fails is sent to the retry topic of the broker that it came from
    # (`DefaultMQPushConsumerImpl#sendMessageBack`, all versions); on a queue of it that is nobody's it stays.
    if causes and case.everybody_known and pulls(case):
        accepted = accepted_allocation(case)
        owners = chain.from_iterable(each.owners.items() for each in accepted.allocations.values())
        read = {queue.broker for queue, who in owners if who and queue.is_users}
        if lost := [queue for queue in accepted.orphans([case.retry_topic]) if queue.broker in read]:
            yield sentence("retries_lost", lost=ranges(lost))
