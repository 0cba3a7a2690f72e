"""Do the clients of the group want different things?

Different topics, tags or expression types; now or in the past.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, combinations
from operator import attrgetter
from typing import Any

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.collisions import without_twins
from rmqkit.diagnosis.case.flapping import flappings
from rmqkit.diagnosis.case.members import perhaps_one_after_another
from rmqkit.diagnosis.case.recomputation import Recomputed
from rmqkit.diagnosis.case.settings_written import listeners_apart
from rmqkit.diagnosis.case.subscriptions import (
    ClientSubscription,
    Disagreement,
    difference,
    refusals,
    wanted_since,
)
from rmqkit.diagnosis.case.worlds import accepted_allocation, inferred_subscribers, undecided_subscribers
from rmqkit.diagnosis.claims import Claim, Severity, core, extent, follows, need, refuted_claim
from rmqkit.diagnosis.commands import CONNECTION, STATUS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings, consequences
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, latest, runs
from rmqkit.diagnosis.facts.logs import (
    Event,
    EvidenceLine,
    brokers_of,
    clients_in,
    first_moment,
    last_moment,
    places_of,
    span_of,
    times_of,
    topics_in,
)
from rmqkit.diagnosis.facts.transitions import REFUSALS_GO_ON
from rmqkit.diagnosis.wording import count, ranges, short, who_says_what
from rmqkit.language import Phrase, joined, say, say_counted
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic

ID = "inconsistent_subscription"
_FLAPS = ("flapping_subscription", "orphan_queues")
_TOLD = need(say("two members say that they subscribe differently"), met=False, command=STATUS)
_ONE_AFTER_ANOTHER = say(
    "What the clients say of themselves is of different times and no broker tells who "
    "is connected: they may have followed each other, as before and after a release.",
)
_UNNAMED = say("Not recomputed: shares go by the order of client ids, and of some members only addresses are known.")


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """By the clients' own words, by owners that only it gives, by what it leaves in logs,
    by mqadmin's warning."""
    if case.disagreement:
        return [_by_their_words(case, case.disagreement)]
    inferred = inferred_subscribers(case)
    if inferred:
        return [_by_owners(case, inferred)]
    return filter(None, [_by_traces(case) or _refuted(case) or _in_code(case)])


def _in_code(case: Case) -> Claim | None:
    """Code that makes it: two listeners of the group that want different things. Whether both run, code does not tell."""
    apart = listeners_apart(case)
    if not apart:
        return None
    wanted = {listener.name: _as_text(listener.topics) for listener in apart}
    return Claim(
        ID,
        say("The code gives one group to {listeners} with different subscriptions", listeners=joined(", ", wanted)),
        say(
            "{wanted}: all consumers of a group have to subscribe to the same topics with the same expressions. Where "
            "these run at the same time, part of the queues is read by nobody, or messages are filtered away.",
            wanted="; ".join(f"{name}: {topics}" for name, topics in wanted.items()),
        ),
        Severity.WARNING,
        signs=(
            follows(say("code sets up consumers of this group that subscribe differently"), len(apart)),
            need(say("they run at the same time"), False, command=STATUS),
        ),
        topics=distinct(topic for listener in apart for topic in listener.topics),
        evidence=tuple(place for listener in apart for place in listener.places[:4]),
        details={"subscriptions": {listener.name: dict(listener.topics) for listener in apart}},
    )


def _as_text(topics: Mapping[str, str]) -> str:
    return ", ".join(f"{topic} {expression}" for topic, expression in topics.items())


def _refuted(case: Case) -> Claim | None:
    """All members say what they subscribe to, and it is the same; who is not known may want something else."""
    if not case.subscriptions_known or not case.membership.complete or len(case.live) < 2:
        return None
    places = [place for words in case.live_subscriptions.values() for place in words.places[:1]]
    return refuted_claim(ID, say("two members say that they subscribe differently"), places)


