"""clock_skew: a client's clock against the brokers', by subscription versions and by starts; Go counts nanoseconds."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.case.observations import counted_otherwise
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.facts.rows import running_info
from tests.diagnosis.findings.groups import ONE, RETRY, TWO, broker_start, client, connected, goes_on, listed, well
from tests.diagnosis.findings.said import after, found, how_sure, rebalanced, record, status_of

ID = "clock_skew"
IN_GO = 10**6
TABLES = ("client_properties", "subscriptions", "client_queues", "client_topics")


def registered(client_id: str, at: float, ahead: float = 0, unit: int = 1, file: str = "broker-a.log") -> Event:
    """A broker logs a heartbeat with subscriptions made just then, by the client's clock."""
    version = int(after(at + ahead).timestamp() * 1000) * unit
    address = f"{client_id.partition('@')[0]}:5000"
    data = (
        f"SubscriptionData [topic=paid, subString=*, tagsSet=[], codeSet=[], subVersion={version}, expressionType=TAG]"
    )
    raw = f"registerConsumer info changed {address}, ConsumerData [groupName=orders, subscriptionDataSet=[{data}]]"
    return record("consumer_info_changed", raw, file=file, address=address, at=at)


def came(client_id: str, at: float, ahead: float = 0, unit: int = 1, file: str = "broker-a.log") -> list[Event]:
    """It connects, and its first heartbeat is logged."""
    return [connected(client_id, at, file=file), registered(client_id, at, ahead, unit, file)]


def started(client_id: str, at: float) -> Event:
    """A start by the client's own clock."""
    raw = f"the client factory [{client_id}] start OK"
    return record("client_started", raw, source="client", file=f"{client_id}.log", client_id=client_id, at=at)


def group(*events: Event) -> GroupFacts:
    return well([broker_start(), *events, goes_on(at=1200)], snapshots=())


def foreign_table(**changed: object) -> GroupFacts:
    """The broker keeps an expression that no member asks for, list after list."""
    table = {"paid": "old", RETRY: "*"}
    return well(**{"rosters": tuple(listed(number, ONE, TWO, table=table) for number in (1, 2)), **changed})


def asking_for(text: str) -> tuple[object, ...]:
    return tuple(client(who, topics={"paid": text}) for who in (ONE, TWO))


test_how_sure = how_sure(
    ID,
    pytest.param(
        group(
            *came(ONE, 0, ahead=28800),
            *came(TWO, 5, ahead=28800),
            registered(ONE, 200, ahead=28600),
            *came(ONE, 0, file="broker-b.log"),
            *came(TWO, 5, file="broker-b.log"),
        ),
        "open",
        id="silent: one of two brokers writes its log in another zone",
    ),
    pytest.param(
        group(*came(ONE, 0, ahead=28800), registered(ONE, 200, ahead=28799)),
        "open",
        id="silent: one client eight hours ahead, or the log in another zone",
    ),
    pytest.param(
        group(*came(ONE, 0), *came(TWO, 5, ahead=600), registered(TWO, 200, ahead=600)),
        "proven",
        id="agrees: ahead by ten minutes in two registrations",
    ),
    pytest.param(
        group(*came(ONE, 0), *came(TWO, 5, ahead=600), replace(registered("", 200, ahead=600), address=None)),
        "proven",
        id="agrees: the second registration names no client, and nobody else is as far ahead",
    ),
    pytest.param(
        group(*came(ONE, 0), *came(TWO, 900, ahead=-600), started(TWO, 900 - 600)),
        "proven",
        id="agrees: behind by ten minutes, in its version and in its own log's start",
    ),
    pytest.param(
        group(*came(ONE, 0), *came(TWO, 900, ahead=-600), *came(TWO, 901, ahead=-600, file="broker-b.log")),
        "proven",
        id="agrees: behind by ten minutes on two brokers",
    ),
    pytest.param(group(*came(ONE, 0), *came(TWO, 5, ahead=600)), "suspected", id="too little: one registration ahead"),
    pytest.param(
        group(*came(ONE, 0), *came(TWO, 900, ahead=-600)), "suspected", id="too little: one registration behind"
    ),
    pytest.param(foreign_table(), "suspected", id="too little: a table keeps what no member asks for"),
    pytest.param(
        foreign_table(running=asking_for("old")), "open", id="silent: the table holds what the members ask for"
    ),
    pytest.param(
        group(*came(ONE, 0), *came(TWO, 5), registered(TWO, 200)), "open", id="silent: versions go with the clock"
    ),
    pytest.param(
        group(*came(ONE, 0, unit=IN_GO), *came(TWO, 5), registered(ONE, 200, unit=IN_GO)),
        "open",
        id="silent: a Go client's nanoseconds beside a Java client's milliseconds",
    ),
    pytest.param(
        group(*came(ONE, 0, ahead=28800), *came(TWO, 5, ahead=28800), registered(TWO, 200, ahead=28800)),
        "open",
        id="silent: all are ahead by the same eight hours: the log is in another zone",
    ),
    pytest.param(
        group(*came(ONE, 0), *came(TWO, 900, ahead=-5000)),
        "open",
        id="silent: a version older than the log may be from before it",
    ),
    pytest.param(
        group(
            broker_start(file="broker-b.log"),
            *came(ONE, 0),
            *came(TWO, 5),
            *came(ONE, 121, ahead=-121, file="broker-b.log"),
            *came(TWO, 121, ahead=-116, file="broker-b.log"),
            started(ONE, 0),
            started(TWO, 5),
        ),
        "open",
        id="silent: a broker that joined later writes versions and starts down later",
    ),
    pytest.param(
        group(*came(TWO, 0), connected(TWO, 96, port=2), started(TWO, 96)),
        "open",
        id="silent: the log is of a later process of the same id",
    ),
)


