"""Who subscribes to what, from running info, registrations in broker logs, and clients' own logs; on what clients
disagree. No judgement here."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import chain, combinations, pairwise
from operator import attrgetter

from rmqkit.diagnosis.facts.group import PARSE_FAILED, GroupFacts, derived
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, is_after, latest, undated_first
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine, places_of
from rmqkit.diagnosis.facts.names import folder_of
from rmqkit.diagnosis.facts.transitions import SAME_MOMENT, SAME_STEP, transitions_of
from rmqkit.diagnosis.relations.holds import newest_shares, shares
from rmqkit.diagnosis.relations.members import addresses, channels, host_of, last_roster, membership, succeeded
from rmqkit.formats.java_text import ConsumerText, looks_like_sql92, sql92_tags
from rmqkit.rocketmq.client_id_meaning import speaks_grpc
from rmqkit.rocketmq.internal_topics import is_user_topic, is_wanted

_TAGS = "TAG"


@dataclass(frozen=True)
class Expression:
    """What is wanted of a topic. Two expressions of tags are equal when they name the same tags, in any order."""

    text: str | None
    type: str | None = None

    @property
    def tags(self) -> frozenset[str] | None:
        """The tags as a set, {"*"} for all; None for SQL92 or when unknown. Beside tags `*` is a tag of that name
        (`FilterAPI#buildSubscriptionData`, all versions). Running info and client lists print no type: words with
        operators between them are taken for SQL92."""
        if self.text is None or (self.type or _TAGS).upper() != _TAGS:
            return None
        if self.type is None and looks_like_sql92(self.text):
            return None
        return frozenset(tag.strip() for tag in self.text.split("||")) - {"", "*"} or frozenset({"*"})

    @property
    def lets_through(self) -> frozenset[str] | None:
        """The tags that pass it, of SQL92 as far as it asks for tags alone; None where that is not known."""
        return self.tags or (sql92_tags(self.text) if self.text else None)

    def same_as(self, other: Expression) -> bool:
        """Whether both let the same messages through; what is unknown of either is no difference."""
        if self.text is None or other.text is None:
            return True
        if self.type and other.type and self.type.upper() != other.type.upper():
            return False
        if self.tags is not None and other.tags is not None:
            return self.tags == other.tags
        return " ".join(self.text.split()) == " ".join(other.text.split())

    def overlaps(self, other: Expression) -> bool:
        """Whether a message can pass both, for all that is known."""
        one, two = self.tags, other.tags
        return one is None or two is None or "*" in one | two or not one.isdisjoint(two)

    def __str__(self) -> str:
        text = self.text or "(expression unknown)"
        return text if (self.type or _TAGS).upper() == _TAGS else f"{text} ({self.type})"


@dataclass(frozen=True)
class ClientSubscription:
    """What one client subscribes to, its retry topic left out. `who` is its client id, or its address where no source
    tells the id. `exact`: the source lists all its topics; else they are only those that it was seen with."""

    who: str
    topics: Mapping[str, Expression]
    exact: bool
    at: datetime | None
    places: tuple[EvidenceLine, ...]
    message_model: str | None = None
    consume_type: str | None = None

    def places_of(self, topic: str) -> tuple[EvidenceLine, ...]:
        """Where it says what it wants of the topic: the topic's own line, else the one line that says all."""
        if len(self.places) == len(self.topics):
            return (self.places[list(self.topics).index(topic)],)
        return self.places

    def differs_from(self, other: ClientSubscription) -> bool:
        """Whether they want different topics or messages; what is unknown of either is no difference."""
        if set(self.topics) != set(other.topics):
            return True
        return any(not wanted.same_as(other.topics[topic]) for topic, wanted in self.topics.items())


