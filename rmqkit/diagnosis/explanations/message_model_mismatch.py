"""Does one group hold clustering and broadcasting clients, or push and pop clients?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import POP
from rmqkit.diagnosis.case.members import perhaps_one_after_another, writers
from rmqkit.diagnosis.claims import Claim, Severity, about, core, follows, need, refuted_claim
from rmqkit.diagnosis.commands import CONNECTION, STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.group import Roster
from rmqkit.diagnosis.facts.known import distinct, grouped, latest
from rmqkit.diagnosis.facts.logs import Event, first_moment, places_of, times_of
from rmqkit.diagnosis.wording import ranges, short, who_says_what
from rmqkit.language import joined, say
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.client_id import DEFAULT_INSTANCE

ID = "message_model_mismatch"
_WHAT_FOLLOWS = {
    "BROADCASTING": say(
        "All of them count when clustering clients share out queues. A broadcasting client reads "
        "every queue and commits nothing to the broker, so its share stands still there",
    ),
    POP: say(
        "All of them count when queues are shared out, but a popping client takes messages "
        "from every queue, those of the others included. Queues counted on it",
    ),
}


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By the models that the members themselves name (running info, registrations, connects), by what their heartbeats
    do to the group's table, or by what they write when they rebalance."""
    kinds = grouped(sorted((client.model, client_id) for client_id, client in case.models.items()))
    if len(kinds) > 1:
        yield _claim(case, kinds)
    elif turning := _retry_topic_turns(case):
        yield _by_retry_topic(case, turning)
    elif changing := _lists_that_change(case.rosters):
        yield _by_lists(changing)
    elif logged := _rebalances_of_both(case):
        yield _by_rebalances(case, *logged)
    elif kinds and case.membership.complete and set(case.models) == case.live == _asked(case):
        places = [client.place for client in case.models.values()]
        yield refuted_claim(ID, say("two members name different models"), places)


def _retry_topic_turns(case: Case) -> list[Event]:
    """Records that take the group's own retry topic out of its table and put it back.

    Clustering push consumers subscribe to it, and no other ones (`DefaultMQPushConsumerImpl#copySubscription`, all
    versions): whose heartbeat has it not broadcasts, or pulls.
    """
    turns = case.events_named("subscription_topic_added", "subscription_topic_removed", source="broker")
    own = [event for event in turns if event.topic == case.retry_topic]
    removed = times_of([event for event in own if event.event == "subscription_topic_removed"])
    goes_on = any(map(case.recent, own))
    return own if goes_on and removed > 1 and times_of(own) > removed else []


def _by_retry_topic(case: Case, turning: Sequence[Event]) -> Claim:
    broadcasting = [channel for channel in case.channels if channel.opened and _broadcasts(channel.opened)]
    return Claim(
        ID,
        say("Clients of the group seem to consume by different models: its retry topic comes and goes"),
        say(
            "Clustering push consumers subscribe to {retry}, no other ones do: each heartbeat of a client that broadcasts, "
            "or pulls, takes it out of the group's table.",
            retry=case.retry_topic,
        ),
        Severity.WARNING,
        signs=(
            follows(say("the group's retry topic comes and goes in its table"), len(turning)),
            core(say("a client says that it broadcasts"), len(broadcasting), command=STATUS),
        ),
        clients=distinct(channel.client_id for channel in broadcasting),
        evidence=places_of([*(channel.opened for channel in broadcasting[:2] if channel.opened), *turning[:4]]),
        since=first_moment(turning),
        explains=("duplicate_consumption", "flapping_subscription"),
        details={"more_possible": True},
    )


def _broadcasts(opened: Event) -> bool:
    kind = opened.carried.consumer_kind
    return kind is not None and kind.message_model == "BROADCASTING"


def _lists_that_change(rosters: Sequence[Roster]) -> list[Roster]:
    """The lists of one and the same connections that name different models, the earliest of each.

    A group's model is that of its newest heartbeat (`ConsumerGroupInfo#updateChannel`), and no
    running client changes its own.
    """
    listed = grouped((roster.at_addresses, roster) for roster in rosters if roster.message_model)
    for connections, of_them in listed.items():
        models = {roster.message_model: roster for roster in reversed(of_them)}
        if len(models) > 1 and connections and all(address for _, address in connections):
            return list(models.values())
    return []


def _by_lists(changing: Sequence[Roster]) -> Claim:
    ids = sorted({client for roster in changing for client in roster.client_ids})
    models = sorted({roster.message_model or "" for roster in changing})
    broadcasting = [client for client in ids if client.endswith(f"@{DEFAULT_INSTANCE}")]
    return Claim(
        ID,
        say("One group holds clients of different models: {models}", models=joined(", ", models)),
        say(
            "The same connections are listed with one model and then with another: each heartbeat writes its client's "
            "own. An id that ends in DEFAULT is a broadcasting client's: {clients}. {what}.",
            clients=short(broadcasting) or say("none of those listed"),
            what=_WHAT_FOLLOWS["BROADCASTING"],
        ),
        Severity.CRITICAL,
        signs=(core(say("the same connections are listed with different models"), len(changing)),),
        clients=tuple(ids),
        evidence=tuple(place for roster in changing for place in roster.places_of(ids[0])),
        explains=("duplicate_consumption",),
        details={"more_possible": True},
    )


