"""inconsistent_subscription: by the clients' own words, by owners alone, by what it leaves in logs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.facts.group import GroupFacts, Snapshot
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import (
    IP,
    ONE,
    QUEUES,
    RETRY,
    THREE,
    TWO,
    broker_start,
    client,
    connected,
    goes_on,
    left,
    listed,
    lists,
    looks,
    registered,
    route,
    well,
)
from tests.diagnosis.findings.said import (
    after,
    beat,
    facts,
    found,
    how_sure,
    look,
    queue,
    rebalanced,
    record,
    status_of,
)

ID = "inconsistent_subscription"
SENT = tuple(queue(number, "sent") for number in range(4))
# ONE reads its half of paid, TWO its half of sent; nobody reads the rest.
OWNERS: Mapping[MessageQueue, str | None] = {
    **dict.fromkeys(QUEUES[:2], IP[ONE]),
    **dict.fromkeys(QUEUES[2:], None),
    **dict.fromkeys(SENT[:2], None),
    **dict.fromkeys(SENT[2:], IP[TWO]),
}
ORPHANS = (*QUEUES[2:], *SENT[:2])
WORDS = (client(ONE, *QUEUES[:2]), client(TWO, *SENT[2:], topics={"sent": "*"}))


def shown(moving: MessageQueue | None = None, held: MessageQueue | None = None) -> tuple[Snapshot, ...]:
    """The looks; one orphan's offset may move, one may be shown with an owner."""
    owners = {**OWNERS, held: IP[ONE]} if held else OWNERS
    return looks(owners, [each for each in ORPHANS if each != moving])


def without_sent(at: float) -> Snapshot:
    """A later look that lists the other topic alone."""
    last = shown()[-1]
    rows = tuple(row for row in last.rows if row.queue.topic == "paid")
    return replace(last, file="consumerProgress-9.txt", at=after(at), rows=rows)


def of_two_brokers(*listed_by_turns: tuple[str, ...]) -> GroupFacts:
    """Lists of two brokers by turns; the log of one holds all three clients, of whom THREE wants another topic."""
    came = [connected(who, 0, port=5000 + place) for place, who in enumerate((ONE, TWO, THREE))]
    rosters = tuple(listed(number, *ids) for number, ids in enumerate(listed_by_turns, start=1))
    return well([*came, beat("sent", at=5, client=THREE), goes_on()], rosters=rosters, snapshots=())


def group(events: Sequence[Event] = (), **changed: Any) -> GroupFacts:
    whole = {"snapshots": shown(), "running": WORDS, "routes": {**route(), **route("sent")}}
    return well(events, **{**whole, **changed})


def alike(one: str, other: str) -> GroupFacts:
    """Both read their halves of paid, with these expressions."""
    words = (client(ONE, *QUEUES[:2], topics={"paid": one}), client(TWO, *QUEUES[2:], topics={"paid": other}))
    return well(running=words)


def flapping() -> list[Event]:
    """A broker's log: topics are taken out of the table and come back with every heartbeat."""
    events = []
    for at in (0, 30, 60, 90):
        kept, lost = ("paid", "sent") if at % 60 else ("sent", "paid")
        events += [
            record("subscription_topic_added", topic=kept, at=at, file="broker-a.log"),
            record("subscription_topic_removed", topic=lost, at=at + 1, file="broker-a.log"),
        ]
    return events


def refused(seconds: float, since: float = 10, what: str = "the consumer's subscription not exist") -> list[Event]:
    raw = f"execute the pull request exception\nCODE: 24  DESC: {what}"
    return [
        record("pull_rejected", raw, code=24, topic="paid", broker="broker-a", queue=0, source="client",
               file="client.log", at=since + at, times=9, last=since + 30 + at, detail=what)
        for at in range(0, int(seconds), 60)
    ]  # fmt: skip


def by_one_log(*events: Event) -> GroupFacts:
    """Nothing but the log of a client that commits for five minutes."""
    commits = record("offset_committed", source="client", file="client.log", client_id=ONE, at=0, last=300, times=60)
    return facts([commits, *events])