@derived
def client_subscriptions(facts: GroupFacts) -> dict[str, ClientSubscription]:
    """The newest known subscription of every client, by client id (by address where the id is unknown). A client that
    takes a topic back after others have removed it changes nothing in the group's table, so that no record tells: the
    topic stays out of what it registered. That leaves it one at least: a client whose topics are all withdrawn stands
    still, and sends no heartbeat that puts them back."""
    said = [*_rebalanced_subscriptions(facts), *(words for _, words in _heartbeats(facts))]
    # The last registration from each address on each broker: a flapping group writes thousands. Those of connections
    # that have gone first, then oldest first: another process of an id may have gone since.
    gone = {(channel.file, channel.address) for channel in channels(facts) if channel.closed}
    registrations = {(event.file, event.address): event for event in facts.records("wants.registered")}
    by_age = sorted(registrations.values(), key=lambda event: undated_first(event.at))
    in_turn = sorted(by_age, key=lambda event: (event.file, event.address) not in gone)
    for event, words in _registered(facts, in_turn):
        withdrawn = withdrawn_topics(facts, event.file)
        left = {topic: one for topic, one in words.topics.items() if topic not in withdrawn}
        said.append(replace(words, topics=left or words.topics))
    said += _registered_by_proxies(facts)
    for info in facts.running:
        topics = {topic: Expression(text) for topic, text in info.subscriptions.items() if is_wanted(topic)}
        places = tuple(map(info.subscription_place, topics))
        said.append(
            ClientSubscription(info.client_id, topics, True, info.at, places, info.message_model, info.consume_type)
        )
    newest: dict[str, ClientSubscription] = {}
    for subscription in said:
        known = newest.get(subscription.who)
        if known is None or not subscription.exact:
            if known is None or not known.exact:
                newest[subscription.who] = subscription
            continue
        # Running info prints no expression types: those that the registration told for the same text are kept.
        topics = dict(subscription.topics)
        for topic, wanted in subscription.topics.items():
            if wanted.type is None and topic in known.topics and known.topics[topic].text == wanted.text:
                topics[topic] = known.topics[topic]
        model = subscription.message_model or known.message_model
        kind = subscription.consume_type or known.consume_type
        newest[subscription.who] = replace(subscription, topics=topics, message_model=model, consume_type=kind)
    return newest


@derived
def withdrawn_topics(facts: GroupFacts, file: str) -> frozenset[str]:
    """Topics that a broker's log has taken out of the group's table and that nobody put back, though who put it there
    last had sent its next heartbeat: with it a member that subscribes to one puts it back
    (`ConsumerManager#registerConsumer`, all versions; not where members send the short heartbeats of
    `useHeartbeatV2`, 5.1.3 on). Who left before its next heartbeat was due puts nothing back: its silence is none."""
    log = facts.logs.get(file)
    short_heartbeats = any(event.carried.by_short_heartbeat for event in facts.records("wants.registered", file))
    if log is None or log.last is None or short_heartbeats:
        return frozenset()
    left = [event.at for event in facts.records("member.departed", file) if event.at]
    end, heartbeat = log.last, transitions_of(facts).heartbeat

    # Topics that are out of the group's table when the log ends, and when somebody had put each of them there.
    put_there: dict[str, datetime] = {}
    out: set[str] = set()
    for event in facts.records("wants.table", file):
        topic, at = event.topic, event.last_at
        if topic is None or at is None:
            continue
        # What is taken out twice was put back in between, though a log of warnings has no line of it.
        taken = event.tells("wants.removed")
        if not taken or topic in out or topic not in put_there:
            put_there[topic] = at
        (out.add if taken else out.discard)(topic)
    gone = {topic: min((at for at in left if at > put_there[topic]), default=end) for topic in out}
    return frozenset(topic for topic in out if put_there[topic] + heartbeat <= gone[topic])


@derived
def unnamed_members(facts: GroupFacts) -> frozenset[str]:
    """Addresses that a broker's log shows registering to its end, and whose client nothing names: it came before the
    log begins, and no list tells its id. Of the log that has most of them: a client has another address on each broker.
    Who registers again on one connection was a member in between. Each of them did so after all others had come, so
    that they are members together and none is another one's next process."""
    known = addresses(facts)
    hosts = {host_of(address) for address in known}
    most: set[str] = set()
    for file, log in facts.logs.items() if not facts.rosters else ():
        said = facts.records("wants.registered", file)
        by_address = grouped(
            (event.address or None, event) for event in said if event.at and event.carried.registration
        )
        again = {address: events for address, events in by_address.items() if len(events) > 1}
        all_there = latest(events[0].at for events in again.values())
        if log.last and all_there:
            since = max(all_there, log.last - transitions_of(facts).second_heartbeat)
            there = {address for address, events in again.items() if (last := events[-1].last_at) and last >= since}
            unnamed = {address for address in there if address not in known and host_of(address) not in hosts}
            most = max(most, unnamed, key=len)
    return frozenset(most)


