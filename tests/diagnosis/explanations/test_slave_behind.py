"""slave_behind: a slave lacks what its master stored, and gets no nearer."""

from __future__ import annotations

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.explanations.said import facts, figures, found, status_of

SLAVE = "10.0.0.2:51234"


def slave(*looks: tuple[float, str], acknowledged: tuple[str, ...] = ()) -> GroupFacts:
    """haStatus of the master at some moments."""
    acks = figures(f"slave {SLAVE} ack", *((60.0 * n, ack) for n, ack in enumerate(acknowledged)))
    return facts(figures=(*figures(f"slave {SLAVE} diff", *looks), *acks))


@pytest.mark.parametrize(
    ("case", "status"),
    [
        pytest.param(
            slave((0, "5000"), (60, "9000"), acknowledged=("7", "7")), "proven", id="agrees: it confirms nothing new"
        ),
        pytest.param(slave((0, "9000000"), (60, "2000000")), "suspected", id="contradicted: it catches up"),
        pytest.param(slave((0, "9000000")), "suspected", id="too little: one look"),
        pytest.param(slave((0, "300")), "open", id="silent: what is on its way at one look"),
        pytest.param(slave((0, "0"), (60, "0")), "open", id="silent: it has everything"),
    ],
)
def test_how_sure(case: GroupFacts, status: str) -> None:
    assert status_of(case, "slave_behind") == status


def test_the_slave_is_named() -> None:
    assert found(slave((0, "5000"), (60, "9000")), "slave_behind")[0].details["slave"] == SLAVE
