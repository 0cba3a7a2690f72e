"""What a remedy says in its case: who does what, the command filled in, what never, how to see that it worked."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import chain
from typing import Any

import pytest

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import GroupFacts, RouteBroker
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.finding import Act, Finding, Status
from rmqkit.diagnosis.findings import BY_ID
from rmqkit.diagnosis.remedies import FindingInCase, remedied, with_remedies
from rmqkit.diagnosis.remedies.advice import table
from rmqkit.language import in_language
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.cluster import Cluster, Member, World
from tests.diagnosis.findings.groups import ONE, QUEUES, THREE, TWO, client, connected, ends, left, listed, lists, well
from tests.diagnosis.findings.said import GROUP, after, beat, facts, look, record
from tests.diagnosis.remedies.simulated import done

CAUSES = sorted(table().keys() - {"common", "default"})
PINNED, BROKER = "172.17.0.2@1", "10.0.0.9:10911"
ASKED: dict[str, Any] = {"servers_asked": frozenset({"ns:9876"})}


def finding(finding_id: str, **told: Any) -> Finding:
    """A proven finding of the group that goes on."""
    shown = {"severity": Severity.CRITICAL, "status": Status.PROVEN, "group": GROUP, "title": "t", "why": "w"}
    return Finding(**{"id": finding_id, "signs": (), **shown, **told})


def said(about: Finding, group: GroupFacts | None = None, others: tuple[Finding, ...] = ()) -> Finding:
    """What the remedy says of a finding of a group, beside other findings."""
    return remedied(FindingInCase(about, Case.of(group or facts()), (about, *others)))


def everything(told: Finding) -> str:
    return "\n".join((*told.remedy, *told.do_not, *told.check))


WISHES = {ONE: {"paid": "*"}, TWO: {"paid": "*", "refunds": "*"}}
TAGS = {ONE: {"paid": "a || b"}, TWO: {"paid": "a"}}
TWO_CHANGED = well(
    rosters=lists(ONE, TWO),
    events=(
        connected(ONE, at=-600),
        connected(TWO, at=-590),
        beat("paid", at=-580, client=TWO),
        beat("paid", "refunds", at=0, client=TWO),
        connected(THREE, at=9),
    ),
)
TWO_CAME = well(rosters=lists(ONE, TWO), events=(connected(ONE, at=-600), connected(TWO, at=0)))


def differ(wishes: dict[str, dict[str, str]], **told: Any) -> Finding:
    topics = tuple(sorted({topic for wants in wishes.values() for topic in wants}))
    about = {"clients": (ONE, TWO), "topics": topics, "details": {"subscriptions": wishes}}
    return finding("inconsistent_subscription", **{**about, **told})


def versions(version: str, client_id: str, language: str = "JAVA") -> GroupFacts:
    """The newest list has two connections of one id, of this version."""
    roster = listed(1, client_id, client_id)
    shown = [replace(each, version=version, language=language) for each in roster.connections]
    return well(rosters=(replace(roster, connections=tuple(shown)),))


def closed(read: int, perm: int, address: str | None) -> GroupFacts:
    return facts(routes={"paid": (RouteBroker("broker-a", read, perm, "topicRoute.txt", 3, address, 8),)})


def refusal(code: int, answer: str) -> Event:
    """A pull that a broker refuses with this answer."""
    raw = f"pull exception CODE: {code}  DESC: {answer}"
    return record("pull_rejected", raw, last=60, code=code, source="client", file="client.log")


def unread(retried: str | None) -> GroupFacts:
    """broker-a may not be read, by the topic's route; who has the group's retry topic there, as broker-b's is read."""
    rows = {
        one: (9, 9, None if one.broker == "broker-a" else ONE[:8])
        for one in (QUEUES[0], MessageQueue(RETRY.topic, "broker-b", 0))
    }
    return replace(closed(8, 2, "10.0.0.9:10911"), snapshots=(look(1, 30, {**rows, RETRY: (0, 0, retried)}),))


def beat_of(client: str, process: int) -> Event:
    """A heartbeat as 5.x clients log it, with the process id."""
    raw = f"2026-11-21 18:00:00.000 INFO  [{process}] [main] [o.a.r.c.i.f.MQClientInstance#?:?] - HeartbeatData [x]"
    return record("heartbeat_content", raw, client_id=client, source="client", file="rocketmq_client.log")


