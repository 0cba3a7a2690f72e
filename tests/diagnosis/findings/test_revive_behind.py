"""revive_behind: what pop consumers did not confirm is not given back."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis import Severity, verdict
from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.findings.said import GROUP, facts, figures, how_sure


def revival(*lags: tuple[float, str], latency: str = "") -> GroupFacts:
    """A broker's metrics at some moments."""
    late = figures("rocketmq_pop_revive_latency", (lags[-1][0], latency)) if latency else ()
    return facts(figures=(*figures("rocketmq_pop_revive_lag", *lags), *late))


test_how_sure = how_sure(
    "revive_behind",
    pytest.param(
        revival((0, "50"), (120, "90"), latency="300000"), "proven", id="agrees: it grows, and waits for minutes"
    ),
    pytest.param(revival((0, "50"), (120, "90")), "suspected", id="too little: no word of how long it waits"),
    pytest.param(revival((0, "90"), latency="300000"), "suspected", id="too little: one look"),
    pytest.param(revival((0, "90"), (120, "50"), latency="300000"), "suspected", id="contradicted: it gets nearer"),
    pytest.param(revival((0, "0"), (120, "0")), "open", id="silent: nothing waits"),
)


def test_each_revive_queue_is_behind_by_its_own_figure() -> None:
    """Two queues of which each falls behind: seen one after the other, the second is nearer its end."""
    lags = [
        replace(figure, queue=queue)
        for queue, looks in enumerate([((0, "90"), (120, "99")), ((0, "10"), (120, "20"))])
        for figure in figures("rocketmq_pop_revive_lag", *looks)
    ]
    (claim,) = [
        finding for finding in verdict({GROUP: facts(figures=tuple(lags))}).findings if finding.id == "revive_behind"
    ]

    assert claim.details["messages"] == 119
    assert claim.severity == Severity.WARNING
