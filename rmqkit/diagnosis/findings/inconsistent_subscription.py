"""Do the clients of the group subscribe to different topics, tags or expression types; now or in the past?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from operator import attrgetter

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.collisions import allocation_with_unique_ids
from rmqkit.diagnosis.case.flapping import PROGRESS, flappings
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.lag import Course, movements, work
from rmqkit.diagnosis.case.observations import unseen
from rmqkit.diagnosis.case.popped import popped_topics, pulled_topics
from rmqkit.diagnosis.case.recomputation import last_seen
from rmqkit.diagnosis.case.worlds import accepted_allocation, inferred_subscribers
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.known import distinct, grouped, is_after, latest, runs
from rmqkit.diagnosis.facts.logs import (
    Event,
    clients_in,
    last_moment,
    places_of,
    reported_after,
    span_of,
    times_of,
    topics_in,
)
from rmqkit.diagnosis.facts.transitions import REFUSALS_GO_ON
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, consequences, finding, refuted, words
from rmqkit.diagnosis.relations.members import last_roster, may_not_have_overlapped, together_since
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.diagnosis.relations.settings import listeners_apart
from rmqkit.diagnosis.relations.wants import Disagreement, difference, refusals, wanted_since
from rmqkit.diagnosis.wording import count, named_parties, ranges, short, wishes
from rmqkit.language import Phrase, joined
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic

sentence = words("inconsistent_subscription")


@finding("inconsistent_subscription")
def inconsistent_subscription(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By what members say of themselves; else by owners that only different subscriptions give; else by what these leave
    behind where nobody says who wants what."""
    if case.disagreement:
        yield _members_differ(case, case.disagreement)
    elif subscribers := inferred_subscribers(case):
        yield _owners_differ(case, subscribers)
    elif trace := next(_traces(case), None):
        yield trace
    elif case.subscriptions_known and case.membership.complete and (len(case.live) > 1 or case.membership.each_once):
        alike = [line for wants in case.live_subscriptions.values() for line in wants.places[:1]]
        yield refuted("inconsistent_subscription", "differ", alike)
    elif apart := listeners_apart(case):
        # Two listeners in code that want different things; whether both run, code does not tell.
        wanted = {listener.name: wishes(listener.topics) for listener in apart}
        yield Seen(
            case="in_code",
            signs={"trace": apart, "together": ()},
            values={
                "listeners": joined(", ", wanted),
                "wanted": "; ".join(f"{name}: {topics}" for name, topics in wanted.items()),
            },
            topics=distinct(topic for listener in apart for topic in listener.topics),
            evidence=[place for listener in apart for place in listener.places[:4]],
            details={"subscriptions": {listener.name: dict(listener.topics) for listener in apart}},
        )


