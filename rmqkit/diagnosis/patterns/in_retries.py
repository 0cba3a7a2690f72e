"""Patterns of retry topics: who reads them, what lies in them, and groups of which nothing else is known. No verdicts
here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import counted_members
from rmqkit.diagnosis.commands import CLIENT_LOG, STATUS
from rmqkit.diagnosis.facts.group import QueueProgress, QueueStatus, Snapshot
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.patterns.in_lists import PUSH, listed_kinds, listed_topics
from rmqkit.diagnosis.patterns.in_looks import SOME, all_wait, topics_in_looks
from rmqkit.diagnosis.patterns.pattern import Pattern
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import Phrase, say

_LEFT_OUT_BY = {"mixed_allocation_strategies": say("a strategy that leaves the retry queue out, such as a fixed list")}
_FAILS = {"consume_failures": say("what a listener fails to consume goes to the retry topic")}


def retries_nobody_reads(case: Case) -> Iterator[Pattern]:
    """A group of push clients reads its topics, and no look lists its retry topic, to which each of them subscribes
    (`DefaultMQPushConsumerImpl#copySubscription`, all versions): nobody ever committed an offset there."""
    looks = [look for look in case.snapshots if look.whole]
    lies_there = [status for status in case.ends_by_topic.get(case.retry_topic, ()) if status.max_offset]
    if len(looks) < (1 if lies_there else 2) or not _shares_out_as_push(case) or not _all_but_retries(case, looks):
        return
    suspects = _LEFT_OUT_BY | _FAILS if lies_there else _LEFT_OUT_BY
    places = (*places_of(lies_there), *map(looks[-1].place, looks[-1].rows[:1]))
    innocent = say("a group that started a moment ago")
    yield Pattern(_not_listed(lies_there), suspects, innocent, STATUS, places=places)


def _all_but_retries(case: Case, looks: Sequence[Snapshot]) -> bool:
    """Whether the looks show topics read, and list no retry topic of the group."""
    return any(map(_is_read, looks)) and not any(map(case.is_retry_topic, topics_in_looks(looks)))


def _not_listed(lies_there: Sequence[QueueStatus]) -> Phrase:
    if not lies_there:
        return say("the group reads its topics, and no look lists its retry topic")
    messages = sum(status.max_offset for status in lies_there)
    return say("{messages} in the retry topic, which no look lists", messages=count(messages, "message"))


def _shares_out_as_push(case: Case) -> bool:
    """By what brokers say of the clients; those that pull by themselves, and those that broadcast, need no retries."""
    logged = [words for words in case.live_subscriptions.values() if words.consume_type]
    kinds = listed_kinds(case) | {(words.consume_type, words.message_model) for words in logged}
    shared = {(push, "CLUSTERING") for push in PUSH}
    return bool(kinds) and kinds <= shared and case.given_out.to_one_client_each


def _is_read(look: Snapshot) -> bool:
    return any(row.queue.is_users and row.consumer_offset for row in look.rows)


_KEPT_BY = {"consumer_stuck": say("clients that acknowledge nothing pop no more, and what they popped is put there")}


def popped_and_revived(case: Case) -> Iterator[Pattern]:
    """Messages that were popped lie in the retry topic of pop, and neither it nor its topic's queues are read on, while
    the group has clients.

    What is not acknowledged within its invisible time is put there (`PopReviveService`, 5.x).
    """
    for look in case.snapshots[-1:]:
        revived, used = _revived(case, look), _used(look)
        stand = all_wait(used) and not _goes_on(case, look, [*revived, *used])
        if revived and stand and _has_clients(case, look):
            what = say(
                "{messages} that were popped wait in {queues}, and no queue is read on",
                messages=count(sum(row.diff for row in revived), "message"),
                queues=ranges(row.queue for row in revived),
            )
            innocent = say("clients that stopped a moment ago")
            yield Pattern(what, _KEPT_BY, innocent, CLIENT_LOG).in_look(look, [*revived, *used])


def _revived(case: Case, look: Snapshot) -> list[QueueProgress]:
    """The queues of pop's retry topics in which messages wait."""
    retries = [row for row in look.rows if row.diff >= SOME and case.is_retry_topic(row.queue.topic)]
    return [row for row in retries if row.queue.topic != case.retry_topic]


def _used(look: Snapshot) -> list[QueueProgress]:
    """The queues of users' topics to which any message ever came."""
    return [row for row in look.rows if row.queue.is_users and row.broker_offset]


def _goes_on(case: Case, look: Snapshot, rows: list[QueueProgress]) -> bool:
    """Whether other looks show an offset move, or brokers gave anything in the last minute where there is no other."""
    seen = case.movements_of([row.queue for row in rows])
    moved = any(movement.consumed > 0 for movement in seen)
    alone = all(movement.looked < 2 for movement in seen)
    return moved or (alone and case.pulled_a_second(look) != 0)


def _has_clients(case: Case, look: Snapshot) -> bool:
    return look.owners_shown or bool(counted_members(case))


_NEVER_READ_BY = {
    "not_permitted": say("the broker refuses every request for messages, so that nothing is committed"),
    "topic_missing": say("clients find no queue of a topic that does not exist"),
}


def nothing_but_retries(case: Case) -> Iterator[Pattern]:
    """Clients hold the queues of their group's retry topic, and it has no offset in any other: by several looks, of a
    group of which a client list shows no more."""
    looks = [look for look in case.snapshots if look.whole and look.owners_shown]
    if len(looks) > 1 and listed_topics(case) | topics_in_looks(looks) <= {case.retry_topic}:
        what = say("the group has clients and no offset in any topic but its retry topic")
        innocent = say("a group that subscribes to nothing, or started a moment ago")
        yield Pattern(what, _NEVER_READ_BY, innocent, CLIENT_LOG).in_look(looks[-1], looks[-1].rows)


_CAME_AND_WENT = {"start_refused": say("a client that is refused at its start shuts itself down, from 5.3.2 on")}


def gone_before_it_read(case: Case) -> Iterator[Pattern]:
    """The group has no client and never committed an offset, and it has its retry topic, which a broker makes with a
    client's first heartbeat (`ClientManageProcessor#heartBeat`, all versions)."""
    empty = [answer for answer in case.answers if answer.said.no_offsets]
    offline = [answer for answer in case.answers if answer.says_offline]
    if empty and offline and not (case.from_mqadmin or case.channels or case.logs_of("client")):
        yield Pattern(
            say("clients of the group came, are gone, and never committed an offset"),
            _CAME_AND_WENT,
            say("clients that broadcast, or are behind a proxy, and a group whose clients were stopped at once"),
            CLIENT_LOG,
            places=places_of((*empty[:2], *offline[:2])),
        )
