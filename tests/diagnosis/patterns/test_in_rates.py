"""Patterns of rates: who is suspected where brokers give more than is read, and when nobody is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.patterns.in_rates import pulled_more_than_read
from rmqkit.rocketmq import MessageQueue
from tests.diagnosis.findings.groups import IP, ONE, QUEUES, SHARES, TWO, client, lists, looks, route
from tests.diagnosis.findings.said import facts
from tests.diagnosis.patterns.seen import counted, rate, suspects

ANY = ["client_id_collision", "mixed_allocation_strategies", "message_model_mismatch"]
# Four queues of which each goes on by 90 in 30 s.
PACE = 12.0


def given(
    *tps: float,
    standing: Sequence[MessageQueue] = (),
    **more: object,
) -> GroupFacts:
    """Looks every 30 s, with what was given in the minute before each."""
    rates = tuple(rate(each, number) for number, each in enumerate(tps, start=1))
    return facts(snapshots=looks(SHARES, standing, times=len(tps)), answers=rates, **more)


def twins(tps: float, processes: int = 2) -> GroupFacts:
    """So many processes share ONE's id and read the first share; the other queues stand, with nobody's name."""
    share = QUEUES[: 4 // processes]
    owners = {each: IP[ONE] if each in share else None for each in QUEUES}
    shown = looks(owners, standing=[each for each in QUEUES if each not in share])
    rates = tuple(rate(tps, number) for number in (1, 2, 3))
    members = {"rosters": lists(*[ONE] * processes), "running": (client(ONE, *share),)}
    return facts(snapshots=shown, answers=rates, routes=route(), **members)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(given(2 * PACE, 2 * PACE, 2 * PACE), ANY, id="agrees: twice as much is given as is read"),
        pytest.param(
            given(2 * PACE, 2 * PACE, listings=counted(2)), ANY[1:], id="agrees: and everybody who is counted is named"
        ),
        pytest.param(given(2 * PACE, 2 * PACE, listings=counted(3)), ANY, id="agrees: and one more is counted"),
        pytest.param(given(PACE, PACE, PACE), [], id="contradicted: as much as is read"),
        pytest.param(given(PACE / 3, PACE / 3), [], id="contradicted: brokers filter the rest away"),
        pytest.param(given(9 * PACE, 5 * PACE, 2 * PACE), [], id="contradicted: it falls, as after a burst"),
        pytest.param(twins(PACE), [], id="contradicted: two processes with one id read two queues, as is known"),
        pytest.param(twins(PACE, 4), [], id="contradicted: so do four that read one queue"),
        pytest.param(
            replace(
                twins(PACE),
                rosters=lists(ONE, TWO),
                running=tuple(client(who, *QUEUES[:2], strategy="Mine") for who in (ONE, TWO)),
            ),
            ANY,
            id="agrees: two members hold the same queues, by a strategy that nobody knows",
        ),
        pytest.param(twins(2 * PACE), ANY, id="agrees: it is twice what the known readers account for"),
        pytest.param(given(2 * PACE), [], id="too little: one look"),
        pytest.param(
            facts(snapshots=looks(SHARES, times=2, rate=3), answers=(rate(1.0), rate(1.0, 2))),
            [],
            id="too little: a dozen messages",
        ),
        pytest.param(
            facts(snapshots=looks(SHARES), answers=(rate(2 * PACE),)), [], id="too little: not every look has a rate"
        ),
        pytest.param(given(2 * PACE, 2 * PACE, standing=QUEUES), [], id="silent: nothing is read"),
    ],
)
def test_pulled_more_than_read(case: GroupFacts, expected: list[str]) -> None:
    assert suspects(pulled_more_than_read, case) == expected
