"""Allocation strategies: known shares, checks and errors of the Java. What always holds: test_strategy_properties."""

import pytest

from rmqkit import errors
from rmqkit.rocketmq import (
    Averagely,
    AveragelyByCircle,
    ByConfig,
    ByMachineRoom,
    ConsistentHash,
    IllegalArgument,
    MachineRoomNearby,
    MessageQueue,
    NullPointer,
    Popping,
    Rooms,
    allocation,
    strategy_named,
)

AVERAGES = [Averagely(), AveragelyByCircle()]
COVERING = [*AVERAGES, ConsistentHash(), MachineRoomNearby(Averagely(), Rooms()), ByMachineRoom({"room"})]


def queues(count, topic="topicA", broker="broker-a"):
    return [MessageQueue(topic, broker, queue) for queue in range(count)]


def ids(share):
    return [queue.queue for queue in share]


@pytest.mark.parametrize(
    ("count", "clients", "average", "circle"),
    [
        pytest.param(8, "AB", [[0, 1, 2, 3], [4, 5, 6, 7]], [[0, 2, 4, 6], [1, 3, 5, 7]], id="even shares"),
        pytest.param(7, "ABC", [[0, 1, 2], [3, 4], [5, 6]], [[0, 3, 6], [1, 4], [2, 5]], id="the first takes one more"),
        pytest.param(2, "ABC", [[0], [1], []], [[0], [1], []], id="the third of three clients gets none of two queues"),
        pytest.param(1, "A", [[0]], [[0]], id="one queue, one client"),
        pytest.param(8, "AA", [[0, 1, 2, 3]] * 2, [[0, 2, 4, 6]] * 2, id="twins take one share, the other is nobody's"),
        pytest.param(8, "AAB", [[0, 1, 2]] * 2 + [[6, 7]], [[0, 3, 6]] * 2 + [[2, 5]], id="twins before another"),
        pytest.param(8, "ABB", [[0, 1, 2]] + [[3, 4, 5]] * 2, [[0, 3, 6]] + [[1, 4, 7]] * 2, id="twins after another"),
    ],
)
def test_averages(count, clients, average, circle):
    for strategy, expected in ((Averagely(), average), (AveragelyByCircle(), circle)):
        shares = [ids(strategy.allocate("group", client, queues(count), list(clients))) for client in clients]
        assert shares == expected, strategy.name


def test_allocate_takes_the_lists_as_they_come_and_the_group_sorts_them():
    unsorted = list(reversed(queues(4)))
    assert ids(Averagely().allocate("g", "B", unsorted, ["B", "A"])) == [3, 2]
    assert ids(allocation("g", unsorted, ["B", "A"]).share_of("B")) == [2, 3]


@pytest.mark.parametrize("strategy", [*AVERAGES, ConsistentHash(), MachineRoomNearby(Averagely(), Rooms())])
@pytest.mark.parametrize(
    ("client", "mqs", "cids", "text"),
    [
        pytest.param("", queues(1), ["A"], "currentCID is empty", id="no client id"),
        pytest.param(None, queues(1), ["A"], "currentCID is empty", id="null client id"),
        pytest.param("A", [], ["A"], "mqAll is null or mqAll empty", id="no queues"),
        pytest.param("A", None, ["A"], "mqAll is null or mqAll empty", id="null queues"),
        pytest.param("A", queues(1), [], "cidAll is null or cidAll empty", id="no clients"),
    ],
)
def test_empty_arguments_are_refused_with_the_javas_text(strategy, client, mqs, cids, text):
    with pytest.raises(ValueError, match=text) as caught:
        strategy.allocate("g", client, mqs, cids)
    assert isinstance(caught.value, errors.Error)


@pytest.mark.parametrize("strategy", [s for s in COVERING if s.name != "CONFIG"], ids=lambda s: s.name)
def test_a_client_that_is_not_in_the_list_gets_nothing(strategy):
    assert strategy.allocate("g", "X", queues(4), ["A", "B"]) == []


def test_consistent_hash_gives_every_queue_an_owner_even_with_twins():
    shared = allocation("g", queues(64), ["A", "A", "B"], ConsistentHash())
    assert shared.orphans == []
    assert shared.duplicates == list(shared.share_of("A"))


@pytest.mark.parametrize(
    ("strategy", "owned"),
    [
        pytest.param(ConsistentHash(0), 0, id="no virtual node, no owner"),
        pytest.param(ConsistentHash(hash_function=len), 16, id="a hash function of one's own"),
    ],
)
def test_consistent_hash_ring(strategy, owned):
    assert len(strategy.allocate("g", "A", queues(16), ["A"])) == owned


def test_a_negative_count_of_virtual_nodes_is_refused():
    with pytest.raises(IllegalArgument, match="illegal virtualNodeCnt :-1"):
        ConsistentHash(-1)


ROOM_QUEUES = [*queues(4, broker="hz@b1"), *queues(4, broker="sh@b1"), *queues(2, broker="plain")]


@pytest.mark.parametrize(
    ("version", "first", "second"),
    [
        pytest.param("4.3.0", [0, 1], [2, 3], id="until 4.7.1 the block is cut from all queues, here the other room's"),
        pytest.param("4.7.1", [0, 1], [2, 3], id="4.7.1 is the last with the fault"),
        pytest.param("4.8.0", [4, 5], [6, 7], id="from 4.8.0 on it is cut from the room's own"),
        pytest.param("5.4.0", [4, 5], [6, 7], id="and so in 5.x"),
    ],
)
def test_machine_room_by_version(version, first, second):
    strategy = ByMachineRoom({"sh"}, version=version)
    shares = [strategy.allocate("g", client, ROOM_QUEUES, ["A", "B"]) for client in "AB"]
    assert [[ROOM_QUEUES.index(queue) for queue in share] for share in shares] == [first, second]


