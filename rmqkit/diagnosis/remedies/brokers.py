"""What ends causes that lie in brokers, topics and their settings: the setting or command, filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rmqkit.diagnosis.facts.group import READABLE, RouteBroker
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.finding import Act, Deed
from rmqkit.diagnosis.relations.serves import logged_routes
from rmqkit.diagnosis.remedies.advice import Values, advises
from rmqkit.diagnosis.remedies.situation import FindingInCase
from rmqkit.formats.prompts import shell_word
from rmqkit.rocketmq.client_id_meaning import ip_of

_NOT_PERMITTED, _NO_TOPIC, _NO_GROUP = 16, 17, 26
_FORBIDDEN = "pulling message is forbidden"


@advises("unreadable_queues")
def _unreadable(at: FindingInCase) -> Values:
    """updateTopic resets whatever is not named to its default (`UpdateTopicSubCommand`), so everything is named."""
    closed = list(_closed(at))
    if closed:
        values = {"closed": _opening(at, closed)[:4], **_own_right(at, closed), "TOPIC": "".join(at.finding.topics[:1])}
        return values | {"deeds": [_opened(closed)]}
    # topicStatus lists as many queues as may be read or written, whichever are more
    # (`AdminBrokerProcessor#getTopicStatsInfo`, all versions); less than that would close what lies in the others.
    topic = at.topic or "".join(at.case.topics if len(at.case.topics) == 1 else ())
    listed = Counter(status.queue.broker for status in at.case.ends_by_topic.get(topic, ()))
    queues = listed.most_common(1)[0][1] if len(set(listed.values())) == 1 else 0
    return {"perhaps": True, "queues": queues, "TOPIC": topic}


def _closed(at: FindingInCase) -> Iterator[tuple[str, RouteBroker]]:
    """The masters on which queues may not be read, with their topic; queues that it has no more among its own."""
    for topic in at.finding.topics or at.case.topics:
        for broker in at.case.routes.get(topic, ()):
            own = (one.queue + 1 for one in at.finding.queues if (one.topic, one.broker) == (topic, broker.broker))
            before = replace(broker, write_queues=max([_all_queues(broker), *own]))
            if before.unreadable_queues and broker.master is not False:
                yield topic, before


def _all_queues(broker: RouteBroker) -> int:
    return max(broker.read_queues, broker.write_queues or 0)


def _opening(at: FindingInCase, closed: Iterable[tuple[str, RouteBroker]]) -> list[dict[str, object]]:
    return [
        {
            "TOPIC": topic,
            "BROKER": broker.address or "",
            "broker": broker.broker,
            "queues": _all_queues(broker),
            "perm": broker.perm | READABLE,
        }
        for topic, broker in closed
    ]


def _own_right(at: FindingInCase, closed: Sequence[tuple[str, RouteBroker]]) -> dict[str, object]:
    """Without any right to read, the broker's own permission may be what closes the topic: then it closes all of its
    topics (`BrokerController#registerBrokerAll`), the group's retry topic as well, which nobody closes by itself, and
    its refusals say so (`PullMessageProcessor#processRequest`)."""
    without = [broker for _, broker in closed if not broker.perm & READABLE]
    addresses = {broker.address for broker in without if broker.address}
    reasons = {event.carried.reason for event in at.case.records("refused.pulls")}
    forbids = any("the broker[" in reason and _FORBIDDEN in reason for reason in reasons)
    named = [look for look in at.case.snapshots if any(row.client_ip for row in look.rows_of(at.case.retry_topic))]
    rows = grouped((row.queue.broker, row) for row in (named[-1].rows if named else ()))
    unread = {broker for broker, own in rows.items() if not any(row.client_ip for row in own)}
    retried = {row.queue.broker for row in (named[-1].rows_of(at.case.retry_topic) if named else ())}
    # An owner that does not answer -s is shown as nobody: so each member has to be seen with a queue of its own.
    hosts = sorted(map(ip_of, at.case.client_lists[-1].client_ids)) if at.case.client_lists else []
    seen = sorted({row.client_ip for row in named[-1].rows if row.client_ip}) if named else []
    readable = {held.broker for held in at.case.routes.get(at.case.retry_topic, ()) if held.perm & READABLE}
    at_brokers = {held.broker for held in without}
    if at_brokers and hosts == seen and not at_brokers & readable:
        forbids = forbids or at_brokers <= unread & retried
    others = [held for brokers in at.case.routes.values() for held in brokers if held.address in addresses]
    of_topic = any("the topic[" in reason for reason in reasons) or any(held.perm & READABLE for held in others)
    return {
        "broker_forbids": forbids,
        "broker_closed": bool(without) and not forbids and not of_topic,
        "BROKER": addresses.pop() if len(addresses) == 1 else "",
    }


def _opened(closed: Iterable[tuple[str, RouteBroker]]) -> Deed:
    """The same for all closed queues."""
    return Deed(Act.OPEN_QUEUES, queues={(topic, broker.broker): _all_queues(broker) for topic, broker in closed})


@advises("not_permitted")
def _refused(at: FindingInCase) -> Values:
    """By what the brokers answered (`PullMessageProcessor#processRequest`), else by the group's settings."""
    if at.finding.details.get("too_old"):
        return {}
    closed = list(_closed(at))
    refusals = at.case.records("refused.pulls")
    reasons = {event.code: event.carried.reason for event in refusals if event.code}
    values: dict[str, object] = {"closed": [], **_own_right(at, closed), "number": _queues_before(at) or "N"}
    for code, reason in sorted(reasons.items()):
        if code in (_NO_GROUP, _NO_TOPIC):
            values["no_group" if code == _NO_GROUP else "no_topic"] = True
        elif "timerWheelEnable" in reason:
            values["no_pop"] = True
        elif code == _NOT_PERMITTED and "the broker[" in reason and _FORBIDDEN in reason:
            values["broker_forbids"] = True
        elif code == _NOT_PERMITTED and _reading_forbidden(reason):
            values |= {"closed": _opening(at, closed), "topic_closed": not closed}
        elif code == _NOT_PERMITTED:
            values["broadcast" if "broadcast" in reason else "disabled"] = True
    if not reasons:
        values["no_group"] = at.finding.details.get("group_unknown")
        disabled = any(answer.said.consuming_disabled for answer in at.case.answers)
        values["disabled"] = disabled and not values["no_group"]
    # `UpdateSubGroupSubCommand` sends a group of defaults with what is named, to that broker or to every master.
    broker = at.finding.brokers[0] if len(at.finding.brokers) == 1 else ""
    refusing = broker if ":" in broker else at.address_of(broker)
    values["where"] = "-b BROKER" if refusing else "-c CLUSTER"
    values["written_anew"] = values.get("disabled") or values.get("broadcast")
    values["BROKER"] = refusing if values["written_anew"] else values["BROKER"] or refusing
    if values.get("disabled"):
        models = {told.model for told in at.case.models.values()}
        values["perhaps_broadcasts"] = not models or "BROADCASTING" in models
    broadcasts = any("broadcast" in reason for reason in reasons.values())
    shut = any(map(_reading_forbidden, reasons.values())) and bool(closed)
    named = ("closed", "no_group", "no_topic", "no_pop", "broker_forbids", "topic_closed", "broadcast", "disabled")
    values |= {"broadcasts": broadcasts, "unknown": not any(map(values.get, named))}
    return values | {"deeds": [_opened(closed) if shut and not broadcasts else Deed(Act.PERMIT)]}


