"""unreadable_queues: fewer read than write queues, or no read permission, and messages behind them."""

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.clients_words import HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts, QueueStatus, RouteBroker
from rmqkit.diagnosis.facts.logs import Commit
from rmqkit.diagnosis.healthy import healthy
from rmqkit.diagnosis.render.text import screen
from tests.diagnosis.findings.groups import well
from tests.diagnosis.findings.said import GROUP, after, facts, found, how_sure, look, queue, record, status_of


def topic(
    read: int, perm: int = 6, ends: tuple[int, ...] = (), late: float = 0, holds: int | None = None
) -> GroupFacts:
    """Four write queues; `ends`: their max offsets, the last message of the last queue so many seconds late."""
    route = RouteBroker("broker-a", read, perm, "topicRoute.txt", 3, None, 4)
    status = tuple(
        QueueStatus(queue(n), end, after(0 if n < read else -late), "topicStatus.txt", n + 2)
        for n, end in enumerate(ends)
    )
    held = [] if holds is None else [_holding(holds)]
    return facts(
        snapshots=(look(1, 0, {queue(0): (9, 9, "10.0.0.1" if perm & 4 else None)}),),
        routes={"paid": (route,)},
        status={"paid": status} if status else {},
        running=tuple(held),
    )


def set_to(read: int, perm: str = "RW-", *, later: int = 0, ends: tuple[int, ...] = (9, 40)) -> GroupFacts:
    """A broker's log has a topic of eight queues changed, and perhaps changed again; looks at its last queue."""
    old = "update topic config, old:[TopicConfig [topicName=paid, readQueueNums=8, writeQueueNums=8, perm=RW-]] new:"
    new = [
        f"[TopicConfig [topicName=paid, readQueueNums={each}, writeQueueNums=8, perm={perm}]]" for each in (read, later)
    ]
    started = record("broker_started", "boot success", broker="broker-a")
    events = [
        record("topic_updated", old + text, topic="paid", at=at) for at, text in enumerate(new[: 1 + bool(later)])
    ]
    shown = [look(n, 30 * n, {queue(7): (end, 5, None)}) for n, end in enumerate(ends)]
    return facts([started, *events], snapshots=tuple(shown))


def retries(perm: int, *ends: int) -> GroupFacts:
    """The route of the group's retry topic, and looks at its queue."""
    topic = f"%RETRY%{GROUP}"
    route = RouteBroker("broker-a", 1, perm, "topicRoute.txt", 3, None, 1)
    shown = [look(n, 30 * n, {queue(0, topic): (end, 5, None)}) for n, end in enumerate(ends)]
    return facts(snapshots=tuple(shown), routes={topic: (route,)})


def _holding(number: int) -> RunningInfo:
    held = HeldQueue(queue(number), "pull", 0, False, after(0), after(0), 9)
    return RunningInfo("info.txt", 0, "10.0.0.1@7#1", after(0), {}, {}, {"paid": "*"}, {"paid": 5}, (held,), ())


def write_only(*ends: int) -> GroupFacts:
    """A topic without the read permission, which consumerProgress goes on to list: a queue's ends by look."""
    shown = tuple(look(n, 30 * n, {queue(0): (end, 5, None)}) for n, end in enumerate(ends))
    return facts(snapshots=shown, routes={"paid": (RouteBroker("broker-a", 1, 2, "topicRoute.txt", 3, None, 1),)})