def test_a_go_client_whose_clock_is_ahead_is_seen_in_its_nanoseconds() -> None:
    case = group(*came(ONE, 0), *came(TWO, 5, ahead=600, unit=IN_GO), registered(TWO, 200, ahead=600, unit=IN_GO))
    assert [(finding.proven, finding.clients, "600 s ahead of" in finding.title) for finding in found(case, ID)] == [
        (True, (TWO,), True)
    ]


def test_what_a_client_whose_clock_is_ahead_logs_is_of_the_brokers_time() -> None:
    """TWO counts itself at 5 s, and ONE as well at 20 s."""
    counted = [rebalanced(TWO, members=count, at=at + 600, file=f"{TWO}.log") for count, at in ((1, 5), (2, 20))]
    case = group(*came(TWO, 5, ahead=600), registered(TWO, 15, ahead=600), started(TWO, 605), *counted)
    assert counted_otherwise(case) == [after(20)]


@pytest.mark.parametrize(
    ("pulled", "at"),
    [
        pytest.param(5, 5, id="it pulled just then"),
        pytest.param(-600, 0, id="its clock is behind, or it stopped pulling: it was asked when the folder was made"),
        pytest.param(28800, 28800, id="its times are of another zone, and so may be all others"),
    ],
)
def test_a_client_was_asked_when_mqadmin_made_its_folder(pulled: float, at: float) -> None:
    row = {"client_id": ONE, "at": after(pulled), "topic": "paid", "expression": "*", "line": 3}
    tables = {name: [row] if name == "subscriptions" else [] for name in TABLES}
    assert running_info((f"{int(after(0).timestamp() * 1000)}/{ONE}", 1), tables).at == after(at)


@pytest.mark.parametrize(
    ("ahead", "words"),
    [
        pytest.param(600, "600 s ahead of", id="ahead"),
        pytest.param(-600, "600 s behind", id="behind"),
        pytest.param(7200, "2.0 h ahead of", id="hours ahead"),
    ],
)
def test_the_span_and_its_direction_are_told(ahead: float, words: str) -> None:
    told = found(group(*came(ONE, 0), *came(TWO, 900, ahead=ahead)), ID)[0]
    assert (told.clients, words in told.title) == ((TWO,), True)


@pytest.mark.parametrize(
    "version",
    [
        pytest.param(99999999999999999999, id="twenty digits"),
        pytest.param(9223372036854775807, id="the largest long"),
        pytest.param(10**15, id="between milliseconds and nanoseconds"),
        pytest.param(0, id="zero"),
        pytest.param(-1, id="below zero"),
    ],
)
def test_whatever_number_a_version_is_nothing_breaks_and_nothing_is_proven(version: int) -> None:
    odd = registered(TWO, 5)
    changed = odd.raw[: odd.raw.index("subVersion=")] + f"subVersion={version}, expressionType=TAG]]]"
    case = group(*came(ONE, 0), connected(TWO, 5), record(odd.event, changed, address=odd.address, file=odd.file, at=5))
    assert status_of(case, ID) in ("open", "suspected")
