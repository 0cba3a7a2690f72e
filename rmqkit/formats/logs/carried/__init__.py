"""What single log records carry, as typed values: text in, dataclasses out. No files, no catalogue,
no judgement.

The floors above take these values and read no raw text themselves. Every function takes a record's
text (or its `detail`) and gives None, or nothing, where the text does not carry the value: cut,
damaged, of another message. No number in the text makes them fail, however long it is.
"""

from rmqkit.formats.logs.carried.answers import (
    BrokerAnswer,
    answer_line,
    broker_answer,
    does_not_know_subscription,
    has_no_route,
    is_forbidden,
    peer_not_reached,
    refused_start,
    was_unreachable,
)
from rmqkit.formats.logs.carried.cached import Cached, cached_messages
from rmqkit.formats.logs.carried.channels import (
    ChannelEnds,
    ConsumerKind,
    channel_ends,
    consumer_kind,
)
from rmqkit.formats.logs.carried.heartbeats import heartbeat_names, whole_heartbeat
from rmqkit.formats.logs.carried.offsets import (
    CommitBelowStored,
    OffsetChange,
    ResetRequest,
    commit_below_stored,
    committed_offset,
    offset_change,
    reset_request,
)
from rmqkit.formats.logs.carried.queues import queue_named
from rmqkit.formats.logs.carried.record import Record
from rmqkit.formats.logs.carried.routes import (
    QueueCount,
    Route,
    RouteChange,
    route_change,
    route_told,
)
from rmqkit.formats.logs.carried.settings import client_settings
from rmqkit.formats.logs.carried.shares import Share, share_of_rebalance
from rmqkit.formats.logs.carried.thrown import Thrown
from rmqkit.formats.logs.carried.versions import (
    instant_of_epoch,
    instant_of_version,
    newest_version,
    only_version_differs,
    subscription_versions,
)

__all__ = [
    "BrokerAnswer",
    "Cached",
    "ChannelEnds",
    "CommitBelowStored",
    "ConsumerKind",
    "OffsetChange",
    "QueueCount",
    "Record",
    "ResetRequest",
    "Route",
    "RouteChange",
    "Share",
    "Thrown",
    "answer_line",
    "broker_answer",
    "cached_messages",
    "channel_ends",
    "client_settings",
    "commit_below_stored",
    "committed_offset",
    "consumer_kind",
    "does_not_know_subscription",
    "has_no_route",
    "heartbeat_names",
    "instant_of_epoch",
    "instant_of_version",
    "is_forbidden",
    "newest_version",
    "offset_change",
    "only_version_differs",
    "peer_not_reached",
    "queue_named",
    "refused_start",
    "reset_request",
    "route_change",
    "route_told",
    "share_of_rebalance",
    "subscription_versions",
    "was_unreachable",
    "whole_heartbeat",
]
