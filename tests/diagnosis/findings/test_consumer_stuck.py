"""consumer_stuck: a live owner whose offset stands while messages wait."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import Answer, GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import (
    IP,
    ONE,
    QUEUES,
    SHARES,
    TWO,
    client,
    connected,
    listed,
    lists,
    looks,
    rates,
    registered,
    well,
)
from tests.diagnosis.findings.said import GROUP, after, answer, facts, found, how_sure, look, rebalanced, record

ID = "consumer_stuck"
HIS = QUEUES[2:]


def two(cached: int = 200, consumed: float = -30, **told: Any) -> RunningInfo:
    """The client whose listener hangs: messages in hand, none taken for two minutes."""
    return client(TWO, *HIS, cached=cached, consumed=consumed, **told)


# ONE is well; TWO has nothing in hand, so that only looks tell of it.
IDLE_HANDS = (client(ONE, *QUEUES[:2]), two(0, 20))


def group(**changed: Any) -> GroupFacts:
    whole = {"snapshots": looks(SHARES, standing=HIS), "running": (client(ONE, *QUEUES[:2]), two())}
    return well(**{**whole, **changed})


def every(seconds: int) -> GroupFacts:
    """The snapshots so many seconds apart, which alone tell of it."""
    shown = enumerate(looks(SHARES, standing=HIS))
    return group(snapshots=tuple(replace(one, at=after(seconds * n)) for n, one in shown), running=IDLE_HANDS)


def unheard(*answers: Answer, standing: Iterable[MessageQueue] = HIS, shared: bool = True) -> GroupFacts:
    """TWO registered, is listed, and no look shows it with its share; ONE is where it should be."""
    shown = {each: None if each in HIS else IP[ONE] for each in QUEUES}
    said = [connected(TWO, 1), registered(TWO), *([shared_out()] if shared else [])]
    return well(said, snapshots=looks(shown, standing=standing), running=(client(ONE, *QUEUES[:2]),), answers=answers)


def answered(at: float) -> GroupFacts:
    """consumerStatus, which leaves out who does not answer, lists TWO."""
    case = unheard()
    said = replace(listed(1, ONE, TWO), kind="consumer_status", at=after(at))
    return replace(case, rosters=(*case.rosters, said))


def shared_out() -> Event:
    """TWO's own log goes on to the end, and tells its strategy."""
    return rebalanced(TWO, *HIS, file="two.log", at=5, last=95)


def no_answer() -> Answer:
    said = "RemotingTimeoutException: wait response on the channel </10.0.0.9:10911> timeout, 5000(ms)"
    return replace(answer(0, said), command="consumerStatus")


def test_the_member_that_nobody_hears_is_named_with_its_share() -> None:
    [finding] = found(unheard(no_answer()), ID)
    assert (finding.clients, finding.queues) == ((TWO,), HIS)
    assert finding.remedy[0].startswith(f"Check whether the host of {TWO}")


def popping(one: int = 97, two: int = 97, most: str = "96", standing: Iterable[MessageQueue] = QUEUES) -> GroupFacts:
    """A group that pops; how many messages each client holds without having acknowledged them."""
    any_queue = replace(QUEUES[0], queue=-1)
    clients = [client(who, any_queue, mode="pop", cached=held) for who, held in ((ONE, one), (TWO, two))]
    told = [replace(info, properties={**info.properties, "popThresholdForQueue": most}) for info in clients]
    nobody = dict.fromkeys(QUEUES)
    return well(snapshots=looks(nobody, standing=standing), running=tuple(told))


test_how_sure_where_nobody_answers_or_acknowledges = how_sure(
    ID,
    pytest.param(every(20), "proven", id="agrees: it stands for longer than from one heartbeat to the next"),
    pytest.param(every(14), "suspected", id="too little: pulls may be refused until the next heartbeat"),
    pytest.param(unheard(no_answer()), "proven", id="agrees: mqadmin asked it, and it did not answer"),
    pytest.param(unheard(), "suspected", id="too little: nobody asked it"),
    pytest.param(
        unheard(no_answer(), shared=False), "suspected", id="too little: its strategy may leave these queues out"
    ),
    pytest.param(unheard(no_answer(), standing=HIS[:1]), "open", id="contradicted: some of its share is read"),
    pytest.param(unheard(no_answer(), standing=()), "open", id="silent: its share is read"),
    pytest.param(answered(200), "open", id="contradicted: it answers consumerStatus, and has nothing"),
    pytest.param(answered(10), "suspected", id="too little: it answered before the looks"),
    pytest.param(
        unheard(no_answer(), standing=QUEUES),
        "suspected",
        id="too little: the others stand as well",
    ),
    pytest.param(popping(), "proven", id="agrees: both hold all that they may"),
    pytest.param(popping(two=40), "suspected", id="too little: one of them may pop more"),
    pytest.param(popping(most="500"), "suspected", id="too little: their settings let them hold more"),
    pytest.param(
        popping(standing=QUEUES[:2]),
        "open",
        id="contradicted, and many messages lie in them: two queues are read",
    ),
    pytest.param(popping(standing=()), "open", id="silent: all queues are read"),
)