@pytest.mark.parametrize(
    ("broker", "taken"),
    [
        pytest.param("sh@b", True, id="two parts and a known room"),
        pytest.param("hz@b", False, id="another room"),
        pytest.param("sh@b@", True, id="Java drops the empty part at the end"),
        pytest.param("sh@", False, id="one part is left"),
        pytest.param("sh@b@c", False, id="three parts"),
    ],
)
def test_machine_room_reads_broker_names_as_java_splits(broker, taken):
    assert bool(ByMachineRoom({"sh"}).allocate("g", "A", queues(1, broker=broker), ["A"])) is taken


@pytest.mark.parametrize(
    ("version", "error"),
    [
        pytest.param("4.9.2", NullPointer, id="4.9.2 checks nothing and runs into null"),
        pytest.param("4.9.3", IllegalArgument, id="4.9.3 checks"),
        pytest.param("5.0.0-PREVIEW", NullPointer, id="the 5.0.0 preview is older code"),
        pytest.param("5.0.0", IllegalArgument, id="5.0.0 checks"),
    ],
)
def test_machine_room_checks_its_arguments_by_version(version, error):
    with pytest.raises(error):
        ByMachineRoom({"sh"}, version=version).allocate("g", "A", queues(1), None)


def test_nearby_keeps_queues_in_their_room_and_shares_rooms_without_clients():
    everything = [*queues(4, broker="hz-b"), *queues(4, broker="sh-b"), *queues(4, broker="bj-b")]
    shared = allocation("g", everything, ["hz-1", "hz-2", "sh-1"], MachineRoomNearby(Averagely(), Rooms()))
    brokers = {client: [(q.broker, q.queue) for q in shared.share_of(client)] for client in shared.client_ids}
    assert brokers == {
        "hz-1": [("hz-b", 0), ("hz-b", 1), ("bj-b", 0), ("bj-b", 1)],
        "hz-2": [("hz-b", 2), ("hz-b", 3), ("bj-b", 2)],
        "sh-1": [("sh-b", 0), ("sh-b", 1), ("sh-b", 2), ("sh-b", 3), ("bj-b", 3)],
    }


def test_nearby_refuses_what_has_no_room():
    strategy = MachineRoomNearby(Averagely(), Rooms(broker=lambda queue: None, client=lambda client_id: "hz"))
    with pytest.raises(IllegalArgument, match="Machine room is null for mq MessageQueue"):
        strategy.allocate("g", "A", queues(1), ["A"])


def test_config_ignores_every_argument():
    assert ByConfig(queues(2)).allocate("g", "nobody", None, None) == queues(2)
    assert ByConfig().allocate("g", "A", queues(2), ["A"]) == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("AVG", Averagely(), id="getName"),
        pytest.param("AVG_BY_CIRCLE", AveragelyByCircle(), id="getName of the circle"),
        pytest.param("CONSISTENT_HASH", ConsistentHash(), id="getName of the ring"),
        pytest.param(
            "org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragely@111d8117",
            Averagely(),
            id="object",
        ),
        pytest.param("AllocateMessageQueueAveragelyByCircle", AveragelyByCircle(), id="the class without its package"),
        pytest.param(
            "com.alibaba.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragely",
            Averagely(),
            id="before Apache",
        ),
        pytest.param("MACHINE_ROOM", None, id="needs its rooms"),
        pytest.param("CONFIG", None, id="needs its list"),
        pytest.param("MACHINE_ROOM_NEARBY-AVG", None, id="needs its resolver"),
        pytest.param("com.example.MyStrategy@1f", None, id="somebody's own"),
        pytest.param("", None, id="empty"),
        pytest.param(None, None, id="absent"),
    ],
)
def test_strategies_by_the_name_that_evidence_prints(name, expected):
    assert strategy_named(name) == expected


def test_each_client_by_its_own_strategy_leaves_gaps_and_overlaps():
    shared = allocation("g", queues(8), ["A", "B"], {"A": Averagely(), "B": AveragelyByCircle()})
    assert ids(shared.orphans) == [4, 6]
    assert ids(shared.duplicates) == [1, 3]


def test_a_member_that_does_not_subscribe_is_counted_and_takes_nothing():
    shared = allocation("g", queues(8), ["A", "B"], subscribers={"A"})
    assert ids(shared.share_of("A")) == [0, 1, 2, 3]
    assert ids(shared.orphans) == [4, 5, 6, 7]


@pytest.mark.parametrize(
    ("count", "clients", "sharing", "shares"),
    [
        pytest.param(6, "ABC", 0, [list(range(6))] * 3, id="with no number everybody pops everything"),
        pytest.param(6, "ABC", 2, [list(range(6))] * 3, id="where nearly all would share everybody pops everything"),
        pytest.param(
            8, "ABCD", 1, [[0, 1, 2, 3], [2, 3, 4, 5], [4, 5, 6, 7], [6, 7, 0, 1]], id="its own share and the next one"
        ),
        pytest.param(
            10,
            "ABBCD",
            1,
            [[0, 1, 2, 3], [2, 3], [2, 3], [6, 7, 8, 9], [8, 9, 0, 1]],
            id="the share of a twin's other place is popped by nobody, whoever follows",
        ),
        pytest.param(2, "ABCDE", 1, [[0], [1], [0], [1], [0]], id="more clients than queues: each pops one"),
    ],
)
def test_what_brokers_give_clients_to_pop(count, clients, sharing, shares):
    strategy = Popping(Averagely(), sharing)
    assert [ids(strategy.allocate("g", client, queues(count), list(clients))) for client in clients] == shares