@derived
def process_histories(facts: GroupFacts) -> dict[str, tuple[ClientSubscription, ...]]:
    """All that each process said of its subscription, in the order of time, by its log or its
    address: processes that share an id do not speak for each other."""
    beats = [(event.file, event, words) for event, words in _heartbeats(facts)]
    logged = _registered(facts, facts.records("wants.registered"))
    registered = [(f"{event.file} {event.address}", event, words) for event, words in logged]
    by_process = grouped((process, words) for process, event, words in (*beats, *registered) if event.at)
    words_of: dict[str, tuple[ClientSubscription, ...]] = {}
    for process, said in by_process.items():
        said.sort(key=attrgetter("at"))
        by_client = grouped((words.who, words) for words in said)
        # Where several ids take turns, or are members at the end, one process has several consumers. Else one id after
        # the other is a client that goes on under another id.
        in_turn = sum(one.who != other.who for one, other in pairwise(said)) + 1 > len(by_client)
        if not in_turn and len(by_client.keys() & set(membership(facts).client_ids)) < 2:
            words_of[process] = tuple(said)
        else:
            words_of |= {f"{process} {who}": tuple(words) for who, words in by_client.items()}
    return words_of


@derived
def twin_subscriptions(facts: GroupFacts) -> dict[str, dict[str, ClientSubscription]]:
    """Of each id that several members share: what each of its processes subscribes to, by its address, else its own
    log. Only where every one of them reported it and they differ: else the id speaks for all of them."""
    newest = {process.rpartition(" ")[2]: words[-1] for process, words in process_histories(facts).items()}
    listed = last_roster(facts)
    twins: dict[str, dict[str, ClientSubscription]] = {}
    for client_id, number in membership(facts).duplicates.items():
        own = [channel for channel in channels(facts) if channel.live and channel.client_id == client_id]
        together: list[set[str | None]] = [
            {connection.address for connection in (listed.connections_of(client_id) if listed else ())},
            *({*by_log} for by_log in grouped((channel.file, channel.address) for channel in own).values()),
            {process for process, words in newest.items() if words.who == client_id and process in facts.logs},
        ]
        for processes in together:
            reported = {process: newest[process] for process in sorted(newest.keys() & processes)}
            first = next(iter(reported.values()), None)
            if first and len(reported) == number and any(words.differs_from(first) for words in reported.values()):
                twins[client_id] = reported
                break
    return twins


@derived
def process_wants(facts: GroupFacts, topic: str) -> dict[str, list[Expression]]:
    """What is wanted of a topic under each client id: by each of its processes where several share it and differ; where
    not every one of them reported its own, whatever any member wants."""
    twins, unheard = twin_subscriptions(facts), _unheard(facts)
    known = {who: list(twins.get(who, {who: words}).values()) for who, words in client_subscriptions(facts).items()}
    wants = {who: [words.topics[topic] for words in said if topic in words.topics] for who, said in known.items()}
    of_any = list(dict.fromkeys(chain.from_iterable(wants.values())))
    return {who: of_any if who in unheard else expressions for who, expressions in wants.items() if expressions}


@derived
def _unheard(facts: GroupFacts) -> dict[str, int]:
    """Ids that several members share and of which not every process reported what it subscribes to: how many did."""
    speakers = Counter(words[-1].who for words in process_histories(facts).values())
    return {who: speakers[who] for who, number in membership(facts).duplicates.items() if speakers[who] < number}


@derived
def twins_subscribing(facts: GroupFacts, topic: str) -> dict[str, int]:
    """Of ids that several members share: how many of the processes take the id's share of a topic; of those that
    followed each other the last one. Where members subscribe to different topics and not every process of an id
    reported its own, any of them may: then one is counted, and neither a share without a reader nor one with several
    follows from it."""
    twins = twin_subscriptions(facts)
    taking = {who: sum(topic in words.topics for words in processes.values()) for who, processes in twins.items()}
    taking |= dict.fromkeys(succeeded(facts), 1)
    said = [words[-1] for words in process_histories(facts).values()]
    differ = any((topic in words.topics) != (topic in other.topics) for words, other in pairwise(said))
    # What the group's table has, and nobody who reports anything wants, is another process's; where nobody does, what
    # not every list has.
    tables = [frozenset(filter(is_wanted, one.subscriptions)) for one in facts.client_lists]
    reports = [frozenset(words.topics) for words in (*said, *client_subscriptions(facts).values())]
    wanted = frozenset().union(*reports) if reports else frozenset.intersection(*tables or [frozenset()])
    unreported = frozenset().union(*tables) - wanted
    if not differ and not unreported:
        return taking
    return dict.fromkeys((who for who, reported in _unheard(facts).items() if reported or unreported), 1) | taking