def _by_their_words(case: Case, differing: Disagreement) -> Claim:
    words, told = _that_speak(case.live_subscriptions), _that_speak(case.told_subscriptions)
    apart = perhaps_one_after_another(case, words)
    orphans = () if apart else _orphans_of(case, differing)
    return Claim(
        ID,
        _title_of(told, differing),
        _ONE_AFTER_ANOTHER if apart else _why(case, case.recomputed, differing, orphans),
        Severity.WARNING if apart else Severity.CRITICAL,
        signs=(
            core(say("two members say that they subscribe differently"), len(told)),
            need(say("they were members at the same time"), not apart, command=CONNECTION),
            *consequences(case, case.recomputed, orphans, given_by=say("these subscriptions give")),
        ),
        topics=differing.topics,
        queues=orphans,
        brokers=brokers_of(orphans),
        clients=tuple(sorted(words)),
        evidence=tuple(place for wants in told.values() for place in wants.places),
        since=None if apart else _since(case, words),
        explains=_explained_by(differing),
        details={"subscriptions": _table(told)},
    )


def _that_speak(subscriptions: Mapping[str, ClientSubscription]) -> dict[str, ClientSubscription]:
    """Those of clients that say what they want, be it nothing."""
    return {who: wants for who, wants in subscriptions.items() if wants.topics or wants.exact}


def _title_of(told: Mapping[str, ClientSubscription], found: Disagreement) -> Phrase:
    """What the clients disagree on, and who wants what."""
    return say(
        "{clients} of one group subscribe to different {kinds}: {wishes}",
        clients=count(len(told), "client"),
        kinds=_KINDS[bool(found.whole), bool(found.filtered)],
        wishes=who_says_what(grouped((_wish(words), who) for who, words in sorted(told.items()))),
    )


# whether topics differ, whether expressions do
_KINDS = {
    (True, True): say("topics and expressions"),
    (True, False): say("topics"),
    (False, True): say("expressions"),
    (False, False): say("things"),
}


def _wish(words: ClientSubscription) -> Phrase:
    wanted = joined(", ", [f"{topic} {wanted}" for topic, wanted in sorted(words.topics.items())])
    return wanted or say("nothing")


def _explained_by(found: Disagreement) -> tuple[str, ...]:
    of_topics = ("orphan_queues", "flapping_subscription") if found.whole else ()
    return (*of_topics, *(("tag_mismatch_silent_loss",) if found.filtered else ()))


def _orphans_of(case: Case, differing: Disagreement) -> tuple[MessageQueue, ...]:
    """The queues that nobody reads, but for those that ids standing for several processes take their reader away."""
    twins_alone = set(case.recompute({}).orphans()) - set(without_twins(case).orphans())
    return tuple(queue for queue in case.recomputed.orphans(differing.whole) if queue not in twins_alone)


def _table(told: Mapping[str, ClientSubscription]) -> dict[str, dict[str, str]]:
    return {who: {topic: str(text) for topic, text in wants.topics.items()} for who, wants in told.items()}


def _why(case: Case, recomputed: Recomputed, differing: Disagreement, orphans: Sequence[MessageQueue]) -> Phrase:
    topics = say(
        "Each client counts all the others when it shares out the queues of its topics, so "
        "the shares of clients that do not subscribe to a topic are read by nobody, and "
        "each heartbeat overwrites the group's subscription table.",
    )
    tags = say(
        "The broker filters by the newest subscription only and each client then filters by its "
        "own, so messages that only other clients want are dropped on its queues, without any lag.",
    )
    sql = say(
        "The broker filters by the newest subscription only, and a client does not check SQL92 itself: it gets what "
        "passes the broker's filter, and messages that only other filters let through are dropped, without any lag.",
    )
    if any(
        text.tags is None and text.text for words in case.live_subscriptions.values() for text in words.topics.values()
    ):
        tags = sql
    sentences = [topics if differing.whole else "", tags if differing.filtered else ""]
    if differing.whole:
        sentences.append(_UNNAMED if case.unnamed else recomputed.sentence(case.strategy_text))
    if orphans:
        sentences.append(
            say("{queues} without a consumer: {orphans}.", queues=count(len(orphans), "queue"), orphans=ranges(orphans))
        )
    return joined(" ", sentences)


def _since(case: Case, told: Mapping[str, ClientSubscription]) -> datetime | None:
    """From when on two clients were connected and had their different wishes, as the brokers saw it."""
    began = {
        client: latest([channel.opened_at, wanted_since(case, told[client])])
        for channel in case.channels
        if (client := channel.client_id) and client in told and channel.live and channel.opened_at
    }
    pairs = combinations(sorted(began), 2)
    apart = [(one, other) for one, other in pairs if difference({one: told[one], other: told[other]})]
    return earliest(latest([began[one], began[other]]) for one, other in apart)


