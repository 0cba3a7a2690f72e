"""What is in the names and values of brokers' figures: text in, values out. No judgement here."""

from __future__ import annotations

import re
from datetime import timedelta

_LEVEL = re.compile(r"scheduleMessageOffset_(\d+)")
_OFFSETS = re.compile(r"(\d+) ?, ?(\d+)")
_SLAVE = re.compile(r"slave (\S+) (ack|diff|state)")
_DELAY = re.compile(r"(\d+)([smhd])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
# `MessageStoreConfig.messageDelayLevel`, all versions
DEFAULT_LEVELS = "1s 5s 10s 30s 1m 2m 3m 4m 5m 6m 7m 8m 9m 10m 20m 30m 1h 2h"


def delay_level(name: str) -> int | None:
    """The level whose figure brokerStatus prints (`ScheduleMessageService#buildRunningStats`)."""
    match = _LEVEL.fullmatch(name)
    return int(match[1]) if match else None


def delivered_and_end(value: str) -> tuple[int, int] | None:
    """Where a level's delivery is, and where its queue ends."""
    match = _OFFSETS.fullmatch(value.strip())
    return (int(match[1]), int(match[2])) if match else None


def delays(levels: str = DEFAULT_LEVELS) -> dict[int, timedelta]:
    """How long each level delays, from 1; one that nobody can read is left out."""
    matches = {number: _DELAY.fullmatch(word) for number, word in enumerate(levels.split(), start=1)}
    seconds = {number: int(match[1]) * _SECONDS[match[2]] for number, match in matches.items() if match}
    return {number: timedelta(seconds=delay) for number, delay in seconds.items()}


def slave_in(name: str, figure: str) -> str | None:
    """The slave that a figure of haStatus (`diff`, `ack`, `state`) is about; None for others."""
    match = _SLAVE.fullmatch(name)
    return match[1] if match and match[2] == figure else None
