"""Does a broker not give back the messages that pop consumers did not confirm?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rmqkit.diagnosis.case.broker_looks import Behind, behind, named
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Claim, Rival, core, need
from rmqkit.diagnosis.commands import BROKER_METRICS
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
    for found in behind(case.facts, named(_LAG)):
        if found.lasts or (found.teller, _queue(found)) in late:
            yield _claim(case, found, (found.teller, _queue(found)) in late)


def _queue(found: Behind) -> int | None:
    return found.looks[-1].queue


def _claim(case: Case, found: Behind, late: bool) -> Claim:
    return Claim(
        ID,
        say(
            "{broker} does not give back {messages:,} entries of popped messages",
            broker=found.teller,
            messages=found.amounts[-1],
        ),
        say(
            "Messages that a pop consumer took and did not confirm wait on the broker to be delivered again; no lag of the "
            "group counts them."
        ),
        Severity.WARNING if found.lasts else Severity.NOTICE,
        signs=(
            core(say("the broker says that revival is behind"), len(found.looks)),
            need(
                say("it is not getting nearer from look to look"),
                found.lasts,
                command=BROKER_METRICS,
                against=[found.looks[-1].place] if found.gets_nearer else (),
            ),
            need(say("it waits for more than a minute"), late or _apart(found), command=BROKER_METRICS),
        ),
        rivals=(
            Rival(
                say("consumers hold these messages within their invisible time"), refuted=late, command=BROKER_METRICS
            ),
        ),
        brokers=(found.teller,),
        evidence=tuple(look.place for look in found.looks[-6:]),
        since=found.looks[0].at,
        details={"messages": found.amounts[-1]},
    )


def _apart(found: Behind) -> bool:
    return found.span is not None and found.span.total_seconds() * 1000 >= _IN_TIME


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