def listed_at(number: int) -> GroupFacts:
    """One id, at so many addresses."""
    return well(rosters=lists(*["10.0.0.1@7"] * number))


FIVE = tuple(f"10.0.1.{number}@7#{number}" for number in range(1, 6))
RETRY = MessageQueue(f"%RETRY%{GROUP}", "broker-a", 0)
GONE = facts((connected(ONE, at=-600), left(ONE, at=60)))


@pytest.mark.parametrize(
    ("told", "holds", "lacks"),
    [
        pytest.param(
            lambda: said(differ(WISHES, since=after(0)), TWO_CAME, (finding("orphan_queues"),)),
            (
                f"{TWO} joined at",
                f"Roll {TWO} back, or, if it is another application, give it its own consumer group",
                "finish the release",
                f"Do not reset offsets of {GROUP}",
                "Client IP",
            ),
            ("replay", "union"),
            id="topics differ: who came when it began goes back, and its share waits",
        ),
        pytest.param(
            lambda: said(
                differ({**WISHES, THREE: {"paid": "*"}}, clients=(ONE, TWO, THREE), since=after(0)), TWO_CHANGED
            ),
            (
                f"{TWO} changed its subscription between 2026-11-21 09:50:20 and 2026-11-21 10:00:00 UTC to paid *, "
                "refunds *; the others subscribe to paid *. "
                f"Roll {TWO} back, or, if it is another application, give it its own consumer group",
                "finish the release",
            ),
            ("joined", f"{THREE} came"),
            id="topics differ: who changed its subscription while it ran is named, not who joined a moment later",
        ),
        pytest.param(
            lambda: said(
                differ({ONE: {"paid": "*"}, **dict.fromkeys((TWO, THREE), WISHES[TWO])}, clients=(ONE, TWO, THREE)),
                TWO_CHANGED,
            ),
            ("the union: paid *, refunds *",),
            ("Roll", "Only"),
            id="topics differ: one changed its subscription, and another wants the same, nobody knows since when",
        ),
        pytest.param(
            lambda: said(
                differ({ONE: {"paid": "a > 79"}, TWO: {"paid": "a > 19"}}, explains=("tag_mismatch_silent_loss",)),
                others=(finding("tag_mismatch_silent_loss", status=Status.SUSPECTED),),
            ),
            ("the same subscription",),
            ("replay", "union"),
            id="SQL92 by running info, which names no type: no union, and no replay of what is perhaps not lost",
        ),
        pytest.param(
            lambda: said(differ(WISHES)),
            (f"{ONE}: paid *; {TWO}: paid *, refunds *", f"Do not reset offsets of {GROUP}"),
            ("Roll",),
            id="topics differ: nothing tells who came, so nobody is told to go back",
        ),
        pytest.param(
            lambda: said(differ({ONE: {"paid": "*", "refunds": "*"}, TWO: {"paid": "*"}}, since=after(0)), TWO_CAME),
            (f"Roll {TWO} back", "the union: paid *, refunds *"),
            ("finish the release",),
            id="topics differ: nobody follows a newcomer that subscribes to less",
        ),
        pytest.param(
            lambda: said(differ({ONE: {"paid": "a"}, TWO: {"paid": "b || c"}}, since=after(0)), TWO_CAME),
            ("the union: paid a || b || c",),
            ("finish the release",),
            id="tags differ: nobody follows a newcomer whose tags leave some out",
        ),
        pytest.param(
            lambda: said(differ({ONE: {"paid": "a"}, TWO: {"paid": "a || b"}}, since=after(0)), TWO_CAME),
            (f"Finish the release: give {ONE} the subscription of {TWO}", "filter out messages of paid (b)"),
            (f"Roll {TWO} back",),
            id="tags differ: a rollback of a newcomer with more tags filters these out for everybody",
        ),
        pytest.param(
            lambda: said(differ({ONE: {"paid": "a"}, TWO: {"paid": "*"}}, since=after(0)), TWO_CAME),
            ("filter out messages of paid (every tag but a)",),
            (f"Roll {TWO} back",),
            id="tags differ: a newcomer that reads every tag",
        ),
        pytest.param(
            lambda: said(differ({ONE: {"paid": "*"}, TWO: {"refunds": "*"}}, since=after(0)), TWO_CAME),
            (f"{TWO} joined at", "shares no topic", "its own consumer group", "in every client: paid *, refunds *"),
            ("finish the release",),
            id="no topic in common: the newcomer goes back or apart, or all of it for everybody",
        ),
        pytest.param(
            lambda: said(differ({ONE: {"paid": "*"}, TWO: {"refunds": "*"}})),
            ("The clients share no topic", "its own consumer group", "in every client: paid *, refunds *"),
            ("Roll",),
            id="no topic in common, and nothing tells who came",
        ),
        pytest.param(
            lambda: said(differ({"10.0.0.1@7#1": {"paid": "*"}, "10.0.0.1@7#2": {"refunds": "*"}})),
            ("10.0.0.1@7#1 and 10.0.0.1@7#2 are two consumers of one process", "its own group name"),
            (),
            id="one process with two consumers of one group: a name each",
        ),
        pytest.param(
            lambda: said(
                differ({"10.0.0.1@orders": {"paid": "*"}, "10.0.0.1@refunds": {"refunds": "*"}}),
                well(events=(beat_of("10.0.0.1@orders", 26463), beat_of("10.0.0.1@refunds", 26463))),
            ),
            ("are two consumers of one process",),
            ("are on one host",),
            id="two names in one process's log: one process",
        ),
        pytest.param(
            lambda: said(
                differ({"10.0.0.1@orders": {"paid": "*"}, "10.0.0.1@refunds": {"refunds": "*"}}),
                well(events=(beat_of("10.0.0.1@orders", 26463), beat_of("10.0.0.1@refunds", 30001))),
            ),
            ("are on one host",),
            ("are two consumers of one process with",),
            id="two names in one log of two processes: perhaps not",
        ),
        pytest.param(
            lambda: said(differ({"10.0.0.1@orders": {"paid": "*"}, "10.0.0.1@refunds": {"refunds": "*"}})),
            ("are on one host. If they are two consumers of one process",),
            (),
            id="two names on one host: perhaps one process",
        ),
        pytest.param(
            lambda: said(
                finding("consumer_stuck", clients=(ONE, TWO), queues=QUEUES[:1]), well(rosters=lists(ONE, TWO))
            ),
            ("no other client is left to take over",),
            ("queues move to",),
            id="all clients hang: their queues move to nobody",
        ),
        pytest.param(
            lambda: said(finding("client_id_collision", clients=("10.0.0.1@7",)), listed_at(6)),
            ("10.0.0.1:5000, ", "10.0.0.1:5005"),
            ("more",),
            id="a collision: each of six addresses is named",
        ),
        pytest.param(
            lambda: said(differ(TAGS, since=after(0)), TWO_CAME),
            ("new group", f'setConsumeTimestamp("{after(-10):%Y%m%d%H%M%S}")', "they count as consumed"),
            ("delivered once",),
            id="tags differ: what was filtered out is gone for the group, and replayed by a fresh one from then",
        ),
        pytest.param(
            lambda: said(differ(WISHES, ongoing=False, until=after(90))),
            ("ended at", "each application its own consumer group"),
            ("Roll", "reset", "Client IP"),
            id="topics differed: it ended, and nothing is to be repaired but what makes it come again",
        ),
        pytest.param(
            lambda: said(differ(WISHES, ongoing=False, until=after(90)), well(rosters=lists(ONE))),
            (f"Before you start {TWO.partition('#')[0]} again", "a separate consumer group"),
            ("Roll", "reset", "Client IP"),
            id="topics differed, and one of them left: it must not start again as it is",
        ),
        pytest.param(
            lambda: said(finding("client_id_collision", clients=("${IP}@${NAME}",)), listed_at(2)),
            (
                "leaves ${IP}, ${NAME} unexpanded",
                "fix the template",
                "keep one and stop the others",
                "get the same id again",
            ),
            ("setInstanceName",),
            id="a collision of ids that are placeholders: the template is what is mended",
        ),
        pytest.param(
            lambda: said(differ(TAGS, ongoing=False, since=after(0), until=after(90))),
            ("ended at", "new group"),
            (),
            id="tags differed: it ended, and what was filtered out is still to be replayed",
        ),
        pytest.param(
            lambda: said(differ(WISHES, status=Status.SUSPECTED)),
            ("suspected, not proven", "mqadmin consumerStatus"),
            (),
            id="a suspicion: a look before any deed",
        ),
        pytest.param(
            lambda: said(finding("client_id_collision", clients=(PINNED,)), versions("V5_3_3", PINNED)),
            ("keep one and stop the others", "5.3.3", "setInstanceName", "several times: no id is listed twice"),
            ("4.9.0", "upgrade"),
            id="a collision of clients of 5.3.3: no upgrade",
        ),
        pytest.param(
            lambda: said(finding("client_id_collision", clients=(PINNED,)), versions("V4_5_2", PINNED)),
            ("4.9.0 or later",),
            (),
            id="a collision of clients of 4.5.2: an upgrade ends it",
        ),
        pytest.param(
            lambda: said(finding("client_id_collision", clients=(PINNED,)), versions("V4_5_2", PINNED, "GO")),
            ("WithInstance",),
            ("setInstanceName", "upgrade"),
            id="a collision of Go clients: in Go's words",
        ),
        pytest.param(
            lambda: said(finding("client_id_collision", clients=(PINNED,), ongoing=False)),
            ("The problem has ended", "prevent a recurrence", "unique id"),
            ("stop", "reset", "Client IP"),
            id="a collision that is over: nobody is stopped, and the next deployment is kept from making it again",
        ),
        pytest.param(
            lambda: said(finding("client_id_collision", clients=(ONE,)), well(rosters=lists(ONE, ONE))),
            ("10.0.0.1:5000, 10.0.0.1:5001",),
            (),
            id="a collision: where the processes are",
        ),
        pytest.param(
            lambda: said(finding("consumer_stuck", clients=(ONE,), details={"paused": True}), well()),
            ("resume()", f"suspended {ONE}", "grep"),
            ("consumerStatus -n",),
            id="a suspended client: resume, and no thread dump",
        ),
        pytest.param(
            lambda: said(finding("consumer_stuck", clients=(ONE,), queues=QUEUES[:1]), well()),
            (f"-i '{ONE}' -s", f"reset offsets of {GROUP}", "Consumer Offset grows in paid broker-a 0"),
            ("resume",),
            id="a client that hangs: the dump's command with its id",
        ),
        pytest.param(
            lambda: said(finding("unreadable_queues", topics=("paid",)), replace(closed(4, 6, BROKER), **ASKED)),
            (f"updateTopic -n ns:9876 -b {BROKER} -t paid -r 8 -w 8 -p 6", "topicRoute -n ns:9876 -t paid"),
            ("-r N", "brokerPermission"),
            id="fewer read queues: the command whole",
        ),
        pytest.param(
            lambda: said(finding("unreadable_queues", topics=("paid",)), closed(8, 2, None)),
            ("-b BROKER -t paid -r 8 -w 8 -p 6", "brokerPermission -v 6"),
            (),
            id="no right to read: the topic's, and where that does not help the broker's",
        ),
        pytest.param(
            lambda: said(finding("unreadable_queues", topics=("paid",)), replace(unread(None), rosters=lists(ONE))),
            ("updateBrokerConfig -n NAMESRV -b 10.0.0.9:10911 -k brokerPermission -v 6",),
            ("updateTopic",),
            id="no right to read, and the group's retry topic has no reader on that broker alone: the broker's",
        ),
        pytest.param(
            lambda: said(
                finding("unreadable_queues", topics=("paid",)), replace(unread(None), rosters=lists(ONE, TWO))
            ),
            ("-t paid -r 8 -w 8 -p 6", "If perm still lacks read (4)"),
            (),
            id="no right to read, and a client that did not answer may be who reads the retry topic there: both",
        ),
        pytest.param(
            lambda: said(finding("unreadable_queues", topics=("paid",)), unread("10.0.0.1")),
            ("updateTopic -n NAMESRV -b 10.0.0.9:10911 -t paid -r 8 -w 8 -p 6", "If perm still lacks read (4)"),
            (),
            id="no right to read, and the retry topic is read there: the topic's",
        ),
        pytest.param(
            lambda: said(
                finding("not_permitted", topics=("paid",), brokers=("10.0.0.8:10911",)),
                facts(events=(refusal(16, "subscription group no permission"),)),
            ),
            (f"-b 10.0.0.8:10911 -g {GROUP} -s true", "retryMaxTimes 16", f"getConsumerConfig -n NAMESRV -g {GROUP}"),
            ("-c CLUSTER",),
            id="one broker refuses the group: no other's settings are written anew",
        ),
        pytest.param(
            lambda: said(
                finding("not_permitted", topics=("paid",), brokers=("broker-a", "broker-b")),
                facts(events=(refusal(16, "subscription group no permission"),)),
            ),
            (f"-c CLUSTER -g {GROUP} -s true", "retryMaxTimes 16"),
            (),
            id="several brokers refuse the group: the cluster",
        ),
        pytest.param(
            lambda: said(finding("unreadable_queues", status=Status.SUSPECTED), well(routes={}, status=ends(QUEUES))),
            (
                "Check it before you change anything: mqadmin topicRoute",
                "-t paid -r 4 -w 4 -p 6   if topicRoute",
                "perm is 6",
            ),
            ("-r N",),
            id="perhaps closed: the command whole, as topicStatus lists the queues",
        ),
        pytest.param(
            lambda: said(finding("unreadable_queues", status=Status.SUSPECTED), well(routes={})),
            ("-t paid -r N -w N -p 6", "N is the topic's writeQueueNums"),
            (),
            id="perhaps closed: how many queues there are tells the route alone",
        ),
        pytest.param(
            lambda: said(finding("topic_missing", topics=("paid",)), well()),
            ("topicList -n NAMESRV", "-c CLUSTER -t paid", "topicRoute -n NAMESRV -t paid   lists its queues"),
            ("-r N", "TOPIC"),
            id="a topic that is missing: made, or spelt otherwise",
        ),
        pytest.param(
            lambda: said(finding("topic_missing", topics=("paid",), ongoing=False), well()),
            ("there is nothing to fix now", "Before a client subscribes to paid again"),
            ("updateTopic",),
            id="a topic that nobody misses any more: not made now",
        ),
        pytest.param(
            lambda: said(finding("offsets_moved"), well(events=(record("offset_reset_done"),))),
            ("Find out who reset the offsets",),
            ("If offsets were corrected", "Diff"),
            id="offsets that somebody reset: who, and nothing of corrections",
        ),
        pytest.param(
            lambda: said(finding("listener_blocked", details={"frame": "a.B(B.java:7)"})),
            ("waits in a.B(B.java:7)",),
            (),
            id="a listener that waits: where",
        ),
        pytest.param(
            lambda: said(finding("consumer_slow", topics=("paid",)), well()),
            ("Add at most 2 consumers (4 queues, 2 connected clients)",),
            (),
            id="too slow: how many more clients get a queue",
        ),
        pytest.param(
            lambda: said(finding("consumer_slow", topics=("paid",)), well(rosters=lists(ONE, *FIVE))),
            ("so 2 of them get no queue of paid. Adding clients does not help; add queues",),
            ("More consumers would get no queue",),
            id="too slow, and more clients than queues: some have none",
        ),
        pytest.param(
            lambda: said(finding("group_offline"), GONE),
            (ONE.split("#", maxsplit=1)[0], "log from that minute", "Do not delete the group or reset offsets"),
            (),
            id="offline: the last to leave, and when",
        ),
        pytest.param(
            lambda: said(finding("group_offline", topics=("paid",)), replace(GONE, also_read={"paid": ("bills",)})),
            ("bills reads the same topics. If it replaced", "Otherwise start the consumers"),
            ("log from that minute",),
            id="offline, and another group reads its topics: it may have replaced it",
        ),
        pytest.param(
            lambda: said(
                finding("group_offline", topics=("paid", "sent")), replace(GONE, also_read={"paid": ("bills",)})
            ),
            ("log from that minute",),
            ("If it replaced",),
            id="offline, and another group reads one topic of two",
        ),
        pytest.param(
            lambda: said(
                finding("inconsistent_subscription", clients=(ONE,)), replace(well(), also_read={"paid": ("bills",)})
            ),
            ("paid (bills). If a client has the wrong group name",),
            (),
            id="different subscriptions, and another group reads a topic: a client may belong there",
        ),
        pytest.param(
            lambda: said(finding("broker_lost", brokers=("broker-b",))),
            ("Start broker-b again with its own store", "clusterList", "lists broker-b"),
            (),
            id="a broker lost: which one",
        ),
        pytest.param(
            lambda: said(
                finding("orphan_queues"), others=(finding("client_id_collision", explains=("orphan_queues",)),)
            ),
            ("once its cause is fixed: client id collision", f"Do not reset offsets of {GROUP}"),
            (),
            id="an effect: it ends with its cause",
        ),
        pytest.param(
            lambda: said(finding("consume_failures", clients=(ONE,), queues=(RETRY,))),
            (f"logs of {ONE}", f"%DLQ%{GROUP}", f"%RETRY%{GROUP} no longer grows"),
            ("ConsumeFailed",),
            id="a listener that fails: whose logs, and what shows that it does not any more",
        ),
        pytest.param(
            lambda: said(finding("consume_failures", clients=(ONE,))),
            ("#ConsumeFailed TPS is 0.00",),
            ("no longer grows",),
            id="a listener that fails, of whose retries nothing is known: what its clients count",
        ),
        pytest.param(
            lambda: said(finding("client_id_collision", clients=(PINNED,)), well()),
            ("several times: no id is listed twice",),
            ("Client IP",),
            id="queues that are read twice have a Client IP all the time: nothing is verified by that",
        ),
        pytest.param(
            lambda: said(finding("consume_failures", clients=(ONE,), ongoing=False, status=Status.SUSPECTED)),
            ("No failure has been seen since", f"%DLQ%{GROUP}"),
            ("Fix the listener", "after the fix", "Check it before you change anything"),
            id="a listener that failed, as is suspected: nothing to change now",
        ),
        pytest.param(
            lambda: said(finding("broker_lost", brokers=("broker-b",), ongoing=False, status=Status.SUSPECTED)),
            ("there is nothing to fix now",),
            ("Start broker-b again", "Check it before you change anything"),
            id="a broker that was perhaps lost and is back: nobody starts it",
        ),
    ],
)
def test_what_is_said(told: Callable[[], Finding], holds: tuple[str, ...], lacks: tuple[str, ...]) -> None:
    text = everything(told())
    assert len(set(text.split("\n"))) == len(text.split("\n"))
    assert not [words for words in holds if words not in text], text
    assert not [words for words in lacks if words in text], text


