"""offsets_moved: resets and corrections in logs, offsets that go back between looks."""

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts, RouteBroker
from rmqkit.diagnosis.facts.logs import Commit, Event
from tests.diagnosis.findings.said import after, answer, facts, found, how_sure, look, queue, record, status_of

ID = "offsets_moved"
RESET = (
    "[reset-offset] reset offset started by 10.0.0.9:1. topic=paid, group=orders, timestamp=1795295987109, isForce=true"
)
MOVED = "PULL_OFFSET_MOVED:correction offset. topic=paid, groupId=orders, requestOffset=173, newOffset=98"
ILLEGAL = (
    "the pull request offset illegal, PullRequest [consumerGroup=orders, messageQueue=MessageQueue [topic=paid, "
    "brokerName=broker-a, queueId=1], nextOffset=173] PullResult [pullStatus=OFFSET_ILLEGAL, nextBeginOffset=98, "
    "minOffset=0, maxOffset=174, msgFoundList=0]"
)
AHEAD = ILLEGAL.replace("nextOffset=173", "nextOffset=20")


TOLD = answer(0, "rollback consumer offset by specified group[orders], topic[paid], force[true]", "other_mqadmin")
WROTE = answer(0, "reset consumer offset by specified consumerGroup[orders], topic[paid], force[true]", "other_mqadmin")
SENT = record("offset_reset_sent", topic="paid", client_id="10.0.0.1@7#1", at=1)
RECEIVED = record("offset_reset_received", topic="paid", source="client", file="a/rocketmq_client.log", at=1)
IGNORED = record("offset_reset_ignored", source="client", file="a/rocketmq_client.log", at=2)

SHORT = ILLEGAL.replace("maxOffset=174", "maxOffset=98")
TO_THE_FIRST = SHORT.replace("nextBeginOffset=98", "nextBeginOffset=0")
NO_DATA = (
    "the broker stores no queue data, fix the request offset 173 to 0, Topic: paid QueueId: 1 Consumer Group: orders"
)
DELETED = "delete topic config OK, topic: TopicConfig [topicName=paid, readQueueNums=4, writeQueueNums=4, perm=RW-]"


def illegal(raw: str, *more: Event) -> GroupFacts:
    where = {"source": "client", "topic": "paid", "broker": "broker-a", "queue": 1}
    return facts([record("pull_offset_illegal", raw, at=60, **where), *more])


def deleted(at: float, *, asked: bool = True) -> list[Event]:
    """The broker's log has the topic deleted; a slave that takes its master's settings over logs no request."""
    told = record("topic_deleted", DELETED, file="broker-a.log", topic="paid", broker="broker-a", at=at)
    by = record("topic_deleted_by", "deleteTopic called by 10.0.0.9", file="broker-a.log", broker="broker-a", at=at)
    booted = record("broker_started", "The broker[broker-a] boot success", file="broker-a.log", broker="broker-a", at=1)
    return [booted, by, told] if asked else [booted, told]


def looks(*offsets: int) -> GroupFacts:
    return facts(snapshots=tuple(look(n, 30 * n, {queue(1): (200, at, "10.0.0.1")}) for n, at in enumerate(offsets)))


test_how_sure = how_sure(
    "offsets_moved",
    pytest.param(facts([record("offset_reset_done", topic="paid")]), "proven", id="agrees: a broker wrote offsets"),
    pytest.param(facts([SENT, RECEIVED]), "proven", id="agrees: a client was sent a reset"),
    pytest.param(
        facts([SENT], snapshots=looks(120, 90, 95).snapshots), "proven", id="agrees: a look is lower after a reset"
    ),
    pytest.param(
        facts([record("offset_reset_started", RESET, topic="paid"), SENT]),
        "suspected",
        id="too little: a broker was asked and sent it",
    ),
    pytest.param(facts([SENT, RECEIVED, IGNORED]), "refuted", id="contradicted: the client ignores what it was sent"),
    pytest.param(facts([IGNORED], answers=(TOLD,)), "refuted", id="contradicted: mqadmin sent it, a client ignores it"),
    pytest.param(
        facts([SENT, record("offset_reset_sent", topic="paid", client_id="10.0.0.2@7#1", at=1), IGNORED]),
        "suspected",
        id="too little: one of two clients ignores it",
    ),
    pytest.param(illegal(ILLEGAL), "proven", id="agrees: a client is sent to another offset"),
    pytest.param(facts([record("pull_offset_moved", MOVED, topic="paid")]), "proven", id="agrees: a correction"),
    pytest.param(facts(answers=(WROTE,)), "proven", id="agrees: mqadmin wrote them into the brokers"),
    pytest.param(facts(answers=(TOLD,)), "suspected", id="too little: mqadmin says that brokers took the request"),
    pytest.param(looks(120, 90), "suspected", id="too little: a look below the look before, and no log"),
    pytest.param(looks(120, 150), "open", id="silent: offsets go ahead as they do"),
    pytest.param(
        facts([record("offset_reset_started", RESET.replace("orders", "others"), group="others")]),
        "open",
        id="silent: another group was reset",
    ),
)


