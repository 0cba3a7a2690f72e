"""Is any client of the group connected?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from itertools import takewhile

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import knew_clients, looks_while_offline, told_behind_a_proxy
from rmqkit.diagnosis.case.lag import moves, none_moves
from rmqkit.diagnosis.case.members import counted_members, emptied, last_roster, saw_the_first, writers
from rmqkit.diagnosis.case.minutes import COUNTERS
from rmqkit.diagnosis.claims import Claim, Rival, Severity, Sign, core, follows, need
from rmqkit.diagnosis.commands import BROKER_LOG, CONNECTION, PROGRESS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.group import Answer, QueueProgress, Snapshot
from rmqkit.diagnosis.facts.known import distinct, is_after, latest, not_before
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, brokers_of, places_of, topics_of
from rmqkit.diagnosis.facts.transitions import DEFAULTS, LATELY
from rmqkit.language import joined, say

ID = "group_offline"
# What members do to each other, or to queues, as long as they are connected.
ENDS = frozenset(
    {
        "broker_disagreement", "client_id_collision", "clock_skew", "consumer_slow", "consumer_stuck",
        "duplicate_consumption", "flapping_subscription", "idle_consumers", "inconsistent_subscription",
        "listener_blocked", "message_model_mismatch", "mixed_allocation_strategies", "orphan_queues",
    }
)  # fmt: skip
# What a client of the group writes while it consumes.
_CONSUMES = ("offset_committed", "queue_stats_printed", "stats_printed", *COUNTERS)


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By the last client's leaving in all brokers' logs;
    by answers that say so and offsets that stand."""
    answers = _told_offline(case)
    left = _all_left(case)
    if not left and (over := _was_offline(case)):
        return [over]
    if not left and told_behind_a_proxy(case) and not none_moves(case.movements.values()):
        return []
    if left or (answers and not case.rosters):
        return [_gone(case, answers, left)]
    return filter(None, [_since_the_lists(case, answers) if case.rosters else _by_the_listing(case)])


def _gone(case: Case, answers: Sequence[Answer], left: Sequence[EvidenceLine]) -> Claim:
    moment = latest(answer.at for answer in answers) or latest(channel.closed_at for channel in case.channels)
    moved = case.moved_after(moment)
    # Nobody is connected, and nothing moves the offsets: what moves after that says that it is not
    # so. An answer without a date may be younger than the looks.
    there = _alive_since(case, moment) if left else _there_all_the_same(case, answers)
    against = [*(moved if moment else ()), *there]
    signs = (
        core(say("brokers know no client of the group"), len(answers) + len(left), against=against),
        need(say("nobody was seen after that"), not _seen_since(case, moment), command=CONNECTION),
        follows(say("its queues stand"), bool(left), against=moved),
        follows(
            say("the newest looks show no owner, and no offset moves in them"), answers, against=_newest_looks(case)
        ),
    )
    # CODE 206 says that the asked broker has no channel of the group: behind a proxy it has
    # none, and consumes.
    waits = bool(left) or none_moves(case.movements.values())
    rival = Rival(say("clients behind a proxy, which the broker does not know"), waits, PROGRESS)
    severity = _severity(case, left, moved)
    return _claim(case, signs, (rival,), [*places_of(answers), *left], severity)


def _there_all_the_same(case: Case, answers: Sequence[Answer]) -> list[EvidenceLine]:
    """What shows clients although a broker knows none: their own logs, which go on after it said so; owners of other
    brokers' queues at that time, where each answer names the broker that gave it."""
    moment = latest(answer.at for answer in answers)
    return [*_consumed_after(case, moment), *_owners_elsewhere(case, answers, moment)]


def _alive_since(case: Case, moment: datetime | None) -> list[EvidenceLine]:
    """What shows clients well after the last one left the brokers whose logs are here, by their own logs: a broker that
    has left the routes loses all clients, while the others keep them. With its end a client commits once more."""
    if moment is None:
        return []
    well_after = moment + case.transitions.repeated
    shut = {event.file for event in case.own_events("consumer_shutdown", source="client")}
    beats = [event for event in case.events_named("heartbeat_sent", source="client") if event.file in writers(case)]
    alive = [event.place for event in beats if is_after(event.last_at, well_after) and event.file not in shut]
    return [*_consumed_after(case, well_after), *alive[:2]]


