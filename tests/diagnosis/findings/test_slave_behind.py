"""slave_behind: a slave lacks what its master stored, and gets no nearer."""

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.findings.said import facts, figures, how_sure, record

SLAVE = "10.0.0.2:51234"


def slave(*looks: tuple[float, str]) -> GroupFacts:
    """haStatus of the master at some moments."""
    return facts(figures=figures(f"slave {SLAVE} diff", *looks))


def logged(*amounts: int, slave: str = "broker-a/store.log", of: str = "ha_slave_lost") -> GroupFacts:
    """A master's broker.log, a minute between the lines, and what a store.log says of a slave."""
    lines = [
        record(
            "slave_behind_told",
            f"{amount} bytes",
            detail=f"{amount} bytes",
            last_detail=f"{amount} bytes",
            at=60 * n,
            file="broker-a/broker.log",
        )
        for n, amount in enumerate(amounts)
    ]
    seen = [record(of, at=30, file=slave, source="other")] if slave else []
    return facts([*lines, *seen])


test_how_sure = how_sure(
    "slave_behind",
    pytest.param(slave((0, "5000"), (60, "9000")), "proven", id="agrees: it grows"),
    pytest.param(slave((0, "9000000"), (60, "2000000")), "suspected", id="contradicted: it catches up"),
    pytest.param(slave((0, "9000000")), "suspected", id="too little: one look"),
    pytest.param(slave((0, "300")), "open", id="silent: what is on its way at one look"),
    pytest.param(slave((0, "0"), (60, "0")), "open", id="silent: it has everything"),
    pytest.param(logged(5 << 20, 6 << 20), "proven", id="agrees: the master's log says so, and lost its slave"),
    pytest.param(
        logged(5 << 20, 6 << 20, slave="other/store.log", of="ha_client_lost"),
        "proven",
        id="agrees: so says the slave",
    ),
    pytest.param(logged(5 << 20), "suspected", id="too little: one line of the master's log"),
    pytest.param(logged(6 << 20, 5 << 20), "suspected", id="contradicted: it catches up, as the log says"),
    pytest.param(logged(5 << 20, 6 << 20, slave=""), "open", id="silent: no slave is seen, and a master alone says so"),
    pytest.param(
        logged(5 << 20, 6 << 20, slave="broker-b/store.log"), "open", id="silent: another master lost its slave"
    ),
    pytest.param(logged(5 << 20, 0), "open", id="silent: the log ends with nothing behind"),
)