def _members_differ(case: Case, differing: Disagreement) -> Seen:
    reported, members = (
        {who: wants for who, wants in subscriptions.items() if wants.topics or wants.exact}
        for subscriptions in (case.process_subscriptions, case.live_subscriptions)
    )
    together = not may_not_have_overlapped(case, members)
    # Of whoever says nothing of himself, the owners tell what he wants.
    world = accepted_allocation(case) if inferred_subscribers(case) else case.recomputed
    orphans: list[MessageQueue] = []
    if together:
        # But for those whose reader is missing because several processes share an id.
        by_twins = set(case.recompute({}).orphans()) - set(allocation_with_unique_ids(case).orphans())
        orphans = world.orphans(set(differing.whole) - case.broadcast_topics)
        orphans = [queue for queue in orphans if queue not in by_twins]
        if world.contradictions_since(case.members_since):
            # Shared out otherwise: what somebody was seen with is read.
            orphans = [queue for queue in orphans if not last_seen(queue, case.observations)]
    changed = {who: wanted_since(case, wants) for who, wants in reported.items()}

    def apart(one: str, other: str) -> object:
        return difference({one: reported[one], other: reported[other]})

    since = together_since(case, reported, apart, changed) if together else None
    read = _each_read(case, differing.whole, since)
    orphans = [] if read else orphans
    topics = {who: {topic: str(text) for topic, text in wants.topics.items()} for who, wants in reported.items()}
    # Who broadcasts reads every queue of its topics, and divides none; who pops asks for its own topics, of every queue
    # that brokers let it have (`PopMessageProcessor#processRequest`, 5.0.0 and later).
    popped = bool(differing.whole) and popped_topics(case).issuperset(differing.whole) and not orphans
    harmless = read or (popped and world.allocations.keys() >= set(differing.whole))
    mild = not together or ((popped or read) and not differing.filtered)
    divided = differing.whole and not case.reported_broadcasting and not popped and not read
    recomputed = [world.sentence(case.strategy_text)] if divided and not case.unlisted else []
    # A registration looks the same for popping and pulling clients (`ConsumerData`, all versions).
    pulled = not pulled_topics(case).isdisjoint(differing.whole)
    shared = ("shares_unread" if pulled else "unless_popped") if divided else "popped" if popped else "each_read"
    why = [sentence(shared)] if divided or harmless else []
    why += [sentence("overwritten")] if differing.whole else []
    # From a heartbeat that removes a topic on, pulls of it are refused until the next one that has it
    # (`ConsumerGroupInfo#updateSubscription`, `PullMessageProcessor#processRequest`, all versions).
    if differing.whole and together and (refused := times_of(refusals(case))):
        why.append(sentence("pauses", times=count(refused, "time")))
    if differing.filtered:
        newest = last_roster(case)
        listed = {
            topic: text
            for topic, text in (newest.subscriptions if newest else {}).items()
            if topic in differing.filtered
        }
        table = sentence("table", wishes=wishes(listed)) if listed else ""
        pops = case.given_out == GivenOut.BY_POP
        why.append(sentence("filtered_popped") if pops else sentence("filtered", table=table))
    why += recomputed
    why += [sentence("unread", queues=count(len(orphans), "queue"), orphans=ranges(orphans))] if orphans else []
    return Seen(
        case="both" if differing.whole and differing.filtered else "topics" if differing.whole else "expressions",
        signs={
            "differ": reported,
            "together": together,
            "said_since": bool(differing.whole) or case.reported_since_changes,
            **consequences(case, world, orphans, sentence("given_by")),
        },
        values={
            "number": len(reported),
            "wishes": named_parties(
                grouped((wishes(topics[who]) or sentence("nothing"), who) for who in sorted(topics))
            ),
        },
        recomputed=recomputed[0] if recomputed and together else None,
        why=joined(" ", why) if together else sentence("one_after_another"),
        severity=(Severity.NOTICE if harmless and together else Severity.WARNING) if mild else None,
        topics=differing.topics,
        queues=orphans,
        clients=sorted(members),
        evidence=[place for wants in reported.values() for place in wants.places],
        since=since,
        details={
            "subscriptions": topics,
            "more_possible": bool(orphans) and case.subscribers_partial,
            "undivided": not divided,
            "harm": tuple(_unlisted(case, differing.whole)) if divided and together else (),
        },
    )


def _unlisted(case: Case, topics: Collection[str]) -> Iterator[Phrase]:
    """The topics that some members want and that nothing shows the queues of: without a committed offset of the group
    no snapshot lists them (`AdminBrokerProcessor#getConsumeStats`, all versions), whatever waits there."""
    unseen = [topic for topic in sorted(set(topics) & case.wanted_topics) if not queues_of(case, topic)]
    if unseen and len(case.snapshots) > 1:
        yield sentence("unlisted", topics=joined(", ", unseen))


def _each_read(case: Case, topics: Collection[str], since: datetime | None) -> bool:
    """Whether every queue of these topics was read after each member had counted the others: what was read last of it
    was stored then (`AdminBrokerProcessor#getConsumeStats`: the time of the message before the group's offset, all
    versions), and it is read to its end, or was just before the look. No share is left unread, however they come by
    their queues. Where offsets were put elsewhere that time tells nothing."""
    members_since = latest([since, case.members_since])
    counted = members_since and members_since + case.transitions.handover
    queues = {queue for topic in topics for queue in queues_of(case, topic)}
    looks = [case.newest_looks[queue] for queue in queues if queue in case.newest_looks]
    if len(looks) < len(queues) or not looks or reported_after(case.records("offset.put"), counted):
        return False
    just_before = {look: look.newest_read and look.newest_read - case.transitions.heartbeat for look, _ in looks}
    return all(
        is_after(row.last_time, counted) and (row.diff <= 0 or is_after(row.last_time, just_before[look]))
        for look, row in looks
    )


def _owners_differ(case: Case, subscribers: Mapping[str, frozenset[str]]) -> Seen:
    """Every share of some clients is nobody's: they are listed and hold their shares of other topics."""
    world = accepted_allocation(case)
    topics = sorted(topic for topic, who in subscribers.items() if who != case.live)
    orphans = world.orphans(topics)
    unseen_of = {topic: unseen(case.whole_shares(topic), case.live, case.observations) for topic in topics}
    undecided = sorted(frozenset().union(*unseen_of.values()))
    missing = []
    for who, lacked in grouped((case.live - subscribers[topic] - unseen_of[topic], topic) for topic in topics).items():
        if not who:
            continue
        more = any(unseen_of[topic] for topic in lacked)
        clients = sentence("at_least", clients=short(sorted(who))) if more else short(sorted(who))
        missing.append(sentence("lacks", number=len(who), clients=clients, topics=joined(", ", lacked)))
    last = case.snapshots[-1]
    unowned = [last.place(row) for row in last.rows if row.queue.topic in topics and row.client_ip is None]
    # Whether outputs list each topic a heartbeat before the newest output, or later: they leave one out while others'
    # heartbeats have removed it, and for good once nobody subscribes to it any more.
    listed = [(snapshot.at, snapshot.topics) for snapshot in case.snapshots]
    listed += [(roster.at, frozenset(roster.subscriptions)) for roster in case.client_lists]
    newest = latest(at for at, _ in listed)
    seen = [latest(at for at, there in listed if topic in there) for topic in topics]
    still_listed = all(not newest or not at or newest - at <= case.transitions.heartbeat for at in seen)
    return Seen(
        case="by_owners",
        signs={
            "members": case.membership.complete,
            "owners": world.reproduces,
            "still_listed": still_listed,
            "undecided": Witnesses(not undecided, values={"clients": short(undecided)}),
            **consequences(case, world, orphans, sentence("given_by")),
        },
        values={"missing": joined("; ", missing)},
        recomputed=world.sentence(case.strategy_text),
        topics=topics,
        queues=orphans,
        clients=sorted(case.live.difference(undecided)),
        evidence=(*case.membership.places, *unowned),
        details={"more_possible": bool(undecided)},
    )