def _by_owners(case: Case, subscribers: Mapping[str, frozenset[str]]) -> Claim:
    """Owners that only different subscriptions reproduce,
    where no source tells the subscriptions themselves."""
    recomputed = accepted_allocation(case)
    topics = tuple(sorted(topic for topic, who in subscribers.items() if who != case.live))
    orphans = recomputed.orphans(topics)
    undecided = frozenset().union(*undecided_subscribers(case).values())
    missing = sorted({client for topic in topics for client in case.live - subscribers[topic] - undecided})
    why = say(
        "Every queue in the share of {missing} has no owner and does not move, while these "
        "clients are in the client list and hold their shares of other topics. {recomputed}",
        missing=short(missing),
        recomputed=recomputed.sentence(case.strategy_text),
    )
    return Claim(
        ID,
        _missing_title(missing, topics, at_least=bool(undecided)),
        why,
        Severity.CRITICAL,
        signs=(
            need(say("the list of members is complete"), case.membership.complete, command=CONNECTION),
            need(say("every look shows the owners of these subscriptions"), recomputed.reproduces, command=STATUS),
            need(say("the newest looks still list the topics"), _still_listed(case, topics), command=CONNECTION),
            extent(
                say("who of {clients} subscribes to it", clients=short(sorted(undecided))),
                not undecided,
                command=STATUS,
            ),
            *consequences(case, recomputed, orphans, given_by=say("these subscriptions give")),
        ),
        topics=topics,
        queues=tuple(orphans),
        clients=tuple(sorted(case.live - undecided)),
        brokers=brokers_of(orphans),
        evidence=(*case.membership.places, *_unowned_places(case, topics)),
        explains=("orphan_queues", "flapping_subscription"),
        details={"more_possible": bool(undecided)},
    )


def _still_listed(case: Case, topics: Iterable[str]) -> bool:
    """Whether outputs list each of the topics a heartbeat before the newest output, or later: they leave one out
    while others' heartbeats have removed it, and for good once nobody subscribes to it any more."""
    listed = [(look.at, look.topics) for look in case.snapshots]
    listed += [(roster.at, frozenset(roster.subscriptions)) for roster in case.client_lists]
    newest = latest(at for at, _ in listed)
    seen = [latest(at for at, there in listed if topic in there) for topic in topics]
    return all(not newest or not at or newest - at <= case.transitions.heartbeat for at in seen)


def _missing_title(missing: Sequence[str], topics: Sequence[str], *, at_least: bool) -> Phrase:
    if at_least:
        return say_counted(
            len(missing),
            "{clients} (at least) does not subscribe to {topics}, others do",
            "{clients} (at least) do not subscribe to {topics}, others do",
            clients=short(missing),
            topics=joined(", ", topics),
        )
    return say_counted(
        len(missing),
        "{clients} does not subscribe to {topics}, others do",
        "{clients} do not subscribe to {topics}, others do",
        clients=short(missing),
        topics=joined(", ", topics),
    )


def _unowned_places(case: Case, topics: tuple[str, ...]) -> list[EvidenceLine]:
    last = case.snapshots[-1]
    rows = [row for row in last.rows if row.queue.topic in topics and row.client_ip is None]
    return [last.place(row) for row in rows]


# What different subscriptions leave behind where no source says who wants what: each trace is one way to the same
# suspicion.


def _by_traces(case: Case) -> Claim | None:
    """The most telling one."""
    ways = (_flapping, _refusals, _expressions_that_come_back, _mqadmins_word, _changed_expressions)
    return next(chain.from_iterable(way(case) for way in ways), None)


def _trace(
    title: str,
    why: str,
    severity: Severity,
    what: str,
    times: int,
    *,
    ongoing: bool = True,
    **of: Any,  # noqa: ANN401
) -> Claim:
    """Somebody disagrees, but no source says who."""
    weighs = severity if ongoing else Severity.NOTICE
    return Claim(ID, title, why, weighs, signs=(follows(what, times), _TOLD), ongoing=ongoing, **of)


