"""offset_held_back: an offset that stands while its client goes on consuming the queue."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.clients_words import ConsumingThread, HeldQueue, RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.findings.said import after, facts, found, how_sure, look, queue, record

SPAN = "the queue's messages, span too long, so do flow control, minOffset=16, maxOffset=2100, maxSpan=2084"


def group(
    *offsets: int,
    consumed: float = 89,
    cached: int = 1,
    lowest: int | None = 16,
    span: bool = False,
    asked: float = 90,
) -> GroupFacts:
    """Looks 30 s apart at a queue to which messages come; its client was asked at the 90th second."""
    ends = [(100 * (n + 1), at, "10.0.0.1") for n, at in enumerate(offsets)]
    held = HeldQueue(queue(0), "pull", cached, False, after(asked), after(consumed), 9, lowest, 16)
    info = RunningInfo("info.txt", 0, "10.0.0.1@7#1", after(asked), {}, {}, {"paid": "*"}, {"paid": 5}, (held,), ())
    named = {"topic": "paid", "broker": "broker-a", "queue": 0}
    warned = [record("flow_control", SPAN, file="client.log", source="client", at=80, **named)]
    looks = tuple(look(n, 30 * n, {queue(0): row}) for n, row in enumerate(ends))
    return facts(warned if span else (), snapshots=looks, running=(info,))


def broadcasting() -> GroupFacts:
    """The client of the held queue commits to nobody: it broadcasts."""
    case = group(16, 16, 16)
    return replace(case, running=(replace(case.running[0], properties={"messageModel": "BROADCASTING"}),))


def pulled(inflight: int) -> GroupFacts:
    """Nobody asked the client; so many messages were pulled beyond the offset, and what comes is pulled."""
    shown = [look(n, 30 * n, {queue(0): (16 + inflight + n, 16, "10.0.0.1")}) for n in (1, 2, 3)]
    return facts(snapshots=[replace(one, rows=(replace(one.rows[0], inflight=inflight),)) for one in shown])


def by_itself(cached: int) -> GroupFacts:
    """The client pulls by itself, and has pulled all there is; so much of that lies in it."""
    case = group(16, 16, 16, cached=cached)
    shown = tuple(replace(one, rows=(replace(one.rows[0], inflight=one.rows[0].diff),)) for one in case.snapshots)
    return replace(case, snapshots=shown, running=(replace(case.running[0], client_id="10.0.0.1@7#1@STREAM"),))


test_how_sure = how_sure(
    "offset_held_back",
    pytest.param(group(16, 16, 16), "proven", id="agrees: the lowest message in hand is the offset's"),
    pytest.param(group(16, 16, 16, lowest=None, span=True), "proven", id="agrees: the client warns of its span"),
    pytest.param(group(16, 16), "proven", id="agrees: two looks, and its client that was asked after them"),
    pytest.param(group(16, 16, consumed=19, asked=20), "suspected", id="too little: two looks"),
    pytest.param(group(9, 16, 16), "proven", id="agrees: it began to stand between the looks"),
    pytest.param(group(16, 16, 16, lowest=240), "suspected", id="too little: the offset waits for another message"),
    pytest.param(pulled(1500), "suspected", id="too little: more was pulled than a client holds unread"),
    pytest.param(
        by_itself(9), "proven", id="agrees: who pulls by itself handed all to its application, which commits none"
    ),
    pytest.param(by_itself(240), "open", id="silent: what it pulled lies in it, and its application may not poll"),
    pytest.param(pulled(900), "open", id="silent: all that was pulled may lie unread in the client"),
    pytest.param(group(16, 16, 60), "open", id="silent: the offset moves"),
    pytest.param(group(16, 16, 16, consumed=5), "open", id="silent: the listener was not called for a minute"),
    pytest.param(group(16, 16, 16, cached=284), "open", id="silent: all that waits lies in the client"),
    pytest.param(group(16, 16, 16, cached=0), "open", id="contradicted: no message is in hand"),
    pytest.param(broadcasting(), "open", id="silent: a broadcasting client commits no offsets to the broker"),
)


@pytest.mark.parametrize("case", [group(16, 16, 16), pulled(1500), by_itself(9)])
def test_the_client_is_not_called_stuck_besides(case: GroupFacts) -> None:
    assert found(case, "consumer_stuck") == []


def thread(number: int, line: int, client: str | None = None) -> ConsumingThread:
    frame = f"Render.draw(Render.java:{line})"
    return ConsumingThread(
        "jstack.txt", number, f"ConsumeMessageThread_{number}", "WAITING", frame, client, at=after(85)
    )


@pytest.mark.parametrize(
    ("threads", "told"),
    [
        pytest.param([thread(1, 9, "10.0.0.1@7#1")], True, id="agrees: its client's dump shows the one place"),
        pytest.param([thread(1, 9)], True, id="agrees: a dump that does not name its client"),
        pytest.param([thread(1, 9, "10.0.0.9@7#1")], False, id="contradicted: it is another client's dump"),
        pytest.param([thread(1, 9), thread(2, 12)], False, id="too little: threads are at several places"),
        pytest.param([], False, id="too little: no dump"),
    ],
)
def test_the_message_and_where_its_thread_waits_are_named(threads: list[ConsumingThread], *, told: bool) -> None:
    [finding] = found(replace(group(16, 16, 16), threads=tuple(threads)), "offset_held_back")
    lines = [str(line) for line in finding.remedy]
    assert any("queryMsgByOffset -n NAMESRV -t paid -b broker-a -i 0 -o 16 " in line for line in lines)
    assert any("waits in Render.draw(Render.java:9)" in line for line in lines) is told
    assert any("thread dump" in line for line in lines) is not told