@pytest.mark.parametrize(
    ("raw", "title"),
    [
        pytest.param(ILLEGAL, "75 messages delivered again", id="below the old offset they come again"),
        pytest.param(AHEAD, "78 messages skipped", id="above it they are skipped"),
        pytest.param(
            SHORT, "1 queue ended before the group's offset", id="where the queue ends before it, nothing does"
        ),
        pytest.param(
            TO_THE_FIRST,
            "up to 98 messages delivered again",
            id="sent to the first offset of a short queue, what it holds comes again",
        ),
        pytest.param(NO_DATA, "1 queue ended before the group's offset", id="a queue without data ends at 0"),
    ],
)
def test_how_far(raw: str, title: str) -> None:
    assert title in found(illegal(raw), "offsets_moved")[0].title


@pytest.mark.parametrize(
    ("events", "title"),
    [
        pytest.param(
            deleted(30), "up to 98 messages skipped in 1 queue (topic recreated)", id="the topic was deleted before"
        ),
        pytest.param(deleted(90), "1 queue ended before the group's offset", id="it was deleted later"),
        pytest.param(
            deleted(30, asked=False), "1 queue ended before the group's offset", id="a slave took settings over"
        ),
    ],
)
def test_what_a_queue_made_anew_held_before_is_skipped_and_nothing_comes_again(events: list[Event], title: str) -> None:
    case = illegal(SHORT, *events)
    assert found(case, "offsets_moved")[0].title.endswith(title)
    assert not found(case, "duplicate_consumption")


def test_a_queue_whose_end_went_back_is_another_queue() -> None:
    shorter = [look(n, 30 * n, {queue(1): (end, at, "10.0.0.1")}) for n, (end, at) in enumerate([(200, 200), (90, 90)])]
    assert not found(facts(snapshots=tuple(shorter)), "offsets_moved")


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(illegal(ILLEGAL), id="a client was sent to another offset"),
        pytest.param(
            facts([record("pull_offset_moved", MOVED, topic="paid", queue=1, broker="broker-a", at=60)]),
            id="a broker's correction",
        ),
    ],
)
def test_what_comes_again_is_told_with_its_offsets(case: GroupFacts) -> None:
    again = found(case, "duplicate_consumption")
    assert [finding.details["windows"] for finding in again] == [[("paid", "broker-a", 1, 98, 173)]]


@pytest.mark.parametrize(
    ("times", "last", "next_one", "ongoing"),
    [
        pytest.param(1, 0, 98, False, id="a correction is over with itself"),
        pytest.param(2, 10, 98, True, id="told the same offset again, the reader never takes it"),
        pytest.param(2, 10, 120, False, id="told another offset later, it had gone on"),
    ],
)
def test_a_refusal_that_recurs_is_not_over(times: int, last: float, next_one: int, ongoing: bool) -> None:
    details = {"detail": "nextBeginOffset=98, minOffset=0", "last_detail": f"nextBeginOffset={next_one}, minOffset=0"}
    where = {"source": "client", "topic": "paid", "broker": "broker-a", "queue": 1}
    case = facts([record("pull_offset_illegal", ILLEGAL, times=times, last=last, **details, **where)])
    assert found(case, "offsets_moved")[0].ongoing is ongoing


def test_from_where_a_broker_was_asked_to_reset_is_told() -> None:
    asked = record("offset_reset_started", RESET, topic="paid", address="10.24.1.77:59501")
    told = found(facts([asked, SENT, RECEIVED]), "offsets_moved")[0]
    assert told.why.endswith("The request came from 10.24.1.77.")


@pytest.mark.parametrize(
    ("known", "title"),
    [
        pytest.param(
            (10, 20), "up to 170 messages skipped", id="how far each queue was before bounds what was skipped"
        ),
        pytest.param((10,), "messages of at least 1 queue skipped", id="of one nobody knows how far it was"),
    ],
)
def test_a_reset_that_names_the_offsets(known: tuple[int, ...], title: str) -> None:
    told = ",".join(f'{{"brokerName":"broker-a","queueId":{n},"topic":"paid"}}:100' for n in (0, 1))
    raw = f'Reset offset, topic=paid, group=orders, queues={{"offsetTable":{{{told}}}}}'
    events = [record("offset_reset_done", raw, topic="paid", at=60)]
    rows = {queue(number): (200, offset, "10.0.0.1") for number, offset in enumerate(known)}
    routes = {"paid": (RouteBroker("broker-a", 2, 6, "topicRoute.txt", 3, None, 2),)}
    (finding,) = found(facts(events, snapshots=(look(1, 30, rows),), routes=routes), ID)
    assert title in str(finding.title)


@pytest.mark.parametrize(
    ("first", "title"),
    [
        pytest.param(
            98, "at least 78 messages deleted before they were consumed", id="it was put up to the first message"
        ),
        pytest.param(0, "up to 78 messages skipped", id="its first messages are still there"),
    ],
)
def test_what_was_deleted_unread_has_no_upper_bound(first: int, title: str) -> None:
    raw = (
        "the pull request offset illegal, PullRequest [consumerGroup=orders, messageQueue=MessageQueue [topic=paid, "
        f"brokerName=broker-a, queueId=1], nextOffset=20] PullResult [pullStatus=OFFSET_ILLEGAL, nextBeginOffset=98, "
        f"minOffset={first}, maxOffset=300, msgFoundList=0]"
    )
    where = {"source": "client", "topic": "paid", "broker": "broker-a", "queue": 1}
    (finding,) = found(facts([record("pull_offset_illegal", raw, **where)]), ID)
    assert title in str(finding.title)
    assert any("fileReservedTime): consume them" in line for line in finding.remedy) is (first == 0)


