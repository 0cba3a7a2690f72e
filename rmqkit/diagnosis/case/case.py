"""One group's case: its facts and everything that several rules derive from them, each computed once. No findings."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from rmqkit.diagnosis.case.members import Channel, Membership, changed_lists, channels, membership
from rmqkit.diagnosis.case.movement import Movement, contradict, movements, works_after
from rmqkit.diagnosis.case.observations import Observation, client_count_in, observations, rebalance_results
from rmqkit.diagnosis.case.recomputation import Recomputed, recompute, strategies_for, strategy_names
from rmqkit.diagnosis.case.subscriptions import ClientSubscription, Expression, client_subscriptions
from rmqkit.diagnosis.facts.group import WITHOUT_ID, GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.rocketmq import MessageQueue, Strategy

# A heartbeat comes every 30 s (`ClientConfig.heartbeatBrokerInterval`); what was not repeated for three is over.
RECENT = timedelta(seconds=95)
# `RebalanceService` of every client, where no notification came before.
REBALANCED = timedelta(seconds=20)


@dataclass(frozen=True)
class Case:
    """The facts of a group, the clock (the newest moment of the evidence), and what follows from both."""

    facts: GroupFacts
    now: datetime | None

    @property
    def group(self) -> str:
        """The group's name."""
        return self.facts.group

    @cached_property
    def membership(self) -> Membership:
        """Who is in the group at the end."""
        return membership(self.facts)

    @cached_property
    def everybody_known(self) -> bool:
        """Whether nobody is missing from the list: a broker's, or as long as the clients' own logs last counted it.

        With one client less every share is another one, so nothing follows from a shorter list; nor from clients
        whose ids are not known, unless their queues confirm it: the shares go by the order of the ids.
        """
        if any(each.startswith(WITHOUT_ID) for each in self.live) and not self.recomputed.reproduces:
            return False
        counts = [client_count_in(event) or 0 for event in rebalance_results(self.facts).values()]
        return self.membership.complete or len(self.membership.client_ids) >= max(counts, default=0)

    @cached_property
    def live(self) -> frozenset[str]:
        """The ids that are in the group at the end."""
        return frozenset(self.membership.client_ids)

    @cached_property
    def channels(self) -> list[Channel]:
        """The group's channels in the brokers' logs."""
        return channels(self.facts)

    @cached_property
    def members_since(self) -> datetime | None:
        """Since when the members are the ones of the end and share out the queues; null where nothing tells.

        By the brokers' logs and by dated client lists that differ from the last one. A rebalance comes every 20 s.
        """
        moved = [moment for channel in self.channels for moment in (channel.opened_at, channel.closed_at) if moment]
        moved += changed_lists(self.facts.rosters)
        return max(moved) + REBALANCED if moved else None

    @cached_property
    def subscriptions(self) -> dict[str, ClientSubscription]:
        """The subscription of every client that any source tells of, gone ones included."""
        return client_subscriptions(self.facts)

    @cached_property
    def live_subscriptions(self) -> dict[str, ClientSubscription]:
        """The subscriptions of the clients that are there at the end."""
        return {who: each for who, each in self.subscriptions.items() if who in self.live}

    @cached_property
    def strategy_names(self) -> dict[str, str]:
        """Each client's strategy where a source names it."""
        return strategy_names(self.facts)

    @cached_property
    def strategies(self) -> dict[str, Strategy]:
        """A strategy for every member."""
        return strategies_for(self.live, self.strategy_names)

    @cached_property
    def observations(self) -> list[Observation]:
        """Who was seen to hold what."""
        return observations(self.facts, self.live)

    @cached_property
    def movements(self) -> Mapping[MessageQueue, Movement]:
        """How each queue's offsets went from snapshot to snapshot; nothing where these contradict each other."""
        return {} if self.looks_contradict else movements(self.facts.snapshots)

    @cached_property
    def looks_contradict(self) -> bool:
        """Whether the snapshots cannot be of one cluster, one after the other."""
        return contradict(self.facts.snapshots)

    @cached_property
    def shared_topics(self) -> tuple[str, ...]:
        """The user topics and the retry topic: everything that the group shares out."""
        return (*self.facts.topics, self.facts.retry_topic)

    @cached_property
    def subscribers(self) -> dict[str, frozenset[str]]:
        """Who subscribes to each user topic, for the topics where every live client's subscription is known."""
        if not self.subscriptions_known:
            return {}
        return {
            topic: frozenset(who for who, each in self.live_subscriptions.items() if topic in each.topics)
            for topic in self.facts.topics
        }

    @cached_property
    def subscriptions_known(self) -> bool:
        """Whether the whole subscription of every live client is known."""
        return bool(self.live) and all(
            client_id in self.subscriptions and self.subscriptions[client_id].exact for client_id in self.live
        )

    @cached_property
    def told_broadcasting(self) -> bool:
        """Whether whoever tells a model, client or list, says that the group is broadcasting."""
        models = {roster.message_model for roster in self.facts.rosters}
        models |= {each.message_model for each in self.live_subscriptions.values()}
        return "BROADCASTING" in models and "CLUSTERING" not in models

    @cached_property
    def recomputed(self) -> Recomputed:
        """What must have been allocated, given who is there, who subscribes to what, and each one's strategy."""
        return self.recompute(self.subscribers)

    def recompute(self, subscribers: Mapping[str, Collection[str]]) -> Recomputed:
        """The allocation under another assumption of who subscribes to what."""
        return recompute(
            self.facts, self.shared_topics, self.membership.client_ids, subscribers, self.strategies, self.observations
        )

    @cached_property
    def strategy_text(self) -> str:
        """The strategies in use, for a sentence."""
        names = sorted({strategy_label(name) for name in self.strategy_names.values()})
        return f"{' and '.join(names)} strategy" if names else "average strategy, the default"

    @cached_property
    def _brokers(self) -> frozenset[str]:
        routes = {each.broker for route in self.facts.routes.values() for each in route}
        return frozenset(routes | {queue.broker for queue in self.movements})

    def broker_of(self, file: str) -> str | None:
        """Which broker wrote a log: what the log says of itself, else a known broker's name in the file's path."""
        said = {event.broker for event in self.facts.events if event.file == file and event.event in _SAYS_BROKER}
        named = {broker for broker in self._brokers if broker in file}
        found = {broker for broker in said if broker} or named
        return max(found, key=len) if len(found) == 1 or (found == named and found) else None

    def end_of(self, file: str) -> datetime | None:
        """Where a log ends; its own clock, so that zones and clocks of other files do not matter."""
        log = self.facts.logs.get(file)
        return log.last if log else None

    def recent(self, event: Event, within: timedelta = RECENT) -> bool:
        """Whether the event was still logged shortly before its log ends."""
        end = self.end_of(event.file)
        return event.last_at is not None and end is not None and end - event.last_at <= within

    def works_since(self, events: Collection[Event], after: timedelta = RECENT, brokers: Collection[str] = ()) -> bool:
        """Whether looks well after the last of these events show that the group consumes (there)."""
        last = max((event.last_at for event in events if event.last_at), default=None)
        return last is not None and works_after(self.facts.snapshots, last + after, brokers)

    def wanted(self, topic: str) -> dict[str, Expression]:
        """What each live client wants of a topic."""
        return {who: each.topics[topic] for who, each in self.live_subscriptions.items() if topic in each.topics}


_SAYS_BROKER = frozenset({"broker_started", "broker_boot", "broker_registered"})
_LABELS = {
    "AVG": "average",
    "AllocateMessageQueueAveragely": "average",
    "AVG_BY_CIRCLE": "average by circle",
    "AllocateMessageQueueAveragelyByCircle": "average by circle",
    "CONSISTENT_HASH": "consistent hash",
    "AllocateMessageQueueConsistentHash": "consistent hash",
    "MACHINE_ROOM": "machine room",
    "AllocateMessageQueueByMachineRoom": "machine room",
    "CONFIG": "configuration",
    "AllocateMessageQueueByConfig": "configuration",
}


def strategy_label(name: str) -> str:
    """A strategy's name for people: the same for its getName() and its class."""
    short = name.split("@", 1)[0].rsplit(".", 1)[-1]
    return _LABELS.get(short, short)