def _consumed_after(case: Case, moment: datetime | None) -> list[EvidenceLine]:
    """What clients of the group wrote after the moment, if it is known, while they consumed."""
    consuming = case.events_named(*_CONSUMES, source="client")
    return [event.place for event in consuming if _is_own(case, event) and is_after(event.last_at, moment)]


def _owners_elsewhere(case: Case, answers: Sequence[Answer], moment: datetime | None) -> list[EvidenceLine]:
    """The newest look at queues with owners on brokers that did not answer, unless it was taken long before; nothing
    where it is not known which brokers answered."""
    asked = {case.broker_at(answer.said.answered_by or "") for answer in answers}
    if None in asked:
        return []
    looks = [look for look in case.snapshots[-1:] if moment is None or not_before(look.at, moment - LATELY)]
    return [look.place(row) for look in looks for row in _owned_elsewhere(look, asked)]


def _is_own(case: Case, event: Event) -> bool:
    """Whether it names the group, or its log names no other."""
    return event.group == case.group or (event.group is None and event.file not in case.shared_logs)


def _owned_elsewhere(look: Snapshot, brokers: Collection[str | None]) -> list[QueueProgress]:
    return [row for row in look.rows if row.client_ip and row.queue.broker not in brokers]


def _was_offline(case: Case) -> Claim | None:
    """Brokers knew no client at some looks, while nothing was read, and later looks show the group consume again."""
    looks = looks_while_offline(case)
    later = case.snapshots[case.snapshots.index(looks[-1]) + 1 :] if looks else ()
    again = moves(later)
    if not again or moves(looks):
        return None
    waiting, answers = looks[-1].waiting, _told_offline(case)
    return Claim(
        ID,
        say("No client of the group was connected for a while; it consumes again"),
        say("While a group is offline, consumerProgress lists every topic that it ever committed an offset for."),
        Severity.NOTICE,
        signs=(
            core(say("brokers know no client of the group"), len(answers)),
            need(say("its queues stand"), _are_apart(looks) and bool(waiting), command=PROGRESS),
            need(say("later looks show that it consumes"), len(again)),
        ),
        rivals=(
            Rival(
                say("clients behind a proxy, which the broker does not know"),
                _brokers_know_clients(case, later),
                PROGRESS,
            ),
        ),
        ongoing=False,
        topics=case.own_topics(topics_of(row.queue for row in waiting)),
        evidence=(*places_of(answers), *again[:2]),
        since=looks[0].at,
        until=later[0].at,
    )


def _brokers_know_clients(case: Case, later: Sequence[Snapshot]) -> bool:
    """Whether anything shows that they do while the group is online: later looks, client lists, or topics left out."""
    return any(look.owners_shown for look in later) or bool(case.rosters or knew_clients(case))


def _are_apart(looks: Sequence[Snapshot]) -> bool:
    """Whether a group that reads would have committed between the first and the last of them."""
    first, last = looks[0].at, looks[-1].at
    return bool(first and last and last - first >= DEFAULTS.several_commits)


def _severity(case: Case, left: Sequence[EvidenceLine], moved: Sequence[EvidenceLine]) -> Severity:
    """Offsets that move tell that somebody consumes, whatever the asked broker knows."""
    if moved:
        return Severity.NOTICE
    return Severity.CRITICAL if case.snapshots or left else Severity.WARNING


def _newest_looks(case: Case) -> list[EvidenceLine]:
    """Owners in the newest look, and offsets that move in the last looks without any owner.

    While a group is offline, a look without a date takes its time from old messages: their order
    tells, not their time.
    """
    looks = case.snapshots
    unowned = list(takewhile(lambda look: not look.owners_shown, reversed(looks)))
    owned = [look.place(row) for look in looks[-1:] for row in look.rows if row.client_ip]
    return [*owned, *moves(unowned[::-1])]


def _since_the_lists(case: Case, answers: Sequence[Answer]) -> Claim | None:
    if not _after_the_lists(case, answers):
        return None
    signs = (
        core(say("a broker knows no client of the group any more"), len(answers)),
        need(say("the last client's leaving, in the logs of all brokers"), met=False, command=BROKER_LOG),
    )
    return _claim(case, signs, (), places_of(answers), Severity.CRITICAL)