def _flapping(case: Case) -> Iterator[Claim]:
    """The broker's table changes again and again: only a heartbeat without a topic removes it."""
    flaps = flappings(case)
    if not flaps:
        return
    ongoing = any(flap.ongoing for flap in flaps)
    topics = distinct(topic for flap in flaps for topic in flap.topics)
    yield _trace(
        _seem_to_differ(topics),
        say(
            "Only a heartbeat without a topic removes it from the group's table, and it came "
            "back each time. Who subscribes to what is not in the evidence.",
        ),
        Severity.CRITICAL,
        say("topics leave the group's table and come back"),
        len(flaps),
        evidence=tuple(place for flap in flaps for place in flap.places[:4]),
        explains=_FLAPS,
        topics=topics,
        clients=tuple(sorted(case.live)),
        ongoing=ongoing,
        until=None if ongoing else latest(flap.last for flap in flaps),
    )


def _refusals(case: Case) -> Iterator[Claim]:
    """Pulls of a subscribed topic are refused for minutes:
    another member's heartbeats take it out of the table."""
    refused = _forgotten_refusals(case)
    if not refused:
        return
    ongoing = any(case.recent(event) for event in refused)
    topics = topics_in(refused)
    minutes = span_of(refused).total_seconds() / 60
    yield _trace(
        _seem_to_differ(topics),
        say(
            "Pulls were refused {times} over {minutes:.0f} minutes because the broker's table "
            "of the group lacked the subscription, which every heartbeat of the client renews: "
            "a heartbeat of another member takes it away. Who that is, is not in the evidence.",
            times=count(times_of(refused), "time"),
            minutes=minutes,
        ),
        Severity.CRITICAL,
        say("the table lacks what a client subscribes to, over several heartbeats"),
        len(refused),
        evidence=tuple(event.place_with_reason for event in refused[:6]),
        explains=_FLAPS,
        topics=topics,
        clients=clients_in(refused),
        ongoing=ongoing,
        since=first_moment(refused),
        until=None if ongoing else last_moment(refused),
    )


def _mqadmins_word(case: Case) -> Iterator[Claim]:
    """consumerStatus compared what the evidence does not show.

    It compares subscriptions as text (ConsumerRunningInfo, 4.0.0 to 5.4), so tags in
    another order differ.
    """
    warnings = [answer for answer in case.answers if answer.subscription_verdict == "different"]
    if warnings and not case.subscriptions_known:
        yield _trace(
            say(
                "mqadmin found different subscriptions in the group; who wants what is not in the evidence",
            ),
            say(
                "consumerStatus compares the clients' subscriptions as text, so tags in another "
                "order are enough for its warning. The running info that it wrote tells who "
                "subscribes to what.",
            ),
            Severity.WARNING,
            say("mqadmin warns of different subscriptions"),
            len(warnings),
            evidence=places_of(warnings),
            explains=("orphan_queues", "flapping_subscription", "tag_mismatch_silent_loss"),
            clients=tuple(sorted(case.live)),
        )


def _expressions_that_come_back(case: Case) -> Iterator[Claim]:
    """A topic's expression is replaced, and then the one before it is there again.

    Each client keeps its own wish and registers it with a newer version at each rebalance, and the newest version
    stays (`ConsumerGroupInfo#updateSubscription`, `RebalancePushImpl#messageQueueChanged`): two wishes alternate.
    """
    by_topic = grouped(((event.file, event.topic), event) for event in _changes_of_expression(case))
    came_back = [event for events in by_topic.values() for event in _returns(events)]
    ongoing = bool(came_back) and case.recent(came_back[-1])
    # What all members want now speaks against it now, and not against what was.
    refuted = ongoing and case.subscriptions_known and case.membership.complete
    if came_back and not refuted:
        yield _trace(
            say(
                "Clients of the group seem to want different messages of {topics}: its expression goes to and fro",
                topics=joined(", ", topics_in(came_back)),
            ),
            say(
                "The newest subscription replaces the one before in the group's table. One that comes back was "
                "registered again by a client that still asks for it: messages that only the others want are "
                "filtered away meanwhile.",
            ),
            Severity.WARNING,
            say("an expression that was replaced comes back"),
            len(came_back),
            evidence=places_of(came_back[:6]),
            explains=("tag_mismatch_silent_loss",),
            topics=topics_in(came_back),
            ongoing=ongoing,
            since=first_moment(came_back),
            until=None if ongoing else last_moment(came_back),
        )


