"""What ends causes that lie between the members of a group: who wants what, who is called what, who shares out how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import Any, NamedTuple

from rmqkit.diagnosis.case.giving_out import POP, PULLS, GivenOut, behind_a_proxy, grpc_records, twin_consume_types
from rmqkit.diagnosis.case.strategy_labels import strategy_label
from rmqkit.diagnosis.case.worlds import FIXED_LIST
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.finding import Act, Deed, causes_of
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.relations.members import likely_writers, process_name, succeeded
from rmqkit.diagnosis.relations.serves import brokers_lacked
from rmqkit.diagnosis.relations.wants import Expression, twin_subscriptions, twins_subscribing
from rmqkit.diagnosis.remedies.advice import Values, advises
from rmqkit.diagnosis.remedies.situation import FindingInCase
from rmqkit.diagnosis.timeline.changes import SUBSCRIBED
from rmqkit.diagnosis.wording import named_parties, ranges, short, wishes
from rmqkit.language import Phrase, joined, say
from rmqkit.language.clock import date_and_time
from rmqkit.rocketmq.client_id_meaning import (
    NANO_TIME,
    explain_client_id,
    has_host_pid,
    ip_of,
    made_alike_elsewhere,
    own_address,
    placeholders,
    speaks_grpc,
)
from rmqkit.rocketmq.client_id_meaning import REMEDIES as SETTINGS
from rmqkit.rocketmq.internal_topics import DEAD_LETTER_PREFIX

_DEFAULT_STRATEGY = "AVG"


class _Camp(NamedTuple):
    """Clients that want the same."""

    clients: tuple[str, ...]
    wants: Mapping[str, str]

    def contains(self, other: _Camp) -> bool:
        """Whether whoever wants this gets everything that the other wants."""
        return all(
            topic in self.wants and _lets_through(self.wants[topic], text) for topic, text in other.wants.items()
        )


def _expression(text: str) -> Expression:
    return Expression(text.removesuffix(" (SQL92)"), "SQL92" if text.endswith(" (SQL92)") else None)


def _lets_through(wider: str, narrower: str) -> bool:
    """Whether an expression lets through all that another one does; of SQL92 only where they are alike."""
    one, other = _expression(wider).tags, _expression(narrower).tags
    return wider == narrower if one is None or other is None else "*" in one or (other <= one and "*" not in other)


def _union(at: FindingInCase, camps: Sequence[_Camp]) -> dict[str, str]:
    """The subscription that contains those of all camps; none where SQL92 expressions differ, nor where one reads the
    group's own dead letters: the others would get again what they gave up."""
    union: dict[str, str] = {}
    if any(DEAD_LETTER_PREFIX + at.group in camp.wants for camp in camps):
        return union
    for topic, text in chain.from_iterable(camp.wants.items() for camp in camps):
        before = union.get(topic, text)
        if _lets_through(before, text) or _lets_through(text, before):
            union[topic] = before if _lets_through(before, text) else text
        elif (one := _expression(before).tags) is not None and (other := _expression(text).tags) is not None:
            union[topic] = " || ".join(sorted(one | other))
        else:
            return {}
    return union


@advises("inconsistent_subscription")
def _subscriptions(at: FindingInCase) -> Values:
    """A broker keeps the last expression until somebody registers another one with a higher version
    (`ConsumerGroupInfo#updateSubscription`, all versions). Clients raise theirs when they start or when their queues
    change (`RebalancePushImpl#messageQueueChanged`), and in broadcasting nobody's change when others leave."""
    values = _made_alike(at)
    deeds: Sequence[Deed] = values.get("deeds", ())
    leaving = {client for deed in deeds if deed.act is Act.OWN_GROUP for client in deed.clients}
    stay = tuple(client for client in sorted(at.subscriptions) if client not in leaving)
    if not (at.case.reported_broadcasting and values["filtered"] and leaving and stay):
        return values
    kept = joined("; ", sorted({str(wishes(at.subscriptions[client])) for client in stay}))
    deeds = [replace(deed, restarted=stay) if deed.act is Act.OWN_GROUP else deed for deed in deeds]
    return {**values, "stay": short(stay, 3), "kept": kept, "deeds": deeds}