BROADCAST = Cluster(
    {"paid": {"broker-a": 4}},
    (
        Member(ONE, {"paid": "a || b"}, 5.0, model="BROADCASTING"),
        Member(TWO, {"paid": "a"}, 60.0, model="BROADCASTING"),
    ),
    looks=(200.0, 700.0),
    end=710.0,
)


def test_a_broadcasting_group_gets_its_filter_back_by_a_restart_of_those_that_stay() -> None:
    told = well(
        running=(
            client(ONE, topics=TAGS[ONE], model="BROADCASTING"),
            client(TWO, topics=TAGS[TWO], model="BROADCASTING"),
        ),
        rosters=lists(ONE, TWO, table={"paid": "a"}, model="BROADCASTING"),
    )
    remedy = said(differ(TAGS, explains=("tag_mismatch_silent_loss",)), told)
    [own] = [deed for deed in remedy.deeds if deed.act is Act.OWN_GROUP]
    assert (own.clients, own.restarted) == ((TWO,), (ONE,))
    assert [words for words in remedy.remedy if f"restart {ONE} afterwards" in words]
    assert "what the remaining clients subscribe to (paid a || b)" in remedy.check[0]
    left, healed = (World(done(BROADCAST, deed)[0]).run().looks[-1] for deed in (replace(own, restarted=()), own))
    assert [look.tables["broker-a"]["paid"].expression for look in (left, healed)] == ["a", "a || b"]


