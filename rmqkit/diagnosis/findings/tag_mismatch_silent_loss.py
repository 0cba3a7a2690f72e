"""Are messages filtered out for everybody, since clients of one group want different messages of one topic?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, pairwise
from operator import itemgetter

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.lag import Movement, waiting_in
from rmqkit.diagnosis.case.stuck_queues import suspended
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.known import distinct, grouped
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.facts.transitions import COUNTERS_APART
from rmqkit.diagnosis.finding import Finding, causes_of
from rmqkit.diagnosis.finding_table import Seen, finding, words
from rmqkit.diagnosis.relations.members import broker_of, last_roster
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.diagnosis.relations.wants import Expression, process_wants
from rmqkit.diagnosis.wording import named_parties, ranges, short
from rmqkit.language import Phrase, joined
from rmqkit.language.clock import time_of_day
from rmqkit.rocketmq import MessageQueue

ALL = frozenset({"*"})
sentence = words("tag_mismatch_silent_loss")
# Two counts of one rate, over a minute that begins and ends otherwise, differ by less.
_MOST = 0.9


@finding("tag_mismatch_silent_loss")
def tag_mismatch_silent_loss(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """Per topic whose clients want different messages, or whose table holds what none of them wants; of members that
    agree, by what brokers hand out, and by mqadmin's word of single messages that the group's own filter left out."""
    causes = causes_of("tag_mismatch_silent_loss", findings)
    filtered = [answer for answer in case.answers if answer.said.filtered_away]
    unmatched = [] if causes else list(_unmatched(case))
    yield from unmatched
    if filtered and not causes and not unmatched:
        yield _of_single_messages(case, filtered)
    for topic in case.topics if causes else ():
        wanted = {who: said for who, said in process_wants(case, topic).items() if who in case.live_subscriptions}
        popped = case.given_out == GivenOut.BY_POP
        at_broker = None if popped else _brokers_filter(case, topic)
        expressions = [*chain.from_iterable(wanted.values()), *([at_broker] if at_broker and wanted else [])]
        passing = {one.lets_through for one in expressions}
        if all(one.same_as(expressions[0]) for one in expressions) or (len(passing) == 1 and None not in passing):
            continue
        lost = _lost(wanted, at_broker)
        queues = _filtered_queues(case, topic, at_broker, lost)
        waiting = [one for one in case.movements_of(queues) if one.stuck_with_owner]
        behind = {"places": ranges(one.queue for one in waiting), "waiting": waiting_in(waiting)}
        subscribing = [reported for reported in case.live_subscriptions.values() if topic in reported.topics]
        yield Seen(
            case="waits" if waiting else "",
            signs={
                "differ": wanted,
                "proven": any(cause.proven for cause in causes),
                # A pop request brings its own, and what does not pass it is passed over for the whole group
                # (`PopMessageProcessor#popMsgFromQueue`, 5.0.0 and later).
                "filter_known": popped or at_broker is not None,
                # Beside who wants every tag, whether there are messages of other tags than those named is not told; nor
                # whether one SQL92 expression leaves out what another one lets through.
                "named": any(lost.values()),
            },
            values={
                "topic": topic,
                "wishes": named_parties(grouped((str(one), who) for who in sorted(wanted) for one in wanted[who])),
                "filter": _filter_sentence(at_broker, popped=popped),
                "delivered": "" if popped else _delivery_sentences(wanted, at_broker, lost),
                **behind,
            },
            topics=[topic],
            queues=queues,
            clients=sorted(wanted),
            evidence=[place for reported in subscribing for place in reported.places_of(topic)],
            details={
                "lost": {who: sorted(tags) for who, tags in lost.items()},
                "harm": (
                    *filter(None, (_harm(topic, lost, behind, popped=popped), _measured(case, topic))),
                    *_ruled_before(case, topic, at_broker),
                ),
                "waiting": behind["places"],
                "left_out": _left_out(case, waiting),
            },
        )


def _of_single_messages(case: Case, filtered: Sequence[Answer]) -> Seen:
    """What mqadmin was asked about messages that the group's filter left out. One is perhaps left out by intent; not a
    tag that differs from a wanted one by case alone (tags are compared by their hash codes and by `equals`)."""
    newest = filtered[-1]
    topics = distinct(answer.topic for answer in filtered if answer.topic)
    wishes = {one for topic in topics for said in process_wants(case, topic).values() for one in said}
    wanted = next(iter(wishes)) if len(wishes) == 1 else None
    tag = newest.said.message_tag
    alike = sorted(one for one in (wanted and wanted.tags) or () if tag and one != tag and one.lower() == tag.lower())
    named = {"tag": tag or "", "topic": newest.topic or "", "wanted": wanted or "", "alike": joined(", ", alike)}
    return Seen(
        case="single_message",
        signs={"message_filtered": filtered, "wanted": (), "meant": False},
        title=sentence("filtered_tag", **named) if tag and wanted else None,
        severity=Severity.WARNING if alike else None,
        why=sentence("differs_by_case", **named) if alike else None,
        topics=topics,
        evidence=places_of(filtered[:6]),
        details={
            **(named if tag and wanted else {}),
            "single": True,
            "sender": newest.said.message_from or "",
            "born": newest.said.message_born or "",
        },
    )


def _unmatched(case: Case) -> Iterator[Seen]:
    """Per topic whose members want the same: none of what its offsets passed was handed out. Brokers count what they
    hand out after their filter (GROUP_GET_NUMS, `PullMessageProcessor`, all versions), sampled every 10 s and in one
    minute; pulls move offsets past what does not match (`DefaultMQPushConsumerImpl#correctTagsOffset`). A slave counts
    what it hands out itself, but clients count what they consume. Of a tag that is rare by intent the same is seen. A
    single bar separates no tags (`FilterAPI#buildSubscriptionData` splits at `||`, all versions)."""
    rates = [(look, case.pulled_a_second(look)) for look in case.snapshots]
    none_given = [look for look, rate in rates if rate == 0]
    given = any(rate for _, rate in rates)
    for topic in case.topics:
        wanted = {who: said for who, said in process_wants(case, topic).items() if who in case.live_subscriptions}
        told = (one for said in wanted.values() for one in said if one.text)
        own = next(told, None) or _brokers_filter(case, topic)
        if own is None or own.tags == ALL:
            continue
        bars = sorted(tag for tag in own.tags or () if "|" in tag)
        alone = not bars or own.tags == frozenset(bars)
        moved = [one for one in case.user_movements if one.queue.topic == topic and one.arrived > 0 < one.consumed]
        # More than one commit each, and for longer than a counter that begins holds its first messages already.
        lasting = [one for one in moved if (one.known_seconds or 0) > COUNTERS_APART.total_seconds()]
        passed = [one for one in lasting if len({row.consumer_offset for row in one.rows}) > 2]
        counted = _counted(case, topic)
        silent = passed if len(none_given) > 2 and not given else ()
        # Whatever was delivered passed the other tags, or is another topic's.
        delivered = any(counted) or (given and len(case.topics) == 1)
        if not (bars or silent) or (alone and delivered):
            continue
        parts = (part.strip() for part in (own.text or "").split("|") if bars)
        none_consumed = len(counted) >= len(case.live) > 0 and not any(counted)
        signs = {"none_given": silent, "none_consumed": none_consumed, "meant": False}
        yield Seen(
            case="one_tag" if bars else "unmatched",
            signs=signs | ({"one_bar": bars} if bars else {}),
            title=None if silent or not bars else sentence("one_tag", tags=joined(", ", bars)),
            severity=None if silent else Severity.WARNING if none_given and not given else Severity.NOTICE,
            values={
                "topic": topic,
                "filter": own,
                "tags": joined(", ", bars),
                "passed": sum(one.consumed for one in silent),
            },
            topics=[topic],
            queues=[one.queue for one in silent],
            clients=sorted(wanted),
            evidence=[
                *(one.subscription_place(topic) for one in case.client_lists[-1:] if topic in one.subscriptions),
                *(place for who in wanted for place in case.live_subscriptions[who].places_of(topic)),
                *(one.place for one in silent),
            ],
            details={"better": " || ".join(filter(None, parts)), "unmatched": str(own)},
        )


def _counted(case: Case, topic: str) -> list[float]:
    """How many messages a second each member's listener got, as the members that were asked count it
    (`ConsumeStatus#consumeOKTPS`, all versions)."""
    rates = chain.from_iterable(info.rates for who, info in case.newest_running.items() if who in case.live)
    return [rate.consume_ok_tps for rate in rates if rate.topic == topic and rate.consume_ok_tps is not None]


def _left_out(case: Case, waiting: Sequence[Movement]) -> list[MessageQueue]:
    """Of queues whose offset does not move those of which their client holds nothing: all that it pulls is filtered
    out, pulled again at once. Such a pull moves no offset (`DefaultMQPushConsumerImpl#pullMessage`, FOUND), one that brings nothing does
    (`#correctTagsOffset`, 4.2.0 to 5.3.3)."""
    away = suspended(case)
    empty = {
        (one.queue, one.consumer_offset)
        for info in case.asked
        for one in info.queues
        if info.client_id not in away and not one.dropped and one.cached_count == 0
        if info.asked_at and one.last_pull and info.asked_at - one.last_pull <= case.transitions.asked_again
    }
    return [one.queue for one in waiting if (one.queue, one.last.consumer_offset) in empty]


def _filter_sentence(at_broker: Expression | None, *, popped: bool) -> Phrase:
    if popped:
        return sentence("popped")
    return sentence("newest", filter=at_broker) if at_broker else sentence("newest_unknown")


def _harm(
    topic: str, lost: Mapping[str, frozenset[str]], behind: Mapping[str, object], *, popped: bool
) -> Phrase | str:
    """Which tags are lost on whose queues, and what waits there."""
    if popped:
        tags = sorted(frozenset().union(*lost.values()))
        return sentence("harm_popped", topic=topic, tags=joined(", ", tags)) if tags else ""
    alike = grouped((joined(", ", sorted(tags)), who) for who, tags in sorted(lost.items()) if tags)
    named = [sentence("lost", tags=tags, clients=short(clients)) for tags, clients in alike.items()]
    name = "harm_waits" if behind["places"] else "harm"
    return sentence(name, topic=topic, lost=joined("; ", named), **behind) if named else ""


def _ruled_before(case: Case, topic: str, at_broker: Expression | None) -> Iterator[Phrase]:
    """Which other filters a broker went by for a while, by its log: it has the one of the newest subVersion
    (`ConsumerGroupInfo#updateSubscription`), and filters all pulls by it (`PullMessageProcessor`, all versions). With
    each client that joins, all renew their subVersion (`RebalancePushImpl#messageQueueChanged`, 4.1.0 and later)."""
    told = [(one.at, one.file, one.carried) for one in case.records("wants.changed") if one.topic == topic and one.at]
    told = sorted((one for one in told if one[2].subscribed and one[2].other_expression), key=itemgetter(0))
    for file, changes in grouped((file, (at, said)) for at, file, said in told).items():
        turns: dict[str, list[datetime]] = {}
        for (taken, said), (replaced, _) in pairwise(changes):
            ruled = Expression(said.subscribed[-1].expression, said.subscribed[-1].expression_type)
            if at_broker and ruled.tags != ALL and not ruled.same_as(at_broker):
                turns.setdefault(str(ruled), []).extend((taken, replaced))
        for text, moments in turns.items():
            start, end = time_of_day(moments[0]), time_of_day(moments[-1])
            name, broker = "ruled_at_times" if moments[2:] else "ruled", broker_of(case, file) or file
            if start != end:
                yield sentence(name, broker=broker, topic=topic, filter=text, start=start, end=end)


def _measured(case: Case, topic: str) -> Phrase | str:
    """How many messages a second offsets pass, and how many of them listeners get by their clients' own count of the
    last minute: filters leave out the rest. Of processes with one id mqadmin asks one."""
    told = _counted(case, topic)
    moved = [one for one in case.user_movements if one.queue.topic == topic]
    passed = sum(one.consumed / one.known_seconds for one in moved if one.known_seconds)
    known, got = case.membership.each_once and len(told) == len(case.live), sum(told)
    return sentence("measured", passed=passed, got=got) if known and got < _MOST * passed else ""


def _brokers_filter(case: Case, topic: str) -> Expression | None:
    """What the group's table holds, by the newest client list that has the topic. Lists print expressions without their
    types: SQL92 where a member means it so."""
    newest = last_roster(case)
    lists = [*case.rosters, *([newest] if newest else [])]
    listed = [roster.subscriptions[topic] for roster in lists if topic in roster.subscriptions]
    if not listed:
        return None
    meant = [reported.topics[topic] for reported in case.subscriptions.values() if topic in reported.topics]
    typed = [wants for wants in meant if wants.tags is None and wants.text == listed[-1]]
    return typed[0] if typed else Expression(listed[-1])


def _lost(wanted: Mapping[str, Sequence[Expression]], at_broker: Expression | None) -> dict[str, frozenset[str]]:
    """Per client id, the tags that somebody wants and that nobody gets on its queues: what passes both the broker's
    filter and its own, or that of another process with the id, is delivered; what is not tags, or not known, lets
    everything through."""
    named = [one.lets_through or frozenset() for said in wanted.values() for one in said]
    everything = frozenset().union(*named) - ALL

    def passing(tags: frozenset[str] | None) -> frozenset[str]:
        return everything if tags in (ALL, None) else tags or frozenset()

    own = {who: frozenset().union(*(passing(one.tags) for one in said)) for who, said in wanted.items()}
    through_broker = passing(at_broker.lets_through if at_broker else None)
    return {who: everything - (tags & through_broker) for who, tags in own.items()}


def _filtered_queues(
    case: Case, topic: str, at_broker: Expression | None, lost: Mapping[str, frozenset[str]]
) -> list[MessageQueue]:
    """The queues of clients on whose side something is lost; all of the topic where no allocation tells, or where the
    broker's filter is SQL92, which lets no member have what only others want."""
    allocated = accepted_allocation(case).allocations.get(topic)
    if allocated is None or (at_broker and at_broker.lets_through is None):
        return queues_of(case, topic)
    owned = allocated.owners.items()
    return [queue for queue, who in owned if not who or any(lost.get(client, True) for client in who)]


def _delivery_sentences(
    wanted: Mapping[str, Sequence[Expression]], at_broker: Expression | None, lost: Mapping[str, frozenset[str]]
) -> Phrase:
    """A client looks at tags alone once more (`PullAPIWrapper#processPullResult`, all versions): one that filters by
    SQL92 takes what the broker lets through."""

    def delivered(client: str) -> Phrase:
        if lost[client]:
            return sentence("reaches_nobody", tags=joined(", ", sorted(lost[client])))
        if all(one.tags is not None for one in wanted[client]):
            return sentence("passes_both")
        return sentence("passes_broker", filter=at_broker or sentence("brokers_filter"))

    told = grouped((delivered(client), client) for client in sorted(wanted))
    return joined(" ", [sentence("on_queues", clients=short(clients), what=what) for what, clients in told.items()])