test_how_sure = how_sure(
    "unreadable_queues",
    pytest.param(set_to(4), "proven", id="agrees: a broker's log has fewer read than write queues, and messages come"),
    pytest.param(set_to(8, "-W-"), "proven", id="agrees: a broker's log has the topic write-only"),
    pytest.param(set_to(4, later=8), "open", id="contradicted: the broker's log has them given back"),
    pytest.param(set_to(4, ends=(9, 9)), "suspected", id="too little: no message comes"),
    pytest.param(retries(2, 9, 40), "proven", id="agrees: the retry topic is write-only, and failures come to it"),
    pytest.param(retries(2, 9, 9), "suspected", id="too little: no failure comes"),
    pytest.param(retries(6, 9, 40), "open", id="silent: the retry topic may be read"),
    pytest.param(topic(2, ends=(9, 9, 9, 9)), "proven", id="agrees: half of the queues get messages, none reads"),
    pytest.param(topic(4, perm=2, ends=(9, 9, 9, 9)), "proven", id="agrees: the topic is write-only"),
    pytest.param(write_only(9, 40), "proven", id="agrees: consumerProgress shows that messages come"),
    pytest.param(write_only(9, 9), "suspected", id="too little: consumerProgress shows that none comes"),
    pytest.param(topic(2, ends=(9, 9, 9, 9), holds=3), "suspected", id="contradicted: a client holds such a queue"),
    pytest.param(topic(2, ends=(9, 9, 9, 9), late=900), "suspected", id="too little: the last message is old"),
    pytest.param(topic(2), "suspected", id="too little: nothing tells what lies in them"),
    pytest.param(topic(2, ends=(9, 9, 0, 0)), "suspected", id="too little: they are empty"),
    pytest.param(topic(4, ends=(9, 9, 9, 9)), "open", id="silent: all queues may be read"),
)


def test_the_queues_behind_the_readable_ones_are_named() -> None:
    named = found(topic(3, ends=(9, 9, 9, 7)), "unreadable_queues")[0]
    assert (named.queues, named.details["messages"]) == ((queue(3),), 7)


def shut(*perms: int, waited: int = 0, refused: bool = False) -> GroupFacts:
    """A client's routes of the topic, a minute apart, by broker-a's perm; a look while it was closed."""
    routes = [
        record(
            "route_changed",
            "the topic[paid] route info changed, new[TopicRouteData [orderTopicConf=null, queueDatas=[QueueData "
            f"[brokerName=broker-a, readQueueNums=2, writeQueueNums=2, perm={perm}, topicSysFlag=0]], brokerDatas=[], "
            "filterServerTable={}]]",
            at=60 * number, source="client", file="client.log", topic="paid",
        )
        for number, perm in enumerate(perms)
    ]  # fmt: skip
    pulls = [record("pull_rejected", "CODE: 16", at=50, source="client", file="client.log", code=16)]
    shown = look(1, 90, {queue(0): (900, 900 - waited, None)})
    return facts(events=(*routes, *(pulls if refused else [])), snapshots=(shown,))


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(shut(6, 2, 6, waited=70), "proven", id="agrees: messages waited while nobody might read"),
        pytest.param(shut(2, 2, 6, refused=True), "proven", id="agrees: pulls were refused meanwhile"),
        pytest.param(shut(6, 2, 6), "suspected", id="too little: nothing shows that messages waited"),
        pytest.param(shut(6, 6, 6, waited=70), "open", id="silent: everybody might read all the time"),
        pytest.param(shut(6, 0, 6, waited=70), "proven", id="agrees: nobody might write either, and messages waited"),
    ],
)
def test_a_right_that_was_taken_and_given_back_is_over(case: GroupFacts, status: str) -> None:
    assert status_of(case, "unreadable_queues") == status
    assert all(
        (not told.ongoing, told.severity) == (True, Severity.NOTICE) for told in found(case, "unreadable_queues")
    )


@pytest.mark.parametrize(
    ("case", "amount"),
    [
        pytest.param(topic(3, ends=(9, 9, 9, 7)), "up to 7 messages", id="what the group read of them is not known"),
        pytest.param(write_only(9, 40), "35 messages", id="the newest snapshot shows where the group is"),
    ],
)
def test_what_was_stored_bounds_what_was_not_read(case: GroupFacts, amount: str) -> None:
    assert f"read; {amount} unread there" in found(case, "unreadable_queues")[0].title