def wanted_since(facts: GroupFacts, now: ClientSubscription) -> datetime | None:
    """From when on the client says what it wants now, by its first witness: when the last of a process's words that
    want something else were followed by others; None where it never said anything else."""
    changed = []
    for said in process_histories(facts).values():
        others = [words for words in said if words.differs_from(now)]
        if said[0].who == now.who and others:
            before, later = others[-1], said[said.index(others[-1]) + 1 :]
            # Where no record of its own tells, what nobody had put into the group's table it did not want yet; of
            # processes that share an id the other one may have said that.
            alone = now.who not in membership(facts).duplicates
            new = now.topics.keys() - before.topics.keys() if alone else set()
            added = [one for one in facts.records("wants.added") if one.topic in new and is_after(one.at, before.at)]
            changed += [words.at for words in later[:1]] or [one.at for one in (*changed_while_running(facts), *added)]
    return earliest(changed)


def _registered(facts: GroupFacts, events: Iterable[Event]) -> Iterator[tuple[Event, ClientSubscription]]:
    """`registerConsumer info changed` lines: the whole subscription of the client behind an address."""
    known = addresses(facts)
    for event in events:
        data, address = event.carried.registration, event.address
        if data is not None and address is not None:
            yield event, _reported_subscription(known.get(address, address), data, event)


def _registered_by_proxies(facts: GroupFacts) -> Iterator[ClientSubscription]:
    """What gRPC clients subscribe to: a proxy makes the subscription when it makes the client's channel, and registers
    both at once (`ClientActivity#registerConsumer`, 5.0.0 and later), so that the subscription's version and the
    channel's time are the same but for milliseconds. Nothing where the table got something else later, which any of
    them may have subscribed to while it ran."""
    opened = [one for one in facts.records("member.channel_opened") if speaks_grpc(one.client_id or "")]
    by_moment = grouped(((one.file, at), one) for one in opened if (at := one.carried.channel_made))
    moments = {file: sorted(ats) for file, ats in grouped(by_moment).items()}
    told: dict[tuple[str, datetime], dict[str, Expression]] = defaultdict(dict)
    by_nobody: set[tuple[str, str | None]] = set()
    for event in facts.records("wants.versions"):
        version, made = event.carried.newest_version, moments.get(event.file, [])
        place = bisect_right(made, version) - 1 if version else -1
        if version is None or place < 0 or not is_wanted(event.topic or ""):
            continue
        for wanted in event.carried.subscribed[-1:]:
            if version - made[place] <= SAME_STEP:
                told[event.file, made[place]][wanted.topic] = Expression(wanted.expression, wanted.expression_type)
            else:
                by_nobody.add((wanted.topic, wanted.expression))
    known = {(topic, wanted.text) for topics in told.values() for topic, wanted in topics.items()}
    for (file, at), topics in told.items() if by_nobody <= known else ():
        if len(clients := by_moment[file, at]) == 1:
            yield ClientSubscription(clients[0].client_id or "", topics, True, clients[0].at, (clients[0].place,))


def _heartbeats(facts: GroupFacts) -> Iterator[tuple[Event, ClientSubscription]]:
    """What a client says of itself in its own log: its first heartbeat and every twentieth, printed whole.
    `MQClientInstance#sendHeartbeatToAllBroker`, all versions. A record that was cut tells only a part."""
    for event in facts.records("member.heartbeats"):
        beat = event.carried.heartbeat
        for data in beat.consumers if beat else ():
            if beat and data.group == facts.group:
                yield event, _reported_subscription(beat.client_id, data, event)


def _reported_subscription(who: str, data: ConsumerText, event: Event) -> ClientSubscription:
    topics = {
        wanted.topic: Expression(wanted.expression, wanted.expression_type)
        for wanted in data.subscriptions
        if is_wanted(wanted.topic)
    }
    return ClientSubscription(who, topics, True, event.at, (event.place,), data.message_model, data.consume_type)


def _rebalanced_subscriptions(facts: GroupFacts) -> Iterator[ClientSubscription]:
    """Topics that a client shares out: it does so only for topics that it subscribes to."""
    by_client = grouped((share.client, share) for share in newest_shares(facts).values() if is_wanted(share.topic))
    started = _container_starts(facts)
    for client_id, own in by_client.items():
        told = [(share, started.get((client_id, share.topic))) for share in own]
        selectors = {share.topic: start.carried.selector if start else None for share, start in told}
        topics = {topic: Expression(*(selector or (None,))) for topic, selector in selectors.items()}
        places = places_of(start or share for share, start in told)
        yield ClientSubscription(client_id, topics, False, latest(share.at for share in own), places)


