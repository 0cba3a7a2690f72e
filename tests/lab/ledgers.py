"""What the ledgers prove: who received what, twice, or never. Pure: rows in, facts out; no process, no diagnosis."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

# The broker of every queue of a static topic (MixAll.LOGICAL_QUEUE_MOCK_BROKER_NAME of 5.x).
STATIC = "__syslo__global__"


class Queue(NamedTuple):
    """A queue as the ledgers name it."""

    topic: str
    broker: str
    queue: int


class Receipt(NamedTuple):
    """A message that a listener was given; `at` in epoch seconds by the true clock."""

    at: float
    queue: Queue
    offset: int
    message_id: str
    tag: str
    reconsumed: int
    client: str


class Sent(NamedTuple):
    """A message that a broker stored; `at` in epoch seconds."""

    at: float
    queue: Queue
    offset: int
    tag: str
    message_id: str = ""


def receipts(text: str, client: str, clock_ahead: int = 0) -> list[Receipt]:
    """The rows of a consumer's ledger; a last row that was being written when the process ended is left out."""
    rows = (line.split("\t") for line in text.splitlines())
    return [
        Receipt(
            int(row[0]) / 1000 - clock_ahead,
            Queue(row[1], row[2], int(row[3])),
            int(row[4]),
            row[5],
            row[6],
            int(row[7]),
            client,
        )
        for row in rows
        if len(row) == 8 and row[7].isdigit()
    ]


def sent(text: str) -> list[Sent]:
    """The rows of the producer's ledger, without the messages that no broker took."""
    rows = (line.split("\t") for line in text.splitlines())
    return [
        Sent(int(row[0]) / 1000, Queue(row[1], row[2], int(row[3])), int(row[4]), row[6], row[5])
        for row in rows
        if len(row) == 7 and row[4] != "-1"
    ]


def as_clients_name_them(stored: Iterable[Sent], received: Iterable[Receipt]) -> list[Sent]:
    """What was stored, in static topics by the queues that consumers know.

    A producer is told the broker that is behind such a queue.
    """
    static = {receipt.queue.topic for receipt in received if receipt.queue.broker == STATIC}
    return [
        message._replace(queue=message.queue._replace(broker=STATIC)) if message.queue.topic in static else message
        for message in stored
    ]


def receivers(received: Iterable[Receipt], since: float, until: float) -> dict[Queue, list[str]]:
    """The clients that received messages of each queue in a stretch of time."""
    found: dict[Queue, set[str]] = defaultdict(set)
    for receipt in received:
        if since <= receipt.at <= until:
            found[receipt.queue].add(receipt.client)
    return {queue: sorted(found[queue]) for queue in sorted(found)}


def received_by_all(received: Iterable[Receipt]) -> dict[Queue, int]:
    """For each queue with several receivers, how many of its messages all of them received."""
    clients: dict[Queue, set[str]] = defaultdict(set)
    holders: dict[tuple[Queue, int], set[str]] = defaultdict(set)
    for receipt in received:
        clients[receipt.queue].add(receipt.client)
        holders[receipt.queue, receipt.offset].add(receipt.client)
    shared = Counter(
        queue for (queue, _), names in holders.items() if len(clients[queue]) > 1 and names == clients[queue]
    )
    return dict(sorted(shared.items()))


def read_by_nobody(stored: Iterable[Sent], read: Iterable[Queue], since: float, until: float) -> list[Queue]:
    """Queues that messages arrived in and nobody received from, in a stretch of time."""
    # Messages of the last seconds may still be under way to their consumer.
    arrived = {message.queue for message in stored if since <= message.at <= until - 5}
    return sorted(arrived - set(read))


def read_by_several(received: Iterable[Receipt], since: float, until: float) -> dict[Queue, int]:
    """Queues of which several clients received the same messages in a stretch of time, and how many messages."""
    holders: dict[tuple[Queue, int], set[str]] = defaultdict(set)
    for receipt in received:
        if since <= receipt.at <= until and not receipt.reconsumed:
            holders[receipt.queue, receipt.offset].add(receipt.client)
    return dict(sorted(Counter(queue for (queue, _), names in holders.items() if len(names) > 1).items()))


def reconsumed(received: Iterable[Receipt]) -> list[dict[str, object]]:
    """Windows of offsets that were received more than once: bounds, messages, clients, and when it happened again. In a
    topic that was made anew, other messages have the same offsets."""
    times: dict[Queue, dict[tuple[int, str], list[Receipt]]] = defaultdict(lambda: defaultdict(list))
    for receipt in received:
        if not receipt.reconsumed and not receipt.queue.topic.startswith("%RETRY%"):
            times[receipt.queue][receipt.offset, receipt.message_id].append(receipt)
    windows = []
    for queue in sorted(times):
        again = {offset: sorted(rows) for (offset, _), rows in times[queue].items() if len(rows) > 1}
        windows += [_window(queue, [again[offset] for offset in run]) for run in _runs(sorted(again))]
    return windows


def _runs(offsets: list[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for offset in offsets:
        if runs and offset == runs[-1][-1] + 1:
            runs[-1].append(offset)
        else:
            runs.append([offset])
    return runs


def _window(queue: Queue, rows: list[list[Receipt]]) -> dict[str, object]:
    repeats = [receipt.at for receipt_list in rows for receipt in receipt_list[1:]]
    return queue._asdict() | {
        "first_offset": rows[0][0].offset,
        "last_offset": rows[-1][0].offset,
        "messages": len(rows),
        "clients": sorted({receipt.client for receipt_list in rows for receipt in receipt_list}),
        "again_from": round(min(repeats), 3),
        "again_to": round(max(repeats), 3),
    }


def lost(
    stored: Iterable[Sent], received: Iterable[Receipt], committed: dict[Queue, int], wanted: dict[str, set[str] | None]
) -> dict[Queue, dict[str, int]]:
    """Messages below the committed offset that somebody wants and nobody received, per queue and tag.

    `wanted` gives for each topic the tags that at least one client subscribes to, None for all tags.
    """
    seen = {(receipt.queue, receipt.offset, receipt.message_id) for receipt in received}
    missing: dict[Queue, Counter[str]] = defaultdict(Counter)
    for message in stored:
        tags = wanted.get(message.queue.topic, set())
        passed = message.offset < committed.get(message.queue, 0)
        if (
            passed
            and (tags is None or message.tag in tags)
            and (message.queue, message.offset, message.message_id) not in seen
        ):
            missing[message.queue][message.tag] += 1
    return {queue: dict(sorted(missing[queue].items())) for queue in sorted(missing)}
