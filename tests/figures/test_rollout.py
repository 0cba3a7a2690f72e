"""The rollout picture: its rows add up to the plan, and the recommended way stands out."""

import pytest

from rmqkit.diagnosis.render.blocks import OF_PICTURES
from rmqkit.figures.rollout import PANELS, rollout_data, rollout_figure
from rmqkit.plan import make_plan, read_situation
from rmqkit.report.pictures import rollout

EIGHT = {"broker-a": 8, "broker-b": 8}


@pytest.fixture(scope="module")
def plan():
    description = read_situation(
        {
            "group": "groupA",
            "topics": {"topicA": EIGHT},
            "pods": 2,
            "subscriptions": {"topicA": "*"},
            "change": {"subscribe": {"topicB": "*"}, "topics": {"topicB": EIGHT}},
        }
    )
    return make_plan(*description)


def test_rows_are_the_steps_of_every_way(plan):
    rows = rollout_data(plan)
    assert [(row["way"], row["number"]) for row in rows] == [
        (way.name, number) for way in plan.ways for number in range(1, len(way.steps) + 1)
    ]
    assert {row["way"] for row in rows if row["recommended"]} == {plan.recommended.name}
    rolling = [row for row in rows if row["way"] == "rolling"]
    assert sum(row["orphan_queue_seconds"] for row in rolling) > 0


def test_a_panel_shows_every_step_and_the_recommended_way_is_bold(plan):
    figure = rollout_figure(plan)
    assert len(figure.data) == len(PANELS)
    rows = rollout_data(plan)
    for trace, field in zip(figure.data, PANELS, strict=True):
        assert list(trace.x) == [row[field] for row in rows]
    bold = {name for name in figure.data[0].y if name.startswith("<b")}
    assert len(bold) == 1
    assert plan.recommended.name in bold.pop()


def test_the_steps_are_a_table_in_the_readers_language_and_let_the_picture_follow_a_dark_theme(plan):
    shown = rollout(plan, "zh")
    assert len(shown.text.splitlines()) == 1 + len(rollout_data(plan))
    assert "替换第 1 个 Pod" in shown.text
    assert OF_PICTURES in shown.html
