"""Rollout plans: what is read, what each way does to the queues, what is recommended."""

import json

import pytest
from typer.testing import CliRunner

from rmqkit.cli import app
from rmqkit.errors import Error
from rmqkit.plan import BadPlan, Change, Situation, make_plan, plan_from_file, read_situation
from rmqkit.plan.planning import WAYS

EIGHT = {"broker-a": 8, "broker-b": 8}
GROUP = {
    "group": "groupA",
    "version": "5.3.3",
    "topics": {"topicA": EIGHT},
    "pods": 4,
    "subscriptions": {"topicA": "*"},
}
ADD_TOPIC = {"subscribe": {"topicB": "*"}, "topics": {"topicB": EIGHT}}


def plan(change, **changes):
    return make_plan(*read_situation({**GROUP, "rate": 5, **changes, "change": change}))


def way(made, name):
    return next(one for one in made.ways if one.name == name)


def test_rolling_a_new_topic_into_a_group_orphans_its_queues_and_a_group_of_its_own_does_not():
    made = plan(ADD_TOPIC)
    rolling, own = way(made, "rolling"), way(made, "new_group")
    # After the first of four pods the new topic's 16 queues are shared with three that do not listen.
    assert rolling.steps[0].orphans == 12
    assert rolling.steps[1].orphans >= 8
    assert rolling.stalled_queue_seconds > 0
    assert rolling.steps[-1].orphans == 0
    assert (own.orphans, own.stalled_queue_seconds, own.lost_messages) == (0, 0, 0)
    assert made.recommended is own


def test_the_subscription_aware_strategy_leaves_no_orphans_but_the_broker_still_refuses_pulls():
    aware = way(plan(ADD_TOPIC), "subscription_aware")
    assert aware.orphans == 0
    assert aware.stalled_queue_seconds > 0


def test_tags_that_change_pod_by_pod_lose_messages_and_all_at_once_does_not():
    made = plan({"subscribe": {"topicA": "TagA || TagB"}}, subscriptions={"topicA": "TagA"})
    assert way(made, "rolling").lost_messages > 0
    assert "TagB" in way(made, "rolling").steps[0].lost_tags
    assert way(made, "rolling").orphans == 0
    assert way(made, "all_at_once").lost_messages == 0
    assert made.recommended.name == "all_at_once"


def test_mixed_strategies_leave_queues_unread_until_the_last_pod():
    made = plan({"strategy": "AVG_BY_CIRCLE"})
    assert way(made, "rolling").orphans > 0
    assert way(made, "rolling").steps[-1].orphans == 0
    assert way(made, "all_at_once").unread_queue_seconds == 0
    assert made.recommended.name == "all_at_once"


@pytest.mark.parametrize("pods", [pytest.param(6, id="two more"), pytest.param(2, id="two fewer")])
def test_scaling_orphans_nothing(pods):
    made = plan({"pods": pods})
    assert [one.name for one in made.ways] == ["one_by_one", "together"]
    assert all(one.orphans == 0 and one.lost_messages == 0 for one in made.ways)
    assert len(way(made, "one_by_one").steps) == 3


def test_more_pods_than_queues_leaves_no_queue_alone():
    assert way(plan({"pods": 20}), "together").orphans == 0


def test_a_lost_broker_moves_queues_of_the_other_one():
    made = plan({"lose_broker": "broker-b"})
    (only,) = made.ways
    assert (only.name, only.orphans) == ("stock_client", 0)
    assert only.queues_moved > 0


def test_a_topic_that_was_only_on_the_lost_broker_is_named():
    topics = {"topicA": EIGHT, "topicB": {"broker-b": 4}}
    made = plan({"lose_broker": "broker-b"}, topics=topics, subscriptions={"topicA": "*", "topicB": "*"})
    assert "All queues of topicB are on broker-b" in str(made)
    assert "All queues of topicA" not in str(made)


def test_giving_up_a_topic_does_not_count_its_queues_when_nobody_wants_them():
    topics = {"topicA": EIGHT, "topicB": EIGHT}
    made = plan({"unsubscribe": ["topicB"]}, topics=topics, subscriptions={"topicA": "*", "topicB": "*"})
    assert way(made, "all_at_once").steps[-1].orphans == 0
    assert way(made, "rolling").steps[-1].orphans == 0
    assert way(made, "rolling").orphans > 0


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(ADD_TOPIC, id="a topic is added"),
        pytest.param({**ADD_TOPIC, "unsubscribe": ["topicA"]}, id="a topic takes the place of another"),
        pytest.param({"subscribe": {"topicA": "TagA"}}, id="tags change"),
        pytest.param({"pods": 6}, id="more pods"),
    ],
)
def test_the_recommended_way_is_the_best_by_the_table_that_is_shown(change):
    made = plan(change)
    rows = {one.name: one.line().split()[1:] for one in made.ways}
    figures = {name: [float(cell.replace(",", "")) for cell in row] for name, row in rows.items()}
    assert figures[made.recommended.name] == min(figures.values())
    assert "The recommended way has the lowest value in the first column" in str(made)


