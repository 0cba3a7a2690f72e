"""What ends causes that lie in brokers, topics and their settings: the setting or command, filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rmqkit.diagnosis.case.topic_queues import logged_routes
from rmqkit.diagnosis.facts.group import READABLE, RouteBroker
from rmqkit.diagnosis.finding import Act, Deed
from rmqkit.diagnosis.remedies.situation import FindingInCase, Remedy, falls, general, no_reset
from rmqkit.diagnosis.wording import short
from rmqkit.formats.prompts import shell_word
from rmqkit.language import Phrase, joined, say

_READ_AND_WRITE = 6
_NOT_PERMITTED, _NO_TOPIC, _NO_GROUP = 16, 17, 26


def _unreadable(at: FindingInCase) -> Remedy:
    # updateTopic sets what is not named to its defaults (8 queues), so everything is named.
    commands = [_open_again(at, topic, broker) for topic, broker in _closed(at)]
    if not commands:
        return _given_back(at) if at.finding.proven else _by_the_route(at)
    lasts = _own_right(at)
    return Remedy(
        (*commands[:4], *([lasts] if lasts else [])),
        (no_reset(at), *general(at).never),
        (_route_is_open(at, "".join(at.finding.topics[:1])), falls(at)),
        (_opened(at),),
    )


def _opened(at: FindingInCase) -> Deed:
    """The same for all closed queues."""
    queues = {(topic, broker.broker): _all_queues(broker) for topic, broker in _closed(at)}
    return Deed(Act.OPEN_QUEUES, queues=queues)


def _all_queues(broker: RouteBroker) -> int:
    return max(broker.read_queues, broker.write_queues or 0)


def _given_back(at: FindingInCase) -> Remedy:
    """Queues that a topic has no more can be read once it may be read up to them; nothing new is written to them."""
    words = general(at)
    written = {
        topic: max((one.write_queues or one.read_queues for one in at.case.routes.get(topic, ())), default=0)
        for topic in at.finding.details.get("taken_away", {})
    }
    lines = [
        say(
            "{command}   (what is left in them is then read; afterwards take the queues away again)",
            command=at.command(
                "mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC "
                f"-r {number} -w {written[topic]} -p {_READ_AND_WRITE}",
                TOPIC=topic,
            ),
        )
        for topic, number in at.finding.details.get("taken_away", {}).items()
    ]
    return Remedy((*lines, *words.do[1:]), (no_reset(at), *words.never), (falls(at),)) if lines else words


def _by_the_route(at: FindingInCase) -> Remedy:
    """Before a route is seen: topicStatus lists as many queues as may be read or written, whichever are more
    (`AdminBrokerProcessor#getTopicStatsInfo`, all versions); less than that would close what lies in the others."""
    words, topic = general(at), at.topic or "".join(at.case.topics if len(at.case.topics) == 1 else ())
    listed = Counter(status.queue.broker for status in at.case.ends_by_topic.get(topic, ()))
    number: int | str = listed.most_common(1)[0][1] if len(set(listed.values())) == 1 else "N"
    command = at.command(
        f"mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC -r {number} -w {number} -p {_READ_AND_WRITE}", TOPIC=topic
    )
    if number == "N":
        opened = say(
            "{command}   where it shows fewer read than write queues, or a perm without 4 (N: its writeQueueNums)",
            command=command,
        )
    else:
        opened = say("{command}   where it shows fewer read than write queues, or a perm without 4", command=command)
    return Remedy((opened,), (no_reset(at), *words.never), (_route_is_open(at, topic), falls(at)))


def _closed(at: FindingInCase) -> Iterator[tuple[str, RouteBroker]]:
    """The masters on which queues may not be read, with their topic."""
    for topic in at.finding.topics or at.case.topics:
        for broker in at.case.routes.get(topic, ()):
            if broker.unreadable_queues and broker.master is not False:
                yield topic, broker


def _open_again(at: FindingInCase, topic: str, broker: RouteBroker) -> Phrase:
    queues = _all_queues(broker)
    command = f"mqadmin updateTopic -n NAMESRV -b BROKER -t TOPIC -r {queues} -w {queues} -p {broker.perm | READABLE}"
    return say(
        "{command}   ({broker}; its queues are then read)",
        command=at.command(command, TOPIC=topic, BROKER=broker.address or ""),
        broker=broker.broker,
    )


def _own_right(at: FindingInCase) -> Phrase | str:
    """Without any right to read, the broker's own permission may be what closes the topic."""
    if all(broker.perm & READABLE for _, broker in _closed(at)):
        return ""
    return say("If perm stays without 4 the broker itself is closed: {command}", command=_open_broker(at))