def _changes_of_expression(case: Case) -> list[Event]:
    changed = case.events_named("subscription_changed", source="broker")
    return [
        event
        for event in changed
        if not event.carried.only_version_differs and event.topic and is_user_topic(event.topic)
    ]


def _returns(events: Sequence[Event]) -> list[Event]:
    """Those of one topic in one broker's log that bring back an earlier subscription."""
    before: set[str] = set()
    returns = []
    for event in events:
        if event.carried.replaced:
            old, new = event.carried.replaced
            returns += [event] if new in before else []
            before |= {old, new}
    return returns


def _changed_expressions(case: Case) -> Iterator[Claim]:
    """The broker's table took another expression for a topic:
    a release does that once, two kinds of clients do too.

    `subscription changed, group: G OLD: ... NEW: ...` whose OLD and NEW differ in more than their
    version (`ConsumerGroupInfo#updateSubscription`, all versions).
    """
    changed = _changes_of_expression(case)
    if changed and not case.subscriptions_known:
        topics = topics_in(changed)
        yield _trace(
            say(
                "Clients of the group may want different messages of {topics}: its expression changed",
                topics=joined(", ", topics),
            ),
            say(
                "The newest subscription replaces the one before in the group's table. After a "
                "release all clients ask for the new one; where some still ask for the old one, "
                "messages are filtered away.",
            ),
            Severity.NOTICE,
            say("the table takes another expression"),
            len(changed),
            evidence=places_of(changed[:6]),
            explains=("tag_mismatch_silent_loss",),
            topics=topics,
        )


def _seem_to_differ(topics: Sequence[str]) -> Phrase:
    if not topics:
        return say("Clients of the group seem to subscribe to different topics")
    return say(
        "Clients of the group seem to subscribe to different topics: {topics}",
        topics=joined(", ", topics),
    )


def _forgotten_refusals(case: Case) -> list[Event]:
    """Pulls of a subscribed topic that were refused for minutes, in one log;
    none where they are over or explained.

    A client repeats its whole subscription with every heartbeat, and only a heartbeat without a
    topic removes it (`ConsumerGroupInfo#updateSubscription`, all versions). Where all subscriptions
    are known, they decide.
    """
    refused = [] if case.subscriptions_known else _longest(refusals(case))
    lasting = bool(refused) and span_of(refused) > case.transitions.repeated
    return refused if lasting and not case.works_since(refused) else []


def _longest(refused: Sequence[Event]) -> list[Event]:
    """The longest row of refusals in one log; those of two starts on two days are none."""
    logs = sorted(grouped((event.file, event) for event in refused if event.last_at).items())
    rows = (row for _, events in logs for row in runs(events, REFUSALS_GO_ON, attrgetter("at"), attrgetter("last_at")))
    return max(rows, key=span_of, default=[])


EXPLANATION = Explanation(
    id=ID,
    rank=20,
    claims=claims,
    command=STATUS,
    messages=frozenset(
        {
            "subscription_topic_added",
            "subscription_topic_removed",
            "subscription_changed",
            "topic_not_in_subscription",
            "subscription_not_exist",
            "consumer_info_changed",
            "pull_rejected",
        }
    ),
    suspected=say("Clients of the group may subscribe differently"),
    shown_by=_TOLD,
    kind=CAUSE,
    what="Clients of one consumer group subscribe to different topics, tags or expression types. The broker keeps one "
    "subscription table per group, so each heartbeat overwrites the other clients' entries; and every client counts "
    "all members when it shares out a topic's queues, including those that never ask for their share.",
    confirm="mqadmin consumerStatus -g GROUP -s, then compare '#Consumer Subscription#' in the file of each client.",
    remedy=(
        "Give all clients of the group the same subscriptions (topics, tags and expression types).",
        "Where applications need different topics, give each application a consumer group of its own.",
        "During a gray release, subscribe in all pods first and use the new topic afterwards, "
        "or let the gray pods use a group of their own.",
    ),
    do_not=(
        "Do not add consumers to the group: the new ones get shares of queues they do not read as well.",
        "Do not reset offsets: the waiting messages would be skipped; they are delivered once the subscriptions agree.",
    ),
)