@pytest.mark.parametrize(
    ("case", "line"),
    [
        pytest.param(group(snapshots=shown(held=QUEUES[2])), "paid broker-a 2", id="the owner of an orphan"),
        pytest.param(group(snapshots=shown(moving=SENT[0])), "sent broker-a 0", id="the offset that moves"),
    ],
)
def test_what_speaks_against_it_is_named(case: GroupFacts, line: str) -> None:
    against = [told.text for finding in found(case, ID) for told in finding.contradicts]
    assert against
    assert all(text.startswith(line) for text in against)


def test_it_began_when_one_of_them_changed_its_mind_not_when_both_were_there() -> None:
    words = (beat("paid", at=-590, client=TWO), beat("sent", at=0, client=TWO))
    case = group((connected(ONE, at=-600), connected(TWO, at=-595), *words))
    assert [finding.since for finding in found(case, ID)] == [after(0)]


def test_the_queues_of_nobody_are_named() -> None:
    assert [finding.queues for finding in found(group(), ID)] == [ORPHANS]


def test_who_pops_its_own_topic_leaves_nothing_of_it() -> None:
    each = ((ONE, "paid"), (TWO, "sent"))
    words = tuple(client(who, queue(-1, topic), topics={topic: "*"}, mode="pop") for who, topic in each)
    [told] = found(group(running=words, snapshots=(), rosters=lists(ONE, TWO)), ID)
    assert (str(told.severity), "read by nobody" in told.why) == ("WARNING", False)


def test_by_owners_each_client_lacks_the_topic_of_which_nobody_has_its_share() -> None:
    [told] = found(group(running=(), routes={}), ID)
    assert told.title == f"{TWO} does not subscribe to paid; {ONE} does not subscribe to sent, but others do"


def read_until(*ends: float | None) -> GroupFacts:
    """Two members want one topic each since the first look; one snapshot, with when what was read last of each queue
    was stored."""
    each = ((ONE, "paid"), (TWO, "sent"))
    shown = look(1, 90, {queue(0, topic): (9, 9, None) for topic in ("paid", "sent")})
    times = (None if end is None else after(end) for end in ends)
    rows = tuple(replace(row, last_time=at) for row, at in zip(shown.rows, times, strict=False))
    came = [*(connected(who, at=-5) for who, _ in each), *(beat(topic, at=0, client=who) for who, topic in each)]
    routes = {**route(queues=1), **route("sent", queues=1)}
    return group(came, running=(), snapshots=(replace(shown, rows=rows),), routes=routes, rosters=lists(ONE, TWO))


@pytest.mark.parametrize(
    ("case", "severity", "says"),
    [
        pytest.param(
            read_until(85, 85),
            "NOTICE",
            "no queue is left without a consumer",
            id="contradicted: each queue is read later",
        ),
        pytest.param(read_until(85, -50), "CRITICAL", "unless brokers", id="agrees: one was read before that alone"),
        pytest.param(read_until(85, 10), "CRITICAL", "unless brokers", id="too little: not yet shared out anew then"),
        pytest.param(read_until(85, None), "CRITICAL", "unless brokers", id="silent: when one was read nobody knows"),
        pytest.param(read_until(85), "CRITICAL", "unless brokers", id="too little: the snapshot lacks a queue"),
        pytest.param(group(), "CRITICAL", "are not consumed.", id="agrees: they pull, and leave queues"),
    ],
)
def test_a_share_is_nobodys_unless_its_queues_are_read(case: GroupFacts, severity: str, says: str) -> None:
    [told] = found(case, ID)
    assert (str(told.severity), says in told.why, told.status) == (severity, True, "proven")
    assert told.details["undivided"] == (severity == "NOTICE")