def test_a_clustering_group_gets_its_filter_back_when_the_others_leave() -> None:
    remedy = said(differ(TAGS, explains=("tag_mismatch_silent_loss",)), well(rosters=lists(ONE, TWO)))
    members = tuple(replace(member, model="CLUSTERING") for member in BROADCAST.members)
    [own] = [deed for deed in remedy.deeds if deed.act is Act.OWN_GROUP]
    [look, *_] = reversed(World(done(replace(BROADCAST, members=members), own)[0]).run().looks)
    assert (own.restarted, look.tables["broker-a"]["paid"].expression) == ((), "a || b")


REFUSALS = [
    pytest.param(26, "subscription group [orders] does not exist", "updateSubGroup -n NAMESRV", id="no such group"),
    pytest.param(17, "topic[paid] not exist", "-t paid", id="no such topic"),
    pytest.param(16, "the consumer group[orders] can not consume by broadcast way", "-s true -d true", id="broadcast"),
    pytest.param(16, "subscription group no permission, orders", "-s true   (with -d true", id="consuming disabled"),
    pytest.param(16, "the topic[paid] pulling message is forbidden", "perm 6", id="topic closed"),
    pytest.param(
        16, "the broker[10.0.0.8] pulling message is forbidden", "-k brokerPermission -v 6", id="broker closed"
    ),
]