def _made_alike(at: FindingInCase) -> dict[str, Any]:
    """Back to what the others have, on to what contains it, or apart. Nobody is sent to a subscription that lacks what
    somebody reads today: the messages of what is left out would wait, or be filtered out, for the whole group."""
    clients = grouped((tuple(sorted(wants.items())), client) for client, wants in sorted(at.subscriptions.items()))
    camps = [_Camp(tuple(of), dict(wants)) for wants, of in clients.items()]
    values: dict[str, object] = {
        "filtered": filters_away(at),
        "may_filter": _may_filter_away(at),
        "by_proxy": bool(at.subscriptions) and all(map(speaks_grpc, at.subscriptions)),
        "whole": len({frozenset(camp.wants) for camp in camps}) > 1 if camps else not filters_away(at),
        "elsewhere": joined("; ", [f"{topic} ({short(who)})" for topic, who in sorted(at.case.also_read.items())]),
    }
    if len(camps) < 2:
        return values | {"unknown": True}
    values["wishes"] = named_parties({wishes(camp.wants) or "-": camp.clients for camp in camps}, 3)
    # Of processes that share an id the timeline does not tell which one came.
    told = at.newcomers.keys() if set(at.subscriptions) <= set(at.finding.clients) else ()
    came = [camp for camp in camps if set(told) & set(camp.clients)]
    if all(camp.wants for camp in camps) and not any(
        a.wants.keys() & b.wants.keys() for a, b in combinations(camps, 2)
    ):
        leaving = came if len(came) == 1 else camps[1:]
        values["deeds"] = [Deed(Act.OWN_GROUP, _camp_clients(leaving))]
        if len(came) == 1 and len(camps) == 2 and not _changed(at):
            values |= _who_came(at, came[0])
        return values | {"apart": True, "union": wishes(_union(at, camps)), **_shared_process(at, camps)}
    # It does not end with those that came or changed where the others differ as well, nor with those that changed where
    # some wanted it before, nobody knows since when.
    others_want_it = [who for camp in came for who in camp.clients if who not in told] if _changed(at) else []
    if len(came) != 1 or len(camps) > 2 or others_want_it:
        union = _union(at, camps)
        follow = [Deed(Act.SUBSCRIBE, _camp_clients(camps), subscriptions=union)] if union else []
        values["deeds"] = [*follow, Deed(Act.OWN_GROUP, _camp_clients(camps[1:]))]
        return values | {"choose": True, "union": wishes(union), **_shared_process(at, camps)}
    return _newcomers_advice(at, values, came[0], [camp for camp in camps if camp is not came[0]])


def _newcomers_advice(
    at: FindingInCase, values: dict[str, object], came: _Camp, others: Sequence[_Camp]
) -> dict[str, Any]:
    """Who came when it began goes back; the others follow only where they lose nothing by it."""
    contained = bool(came.wants) and all(map(came.contains, others))
    union = _union(at, [came, *others])
    values |= _who_came(at, came) | {
        "joined": not _changed(at),
        "changed": _changed(at),
        "wish": wishes(came.wants) or "-",
        "others": joined("; ", [wishes(camp.wants) or "-" for camp in others]),
        "alone": joined(", ", sorted(came.wants.keys() - set(chain.from_iterable(camp.wants for camp in others)))),
        "finish": short(_camp_clients(others), 3) if contained else "",
        "filtered_after": _filtered_after_rollback(came, others) if contained else "",
        # A member that subscribes to nothing takes its queues itself (assign, a pull consumer): nobody joins it.
        "union": wishes(union) if came.wants and not contained else "",
    }
    back = [Deed(Act.SUBSCRIBE, came.clients, subscriptions=camp.wants) for camp in others if len(others) == 1]
    follow = [Deed(Act.SUBSCRIBE, _camp_clients(others), subscriptions=came.wants)] if contained else []
    back, follow = (follow, back) if values["filtered_after"] else (back, follow)
    together = [Deed(Act.SUBSCRIBE, _camp_clients([came, *others]), subscriptions=union)] if values["union"] else []
    return values | {"deeds": [*back, Deed(Act.OWN_GROUP, came.clients), *follow, *together]}


