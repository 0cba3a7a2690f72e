"""What ends causes that lie in brokers, topics and their settings: the setting or command, filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rmqkit.diagnosis.case.members import short
from rmqkit.diagnosis.facts.group import READABLE, RouteBroker
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.remedies.situation import Remedy, Situation, falls, general, no_reset
from rmqkit.language import Phrase, joined, say

_READ_AND_WRITE = 6
_NOT_PERMITTED, _NO_TOPIC, _NO_GROUP = 16, 17, 26


def _unreadable(at: Situation) -> Remedy:
    # updateTopic sets what is not named to its defaults (8 queues), so everything is named.
    commands = [_open_again(at, topic, broker) for topic, broker in _closed(at)]
    if not commands:
        return general(at)
    lasts = _own_right(at)
    return Remedy(
        (*commands[:4], *([lasts] if lasts else [])),
        (no_reset(at), *general(at).never),
        (_route_is_open(at), falls(at)),
    )


def _closed(at: Situation) -> Iterator[tuple[str, RouteBroker]]:
    """The masters on which queues may not be read, with their topic."""
    for topic in at.finding.topics or at.case.facts.topics:
        for broker in at.case.facts.routes.get(topic, ()):
            if broker.unreadable_queues and broker.master is not False:
                yield topic, broker


def _open_again(at: Situation, topic: str, broker: RouteBroker) -> Phrase:
    queues = max(broker.read_queues, broker.write_queues or 0)
    command = f"mqadmin updateTopic -n NAMESRV -b BROKER -t TOPIC -r {queues} -w {queues} -p {broker.perm | READABLE}"
    return say(
        "{command}   ({broker}; its queues are then read)",
        command=at.command(command, TOPIC=topic, BROKER=broker.address or ""),
        broker=broker.broker,
    )


def _own_right(at: Situation) -> Phrase | str:
    """Without any right to read, the broker's own permission may be what closes the topic."""
    if all(broker.perm & READABLE for _, broker in _closed(at)):
        return ""
    return say("If perm stays without 4 the broker itself is closed: {command}", command=_open_broker(at))


def _open_broker(at: Situation) -> str:
    return at.command(f"mqadmin updateBrokerConfig -n NAMESRV -b BROKER -k brokerPermission -v {_READ_AND_WRITE}")


def _route_is_open(at: Situation) -> Phrase:
    return say(
        "{command}   then readQueueNums equals writeQueueNums and perm is {perm}",
        command=at.command("mqadmin topicRoute -n NAMESRV -t TOPIC", TOPIC="".join(at.finding.topics[:1])),
        perm=_READ_AND_WRITE,
    )


def _refused(at: Situation) -> Remedy:
    """By what the brokers answered; other answers get the general words."""
    reasons = {event.code: event.carried.reason for event in _refusals(at) if event.code}
    deeds = [deed for code, reason in sorted(reasons.items()) for deed in _allow(at, code, reason)]
    if not deeds and any(answer.said.consuming_disabled for answer in at.case.facts.answers):
        deeds = [_enable(at, broadcasting=False)]
    words = general(at)
    if any("broadcast" in reason for reason in reasons.values()):
        # Broadcasting clients keep their offsets themselves: brokers have none to reset or to look at.
        return Remedy(tuple(deeds), words.never, (_no_more_refusals(at),))
    return Remedy(tuple(deeds) or words.do, (no_reset(at), *words.never), (falls(at),))


def _no_more_refusals(at: Situation) -> Phrase:
    return say(
        "rocketmq_client.log of {clients}: no CODE 16 any more, a minute later",
        clients=short(at.finding.clients) or say("its clients"),
    )


def _refusals(at: Situation) -> Sequence[Event]:
    return at.case.facts.events_named("pull_rejected", source="client")


def _allow(at: Situation, code: int, reason: str) -> Sequence[str]:
    if code == _NO_GROUP:
        command = at.command("mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP")
        return [say("Create the group: {command}", command=command)]
    if code == _NO_TOPIC:
        return [_make_topic(at)]
    if code != _NOT_PERMITTED:
        return []
    if "the topic[" in reason or "the broker[" in reason:
        opened = [_open_again(at, topic, broker) for topic, broker in _closed(at)]
        return opened or [say("Give the topic its read permission again (perm 6).")]
    return [_enable(at, broadcasting="broadcast" in reason)]


def _make_topic(at: Situation) -> Phrase:
    command = "mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC -r N -w N"
    return say(
        "Create {topics} again, or take it out of the clients' subscriptions: {command}",
        topics=joined(", ", at.finding.topics) or say("the topic"),
        command=at.command(command, TOPIC=_only_topic(at)),
    )


def _only_topic(at: Situation) -> str:
    return at.finding.topics[0] if len(at.finding.topics) == 1 else ""


def _enable(at: Situation, *, broadcasting: bool) -> Phrase:
    """updateSubGroup writes the whole configuration: broadcasting is off unless -d true is given."""
    command = "mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP -s true"
    if broadcasting:
        return say("Allow broadcasting: {command}", command=at.command(f"{command} -d true"))
    return say(
        "Switch consuming on: {command}   (with -d true where it broadcasts)",
        command=at.command(command),
    )


def _lost(at: Situation) -> Remedy:
    brokers = joined(", ", at.finding.brokers)
    words = general(at)
    if not brokers:
        return words
    back = say(
        "Start {brokers} again with its own store: its messages are then consumed from where the group stopped.",
        brokers=brokers,
    )
    listed = say("{command}   lists {brokers}", command=at.command("mqadmin clusterList -n NAMESRV"), brokers=brokers)
    return Remedy((back, *words.do[1:]), (no_reset(at), *words.never), (listed, falls(at)))


def _outside(at: Situation) -> Remedy:
    """Beyond the end, or below the first message: the finding's figures tell which."""
    below = "lost" in at.finding.details
    words = general(at)
    lines = words.do[1:] if below else [_back_inside(at)]
    inside = say(
        "{command}   a Diff of 0 or more in every row",
        command=at.command("mqadmin consumerProgress -n NAMESRV -g GROUP"),
    )
    return Remedy(tuple(lines), words.never, () if below else (inside,))


def _back_inside(at: Situation) -> Phrase:
    command = "mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME"
    return say(
        "With the group's clients running, reset to the time from which it is to read the new queues: {command}",
        command=at.command(command, TOPIC=_only_topic(at)),
    )


REMEDIES: Mapping[str, Callable[[Situation], Remedy]] = {
    "unreadable_queues": _unreadable,
    "not_permitted": _refused,
    "broker_lost": _lost,
    "offset_outside_queue": _outside,
}
