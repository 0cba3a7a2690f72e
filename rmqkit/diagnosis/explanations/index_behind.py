"""Does a broker store messages and not hand them to its queues?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rmqkit.diagnosis.case.broker_looks import Behind, named, stays_behind
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Claim, Rival, core
from rmqkit.diagnosis.commands import BROKER_STATUS
from rmqkit.diagnosis.consequences import no_nearer
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Text
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.severity import Severity
from rmqkit.language import say

ID = "index_behind"
# brokerStatus of all versions, rocketmq-exporter, and the brokers' own metrics (5.1.0 and later)
_FIGURES = named(
    "dispatchBehindBytes", "rocketmq_brokeruntime_dispatch_behind_bytes", "rocketmq_storage_dispatch_behind_bytes"
)
# `ReputMessageService` works every millisecond: what one look shows below this is on its way.
_ON_ITS_WAY = 1 << 20


def claims(case: Case, _: Sequence[Finding]) -> Iterable[Claim]:
    """By the bytes that the broker itself says are stored and not dispatched."""
    for window in stays_behind(case.facts, _FIGURES, _ON_ITS_WAY):
        yield _claim(case, window)


def _claim(case: Case, window: Behind) -> Claim:
    return Claim(
        ID,
        say(
            "{broker} has {bytes:,} bytes stored that its queues do not show",
            broker=window.teller,
            bytes=window.amounts[-1],
        ),
        say(
            "The broker writes messages to its commit log and does not enter them into its queues: nobody can read them, "
            "and no lag counts them."
        ),
        Severity.WARNING if window.gets_no_nearer else Severity.NOTICE,
        signs=(
            core(say("the broker says that stored messages are not dispatched"), len(window.looks)),
            no_nearer(window, BROKER_STATUS),
        ),
        rivals=(
            Rival(
                say("it still enters what it found at its start"),
                refuted=window.gets_no_nearer,
                command=BROKER_STATUS,
            ),
        ),
        topics=case.facts.topics,
        brokers=(window.teller,),
        evidence=tuple(look.place for look in window.looks[-6:]),
        since=window.looks[0].at,
        details={"bytes": window.amounts[-1]},
    )


EXPLANATION = Explanation(
    id=ID,
    rank=87,
    claims=claims,
    command=BROKER_STATUS,
    text=Text(
        CAUSE,
        "A broker stores messages and does not enter them into its queues (dispatch): consumers cannot read them, and no "
        "lag shows them, because a queue's end is what was entered.",
        "mqadmin brokerStatus -b BROKER twice: dispatchBehindBytes stays above 0 and does not fall.",
        (
            "Look at store.log and storeerror.log of that broker for the message at which dispatching stands, and at its "
            "disk; a slow disk or a damaged file holds it.",
            "After a restart wait: what was found in the log is entered again, and the figure falls.",
        ),
        ("Do not delete the consume queue while the broker runs.",),
    ),
)
