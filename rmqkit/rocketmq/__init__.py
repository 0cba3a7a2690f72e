"""How RocketMQ behaves, exact to its Java: pure Python, no Spark, no files, no logs' texts (those are in formats)."""

from rmqkit.rocketmq.allocation import Allocation, allocation
from rmqkit.rocketmq.average import Averagely, AveragelyByCircle
from rmqkit.rocketmq.client_id import Client, client_id
from rmqkit.rocketmq.client_id_meaning import ClientIdMeaning, explain_client_id
from rmqkit.rocketmq.consistent_hash import ConsistentHash
from rmqkit.rocketmq.local_address import Interface, local_address
from rmqkit.rocketmq.machine_room import ByConfig, ByMachineRoom, MachineRoomNearby, MachineRoomResolver, Rooms
from rmqkit.rocketmq.message_queue import MessageQueue, sorted_client_ids, sorted_queues
from rmqkit.rocketmq.strategy import IllegalArgument, NullPointer, Strategy
from rmqkit.rocketmq.strategy_names import strategy_named
from rmqkit.rocketmq.version import LATEST, Version

__all__ = [
    "LATEST",
    "Allocation",
    "Averagely",
    "AveragelyByCircle",
    "ByConfig",
    "ByMachineRoom",
    "Client",
    "ClientIdMeaning",
    "ConsistentHash",
    "IllegalArgument",
    "Interface",
    "MachineRoomNearby",
    "MachineRoomResolver",
    "MessageQueue",
    "NullPointer",
    "Rooms",
    "Strategy",
    "Version",
    "allocation",
    "client_id",
    "explain_client_id",
    "local_address",
    "sorted_client_ids",
    "sorted_queues",
    "strategy_named",
]
