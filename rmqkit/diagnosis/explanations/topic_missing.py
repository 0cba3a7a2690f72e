"""Does a subscribed topic not exist? By what the name servers answer to clients and to mqadmin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import lasts
from rmqkit.diagnosis.case.members import last_roster
from rmqkit.diagnosis.claims import Claim, Rival, Severity, core, follows, need
from rmqkit.diagnosis.commands import ROUTE, STATUS, TOPICS
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Findings
from rmqkit.diagnosis.facts.group import Answer
from rmqkit.diagnosis.facts.known import earliest, is_after
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, first_moment, places_of, times_of, topics_in
from rmqkit.formats.characters import bare_name
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq.internal_topics import is_user_topic

ID = "topic_missing"
_NO_TOPIC = 17
_STARTS = ("consumer_started", "client_started")
# What a client writes down again and again while it has no route of a topic: where the first is left out, the others.
_MISSED = (("route_missing",), ("route_failed", "rebalance_failed"))
_SHOWS_THE_TOPIC = frozenset({"topic_created", "route_changed", "route_stored"})


def claims(case: Case, _: Findings) -> Iterable[Claim]:
    """One claim for each topic that somebody subscribes to and a name server does not know."""
    for topic in _subscribed(case):
        denied = _Denied.of(case, topic)
        if (denied.answers or denied.missed) and not _refused(case, topic):
            yield _claim(case, topic, denied)


def _subscribed(case: Case) -> list[str]:
    """Topics of the group's table and of its clients' own words; a client shares out what it subscribes to.

    Where every client's subscription is known, what neither they nor the newest list want any more is not missed.
    """
    newest = last_roster(case)
    named = {*case.topics, *case.wanted_topics, *topics_in(case.own_events("rebalance_failed"))}
    if case.subscriptions_known:
        named &= {*case.wanted_topics, *(newest.subscriptions if newest else ())}
    return sorted(filter(is_user_topic, named))


@dataclass(frozen=True)
class _Denied:
    """Who says that there is no route of a topic: name servers to mqadmin, and clients of what they asked for."""

    answers: tuple[Answer, ...]
    missed: tuple[Event, ...]

    @classmethod
    def of(cls, case: Case, topic: str) -> _Denied:
        """Name servers say so in words of their own (`RouteInfoManager#pickupTopicRouteData` found
        nothing); a broker that lacks the topic has the same code, and others may have it.

        Clients ask for the routes of all their topics again and again, so what they do not say
        again, as long as their logs go on, is over.
        """
        no_route = [answer for answer in case.answers if answer.code == _NO_TOPIC and answer.said.no_route]
        return cls(
            tuple(answer for answer in no_route if topic == answer.topic or answer.said.names_whole(topic)),
            tuple(event for event in _missed(case, topic) if _said_to_the_end(case, topic, event)),
        )

    @property
    def by_name_servers(self) -> int:
        """How often a name server said so, to mqadmin or to a client."""
        return len(self.answers) + times_of(event for event in self.missed if event.carried.no_route)

    @property
    def first(self) -> datetime | None:
        """When it was said first, where every answer tells its moment."""
        moments = [answer.at for answer in self.answers]
        return None if None in moments else earliest([*moments, first_moment(self.missed)])


def _missed(case: Case, topic: str, file: str | None = None) -> list[Event]:
    """That a client lacks the topic's route: the answer, be it in an exception, or that it cannot share it out."""
    told = (case.events_named(*names, source="client", file=file) for names in _MISSED)
    missed = ([event for event in events if _lacks(event, topic)] for events in told)
    return next(filter(None, missed), [])


def _lacks(event: Event, topic: str) -> bool:
    if event.event == "route_failed":
        return event.carried.no_route and topic in event.carried.reason.split()
    return event.topic == topic and (event.event == "route_missing" or event.carried.lacks_route)


def _said_to_the_end(case: Case, topic: str, event: Event) -> bool:
    again = _missed(case, topic, event.file)
    return any(case.recent(other, case.transitions.routes_asked_again) for other in again)


def _refused(case: Case, topic: str) -> bool:
    """Who has queues of it was given them by a route: brokers refuse the pulls, which says more."""
    pulls = case.events_named("pull_rejected", source="client")
    return any(event.topic == topic and event.code == _NO_TOPIC for event in pulls)


def _claim(case: Case, topic: str, denied: _Denied) -> Claim:
    """`shown` is what the evidence has of the topic's queues: later than its denial it refutes,
    earlier it leaves open what became of the topic."""
    answers, missed = denied.answers, denied.missed
    shown = _shown(case, topic)
    before = [place for at, place in shown if is_after(denied.first, at)]
    alone = {topic} >= set(filter(is_user_topic, case.topics))
    return Claim(
        ID,
        _title(case, topic, shown=bool(shown)),
        joined(
            " ",
            [
                say("Clients subscribe to {topic} and get none of it.", topic=topic),
                _written_otherwise(case, topic),
                _without_it(case, topic) if alone else "",
            ],
        ),
        Severity.CRITICAL if alone else Severity.WARNING,
        signs=(
            core(
                say("a name server has no route of it"),
                denied.by_name_servers,
                against=[place for _, place in shown if place not in before][:4],
            ),
            follows(say("clients have no route of it"), missed),
            need(
                say("it says so for longer than a start takes"),
                len(answers) > 1 or (lasts(missed) and any(map(case.recent, missed))),
                command=ROUTE,
            ),
            need(
                say("no client holds a queue of it, by its own word or by its log from its start on"),
                _never_held(case, missed),
                command=STATUS,
            ),
        ),
        rivals=(
            Rival(say("the topic was there: it was deleted, or the brokers that have it are gone"), not before, TOPICS),
            Rival(
                say("no broker at all is registered with the name server that was asked"),
                _knows_a_broker(case, topic),
                TOPICS,
            ),
        ),
        topics=(topic,),
        clients=tuple(sorted(case.wanted(topic))),
        evidence=(*places_of(answers[:4]), *places_of((*missed[:2], *missed[-2:]))),
        since=first_moment(missed),
        explains=("group_offline", "connection_problem") if alone else (),
    )