def one_look(joined: float = 0, read: float = -10, ends: float = 600, paid: tuple[str, str] = (ONE, TWO)) -> GroupFacts:
    """One snapshot, 300 s after the start: `paid` is read to its end by two clients, ONE's share of `sent` is nobody's.
    When TWO joined, when what was read last of that share was stored, and when the broker's log ends."""
    owners = dict(zip(QUEUES, (IP[paid[0]], IP[paid[0]], IP[paid[1]], IP[paid[1]]), strict=True))
    owners |= dict(zip(SENT, (None, None, IP[TWO], IP[TWO]), strict=True))
    shown = look(1, 300, {each: (90, 90 if who else 10, who) for each, who in owners.items()})
    stored = {True: after(298), False: after(read)}
    rows = tuple(replace(row, last_time=stored[row.client_ip is not None]) for row in shown.rows)
    events = (connected(ONE, at=-600), connected(TWO, at=joined), goes_on(at=ends))
    return group(events, running=(), routes={}, rosters=lists(ONE, TWO), snapshots=(replace(shown, rows=rows),))


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(one_look(), "proven", id="agrees: it names every client, and the members were the same for long"),
        pytest.param(one_look(joined=250), None, id="too little: an ordered queue's lock may just be handed over"),
        pytest.param(one_look(read=100), None, id="contradicted: a message that came since was read"),
        pytest.param(one_look(ends=200), None, id="silent: no log shows who came before the snapshot"),
        pytest.param(one_look(paid=(TWO, TWO)), None, id="silent: one client is not named, and may not have answered"),
    ],
)
def test_one_snapshot_that_names_every_client_tells_whose_share_nobody_has(
    case: GroupFacts, status: str | None
) -> None:
    told = [finding for finding in found(case, ID) if finding.proven]
    assert [(finding.title, finding.queues) for finding in told] == (
        [(f"{ONE} does not subscribe to sent, but others do", SENT[:2])] if status else []
    )


def test_who_reports_a_subscription_without_the_topic_gets_none_of_it_whatever_nobody_looked_at() -> None:
    """TWO's share of paid is in no snapshot with an owner; THREE, which reports nothing, has its own."""
    paid = tuple(map(queue, range(6)))
    owners = dict(zip(paid, (IP[ONE], IP[ONE], None, None, IP[THREE], IP[THREE]), strict=True))
    shown = look(1, 30, {each: (90, 90 if who else 10, who) for each, who in owners.items()})
    events = [*(connected(who, at=-5) for who in (ONE, TWO, THREE)), beat("paid", at=0, client=ONE)]
    case = well(
        [*events, beat("sent", at=0, client=TWO), goes_on()],
        rosters=lists(ONE, TWO, THREE),
        snapshots=(shown,),
        running=(),
        routes={**route(queues=6), **route("sent", queues=6)},
    )
    [told] = found(case, "orphan_queues")
    assert set(paid) & set(told.queues) == set(paid[2:4])


def test_dead_letters_are_subscribed_to_like_any_topic() -> None:
    [told] = found(well(running=(client(ONE, *QUEUES), client(TWO, topics={"%DLQ%orders": "*"}))), ID)
    assert "%DLQ%orders *" in told.title


def test_how_far_it_reaches_is_claimed_and_asked_for() -> None:
    """Of six queues four are listed: TWO's share is nobody's, THREE has its own, and nobody looked at ONE's."""
    paid, sent = (tuple(queue(number, topic) for number in range(6)) for topic in ("paid", "sent"))
    owners = dict(zip(paid, (IP[who] for who in (ONE, ONE, TWO, TWO, THREE, THREE)), strict=True))
    listed = {**dict.fromkeys(sent[2:4], None), **dict.fromkeys(sent[4:], IP[THREE])}
    case = well(
        rosters=lists(ONE, TWO, THREE),
        running=(),
        snapshots=looks({**owners, **listed}, standing=sent[2:4]),
        routes={**route(queues=6), **route("sent", queues=6)},
    )
    diagnosis = verdict({case.group: case})
    told = {finding.id: finding for finding in diagnosis.findings}
    assert (told[ID].title, told[ID].status) == (
        "10.0.0.2@8#2 (at least) does not subscribe to sent, but others do",
        "proven",
    )
    assert told[ID].clients == (TWO, THREE)
    assert told["orphan_queues"].title.startswith("At least 2 queues without a consumer")
    assert [missing.decides for missing in diagnosis.missing] == [(ID,)]


