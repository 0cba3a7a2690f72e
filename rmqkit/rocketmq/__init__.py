"""How RocketMQ behaves, exact to its Java: pure Python, no Spark, no files, no logs' texts (those are in formats)."""

from rmqkit.rocketmq.allocation import Allocation, allocation
from rmqkit.rocketmq.average import Averagely, AveragelyByCircle
from rmqkit.rocketmq.client_id import Client, client_id
from rmqkit.rocketmq.client_id_meaning import ClientIdMeaning, explain_client_id
from rmqkit.rocketmq.consistent_hash import ConsistentHash
from rmqkit.rocketmq.local_address import Interface, local_address
from rmqkit.rocketmq.machine_room import ByConfig, ByMachineRoom, MachineRoomNearby, MachineRoomResolver, Rooms
from rmqkit.rocketmq.message_queue import MessageQueue, sorted_client_ids, sorted_queues
from rmqkit.rocketmq.popping import Popping
from rmqkit.rocketmq.scenario import Member, Network, Scenario, Traffic
from rmqkit.rocketmq.simulation import Outcome, Simulation, simulate
from rmqkit.rocketmq.strategy import IllegalArgument, NullPointer, Strategy
from rmqkit.rocketmq.strategy_names import strategy_named
from rmqkit.rocketmq.subscription import Subscription
from rmqkit.rocketmq.subscription_aware import SubscriptionAware
from rmqkit.rocketmq.subscription_mark import decode_mark, encode_mark
from rmqkit.rocketmq.version import LATEST, Version

__all__ = [
    "LATEST", "Allocation", "Averagely", "AveragelyByCircle", "ByConfig", "ByMachineRoom", "Client", "ClientIdMeaning",
    "ConsistentHash", "IllegalArgument", "Interface", "MachineRoomNearby", "MachineRoomResolver", "Member",
    "MessageQueue", "Network", "NullPointer", "Outcome", "Popping", "Rooms", "Scenario", "Simulation", "Strategy",
    "Subscription", "SubscriptionAware", "Traffic", "Version", "allocation", "client_id", "decode_mark", "encode_mark",
    "explain_client_id", "local_address", "simulate", "sorted_client_ids", "sorted_queues", "strategy_named",
]  # fmt: skip
