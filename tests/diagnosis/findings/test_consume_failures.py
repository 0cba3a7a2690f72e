"""consume_failures: a retry topic or dead-letter queue that grows, counts and exceptions of the clients."""

from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.clients_words import TopicRates
from rmqkit.diagnosis.facts.group import GroupFacts, QueueStatus, Snapshot
from rmqkit.diagnosis.facts.logs import Event
from tests.diagnosis.findings.groups import GROUP, IP, ONE, QUEUES, RETRY, SHARES, TWO, client, looks, rates, well
from tests.diagnosis.findings.said import after, facts, found, how_sure, look, queue, record

ID = "consume_failures"
DEAD = f"%DLQ%{GROUP}"


def grows(topic: str, *ends: int) -> GroupFacts:
    """Looks at the group's own topic: how far it goes at each, all of it read."""
    own = queue(0, topic)
    shown = tuple(look(number, 30 * number, {own: (end, end, IP[ONE])}) for number, end in enumerate(ends, start=1))
    return well(snapshots=shown)


def among_many(retried: int, each: int) -> GroupFacts:
    """Looks at a group that consumes so many of each queue from one to the next, and at its growing retry topic."""
    retries = queue(0, RETRY)
    shown = looks(SHARES, rate=each)
    shown = tuple(
        replace(
            one,
            rows=(*one.rows, *look(9, 0, {retries: (retried * number, retried * number, IP[ONE])}).rows),
        )
        for number, one in enumerate(shown)
    )
    return well(snapshots=shown)


def stands(topic: str, *ends: int) -> GroupFacts:
    """The same, and its offset stays where it was at first."""
    own = queue(0, topic)
    shown = tuple(look(number, 30 * number, {own: (end, 1, IP[ONE])}) for number, end in enumerate(ends, start=1))
    return well(snapshots=shown)


def counting(told: tuple[TopicRates, ...]) -> GroupFacts:
    return well(running=(client(ONE, *QUEUES[:2], rates=told), client(TWO, *QUEUES[2:])))


def logged(times: int, at: float = 10) -> Event:
    raw = "consumeMessage exception: java.lang.IllegalStateException Group: orders"
    return record("consume_failed", raw, source="client", file="client.log", at=at, times=times)


def not_sent_back(lines: int) -> Event:
    """A listener failed, and no broker took the message for its retry topic."""
    raw = "sendMessageBack exception, group: orders msg: MessageExt [queueId=0, reconsumeTimes=2]"
    return record("send_back_failed", raw, source="client", file="client.log", at=10, times=lines)


def overdue(times: int, retried: int) -> GroupFacts:
    """A client sends back what its listener took too long with; so many messages come to the retry topic."""
    raw = "send expire msg back. topic=paid, msgId=0A, storeHost=/10.0.0.9:10911, queueId=0, queueOffset=5"
    sent = record("sent_back", raw, source="client", file="client.log", at=10, times=times)
    own = queue(0, RETRY)
    shown = tuple(look(number, 30 * number, {own: (1 + retried * number, 1, IP[ONE])}) for number in (0, 1))
    return well([sent], snapshots=shown)


def made(topic: str, at: float = 60) -> Event:
    """A broker creates a topic, as it does for the first message that comes there."""
    raw = f"create new topic TopicConfig [topicName={topic}, readQueueNums=1, writeQueueNums=1, perm=RW-]"
    return record("topic_created", raw, file="broker-a.log", at=at, topic=topic)


test_how_sure = how_sure(
    ID,
    pytest.param(grows(RETRY, 3, 9, 15), "proven", id="agrees: the retry topic grows"),
    pytest.param(among_many(12, each=100), "proven", id="agrees: three of a hundred messages are tried again"),
    pytest.param(
        among_many(3, each=100), "suspected", id="too little: less than one of a hundred, which retries are for"
    ),
    pytest.param(grows(DEAD, 3, 9, 15), "proven", id="agrees: messages reach the dead-letter queue"),
    pytest.param(counting(rates(failed_tps=2.5, failed_in_hour=900)), "proven", id="agrees: a client counts failures"),
    pytest.param(well([logged(3)]), "proven", id="agrees: a client's log holds three failures"),
    pytest.param(well([not_sent_back(6)]), "proven", id="agrees: three failed messages could not be sent back"),
    pytest.param(well([not_sent_back(4)]), "open", id="silent: two that could not be sent back, two lines each"),
    pytest.param(counting(rates(failed_in_hour=2)), "suspected", id="too little: two failed within the hour"),
    pytest.param(grows(RETRY, 9, 9, 9), "suspected", id="too little: the retry topic has messages of before"),
    pytest.param(well([made(DEAD)]), "proven", id="agrees: a broker makes the dead-letter queue"),
    pytest.param(well([made(RETRY)]), "open", id="silent: every group's retry topic is made"),
    pytest.param(overdue(4, retried=4), "open", id="silent: what took too long is all that came back"),
    pytest.param(overdue(4, retried=12), "suspected", id="too little: others may have taken too long as well"),
    pytest.param(well([logged(2)]), "open", id="silent: two failures are what retries are for"),
    pytest.param(counting(rates()), "open", id="silent: the clients count no failure"),
    pytest.param(grows(RETRY, 0, 0, 0), "open", id="silent: the retry topic is empty"),
)


