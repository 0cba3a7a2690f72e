"""By which machine rooms do clients share out, where their strategy has to be told them?

`AllocateMessageQueueByMachineRoom` shares out the queues of the rooms that it is given, `AllocateMachineRoomNearby`
asks a resolver of the application's where a broker and a client stand. Neither is in any output. Names and addresses
suggest readings of them; one counts where all that was seen agrees with it, and with no other that shares out in
another way. No findings here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, combinations

from rmqkit.diagnosis.case.lag import movements_in
from rmqkit.diagnosis.case.observations import Observation
from rmqkit.diagnosis.case.recomputation import Recomputed, recompute
from rmqkit.diagnosis.case.strategy_labels import class_name
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.rocketmq import (
    LATEST,
    Averagely,
    AveragelyByCircle,
    ByMachineRoom,
    ConsistentHash,
    MachineRoomNearby,
    MessageQueue,
    Strategy,
    strategy_named,
)
from rmqkit.rocketmq.client_id_meaning import ip_of

_BY_ROOM = frozenset({"MACHINE_ROOM", "AllocateMessageQueueByMachineRoom"})
_NEARBY, _NEARBY_CLASS = "MACHINE_ROOM_NEARBY-", "AllocateMachineRoomNearby"
_INNER: tuple[Strategy, ...] = (Averagely(), AveragelyByCircle(), ConsistentHash())
# More rooms than that nobody has; all choices of some of them are tried.
_MOST_ROOMS = 5
# Until 4.7.1 a share was cut from the wrong list (`ByMachineRoom`).
_VERSIONS = (LATEST, "4.7.1")


@dataclass(frozen=True)
class Stands:
    """A resolver made of two lists; a client that is not listed stands where its host does."""

    brokers: Mapping[str, str]
    clients: Mapping[str, str]

    def broker_deploy_in(self, queue: MessageQueue) -> str | None:
        """The room of the queue's broker."""
        return self.brokers.get(queue.broker)

    def consumer_deploy_in(self, client_id: str) -> str | None:
        """The room of the client, else the one of a client of its host."""
        hosts = {ip_of(who): room for who, room in self.clients.items()}
        return self.clients.get(client_id) or hosts.get(ip_of(client_id))


def strategies_by_rooms(
    facts: GroupFacts,
    names: Collection[str],
    client_ids: Sequence[str],
    looks: Sequence[Observation],
    since: datetime | None,
) -> dict[str, Strategy]:
    """The strategy of every member, where all that name one name the same that goes by rooms, and what was seen since
    the members stay allows just one reading of the rooms; else nothing."""
    named = set(map(class_name, names))
    topics = (*facts.topics, facts.retry_topic)
    queues = [queue for topic in topics for queue in queues_of(facts, topic)]
    if len(named) != 1 or not queues or not client_ids:
        return {}
    fitting: dict[object, dict[str, Strategy]] = {}
    for strategy in _readings(facts, named.pop(), queues, client_ids, looks):
        rules = dict.fromkeys(client_ids, strategy)
        shared = recompute(facts, topics, client_ids, {}, rules, looks)
        if shared.holds_since(since) and _tells_all(facts, shared):
            fitting[_what_each_gets(shared)] = rules
    return next(iter(fitting.values())) if len(fitting) == 1 else {}


def _what_each_gets(shared: Recomputed) -> tuple[object, ...]:
    """Every topic's shares: readings that give the same ones are one."""
    return tuple((topic, allocated.shares) for topic, allocated in shared.allocations.items())


def _tells_all(facts: GroupFacts, shared: Recomputed) -> bool:
    """Whether looks show an owner of every queue that has one by this reading; or, where owners are not shown of all,
    that just those queues stand while messages come that have none."""
    orphans = set(shared.orphans())
    every = {queue for allocated in shared.allocations.values() for queue in allocated.queues if queue.is_users}
    owned = {row.queue for look in facts.snapshots for row in look.rows if row.client_ip}
    return every - orphans <= owned or _stand_alone(facts, orphans)


def _stand_alone(facts: GroupFacts, queues: Collection[MessageQueue]) -> bool:
    """Whether just these of the users' queues stand while messages come, and others are read."""
    moved = {queue: one for queue, one in movements_in(facts).items() if queue.is_users}
    standing = {queue for queue, one in moved.items() if one.stands and one.arrived > 0}
    reads = any(one.consumed > 0 for one in moved.values())
    return bool(queues) and standing == queues and reads


