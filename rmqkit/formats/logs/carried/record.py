"""One log record with everything that it carries, each value read when it is first asked for. Text
in, values out; the floors above see these values only."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from rmqkit.formats.java_text import (
    ConsumerText,
    HeartbeatText,
    SubscriptionText,
    consumer,
    heartbeat,
    pull_request,
    subscriptions,
)
from rmqkit.formats.logs.carried.answers import NOT_REACHED, AnswerWords, answer_line, says_why, was_unreachable
from rmqkit.formats.logs.carried.clients import (
    ConsumerKind,
    consumer_kind,
    instant_of_version,
    newest_version,
    own_end,
    replaced,
)
from rmqkit.formats.logs.carried.configs import Route, client_config, group_config, route_told, topic_config
from rmqkit.formats.logs.carried.offsets import (
    commit_below_stored,
    committed_offset,
    offset_change,
    reset_request,
    reset_to,
    span_exceeded,
)
from rmqkit.formats.logs.carried.reading import in_each, piece, read_by, says
from rmqkit.formats.logs.carried.shares import share_of_rebalance
from rmqkit.formats.logs.carried.thrown import Thrown, thrown
from rmqkit.formats.logs.layout_table import STACK_TRACE
from rmqkit.formats.logs.response_codes import CodeMeaning, meaning_of_code

_SELECTOR = re.compile(r"\bselectorType=(?P<type>[A-Z0-9]+), selectorExpression='(?P<text>[^'\n]*)'")
_COUNTED = re.compile(
    r"^(?:SUM: (?P<sum>[0-9]{1,19}) TPS: (?P<tps>[0-9]{1,19}\.[0-9]+)|"
    r"TIMES: (?P<times>[0-9]{1,19}) AVGRT: (?P<each>[0-9]{1,19}\.[0-9]+))"
)
_STACK_TRACE = re.compile(STACK_TRACE)


class Consumed(NamedTuple):
    """A minute of a client's own counters, in messages."""

    received: int
    succeeded: int
    failed: int


class Counted(NamedTuple):
    """What one counter of a client says of its last minute: messages, or the milliseconds that its listener took;
    and over how many seconds, where the record tells."""

    total: float
    seconds: float | None = None


_CHANNEL_MADE = re.compile(r"\blastUpdateTimestamp=([0-9]{13})\b")


