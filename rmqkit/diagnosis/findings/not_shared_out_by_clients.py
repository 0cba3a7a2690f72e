"""Who decides which client reads which queue? With pop, assign, a pull consumer or a proxy: not the strategies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut, behind_a_proxy, grpc_records
from rmqkit.diagnosis.case.strategy_labels import class_name, comes_with_rocketmq
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.facts.logs import clients_in, places_of
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.finding_table import Seen, finding, words
from rmqkit.diagnosis.relations.wants import process_histories
from rmqkit.diagnosis.wording import count
from rmqkit.language import joined
from rmqkit.rocketmq import strategy_named
from rmqkit.rocketmq.internal_topics import is_user_topic

_say = words("not_shared_out_by_clients")
_CASES = {
    GivenOut.BY_POP: "by_pop",
    GivenOut.BY_APPLICATION: "by_application",
    GivenOut.BY_OWN_STRATEGY: "by_own_strategy",
}


@finding("not_shared_out_by_clients")
def not_shared_out_by_clients(case: Case, findings: Sequence[Finding]) -> Iterator[Seen]:
    """By what the clients themselves report, else by brokers that know no client while offsets move: what is proven to
    be offline or refused needs no proxy to explain that. Clients that pull and register topics may share these out as
    well (lite pull with `subscribe`, 4.6.0 and later): only their own words tell."""
    by_rules = any(finding.id == "mixed_allocation_strategies" for finding in findings)
    # Where only some share out by another rule, what all of them report that they hold shows what it gives.
    own = case.given_out == GivenOut.BY_OWN_STRATEGY
    names = {name for who, name in case.strategy_names.items() if own and who in case.live}
    some = any(map(strategy_named, names))
    others = sorted({class_name(name) for name in names if not strategy_named(name)})
    kind = "custom" if not any(map(comes_with_rocketmq, others)) else "configured"
    told = bool(case.membership.duplicates or accepted_allocation(case).allocations)
    if case.given_out in _CASES and not (by_rules and some and told):
        asked = [info.place for info in case.running] or list(case.membership.places)
        registered = case.wanted_topics.union(*(listed.subscriptions for listed in case.rosters))
        by_application = case.given_out == GivenOut.BY_APPLICATION and any(map(is_user_topic, registered))
        may_share = by_application and not (case.running or case.logs_of("client"))
        yield Seen(
            case=_CASES[case.given_out],
            title=_say(kind, names=", ".join(others)) if others else None,
            signs={"reported": len(case.live) or 1, "everybody": case.membership.complete and not may_share},
            topics=case.topics,
            clients=sorted(case.live),
            evidence=asked or [model.place for model in case.models.values()],
        )
        return
    lists = case.client_lists
    shared = sorted({one for roster in lists for one in roster.client_ids if roster.repeats(one)})
    if case.reported_broadcasting and shared and not case.newest_running:
        last = [said[-1] for said in process_histories(case).values()]
        there = Counter(words.who for words in last if words.message_model == "BROADCASTING")
        yield Seen(
            case="to_each",
            signs={"all_lists": len(lists), "each_client": Counter(case.membership.client_ids) <= there},
            topics=case.topics,
            clients=shared,
            evidence=(*case.membership.places, *(words.places[0] for words in last)),
        )
    elif not any(finding.proven and finding.alarming for finding in findings):
        yield from _behind_a_proxy(case)


def _behind_a_proxy(case: Case) -> Iterator[Seen]:
    """By brokers that know no client, while offsets move or clients write what only gRPC clients write."""
    answers, written, moved = behind_a_proxy(case), grpc_records(case), case.moved_after(None)
    if not answers:
        return
    why = [_say("unknown_to_brokers")]
    # What each client counted in the last minute that its log holds.
    newest = {event.client_id: event.carried.consumed[-1] for event in written if event.carried.consumed}
    if newest:
        received, succeeded, failed = map(sum, zip(*newest.values(), strict=True))
        clients = count(len(newest), "client")
        why.insert(0, _say("counted", clients=clients, received=received, succeeded=succeeded, failed=failed))
    yield Seen(
        case="by_a_proxy" if written else "perhaps_by_a_proxy",
        signs={"no_client": answers, **({"grpc": written} if written else {"offsets_move": moved})},
        why=joined(" ", why),
        topics=case.topics,
        clients=clients_in(written),
        evidence=(*places_of(written[-2:]), *places_of(answers), *moved[:4]),
    )