def fewer(
    *, reached: int = 5, committed: int | None = None, dropped: int | None = 9, queues: int = 1, other: bool = False
) -> GroupFacts:
    """A topic of two queues (`other`: of three) that has fewer now; the last commit of the second is told by its
    client, which drops the queue then, or at another time, or never."""
    commits = () if committed is None else (Commit("client.log", queue(1), after(9), committed),)
    drops = {"source": "client", "file": "client.log", "topic": "paid", "broker": "broker-a", "queue": 1}
    events = [] if dropped is None or not commits else [record("queue_dropped", at=dropped, **drops)]
    whole = {queue(n): (40, reached, "10.0.0.1") for n in range(2 + other)}
    left = {queue(0): (41, 41, "10.0.0.1")}
    shown = (look(1, 0, whole), look(2, 30, left), look(3, 60, left))
    route = RouteBroker("broker-a", queues, 6, "topicRoute.txt", 3, "10.0.0.9:10911", queues)
    return facts(events, commits=commits, snapshots=shown, routes={"paid": (route,)})


test_queues_that_were_taken_away_with_messages_in_them = how_sure(
    "unreadable_queues",
    pytest.param(fewer(committed=12), "proven", id="agrees: its client left off before the end"),
    pytest.param(fewer(committed=12, other=True), "proven", id="agrees: so did the client of one of two such queues"),
    pytest.param(fewer(), "suspected", id="too little: nothing tells how far it came before it was taken away"),
    pytest.param(fewer(committed=12, dropped=None), "suspected", id="too little: its client may have read on"),
    pytest.param(fewer(committed=12, dropped=25), "suspected", id="too little: the commit at its drop is missing"),
    pytest.param(fewer(committed=40), "open", id="silent: it had been read to its end"),
    pytest.param(fewer(reached=40), "open", id="silent: nothing waited in it"),
    pytest.param(fewer(queues=2), "open", id="silent: the topic still has it"),
)


@pytest.mark.parametrize(
    ("case", "title", "why"),
    [
        pytest.param(
            fewer(committed=12), "with at least 28 messages not committed", "when they expire.",
            id="what came after the last snapshot is not known",
        ),
        pytest.param(
            fewer(), "with 35 messages waiting in the last snapshot that lists them", "when they expire.",
            id="some of them may have been read since",
        ),
        pytest.param(
            fewer(committed=12, other=True), "2 queues removed from paid with at least 28 messages not committed",
            "35 messages waited in paid broker-a 2 in the last snapshot; how many of them were read",
            id="the last commit of one queue is known, and that of the other is not",
        ),
    ],
)  # fmt: skip
def test_what_is_left_in_them_has_no_upper_bound(case: GroupFacts, title: str, why: str) -> None:
    named = found(case, "unreadable_queues")[0]
    assert title in named.title
    assert why in named.why


def test_they_are_to_be_given_back() -> None:
    seen = verdict({GROUP: fewer(committed=12)})
    assert "1 queue removed from paid" in seen.findings[0].title
    assert any("-b 10.0.0.9:10911 -t paid -r 2 -w 2" in line for line in screen(seen).splitlines())


def test_queues_that_a_log_saw_taken_away_keep_a_group_from_being_called_healthy() -> None:
    """Whether they were read to their ends, no snapshot tells."""
    said = "update topic config, old:[TopicConfig [topicName=paid, readQueueNums={}, writeQueueNums=8, perm=RW-]] new:"
    new = "[TopicConfig [topicName=paid, readQueueNums=4, writeQueueNums=4, perm=RW-]]"
    started = record("broker_started", "boot success", broker="broker-a")
    changed = [record("topic_updated", said.format(old) + new, topic="paid", at=1) for old in (8, 4)]
    unmet = [
        [each.predicts for each in healthy(Case.of(well([started, one]))).signs if not each.agrees] for one in changed
    ]
    assert [any("removed from a topic were consumed to the end" in text for text in texts) for texts in unmet] == [
        True,
        False,
    ]
