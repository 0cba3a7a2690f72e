"""The subscription-aware strategy: the worked case, each fallback, and the mark that carries the subscriptions."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmqkit.rocketmq import Averagely, MessageQueue, allocation
from rmqkit.rocketmq.strategy import IllegalArgument
from rmqkit.rocketmq.subscription_aware import SubscriptionAware
from rmqkit.rocketmq.subscription_mark import LONGEST_MARK, BadMark, Mark, decode_mark, encode_mark, with_mark

OLD_SDK = "10.0.0.3@33#3"


def pod(number, *topics, gray=False):
    return with_mark(f"10.0.0.{number}@{number}#1", topics, gray)


def queues(topic, brokers, each):
    return [MessageQueue(topic, f"broker-{broker}", queue) for broker in range(brokers) for queue in range(each)]


ONE = queues("one", 8, 8)
NEW = queues("new", 6, 8)


def shares(topic_queues, client_ids, strategy=None, **kind):
    shared = allocation("group", topic_queues, client_ids, strategy or SubscriptionAware(**kind))
    return {client_id: len(share) for client_id, share in zip(shared.client_ids, shared.shares, strict=True)}


def test_the_gray_pod_takes_the_last_queue_of_each_broker_and_the_normal_pod_the_other_56():
    normal, gray = pod(1, "one"), pod(2, "one", gray=True)
    shared = allocation("group", ONE, [normal, gray], SubscriptionAware())
    assert shared.share_of(gray) == tuple(MessageQueue("one", f"broker-{broker}", 7) for broker in range(8))
    assert len(shared.share_of(normal)) == 56
    assert not shared.orphans
    assert not shared.duplicates


@pytest.mark.parametrize(
    ("topic_queues", "normal", "gray", "expected"),
    [
        pytest.param(
            ONE, ["one"], ["one", "new"], (56, 8), id="topic one while the gray pod listens to a new topic too"
        ),
        pytest.param(NEW, ["one"], ["one", "new"], (0, 48), id="the new topic that only the gray pod listens to"),
        pytest.param(NEW, ["one", "new"], ["one"], (48, 0), id="the topic that the gray pod gave up"),
        pytest.param(NEW, ["one"], ["one"], (0, 0), id="a topic that nobody listens to"),
    ],
)
def test_the_worked_case(topic_queues, normal, gray, expected):
    first, second = pod(1, *normal), pod(2, *gray, gray=True)
    assert tuple(shares(topic_queues, [first, second])[one] for one in (first, second)) == expected


def test_one_pod_of_the_old_sdk_means_plain_average_with_the_orphans_that_follow():
    normal, gray = pod(1, "one"), pod(2, "one", "new", gray=True)
    members = [normal, gray, OLD_SDK]
    strategies = {normal: SubscriptionAware(), gray: SubscriptionAware(), OLD_SDK: Averagely()}
    assert shares(ONE, members, strategies) == shares(ONE, members, Averagely())
    shared = allocation("group", NEW, members, strategies, subscribers={gray})
    assert len(shared.share_of(gray)) == 16
    assert len(shared.orphans) == 32


def test_retry_topics_are_always_shared_by_all():
    members = [pod(1, "one"), pod(2, "other", gray=True)]
    assert list(shares(queues("%RETRY%group", 1, 4), members).values()) == [2, 2]


def test_a_broken_mark_means_plain_average_for_everybody():
    members = [pod(1, "one"), pod(2, "one", "new", gray=True)[:-1]]
    assert shares(NEW, members) == shares(NEW, members, Averagely())


@pytest.mark.parametrize(
    ("count", "each", "members", "expected"),
    [
        pytest.param(2, 8, [True], [16], id="only gray clients share everything"),
        pytest.param(2, 8, [False], [16], id="only normal clients share everything"),
        pytest.param(2, 8, [False, True, True], [14, 1, 1], id="two gray clients share the gray queues"),
        pytest.param(2, 1, [False, True], [1, 1], id="one queue a broker: no gray queue, all share"),
        pytest.param(1, 2, [False, True], [1, 1], id="two queues: one each"),
    ],
)
def test_gray_shares(count, each, members, expected):
    pods = [pod(number, "one", gray=gray) for number, gray in enumerate(members)]
    assert [shares(queues("one", count, each), pods)[one] for one in pods] == expected


@pytest.mark.parametrize(
    ("gray_queues", "gray", "normal"),
    [
        pytest.param(0, 32, 32, id="none: shared by all"),
        pytest.param(2, 16, 48, id="two of each broker"),
        pytest.param(8, 56, 8, id="never all of a broker"),
    ],
)
def test_how_many_queues_of_each_broker_are_gray(gray_queues, gray, normal):
    first, second = pod(1, "one"), pod(2, "one", gray=True)
    assert shares(ONE, [first, second], gray_queues=gray_queues) == {first: normal, second: gray}


def test_a_negative_gray_share_is_refused():
    with pytest.raises(IllegalArgument):
        SubscriptionAware(gray_queues=-1)


TOPIC = st.text(st.characters(blacklist_characters="\n", blacklist_categories=()), min_size=1, max_size=30)


@given(topics=st.frozensets(TOPIC, max_size=8), gray=st.booleans())
def test_what_is_encoded_is_decoded(topics, gray):
    mark = encode_mark(topics, gray)
    assert set(mark) <= set(string.ascii_letters + string.digits + "-_")
    assert decode_mark(f"10.0.0.1@app@{mark}") == Mark(topics, gray)
    assert decode_mark(f"10.0.0.1@app@{mark}@STREAM") == Mark(topics, gray)


@given(at=st.integers(min_value=0), letter=st.sampled_from(string.ascii_letters + string.digits + "-_"))
def test_a_changed_letter_is_noticed(at, letter):
    mark = encode_mark(["topicA", "topicB"], gray=True)
    at %= len(mark)
    changed = mark[:at] + letter + mark[at + 1 :]
    if changed == mark:
        return
    client_id = f"10.0.0.1@app@{changed}"
    if changed.startswith("sub1"):
        with pytest.raises(BadMark):
            decode_mark(client_id)
    else:
        assert decode_mark(client_id) is None


@pytest.mark.parametrize("cut", [1, 5, 20], ids=lambda cut: f"{cut} characters cut off")
def test_a_cut_mark_is_noticed(cut):
    with pytest.raises(BadMark):
        decode_mark(pod(1, "topicA", "topicB")[:-cut])


@pytest.mark.parametrize(
    "client_id",
    [
        pytest.param("10.0.0.1@9", id="no unit name"),
        pytest.param("10.0.0.1@9@blue", id="another unit name"),
        pytest.param("sub1n-x@sub1n-x", id="address and instance name are never a mark"),
        pytest.param("", id="empty"),
    ],
)
def test_an_id_without_a_mark(client_id):
    assert decode_mark(client_id) is None


def test_the_longest_mark():
    many = [f"orders-of-region-{number:04d}" for number in range(400)]
    assert len(encode_mark(many)) <= LONGEST_MARK
    with pytest.raises(IllegalArgument, match="characters"):
        encode_mark("".join(chr(33 + (number * 7919 + at * at) % 90) for at in range(60)) for number in range(90))


@pytest.mark.parametrize("name", [pytest.param("", id="empty"), pytest.param("a\nb", id="line break")])
def test_names_that_no_topic_has(name):
    with pytest.raises(IllegalArgument):
        encode_mark([name])