def _traces(case: Case) -> Iterator[Seen]:
    """What different subscriptions leave behind, the most telling first."""
    if flaps := flappings(case):
        asked = case.asked_by_topic and all(flap.where == PROGRESS for flap in flaps)
        yield Seen(
            case="one_topic_each" if asked else "topics_differ",
            signs={"trace": flaps, "differ": ()},
            severity=None if (ongoing := any(flap.ongoing for flap in flaps)) else Severity.NOTICE,
            ongoing=ongoing,
            topics=distinct(topic for flap in flaps for topic in flap.topics),
            clients=sorted(case.live),
            evidence=[place for flap in flaps for place in flap.places[:4]],
            until=latest(flap.last for flap in flaps),
        )
    if refused := _lasting_refusals(case):
        yield _trace("topics_differ", refused, any(map(case.recent, refused)))
    # `subscription changed, group: G OLD: ... NEW: ...` whose OLD and NEW differ in more than their version
    # (`ConsumerGroupInfo#updateSubscription`, all versions). Those bring an earlier expression of the topic back that
    # two clients register in turn, each with a newer version at each rebalance
    # (`RebalancePushImpl#messageQueueChanged`): the newest stays.
    other = [event for event in case.records("wants.changed") if event.carried.other_expression]
    changed = [event for event in other if event.topic and is_user_topic(event.topic)]
    returned = []
    for events in grouped(((event.file, event.topic), event) for event in changed).values():
        before: set[str] = set()
        for event in events:
            if event.carried.replaced:
                old, new = event.carried.replaced
                returned += [event] if new in before else []
                before |= {old, new}
    ongoing = bool(returned) and case.recent(returned[-1])
    # What all members want now speaks against it now, and not against what was.
    if returned and not (ongoing and case.subscriptions_known and case.membership.complete):
        yield _trace("expression_returns", returned, ongoing)
    # consumerStatus compares texts (`ConsumerRunningInfo`, 4.0.0 to 5.4), so tags in another order differ.
    warned = [answer for answer in case.answers if answer.subscription_verdict == "different"]
    if warned and not case.subscriptions_known:
        signs = {"trace": warned, "differ": ()}
        yield Seen(case="mqadmin_warns", signs=signs, clients=sorted(case.live), evidence=places_of(warned))
    if changed and not case.subscriptions_known:
        yield _trace("expression_changed", changed, True)


def _trace(name: str, events: Sequence[Event], ongoing: bool) -> Seen:
    """Records that different subscriptions bring about; which members they are, nobody says."""
    return Seen(
        case=name,
        signs={"trace": events, "differ": ()},
        values={"topics": joined(", ", topics_in(events)) or sentence("no_topic")},
        course=Course(events, ongoing, over=not ongoing),
        topics=topics_in(events),
        clients=clients_in(events),
        evidence=[event.place_with_reason if event.code else event.place for event in events[:6]],
    )


def _lasting_refusals(case: Case) -> list[Event]:
    """Pulls of a subscribed topic that were refused for minutes, in one log; none where they are over or explained.

    A client repeats its whole subscription with every heartbeat, and only a heartbeat without a topic removes it
    (`ConsumerGroupInfo#updateSubscription`, all versions). Refusals of two starts on two days are no row.
    """
    refused = [] if case.subscriptions_known else [event for event in refusals(case) if event.last_at]
    by_log = sorted(grouped((event.file, event) for event in refused).items())
    rows = [row for _, log in by_log for row in runs(log, REFUSALS_GO_ON, attrgetter("at"), attrgetter("last_at"))]
    longest = max(rows, key=span_of, default=[])
    last, long = last_moment(longest), case.transitions.repeated
    later = movements(case.looks_after(last + long)) if last and span_of(longest) > long else None
    return [] if later is None or work([one for one in later.values() if one.queue.is_users]) else longest
