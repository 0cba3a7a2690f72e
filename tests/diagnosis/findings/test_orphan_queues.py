"""orphan_queues: by a proven cause's allocation, or by looks that show no owner while messages come."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rmqkit
from rmqkit.diagnosis import Finding, Severity, diagnose, verdict
from rmqkit.diagnosis.facts.group import GroupFacts, QueueStatus
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import (
    GROUP,
    IP,
    ONE,
    QUEUES,
    SHARES,
    THREE,
    TWO,
    broker_start,
    client,
    connected,
    ends,
    goes_on,
    left,
    listed,
    lists,
    looks,
    route,
    twins,
    well,
)
from tests.diagnosis.findings.said import after, beat, facts, found, how_sure, look, queue, rebalanced, status_of

ID = "orphan_queues"
SERVER = "10.0.9.1:9876"
UNOWNED = {**SHARES, QUEUES[2]: None, QUEUES[3]: None}
UNREAD = QUEUES[2:]


def seen(**changed: Any) -> GroupFacts:
    """No cause is known; TWO says nothing of itself."""
    shown = looks(UNOWNED, standing=UNREAD)
    return well(**{"running": (client(ONE, *QUEUES[:2]),), "snapshots": shown, **changed})


def twins_alone(owner: str | None = None, read: float = 69) -> GroupFacts:
    """TWO left at 70, and what ONE's twins leave is read by nobody since. `owner`: whom a snapshot names 10 s later,
    before the others share its queues out; `read`: when the message was stored that was read last."""
    came = (connected(ONE, 0), connected(ONE, 0, port=5001), connected(TWO, 0), left(TWO, 70), goes_on())
    before, last = looks(UNOWNED, standing=UNREAD)[1:]
    named = [replace(row, client_ip=owner if row.queue == UNREAD[0] else row.client_ip) for row in before.rows]
    rows = [replace(row, consumer_offset=280, diff=0) if read > 70 else row for row in last.rows]
    dated = [replace(row, last_time=after(read)) if row.queue in UNREAD else row for row in rows]
    shown = replace(before, at=after(80), rows=tuple(named)), replace(last, at=after(95), rows=tuple(dated))
    return twins(events=(broker_start(), *came), snapshots=shown)


def of_another_kind(
    model: str = "CLUSTERING",
    kind: str = "CONSUME_PASSIVELY",
    mode: str = "pull",
) -> GroupFacts:
    words = [client(who, *QUEUES, model=model, kind=kind, mode=mode) for who in (ONE, TWO)]
    shown = looks(dict.fromkeys(QUEUES), standing=QUEUES)
    return well(running=words, rosters=lists(ONE, TWO, model=model, kind=kind), snapshots=shown)


def picked_by_the_application(standing: Sequence[MessageQueue]) -> GroupFacts:
    """Lite pull with `assign`: brokers know the ids alone, which end in @STREAM."""
    members = lists(f"{ONE}@STREAM", f"{TWO}@STREAM", table={}, kind="CONSUME_ACTIVELY")
    return well(running=(), rosters=members, snapshots=looks(dict.fromkeys(QUEUES), standing=standing))


test_how_sure = how_sure(
    ID,
    pytest.param(twins(), "proven", id="agrees: a proven cause gives them to nobody"),
    pytest.param(twins(snapshots=()), "proven", id="agrees: a proven cause, and nobody looked at offsets"),
    pytest.param(seen(), "proven", id="agrees: no owner at any look, and they stand while others move"),
    pytest.param(
        seen(running=(client(ONE, *QUEUES[:2]), client(TWO, *UNREAD))),
        None,
        id="contradicted: a client holds them by its own word, and so they are its own",
    ),
    pytest.param(
        twins(snapshots=looks(UNOWNED, standing=QUEUES[3:])),
        None,
        id="contradicted: the offset of a predicted orphan moves",
    ),
    pytest.param(
        twins(snapshots=looks(dict.fromkeys(QUEUES, IP[ONE]), standing=UNREAD)),
        None,
        id="contradicted: the predicted orphans have an owner",
    ),
    pytest.param(twins_alone(), "proven", id="agrees: a third client left, and had the queues until then"),
    pytest.param(
        twins_alone(owner="10.9.9.9"),
        "suspected",
        id="contradicted: a snapshot names an owner whom no list and no log knows",
    ),
    pytest.param(
        twins_alone(read=93),
        None,
        id="contradicted: a message was read that came since the members share the queues out",
    ),
    pytest.param(seen(rosters=()), "suspected", id="too little: no list of members, perhaps they pop or pull"),
    pytest.param(
        seen(snapshots=looks(UNOWNED, standing=QUEUES)), "suspected", id="too little: nothing of the group moves"
    ),
    pytest.param(seen(snapshots=looks(UNOWNED, standing=UNREAD, times=1)), None, id="silent: one look"),
    pytest.param(
        seen(snapshots=looks(dict.fromkeys(QUEUES), standing=UNREAD)), None, id="silent: no look shows owners"
    ),
    pytest.param(seen(snapshots=looks(UNOWNED, standing=UNREAD, rate=0)), None, id="silent: no message comes"),
    pytest.param(of_another_kind(mode="pop"), None, id="silent: popping clients own no queues"),
    pytest.param(of_another_kind(model="BROADCASTING"), None, id="silent: broadcasting clients read everything"),
    pytest.param(of_another_kind(kind="CONSUME_ACTIVELY"), None, id="silent: pulling clients report no queues"),
    pytest.param(picked_by_the_application(UNREAD), None, id="silent: the application picks its queues"),
    pytest.param(well(), None, id="silent: every queue has its owner"),
)


@pytest.mark.parametrize("case", [pytest.param(twins(), id="by a cause"), pytest.param(seen(), id="by looks")])
def test_they_are_named_with_what_waits(case: GroupFacts) -> None:
    """Two queues end at 280 and stand at 10."""
    assert [(finding.queues, finding.details["behind"]) for finding in found(case, ID)] == [(UNREAD, 2 * 270)]


def two_groups(folder: Path, asked: str = SERVER, *, queues: int = 4) -> list[Finding]:
    """Two processes share an id. consumerProgress of their group lists broker-a alone, since nobody ever committed an
    offset on broker-b; that of another group, asked of this name server, lists as many queues of both."""
    members = "10.0.0.1@7#1  10.0.0.1:50{}  JAVA  V5_3_3"
    clients = "\n".join([members.format(11), members.format(12)])
    (folder / "connection.txt").write_text(
        f"$ mqadmin consumerConnection -n {SERVER} -g orders\n#ClientId #ClientAddr #Language #Version\n{clients}\n\n"
        "Below is subscription:\n#Topic #SubExpression\npaid *\n%RETRY%orders *\n\n"
        "ConsumeType: CONSUME_PASSIVELY\nMessageModel: CLUSTERING\nConsumeFromWhere: CONSUME_FROM_LAST_OFFSET\n"
    )
    for number in (1, 2, 3):
        own = [("broker-a", one, 100 * number, 100 * number, "10.0.0.1") for one in range(4)]
        others = [(f"broker-{one}", each, 100 * number, 0, "10.0.7.7") for one in "ab" for each in range(queues)]
        _look(folder, "orders", SERVER, number, own)
        _look(folder, "replay", asked, number, others)
    return diagnose(rmqkit.read(None, str(folder))).of_group("orders")


def _look(folder: Path, group: str, server: str, number: int, rows: list[tuple[str, int, int, int, str]]) -> None:
    shown = [
        f"paid {broker} {queue} {end} {read} {ip} {end - read} 2026-11-21 10:0{number}:00"
        for broker, queue, end, read, ip in rows
    ]
    head = "#Topic #Broker Name #QID #Broker Offset #Consumer Offset #Client IP #Diff #LastTime"
    text = "\n".join([f"$ mqadmin consumerProgress -n {server} -g {group} -s true", head, *shown])
    (folder / f"{group}-{number}.txt").write_text(f"{text}\n\nConsume TPS: 9.00\nDiff Total: 0\n")


ON_B = tuple(queue(number, broker="broker-b") for number in range(4))


@pytest.mark.parametrize(
    ("folder", "unread"),
    [
        pytest.param(
            {}, ON_B, id="agrees: a look at another group lists the queues of the broker that nobody committed to"
        ),
        pytest.param({"asked": "10.9.9.9:9876"}, (), id="contradicted: it was made at another name server"),
        pytest.param({"queues": 0}, (), id="silent: no other look lists them"),
    ],
)
def test_queues_of_a_topic_are_known_from_looks_at_any_group(
    tmp_path: Path, folder: dict[str, Any], unread: tuple[MessageQueue, ...]
) -> None:
    orphans = [finding for finding in two_groups(tmp_path, **folder) if finding.id == ID]
    assert tuple(queue for finding in orphans for queue in finding.queues if queue.broker == "broker-b") == unread
    assert all("1,200 unread messages in 4 queues" in finding.title for finding in orphans if unread)


def test_a_queue_whose_end_nothing_tells_has_an_unknown_backlog() -> None:
    [told] = found(twins(snapshots=()), ID)
    assert "The backlog of paid broker-a 2-3 is unknown; mqadmin topicStatus would show it." in told.why


@pytest.mark.parametrize(
    ("first", "told"),
    [
        pytest.param(0, "2 queues without a consumer; 600 messages behind", id="nothing was deleted: it begins at 0"),
        pytest.param(
            50,
            "2 queues without a consumer; 500 unread messages in 2 queues that consumerProgress does not list",
            id="where messages were deleted, who comes first begins at the end by default",
        ),
    ],
)
def test_queues_that_never_had_an_offset_wait_from_their_first_message(first: int, told: str) -> None:
    status = {"paid": tuple(replace(end, min_offset=first) for end in ends()["paid"])}
    [orphans] = found(twins(snapshots=(), status=status), ID)
    assert orphans.title == told


ASSIGNED = tuple(client(f"{who}@STREAM", topics={}, kind="CONSUME_ACTIVELY") for who in (ONE, TWO))


def given_up(
    sent: int = 6431,
    *,
    wanted: bool = False,
    before: bool = True,
    told: bool = True,
    came: float | None = 80,
    read: int = 1153,
    held: bool = False,
    elsewhere: bool = False,
    looked: bool = True,
    shared: bool = False,
) -> GroupFacts:
    """A release read `bonus` as well; after its rollback no member wants it. `sent`: where its one queue ends then;
    `before`: a list from before the rollback shows the topic; `came`: when its newest message came; `read`:
    how far it was read half a minute before it was seen for the last time; `held`: a client still holds the queue;
    `elsewhere`: one that wants it is connected to another broker than the one that was asked for its clients;
    `looked`: snapshots of before list it; `shared`: two processes share an id, of which one was asked."""
    bonus = queue(0, "bonus")
    topics = {"paid": "*", "bonus": "*"} if wanted else {"paid": "*"}
    rows = {**dict.fromkeys(QUEUES, (50, 50, None)), bonus: (1153, 1153, None)}
    old = look(8, -330, {**rows, bonus: (read, read, None)}), look(0, -300, rows)
    tables = [{"paid": "*", "bonus": "*"}] if before else []
    members = [listed(0, ONE, TWO, table=table, at=-280) for table in tables]
    ones = [*QUEUES[:2], *([bonus] if held else [])]
    running = (client(ONE, *ones, topics=topics), client(TWO, *QUEUES[2:], topics=topics))
    more = [connected(THREE, -400), beat("bonus", at=20, client=THREE), goes_on(at=90)] if elsewhere else []
    return well(
        more,
        snapshots=(*(old if looked else ()), *looks(SHARES)),
        rosters=(*members, *lists(ONE, *([ONE] if shared else []), TWO, table=topics)),
        running=running if told else running[:1],
        status={
            "bonus": (QueueStatus(bonus, sent, after(90), "topicStatus.txt", 2, last_updated=came and after(came)),)
        },
    )


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(given_up(), "proven", id="agrees: nobody wants it since the rollback, and messages came"),
        pytest.param(
            given_up(before=False, read=900), "proven", id="agrees: snapshots show that the group consumed it"
        ),
        pytest.param(given_up(looked=False), "proven", id="agrees: its newest message came when nobody wanted it"),
        pytest.param(given_up(looked=False, came=None), None, id="too little: no snapshot, and no moment of a message"),
        pytest.param(given_up(shared=True), "suspected", id="too little: the other process of an id may want it"),
        pytest.param(given_up(wanted=True), None, id="contradicted: the members want it"),
        pytest.param(
            given_up(elsewhere=True),
            None,
            id="contradicted: a client that another broker than the asked one knows wants it",
        ),
        pytest.param(given_up(held=True), "suspected", id="contradicted: a client reports that it holds the queue"),
        pytest.param(given_up(sent=1153), None, id="silent: no message came since"),
        pytest.param(given_up(came=-100), None, id="contradicted: the last message came before the rollback"),
        pytest.param(given_up(came=None), "suspected", id="too little: nothing tells when the messages came"),
        pytest.param(given_up(before=False), None, id="too little: nothing shows that a member wanted it"),
        pytest.param(
            replace(picked_by_the_application(()), running=ASSIGNED, status=ends(QUEUES, 9000)),
            None,
            id="silent: clients that pick their queues themselves subscribe to nothing",
        ),
        pytest.param(given_up(told=False), None, id="too little: what one of the members wants is not known"),
    ],
)
def test_a_topic_that_a_rollback_gave_up(case: GroupFacts, status: str | None) -> None:
    assert status_of(case, ID) == status
    told = verdict({GROUP: case})
    assert ("healthy, every queue is consumed" in told.headline) == (told.severity == Severity.OK)
    assert all("6,431 stored" in finding.title for finding in found(case, ID) if "given_up" in finding.details)


@pytest.mark.parametrize(
    ("members", "queues"),
    [
        pytest.param(2, [*QUEUES[:2], *(queue(number, "sent") for number in (2, 3))], id="all members' logs are there"),
        pytest.param(3, [], id="the clients count one more: every share is another one"),
    ],
)
def test_what_logs_of_different_subscribers_leave_to_nobody(members: int, queues: list[MessageQueue]) -> None:
    sent = [queue(number, "sent") for number in range(2)]
    wanted = ((ONE, "sent", "one.log", sent), (TWO, "paid", "two.log", QUEUES[2:]))
    said = [beat(topic, at=0, client=who, file=file) for who, topic, file, _ in wanted]
    given = [rebalanced(who, *own, topic=topic, members=members, file=file) for who, topic, file, own in wanted]
    told = found(facts([*said, *given], routes=route() | route("sent")), ID)
    assert [one for finding in told for one in finding.queues] == queues
