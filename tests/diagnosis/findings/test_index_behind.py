"""index_behind: messages are stored and not dispatched, and that gets no better."""

import pytest

from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.findings.said import facts, figures, how_sure


def dispatch(*looks: tuple[float, str]) -> GroupFacts:
    """brokerStatus at some moments: dispatchBehindBytes."""
    return facts(figures=figures("dispatchBehindBytes", *looks))


test_how_sure = how_sure(
    "index_behind",
    pytest.param(dispatch((0, "5000"), (60, "9000")), "proven", id="agrees: it grows"),
    pytest.param(dispatch((0, "5000"), (60, "5000")), "proven", id="agrees: it stays"),
    pytest.param(dispatch((0, "9000000"), (60, "2000000")), "suspected", id="contradicted: it catches up"),
    pytest.param(dispatch((0, "9000000")), "suspected", id="too little: one look at much"),
    pytest.param(dispatch((0, "300")), "open", id="silent: what is on its way at one look"),
    pytest.param(dispatch((0, "0"), (60, "0")), "open", id="silent: nothing is behind"),
)
