"""How RocketMQ behaves: the two strategies that know machine rooms, and the one that follows a written list."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rmqkit.rocketmq.message_queue import MessageQueue, utf16_order
from rmqkit.rocketmq.strategy import IllegalArgument, LastAnswer, NullPointer, Strategy, takes_part
from rmqkit.rocketmq.version import LATEST, Version

# The block of a share was cut from all queues in place of the room's own until 4.7.1 (no 4.7.2
# was released).
_BLOCKS_FROM_ROOM_SINCE = Version.of("4.7.2")
_CHECKS_BLANK = (Version.of("4.9.3"), Version.of("5.0.0-ALPHA"))
_CHECKS_SINCE = Version.of("4.9.4")
_PREVIEW = Version.of("5.0.0-PREVIEW")

# Python calls these white space, `Character.isWhitespace` does not.
_NO_JAVA_SPACE = frozenset("\x85\u00a0\u2007\u202f")


def java_split(text: str, separator: str) -> list[str]:
    """`String.split` with a literal separator: empty strings at the end are dropped."""
    parts = text.split(separator)
    if len(parts) == 1:
        return parts
    while parts and not parts[-1]:
        parts.pop()
    return parts


@dataclass(frozen=True)
class ByConfig:
    """`AllocateMessageQueueByConfig` (4.0.0 on): its own list, whatever the arguments."""

    queues: Sequence[MessageQueue] = ()
    name = "CONFIG"

    def allocate(
        self,
        group: str | None = None,
        client_id: str | None = None,
        queues: Sequence[MessageQueue] | None = None,
        client_ids: Sequence[str] | None = None,
    ) -> list[MessageQueue]:
        """The configured queues; none without configuration (null in Java, which the client takes for none)."""
        return list(self.queues)


@dataclass(frozen=True)
class ByMachineRoom:
    """`AllocateMessageQueueByMachineRoom` (4.0.0 on): brokers named `room@name`, only queues of `rooms` are shared.

    `version` matters in two ways: until 4.7.1 a share's block was cut from the wrong list, and the arguments are
    checked only from 4.9.3 (and 5.0.0-ALPHA) on. Queues of other rooms are nobody's.
    """

    rooms: Collection[str] | None
    version: str = LATEST
    _in_rooms: LastAnswer[list[MessageQueue]] = field(default_factory=LastAnswer, init=False, repr=False, compare=False)
    name = "MACHINE_ROOM"

    def allocate(
        self, group: str, client_id: str, queues: Sequence[MessageQueue], client_ids: Sequence[str]
    ) -> list[MessageQueue]:
        """A block of the rooms' queues, and one of the rest for the first clients."""
        if not self._takes_part(client_id, queues, client_ids):
            return []
        in_rooms = self._in_rooms.of(tuple(queues), lambda: self._room_queues(queues))
        index, clients = client_ids.index(client_id), len(client_ids)
        size, rest = divmod(len(in_rooms), clients)
        fixed = Version.of(self.version) >= _BLOCKS_FROM_ROOM_SINCE
        block = (in_rooms if fixed else queues)[size * index : size * (index + 1)]
        return [*block, *([in_rooms[index + size * clients]] if index < rest else [])]

    def _room_queues(self, queues: Sequence[MessageQueue]) -> list[MessageQueue]:
        found: list[MessageQueue] = []
        for queue in queues:
            room, *others = java_split(queue.broker, "@") or [""]
            if len(others) == 1:
                if self.rooms is None:
                    raise NullPointer("consumeridcs is null")
                found += [queue] if room in self.rooms else []
        return found

    def _takes_part(
        self, client_id: str, queues: Sequence[MessageQueue] | None, client_ids: Sequence[str] | None
    ) -> bool:
        version = Version.of(self.version)
        if version in _CHECKS_BLANK:
            is_blank = not client_id or all(letter.isspace() and letter not in _NO_JAVA_SPACE for letter in client_id)
            return takes_part(None if is_blank else client_id, queues, client_ids)
        if version >= _CHECKS_SINCE and version != _PREVIEW:
            return takes_part(client_id, queues, client_ids)
        if client_ids is None:
            raise NullPointer("cidAll is null")
        if client_id not in client_ids:
            return False
        if queues is None:
            raise NullPointer("mqAll is null")
        return True