@pytest.mark.parametrize(
    ("new", "status"),
    [
        pytest.param(20, "proven", id="the broker puts the offset elsewhere"),
        pytest.param(8, "open", id="a slave that lacks it leaves it as it is"),
    ],
)
def test_an_offset_that_is_left_as_it_is_was_not_corrected(new: int, status: str) -> None:
    raw = (
        f"the broker store no queue data, fix the request offset 8 to {new}, Topic: paid QueueId: 1 Consumer Group: "
        "orders"
    )
    assert status_of(facts([record("pull_offset_fixed", raw, topic="paid", queue=1)]), ID) == status


ORDERED = "invoke reset offset operation from broker. brokerAddr=b, topic=paid, group=orders, timestamp=1795255170000"
BACK_TO = "2026-11-21 09:59:30 UTC"


def taken_up(*commits: tuple[int, int], below: bool = False, seen: tuple[int, int] | None = None) -> GroupFacts:
    """A client is sent a reset at the 10th second; its commits of queue 1 at these seconds. `below`: the broker logs
    one of them as well; `seen`: the queue in two snapshots."""
    mine = {"source": "client", "file": "a/rocketmq_client.log", "topic": "paid"}
    events = [record("offset_reset_received", ORDERED, at=10, **mine), record("consumer_started", at=90, **mine)]
    if below:
        raw = "update consumer offset less than store. key=paid@orders, queueId=1, requestOffset=125, storeOffset=577"
        events.append(record("offset_moved_back", raw, at=20, topic="paid", queue=1, broker="broker-a"))
    rows = zip((9, 60), seen or (), strict=False)
    shown = [look(at, at, {queue(1): (990, one, "10.0.0.1")}) for at, one in rows]
    told = tuple(Commit("a/rocketmq_client.log", queue(1), after(at), offset) for at, offset in commits)
    return facts(events, commits=told, snapshots=tuple(shown))


@pytest.mark.parametrize(
    ("case", "title"),
    [
        pytest.param(
            taken_up((5, 560), (15, 576), (20, 125)),
            "1 queue set back by at least 451 messages, which are delivered again",
            id="agrees: the client commits less than before",
        ),
        pytest.param(
            taken_up((5, 560), (15, 576), (20, 125), (25, 300)),
            "1 queue set back by at least 451 messages, which are delivered again",
            id="agrees: it is on its way through",
        ),
        pytest.param(
            taken_up((15, 576), (20, 125), (25, 700), below=True, seen=(576, 800)),
            "at least 452 messages delivered again",
            id="agrees: several sources tell of one queue, which counts once",
        ),
        pytest.param(
            taken_up((15, 576), (20, 600)),
            "the evidence does not show which queues, and how far",
            id="contradicted: it goes on as before",
        ),
        pytest.param(
            taken_up((5, 560), (85, 125)),
            "the evidence does not show which queues, and how far",
            id="contradicted: it went back long after the reset",
        ),
        pytest.param(
            taken_up((20, 125)),
            "the evidence does not show which queues, and how far",
            id="too little: no commit before",
        ),
    ],
)
def test_what_a_client_commits_tells_how_far_a_reset_put_it_back(case: GroupFacts, title: str) -> None:
    [told] = found(case, ID)
    assert str(told.title).endswith(title)
    back = "does not show" not in title
    assert told.queues == ((queue(1),) if back else ())
    assert any("consume them with a new group" in line for line in told.remedy) is not back


def test_when_what_comes_again_was_stored_is_told() -> None:
    [told] = found(taken_up((15, 576), (20, 125)), ID)
    assert f"stored from {BACK_TO} on" in told.why
    assert any(f"stored between {BACK_TO} and 2026-11-21 10:00:10 UTC" in line for line in told.remedy)


UP = "PULL_OFFSET_MOVED:correction offset. topic=paid, groupId=orders, requestOffset=100, newOffset=172"


@pytest.mark.parametrize(
    ("raws", "title", "skips"),
    [
        pytest.param([UP], "at least 72 messages deleted", False, id="up, without its queue: what lay between is gone"),
        pytest.param([UP, UP], "at least 72 messages deleted", False, id="the same correction again counts once"),
        pytest.param([MOVED], "which queues, and how far", False, id="down: the queue ended before it"),
    ],
)
def test_a_correction_without_its_queue_tells_how_far_by_its_numbers(raws: list[str], title: str, skips: bool) -> None:
    events = [record("pull_offset_moved", raw, topic="paid", at=60 + at) for at, raw in enumerate(raws)]
    [told] = found(facts(events), ID)
    assert title in str(told.title)
    assert told.details["may_skip"] == skips
