"""Does one group hold clustering and broadcasting clients, or push and pop clients?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import POP
from rmqkit.diagnosis.facts.group import Roster
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding, refuted, words
from rmqkit.diagnosis.relations.members import may_not_have_overlapped, together_since
from rmqkit.diagnosis.wording import named_parties, ranges, short
from rmqkit.language import joined
from rmqkit.rocketmq.client_id_meaning import speaks_grpc


@finding("message_model_mismatch")
def message_model_mismatch(case: Case, _: Sequence[Finding]) -> Iterator[Seen]:
    """By the models that the members themselves report (running info, registrations, connects), else by what their
    heartbeats do to the group's table. A registration is the same for popping and pulling clients."""
    models = grouped(sorted((client.model, client_id) for client_id, client in case.models.items()))
    asked = {info.client_id for info in case.asked}
    if len(models) > 1:
        yield _different_models(case, models)
    elif changing := _changing_lists(case.rosters):
        ids = sorted({client for roster in changing for client in roster.client_ids})
        yield Seen(
            case="lists",
            signs={"lists_change": changing},
            values={
                "models": joined(", ", sorted({roster.message_model or "" for roster in changing})),
                "clients": short(sorted(case.broadcasting)) or words("message_model_mismatch")("none_listed"),
            },
            clients=ids,
            evidence=[place for roster in changing for place in roster.places_of(ids[0])],
            details={"more_possible": True},
        )
    elif models and case.membership.complete and set(case.models) == case.live == asked:
        yield refuted("message_model_mismatch", "different", places_of(case.models.values()))


def _different_models(case: Case, models: Mapping[str, Sequence[str]]) -> Seen:
    """All members are counted when queues are shared out; those that broadcast or pop take messages from the queues of
    the clustering ones as well, and commit nothing of their own share."""
    allocations = [case.recomputed.allocations.get(topic) for topic in case.topics]
    owners = [pair for allocated in allocations if allocated for pair in allocated.owners.items()]
    others = {client for model in ("BROADCASTING", POP) for client in models.get(model, ())}
    pushing = set(models.get("CLUSTERING", ()))
    # Of topics that one of the others reads, or may read.
    words_of = [case.live_subscriptions.get(client) for client in others]
    read = {topic for topic in case.topics for said in words_of if not (said and said.exact) or topic in said.topics}
    # What falls to further processes with an id of the others (`ip@DEFAULT`) has no owner by its first place.
    twins = others & case.membership.duplicates.keys()
    share = sorted(q for q, who in owners if others & set(who) or (twins and not who and q.topic in read))
    # Two that broadcast read the queues of every share.
    by_all = len(models.get("BROADCASTING", ())) > 1
    several = tuple(sorted(q for q, who in owners if (by_all or pushing & set(who)) and q.topic in read))
    model_of = {client: model for model, clients in models.items() for client in clients}
    return Seen(
        case=("by_proxy" if any(map(speaks_grpc, others)) else "popping") if POP in models else "broadcasting",
        signs={"different": case.models, "together": not may_not_have_overlapped(case, case.models)},
        values={
            "models": named_parties(models),
            "queues": ranges(share) or words("message_model_mismatch")("no_queue_known"),
        },
        queues=share,
        clients=sorted(case.models),
        evidence=places_of(case.models.values()),
        since=together_since(case, model_of, lambda one, other: model_of[one] != model_of[other]),
        details={
            "read_by_several": several,
            "more_possible": not case.live <= set(case.models),
        },
    )


def _changing_lists(rosters: Sequence[Roster]) -> list[Roster]:
    """The lists of one and the same connections that name different models, the earliest of each.

    A group's model is that of its newest heartbeat (`ConsumerGroupInfo#updateChannel`), and no running client changes
    its own.
    """
    listed = grouped((roster.at_addresses, roster) for roster in rosters if roster.message_model)
    for connections, of_them in listed.items():
        models = {roster.message_model: roster for roster in reversed(of_them)}
        if len(models) > 1 and connections and all(address for _, address in connections):
            return list(models.values())
    return []
