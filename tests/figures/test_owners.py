"""Predicted, seen and after the fix: recomputed from facts, marked where they differ, readable in a picture."""

from collections.abc import Sequence

import pytest

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, QueueProgress, RouteBroker, Snapshot
from rmqkit.diagnosis.render.names import ClientNames, names_of
from rmqkit.diagnosis.verdict import verdict
from rmqkit.figures import owners_data, owners_figure
from rmqkit.figures.owners import agreement, cell_words
from rmqkit.figures.strips import AGREES, CONTRADICTS, SILENT
from rmqkit.rocketmq import MessageQueue

from .diagnoses import START, diagnosis, roster, row

A, B = "10.0.0.1@7#1", "10.0.0.2@8#2"
QUEUES = [MessageQueue("topicA", "broker-a", number) for number in range(4)]


def info(client: str, *topics: str) -> RunningInfo:
    lines = dict.fromkeys(topics, 5)
    return RunningInfo("run", 1, client, START, {}, {}, dict.fromkeys(topics, "*"), lines, (), ())


def look(owners: Sequence[str | None]) -> Snapshot:
    lines = enumerate(zip(QUEUES, owners, strict=True), start=2)
    rows = [QueueProgress(queue, 200, 100 if who else 50, who, 100, 0, None, line) for line, (queue, who) in lines]
    return Snapshot("progress.txt", 1, START, tuple(rows))


def two_topics(*owners: str | None) -> Diagnosis:
    """Two clients that subscribe to different topics; each counts the other."""
    routes = {topic: (RouteBroker("broker-a", 4, 6, "route", 1),) for topic in ("topicA", "topicB")}
    facts = GroupFacts(
        "groupA", rosters=(roster(A, B),), running=(info(A, "topicA"), info(B, "topicB")), routes=routes,
        snapshots=(look(owners),),
    )  # fmt: skip
    return verdict({"groupA": facts})


AS_PREDICTED = ("10.0.0.1", "10.0.0.1", None, None)


def test_after_the_fix_every_queue_has_one_reader() -> None:
    rows = owners_data(two_topics(*AS_PREDICTED))
    assert [len(row["after"]) for row in rows if row["topic"] != "%RETRY%groupA"] == [1] * 8


def test_processes_of_one_id_have_their_own_after_the_fix() -> None:
    routes = {"topicA": (RouteBroker("broker-a", 4, 6, "route", 1),)}
    lists = (roster(A, A),)
    facts = GroupFacts("groupA", rosters=lists, running=(info(A, "topicA"),), routes=routes)
    rows, names = owners_data(verdict({"groupA": facts}), topic="topicA"), names_of(facts)
    assert [(cell_words(row["predicted"], names), cell_words(row["after"], names)) for row in rows] == [
        *[("C1a C1b", "C1a")] * 2, *[("nobody", "C1b")] * 2
    ]  # fmt: skip


def test_a_queue_seen_with_another_owner_is_marked_with_the_line_that_says_so() -> None:
    seen = ("10.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.9")
    facts = GroupFacts("groupA", rosters=(roster(A, B),), snapshots=(look(seen),))
    drawn = [row(queue, client, seen=(ip,)) for queue, client, ip in zip(QUEUES, (A, A, B, B), seen, strict=True)]
    made = diagnosis({"groupA": drawn}, facts={"groupA": facts})
    rows = owners_data(made)
    assert [row["says"] for row in rows] == [AGREES, AGREES, AGREES, CONTRADICTS]
    assert (rows[3]["file"], rows[3]["line"]) == ("progress.txt", 5)
    crosses = owners_figure(made).data[1]
    assert list(crosses.x) == [3.3]
    assert crosses.name == "contradicts (1)"


@pytest.mark.parametrize(
    ("predicted", "seen", "says"),
    [
        pytest.param((A,), ("10.0.0.1",), AGREES, id="consumerProgress shows the part before the @"),
        pytest.param((A,), (A,), AGREES, id="running info shows the whole id"),
        pytest.param((A, A), ("10.0.0.1",), AGREES, id="one of two readers is shown"),
        pytest.param((), (), AGREES, id="nobody predicted and nobody seen"),
        pytest.param((A,), (), CONTRADICTS, id="somebody predicted and nobody seen"),
        pytest.param((), ("10.0.0.1",), CONTRADICTS, id="nobody predicted and somebody seen"),
        pytest.param((A,), ("10.0.0.1", "10.0.0.2"), CONTRADICTS, id="a second reader that nothing predicts"),
        pytest.param((A,), None, SILENT, id="nobody looked"),
        pytest.param(None, (A,), SILENT, id="nothing is predicted"),
    ],
)
def test_agreement(predicted: tuple[str, ...] | None, seen: tuple[str, ...] | None, says: str) -> None:
    assert agreement(predicted, seen) == says


@pytest.mark.parametrize(
    ("readers", "text"),
    [
        pytest.param((A,), "C1", id="one reader"),
        pytest.param((A, B), "C1 C2", id="two readers"),
        pytest.param((A, A), "C1a C1b", id="two processes of one id"),
        pytest.param((), "nobody", id="no reader"),
        pytest.param(None, "?", id="not known"),
    ],
)
def test_a_cell_says_in_words_what_its_colour_shows(readers: tuple[str, ...] | None, text: str) -> None:
    assert cell_words(readers, ClientNames({A: "C1", B: "C2"}, {A: 2, B: 1})) == text


@pytest.mark.parametrize("number", [4, 64])
def test_the_picture_has_a_lane_for_each_question_and_the_letters_of_the_legend(number: int) -> None:
    queues = [MessageQueue("topicA", "broker-a", at) for at in range(number)]
    drawn = [row(queue, A if at < number // 2 else B, seen=(B,)) for at, queue in enumerate(queues)]
    facts = {"groupA": GroupFacts("groupA", rosters=(roster(A, B),))}
    figure = owners_figure(diagnosis({"groupA": drawn}, facts=facts))
    heading, seen, predicted = figure.data[0].text
    assert set(heading) == {""}
    assert list(seen) == ["C2"] * number
    assert list(predicted) == ["C1"] * (number // 2) + ["C2"] * (number // 2)
    assert [each.text for each in figure.layout.annotations] == ["<b>topicA</b> broker-a"]
    assert list(figure.layout.yaxis.ticktext) == ["seen", "predicted"]
    assert {trace.name for trace in figure.data[2:]} == {f"C1  {A}", f"C2  {B}"}


def test_after_the_fix_the_picture_has_a_third_lane() -> None:
    assert "after the fix" in owners_figure(two_topics(*AS_PREDICTED)).layout.yaxis.ticktext


def test_without_queues_the_picture_says_why() -> None:
    assert "does not show" in owners_figure(diagnosis()).layout.annotations[0].text.replace("<br>", " ")
    assert owners_data(diagnosis()) == []
