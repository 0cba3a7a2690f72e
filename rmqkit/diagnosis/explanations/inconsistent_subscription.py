"""Do the clients of the group want different things?

Different topics, tags or expression types; now or in the past.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import combinations

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.collisions import without_twins
from rmqkit.diagnosis.case.inferred_subscribers import inferred_subscribers, undecided_subscribers
from rmqkit.diagnosis.case.members import short
from rmqkit.diagnosis.case.recomputation import Recomputed
from rmqkit.diagnosis.case.running_together import perhaps_one_after_another
from rmqkit.diagnosis.case.settings_written import listeners_apart
from rmqkit.diagnosis.case.subscription_difference import Disagreement, difference, explained_by, title_of
from rmqkit.diagnosis.case.subscription_traces import Telling, Trace, subscription_traces
from rmqkit.diagnosis.case.subscriptions import ClientSubscription, wanted_since
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.claims import Claim, core, extent, follows, need, refuted_claim
from rmqkit.diagnosis.commands import CONNECTION, STATUS
from rmqkit.diagnosis.consequences import consequences
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Text
from rmqkit.diagnosis.facts.known import earliest, latest
from rmqkit.diagnosis.facts.logs import EvidenceLine, brokers_of
from rmqkit.diagnosis.facts.witnesses import progress_place
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.severity import Severity
from rmqkit.diagnosis.wording import count, ranges
from rmqkit.language import Phrase, joined, say, say_counted
from rmqkit.rocketmq import MessageQueue

ID = "inconsistent_subscription"
_SEVERITIES = {
    Telling.LASTS: Severity.CRITICAL,
    Telling.COMES_BACK: Severity.WARNING,
    Telling.A_WORD: Severity.WARNING,
    Telling.ONCE: Severity.NOTICE,
}

_UNNAMED = say("Not recomputed: shares go by the order of client ids, and of some members only addresses are known.")


def claims(case: Case, _: Sequence[Finding]) -> Iterable[Claim]:
    """By the clients' own words, by owners that only it gives, by what it leaves in logs,
    by mqadmin's warning."""
    if case.disagreement:
        return [_by_their_words(case, case.disagreement)]
    inferred = inferred_subscribers(case)
    if inferred:
        return [_by_owners(case, inferred)]
    return _by_traces(case) or _refuted(case) or _in_code(case)


def _in_code(case: Case) -> list[Claim]:
    """Code that makes it: two listeners of the group that want different things. Whether both run, code does not tell."""
    apart = listeners_apart(case)
    if not apart:
        return []
    wanted = {listener.name: _as_text(listener.topics) for listener in apart}
    return [
        Claim(
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
            topics=tuple(sorted({topic for listener in apart for topic in listener.topics})),
            evidence=tuple(place for listener in apart for place in listener.places[:4]),
            details={"subscriptions": {listener.name: dict(listener.topics) for listener in apart}},
        )
    ]


def _as_text(topics: Mapping[str, str]) -> str:
    return ", ".join(f"{topic} {expression}" for topic, expression in topics.items())


def _by_traces(case: Case) -> list[Claim]:
    return [_of_trace(trace) for trace in subscription_traces(case)[:1]]


def _refuted(case: Case) -> list[Claim]:
    """All members say what they subscribe to, and it is the same; who is not known may want something else."""
    if not case.subscriptions_known or not case.membership.complete or len(case.live) < 2:
        return []
    places = [place for words in case.live_subscriptions.values() for place in words.places[:1]]
    return [refuted_claim(ID, say("two members say that they subscribe differently"), places)]


def _by_their_words(case: Case, differing: Disagreement) -> Claim:
    words = {who: wants for who, wants in case.live_subscriptions.items() if wants.topics or wants.exact}
    apart = perhaps_one_after_another(case, words)
    orphans = () if apart else _orphans_of(case, differing)
    return Claim(
        ID,
        title_of(words, differing),
        _one_after_another() if apart else _why(case, case.recomputed, differing, orphans),
        Severity.WARNING if apart else Severity.CRITICAL,
        signs=(
            core(say("two members say that they subscribe differently"), len(words)),
            need(say("they were members at the same time"), not apart, command=CONNECTION),
            *consequences(case, case.recomputed, orphans, given_by=say("these subscriptions give")),
        ),
        topics=differing.topics,
        queues=orphans,
        brokers=brokers_of(orphans),
        clients=tuple(sorted(words)),
        evidence=tuple(place for wants in words.values() for place in wants.places),
        since=None if apart else _since(case, words),
        explains=explained_by(differing),
        details={"subscriptions": _table(words)},
    )


def _orphans_of(case: Case, differing: Disagreement) -> tuple[MessageQueue, ...]:
    """The queues that nobody reads, but for those that ids standing for several processes take their reader away."""
    twins_alone = set(case.recompute({}).orphans()) - set(without_twins(case).orphans())
    return tuple(queue for queue in case.recomputed.orphans(differing.whole) if queue not in twins_alone)


def _one_after_another() -> str:
    return say(
        "What the clients say of themselves is of different times and no broker tells who "
        "is connected: they may have followed each other, as before and after a release.",
    )


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
        client: latest([channel.opened_at, wanted_since(case.facts, told[client])])
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
    listed = [(look.at, look.topics) for look in case.facts.snapshots]
    listed += [(roster.at, frozenset(roster.subscriptions)) for roster in case.facts.client_lists]
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
    last = case.facts.snapshots[-1]
    rows = [row for row in last.rows if row.queue.topic in topics and row.client_ip is None]
    return [progress_place(last.file, row) for row in rows]


def _of_trace(trace: Trace) -> Claim:
    """Somebody disagrees, but no source says who."""
    return Claim(
        ID,
        trace.title,
        trace.why,
        _SEVERITIES[trace.telling] if trace.ongoing else Severity.NOTICE,
        signs=(
            follows(trace.what, trace.times),
            need(say("two members say that they subscribe differently"), met=False, command=STATUS),
        ),
        ongoing=trace.ongoing,
        topics=trace.topics,
        clients=trace.clients,
        evidence=trace.places,
        since=trace.since,
        until=trace.until,
        explains=trace.explains,
    )


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
    shown_by=need(say("two members say that they subscribe differently"), met=False, command=STATUS),
    text=Text(
        CAUSE,
        "Clients of one consumer group subscribe to different topics, tags or expression types. The broker keeps one "
        "subscription table per group, so each heartbeat overwrites the other clients' entries; and every client counts "
        "all members when it shares out a topic's queues, including those that never ask for their share.",
        "mqadmin consumerStatus -g GROUP -s, then compare '#Consumer Subscription#' in the file of each client.",
        (
            "Give all clients of the group the same subscriptions (topics, tags and expression types).",
            "Where applications need different topics, give each application a consumer group of its own.",
            "During a gray release, subscribe in all pods first and use the new topic afterwards, "
            "or let the gray pods use a group of their own.",
        ),
        (
            "Do not add consumers to the group: the new ones get shares of queues they do not read as well.",
            "Do not reset offsets: the waiting messages would be skipped; they are delivered once the subscriptions agree.",
        ),
    ),
)
