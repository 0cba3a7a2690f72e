"""Does a broker not give back the messages that pop consumers did not confirm?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rmqkit.diagnosis.case.broker_looks import Behind, behind, named
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Claim, Rival, core, need
from rmqkit.diagnosis.commands import BROKER_METRICS
from rmqkit.diagnosis.consequences import no_nearer
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Text
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.severity import Severity
from rmqkit.language import say

ID = "revive_behind"
# `PopMetricsManager` (5.1.0 and later); the latency is in milliseconds
_LAG, _LATENCY = "rocketmq_pop_revive_lag", "rocketmq_pop_revive_latency"
# A check point is looked at once its invisible time is over, and `PopReviveService` waits some
# seconds for later confirmations: below this it does what it should.
_IN_TIME = 60_000


def claims(case: Case, _: Sequence[Finding]) -> Iterable[Claim]:
    """By the brokers' own metrics: what waits to be given back, and for how long."""
    late = {(one.teller, _queue(one)) for one in behind(case.facts, named(_LATENCY), _IN_TIME)}
    for window in behind(case.facts, named(_LAG)):
        if window.gets_no_nearer or (window.teller, _queue(window)) in late:
            yield _claim(case, window, (window.teller, _queue(window)) in late)


def _queue(window: Behind) -> int | None:
    return window.looks[-1].queue


def _claim(case: Case, window: Behind, late: bool) -> Claim:
    return Claim(
        ID,
        say(
            "{broker} does not give back {messages:,} entries of popped messages",
            broker=window.teller,
            messages=window.amounts[-1],
        ),
        say(
            "Messages that a pop consumer took and did not confirm wait on the broker to be delivered again; no lag of the "
            "group counts them."
        ),
        Severity.WARNING if window.gets_no_nearer else Severity.NOTICE,
        signs=(
            core(say("the broker says that revival is behind"), len(window.looks)),
            no_nearer(window, BROKER_METRICS),
            need(say("it waits for more than a minute"), late or _apart(window), command=BROKER_METRICS),
        ),
        rivals=(
            Rival(
                say("consumers hold these messages within their invisible time"), refuted=late, command=BROKER_METRICS
            ),
        ),
        brokers=(window.teller,),
        evidence=tuple(look.place for look in window.looks[-6:]),
        since=window.looks[0].at,
        details={"messages": window.amounts[-1]},
    )


def _apart(window: Behind) -> bool:
    return window.span is not None and window.span.total_seconds() * 1000 >= _IN_TIME


EXPLANATION = Explanation(
    id=ID,
    rank=89,
    claims=claims,
    command=BROKER_METRICS,
    text=Text(
        CAUSE,
        "A broker does not give back messages that pop consumers took and did not confirm: they are read by nobody until "
        "its revival goes on.",
        "The broker's metrics rocketmq_pop_revive_lag and rocketmq_pop_revive_latency, twice; pop.log of the broker.",
        (
            "Look at pop.log for what revival waits for, and at the broker that holds the revive topic; a slave that acts as "
            "master does it only where enableSlaveActingMaster is set.",
        ),
        ("Do not reset the group's offsets: these messages are no lag of its queues.",),
    ),
)