class MachineRoomResolver(Protocol):
    """`AllocateMachineRoomNearby.MachineRoomResolver`: where a broker and a client stand."""

    def broker_deploy_in(self, queue: MessageQueue) -> str | None:
        """The room of the queue's broker."""

    def consumer_deploy_in(self, client_id: str) -> str | None:
        """The room of the client."""


@dataclass(frozen=True)
class Rooms:
    """A resolver made of two functions; by default the text before the first `-` of broker name and client id."""

    broker: Callable[[MessageQueue], str | None] = lambda queue: queue.broker.split("-")[0]
    client: Callable[[str], str | None] = lambda client_id: client_id.split("-")[0]

    def broker_deploy_in(self, queue: MessageQueue) -> str | None:
        """The room of the queue's broker."""
        return self.broker(queue)

    def consumer_deploy_in(self, client_id: str) -> str | None:
        """The room of the client."""
        return self.client(client_id)


@dataclass(frozen=True)
class MachineRoomNearby:
    """`AllocateMachineRoomNearby` (4.3.0 on): queues go to the clients of their own room, by any inner strategy.

    Rooms without a client are shared by all clients. Raises IllegalArgument for a queue or a client without a room.
    """

    strategy: Strategy
    resolver: MachineRoomResolver
    _rooms: LastAnswer[tuple[dict[str, list[MessageQueue]], dict[str, list[str]]]] = field(
        default_factory=LastAnswer, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if self.strategy is None:
            raise NullPointer("allocateMessageQueueStrategy is null")
        if self.resolver is None:
            raise NullPointer("machineRoomResolver is null")

    @property
    def name(self) -> str:
        """The inner strategy's name behind this one's."""
        return f"MACHINE_ROOM_NEARBY-{self.strategy.name}"

    def allocate(
        self, group: str, client_id: str, queues: Sequence[MessageQueue], client_ids: Sequence[str]
    ) -> list[MessageQueue]:
        """The client's share of its own room, then of every room without a client, in the order of room names."""
        if not takes_part(client_id, queues, client_ids):
            return []
        key = (tuple(queues), tuple(client_ids))
        queues_in, clients_in = self._rooms.of(key, lambda: self._by_room(queues, client_ids))
        own_room = self.resolver.consumer_deploy_in(client_id)
        share: list[MessageQueue] = []
        if own_room is not None and own_room in queues_in:
            share += self.strategy.allocate(group, client_id, queues_in[own_room], clients_in[own_room])
        for room, room_queues in queues_in.items():
            if room not in clients_in:
                share += self.strategy.allocate(group, client_id, room_queues, client_ids)
        return share

    def _by_room(
        self, queues: Sequence[MessageQueue], client_ids: Sequence[str]
    ) -> tuple[dict[str, list[MessageQueue]], dict[str, list[str]]]:
        queues_in: dict[str, list[MessageQueue]] = {}
        for queue in queues:
            queues_in.setdefault(_room(self.resolver.broker_deploy_in(queue), f"mq {queue}"), []).append(queue)
        clients_in: dict[str, list[str]] = {}
        for client_id in client_ids:
            room = _room(self.resolver.consumer_deploy_in(client_id), f"consumer id {client_id}")
            clients_in.setdefault(room, []).append(client_id)
        return {room: queues_in[room] for room in sorted(queues_in, key=utf16_order)}, clients_in


def _room(room: str | None, of: str) -> str:
    if not room:
        raise IllegalArgument(f"Machine room is null for {of}")
    return room