@pytest.mark.parametrize(
    ("case", "severity"),
    [
        pytest.param(grows(RETRY, 3, 9, 15), "WARNING", id="messages are tried again"),
        pytest.param(grows(DEAD, 3, 9, 15), "CRITICAL", id="messages are given up"),
        pytest.param(grows(RETRY, 9, 9, 9), "NOTICE", id="contradicted: none came while anybody looked"),
        pytest.param(
            well([logged(9), record("client_started", source="client", file="client.log", at=900)]),
            "NOTICE",
            id="contradicted: the log goes on for a quarter of an hour without failures",
        ),
    ],
)
def test_how_grave(case: GroupFacts, severity: str) -> None:
    assert [str(finding.severity) for finding in found(case, ID)] == [severity]


def asked_later(*, ok_tps: float, failed_tps: float = 0.0) -> GroupFacts:
    """A client's log holds failures of the beginning; a quarter of an hour later the client is asked."""
    told = client(ONE, *QUEUES[:2], rates=rates(failed_tps=failed_tps, ok_tps=ok_tps), asked=900)
    return well([logged(9), goes_on()], running=(told,))


def goes_on() -> Event:
    return record("client_started", source="client", file="client.log", at=900)


@pytest.mark.parametrize(
    ("case", "ongoing"),
    [
        pytest.param(well([logged(9), goes_on()]), True, id="failures that stop being said show no end"),
        pytest.param(asked_later(ok_tps=3), False, id="its client consumes and counts no failure"),
        pytest.param(asked_later(ok_tps=0), True, id="its client consumes nothing at all"),
        pytest.param(asked_later(ok_tps=3, failed_tps=2), True, id="its client counts failures"),
        pytest.param(grows(RETRY, 9, 9, 9), False, id="the retry topic stands from look to look"),
        pytest.param(grows(RETRY, 9), True, id="one look at the retry topic"),
        pytest.param(counting(rates(failed_in_hour=90)), False, id="failures of the hour, and none any more"),
        pytest.param(counting(rates(failed_in_hour=90, ok_tps=0)), True, id="failures of the hour, and nothing since"),
    ],
)
def test_an_end_needs_a_witness(case: GroupFacts, *, ongoing: bool) -> None:
    assert [finding.ongoing for finding in found(case, ID)] == [ongoing]


EXCEPTION = "java.lang.IllegalStateException: order not found: order-{}, com.shop.Orders.book(Orders.java:161)"


def failed(detail: str, at: float, times: int, **said: Any) -> Event:
    told = {"source": "client", "file": "client-1/rocketmq_client.log", "client_id": "10.0.0.1@7#1", "topic": "paid"}
    return record("consume_failed", detail=detail, at=at, times=times, **{**told, **said})


THREW = (
    failed(EXCEPTION.format(17), 0, 30, last=60),
    failed(EXCEPTION.format(4711), 70, 20, last=90, client_id="10.0.0.2@8#2", file="client-2/rocketmq_client.log"),
    failed("consumeMessage return null", 0, 30, last=60),
)


def test_an_exception_is_counted_once_with_its_place_its_span_and_its_clients() -> None:
    (told,) = found(facts(THREW), "consume_failures")
    (row,) = told.details["exceptions"]
    assert row["exception"] == "java.lang.IllegalStateException: order not found: order-#"
    assert row["frame"] == "com.shop.Orders.book(Orders.java:161)"
    assert (row["times"], row["clients"]) == (50, ["10.0.0.1@7#1", "10.0.0.2@8#2"])
    assert "50 times, 10:00:00 to 10:01:30 UTC" in told.why


def test_the_two_lines_of_one_failure_are_one() -> None:
    (told,) = found(facts(THREW), "consume_failures")
    assert "50 listener failures" in told.why


def test_the_remedy_names_where_it_is_thrown() -> None:
    (told,) = found(facts(THREW), "consume_failures")
    assert told.remedy[0].startswith("Fix the listener at com.shop.Orders.book(Orders.java:161)")


def test_failures_that_differ_and_were_counted_as_one_name_no_exception() -> None:
    mixed = failed(EXCEPTION.format(17), 0, 30, last_detail="java.io.IOException: closed", last=60)
    (told,) = found(facts([mixed]), "consume_failures")
    assert told.details["exceptions"] == []


