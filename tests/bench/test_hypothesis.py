"""What a hypothesis predicts, and what each change by hand does to it."""

import pytest

from rmqkit.bench.hypothesis import OWN, Hypothesis, Prediction, Process, UnknownPart, predicted
from rmqkit.rocketmq import MessageQueue

A, B, C = "10.0.0.1@7", "10.0.0.2@8", "10.0.0.3@9"


def queue(number, topic="orders", broker="broker-a"):
    return MessageQueue(topic, broker, number)


def group(*client_ids, topics=("orders",), count=4, retry=""):
    """A healthy group, its processes named A, B and so on."""
    queues = {topic: tuple(queue(number, topic) for number in range(count)) for topic in topics}
    if retry:
        queues[retry] = (queue(0, retry),)
    processes = [
        Process(chr(ord("A") + place), client_id, client_id, frozenset(topics))
        for place, client_id in enumerate(client_ids)
    ]
    return Hypothesis("group", queues, tuple(processes), retry)


def readers(hypothesis, topic="orders"):
    """Who reads each queue of a topic, in order, as one word each: - for nobody."""
    predictions = predicted(hypothesis)
    return ["".join(predictions[one].readers) or "-" for one in hypothesis.queues[topic]]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(lambda one: one, ["A", "A", "B", "B"], id="nothing is changed"),
        pytest.param(lambda one: one.with_another(), ["A", "A", "B", "N1"], id="one more client sorts behind all"),
        pytest.param(
            lambda one: one.changed("B", topics=[]), ["A", "A", "-", "-"],
            id="who does not subscribe is counted and reads nothing",
        ),
        pytest.param(
            lambda one: one.with_id_of("B", "A"), ["AB", "AB", "-", "-"],
            id="two with one id read the first share, nobody the second",
        ),
        pytest.param(
            lambda one: one.with_id_of("B", "A").with_id_of("B", "B"), ["A", "A", "B", "B"],
            id="a unique id again",
        ),
        pytest.param(
            lambda one: one.changed("B", strategy="AVG_BY_CIRCLE"), ["A", "AB", "-", "B"],
            id="one allocates by circle: overlaps and gaps",
        ),
        pytest.param(
            lambda one: one.changed("B", strategy="MACHINE_ROOM"), ["A", "A", "-", "-"],
            id="by machine room nobody reads a broker whose name carries no room",
        ),
        pytest.param(
            lambda one: one.changed("B", broadcasting=True), ["AB", "AB", "B", "B"],
            id="who broadcasts reads all and is counted",
        ),
        pytest.param(
            lambda one: one.changed("B", gone=True), ["A", "A", "A", "A"], id="who is gone is not counted",
        ),
        pytest.param(
            lambda one: one.changed("B", gone=True).changed("B", gone=False), ["A", "A", "B", "B"],
            id="who is there again is counted again",
        ),
        pytest.param(
            lambda one: one.without_brokers(["broker-a"]), ["-", "-", "-", "-"],
            id="nobody reads a broker that left the route",
        ),
    ],
)  # fmt: skip
def test_each_change_predicts_its_owners(change, expected):
    assert readers(change(group(A, B))) == expected


def test_the_queues_of_other_brokers_are_shared_out_anew_when_one_is_gone():
    hypothesis = group(A, B, count=2)
    queues = (*hypothesis.queues["orders"], queue(0, broker="broker-b"), queue(1, broker="broker-b"))
    whole = Hypothesis("group", {"orders": queues}, hypothesis.processes)
    assert readers(whole) == ["A", "A", "B", "B"]
    assert readers(whole.without_brokers(["broker-b"])) == ["A", "B", "-", "-"]


def test_the_retry_topic_is_read_without_a_word_of_the_application():
    hypothesis = group(A, B, retry="%RETRY%group").changed("A", topics=[])
    assert readers(hypothesis, "%RETRY%group") == ["A"]
    assert readers(hypothesis.changed("A", broadcasting=True), "%RETRY%group") == ["-"]
    assert hypothesis.topics == ("orders",)


@pytest.mark.parametrize(
    ("holds", "expected"),
    [
        pytest.param(None, Prediction(("A",), certain=False), id="nobody asked it: who else reads it is open"),
        pytest.param(frozenset(), Prediction(("A",)), id="it was asked and holds nothing"),
        pytest.param(frozenset({queue(0)}), Prediction(("A", "B")), id="it was asked and holds the queue"),
    ],
)
def test_a_rule_that_cannot_be_recomputed_goes_by_what_the_client_says(holds, expected):
    hypothesis = group(A, B)
    own = Process("B", B, B, frozenset({"orders"}), strategy=OWN, holds=holds)
    assert predicted(Hypothesis("group", hypothesis.queues, (hypothesis.processes[0], own)))[queue(0)] == expected


def test_an_id_names_the_first_that_holds_it():
    hypothesis = group(A, B, C).with_id_of("C", "B")
    assert [hypothesis.id_holder(name) for name in "ABC"] == ["A", "B", "B"]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda one: one.changed("A", topics=["payments"]), id="a topic"),
        pytest.param(lambda one: one.with_id_of("A", "Z"), id="a process"),
        pytest.param(lambda one: one.changed("A", strategy="RANDOM"), id="a strategy"),
        pytest.param(lambda one: one.without_brokers(["broker-z"]), id="a broker"),
    ],
)
def test_what_the_group_does_not_have_is_named_with_what_it_has(change):
    with pytest.raises(UnknownPart, match=r"has no .* It has: "):
        change(group(A, B))