def _title(case: Case, topic: str, *, shown: bool) -> Phrase:
    """Name servers of one cluster know nothing of another's topics; clients of one process that share an id share the
    first one's name servers (`MQClientManager#getOrCreateMQClientInstance`, all versions)."""
    if topic in case.elsewhere:
        return say(
            "Topic {topic} is not in the cluster that these clients are connected to; the one at {servers} has it",
            topic=topic,
            servers=case.elsewhere[topic],
        )
    if bare_name(topic) != topic:
        return say(
            "Topic {topic} does not exist: the name that clients subscribe to is {meant} and a character more",
            topic=topic,
            meant=bare_name(topic),
        )
    if shown:
        return say("Topic {topic} is not known to the name servers that were asked", topic=topic)
    return say("Topic {topic} does not exist: no name server has a route of it", topic=topic)


def _written_otherwise(case: Case, topic: str) -> Phrase | str:
    """What a name has that nobody sees, or its quotes: a client takes it as its configuration gives it."""
    meant = bare_name(topic)
    if meant == topic:
        return ""
    known = say("{meant} itself is there.", meant=meant) if meant in {*case.routes, *case.status} else ""
    return joined(
        " ",
        [
            say(
                "The name is {meant} with a character more at its end or beginning ({topic}: ␍ is a carriage return, "
                "as of a file with Windows line ends, ␠ a blank): for RocketMQ that is another topic.",
                meant=meant,
                topic=topic,
            ),
            known,
            say("Take the character out of where the name is set, as an environment file or a YAML value."),
        ],
    )


def _without_it(case: Case, topic: str) -> Phrase:
    """A client sends heartbeats to the brokers of all its topics' routes, whichever of its groups they are of."""
    if topic in case.elsewhere:
        return say(
            "Which name servers a client asks is told by its namesrvAddr; clients of one process that have the same id "
            "(instanceName, unitName) share one instance, and all of them ask the name servers of the first."
        )
    return say("They have no other topic, so they find no broker and are connected to none.")


def _never_held(case: Case, missed: Sequence[Event]) -> bool:
    """Whether every member was asked, or a log begins with its client's start: whoever held a queue of the topic
    would have said so (`_shown`). consumerProgress leaves out topics that a broker has no more."""
    asked = {info.client_id for info in case.asked}
    started = [case.events_named(*_STARTS, source="client", file=event.file) for event in missed]
    return (bool(asked) and case.live <= asked) or any(started)


def _shown(case: Case, topic: str) -> list[tuple[datetime | None, EvidenceLine]]:
    """Lines that show the topic with queues, each with its moment: a route, a look, what a client
    held or a log says of one of its queues."""
    routed = [(None, broker.place) for broker in case.routes.get(topic, ())]
    rows = [(look.at, look.place(row)) for look, row in case.newest_looks.values() if row.queue.topic == topic]
    held = [
        (info.at, info.held_place(queue))
        for info in case.running
        for queue in info.queues
        if queue.queue.topic == topic
    ]
    logged = [(event.last_at, event.place) for event in case.events if event.topic == topic and _tells_queues(event)]
    return [*routed, *rows, *held, *logged]


def _tells_queues(event: Event) -> bool:
    """A queue's number, a share of the topic, its making, or a broker in its route."""
    return event.queue is not None or bool(event.queues_given) or event.event in _SHOWS_THE_TOPIC


def _knows_a_broker(case: Case, topic: str) -> bool:
    """Whether anybody was led to a broker: a look, a client list, a route of another topic, a broker's own log."""
    routes = [other for other, brokers in case.routes.items() if other != topic and brokers]
    by_brokers = any(event.source == "broker" for event in case.events)
    return bool(case.snapshots or case.client_lists or routes or by_brokers)


EXPLANATION = Explanation(
    id=ID,
    rank=55,
    claims=claims,
    command=ROUTE,
    suspected=say("A topic may not exist where the clients look for it"),
    shown_by=need(say("requests for its route that go on failing with CODE 17"), met=False, command=ROUTE),
    messages=frozenset({"route_missing", "rebalance_failed", "topic_not_exist", "consumer_list_failed"}),
    kind=CAUSE,
    what="A topic that the group subscribes to does not exist: it was never made, its name is written otherwise, or it is "
    "in another cluster. Its clients run and get nothing of it; the group's other topics are not concerned.",
    confirm="mqadmin topicRoute -t TOPIC answers CODE 17 'No topic route info in name server'; the "
    "client's log repeats 'get Topic [TOPIC] RouteInfoFromNameServer is not exist value'.",
    remedy=(
        "Compare the name with mqadmin topicList; create the topic (mqadmin updateTopic -c "
        "CLUSTER -t TOPIC), or correct the subscription in all clients of the group.",
    ),
    do_not=("Do not delete or make anew the group: it is not what is missing.",),
)
