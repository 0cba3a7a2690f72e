"""Settings that a broker logged and that keep a group from consuming. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.commands import CLIENT_LOG, ROUTE
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.formats.logs.carried.configs import GroupConfig, TopicConfig
from rmqkit.language import Phrase, say

FIT = 5
CLOSED = Suspect(
    "unreadable_queues", say("producers go on writing to queues that the topic's new settings close to readers")
)
REFUSED = Suspect("not_permitted", say("with these settings the broker refuses the group's requests for messages"))
_TOPIC_EVENTS = ("topic_created", "topic_updated")
_GROUP_EVENTS = ("group_config_created", "group_config_updated")
_OVER = say("settings that were changed again after the log's end, or by another broker's log")


def patterns(case: Case) -> Iterator[Pattern]:
    """By the last settings of each of the group's topics, and of the group itself,
    in each broker's log."""
    yield from _of_topics(case)
    yield from _of_the_group(case)


def _of_topics(case: Case) -> Iterator[Pattern]:
    events = case.facts.events_named(*_TOPIC_EVENTS, source="broker")
    for topic, (event, config) in _last_topics(events).items():
        closed = config.write_queues > config.read_queues or not config.readable
        if topic in case.facts.topics and closed:
            yield Pattern(
                _given(topic, config),
                1,
                (CLOSED,) if config.readable else (CLOSED, REFUSED),
                _OVER,
                ROUTE,
                topics=(topic,),
                places=(event.place,),
            )


def _given(topic: str, config: TopicConfig) -> Phrase:
    queues = say(
        "{topic} was given {read_queues} read and {write_queues} write queues",
        topic=topic,
        read_queues=config.read_queues,
        write_queues=config.write_queues,
    )
    if config.readable:
        return queues
    return say("{queues}, and no read permission", queues=queues)


def _last_topics(events: Iterable[Event]) -> dict[str, tuple[Event, TopicConfig]]:
    told = [(event, config) for event in events if (config := event.carried.topic_config)]
    return {config.topic: (event, config) for event, config in told}


def _of_the_group(case: Case) -> Iterator[Pattern]:
    events = case.facts.events_named(*_GROUP_EVENTS, source="broker")
    told = [(event, config) for event in events if (config := event.carried.group_config)]
    of_group = [(event, config) for event, config in told if config.group == case.group]
    for event, config in of_group[-1:]:
        if what := _switched_off(case, config):
            yield Pattern(what, 1, (REFUSED,), _OVER, CLIENT_LOG, places=(event.place,))


def _switched_off(case: Case, config: GroupConfig) -> str:
    if not config.may_consume:
        return say("consuming is switched off for the group (consumeEnable=false)")
    broadcasting = any(told.model == "BROADCASTING" for told in case.models.values())
    if broadcasting and not config.may_broadcast:
        return say(
            "broadcasting is switched off for the group (consumeBroadcastEnable=false), and its clients broadcast",
        )
    return ""
