"""What mqadmin says in words: answers to failed commands, and what `consumerStatus` thinks of a
client. Text in, values out; no tables here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from rmqkit.formats.java_text import MessageQueueText, message_queues
from rmqkit.formats.logs.carried.answers import NOT_REACHED, SILENT, AnswerWords, was_unreachable
from rmqkit.formats.logs.carried.reading import piece, read_by, says
from rmqkit.formats.logs.exceptions import ExceptionMeaning, thrown_in
from rmqkit.formats.logs.response_codes import CodeMeaning, meaning_of_code

_BLOCKED = re.compile(r"^(?P<client>\S+) .*(?:can't (?:consume|lock) for a while|unlock \d+ times, still failed)")
_NOT_ENABLED = re.compile(r"\bconsumeEnable\s*=\s*false\b")


def blocked_client(text: str) -> str | None:
    """The client that `ConsumerRunningInfo#analyzeProcessQueue` (4.0.0 to 5.4) calls blocked on a queue; else None."""
    blocked = _BLOCKED.match(text)
    return blocked["client"] if blocked else None


@dataclass(frozen=True)
class AnswerText(AnswerWords):
    """An answer's text, and what it means."""

    text: str

    blocked_client = read_by(blocked_client)
    """The client that is called blocked on a queue."""

    @cached_property
    def queues(self) -> tuple[MessageQueueText, ...]:
        """The queues that the text names."""
        return tuple(message_queues(self.text))

    silent_client = piece(r"consumer <[^>]*> <([^>]+)> Timeout")
    """The client that a broker asked on mqadmin's behalf and that did not answer it
    (`AdminBrokerProcessor#callConsumer`, CODE 207, all versions)."""

    @property
    def unreachable(self) -> bool:
        """Whether no answer came from whom mqadmin asked: connection refused, timed out, lost."""
        return was_unreachable(self.text) and self.silent_client is None

    peer_not_reached = piece(f"{SILENT}|{NOT_REACHED}")
    """The address that mqadmin got no answer from, where it names it."""

    took_the_connection = says("wait response on the channel")
    """Whether the peer took the connection and did not answer in time (`RemotingTimeoutException`)."""

    no_consumer_online = says("not online", "group connection")
    """Whether no client of the group is connected to the broker that was asked.

    consumerProgress before 5.0 has the same code, 206, with other words: no offsets are stored.
    """

    filtered_away = says("trackType=CONSUMED_BUT_FILTERED")
    """Whether the group passed a message whose tag its subscription does not let through
    (`DefaultMQAdminExtImpl#messageTrackDetail`)."""

    message_tag = piece(r"; Tags: \[([^\]]+)\]")
    message_born = piece(r"; Born Timestamp: ([^;]+)")
    message_from = piece(r"; Born Host: ([^;]+)")
    """Of the message that was asked about: its tag, when it was sent, and the producer's address."""

    was_reset = says("consumer offset by specified")
    """Whether resetOffsetByTime says that offsets were put elsewhere, or that clients were told to."""

    wrote_offsets = says("consumer offset by specified consumerGroup[")
    """Whether resetOffsetByTime wrote the offsets into the brokers itself, as it does where no client is online
    (`ResetOffsetByTimeOldCommand`); its other words say only that brokers took the request."""

    @property
    def was_deleted(self) -> bool:
        """Whether deleteSubGroup deleted the group on a broker; its offsets stay, but with -r (4.9.0)."""
        return self.text.startswith("delete subscription group [")

    @property
    def consuming_disabled(self) -> bool:
        """Whether a group's settings on a broker do not let it consume (`consumeEnable`)."""
        return _NOT_ENABLED.search(self.text) is not None

    def names(self, topic: str) -> bool:
        """Whether the answer is about the topic."""
        return topic in self.text

    def names_whole(self, name: str) -> bool:
        """Whether the name stands in the text as a word of its own."""
        return name in self.text.split()

    @property
    def thrown(self) -> ExceptionMeaning | None:
        """The innermost exception or sentence of one that is known."""
        return next(reversed(thrown_in(self.text)), None)

    @property
    def of_a_send(self) -> bool:
        """Whether it says that a producer failed to send."""
        return self.thrown is not None and self.thrown.name in ("send_failed", "failed_in_producer")

    def meaning_of(self, code: int) -> CodeMeaning | None:
        """What the answer's code means, by the words beside it."""
        return meaning_of_code(code, self.text)