@pytest.mark.parametrize(
    ("held", "status", "unread"),
    [
        pytest.param((), "proven", (0, 1, 4, 5), id="nobody has its share: it does not subscribe either"),
        pytest.param((4, 5), "proven", (0, 1), id="it has its share: it subscribes"),
        pytest.param((4,), "suspected", (0, 1, 5), id="it has half of its share: that is something else"),
    ],
)
def test_who_says_nothing_is_known_by_its_queues(held: tuple[int, ...], status: str, unread: tuple[int, ...]) -> None:
    """ONE says that it wants paid, TWO both topics, THREE nothing; each has two of the six queues of a topic."""
    paid, sent = (tuple(queue(number, topic) for number in range(6)) for topic in ("paid", "sent"))
    owners = dict(zip(paid, (IP[who] for who in (ONE, ONE, TWO, TWO, THREE, THREE)), strict=True))
    listed = {one: IP[TWO] if one.queue in (2, 3) else IP[THREE] if one.queue in held else None for one in sent}
    orphans = tuple(one for one in sent if listed[one] is None)
    case = well(
        rosters=lists(ONE, TWO, THREE),
        running=(client(ONE, *paid[:2]), client(TWO, *paid[2:4], *sent[2:4], topics={"paid": "*", "sent": "*"})),
        snapshots=looks({**owners, **listed}, standing=orphans),
        routes={**route(queues=6), **route("sent", queues=6)},
    )
    assert status_of(case, ID) == status
    assert [one.queue for finding in found(case, "orphan_queues") for one in finding.queues] == [*unread]


def one_untold(third: str | None) -> GroupFacts:
    """ONE wants paid and TWO sent, as they say; THREE says nothing, and its queue of paid is shown with `third`."""
    owners = {**OWNERS, QUEUES[3]: third, **dict.fromkeys(SENT), SENT[2]: IP[TWO]}
    words = (client(ONE, *QUEUES[:2]), client(TWO, SENT[2], topics={"sent": "*"}))
    unread = [each for each, owner in owners.items() if owner is None]
    return group(rosters=lists(ONE, TWO, THREE), running=words, snapshots=looks(owners, unread))