def test_a_message_that_was_given_up_is_said_and_not_that_others_come_again() -> None:
    [finding] = found(well([made(DEAD)]), ID)
    assert finding.ongoing and "delivered again" not in finding.title
    assert "went to the dead-letter queue" in finding.title


def test_dead_letters_that_do_not_grow_are_no_failing_listener() -> None:
    dead = QueueStatus(queue(0, DEAD), 9, after(200), "topicStatus.txt", 2, 0, after(70))
    [finding] = found(replace(well([made(DEAD)]), status={DEAD: (dead,)}), ID)
    assert "9 messages are in the dead-letter queue" in finding.title
    assert finding.severity == Severity.NOTICE


def limited(times: str, *events: Event) -> GroupFacts:
    """Messages reach the dead-letter queue of a client that gives up after so many retries."""
    case = grows(DEAD, 3, 9, 15)
    asked = client(ONE, *QUEUES[:2])
    told = replace(asked, properties={**asked.properties, "maxReconsumeTimes": times})
    return replace(case, running=(told,), events=(*case.events, *events))


def config(retries: int) -> Event:
    printed = f"consumeEnable=true, consumeBroadcastEnable=true, retryQueueNums=1, retryMaxTimes={retries}, brokerId=0"
    raw = f"update subscription group config, old: x new: SubscriptionGroupConfig{{groupName={GROUP}, {printed}}}"
    return record("group_config_updated", raw, file="broker.log")


@pytest.mark.parametrize(
    ("case", "says"),
    [
        pytest.param(limited("-1"), "", id="the default"),
        pytest.param(limited("16"), "", id="as by default"),
        pytest.param(limited("3"), "messages are given up after 3 retries", id="a client's own limit"),
        pytest.param(limited("-1", config(2)), "retryMaxTimes is 2", id="the group's, which a broker logs"),
        pytest.param(limited("-1", config(16)), "", id="the group's default"),
    ],
)
def test_a_low_limit_is_named_where_messages_are_given_up(case: GroupFacts, says: str) -> None:
    (told,) = found(case, ID)
    assert (str(told.severity), str(told.details["harm"][0])) == (
        "CRITICAL",
        f"12 messages are in {DEAD} and are not redelivered automatically",
    )
    assert ("by default" in told.why, says in told.why) == (bool(says), True)


def lying(retried_until: float, read_until: float, looks: int = 1, came: int = 60) -> GroupFacts:
    """Messages lie in the dead-letter queue, the last of second 2000; until when others were retried, and read. Looks
    lie a minute apart."""
    [own, retry] = look(1, 9_000, {queue(0): (900, 900, IP[ONE]), queue(0, RETRY): (came, came, IP[ONE])}).rows
    rows = (replace(own, last_time=after(read_until)), replace(retry, last_time=after(retried_until)))
    shown = [
        Snapshot(f"p-{number}.txt", 0, after(9_000 - 60 * (looks - number)), rows) for number in range(1, looks + 1)
    ]
    dead = QueueStatus(queue(0, DEAD), 40, after(9_000), "topicStatus.txt", 2, 0, after(2_000))
    return facts(snapshots=tuple(shown), status={DEAD: (dead,)})


@pytest.mark.parametrize(
    ("group", "ongoing"),
    [
        pytest.param(lying(2_300, 8_990), False, id="over: nothing came to the retry topic for longer than an hour"),
        pytest.param(lying(8_000, 8_990), True, id="not known: retries went on"),
        pytest.param(
            lying(8_900, 8_990, looks=3, came=1),
            False,
            id="over: one retry in all, after 10 s, and none came for longer",
        ),
        pytest.param(
            lying(8_900, 8_990, looks=3), True, id="not known: of sixty retries all may be those of one message"
        ),
        pytest.param(lying(8_965, 8_990, looks=3, came=1), True, id="not known: the last retry came a moment ago"),
        pytest.param(
            lying(8_000, 8_990, looks=3, came=16 * 40),
            True,
            id="not known: sixteen retries for each, of which the last waits for two hours",
        ),
        pytest.param(lying(2_300, 2_400), True, id="not known: the group reads nothing else"),
    ],
)
def test_whether_what_lies_in_the_dead_letter_queue_is_over(group: GroupFacts, ongoing: bool) -> None:
    [told] = found(group, ID)
    assert told.ongoing == ongoing
    assert "the last one from 10:33:20" in told.title


def counter(failed: int, at: float = 60, topic: str = "paid") -> list[Event]:
    """A minute of a client's own counters, of 100 messages."""
    mine = {"topic": topic, "source": "client", "file": "client.log"}
    told = {"failures_counted": failed, "successes_counted": 100 - failed}
    return [record(name, detail=f"SUM: {n} TPS: 1.00 AVGPT: 1.00", at=at, **mine) for name, n in told.items()]


