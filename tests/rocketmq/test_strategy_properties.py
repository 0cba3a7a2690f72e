"""What must hold for every allocation strategy, whatever the names and sizes, and how fast it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmqkit.rocketmq import (
    Averagely,
    AveragelyByCircle,
    ByMachineRoom,
    ConsistentHash,
    MachineRoomNearby,
    MessageQueue,
    Rooms,
    allocation,
)
from tests.measured import STEEPEST, steepness

AVERAGES = [Averagely(), AveragelyByCircle()]
COVERING = [*AVERAGES, ConsistentHash(), MachineRoomNearby(Averagely(), Rooms()), ByMachineRoom({"room"})]


def queues(count, topic="topicA", broker="broker-a"):
    return [MessageQueue(topic, broker, queue) for queue in range(count)]


CLIENTS = st.lists(st.text(min_size=1, max_size=4).map(lambda name: f"room-{name}"), min_size=1, max_size=12)
COUNTS = st.integers(min_value=1, max_value=60)


@pytest.mark.parametrize("strategy", COVERING, ids=lambda strategy: strategy.name)
@given(count=COUNTS, clients=CLIENTS)
def test_distinct_ids_and_one_strategy_cover_every_queue_exactly_once(strategy, count, clients):
    shared = allocation("g", queues(count, broker="room@b"), dict.fromkeys(clients), strategy)
    assert all(len(owners) == 1 for owners in shared.owners.values())
    assert len(shared.owners) == count


@pytest.mark.parametrize("strategy", COVERING, ids=lambda strategy: strategy.name)
@given(count=COUNTS, clients=CLIENTS, seed=st.randoms(use_true_random=False))
def test_the_order_in_which_ids_and_queues_arrive_does_not_matter(strategy, count, clients, seed):
    mqs, mixed_ids = queues(count, broker="room@b"), list(clients)
    mixed_queues = list(mqs)
    seed.shuffle(mixed_ids)
    seed.shuffle(mixed_queues)
    assert allocation("g", mqs, clients, strategy) == allocation("g", mixed_queues, mixed_ids, strategy)


@pytest.mark.parametrize("strategy", COVERING, ids=lambda strategy: strategy.name)
@given(count=COUNTS, clients=CLIENTS)
def test_with_a_duplicate_id_never_every_queue_exactly_once(strategy, count, clients):
    twins = [*dict.fromkeys(clients), min(clients)]
    shared = allocation("g", queues(count, broker="room@b"), twins, strategy)
    exactly_once = all(len(owners) == 1 for owners in shared.owners.values())
    # On the ring alone a twin may own no queue at all, and then nothing is doubled.
    assert not exactly_once or (strategy.name == "CONSISTENT_HASH" and not shared.share_of(min(clients)))


@pytest.mark.parametrize("strategy", AVERAGES, ids=lambda strategy: strategy.name)
@given(count=COUNTS, clients=CLIENTS)
def test_averages_differ_by_at_most_one(strategy, count, clients):
    sizes = [len(share) for share in allocation("g", queues(count), dict.fromkeys(clients), strategy).shares]
    assert max(sizes) - min(sizes) <= 1
    assert sum(sizes) == count


@pytest.mark.parametrize("strategy", COVERING, ids=lambda strategy: strategy.name)
def test_queues_are_not_looked_at_again_for_every_client(strategy):
    def allocate(count):
        many = [MessageQueue("t", f"room@b-{queue // 8}", queue % 8) for queue in range(10 * count)]
        clients = [f"room-10.0.{client // 256}.{client % 256}@{client}#99" for client in range(count)]
        assert not allocation("g", many, clients, strategy).orphans

    assert steepness(allocate, 60) < STEEPEST