def _open_broker(at: FindingInCase) -> str:
    closed = {broker.address for _, broker in _closed(at) if not broker.perm & READABLE and broker.address}
    address = closed.pop() if len(closed) == 1 else ""
    command = f"mqadmin updateBrokerConfig -n NAMESRV -b BROKER -k brokerPermission -v {_READ_AND_WRITE}"
    return at.command(command, BROKER=address)


def _route_is_open(at: FindingInCase, topic: str) -> Phrase:
    return say(
        "{command}   then readQueueNums equals writeQueueNums and perm is {perm}",
        command=at.command("mqadmin topicRoute -n NAMESRV -t TOPIC", TOPIC=topic),
        perm=_READ_AND_WRITE,
    )


def _refused(at: FindingInCase) -> Remedy:
    """By what the brokers answered; other answers get the general words."""
    if at.finding.details.get("request_unknown"):
        return Remedy((_newer(at),), (no_reset(at), *general(at).never), (falls(at),))
    refusals = at.case.events_named("pull_rejected", source="client")
    reasons = {event.code: event.carried.reason for event in refusals if event.code}
    answered = [line for code, reason in sorted(reasons.items()) for line in _allow(at, code, reason)]
    lines = tuple(answered or _by_its_settings(at))
    words = general(at)
    if any("broadcast" in reason for reason in reasons.values()):
        # Broadcasting clients keep their offsets themselves: brokers have none to reset or to look at.
        return Remedy(lines, words.never, (_no_more_refused(at),), (_PERMITTED,))
    deed = _what_opens(at, reasons.values())
    return Remedy(lines or words.do, (no_reset(at), *words.never), (falls(at),), (deed,))


def _no_more_refused(at: FindingInCase) -> Phrase:
    return say(
        "rocketmq_client.log of {clients}: no CODE 16 any more, a minute later",
        clients=short(at.finding.clients) or say("its clients"),
    )


def _newer(at: FindingInCase) -> Phrase:
    return say(
        "Upgrade {brokers} to 5.x before clients that speak gRPC or pop read from it; until then run clients that pull "
        "(the remoting client) beside them or in their place: what waits is read from the committed offsets on.",
        brokers=short(at.finding.brokers),
    )


_PERMITTED = Deed(Act.PERMIT)


def _what_opens(at: FindingInCase, reasons: Iterable[str]) -> Deed:
    """Rights on queues where these are what is closed, else the group's."""
    closed = any(map(_is_closed, reasons)) and any(_closed(at))
    return _opened(at) if closed else _PERMITTED


def _by_its_settings(at: FindingInCase) -> Sequence[str]:
    """Where no answer says why: the group's settings, or that no broker knows the group."""
    if at.finding.details.get("group_unknown"):
        return _allow(at, _NO_GROUP, "")
    disabled = any(answer.said.consuming_disabled for answer in at.case.answers)
    return [_enable(at, broadcasting=False)] if disabled else []


def _is_closed(reason: str) -> bool:
    """Whether a topic, or a whole broker, may not be read."""
    return "the topic[" in reason or "the broker[" in reason


