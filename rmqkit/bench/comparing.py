"""The bench: a hypothesis against what was seen, queue by queue and client by client. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from rmqkit.bench.hypothesis import OWN, Hypothesis, Prediction, Process, predicted, strategy_choice
from rmqkit.bench.records import Look
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.observations import Observation
from rmqkit.diagnosis.case.recomputation import agrees, last_seen
from rmqkit.diagnosis.facts.logs import EvidenceLine
from rmqkit.diagnosis.relations.holds import newest_shares
from rmqkit.language import say
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_topics import is_user_topic

MODELS = {"BROADCASTING": True, "CLUSTERING": False}
"""By model: whether such a client broadcasts."""


class Says(StrEnum):
    """What an observation says of a prediction."""

    AGREES = "agrees"
    CONTRADICTS = "contradicts"
    SILENT = "silent"


@dataclass(frozen=True)
class QueueComparison:
    """One queue: who must read it, who was seen with it, and the lines that say so.

    `readers` are names of processes, None where nothing is predicted; `seen` client ids or the parts before the @, None
    where nobody looked. `places`: the lines that contradict, where any does; else those that agree.
    """

    queue: MessageQueue
    readers: tuple[str, ...] | None
    seen: tuple[str, ...] | None
    says: Says
    places: tuple[EvidenceLine, ...] = ()


@dataclass(frozen=True)
class ClientContradiction:
    """Something that is supposed of a process and that a line says otherwise.

    `topic`: what it does not subscribe to, where that is what the line says.
    """

    process: str
    supposed: str
    place: EvidenceLine
    topic: str | None = None


@dataclass(frozen=True)
class Comparison:
    """A hypothesis against some looks, and against what the clients and brokers say of the clients."""

    queues: tuple[QueueComparison, ...]
    clients: tuple[ClientContradiction, ...]

    def count(self, says: Says) -> int:
        """How many queues."""
        return sum(row.says == says for row in self.queues)

    @property
    def contradictions(self) -> tuple[QueueComparison, ...]:
        """The queues that contradict."""
        return tuple(row for row in self.queues if row.says == Says.CONTRADICTS)

    @property
    def holds(self) -> bool:
        """Whether something agrees and nothing contradicts."""
        return bool(self.count(Says.AGREES)) and not self.contradictions and not self.clients


def compare(hypothesis: Hypothesis, case: Case, looks: Sequence[Look]) -> Comparison:
    """Every queue against these snapshots together, and every process against what is said of it."""
    ids = {process.name: process.seen_as for process in hypothesis.processes}
    # What is older than the group as it is tells of it only where nothing else does, and contradicts nothing.
    own = [look for look in looks if not look.before]
    observations = [one for look in own or looks for one in look.observations]
    clients = tuple(_clients(hypothesis, case))
    rows = []
    for queue, prediction in predicted(hypothesis).items():
        # A reader may say that it does not subscribe to the topic.
        cannot = [one.place for one in clients if one.topic == queue.topic and one.process in prediction.readers]
        consumers = tuple(ids[name] for name in prediction.readers)
        asked = frozenset(chain.from_iterable(one.tellers or () for one in observations))
        # That some clients do not hold a queue tells nothing of it where its consumers were not asked.
        telling = [
            one
            for one in observations
            if queue in one.owners and (one.tellers is None or one.owners[queue] or asked.issuperset(consumers))
        ]
        words: dict[Says, list[EvidenceLine]] = {word: [] for word in Says}
        for observation in telling:
            words[_word(queue, prediction, consumers, observation)].append(observation.place(queue))
        seen = last_seen(queue, telling)
        words[Says.CONTRADICTS] += cannot if seen is not None else ()
        says = next((word for word in (Says.CONTRADICTS, Says.AGREES) if words[word]), Says.SILENT)
        readers = prediction.readers if prediction.certain or prediction.readers else None
        row = QueueComparison(queue, readers, seen, says, tuple(words[says]))
        rows.append(row if own else replace(row, says=Says.SILENT))
    return Comparison(tuple(rows), clients)


def _word(queue: MessageQueue, prediction: Prediction, consumers: Sequence[str], observation: Observation) -> Says:
    """What one observation says; only one within its reach can contradict."""
    owners, tellers = observation.owners[queue], observation.tellers
    if consumers and not owners and tellers is not None and tellers.isdisjoint(consumers):
        return Says.SILENT
    if agrees(consumers, owners, observation):
        return Says.AGREES if prediction.certain or consumers else Says.SILENT
    # The retry topic's route reaches the clients at different times: for a while two of them hold it.
    in_reach = prediction.certain and is_user_topic(queue.topic)
    return Says.CONTRADICTS if in_reach else Says.SILENT


def _clients(hypothesis: Hypothesis, case: Case) -> Iterator[ClientContradiction]:
    """What is supposed of the processes and reported otherwise, by six rules in their order."""
    members = case.membership
    there = [process for process in hypothesis.processes if not process.gone]
    # 1: two processes share an id, or do not, and the list of clients says otherwise.
    for number, process in enumerate(there):
        for other in there[:number]:
            shared = process.client_id == other.client_id
            if shared != (process.seen_as == other.seen_as):
                words = say("shares the id of {other}", other=other.name)
                words = words if shared else say("has a different id than {other}", other=other.name)
                for place in _source_lines(process, case):
                    yield ClientContradiction(process.name, words, place)
    for process in hypothesis.processes:
        # 2: it is gone, and a line names it.
        if process.gone:
            for place in _source_lines(process, case):
                yield ClientContradiction(process.name, say("is not connected"), place)
            continue
        # 3: it is there, and a list of clients that is complete does not have it.
        if members.complete and process.seen_as not in members.client_ids:
            for place in members.places[:1]:
                yield ClientContradiction(process.name, say("is connected"), place)
        yield from _other_subscription(process, hypothesis, case)
        # 5: it follows one of RocketMQ's strategies, and names another one.
        named = case.strategy_names.get(process.seen_as)
        if named is not None and process.strategy not in (OWN, strategy_choice(named)):
            infos = [info for info in case.running if info.client_id == process.seen_as]
            lines = [info.strategy_place for info in infos if info.strategy is not None]
            lines += [share.place for share in newest_shares(case).values() if share.client == process.seen_as]
            for place in lines[:1]:
                supposed = say("uses the strategy {strategy}", strategy=process.strategy)
                yield ClientContradiction(process.name, supposed, place)
        # 6: it broadcasts, or shares out, and says otherwise.
        model = case.models.get(process.seen_as)
        if model is not None and model.model in MODELS and process.broadcasting != MODELS[model.model]:
            supposed = say("broadcasts") if process.broadcasting else say("allocates its queues")
            yield ClientContradiction(process.name, supposed, model.place)


def _source_lines(process: Process, case: Case) -> list[EvidenceLine]:
    """The last line of a client list or a broker's log that names the process's id."""
    naming = [place for place in case.membership.places if process.seen_as in place.text]
    return naming[-1:]


def _other_subscription(process: Process, hypothesis: Hypothesis, case: Case) -> Iterator[ClientContradiction]:
    """4: its subscription is told, and it is another one; a source that tells a part may not name more."""
    subscription = case.live_subscriptions.get(process.seen_as)
    if subscription is None or not subscription.places:
        return
    told = frozenset(subscription.topics) & frozenset(hypothesis.topics)
    for topic in sorted(told - process.topics):
        place = _naming(topic, subscription.places)
        yield ClientContradiction(process.name, say("does not subscribe to {topic}", topic=topic), place)
    for topic in sorted(process.topics - told) if subscription.exact else ():
        place = _naming(topic, subscription.places)
        yield ClientContradiction(process.name, say("subscribes to {topic}", topic=topic), place, topic)


def _naming(word: str, places: Sequence[EvidenceLine]) -> EvidenceLine:
    return next((place for place in places if word in place.text), places[0])