def _readings(
    facts: GroupFacts,
    name: str,
    queues: Sequence[MessageQueue],
    clients: Sequence[str],
    looks: Sequence[Observation],
) -> Iterator[Strategy]:
    """Every strategy that the name may mean here."""
    brokers = sorted({queue.broker for queue in queues})
    if name in _BY_ROOM:
        yield from _of_chosen_rooms(brokers)
    for inner in _inner(name):
        by_words, by_looks = _by_name_or_address(facts, brokers, clients), _by_what_they_hold(brokers, clients, looks)
        yield from (MachineRoomNearby(inner, stands) for stands in chain(by_words, by_looks))


def _of_chosen_rooms(brokers: Iterable[str]) -> Iterator[Strategy]:
    """With every choice of the rooms that the brokers' names tell (room@broker)."""
    rooms = sorted({broker.split("@")[0] for broker in brokers if broker.count("@") == 1})[:_MOST_ROOMS]
    chosen = [choice for number in range(1, len(rooms) + 1) for choice in combinations(rooms, number)]
    yield from (ByMachineRoom(frozenset(choice), version) for choice in chosen for version in _VERSIONS)


def _inner(name: str) -> Sequence[Strategy]:
    """The strategies inside: the one that the name tells, any of them where it is a class's."""
    inner = strategy_named(name.removeprefix(_NEARBY)) if name.startswith(_NEARBY) else None
    return (inner,) if inner else _INNER if name == _NEARBY_CLASS else ()


# How people name brokers by their room: bj-mq01, bj_mq01, bj@mq01, bj.mq01, bj1.
_ROOMS_OF_NAMES: tuple[Callable[[str], str], ...] = (
    *(lambda name, sign=sign: name.split(sign)[0] for sign in "-_@."),
    lambda name: name.rstrip("0123456789"),
)


def _rooms_of_brokers(brokers: Sequence[str]) -> list[dict[str, str]]:
    """The rooms that the brokers' names tell: some of several, each reading once."""
    readings = [{broker: room_of(broker) for broker in brokers} for room_of in _ROOMS_OF_NAMES]
    several = [rooms for rooms in readings if 1 < len(set(rooms.values())) <= _MOST_ROOMS and all(rooms.values())]
    return [rooms for place, rooms in enumerate(several) if rooms not in several[:place]]


def _by_name_or_address(facts: GroupFacts, brokers: Sequence[str], clients: Sequence[str]) -> Iterator[Stands]:
    """Clients stand where brokers with the same beginning of the address do, or in the room that their ids name."""
    addresses = {held.broker: held.address for route in facts.routes.values() for held in route if held.address}
    for rooms in _rooms_of_brokers(brokers):
        yield from _by_address(rooms, addresses, clients)
        yield from _each_in_one(rooms, {who: _words(who) & set(rooms.values()) for who in clients})


def _by_address(rooms: Mapping[str, str], addresses: Mapping[str, str], clients: Sequence[str]) -> Iterator[Stands]:
    """By as many octets as tell the rooms of the brokers apart; `addresses`: the brokers'."""
    known = [(rooms[name], address) for name, address in addresses.items() if name in rooms]
    for octets in (1, 2, 3):
        near = grouped((_begins(address, octets), room) for room, address in known)
        if near and all(len(set(found)) == 1 for found in near.values()):
            yield Stands(rooms, {who: near.get(begin := _begins(who, octets), [f"{begin}*"])[0] for who in clients})


def _each_in_one(rooms: Mapping[str, str], told: Mapping[str, Collection[str]]) -> Iterator[Stands]:
    """Each client in its room, where just one is told of every client."""
    if all(len(own) == 1 for own in told.values()):
        yield Stands(rooms, {who: next(iter(own)) for who, own in told.items()})


def _words(client_id: str) -> set[str]:
    """The words of an id, between whatever signs."""
    return set("".join(sign if sign.isalnum() else " " for sign in client_id).split())


def _begins(address: str, octets: int) -> str:
    return ".".join(address.split(".")[:octets])


def _by_what_they_hold(
    brokers: Sequence[str], clients: Sequence[str], looks: Sequence[Observation]
) -> Iterator[Stands]:
    """Whoever holds queues of a room that has clients of its own stands there; what of rooms without clients falls to
    everybody tells nothing."""
    held = {who: {queue.broker for queue in _held_by(who, looks)} for who in clients}
    for rooms in _rooms_of_brokers(brokers):
        names = sorted(set(rooms.values()))
        for number in range(len(names)):
            for empty in map(set, combinations(names, number)):
                where = {who: {rooms[name] for name in own if name in rooms} - empty for who, own in held.items()}
                yield from _each_in_one(rooms, where)


def _held_by(who: str, looks: Iterable[Observation]) -> set[MessageQueue]:
    """What a client was last seen with, by each source."""
    newest = {look.source: look for look in looks}
    return {
        queue
        for look in newest.values()
        for queue, owners in look.owners.items()
        if queue.is_users and look.name_of(who) in owners
    }
