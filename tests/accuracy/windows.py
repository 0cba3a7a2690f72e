"""Windows that were read again, against the listeners' ledgers. Pure functions over both; nothing is diagnosed here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.lab.ledgers import Queue, Receipt, Sent

# A round of commits every five seconds (`persistConsumerOffsetInterval`), and what the slowest message takes: the
# offset that is committed waits for it, so that between two commits it can pass messages received before the first.
COMMIT_INTERVAL = 6.5


@dataclass(frozen=True)
class Window:
    """Offsets of a queue from `first` up to but without `last`."""

    queue: Queue
    first: int
    last: int


@dataclass(frozen=True)
class WindowScore:
    """`again`: offsets that another client received again. `outside`: those in no window. `too_wide`: windows."""

    again: tuple[tuple[Queue, int], ...]
    outside: tuple[tuple[Queue, int], ...]
    too_wide: tuple[Window, ...]


def score_windows(
    found: Sequence[Window], received: Sequence[Receipt], stored: Sequence[Sent], since: float
) -> WindowScore:
    """Compare; `since` is the moment before which the first clients were still sharing out the queues."""
    again = tuple(received_again(received, since))
    most = most_in_an_interval(received, stored)
    return WindowScore(
        again,
        tuple(each for each in again if not any(_holds(window, *each) for window in found)),
        tuple(w for w in found if not _is_retry(w.queue) and w.last - w.first > most.get(w.queue, 0)),
    )


def _holds(window: Window, queue: Queue, offset: int) -> bool:
    return window.queue == queue and window.first <= offset < window.last


def _is_retry(queue: Queue) -> bool:
    """What was sent to a retry topic, a broker knows and no ledger."""
    return queue.topic.startswith("%RETRY%")


def received_again(received: Iterable[Receipt], since: float) -> Iterable[tuple[Queue, int]]:
    """Offsets that a second client received after `since`, but not those that one client was given twice.

    The latter were refused by a listener; they come again without any change of hands.
    """
    by_message: dict[tuple[Queue, int, str], list[Receipt]] = defaultdict(list)
    for receipt in received:
        if not _is_retry(receipt.queue):
            by_message[receipt.queue, receipt.offset, receipt.message_id].append(receipt)
    for (queue, offset, _), receipts in sorted(by_message.items()):
        clients = {receipt.client for receipt in receipts}
        if len(receipts) == len(clients) > 1 and max(receipt.at for receipt in receipts) > since:
            yield queue, offset


def most_in_an_interval(received: Iterable[Receipt], stored: Iterable[Sent]) -> Mapping[Queue, int]:
    """The most messages of each queue that were received or, where tags filter, stored within a commit interval."""
    most: dict[Queue, int] = defaultdict(int)
    for rows in (received, stored):
        moments: dict[Queue, list[float]] = defaultdict(list)
        for row in rows:
            moments[row.queue].append(row.at)
        for queue, times in moments.items():
            most[queue] = max(most[queue], _most(sorted(times)))
    return most


def _most(times: Sequence[float]) -> int:
    first, most = 0, 0
    for last, moment in enumerate(times):
        while moment - times[first] > COMMIT_INTERVAL:
            first += 1
        most = max(most, last - first + 1)
    return most
