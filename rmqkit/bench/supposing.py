"""The bench: what each considered explanation supposes of the group, as a hypothesis to try. No judgement here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rmqkit.bench.hypothesis import OWN, Hypothesis, Process, own_id, strategy_choice
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.process_names import process_names
from rmqkit.diagnosis.case.worlds import inferred_strategies, inferred_subscribers
from rmqkit.diagnosis.finding import Finding, Status
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.language import joined, message, say
from rmqkit.rocketmq import MessageQueue, sorted_client_ids

HEALTHY, AS_TOLD = message("healthy"), message("all that the evidence tells")
NOT_BY_CLIENTS = (GivenOut.BY_APPLICATION, GivenOut.BY_POP)
Supposition = Callable[[Case, Hypothesis], Hypothesis]


@dataclass(frozen=True)
class Choice:
    """An explanation to try: its id, the judge's word for it ("" where none was asked for), and its hypothesis.

    `made_up`: the evidence names nobody whom the explanation is about, so that somebody was picked.
    """

    id: str
    status: str
    hypothesis: Hypothesis
    made_up: bool = False

    @property
    def label(self) -> str:
        """As a list of choices names it."""
        if self.id == HEALTHY:
            strategies = sorted({process.strategy for process in self.hypothesis.processes})
            return say("{name}: all allocate by {strategies}", name=self.id, strategies=joined(" and ", strategies))
        return say("{name} ({status})", name=self.id, status=message(self.status)) if self.status else self.id


def choices_of(case: Case, considered: Sequence[Finding]) -> tuple[Choice, ...]:
    """The explanations that say something of who reads what: the healthy group, each of those considered, all at once.

    Others, such as a stuck or a slow consumer, leave the owners as they are in a healthy group.
    """
    healthy = healthy_group(case)
    if case.given_out in NOT_BY_CLIENTS:
        return (Choice(AS_TOLD, "", healthy),)
    whole = healthy
    for supposition in SUPPOSITIONS.values():
        whole = supposition(case, whole)
    statuses = _statuses(case, considered)
    tried = [_choice(explanation, status, case, healthy) for explanation, status in statuses.items()]
    return (Choice(HEALTHY, "", healthy), *tried, Choice(AS_TOLD, "", whole))


def _statuses(case: Case, considered: Sequence[Finding]) -> dict[str, str]:
    """The first, that is the most fundamental, judgement on each explanation of the group."""
    of_group = [entry for entry in considered if entry.group == case.group]
    statuses = {entry.id: str(entry.status) for entry in reversed(of_group)}
    return {explanation: statuses[explanation] for explanation in SUPPOSITIONS if explanation in statuses}


def _choice(explanation: str, status: str, case: Case, healthy: Hypothesis) -> Choice:
    supposed = SUPPOSITIONS[explanation](case, healthy)
    # What was accepted and leaves the owners as they are, such as different tags, needs no example.
    if supposed != healthy or status not in (Status.REFUTED, Status.OPEN):
        return Choice(explanation, status, supposed)
    return Choice(explanation, status, MADE_UP[explanation](case, healthy), made_up=True)


def healthy_group(case: Case) -> Hypothesis:
    """Every client that is there has an id of its own, subscribes to every topic, and allocates as all others do."""
    listed = sorted_client_ids(case.membership.client_ids)
    names = process_names(listed)
    common = OWN if case.given_out in NOT_BY_CLIENTS else case.common_strategy
    topics = frozenset(case.topics)
    processes = [
        Process(name, client_id, client_id, topics, common, holds=_holds(case, client_id))
        for name, client_id in zip(names, listed, strict=True)
    ]
    queues = {topic: tuple(queues_of(case, topic)) for topic in case.shared_topics}
    group = Hypothesis(
        case.group,
        {topic: listed for topic, listed in queues.items() if listed},
        tuple(processes),
        case.retry_topic,
    )
    return _apart(group)


def _apart(group: Hypothesis) -> Hypothesis:
    """Ids that the evidence knows several processes by are told apart."""
    often = Counter(process.seen_as for process in group.processes)
    processes = (
        replace(process, client_id=own_id(process)) if often[process.seen_as] > 1 else process
        for process in group.processes
    )
    return replace(group, processes=tuple(processes))


def _holds(case: Case, client_id: str) -> frozenset[MessageQueue] | None:
    """What the client says of itself; with `assign` it reports no queue while it consumes (before 5.1.1)."""
    asked = [info for info in case.running if info.client_id == client_id]
    if not asked or (case.given_out in NOT_BY_CLIENTS and not asked[-1].queues):
        return None
    return frozenset(held.queue for held in asked[-1].queues if not held.dropped)


def _ids_as_listed(case: Case, group: Hypothesis) -> Hypothesis:
    processes = tuple(replace(process, client_id=process.seen_as) for process in group.processes)
    return replace(group, processes=processes)


def _subscriptions_as_told(case: Case, group: Hypothesis) -> Hypothesis:
    """As the clients say; else as owners alone tell it."""
    subscribers = case.subscribers or inferred_subscribers(case)
    processes = tuple(replace(process, topics=_topics(process, group, subscribers)) for process in group.processes)
    return replace(group, processes=processes)


def _topics(process: Process, group: Hypothesis, subscribers: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """A topic of which nothing is told is left as it is."""
    told = {topic for topic, clients in subscribers.items() if process.seen_as in clients}
    return frozenset(told | (process.topics - subscribers.keys())) & frozenset(group.topics)


def _strategies_as_told(case: Case, group: Hypothesis) -> Hypothesis:
    """As the clients name them; else as owners alone tell them."""
    inferred = {who: strategy.name for who, strategy in inferred_strategies(case).items()}
    named = {who: strategy_choice(name) for who, name in case.strategy_names.items() if who in case.live}
    known = {**inferred, **named}
    processes = (replace(process, strategy=known.get(process.seen_as, process.strategy)) for process in group.processes)
    return replace(group, processes=tuple(processes))


def _models_as_told(case: Case, group: Hypothesis) -> Hypothesis:
    reading_all = {who for who, told in case.models.items() if told.model == "BROADCASTING"}
    processes = (replace(process, broadcasting=process.seen_as in reading_all) for process in group.processes)
    return replace(group, processes=tuple(processes))


SUPPOSITIONS: Mapping[str, Supposition] = {
    "inconsistent_subscription": _subscriptions_as_told,
    "client_id_collision": _ids_as_listed,
    "mixed_allocation_strategies": _strategies_as_told,
    "message_model_mismatch": _models_as_told,
}
"""By explanation: what is different from a healthy group, as the evidence tells it."""


def _first_gives_up_a_topic(case: Case, group: Hypothesis) -> Hypothesis:
    if not group.processes or not group.topics:
        return group
    first = group.processes[0]
    return group.subscribing(first.name, first.topics - {group.topics[0]})


def _first_two_share_an_id(case: Case, group: Hypothesis) -> Hypothesis:
    if len(group.processes) < 2:
        return group
    return group.with_id_of(group.processes[1].name, group.processes[0].name)


def _last_allocates_otherwise(case: Case, group: Hypothesis) -> Hypothesis:
    if not group.processes:
        return group
    last = group.processes[-1]
    other = "AVG" if last.strategy != "AVG" else "AVG_BY_CIRCLE"
    return group.allocating(last.name, other)


def _first_broadcasts(case: Case, group: Hypothesis) -> Hypothesis:
    return group.broadcasting(group.processes[0].name) if group.processes else group


MADE_UP: Mapping[str, Supposition] = {
    "inconsistent_subscription": _first_gives_up_a_topic,
    "client_id_collision": _first_two_share_an_id,
    "mixed_allocation_strategies": _last_allocates_otherwise,
    "message_model_mismatch": _first_broadcasts,
}
"""By explanation: an example of it, where the evidence names nobody; to be changed by hand."""
