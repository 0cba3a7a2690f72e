"""A client's own heartbeat, as it prints it. Text in, values out."""

from __future__ import annotations

from rmqkit.formats.java_text import HeartbeatText, heartbeat


def whole_heartbeat(text: str) -> HeartbeatText | None:
    """What the client said of all its groups; None where the record was cut and would tell only a
    part.

    `MQClientInstance#sendHeartbeatToAllBroker` prints its first heartbeat and every twentieth, all
    versions.
    """
    return heartbeat(text) if text.rstrip().endswith("]]]") else None


def heartbeat_names(text: str, group: str) -> bool:
    """Whether a heartbeat, cut or whole, speaks of a consumer of the group."""
    return f"ConsumerData [groupName={group}," in text