@pytest.mark.parametrize(("code", "answer", "holds"), REFUSALS)
def test_a_refusal_is_ended_by_the_setting_that_it_names(code: int, answer: str, holds: str) -> None:
    told = said(finding("not_permitted", topics=("paid",)), facts(events=(refusal(code, answer),)))
    assert holds in told.remedy[0]


@pytest.mark.parametrize(
    ("queues", "numbers"),
    [
        pytest.param((4, 4), "-r 4 -w 4", id="as the clients' routes had it"),
        pytest.param((4, 8), "-r N -w N", id="brokers had different numbers: none is right for all"),
    ],
)
def test_a_topic_is_made_again_with_as_many_queues_as_it_had(queues: tuple[int, int], numbers: str) -> None:
    data = ", ".join(
        f"QueueData [brokerName=broker-{broker}, readQueueNums={count}, writeQueueNums={count}, perm=6, topicSysFlag=0]"
        for broker, count in zip("ab", queues, strict=True)
    )
    route = f"TopicRouteData [orderTopicConf=null, queueDatas=[{data}], brokerDatas=[], filterServerTable={{}}]"
    refused = refusal(17, "topic[paid] not exist")
    routed = record("route_stored", route, source="client", topic="paid", file="client.log")
    told = said(finding("not_permitted", topics=("paid",)), facts(events=(routed, refused)))
    assert numbers in told.remedy[0]