def _filtered_after_rollback(came: _Camp, others: Sequence[_Camp]) -> Phrase | str:
    """What a rollback would filter out on every queue: the tags that only those who came let through, per topic that
    all of them read. The topics that only they read keep their messages."""
    filtered: list[Phrase | str] = []
    for topic, text in sorted(came.wants.items()):
        before = set[str]().union(
            *(_expression(camp.wants[topic]).tags or () for camp in others if topic in camp.wants)
        )
        more = set(_expression(text).tags or ()) - before if before else set[str]()
        if "*" in more:
            filtered.append(say("{topic} (every tag but {tags})", topic=topic, tags=", ".join(sorted(before))))
        elif more:
            filtered.append(say("{topic} ({tags})", topic=topic, tags=", ".join(sorted(more))))
    return joined(", ", filtered) if filtered else ""


def _who_came(at: FindingInCase, came: _Camp) -> dict[str, object]:
    """The clients that joined, or changed their subscription, when it began, and when that was."""
    changes = at.newcomers.values()
    return {
        "number": len(came.clients),
        "came": short(came.clients, 3),
        "moment": at.moment((max if _changed(at) else min)(change.at for change in changes)),
        "before": date_and_time(min(change.begins for change in changes)),
    }


def _changed(at: FindingInCase) -> bool:
    """Whether those with whom it began had been there, and changed what they subscribe to."""
    return all(change.kind == SUBSCRIBED for change in at.newcomers.values())


def _camp_clients(camps: Iterable[_Camp]) -> tuple[str, ...]:
    return tuple(client for camp in camps for client in camp.clients)


def _shared_process(at: FindingInCase, camps: Sequence[_Camp]) -> dict[str, object]:
    """Two consumers of one process under one group's name, the commonest mistake of all: by the process id in both
    client ids or in the log that both write; else, where both have a name of their own, perhaps, by their host."""
    writes = grouped(
        (event.client_id, (event.file, event.carried.process_id))
        for event in at.case.records("member.heartbeats")
        if event.client_id and event.carried.process_id
    )
    for one, other in combinations(camps, 2):
        for first, second in ((a, b) for a in one.clients for b in other.clients):
            if first == second or "@" not in first or "@" not in second or ip_of(first) != ip_of(second):
                continue
            # Such a client's twin on another host has the same id, and a process starts no second client of one id.
            if made_alike_elsewhere(first) or first.split(" ")[0] == second.split(" ")[0]:
                continue
            pids = [explain_client_id(client).pid for client in (first, second)]
            both = set(writes.get(first, ())) & set(writes.get(second, ()))
            if both or (pids[0] is not None and pids[0] == pids[1]):
                return {"one_process": joined(" and ", [first, second])}
            if pids == [None, None]:
                return {"one_host": joined(" and ", [first, second])}
    return {}


def filters_away(at: FindingInCase) -> bool:
    """Whether messages are filtered out for everybody by what the finding is about, unless that is only suspected."""
    if _may_filter_away(at):
        return False
    wanted = grouped(wish for wants in at.subscriptions.values() for wish in wants.items())
    return "tag_mismatch_silent_loss" in at.finding.explains or any(len(set(texts)) > 1 for texts in wanted.values())


def _may_filter_away(at: FindingInCase) -> bool:
    """Whether it is only suspected that messages are filtered out."""
    return any(one.id == "tag_mismatch_silent_loss" and not one.proven for one in at.findings)


@advises("tag_mismatch_silent_loss")
def _tag_mismatch(at: FindingInCase) -> Values:
    better: str = at.finding.details.get("better", "")
    wants = [at.case.live_subscriptions[client].topics for client in at.finding.clients[:1] if better]
    wished = [{**{topic: str(one) for topic, one in of.items()}, at.topic: better} for of in wants]
    return {"deeds": [Deed(Act.SUBSCRIBE, at.finding.clients, subscriptions=one) for one in wished]}


