"""What ends causes that lie between the members of a group: who wants what, who is called what, who shares out how."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC

from rmqkit.diagnosis.case.members import short
from rmqkit.diagnosis.case.models import POP
from rmqkit.diagnosis.case.strategy_labels import strategy_label
from rmqkit.diagnosis.remedies.situation import (
    CONNECTIONS,
    STATUS,
    Remedy,
    Situation,
    general,
    no_reset,
    owned_and_falls,
)
from rmqkit.language import Phrase, joined, message, say, say_counted
from rmqkit.rocketmq.client_id_meaning import REMEDIES as SETTINGS
from rmqkit.rocketmq.client_id_meaning import explain_client_id
from rmqkit.rocketmq.version import Version

_FILTERS = "tag_mismatch_silent_loss"
# `DefaultMQPushConsumer#changeInstanceNameToPID` appends the nano time from here on.
_NANO_TIME = Version(4, 9, 0)

_NO_MORE_CLIENTS = say("Do not add consumers to the group: the new ones get shares that they do not read as well.")


def _inconsistent_subscription(at: Situation) -> Remedy:
    camps = _camps(at.finding.details.get("subscriptions", {}))
    whole = _differ_in_topics(at)
    if len(camps) > 1:
        do = [*_of_the_newcomers(at, camps)] or [_choose(camps)]
    else:
        do = [message("Give all clients of the group the same subscriptions (topics, tags and expression types).")]
    do.append(say("Where these are different applications, give each of them a consumer group of its own."))
    filtered = filters_away(at)
    return Remedy(
        (do[0], *([replay(at)] if filtered else []), *do[1:]),
        (*([no_reset(at)] if whole else []), *([_never_comes(at)] if filtered else []), _NO_MORE_CLIENTS),
        (_alike(at), *([owned_and_falls(at)] if whole else [])),
    )


def _camps(subscriptions: Mapping[str, Mapping[str, str]]) -> dict[str, list[str]]:
    """The clients by what they want."""
    camps: dict[str, list[str]] = defaultdict(list)
    for client, wants in sorted(subscriptions.items()):
        camps[", ".join(f"{topic} {text}" for topic, text in sorted(wants.items()))].append(client)
    return dict(camps)


def _differ_in_topics(at: Situation) -> bool:
    """Whether somebody leaves a whole topic out; where nobody tells, the effects do."""
    told = at.finding.details.get("subscriptions", {})
    if told:
        return len({frozenset(wants) for wants in told.values()}) > 1
    return not filters_away(at)


def _of_the_newcomers(at: Situation, camps: Mapping[str, Sequence[str]]) -> list[Phrase]:
    """Where those who came when it began are of one camp: they go back, or the others follow."""
    wishes = [wish for wish, clients in camps.items() if at.newcomers.keys() & set(clients)]
    if len(wishes) != 1:
        return []
    came, others = camps[wishes[0]], {wish: clients for wish, clients in camps.items() if wish != wishes[0]}
    moment = min(change.at for change in at.newcomers.values())
    then = joined("; ", list(others))
    return [
        say_counted(
            len(came),
            "{clients} came at {moment} with {wish}, the others have {others}: roll it back.",
            "{clients} came from {moment} on with {wish}, the others have {others}: roll them back.",
            clients=short(came, 3),
            moment=at.moment(moment),
            wish=wishes[0] or say("nothing"),
            others=then or say("nothing"),
        ),
        say(
            "Or finish the release: give {clients} the same subscription, {wish}.",
            wish=wishes[0] or say("nothing"),
            clients=short([client for clients in others.values() for client in clients], 3),
        ),
    ]


def _choose(camps: Mapping[str, Sequence[str]]) -> Phrase:
    listed = [
        say("{clients}: {wish}", clients=short(clients, 3), wish=wish or say("nothing"))
        for wish, clients in camps.items()
    ]
    return say("Give all clients of the group one subscription; now they have {wishes}.", wishes=joined("; ", listed))


def _alike(at: Situation) -> Phrase:
    return say(
        "{command}   then '#Consumer Subscription#' is the same in the file of every client "
        "(mqadmin's own 'Same subscription' proves nothing)",
        command=at.command(STATUS),
    )


def filters_away(at: Situation) -> bool:
    """Whether messages are filtered away for everybody by what the finding is about."""
    told = at.finding.details.get("subscriptions", {})
    wanted: dict[str, set[str]] = defaultdict(set)
    for wants in told.values():
        for topic, text in wants.items():
            wanted[topic].add(text)
    return _FILTERS in at.finding.explains or any(len(texts) > 1 for texts in wanted.values())


def replay(at: Situation) -> Phrase:
    """Filtered messages count as consumed; a group without offsets can start at a moment."""
    since = at.finding.since or next((finding.since for finding in at.findings if _is_behind(at, finding.id)), None)
    topics = joined(", ", at.finding.topics)
    if since is None:
        return say(
            "What was filtered away of {topics} is not delivered by that: replay it by a fresh group "
            "(CONSUME_FROM_TIMESTAMP) from the time when the subscriptions began to differ.",
            topics=topics,
        )
    return say(
        "What was filtered away of {topics} is not delivered by that: replay what is still stored by a fresh "
        'group with CONSUME_FROM_TIMESTAMP and setConsumeTimestamp("{digits}") (UTC; write it in the zone of the '
        "client's JVM).",
        topics=topics,
        digits=f"{since.astimezone(UTC):%Y%m%d%H%M%S}",
    )


def _is_behind(at: Situation, finding_id: str) -> bool:
    return any(finding.id == finding_id and at.finding.id in finding.explains for finding in at.findings)


def _never_comes(at: Situation) -> Phrase:
    return say(
        "Do not wait for what was filtered away, nor reset offsets of {group} for it: it counts as consumed, and a "
        "reset delivers again what was consumed.",
        group=at.group,
    )


def _tag_mismatch(at: Situation) -> Remedy:
    return Remedy(
        (say("Give all clients of {group} the same tags.", group=at.group), replay(at)),
        (_never_comes(at), message("Do not trust a difference of 0: filtered messages count as consumed.")),
        (_alike(at),),
    )


def _collision(at: Situation) -> Remedy:
    ids = list(dict.fromkeys(at.finding.clients))
    stop = [
        say(
            "Now: stop all processes but one with the id {id}; the queues are whole again with those that stay.",
            id=_where(at, client),
        )
        for client in ids[:2]
    ]
    named = [_own_name(at, client) for client in ids[:2]] or general(at).do
    more_shares = say("Do not add consumers: with colliding ids every further process adds a share that nobody reads.")
    unique = say("{command}   then every ClientId stands once", command=at.command(CONNECTIONS))
    return Remedy((*stop, *dict.fromkeys(named)), (no_reset(at), more_shares), (unique, owned_and_falls(at)))


def _where(at: Situation, client: str) -> Phrase | str:
    """The id, with the addresses at which it is connected."""
    newest = at.case.facts.rosters[-1:]
    listed = {each.address for roster in newest for each in roster.connections_of(client)}
    logged = {channel.address for channel in at.case.channels if channel.live and channel.client_id == client}
    addresses = sorted(filter(None, listed or logged))
    if len(addresses) < 2:
        return client
    return say("{client} ({addresses})", client=client, addresses=joined(", ", addresses[:4]))


def _own_name(at: Situation, client: str) -> Phrase:
    """What makes the id unique, by its kind: clients from 4.9.0 on append the nano time by themselves unless they are
    given a name, so no upgrade helps them."""
    versions = at.versions_of([client])
    kind = explain_client_id(client).kind if "@" in client else ""
    if versions and min(versions) >= _NANO_TIME and kind in ("pid", "set_by_program"):
        return say(
            "Then take setInstanceName and -Drocketmq.client.name out of them ({version} names its processes apart by "
            "itself), or set a value that is another one for every process, such as the pod's name.",
            version=max(versions),
        )
    settings = SETTINGS.get(kind) or SETTINGS["set_by_program"]
    return say("Then give each process an id of its own, by one of these: {settings}.", settings=joined("; ", settings))


def _strategies(at: Situation) -> Remedy:
    labels: dict[str, list[str]] = defaultdict(list)
    for client, name in sorted(at.case.strategy_names.items()):
        if client in at.finding.clients:
            labels[strategy_label(name)].append(client)
    if len(labels) == 1:
        return Remedy((_mend(next(iter(labels))),), general(at).never, (owned_and_falls(at),))
    if not labels:
        return _with_checks(at, general(at))
    most = max(labels, key=lambda label: len(labels[label]))
    rest = [(label, clients) for label, clients in labels.items() if label != most]
    do = [
        say(
            "Set the AllocateMessageQueueStrategy of {clients} ({label}) to that of {others} ({most}), then "
            "restart them.",
            clients=short(clients, 3),
            label=label,
            others=short(labels[most], 3),
            most=most,
        )
        for label, clients in rest
    ]
    return _with_checks(at, Remedy(tuple(do), general(at).never))


def _mend(label: str) -> Phrase:
    return say(
        "All clients use one strategy ({label}), and it gives queues to several clients or to none: mend it, or use "
        "one of RocketMQ's own in all of them.",
        label=label,
    )


def _with_checks(at: Situation, remedy: Remedy) -> Remedy:
    named = say("{command}   then allocateMessageQueueStrategy is the same in every file", command=at.command(STATUS))
    return Remedy(remedy.do, remedy.never, (named, owned_and_falls(at)))


def _models(at: Situation) -> Remedy:
    by_model: dict[str, list[str]] = defaultdict(list)
    for client, told in sorted(at.case.models.items()):
        by_model[told.model].append(client)
    apart = [client for model in ("BROADCASTING", POP) for client in by_model.get(model, ())]
    words = general(at)
    whole = apart and len(apart) < sum(map(len, by_model.values()))
    first = say("Give {clients} another consumer group, or the message model of the others.", clients=short(apart, 3))
    return Remedy((first,) if whole else words.do, words.never, (owned_and_falls(at),))


def _follows(at: Situation) -> Remedy:
    """Of an effect: what brings it about is to be ended."""
    causes = _causes(at)
    if not causes:
        return general(at)
    return Remedy(
        (say("It ends with its cause: see {causes}.", causes=joined(", ", causes)),),
        (no_reset(at),) if at.finding.id == "orphan_queues" else general(at).never,
        (owned_and_falls(at),) if at.finding.id == "orphan_queues" else (),
    )


def _causes(at: Situation) -> Collection[str]:
    behind = [finding for finding in at.findings if at.finding.id in finding.explains and finding.ongoing]
    return dict.fromkeys(finding.id for finding in behind)


REMEDIES: Mapping[str, Callable[[Situation], Remedy]] = {
    "inconsistent_subscription": _inconsistent_subscription,
    "tag_mismatch_silent_loss": _tag_mismatch,
    "client_id_collision": _collision,
    "mixed_allocation_strategies": _strategies,
    "message_model_mismatch": _models,
    "orphan_queues": _follows,
    "flapping_subscription": _follows,
}