test_how_sure = how_sure(
    ID,
    pytest.param(one_untold(IP[THREE]), "proven", id="agrees: two say it, and of the third its queues tell"),
    pytest.param(
        one_untold(IP[TWO]), "suspected", id="contradicted: whoever is shown with the third's queue does not want it"
    ),
    pytest.param(
        of_two_brokers((ONE, TWO, THREE), (ONE, TWO), (ONE, TWO, THREE), (ONE, TWO)),
        "proven",
        id="agrees: who wants another topic is left out by turns, and is connected to one broker to the end",
    ),
    pytest.param(
        of_two_brokers((ONE, TWO, THREE), (ONE, TWO)),
        "refuted",
        id="contradicted: the members of the newest list agree, and nothing tells that it is another broker's",
    ),
    pytest.param(group(), "proven", id="agrees: both say so, and owners and orphans are the predicted ones"),
    pytest.param(alike("red", "blue"), "proven", id="agrees: different tags of one topic"),
    pytest.param(group(running=(), routes={}), "proven", id="agrees: only this cause gives the observed owners"),
    pytest.param(
        group(running=(), routes={}, snapshots=(*shown(), without_sent(150))),
        "suspected",
        id="too little: the newest look lists one topic no more, a heartbeat after the last that did",
    ),
    pytest.param(
        group(running=(), routes={}, snapshots=(*shown(), without_sent(110))),
        "proven",
        id="agrees: the newest look is of a moment when others' heartbeat had removed one topic",
    ),
    pytest.param(group(snapshots=shown(held=QUEUES[2])), "suspected", id="contradicted: an orphan has an owner"),
    pytest.param(group(snapshots=shown(moving=QUEUES[2])), "suspected", id="contradicted: an orphan's offset moves"),
    pytest.param(well(), "refuted", id="contradicted: all members say that they want the same"),
    pytest.param(
        well(rosters=(), snapshots=()),
        "open",
        id="silent: two clients alike, and nobody tells whether a third one has another wish",
    ),
    pytest.param(alike("a", "a || *"), "refuted", id="contradicted: beside a tag the star is a tag, not everything"),
    pytest.param(alike("a || b", "b||a"), "refuted", id="contradicted: the same tags in another order"),
    pytest.param(well(flapping(), running=(), rosters=(), snapshots=()), "suspected", id="too little: a table flaps"),
    pytest.param(by_one_log(*refused(290)), "suspected", id="too little: CODE 24 lasts"),
    pytest.param(by_one_log(*refused(30)), "open", id="silent: CODE 24 for half a minute"),
    pytest.param(by_one_log(*refused(30), *refused(30, since=86_400)), "open", id="silent: and again on the next day"),
    pytest.param(by_one_log(*refused(30, since=250)), "open", id="silent: CODE 24 in the last minute only"),
    pytest.param(
        by_one_log(*refused(290, what="the consumer's group info not exist")), "open", id="silent: another CODE 24"
    ),
    pytest.param(
        group(
            rosters=(),
            snapshots=(),
            routes={},
            running=(
                client(ONE, *QUEUES[:2], asked=90),
                client(TWO, *SENT[2:], topics={"sent": "*"}, asked=900, started=500),
            ),
        ),
        "suspected",
        id="too little: one may have followed the other",
    ),
    pytest.param(
        group(running=(), routes={}, rosters=()), "suspected", id="too little: owners without a list of members"
    ),
    pytest.param(
        well(running=(client(ONE, *QUEUES),), rosters=lists(ONE)), "refuted", id="contradicted: one client alone"
    ),
    pytest.param(well([*refused(40), goes_on()], running=()), "open", id="silent: CODE 24 around a start"),
)


def replaced(at: float, old: str, new: str) -> Event:
    """A heartbeat brought the group another expression for a topic."""
    sub = (
        "SubscriptionData [classFilterMode=false, topic=paid, subString={}, tagsSet=[], codeSet=[], subVersion={}, "
        "expressionType=TAG]"
    )
    raw = f"subscription changed, group: orders OLD: {sub.format(old, 1)} NEW: {sub.format(new, 2)}"
    return record("subscription_changed", raw, topic="paid", file="broker-a.log", at=at)


def changed_at_run_time(*changes: Event, asked: tuple[str, ...] = ()) -> GroupFacts:
    """Both registered red when they came. `asked`: what they want when they are asked in the end."""
    came = [event for who in (ONE, TWO) for event in (connected(who, 1), registered(who, "red"))]
    words = [
        client(who, *own, topics={"paid": one})
        for who, own, one in zip((ONE, TWO), (QUEUES[:2], QUEUES[2:]), asked, strict=False)
    ]
    table = {"paid": changes[-1].raw.partition("NEW: ")[2].partition("subString=")[2].partition(",")[0], RETRY: "*"}
    return well([*came, *changes, goes_on(at=90)], rosters=lists(ONE, TWO, table=table), running=words)


@pytest.mark.parametrize(
    ("case", "told"),
    [
        pytest.param(changed_at_run_time(replaced(40, "red", "blue")), [("suspected", 40)], id="one changed it"),
        pytest.param(
            changed_at_run_time(replaced(40, "red", "blue"), asked=("red", "blue")),
            [("proven", 40)],
            id="one changed it, and both were asked since",
        ),
        pytest.param(
            changed_at_run_time(replaced(40, "red", "blue"), asked=("blue", "blue")), [], id="both have changed it"
        ),
        pytest.param(
            changed_at_run_time(replaced(30, "red", "blue"), replaced(40, "blue", "red")), [], id="it was taken back"
        ),
    ],
)
def test_who_changes_its_expression_while_it_runs_does_not_register_again(
    case: GroupFacts, told: list[tuple[str, float]]
) -> None:
    """A broker logs the change of its table alone; no clock need be wrong for it."""
    assert [(str(one.status), (one.since - after(0)).total_seconds()) for one in found(case, ID)] == told
    assert found(case, "clock_skew") == []