@advises("client_id_collision")
def _collision(at: FindingInCase) -> Values:
    """Stop the twins, then give each process an id of its own, by what makes this kind of id: clients from 4.9.0 on
    append the nano time by themselves unless they are given a name, so no upgrade helps these."""
    ids = list(dict.fromkeys(at.finding.clients))
    where: list[str] = []
    for client in ids[:4]:
        # The id, with all addresses at which it is connected.
        listed = [each.address for roster in at.case.client_lists[-1:] for each in roster.connections_of(client)]
        live = [one for one in at.case.channels if one.live and one.client_id == client]
        by_broker: list[Sequence[str | None]] = [listed, *grouped((one.file, one.address) for one in live).values()]
        most = max(by_broker, key=len)
        addresses = sorted(set(filter(None, most)))
        where.append(f"{client} ({short(addresses, 8)})" if len(addresses) > 1 else client)
    lack = [file for file in brokers_lacked(at.case) if likely_writers(at.case).get(file) in ids]
    values: dict[str, object] = {"ids": joined(", ", where) if where else "", "several": len(ids) > 1}
    values["blind"] = short(lack)
    for client in ids[:1]:
        kind = explain_client_id(client).kind if "@" in client else ""
        versions = at.versions_of([client]) or at.versions_of(at.case.membership.client_ids)
        named = bool(versions) and min(versions) >= NANO_TIME and kind in ("pid", "set_by_program")
        values["go"] = any(connection.language == "GO" for connection in at.listed([client]))
        values["version"] = str(max(versions)) if named and not values["go"] else ""
        values["settings"] = settings(client)
        values["one_jvm"] = has_host_pid(client)
        values["other"] = not values["go"] and not named
    # What only the stopped one of them wants, nobody would read.
    taking = [twins_subscribing(at.case, topic) for topic in at.case.topics]
    unequal = {who for one in taking for who in one if one[who] < at.case.membership.duplicates[who]}
    unequal |= twin_subscriptions(at.case).keys() | at.case.configured
    values["differ"] = bool(unequal.difference(succeeded(at.case)).intersection(ids))
    # Of two applications neither is superfluous.
    kinds = {who: told for who, told in twin_consume_types(at.case).items() if who in ids}
    pulling = [(who, process) for who, told in kinds.items() for process, kind in told.items() if kind == PULLS]
    values["pulls"] = joined(", ", [process_name(who, process) for who, process in pulling])
    values["keep"] = values["differ"] or pulling
    values["unexpanded"] = joined(", ", list(chain.from_iterable(placeholders(who) for who in ids[:1])))
    mixed = [one for one in at.findings if one.id == "mixed_allocation_strategies" and one.alarming]
    others = [one for one in causes_of("orphan_queues", at.findings) if one.proven and one.id != at.finding.id] or mixed
    # Whose listeners hang reads no queue, whatever its share is.
    hung = [one for one in at.findings if one.id in ("consumer_stuck", "listener_blocked") and one.alarming]
    others += [one for one in hung if one.ongoing and set(one.clients).isdisjoint(ids)]
    values["others"] = joined(", ", [BY_ID[one.id].name for one in others])
    if pulling:
        return values | {"deeds": (Deed(Act.OWN_GROUP, tuple(process_name(*one) for one in pulling)),)}
    stop = () if values["keep"] else (Deed(Act.ONE_PROCESS, tuple(ids)),)
    return values | {"deeds": (*stop, Deed(Act.OWN_ID, tuple(ids)))}


def settings(client: str) -> Phrase:
    """What sets the id of a client like this one apart."""
    kind = explain_client_id(client).kind if "@" in client else ""
    ways = [*SETTINGS.get(kind, SETTINGS["set_by_program"])]
    # Of process ids the address is among the ways already.
    address = own_address(client) if kind == "set_by_program" else None
    return joined("; ", [*([address] if address else []), *ways])


