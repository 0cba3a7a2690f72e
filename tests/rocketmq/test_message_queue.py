"""Message queues: their text and their order are Java's."""

import pytest

from rmqkit.rocketmq import MessageQueue, sorted_client_ids, sorted_queues


@pytest.mark.parametrize(
    ("smaller", "larger"),
    [
        pytest.param(("t", "broker-10", 0), ("t", "broker-2", 0), id="broker names are compared as text"),
        pytest.param(("t", "b", 2), ("t", "b", 10), id="queue ids are compared as numbers"),
        pytest.param(("T", "b", 9), ("t", "a", 0), id="the topic decides first and upper case comes before lower"),
        pytest.param(("%RETRY%g", "b", 0), ("a", "a", 0), id="a retry topic comes before letters"),
        pytest.param(
            ("\U0001f600", "b", 0), ("\uffee", "b", 0), id="a surrogate pair comes before U+FFEE as in UTF-16"
        ),
        pytest.param(("t", "a", 0), ("t", "a-1", 0), id="a prefix comes first"),
    ],
)
def test_order(smaller, larger):
    low, high = MessageQueue(*smaller), MessageQueue(*larger)
    assert low < high
    assert high > low
    assert low <= high
    assert sorted([high, low]) == sorted_queues([high, low]) == [low, high]


def test_text_is_what_the_java_prints_and_consistent_hash_hashes():
    assert str(MessageQueue("topicA", "broker-a", 3)) == "MessageQueue [topic=topicA, brokerName=broker-a, queueId=3]"


def test_queues_are_values():
    assert MessageQueue("t", "b", 1) == MessageQueue("t", "b", 1)
    assert len({MessageQueue("t", "b", 1), MessageQueue("t", "b", 1)}) == 1
    with pytest.raises(AttributeError):
        MessageQueue("t", "b", 1).queue = 2


def test_client_ids_sort_as_plain_strings_with_duplicates_kept():
    given = ["10.0.0.9@1", "10.0.0.10@1", "10.0.0.1@9#5", "10.0.0.1@10#5", "10.0.0.9@1"]
    assert sorted_client_ids(given) == ["10.0.0.10@1", "10.0.0.1@10#5", "10.0.0.1@9#5", "10.0.0.9@1", "10.0.0.9@1"]
