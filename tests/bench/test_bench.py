"""The bench without a browser: its controls are turned, and its picture, words and hypothesis are read."""

import pytest

import rmqkit
from rmqkit.bench.comparing import Says
from rmqkit.bench.widget import ALL_LOOKS, ALL_TOPICS, BY_HAND
from rmqkit.errors import UnknownGroup
from rmqkit.rocketmq import MessageQueue
from tests.lab.recorded import RECORDED, unpack

RIGHT_AND_WRONG = [
    pytest.param("two-topics-one-group", "inconsistent_subscription", id="two topics in one group"),
    pytest.param("rolling-release", "inconsistent_subscription", id="half released"),
    pytest.param("colliding-client-ids", "client_id_collision", id="two processes with one id"),
    pytest.param("mixed_average_and_circle-5.4.0", "mixed_allocation_strategies", id="one allocates by circle"),
    pytest.param("own_strategy_leaves_a_gap-5.4.0", "mixed_allocation_strategies", id="a strategy of its own"),
]


@pytest.fixture(scope="module")
def opened(spark, tmp_path_factory):
    """A function that opens the bench on a sample or a recording, each once."""
    benches = {}

    def of(name):
        if name not in benches:
            folder = f"data_samples/{name}"
            if name[-1].isdigit():
                folder = unpack(RECORDED / f"{name}.tar.xz", tmp_path_factory.mktemp(name)) / "evidence"
            benches[name] = rmqkit.bench.open(rmqkit.read(spark, str(folder)))
        bench = benches[name]
        bench.look.value, bench.topic.value = ALL_LOOKS, ALL_TOPICS
        bench.choose(bench.choices[0])
        return bench

    return of


def chosen(bench, explanation):
    """The choice of an explanation; its hypothesis is then on the bench."""
    choice = next(one for one in bench.choices if one.id == explanation)
    bench.explanation.value = choice.label
    return choice


@pytest.mark.parametrize(("name", "right"), RIGHT_AND_WRONG)
def test_only_the_right_explanation_marks_nothing(opened, name, right):
    bench = opened(name)
    marked = {}
    for choice in bench.choices:
        chosen(bench, choice.id)
        marked[choice.id] = len(bench.figure.data[1].x)
        assert marked[choice.id] == len(bench.comparison.contradictions)
    assert {explanation for explanation, crosses in marked.items() if not crosses} == {
        right, "as reported in the evidence",
    }  # fmt: skip


def test_a_contradiction_cites_the_line_as_it_was_printed(opened):
    bench = opened("colliding-client-ids")
    orphan = bench.comparison.contradictions[0]
    assert (orphan.queue.broker, orphan.queue.queue, orphan.readers, orphan.seen) == ("broker-a", 6, ("C1b",), ())
    place = orphan.places[0]
    printed = bench.evidence.printed_lines([(place.file, place.line)])[place.file, place.line]
    assert "N/A" in printed
    assert f"{place.file}:{place.line}" in bench.contradictions.value
    assert "N/A" in bench.contradictions.value


@pytest.mark.parametrize(
    ("turn", "supposed"),
    [
        pytest.param(lambda one: one.clients["C2"].gone, "is not connected", id="a client is gone"),
        pytest.param(lambda one: one.clients["C1"].broadcasting, "broadcasts", id="a client broadcasts"),
        pytest.param(lambda one: one.clients["C1"].topics.ticks["topicB"], "subscribes to topicB", id="another topic"),
    ],
)
def test_what_is_ticked_by_hand_is_held_against_the_lines(opened, turn, supposed):
    bench = opened("two-topics-one-group")
    chosen(bench, "inconsistent_subscription")
    assert bench.comparison.holds
    turn(bench).value = True
    assert bench.explanation.value == BY_HAND
    assert supposed in [client.supposed for client in bench.comparison.clients]
    turn(bench).value = False
    assert bench.comparison.holds


