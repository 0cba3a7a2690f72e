"""What can be done to a group, as data: what ends a finding, for programs and for a simulated group. No words here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Act(StrEnum):
    """What is done; to the named clients, which are restarted with it, unless it says otherwise."""

    SUBSCRIBE = "subscribe"
    """They subscribe to `subscriptions` and nothing else."""
    OWN_GROUP = "own group"
    """They leave for consumer groups of their own, one for each subscription."""
    ONE_PROCESS = "one process"
    """Of the processes with each of these ids all but one stop; nobody is restarted."""
    OWN_ID = "own id"
    """Each of the processes with these ids gets an id of its own."""
    STRATEGY = "strategy"
    """They share out queues by the strategy `setting`."""
    MODEL = "model"
    """They have the message model and consume type `setting`."""
    RESTART = "restart"
    """As they were."""
    STOP = "stop"
    """They go, or went, and stay away."""
    RESUME = "resume"
    """They go on consuming without a restart."""
    START = "start"
    """The group's clients, of which none is there, start as they were."""
    START_ANEW = "start anew"
    """All clients of the group stop before the first of them starts again, with clocks that agree."""
    CONNECT = "connect"
    """They reach every broker; nobody is restarted."""
    OPEN_QUEUES = "open queues"
    """On each broker that is named beside its topic as many queues may be read as `queues` says."""
    START_BROKERS = "start brokers"
    """`brokers` come back with their stores."""
    PERMIT = "permit"
    """The brokers answer the group's pulls again."""


@dataclass(frozen=True)
class Deed:
    """What ends a finding by itself, as data: for whoever can do it to a group, be it a simulated one."""

    act: Act
    clients: tuple[str, ...] = ()
    setting: str = ""
    subscriptions: Mapping[str, str] = field(default_factory=dict)
    queues: Mapping[tuple[str, str], int] = field(default_factory=dict)
    brokers: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The deed as plain JSON values, without what is empty."""
        opened = [
            {"topic": topic, "broker": broker, "queues": number} for (topic, broker), number in self.queues.items()
        ]
        parts = {
            "act": str(self.act),
            "clients": list(self.clients),
            "setting": self.setting,
            "subscriptions": dict(self.subscriptions),
            "queues": opened,
            "brokers": list(self.brokers),
        }
        return {name: value for name, value in parts.items() if value}
