"""Settings that would bring about what was seen: each with both, the line that sets it and the lines that
show it. No verdicts.

A setting by itself proves nothing: it may be another machine's, of before the last start, or without
any effect. Only beside what it would bring about it is worth a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import host_of
from rmqkit.diagnosis.facts.brokers_words import Listener, Setting, differing_listeners
from rmqkit.diagnosis.facts.group import derived
from rmqkit.diagnosis.facts.logs import Event, EvidenceLine
from rmqkit.formats.figures_text import delays
from rmqkit.formats.logs.carried.configs import COMPACTED
from rmqkit.language import say

_FAILED = ("connection_failed", "heartbeat_failed", "route_failed", "consumer_start_failed", "consumer_list_failed")
_NO_TOPIC, _NO_GROUP = 17, 26
_BROKERS = ("broker", "container", "environment")


@dataclass(frozen=True)
class Written:
    """A setting and what was seen of its effect. `ids`: the findings that it would explain, the
    nearest first."""

    ids: tuple[str, ...]
    what: str
    setting: Setting
    seen: tuple[EvidenceLine, ...]


@derived
def settings_written(case: Case) -> tuple[Written, ...]:
    """Every setting beside which something stands that it would bring about."""
    return tuple(written for rule in _RULES for written in rule(case))


def _set(case: Case, key: str, value: str, programs: Iterable[str] = _BROKERS) -> Iterator[Setting]:
    """Settings of this key and value, however the value is spelled."""
    for setting in case.settings:
        if setting.key == key and setting.value.lower() == value and setting.program in programs:
            yield setting


def _address_of_broker(case: Case) -> Iterator[Written]:
    """Clients are told `brokerIP1` by the name server (`BrokerController#getBrokerAddr`, all versions)."""
    for setting in case.settings:
        host = setting.value if setting.key == "brokerIP1" else ""
        failures = _not_reached(case, host) if host else ()
        if failures:
            yield Written(
                ("connection_problem",),
                say(
                    "brokerIP1={address} is the address that the name server tells clients, and they cannot reach it: "
                    "it has to be one that they reach (no container's, no 127.0.0.1)",
                    address=host,
                ),
                setting,
                failures,
            )


def _not_reached(case: Case, host: str) -> tuple[EvidenceLine, ...]:
    """Where clients, or mqadmin, did not reach that host."""
    failed = case.events_named(*_FAILED, source="client")
    clients = [event.place for event in failed if host in _hosts_of_peers(event)]
    unreachable = [answer for answer in case.answers if answer.said.unreachable]
    commands = [answer.place for answer in unreachable if answer.said.names(f"<{host}:")]
    return (*clients[:2], *commands[:2])


def _hosts_of_peers(event: Event) -> set[str]:
    return {host_of(address) for address in (event.address, event.carried.peer_not_reached) if address}


def _filter_off(case: Case) -> Iterator[Written]:
    """`enablePropertyFilter` is off by default: SQL92 is refused then (`ClientManageProcessor`)."""
    refused = [event.place for event in case.events if event.carried.sql_refused]
    for setting in _set(case, "enablePropertyFilter", "false") if refused else ():
        yield Written(
            ("start_refused", "not_permitted"),
            say("enablePropertyFilter=false: this broker refuses every SQL92 subscription"),
            setting,
            tuple(refused[:2]),
        )


def _not_made_by_themselves(case: Case) -> Iterator[Written]:
    """What the broker makes at the first request where it is allowed to."""
    rules = (
        (
            "autoCreateTopicEnable",
            _NO_TOPIC,
            ("topic_missing", "not_permitted"),
            say("autoCreateTopicEnable=false: a topic exists only once somebody has made it (mqadmin updateTopic)"),
        ),
        (
            "autoCreateSubscriptionGroup",
            _NO_GROUP,
            ("not_permitted",),
            say(
                "autoCreateSubscriptionGroup=false: a group exists only once somebody has made it "
                "(mqadmin updateSubGroup)"
            ),
        ),
    )
    for key, code, ids, what in rules:
        seen = [event.place for event in case.events if event.code == code]
        seen += [answer.place for answer in case.answers if answer.code == code]
        for setting in _set(case, key, "false") if seen else ():
            yield Written(ids, what, setting, tuple(seen[:2]))


def _consuming_off(case: Case) -> Iterator[Written]:
    """`SubscriptionGroupConfig.consumeEnable`: every pull is refused with CODE 16 (`PullMessageProcessor`)."""
    refused = [event.place for event in case.events_named("pull_rejected") if event.code == 16]
    waiting = [movement for movement in case.movements.values() if movement.stands]
    for setting in _set(case, "consumeEnable", "false", ("subscription group",)):
        if setting.group == case.group and (refused or waiting):
            yield Written(
                ("not_permitted",),
                say("consumeEnable=false: the broker refuses every request of this group for messages"),
                setting,
                tuple(refused[:2]),
            )


def _broadcasting_in_code(case: Case) -> Iterator[Written]:
    """A client that broadcasts in a group whose other clients share the queues out."""
    keys = ("messageModel", "rocketmq.consumer.message-model", "rocketmq.consumer.messageModel")
    for setting in case.settings if case.broadcasting else ():
        named = setting.group in (case.group, None)
        if setting.key in keys and named and setting.value.rpartition(".")[2].upper() == "BROADCASTING":
            yield Written(
                ("message_model_mismatch",),
                say("The code sets the message model to BROADCASTING: such a client reads every queue and shares none"),
                setting,
                (),
            )


_RULES: tuple[Callable[[Case], Iterator[Written]], ...] = (
    _address_of_broker,
    _filter_off,
    _not_made_by_themselves,
    _consuming_off,
    _broadcasting_in_code,
)


@derived
def compacted_topics(case: Case) -> frozenset[str]:
    """Topics that keep the last message of each key alone (`cleanup.policy=COMPACTION`, 5.1.0 and later), by their
    settings or a broker's log: in their old part most numbers of messages are missing, so a reader leaps over them, and
    a difference of offsets is far more than what there is to read."""
    of_topics = [setting for setting in case.settings if setting.program == "topic"]
    written = {one.topic for one in of_topics if f"{one.key.removeprefix('+')}={one.value}" == COMPACTED}
    made = case.events_named("topic_created", "topic_updated", source="broker")
    logged = {config.topic for event in made if (config := event.carried.topic_config) and config.compacted}
    return frozenset(topic for topic in written | logged if topic)


@derived
def listeners_apart(case: Case) -> tuple[Listener, ...]:
    """The group's listeners in code, where two of them want different topics or expressions."""
    return differing_listeners(case.settings).get(case.group, ())


def delays_written(case: Case) -> dict[int, timedelta]:
    """How long each level delays, as the configuration says (`messageDelayLevel`), else by default."""
    written = [setting.value for setting in case.settings if setting.key == "messageDelayLevel"]
    return delays(written[-1]) if written else delays()