def test_ids_and_strategies_are_changed_by_hand_as_well(opened):
    bench = opened("colliding-client-ids")
    bench.clients["C1b"].id_of.value = "C1a"
    chosen_by_hand = {row["queue"]: row["predicted"] for row in bench.rows() if row["broker"] == "broker-a"}
    assert chosen_by_hand[5] == ["C1a", "C1b"]
    assert not bench.comparison.contradictions
    bench.clients["C2"].strategy.value = "AVG_BY_CIRCLE"
    assert bench.comparison.contradictions
    chosen(bench, "client_id_collision")
    assert (bench.clients["C1b"].id_of.value, bench.clients["C2"].strategy.value) == ("C1a", "AVG")


def test_one_more_client_gets_a_share_and_is_contradicted_by_a_complete_list(opened):
    bench = opened("two-topics-one-group")
    chosen(bench, "inconsistent_subscription")
    bench.another.click()
    assert list(bench.clients)[-1] == "N1"
    assert len(bench.by_hand.children) == len(bench.hypothesis.processes)
    assert {"N1"} < {name for row in bench.rows() for name in row["predicted"]}
    assert [client.supposed for client in bench.comparison.clients] == ["is connected"]
    bench.clients["N1"].gone.value = True
    assert bench.comparison.holds
    chosen(bench, "healthy")
    assert "N1" not in bench.clients


def test_a_lost_broker_is_read_by_nobody(opened):
    bench = opened("colliding-client-ids")
    bench.brokers["broker-b"].value = True
    assert {tuple(row["predicted"]) for row in bench.rows() if row["broker"] == "broker-b"} == {()}
    assert bench.comparison.contradictions


def test_one_look_says_no_more_than_it_saw(opened):
    bench = opened("two-topics-one-group")
    chosen(bench, "inconsistent_subscription")
    all_together = bench.comparison.count(Says.AGREES)
    bench.look.value = bench.look.options[1][1]
    assert 0 < bench.comparison.count(Says.AGREES) < all_together
    assert "consumerProgress-groupA-1.txt" in bench.records.value


def test_a_topic_by_itself_is_drawn_by_itself(opened):
    bench = opened("two-topics-one-group")
    bench.topic.value = "topicB"
    assert {row["topic"] for row in bench.rows()} == {"topicB"}
    assert list(bench.figure.layout.yaxis.ticktext) == ["seen", "predicted"] * 2
    assert len(bench.figure.layout.annotations) == 2


def test_an_explanation_of_which_the_evidence_names_nobody_is_not_offered(opened):
    assert "client_id_collision" not in [choice.id for choice in opened("rolling-release").choices]


def test_a_queue_or_a_moment_that_is_chosen_shows_its_records(opened):
    bench = opened("colliding-client-ids")
    assert (bench.queue.value, bench.moment.value) == ("", "")
    bench.queue.value = MessageQueue("topicA", "broker-a", 0)
    assert "<h4>topicA broker-a 0: " in bench.records.value
    bench.moment.value = bench.moment.options[1][1]
    assert "<h4>consumer_connected at 10:30:09: " in bench.records.value


def test_where_widgets_are_dead_words_and_the_last_picture_are_left(opened, monkeypatch):
    bench = opened("two-topics-one-group")
    shown = []
    monkeypatch.setattr("rmqkit.figures.live.display", lambda data, **_: shown.append(data))
    bench._ipython_display_()
    alive, kept = shown
    assert "application/vnd.jupyter.widget-view+json" in alive
    words = "healthy: all clients use AVG: Contradicted: 16 of 34"
    assert alive["text/plain"].startswith(words)
    assert list(kept) == ["text/plain"]
    assert kept["text/plain"].startswith(words)


def test_a_group_that_is_not_there_is_named(opened):
    bench = opened("two-topics-one-group")
    with pytest.raises(UnknownGroup, match="groupA"):
        rmqkit.bench.open(bench.evidence, group="groupZ")