@dataclass(frozen=True)
class Record(AnswerWords):
    """A record's text.

    `detail` is what its message holds where the catalogue marks it, of the first of several alike;
    `last_detail` that of the last.
    """

    text: str
    detail: str | None = None
    last_detail: str | None = None

    @classmethod
    def of_lines(cls, raw: str, detail: str | None = None, last_detail: str | None = None) -> Record:
        """As a log's lines have it; a mail, a ticket or a screen may have wrapped them."""
        return cls(_join_brackets(raw), detail, last_detail)

    reason = read_by(answer_line)
    unreachable = read_by(was_unreachable)
    says_why = read_by(says_why)
    share = read_by(share_of_rebalance)
    offset_change = read_by(offset_change)
    commit_below_stored = read_by(commit_below_stored)
    reset_request = read_by(reset_request)
    reset_to = read_by(reset_to)
    topic_config = read_by(topic_config)
    group_config = read_by(group_config)
    span_exceeded = read_by(span_exceeded)
    own_end = read_by(own_end)
    replaced = read_by(replaced)

    peer_not_reached = piece(NOT_REACHED)

    is_not_taken_up = says("[REJECTREQUEST]")
    """Whether a broker took the request up not at all (`NettyRemotingAbstract#processRequestCommand`, all versions)."""

    own_address = piece(r"brokerIP1=([^\s]+)")
    """The address that a broker prints as its own at its start (all versions)."""

    process_id = piece(r"^\S+ \S+ [A-Z]+ +\[(\d+)\] \[")
    """The process that printed a record, where its layout has it, as the client's own of 5.x (rmq.client.logback.xml):
    `2026-11-22 23:01:59.029 INFO  [26463] [main] [...] - `."""

    lock_holder = piece(r"(?:(?:Other|Old)ClientId: |(?:locked|old) client id=)([^\s,]+)(?=[, ])")
    """The client that holds a queue's lock that another one asked for, or held it until it expired
    (`RebalanceLockManager`). Something follows it in every version: an id at a line's end was cut there."""

    @property
    def first_line(self) -> str:
        """The line that the logger wrote; what follows are exceptions and continued values."""
        return self.text.split("\n", 1)[0]

    def names(self, group: str) -> bool:
        """Whether the record speaks of the group, in whichever of its lines."""
        return group in self.text

    @property
    def only_version_differs(self) -> bool:
        """Whether OLD and NEW of `subscription changed` are equal but for versions and the order of tags: no change."""
        return self.replaced is not None and self.replaced[0] == self.replaced[1]

    @property
    def written_otherwise(self) -> bool:
        """Whether they name the same tags in another order, or with other blanks."""
        wanted = [one.expression for one in self.subscribed]
        return self.only_version_differs and len(set(wanted)) > 1

    @property
    def other_expression(self) -> bool:
        """Whether OLD and NEW differ in more than that. A line that was cut before NEW does not tell."""
        return self.replaced is not None and self.replaced[0] != self.replaced[1]

    failed_in_order = piece(r"Orderly return not OK\b.*?\bqueueOffset=([0-9]{1,19})\b")
    """The offset of the message on which an ordered listener failed (`ConsumeMessageOrderlyService`, all versions)."""

    slave_behind = in_each(r"^(-?[0-9]{1,19}) ?bytes", int)
    """How many bytes no slave has confirmed yet, at the first and the last of these records
    (`BrokerController#printMasterAndSlaveDiff`)."""

    @property
    def counted(self) -> Counted | None:
        """A minute of a client's own counter (`ConsumerStatsManager`, `StatsItem`, all versions); what its listener
        took is printed as calls and their average from 4.7.1 on (`RTStatsItem`)."""
        said = _COUNTED.match(self.last_detail or self.detail or "")
        if said is None:
            return None
        if said["times"]:
            return Counted(int(said["times"]) * float(said["each"]))
        a_second = float(said["tps"])
        return Counted(int(said["sum"]), int(said["sum"]) / a_second if a_second else None)

    consumed = in_each(
        r"receivedMessagesQuantity=([0-9]{1,19}), consumptionOkQuantity=([0-9]{1,19}), "
        r"consumptionErrorQuantity=([0-9]{1,19})\b",
        lambda *numbers: Consumed(*map(int, numbers)),
    )
    """What a gRPC client counted in the last minute, in the first and the last of records alike
    (`PushConsumerImpl#doStats` of rocketmq-clients for Java: it begins anew after each print)."""

    @property
    def assigned(self) -> str | None:
        """Whether a broker gave the client its share to PULL or to POP (`MessageQueueAssignment`, 5.0.0 and later)."""
        return self.share.assigned if self.share else None

    by_pop = says("clientHost=PopBufferMergeService", of="first_line")
    """Whether the broker commits for clients that pop (`PopBufferMergeService`, 5.0.0 and later)."""

    knows_no_pop = says("request type 200050 not supported")
    """Whether a server answers that it does not know the request to pop (`RequestCode.POP_MESSAGE`, 5.0.0 and later;
    `NettyRemotingAbstract#processRequestCommand`)."""

    unanswered = says(
        "wait response timeout",
        "close socket because of timeout",
        "RemotingTimeoutException",
        "wait response on the channel",
        "request timeout",
    )
    """Whether a connection stood and no answer came in time (`NettyRemotingClient#invokeSync`, all versions; Go's and
    C++ clients). A system whose program hangs goes on taking connections."""

    by_short_heartbeat = says("heartBeatV2 ")
    """Whether a registration came with the heartbeats that leave subscriptions out (5.1.3 and
    later, by choice of the client)."""

    overdue = says("send expire msg back", of="first_line")
    """Whether a client sent a message back because its listener had held it for longer than consumeTimeout
    (`ProcessQueue#cleanExpiredMsg`, all versions; Go's client as well); the listener goes on with it."""

    message_id = piece(r"\b(?:msgId|MsgId|messageId|message_id)[=:] ?([0-9A-Fa-f]{16,64})\b", of="first_line")
    """The id of the message that it is about."""

    by_scan = says("remove expired channel", of="first_line")
    """Whether a broker dropped a channel that was silent for too long (`scanNotActiveChannel`)."""

    by_its_connection = says("remove not active channel", of="first_line")
    """Whether it dropped one whose connection ended, which says nothing of the process (`onChannelClose`)."""

    @cached_property
    def thrown(self) -> Thrown | None:
        """What a failed listener threw; None where several that differ were counted as one."""
        is_one = self.last_detail is None or thrown(self.detail) == thrown(self.last_detail)
        return thrown(self.detail, self.text) if is_one else None

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

    _goes_on_at = in_each(r"\b(?:nextBeginOffset|newOffset)=(-?[0-9]{1,19})\b", int)

    @property
    def told_the_same_again(self) -> bool:
        """Whether the first and the last of several corrections tell one offset to go on at (`PullResult` of the
        clients, the broker's `PULL_OFFSET_MOVED`)."""
        return len(self._goes_on_at) == 2 and len(set(self._goes_on_at)) == 1

    client_config = read_by(client_config)

    name_servers_given = piece(r"user specified name server address: ([^,\s\]]{1,400})")

    @property
    def name_servers(self) -> str:
        """The name servers that a client was given, as `MQClientInstance`'s constructor prints them, all versions."""
        return self.name_servers_given or self.client_config.get("namesrvAddr", "")

    @property
    def selector(self) -> tuple[str, str] | None:
        """The expression that a listener of rocketmq-spring asks for, and its type, as its container prints them at its
        start (`DefaultRocketMQListenerContainer#toString`, 2.0.0 and later)."""
        told = _SELECTOR.search(self.text)
        return (told["text"], told["type"]) if told else None

    lacks_route = says(", but the topic[", "do balance in group failed, the topic does not exist")
    """Whether a client has no route of the topic that it would share out (`RebalanceImpl#rebalanceByTopic`,
    all versions)."""

    @cached_property
    def committed(self) -> tuple[int, ...]:
        """The offsets that were committed: of the first record, and of the last one alike."""
        offsets = (committed_offset(text) for text in (self.detail, self.last_detail) if text)
        return tuple(offset for offset in offsets if offset is not None)

    lacks_timer_wheel = says("pop message is forbidden because timerWheelEnable is false")
    """Whether a broker hands out no pop messages for want of the timer wheel (`PopMessageProcessor`, 5.x)."""

    forbidden = says("is forbidden", "acl.common.AclException: ")
    """Whether the broker does not do this at all, or not for this client.

    `pop message is forbidden because ...` (5.x); refusals by access control come as CODE 1 with the name of the
    broker's exception (`NettyRemotingAbstract#processRequestCommand`, 4.4.0 and later).
    """

    @property
    def knows_no_subscription(self) -> bool:
        """Whether the broker knows the group, and not that it subscribes to the topic.

        `PullMessageProcessor` says so with CODE 24, and with the same code that it does not know
        the group (`the consumer's group info not exist`), all versions.
        """
        return "subscription not exist" in (self.detail or self.text)

    unheard = says("SCAN: remove expired channel")
    """Whether a broker ends a channel because nothing came over it for 120 s
    (`ConsumerManager#scanNotActiveChannel`, all versions)."""

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
        """What the client said of all its groups; None where the record was cut and would tell only a part.

        `MQClientInstance#sendHeartbeatToAllBroker` prints its first heartbeat and every twentieth, all versions.
        """
        return heartbeat(self.text) if self.text.rstrip().endswith("]]]") else None

    def heartbeat_names(self, group: str) -> bool:
        """Whether a heartbeat, cut or whole, speaks of a consumer of the group."""
        return f"ConsumerData [groupName={group}," in self.text

    @property
    def subscribed(self) -> list[SubscriptionText]:
        """The subscriptions that it names, in their order: of `subscription changed` OLD and NEW."""
        return subscriptions(self.text)

    @cached_property
    def newest_version(self) -> datetime | None:
        """When the newest of the subscriptions was made, by its client's clock."""
        version = newest_version(self.text)
        return instant_of_version(version) if version is not None else None

    @cached_property
    def channel_made(self) -> datetime | None:
        """When the printed channel was made, by its server's clock (`ClientChannelInfo.lastUpdateTimestamp`)."""
        made = _CHANNEL_MADE.search(self.text)
        return instant_of_version(int(made[1])) if made else None

    def meaning_of(self, code: int, request: str | None = None) -> CodeMeaning | None:
        """What a code means that this record was answered with, by the words beside it."""
        return meaning_of_code(code, self.text, request)


def _join_brackets(text: str) -> str:
    """A line that ends inside a bracket goes on in the next one: RocketMQ's own values hold no line
    ends. What it sets apart by ", " keeps its blank."""
    if "\n" not in text:
        return text
    lines = iter(text.split("\n"))
    told = [next(lines)]
    for line in lines:
        is_open = any(told[-1].count(opens) > told[-1].count(closes) for opens, closes in ("[]", "{}"))
        if not is_open or _STACK_TRACE.match(line):
            told.append(line)
        else:
            told[-1] += f" {line}" if told[-1].endswith((",", ";")) and not line.startswith(" ") else line
    return "\n".join(told)