@pytest.mark.parametrize(
    ("changes", "severity"),
    [
        pytest.param([replaced(10, "red", "blue")], "NOTICE", id="once: a release leaves it as well"),
        pytest.param(
            [replaced(10, "red", "blue"), replaced(11, "blue", "red")], "WARNING", id="the one before comes back"
        ),
        pytest.param(
            [replaced(10, "red", "blue"), replaced(11, "blue", "red"), goes_on(at=4000)],
            "NOTICE",
            id="it came back, and not since",
        ),
        pytest.param([replaced(10, "red", "red")], None, id="only the version is new"),
        pytest.param(
            [replaced(10, "red||blue", "blue || red"), replaced(11, "blue || red", "red||blue")],
            None,
            id="only the order of its tags is new",
        ),
    ],
)
def test_an_expression_that_comes_back_is_suspected(changes: list[Event], severity: str | None) -> None:
    told = found(well(changes, running=(), snapshots=()), ID)
    assert [(one.severity.name, one.proven) for one in told] == ([(severity, False)] if severity else [])


@pytest.mark.parametrize(
    ("since", "severities"),
    [
        pytest.param((), [], id="now: what all members say that they want speaks against it"),
        pytest.param((goes_on(at=4000),), ["NOTICE"], id="before: they may have wanted something else"),
    ],
)
def test_what_members_want_now_refutes_what_is_so_now(since: tuple[Event, ...], severities: list[str]) -> None:
    told = found(well([replaced(10, "red", "*"), replaced(11, "*", "red"), replaced(12, "red", "*"), *since]), ID)
    assert [(one.severity.name, one.ongoing) for one in told] == [(severity, False) for severity in severities]


def container(client: str, wanted: str, at: float, members: int, line: int) -> list[Event]:
    """A listener of rocketmq-spring starts, and its client shares its queues out."""
    of_log = {"source": "client", "file": "pods.log"}
    raw = f"running container: X{{topic='paid', selectorType=TAG, selectorExpression='{wanted}', tlsEnable=false}}"
    return [
        replace(record("listener_container_running", raw, topic="paid", at=at, **of_log), line=line),
        replace(rebalanced(client, members=members, at=at + 0.2, **of_log), line=line + 1),
    ]


@pytest.mark.parametrize(
    ("first", "second", "named"),
    [
        pytest.param(("A || B", 2), ("A", 2), ["proven"], id="agrees: both count two members"),
        pytest.param(("A || B", 1), ("A", 1), [], id="silent: each counts itself alone, as before and after a release"),
        pytest.param(("A || B", 2), ("B || A", 2), [], id="silent: they want the same"),
    ],
)
def test_listeners_of_spring_tell_what_they_want(
    first: tuple[str, int], second: tuple[str, int], named: list[str]
) -> None:
    events = [*container(ONE, *first[:1], 0, first[1], 1), *container(TWO, *second[:1], 60, second[1], 3)]
    assert [str(one.status) for one in found(facts(events), ID)] == named


def test_a_process_that_has_gone_does_not_speak_for_another_one_of_its_id() -> None:
    """A canary of ONE's id came, wanted blue, and went."""
    came = [connected(ONE, -60), connected(TWO, -59), connected(ONE, 0, port=6000), left(ONE, 40, port=6000)]
    said = [registered(who, "red", at=-58) for who in (ONE, TWO)] + [registered(ONE, "blue", at=1, port=6000)]
    case = well([broker_start(), *came, *said, goes_on(at=300)], rosters=(), running=())
    assert not [one for one in found(case, ID) if one.ongoing]