def with_tags() -> GroupFacts:
    words = (client(ONE, *QUEUES[:2], topics={"paid": "red"}), two(topics={"paid": "blue"}))
    return group(running=words)


def mqadmins_word() -> Answer:
    said = f"{TWO} MessageQueue [topic=paid, brokerName=broker-a, queueId=2] can't consume for a while, 70000 ms"
    return answer(0, said, "consumer_status")


test_how_sure = how_sure(
    ID,
    pytest.param(group(), "proven", id="agrees: it stands at three looks, with messages in hand, and others move"),
    pytest.param(
        group(snapshots=looks(SHARES, standing=HIS, times=2), running=IDLE_HANDS),
        "suspected",
        id="too little: two looks",
    ),
    pytest.param(group(running=()), "suspected", id="too little: nobody says what the members want"),
    pytest.param(
        group(snapshots=looks(SHARES, standing=QUEUES), running=IDLE_HANDS),
        "suspected",
        id="too little: nothing of the group moves, and no client has messages in hand",
    ),
    pytest.param(
        well(answers=(mqadmins_word(),), snapshots=(), running=()),
        "suspected",
        id="too little: mqadmin's word alone",
    ),
    pytest.param(
        well(answers=(mqadmins_word(),)), "open", id="contradicted: mqadmin calls a queue blocked, and it moves"
    ),
    pytest.param(well(), "open", id="silent: the queues move"),
    pytest.param(with_tags(), "open", id="silent: different tags leave owned queues standing as well"),
    pytest.param(
        group(rosters=lists(ONE), running=(client(ONE, *QUEUES[:2]), two(0, 20, model="BROADCASTING"))),
        "suspected",
        id="too little: the owner is left out of the list amid a restart, and it broadcasts",
    ),
    pytest.param(
        group(rosters=lists(ONE, TWO, model="BROADCASTING"), running=()), "open", id="silent: a broadcasting group"
    ),
    pytest.param(
        group(snapshots=looks(dict.fromkeys(QUEUES), standing=HIS), running=()), "open", id="silent: no owner"
    ),
)


def paused(last: float = 95, resumed: float | None = None, at: float = 30, **changed: Any) -> GroupFacts:
    """TWO's own log says that it was suspended, and what it says until `last`."""
    mine = {"source": "client", "file": "two.log"}
    said = [shared_out(), record("consumer_suspended", at=at, last=last, times=90, **mine)]
    said += [record("consumer_resumed", at=resumed, **mine)] if resumed else []
    return well(said, **{"snapshots": looks(SHARES, standing=QUEUES), **changed})


test_how_sure_of_a_suspended_client = how_sure(
    ID,
    pytest.param(paused(), "proven", id="agrees: nothing moves, and it says itself that it pulls nothing"),
    pytest.param(paused(snapshots=(), running=()), "proven", id="agrees: by its own log alone"),
    pytest.param(paused(at=80), "suspected", id="too little: a reset suspends it for as long"),
    pytest.param(paused(snapshots=looks(SHARES)), "suspected", id="contradicted: its queues move"),
    pytest.param(paused(last=60, resumed=61, snapshots=()), "open", id="contradicted: it was resumed"),
)


def test_a_suspended_client_is_named_with_its_moment_and_its_queues() -> None:
    [finding] = found(paused(snapshots=looks(SHARES, standing=HIS)), ID)
    assert (finding.clients, finding.queues, finding.since) == ((TWO,), HIS, after(30))
    assert "paused" in finding.title


def test_its_client_and_queues_are_named() -> None:
    assert [(finding.clients, finding.queues) for finding in found(group(), ID)] == [((TWO,), HIS)]


def test_a_client_that_left_is_not_called_stuck_by_its_old_word() -> None:
    """The newest list is without TWO, and its queues went to ONE, which reads them."""
    shown = looks(dict.fromkeys(QUEUES, "10.0.0.1"))
    case = group(rosters=(listed(1, ONE, TWO), listed(2, ONE), listed(3, ONE)), snapshots=shown)
    assert found(case, ID) == []


def in_order(ok: float = 0.0, failed: float = 4.0, cached: int = 600, **said: str) -> GroupFacts:
    """ONE, an ordered client, is all that was asked."""
    info = client(ONE, *QUEUES, cached=cached, rates=rates(failed, 0, ok))
    properties = {"PROP_CONSUMEORDERLY": "true", "maxReconsumeTimes": "-1", **said}
    return facts(running=(replace(info, properties={**info.properties, **properties}),))


@pytest.mark.parametrize(
    ("failed", "deed"),
    [
        pytest.param(1.0, "Find out why the listener fails on this message", id="agrees: it fails once a second"),
        pytest.param(0.0, "Take a thread dump", id="silent: it fails on nothing: it hangs"),
    ],
)
def test_an_ordered_queue_that_stands_while_others_are_read(failed: float, deed: str) -> None:
    """Two looks, of which the first queue does not move; its client consumes the second one."""
    case = replace(in_order(ok=9.0, failed=failed), snapshots=looks(SHARES, standing=QUEUES[:1], times=2))
    told = found(case, ID)[0]
    assert told.queues == (QUEUES[0],)
    assert any(line.startswith(deed) for line in told.remedy)


