"""The subscription timeline: spans of presence and absence per broker, and whose heartbeat opened each."""

from datetime import timedelta

from rmqkit.diagnosis import Diagnosis
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event, LogFile
from rmqkit.figures import subscription_timeline_data, subscription_timeline_figure
from rmqkit.rocketmq import MessageQueue

from .diagnoses import START, diagnosis, event, roster, snapshot

ADDED, REMOVED = "subscription_topic_added", "subscription_topic_removed"


def flapping(*more: Event) -> Diagnosis:
    events = (
        event(ADDED, 0, "topicA"), event("consumer_info_changed", 0.2, address="10.0.0.1:0"),
        event(ADDED, 0, "%RETRY%groupA"),
        event(REMOVED, 30, "topicA"), event("consumer_info_changed", 30.1, address="10.9.9.9:5"),
        event(ADDED, 60, "topicA"), *more,
    )  # fmt: skip
    logs = {"broker.log": LogFile("broker.log", "broker", START, START + timedelta(seconds=90))}
    return diagnosis(facts={"groupA": GroupFacts("groupA", rosters=(roster("a"),), events=events, logs=logs)})


def test_spans_follow_one_another_until_the_log_ends() -> None:
    rows = subscription_timeline_data(flapping())
    spans = [(each["present"], (each["start"] - START).seconds, (each["end"] - START).seconds) for each in rows]
    assert spans == [(True, 0, 30), (False, 30, 60), (True, 60, 90)]
    assert {each["topic"] for each in rows} == {"topicA"}


def test_the_writer_is_its_client_id_where_known_else_its_address() -> None:
    assert [each["by"] for each in subscription_timeline_data(flapping())] == [["a"], ["10.9.9.9:5"], []]


def test_each_broker_has_its_own_line() -> None:
    rows = subscription_timeline_data(flapping(event(ADDED, 5, "topicA", file="other.log")))
    assert [each["where"] for each in rows] == ["broker.log"] * 3 + ["other.log"]
    assert (
        len(subscription_timeline_figure(flapping(event(ADDED, 5, "topicA", file="other.log"))).layout.yaxis.tickvals)
        == 2
    )


def test_without_logs_the_looks_of_mqadmin_are_shown() -> None:
    looks = tuple(snapshot(n, {MessageQueue(f"topic{'AB'[n % 2]}", "b", 0): 1}) for n in (1, 2, 3))
    rows = subscription_timeline_data(
        diagnosis(facts={"groupA": GroupFacts("groupA", snapshots=looks)}), topic="topicB"
    )
    assert [each["present"] for each in rows] == [True, False, True]


def test_many_writers_share_the_last_mark() -> None:
    seconds = [100 + 9 * n for n in range(60)]
    writes = [event(ADDED, second, "topicA") for second in seconds]
    writes += [event("consumer_info_changed", second, address=f"10.1.1.{second}:1") for second in seconds]
    names = [each.name for each in subscription_timeline_figure(flapping(*writes)).data]
    assert len(names) == 10
    assert names[-1] == "written by 55 others"


def test_without_any_change_the_picture_says_so() -> None:
    figure = subscription_timeline_figure(diagnosis(facts={"groupA": GroupFacts("groupA")}))
    assert "no topic added" in figure.layout.annotations[0].text