def counted_back(*minutes: int, times: int = 1) -> list[Event]:
    """Minutes in which a broker counted a message that clients sent back (stats.log)."""
    told = {"topic": "paid", "source": "broker", "file": "stats.log", "detail": "SUM: 1 TPS: 0.02 AVGPT: 1.00"}
    return [record("sent_back_counted", at=60 * minute, times=times, **told) for minute in minutes]


@pytest.mark.parametrize(
    ("events", "told"),
    [
        pytest.param(
            [*counter(40), *counter(40, 120)], [("proven", True)], id="agrees: two minutes, one after the other"
        ),
        pytest.param(
            [*counter(40), record("x", file="client.log", at=900)], [("suspected", False)], id="it is long ago"
        ),
        pytest.param(counter(40), [("suspected", True)], id="too little: one minute"),
        pytest.param(counted_back(0, 1, 2, 3), [("proven", True)], id="agrees: a broker, four minutes in a row"),
        pytest.param(counted_back(0, 1, 3, 5), [("suspected", True)], id="too little: one message that is tried again"),
        pytest.param(counted_back(0, 60, times=60), [("suspected", True)], id="too little: rows of an hour"),
        pytest.param([*counter(40), *counter(0, 120)], [], id="contradicted: the next minute has none"),
        pytest.param([*counter(3), *counter(4, 120)], [], id="too little: single messages, as retries are for"),
        pytest.param(counter(0), [], id="silent: none fails"),
    ],
)
def test_how_sure_by_what_clients_count_every_minute(events: list[Event], told: list[tuple[str, bool]]) -> None:
    assert [(str(finding.status), finding.ongoing) for finding in found(facts(events), ID)] == told


def sent_back(message: str | None, times: int = 1, at: float = 10, last: str | None = None) -> Event:
    """A client sends a message back; `last`: the newest one of several that were counted as one row."""
    detail = f"msgId={message}, storeHost=/10.0.0.9:10911" if message else "storeHost=/10.0.0.9:10911"
    raw = f"send expire msg back. topic=paid, {detail}, queueId=0, queueOffset=5"
    newest = detail.replace(message or "?", last) if last else detail
    where = {"source": "client", "file": "client.log", "detail": detail, "last_detail": newest}
    return record("sent_back", raw, at=at, times=times, **where)


A, B = "0A1400010001A1B2C3D4E5F600000001", "0A1400010001A1B2C3D4E5F600000002"


@pytest.mark.parametrize(
    ("events", "words"),
    [
        pytest.param([sent_back(A, 3), sent_back(B, 2)], "sent back: 2 messages.", id="agrees: two ids in five lines"),
        pytest.param(
            [sent_back(A, 4, last=B), sent_back(B)],
            "sent back: at least 2 messages.",
            id="too little: several ids were counted as one row",
        ),
        pytest.param([sent_back(None, 5)], "report messages that were sent back.", id="silent: no id is printed"),
    ],
)
def test_messages_that_were_sent_back_are_counted_by_their_ids(events: list[Event], words: str) -> None:
    [told] = found(well([*events, logged(4)]), ID)
    assert "Client logs show 4 listener failures. 5 lines of client logs" in told.why
    assert words in told.why


def tried_again(ok: float, failed: float, *said: Event) -> GroupFacts:
    """Both clients count: 1.2 first failures a second, and what becomes of the retry topic's messages."""
    told = (*rates(failed_tps=1.2), TopicRates(RETRY, ok, failed, 0, 40))
    own = queue(0, RETRY)
    shown = tuple(look(number, 30 * number, {own: (9 * number, 9 * number, IP[ONE])}) for number in (1, 2))
    asked = (client(ONE, *QUEUES[:2], rates=told), client(TWO, *QUEUES[2:]))
    return well(said, snapshots=shown, running=asked)


@pytest.mark.parametrize(
    ("case", "holds", "lacks"),
    [
        pytest.param(
            tried_again(1.2, 2.4, made(RETRY, at=-600)),
            (
                "eventually succeed, after about 3 failures each",
                f"No message has used up its retries: no broker has created {DEAD}",
            ),
            "reached",
            id="as many succeed as fail at first, and the broker made no dead-letter queue",
        ),
        pytest.param(
            tried_again(0.4, 2.4), (f"reached {DEAD}",), "in the end", id="fewer succeed; what was made is not known"
        ),
        pytest.param(
            tried_again(1.2, 2.4, made(RETRY, at=-600), made(DEAD)),
            (f"reached {DEAD}",),
            "in the end",
            id="a broker made the dead-letter queue",
        ),
    ],
)
def test_how_retries_end(case: GroupFacts, holds: tuple[str, ...], lacks: str) -> None:
    [told] = found(case, ID)
    text = "\n".join(map(str, (told.why, *told.remedy)))
    assert not [words for words in holds if words not in text], text
    assert lacks not in text, text
