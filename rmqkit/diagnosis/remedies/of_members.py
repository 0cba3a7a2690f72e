"""What ends causes that lie between the members of a group: who wants what, who is called what, who shares out how."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from itertools import chain, combinations

from rmqkit.diagnosis.case.giving_out import POP, GivenOut
from rmqkit.diagnosis.case.strategy_labels import strategy_label
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.finding import Act, Deed
from rmqkit.diagnosis.remedies.situation import (
    CONNECTIONS,
    STATUS,
    FindingInCase,
    Remedy,
    ends_with_its_cause,
    falls,
    general,
    no_reset,
    owned_and_falls,
)
from rmqkit.diagnosis.timeline.changes import SUBSCRIBED
from rmqkit.diagnosis.wording import ranges, short, who_says_what
from rmqkit.language import Phrase, joined, message, say, say_counted
from rmqkit.language.clock import date_and_time
from rmqkit.rocketmq.client_id_meaning import REMEDIES as SETTINGS
from rmqkit.rocketmq.client_id_meaning import explain_client_id
from rmqkit.rocketmq.version import Version

_FILTERS = "tag_mismatch_silent_loss"
# `DefaultMQPushConsumer#changeInstanceNameToPID` appends the nano time from here on.
_NANO_TIME = Version(4, 9, 0)

_NO_MORE_CLIENTS = say("Do not add consumers to the group: the new ones get shares that they do not read as well.")


@dataclass(frozen=True)
class _Camp:
    """Clients that want the same."""

    clients: tuple[str, ...]
    wants: Mapping[str, str]

    @property
    def wish(self) -> Phrase:
        """What they want, for a sentence."""
        wants = [f"{topic} {text}" for topic, text in sorted(self.wants.items())]
        return joined(", ", wants) if wants else say("nothing")


def _inconsistent_subscription(at: FindingInCase) -> Remedy:
    camps = _camps(at.subscriptions)
    lines, deeds = _to_one_wish(at, camps)
    filtered, whole = filters_away(at), _differ_in_topics(at)
    return Remedy(
        (lines[0], *([replay(at)] if filtered else []), *lines[1:]),
        (*([no_reset(at)] if whole else []), *([_never_comes(at)] if filtered else []), _NO_MORE_CLIENTS),
        (_alike(at), *([owned_and_falls(at)] if whole else [])),
        tuple(deeds),
    )


def _camps(subscriptions: Mapping[str, Mapping[str, str]]) -> list[_Camp]:
    """The clients by what they want."""
    clients = grouped((tuple(sorted(wants.items())), client) for client, wants in sorted(subscriptions.items()))
    return [_Camp(tuple(of), dict(wants)) for wants, of in clients.items()]


def _to_one_wish(at: FindingInCase, camps: Sequence[_Camp]) -> tuple[Sequence[str], Sequence[Deed]]:
    """Who has to want what from now on, or to leave. Where those who came when it began want one thing it is they."""
    if len(camps) < 2:
        return [_SAME_FOR_ALL, _OWN_GROUPS], []
    came = [camp for camp in camps if at.newcomers.keys() & set(camp.clients)]
    if len(came) == 1:
        return _back_or_on(at, came[0], [camp for camp in camps if camp is not came[0]])
    leave = Deed(Act.OWN_GROUP, _clients_of(camps[1:]))
    wishes = who_says_what({camp.wish: camp.clients for camp in camps}, 3)
    if _share_no_topic(camps):
        apart = say(
            "They share no topic ({wishes}): give each of these applications a consumer group of its own.",
            wishes=wishes,
        )
        return [apart], [leave]
    choose = say("Give all clients of the group one subscription; now they have {wishes}.", wishes=wishes)
    one_wish = [Deed(Act.SUBSCRIBE, _clients_of(camps), subscriptions=camp.wants) for camp in camps]
    return [choose, _OWN_GROUPS], [*one_wish, leave]


def _back_or_on(at: FindingInCase, came: _Camp, others: Sequence[_Camp]) -> tuple[Sequence[str], Sequence[Deed]]:
    """The newcomers go back, the others follow, or they part."""
    back = [Deed(Act.SUBSCRIBE, came.clients, subscriptions=camp.wants) for camp in others if len(others) == 1]
    follow = Deed(Act.SUBSCRIBE, _clients_of(others), subscriptions=came.wants)
    apart = Deed(Act.OWN_GROUP, came.clients)
    # A member that subscribes to nothing takes its queues itself (assign, a pull consumer): nobody follows it.
    if not came.wants:
        return [_roll_back(at, came, others)], [*back, apart]
    rest = [apart, follow] if _share_no_topic([came, *others]) else [follow, apart]
    finish = say(
        "Or finish the release: give {clients} the same subscription, {wish}.",
        wish=came.wish,
        clients=short(follow.clients, 3),
    )
    return [_roll_back(at, came, others), finish], [*back, *rest]


def _clients_of(camps: Sequence[_Camp]) -> tuple[str, ...]:
    return tuple(client for camp in camps for client in camp.clients)


def _share_no_topic(camps: Sequence[_Camp]) -> bool:
    """Whether they look like different applications: one subscription would bring each what it has no listener for."""
    pairs = combinations(camps, 2)
    return all(camp.wants for camp in camps) and all(not one.wants.keys() & other.wants.keys() for one, other in pairs)


_SAME_FOR_ALL = message("Give all clients of the group the same subscriptions (topics, tags and expression types).")
_OWN_GROUPS = message("Where these are different applications, give each of them a consumer group of its own.")


def _differ_in_topics(at: FindingInCase) -> bool:
    """Whether somebody leaves a whole topic out; where nobody tells, the effects do."""
    if at.subscriptions:
        return len({frozenset(wants) for wants in at.subscriptions.values()}) > 1
    return not filters_away(at)


def _roll_back(at: FindingInCase, came: _Camp, others: Sequence[_Camp]) -> Phrase:
    """Who brought the difference, when, and both ways out for it."""
    told = {"wish": came.wish, "others": joined("; ", [camp.wish for camp in others])}
    changes = at.newcomers.values()
    if any(change.kind != SUBSCRIBED for change in changes):
        return say_counted(
            len(came.clients),
            "{clients} came at {moment} with {wish}, the others have {others}: roll it back, or "
            "give it a consumer group of its own.",
            "{clients} came from {moment} on with {wish}, the others have {others}: roll them "
            "back, or give them a consumer group of their own.",
            clients=short(came.clients, 3),
            moment=at.moment(min(change.at for change in changes)),
            **told,
        )
    changed = [client for client in came.clients if client in at.newcomers]
    return say_counted(
        len(changed),
        "{clients} changed its subscription between {before} and {moment} to {wish}, the others "
        "have {others}: roll it back, or give it a consumer group of its own.",
        "{clients} changed their subscriptions between {before} and {moment} to {wish}, the others "
        "have {others}: roll them back, or give them a consumer group of their own.",
        clients=short(changed, 3),
        before=date_and_time(min(change.begins for change in changes)),
        moment=at.moment(max(change.at for change in changes)),
        **told,
    )


def _alike(at: FindingInCase) -> Phrase:
    return say(
        "{command}   then '#Consumer Subscription#' is the same in the file of every client "
        "(mqadmin's own 'Same subscription' proves nothing)",
        command=at.command(STATUS),
    )


def filters_away(at: FindingInCase) -> bool:
    """Whether messages are filtered away for everybody by what the finding is about."""
    wanted = grouped(wish for wants in at.subscriptions.values() for wish in wants.items())
    return _FILTERS in at.finding.explains or any(len(set(texts)) > 1 for texts in wanted.values())


def replay(at: FindingInCase) -> Phrase:
    """Filtered messages count as consumed; a group without offsets can start at a moment."""
    since = at.finding.since or next((finding.since for finding in at.findings if _is_behind(at, finding.id)), None)
    topics = joined(", ", at.finding.topics)
    if since is None:
        return say(
            "What was filtered away of {topics} is not delivered by that: replay it by a fresh "
            "group (CONSUME_FROM_TIMESTAMP) from the time when the subscriptions began to differ.",
            topics=topics,
        )
    return say(
        "What was filtered away stays away: replay it by a fresh group, CONSUME_FROM_TIMESTAMP, "
        'setConsumeTimestamp("{digits}") (UTC; write it in the zone of its JVM).',
        digits=f"{since.astimezone(UTC):%Y%m%d%H%M%S}",
    )


def _is_behind(at: FindingInCase, finding_id: str) -> bool:
    return any(finding.id == finding_id and at.finding.id in finding.explains for finding in at.findings)


def _never_comes(at: FindingInCase) -> Phrase:
    return say(
        "Do not wait for what was filtered away, nor reset offsets of {group} for it: it counts as "
        "consumed, and a reset delivers again what was consumed.",
        group=at.group,
    )


def _tag_mismatch(at: FindingInCase) -> Remedy:
    return Remedy(
        (say("Give all clients of {group} the same tags.", group=at.group), replay(at)),
        (_never_comes(at), message("Do not trust a difference of 0: filtered messages count as consumed.")),
        (_alike(at),),
    )


def _collision(at: FindingInCase) -> Remedy:
    ids = list(dict.fromkeys(at.finding.clients))
    stop = _one_of_each(at, ids)
    named = [_own_name(at, client) for client in ids[:2]] or general(at).do
    more_shares = say("Do not add consumers: with colliding ids every further process adds a share that nobody reads.")
    unique = say("{command}   then every ClientId stands once", command=at.command(CONNECTIONS))
    deeds = (Deed(Act.ONE_PROCESS, tuple(ids)), Deed(Act.OWN_ID, tuple(ids)))
    return Remedy((stop, *dict.fromkeys(named)), (no_reset(at), more_shares), (unique, owned_and_falls(at)), deeds)


def _one_of_each(at: FindingInCase, ids: Sequence[str]) -> Phrase:
    if len(ids) > 1:
        return say(
            "Now: of the processes of each of these ids stop all but one: {ids}; the queues are "
            "whole again with those that stay.",
            ids=joined(", ", [_where(at, client) for client in ids[:4]]),
        )
    return say(
        "Now: stop all processes but one with the id {id}; the queues are whole again with those that stay.",
        id=_where(at, ids[0]) if ids else say("that they share"),
    )


def _where(at: FindingInCase, client: str) -> Phrase | str:
    """The id, with the addresses at which it is connected."""
    newest = at.case.client_lists[-1:]
    listed = {each.address for roster in newest for each in roster.connections_of(client)}
    logged = {channel.address for channel in at.case.channels if channel.live and channel.client_id == client}
    addresses = sorted(filter(None, listed or logged))
    if len(addresses) < 2:
        return client
    return say("{client} ({addresses})", client=client, addresses=joined(", ", addresses[:4]))


def _own_name(at: FindingInCase, client: str) -> Phrase:
    """What makes the id unique, by its kind: clients from 4.9.0 on append the nano time by
    themselves unless they are given a name, so no upgrade helps them."""
    if at.is_go(client):
        return say(
            "Then give each process a name of its own: consumer.WithInstance(NAME) with the pod's name in it. Go "
            "clients take the name as it is; without one, or with DEFAULT, it is the process's number."
        )
    versions = at.versions_of([client])
    kind = explain_client_id(client).kind if "@" in client else ""
    if versions and min(versions) >= _NANO_TIME and kind in ("pid", "set_by_program"):
        return say(
            "Then take setInstanceName and -Drocketmq.client.name out of them ({version} names its processes apart by "
            "itself), or set a value that is another one for every process, such as the pod's name.",
            version=max(versions),
        )
    return say("Then give each process an id of its own, by one of these: {settings}.", settings=_settings_for(client))


def ids_stay_apart(at: FindingInCase) -> Phrase:
    """Of a collision that is over: what keeps the next deployment from making it again."""
    settings = _settings_for(at.finding.clients[0])
    return say("So that it does not come back, each process needs an id of its own: {settings}.", settings=settings)


def _settings_for(client: str) -> Phrase:
    """What sets the id of a client like this one apart."""
    kind = explain_client_id(client).kind if "@" in client else ""
    return joined("; ", SETTINGS.get(kind) or SETTINGS["set_by_program"])


def _strategies(at: FindingInCase) -> Remedy:
    told = sorted(at.case.strategy_names.items())
    labels = grouped((strategy_label(name), client) for client, name in told if client in at.finding.clients)
    never = general(at).never
    if len(labels) == 1:
        label = next(iter(labels))
        mend = say(
            "All clients use one strategy ({label}), and it gives queues to several clients or to "
            "none: mend it, or use one of RocketMQ's own in all of them.",
            label=label,
        )
        return Remedy((mend,), never, (owned_and_falls(at),), (_to_strategy(labels[label], _DEFAULT),))
    named = say("{command}   then allocateMessageQueueStrategy is the same in every file", command=at.command(STATUS))
    check = (named, owned_and_falls(at))
    if not labels:
        return Remedy(general(at).do, never, check)
    most = max(labels, key=lambda label: len(labels[label]))
    rest = {label: clients for label, clients in labels.items() if label != most}
    do = [
        say(
            "Set the AllocateMessageQueueStrategy of {clients} ({label}) to that of {others} ({most}), "
            "then restart them.",
            clients=short(clients, 3),
            label=label,
            others=short(labels[most], 3),
            most=most,
        )
        for label, clients in rest.items()
    ]
    deed = _to_strategy(list(chain.from_iterable(rest.values())), at.case.strategy_names[labels[most][0]])
    return Remedy(tuple(do), never, check, (deed,))


_DEFAULT = "AVG"


def _to_strategy(clients: Sequence[str], name: str) -> Deed:
    return Deed(Act.STRATEGY, tuple(clients), setting=name)


def _models(at: FindingInCase) -> Remedy:
    by_model = grouped((told.model, client) for client, told in sorted(at.case.models.items()))
    apart = tuple(client for model in ("BROADCASTING", POP) for client in by_model.get(model, ()))
    words = general(at)
    if not apart or len(apart) == sum(map(len, by_model.values())):
        return Remedy(words.do, words.never, (owned_and_falls(at),))
    first = _part(at, apart, pops=POP in by_model)
    deeds = (Deed(Act.OWN_GROUP, apart), Deed(Act.MODEL, apart, setting="CLUSTERING"))
    never = (no_reset(at),) if POP in by_model else words.never
    return Remedy((first,), never, (owned_and_falls(at),), deeds)


def _clocks(at: FindingInCase) -> Remedy:
    """A broker keeps the newest version of a subscription as long as any client of the group is connected
    (`ConsumerGroupInfo#updateSubscription`, all versions): a restart of the client that is ahead changes nothing."""
    clients = at.clients or say("the client")
    wanted = say(
        "{command}   then it lists the subscription that the clients want",
        command=at.command(CONNECTIONS),
    )
    agree = say("Synchronise the clock of {clients} (NTP).", clients=clients)
    first = say("Do not change subscriptions before the clocks agree: what a client ahead registers is kept.")
    if at.finding.details.get("ahead", 1) < 0:
        restart = say("Then restart it: what it registered before is older than what others did.")
        return Remedy((agree, restart), (first,), (wanted,), (Deed(Act.RESTART, at.finding.clients),))
    if not at.finding.explains:
        return Remedy((agree,), (first,), (wanted,))
    anew = say(
        "Then stop all clients of {group}, and start them when the last one is gone: what was registered with the "
        "wrong clock stays the newest until then, or until the brokers' clocks have passed it.",
        group=at.group,
    )
    one_by_one = say("Do not restart them one by one: while any is connected, brokers keep what was registered.")
    return Remedy((agree, anew, replay(at)), (one_by_one, _never_comes(at)), (wanted,), (Deed(Act.START_ANEW),))


def _disagree(at: FindingInCase) -> Remedy:
    """Which broker does not know whom, and where it is."""
    unknown_at: Mapping[str, Sequence[str]] = at.finding.details.get("unknown_at", {})
    if unknown_at:
        return _registered_everywhere(at, unknown_at)
    parts: Mapping[str, Sequence[str]] = at.finding.details.get("parts", {})
    if parts:
        return _by_one_entrance(at, parts)
    lacking: Mapping[str, Sequence[str]] = at.finding.details.get("lacking", {})
    words = general(at)
    lines = [_unknown_to(at, broker, clients) for broker, clients in lacking.items()]
    check = tuple(_lists_all(at, broker, clients) for broker, clients in lacking.items()) or (_lists_all(at, "", ()),)
    deeds = (Deed(Act.CONNECT, at.finding.clients),) if at.finding.clients else ()
    return Remedy(tuple(lines) or words.do, words.never, (*check, owned_and_falls(at)), deeds)


def _by_one_entrance(at: FindingInCase, parts: Mapping[str, Sequence[str]]) -> Remedy:
    """Neither a broker nor a cluster proxy tells the other of its clients
    (`ConsumerManagerActivity#getConsumerListByGroup`, 5.1.0 and later)."""
    return Remedy(
        (
            say(
                "Let all clients of the group enter the same way (namesrvAddr): all through the proxies, or all to the "
                "brokers; where that cannot be at once, stop one of the parts ({parts}), or give it a group of "
                "its own.",
                parts=joined("; ", [short(clients, 3) for clients in parts.values()]),
            ),
        ),
        general(at).never,
        tuple(
            say(
                "mqadmin consumerConnection -n {servers} -g {group}   lists all or nobody",
                servers=servers,
                group=at.group,
            )
            for servers in parts
        ),
    )


def _registered_everywhere(at: FindingInCase, unknown_at: Mapping[str, Sequence[str]]) -> Remedy:
    """A broker registers at the name servers that its own configuration names, and at no other
    (`BrokerOuterAPI#registerBrokerAll`, all versions)."""
    do = [
        say(
            "Let {brokers} register at {server} as well (namesrvAddr in their broker.conf, and the way there); until "
            "then give the clients that ask it the other name servers.",
            brokers=short(brokers, 3),
            server=server,
        )
        for server, brokers in unknown_at.items()
    ]
    topic = next(iter(at.finding.topics), "TOPIC")
    check = [
        say(
            "mqadmin topicRoute -n {server} -t {topic}   lists {brokers} as well",
            server=server,
            topic=topic,
            brokers=short(brokers, 3),
        )
        for server, brokers in unknown_at.items()
    ]
    return Remedy(tuple(do), general(at).never, (*check, owned_and_falls(at)))


def _unknown_to(at: FindingInCase, broker: str, clients: Sequence[str]) -> Phrase:
    return say(
        "{broker}{address} does not know {clients}: make it reachable from their hosts, and let "
        "their name servers list it (compare topicRoute by the namesrvAddr of each client).",
        broker=broker,
        address=f" ({address})" if (address := at.address_of(broker)) else "",
        clients=short(clients, 3),
    )


def _lists_all(at: FindingInCase, broker: str, clients: Sequence[str]) -> Phrase:
    command = at.command(f"{CONNECTIONS} -b BROKER", BROKER=at.address_of(broker))
    if not clients:
        return say("{command}   for each broker: all list the same clients", command=command)
    return say("{command}   lists {clients} as well", command=command, clients=short(clients, 3))


def _part(at: FindingInCase, clients: Sequence[str], *, pops: bool) -> Phrase:
    """`SetConsumeModeSubCommand`, 5.x: what a broker answers a client whose queues it gives out."""
    if not pops:
        return say(
            "Give {clients} another consumer group, or the message model of the others.", clients=short(clients, 3)
        )
    command = "mqadmin setConsumeMode -n NAMESRV -c CLUSTER -t TOPIC -g GROUP -m PULL"
    return say(
        "Give {clients} another consumer group, or let them pull as the others do: {command}",
        clients=short(clients, 3),
        command=at.command(command, TOPIC="".join(at.finding.topics[:1])),
    )


def _follows(at: FindingInCase) -> Remedy:
    """Of an effect: what brings it about is to be ended."""
    words = general(at)
    return replace(words, do=(ends_with_its_cause(at),), check=()) if at.causes else words


def _orphans(at: FindingInCase) -> Remedy:
    if at.case.given_out is GivenOut.BY_APPLICATION:
        pick = say(
            "Look which queues the application assigns itself (its configuration), and add {queues} to one of "
            "its clients.",
            queues=ranges(at.finding.queues),
        )
        return Remedy((pick,), (no_reset(at),), (falls(at),))
    if at.finding.details.get("proxies_inside"):
        everywhere = say(
            "Give the clients endpoints that lead to the proxies of all brokers (a service or list in front of all of "
            "them) and at least as many clients as brokers, so that one speaks to {brokers}; or run proxies of their "
            "own (proxyMode CLUSTER), which reach every broker.",
            brokers=short(at.finding.brokers),
        )
        return Remedy((everywhere,), (no_reset(at),), (falls(at),))
    if not at.causes:
        return general(at)
    return Remedy((ends_with_its_cause(at),), (no_reset(at),), (owned_and_falls(at),))


REMEDIES: Mapping[str, Callable[[FindingInCase], Remedy]] = {
    "inconsistent_subscription": _inconsistent_subscription,
    "tag_mismatch_silent_loss": _tag_mismatch,
    "broker_disagreement": _disagree,
    "client_id_collision": _collision,
    "clock_skew": _clocks,
    "mixed_allocation_strategies": _strategies,
    "message_model_mismatch": _models,
    "orphan_queues": _orphans,
    "flapping_subscription": _follows,
}
