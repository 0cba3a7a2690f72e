"""The settings that a client prints when it starts: intervals that rules of time need. Text in,
values out."""

from __future__ import annotations

import re

_CONFIG = "ClientConfig"
_INTERVAL = re.compile(
    r"\b(pollNameServerInterval|heartbeatBrokerInterval|persistConsumerOffsetInterval|pullTimeDelayMillsWhenException)"
    r"=([0-9]{1,12})\b"
)


def client_settings(text: str) -> dict[str, int]:
    """Milliseconds by RocketMQ's name for them; empty where the record prints no `ClientConfig`.

    Printed by `MQClientInstance`'s constructor (`Created a new client Instance, ...`), 4.0.0 to
    5.4.
    """
    begin = text.find(_CONFIG)
    if begin < 0:
        return {}
    return {name: int(digits) for name, digits in _INTERVAL.findall(text[begin:])}
