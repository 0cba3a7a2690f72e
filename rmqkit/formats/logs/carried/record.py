"""One log record with everything that it carries, each value read when it is first asked for. Text
in, values out; the floors above see these values only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from rmqkit.formats.java_text import (
    ConsumerText,
    HeartbeatText,
    consumer,
    pull_request,
)
from rmqkit.formats.logs.carried.answers import (
    answer_line,
    does_not_know_subscription,
    has_no_route,
    is_forbidden,
    names_no_queue,
    peer_not_reached,
    refused_start,
    refuses_sql,
    was_unreachable,
)
from rmqkit.formats.logs.carried.cached import Cached, cached_messages
from rmqkit.formats.logs.carried.channels import (
    ChannelEnds,
    ConsumerKind,
    channel_ends,
    consumer_kind,
    dropped_unheard,
)
from rmqkit.formats.logs.carried.configs import (
    GroupConfig,
    TopicConfig,
    group_config,
    own_address,
    topic_config,
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
    told_to_go_on_at,
)
from rmqkit.formats.logs.carried.queues import lock_holder
from rmqkit.formats.logs.carried.routes import Route, route_told
from rmqkit.formats.logs.carried.settings import client_settings
from rmqkit.formats.logs.carried.shares import Share, share_of_rebalance
from rmqkit.formats.logs.carried.thrown import Thrown, thrown
from rmqkit.formats.logs.carried.versions import (
    instant_of_version,
    newest_version,
    only_version_differs,
)
from rmqkit.formats.logs.response_codes import CodeMeaning, meaning_of_code


@dataclass(frozen=True)
class Record:
    """A record's text.

    `detail` is what its message holds where the catalogue marks it, of the first of several alike;
    `last_detail` that of the last.
    """

    text: str
    detail: str | None = None
    last_detail: str | None = None

    @property
    def first_line(self) -> str:
        """The line that the logger wrote; what follows are exceptions and continued values."""
        return self.text.split("\n", 1)[0]

    @cached_property
    def reason(self) -> str:
        """What was answered, of an exception below the first line; else that line."""
        return answer_line(self.text)

    @cached_property
    def thrown(self) -> Thrown | None:
        """What a failed listener threw; None where several that differ were counted as one."""
        is_one = self.last_detail is None or thrown(self.detail) == thrown(self.last_detail)
        return thrown(self.detail, self.text) if is_one else None

    @cached_property
    def share(self) -> Share | None:
        """What a client was given of a topic."""
        return share_of_rebalance(self.text)

    @cached_property
    def routes(self) -> tuple[Route, ...]:
        """The topic's routes that were not cut: of the first record, and of the last one alike."""
        texts = (self.text, self.last_detail)
        routes = (route_told(text) for text in texts if text)
        return tuple(route for route in routes if route is not None and route.whole)

    @cached_property
    def next_offset(self) -> int | None:
        """Where a pull request would go on; None where it has no place yet (-1)."""
        request = pull_request(self.text)
        offset = request.next_offset if request else None
        return offset if offset is not None and offset >= 0 else None

    @cached_property
    def offset_change(self) -> OffsetChange | None:
        """An offset that was replaced by another."""
        return offset_change(self.text)

    @property
    def told_the_same_again(self) -> bool:
        """Whether the first and the last of several corrections tell the same offset to go on at."""
        offsets = {told_to_go_on_at(text) for text in (self.detail or "", self.last_detail or "")}
        return len(offsets) == 1 and None not in offsets

    @cached_property
    def commit_below_stored(self) -> CommitBelowStored | None:
        """A commit that put a stored offset back."""
        return commit_below_stored(self.text)

    @cached_property
    def reset_request(self) -> ResetRequest | None:
        """What a reset was asked for."""
        return reset_request(self.text)

    @property
    def client_settings(self) -> dict[str, int]:
        """The intervals that a client prints when it starts, in milliseconds, by RocketMQ's name."""
        return client_settings(self.text)

    @cached_property
    def topic_config(self) -> TopicConfig | None:
        """The settings that a topic has now."""
        return topic_config(self.text)

    @cached_property
    def own_address(self) -> str | None:
        """The address that a broker prints as its own."""
        return own_address(self.text)

    @cached_property
    def group_config(self) -> GroupConfig | None:
        """The settings that a group has now."""
        return group_config(self.text)

    @cached_property
    def committed(self) -> tuple[int, ...]:
        """The offsets that were committed: of the first record, and of the last one alike."""
        offsets = (committed_offset(text) for text in (self.detail, self.last_detail) if text)
        return tuple(offset for offset in offsets if offset is not None)

    @property
    def no_route(self) -> bool:
        """Whether a name server answered that it has no route of a topic."""
        return has_no_route(self.text)

    @cached_property
    def sql_refused(self) -> bool:
        """Whether the broker says that it does not filter by SQL92."""
        return refuses_sql(self.text)

    @cached_property
    def lock_holder(self) -> str | None:
        """The client that holds, or held, the lock that another one asked for."""
        return lock_holder(self.text)

    @cached_property
    def queue_is_illegal(self) -> bool:
        """Whether the broker answered that the queue is none that the topic lets anybody read."""
        return names_no_queue(self.detail or "")

    @cached_property
    def cached(self) -> Cached | None:
        """What a client held when it stopped to pull."""
        return cached_messages(self.text)

    @cached_property
    def ends(self) -> ChannelEnds | None:
        """Both ends of a channel."""
        return channel_ends(self.text)

    @property
    def unheard(self) -> bool:
        """Whether a channel ends because its client sent no heartbeat any more."""
        return dropped_unheard(self.text)

    @cached_property
    def consumer_kind(self) -> ConsumerKind | None:
        """How a consumer that connected consumes."""
        return consumer_kind(self.detail or self.text)

    @cached_property
    def registration(self) -> ConsumerText | None:
        """What a broker registered of a client, whole."""
        return consumer(self.detail or "")

    @cached_property
    def heartbeat(self) -> HeartbeatText | None:
        """What a client said of itself, whole."""
        return whole_heartbeat(self.text)

    def heartbeat_names(self, group: str) -> bool:
        """Whether a heartbeat, cut or whole, speaks of a consumer of the group."""
        return heartbeat_names(self.text, group)

    @cached_property
    def newest_version(self) -> datetime | None:
        """When the newest of the subscriptions was made, by its client's clock."""
        version = newest_version(self.text)
        return instant_of_version(version) if version is not None else None

    @cached_property
    def only_version_differs(self) -> bool:
        """Whether a changed subscription is the same but for its version."""
        return only_version_differs(self.text)

    @cached_property
    def unreachable(self) -> bool:
        """Whether no answer came at all."""
        return was_unreachable(self.text)

    @cached_property
    def peer_not_reached(self) -> str | None:
        """`ip:port` to which no connection could be made."""
        return peer_not_reached(self.text)

    @cached_property
    def refused_start(self) -> str | None:
        """Why a consumer's start was refused."""
        return refused_start(self.text)

    @cached_property
    def forbidden(self) -> bool:
        """Whether the broker answered that it does not do this at all."""
        return is_forbidden(self.text)

    @cached_property
    def knows_no_subscription(self) -> bool:
        """Whether the broker knows the group, and not that it subscribes to the topic."""
        return does_not_know_subscription(self.detail or self.text)

    def meaning_of(self, code: int, request: str | None = None) -> CodeMeaning | None:
        """What a code means that this record was answered with, by the words beside it."""
        return meaning_of_code(code, self.text, request)
