"""Mutated evidence of every kind: nothing raises, nothing hangs, every line is accounted for. `make
fuzz` tries 20,000.
"""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.fuzz import holding
from tests.fuzz.holding import TooLong, archive_fault_of, at_most, fault_of, input_of
from tests.fuzz.inputs import LONGEST_INPUT, MUTATIONS, seeds
from tests.measured import STEEPEST, steepness

A_FEW = 600
"""In every run of the tests, ten seconds of one core; the numbers behind these are for `make fuzz`.
"""


def test_the_promises_hold_for_mutated_inputs():
    faults = [fault for number in range(A_FEW) if (fault := fault_of(number))]
    assert [(fault.number, fault.name, fault.what[:300]) for fault in faults] == []


def test_the_promises_hold_for_damaged_archives(tmp_path: Path):
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    faults = [fault for number in range(A_FEW // 4) if (fault := archive_fault_of(number, unpacked))]
    assert [(fault.number, fault.name, fault.what[:300]) for fault in faults] == []
    assert list(tmp_path.iterdir()) == [unpacked]


# Each of them thousands of times in a row is a line that people paste: a blob in Base64, a ruler, minified JSON.
REPEATED = (
    *"5aA_.-'\"`\t([{</|,=\\%$#@", " ", "a.", "A.", "a@", "://", "secret", "credentials(", "accessKey", "code:", "CODE",
    "CODE: ", "Status {code: 1, ", "a.b.CException: ", "a=b ", "\\\"", "&lt;", "@RocketMQMessageListener(", "consumer.",
    "new DefaultMQPushConsumer(", "one two three ", "中", '{"a":', "[1,", "<td>", "**", "2026-11-21 ", "> ", "%RETRY%",
    "127.0.0.1:10911,", "RemotingCommand [code=1, ", "Status(", "topic=", "Caused by: ",
)  # fmt: skip
LENGTH = 5_000


def test_reading_a_line_takes_as_long_as_the_line_is():
    def read(piece: str, name: str, length: int) -> None:
        line = "the consumer's group info not exist " + piece * (length // len(piece))
        rows = holding.ledger_of(name, line.encode())
        assert all(sum(row[count] for count in holding.COUNTS) == row["lines"] for row in rows)

    found = {
        piece: steepness(partial(read, piece, ("post.txt", "broker.log")[number % 2]), LENGTH)
        for number, piece in enumerate(REPEATED)
    }
    assert {piece: exponent for piece, exponent in found.items() if exponent > STEEPEST} == {}


def test_the_inputs_are_many_kinds_of_text_and_mostly_no_copies():
    inputs = [input_of(number)[1] for number in range(200)]
    originals = {seed.content for seed in seeds()}
    assert len({seed.name for seed in seeds()}) >= 100
    assert sum(content in originals for content in inputs) < 20
    assert max(map(len, inputs)) <= LONGEST_INPUT


def test_the_same_number_makes_the_same_input():
    assert [input_of(number) for number in range(len(MUTATIONS))] == [input_of(n) for n in range(len(MUTATIONS))]


def reads_by(monkeypatch: pytest.MonkeyPatch, reader: Callable[[str, bytes], object]) -> None:
    monkeypatch.setattr(holding, "_warm", lambda: None)
    monkeypatch.setattr(holding, "ledger_of", reader)


def test_an_exception_is_a_fault(monkeypatch: pytest.MonkeyPatch):
    reads_by(monkeypatch, lambda name, content: int("no number"))
    fault = fault_of(7)
    assert fault is not None
    assert fault.what.startswith("ValueError: ")


def work_for(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def test_a_hang_is_a_fault(monkeypatch: pytest.MonkeyPatch):
    reads_by(monkeypatch, lambda name, content: work_for(60))
    fault = fault_of(7, seconds=0.05)
    assert fault is not None
    assert fault.what.startswith("TooLong: ")


def test_a_line_that_is_lost_is_a_fault(monkeypatch: pytest.MonkeyPatch):
    row = {"lines": 3, "rows": 1, "noise": 0, "blank": 0, "continuation": 0, "unparsed": 1}
    reads_by(monkeypatch, lambda name, content: [row])
    fault = fault_of(7)
    assert fault is not None
    assert fault.what.startswith("the ledger does not add up")


def test_the_alarm_is_off_afterwards():
    with at_most(0.05):
        pass
    work_for(0.1)
    with pytest.raises(TooLong), at_most(0.05):
        work_for(1)