def test_every_row_can_be_said() -> None:
    """Rows name common ones that are there, and findings that there are; what is common is used."""
    rows = {finding_id: parts for finding_id, parts in table().items() if finding_id != "common"}
    assert rows.keys() - BY_ID.keys() == {"default"}
    assert set(chain.from_iterable(rows.values())) <= {"do", "never", "check", "deeds", "over"}
    acts = [row["act"] for parts in rows.values() for row in parts.get("deeds", ())]
    assert set(acts) <= {str(act) for act in Act}
    listed = [
        row for parts in rows.values() for part in ("do", "never", "check", "over") for row in parts.get(part, ())
    ]
    assert all(("text" in row) != ("use" in row) for row in listed)
    used = {row["use"] for row in listed if "use" in row} - {"remedy", "do_not"}
    by_name = {"but_not", "only_from", "check_first", "over", "over_unknown"}
    assert used | by_name == table()["common"].keys()


@pytest.mark.parametrize("finding_id", sorted(BY_ID))
def test_no_command_runs_what_a_name_holds(finding_id: str) -> None:
    hostile = "x; touch /tmp/owned #"
    group = GroupFacts(hostile, routes={hostile: (RouteBroker("b", 1, 6, "f", 1, hostile, 4),)})
    about = finding(finding_id, group=hostile, topics=(hostile,), clients=(hostile,))
    told = remedied(FindingInCase(about, Case.of(group)))
    assert not [line for line in (*told.remedy, *told.check) for option in "gtib" if f"-{option} x;" in line]


@pytest.mark.parametrize("finding_id", [each for each in CAUSES if BY_ID[each].kind == "cause"])
def test_every_cause_says_what_to_do_and_what_never(finding_id: str) -> None:
    told = said(finding(finding_id, queues=(MessageQueue("paid", "broker-a", 1),), since=after(0)))
    assert told.remedy
    assert told.do_not


@pytest.mark.parametrize("finding_id", CAUSES)
def test_a_remedy_can_be_read_in_chinese(finding_id: str) -> None:
    told = said(finding(finding_id, clients=(ONE,), topics=("paid",), since=after(0) + timedelta(hours=1)))
    english = [line for line in (*told.remedy, *told.do_not) if in_language(line, "zh") == line]
    assert not [line for line in english if not line.startswith("mqadmin")]


def test_findings_carry_their_remedies() -> None:
    found = with_remedies(Case.of(well()), [finding("group_offline")])
    assert found[0].remedy
    assert found[0].check