def _container_starts(facts: GroupFacts) -> dict[tuple[str, str], Event]:
    """What listeners of rocketmq-spring asked for when they started, by client and topic: each has a client of its own,
    which is the first to share queues out right after it. Only where all clients last counted as many members as are
    known: then none is what was there before a release."""
    counted = {share.client: share.members for share in shares(facts) if share.client and share.topic}
    if set(counted.values()) != {len(counted)}:
        return {}
    starts: dict[tuple[str, str], Event] = {}
    started: dict[str, list[Event]] = defaultdict(list)
    known: set[tuple[str, str]] = set()
    both = facts.records("wants.of_listeners")
    for event in sorted(both, key=lambda event: (event.file, event.line or 0)):
        client = event.client_id or ""
        if not event.tells("wants.shared_out"):
            started[event.file].append(event)
        elif client and (event.file, client) not in known:
            known.add((event.file, client))
            alone = started.pop(event.file, [])
            at_once = (
                len(alone) == 1 and alone[0].at and event.at and timedelta() <= event.at - alone[0].at <= SAME_MOMENT
            )
            if at_once and alone[0].topic:
                starts[client, alone[0].topic] = alone[0]
    return starts


def refusals(facts: GroupFacts) -> list[Event]:
    """Refused pulls of a topic that the broker's table of the group lacks (`SUBSCRIPTION_NOT_EXIST`). A broadcasting
    member's heartbeats take the retry topic away; that is another cause."""
    answers = (*facts.records("refused.pulls"), *facts.records("wants.refused_by_brokers"))
    refused = [event for event in answers if event.code == 24 and event.carried.knows_no_subscription]
    return [event for event in refused if event.topic is None or is_user_topic(event.topic)]


def changed_while_running(facts: GroupFacts) -> list[Event]:
    """Where a group's table took an expression at last that no process had when it came: a member changed it while it
    ran, of which brokers log no registration (`ConsumerGroupInfo#updateSubscription` finds no topic to be new, all
    versions). Which member it was, no line says."""
    reports = [said[0] for said in process_histories(facts).values()]
    newest: dict[tuple[str, str | None], Event] = {}
    for event in facts.records("wants.changed"):
        if event.carried.other_expression and is_user_topic(event.topic or ""):
            newest[event.file, event.topic] = event
    found = []
    for event in newest.values():
        for new in event.carried.subscribed[-1:]:
            wanted = [words.topics[new.topic] for words in reports if new.topic in words.topics]
            taken = Expression(new.expression, new.expression_type)
            if wanted and not any(one.same_as(taken) for one in wanted):
                found.append(event)
    return found


# On what clients disagree.


@dataclass(frozen=True)
class Disagreement:
    """Topics on which clients disagree, and whether about having them at all or only about what to filter."""

    whole: tuple[str, ...]
    filtered: tuple[str, ...]

    @property
    def topics(self) -> tuple[str, ...]:
        return distinct((*self.whole, *self.filtered))

    def __bool__(self) -> bool:
        return bool(self.whole or self.filtered)


@derived
def not_compiled(facts: GroupFacts) -> frozenset[str]:
    """The clients whose SQL92 expression brokers cannot compile, which ends their start: by the broker that says so of
    a client (`ClientManageProcessor#checkClientConfig`, all versions), or by the exception in a client's own folder.

    Such a client stays before 5.3.2, and holds queues that it cannot read. It filters nobody's messages away: brokers
    compile nothing of it, and refuse pulls instead (CODE 27 and 28, `PullMessageProcessor#processRequest`).
    """
    failed = (answer for answer in facts.answers if answer.code == PARSE_FAILED and answer.command is None)
    folders = {folder_of(answer.file) for answer in failed}
    named = ((folder_of(event.file), event.client_id) for event in facts.records("member.process_named"))
    by_folder = {folder: set(ids) - {None} for folder, ids in grouped(named).items() if folder in folders}
    alone = {client for ids in by_folder.values() if len(ids) == 1 for client in ids}
    said = {event.client_id for event in facts.records("wants.not_compiled")}
    return frozenset(client for client in alone | said if client)


def difference(subscriptions: Mapping[str, ClientSubscription]) -> Disagreement:
    """On what the clients disagree. A topic that a client was merely not seen with is no disagreement."""
    everybody = list(subscriptions.values())
    whole, filtered = [], []
    for topic in sorted({topic for words in everybody for topic in words.topics}):
        if any(words.exact and topic not in words.topics for words in everybody):
            whole.append(topic)
        wanted = [words.topics[topic] for words in everybody if topic in words.topics]
        if any(not one.same_as(other) for one, other in combinations(wanted, 2)):
            filtered.append(topic)
    return Disagreement(tuple(whole), tuple(filtered))
