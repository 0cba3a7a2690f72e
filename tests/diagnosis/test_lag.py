"""The numbered rules of lag (`case.lag`): what each of them says of the looks at one queue, and at several."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import pytest

from rmqkit.diagnosis.case.lag import (
    Movement,
    group_falls_behind,
    keep_pace,
    keep_up_throughout,
    lag_grows_steadily,
    none_moves,
    slow_owners_queues,
    work,
)
from rmqkit.diagnosis.facts.group import QueueProgress, Snapshot
from rmqkit.rocketmq import MessageQueue

START = datetime.fromisoformat("2026-11-21T10:00:00+00:00")
APART = timedelta(seconds=30)
ALICE, BOB = "10.20.0.11", "10.20.0.12"


def queue(
    *offsets: tuple[int, int],
    topic: str = "topicA",
    number: int = 0,
    owner: str | None = ALICE,
    seconds: float | None = 30.0,
    times: Sequence[int] = (),
    inflight: Sequence[int | None] = (),
) -> Movement:
    """A queue at looks of (consumer offset, broker offset); `seconds` lie between one look and the next."""
    of = MessageQueue(topic, "broker-a", number)
    pulled = [*inflight, *[None] * len(offsets)]
    rows = [
        QueueProgress(of, end, at, owner, end - at, held, None, 1)
        for (at, end), held in zip(offsets, pulled, strict=False)
    ]
    weights = list(times) or [1] * len(rows)
    looks = [
        Snapshot(f"look-{place}.txt", 0, START + place * APART, (row,), times=weight)
        for place, (row, weight) in enumerate(zip(rows, weights, strict=True))
    ]
    span = None if seconds is None else seconds * (len(rows) - 1)
    return Movement(of, tuple(looks), tuple(rows), span, tuple(row.client_ip for row in rows))


def beside_one_that_is_read(seconds: int, end: int = 9) -> Movement:
    """A queue of one look, of which the last message read was stored so long before that of another queue."""
    own, other = (MessageQueue("topicA", "broker-a", number) for number in (0, 1))
    before = START - timedelta(seconds=seconds)
    row = QueueProgress(own, end, 5, None, end - 5, None, before, 1)
    shown = Snapshot("look.txt", 0, START, (row, QueueProgress(other, 9, 9, ALICE, 0, None, START, 2)))
    return Movement(own, (shown,), (row,), None, (None,))


RULES: dict[str, Callable[[Movement], object]] = {
    "L1": lambda looks: looks.waits,
    "L2": lambda looks: looks.stands,
    "L3": lambda looks: looks.run,
    "L3 in looks": lambda looks: looks.stuck_snapshots,
    "L4": lambda looks: looks.gets_nearer,
    "L5": lambda looks: looks.gets_no_nearer,
    "L6": lambda looks: looks.falls_behind,
    "L7": lambda looks: looks.fed,
    "L8": lambda looks: looks.keeps_up,
    "L9": lambda looks: looks.moves_on,
    "L10": lambda looks: looks.moved_last,
    "L11": lambda looks: looks.left_standing,
    "L12": lambda looks: looks.stuck_with_owner,
    "L13": lambda looks: looks.stands_while_fed,
    "L23": lambda looks: looks.pulled_uncommitted,
    "L25": lambda looks: looks.left_long_ago,
    "L29": lambda looks: looks.paused,
}


@pytest.mark.parametrize(
    ("rule", "looks", "says"),
    [
        pytest.param("L1", queue((5, 5)), False, id="at its end nothing waits"),
        pytest.param("L29", queue((5, 9), (5, 30), (40, 50)), True, id="it stayed while messages came, and went on"),
        pytest.param("L29", queue((5, 9), (20, 30), (40, 50)), False, id="it went on from look to look"),
        pytest.param("L29", queue((5, 5), (5, 5), (9, 9)), False, id="nothing came while it stayed"),
        pytest.param("L1", queue((5, 5), (5, 6)), True, id="one message behind the newest look waits"),
        pytest.param("L2", queue((5, 9)), False, id="one look shows nothing stand"),
        pytest.param("L2", queue((5, 9), (5, 9)), True, id="the same place twice with messages behind it stands"),
        pytest.param("L2", queue((5, 9), (6, 9)), False, id="what was committed once does not stand"),
        pytest.param("L2", queue((5, 9), (5, 5)), False, id="what has nothing left to read does not stand"),
        pytest.param("L3", queue((4, 9), (5, 9), (5, 9)), 2, id="the run ends where it was at another place"),
        pytest.param("L3", queue((5, 5), (5, 9), (5, 9)), 2, id="the run ends where nothing waited"),
        pytest.param("L3", queue((5, 9), (9, 9)), 0, id="at its end there is no run"),
        pytest.param("L3 in looks", queue((5, 9), (5, 9), times=(1, 7)), 8, id="looks that were left out count"),
        pytest.param("L4", queue((1, 9), (5, 9)), True, id="less is left than before"),
        pytest.param("L4", queue((1, 9)), False, id="one look gets nothing nearer"),
        pytest.param("L5", queue((1, 9), (1, 9)), True, id="as far as at first is no nearer"),
        pytest.param("L5", queue((1, 9), (9, 9), (1, 20)), False, id="what was at its end once got there"),
        pytest.param("L5", queue((1, 9), (5, 9)), False, id="what is nearer than at first gets nearer"),
        pytest.param("L6", queue((1, 2), (5, 9)), True, id="consumed and further behind"),
        pytest.param("L6", queue((1, 2), (8, 9)), False, id="consumed as fast as it comes"),
        pytest.param("L7", queue((1, 2), (1, 9)), True, id="messages came between the looks"),
        pytest.param(
            "L7", queue((1, 2), (1, 9), topic="%RETRY%groupA"), False, id="the retry topic is fed by failures"
        ),
        pytest.param("L7", queue((1, 9)), False, id="one look shows nothing come"),
        pytest.param("L8", queue((1, 9), (2, 9)), True, id="one message consumed"),
        pytest.param("L8", queue((9, 9), (9, 9)), True, id="nothing to consume"),
        pytest.param("L8", queue((1, 9), (1, 9)), False, id="messages wait and none is consumed"),
        pytest.param("L9", queue((1, 9), (5, 9)), True, id="it moved to the last"),
        pytest.param("L9", queue((1, 9), (5, 9), (5, 9)), False, id="it moved, and stopped"),
        pytest.param("L9", queue((5, 5), (5, 5)), False, id="nothing was consumed"),
        pytest.param("L10", queue((1, 9), (9, 9)), True, id="the newest look has it at its end"),
        pytest.param("L10", queue((1, 9), (5, 9)), True, id="the newest look has it further"),
        pytest.param("L10", queue((1, 9)), False, id="one look shows no move"),
        pytest.param("L11", queue((5, 9), (5, 9)), True, id="messages wait through two looks"),
        pytest.param("L11", queue((0, 9), (0, 9)), False, id="what was never committed may be shown from its start"),
        pytest.param("L11", queue((0, 9), (0, 12)), True, id="never committed, and messages come"),
        pytest.param("L12", queue((5, 9), (5, 10)), True, id="its owner leaves it for 30 s while a message comes"),
        pytest.param("L12", queue((5, 9), (5, 10), owner=None), False, id="nobody has it"),
        pytest.param("L12", queue((5, 9), (5, 10), seconds=5), False, id="one commit interval is too short"),
        pytest.param("L12", queue((5, 9), (5, 10), seconds=None), False, id="two looks without times are too few"),
        pytest.param("L12", queue((5, 9), (5, 9), (5, 9), seconds=None), True, id="three looks without times"),
        pytest.param("L12", queue((5, 9), (5, 9)), False, id="two looks at the same may be copies of one moment"),
        pytest.param("L13", queue((5, 9), (5, 12)), True, id="messages arrive and its place stays"),
        pytest.param("L13", queue((5, 9), (5, 9)), False, id="no message came"),
        pytest.param(
            "L23",
            queue((0, 8_000), (0, 9_000), inflight=(8_000, 9_000)),
            True,
            id="all is pulled, none committed",
        ),
        pytest.param(
            "L23", queue((0, 8_000), (0, 9_000), inflight=(1_000, 1_000)), False, id="a client may hold what was pulled"
        ),
        pytest.param("L23", queue((0, 8_000), (0, 9_000)), False, id="looks that do not tell what was pulled"),
        pytest.param(
            "L23", queue((0, 8_000), (10, 9_000), inflight=(8_000, 9_000)), False, id="it is committed now and then"
        ),
        pytest.param(
            "L23", queue((0, 8_000), (0, 9_000), inflight=(8_000, 9_000), seconds=5), False, id="within one commit"
        ),
        pytest.param("L25", beside_one_that_is_read(20 * 60), True, id="others were read long after it"),
        pytest.param("L25", beside_one_that_is_read(5 * 60), False, id="others were read a little later"),
        pytest.param("L25", beside_one_that_is_read(20 * 60, end=5), False, id="nothing more waits in it"),
        pytest.param("L13", queue((4, 9), (5, 12)), False, id="it moved once"),
        pytest.param("L13", queue((5, 9), (5, 12), seconds=5), False, id="within one commit interval"),
    ],
)
def test_what_one_queue_shows(rule: str, looks: Movement, says: object) -> None:
    assert RULES[rule](looks) == says


FED = [queue((0, 10), (100, 200), (200, 400), number=number) for number in range(4)]
SLOW = [queue((0, 10), (10, 100), (20, 300), number=number, owner=BOB) for number in range(4, 6)]
QUICK = [queue((0, 10), (99, 100), (399, 400), number=number) for number in range(4)]


@pytest.mark.parametrize(
    ("says", "expected"),
    [
        pytest.param(work(QUICK), True, id="L14: all queues are consumed"),
        pytest.param(work([*QUICK, queue((5, 9), (5, 9), number=9)]), False, id="L14: one of them stands"),
        pytest.param(work([]), False, id="L14: nothing was looked at"),
        pytest.param(none_moves([queue((5, 9), (5, 12))]), True, id="L15: messages wait and nothing moves"),
        pytest.param(none_moves([queue((5, 9), (5, 12)), QUICK[0]]), False, id="L15: another queue moves"),
        pytest.param(none_moves([queue((5, 9))]), False, id="L15: one look tells nothing"),
        pytest.param(group_falls_behind(FED), True, id="L16: all are consumed and fall behind"),
        pytest.param(group_falls_behind(QUICK), False, id="L16: all keep up"),
        pytest.param(
            group_falls_behind([*FED, queue((5, 9), (5, 99), (5, 400), number=9, owner=BOB)]),
            False,
            id="L17: one stands under an owner that consumes nothing",
        ),
        pytest.param(
            group_falls_behind([*FED, queue((5, 9), (5, 99), (5, 400), number=9)]),
            True,
            id="L17: one stands for a while under an owner that consumes others",
        ),
        pytest.param(
            group_falls_behind([queue((0, 1), (99, 101), (198, 201))]),
            False,
            id="L18: what waits for a commit is no lag",
        ),
        pytest.param(lag_grows_steadily(FED), True, id="L19: further behind at each look"),
        pytest.param(lag_grows_steadily([queue((0, 10), (10, 100), (100, 150))]), False, id="L19: nearer at one look"),
        pytest.param(slow_owners_queues([*QUICK, *SLOW]) == SLOW, True, id="L20: one slow client among quick ones"),
        pytest.param(
            slow_owners_queues([*QUICK, queue((0, 10), (10, 100), owner=BOB)]),
            [queue((0, 10), (10, 100), owner=BOB)],
            id="L20: two looks are asked as well",
        ),
        pytest.param(slow_owners_queues([queue((0, 10), owner=BOB)]), [], id="L20: one look is too few for it"),
        pytest.param(keep_pace([*QUICK, *SLOW]), False, id="L21: one lags by more than waits for a commit"),
        pytest.param(keep_pace(QUICK), True, id="L21: all keep pace"),
        pytest.param(keep_up_throughout(QUICK), True, id="L22: all are read as messages come"),
        pytest.param(keep_up_throughout(SLOW), False, id="L22: one falls behind"),
        pytest.param(
            keep_up_throughout([queue((100, 400), (190, 490))]),
            False,
            id="L22: no further behind, and far from the end",
        ),
        pytest.param(keep_up_throughout([queue((100, 400))]), False, id="L22: one look, with messages behind it"),
    ],
)
def test_what_several_queues_show(says: object, expected: object) -> None:
    assert says == expected