@advises("mixed_allocation_strategies")
def _strategies(at: FindingInCase) -> Values:
    told = sorted(at.case.strategy_names.items())
    labels = grouped((strategy_label(name), client) for client, name in told if client in at.finding.clients)
    if not labels:
        return {"unknown": True}
    if len(labels) == 1:
        label, clients = next(iter(labels.items()))
        values = {"one": label, "deeds": [Deed(Act.STRATEGY, tuple(clients), setting=_DEFAULT_STRATEGY)]}
        if label == FIXED_LIST:
            queues = [at.finding.details.get(name, ()) for name in ("on_no_list", "read_by_several")]
            return values | {"lists": True, "on_none": ranges(queues[0]), "on_two": ranges(queues[1])}
        return values
    most = max(labels, key=lambda label: len(labels[label]))
    rest = [
        {"label": label, "some": short(clients, 3), "others": short(labels[most], 3), "most": most}
        for label, clients in labels.items()
        if label != most
    ]
    others = tuple(client for label, clients in labels.items() if label != most for client in clients)
    return {"rest": rest, "deeds": [Deed(Act.STRATEGY, others, setting=at.case.strategy_names[labels[most][0]])]}


@advises("message_model_mismatch")
def _models(at: FindingInCase) -> Values:
    """`SetConsumeModeSubCommand`, 5.x: a client whose queues the broker gives out can be made to pull."""
    by_model = grouped((told.model, client) for client, told in sorted(at.case.models.items()))
    apart = tuple(client for model in ("BROADCASTING", POP) for client in by_model.get(model, ()))
    if not apart or len(apart) == sum(map(len, by_model.values())):
        return {"unknown": True}
    by_proxy = any(map(speaks_grpc, apart))
    values = {
        "apart": short(apart, 3),
        "by_proxy": by_proxy,
        "pops": POP in by_model,
        "broadcasts": POP not in by_model,
        "share": ranges(at.finding.queues),
        "TOPIC": "".join(at.finding.topics[:1]),
    }
    back = () if by_proxy else (Deed(Act.MODEL, apart, setting="CLUSTERING"),)
    return values | {"deeds": (Deed(Act.OWN_GROUP, apart), *back)}


@advises("clock_skew")
def _clocks(at: FindingInCase) -> Values:
    """A broker keeps the newest version of a subscription as long as any client of the group is connected
    (`ConsumerGroupInfo#updateSubscription`, all versions): a restart of the client that is ahead changes nothing."""
    if at.finding.details.get("ahead", 1) < 0:
        return {"behind": True, "first": True, "ahead": False}
    return {"first": not at.finding.explains, "ahead": bool(at.finding.explains)}


@advises("broker_disagreement")
def _disagree(at: FindingInCase) -> Values:
    """Which broker does not know whom, and where it is; or which name server lacks which broker: a broker registers at
    the name servers that its own configuration names, and at no other (`BrokerOuterAPI#registerBrokerAll`)."""
    details = at.finding.details
    servers = [
        {"server": server, "NAMESRV": server, "some": short(brokers, 3), "TOPIC": next(iter(at.finding.topics), "")}
        for server, brokers in details.get("unknown_at", {}).items()
    ]
    brokers = [
        {"broker": broker, "address": at.address_of(broker), "BROKER": at.address_of(broker), "some": short(lacks, 3)}
        for broker, lacks in details.get("lacking", {}).items()
    ]
    return {"servers": servers, "lacking": [] if servers else brokers, "unknown": not servers and not brokers}


@advises("orphan_queues")
def _orphans(at: FindingInCase) -> Values:
    given_up = at.finding.details.get("given_up", "")
    assigned = at.case.given_out is GivenOut.BY_APPLICATION and not given_up
    unknown = not (assigned or given_up or at.causes)
    closed = [one for one in at.findings if one.id == "unreadable_queues" and one.ongoing]
    of_broker = any(set(at.finding.queues) <= set(one.queues) for one in closed)
    return {
        "assigned": assigned,
        "listed": ranges(at.finding.queues),
        "unknown": unknown,
        "of_broker": short(at.finding.brokers, 3) if of_broker and at.topic else "",
    }


@advises("not_shared_out_by_clients")
def _not_shared_out(at: FindingInCase) -> Values:
    return {"proxy": grpc_records(at.case) and behind_a_proxy(at.case)}
