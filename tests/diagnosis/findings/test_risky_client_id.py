"""risky_client_id: ids that another container gets as well."""

from dataclasses import replace

import pytest

from rmqkit.diagnosis import verdict
from rmqkit.diagnosis.facts.group import GroupFacts
from tests.diagnosis.findings.groups import ONE, QUEUES, SHARES, lists, looks, well
from tests.diagnosis.findings.said import GROUP, found, status_of

ID = "risky_client_id"


def group(*client_ids: str) -> GroupFacts:
    return well(rosters=lists(*client_ids), running=(), snapshots=())


@pytest.mark.parametrize(
    ("client_id", "status"),
    [
        pytest.param("172.17.0.2@1", "proven", id="agrees: docker's own network and a container's first process"),
        pytest.param("172.17.0.2@24318", "proven", id="agrees: docker's own network"),
        pytest.param("127.0.0.1@9911", "proven", id="agrees: the loopback address"),
        pytest.param("10.0.0.5@1", "proven", id="agrees: a container's first process, which every container has"),
        pytest.param("172.17.0.2@1#81541535", None, id="contradicted: a nano time tells two apart (4.9.0 and later)"),
        pytest.param("10.0.0.5@24318", None, id="silent: an address and a process id of a host"),
        pytest.param(
            "172.17.0.2@6f1ad6f0-2f0b-4f3c-9f3e-1c2d3e4f5a6b", None, id="contradicted: a UUID is no process id"
        ),
        pytest.param("127.0.0.1@orders-7d9f8b6c5-x2x4z", None, id="contradicted: a pod's name is no process id"),
        pytest.param("172.17.0.2@order-app", None, id="silent: a name that somebody gave"),
        pytest.param("127.0.0.1@DEFAULT", "proven", id="agrees: the default name on the loopback address"),
        pytest.param("${POD_IP}@${POD_NAME}", "proven", id="agrees: placeholders that nothing replaced"),
        pytest.param("${POD_IP}@7#81541535", None, id="contradicted: a nano time beside a placeholder"),
        pytest.param("pod-7.svc@orders-7", None, id="silent: names that somebody gave"),
    ],
)
def test_how_sure(client_id: str, status: str | None) -> None:
    assert status_of(group(ONE, client_id), ID) == status


def test_beside_what_ails_the_group_it_is_not_said() -> None:
    """It would read as the cause."""
    sick = replace(group(ONE, "172.17.0.2@1"), snapshots=looks(SHARES, standing=QUEUES))
    assert [one.id for one in verdict({GROUP: sick}).findings if one.alarming]
    assert found(sick, ID) == []


def test_ids_that_collide_already_are_no_mere_risk() -> None:
    assert found(group("172.17.0.2@1", "172.17.0.2@1"), ID) == []


def test_the_line_of_the_list_is_shown() -> None:
    told = found(group(ONE, "172.17.0.2@1"), ID)[0]
    assert (told.clients, [line.line for line in told.evidence]) == (("172.17.0.2@1",), [3])