class _Rebalances(NamedTuple):
    """The last record of a rebalance in the log of a client that takes every queue of a topic, and in that of one that
    shares them out."""

    everything: Event
    shared: Event


def _rebalances_of_both(case: Case) -> _Rebalances | None:
    """Only a broadcasting client writes `messageQueueChanged`, only others which strategy gave them what
    (`RebalanceImpl#rebalanceByTopic`, all versions); both wrote their logs at one time."""
    newest = _newest_shares(case)
    everything = [event for event in newest if event.event == "queue_set_changed"]
    shared = [event for event in newest if event.event == "rebalance_result"]
    pairs = (_Rebalances(one, other) for one in everything for other in shared if one.topic == other.topic)
    return next((pair for pair in pairs if _wrote_at_one_time(case, pair)), None)


def _newest_shares(case: Case) -> list[Event]:
    """The last record in each log of what a rebalance of a topic gave the client, whichever way it reads."""
    said = case.own_events("queue_set_changed", "rebalance_result", source="client")
    newest = {(event.file, event.topic): event for event in said if event.carried.share}
    return list(newest.values())


def _wrote_at_one_time(case: Case, pair: _Rebalances) -> bool:
    """Each log reaches beyond the other's record by more than a client is silent."""
    ends = [case.end_of(event.file) for event in pair]
    moment = latest(event.at for event in pair)
    return moment is not None and all(end and end - moment > case.transitions.heartbeat for end in ends)


def _by_rebalances(case: Case, everything: Event, shared: Event) -> Claim:
    wrote = writers(case)
    who = distinct(wrote.get(event.file) or event.file for event in (everything, shared))
    return Claim(
        ID,
        say(
            "One group holds clients of different models: {models}", models=joined(", ", ["BROADCASTING", "CLUSTERING"])
        ),
        say(
            "{one} takes every queue of {topic}, as only broadcasting clients do, while {other} shares them out. {what}.",
            one=who[0],
            other=who[-1],
            topic=everything.topic or "?",
            what=_WHAT_FOLLOWS["BROADCASTING"],
        ),
        Severity.CRITICAL,
        signs=(core(say("one client takes every queue while another shares them out"), len(who)),),
        clients=distinct(wrote.get(event.file) for event in (everything, shared)),
        topics=distinct(event.topic for event in (everything, shared)),
        evidence=places_of((everything, shared)),
        explains=("duplicate_consumption",),
        details={"more_possible": True},
    )


def _asked(case: Case) -> set[str]:
    """Who said itself how its queues are read: a registration is the same for popping and pulling clients."""
    return {info.client_id for info in case.asked}


def _claim(case: Case, kinds: Mapping[str, list[str]]) -> Claim:
    share = _share(case, kinds)
    together = not perhaps_one_after_another(case, case.models)
    what = _WHAT_FOLLOWS[POP if POP in kinds else "BROADCASTING"]
    return Claim(
        ID,
        say("One group holds clients of different models: {models}", models=who_says_what(kinds)),
        say("{what}: {queues}.", what=what, queues=ranges(share) or say("no queue is known")),
        Severity.CRITICAL,
        signs=(
            core(say("two members name different models"), len(case.models)),
            need(say("they were members at the same time"), together, command=CONNECTION),
        ),
        **about(share),
        clients=tuple(sorted(case.models)),
        evidence=tuple(client.place for client in case.models.values()),
        explains=("duplicate_consumption",),
        details={
            "read_by_several": _read_by_several(case, kinds),
            "more_possible": not case.live <= set(case.models),
        },
    )


def _share(case: Case, kinds: Mapping[str, list[str]]) -> list[MessageQueue]:
    """The queues that everybody counts on the broadcasting or popping clients."""
    others = {client for kind in ("BROADCASTING", POP) for client in kinds.get(kind, ())}
    return sorted(queue for queue, who in _owners(case) if others & set(who))


def _read_by_several(case: Case, kinds: Mapping[str, list[str]]) -> tuple[MessageQueue, ...]:
    """Queues of clustering clients: broadcasting and popping clients take messages from
    every queue as well."""
    pushing = set(kinds.get("CLUSTERING", ()))
    return tuple(sorted(queue for queue, who in _owners(case) if pushing & set(who)))


def _owners(case: Case) -> list[tuple[MessageQueue, tuple[str, ...]]]:
    allocations = [case.recomputed.allocations.get(topic) for topic in case.topics]
    return [pair for allocated in allocations if allocated for pair in allocated.owners.items()]


EXPLANATION = Explanation(
    id=ID,
    rank=50,
    claims=claims,
    command=STATUS,
    messages=frozenset({"offset_moved_back", "pull_rejected", "subscription_not_latest"}),
    suspected=say("Clients of the group may consume by different models"),
    shown_by=need(say("two members name different models"), met=False, command=STATUS),
    kind=CAUSE,
    what="One group holds clustering and broadcasting clients (or push and pop clients). A broadcasting client counts as a "
    "member when the others share out the queues, but commits nothing to the broker.",
    confirm="Compare messageModel in the running info of each client, or the consumeType and messageModel in the broker's log.",
    remedy=(
        "Use one message model in the group; give broadcasting consumers a group of their own.",
        "Restart the clients that differ after the change.",
    ),
    do_not=("Do not reset offsets: the share of the broadcasting client is still to be consumed by the others.",),
)
