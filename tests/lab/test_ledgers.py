"""Ledgers: what counts as read by nobody, by several, again, or lost."""

import pytest

from .ledgers import (
    STATIC,
    Queue,
    Receipt,
    Sent,
    as_clients_name_them,
    lost,
    read_by_nobody,
    read_by_several,
    receipts,
    received_by_all,
    receivers,
    reconsumed,
    sent,
)

A0, A1 = Queue("orders", "broker-a", 0), Queue("orders", "broker-a", 1)


def received(at: float, queue: Queue, offset: int, client: str = "client-1", tries: int = 0) -> Receipt:
    return Receipt(at, queue, offset, f"id-{offset}", "TagA", tries, client)


def test_a_row_is_read_with_its_clock_set_right():
    rows = receipts("1000500\torders\tbroker-a\t0\t7\tAC11\tTagA\t0\n", "client-1", clock_ahead=600)
    assert rows == [Receipt(400.5, A0, 7, "AC11", "TagA", 0, "client-1")]


@pytest.mark.parametrize(
    "torn",
    [
        pytest.param("1000500\torders\tbroker-a\t0\t7\tAC1", id="a row that ends within the message id is left out"),
        pytest.param("1000500\torders\tbroker-a\t0\t7\tAC11\tTagA\t", id="a row without its last number is left out"),
    ],
)
def test_torn_rows(torn):
    assert receipts(torn, "client-1") == []


def test_messages_that_no_broker_took_were_not_sent():
    text = "1000\torders\t-\t-1\t-1\tMQClientException\tTagA\n2000\torders\tbroker-a\t1\t5\tAC11\tTagB\n"
    assert sent(text) == [Sent(2.0, A1, 5, "TagB", "AC11")]


def test_receivers_are_those_of_the_stretch_of_time_only():
    rows = [received(10, A0, 1), received(55, A0, 2, "client-2"), received(60, A1, 9)]
    assert receivers(rows, 50, 70) == {A0: ["client-2"], A1: ["client-1"]}


def test_received_by_all_counts_only_messages_that_every_receiver_of_the_queue_has():
    rows = [received(1, A0, 1), received(1, A0, 1, "client-2"), received(2, A0, 2), received(3, A1, 1)]
    assert received_by_all(rows) == {A0: 1}


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        pytest.param(80, [A0], id="a queue with arrivals and no reader is read by nobody"),
        pytest.param(98, [], id="messages of the last seconds may still be under way"),
        pytest.param(40, [], id="arrivals before the stretch do not count"),
    ],
)
def test_read_by_nobody(at, expected):
    assert read_by_nobody([Sent(at, A0, 1, "t"), Sent(at, A1, 1, "t")], [A1], 60, 100) == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(
            [received(70, A0, 1), received(71, A0, 1, "client-2")], {A0: 1}, id="one message at two clients counts"
        ),
        pytest.param(
            [received(70, A0, 1), received(71, A0, 2, "client-2")], {}, id="a queue handed over is not read by several"
        ),
        pytest.param(
            [received(70, A0, 1, tries=1), received(71, A0, 1, "client-2", tries=2)], {}, id="retries are no duplicates"
        ),
    ],
)
def test_read_by_several(rows, expected):
    assert read_by_several(rows, 60, 100) == expected


def test_a_window_has_its_bounds_its_clients_and_its_time():
    rows = [received(10 + i, A0, 100 + i) for i in range(5)]
    rows += [received(30 + i, A0, 102 + i, "client-2") for i in range(3)]
    assert reconsumed(rows) == [
        {
            "topic": "orders",
            "broker": "broker-a",
            "queue": 0,
            "first_offset": 102,
            "last_offset": 104,
            "messages": 3,
            "clients": ["client-1", "client-2"],
            "again_from": 30,
            "again_to": 32,
        }
    ]


def test_two_stretches_of_repeated_offsets_are_two_windows():
    rows = [received(1, A0, n, client) for n in (1, 2, 7) for client in ("client-1", "client-2")]
    assert [(w["first_offset"], w["last_offset"]) for w in reconsumed(rows)] == [(1, 2), (7, 7)]


@pytest.mark.parametrize(
    ("committed", "wanted", "expected"),
    [
        pytest.param({A0: 3}, {"orders": None}, {A0: {"TagB": 1}}, id="passed by the offset and never received: lost"),
        pytest.param({A0: 1}, {"orders": None}, {}, id="not yet passed by the offset: only late"),
        pytest.param({A0: 3}, {"orders": {"TagA"}}, {}, id="nobody wants its tag: not lost"),
        pytest.param({A0: 3}, {"payments": None}, {}, id="nobody subscribes to its topic: not lost"),
    ],
)
def test_lost(committed, wanted, expected):
    stored = [Sent(1, A0, 0, "TagA", "id-0"), Sent(2, A0, 1, "TagB", "id-1")]
    assert lost(stored, [received(1, A0, 0)], committed, wanted) == expected


def test_offsets_of_a_topic_that_was_made_anew_are_other_messages():
    before, after = [received(1, A0, n) for n in (0, 1)], received(9, A0, 1)._replace(message_id="new-1")
    assert reconsumed([*before, after]) == []
    stored = [Sent(8, A0, n, "TagA", f"new-{n}") for n in (0, 1)]
    assert lost(stored, [*before, after], {A0: 2}, {"orders": None}) == {A0: {"TagA": 1}}


def test_what_was_stored_in_a_static_topic_is_named_as_its_readers_name_it():
    stored = [Sent(1, A0, 0, "TagA"), Sent(2, Queue("payments", "broker-a", 1), 0, "TagA")]
    logical = Queue("orders", STATIC, 0)
    renamed = as_clients_name_them(stored, [received(1, logical, 0)])
    assert [message.queue for message in renamed] == [logical, Queue("payments", "broker-a", 1)]
