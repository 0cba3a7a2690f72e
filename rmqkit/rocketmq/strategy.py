"""How RocketMQ behaves: what every allocation strategy shares, its interface, its argument check, its errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from rmqkit.errors import Error
from rmqkit.rocketmq.message_queue import MessageQueue

Answer = TypeVar("Answer")


class IllegalArgument(Error, ValueError):
    """Java's IllegalArgumentException, with its text: the client logs it and keeps the queues it had."""


class NullPointer(Error, TypeError):
    """Java's NullPointerException, where a version checks nothing: the client logs it and keeps the queues it had."""


class Strategy(Protocol):
    """`AllocateMessageQueueStrategy` (all versions): one client's share of one topic's queues.

    The caller sorts both lists first, as RebalanceImpl does; a strategy takes them as they come.
    """

    @property
    def name(self) -> str:
        """`getName()`, as rebalance log lines and broker requests print it."""

    def allocate(
        self, group: str, client_id: str, queues: Sequence[MessageQueue], client_ids: Sequence[str]
    ) -> list[MessageQueue]:
        """The queues of `queues` that `client_id` consumes, in their order; `client_ids` may hold duplicates.

        Raises IllegalArgument where the Java throws IllegalArgumentException.
        """


def takes_part(client_id: str | None, queues: Sequence[MessageQueue] | None, client_ids: Sequence[str] | None) -> bool:
    """`AbstractAllocateMessageQueueStrategy#check`: False if the client is not in the list, so its share is empty.

    The same check stands inside each strategy before 4.9.4. Raises IllegalArgument for an empty argument.
    """
    if not client_id:
        raise IllegalArgument("currentCID is empty")
    if not queues:
        raise IllegalArgument("mqAll is null or mqAll empty")
    if not client_ids:
        raise IllegalArgument("cidAll is null or cidAll empty")
    return client_id in client_ids


class LastAnswer(Generic[Answer]):
    """Remembers what was derived from the last lists: a group asks once per client with the same queues and ids."""

    def __init__(self) -> None:
        self._last: tuple[tuple[object, ...], Answer] | None = None

    def of(self, key: tuple[object, ...], derive: Callable[[], Answer]) -> Answer:
        """The remembered answer if `key` equals the last one, else a new one."""
        last = self._last
        if last is None or last[0] != key:
            last = self._last = (key, derive())
        return last[1]
