"""Who decides which client reads which queue?

With pop, assign, a pull consumer, a proxy: not the strategies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut, behind_a_proxy, words_to_a_proxy
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.claims import Claim, Severity, core, follows, need
from rmqkit.diagnosis.commands import PROGRESS, STATUS
from rmqkit.diagnosis.explanation import NOTE, Explanation, Findings
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, clients_in, places_of
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.wording import count
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq import strategy_named

ID = "not_shared_out_by_clients"
_BY_RULES = "mixed_allocation_strategies"
# how the queues are given out -> what it is, and what the evidence can and cannot tell of it
_WORDS = {
    GivenOut.BY_POP: (
        say("the broker hands messages out (pop)"),
        say(
            "Every client may get messages of every queue, and mqadmin shows no owner: an "
            "owner that is missing tells nothing.",
        ),
    ),
    GivenOut.BY_APPLICATION: (
        say("the application itself picks its queues (assign, or a pull consumer)"),
        say(
            "Brokers count these clients and do not know what they read; running info may list "
            "no queue while they consume.",
        ),
    ),
    GivenOut.BY_OWN_STRATEGY: (
        say("by a strategy that is not RocketMQ's own, or that needs configuration"),
        say(
            "What it gives to whom cannot be recomputed; only what the clients say that they hold tells it.",
        ),
    ),
}


def claims(case: Case, findings: Findings) -> Iterable[Claim]:
    """By what the clients say of themselves, and by brokers that know no client
    while offsets move."""
    by_rules = any(finding.id == _BY_RULES for finding in findings)
    if case.given_out in _WORDS and not (by_rules and _told_by_some(case)):
        yield _by_the_clients(case)
    elif case.told_broadcasting and case.given_out != GivenOut.TO_EACH and (shared := _ids_at_several_addresses(case)):
        yield _to_each(case, shared)
    elif not any(map(_settles, findings)) and (answers := behind_a_proxy(case)):
        yield _by_a_proxy(case, places_of(answers))


def _settles(finding: Finding) -> bool:
    """What is proven to be offline or refused needs no proxy to explain why brokers know nobody."""
    return finding.proven and finding.alarming


def _told_by_some(case: Case) -> bool:
    """Where only some share out by another rule, what all of them say that they hold tells what it gives."""
    names = [name for who, name in case.strategy_names.items() if who in case.live]
    some = case.given_out == GivenOut.BY_OWN_STRATEGY and any(map(strategy_named, names))
    return some and bool(accepted_allocation(case).allocations)


def _by_the_clients(case: Case) -> Claim:
    how, what_it_means = _WORDS[case.given_out]
    clients = sorted(case.live)
    return Claim(
        ID,
        say("Queues of {group} are not shared out by RocketMQ's strategies: {how}", group=case.group, how=how),
        what_it_means,
        Severity.NOTICE,
        signs=(
            core(say("the clients themselves say so"), len(clients) or 1),
            need(say("all members are known to"), case.membership.complete, command=STATUS),
        ),
        topics=case.topics,
        clients=tuple(clients),
        evidence=tuple(_places(case)),
    )


def _ids_at_several_addresses(case: Case) -> list[str]:
    lists = case.client_lists
    return sorted({one for roster in lists for one in roster.client_ids if roster.repeats(one)})


def _to_each(case: Case, shared: Sequence[str]) -> Claim:
    """`ip@DEFAULT` is what a broadcasting client is called (`DefaultMQPushConsumerImpl#start`: no process id). A
    broker's list shows the model of whoever sent the last heartbeat, so that it proves nothing of the others."""
    return Claim(
        ID,
        say("{group} is broadcasting: each client reads every queue", group=case.group),
        say(
            "Clients with one id do no harm in it, since nothing is shared out by ids. Each keeps its own offsets in a "
            "file of its host, so that brokers and mqadmin show no progress of the group.",
        ),
        Severity.NOTICE,
        signs=(
            core(say("every list says BROADCASTING"), len(case.client_lists)),
            need(say("the clients themselves say so"), False, command=STATUS),
        ),
        topics=case.topics,
        clients=tuple(shared),
        evidence=tuple(case.membership.places),
    )


def _places(case: Case) -> list[EvidenceLine]:
    asked = [info.place for info in case.running]
    return asked or list(case.membership.places) or [model.place for model in case.models.values()]


def _by_a_proxy(case: Case, answers: Sequence[EvidenceLine]) -> Claim:
    moved, words = case.moved_after(None), words_to_a_proxy(case)
    title = (
        say("Clients of {group} speak to a proxy: brokers know none of them", group=case.group)
        if words
        else say("Clients of {group} may be connected to a proxy: brokers know none of them", group=case.group)
    )
    return Claim(
        ID,
        title,
        joined(
            " ",
            [
                say(
                    "Clients that speak gRPC to a cluster proxy are unknown to the brokers: mqadmin "
                    "says that the group is not online (CODE 206) or that it has no retry topic (CODE "
                    "17) while they consume.",
                ),
                *_minutes_of(words),
            ],
        ),
        Severity.NOTICE,
        signs=(
            follows(say("brokers know no client of the group"), len(answers)),
            core(say("clients of the group write what only gRPC clients write"), len(words))
            if words
            else need(say("its offsets move all the same"), len(moved), command=PROGRESS),
        ),
        topics=case.topics,
        clients=clients_in(words),
        evidence=(*places_of(words[-2:]), *answers, *moved[:4]),
    )


def _minutes_of(words: Sequence[Event]) -> list[Phrase]:
    """What the clients counted of themselves, each in its last minute that a log holds."""
    newest = {event.client_id: event.carried.consumed[-1] for event in words if event.carried.consumed}
    if not newest:
        return []
    received, succeeded, failed = map(sum, zip(*newest.values(), strict=True))
    return [
        say(
            "By their own counts, each of its last full minute, {clients} got {received:,} messages, consumed "
            "{succeeded:,} and failed {failed:,} times.",
            clients=count(len(newest), "client"),
            received=received,
            succeeded=succeeded,
            failed=failed,
        )
    ]


EXPLANATION = Explanation(
    id=ID,
    rank=185,
    claims=claims,
    command=STATUS,
    messages=frozenset({"command_failed"}),
    kind=NOTE,
    what="RocketMQ's strategies do not decide which client reads which queue: pop, assign, a pull consumer, a proxy, or a "
    "strategy of the user's own does. Nothing follows here from sorted queues and client ids.",
    confirm="mqadmin consumerStatus -g GROUP -i CLIENT: consume type, clientRebalance, allocateMessageQueueStrategy.",
    remedy=("Judge the group by its offsets (mqadmin consumerProgress twice) and by its clients' own logs.",),
    do_not=("Do not read a missing Client IP as a queue without a consumer.",),
)
