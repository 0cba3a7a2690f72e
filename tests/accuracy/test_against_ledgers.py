"""What a finding bounds and names, and its beginning, are held against ledgers and truths: tables of cases."""

from datetime import UTC, datetime

import pytest

from rmqkit.diagnosis import Finding, Severity
from rmqkit.diagnosis.finding import Status
from rmqkit.rocketmq import MessageQueue
from tests.accuracy.against_ledgers import Ledger, in_numbers, untrue
from tests.accuracy.onsets import wrong_onset
from tests.lab.ledgers import Queue, Receipt, Sent

FIRST, SECOND = Queue("orders", "broker-a", 0), Queue("orders", "broker-a", 1)
END = 1_000.0


def receipt(at: float, queue: Queue, offset: int, client: str, reconsumed: int = 0) -> Receipt:
    return Receipt(at, queue, offset, f"{queue.queue}-{offset}", "TagA", reconsumed, client)


# Queue 0: offsets 0 to 9 by one client, 5 to 9 by another once more. Queue 1: stored, and read by nobody after 900.
RECEIVED = [
    *(receipt(950 + n, FIRST, n, "client-1") for n in range(10)),
    *(receipt(970 + n, FIRST, n, "client-2") for n in range(5, 10)),
    *(receipt(800 + n, SECOND, n, "client-1") for n in range(10)),
]
STORED = [Sent(940 + 3 * n, queue, n, "TagA") for queue in (FIRST, SECOND) for n in range(20)]
LEDGER = Ledger(RECEIVED, STORED, END)


def finding(id_: str, title: str, *queues: Queue, ongoing: bool = False, **changes: object) -> Finding:
    named = tuple(MessageQueue(*queue) for queue in queues)
    status = Status.PROVEN
    made = Finding(id_, title, "", Severity.NOTICE, ongoing=ongoing, queues=named, status=status, group="g")
    return made.with_(**changes)


def again(number: str, *queues: Queue, **changes: object) -> Finding:
    return finding("duplicate_consumption", f"{number} messages consumed again", *queues, **changes)


@pytest.mark.parametrize(
    "holds",
    [
        pytest.param(again("5", FIRST), id="a bare number that is exact"),
        pytest.param(again("Up to 72", FIRST), id="a bound from above"),
        pytest.param(again("At least 3", FIRST), id="a bound from below"),
        pytest.param(again("Up to 9", Queue("%RETRY%g", "broker-a", 0)), id="what came twice was a retry"),
        pytest.param(again("5", FIRST, SECOND), id="a queue without repeats adds none"),
        pytest.param(
            again("5", FIRST, since=datetime.fromtimestamp(980, UTC), until=datetime.fromtimestamp(980, UTC)),
            id="the repeats lie around the moments that it tells",
        ),
        pytest.param(finding("offsets_moved", "10 messages skipped", SECOND), id="messages that nobody got"),
        pytest.param(finding("orphan_queues", "1 queue read by nobody", SECOND, ongoing=True), id="an orphan"),
        pytest.param(
            finding("orphan_queues", "2 queues", FIRST, SECOND, ongoing=True, status=Status.SUSPECTED),
            id="what is only suspected names nothing for sure",
        ),
        pytest.param(
            finding("duplicate_consumption", "1 queue consumed by several", FIRST, ongoing=True), id="a double"
        ),
    ],
)
def test_what_the_ledgers_agree_with(holds: Finding):
    assert untrue(holds, LEDGER) == []


