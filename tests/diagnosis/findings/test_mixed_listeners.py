"""mixed_listeners: consumers in order beside concurrent ones."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis.facts.clients_words import RunningInfo
from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.findings.groups import ONE, QUEUES, TWO, client, lists, well
from tests.diagnosis.findings.said import found, how_sure

ID = "mixed_listeners"


def told(client_id: str, orderly: str | None, *numbers: int, later: bool = False) -> RunningInfo:
    """What a client reports of itself that holds these queues; `later`: it was started after the others were asked."""
    moments = {"asked": 900, "started": 500} if later else {}
    info = client(client_id, *(QUEUES[number] for number in numbers), **moments)
    own = {"PROP_CONSUMEORDERLY": orderly} if orderly else {}
    return replace(info, properties=info.properties | own, property_lines=info.property_lines | dict.fromkeys(own, 15))


def group(first: str | None, second: str | None, **changed: object) -> GroupFacts:
    return well(**{"running": (told(ONE, first, 0, 1), told(TWO, second, 2, 3)), "rosters": lists(ONE, TWO), **changed})


test_how_sure = how_sure(
    ID,
    pytest.param(group("true", "false"), "proven", id="agrees: one consumes in order, one concurrently"),
    pytest.param(group("true", "true"), "open", id="contradicted: both consume in order"),
    pytest.param(group("false", "false"), "open", id="contradicted: both consume concurrently"),
    pytest.param(group("true", None), "open", id="silent: one does not report it"),
    pytest.param(
        group("true", "false", running=(told(ONE, "true", 0, 1), told(TWO, "false"))),
        "open",
        id="silent: the concurrent one holds no queue",
    ),
    pytest.param(
        group(
            "true", "false", rosters=(), snapshots=(), running=(told(ONE, "true", 0), told(TWO, "false", 2, later=True))
        ),
        "suspected",
        id="too little: one was asked before the other one started",
    ),
)


def test_the_queues_of_the_concurrent_one_lose_their_order() -> None:
    [finding] = found(group("true", "false"), ID)
    assert (finding.clients, finding.queues) == ((TWO,), QUEUES[2:])