def _by_the_listing(case: Case) -> Claim | None:
    listed = [listing for listing in case.listings if listing.count == 0 and listing.version == "OFFLINE"]
    if not listed or counted_members(case) or case.events_named("rebalance_failed", source="client"):
        return None
    signs = (
        follows(say("the list of all groups shows it offline"), len(listed)),
        need(say("brokers know no client of the group"), met=False, command=CONNECTION),
    )
    return _claim(case, signs, (), places_of(listed), Severity.CRITICAL)


def _listed_ones_left(case: Case) -> bool:
    """Every connection of the newest client list is one that the brokers' logs saw go."""
    roster = last_roster(case)
    gone = {(channel.client_id, channel.address) for channel in case.channels if channel.closed}
    return roster is None or roster.at_addresses <= gone


def _seen_since(case: Case, moment: datetime | None) -> bool:
    """Clients that answered, or were still connected in a log,
    and not surely before the group was found offline."""
    looks = [snapshot.at for snapshot in case.snapshots if snapshot.owners_shown]
    looks += [info.at for info in case.running]
    return any(c.live for c in case.channels) or any(not moment or not at or at >= moment for at in looks)


def _after_the_lists(case: Case, told: Sequence[Answer]) -> bool:
    """The answer was given after the newest client list, by their times, and not by another broker than gave that."""
    newest = [roster.at for roster in case.rosters]
    answers = [answer for answer in told if not _is_of_another_broker(case, answer)]
    moment = latest(answer.at for answer in answers)
    return moment is not None and all(at is not None and at < moment for at in newest)


def _is_of_another_broker(case: Case, answer: Answer) -> bool:
    """Whether the broker that answered is none of those that were asked for the lists: it tells nothing of theirs."""
    asked = {roster.asked for roster in case.rosters}
    return None not in asked and answer.said.answered_by not in {None, *asked}


def _told_offline(case: Case) -> list[Answer]:
    return [answer for answer in case.answers if answer.says_offline]


def _all_left(case: Case) -> list[EvidenceLine]:
    """The end of every broker's log has no open channel of the group, each saw one go and the group
    emptied, and nobody answers or is listed besides."""
    logs = {channel.file for channel in case.channels}
    anybody = any(channel.live for channel in case.channels) or bool(case.running)
    if anybody or not _listed_ones_left(case) or not all(_emptied(case, file) for file in logs):
        return []
    return [channel.closed.place for channel in case.channels[-2:] if channel.closed]


def _emptied(case: Case, file: str) -> bool:
    """The broker said that it dropped the group, or its log knows every member:
    others may have been there before it."""
    closed = latest(c.closed.last_at for c in case.channels if c.file == file and c.closed)
    dropped = latest(event.last_at for event in emptied(case, file))
    return saw_the_first(case, file) or (dropped is not None and closed is not None and dropped >= closed)


def _claim(
    case: Case,
    signs: tuple[Sign, ...],
    rivals: tuple[Rival, ...],
    places: Sequence[EvidenceLine],
    severity: Severity,
) -> Claim:
    queues = tuple(sorted(case.newest_looks))
    behind = sum(max(0, row.diff) for _, row in case.newest_looks.values())
    waiting = say("{behind:,} messages wait", behind=behind) if queues else ""
    return Claim(
        ID,
        joined("; ", [say("No client of the group is connected"), waiting]),
        say(
            "While a group is offline, consumerProgress lists every topic that it ever committed an offset for.",
        ),
        severity,
        signs=signs,
        rivals=rivals,
        topics=case.own_topics(topics_of(queues)),
        queues=queues,
        clients=distinct(channel.client_id for channel in case.channels if channel.closed),
        brokers=brokers_of(queues),
        evidence=tuple(places),
        since=latest(channel.closed_at for channel in case.channels),
    )


EXPLANATION = Explanation(
    id=ID,
    rank=10,
    claims=claims,
    command=CONNECTION,
    messages=frozenset({"consumer_group_removed", "consumer_disconnected", "consumer_unregistered"}),
    suspected=say("The group may have no client at all"),
    shown_by=need(say("an answer that no client is connected"), met=False, command=CONNECTION),
    kind=CAUSE,
    what="No client of the group is connected, so nothing is consumed.",
    confirm="mqadmin consumerConnection -g GROUP says 'not online'.",
    remedy=("Start the consumers, and find in their logs why they stopped or cannot connect.",),
    do_not=("Do not delete the group or reset offsets: consumption goes on where it stopped.",),
)
