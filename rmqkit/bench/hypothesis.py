"""The bench: a state of the group that somebody supposes, its changes by hand, what it predicts. No evidence here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from rmqkit.errors import Error
from rmqkit.language import message, say
from rmqkit.rocketmq import (
    Allocation,
    ByMachineRoom,
    MessageQueue,
    Strategy,
    SubscriptionAware,
    allocation,
    strategy_named,
)

OWN: str = message("as reported by the client")
"""In place of a strategy that cannot be recomputed: the client reads what it says that it holds."""
STRATEGIES = ("AVG", "AVG_BY_CIRCLE", "CONSISTENT_HASH", "MACHINE_ROOM", OWN)


class UnknownPart(Error, KeyError):
    """The hypothesis has no process, topic, strategy or broker of that name."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class Process:
    """One client process, as it is supposed to be.

    `seen_as` is the client id that the evidence knows it by, `client_id` the one that it is
    supposed to have. `topics` are those of the application; every clustering client reads the
    group's retry topic as well (`DefaultMQPushConsumerImpl#copySubscription`, all versions).
    `holds`: what it says of itself, None where nobody asked it. `gone`: it is not there.
    """

    name: str
    seen_as: str
    client_id: str
    topics: frozenset[str]
    strategy: str = "AVG"
    broadcasting: bool = False
    gone: bool = False
    holds: frozenset[MessageQueue] | None = None


@dataclass(frozen=True)
class Prediction:
    """Who reads a queue, by the names of processes.

    `certain`: these and nobody else; False where the topic has a client whose rule is not known.
    """

    readers: tuple[str, ...]
    certain: bool = True


@dataclass(frozen=True)
class Hypothesis:
    """A state of the group: its topics' queues, its processes, the brokers that are gone. Changes make a new one."""

    group: str
    queues: Mapping[str, tuple[MessageQueue, ...]]
    processes: tuple[Process, ...]
    retry_topic: str = ""
    lost_brokers: frozenset[str] = frozenset()

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics of applications, which clients may or may not subscribe to."""
        return tuple(topic for topic in self.queues if topic != self.retry_topic)

    @property
    def brokers(self) -> tuple[str, ...]:
        """The brokers that hold any queue, gone ones included."""
        return tuple(sorted({queue.broker for queues in self.queues.values() for queue in queues}))

    def process(self, name: str) -> Process:
        """The process of that name. Raises UnknownPart."""
        named = {process.name: process for process in self.processes}
        return named[_known(name, named, say("process"))]

    def changed(self, name: str, **parts: Any) -> Hypothesis:  # noqa: ANN401
        """The process of that name with these of its parts in place of what it had. Raises UnknownPart."""
        if "topics" in parts:
            parts["topics"] = frozenset(_known(topic, self.topics, say("topic")) for topic in parts["topics"])
        if "strategy" in parts:
            _known(parts["strategy"], STRATEGIES, say("strategy"))
        process = replace(self.process(name), **parts)
        return replace(self, processes=tuple(process if one.name == name else one for one in self.processes))

    def with_id_of(self, name: str, other: str) -> Hypothesis:
        """The process carries the client id of another one; its own name gives it an id of its own again."""
        process = self.process(name)
        if other != name:
            return self.changed(name, client_id=self.process(other).client_id)
        # The id that it was seen with, where nobody else has it.
        taken = {one.client_id for one in self.processes if one.name != name}
        return self.changed(name, client_id=own_id(process) if process.seen_as in taken else process.seen_as)

    def id_holder(self, name: str) -> str:
        """The first process with the id of this one: itself, where the id is its own."""
        wanted = self.process(name).client_id
        return next(process.name for process in self.processes if process.client_id == wanted)

    def with_another(self, name: str = "", client_id: str = "") -> Hypothesis:
        """One more process, that the evidence does not know: as the first is, by default with a name of its own and an
        id that sorts behind all."""
        taken = {process.name for process in self.processes}
        name = name or next(free for number in count(1) if (free := f"N{number}") not in taken)
        client_id = client_id or f"{max((one.client_id for one in self.processes), default='')}~{name}"
        like = self.processes[0] if self.processes else Process("", "", "", frozenset(self.topics))
        another = Process(name, client_id, client_id, like.topics, like.strategy)
        return replace(self, processes=(*self.processes, another))

    def without_brokers(self, brokers: Iterable[str]) -> Hypothesis:
        """These brokers, and no others, have left the route."""
        lost = frozenset(_known(broker, self.brokers, say("broker")) for broker in brokers)
        return replace(self, lost_brokers=lost)


def _known(name: str, names: Iterable[str], kind: str) -> str:
    known = list(names)
    if name not in known:
        names_known = ", ".join(known) or say("none")
        raise UnknownPart(
            "The hypothesis has no {kind} {name!r}. It has: {known}.", kind=kind, name=name, known=names_known
        )
    return name


def own_id(process: Process) -> str:
    """An id that no other process has and that sorts where the known one does."""
    return f"{process.seen_as}~{process.name}"


def predicted(hypothesis: Hypothesis) -> dict[MessageQueue, Prediction]:
    """Who must read each queue (`RebalanceImpl#rebalanceByTopic`, all versions), topic by topic."""
    predictions: dict[MessageQueue, Prediction] = {}
    # All members are counted, whatever they subscribe to; those that subscribe take their share.
    there = [process for process in hypothesis.processes if not process.gone]
    client_ids = [process.client_id for process in there]
    for topic, queues in hypothesis.queues.items():
        routed = [queue for queue in queues if queue.broker not in hypothesis.lost_brokers]
        readers: dict[MessageQueue, list[str]] = {}
        certain = True
        by_strategy: dict[str, Allocation] = {}
        for process in there:
            # Every clustering client subscribes to the group's retry topic.
            retries = topic == hypothesis.retry_topic and not process.broadcasting
            if topic not in process.topics and not retries:
                continue
            if process.broadcasting:
                share: Sequence[MessageQueue] = routed
            elif process.strategy == OWN:
                certain = certain and process.holds is not None
                share = [queue for queue in routed if queue in (process.holds or ())]
            else:
                if process.strategy not in by_strategy:
                    rule = _strategy(process.strategy, routed)
                    by_strategy[process.strategy] = allocation(hypothesis.group, routed, client_ids, rule)
                share = by_strategy[process.strategy].share_of(process.client_id)
            for queue in share:
                readers.setdefault(queue, []).append(process.name)
        predictions |= {queue: Prediction(tuple(readers.get(queue, ())), certain) for queue in queues}
    return predictions


def _strategy(name: str, queues: Iterable[MessageQueue]) -> Strategy:
    """The strategy of that name; rooms are those that brokers carry in their names, as in room1@broker-a."""
    rooms = sorted({queue.broker.split("@")[0] for queue in queues})
    others: dict[str, Strategy] = {"MACHINE_ROOM": ByMachineRoom(rooms), "SUBSCRIPTION_AWARE": SubscriptionAware()}
    return strategy_named(name) or others[name]


def strategy_choice(named: str) -> str:
    """What a client names as its strategy, as one of STRATEGIES; OWN where it cannot be recomputed."""
    known = strategy_named(named)
    return known.name if known and known.name in STRATEGIES else OWN