def test_every_way_is_explained_in_the_help():
    told = CliRunner().invoke(app, ["plan", "--help"]).stdout
    assert [name for name in WAYS if name not in told] == []


def test_a_folder_without_a_change_is_told_to_name_one():
    told = CliRunner().invoke(app, ["plan", "data_samples/healthy"])
    assert told.exit_code == 2
    assert "is a folder of evidence: give the change as well, e.g. --change '{pods: 6}'" in told.stderr


def test_the_same_plan_comes_out_twice():
    assert str(plan(ADD_TOPIC)) == str(plan(ADD_TOPIC))


def test_the_text_names_the_recommendation_each_way_and_what_not_to_do():
    text = str(plan(ADD_TOPIC))
    assert text.startswith("groupA: give the new pods their own consumer group")
    for name in ("rolling", "all_at_once", "blue_green", "new_group", "superset", "subscription_aware"):
        assert f"\n{name} " in text
    assert "Do not roll out pod by pod" in text


def test_plain_data_can_be_written_as_json():
    data = json.loads(json.dumps(plan(ADD_TOPIC).to_dict()))
    assert data["recommended"] == "new_group"
    assert len(data["ways"]) == 6


@pytest.mark.parametrize(
    ("ending", "text"),
    [
        pytest.param(".json", json.dumps({**GROUP, "change": {"pods": 6}}), id="JSON"),
        pytest.param(
            ".yaml",
            "group: g\npods: 4\ntopics: {topicA: {broker-a: 8}}\nsubscriptions: {topicA: '*'}\nchange: {pods: 6}\n",
            id="YAML",
        ),
    ],
)
def test_files(tmp_path, ending, text):
    path = tmp_path / f"plan{ending}"
    path.write_text(text)
    assert plan_from_file(path).change == Change(pods=6)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param({**GROUP}, "nothing changes", id="no change"),
        pytest.param({**GROUP, "change": {"pods": 4}}, "nothing changes", id="as many pods as today"),
        pytest.param({**GROUP, "change": {"subscribe": {"topicA": "*"}}}, "nothing changes", id="as subscribed today"),
        pytest.param({"group": "g", "change": {"pods": 2}}, "lacks", id="half a group"),
        pytest.param({**GROUP, "colour": 1}, "colour", id="an unknown entry"),
        pytest.param({**GROUP, "change": {"pod": 6}}, "pod", id="an unknown change"),
        pytest.param({**GROUP, "pods": "4"}, "pods must be", id="a number as text"),
        pytest.param({**GROUP, "pods": 0}, "at least one pod", id="no pod"),
        pytest.param({**GROUP, "change": {"subscribe": {"topicX": "*"}}}, "topicX", id="no queues for a topic"),
        pytest.param({**GROUP, "change": {"unsubscribe": ["topicX"]}}, "topicX", id="giving up what it never had"),
        pytest.param({**GROUP, "change": {"strategy": "MACHINE_ROOM"}}, "MACHINE_ROOM", id="a strategy with settings"),
        pytest.param(
            {**GROUP, "topics": {"topicA": 8}, "change": {"pods": 2}}, "broker-a: 8", id="queues without brokers"
        ),
        pytest.param(
            {**GROUP, "topics": {"topicA": {"a": 0}}, "change": {"pods": 2}}, "number of queues", id="no queue"
        ),
        pytest.param(
            {**GROUP, "subscriptions": {"topicA": None}, "change": {"pods": 2}}, "tags or", id="no expression"
        ),
        pytest.param({**GROUP, "change": {"lose_broker": "broker-x"}}, "broker-a, broker-b", id="an unknown broker"),
        pytest.param({**GROUP, "change": {"pods": 0}}, "at least one pod", id="scaling to nothing"),
        pytest.param({**GROUP, "version": "new", "change": {"pods": 2}}, "version", id="no version"),
    ],
)
def test_what_cannot_be_planned_is_refused_with_the_reason(data, words):
    with pytest.raises(ValueError, match=words):
        make_plan(*read_situation(data))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("plan.json", "{", id="broken JSON"),
        pytest.param("plan.yaml", "a: [", id="broken YAML"),
        pytest.param("plan.yaml", "- 1", id="not a mapping"),
        pytest.param("missing.yaml", None, id="no file"),
    ],
)
def test_files_that_cannot_be_read(tmp_path, name, text):
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(Error):
        plan_from_file(tmp_path / name)


def test_a_situation_made_in_python():
    situation = Situation("groupA", {"topicA": EIGHT}, 2, {"topicA": "*"})
    with pytest.raises(BadPlan):
        make_plan(situation, Change())
    assert make_plan(situation, Change(pods=3)).recommended.orphans == 0
