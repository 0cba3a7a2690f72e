"""Does a slave not keep up with its master?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rmqkit.diagnosis.case.broker_looks import Behind, stays_behind
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Claim, Rival, core, follows
from rmqkit.diagnosis.commands import HA_STATUS
from rmqkit.diagnosis.consequences import no_nearer
from rmqkit.diagnosis.explanation import CAUSE, Explanation, Text
from rmqkit.diagnosis.facts.brokers_words import Figure
from rmqkit.diagnosis.finding import Finding
from rmqkit.diagnosis.severity import Severity
from rmqkit.formats.figures_text import slave_in
from rmqkit.language import say

ID = "slave_behind"
# A slave asks for more as soon as it has written what came: what one look shows below this is on its way.
_ON_ITS_WAY = 1 << 20


def claims(case: Case, _: Sequence[Finding]) -> Iterable[Claim]:
    """By what the master says of each of its slaves (haStatus, 5.0.0 and later)."""
    for window in stays_behind(case.facts, _is_difference, _ON_ITS_WAY):
        yield _claim(case, window)


def _is_difference(figure: Figure) -> bool:
    return slave_in(figure.name, "diff") is not None


def _claim(case: Case, window: Behind) -> Claim:
    slave = slave_in(window.looks[-1].name, "diff") or ""
    stands = _stands(case, window, slave)
    return Claim(
        ID,
        say("A slave of {master} is {bytes:,} bytes behind", master=window.teller, bytes=window.amounts[-1]),
        say(
            "{slave} does not have what its master {master} stored last: whoever reads from the slave does not see it, and "
            "it is lost if the master is.",
            slave=slave,
            master=window.teller,
        ),
        Severity.WARNING if window.gets_no_nearer else Severity.NOTICE,
        signs=(
            core(say("the master says that the slave lacks what it stored"), len(window.looks)),
            no_nearer(window, HA_STATUS),
            follows(say("the slave confirms nothing new"), len(stands) > 1),
        ),
        rivals=(
            Rival(
                say("the slave was just started and copies what it lacks"),
                refuted=window.gets_no_nearer,
                command=HA_STATUS,
            ),
        ),
        brokers=(window.teller,),
        evidence=(*(look.place for look in window.looks[-6:]), *(look.place for look in stands[-2:])),
        since=window.looks[0].at,
        details={"bytes": window.amounts[-1], "slave": slave},
    )


def _stands(case: Case, window: Behind, slave: str) -> list[Figure]:
    """The looks at what the slave confirmed, where it is the same at all of them."""
    confirmed = [
        figure
        for figure in case.facts.figures
        if figure.teller == window.teller and slave_in(figure.name, "ack") == slave
    ]
    return confirmed if len({figure.value for figure in confirmed}) == 1 else []


EXPLANATION = Explanation(
    id=ID,
    rank=88,
    claims=claims,
    command=HA_STATUS,
    text=Text(
        CAUSE,
        "A slave does not keep up with its master: clients that read from it (the master is busy or gone) lack the newest "
        "messages and may find offsets beyond its queues' ends; if the master is lost, so are they.",
        "mqadmin haStatus -b MASTER twice: the slave's Diff grows, or its ack offset stands.",
        (
            "Look at the slave's store.log and disk, and at the line between the two (haListenPort of the master).",
            "Keep consumers on the master until the slave has caught up (slaveReadEnable=false).",
        ),
        ("Do not stop the master before the slave has caught up: what only it has would be gone.",),
    ),
)
