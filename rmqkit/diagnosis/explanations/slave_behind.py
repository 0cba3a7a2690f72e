"""Does a slave not keep up with its master?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rmqkit.diagnosis.case.broker_looks import Behind, behind
from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.claims import Claim, Rival, core, follows, need
from rmqkit.diagnosis.commands import HA_STATUS
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
    for found in behind(case.facts, _is_difference):
        if found.lasts or found.amounts[-1] >= _ON_ITS_WAY:
            yield _claim(case, found)


def _is_difference(figure: Figure) -> bool:
    return slave_in(figure.name, "diff") is not None


def _claim(case: Case, found: Behind) -> Claim:
    slave = slave_in(found.looks[-1].name, "diff") or ""
    stands = _stands(case, found, slave)
    return Claim(
        ID,
        say("A slave of {master} is {bytes:,} bytes behind", master=found.teller, bytes=found.amounts[-1]),
        say(
            "{slave} does not have what its master {master} stored last: whoever reads from the slave does not see it, and "
            "it is lost if the master is.",
            slave=slave,
            master=found.teller,
        ),
        Severity.WARNING if found.lasts else Severity.NOTICE,
        signs=(
            core(say("the master says that the slave lacks what it stored"), len(found.looks)),
            need(
                say("it is not getting nearer from look to look"),
                found.lasts,
                command=HA_STATUS,
                against=[found.looks[-1].place] if found.gets_nearer else (),
            ),
            follows(say("the slave confirms nothing new"), len(stands) > 1),
        ),
        rivals=(
            Rival(say("the slave was just started and copies what it lacks"), refuted=found.lasts, command=HA_STATUS),
        ),
        brokers=(found.teller,),
        evidence=(*(look.place for look in found.looks[-6:]), *(look.place for look in stands[-2:])),
        since=found.looks[0].at,
        details={"bytes": found.amounts[-1], "slave": slave},
    )


def _stands(case: Case, found: Behind, slave: str) -> list[Figure]:
    """The looks at what the slave confirmed, where it is the same at all of them."""
    confirmed = [
        figure
        for figure in case.facts.figures
        if figure.teller == found.teller and slave_in(figure.name, "ack") == slave
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