def failing(offset: int, *, at: float = 60) -> Event:
    """TWO's log: its ordered listener fails on the message with this offset of the first of its queues."""
    mine = {"topic": "paid", "broker": "broker-a", "queue": 2, "source": "client", "file": "client-2.log"}
    raw = (
        f"consumeMessage Orderly return not OK, Group: orders Msgs: [MessageExt [queueId=2, queueOffset={offset}]] MQ: "
    )
    return record("consume_failed", raw, client_id=TWO, at=at, last=60, times=40, **mine)


@pytest.mark.parametrize(
    ("said", "deed"),
    [
        pytest.param([failing(130)], "Find out why the listener fails on this message", id="agrees: on that message"),
        pytest.param([failing(129)], "Take a thread dump", id="contradicted: on one that is committed"),
        pytest.param([], "Take a thread dump", id="silent: no log tells of a failure"),
    ],
)
def test_an_ordered_queue_waits_for_the_message_on_which_its_listener_fails(said: list[Event], deed: str) -> None:
    told = found(frozen(130, 130, 130, 130, 130, his=HIS[:1], said=said), ID)[0]
    assert told.queues == HIS[:1]
    assert any(line.startswith(deed) for line in told.remedy)


def frozen(*offsets: int, every: int = 20, his: Iterable[MessageQueue] = HIS, said: Iterable[Event] = ()) -> GroupFacts:
    """Looks every 20 s; 30 messages come to each queue between two; the offset of `his`, by default both of TWO's
    queues, is as given, and the others are read."""
    shown = []
    for number, offset in enumerate(offsets, start=1):
        end = 100 + 30 * number
        rows = {each: (end, offset if each in his else end, SHARES[each]) for each in QUEUES}
        shown.append(look(number, every * number, rows))
    return well(said, snapshots=tuple(shown))


def rounds(*begun: tuple[float, float, int], client: str = TWO) -> list[Event]:
    """TWO's log: commits of its queue from one moment to another, as often as is given."""
    mine = {"topic": "paid", "broker": "broker-a", "source": "client", "file": "client-2.log", "client_id": client}
    return [
        record("offset_committed", detail="7", queue=2, at=at, last=last, times=often, **mine)
        for at, last, often in begun
    ]


# It commits every 5 s up to 35 s, and again from 105 s on.
BEFORE = (0.0, 35.0, 8)


@pytest.mark.parametrize(
    ("case", "span"),
    [
        pytest.param(frozen(130, 130, 130, 130, 250, 280), (20, 100), id="stuck for three snapshots, and moves on"),
        pytest.param(frozen(130, 160, 160, 220, 250, 280), None, id="a late commit is no standstill"),
        pytest.param(frozen(130, 160, 190, 220, 250, 280), None, id="it moves at each snapshot"),
    ],
)
def test_stuck_for_a_while(case: GroupFacts, span: tuple[float, float] | None) -> None:
    told = [one for one in found(case, ID) if not one.ongoing]
    assert [(one.since, one.until, one.clients, one.queues) for one in told] == (
        [] if span is None else [(after(span[0]), after(span[1]), (TWO,), HIS)]
    )
    assert ("in 2 snapshots" in str(verdict({GROUP: case}).headline)) == (span is not None)


TWICE = {"every": 40}


@pytest.mark.parametrize(
    ("case", "status", "still"),
    [
        pytest.param(frozen(130, 130, 190, 220, **TWICE), "proven", None, id="agrees: two snapshots, all its queues"),
        pytest.param(
            frozen(130, 130, 190, 220, said=rounds(BEFORE, (105, 160, 26)), **TWICE), "proven", (35, 105),
            id="agrees: its log stops, and then has the missed rounds at once: the process stood still",
        ),
        pytest.param(
            frozen(130, 130, 190, 220, said=rounds(BEFORE, (105, 160, 12)), **TWICE), "proven", None,
            id="silent: no round is made up for: lines may be missing",
        ),
        pytest.param(
            frozen(130, 130, 190, 220, said=rounds((0, 160, 33)), **TWICE), "proven", None,
            id="contradicted: its log goes on",
        ),
        pytest.param(
            frozen(130, 130, 190, 220, his=HIS[:1], **TWICE), "suspected", None,
            id="too little: two snapshots of one of its queues",
        ),
    ],
)  # fmt: skip
def test_a_process_that_stood_still(case: GroupFacts, status: str, still: tuple[float, float] | None) -> None:
    (told,) = [one for one in found(case, ID) if not one.ongoing]
    assert str(told.status) == status
    assert ("process paused for 70 s" in told.title) == (still is not None)
    assert still is None or (told.since, told.until) == tuple(map(after, still))
    assert any("GC log" in line for line in told.remedy) == (still is not None)
