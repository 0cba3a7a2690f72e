"""Does a subscribed topic not exist? By what the name servers answer to clients and to mqadmin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Claim, core, need
from rmqkit.diagnosis.commands import ROUTE
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Text
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, first_moment, last_moment, times_of
from rmqkit.diagnosis.facts.transitions import DEFAULTS
from rmqkit.diagnosis.facts.witnesses import answer_place, progress_place
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.severity import Severity
from rmqkit.language import joined, say
from rmqkit.rocketmq.internal_topics import is_user_topic

ID = "topic_missing"
_NO_TOPIC = 17
# A topic may be made a moment after its consumer starts: what lasts is said more often.
_MANY = 3


def claims(case: Case, _: Sequence[Finding]) -> Iterable[Claim]:
    """One claim for each topic that somebody subscribes to and a name server does not know."""
    for topic in _subscribed(case):
        answers, missed = _answered(case, topic), _missed(case, topic)
        if (answers or missed) and not _refused(case, topic):
            yield _claim(case, topic, answers, missed)


def _subscribed(case: Case) -> list[str]:
    """Topics of the group's table and of its clients' own words; a client shares out what it subscribes to."""
    failed = [event for event in case.facts.events_named("rebalance_failed") if event.group == case.group]
    named = {*case.facts.topics, *case.wanted_topics, *(event.topic for event in failed if event.topic)}
    return sorted(topic for topic in named if is_user_topic(topic))


def _answered(case: Case, topic: str) -> list[Answer]:
    answers = [answer for answer in case.facts.answers if answer.code == _NO_TOPIC]
    return [answer for answer in answers if topic == answer.topic or answer.said.names_whole(topic)]


def _missed(case: Case, topic: str) -> list[Event]:
    """What clients say of it: they ask for the routes of all their topics again and again, so what they
    do not say again, as long as their logs go on, is over."""
    missed = case.facts.events_named("route_missing", source="client")
    return [event for event in missed if event.topic == topic and _said_to_the_end(case, event)]


def _said_to_the_end(case: Case, event: Event) -> bool:
    of_log = case.facts.events_named("route_missing", source="client", file=event.file)
    again = [other for other in of_log if other.topic == event.topic]
    return any(case.recent(other, case.transitions.routes_asked_again) for other in again)


def _refused(case: Case, topic: str) -> bool:
    """Who has queues of it was given them by a route: brokers refuse the pulls, which says more."""
    pulls = case.facts.events_named("pull_rejected", source="client")
    return any(event.topic == topic and event.code == _NO_TOPIC for event in pulls)


def _claim(case: Case, topic: str, answers: Sequence[Answer], missed: Sequence[Event]) -> Claim:
    lasts = _lasts(case, missed)
    known = _known(case, topic)
    alone = {topic} >= set(filter(is_user_topic, case.facts.topics))
    return Claim(
        ID,
        say("Topic {topic} does not exist: no name server has a route of it", topic=topic),
        joined(
            " ",
            [
                say("Clients subscribe to {topic} and get none of it.", topic=topic),
                say("They have no other topic, so they find no broker and are connected to none.") if alone else "",
            ],
        ),
        Severity.CRITICAL if alone else Severity.WARNING,
        signs=(
            core(say("a name server has no route of it"), len(answers) + times_of(missed), against=known),
            need(say("it says so for longer than a start takes"), len(answers) > 1 or lasts, command=ROUTE),
        ),
        topics=(topic,),
        clients=tuple(sorted(who for who, words in case.live_subscriptions.items() if topic in words.topics)),
        evidence=(*map(answer_place, answers[:4]), *(event.place for event in (*missed[:2], *missed[-2:]))),
        since=first_moment(missed),
        explains=("group_offline", "connection_problem") if alone else (),
    )


def _lasts(case: Case, missed: Sequence[Event]) -> bool:
    first, last = first_moment(missed), last_moment(missed)
    if first is None or last is None or not any(case.recent(event) for event in missed):
        return False
    return times_of(missed) >= _MANY and last - first >= DEFAULTS.second_heartbeat


def _known(case: Case, topic: str) -> list[EvidenceLine]:
    """Lines that show the topic with queues: a route, or a look."""
    routed = [
        EvidenceLine(broker.file, broker.line, f"{broker.broker} {topic}")
        for broker in case.facts.routes.get(topic, ())
    ]
    rows = [
        progress_place(look.file, row) for look, row in case.facts.newest_looks.values() if row.queue.topic == topic
    ]
    return [*routed, *rows][:4]


EXPLANATION = Explanation(
    id=ID,
    rank=55,
    claims=claims,
    command=ROUTE,
    messages=frozenset({"route_missing", "rebalance_failed", "topic_not_exist", "consumer_list_failed"}),
    text=Text(
        CAUSE,
        "A topic that the group subscribes to does not exist: it was never made, its name is written otherwise, or it is "
        "in another cluster. Its clients run and get nothing of it; the group's other topics are not concerned.",
        "mqadmin topicRoute -t TOPIC answers CODE 17 'No topic route info in name server'; the client's log repeats 'get "
        "Topic [TOPIC] RouteInfoFromNameServer is not exist value'.",
        (
            "Compare the name with mqadmin topicList; create the topic (mqadmin updateTopic -c CLUSTER -t TOPIC), or "
            "correct the subscription in all clients of the group.",
        ),
        ("Do not delete or make anew the group: it is not what is missing.",),
    ),
)