def _allow(at: FindingInCase, code: int, reason: str) -> Sequence[str]:
    if code == _NO_GROUP:
        command = at.command("mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP")
        return [say("Create the group: {command}", command=command)]
    if code == _NO_TOPIC:
        return [_make_topic(at)]
    if "timerWheelEnable" in reason:
        return [_let_pop(at)]
    if code != _NOT_PERMITTED:
        return []
    if "the broker[" in reason and "pulling message is forbidden" in reason:
        return [say("Give the broker its read permission again: {command}", command=_open_broker(at))]
    if _is_closed(reason):
        opened = [_open_again(at, topic, broker) for topic, broker in _closed(at)]
        return opened or [say("Give the topic its read permission again (perm 6).")]
    return [_enable(at, broadcasting="broadcast" in reason)]


def _make_topic(at: FindingInCase) -> Phrase:
    number = _queues_before(at) or "N"
    command = f"mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC -r {number} -w {number}"
    return say(
        "Create {topics} again, or take it out of the clients' subscriptions: {command}",
        topics=joined(", ", at.finding.topics) or say("the topic"),
        command=at.command(command, TOPIC=at.topic),
    )


def _missing(at: FindingInCase) -> Remedy:
    words = general(at)
    elsewhere = at.case.elsewhere.get(at.topic)
    if elsewhere:
        return _in_another_cluster(at, elsewhere)
    spelt = say(
        "Is it spelt so ({command}), and in the cluster of these name servers?",
        command=at.command("mqadmin topicList -n NAMESRV"),
    )
    there = say(
        "{command}   lists its queues", command=at.command("mqadmin topicRoute -n NAMESRV -t TOPIC", TOPIC=at.topic)
    )
    # Without -r and -w mqadmin makes 8 queues (`UpdateTopicSubCommand`, all versions).
    number = _queues_before(at)
    queues = f" -r {number} -w {number}" if number else ""
    make = say(
        "Create {topics}, or correct the subscription in all clients of the group: {command}",
        topics=joined(", ", at.finding.topics) or say("the topic"),
        command=at.command(f"mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC{queues}", TOPIC=at.topic),
    )
    return Remedy((spelt, make), words.never, (there,))


def _in_another_cluster(at: FindingInCase, servers: str) -> Remedy:
    """Instances are kept by client id alone (`MQClientManager#getOrCreateMQClientInstance`, all versions)."""
    listed = at.command("mqadmin consumerConnection -n NAMESRV -g GROUP", NAMESRV=servers, GROUP=at.group)
    return Remedy(
        (
            say(
                "Let the consumer of {topic} ask {servers}: namesrvAddr of that very consumer",
                topic=at.topic,
                servers=servers,
            ),
            say(
                "Where its process has another consumer or producer with other name servers, give each an instance "
                "name of its own (setInstanceName), so that they do not share one client; then restart it."
            ),
        ),
        (say("create {topic} where these clients look for it now: its messages are elsewhere", topic=at.topic),),
        (say("{command}   lists the clients", command=listed),),
    )


def _queues_before(at: FindingInCase) -> int:
    """How many queues the topic had on each broker, by those that were refused, else by routes that clients logged;
    0 where brokers differ."""
    if len(at.finding.topics) != 1:
        return 0
    last = {queue.broker: queue.queue for queue in sorted(at.finding.queues)}
    routes = logged_routes(at.case, at.finding.topics[0])
    logged = {held.read_queues for route in routes for held in route.by_broker.values()}
    numbers = {number + 1 for number in last.values()} or logged
    return numbers.pop() if len(numbers) == 1 else 0


def _let_pop(at: FindingInCase) -> Phrase:
    """`PopMessageProcessor`, 5.x: pop needs the timer, which a broker starts with."""
    command = "mqadmin setConsumeMode -n NAMESRV -c CLUSTER -t TOPIC -g GROUP -m PULL"
    return say(
        "Set timerWheelEnable=true in the broker's configuration and restart it, or let the group pull: {command}",
        command=at.command(command, TOPIC=at.topic),
    )