def _reading_forbidden(reason: str) -> bool:
    """Whether a topic, or a whole broker, may not be read."""
    return "the topic[" in reason or "the broker[" in reason


@advises("topic_missing")
def _missing(at: FindingInCase) -> Values:
    """Instances are kept by client id alone (`MQClientManager#getOrCreateMQClientInstance`, all versions), so two
    consumers of one process may share the name servers of the first."""
    elsewhere = at.case.elsewhere.get(at.topic)
    number = _queues_before(at)
    # Without -r and -w mqadmin makes 8 queues (`UpdateTopicSubCommand`, all versions).
    queues = f" -r {number} -w {number}" if number else ""
    values = {"elsewhere": elsewhere, "queues": queues, "topic": at.topic}
    return values | ({"NAMESRV": elsewhere, "GROUP": at.group} if elsewhere else {})


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


@advises("connection_problem")
def _unreachable(at: FindingInCase) -> Values:
    peers: Mapping[str, str] = at.finding.details.get("peers", {})
    rows: dict[str, list[dict[str, str]]] = {"name_servers": [], "unknown_peers": [], "brokers_there": []}
    for address, broker in list(peers.items())[:2]:
        host, _, port = address.rpartition(":")
        row = {"address": address, "broker": broker, "nc": f"nc -vz {shell_word(host)} {shell_word(port)}"}
        kind = "brokers_there" if broker else "name_servers" if address in at.name_servers else "unknown_peers"
        rows[kind].append(row)
    return rows
