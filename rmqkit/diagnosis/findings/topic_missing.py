"""Does a subscribed topic not exist? By what the name servers answer to clients and to mqadmin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import lasts
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import NO_TOPIC
from rmqkit.diagnosis.facts.known import earliest, is_after
from rmqkit.diagnosis.facts.logs import Event, first_moment, places_of, times_of, topics_in
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, Witnesses, finding, words
from rmqkit.diagnosis.relations.members import last_roster
from rmqkit.diagnosis.relations.serves import lines_with_queues
from rmqkit.language import Phrase, joined
from rmqkit.rocketmq.internal_topics import is_user_topic

sentence = words("topic_missing")


@finding("topic_missing")
def topic_missing(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """Topics that somebody subscribes to and a name server does not know. A broker that lacks the topic answers with
    the same code, and others may have it; who has queues of it was given them by a route, so that refused pulls say
    more. Where all subscriptions are known, what neither they nor the newest list name any more is not missed."""
    said = any(map(case.records, ("refused.route_missing", "refused.routes", "refused.rebalances")))
    if not said and all(answer.code != NO_TOPIC for answer in case.answers):
        return
    named = {*case.topics, *case.wanted_topics, *topics_in(case.records("refused.rebalances"))}
    if case.subscriptions_known:
        newest = last_roster(case)
        named &= {*case.wanted_topics, *(newest.subscriptions if newest else ())}
    pulls = case.records("refused.pulls")
    refused = {event.topic for event in pulls if event.code == NO_TOPIC}
    for topic in sorted(filter(is_user_topic, named - refused)):
        yield from _missing(case, topic)


def _missing(case: Case, topic: str) -> Iterator[Seen]:
    answers = [answer for answer in case.answers if answer.code == NO_TOPIC and answer.said.no_route]
    answers = [answer for answer in answers if topic == answer.topic or answer.said.names_whole(topic)]
    missed = _missed(case, topic)
    if not answers and not missed:
        return
    first = earliest([*(answer.at for answer in answers), first_moment(missed)])
    if any(answer.at is None for answer in answers):
        first = None
    shown = lines_with_queues(case, topic)
    before = [line for at, line in shown if is_after(first, at)]
    alone, elsewhere = {topic} >= set(filter(is_user_topic, case.topics)), topic in case.elsewhere
    sentences: list[Phrase | str] = [sentence("gets_nothing", topic=topic)]
    if alone:
        sentences.append(sentence("instances" if elsewhere else "connected_to_none"))
    yield Seen(
        case="elsewhere" if elsewhere else "shown" if shown else "",
        signs={
            # Later than its denial it refutes, earlier it leaves open what became of the topic.
            "no_route": Witnesses(
                len(answers) + times_of(event for event in missed if event.carried.no_route),
                [line for _, line in shown if line not in before][:4],
            ),
            "missed": missed,
            "lasts": len(answers) > 1 or (lasts(missed) and any(map(case.recent, missed))),
            "not_held": _everybody_would_have_said(case, missed),
            "was_there": not before,
            "no_broker": _knows_a_broker(case, topic),
        },
        values={"topic": topic, "servers": case.elsewhere.get(topic, "")},
        why=joined(" ", sentences),
        severity=Severity.CRITICAL if alone else Severity.WARNING,
        topics=(topic,),
        clients=sorted(case.wanted(topic)),
        evidence=places_of((*answers[:4], *missed[:2], *missed[-2:])),
        since=first_moment(missed),
        explains=("group_offline", "connection_problem") if alone else (),
    )


def _missed(case: Case, topic: str) -> list[Event]:
    """Where clients report that they lack the topic's route; if they do so nowhere, what fails for want of it. They ask
    for the routes of all their topics again and again: what is not repeated while a log goes on is over."""
    missed = [event for event in case.records("refused.route_missing") if event.topic == topic]
    if not missed:
        asked = [(event, event.carried) for event in case.records("refused.routes")]
        missed = [event for event, carried in asked if carried.no_route and topic in carried.reason.split()]
        shared = [event for event in case.records("refused.rebalances") if event.topic == topic]
        missed += [event for event in shared if event.carried.lacks_route]
    asked_again = case.transitions.routes_asked_again
    lately = {event.file for event in missed if case.recent(event, asked_again)}
    return [event for event in missed if event.file in lately]


def _everybody_would_have_said(case: Case, missed: Sequence[Event]) -> bool:
    """Whether every member was asked, or a log begins with its client's start: whoever held a queue of the topic would
    have said so (`lines_with_queues`). consumerProgress leaves out topics that a broker has no more."""
    asked = {info.client_id for info in case.asked}
    started = {event.file for event in case.records("member.log_begins")}
    return (bool(asked) and case.live <= asked) or any(event.file in started for event in missed)


def _knows_a_broker(case: Case, topic: str) -> bool:
    """Whether anybody was led to a broker: a snapshot, a client list, a route of another topic, a broker's own log."""
    routes = [other for other, brokers in case.routes.items() if other != topic and brokers]
    by_brokers = any(event.source == "broker" for event in case.events)
    return bool(case.snapshots or case.client_lists or routes or by_brokers)