def _enable(at: FindingInCase, *, broadcasting: bool) -> Phrase:
    """updateSubGroup writes the whole configuration: broadcasting is off unless -d true is given."""
    command = "mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP -s true"
    if broadcasting:
        return say("Allow broadcasting: {command}", command=at.command(f"{command} -d true"))
    models = {told.model for told in at.case.models.values()}
    if models and "BROADCASTING" not in models:
        return say("Switch consuming on: {command}", command=at.command(command))
    return say(
        "Switch consuming on: {command}   (with -d true where it broadcasts)",
        command=at.command(command),
    )


def _lost(at: FindingInCase) -> Remedy:
    brokers = joined(", ", at.finding.brokers)
    words = general(at)
    if not brokers:
        return words
    back = say(
        "Start {brokers} again with its own store: its messages are then consumed from where the group stopped.",
        brokers=brokers,
    )
    listed = say("{command}   lists {brokers}", command=at.command("mqadmin clusterList -n NAMESRV"), brokers=brokers)
    deed = Deed(Act.START_BROKERS, brokers=at.finding.brokers)
    return Remedy((back, *words.do[1:]), (no_reset(at), *words.never), (listed, falls(at)), (deed,))


def _outside(at: FindingInCase) -> Remedy:
    """Beyond the end, or below the first message: the finding's figures tell which."""
    below = "lost" in at.finding.details
    words = general(at)
    lines = words.do[1:] if below else [_back_inside(at)]
    inside = say(
        "{command}   a Diff of 0 or more in every row",
        command=at.command("mqadmin consumerProgress -n NAMESRV -g GROUP"),
    )
    return Remedy(tuple(lines), words.never, () if below else (inside,))


def _back_inside(at: FindingInCase) -> Phrase:
    command = "mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME"
    return say(
        "With the group's clients running, reset to the time from which it is to read the new queues: {command} "
        "(TIME is now, or written as 2026-11-21#10:30:00:000)",
        command=at.command(command, TOPIC=at.topic),
    )


def _unreachable(at: FindingInCase) -> Remedy:
    """A broker or a name server, by its address."""
    peers: Mapping[str, str] = at.finding.details.get("peers", {})
    lines = [line for address, broker in list(peers.items())[:2] for line in _reach(at, address, broker)]
    if at.finding.details.get("tls"):
        lines = [
            say(
                "TLS alike on both sides: tls.server.mode=permissive lets both kinds in until every client of {group} "
                "has tls.enable=true (setUseTLS); or switch it off again at the server.",
                group=at.group,
            )
        ]
    connects = say("rocketmq_client.log of {clients}: nothing fails any more", clients=at.clients)
    check = (falls(at), connects) if at.finding.clients else (falls(at),)
    return Remedy(tuple(lines) or general(at).do, (no_reset(at),), check)


def _reach(at: FindingInCase, address: str, broker: str) -> Sequence[Phrase]:
    clients = at.clients or say("the clients")
    host, _, port = address.rpartition(":")
    if not broker and address in at.name_servers:
        return [
            say(
                "Start the name server {address} again, or give {clients} one that answers (namesrvAddr): without it "
                "they learn of no new broker, and a client that starts finds no route.",
                address=address,
                clients=clients,
            )
        ]
    command = f"nc -vz {shell_word(host)} {shell_word(port)}"
    if not broker:
        return [
            say(
                "Is what listens at {address} (a name server, or a broker) alive, and not paused "
                "(its GC log, jstack)? If so, try {command} from the hosts of {clients}.",
                address=address,
                command=command,
                clients=clients,
            )
        ]
    return [
        say(
            "Is {broker} alive, and not paused (its GC log, jstack)? If so, try {command} from the hosts of {clients}: "
            "a firewall, or a brokerIP1 that only the broker's own network knows.",
            broker=broker,
            command=command,
            clients=clients,
        )
    ]


REMEDIES: Mapping[str, Callable[[FindingInCase], Remedy]] = {
    "connection_problem": _unreachable,
    "topic_missing": _missing,
    "unreadable_queues": _unreadable,
    "not_permitted": _refused,
    "broker_lost": _lost,
    "offset_outside_queue": _outside,
}
