"""A group's state: its facts, and what follows from them, each computed once. No findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from rmqkit.diagnosis.case.giving_out import ClientModel, GivenOut, client_models, given_out, pull_consumers
from rmqkit.diagnosis.case.lag import (
    Movement,
    movements,
    movements_in,
    movements_since_handover,
    moves,
    snapshots_contradict,
    work,
)
from rmqkit.diagnosis.case.observations import (
    Observation,
    counted_otherwise,
    final_commits,
    observations,
    takers,
    unseen,
    without,
)
from rmqkit.diagnosis.case.popped import popped_topics
from rmqkit.diagnosis.case.recomputation import NOTHING, Recomputed, recompute, shared_out
from rmqkit.diagnosis.case.strategy_labels import strategies_text, strategy_label, surely_different
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import WITHOUT_ID, Answer, GroupFacts, Roster, Snapshot, came_later
from rmqkit.diagnosis.facts.known import grouped, is_after, latest, not_before
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, brokers_of, last_moment
from rmqkit.diagnosis.facts.transitions import DEFAULTS, SAME_MOMENT, SETTLED, Transitions, transitions_of
from rmqkit.diagnosis.relations.holds import held_by, newest_shares, shares
from rmqkit.diagnosis.relations.members import (
    LoggedChannel,
    Membership,
    changed_lists,
    channels,
    disjoint_lists,
    host_of,
    membership,
    process_name,
)
from rmqkit.diagnosis.relations.serves import listed_in_part, queues_of
from rmqkit.diagnosis.relations.wants import (
    ClientSubscription,
    Disagreement,
    Expression,
    changed_while_running,
    client_subscriptions,
    difference,
    not_compiled,
    process_histories,
    twin_subscriptions,
    twins_subscribing,
    unnamed_members,
)
from rmqkit.language import Phrase, say
from rmqkit.rocketmq import Allocation, Averagely, ByConfig, MessageQueue, Strategy, allocation, strategy_named
from rmqkit.rocketmq.client_id_meaning import ip_of, is_masked, speaks_grpc
from rmqkit.rocketmq.internal_topics import is_user_topic


@dataclass(frozen=True)
class Case(GroupFacts):
    """A group's state: its facts, and what follows from them: who is there, who wants what, how queues are given out,
    who was seen with them, how offsets went. Whoever compares, plans, supposes, draws or writes down a state asks it
    here; `timeline.epochs.states_of` has one for each epoch. `shared_since`: when queues were shared out anew after the
    last change that the timeline tells."""

    shared_since: datetime | None = None

    @classmethod
    def of(cls, facts: GroupFacts, shared_since: datetime | None = None) -> Case:
        told = {name: vars(facts)[name] for name in GroupFacts.__dataclass_fields__}
        return cls(**told, shared_since=shared_since)

    @cached_property
    def transitions(self) -> Transitions:
        return transitions_of(self)

    @cached_property
    def membership(self) -> Membership:
        """Who is in the group at the end."""
        return membership(self)

    @cached_property
    def everybody_known(self) -> bool:
        """Whether nobody is missing from the list: a broker's, or as long as the clients' own logs last counted it.
        With one client less every share is another one, so nothing follows from a shorter list; nor from clients whose
        ids are not known or masked, unless their queues confirm it: the shares go by the order of the ids."""
        unnamed = [who for who in self.live if who.startswith(WITHOUT_ID) or is_masked(who)]
        if unnamed and not self.recomputed.reproduces:
            return False
        return not self.counted_more

    @cached_property
    def counted_more(self) -> bool:
        """Whether clients last counted more members than are known, and no broker lists all."""
        counts = [share.members or 0 for share in newest_shares(self).values()]
        return not self.membership.complete and len(self.membership.client_ids) < max(counts, default=0)

    @cached_property
    def live(self) -> frozenset[str]:
        """The ids that are in the group at the end."""
        return frozenset(self.membership.client_ids)

    @cached_property
    def channels(self) -> list[LoggedChannel]:
        return channels(self)

    @cached_property
    def asked(self) -> tuple[RunningInfo, ...]:
        """What the members said of themselves; what everybody said, where no member is known."""
        return tuple(info for info in self.running if info.client_id in self.live or not self.live)

    @cached_property
    def members_since(self) -> datetime | None:
        """Since when the members are the ones of the end and share out the queues; null where nothing tells. By the
        brokers' logs, by dated client lists that differ from the last one, and by how many the clients counted when
        they shared out queues. A rebalance comes every 20 s. The timeline (`shared_since`) passes over a client that is
        back within two heartbeats, and queues are shared out anew for it all the same."""
        moved = [moment for channel in self.channels for moment in (channel.opened_at, channel.closed_at)]
        last = latest([*moved, *changed_lists(self)])
        shared_out = [self.shared_since, *counted_otherwise(self)]
        return latest([last + self.transitions.rebalance if last else None, *shared_out])

    @cached_property
    def subscriptions(self) -> dict[str, ClientSubscription]:
        """The subscription of every client that any source tells of, gone ones included."""
        return client_subscriptions(self)

    @cached_property
    def live_subscriptions(self) -> dict[str, ClientSubscription]:
        """The subscriptions of the clients that are there at the end, by id, else by address. Where an address tells
        all, what a client of its host was merely seen with adds nothing."""
        hosts = {host_of(address) for address in self.unnamed}
        named = {who for who in self.live | self.unlisted if ip_of(who) not in hosts}
        return {who: words for who, words in self.subscriptions.items() if who in named | self.unnamed}

    @cached_property
    def unlisted(self) -> frozenset[str]:
        """Who is connected to a broker to the end of its log, and is left out by the newest list as by one between two
        that show the same connection: a list is of one broker (`ConsumerManager`, all versions), and not each client
        reaches all. Another broker lists a client by another connection."""
        found, lists = set(), self.client_lists
        for one in (channel for channel in self.channels if channel.live and channel.client_id):
            at = [n for n, listed in enumerate(lists) if (one.client_id, one.address) in listed.at_addresses]
            if at and any(one.client_id not in listed.client_ids for listed in lists[at[0] : at[-1]]):
                found.add(one.client_id or "")
        return frozenset(found) - self.live

    @cached_property
    def unnamed(self) -> frozenset[str]:
        """Addresses of members whose ids nothing tells, on hosts of which no known client says what it wants."""
        telling = {ip_of(who) for who, words in self.subscriptions.items() if words.exact and who in self.live}
        return frozenset(address for address in unnamed_members(self) if host_of(address) not in telling)

    @cached_property
    def strategy_names(self) -> dict[str, str]:
        """Each client's strategy where a source names it. Of an id whose processes name different ones in their logs,
        no one rule gives what they take (`RebalanceImpl#rebalanceByTopic`, all versions)."""
        names = {share.client: share.strategy for share in newest_shares(self).values() if share.strategy}
        names |= {info.client_id: info.strategy for info in self.running if info.strategy}
        by_log = {(share.client, share.file): share.strategy for share in shares(self) if share.strategy}
        of_twins = grouped((who, name) for (who, _), name in by_log.items() if who in self.membership.duplicates)
        return names | {who: " + ".join(sorted({*some})) for who, some in of_twins.items() if surely_different(some)}

    @cached_property
    def strategies(self) -> dict[str, Strategy]:
        """A strategy per member; one that no source names is RocketMQ's default, the average. A client whose strategy
        needs a configuration that nobody tells cannot be recomputed and is left to the average as well: the comparison
        then fails, which is the honest outcome."""
        names, lists = self.strategy_names, self.fixed_lists
        common = strategy_named(next(iter(names.values()))) if len(set(names.values())) == 1 else None
        known = {who: lists.get(who) or strategy_named(names.get(who)) for who in self.live}
        return {who: strategy or common or Averagely() for who, strategy in known.items()}

    @cached_property
    def configured(self) -> frozenset[str]:
        """The members that read what is configured, whatever their ids are (`AllocateMessageQueueByConfig`)."""
        config = strategy_label("CONFIG")
        return frozenset(who for who in self.live if strategy_label(self.strategy_names.get(who, "")) == config)

    @cached_property
    def fixed_lists(self) -> dict[str, ByConfig]:
        """The lists of members that are given what is configured (`AllocateMessageQueueByConfig`), as they log them and
        as their running info shows, where others share out by a rule of RocketMQ's and count them all the same."""
        if not any(strategy_named(name) for who, name in self.strategy_names.items() if who in self.live):
            return {}
        given = [(share.client, share.queues) for share in newest_shares(self).values()]
        given += [(who, held_by(info)) for who, info in self.newest_running.items()]
        lists = grouped((who, queues) for who, queues in given if who in self.configured)
        return {who: ByConfig(sorted(set().union(*queues))) for who, queues in lists.items() if any(queues)}

    @cached_property
    def common_strategy(self) -> str:
        """What most members name; RocketMQ's default where none names one that can be recomputed."""
        members = [named for who, named in self.strategy_names.items() if who in self.live]
        known = Counter(strategy.name for strategy in map(strategy_named, members) if strategy)
        return min(known, key=lambda name: (-known[name], name)) if known else Averagely.name

    @cached_property
    def models(self) -> dict[str, ClientModel]:
        return client_models(self, self.live, self.channels, self.live_subscriptions)

    @cached_property
    def broadcasting(self) -> frozenset[str]:
        """The members that read every queue and share none."""
        return frozenset(who for who, client in self.models.items() if client.model == "BROADCASTING")

    @cached_property
    def broadcast_topics(self) -> frozenset[str]:
        """The topics of which these members read every queue."""
        wants = map(self.live_subscriptions.get, self.broadcasting)
        return frozenset(topic for words in wants if words for topic in words.topics)

    @cached_property
    def ever_broadcasting(self) -> frozenset[str]:
        """Who broadcasts, and who did so before it left."""
        told = {who for who, words in self.subscriptions.items() if words.message_model == "BROADCASTING"}
        return self.broadcasting | told

    @cached_property
    def pull_consumers(self) -> set[str]:
        """Clients that pull by themselves, lite pull as well."""
        return pull_consumers(self, {who: words.consume_type for who, words in self.live_subscriptions.items()})

    @cached_property
    def given_out(self) -> GivenOut:
        by_rule = {who: name for who, name in self.strategy_names.items() if who not in self.fixed_lists}
        return given_out(self, self.live, self.models, by_rule, self.pull_consumers)

    @cached_property
    def observations(self) -> list[Observation]:
        """Who was seen to hold what; what a broadcasting client holds tells nothing of the shares, and a rebalance line
        of a topic that its client does not subscribe to any more is older than that."""
        kept = final_commits(self) if self.given_out is GivenOut.BY_APPLICATION else []
        for look in observations(self, self.membership.client_ids, self.shared_since, self.members_since):
            about = without(look, self.broadcasting)
            wants = [self.live_subscriptions.get(client) for client in about.tellers or ()]
            topics = {queue.topic for queue in about.owners if queue.is_users}
            left = topics and any(words and words.exact and not topics & set(words.topics) for words in wants)
            if about.owners and not left:
                kept.append(about)
        return kept

    @cached_property
    def movements(self) -> Mapping[MessageQueue, Movement]:
        """How each queue's offsets went from snapshot to snapshot; nothing where these contradict each other, and of a
        broadcasting group: its clients keep their offsets to themselves (`LocalFileOffsetStore`, all versions), and
        what brokers have of it is older, or somebody put it there."""
        return {} if self.reported_broadcasting or snapshots_contradict(self) else movements_in(self)

    @cached_property
    def movements_since_handover(self) -> Mapping[MessageQueue, Movement]:
        """The same over the newest snapshots in which every queue kept its owner; nothing where those are none."""
        return movements_since_handover(self) if self.movements else {}

    @cached_property
    def user_movements(self) -> list[Movement]:
        return [movement for queue, movement in self.movements.items() if queue.is_users]

    def movements_of(self, queues: Collection[MessageQueue]) -> list[Movement]:
        """Those of some queues, as far as snapshots list these."""
        return [self.movements[queue] for queue in queues if queue in self.movements]

    @cached_property
    def shared_topics(self) -> tuple[str, ...]:
        """The user topics and the retry topic: everything that the group shares out."""
        return (*self.topics, self.retry_topic)

    @cached_property
    def subscribers(self) -> dict[str, frozenset[str]]:
        """Who subscribes to each user topic, by the words of every live client; where some say nothing, by the shares
        that these take: then no two clients have one address. Nothing where that leaves anything open."""
        told = self._exact_clients
        silent = self.live - told
        if not silent or not told:
            return self._wanting
        on_host = Counter(ip_of(client_id) for client_id in self.membership.client_ids)
        if any(on_host[ip_of(client_id)] > 1 for client_id in silent):
            return {}
        subscribers = {}
        for topic in self.topics:
            shares = self.whole_shares(topic)
            taking = None if listed_in_part(self, topic) else takers(shares, silent, self.observations)
            nobody_looked = unseen(shares, silent, self.observations)
            if taking is None or (self._wanting[topic] != told and nobody_looked):
                return {}
            subscribers[topic] = self._wanting[topic] | taking
        recomputed, since = self.recompute(subscribers), self.members_since
        holds = recomputed.agreeing_since(since) > 0 and not recomputed.contradictions_since(since)
        return subscribers if holds else {}

    @cached_property
    def subscribers_at_most(self) -> dict[str, frozenset[str]]:
        """Who may subscribe to a user topic that a member wants, where not everybody can: all but those that report
        their whole subscription, without it."""
        wanted = {topic: wanting for topic, wanting in self._wanting.items() if wanting and is_user_topic(topic)}
        lacking = {topic: self._exact_clients - wanting for topic, wanting in wanted.items()}
        return {topic: self.live - them for topic, them in lacking.items() if them}

    def may_read(self, topic: str) -> frozenset[str]:
        """The live clients that may hold a queue of the topic: all but those that are known not to want it."""
        return self.subscribers_at_most.get(topic, self.live)

    @property
    def subscribers_partial(self) -> bool:
        """Whether some members neither report what they subscribe to nor show it by the shares that they take."""
        return bool(self.live - self._exact_clients) and not self.subscribers

    @cached_property
    def _exact_clients(self) -> frozenset[str]:
        """The live clients whose whole subscription is known."""
        return frozenset(who for who in self.live if who in self.subscriptions and self.subscriptions[who].exact)

    @cached_property
    def _wanting(self) -> dict[str, frozenset[str]]:
        """Which clients, or processes that share their id, report that they subscribe to each user topic; nothing where
        nobody says all."""
        told = self._exact_clients
        return {
            topic: frozenset(
                who
                for who in told
                if topic in self.subscriptions[who].topics or twins_subscribing(self, topic).get(who, 0) > 0
            )
            for topic in (self.topics if told else ())
        }

    def whole_shares(self, topic: str) -> Allocation:
        """Who gets which queue of a topic where all members subscribe to it."""
        shared = shared_out(self, topic, self.membership.client_ids, self.strategies)
        return shared or allocation(self.group, queues_of(self, topic), self.membership.client_ids, self.strategies)

    @cached_property
    def subscriptions_known(self) -> bool:
        """Whether the whole subscription of every live client is known, by what none has changed since."""
        return bool(self.live) and self._exact_clients == self.live and self.reported_since_changes

    @cached_property
    def reported_since_changes(self) -> bool:
        """Whether what each client says is newer than every change of an expression at run time, be it that a client
        says else than when it came: others of the same application change theirs as well, and no line tells it."""
        said, alone = self.live_subscriptions, self.live - self.membership.duplicates.keys()
        came = {words[0].who: words[0] for words in process_histories(self).values() if words[0].who in alone}
        other = [said[who] for who, first in came.items() if who in said and said[who].differs_from(first)]
        changed = [
            words.at - self.transitions.heartbeat
            for words in other
            if words.at and words.topics.keys() == came[words.who].topics.keys()
        ]
        moments = [*(event.at for event in changed_while_running(self)), *changed]
        return all(is_after(words.at, at) for at in moments for words in said.values())

    @cached_property
    def disagreement(self) -> Disagreement:
        """On what the clients that are there disagree, as far as their subscriptions are known; an expression that
        brokers cannot compile lets through neither more nor less than another one."""
        readable = dict(self.process_subscriptions)
        for who in not_compiled(self) & readable.keys():
            topics = readable[who].topics.items()
            by_tags = {topic: one if one.tags is not None else Expression(None) for topic, one in topics}
            readable[who] = replace(readable[who], topics=by_tags)
        return difference(readable)

    @cached_property
    def process_subscriptions(self) -> dict[str, ClientSubscription]:
        """The subscriptions of those who are there; of processes that share an id and differ, each one's by its
        address as well."""
        reported = dict(self.live_subscriptions)
        for who, processes in twin_subscriptions(self).items():
            if reported.pop(who, None):
                reported |= {process_name(who, process): words for process, words in processes.items()}
        return reported

    @property
    def subscribe_alike(self) -> bool:
        """Whether all live clients are known to subscribe to the same."""
        return self.subscriptions_known and not self.disagreement

    @cached_property
    def present_lists(self) -> Sequence[Roster]:
        """The lists of clients that are all there still, else all lists. One names the consume type and the model of
        the last heartbeat before it (`ConsumerGroupInfo#updateChannel`, all versions), be it of who has left since."""
        return [one for one in self.rosters if one.client_ids and self.live.issuperset(one.client_ids)] or self.rosters

    @cached_property
    def reported_broadcasting(self) -> bool:
        """Whether whoever tells a model, client or list, says that the group is broadcasting."""
        models = {roster.message_model for roster in self.present_lists}
        models |= {words.message_model for words in self.live_subscriptions.values()}
        return "BROADCASTING" in models and "CLUSTERING" not in models

    @property
    def follows_known_rules(self) -> bool:
        """Whether queues go by RocketMQ's own rules: those of the strategies, be it that brokers share out by them what
        clients pop. What clients of a proxy pop goes by none."""
        popped = bool(self.topics) and popped_topics(self).issuperset(self.topics)
        by_brokers = self.given_out == GivenOut.BY_POP and popped and not any(map(speaks_grpc, self.live))
        return self.given_out == GivenOut.BY_STRATEGIES or by_brokers

    @cached_property
    def recomputed(self) -> Recomputed:
        """What must have been allocated, given who is there, who subscribes to what, and each one's strategy. Nothing
        follows where something else gives out the queues, or members' ids are not known, or they do not share them out
        together."""
        unknown = self.unnamed or self.unlisted or self.counted_more
        shared = self.follows_known_rules and not (unknown or disjoint_lists(self))
        silent = () if self.subscribers else self.live - self._exact_clients
        return self.recompute(self.subscribers or self.subscribers_at_most, silent) if shared else NOTHING

    def recompute(self, subscribers: Mapping[str, Collection[str]], silent: Collection[str] = ()) -> Recomputed:
        """The allocation under another assumption of who subscribes to what."""
        ids = self.membership.client_ids
        return recompute(self, self.shared_topics, ids, subscribers, self.strategies, self.observations, silent)

    @cached_property
    def strategy_text(self) -> Phrase:
        names = sorted({strategy_label(name) for name in self.strategy_names.values()})
        return strategies_text(names) if names else say("average strategy, the default")

    def recent(self, event: Event, within: timedelta | None = None) -> bool:
        """Whether the event was still logged shortly before its log ends: within three heartbeats."""
        end = self.end_of(event.file)
        span = self.transitions.repeated if within is None else within
        return event.last_at is not None and end is not None and end - event.last_at <= span

    def works_since(
        self, events: Collection[Event], after: timedelta | None = None, brokers: Collection[str] = ()
    ) -> bool:
        """Whether looks well after the last of these events show that the group consumes (there): their course; or, of
        each queue that lags in the newest one, that the message read last came well after it (`#LastTime` is when it
        was stored: `DefaultMQAdminExtImpl#examineConsumeStats`, all versions)."""
        last, span = last_moment(events), self.transitions.repeated
        if last is None:
            return False
        later = movements([look for look in self.snapshots if is_after(look.at, last + (after or span))])
        own = [one for queue, one in later.items() if queue.is_users and (not brokers or queue.broker in brokers)]
        rows = [one for look in self.snapshots[-1:] for one in look.rows if one.queue.is_users]
        rows = [row for row in rows if not brokers or row.queue.broker in brokers]
        newer = [row for row in rows if is_after(row.last_time, last + span)]
        return work(own) or (bool(newer) and all(row in newer for row in rows if row.diff))

    def broker_at(self, address: str) -> str | None:
        """The broker of an address, by routes and by records that name both."""
        told = ((event.address, event.broker) for event in self.events if event.broker)
        routed = ((held.address, held.broker) for route in self.routes.values() for held in route)
        return next((broker for at, broker in (*told, *routed) if at == address), None)

    @cached_property
    def failing_commands(self) -> list[Answer]:
        """What mqadmin could not get through with, and was not answered since by whom it asked: a snapshot needs its
        name server and every broker that it lists, a list of clients its name server and some broker."""
        failing = []
        for answer in self.unreached:
            broker = self.broker_at(answer.said.peer_not_reached or "")
            looks = [look for look in self.snapshots if look.rows and look.whole]
            looks = [look for look in looks if broker is None or broker in brokers_of(look.queues)]
            outputs: list[Snapshot | Roster] = [*looks, *(self.rosters if broker is None else ())]
            if not any(came_later(output, answer) for output in outputs):
                failing.append(answer)
        return failing

    def wanted(self, topic: str) -> dict[str, Expression]:
        return {who: words.topics[topic] for who, words in self.live_subscriptions.items() if topic in words.topics}

    def stale_expression(self, topic: str) -> str | None:
        """What every client list shows as subscribed of a topic although no client asks for it."""
        wanted = self.wanted(topic).values()
        listed = {roster.subscriptions[topic] for roster in self.rosters if topic in roster.subscriptions}
        if not self.subscriptions_known or len(self.rosters) < 2 or len(listed) != 1 or not wanted:
            return None
        text = next(iter(listed))
        return None if any(Expression(text).same_as(wish) for wish in wanted) else text

    @cached_property
    def wanted_topics(self) -> frozenset[str]:
        """The user topics that any live process subscribes to."""
        return frozenset(topic for words in self.process_subscriptions.values() for topic in words.topics)

    def progress_contradicting_orphans(self, queues: Collection[MessageQueue]) -> tuple[EvidenceLine, ...]:
        """Snapshots that show committed offsets of these queues move since the members stay; else rows of the newest
        one in which what was read last (`#LastTime`, when it was stored) came since then and nothing waits, or as late
        as in the queues that are read to the moment, though the members had been the same for a while. A queue that
        lags and was not seen to move for longer than clients take to commit needs no such comparison: the others may be
        stuck as well.
        """
        stayed = [look for look in self.snapshots if not_before(look.at, self.members_since)]
        moved = moves(stayed, frozenset(queues))
        if moved or not self.snapshots:
            return moved
        last, since, enough = self.snapshots[-1], self.members_since, DEFAULTS.several_commits
        of_these = [row for row in last.rows if row.queue in queues]
        if read := [row for row in of_these if since and not row.diff and is_after(row.last_time, since + SAME_MOMENT)]:
            return tuple(map(last.place, read))
        if last.at and since and last.at - since < SETTLED:
            return ()
        long_before = [look for look in stayed if last.at and look.at and last.at - look.at >= enough]
        watched = {queue for look in long_before for queue in look.by_queue}
        rows = [row for row in of_these if not (row.diff and row.queue in watched)]
        newest = last.newest_read
        return tuple(last.place(row) for row in rows if newest and row.last_time and newest - row.last_time <= enough)

    def moved_after(self, moment: datetime | None) -> tuple[EvidenceLine, ...]:
        """Snapshots after a moment that show any committed offset move; all snapshots where the moment is not known."""
        looks = [look for look in self.snapshots if moment is None or look.at is None or look.at > moment]
        return moves(looks)

    def moved_while(self, events: Collection[Event]) -> tuple[EvidenceLine, ...]:
        """Snapshots within the span of such records that show the queue move that they name."""
        places: list[EvidenceLine] = []
        for event in events:
            first, last, queue = event.at, event.last_at, event.message_queue
            if first and last and queue:
                places += moves([look for look in self.snapshots if look.at and first <= look.at <= last], {queue})
        return tuple(places)
