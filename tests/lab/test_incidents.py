"""The table of incidents: legal names, known ids, and enough of everything."""

import re

import pytest

from rmqkit.diagnosis.explanation import CAUSE, EFFECT, NOTE
from rmqkit.diagnosis.findings import BY_ID

from . import recipe
from .incidents import INCIDENTS, recordings
from .recorded import ASIDE, archives
from .scenario import Incident
from .truth import lets

# The ids that a diagnosis may name.
CAUSES, EFFECTS, NOTES = (
    {finding_id for finding_id, explanation in BY_ID.items() if explanation.kind == kind}
    for kind in (CAUSE, EFFECT, NOTE)
)
MADE_BY_NONE = {"index_behind", "mixed_listeners", "revive_behind", "stale_route"}
# What RocketMQ's own client accepts as a group or topic (Validators, TopicValidator): no dots.
LEGAL = re.compile(r"[%|a-zA-Z0-9_-]{1,127}")

EVERY = [*INCIDENTS.values(), *recipe.of_recordings(archives(ASIDE)).values()]


def test_names_are_legal_and_findings_are_known():
    for incident in EVERY:
        groups = {incident.group} | {client.group for client in incident.clients if client.group}
        assert all(LEGAL.fullmatch(name) for name in groups | {topic.name for topic in incident.topics}), incident.name
        assert set(incident.causes) <= CAUSES, incident.name
        assert set(incident.effects) <= EFFECTS, incident.name
        assert set(incident.past + incident.tolerated) <= CAUSES | EFFECTS | NOTES, incident.name


@pytest.mark.parametrize("incident", EVERY, ids=lambda incident: incident.name)
def test_an_incident_refers_only_to_what_it_has_and_ends_with_its_last_snapshot(incident: Incident):
    topics, brokers = {topic.name for topic in incident.topics}, {broker.name for broker in incident.brokers}
    assert {s.topic for client in incident.clients for s in client.subscriptions} <= topics
    assert {name for topic in incident.topics for name in topic.brokers or ()} <= brokers
    assert set(incident.producer.topics or ()) <= topics
    numbers = {number for broker in incident.brokers for number in broker.name_servers}
    told = {number for client in incident.clients for number in client.name_servers}
    assert numbers | told - {None} == set(range(incident.name_servers))
    assert {broker.of for broker in incident.brokers} - {None} <= brokers
    last = incident.warm_up + (incident.snapshots - 1) * incident.every
    moments = [m for c in incident.clients for m in (c.start, c.stop, c.kill) if m is not None]
    moments += [m for b in incident.brokers for m in (b.start, b.kill, b.back, b.freeze, b.restart) if m is not None]
    assert all(moment < last for moment in moments)
    assert last <= 200


def test_collided_ids_are_those_that_several_clients_of_one_group_build():
    for incident in EVERY:
        built = [(c.group or incident.group, f"{c.ip}@{c.instance}") for c in incident.clients if c.ip and c.instance]
        assert set(incident.ids) == {name for group, name in built if built.count((group, name)) > 1}, incident.name


def test_every_cause_and_effect_is_made_by_some_incident():
    # A reset is over as soon as it is done.
    assert {cause for i in INCIDENTS.values() for cause in i.causes + i.past} - EFFECTS == CAUSES - MADE_BY_NONE
    assert {effect for incident in INCIDENTS.values() for effect in incident.effects} == EFFECTS


def test_recordings_are_many_of_many_versions_and_a_third_of_them_healthy():
    pairs = recordings()
    healthy = [pair for pair in pairs if INCIDENTS[pair[0]].healthy]
    assert len(pairs) == len(set(pairs)) >= 60
    assert len(healthy) >= len(pairs) // 3
    assert len({version for _, version in pairs}) >= 5


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("same_tags_other_order", [{"create", "update", "delete"}] * 2, id="order and blanks mean nothing"),
        pytest.param("all_against_tag", [None, {"login"}], id="a star asks for every tag"),
        pytest.param("tag_against_sql", [{"TagA"}, {"TagB"}], id="for SQL92 the table says what it lets through"),
    ],
)
def test_tags_that_a_subscription_asks_for(name, expected):
    assert [lets(client.subscriptions[0]) for client in INCIDENTS[name].clients] == expected
