"""The bench: what each considered explanation supposes of the group, as a hypothesis to try. No judgement here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rmqkit.bench.hypothesis import OWN, Hypothesis, Process, own_id, strategy_choice
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.giving_out import GivenOut
from rmqkit.diagnosis.case.process_names import process_names
from rmqkit.diagnosis.case.worlds import inferred_subscribers
from rmqkit.diagnosis.finding import Finding, Status
from rmqkit.diagnosis.relations.serves import queues_of
from rmqkit.language import joined, message, say
from rmqkit.rocketmq import MessageQueue, sorted_client_ids

HEALTHY, AS_TOLD = message("healthy"), message("as reported in the evidence")
NOT_BY_CLIENTS = (GivenOut.BY_APPLICATION, GivenOut.BY_POP)
Supposition = Callable[[Case, Hypothesis], Hypothesis]


@dataclass(frozen=True)
class Choice:
    """An explanation to try: its id, the judge's word for it ("" where none was asked for), and its hypothesis."""

    id: str
    status: str
    hypothesis: Hypothesis

    @property
    def label(self) -> str:
        """As a list of choices names it."""
        if self.id == HEALTHY:
            strategies = sorted({process.strategy for process in self.hypothesis.processes})
            return say("{name}: all clients use {strategies}", name=self.id, strategies=joined(" and ", strategies))
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
    # The first, that is the most fundamental, judgement on each explanation of the group.
    statuses = {entry.id: str(entry.status) for entry in reversed(considered) if entry.group == case.group}
    tried = []
    for explanation, supposition in SUPPOSITIONS.items():
        status = statuses.get(explanation)
        if status is not None:
            supposed = supposition(case, healthy)
            # What was accepted may leave the owners as they are, such as different tags; of anything else the evidence
            # names nobody whom it is about.
            if supposed != healthy or status not in (Status.REFUTED, Status.OPEN):
                tried.append(Choice(explanation, status, supposed))
    return (Choice(HEALTHY, "", healthy), *tried, Choice(AS_TOLD, "", whole))


def healthy_group(case: Case) -> Hypothesis:
    """Every client that is there has an id of its own, subscribes to every topic, and allocates as all others do."""
    listed = sorted_client_ids(case.membership.client_ids)
    names = process_names(listed)
    common = OWN if case.given_out in NOT_BY_CLIENTS else case.common_strategy
    topics = frozenset(case.topics)
    # Ids that the evidence knows several processes by are told apart.
    often = Counter(listed)
    processes = []
    for name, client_id in zip(names, listed, strict=True):
        process = Process(name, client_id, client_id, topics, common, holds=_holds(case, client_id))
        processes.append(replace(process, client_id=own_id(process)) if often[client_id] > 1 else process)
    queues = {topic: tuple(queues_of(case, topic)) for topic in case.shared_topics}
    known = {topic: listed_queues for topic, listed_queues in queues.items() if listed_queues}
    return Hypothesis(case.group, known, tuple(processes), case.retry_topic)


def _holds(case: Case, client_id: str) -> frozenset[MessageQueue] | None:
    """What the client says of itself; with `assign` it reports no queue while it consumes (before 5.1.1)."""
    asked = [info for info in case.running if info.client_id == client_id]
    if not asked or (case.given_out in NOT_BY_CLIENTS and not asked[-1].queues):
        return None
    return frozenset(held.queue for held in asked[-1].queues if not held.dropped)


def _each(group: Hypothesis, part: str, of: Callable[[Process], object]) -> Hypothesis:
    """Each process with another part."""
    return replace(group, processes=tuple(replace(one, **{part: of(one)}) for one in group.processes))  # type: ignore[arg-type]


def _reported_subscriptions(case: Case, group: Hypothesis) -> Hypothesis:
    """As the clients say; else as owners alone tell it. A topic of which nothing is told is left as it is."""
    subscribers = case.subscribers or inferred_subscribers(case)

    def wanted(process: Process) -> frozenset[str]:
        told = {topic for topic, clients in subscribers.items() if process.seen_as in clients}
        return frozenset(told | (process.topics - subscribers.keys())) & frozenset(group.topics)

    return _each(group, "topics", wanted)


def _reported_strategies(case: Case, group: Hypothesis) -> Hypothesis:
    """As the clients name them."""
    named = {who: strategy_choice(name) for who, name in case.strategy_names.items() if who in case.live}
    return _each(group, "strategy", lambda process: named.get(process.seen_as, process.strategy))


def _reported_models(case: Case, group: Hypothesis) -> Hypothesis:
    reading_all = {who for who, told in case.models.items() if told.model == "BROADCASTING"}
    return _each(group, "broadcasting", lambda process: process.seen_as in reading_all)


SUPPOSITIONS: Mapping[str, Supposition] = {
    "inconsistent_subscription": _reported_subscriptions,
    "client_id_collision": lambda _, group: _each(group, "client_id", lambda process: process.seen_as),
    "mixed_allocation_strategies": _reported_strategies,
    "message_model_mismatch": _reported_models,
}
"""By explanation: what is different from a healthy group, as the evidence tells it."""