@pytest.mark.parametrize(
    ("claimed", "problem"),
    [
        pytest.param(again("19,298", FIRST), "it was 5", id="a bare number that is too large"),
        pytest.param(again("Up to 4", FIRST), "it was 5", id="more came twice than the bound from above"),
        pytest.param(again("At least 6", FIRST), "it was 5", id="fewer came twice than the bound from below"),
        pytest.param(again("Up to 9", SECOND), "no message came twice", id="proven, and nothing came twice"),
        pytest.param(
            again("Up to 9", FIRST, since=datetime.fromtimestamp(400, UTC), until=datetime.fromtimestamp(500, UTC)),
            "no message came twice there at that time",
            id="it came twice at another time",
        ),
        pytest.param(
            finding("orphan_queues", "1 queue", Queue("orders", "broker-a", 0), ongoing=True),
            "client-2 read it",
            id="an orphan that somebody reads",
        ),
        pytest.param(
            finding("duplicate_consumption", "1 queue", SECOND, ongoing=True),
            "no message was",
            id="a double that is none",
        ),
    ],
)
def test_what_the_ledgers_contradict(claimed: Finding, problem: str):
    late = Ledger([*RECEIVED, receipt(995, FIRST, 19, "client-2")], STORED, END)
    assert any(problem in text for text in untrue(claimed, late)), untrue(claimed, late)


def test_what_a_listener_gave_back_came_twice_by_no_change_of_hands():
    given_back = [receipt(900, FIRST, 0, "client-1"), receipt(910, FIRST, 0, "client-1", reconsumed=1)]
    assert Ledger(given_back, [], END).again([FIRST], 0, END) == 0


def test_an_unread_queue_that_no_finding_names_is_told():
    orphan = finding("orphan_queues", "1 queue read by nobody", SECOND, ongoing=True)
    unread = [SECOND, Queue("orders", "broker-b", 7)]
    assert in_numbers([orphan], LEDGER, unread).untrue == (
        "orphan_queues: orders broker-b 7 is read by nobody and not named",
    )
    at_least = orphan.with_(title="At least 1 queue read by nobody")
    assert in_numbers([at_least], LEDGER, unread).untrue == ()


def test_an_earlier_ledger_ends_earlier():
    earlier = LEDGER.before(974.5)
    assert earlier.again([FIRST], 0, END) == 0
    assert earlier.until == 974.5


def test_bounds_and_names_are_counted():
    assert in_numbers([again("Up to 72", FIRST, SECOND)], LEDGER, []).stated == 3


def client(topic: str, started: float, ended: float | None = None) -> dict[str, object]:
    wanted = [{"topic": topic, "expression": "*", "kind": "TAG"}]
    life = {"id": topic, "started": started, "ended": ended}
    return {"client": topic, "group": "g", "subscriptions": wanted, "lives": [life]}


TOLD = {
    "group": "g",
    "causes": ["inconsistent_subscription"],
    "past": [],
    "clients": [client("orders", 100.0), client("orders", 150.0), client("refunds", 200.0)],
    "operations": [{"at": 300.0, "command": "mqadmin resetOffsetByTime -g g"}],
}


@pytest.mark.parametrize(
    ("finding_id", "since", "shown", "wrong"),
    [
        pytest.param("inconsistent_subscription", 203, None, False, id="a heartbeat after the one that differs came"),
        pytest.param(
            "inconsistent_subscription", 103, None, True, id="the first client came then, and nobody differed"
        ),
        pytest.param("inconsistent_subscription", 300, None, True, id="long after it began"),
        pytest.param("inconsistent_subscription", None, 300, False, id="at the latest, which is so"),
        pytest.param("inconsistent_subscription", None, 150, True, id="at the latest, and it had not begun"),
        pytest.param("orphan_queues", 210, None, False, id="an effect begins with its cause"),
        pytest.param("offsets_moved", 301, None, False, id="the moment of the command"),
        pytest.param("inconsistent_subscription", None, None, None, id="nothing is stated"),
        pytest.param("broker_lost", 100, None, None, id="the truth does not tell"),
    ],
)
def test_a_stated_onset(finding_id: str, since: float | None, shown: float | None, wrong: bool | None):
    at, first_shown = (moment and datetime.fromtimestamp(moment, UTC) for moment in (since, shown))
    stated = Finding(
        finding_id, "", "", Severity.CRITICAL, group="g", status=Status.PROVEN, since=at,
        details={"first_shown": first_shown},
    )  # fmt: skip
    problem = wrong_onset(TOLD, stated, Ledger([], [], 400.0))
    assert (None if problem is None else bool(problem)) == wrong
