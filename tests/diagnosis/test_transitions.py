"""How long changes take: RocketMQ's defaults, and what the incident's own logs print instead."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from rmqkit.diagnosis.facts import transitions
from rmqkit.diagnosis.facts.brokers_words import printed_settings
from rmqkit.diagnosis.facts.group import GroupFacts
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.facts.transitions import COMMIT, DEFAULTS, HEARTBEAT, RETRIED_PULL, transitions_of
from tests.diagnosis.findings.said import record

DIAGNOSIS = Path(__file__).parents[2] / "rmqkit" / "diagnosis"
MODULES = sorted(DIAGNOSIS.rglob("*.py"))


def created(heartbeat: int, commit: int, delay: int = 1000, file: str = "one/rocketmq_client.log") -> Event:
    raw = (
        "Created a new client Instance, InstanceIndex:0, ClientID:10.0.0.1@7, ClientConfig:ClientConfig "
        f"[namesrvAddr=ns:9876, pollNameServerInterval=30000, heartbeatBrokerInterval={heartbeat}, "
        f"persistConsumerOffsetInterval={commit}, pullTimeDelayMillsWhenException={delay}, unitMode=false]"
    )
    return record("client_created", raw, file=file, source="client", group=None)


@pytest.mark.parametrize(
    ("events", "heartbeat", "commit"),
    [
        pytest.param((), 30, 5, id="nothing printed: RocketMQ's defaults"),
        pytest.param((created(30000, 5000),), 30, 5, id="the defaults, printed"),
        pytest.param((created(10000, 1000),), 10, 1, id="shorter ones, printed"),
        pytest.param((created(10000, 5000), created(60000, 1000)), 60, 5, id="clients differ: the longest of each"),
    ],
)
def test_intervals_are_those_that_the_clients_print(events: tuple[Event, ...], heartbeat: int, commit: int) -> None:
    transitions = transitions_of(GroupFacts("g", events=events))
    assert transitions.of(HEARTBEAT) == timedelta(seconds=heartbeat)
    assert transitions.of(COMMIT) == timedelta(seconds=commit)


def test_what_a_client_prints_of_its_configuration_are_settings_with_its_id() -> None:
    printed = printed_settings([replace(created(10000, 5000), client_id="10.0.0.1@7", line=3)])
    assert ("10.0.0.1@7", "heartbeatBrokerInterval", "10000", 3) in [
        (setting.part, setting.means, setting.value, setting.line) for setting in printed
    ]


def test_what_follows_from_an_interval_follows_from_the_printed_one() -> None:
    slow = transitions_of(GroupFacts("g", events=(created(60000, 15000),)))
    assert slow.repeated - DEFAULTS.repeated == timedelta(seconds=90)
    assert slow.around_handover == 3 * DEFAULTS.around_handover - timedelta(seconds=4)


def test_the_delay_that_a_client_prints_is_not_the_push_consumers() -> None:
    assert (
        transitions_of(GroupFacts("g", events=(created(30000, 5000, 9000),))).of(RETRIED_PULL) == RETRIED_PULL.default
    )


def test_every_interval_has_a_name_of_its_own_and_a_class() -> None:
    intervals = [value for value in vars(transitions).values() if isinstance(value, transitions.Interval)]
    names = [interval.name for interval in intervals]
    assert len(names) > 10
    assert len(set(names)) == len(names)
    assert all(interval.where for interval in intervals)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_spans_of_time_stand_in_one_module(module: Path) -> None:
    """`zones` alone has others: offsets from UTC, and how far looks lie behind logs in another zone."""
    constants = [
        line for line in module.read_text(encoding="utf-8").splitlines() if "timedelta(" in line and "=" in line
    ]
    kept = [line for line in constants if "timedelta()" not in line and not line.startswith(" ")]
    assert not kept or module.name in ("transitions.py", "zones.py")
